//! The `MOTION` half of a BVH file: how many frames, how long each, and the rows.
//!
//! Nothing is allocated by a claimed count; the rows that follow decide. Usually a line is a row, but rows may
//! be wrapped over lines. So the lines vote: where most hold whole rows, one that does not is a damaged row,
//! and where most do not, the numbers are one stream cut every `width` numbers. Damaged rows and numbers that
//! are none become NaN and then hold what was last known, which keeps the timing of all that follows.

use super::hierarchy::Node;
use crate::Error;
use crate::finding::{Criterion, Finding, Place, Verdict};
use crate::formats::log::Log;
use crate::formats::text::scan::{Scanner, Word};
use crate::formats::text::{clipped, decimal_hint, hold, number};
use crate::limits::{Limits, MAX_VALUE};

/// Shorter or longer frames than these, in seconds, are damage.
const FRAME_SECS: std::ops::RangeInclusive<f64> = 1e-6..=1e4;
/// A frame that takes as long as this is hardly meant.
const SLOW_SECS: f64 = 5.0;

/// The rows of a file.
#[derive(Debug)]
pub(super) struct Motion {
    /// As written.
    pub frame_secs: f64,
    /// Row after row, all finite.
    pub values: Vec<f64>,
    pub row_count: usize,
}

/// Reads what follows the word `MOTION`.
pub(super) fn parse(scan: &mut Scanner, nodes: &[Node], log: &mut Log) -> Result<Motion, Error> {
    let header = Header::parse(scan)?;
    if header.frame_secs >= SLOW_SECS {
        let Header { frame_secs, frames_line, .. } = header;
        log.note(Criterion::FrameTime, |found| {
            let found =
                found.says(format!("a Frame Time of {frame_secs} is that many seconds for every frame"));
            let remedy = format!("If it is frames per second, write {:.6}.", 1.0 / frame_secs);
            Finding { verdict: Verdict::Warning, ..found.at(Place::line(frames_line + 1)).remedy(remedy) }
        });
    }
    let width = nodes.iter().map(|n| n.channels.len()).sum();
    let mut rows = Rows { scan, nodes, width, values: Vec::new(), log };
    let ends_whole = rows.read()?;
    let Rows { mut values, .. } = rows;
    let mut row_count = values.len().checked_div(width).unwrap_or(0);
    if ends_whole && row_count > 0 && (row_count as u64) < header.declared && scan.ends_inside_a_word() {
        row_count -= 1;
        values.truncate(row_count * width);
        log.note(Criterion::EndsEarly, |found| {
            let line = scan.lines().last().map_or(0, |l| l.line);
            let found = found.says("the file ends early, perhaps inside a number; its last row is left out");
            found.at(Place::line(line))
        });
    }
    hold(&mut values, width);
    if row_count == 0 {
        log.note(Criterion::NoMotion, |found| {
            let found = found.says("no whole row of numbers follows; only the rest pose was read");
            found.at(Place::line(header.frames_line))
        });
    } else if row_count as u64 != header.declared {
        log.note(Criterion::Counts, |found| {
            let Header { declared, frames_line, .. } = header;
            let found = found
                .says(format!("{declared} frames are declared, but {row_count} rows follow; those are used"));
            found.at(Place::line(frames_line))
        });
    }
    Ok(Motion { frame_secs: header.frame_secs, values, row_count })
}

/// `Frames:` and `Frame Time:`.
struct Header {
    declared: u64,
    frames_line: usize,
    frame_secs: f64,
}

impl Header {
    fn parse(scan: &mut Scanner) -> Result<Self, Error> {
        let mut expect = |what: &str, keyword: Option<&str>| match scan.header_word() {
            Some(word) if keyword.is_none_or(|k| word.is(k)) => Ok(word),
            Some(word) => {
                Err(scan.error(word.line, format!("expected {what}, found `{}`", clipped(word.text))))
            }
            None => Err(scan.error(scan.line, format!("the file ends where {what} should stand"))),
        };
        expect("`Frames:`", Some("Frames"))?;
        let frames = expect("the number of frames", None)?;
        expect("`Frame Time:`", Some("Frame"))?;
        expect("`Frame Time:`", Some("Time"))?;
        let time = expect("the frame time in seconds", None)?;
        let declared = match frames.text.parse() {
            Ok(count) if count <= Limits::current().frames as u64 => count,
            _ => {
                let problem =
                    format!("Frames: {} is not valid; write how many rows follow", clipped(frames.text));
                return Err(scan.error(frames.line, problem));
            }
        };
        let frame_secs =
            time.text.parse().ok().filter(|secs| FRAME_SECS.contains(secs)).ok_or_else(|| {
                let problem = format!(
                    "Frame Time: {} is not valid; write the seconds from frame to frame{}",
                    clipped(time.text),
                    decimal_hint(time.text)
                );
                scan.error(time.line, problem)
            })?;
        Ok(Self { declared, frames_line: frames.line, frame_secs })
    }
}

