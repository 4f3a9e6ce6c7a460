//! Packs come back as they were written, and nothing else is taken for one.

mod hostile;
pub mod made;

use std::sync::Arc;

use adverb::glam::{Affine3A, Vec3};
use adverb::graph::{KnobId, VerbId};
use adverb::pack::{Credit, PackError, VERSION};
use adverb::shape::{Expression, Shape};
use adverb::{Actor, CanonicalTime, Graph, Pack, Verb};

/// Of a length as real packs have it.
const CONTROL_POINTS: usize = 24;

/// A second of a verb with its knobs turning from end to end, its head following something, and a jump into its middle.
fn played(verb: &Verb, frames: usize) -> Vec<u32> {
    let graph = Graph::of_verb(verb.clone());
    let mut actor = Actor::new(graph.clone(), 0);
    let mut bits = Vec::new();
    for frame in 0..frames {
        for (adverb, knob) in verb.adverbs().iter().enumerate() {
            actor.set_knob(KnobId(adverb), knob.range[(3 * frame / frames + adverb) % 2]);
        }
        if frame == frames / 5 {
            actor.look_at(Some([2.0, 1.5, 1.0]));
        } else if frame == frames / 2 {
            actor.start(VerbId(0), CanonicalTime(0.5));
        }
        actor.step(1.0 / frames as f64, &mut ());
        bits.extend(actor.dofs().iter().map(|dof| dof.to_bits()));
    }
    bits
}

#[test]
fn a_pack_comes_back_as_it_was_written() {
    let pack = made::pack(CONTROL_POINTS);
    let bytes = pack.save();
    let back = Pack::load(&bytes).expect("what was written is read");
    assert_eq!(back, pack);
    assert_eq!(back.save(), bytes);
    for (own, back) in pack.verbs().iter().zip(back.verbs()) {
        assert_eq!(played(own, 60), played(back, 60), "{}", own.name());
    }
    assert_eq!(back.verb_named("reach").map(Verb::name), Some("reach"));
    assert_eq!(back.verb_named("fly"), None);
    let graph = back.graph_named("main").expect("it is there");
    assert!(std::ptr::eq(graph.verbs(), back.verbs()), "verbs are shared");
    assert_eq!(graph.parts(), pack.graphs()[0].parts());
    assert_eq!(back.graph_named("other"), None);
}

#[test]
fn a_pack_is_little_larger_than_its_coefficients() {
    let pack = made::pack(CONTROL_POINTS);
    let (file, own) = (pack.save().len(), pack.coefficient_bytes());
    assert!(2 * file <= 5 * own, "{file} bytes for {own} bytes of coefficients");
}

#[test]
fn verbs_of_a_pack_have_one_skeleton_and_names_of_their_own() {
    let pack = made::pack(4);
    let make = |verbs: Vec<Verb>| {
        Pack::new("made".into(), pack.skeleton().clone(), *pack.source(), verbs.into(), Vec::new())
    };
    let walk = pack.verb_named("walk").expect("it is there").clone();
    let said = make(vec![walk.clone(), walk]).expect_err("the same name twice").to_string();
    assert!(said.contains("two verbs are named \"walk\""), "{said}");
    let mut specs = pack.skeleton().specs();
    specs[3].offset.x += 0.1;
    let other = adverb::Skeleton::new(specs, 0).expect("still a skeleton");
    let nod = pack.verb_named("nod").expect("it is there").parts().clone();
    let nod = Verb::new(other.into(), nod).expect("it has as many joints");
    let said = make(vec![nod]).expect_err("another skeleton").to_string();
    assert!(said.contains("\"nod\" moves another skeleton"), "{said}");
}

#[test]
fn graphs_of_a_pack_are_over_its_verbs_and_have_names_of_their_own() {
    let pack = made::pack(4);
    let make = |graphs: Vec<Graph>| {
        let verbs = pack.verbs().to_vec().into();
        Pack::new("made".into(), pack.skeleton().clone(), *pack.source(), verbs, graphs)
    };
    let main = Graph::clone(&pack.graphs()[0]);
    let said = make(vec![main.clone(), main.clone()]).expect_err("the same name twice").to_string();
    assert!(said.contains("two graphs are named \"main\""), "{said}");
    let nod = Graph::of_verb(pack.verb_named("nod").expect("it is there").clone());
    let said = make(vec![nod]).expect_err("other verbs").to_string();
    assert!(said.contains("\"nod\" is over other verbs"), "{said}");
    let named = |i: usize| {
        let parts = adverb::graph::Parts { name: i.to_string(), ..main.parts().clone() };
        Graph::new(pack.verbs().to_vec().into(), parts).expect("as sound as the first")
    };
    assert!(make((0..16).map(named).collect()).is_ok());
    let said = make((0..17).map(named).collect()).expect_err("too many").to_string();
    assert!(said.contains("more than 16 graphs"), "{said}");
}

