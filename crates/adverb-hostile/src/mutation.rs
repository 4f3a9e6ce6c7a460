//! Good files made bad, the same ones on every machine: bits turned, pieces cut, repeated, exchanged and nested, numbers made
//! absurd.

/// Numbers that are too much for someone, and some that may be meant.
const NUMBERS: &str = "0 -1 -0 1e308 -1e308 1e-320 1e39 nan inf 65536 4294967296 18446744073709551616 1e-21 1 2 3 0.1 0.5 7 -0.3 1000";
/// What opens something in one format or another.
const OPENINGS: [&str; 7] = ["{", "[", "[[", "(", "JOINT a {\n", "a: {", "begin\n"];
/// How often these are repeated: as deep as a stack may be.
const DEPTH: usize = 20_000;
/// No block that is repeated is longer.
const BLOCK: usize = 400;

/// Knuth's 64-bit linear congruential generator (MMIX).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(pub u64);

impl Random {
    /// One of this many; 0 of none.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// One of the seeds, every other time with one small change, which most likely leaves it something that is let in, and
/// otherwise with a few of any kind.
pub fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    if random.below(2) == 0 {
        small_change(&mut bytes, random);
    } else {
        for _ in 0..1 + random.below(4) {
            match random.below(3) {
                0 => small_change(&mut bytes, random),
                _ => large_change(&mut bytes, seeds, random),
            }
        }
    }
    bytes
}

/// A bit, a byte, a number or a line.
fn small_change(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(8) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.below(256) as u8),
        2 => bytes.iter_mut().skip(at).zip(extreme(random)).for_each(|(byte, new)| *byte = new),
        3 => {
            let line =
                |from: usize| bytes[from..].iter().position(|byte| *byte == b'\n').map(|n| from + n + 1);
            if let Some((from, to)) = line(at).and_then(|from| Some((from, line(from)?))) {
                let block = bytes[from..to].repeat(2 * random.below(2));
                bytes.splice(from..to, block);
            }
        }
        _ => {
            if let Some((from, to)) = number_after(bytes, at) {
                let numbers: Vec<&str> = NUMBERS.split(' ').collect();
                bytes.splice(from..to, numbers[random.below(numbers.len())].bytes());
            }
        }
    }
}

/// Pieces of the file, or of another.
fn large_change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(bytes.len());
    let end = bytes.len().min(at + 1 + random.below(BLOCK));
    match random.below(6) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let block = bytes[at..end].repeat(1 + random.below(4).pow(4));
            bytes.splice(at..at, block);
        }
        3 => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len());
            bytes.truncate(at);
            bytes.extend(&other[from..]);
        }
        4 => {
            let from = random.below(bytes.len());
            let block = bytes[from..bytes.len().min(from + (end - at))].to_vec();
            bytes.splice(at..end, block);
        }
        _ if random.below(8) == 0 => {
            let opening = OPENINGS[random.below(OPENINGS.len())].as_bytes().repeat(DEPTH);
            bytes.splice(at..at, opening);
        }
        _ => bytes.rotate_left(at),
    }
}

/// A binary number at which something might break.
fn extreme(random: &mut Random) -> Vec<u8> {
    let whole = [0, 1, 0x7f, 0xffff, 0x1_0000, 0x7fff_ffff, 0xffff_ffff, u64::MAX];
    let real = [0.0, -1.0, 1e-38, 9e5, 9e11, 9e29, 3e38, 1e-59, 1e300, f64::INFINITY, f64::NAN];
    match random.below(3) {
        0 => (whole[random.below(whole.len())] as u32).to_le_bytes().to_vec(),
        1 => (real[random.below(real.len())] as f32).to_le_bytes().to_vec(),
        _ if random.below(2) == 0 => whole[random.below(whole.len())].to_le_bytes().to_vec(),
        _ => real[random.below(real.len())].to_le_bytes().to_vec(),
    }
}

/// Where the next number of a text stands.
fn number_after(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let part_of_one = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    let from = at + bytes.get(at..)?.iter().position(part_of_one)?;
    let length = bytes[from..].iter().position(|byte| !part_of_one(byte));
    Some((from, length.map_or(bytes.len(), |length| from + length)))
}
