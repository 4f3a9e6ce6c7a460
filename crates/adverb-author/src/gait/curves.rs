//! Joint angles of the leg over the gait cycle, as published for adults, fitted by Fourier series.
//!
//! Landmarks every 5 % of a cycle that begins with the foot's contact, in degrees; flexion and dorsiflexion are positive.
//! Walking follows the normative curves of Winter (*The Biomechanics and Motor Control of Human Gait*, 1991) and Perry
//! (*Gait Analysis*, 1992): the hip from 30° at contact to −10° in late stance, the knee 5/18/5/60°, the ankle
//! 0/−6/10/−17°. Running follows Novacheck (*The biomechanics of running*, Gait and Posture 7, 1998).

use super::series::Series;

/// The leg's angles over the cycle.
pub(super) struct Curves {
    /// Thigh against a pelvis that leans [`PELVIS_LEAN_DEG`] forward.
    pub(super) hip_deg: Series,
    pub(super) knee_deg: Series,
    pub(super) ankle_deg: Series,
    /// When the toes leave the floor in these curves.
    pub(super) toe_off: f64,
    /// Length of a stride whose hip swings as the curve does.
    pub(super) stride_m: f64,
}

/// The mean forward lean of the pelvis from which the published hip angles count.
pub(super) const PELVIS_LEAN_DEG: f64 = 10.0;

const HARMONICS: usize = 7;

const WALK_HIP: [f64; 20] = [
    30.0, 29.5, 27.5, 23.5, 18.5, 13.5, 8.5, 3.5, -1.5, -6.0, -9.5, -10.0, -6.5, 1.0, 10.0, 19.0, 26.0, 30.5,
    32.0, 31.0,
];
const WALK_KNEE: [f64; 20] = [
    6.0, 10.5, 15.5, 18.0, 17.0, 14.0, 10.5, 7.5, 6.0, 6.5, 10.0, 18.0, 34.0, 50.0, 59.5, 60.0, 52.0, 37.0,
    20.0, 8.0,
];
const WALK_ANKLE: [f64; 20] = [
    0.0, -4.5, -6.0, -2.5, 1.0, 4.0, 6.0, 7.5, 9.0, 10.0, 9.0, 2.0, -10.0, -17.0, -14.0, -7.0, -2.0, 0.5,
    1.5, 1.0,
];
const RUN_HIP: [f64; 20] = [
    40.0, 37.0, 32.0, 25.0, 16.0, 7.0, -1.0, -7.0, -9.0, -6.0, 2.0, 13.0, 26.0, 38.0, 48.0, 55.0, 58.0, 56.0,
    51.0, 45.0,
];
const RUN_KNEE: [f64; 20] = [
    18.0, 28.0, 38.0, 43.0, 42.0, 36.0, 28.0, 22.0, 21.0, 30.0, 48.0, 68.0, 86.0, 98.0, 102.0, 96.0, 80.0,
    58.0, 35.0, 20.0,
];
const RUN_ANKLE: [f64; 20] = [
    6.0, 10.0, 17.0, 22.0, 23.0, 18.0, 6.0, -12.0, -22.0, -22.0, -16.0, -9.0, -4.0, -1.0, 1.0, 3.0, 5.0, 6.0,
    7.0, 7.0,
];

/// Walking at about 1.4 m/s.
pub(super) fn walk() -> Curves {
    curves(&WALK_HIP, &WALK_KNEE, &WALK_ANKLE, 0.61, 1.32)
}

/// Running at about 3.5 m/s.
pub(super) fn run() -> Curves {
    curves(&RUN_HIP, &RUN_KNEE, &RUN_ANKLE, 0.38, 2.2)
}

fn curves(hip: &[f64], knee: &[f64], ankle: &[f64], toe_off: f64, stride_m: f64) -> Curves {
    let fit = |values| Series::through(values, HARMONICS);
    Curves { hip_deg: fit(hip), knee_deg: fit(knee), ankle_deg: fit(ankle), toe_off, stride_m }
}
