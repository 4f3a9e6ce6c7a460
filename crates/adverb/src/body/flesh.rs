//! How thick a body is: trunk, thighs and head as rounded pieces, so that arms neither pass through them nor hover.
//!
//! A skin says how wide and how deep each piece is. A skeleton alone does not; its joints say how broad shoulders and hips are, and
//! the rest is as people are on average.

use glam::DVec3;

use super::figure::Figure;
use super::rigid::Transform;
use super::roles::Part;
use super::sides::Side;

/// Where the trunk is measured, from the hip joints (0) to the neck (1), and the part of it above and below that counts.
const HEIGHTS: [f64; 3] = [0.0, 0.4, 0.75];
const SLAB: f64 = 0.2;
/// Where a thigh and an arm are measured, in parts of the bone.
const ALONG: [f64; 2] = [0.25, 0.75];
/// Measures of people in lengths of the trunk: how far hips go beyond the hip joints, how deep hips, waist and chest are, how wide the
/// waist is.
const BEYOND_HIPS: f64 = 0.15;
const DEEP: [f64; 3] = [0.21, 0.2, 0.22];
const WAIST: f64 = 0.27;
/// The half breadth of the chest in distances from the spine to a shoulder joint.
const CHEST: f64 = 0.85;
/// The radii of a thigh, of an arm at the elbow and at the wrist, and of the head, which is so far above its joint.
const THIGH: f64 = 0.13;
const ELBOW: f64 = 0.08;
const WRIST: f64 = 0.055;
const HEAD: f64 = 0.19;
const HEAD_ABOVE: f64 = 0.17;
/// Trunks thinner than this, beside people on average, are those of stick figures: arms do not come nearer to them.
const THINNEST: f64 = 0.5;
/// Pieces whose surfaces are so near to each other, in lengths of the trunk, share what is between them.
const SOFT: f64 = 0.04;

/// Thinner bodies that are tried.
const THINNER: [f64; 8] = [1.0, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.5];
/// Bodies whose arms are inside for less than this share of the time are as thick.
const INSIDE: f64 = 0.02;
/// So many moments are looked at.
const MOMENTS: usize = 200;

/// A point that a joint carries.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Carried {
    joint: usize,
    from: DVec3,
}

/// A rounded piece: a line whose surroundings are ellipses.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece {
    ends: [Carried; 2],
    /// The direction of the first radius, seen from the joint of the first end.
    across: DVec3,
    /// Half widths and half depths at the ends.
    radii: [[f64; 2]; 2],
}

/// The pieces of a body that arms can touch, and how thick its arms are.
#[derive(Debug, Clone, PartialEq)]
pub struct Flesh {
    pieces: Vec<Piece>,
    soft: f64,
    /// Radii of the arms at elbow and wrist.
    arm: [f64; 2],
    /// A skin shows how thick the trunk is.
    pub(super) is_shown: bool,
}

impl Flesh {
    /// As the skin shows it, else as people are; `None` without a trunk.
    pub(super) fn of(figure: &Figure) -> Option<Self> {
        Measured::of(figure).map(|mut body| body.flesh())
    }

    /// A thinner body, by a factor.
    pub(super) fn thinned(mut self, factor: f64) -> Self {
        self.arm = self.arm.map(|radius| factor * radius);
        for piece in &mut self.pieces {
            piece.radii = piece.radii.map(|radii| radii.map(|radius| factor * radius));
        }
        self
    }

    /// How much is between the body and an arm at the elbow (1) or the wrist (2), which is at `point`, and the way out.
    pub(super) fn gap(&self, point: DVec3, of: usize, at: &dyn Fn(usize) -> Transform) -> (f64, DVec3) {
        let (far, out) = self.distance(point, at);
        (far - self.arm[of - 1], out)
    }