/// Turns lines into rows.
struct Rows<'a, 'b> {
    scan: &'a Scanner<'a>,
    nodes: &'b [Node],
    width: usize,
    values: Vec<f64>,
    log: &'b mut Log,
}

impl<'a> Rows<'a, '_> {
    /// Fills `values`; false when an incomplete row at the end was left out.
    fn read(&mut self) -> Result<bool, Error> {
        let lines = self.scan.lines();
        let width = self.width;
        if width == 0 {
            return match lines.clone().next() {
                Some(line) => Err(self.scan.error(line.line, "numbers follow, but no joint has channels")),
                None => Ok(true),
            };
        }
        if self.read_plainly().is_some() {
            return Ok(true);
        }
        self.values.clear();
        let (mut numbers, mut whole, mut broken) = (0, 0, 0);
        for line in lines.clone() {
            let count = line.text.split_whitespace().count();
            numbers += count;
            if count.is_multiple_of(width) { whole += 1 } else { broken += 1 }
        }
        if whole < broken {
            self.values.reserve_exact(numbers);
            for line in lines {
                self.append(line)?;
            }
            return Ok(self.drop_incomplete_row());
        }
        self.values.reserve_exact(numbers + broken * width);
        let mut run: Vec<Word<'a>> = Vec::new();
        for line in lines {
            if line.text.split_whitespace().count().is_multiple_of(width) {
                self.append_run(&mut run)?;
                self.append(line)?;
            } else {
                run.push(line);
            }
        }
        self.append_last_run(&mut run)
    }

    /// Nearly every file: numbers and nothing else, every line a whole row. Read in one pass over its bytes; `None` at anything
    /// else, which then is looked at with care.
    fn read_plainly(&mut self) -> Option<()> {
        /// Of a number and the space before it, usually.
        const BYTES_PER_NUMBER: usize = 8;
        let text = self.scan.rest().as_bytes();
        self.values.reserve(text.len() / BYTES_PER_NUMBER);
        let (mut at, mut row) = (0, 0);
        while let Some(byte) = text.get(at) {
            if byte.is_ascii_whitespace() {
                at += 1;
                if matches!(byte, b'\n' | b'\r') {
                    row = self.end_row(row)?;
                }
            } else {
                let (value, length) = plain_number(&text[at..])?;
                self.values.push(value);
                at += length;
            }
        }
        self.end_row(row).map(|_| ())
    }

    /// Where the next row starts, if the one before is whole or empty.
    fn end_row(&self, start: usize) -> Option<usize> {
        let found = self.values.len() - start;
        (found == 0 || found == self.width).then_some(self.values.len())
    }

    /// The numbers of a line.
    fn append(&mut self, line: Word) -> Result<(), Error> {
        for word in line.text.split_whitespace() {
            let value = number(word).or_else(|| self.cut_number(word)).ok_or_else(|| {
                let hint = match word.eq_ignore_ascii_case("MOTION") || word.eq_ignore_ascii_case("HIERARCHY")
                {
                    true => "; a second motion begins here, give it a file of its own",
                    false => decimal_hint(word),
                };
                self.scan.error(line.line, format!("`{}` is not a number{hint}", clipped(word)))
            })?;
            if !value.is_finite() {
                let column = self.values.len() % self.width;
                self.log.note(Criterion::Values, |found| {
                    let (row, place) = (self.values.len() / self.width, column_name(self.nodes, column));
                    let message =
                        format!("`{}` is not a finite number; the frame before is held", clipped(word));
                    let part = Some(place);
                    found.says(message).at(Place { line: Some(line.line), part, ..Place::frame(row) })
                });
            }
            self.values.push(value);
        }
        Ok(())
    }

    /// NaN for the file's last word where it may be the beginning of a number (`-`, `1e`).
    fn cut_number(&self, word: &str) -> Option<f64> {
        let cut = self.scan.ends_with_word(word) && number(&format!("{word}0")).is_some();
        cut.then_some(f64::NAN)
    }

    /// Lines between whole rows: rows wrapped over lines if their numbers come out even, else damaged rows.
    fn append_run(&mut self, run: &mut Vec<Word>) -> Result<(), Error> {
        let count: usize = run.iter().map(|line| line.text.split_whitespace().count()).sum();
        let whole = count.is_multiple_of(self.width);
        for line in run.drain(..) {
            let before = self.values.len();
            self.append(line)?;
            if !whole {
                let found = self.values.len() - before;
                self.values.truncate(before);
                self.values.resize(before + self.width, f64::NAN);
                self.log.note(Criterion::Rows, |row| {
                    let (frame, width) = (before / self.width, self.width);
                    let row = row
                        .says(format!("{found} numbers instead of {width}; the frame before is held"))
                        .of(found as f64, "numbers");
                    row.at(Place { line: Some(line.line), ..Place::frame(frame) })
                });
            }
        }
        Ok(())
    }

    /// As [`Self::append_run`], but a last line that is too short was cut and is left out.
    fn append_last_run(&mut self, run: &mut Vec<Word>) -> Result<bool, Error> {
        let count: usize = run.iter().map(|line| line.text.split_whitespace().count()).sum();
        let last = if count.is_multiple_of(self.width) { None } else { run.pop() };
        self.append_run(run)?;
        if let Some(last) = last {
            self.append(last)?;
        }
        Ok(self.drop_incomplete_row())
    }

    /// True when there was none.
    fn drop_incomplete_row(&mut self) -> bool {
        let found = self.values.len() % self.width;
        if found > 0 {
            self.values.truncate(self.values.len() - found);
            self.log.note(Criterion::EndsEarly, |row| {
                row.says(format!(
                    "the last row has {found} numbers instead of {}; it is left out",
                    self.width
                ))
            });
        }
        found == 0
    }
}

