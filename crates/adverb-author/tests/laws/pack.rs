//! A project's verbs as a pack.

use adverb::Pack;
use adverb_author::pack;

use crate::support::hero;

#[test]
fn a_project_comes_back_from_its_pack() {
    let project = hero::load(|own| own).expect("the built-in project");
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
