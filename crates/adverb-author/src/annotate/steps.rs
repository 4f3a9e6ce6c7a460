//! Contacts of two feet as steps, one after another.

use adverb::VerbTime;

use super::{Look, name};
use crate::finding::{Criterion, Finding};
use crate::sides::Side;
use crate::support::Contact;

/// Of contacts of one foot between two of the other, those shorter than this part of the longest are touches, not steps.
const TOUCH: f64 = 0.5;

/// A leg swings like a pendulum; a foot that is down again within this part of √(leg/g) has hopped, not stepped.
const HOP: f64 = 0.5;
/// Two steps that take longer than this many of it are not of one walk.
const LONGEST: f64 = 12.0;
/// The least part of a cycle for a step, even with a limp.
const LEAST_SHARE: f64 = 0.2;
const GRAVITY_M_S2: f64 = 9.81;

/// A foot-down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Step {
    pub(super) side: Side,
    pub(super) down: VerbTime,
    /// When it leaves again.
    up: VerbTime,
}

/// The foot-downs of a motion in order, without touches. What was down at its start is no step.
pub(super) struct Steps(pub(super) Vec<Step>);

impl Steps {
    pub(super) fn of(feet: &[(Side, Vec<Contact>)], look: &Look, remarks: &mut Vec<Finding>) -> Self {
        let step = |side: Side, contact: &Contact| Step { side, down: contact.down, up: contact.up };
        let mut all: Vec<Step> =
            feet.iter().flat_map(|(side, own)| own.iter().map(|contact| step(*side, contact))).collect();
        all.sort_by(|a, b| a.down.0.total_cmp(&b.down.0));
        let hop_secs = HOP * (look.leg_m / GRAVITY_M_S2).sqrt();
        let all: Vec<Step> = all.into_iter().fold(Vec::new(), |mut steps, step| {
            match steps.last_mut() {
                Some(last) if last.side == step.side && step.down - last.up < hop_secs => last.up = step.up,
                _ => steps.push(step),
            }
            steps
        });
        let mut kept: Vec<Step> = Vec::new();
        let mut touches = Vec::new();
        for run in all.chunk_by(|a, b| a.side == b.side) {
            let longest = run.iter().map(|step| step.up - step.down).fold(0.0, f64::max);
            let (steps, short): (Vec<Step>, Vec<Step>) =
                run.iter().partition(|step| step.up - step.down >= TOUCH * longest);
            kept.extend(steps);
            touches
                .extend(short.iter().map(|touch| format!("{} {}", name(touch.side), look.frame(touch.down))));
        }
        kept.retain(|step| step.down.0 > look.at_an_end_secs());
        if !touches.is_empty() {
            let touches = touches.join(", ");
            let message = format!("short touches are not counted as steps, at frame: {touches}");
            remarks.push(look.unsure(Criterion::Contacts, message));
        }
        let twice: Vec<String> = kept
            .windows(2)
            .filter(|pair| pair[0].side == pair[1].side)
            .map(|pair| {
                format!(
                    "{} {} and {}",
                    name(pair[0].side),
                    look.frame(pair[0].down),
                    look.frame(pair[1].down)
                )
            })
            .collect();
        if !twice.is_empty() {
            let twice = twice.join(", ");
            let message = format!("its feet do not alternate everywhere, at frame: {twice}");
            remarks.push(look.unsure(Criterion::Contacts, message).remedy("Look at these frames."));
        }
        Self(kept)
    }

    /// Left, right, left, or the other way round: consecutive steps of a walk or a run.
    pub(super) fn cycles(&self, look: &Look) -> impl Iterator<Item = [Step; 3]> + '_ {
        let longest_secs = LONGEST * (look.leg_m / GRAVITY_M_S2).sqrt();
        let is_gait = move |[first, second, last]: &[Step; 3]| {
            let secs = last.down - first.down;
            let alternate = first.side != second.side && first.side == last.side;
            alternate && secs < longest_secs && shared(second.down - first.down, secs)
        };
        self.0.windows(3).map(|s| [s[0], s[1], s[2]]).filter(is_gait)
    }
}

/// Whether the two steps of a cycle share its time, rather than landing both feet at once.
pub(super) fn shared(first_secs: f64, secs: f64) -> bool {
    (LEAST_SHARE..=1.0 - LEAST_SHARE).contains(&(first_secs / secs))
}
