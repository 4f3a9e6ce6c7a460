//! A build repeats, and an edit stays local: whoever edits one verb of a project leaves the coefficients of all others as they were, to
//! the bit.

use std::collections::BTreeMap;
use std::path::Path;

use adverb::Pack;
use adverb_author::demo;
use adverb_author::project::Project;

/// Real recordings of two bodies as three verbs.
const RECORDINGS: &str = include_str!("../../../adverb-author-laws/src/recordings.toml");

/// Opens a file of a project.
type Open<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

fn packed(text: &str, open: &Open) -> Pack {
    let project =
        Project::load("adverb.toml", text, &mut |file: &str| open(file)).unwrap_or_else(|e| panic!("{e}"));
    project.pack(|_| ()).unwrap_or_else(|e| panic!("{e}")).pack
}

/// Each verb by name, as the bytes of a pack of it alone.
fn verbs(pack: &Pack) -> BTreeMap<String, Vec<u8>> {
    let alone = |verb: &adverb::Verb| {
        let verbs = vec![verb.clone()].into();
        let alone = Pack::new(String::new(), pack.skeleton().clone(), *pack.source(), verbs, Vec::new());
        (verb.name().to_string(), alone.expect("a pack of one verb").save())
    };
    pack.verbs().iter().map(alone).collect()
}

/// Edits a project's text and returns the verbs that changed.
fn changed(text: &str, open: &Open, before: &Pack, [old, new]: [&str; 2]) -> Vec<String> {
    assert_eq!(text.matches(old).count(), 1, "{old:?}");
    let after = verbs(&packed(&text.replace(old, new), open));
    let differs = |(name, bytes): &(String, Vec<u8>)| after.get(name) != Some(bytes);
    verbs(before).into_iter().filter(differs).map(|(name, _)| name).collect()
}

#[test]
fn an_edit_of_one_verb_of_the_built_in_character_leaves_all_others_bit_identical() {
    let files: BTreeMap<String, Vec<u8>> = demo::project().into_iter().collect();
    let open = |file: &str| files.get(file).cloned().ok_or_else(|| "no such file".to_string());
    let text = String::from_utf8(files["adverb.toml"].clone()).unwrap();
    let before = packed(&text, &open);
    assert_eq!(packed(&text, &open).save(), before.save(), "a second build");
    let of = |motion: &str| -> String {
        let from = text.find(&format!("[motions.{motion}]\n")).expect("a motion");
        let lines = text[from..].lines().take(3);
        lines.collect::<Vec<_>>().join("\n")
    };
    let happy = of("happy");
    let last = happy.rsplit("left-down = ").next().unwrap().split(' ').next().unwrap();
    let frame: usize = last.parse().unwrap();
    let earlier =
        happy.replace(&format!("left-down = {frame} }}]"), &format!("left-down = {} }}]", frame - 1));
    assert_ne!(earlier, happy);
    // A key, and with it the frames of a motion that count; a point; a name.
    assert_eq!(changed(&text, &open, &before, [&happy, &earlier]), ["walk"]);
    let point = ["at = { happiness = 1, energy = 0.5 }", "at = { happiness = 1, energy = 0.4 }"];
    assert_eq!(changed(&text, &open, &before, point), ["walk"]);
    let renamed = text.replace("[motions.uphill]", "[motions.a-climb]");
    let name = ["motion = \"uphill\"", "motion = \"a-climb\""];
    assert_eq!(changed(&renamed, &open, &before, name), ["walk"]);
}

#[test]
fn an_edit_of_one_verb_of_recordings_leaves_all_others_bit_identical() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let open = |file: &str| std::fs::read(Path::new(&data).join(file)).map_err(|e| e.to_string());
    let before = packed(RECORDINGS, &open);
    assert_eq!(packed(RECORDINGS, &open).save(), before.save(), "a second build");
    let edits = [
        (["{ left-down = 111 }, { right-down = 136 }", "{ left-down = 112 }, { right-down = 135 }"], "walk"),
        (["at = { happiness = -1, energy = -0.6 }", "at = { happiness = -1, energy = -0.5 }"], "walk"),
        (["{ right-down = 202 }", "{ right-down = 205 }"], "turn"),
        (["{ done = 93 }, { end = 110 }", "{ done = 90 }, { end = 105 }"], "bye"),
    ];
    for (edit, verb) in edits {
        assert_eq!(changed(RECORDINGS, &open, &before, edit), [verb], "{edit:?}");
    }
}
