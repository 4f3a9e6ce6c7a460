//! The `.asf`: bones and how they hang together.
//!
//! It is read line by line. What a keyword does not know is an error: a misspelt `dof` would else shift every value of
//! the motion.

use std::collections::HashMap;

use glam::{DQuat, DVec3};

use crate::Error;
use crate::finding::{Criterion, Place};
use crate::formats::log::Log;
use crate::formats::text::scan::Scanner;
use crate::formats::text::{clipped, decimal_hint};
use crate::limits::{Limits, MAX_NAME_BYTES, MAX_VALUE};

/// One value of a bone's line. Axes are 0, 1, 2 for X, Y, Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dof {
    Turn(usize),
    Move(usize),
    /// The bone grows by so much.
    Length,
}

impl Dof {
    /// Whether its values are angles.
    pub fn is_turn(self) -> bool {
        matches!(self, Self::Turn(_))
    }

    fn parse(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let axis = |letter: &str| ["x", "y", "z"].iter().position(|a| *a == letter);
        match lower.split_at_checked(1)? {
            ("l", "") => Some(Self::Length),
            ("r", letter) => axis(letter).map(Self::Turn),
            ("t", letter) => axis(letter).map(Self::Move),
            _ => None,
        }
    }
}

/// A bone, or the root, which has no extent.
#[derive(Debug)]
pub(super) struct Bone {
    pub name: String,
    /// Index of an earlier one; `None` for the root.
    pub parent: Option<usize>,
    /// From its upper end to its lower, in the axes of the file.
    pub extent: DVec3,
    /// What its angles turn about.
    pub axes: DQuat,
    /// In the order of its values, which is also the order in which rotations are applied.
    pub dofs: Vec<Dof>,
    /// Where the upper end of the root is; zero for bones.
    pub place: DVec3,
}

/// All that a motion needs.
#[derive(Debug)]
pub(super) struct Skeleton {
    /// Root first, parents before children.
    pub bones: Vec<Bone>,
    /// `length` of `:units`.
    pub length: Option<f64>,
    /// Whether angles are in degrees.
    pub degrees: bool,
}

/// Reads a skeleton.
pub(super) fn parse(scan: &Scanner, log: &mut Log) -> Result<Skeleton, Error> {
    let mut file = File::default();
    let mut section = Section::Other;
    let mut last = 1;
    for line in scan.lines().filter(|line| !line.text.starts_with('#')) {
        last = line.line;
        if let Some(keyword) = line.text.strip_prefix(':') {
            file.check_closed(scan, line.line, &format!("`{}` stands", clipped(line.text)))?;
            section = Section::of(keyword.split_whitespace().next().unwrap_or(""));
            file.sections.push((section, line.line));
            continue;
        }
        let words: Vec<&str> = line.text.split_whitespace().collect();
        let at = Line { scan, line: line.line, words: &words };
        match section {
            Section::Other => {}
            Section::Units => file.unit(&at)?,
            Section::Root => file.root(&at)?,
            Section::Bones => file.bone(&at)?,
            Section::Hierarchy => file.link(&at)?,
        }
    }
    file.check_closed(scan, last, "the file ends")?;
    file.finish(scan, last, log)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Units,
    Root,
    Bones,
    Hierarchy,
    /// Version, name, documentation, skin: nothing that moves.
    Other,
}

impl Section {
    fn of(keyword: &str) -> Self {
        match keyword.to_ascii_lowercase().as_str() {
            "units" => Self::Units,
            "root" => Self::Root,
            "bonedata" => Self::Bones,
            "hierarchy" => Self::Hierarchy,
            _ => Self::Other,
        }
    }
}

/// The words of a line, and where to complain.
struct Line<'a> {
    scan: &'a Scanner<'a>,
    line: usize,
    words: &'a [&'a str],
}

