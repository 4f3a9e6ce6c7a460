//! The cycles of a take that span an adverb: a take that goes straight and then turns is an example of both.

use super::{Annotation, Measures, Window};
use crate::verb::Measure;

/// A cycle that turns so much more or less than the typical one, or is slower than this part of its speed, is not an example of another
/// speed, or of another turn.
const OTHER_TURN_DEG: f64 = 30.0;
const OTHER_SPEED: f64 = 0.5;

impl Measures {
    /// The value of a measure; `None` for that of a joint.
    #[must_use]
    pub fn value(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Speed => Some(self.speed_m_s),
            Measure::Turn => Some(self.turn_deg),
            Measure::Slope => Some(self.slope_deg),
            Measure::Stride => Some(self.stride_m),
            Measure::Duration => Some(self.secs),
            _ => None,
        }
    }

    /// Whether another cycle shows so much more or less of a measure that a verb gains by it.
    #[must_use]
    pub fn is_apart(&self, other: &Self, measure: Measure) -> bool {
        let (Some(a), Some(b)) = (self.value(measure), other.value(measure)) else { return false };
        let least = match measure {
            Measure::Turn => 12.0,
            Measure::Slope => 3.0,
            _ => 0.15 * a.abs().max(b.abs()),
        };
        (a - b).abs() > least
    }
}

impl Annotation {
    /// The typical cycle, and those that show the least and the most of a measure, where that differs: the typical one first, unless the
    /// measure is a turn or a slope, which are 0 most of the time.
    #[must_use]
    pub fn spanning(&self, measures: &[Measure]) -> Vec<Window> {
        let Some(typical) = self.chosen() else { return Vec::new() };
        let mut all = vec![typical.clone()];
        for measure in measures {
            let sound: Vec<&Window> =
                self.others.iter().filter(|window| is_sound(window, &typical.measures, *measure)).collect();
            let value = |window: &Window| window.measures.value(*measure).unwrap_or(0.0);
            let own = value(&typical);
            let far = |window: &&&Window| typical.measures.is_apart(&window.measures, *measure);
            let by_value = |a: &&&Window, b: &&&Window| value(a).total_cmp(&value(b));
            let ends = [sound.iter().filter(far).min_by(by_value), sound.iter().filter(far).max_by(by_value)];
            let mut ends: Vec<Window> = ends.into_iter().flatten().map(|window| (*window).clone()).collect();
            ends.sort_by(|a, b| (value(b) - own).abs().total_cmp(&(value(a) - own).abs()));
            let is_new = |window: &Window, all: &[Window]| {
                all.iter().all(|other| measures.iter().any(|m| other.measures.is_apart(&window.measures, *m)))
            };
            for end in ends {
                if is_new(&end, &all) {
                    all.push(end);
                }
            }
        }
        // Most of a turn, or of a slope, is what the take was made for.
        let signed = measures.iter().find(|measure| matches!(measure, Measure::Turn | Measure::Slope));
        if let Some(measure) = signed {
            let most = |window: &Window| window.measures.value(*measure).unwrap_or(0.0).abs();
            all.sort_by(|a, b| most(b).total_cmp(&most(a)));
        }
        all
    }

    /// The cycle that its keys are of, if they are of one.
    #[must_use]
    pub fn chosen(&self) -> Option<Window> {
        Some(Window { keys: self.keys.clone(), measures: self.measures?, repeats: true })
    }

    /// The same take with another of its cycles chosen.
    #[must_use]
    pub fn with(&self, window: &Window) -> Self {
        let mut others: Vec<Window> = self.chosen().into_iter().chain(self.others.iter().cloned()).collect();
        others.retain(|other| other.keys != window.keys);
        others.sort_by_key(|other| other.keys.first().map(|key| key.1));
        Self { keys: window.keys.clone(), measures: Some(window.measures), others, ..self.clone() }
    }
}

/// Whether a cycle closes, and differs from the typical one in this measure alone.
fn is_sound(window: &Window, typical: &Measures, measure: Measure) -> bool {
    let own = &window.measures;
    let as_fast = own.speed_m_s > OTHER_SPEED * typical.speed_m_s;
    let as_straight = (own.turn_deg - typical.turn_deg).abs() < OTHER_TURN_DEG;
    let alone = match measure {
        Measure::Turn => as_fast,
        _ => as_straight,
    };
    window.repeats && alone && own.gap_m < own.wide_gap_m()
}
