//! The `.amc`: frame by frame a number, then a line per bone with its values.
//!
//! Nothing declares how many frames there are or how fast they follow. A bone that a frame leaves out holds what was last
//! known, with a warning; an incomplete last frame is left out.

use std::collections::HashMap;

use super::skeleton::Skeleton;
use crate::Error;
use crate::finding::{Criterion, Place};
use crate::formats::log::Log;
use crate::formats::text::scan::{Scanner, Word};
use crate::formats::text::{clipped, decimal_hint, hold, number};

/// The frames of a file.
#[derive(Debug)]
pub(super) struct Motion {
    /// Frame after frame, bone after bone, all finite; angles in radians.
    pub values: Vec<f64>,
    pub frame_count: usize,
    /// Frames per second, where the file says.
    pub rate: Option<f64>,
}

/// Reads a motion of a skeleton that is called `skeleton_file`. No more than `most_frames` are justified by the files.
pub(super) fn parse(
    scan: &Scanner,
    skeleton: &Skeleton,
    skeleton_file: &str,
    most_frames: usize,
    log: &mut Log,
) -> Result<Motion, Error> {
    let mut rows = Rows::new(skeleton);
    let (mut degrees, mut rate) = (skeleton.degrees, None);
    let end = scan.lines().last().map_or(1, |line| line.line);
    let cut = |line: Word| line.line == end && scan.ends_inside_a_word();
    for line in scan.lines().filter(|line| !line.text.starts_with('#')) {
        if let Some(keyword) = line.text.strip_prefix(':') {
            let mut words = keyword.split_whitespace();
            match words.next().unwrap_or("").to_ascii_lowercase().as_str() {
                "degrees" => degrees = true,
                "radians" => degrees = false,
                "samples-per-second" => rate = words.next().and_then(|w| w.parse().ok()),
                _ => {}
            }
            continue;
        }
        if let Ok(frame) = line.text.parse::<u64>() {
            rows.begin(frame, line, log);
            if rows.count > most_frames {
                let problem =
                    format!("{} frames and more, out of all proportion to the file; split it", rows.count);
                return Err(scan.error(line.line, problem));
            }
            continue;
        }
        match rows.bone(scan, line, skeleton_file, log) {
            Err(_) if cut(line) && rows.count > 1 => rows.whole = false,
            other => other?,
        }
    }
    if rows.count == 0 {
        return Err(
            scan.error(end, "not an AMC file, or one without frames: no line is a frame's number alone")
        );
    }
    rows.end(end, scan.ends_inside_a_word(), log);
    let Rows { mut values, width, count, .. } = rows;
    hold(&mut values, width);
    if degrees {
        turn_to_radians(&mut values, skeleton);
    }
    Ok(Motion { values, frame_count: count, rate: rate.filter(|r: &f64| (1e-3..=1e5).contains(r)) })
}

/// Where the values of a bone go, and when it was last seen.
struct Slot {
    at: usize,
    width: usize,
    name: String,
    first: Option<usize>,
    seen: Option<usize>,
}

struct Rows {
    slots: Vec<Slot>,
    by_name: HashMap<String, usize>,
    width: usize,
    values: Vec<f64>,
    count: usize,
    number: u64,
    /// False when the file broke off within the last frame.
    whole: bool,
}

impl Rows {
    fn new(skeleton: &Skeleton) -> Self {
        let mut width = 0;
        let slots: Vec<Slot> = skeleton
            .bones
            .iter()
            .map(|bone| {
                let slot = Slot {
                    at: width,
                    width: bone.dofs.len(),
                    name: bone.name.clone(),
                    first: None,
                    seen: None,
                };
                width += slot.width;
                slot
            })
            .collect();
        let by_name = slots.iter().enumerate().map(|(i, slot)| (slot.name.clone(), i)).collect();
        Self { slots, by_name, width, values: Vec::new(), count: 0, number: 0, whole: true }
    }

    fn begin(&mut self, number: u64, line: Word, log: &mut Log) {
        if self.count > 0 {
            self.tell_missing(line.line, log);
            if number != self.number.wrapping_add(1) {
                let before = self.number;
                log.note(Criterion::Counts, |found| {
                    let found =
                        found.says(format!("frame {number} follows frame {before}; it is read as the next"));
                    found.at(Place::line(line.line))
                });
            }
        }
        self.number = number;
        self.count += 1;
        self.values.resize(self.count * self.width, f64::NAN);
    }

