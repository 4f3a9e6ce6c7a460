//! The `HIERARCHY` half of a BVH file: joints with their offsets, and the channels that will move them.
//!
//! The parser walks a stack of its own, so that nesting costs memory and not the call stack.

use std::collections::HashMap;

use glam::DVec3;

use crate::Error;
use crate::clip::{ClipJoint, Transform};
use crate::finding::{Criterion, Place};
use crate::formats::log::Log;
use crate::formats::text::scan::{Scanner, Word};
use crate::formats::text::{clipped, decimal_hint};
use crate::limits::{Limits, MAX_NAME_BYTES, MAX_VALUE};

/// One number of a row. Axes are 0, 1, 2 for X, Y, Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Channel {
    /// Along an axis, in the file's unit.
    Position(usize),
    /// About an axis, in degrees.
    Rotation(usize),
}

impl Channel {
    fn parse(name: &str) -> Option<Self> {
        let axis = "xyz".find(name.chars().next()?.to_ascii_lowercase())?;
        match &name[1..] {
            kind if kind.eq_ignore_ascii_case("position") => Some(Self::Position(axis)),
            kind if kind.eq_ignore_ascii_case("rotation") => Some(Self::Rotation(axis)),
            _ => None,
        }
    }

    pub fn name(self) -> String {
        match self {
            Self::Position(axis) => format!("{}position", ["X", "Y", "Z"][axis]),
            Self::Rotation(axis) => format!("{}rotation", ["X", "Y", "Z"][axis]),
        }
    }
}

/// A joint or end site as the file declares it.
#[derive(Debug)]
pub(super) struct Node {
    pub joint: ClipJoint,
    /// In the order of the row's numbers, which is also the order in which rotations compose.
    pub channels: Vec<Channel>,
    line: usize,
    has_offset: bool,
    has_channels: bool,
    /// How many end sites it holds.
    ends: usize,
}