#[test]
fn no_part_of_a_pack_is_a_pack() {
    let bytes = made::pack(4).save();
    for length in 0..bytes.len() {
        let error = Pack::load(&bytes[..length]).expect_err("the end is missing");
        let told = match error {
            PackError::NotAPack => length < 8,
            PackError::CutShort { missing } if length < 80 => missing == 80 - length as u64,
            PackError::CutShort { missing } => missing == (bytes.len() - length) as u64,
            _ => false,
        };
        assert!(told, "{length} bytes: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(Pack::load(&longer), Err(PackError::Inconsistent(_))));
}

#[test]
fn a_pack_with_any_bit_flipped_is_refused() {
    let mut bytes = made::pack(4).save();
    for bit in 0..8 * bytes.len() {
        let flip = 1 << (bit % 8);
        bytes[bit / 8] ^= flip;
        let error = Pack::load(&bytes).expect_err("a bit is wrong");
        let told = match error {
            PackError::NotAPack => bit / 8 < 8,
            PackError::Newer(_) => (8..12).contains(&(bit / 8)),
            PackError::Damaged(_) => true,
            _ => false,
        };
        assert!(told, "bit {bit}: {error}");
        bytes[bit / 8] ^= flip;
    }
    assert!(Pack::load(&bytes).is_ok());
}

#[test]
fn a_pack_of_a_newer_version_says_so() {
    let mut bytes = made::pack(4).save();
    bytes[8..12].copy_from_slice(&(VERSION + 6).to_le_bytes());
    let said = Pack::load(&bytes).expect_err("from the future").to_string();
    assert!(
        said.contains("made by a newer adverb") && said.contains("format is 11, this one reads up to 5"),
        "{said}"
    );
}

#[test]
fn what_is_no_pack_is_told_from_a_broken_one() {
    for bytes in [&b""[..], b"ADVERB", b"HIERARCHY\nROOT Hips\n", b"glTF\x02\0\0\0", &[0; 200]] {
        assert_eq!(Pack::load(bytes), Err(PackError::NotAPack));
    }
}

/// The bits of the last frame of each verb, a line each.
fn last_frames(pack: &Pack) -> String {
    let dofs = pack.skeleton().dofs().len();
    let line = |verb: &Verb| {
        let bits = played(verb, 60);
        let last: Vec<String> = bits[bits.len() - dofs..].iter().map(|dof| format!("{dof:08x}")).collect();
        last.join(" ") + "\n"
    };
    let formed = |shape: &Arc<Shape>| bits(&formed(shape)) + "\n";
    pack.verbs().iter().map(line).chain(pack.shapes().iter().map(formed)).collect()
}

fn bits(numbers: &[f32]) -> String {
    numbers.iter().map(|number| format!("{:08x}", number.to_bits())).collect::<Vec<_>>().join(" ")
}

/// All attributes of a shape between its examples, with its features on and its skin moved, one after another.
fn formed(shape: &Shape) -> Vec<f32> {
    let mut point: Vec<f32> = shape.default_point().collect();
    let dofs: Vec<f32> = (0..400).map(|d| 0.01 * (d % 37) as f32).collect();
    shape.read_pose(&dofs, &mut point);
    let mut weights = vec![0.0; shape.examples().len()];
    shape.weights(&point, &mut weights);
    let mut form = shape.form();
    shape.blend(&weights, &mut form);
    for channel in 0..shape.parts().channels.len() {
        shape.blend_attribute(channel, &weights, &mut form);
    }
    let features = &shape.parts().features;
    let mut expression = Expression::new(features, form.positions());
    shape.express(&vec![0.5; features.features.len()], &mut expression, &mut form);
    let channels = 0..shape.parts().channels.len();
    let mut all: Vec<f32> = channels.flat_map(|channel| form.attribute(channel).to_vec()).collect();
    if let Some(skin) = &shape.parts().skin {
        let world = vec![Affine3A::from_translation(Vec3::X); skin.joints.len()];
        let mut palette = vec![[0.0; 16]; skin.joints.len()];
        skin.palette(&world, &mut palette);
        let mut moved = vec![0.0; 3 * shape.parts().vertices];
        skin.positions(&palette, form.positions(), &mut moved);
        all.extend(moved);
    }
    all
}

#[test]
fn a_pack_with_a_shape_comes_back_bit_for_bit() {
    let pack = made::shaped(CONTROL_POINTS);
    let bytes = pack.save();
    let loaded = Pack::load(&bytes).expect("what was saved");
    assert!(loaded == pack && loaded.save() == bytes);
    let [own] = loaded.shapes() else { panic!("one shape") };
    assert_eq!(loaded.shape_named("arm"), Some(own));
    assert_eq!(bits(&formed(own)), bits(&formed(&pack.shapes()[0])));
}

const FIRST_FORMAT: &[u8] = include_bytes!("../packs/v1.adverb");

/// Format 1 is out in the world. Who changes what is written must add a format and keep reading this one.
#[test]
fn the_first_format_has_not_changed() {
    let pack = Pack::load(FIRST_FORMAT).expect("every later version reads it");
    assert!(pack.save() == FIRST_FORMAT, "what is written differs from tests/packs/v1.adverb");
}

/// What the last frame of each verb was when the first format was made.
#[test]
fn a_pack_of_the_first_format_plays_as_it_did() {
    let pack = Pack::load(FIRST_FORMAT).expect("every later version reads it");
    assert_eq!(last_frames(&pack), include_str!("../packs/v1.txt"));
}

const SECOND_FORMAT: &[u8] = include_bytes!("../packs/v2.adverb");

/// Format 2 has shapes.
#[test]
fn the_second_format_has_not_changed() {
    let pack = Pack::load(SECOND_FORMAT).expect("every later version reads it");
    assert!(pack.save() == SECOND_FORMAT, "what is written differs from tests/packs/v2.adverb");
    assert_eq!(last_frames(&pack), include_str!("../packs/v2.txt"));
}

/// Two of them, one without a name.
fn credits() -> Vec<Credit> {
    let of = |files: &[&str], licence: &str, credit: &str| Credit {
        files: files.iter().map(ToString::to_string).collect(),
        licence: licence.into(),
        credit: credit.into(),
    };
    vec![of(&["walk.bvh", "run.bvh"], "CC BY-NC 4.0", "A studio"), of(&["arm.glb"], "CC0-1.0", "")]
}

const THIRD_FORMAT: &[u8] = include_bytes!("../packs/v3.adverb");

/// Format 3 has credits.
#[test]
fn the_third_format_has_not_changed() {
    let pack = Pack::load(THIRD_FORMAT).expect("every later version reads it");
    assert!(pack.save() == THIRD_FORMAT, "what is written differs from tests/packs/v3.adverb");
    assert_eq!(last_frames(&pack), include_str!("../packs/v3.txt"));
    assert_eq!(pack.credits(), credits());
}

const FOURTH_FORMAT: &[u8] = include_bytes!("../packs/v4.adverb");

/// Format 4 has variations.
#[test]
fn the_fourth_format_has_not_changed() {
    let pack = Pack::load(FOURTH_FORMAT).expect("every later version reads it");
    assert!(pack.save() == FOURTH_FORMAT, "what is written differs from tests/packs/v4.adverb");
    assert_eq!(last_frames(&pack), include_str!("../packs/v4.txt"));
    assert!(pack.verbs()[0].varies());
}

const FIFTH_FORMAT: &[u8] = include_bytes!("../packs/v5.adverb");

/// Format 5 has heights of feet, clearance of hands and goals of joints.
#[test]
fn the_fifth_format_has_not_changed() {
    let pack = Pack::load(FIFTH_FORMAT).expect("every later version reads it");
    assert!(pack.save() == FIFTH_FORMAT, "what is written differs from tests/packs/v5.adverb");
    assert_eq!(last_frames(&pack), include_str!("../packs/v5.txt"));
    assert!(pack.verbs()[0].clears_hands());
}

#[test]
fn variations_come_back_with_and_without_shapes_and_credits() {
    let varied = made::varied(CONTROL_POINTS);
    for pack in [
        varied.clone(),
        made::with_shape(varied.clone()),
        varied.clone().with_credits(credits()),
        made::with_shape(varied).with_credits(credits()),
    ] {
        assert_eq!(pack.format_version(), 4);
        let bytes = pack.save();
        let loaded = Pack::load(&bytes).expect("what was saved");
        assert!(loaded == pack && loaded.save() == bytes);
        let [own, back] = [&pack, &loaded].map(|pack| played(&pack.verbs()[0], 90));
        assert!(own == back);
        assert!(own != played(&made::pack(CONTROL_POINTS).verbs()[0], 90), "its rounds differ");
    }
}

#[test]
fn credits_come_back_with_and_without_shapes_and_change_nothing_else() {
    for pack in [made::pack(CONTROL_POINTS), made::shaped(CONTROL_POINTS)] {
        let bytes = pack.save();
        let credited = pack.clone().with_credits(credits());
        assert_eq!((pack.format_version() < 3, credited.format_version()), (true, 3));
        let loaded = Pack::load(&credited.save()).expect("what was saved");
        assert!(loaded == credited && loaded.credits() == credits());
        assert!(loaded.with_credits(Vec::new()).save() == bytes);
    }
}

/// A new version's pack, and what it plays, are written where they are missing, to be kept with the change that made it.
#[test]
fn every_version_keeps_a_pack() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs");
    for version in 1..=VERSION {
        let file = format!("{folder}/v{version}.adverb");
        let kept = std::path::Path::new(&file).exists();
        if !kept && version == VERSION {
            let pack = made::with_shape(made::careful(CONTROL_POINTS)).with_credits(credits());
            std::fs::write(&file, pack.save()).expect("it can be written");
            std::fs::write(format!("{folder}/v{version}.txt"), last_frames(&pack))
                .expect("it can be written");
        }
        assert!(kept, "{file} was missing; one of this version is there now: commit it");
    }
}
