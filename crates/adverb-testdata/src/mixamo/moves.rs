//! Its animations: what the built-in figure does, on the spot or not.

use adverb_author::clip::{Clip, Transform};
use adverb_author::gait::stance::{Mood, idles};
use adverb_author::gait::{Style, styles, synthesise};
use glam::{DQuat, DVec3};

/// An animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Waits.
    Idle,
    /// Walks straight ahead.
    Walk,
    /// Runs straight ahead.
    Run,
    /// Walks a bend to the left.
    Turn,
}

impl Move {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Idle, Self::Walk, Self::Run, Self::Turn];

    /// The name of the animation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Walk => "walk",
            Self::Run => "run",
            Self::Turn => "turn",
        }
    }

    /// Metres per second of the figure at its default height, whether the file shows it or not.
    pub fn speed_m_s(self) -> f64 {
        self.style().map_or(0.0, |style| style.speed_m_s)
    }

    /// Degrees to the left in a cycle, likewise.
    pub fn turn_deg(self) -> f64 {
        self.style().map_or(0.0, |style| style.turn_deg_per_cycle)
    }

    fn style(self) -> Option<Style> {
        let name = match self {
            Self::Idle => return None,
            Self::Walk => "neutral",
            Self::Run => "run",
            Self::Turn => "turn-left",
        };
        styles().into_iter().find(|style| style.name == name)
    }

    /// The cycle of the built-in figure, its last frame in the pose of its first.
    pub(super) fn clip(self, in_place: bool) -> Clip {
        let Some(style) = self.style() else { return idle() };
        let gait = synthesise(&style);
        let [first, _, last] = gait.keys;
        let mut clip = cut(&gait.clip, first, last);
        if in_place {
            let (secs, steps) = (clip.duration_secs(), (clip.frame_count() - 1) as f64);
            for (f, hips) in clip.locals.iter_mut().step_by(clip.joints.len()).enumerate() {
                *hips = travelled(&style, secs, f as f64 / steps).inverse().compose(*hips);
            }
        }
        clip
    }
}

fn idle() -> Clip {
    let calm = idles().into_iter().find(|idle| idle.set == "idle" && idle.mood == Mood::Neutral);
    let act = calm.expect("the figure waits").act;
    let (first, last) = (act.keys[0].1, act.keys[act.keys.len() - 1].1);
    cut(&act.clip, first, last)
}

/// Every second frame of a part of a clip, both ends included.
fn cut(clip: &Clip, first: usize, last: usize) -> Clip {
    assert!((last - first).is_multiple_of(2), "the last frame is one of them");
    let locals = (first..=last).step_by(2).flat_map(|f| clip.frame(f)).copied().collect();
    Clip { locals, fps: 0.5 * clip.fps, ..clip.clone() }
}

/// Where an even walk along an arc has come after a part of its cycle.
fn travelled(style: &Style, cycle_secs: f64, part: f64) -> Transform {
    let heading = style.turn_deg_per_cycle.to_radians() * part;
    let (way, half) = (style.speed_m_s * cycle_secs * part, 0.5 * heading);
    let chord = if half.abs() < 1e-9 { way } else { way * half.sin() / half };
    Transform {
        translation: DVec3::new(half.sin(), 0.0, half.cos()) * chord,
        rotation: DQuat::from_rotation_y(heading),
    }
}
