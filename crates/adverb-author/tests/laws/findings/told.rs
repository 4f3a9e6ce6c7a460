//! How the tests of findings look at them.

use adverb_author::finding::{Criterion, Finding, Verdict};

/// That this is told of a subject, given as its owner and its name, and written as promised.
#[track_caller]
pub fn tells(all: &[Finding], criterion: Criterion, verdict: Verdict, [owner, name]: [&str; 2]) {
    let is_it = |f: &&Finding| {
        (f.criterion, f.verdict) == (criterion, verdict)
            && f.subject.owner() == owner
            && f.subject.name() == name
    };
    let Some(found) = all.iter().find(is_it) else {
        let told: Vec<String> =
            all.iter().map(|f| format!("{:?} {:?} {f}", f.criterion, f.verdict)).collect();
        panic!("{criterion:?}, {verdict:?}, is not told of {owner} {name}: {told:#?}")
    };
    let Finding { message, remedy, .. } = found;
    assert!(found.to_string().starts_with(name), "{found:?}");
    assert!(!message.is_empty() && !message.ends_with('.'), "{found:?}");
    assert!(
        remedy.is_empty() || remedy.ends_with('.') && remedy.starts_with(char::is_uppercase),
        "{found:?}"
    );
}
