//! A project's verbs as a pack.

use adverb::Pack;
use adverb_author::project::Project;
use adverb_author::{demo, pack};

fn hero() -> Project {
    let files = demo::project();
    let contents = |name: &str| files.iter().find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone());
    let text = String::from_utf8(contents("adverb.toml").expect("a project file")).expect("text");
    let mut read = |name: &str| contents(name).ok_or_else(|| format!("{name} is not there"));
    Project::load("adverb.toml", &text, &mut read).expect("the built-in project")
}

#[test]
fn a_project_comes_back_from_its_pack() {
    let project = hero();
    let mut begun = Vec::new();
    let packed = project.pack(|verb| begun.push(verb.to_string())).expect("its verbs are built");
    let names: Vec<&str> = packed.pack.verbs().iter().map(|verb| verb.name()).collect();
    assert_eq!(begun, names);
    assert!(!names.is_empty() && packed.verbs.len() == names.len());
    let bytes = packed.pack.save();
    let back = Pack::load(&bytes).expect("what was saved is read");
    assert_eq!(back, packed.pack);
    assert_eq!(*back.skeleton(), project.skeleton);
    let (own, source) = (&project.source, pack::source(&back));
    assert_eq!((source.unit_m, source.up), (own.unit_m, own.up));
    assert_eq!(back.source().fps, 60.0);
    assert!(2 * bytes.len() <= 5 * back.coefficient_bytes(), "{} bytes", bytes.len());
}
