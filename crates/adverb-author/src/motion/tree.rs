//! A motion's expression in words, node by node.

use std::collections::BTreeSet;

use super::{Kind, Motion, Pace, Search};

/// A node of a motion's expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its depth; the root's is 0.
    pub depth: usize,
    /// What it does, in words: `clip 0.25 to 0.75`.
    pub what: String,
    /// Its duration, in seconds.
    pub secs: f64,
    /// Its key-times with their names, in seconds.
    pub keys: Vec<(String, f64)>,
}

/// All nodes of an expression, each before its parts.
#[must_use]
pub fn tree(motion: &Motion) -> Vec<Node> {
    let (mut nodes, mut rest) = (Vec::new(), vec![(motion, 0)]);
    while let Some((motion, depth)) = rest.pop() {
        let keys = motion.key_times().iter().map(|(name, key)| (name.to_string(), key.0)).collect();
        nodes.push(Node { depth, what: motion.in_words(), secs: motion.duration().0, keys });
        rest.extend(motion.parts().into_iter().rev().map(|part| (&**part, depth + 1)));
    }
    nodes
}

impl Motion {
    /// The files of its recordings.
    pub fn files(&self) -> BTreeSet<&str> {
        let (mut files, mut rest) = (BTreeSet::new(), vec![self]);
        while let Some(motion) = rest.pop() {
            if let Kind::Basic(basic) = &motion.kind {
                files.insert(basic.recording.file());
            }
            rest.extend(motion.parts().into_iter().map(|part| &**part));
        }
        files
    }

    /// What this node does, without its parts.
    fn in_words(&self) -> String {
        match &self.kind {
            Kind::Basic(m) => {
                let from = m.from_secs;
                format!("{} from {from:.3} to {:.3} s", m.recording.file(), from + self.duration().0)
            }
            Kind::Clip(m) => format!("clip {} to {}", m.range[0].0, m.range[1].0),
            Kind::Affine(m) => format!("affine stretched by {}, starting at {} s", m.stretch, self.start.0),
            Kind::Mirror(_) => "mirror".into(),
            Kind::Concatenation(_) => "concatenate".into(),
            Kind::Cycle(m) => {
                let search = match m.search {
                    Search::Exact => " as it is".into(),
                    Search::Near(secs) => format!(" searched within {secs} s"),
                    Search::Default => String::new(),
                };
                format!("cycle{search}, ends {:.0} mm apart", 1000.0 * m.gap_m)
            }
            Kind::Rephased(m) => format!("begun {} of a round later", m.later().0),
            Kind::Verb(m) => {
                let at: Vec<String> =
                    self.adverbs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                format!(
                    "verb {} at {}",
                    m.verb.name(),
                    if at.is_empty() { "its only point".into() } else { at.join(", ") }
                )
            }
            Kind::Warp(m) => format!(
                "warp with {}",
                match &m.pace {
                    Pace::EaseIn => "ease-in".into(),
                    Pace::EaseOut => "ease-out".into(),
                    Pace::EaseInOut => "ease-in-out".into(),
                    Pace::Sigmoid => "sigmoid".into(),
                    Pace::Through(points) => format!("{points:?}"),
                }
            ),
            Kind::Composition(_) => "compose".into(),
            Kind::Selection(_) => "select".into(),
            Kind::Transition(m) => {
                let [[a, b], [c, d]] = m.regions.map(|region| region.map(|t| t.0));
                format!("transition leaving {a} to {b}, entering {c} to {d}")
            }
        }
    }
}
