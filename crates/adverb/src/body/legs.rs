//! Legs of one body that follow another's, and proportions: their lengths, and their heights above the ground.

use glam::DVec3;

use super::align::Pair;
use super::anatomy::ARM;
use super::bearing::length;
use super::figure::Figure;
use super::map::Map;
use super::sides::Side;

/// Bones that differ by less than this, in metres, are the same.
const ALIKE_M: f64 = 1e-3;
/// How high a ball without a joint of its own is, in heights of the ankle.
const BALL_HEIGHT: f64 = 0.25;

/// A leg of the target and the one that it follows: hip, knee, ankle and the joint of the ball, which may be the ankle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leg {
    /// Which.
    pub side: Side,
    /// Of the target.
    pub target: [usize; 4],
    /// Of the source.
    pub source: [usize; 4],
    /// Where the ball is, seen from its joint of the target.
    pub ball: DVec3,
    /// A foreleg, which carries no hips.
    pub fore: bool,
}

impl Leg {
    /// Whether the foot that it follows has an ankle alone.
    #[must_use]
    pub fn follows_no_ball(&self) -> bool {
        self.source[3] == self.source[2]
    }
}

/// The known legs: those of the hips, then the forelegs of a target on four legs. If the source stands upright, a foreleg follows the
/// diagonally opposite leg, as arms do in a walk.
pub(super) fn legs(pair: &Pair, map: &Map) -> Vec<Leg> {
    let (source, target) = (pair.source, pair.target);
    let leg = |side: Side| {
        let own = [super::Part::UpLeg, super::Part::Knee, super::Part::Foot];
        let [hip, knee, ankle] = own.map(|part| map.joint(part, Some(side)));
        let (hip, knee, ankle) = (hip?, knee?, ankle?);
        let ball = map.joint(super::Part::Toe, Some(side));
        let ball = ball.filter(|&ball| !target.is_drawn || !target.is_steep(ankle, ball));
        let followed = [map.source(hip)?, map.source(knee)?, map.source(ankle)?];
        let own_ball = source.leg(side).filter(|leg| leg[2] == followed[2]).map(|leg| leg[3]);
        let [a, b, c] = followed;
        let followed = [a, b, c, own_ball.unwrap_or(c)];
        let target = [hip, knee, ankle, ball.unwrap_or(ankle)];
        Some(Leg { side, target, source: followed, ball: DVec3::ZERO, fore: false })
    };
    let mut legs: Vec<Leg> = Side::BOTH.into_iter().filter_map(leg).collect();
    let fore = |side: Side| {
        let [shoulder, elbow, wrist] = ARM.map(|part| map.joint(part, Some(side)));
        let target = [shoulder?, elbow?, wrist?, wrist?];
        let across = legs.iter().find(|leg| leg.side != side);
        let source = match pair.on_fours {
            true => across?.source,
            false => {
                let [a, b, c] = [map.source(target[0])?, map.source(target[1])?, map.source(target[2])?];
                [a, b, c, c]
            }
        };
        Some(Leg { side, target, source, ball: DVec3::ZERO, fore: true })
    };
    let forelegs: Vec<Leg> = match target.lies() {
        true => Side::BOTH.into_iter().filter_map(fore).collect(),
        false => Vec::new(),
    };
    legs.extend(forelegs);
    legs
}

/// How a body on the source's legs becomes one on the target's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proportions {
    /// The length of the target's legs.
    pub leg: f64,
    /// That in lengths of the source's.
    pub scale: f64,
    /// Heights above the ground of the ankle when the foot is flat, of the source and of the target.
    pub ankle: [f64; 2],
    /// Those of the ball.
    pub ball: [f64; 2],
    /// The legs are the source's own: feet are where the motion has them.
    pub alike: bool,
}

impl Proportions {
    /// Of a target whose legs are not known: as large as its figure is.
    fn without_legs(pair: &Pair) -> Self {
        let size = |at: &[DVec3]| {
            let [low, high] = [DVec3::min as fn(DVec3, DVec3) -> DVec3, DVec3::max]
                .map(|pick| at.iter().copied().reduce(pick).unwrap_or_default());
            (high - low).max_element()
        };
        let scale = size(&pair.target.places) / size(&pair.source.places);
        let other = scale.is_finite() && (scale - 1.0).abs() > ALIKE_M;
        let scale = if other && scale > 0.0 { scale } else { 1.0 };
        Self { leg: 0.0, scale, ankle: [0.0; 2], ball: [0.0; 2], alike: true }
    }