impl Line<'_> {
    fn error(&self, problem: impl Into<String>) -> Error {
        self.scan.error(self.line, problem)
    }

    fn keyword(&self) -> String {
        self.words[0].to_ascii_lowercase()
    }

    fn number(&self, at: usize) -> Result<f64, Error> {
        let word = self.words.get(at).copied().unwrap_or("nothing");
        let number = word.parse().ok().filter(|v: &f64| v.abs() <= MAX_VALUE);
        number.ok_or_else(|| {
            let (keyword, found, hint) = (self.words[0], clipped(word), decimal_hint(word));
            self.error(format!("`{keyword}` needs a number here, found `{found}`{hint}"))
        })
    }

    fn vector(&self) -> Result<DVec3, Error> {
        Ok(DVec3::new(self.number(1)?, self.number(2)?, self.number(3)?))
    }

    /// The one word after the keyword.
    fn word(&self) -> Result<&str, Error> {
        match self.words {
            [_, word] => Ok(word),
            _ => Err(self.error(format!("`{}` needs one word", clipped(self.words[0])))),
        }
    }

    fn dofs(&self) -> Result<Vec<Dof>, Error> {
        let mut dofs = Vec::new();
        for name in &self.words[1..] {
            let dof = Dof::parse(name).ok_or_else(|| {
                self.error(format!("unknown dof `{}`; one is rx, ry, rz, tx, ty, tz or l", clipped(name)))
            })?;
            if dofs.contains(&dof) {
                return Err(self.error(format!("the dof `{name}` appears twice")));
            }
            dofs.push(dof);
        }
        Ok(dofs)
    }

    /// Three axes in the order of their letters, such as XYZ.
    fn order(&self, letters: &str) -> Result<[usize; 3], Error> {
        let axes: Vec<usize> = letters.chars().filter_map(|c| "xyz".find(c.to_ascii_lowercase())).collect();
        match axes[..] {
            [a, b, c] if letters.len() == 3 && a != b && b != c && a != c => Ok([a, b, c]),
            _ => {
                Err(self
                    .error(format!("`{}` is not an order of axes; write XYZ or similar", clipped(letters))))
            }
        }
    }
}

/// What has been read so far.
#[derive(Default)]
struct File {
    sections: Vec<(Section, usize)>,
    length: Option<f64>,
    radians: bool,
    root_dofs: Vec<Dof>,
    root_order: Option<[usize; 3]>,
    root_place: DVec3,
    root_turn: DVec3,
    bones: Vec<Draft>,
    /// A bone between `begin` and `end`, or the list of links.
    open: bool,
    by_name: HashMap<String, usize>,
    /// Index of the parent of each bone, and its line; `None` is the root.
    parents: HashMap<usize, (Option<usize>, usize)>,
    /// Bones in the order in which the hierarchy has them.
    order: Vec<usize>,
}

#[derive(Default)]
struct Draft {
    name: String,
    line: usize,
    direction: Option<DVec3>,
    length: Option<f64>,
    axes: Option<(DVec3, [usize; 3])>,
    dofs: Vec<Dof>,
}

impl File {
    fn unit(&mut self, at: &Line) -> Result<(), Error> {
        match at.keyword().as_str() {
            "mass" => {}
            "length" => {
                let length = at.number(1)?;
                if length <= 1e-9 {
                    return Err(
                        at.error(format!("{length} is not a valid length; it is a scale such as 0.45"))
                    );
                }
                self.length = Some(length);
            }
            "angle" => match at.word()?.to_ascii_lowercase().as_str() {
                "deg" | "degrees" => self.radians = false,
                "rad" | "radians" => self.radians = true,
                other => return Err(at.error(format!("angles are in deg or rad, not `{}`", clipped(other)))),
            },
            other => return Err(unknown(at, other, "mass, length or angle")),
        }
        Ok(())
    }

    fn root(&mut self, at: &Line) -> Result<(), Error> {
        match at.keyword().as_str() {
            "order" => self.root_dofs = at.dofs()?,
            "axis" => self.root_order = Some(at.order(at.word()?)?),
            "position" => self.root_place = at.vector()?,
            "orientation" => self.root_turn = at.vector()?,
            other => return Err(unknown(at, other, "order, axis, position or orientation")),
        }
        Ok(())
    }

