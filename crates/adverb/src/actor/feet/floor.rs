//! How low feet may be while one motion goes over into another: no lower than either has them.
//!
//! A blend of legs that are bent differently is not bent as they are on average, and what decays after a cut adds to the motion whatever
//! the legs do. So a foot that comes lower than it does in both is raised.

use glam::{Vec2, Vec3};

use super::hold::ball;
use super::{BEFORE_SECS, Body, Feet};
use crate::actor::state::ROOMS;
use crate::actor::voice::Voice;
use crate::graph::Graph;
use crate::skeleton::Skeleton;

/// A ball that is lower than twice this below its floor is raised by all but this; metres. Above, the less the nearer it is.
const SOFT_M: f32 = 0.002;

impl Feet {
    /// Finds how low the balls may be in the pose to come.
    pub(in crate::actor) fn find_floors(
        &mut self,
        graph: &Graph,
        body: &Body,
        rooms: &mut [Vec<f32>; ROOMS],
    ) {
        self.floors.clear();
        if body.is_steady() || !self.on {
            return;
        }
        let [main, next, ..] = rooms;
        let climbed = body.climbed(graph) as f32;
        let pose = |voice: &Voice, dofs: &mut [f32]| {
            voice.pose(graph, voice.time, &mut dofs[..graph.leg_dofs().end]);
            dofs[Skeleton::HEIGHT.index()] += climbed;
        };
        pose(&body.main, main);
        if body.crossing.is_some() {
            pose(&body.next, next);
        }
        for (hold, foot) in self.holds.iter().zip(graph.feet()) {
            let mut floor = ball(graph, foot, main).y;
            let mut lower = |y: f32| floor = if y < floor { y } else { floor };
            if body.crossing.is_some() {
                lower(ball(graph, foot, next).y);
            }
            if body.inertia.is_active() {
                lower(hold.cut_height + climbed);
            }
            self.floors.push(floor);
        }
    }

    /// How far a ball is to be raised that would come to a height.
    pub(super) fn raised(&self, foot: usize, height: f32) -> f32 {
        let lack = self.floors.get(foot).map_or(0.0, |floor| floor - height);
        match () {
            () if lack <= 0.0 => 0.0,
            () if lack < 2.0 * SOFT_M => lack * lack / (4.0 * SOFT_M),
            () => lack - SOFT_M,
        }
    }

    /// Before a cut: how far each foot is moved, and how high it is.
    pub(in crate::actor) fn take_corrections(
        &mut self,
        graph: &Graph,
        body: &Body,
        rooms: &mut [Vec<f32>; ROOMS],
    ) {
        let [now, before, rest @ ..] = rooms;
        body.unheld_into(graph, graph.leg_dofs(), 0.0, now, rest);
        body.unheld_into(graph, graph.leg_dofs(), -f64::from(BEFORE_SECS), before, rest);
        let climbed = body.climbed(graph) as f32;
        for (index, foot) in graph.feet().iter().enumerate() {
            let at = ball(graph, foot, now);
            let correction = self.free_correction(graph, body, index, body.root.frame, at);
            let hold = &mut self.holds[index];
            (hold.correction, hold.left.velocity) = (correction, Vec2::ZERO);
            hold.cut_height = at.y - climbed;
            // A step that was to bring the body to a stand goes over into what it does instead.
            if let Some(mut step) = hold.step.take().filter(|step| !step.waits()) {
                step.secs -= BEFORE_SECS;
                let earlier = step.correction(ball(graph, foot, before), Vec3::ZERO);
                let moved = correction - earlier;
                hold.left.velocity = -Vec2::new(moved.x, moved.z) / BEFORE_SECS;
                hold.shifting = false;
            }
        }
    }
}
