//! Licences and credits of a project's files: into packs, motion by motion, and into GLB files.

use adverb::Pack;
use adverb_author::Error;
use adverb_author::finding::Criterion;
use adverb_author::formats::gltf;
use adverb_author::project::{Credit, Project};
use adverb_testdata::MOTIONS;

use crate::support::gltf::taken_apart;
use crate::support::hero;

const SAID: &str = r#"
[files."*.bvh"]
licence = "CC BY 4.0"
[files."walk_*.bvh"]
credit = "Ann"
[files."run.bvh"]
licence = "bought"
credit = "Bob"
"#;

fn project(text: &str) -> Result<Project, Error> {
    hero::load(|_| text.into())
}

fn credit(file: &str, licence: &str, credit: &str) -> Credit {
    Credit { files: vec![file.into()], licence: licence.into(), credit: credit.into() }
}

#[test]
fn credits_go_into_the_pack_and_along_with_motions() {
    let project = project(&format!("{MOTIONS}{SAID}")).unwrap_or_else(|error| panic!("{error}"));
    let (ann, bob) = (credit("walk_neutral.bvh", "CC BY 4.0", "Ann"), credit("run.bvh", "bought", "Bob"));
    let of = |motion: &str| project.credits.of_motion(motion);
    assert_eq!(
        [of("loop"), of("fast")].concat(),
        [ann.clone(), bob.clone()],
        "by way of what they are made of"
    );
    let pack = project.pack(|_| ()).unwrap_or_else(|error| panic!("{error}")).pack;
    let loaded = Pack::load(&pack.save()).expect("what was saved");
    assert_eq!(loaded.credits(), [ann, bob]);
    assert_eq!(loaded.format_version(), 5);
}

#[test]
fn a_project_that_says_nothing_has_the_pack_that_it_had() {
    let project = project(MOTIONS).unwrap_or_else(|error| panic!("{error}"));
    let pack = project.pack(|_| ()).unwrap_or_else(|error| panic!("{error}")).pack;
    assert_eq!((pack.credits(), pack.format_version()), (&[][..], 5));
}

#[test]
fn what_is_wrong_about_credits_is_told_with_its_line() {
    for (said, words) in [
        ("[files.\"run.bvh\"]\nlicense = \"MIT\"\n", ["has no key \"license\"", "did you mean \"licence\"?"]),
        ("[files.\"run.bvh\"]\nlicence = 4\n", ["licence must be a \"string\"", "licence"]),
    ] {
        let error = project(&format!("{MOTIONS}{said}")).expect_err("it is wrong").to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

#[test]
fn words_about_a_file_that_nothing_uses_yet_are_a_warning() {
    let said = "[files.\"rum.bvh\"]\ncredit = \"Bob\"\njoints = { Hips = \"pelvis\" }\n";
    let project = project(&format!("{MOTIONS}{said}")).unwrap_or_else(|error| panic!("{error}"));
    let found = project.warnings.iter().find(|own| own.criterion == Criterion::UnusedFiles);
    let found = found.expect("a finding").to_string();
    assert!(
        found.contains("\"rum.bvh\" fits no file") && found.contains("did you mean \"run.bvh\"?"),
        "{found}"
    );
}

#[test]
fn a_copyright_is_added_to_a_file_once_and_behind_its_own() {
    let walk = hero::load(|own| own).unwrap_or_else(|error| panic!("{error}"));
    let motion = walk.motions.values().next().expect("it has motions");
    let clip =
        adverb_author::sample::sample(motion, adverb_author::sample::Rate::Near(10.0), walk.source.clone());
    let glb = gltf::clip::write(&clip.unwrap());
    let of = |glb: &[u8]| taken_apart(glb).0["asset"]["copyright"].clone();
    assert!(of(&glb).is_null() && gltf::credited(glb.clone(), "") == glb);
    let once = gltf::credited(glb.clone(), "Ann (CC BY 4.0)");
    assert_eq!(of(&once), "Ann (CC BY 4.0)");
    assert_eq!(gltf::credited(once.clone(), "Ann (CC BY 4.0)"), once);
    assert_eq!(of(&gltf::credited(once.clone(), "Bob")), "Ann (CC BY 4.0); Bob");
    assert_eq!(
        gltf::clip::read("a.glb", &once).unwrap().locals,
        gltf::clip::read("a.glb", &glb).unwrap().locals
    );
}
