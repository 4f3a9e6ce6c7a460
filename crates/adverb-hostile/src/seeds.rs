//! Good files to begin with, all of them made here; small, so that a change of one byte in a few hundred matters.

mod character;
mod mesh;
mod text;

use std::sync::{Arc, OnceLock};

use adverb::graph::{GestureId, KnobId};
use adverb::{Actor, Pack, Skeleton};
use adverb_author::character::Character;
use adverb_author::clip::Clip;
use adverb_author::formats::{bvh as bvh_format, gltf as gltf_format};
use adverb_author::gait::{Style, styles, synthesise};
use adverb_author::picture::Image;
use adverb_author::project::Project;
use adverb_author::rig;
use adverb_testdata::acclaim::{MOTION, SKELETON};
use adverb_testdata::fbx::{Curve, Made, Record, binary, property, text as fbx_text, whole};
use adverb_testdata::mixamo::{Figure, Part, Pictures};

/// A walk, its frames few, and a file as other programs write them.
pub fn bvh() -> Vec<Vec<u8>> {
    vec![bvh_format::write(&few_frames(), &Default::default()).into(), text::BVH.into()]
}

/// The walk as GLB, and a JSON document with accessors that are sparse, quantised and interpolated in every way.
pub fn gltf() -> Vec<Vec<u8>> {
    vec![gltf_format::clip::write(&few_frames()), text::GLTF.into()]
}

/// A skinned mesh as JSON and as GLB, and one of FBX with a picture in it.
pub fn character() -> Vec<Vec<u8>> {
    let document: Vec<u8> = character::document().into();
    let mesh = Character::read("made.gltf", &document, &mut |_| None).expect("a mesh");
    let picture = Image { width: 2, height: 2, rgba: vec![200; 16] }.png();
    let pictures =
        Pictures { embedded: picture, beside: ["eyes.png", "normals.png", "rough.png", "metal.png"] };
    vec![mesh.file(), document, Figure { parts: &[Part::Body], ..Figure::default() }.fbx(&pictures)]
}

/// A mesh with targets, skin and weights over time as GLB and as its JSON, a cube as OBJ and PLY, a pyramid as FBX.
pub fn mesh() -> Vec<Vec<u8>> {
    mesh::files()
}

/// What characters are driven by.
pub fn take() -> &'static (Arc<Skeleton>, Clip) {
    static TAKE: OnceLock<(Arc<Skeleton>, Clip)> = OnceLock::new();
    TAKE.get_or_init(|| {
        let clip = few_frames();
        (Arc::new(rig::skeleton_of(&clip).expect("a skeleton")), clip)
    })
}

/// Two bones as text and as bytes.
pub fn fbx() -> Vec<Vec<u8>> {
    vec![fbx_text(&two_bones()), binary(&two_bones())]
}

/// A skeleton alone, and with a motion behind a zero byte.
pub fn acclaim() -> Vec<Vec<u8>> {
    vec![SKELETON.into(), [SKELETON, MOTION].join("\0").into()]
}

/// A project with motions of every kind, verbs, a graph and a gesture; and one with nothing but a file.
pub fn project() -> Vec<Vec<u8>> {
    vec![hero_text().into(), "[motions.only]\nfile = \"run.bvh\"\nframes = [2, 20]\n".into()]
}

/// The hero's.
pub fn pack() -> Vec<Vec<u8>> {
    vec![hero().save()]
}

/// Of actors of the hero: at the start, within a transition and a gesture, and at rest again.
pub fn snapshot() -> Vec<Vec<u8>> {
    let graph = &hero().graphs()[0];
    let mut actor = Actor::new(graph.clone(), 7);
    let mut states = Vec::new();
    for step in 0..12 {
        let mut state = Vec::new();
        actor.snapshot(&mut state);
        states.push(state);
        actor.set_knob(KnobId(0), step as f32 / 8.0);
        // What cannot be done just now is refused, which makes another state.
        let _ = actor.start_gesture(GestureId(0));
        let _ = actor.request(graph.nodes().nth(step % 3).expect("three verbs"));
        actor.look_at((step % 4 == 1).then_some([1.0, 2.0, 3.0]));
        actor.step(0.21, &mut ());
    }
    states
}

/// What the hero can be asked for.
pub fn script() -> Vec<Vec<u8>> {
    vec![text::SCRIPT.into()]
}

/// A recording that the projects name.
pub fn recording(file: &str) -> Result<Vec<u8>, String> {
    static FILES: OnceLock<[(&str, Vec<u8>); 2]> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        [("walk_neutral.bvh", "neutral"), ("run.bvh", "run")].map(|(file, style)| {
            (file, bvh_format::write(&synthesise(&style_named(style)).clip, &Default::default()).into())
        })
    });
    let found = files.iter().find(|(own, _)| *own == file);
    found.map(|(_, bytes)| bytes.clone()).ok_or_else(|| "no such file".into())
}

/// A pack with a graph, made of the first project.
pub fn hero() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| {
        let project = Project::load("adverb.toml", &hero_text(), &mut recording).expect("a project");
        project.pack(|_| ()).expect("a pack").pack
    })
}

fn hero_text() -> String {
    [adverb_testdata::MOTIONS, text::MORE_MOTIONS, adverb_testdata::GRAPH].concat()
}

fn style_named(name: &str) -> Style {
    styles().into_iter().find(|style| style.name == name).expect("a style of that name")
}

fn few_frames() -> Clip {
    let mut clip = synthesise(&style_named("neutral")).clip;
    clip.locals.truncate(4 * clip.joints.len());
    clip
}

/// The second turns within a second, beside a take without keys.
fn two_bones() -> Vec<Record> {
    let vector = |name, v: [f64; 3]| property(name, "Vector3D", &v);
    let keys = |value| vec![(0.0, 0.0), (0.5, value), (1.0, value)];
    let turn = Curve(2, "Lcl Rotation", "d|X", [0.0; 3], keys(90.0));
    let go = Curve(1, "Lcl Translation", "d|Z", [0.0, 90.0, 0.0], keys(10.0));
    let hips = vec![vector("Lcl Translation", [0.0, 90.0, 0.0]), vector("PreRotation", [0.0, 90.0, 0.0])];
    let knee = vec![vector("Lcl Translation", [0.0, -40.0, 0.0]), vector("RotationPivot", [1.0, 2.0, 3.0])];
    Made {
        settings: vec![whole("TimeMode", "enum", 6), property("UnitScaleFactor", "double", &[1.0])],
        bones: vec![("Hips", 0, hips), ("Knee", 1, knee)],
        takes: vec![("Default Take", 2.0, vec![]), ("Bend", 1.0, vec![turn, go])],
    }
    .records()
}
