//! Whether a file is whole. ufbx takes the end of a file for the end of all that is open, and a file that lacks its last
//! records, which connect curves with nodes, would be read as another motion.

use crate::Error;

/// Refuses a file that ends before what it opens, or whose records do not follow one another to its end.
pub(super) fn check(file: &str, bytes: &[u8]) -> Result<(), Error> {
    if !is_binary(bytes) {
        return match unclosed(bytes) {
            None => Ok(()),
            Some(problem) => Err(Error::File { file: file.into(), problem }),
        };
    }
    let mut at = HEADER;
    while let Some(end) = record_end(bytes, at) {
        // A record without an end is the end of all.
        if end == 0 {
            return Ok(());
        }
        if end <= at as u64 || end > bytes.len() as u64 {
            let problem = format!(
                "its record claims to end at byte {end} of a file of {} bytes; the file is truncated or damaged",
                bytes.len()
            );
            return Err(Error::Binary { file: file.into(), place: format!("byte {at}"), problem });
        }
        at = end as usize;
    }
    let problem = "the file ends without its last record; it is truncated".into();
    Err(Error::Binary { file: file.into(), place: format!("byte {}", bytes.len()), problem })
}

pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"Kaydara FBX Binary")
}

/// Magic, byte order and version.
const HEADER: usize = 27;

/// Where the record at a byte says that it ends. Its number has four bytes, from version 7500 on eight.
fn record_end(bytes: &[u8], at: usize) -> Option<u64> {
    let big_endian = *bytes.get(22)? != 0;
    let number = |at: usize, length: usize| {
        let mut number: Vec<u8> = bytes.get(at..at.checked_add(length)?)?.to_vec();
        if big_endian {
            number.reverse();
        }
        Some(number.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte)))
    };
    let version = number(23, 4)?;
    number(at, if version >= 7500 { 8 } else { 4 })
}

/// What is wrong with a text that does not close what it opens.
fn unclosed(bytes: &[u8]) -> Option<String> {
    let (mut open, mut in_string, mut in_comment) = (0i64, false, false);
    for byte in bytes {
        match byte {
            b'\n' => in_comment = false,
            _ if in_comment => {}
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b';' => in_comment = true,
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
    }
    match open {
        0 if !in_string => None,
        ..0 => Some(format!("the text is damaged: it has {} closing braces too many", -open)),
        _ => Some(format!(
            "the text is truncated or damaged: {} braces and quotes are still open",
            open + i64::from(in_string)
        )),
    }
}