    /// How far a point is outside, and the way out; `at` is where joints are. Negative inside.
    fn distance(&self, point: DVec3, at: &dyn Fn(usize) -> Transform) -> (f64, DVec3) {
        let mut least = f64::INFINITY;
        for piece in &self.pieces {
            let far = piece.distance(point, at).0;
            least = if far < least { far } else { least };
        }
        let (mut sum, mut out, mut total) = (0.0, DVec3::ZERO, 0.0);
        for piece in &self.pieces {
            let (far, way) = piece.distance(point, at);
            let share = libm::exp((least - far) / self.soft);
            (sum, out, total) = (sum + share * far, out + way * share, total + share);
        }
        (sum / total, out.normalize_or_zero())
    }
}

impl Piece {
    fn distance(&self, point: DVec3, at: &dyn Fn(usize) -> Transform) -> (f64, DVec3) {
        let [from, to] = self.ends.map(|end| at(end.joint).apply(end.from));
        let line = to - from;
        let part = (point - from).dot(line) / line.length_squared();
        // Of a head, which is a point and no line, it is not a number: that is its start.
        let part = if part > 1.0 {
            1.0
        } else if part > 0.0 {
            part
        } else {
            0.0
        };
        let off = point - from - line * part;
        let across = at(self.ends[0].joint).rotation * self.across;
        let along = (line - across * line.dot(across)).normalize_or(across.any_orthonormal_vector());
        let [wide, deep] = [0, 1].map(|i| self.radii[0][i] + part * (self.radii[1][i] - self.radii[0][i]));
        let far = off.length();
        if far < 1e-9 {
            return (if wide < deep { -wide } else { -deep }, across);
        }
        let [x, y, z] = [off.dot(across) / wide, off.dot(across.cross(along)) / deep, off.dot(along) / deep];
        // The surface is where that is one.
        let ellipse = (x * x + y * y + z * z).sqrt();
        (far - far / ellipse, off / far)
    }
}

/// A figure, and the line of its trunk.
struct Measured<'a> {
    figure: &'a Figure,
    hips: DVec3,
    up: DVec3,
    /// Of the trunk.
    length: f64,
    /// For every joint the part of the body that it belongs to.
    regions: Vec<Option<(Part, Option<Side>)>>,
    /// The vertices that were found to be outermost.
    outermost: Vec<usize>,
}

/// The vertices of a skin that tell how thick a body is.
pub(super) fn outermost(figure: &Figure) -> Vec<usize> {
    let Some(mut body) = Measured::of(figure) else { return Vec::new() };
    body.flesh();
    body.outermost
}

impl<'a> Measured<'a> {
    fn of(figure: &'a Figure) -> Option<Self> {
        let anatomy = &figure.anatomy;
        let hips = anatomy.joint(Part::Hips, None)?;
        let top = *anatomy.neck.first().or(anatomy.trunk.last())?;
        let legs = figure.legs();
        let sum: DVec3 = legs.iter().map(|(_, leg)| figure.places[leg[0]]).sum();
        let middle = if legs.is_empty() { figure.places[hips] } else { sum / legs.len() as f64 };
        let line = figure.places[top] - middle;
        let parts = [Part::UpLeg, Part::Knee, Part::Shoulder, Part::Arm, Part::Elbow, Part::Hand];
        let limbs: Vec<(Part, Option<Side>, usize)> =
            anatomy.parts().filter(|own| parts.contains(&own.0)).collect();
        let region = |j: usize| {
            figure.tree.up(j).find_map(|above| {
                let limb = limbs.iter().find(|own| own.2 == above).map(|own| (own.0, own.1));
                let head = (anatomy.neck.last() == Some(&above)).then_some((Part::Head, None));
                let neck = anatomy.neck.contains(&above).then_some((Part::Neck, None));
                let trunk = (above == hips || anatomy.trunk.contains(&above)).then_some((Part::Hips, None));
                limb.or(head).or(neck).or(trunk)
            })
        };
        let regions = (0..figure.places.len()).map(region).collect();
        let length = line.length();
        let outermost = Vec::new();
        (length > 0.0).then(|| Self { figure, hips: middle, up: line / length, length, regions, outermost })
    }

    fn flesh(&mut self) -> Flesh {
        let mut pieces = self.trunk();
        let is_shown = !self.outermost.is_empty();
        pieces.extend(Side::BOTH.into_iter().filter_map(|side| self.thigh(side)));
        pieces.extend(self.head());
        Flesh { pieces, soft: SOFT * self.length, arm: self.arm(), is_shown }
    }

