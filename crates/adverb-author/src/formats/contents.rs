//! What a file holds: all of its animations and meshes, of which the readers take one each.

use std::collections::HashSet;

/// The animations and meshes of a file, in its order. Formats that hold one of each list none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Contents {
    /// Animations of glTF, takes of FBX.
    pub animations: Vec<Animation>,
    /// Meshes, each once.
    pub meshes: Vec<MeshEntry>,
}

impl Contents {
    /// An animation by its name, or else by its number.
    #[must_use]
    pub fn animation(&self, wish: &str) -> Option<&Animation> {
        let titles: Vec<&str> = self.animations.iter().map(|animation| animation.name.as_str()).collect();
        find(&titles, wish).map(|number| &self.animations[number])
    }

    /// Those that move a joint. The first is the one that is read where none is named.
    pub fn moving(&self) -> impl Iterator<Item = &Animation> {
        self.animations.iter().filter(|animation| animation.moves_joints)
    }
}

/// An animation of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Animation {
    /// By which it is asked for: its own name; its number if it has none, or one that an earlier animation has.
    pub name: String,
    /// From its first key to its last; `None` if they cannot be read.
    pub secs: Option<f64>,
    /// Whether it turns or moves a joint over time. Others hold a pose, or animate weights of morph targets.
    pub moves_joints: bool,
}

/// A mesh of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshEntry {
    /// Its name, or its node's, or its number.
    pub name: String,
    /// The number of its vertices.
    pub vertices: usize,
    /// The names of its morph targets.
    pub targets: Vec<String>,
    /// How many joints its skin has; none without a skin.
    pub joints: usize,
}

/// The names by which animations are asked for.
pub(super) fn titles<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Vec<String> {
    let mut taken = HashSet::new();
    let title = |(number, name): (usize, Option<&'a str>)| {
        name.filter(|name| !name.is_empty() && taken.insert(*name)).map_or(number.to_string(), str::to_owned)
    };
    names.enumerate().map(title).collect()
}

/// The one that is asked for, by name or else by number.
pub(super) fn find<S: AsRef<str>>(titles: &[S], wish: &str) -> Option<usize> {
    let numbered = || wish.parse().ok().filter(|number: &usize| *number < titles.len());
    let short = || {
        let mut alike = titles.iter().enumerate().filter(|(_, title)| last_part(title.as_ref()) == wish);
        alike.next().filter(|_| alike.next().is_none()).map(|(number, _)| number)
    };
    titles.iter().position(|title| title.as_ref() == wish).or_else(short).or_else(numbered)
}

/// What a person calls it: Blender writes `Armature|Walk`.
fn last_part(title: &str) -> &str {
    title.rsplit('|').next().unwrap_or(title)
}
