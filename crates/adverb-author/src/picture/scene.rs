//! The contents of a picture: subjects, each a figure at several moments.

use glam::{DQuat, DVec3};

use super::camera::View;
use super::colour::{Palette, Rgb};
use super::figure::{Ball, Figure, Part};
use crate::clip::Clip;
use crate::error::Error;
use crate::sides::Side;

/// A moment of a motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Exposure {
    /// World positions of the figure's points, in metres, Y up; see [`Figure::points`].
    pub points: Vec<DVec3>,
    /// How strongly it is drawn: 0 not at all, 1 in full colour.
    pub strength: f64,
    /// A colour for every joint and what it turns, instead of the palette's; empty for the palette's.
    pub colours: Vec<Rgb>,
}

/// A footprint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Footprint {
    /// The ball of the foot, on the ground.
    pub at: DVec3,
    /// Where the toes point, level, of unit length.
    pub forward: DVec3,
    /// The side of the foot.
    pub side: Option<Side>,
}

/// A figure at several moments.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// The figure to draw around the points.
    pub figure: Figure,
    /// In order of time.
    pub exposures: Vec<Exposure>,
    /// The path of the root, drawn on the ground.
    pub path: Vec<DVec3>,
    /// Its footprints.
    pub footprints: Vec<Footprint>,
    /// Its colours.
    pub palette: Palette,
    /// A word written beneath it.
    pub label: String,
    /// The horizontal direction in which it goes or faces; `None`: found from the exposures.
    pub forward: Option<DVec3>,
}

/// Everything in one picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// Large, at the top.
    pub title: String,
    /// Small, below the title.
    pub caption: String,
    /// At least one.
    pub subjects: Vec<Subject>,
}

/// Places beyond this are taken for errors of the file and not drawn.
const FARTHEST_M: f64 = 1e5;
/// A path on the ground has at most this many points.
const PATH_POINTS: usize = 200;

/// Whether a point can be drawn.
pub(super) fn drawable(point: DVec3) -> bool {
    point.is_finite() && point.abs().max_element() < FARTHEST_M
}

impl Subject {
    /// A clip at `count` moments spread evenly from its first frame to its last, light to dark.
    pub fn of(clip: &Clip, count: usize) -> Result<Self, Error> {
        let last = clip.duration_secs();
        let count = count.max(1);
        let step = last / (count.max(2) - 1) as f64;
        let times: Vec<f64> = (0..count).map(|i| i as f64 * step).collect();
        Self::at_times(clip, &times)
    }

    /// A clip at as many moments as can be distinguished in a view: one for every stretch of its way, or a strip of pictures
    /// side by side where it stays in place.
    pub fn shown(clip: &Clip, view: View) -> Result<Self, Error> {
        if clip.frame_count() == 1 {
            return Self::of(clip, 1);
        }
        let whole = Self::of(clip, 2)?;
        let size = whole.size_m();
        let way: f64 = whole.path.windows(2).map(|w| w[0].distance(w[1])).sum();
        let roots: Vec<DVec3> = whole.path.iter().map(|p| DVec3::new(p.x, 0.0, p.z)).collect();
        let reach = roots.iter().map(|p| p.distance(roots[0])).fold(0.0, f64::max);
        if reach > 0.7 * size {
            // Those who come towards the viewer hide each other.
            let stretch = if view == View::Front { 0.5 } else { 0.22 };
            return Self::of(clip, (way / (stretch * size)).clamp(4.0, 16.0) as usize);
        }
        Ok(Self::of(clip, 6)?.in_a_strip(view))
    }

    /// Its exposures side by side, as wide apart as they need to be distinguishable in a view.
    #[must_use]
    pub fn in_a_strip(self, view: View) -> Self {
        let size = self.size_m();
        let right = view.axes(self.forward())[0];
        let reach = self.exposures.iter().flat_map(|e| self.balls(e)).map(|(at, _)| right.dot(at));
        let (low, high) = reach.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
        let step_m = (0.1 * size + (high - low).max(0.0)).max(0.45 * size);
        self.spread(step_m * right)
    }