    fn carried(&self, joint: usize, place: DVec3) -> Carried {
        let figure = self.figure;
        Carried { joint, from: figure.axes[joint].inverse() * (place - figure.places[joint]) }
    }

    /// Where the skin of a region lies, seen along some directions, within two heights along `up` from a point: least and most.
    fn extents<const N: usize>(
        &mut self,
        region: (Part, Option<Side>),
        [from, up]: [DVec3; 2],
        within: [f64; 2],
        directions: [DVec3; N],
    ) -> Option<[[f64; 2]; N]> {
        let skin = &self.figure.skin;
        let is_own = |v: &usize| {
            let most = skin[*v].held_by.iter().max_by(|a, b| a.1.total_cmp(&b.1));
            let is_within = (within[0]..=within[1]).contains(&(skin[*v].place - from).dot(up));
            is_within && most.is_some_and(|most| self.regions[most.0] == Some(region))
        };
        let own: Vec<usize> = (0..skin.len()).filter(is_own).collect();
        let first = *own.first()?;
        let extent = |direction: DVec3| {
            let at = |v: usize| (skin[v].place - from).dot(direction);
            let least = own.iter().copied().fold(first, |least, v| if at(v) < at(least) { v } else { least });
            let most = own.iter().copied().fold(first, |most, v| if at(v) > at(most) { v } else { most });
            ([least, most], [at(least), at(most)])
        };
        let extents = directions.map(extent);
        self.outermost.extend(extents.iter().flat_map(|(vertices, _)| vertices));
        Some(extents.map(|(_, extent)| extent))
    }

    fn apart(&self, part: Part) -> Option<f64> {
        let [left, right] = Side::BOTH.map(|side| self.figure.anatomy.joint(part, Some(side)));
        Some(0.5 * self.figure.places[left?].distance(self.figure.places[right?]))
    }

    fn trunk(&mut self) -> Vec<Piece> {
        let (figure, length, hip_joints, up) = (self.figure, self.length, self.hips, self.up);
        let anatomy = &figure.anatomy;
        let hips = self.apart(Part::UpLeg).unwrap_or(BEYOND_HIPS * length) + BEYOND_HIPS * length;
        let chest = self.apart(Part::Arm).map_or(WAIST * length, |apart| CHEST * apart);
        let wide = [hips, WAIST * length, chest];
        let ahead = DVec3::X.cross(up).normalize_or(DVec3::Z);
        let carries = |height: f64| {
            let below = |&&joint: &&usize| (figure.places[joint] - hip_joints).dot(up) <= height * length;
            anatomy.trunk.iter().rev().find(below).copied().or(anatomy.joint(Part::Hips, None)).unwrap_or(0)
        };
        let mut ring = |i: usize| {
            let centre = hip_joints + up * (HEIGHTS[i] * length);
            let within = [-SLAB * length, SLAB * length];
            let seen = self.extents((Part::Hips, None), [centre, up], within, [DVec3::X, ahead]);
            let usual = [wide[i], DEEP[i] * length];
            let [[right, left], [back, front]] = seen.unwrap_or(usual.map(|half| [-half, half]));
            let centre = centre + DVec3::X * (0.5 * (left + right)) + ahead * (0.5 * (front + back));
            let half = [0.5 * (left - right), 0.5 * (front - back)];
            let radii = [0, 1].map(|i| half[i].max(THINNEST * usual[i]));
            (self.carried(carries(HEIGHTS[i]), centre), radii)
        };
        let rings = [ring(0), ring(1), ring(2)];
        let piece = |pair: &[(Carried, [f64; 2])]| Piece {
            ends: [pair[0].0, pair[1].0],
            across: figure.axes[pair[0].0.joint].inverse() * DVec3::X,
            radii: [pair[0].1, pair[1].1],
        };
        rings.windows(2).map(piece).collect()
    }