/// The number that a text begins with and its length, if white space or the end follows and it is within bounds.
fn plain_number(text: &[u8]) -> Option<(f64, usize)> {
    let (value, length) = short_decimal(text).or_else(|| {
        let word = text.split(u8::is_ascii_whitespace).next()?;
        Some((str::from_utf8(word).ok()?.parse().ok()?, word.len()))
    })?;
    (value.abs() <= MAX_VALUE).then_some((value, length))
}

/// The decimal of at most 15 digits that a text begins with, and its length; the nearest f64 to it as `parse` has it: its digits
/// as an integer and the power of ten are exact, so one division rounds once (Clinger 1990). `None` for what is longer or
/// something else.
fn short_decimal(text: &[u8]) -> Option<(f64, usize)> {
    const POWERS: [f64; 16] =
        [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let (digits, point) = digits(text, start, 0);
    let (digits, end, decimals) = if text.get(point) == Some(&b'.') {
        let (digits, end) = self::digits(text, point + 1, digits);
        (digits, end, end - point - 1)
    } else {
        (digits, point, 0)
    };
    let count = point - start + decimals;
    if !(1..=15).contains(&count) || text.get(end).is_some_and(|byte| !byte.is_ascii_whitespace()) {
        return None;
    }
    let value = digits as f64 / POWERS[decimals];
    Some((if negative { -value } else { value }, end))
}

/// `before` with the digits at `at` appended, and where they end. Wraps round when there are very many.
fn digits(text: &[u8], mut at: usize, before: u64) -> (u64, usize) {
    let mut digits = before;
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (digits, at)
}

/// "Xrotation of `Hips`".
fn column_name(nodes: &[Node], column: usize) -> String {
    let all = nodes.iter().flat_map(|n| n.channels.iter().map(move |c| (c, &n.joint.name)));
    all.skip(column).map(|(c, name)| format!("{} of `{name}`", c.name())).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::short_decimal;

    #[test]
    fn short_decimals_are_read_as_the_library_reads_them() {
        let odd = ["0", "-0", "-0.0", ".5", "5.", "000123.4560", "999999999999999", "0.00000000000001"];
        for word in odd {
            let (ours, length) = short_decimal(word.as_bytes()).expect("short");
            assert_eq!(length, word.len());
            assert_eq!(ours.to_bits(), word.parse::<f64>().unwrap().to_bits(), "{word}");
        }
        let mut state = 1u64;
        for _ in 0..100_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (whole, part, places) = (state >> 44, (state >> 8) & 0xfff_ffff, state as usize % 9);
            let word = format!("-{whole}.{:0places$}", part % 10u64.pow(places as u32));
            let Some((ours, _)) = short_decimal(word.as_bytes()) else { continue };
            assert_eq!(ours.to_bits(), word.parse::<f64>().unwrap().to_bits(), "{word}");
        }
        for other in [
            "",
            "-",
            ".",
            "1e5",
            "+1",
            "nan",
            "1.2.3",
            "1234567890123456",
            "1,5",
            "--1",
            "99999999999999999999999999999.9",
        ] {
            assert_eq!(short_decimal(other.as_bytes()), None, "{other}");
        }
    }
}