    /// A clip at the frames nearest to those times in seconds, light to dark.
    pub fn at_times(clip: &Clip, times_secs: &[f64]) -> Result<Self, Error> {
        let frames = clip.frame_count();
        if frames == 0 || times_secs.is_empty() {
            return Err(nothing(&clip.source.file, "it has no frames to draw"));
        }
        let figure = Figure::of(clip);
        let frame_at = |time: &f64| ((time * clip.fps).round().max(0.0) as usize).min(frames - 1);
        let shown: Vec<usize> = times_secs.iter().map(frame_at).collect();
        let points = |frame: usize| figure.points(&clip.world(clip.frame(frame)));
        let n = shown.len();
        let exposures = shown.iter().enumerate().map(|(i, &frame)| {
            let strength = if n == 1 { 1.0 } else { 0.3 + 0.7 * libm::pow(i as f64 / (n - 1) as f64, 1.3) };
            Exposure { points: points(frame), strength, colours: Vec::new() }
        });
        let exposures: Vec<Exposure> = exposures.collect();
        let (first, last) = (shown.iter().min().copied(), shown.iter().max().copied());
        let (first, last) = (first.unwrap_or(0), last.unwrap_or(0));
        let stride = (last - first).div_ceil(PATH_POINTS).max(1);
        let way: Vec<(f64, Vec<DVec3>)> = (first..=last)
            .step_by(stride)
            .chain((!(last - first).is_multiple_of(stride)).then_some(last))
            .map(|f| (f as f64 / clip.fps, points(f)))
            .collect();
        let path = way.iter().map(|(_, p)| p[figure.root]).collect();
        let footprints = footprints(&figure, &way);
        let palette = Palette::default();
        Ok(Self { figure, exposures, path, footprints, palette, label: String::new(), forward: None })
    }

    /// With a word beneath it.
    #[must_use]
    pub fn labelled(mut self, label: &str) -> Self {
        self.label = label.to_owned();
        self
    }

    /// In other colours.
    #[must_use]
    pub fn coloured(mut self, palette: Palette) -> Self {
        self.palette = palette;
        self
    }

    /// Each exposure moved on from the one before, so that a motion in place becomes a strip of pictures.
    #[must_use]
    pub fn spread(mut self, step_m: DVec3) -> Self {
        self.forward = Some(self.forward());
        for (i, exposure) in self.exposures.iter_mut().enumerate() {
            exposure.points.iter_mut().for_each(|p| *p += i as f64 * step_m);
        }
        self.path.clear();
        self.footprints.clear();
        self
    }

    /// Turned about the world's origin.
    #[must_use]
    pub fn turned(mut self, by: DQuat) -> Self {
        let points = self.exposures.iter_mut().flat_map(|e| &mut e.points);
        points.chain(&mut self.path).for_each(|p| *p = by * *p);
        for print in &mut self.footprints {
            (print.at, print.forward) = (by * print.at, by * print.forward);
        }
        self.forward = self.forward.map(|forward| by * forward);
        self
    }

    /// Somewhere else.
    #[must_use]
    pub fn moved(mut self, by_m: DVec3) -> Self {
        let points = self.exposures.iter_mut().flat_map(|e| &mut e.points);
        points.chain(&mut self.path).for_each(|p| *p += by_m);
        self.footprints.iter_mut().for_each(|f| f.at += by_m);
        self
    }

    /// The balls of an exposure with their places, part after part; parts with an unusable place are left out.
    pub(super) fn balls<'a>(&'a self, exposure: &'a Exposure) -> impl Iterator<Item = (DVec3, f64)> + 'a {
        self.parts(exposure).flat_map(|(_, balls)| balls)
    }

    /// The parts of an exposure that can be drawn, with the places and radii of their balls.
    pub(super) fn parts<'a>(
        &'a self,
        exposure: &'a Exposure,
    ) -> impl Iterator<Item = (&'a Part, Vec<(DVec3, f64)>)> + 'a {
        self.figure.parts.iter().filter_map(move |part| {
            let ball = |b: &Ball| {
                let at = exposure.points.get(b.point).copied().filter(|&p| drawable(p))?;
                (b.radius_m > 0.0 && b.radius_m < FARTHEST_M).then_some((at, b.radius_m))
            };
            let balls: Option<Vec<_>> = part.balls.iter().map(ball).collect();
            balls.filter(|b| !b.is_empty()).map(|balls| (part, balls))
        })
    }

    /// Where the root is in an exposure, if that can be drawn.
    pub(super) fn root(&self, exposure: &Exposure) -> Option<DVec3> {
        exposure.points.get(self.figure.root).copied().filter(|&p| drawable(p))
    }

    /// The height of the first exposure.
    pub(super) fn size_m(&self) -> f64 {
        let heights = self.exposures.iter().take(1).flat_map(|e| self.balls(e)).map(|(at, _)| at.y);
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(l, h), y| (l.min(y), h.max(y)));
        (high - low).clamp(1e-3, FARTHEST_M)
    }

    /// From the first root to the last, level; where it stays in place, where it faces.
    pub(super) fn forward(&self) -> DVec3 {
        if let Some(forward) = self.forward.filter(|f| f.is_finite()) {
            return DVec3::new(forward.x, 0.0, forward.z).normalize_or_zero();
        }
        let roots: Vec<DVec3> = self.exposures.iter().filter_map(|e| self.root(e)).collect();
        let level = |v: DVec3| DVec3::new(v.x, 0.0, v.z);
        let way = match roots[..] {
            [first, .., last] => level(last - first),
            _ => DVec3::ZERO,
        };
        if way.length() > 0.6 {
            return way.normalize();
        }
        let Some([left, right]) = self.figure.across else { return DVec3::ZERO };
        let facing = self.exposures.iter().filter_map(|e| {
            let (left, right) = (*e.points.get(left)?, *e.points.get(right)?);
            (drawable(left) && drawable(right)).then(|| level((left - right).cross(DVec3::Y)))
        });
        facing.sum::<DVec3>().normalize_or_zero()
    }
}

