//! Where a new example stands: as `--at` says on the axes that somebody has to place it on, as its motion shows on the measured ones.

use adverb::Verb;
use adverb_author::space::Symmetry;
use adverb_author::verb::{Built, Definition};

use super::{ALIKE, SAME};
use crate::failure::Failure;
use crate::point;
use crate::progress::Progress;

pub struct Axes {
    /// Whether each adverb is measured.
    is_measured: Vec<bool>,
    /// Whether its range is written in the file, rather than what the examples show.
    has_range: Vec<bool>,
    /// If the verb is symmetric.
    symmetry: Option<Symmetry>,
}

impl Axes {
    pub fn of(verb: &Definition) -> Self {
        let axes = &verb.space.axes;
        let is_measured = |a: usize| verb.measures.get(a).is_some_and(Option::is_some);
        Self {
            is_measured: (0..axes.len()).map(is_measured).collect(),
            has_range: axes.iter().map(|axis| axis.range[0].is_some()).collect(),
            symmetry: verb.space.symmetry.clone(),
        }
    }

    /// Which of the settings are to be measured.
    fn split(&self, verb: &Verb, at: &[(String, f64)], measured: bool) -> Vec<(String, f64)> {
        let is_it =
            |name: &str| point::adverb(verb, name).is_ok_and(|axis| self.is_measured[axis] == measured);
        at.iter().filter(|(name, _)| is_it(name)).cloned().collect()
    }

    /// The point that is asked for. What is measured will not be what was asked for, and need not be asked for.
    pub fn asked(&self, verb: &Verb, at: &[(String, f64)]) -> Result<Vec<f32>, Failure> {
        at.iter().try_for_each(|(name, _)| point::adverb(verb, name).map(|_| ()))?;
        if at.is_empty() && self.is_measured.contains(&false) {
            let names = verb.adverbs().iter().zip(&self.is_measured).filter(|(_, measured)| !**measured);
            let names: Vec<String> = names.map(|(adverb, _)| format!("{}=…", adverb.name)).collect();
            return Err(Failure::Misuse(format!(
                "not every adverb of {} is measured; give its point with --at {}",
                verb.name(),
                names.join(",")
            )));
        }
        let mut point = point::within(verb, &self.split(verb, at, false))?;
        for (name, value) in self.split(verb, at, true) {
            let axis = point::adverb(verb, &name)?;
            point[axis] = verb.adverbs()[axis].limited(value as f32);
        }
        Ok(point)
    }

    /// What the file is to say of the point.
    pub fn written(&self, verb: &Verb, at: &[(String, f64)]) -> Vec<(String, f64)> {
        let given = self.split(verb, at, false);
        if !given.is_empty() {
            return given;
        }
        // Somebody has to say something, if only that it is as usual.
        let others = verb.adverbs().iter().zip(&self.is_measured).filter(|(_, measured)| !**measured);
        others.map(|(adverb, _)| (adverb.name.clone(), f64::from(adverb.default))).collect()
    }

    /// Puts what the new example shows into its point.
    pub fn measured(&self, built: &Built, point: &mut [f32]) {
        let Some(shown) = built.space.own_examples().last() else { return };
        for (axis, value) in point.iter_mut().enumerate().filter(|(axis, _)| self.is_measured[*axis]) {
            *value = shown.at[axis] as f32;
        }
    }

    /// What shows more than a range that somebody wrote has no place in it.
    pub fn refuse_beyond(&self, verb: &Verb, point: &[f32]) -> Result<(), Failure> {
        for (axis, adverb) in verb.adverbs().iter().enumerate() {
            let [low, high] = adverb.range;
            let slack = ALIKE * (high - low);
            let is_within = (low - slack..=high + slack).contains(&point[axis]);
            if self.is_measured[axis] && self.has_range[axis] && !is_within {
                let [low, high] = [low, high].map(point::round);
                return Err(Failure::Misuse(format!(
                    "its {} is measured as {}, beyond its range, {low} to {high}; widen the range in [verbs.{}]",
                    adverb.name,
                    point::round(point[axis]),
                    verb.name()
                )));
            }
        }
        Ok(())
    }

