//! The peer: bevy_animation, which blends clips by a graph and leaves world transforms to bevy_transform.
//!
//! One character of as many bones as ours, entities below one another as ours are; clips of rotations, linear between
//! keyframes, as Bevy's glTF loader makes them; one graph whose root blends them all. A frame is the systems that advance
//! the clips, sample and blend them, and propagate transforms. Nothing else of an app runs: no clocks, windows or events.

use std::time::Duration;

use bevy_animation::animation_curves::{AnimatableCurve, AnimatedField};
use bevy_animation::graph::{AnimationGraph, AnimationGraphHandle, AnimationNodeIndex};
use bevy_animation::{
    AnimatedBy, AnimationClip, AnimationPlayer, AnimationPlugin, AnimationTargetId, advance_animations,
    animate_targets, animated_field,
};
use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets, Handle};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{Entity, IntoScheduleConfigs, Schedule};
use bevy_math::curve::UnevenSampleAutoCurve;
use bevy_math::{Quat, Vec3};
use bevy_time::Time;
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::systems::{mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms};

use super::FRAME_SECS;
use crate::random::Random;
use crate::timing::Work;
use crate::world::humanoid;

const KEYFRAMES: usize = 24;

/// A character in a world of its own.
pub struct Character {
    app: App,
    frame: Schedule,
    player: Entity,
    nodes: Vec<AnimationNodeIndex>,
    bones: Vec<Entity>,
}

impl Character {
    /// One that blends so many clips.
    pub fn new(clips: usize) -> Self {
        let mut app = App::new();
        app.add_plugins((
            TaskPoolPlugin::default(),
            AssetPlugin::default(),
            TransformPlugin,
            AnimationPlugin,
        ));
        app.init_resource::<Time>();
        let names: Vec<Name> = (0..humanoid::JOINTS).map(|j| Name::new(format!("bone {j}"))).collect();
        let clips: Vec<Handle<AnimationClip>> =
            (0..clips).map(|i| app.world_mut().resource_mut::<Assets<_>>().add(clip(i, &names))).collect();
        let (graph, nodes) = AnimationGraph::from_clips(clips);
        let graph = app.world_mut().resource_mut::<Assets<_>>().add(graph);
        let mut player = AnimationPlayer::default();
        for node in &nodes {
            player.play(*node).repeat();
        }
        let player = app.world_mut().spawn((player, AnimationGraphHandle(graph), Transform::default())).id();
        let mut random = Random::new(1);
        let mut bones: Vec<Entity> = Vec::new();
        for (name, parent) in names.iter().zip(humanoid::parents()) {
            let [x, y, z] = random.vector().to_array();
            let parts = (
                Transform::from_translation(Vec3::new(x, y, z) * 0.3),
                AnimationTargetId::from_name(name),
                AnimatedBy(player),
                ChildOf(parent.map_or(player, |parent| bones[parent])),
            );
            bones.push(app.world_mut().spawn(parts).id());
        }
        let mut frame = Schedule::default();
        frame.add_systems(
            (
                advance_animations,
                animate_targets,
                mark_dirty_trees,
                propagate_parent_transforms,
                sync_simple_transforms,
            )
                .chain(),
        );
        app.finish();
        app.cleanup();
        // The app's own systems take the graph in.
        app.update();
        app.update();
        let mut character = Self { app, frame, player, nodes, bones };
        character.check();
        character
    }

    /// Other weights, and one frame more.
    fn step(&mut self, weights: &[f32]) {
        let world = self.app.world_mut();
        let mut player = world.get_mut::<AnimationPlayer>(self.player).expect("a player");
        for (node, weight) in self.nodes.iter().zip(weights) {
            player.animation_mut(*node).expect("it plays").set_weight(*weight);
        }
        world.resource_mut::<Time>().advance_by(Duration::from_secs_f64(FRAME_SECS));
        self.frame.run(world);
    }

    /// Bones must move for their times to mean anything.
    fn check(&mut self) {
        let clips = self.nodes.len();
        let last = *self.bones.last().expect("bones");
        let place = |character: &Self| *character.app.world().get::<GlobalTransform>(last).expect("a bone");
        self.step(&vec![1.0; clips]);
        let before = place(self);
        self.step(&vec![1.0; clips]);
        assert!(before.translation() != place(self).translation(), "bevy's character does not move");
    }
}

/// Any rotations of every bone, a second long.
fn clip(seed: usize, names: &[Name]) -> AnimationClip {
    let mut random = Random::new(1000 + seed as u64);
    let mut clip = AnimationClip::default();
    for name in names {
        let key = |k: usize| {
            let [x, y, z] = random.vector().to_array();
            (k as f32 / (KEYFRAMES - 1) as f32, Quat::from_scaled_axis(Vec3::new(x, y, z)))
        };
        let curve = UnevenSampleAutoCurve::new((0..KEYFRAMES).map(key)).expect("keyframes in order");
        clip.add_curve_to_target(
            AnimationTargetId::from_name(name),
            AnimatableCurve::new(animated_field!(Transform::rotation), curve),
        );
    }
    clip
}

/// Frames one after another, each with other weights.
pub fn work(clips: usize) -> Work<'static> {
    let mut character = Character::new(clips);
    let mut random = Random::new(5);
    let weights: Vec<f32> = (0..64 * clips).map(|_| 1.1 + random.number()).collect();
    let mut frame = 0;
    Box::new(move |frames| {
        for _ in 0..frames {
            frame = (frame + 1) % 64;
            character.step(&weights[frame * clips..(frame + 1) * clips]);
        }
    })
}