    fn bone(&mut self, scan: &Scanner, line: Word, skeleton_file: &str, log: &mut Log) -> Result<(), Error> {
        let mut words = line.text.split_whitespace();
        let name = words.next().unwrap_or("");
        let Some(frame) = self.count.checked_sub(1) else {
            let problem = format!("expected the number of the first frame, found `{}`", clipped(name));
            return Err(scan.error(line.line, problem));
        };
        let Some(slot) = self.by_name.get(name).map(|&i| &mut self.slots[i]) else {
            let problem = format!(
                "there is no bone `{}` in the skeleton {skeleton_file}; is it this motion's?",
                clipped(name)
            );
            return Err(scan.error(line.line, problem));
        };
        if slot.seen == Some(frame) {
            return Err(scan.error(line.line, format!("`{name}` appears twice in frame {}", self.number)));
        }
        let here = Place { line: Some(line.line), frame: Some(frame), ..Place::joint(name) };
        slot.first.get_or_insert(frame);
        slot.seen = Some(frame);
        let row = &mut self.values[frame * self.width + slot.at..][..slot.width];
        let mut found = 0;
        for word in words {
            let value = number(word).ok_or_else(|| {
                let hint = decimal_hint(word);
                scan.error(line.line, format!("`{}` of `{name}` is not a number{hint}", clipped(word)))
            })?;
            if let Some(place) = row.get_mut(found) {
                *place = value;
            }
            found += 1;
        }
        if found != slot.width {
            row.fill(f64::NAN);
            let wanted = slot.width;
            log.note(Criterion::Rows, |row| {
                let message =
                    format!("{found} values instead of the {wanted} of its dofs; the frame before is held");
                row.says(message).at(here)
            });
        } else if row.iter().any(|v| v.is_nan()) {
            log.note(Criterion::Values, |found| {
                found.says("a value is not finite; the frame before is held").at(here)
            });
        }
        Ok(())
    }

    /// Bones that have had values, but not in the frame that ends before `line`.
    fn tell_missing(&self, line: usize, log: &mut Log) {
        let frame = self.count - 1;
        let missing = |slot: &&Slot| slot.width > 0 && slot.seen.is_some_and(|seen| seen < frame);
        if let Some(slot) = self.slots.iter().find(missing) {
            log.note(Criterion::Rows, |found| {
                let place = Place { line: Some(line), frame: Some(frame), ..Place::joint(&slot.name) };
                found.says("no values before this line; the last are held").at(place)
            });
        }
    }

    /// Leaves out a last frame that broke off, and tells which bones never had values.
    fn end(&mut self, line: usize, inside_a_word: bool, log: &mut Log) {
        let frame = self.count - 1;
        let moved = |slot: &Slot| slot.width > 0 && slot.seen.is_some();
        let missing = self.slots.iter().any(|slot| moved(slot) && slot.seen != Some(frame));
        if frame > 0 && (missing || !self.whole) {
            self.count -= 1;
            self.values.truncate(self.count * self.width);
            log.note(Criterion::EndsEarly, |found| {
                let found =
                    found.says(format!("the file ends within frame {}; that frame is left out", self.number));
                found.at(Place::line(line))
            });
        } else if inside_a_word {
            log.note(Criterion::EndsEarly, |found| {
                let message =
                    "the last line has no line end; if the file is truncated, its last value may be, too";
                found.says(message).at(Place::line(line))
            });
        }
        if let Some((slot, first)) = self.slots.iter().find_map(|s| Some((s, s.first.filter(|f| *f > 0)?))) {
            log.note(Criterion::Rows, |found| {
                let found =
                    found.says(format!("no values before frame {first}; the first ones are held until then"));
                found.at(Place::joint(&slot.name))
            });
        }
        let still: Vec<&str> =
            self.slots.iter().filter(|s| s.width > 0 && s.seen.is_none()).map(|s| s.name.as_str()).collect();
        if let Some(first) = still.first() {
            let more = if still.len() > 1 { format!(" and {} more", still.len() - 1) } else { String::new() };
            log.note(Criterion::Rows, |found| {
                found.says(format!("no frame has values for `{first}`{more}; they stay at rest"))
            });
        }
    }
}

fn turn_to_radians(values: &mut [f64], skeleton: &Skeleton) {
    let turns: Vec<bool> = skeleton.bones.iter().flat_map(|b| &b.dofs).map(|dof| dof.is_turn()).collect();
    for row in values.chunks_exact_mut(turns.len().max(1)) {
        row.iter_mut()
            .zip(&turns)
            .filter(|(_, turn)| **turn)
            .for_each(|(value, _)| *value = value.to_radians());
    }
}