    /// Two examples at one point cannot both be shown there, and the old one is not to be lost. So close to it, the verb would jump from
    /// one to the other.
    pub fn refuse_taken(&self, verb: &Verb, point: &[f32]) -> Result<(), Failure> {
        let taken = verb.examples().iter().find(|example| within(verb, ALIKE, &example.at, point));
        let Some(taken) = taken else { return self.refuse_own_image(verb, point) };
        let is_there = within(verb, SAME, &taken.at, point);
        let (where_it_is, beside) = match (is_there, self.is_measured.contains(&false)) {
            (true, true) => ("already at that point", "give a point beside it"),
            (false, true) => (
                "less than a hundredth of the range from that point: the verb would jump from one to the other",
                "give a point farther away",
            ),
            (_, false) => ("already at that point", "change the motion"),
        };
        let at = if is_there { point } else { &taken.at };
        Err(Failure::Misuse(format!(
            "the example {:?} of {}, at {}, is {where_it_is}; {beside}, or remove it from the project file first",
            taken.name,
            verb.name(),
            point::text(verb, at)
        )))
    }

    /// Beside the mirror plane, an example and its image are too close to each other.
    fn refuse_own_image(&self, verb: &Verb, point: &[f32]) -> Result<(), Failure> {
        let Some(symmetry) = &self.symmetry else { return Ok(()) };
        let image = self.image(symmetry, point);
        if !within(verb, ALIKE, &image, point) || within(verb, SAME, &image, point) {
            return Ok(());
        }
        let names: Vec<String> =
            symmetry.axes.iter().map(|&axis| format!("{}=0", verb.adverbs()[axis].name)).collect();
        Err(Failure::Misuse(format!(
            "{} is symmetric, and the mirror image of the new example, at {}, is less than a hundredth of the range away: the verb \
             would jump from one to the other; give {}, where they share the point, or a point farther away",
            verb.name(),
            point::text(verb, &image),
            names.join(",")
        )))
    }

    /// Whether an example at this point shares it with its own mirror image.
    pub fn is_shared(&self, verb: &Verb, point: &[f32]) -> bool {
        let image = self.symmetry.as_ref().map(|symmetry| self.image(symmetry, point));
        image.is_some_and(|image| within(verb, SAME, &image, point))
    }

    fn image(&self, symmetry: &Symmetry, point: &[f32]) -> Vec<f32> {
        let own: Vec<f64> = point.iter().map(|value| f64::from(*value)).collect();
        symmetry.mirrored(&own).into_iter().map(|value| value as f32).collect()
    }

    /// What is asked for of a measured adverb is not what makes it so.
    pub fn tell_difference(&self, verb: &Verb, at: &[(String, f64)], point: &[f32], progress: &Progress) {
        for (name, value) in self.split(verb, at, true) {
            let Ok(axis) = point::adverb(verb, &name) else { continue };
            let [low, high] = verb.adverbs()[axis].range;
            if (value as f32 - point[axis]).abs() > ALIKE * (high - low) {
                let shown = point::round(point[axis]);
                progress.note(format!(
                    "note: its {name} is measured as {shown}, not {value} as in --at; the measured value counts"
                ));
            }
        }
    }

    /// A range that is measured is what the examples show.
    pub fn tell_growth(&self, verb: &Verb, built: &Built, progress: &Progress) {
        for (axis, adverb) in verb.adverbs().iter().enumerate().filter(|(axis, _)| self.is_measured[*axis]) {
            let ([low, high], now) = (adverb.range, built.verb.adverbs()[axis].range);
            if now[0] < low || now[1] > high {
                let [low, high, lower, higher] = [low, high, now[0], now[1]].map(point::round);
                let name = &adverb.name;
                progress.note(format!(
                    "note: the range of {name} was {low} to {high}, and is now {lower} to {higher}"
                ));
            }
        }
    }
}

/// Whether two points differ by at most this part of every adverb's range.
fn within(verb: &Verb, part: f32, a: &[f32], b: &[f32]) -> bool {
    let near = |axis: usize| {
        let [low, high] = verb.adverbs()[axis].range;
        (a[axis] - b[axis]).abs() <= part * (high - low)
    };
    (0..a.len()).all(near)
}
