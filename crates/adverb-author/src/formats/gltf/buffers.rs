//! The bytes of buffers: the binary chunk of a GLB, `data:` addresses, and files beside a `.gltf`.

use super::document::{Buffer, Index};
use super::fault::{Checked, Fault};
use crate::formats::text::clipped;
use crate::limits::Limits;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Buffers, loaded when they are first asked for, each place once, however many addresses lead there.
pub(super) struct Buffers<'a> {
    buffers: &'a [Buffer],
    bin: Option<&'a [u8]>,
    fetch: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    loaded: HashMap<Place<'a>, Vec<u8>>,
}

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Place<'a> {
    /// Into itself: what follows `data:`.
    Within(&'a str),
    /// To a file, by its path from the file's folder.
    Beside(String),
}

impl<'a> Buffers<'a> {
    /// Checks the binary chunk, too.
    pub(super) fn new(
        buffers: &'a [Buffer],
        bin: Option<&'a [u8]>,
        fetch: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Checked<Self> {
        if let (Some(Buffer { byte_length, uri: None }), Some(bin)) = (buffers.first(), bin)
            && *byte_length > bin.len() as u64
        {
            let problem = format!("it claims {byte_length} bytes, but the binary chunk holds {}", bin.len());
            return Err(Fault::at("buffer 0", problem));
        }
        Ok(Self { buffers, bin, fetch, loaded: HashMap::new() })
    }

    /// The bytes of a buffer, as many as it claims.
    pub(super) fn bytes(&mut self, index: Index) -> Checked<&[u8]> {
        let fault = |problem: String| Fault::at(format!("buffer {index}"), problem);
        let buffer = self
            .buffers
            .get(index as usize)
            .ok_or_else(|| fault(format!("there are only {} buffers", self.buffers.len())))?;
        let bytes = match &buffer.uri {
            None => self.bin.filter(|_| index == 0).ok_or_else(|| fault("it has no data".into()))?,
            Some(uri) => {
                let place = Place::of(uri).map_err(fault)?;
                match self.loaded.entry(place) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        let bytes = entry.key().load(self.fetch).map_err(fault)?;
                        entry.insert(bytes)
                    }
                }
            }
        };
        usize::try_from(buffer.byte_length)
            .ok()
            .and_then(|length| bytes.get(..length))
            .ok_or_else(|| fault(format!("it claims {} bytes but has {}", buffer.byte_length, bytes.len())))
    }

    /// Where a buffer lies; `None` is the binary chunk.
    pub(super) fn place(&self, index: Index) -> Option<Place<'a>> {
        self.buffers[index as usize].uri.as_deref().and_then(|uri| Place::of(uri).ok())
    }

    /// All that lies at a place that has been loaded.
    pub(super) fn at(&self, place: &Place<'a>) -> &[u8] {
        &self.loaded[place]
    }

    /// How many bytes have been loaded from outside the binary chunk.
    pub(super) fn loaded_len(&self) -> usize {
        self.loaded.values().map(Vec::len).sum()
    }
}

impl<'a> Place<'a> {
    /// Where an address leads, unless that is out of the file's folder.
    pub(super) fn of(uri: &'a str) -> Result<Self, String> {
        if let Some(data) = uri.strip_prefix("data:") {
            return Ok(Self::Within(data));
        }
        let path = percent_decoded(uri).and_then(|bytes| String::from_utf8(bytes).ok());
        let path = path.ok_or_else(|| format!("its address '{}' is not valid", clipped(uri)))?;
        if path.is_empty() || path.contains([':', '\\', '\0']) {
            return Err(format!(
                "its address '{}' is not that of a file; put it beside the file",
                clipped(&path)
            ));
        }
        let inside = path.split('/').all(|part| !part.is_empty() && part != "..");
        if !inside && !Limits::current().outside {
            return Err(format!(
                "its address '{}' leads out of the file's folder; put it beside the file, or add --outside",
                clipped(&path)
            ));
        }
        let parts: Vec<&str> = path.split('/').filter(|part| *part != ".").collect();
        Ok(Self::Beside(parts.join("/")))
    }

    /// What lies there.
    pub(super) fn load(&self, fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Vec<u8>, String> {
        match self {
            Self::Within(data) => {
                let (media, content) = data.split_once(',').ok_or("its data: address has no comma")?;
                if media.ends_with(";base64") {
                    base64(content).ok_or_else(|| "its data: address is not valid base64".into())
                } else {
                    percent_decoded(content).ok_or_else(|| "its data: address has a bad % sequence".into())
                }
            }
            Self::Beside(path) => fetch(path).ok_or_else(|| {
                let path = clipped(path);
                format!("its data lies in '{path}', which cannot be opened; put it beside the file, or save as GLB")
            }),
        }
    }
}

/// Standard and URL-safe base64; padding may be absent.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    if text.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let mut bits = 0u32;
        for &letter in group {
            let six = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(six);
        }
        bits <<= 6 * (4 - group.len()) + 8;
        bytes.extend_from_slice(&bits.to_be_bytes()[..group.len() - 1]);
    }
    Some(bytes)
}

fn percent_decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            bytes.push((digit()? * 16 + digit()?) as u8);
        } else {
            bytes.push(byte);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{Place, base64, percent_decoded};

    fn load(uri: &str, fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Vec<u8>, String> {
        Place::of(uri)?.load(fetch)
    }

    #[test]
    fn base64_decodes_every_length_with_and_without_padding() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zg", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYg", b"foob"),
            ("-_-_", &[0xfb, 0xff, 0xbf]),
        ] {
            assert_eq!(base64(text).as_deref(), Some(bytes), "{text}");
        }
        assert_eq!(base64("Z"), None);
        assert_eq!(base64("Zm9v!mFy"), None);
    }

    #[test]
    fn percent_sequences_are_decoded_or_refused() {
        assert_eq!(percent_decoded("a%20b").as_deref(), Some(&b"a b"[..]));
        assert_eq!(percent_decoded("a%2"), None);
        assert_eq!(percent_decoded("a%zz"), None);
    }

    #[test]
    fn a_buffer_outside_the_folder_is_never_fetched() {
        for uri in ["/etc/passwd", "../x.bin", "a/%2e%2e/b", "file:x", "http://a/b", "a\\b", "a//b", ""] {
            let mut asked = false;
            let loaded = load(uri, &mut |_| {
                asked = true;
                Some(vec![])
            });
            assert!(loaded.is_err() && !asked, "{uri}");
        }
        assert_eq!(load("./sub/a%20b.bin", &mut |path| Some(path.into())), Ok(b"sub/a b.bin".to_vec()));
    }
}