    fn bone(&mut self, at: &Line) -> Result<(), Error> {
        let keyword = at.keyword();
        if keyword == "begin" {
            if self.open {
                return Err(at.error("a bone begins inside another: an `end` is missing above"));
            }
            let most = Limits::current().joints;
            if self.bones.len() + 1 >= most {
                return Err(at.error(format!("more than {most} bones")));
            }
            self.open = true;
            self.bones.push(Draft { line: at.line, ..Draft::default() });
            return Ok(());
        }
        if !self.open {
            return Err(at.error(format!("expected `begin` of a bone, found `{}`", clipped(at.words[0]))));
        }
        let index = self.bones.len() - 1;
        let bone = &mut self.bones[index];
        match keyword.as_str() {
            "end" => {
                self.open = false;
                if bone.name.is_empty() {
                    return Err(at.error("this bone has no name"));
                }
            }
            "name" => {
                let name = at.word()?;
                if name.len() > MAX_NAME_BYTES || name.eq_ignore_ascii_case("root") || !bone.name.is_empty() {
                    return Err(at.error(format!("`{}` cannot be this bone's name", clipped(name))));
                }
                bone.name = name.to_owned();
                if self.by_name.insert(name.to_owned(), index).is_some() {
                    return Err(at.error(format!("two bones are called `{name}`; rename one")));
                }
            }
            "direction" => bone.direction = Some(at.vector()?),
            "length" => bone.length = Some(at.number(1)?),
            "axis" => {
                let letters = at.words.get(4).copied().unwrap_or("");
                bone.axes = Some((at.vector()?, at.order(letters)?));
            }
            "dof" => bone.dofs = at.dofs()?,
            // Limits are many lines, each in parentheses; the masses are of no use.
            "id" | "limits" | "bodymass" | "cofmass" => {}
            range if range.starts_with('(') => {}
            other => {
                return Err(unknown(at, other, "name, direction, length, axis, dof, limits or end"));
            }
        }
        Ok(())
    }

    fn link(&mut self, at: &Line) -> Result<(), Error> {
        match at.keyword().as_str() {
            "begin" if at.words.len() == 1 => self.open = true,
            "end" if at.words.len() == 1 => self.open = false,
            _ if !self.open => return Err(at.error("expected `begin` of the hierarchy")),
            _ => {
                let parent = match at.words[0] {
                    root if root.eq_ignore_ascii_case("root") => None,
                    name => Some(self.named(at, name)?),
                };
                for name in &at.words[1..] {
                    let child = self.named(at, name)?;
                    if let Some((_, before)) = self.parents.insert(child, (parent, at.line)) {
                        let problem = format!("`{name}` has a parent already, in line {before}");
                        return Err(at.error(problem));
                    }
                    self.order.push(child);
                }
            }
        }
        Ok(())
    }

    fn named(&self, at: &Line, name: &str) -> Result<usize, Error> {
        self.by_name.get(name).copied().ok_or_else(|| {
            at.error(format!(
                "no bone of :bonedata is called `{}`; is the file truncated, or the name misspelt?",
                clipped(name)
            ))
        })
    }

    /// Nothing is left open where a section or the file ends.
    fn check_closed(&self, scan: &Scanner, line: usize, what: &str) -> Result<(), Error> {
        if !self.open {
            return Ok(());
        }
        let inside = match self.sections.last() {
            Some((Section::Bones, _)) => "a bone",
            _ => "the hierarchy",
        };
        Err(scan.error(line, format!("{what} inside {inside}; it is truncated, or an `end` is missing")))
    }

    fn finish(self, scan: &Scanner, last: usize, log: &mut Log) -> Result<Skeleton, Error> {
        for (section, name) in
            [(Section::Root, ":root"), (Section::Bones, ":bonedata"), (Section::Hierarchy, ":hierarchy")]
        {
            if !self.sections.iter().any(|(s, _)| *s == section) {
                let problem = match self.sections.is_empty() {
                    true => "not an ASF file: it has no :root, :bonedata and :hierarchy".into(),
                    false => format!("{name} is missing; the file is truncated or not a skeleton"),
                };
                return Err(scan.error(last, problem));
            }
        }
        let angle = |v: DVec3| if self.radians { v } else { v * (std::f64::consts::PI / 180.0) };
        let mut bones = vec![Bone {
            name: "root".into(),
            parent: None,
            extent: DVec3::ZERO,
            axes: turned(angle(self.root_turn), self.root_order.unwrap_or([0, 1, 2])),
            dofs: self.root_dofs.clone(),
            place: self.root_place,
        }];
        if self.root_dofs.is_empty() {
            return Err(scan.error(last, ":root has no `order`; write order TX TY TZ RX RY RZ"));
        }
        for index in self.depth_first(scan)? {
            let Draft { name, line, direction, length, axes, dofs } = &self.bones[index.bone];
            let missing = |what| scan.error(*line, format!("the bone `{name}` has no {what}"));
            let (turns, order) = axes.ok_or_else(|| missing("axis"))?;
            let length = length.ok_or_else(|| missing("length"))?;
            let direction = direction.ok_or_else(|| missing("direction"))?;
            bones.push(Bone {
                name: name.clone(),
                parent: Some(index.parent),
                extent: extent(direction, length, name, *line, scan, log)?,
                axes: turned(angle(turns), order),
                dofs: dofs.clone(),
                place: DVec3::ZERO,
            });
        }
        if let Some(bone) = bones.iter().find(|bone| bone.dofs.contains(&Dof::Length)) {
            log.note(Criterion::Scales, |found| {
                let message = "the dof l, a change of length, which joints cannot have, is ignored";
                found.says(message).at(Place::joint(&bone.name))
            });
        }
        Ok(Skeleton { bones, length: self.length, degrees: !self.radians })
    }