    fn thigh(&mut self, side: Side) -> Option<Piece> {
        let [hip, knee, ..] = self.figure.leg(side)?;
        let radius = self.radius((Part::UpLeg, Some(side)), [hip, knee]).unwrap_or(THIGH * self.length);
        let [from, to] = [hip, knee].map(|joint| self.carried(hip, self.figure.places[joint]));
        let across = self.figure.axes[hip].inverse() * DVec3::X;
        Some(Piece { ends: [from, to], across, radii: [[radius; 2]; 2] })
    }

    /// How thick the skin about a bone is, halfway to its outermost.
    fn radius(&mut self, region: (Part, Option<Side>), [from, to]: [usize; 2]) -> Option<f64> {
        let from = self.figure.places[from];
        let bone = self.figure.places[to] - from;
        let along = bone.try_normalize()?;
        let (x, y) = along.any_orthonormal_pair();
        let within = ALONG.map(|part| part * bone.length());
        let [[left, right], [back, front]] = self.extents(region, [from, along], within, [x, y])?;
        Some(0.25 * (right - left + front - back))
    }

    fn head(&mut self) -> Option<Piece> {
        let head = *self.figure.anatomy.neck.last()?;
        let from = self.figure.places[head];
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        let seen = self.extents((Part::Head, None), [from, DVec3::Y], all, DVec3::AXES);
        let (centre, wide, deep) = match seen {
            Some([x, y, z]) => {
                let half = |[from, to]: [f64; 2]| 0.5 * (to - from);
                let middle = [x, y, z].map(|[from, to]| 0.5 * (from + to));
                (from + DVec3::from_array(middle), half(x), 0.5 * (half(y) + half(z)))
            }
            None => (from + self.up * (HEAD_ABOVE * self.length), HEAD * self.length, HEAD * self.length),
        };
        let end = self.carried(head, centre);
        let across = self.figure.axes[head].inverse() * DVec3::X;
        Some(Piece { ends: [end; 2], across, radii: [[wide, deep]; 2] })
    }

    /// The radii of the arms at elbow and wrist.
    fn arm(&mut self) -> [f64; 2] {
        [self.bone(Part::Arm, Part::Elbow, ELBOW), self.bone(Part::Elbow, Part::Hand, WRIST)]
    }

    /// The radius of a bone of both arms, or else the usual one.
    fn bone(&mut self, from: Part, to: Part, usual: f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for side in Side::BOTH {
            let joints = [from, to].map(|part| self.figure.anatomy.joint(part, Some(side)));
            let [Some(upper), Some(lower)] = joints else { continue };
            if let Some(radius) = self.radius((from, Some(side)), [upper, lower]) {
                (sum, count) = (sum + radius, count + 1.0);
            }
        }
        if count > 0.0 { sum / count } else { usual * self.length }
    }
}

/// How thick a body is beside people on average, as its motion shows: arms are not inside. `frames` are `world_from_joint` in aligned axes.
pub(super) fn thin(figure: &Figure, frames: &[Vec<Transform>]) -> f64 {
    let arm = |side: Side| {
        let [elbow, wrist] = [Part::Elbow, Part::Hand].map(|part| figure.anatomy.joint(part, Some(side)));
        Some([(elbow?, 1), (wrist?, 2)])
    };
    let points: Vec<(usize, usize)> = Side::BOTH.into_iter().filter_map(arm).flatten().collect();
    let Some(flesh) = Flesh::of(figure).filter(|_| !points.is_empty() && !frames.is_empty()) else {
        return 1.0;
    };
    let step = frames.len().div_ceil(MOMENTS);
    let is_as_thick = |factor: &f64| {
        let flesh = flesh.clone().thinned(*factor);
        let looked = frames.iter().step_by(step);
        let is_inside = |frame: &Vec<Transform>, &(joint, of): &(usize, usize)| {
            flesh.gap(frame[joint].translation, of, &|j| frame[j]).0 < 0.0
        };
        let inside: usize = looked.clone().map(|f| points.iter().filter(|p| is_inside(f, p)).count()).sum();
        inside as f64 <= INSIDE * (looked.count() * points.len()) as f64
    };
    THINNER.into_iter().find(is_as_thick).unwrap_or(THINNER[THINNER.len() - 1])
}
