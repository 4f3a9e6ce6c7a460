//! The pictures of a report.

use crate::accuracy::{Asked, Guess};
use crate::clip::{Format, Source, Up};
use crate::error::Error;
use crate::picture::{
    AnimationOptions, Columns, ErrorField, ExposureOptions, Line, Lines, Palette, Picture, Scene, SpaceView,
    Subject, View, animation, columns, error_field, exposure, histogram, key_times, lines, sheet, space_maps,
    space_weights,
};
use crate::sample::{Rate, sample_verb};

use super::{Fault, Report};
use adverb::verb::Setting;

/// Points of an error field.
const FIELD: usize = 220;
/// Moments of an animation a second.
const MOMENTS_PER_SEC: f64 = 12.0;

impl Report {
    /// The defaults of all knobs.
    fn middle(&self) -> Vec<f64> {
        self.built.space.axes.iter().map(|axis| axis.default_value()).collect()
    }

    fn take(&self, point: &[f32]) -> Result<crate::sample::Take, Error> {
        let fps = self.definition.motions[0].fps();
        let file = self.definition.name.clone();
        let (warnings, assumptions) = (Vec::new(), Vec::new());
        let source = Source { file, format: Format::Bvh, unit_m: 1.0, up: Up::Y, warnings, assumptions };
        sample_verb(&self.built.verb, point, 1, Rate::Near(fps), true, source)
    }

    /// The verb at the middle of its knobs, playing.
    pub(super) fn playing(&self) -> Result<Picture, Error> {
        let point: Vec<f32> = self.built.verb.default_point().collect();
        let clip = self.take(&point)?.clip;
        let secs = clip.duration_secs();
        let count = ((secs * MOMENTS_PER_SEC).round() as usize).clamp(8, 40);
        let times: Vec<f64> = (0..count).map(|k| secs * k as f64 / count as f64).collect();
        let scene = Scene::of(Subject::at_times(&clip, &times)?);
        let picture =
            ExposureOptions { width_px: 420.0, height_px: 380.0, ..AnimationOptions::default().picture };
        animation(&scene, &AnimationOptions { picture, duration_secs: secs, follow: true })
    }

    /// Every example at its key-times, as figure 4.6.
    pub(super) fn examples(&self) -> Result<Picture, Error> {
        let verb = &self.built.verb;
        let drawn = verb.examples().iter().map(|example| {
            let clip = self.take(&example.at)?.clip;
            let setting = Setting::new(verb, &example.at);
            let keys = setting.timeline().keys();
            let mut subject = Subject::at_times(&clip, keys)?.coloured(Palette::GREEN);
            let travel = setting.travel();
            let way = travel.stride() / (keys.len() - 1) as f64;
            if way < 0.45 {
                subject = subject.in_a_strip(View::ThreeQuarter);
            }
            let options = ExposureOptions::on_a_sheet(View::ThreeQuarter);
            Ok((exposure(&Scene::of(subject), &options)?, example.name.clone()))
        });
        let drawn = drawn.collect::<Result<Vec<(Picture, String)>, Error>>()?;
        let captioned: Vec<(Picture, &str)> = drawn.iter().map(|(p, c)| (p.clone(), c.as_str())).collect();
        let columns = if captioned.len() > 4 { 3 } else { 2 };
        Ok(sheet("", &captioned, columns))
    }

    /// Its space: weights over two axes, or along its only one.
    pub(super) fn space(&self) -> Result<Picture, Error> {
        let at = self.middle();
        let view = SpaceView { title: "", space: &self.built.space, solution: &self.solution, at: &at };
        if at.len() == 1 {
            return space_weights(&view, 0, None);
        }
        let all: Vec<usize> = (0..self.built.space.examples.len()).collect();
        Ok(space_maps(&view, 0, 1, &all))
    }

    /// Weights along one axis, the others in the middle.
    pub(super) fn slice(&self, axis: usize) -> Result<Picture, Error> {
        let at = self.middle();
        let view = SpaceView { title: "", space: &self.built.space, solution: &self.solution, at: &at };
        space_weights(&view, axis, None)
    }