    /// All bones, parents first, with the place of each one's parent in the list (root is 0).
    fn depth_first(&self, scan: &Scanner) -> Result<Vec<Placed>, Error> {
        let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for &bone in &self.order {
            children.entry(self.parents[&bone].0).or_default().push(bone);
        }
        let mut placed = Vec::with_capacity(self.bones.len());
        let below = |bone: Option<usize>, parent: usize, depth: usize| {
            let bones = children.get(&bone).into_iter().flatten().rev();
            bones.map(move |&bone| (Placed { bone, parent }, depth))
        };
        let mut stack: Vec<(Placed, usize)> = below(None, 0, 1).collect();
        let deepest = Limits::current().depth;
        while let Some((next, depth)) = stack.pop() {
            if depth == deepest {
                let line = self.bones[next.bone].line;
                return Err(scan.error(line, format!("bones are nested deeper than {deepest}")));
            }
            placed.push(next);
            stack.extend(below(Some(next.bone), placed.len(), depth + 1));
        }
        if placed.len() < self.bones.len() {
            let mut reached = vec![false; self.bones.len()];
            placed.iter().for_each(|p| reached[p.bone] = true);
            let lost = self.bones.iter().zip(reached).find(|(_, reached)| !reached).map(|(bone, _)| bone);
            let (line, name) = lost.map_or((1, ""), |bone| (bone.line, &bone.name));
            return Err(scan.error(line, format!("`{name}` does not hang from the root in :hierarchy")));
        }
        Ok(placed)
    }
}

#[derive(Clone, Copy)]
struct Placed {
    bone: usize,
    parent: usize,
}

/// From the upper end of a bone to its lower.
fn extent(
    direction: DVec3,
    length: f64,
    name: &str,
    line: usize,
    scan: &Scanner,
    log: &mut Log,
) -> Result<DVec3, Error> {
    let size = direction.length();
    if length == 0.0 {
        return Ok(DVec3::ZERO);
    }
    if size < 1e-6 {
        return Err(
            scan.error(line, format!("the direction of `{name}` is zero, but its length is {length}"))
        );
    }
    if (size - 1.0).abs() > 1e-2 {
        log.note(Criterion::Offsets, |found| {
            let found =
                found.says(format!("the direction has length {size:.3} instead of 1; it was normalised"));
            found.at(Place { line: Some(line), ..Place::joint(name) })
        });
    }
    Ok(direction * (length / size))
}

/// Rotations about three axes, the first one applied first.
fn turned(angles_rad: DVec3, order: [usize; 3]) -> DQuat {
    order.iter().fold(DQuat::IDENTITY, |q, &axis| about(axis, angles_rad[axis]) * q).normalize()
}

fn unknown(at: &Line, word: &str, known: &str) -> Error {
    at.error(format!("unexpected `{}`; expected {known}", clipped(word)))
}

/// The rotation about an axis, 0, 1, 2 for X, Y, Z.
pub(super) fn about(axis: usize, angle_rad: f64) -> DQuat {
    let (sine, cosine) = libm::sincos(angle_rad * 0.5);
    let v = DVec3::AXES[axis] * sine;
    DQuat::from_xyzw(v.x, v.y, v.z, cosine)
}
