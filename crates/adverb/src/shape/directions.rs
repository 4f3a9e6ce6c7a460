//! Directions of a blended form: of unit length, on the sphere, or from its positions (chapter 7.3.3).

use glam::Vec3;

use super::channel::Channel;

/// Steps towards the mean on the sphere; each makes what is left off much smaller.
const STEPS: usize = 4;
/// A way whose square is no longer than this leads nowhere: a millionth of a radian.
const ARRIVED: f32 = 1e-12;

fn vector(numbers: &[f32]) -> Vec3 {
    Vec3::new(numbers[0], numbers[1], numbers[2])
}

/// A direction whose square is no more has none.
pub(super) const SHORTEST: f32 = 1e-30;

/// A vector of unit length; one without a length stays where it was.
pub(super) fn unit(v: Vec3, otherwise: Vec3) -> Vec3 {
    let squared = v.x * v.x + v.y * v.y + v.z * v.z;
    if squared > SHORTEST { v * (1.0 / libm::sqrtf(squared)) } else { otherwise }
}

/// Brings what a channel moved to unit length. Of tangents, the fourth number is 1 or −1 again.
pub(super) fn normalise(channel: &Channel, out: &mut [f32]) {
    let width = channel.attribute.width();
    for run in &channel.moved {
        let range = run.numbers(width);
        let rest = channel.rest[range.clone()].chunks_exact(width);
        for (numbers, rest) in out[range].chunks_exact_mut(width).zip(rest) {
            let direction = unit(vector(numbers), vector(rest));
            numbers[..3].copy_from_slice(&direction.to_array());
            if let Some(side) = numbers.get_mut(3) {
                *side = if *side < 0.0 { -1.0 } else { 1.0 };
            }
        }
    }
}

/// The mean on the sphere of the examples' directions: where the sum of the ways to them, each by its weight, is nothing.
pub(super) fn spherical(channel: &Channel, weights: &[f32], out: &mut [f32]) {
    let width = channel.attribute.width();
    let forms = &channel.forms;
    let mut first = 0;
    for run in &channel.moved {
        for numbers in out[run.numbers(width)].chunks_exact_mut(width) {
            let own = |example: usize| Vec3::from_array([0, 1, 2].map(|c| forms.value(example, first + c)));
            // The straight sum is where it starts.
            let mut mean = unit(vector(numbers), own(0));
            for _ in 0..STEPS {
                let mut way = Vec3::ZERO;
                for (example, weight) in weights.iter().enumerate() {
                    way += *weight * log(mean, own(example));
                }
                if way.dot(way) < ARRIVED {
                    break;
                }
                mean = exp(mean, way);
            }
            numbers[..3].copy_from_slice(&mean.to_array());
            first += width;
        }
    }
}

/// The way on the sphere from one direction to another.
fn log(from: Vec3, to: Vec3) -> Vec3 {
    let cosine = from.dot(to).clamp(-1.0, 1.0);
    let across = to - cosine * from;
    let sine = libm::sqrtf(across.dot(across));
    // The angle by both, since each alone is blind somewhere.
    if sine < 1e-12 { Vec3::ZERO } else { across * (libm::atan2f(sine, cosine) / sine) }
}

/// Where a way on the sphere leads.
fn exp(from: Vec3, way: Vec3) -> Vec3 {
    let angle = libm::sqrtf(way.dot(way));
    if angle < 1e-12 {
        return from;
    }
    unit(from * libm::cosf(angle) + way * (libm::sinf(angle) / angle), from)
}

/// Which normals change when positions do, and the triangles that they are found from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Surface {
    /// Corners by point: vertices that a seam splits are one.
    triangles: Vec<[u32; 3]>,
    /// A vertex of each of these triangles' corners, by which its position is found.
    corners: Vec<[u32; 3]>,
    /// Points and vertices whose normal may change.
    changing: Vec<[u32; 2]>,
    points: usize,
}

impl Surface {
    /// Of triangles, the points of their vertices (empty: each its own) and the vertices that move.
    pub(super) fn of(
        triangles: &[[u32; 3]],
        points: &[u32],
        vertices: usize,
        moved: impl Iterator<Item = u32>,
    ) -> Self {
        let point = |vertex: u32| points.get(vertex as usize).copied().unwrap_or(vertex) as usize;
        let count = (0..vertices as u32).map(|v| point(v) + 1).max().unwrap_or(0);
        let mut moves = vec![false; count];
        moved.for_each(|vertex| moves[point(vertex)] = true);
        let touches = |triangle: &&[u32; 3], which: &[bool]| triangle.iter().any(|v| which[point(*v)]);
        let mut changes = vec![false; count];
        for triangle in triangles.iter().filter(|t| touches(t, &moves)) {
            triangle.iter().for_each(|v| changes[point(*v)] = true);
        }
        let corners: Vec<[u32; 3]> = triangles.iter().filter(|t| touches(t, &changes)).copied().collect();
        Self {
            triangles: corners.iter().map(|t| t.map(|v| point(v) as u32)).collect(),
            corners,
            changing: (0..vertices as u32)
                .filter(|v| changes[point(*v)])
                .map(|v| [point(v) as u32, v])
                .collect(),
            points: count,
        }
    }

    /// Numbers that are needed for a while.
    pub(super) fn room(&self) -> usize {
        3 * self.points
    }

    /// Finds normals from positions: the mean of the triangles around a vertex, the larger the more they count.
    pub(super) fn normals(&self, positions: &[f32], sums: &mut [f32], rest: &[f32], normals: &mut [f32]) {
        let (positions, _) = positions.as_chunks::<3>();
        let (rest, _) = rest.as_chunks::<3>();
        let (normals, _) = normals.as_chunks_mut::<3>();
        let (sums, _) = sums.as_chunks_mut::<3>();
        for [point, _] in &self.changing {
            sums[*point as usize] = [0.0; 3];
        }
        for (corners, points) in self.corners.iter().zip(&self.triangles) {
            let [a, b, c] = corners.map(|vertex| Vec3::from_array(positions[vertex as usize]));
            let across = (b - a).cross(c - a);
            for point in points {
                let sum = &mut sums[*point as usize];
                *sum = (Vec3::from_array(*sum) + across).to_array();
            }
        }
        for [point, vertex] in &self.changing {
            let vertex = *vertex as usize;
            let sum = Vec3::from_array(sums[*point as usize]);
            normals[vertex] = unit(sum, Vec3::from_array(rest[vertex])).to_array();
        }
    }
}