    /// Key-times of all examples, and of the two that differ the most.
    pub(super) fn key_times(&self) -> (Picture, Option<Picture>) {
        let verb = &self.built.verb;
        let keys = verb.keys();
        let of_example = |(example, own): (&adverb::verb::Example, &[f64])| {
            let mut at = 0.0;
            let mut next = |interval: &f64| {
                at += interval;
                at
            };
            (
                example.name.clone(),
                std::iter::once(0.0).chain(own.iter().map(&mut next)).collect::<Vec<f64>>(),
            )
        };
        let intervals = verb.parts().intervals.chunks(keys.len() - 1);
        let all: Vec<(String, Vec<f64>)> = verb.examples().iter().zip(intervals).map(of_example).collect();
        let unlike = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| [j, i]));
        let extremes = pairs.max_by(|[a, b], [c, d]| {
            unlike(&all[*a].1, &all[*b].1).total_cmp(&unlike(&all[*c].1, &all[*d].1))
        });
        let extremes = extremes.filter(|_| all.len() > 2);
        let two = extremes.map(|pair| key_times(keys, &pair.map(|i| all[i].clone())));
        (key_times(keys, &all), two)
    }

    /// Each example from the others, by guess.
    pub(super) fn left_out(&self) -> Picture {
        let heights =
            |guess: Guess| self.left_out.iter().map(|left| 1e3 * left.error(guess).motion_m).collect();
        columns(&Columns {
            across: "example left out, numbered as in the table",
            up: "mm, root mean square",
            reach: [0.5, self.left_out.len() as f64 + 0.5],
            kinds: Guess::ALL.into_iter().map(|guess| (guess.name(), heights(guess))).collect(),
        })
    }

    /// How feet slide the farther out one goes.
    pub(super) fn feet(&self) -> Picture {
        let points = |of: &dyn Fn(&super::Beyond) -> f64| {
            self.beyond.iter().map(|beyond| (100.0 * beyond.by, of(beyond))).collect()
        };
        let held =
            Line { name: "held, at most".into(), points: points(&|b| b.worst[Fault::Slide as usize].0) };
        let loose = Line { name: "without constraints, on average".into(), points: points(&|b| b.loose_mm) };
        lines(&Lines {
            across: "% beyond the hull",
            up: "mm that a standing foot slides",
            lines: vec![held, loose],
            limit: Some((Fault::Slide.limit(), "5 mm")),
        })
    }

    /// Asked against shown, as figure 6.5: over two axes, or as errors along the only one.
    pub(super) fn asked(&self, asked: &Asked) -> Vec<Picture> {
        let axes = &self.built.space.axes;
        let [raw, now] = [asked.raw_errors(), asked.errors()]
            .map(|errors| errors.into_iter().map(|e| 100.0 * e).collect::<Vec<f64>>());
        let red = raw.iter().chain(&now).copied().fold(1e-6, f64::max);
        let mut all: Vec<Picture> = Vec::new();
        if asked.axes.len() > 1 {
            for (shown, errors) in [(&asked.raw, &raw), (&asked.shown, &now)] {
                let points = (asked.asked.iter().zip(shown).zip(errors).take(FIELD))
                    .map(|((a, s), e)| ([a[0], a[1]], [s[0], s[1]], *e));
                all.push(error_field(&ErrorField {
                    axes: [0, 1].map(|i| axes[asked.axes[i]].name.as_str()),
                    points: points.collect(),
                    examples: self
                        .built
                        .space
                        .examples
                        .iter()
                        .map(|e| [0, 1].map(|i| e.at[asked.axes[i]]))
                        .collect(),
                    red,
                }));
            }
        } else {
            let name = &axes[asked.axes[0]].name;
            let mut order: Vec<usize> = (0..asked.asked.len()).collect();
            order.sort_by(|&i, &j| asked.asked[i][0].total_cmp(&asked.asked[j][0]));
            let line = |name: &str, shown: &[Vec<f64>]| Line {
                name: name.into(),
                points: order
                    .iter()
                    .step_by(25)
                    .map(|&i| (asked.asked[i][0], shown[i][0] - asked.asked[i][0]))
                    .collect(),
            };
            all.push(lines(&Lines {
                across: &format!("{name} asked for"),
                up: &format!("{name} shown, less what was asked for"),
                lines: vec![line("without corrections", &asked.raw), line("as it is", &asked.shown)],
                limit: None,
            }));
        }
        all.push(histogram("error, %", &[("without corrections", raw), ("as it is", now)]));
        all
    }
}