/// Reads from `HIERARCHY` up to and including the word `MOTION`.
pub(super) fn parse(scan: &mut Scanner, log: &mut Log) -> Result<Vec<Node>, Error> {
    match scan.word() {
        Some(word) if word.is("HIERARCHY") => {}
        Some(word) => return Err(scan.error(word.line, "not a BVH file: it must begin with HIERARCHY")),
        None => return Err(scan.error(1, "the file is empty; a BVH file begins with HIERARCHY")),
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let limits = Limits::current();
    loop {
        let Some(word) = scan.word() else {
            let place =
                open.last().map_or("before MOTION".into(), |&i| format!("inside `{}`", nodes[i].joint.name));
            return Err(scan.error(scan.line, format!("the file ends {place}; it is truncated")));
        };
        if word.is("ROOT") || word.is("JOINT") || word.is("END") {
            let node = begin(scan, word, &mut nodes, open.last().copied())?;
            if open.len() == limits.depth {
                return Err(scan.error(word.line, format!("joints are nested deeper than {}", limits.depth)));
            }
            if nodes.len() == limits.joints {
                return Err(scan.error(word.line, format!("more than {} joints", limits.joints)));
            }
            open.push(nodes.len());
            nodes.push(node);
        } else if word.text == "}" {
            match open.pop() {
                Some(closed) => check_closed(&nodes[closed], log),
                None => log.note(Criterion::Braces, |found| {
                    found.says("a closing brace without an opening one; ignored").at(Place::line(word.line))
                }),
            }
        } else if word.is("OFFSET") || word.is("CHANNELS") {
            let Some(node) = open.last().map(|&i| &mut nodes[i]) else {
                return Err(scan.error(word.line, format!("{} outside of any joint", word.text)));
            };
            if word.is("OFFSET") { offset(scan, word, node)? } else { channels(scan, word, node)? }
        } else if word.is("MOTION") {
            if let Some(&unclosed) = open.last() {
                let Node { joint, line, .. } = &nodes[unclosed];
                let problem =
                    format!("a closing brace is missing: `{}` of line {line} is still open", joint.name);
                return Err(scan.error(word.line, problem));
            }
            break;
        } else {
            return Err(scan.error(word.line, unexpected(word)));
        }
    }
    if nodes.is_empty() {
        return Err(scan.error(scan.line, "no joints: HIERARCHY must hold at least one ROOT"));
    }
    note_namesakes(&nodes, log);
    Ok(nodes)
}

/// A joint up to and including its opening brace.
fn begin(scan: &mut Scanner, word: Word, nodes: &mut [Node], parent: Option<usize>) -> Result<Node, Error> {
    let end = word.is("END");
    let mut name = scan.name().to_owned();
    if let Some(holder) = parent.map(|p| &mut nodes[p]) {
        let holder_name = &holder.joint.name;
        if holder.joint.end {
            let problem =
                format!("{} inside the End Site of `{holder_name}`: a closing brace is missing", word.text);
            return Err(scan.error(word.line, problem));
        }
        if word.is("ROOT") {
            let problem = format!("ROOT inside `{holder_name}`: close that joint first, or write JOINT");
            return Err(scan.error(word.line, problem));
        }
        if end {
            holder.ends += 1;
            let number = if holder.ends == 1 { String::new() } else { holder.ends.to_string() };
            name = format!("{holder_name}_End{number}");
        }
    } else if !word.is("ROOT") {
        let problem = format!("{} outside of any ROOT: one closing brace too many above?", word.text);
        return Err(scan.error(word.line, problem));
    }
    if name.is_empty() {
        return Err(scan.error(word.line, format!("{} without a name", word.text)));
    }
    if name.len() > MAX_NAME_BYTES && !end {
        return Err(scan.error(word.line, format!("a joint's name is longer than {MAX_NAME_BYTES} bytes")));
    }
    match scan.word() {
        Some(brace) if brace.text == "{" => {}
        Some(other) => {
            return Err(scan.error(
                other.line,
                format!("expected `{{` after `{name}`, found `{}`", clipped(other.text)),
            ));
        }
        None => return Err(scan.error(scan.line, format!("the file ends after the name `{name}`"))),
    }
    Ok(Node {
        joint: ClipJoint { name, parent, rest: Transform::IDENTITY, end },
        channels: Vec::new(),
        line: word.line,
        has_offset: false,
        has_channels: false,
        ends: 0,
    })
}

fn offset(scan: &mut Scanner, word: Word, node: &mut Node) -> Result<(), Error> {
    let name = &node.joint.name;
    if node.has_offset {
        return Err(scan.error(word.line, format!("a second OFFSET in `{name}`")));
    }
    let mut xyz = [0.0; 3];
    for value in &mut xyz {
        let number = scan
            .word()
            .ok_or_else(|| scan.error(scan.line, format!("the file ends in the OFFSET of `{name}`")))?;
        *value = match number.text.parse::<f64>() {
            Ok(v) if v.abs() <= MAX_VALUE => v,
            _ => {
                let found = clipped(number.text);
                let problem = match number.text.parse::<f64>() {
                    Ok(_) => format!("OFFSET of `{name}` holds `{found}`, which is not a length"),
                    Err(_) => {
                        let hint = decimal_hint(number.text);
                        format!("OFFSET of `{name}` needs three numbers, found `{found}`{hint}")
                    }
                };
                return Err(scan.error(number.line, problem));
            }
        };
    }
    node.joint.rest.translation = DVec3::from_array(xyz);
    node.has_offset = true;
    Ok(())
}

fn channels(scan: &mut Scanner, word: Word, node: &mut Node) -> Result<(), Error> {
    let name = &node.joint.name;
    if node.has_channels {
        return Err(scan.error(word.line, format!("a second CHANNELS in `{name}`")));
    }
    let count = scan.word().ok_or_else(|| scan.error(scan.line, "the file ends after CHANNELS"))?;
    while let Some(next) = scan.peek().filter(|next| !is_structure(next)) {
        scan.word();
        let channel = Channel::parse(next.text).ok_or_else(|| {
            let problem = format!(
                "unknown channel `{}` of `{name}`; a channel is Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation",
                clipped(next.text)
            );
            scan.error(next.line, problem)
        })?;
        if node.channels.contains(&channel) {
            return Err(scan.error(next.line, format!("`{name}` has the channel {} twice", next.text)));
        }
        node.channels.push(channel);
    }
    if count.text.parse() != Ok(node.channels.len()) {
        let (said, found) = (clipped(count.text), node.channels.len());
        return Err(
            scan.error(count.line, format!("CHANNELS of `{name}` says {said}, but {found} names follow"))
        );
    }
    if node.joint.end && !node.channels.is_empty() {
        return Err(scan.error(word.line, format!("an End Site has no channels (`{name}`)")));
    }
    node.has_channels = true;
    Ok(())
}

/// Words that end a list of channels.
fn is_structure(word: &Word) -> bool {
    ["{", "}", "ROOT", "JOINT", "END", "OFFSET", "CHANNELS", "MOTION"].iter().any(|k| word.is(k))
}

fn unexpected(word: Word) -> String {
    format!(
        "unexpected `{}`; expected ROOT, JOINT, End Site, OFFSET, CHANNELS, a brace or MOTION",
        clipped(word.text)
    )
}

fn check_closed(node: &Node, log: &mut Log) {
    if !node.has_offset {
        log.note(Criterion::Offsets, |found| {
            found
                .says(format!("`{}` has no OFFSET; 0 0 0 is used", node.joint.name))
                .at(Place::line(node.line))
        });
    }
}

fn note_namesakes(nodes: &[Node], log: &mut Log) {
    let mut lines: HashMap<&str, usize> = HashMap::new();
    for node in nodes {
        if let Some(first) = lines.insert(&node.joint.name, node.line) {
            log.note(Criterion::Namesakes, |found| {
                let found = found
                    .says(format!("two joints are called `{}`, the other in line {first}", node.joint.name));
                found.at(Place::line(node.line)).remedy(format!(
                    "Rename one, or call them {0:?} and \"{0}#2\" in joints = {{ … }} of [files.\"FILE\"].",
                    node.joint.name
                ))
            });
        }
    }
}
