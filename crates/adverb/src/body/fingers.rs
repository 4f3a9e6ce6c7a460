//! The fingers of a skeleton's hands, by the names and the hierarchy of their joints.
//!
//! Names tell the finger (`LeftHandIndex1`, `thumb_01_l`, `f_ring.02.R`, `leftLittleProximal`, Biped's `L Finger21`, Rokoko's
//! `LeftFinger3Medial`); which link of it a joint is, the hierarchy tells. The bone within the palm that some skeletons have is
//! none of the links, but for the thumb's, which moves.

use super::roles::words;
use super::sides::Side;

/// A finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Finger {
    /// Beside the index, and bends across the palm.
    Thumb,
    /// The first.
    Index,
    /// The second; also all fingers but the thumb, where they are one.
    Middle,
    /// The third.
    Ring,
    /// The last.
    Pinky,
}

impl Finger {
    /// All of them, from the thumb on.
    pub const ALL: [Self; 5] = [Self::Thumb, Self::Index, Self::Middle, Self::Ring, Self::Pinky];
}

/// No finger has more links; joints beyond them are tips.
const LINKS: usize = 3;

/// A finger of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digit {
    /// Of this hand.
    pub side: Side,
    /// Which it is.
    pub finger: Finger,
    /// The joint that it springs from, palm bones aside.
    pub hand: usize,
    /// From the knuckle on, one to three joints.
    pub links: Vec<usize>,
}

/// The fingers of joints with these names and parents; end sites have no name. Parents come before children.
#[must_use]
pub fn digits<'a>(names: impl IntoIterator<Item = &'a str>, parents: &[Option<usize>]) -> Vec<Digit> {
    let words: Vec<Vec<String>> = names.into_iter().map(words).collect();
    let numbered = Numbered::of(&words);
    let mut told: Vec<Option<Told>> = words.iter().map(|words| Told::by(words, numbered)).collect();
    // A brow has a middle too, and toes have numbers.
    let is_elsewhere = |word: &String| ["head", "neck", "face", "foot", "leg"].contains(&word.as_str());
    for joint in 0..told.len() {
        let mut above = std::iter::successors(parents[joint], |&j| parents[j]);
        if told[joint].is_some() && above.any(|j| words[j].iter().any(is_elsewhere)) {
            told[joint] = None;
        }
    }
    let mut digits: Vec<Digit> = Vec::new();
    for (joint, own) in told.iter().enumerate() {
        let Some(Told { side, finger, palm: false }) = *own else { continue };
        let is_same =
            |other: usize| told[other].is_some_and(|told| told.side == side && told.finger == finger);
        let mut above = parents[joint];
        while let Some(palm) = above.filter(|&j| told[j].is_some_and(|told| told.palm) && is_same(j)) {
            above = parents[palm];
        }
        let Some(above) = above else { continue };
        match digits.iter_mut().find(|digit| digit.side == side && digit.finger == finger) {
            None => digits.push(Digit { side, finger, hand: above, links: vec![joint] }),
            Some(digit) if digit.links.last() == Some(&above) && digit.links.len() < LINKS => {
                digit.links.push(joint);
            }
            // A twin beside it, or a tip.
            Some(_) => {}
        }
    }
    digits
}

/// What a name tells.
#[derive(Clone, Copy)]
struct Told {
    side: Side,
    finger: Finger,
    /// Within the palm.
    palm: bool,
}

impl Told {
    fn by(words: &[String], numbered: Numbered) -> Option<Self> {
        let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
        // The base of all fingers is a part of the hand, as CMU's recordings show.
        if has(&["toe", "toes", "foot"]) || has(&["finger", "fingers"]) && has(&["base"]) {
            return None;
        }
        let side = words.iter().find_map(|word| match word.as_str() {
            "l" | "left" => Some(Side::Left),
            "r" | "right" => Some(Side::Right),
            _ => None,
        })?;
        let named = words.iter().find_map(|word| match word.trim_end_matches("finger") {
            "thumb" => Some(Finger::Thumb),
            "index" | "pointer" => Some(Finger::Index),
            "middle" | "mid" => Some(Finger::Middle),
            "ring" => Some(Finger::Ring),
            "pinky" | "pinkie" | "little" => Some(Finger::Pinky),
            _ => None,
        });
        let finger = named.or_else(|| numbered.finger(words)).or_else(|| ordinal(words))?;
        let palm = has(&["metacarpal", "carpal", "mc", "in", "palm", "start"]);
        Some(Self { side, finger, palm: palm && finger != Finger::Thumb })
    }
}

/// Xsens counts the bones of the hand: `LeftSecondPP`.
fn ordinal(words: &[String]) -> Option<Finger> {
    let bone = ["mc", "pp", "mp", "dp"].iter().any(|bone| words.last().is_some_and(|word| word == bone));
    let nth = ["first", "second", "third", "fourth", "fifth"];
    let which = words.iter().find_map(|word| nth.iter().position(|nth| nth == word))?;
    bone.then_some(Finger::ALL[which])
}

/// How fingers with numbers instead of names are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbered {
    /// The thumb is 0, as in Biped.
    FromZero,
    /// The thumb is 1, as at Rokoko and in MakeHuman.
    FromOne,
    /// All fingers are one.
    AsOne,
}

impl Numbered {
    fn of(names: &[Vec<String>]) -> Self {
        let numbers = || names.iter().filter_map(|words| number(words));
        if numbers().any(|number| number == "0") {
            Self::FromZero
        } else if numbers().any(|number| number.starts_with('5')) {
            Self::FromOne
        } else {
            Self::AsOne
        }
    }

    fn finger(self, words: &[String]) -> Option<Finger> {
        let first = number(words).and_then(|number| number.chars().next()?.to_digit(10));
        let which = match (self, first) {
            (Self::FromZero, Some(first)) => first as usize,
            (Self::FromOne, Some(first)) => (first as usize).checked_sub(1)?,
            _ => return words.iter().any(|w| w == "fingers" || w == "finger").then_some(Finger::Middle),
        };
        Finger::ALL.get(which).copied()
    }
}

/// The number right behind the word for a finger.
fn number(words: &[String]) -> Option<&str> {
    let at = words.iter().position(|word| word == "finger" || word == "digit")?;
    words.get(at + 1).filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(String::as_str)
}