impl Scene {
    /// A single subject.
    pub fn of(subject: Subject) -> Self {
        Self { subjects: vec![subject], ..Self::default() }
    }

    /// With a title.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Self {
        self.title = title.to_owned();
        self
    }

    /// With a line below the title.
    #[must_use]
    pub fn captioned(mut self, caption: &str) -> Self {
        self.caption = caption.to_owned();
        self
    }

    /// Where the subjects go together.
    pub(super) fn forward(&self) -> DVec3 {
        self.subjects.iter().map(Subject::forward).sum::<DVec3>().normalize_or(DVec3::Z)
    }

    /// Every ball of every exposure; an error if nothing can be drawn.
    pub(super) fn balls(&self) -> Result<Vec<(DVec3, f64)>, Error> {
        for subject in &self.subjects {
            let name = if subject.label.is_empty() { &self.title } else { &subject.label };
            if subject.exposures.is_empty() {
                return Err(nothing(name, "it has no moments to draw"));
            }
            if !subject.exposures.iter().any(|e| subject.balls(e).next().is_some()) {
                return Err(nothing(name, "it has no joint at a finite place"));
            }
        }
        if self.subjects.is_empty() {
            return Err(nothing(&self.title, "it has nothing in it"));
        }
        let all = self.subjects.iter().flat_map(|s| s.exposures.iter().flat_map(|e| s.balls(e)));
        Ok(all.collect())
    }
}

/// Subjects beside each other, all turned the same way and starting on one line with `gap_m` between them. Seen from
/// [`View::Front`] they stand in a row, the first at the left.
#[must_use]
pub fn in_a_row(subjects: Vec<Subject>, gap_m: f64) -> Vec<Subject> {
    let turned = subjects.into_iter().map(|s| {
        let forward = s.forward();
        s.turned(DQuat::from_rotation_arc(forward.normalize_or(DVec3::Z), DVec3::Z))
    });
    turned
        .enumerate()
        .map(|(i, s)| {
            let start = s.exposures.first().and_then(|e| s.root(e)).unwrap_or_default();
            let to = DVec3::new(i as f64 * gap_m, 0.0, 0.0) - DVec3::new(start.x, 0.0, start.z);
            s.moved(to)
        })
        .collect()
}

fn nothing(name: &str, problem: &str) -> Error {
    let subject = if name.is_empty() { "picture" } else { name };
    Error::Picture { subject: subject.to_owned(), problem: problem.to_owned() }
}

/// A foot is down where its ball hardly moves and is low; one print in the middle of each such time.
fn footprints(figure: &Figure, way: &[(f64, Vec<DVec3>)]) -> Vec<Footprint> {
    let mut prints = Vec::new();
    for &(ball, side) in &figure.soles {
        let heel = figure.landmarks.get(ball - figure.joint_count).map(|l| l.joint);
        let lowest = way.iter().map(|(_, p)| p[ball].y).fold(f64::INFINITY, f64::min);
        let down = |i: usize| {
            let ((t0, p0), (t1, p1)) = (&way[i], &way[i + 1]);
            let speed = p0[ball].distance(p1[ball]) / (t1 - t0).max(1e-6);
            speed < 0.45 && p0[ball].y < lowest + 0.04
        };
        let mut since = None;
        for i in 0..way.len() {
            let now = i + 1 < way.len() && down(i);
            match (since, now) {
                (None, true) => since = Some(i),
                (Some(start), false) => {
                    since = None;
                    if way[i].0 - way[start].0 > 0.1 {
                        let points = &way[(start + i) / 2].1;
                        let toes = heel.map_or(DVec3::ZERO, |h| points[ball] - points[h]);
                        let forward = DVec3::new(toes.x, 0.0, toes.z).normalize_or_zero();
                        prints.push(Footprint { at: points[ball], forward, side });
                    }
                }
                _ => {}
            }
        }
    }
    prints
}