    /// The proportions of these legs. Places the balls of feet without a joint there.
    pub(super) fn of(pair: &Pair, legs: &mut [Leg]) -> Self {
        let (source, target) = (pair.source, pair.target);
        let hind = legs.iter().filter(|leg| !leg.fore).count();
        let legs = &mut legs[..hind];
        if legs.is_empty() {
            return Self::without_legs(pair);
        }
        let mean = |of: &dyn Fn(&Leg) -> f64| legs.iter().map(of).sum::<f64>() / hind as f64;
        let own = mean(&|leg| length(source, &leg.source));
        let wanted = mean(&|leg| match pair.on_fours {
            true => target.places[leg.target[0]].y - target.places[leg.target[2]].y,
            false => length(target, &leg.target),
        });
        // Forelegs that step as legs do are nobody's own.
        let alike = !pair.on_fours && legs.iter().all(|leg| bones_alike(pair, leg)) && hips_alike(pair, legs);
        let scale = if own > 0.0 && wanted > 0.0 && !alike { wanted / own } else { 1.0 };
        let (shown, stands) = (&pair.source_stands, &pair.target_stands);
        let ground = target.ground();
        for leg in &mut *legs {
            place_ball(target, leg, scale * shown.reach, ground);
        }
        let mean = |of: &dyn Fn(&Leg) -> f64| legs.iter().map(of).sum::<f64>() / hind as f64;
        // A body that shows how it stands says how high; one that was drawn stands on its lowest.
        let (ankle, ball) = match target.bearing {
            Some(_) => (stands.ball + stands.rise, stands.ball),
            None => (
                mean(&|leg| target.places[leg.target[2]].y) - ground,
                mean(&|leg| ball_of(target, leg).y) - ground,
            ),
        };
        let same = |heights: [f64; 2]| if alike { [heights[0]; 2] } else { heights };
        let (ankle, ball) = (same([shown.ball + shown.rise, ankle]), same([shown.ball, ball]));
        Self { leg: wanted, scale, ankle, ball, alike }
    }

    /// Where the middle between the hip joints goes.
    #[must_use]
    pub fn hips(&self, place: DVec3) -> DVec3 {
        let scaled = place * self.scale;
        scaled.with_y(self.ankle_height(place.y))
    }

    /// How high the ball of a foot is.
    #[must_use]
    pub fn ball_height(&self, height: f64) -> f64 {
        self.ball[1] + self.ground(height)
    }

    /// How high an ankle is.
    #[must_use]
    pub fn ankle_height(&self, height: f64) -> f64 {
        self.ankle[1] + self.scale * (height - self.ankle[0])
    }

    /// How high the ground is on which a foot stands with its ball so high.
    #[must_use]
    pub fn ground(&self, height: f64) -> f64 {
        self.scale * (height - self.ball[0])
    }
}

/// Where the ball of a foot of the target is.
pub(super) fn ball_of(target: &Figure, leg: &Leg) -> DVec3 {
    target.places[leg.target[3]] + target.axes[leg.target[3]] * leg.ball
}

fn bones_alike(pair: &Pair, leg: &Leg) -> bool {
    let bones =
        |at: &[DVec3], joints: [usize; 4]| [0, 1, 2].map(|i| at[joints[i]].distance(at[joints[i + 1]]));
    let (own, targets) = (bones(&pair.source.places, leg.source), bones(&pair.target.places, leg.target));
    own.iter().zip(targets).all(|(a, b)| (a - b).abs() < ALIKE_M)
}

/// Whether the hip joints are as far apart.
fn hips_alike(pair: &Pair, legs: &[Leg]) -> bool {
    let [left, right] = legs else { return true };
    let apart = |at: &[DVec3], [a, b]: [usize; 2]| at[a].distance(at[b]);
    let own = apart(&pair.source.places, [left.source[0], right.source[0]]);
    let targets = apart(&pair.target.places, [left.target[0], right.target[0]]);
    (own - targets).abs() < ALIKE_M
}

/// The ball of a foot that has no joint there: so far before the ankle, low above the ground.
fn place_ball(target: &Figure, leg: &mut Leg, reach: f64, ground: f64) {
    let [_, _, ankle, ball] = leg.target;
    if ball != ankle || leg.source[3] == leg.source[2] {
        return;
    }
    let from = target.places[ankle];
    let ball = DVec3::new(from.x, ground + BALL_HEIGHT * (from.y - ground), from.z + reach);
    leg.ball = target.axes[ankle].inverse() * (ball - from);
}
