//! Reports on the built-in verbs.

use adverb_author::accuracy::{Guess, Summary};
use adverb_author::report::{BANDS_HZ, BEYOND, Fault, Report, of_verb, page};

use super::demo;

fn report(name: &str) -> Report {
    let project = demo::project();
    let verb = project.verbs.iter().find(|verb| verb.name == name).expect("a verb");
    of_verb(&project, verb, &mut |_| ()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn built_in_verbs_hold_together_in_their_hull_and_a_tenth_beyond() {
    for name in ["walk", "run", "pace", "reach"] {
        let report = report(name);
        assert_eq!(report.beyond.iter().map(|beyond| beyond.by).collect::<Vec<_>>(), BEYOND);
        for beyond in report.beyond.iter().take_while(|beyond| beyond.by <= 0.1) {
            let faults: Vec<Fault> = beyond.faults().collect();
            assert!(faults.is_empty(), "{name} at {}: {faults:?}, {:?}", beyond.by, beyond.worst);
        }
    }
}

/// Whoever goes far enough out comes to where it breaks: the limits are not out of reach.
#[test]
fn the_walk_breaks_when_it_is_extrapolated_far_enough() {
    let report = report("walk");
    let last = report.beyond.last().expect("beyond");
    assert!(last.faults().next().is_some(), "{:?}", last.worst);
}

#[test]
fn the_reach_is_better_with_corrections_than_without() {
    let report = report("reach");
    let [asked] = &report.asked[..] else { panic!("x, y, z together") };
    let (raw, now) = (Summary::of(&asked.raw_errors()), Summary::of(&asked.errors()));
    println!("without corrections {raw:?}, as it is {now:?}");
    assert!(now.mean < 0.5 * raw.mean && now.mean < 0.006 && now.most < 0.028, "{raw:?} {now:?}");
}

#[test]
fn a_reach_left_out_is_found_from_the_others() {
    let report = report("reach");
    let inside = report.left_out.iter().filter(|left| !left.is_corner);
    let mean = |guess: Guess| inside.clone().map(|left| left.error(guess).motion_m).sum::<f64>();
    assert!(inside.clone().count() > 0);
    assert!(mean(Guess::Verb) < 0.5 * mean(Guess::Nearest) && mean(Guess::Verb) < mean(Guess::Mean));
}

/// Whoever gets it by mail sees all of it, without a network.
#[test]
fn a_page_has_all_its_pictures_in_it_and_asks_for_nothing() {
    let reports = [report("pace"), report("reach")];
    let page = page("a hero & <friends>", &reports, &[]).expect("a page");
    assert!(page.contains("<title>a hero &amp; &lt;friends&gt;</title>"));
    assert!(page.matches("<svg").count() >= 14, "{}", page.matches("<svg").count());
    let addresses = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(addresses, 0, "only the name of SVG");
    for asking in [" src=", "url(http", "<script", "<link", "@import"] {
        assert!(!page.contains(asking), "{asking}");
    }
    for heading in [
        "Space and coverage",
        "Key-times",
        "Asked and shown",
        "Each example from the others",
        "Truth to the recordings",
        "Sizes and costs",
    ] {
        assert_eq!(page.matches(&format!("<h3>{heading}</h3>")).count(), 2, "{heading}");
    }
}

/// A verb of one example has little to tell, and tells that.
#[test]
fn a_plain_motion_is_told_of_too() {
    let project = demo::project();
    let name = project.motions.keys().next().expect("a motion").clone();
    let alone = adverb_author::verb::Definition::of_motion(&name, project.motions[&name].clone());
    let report = of_verb(&project, &alone, &mut |_| ()).unwrap_or_else(|e| panic!("{e}"));
    let page = page("one", &[report], &[]).expect("a page");
    assert!(page.contains("Made of 1 example") && !page.contains("Space and coverage"));
}

/// A verb is its examples at its examples, so nothing of their movement is lost there; between them blends lose a part of what is quick.
#[test]
fn a_report_tells_what_blends_lose_of_their_recordings() {
    let report = report("walk");
    let truth = &report.truth;
    assert_eq!(truth.holding.len(), report.built.verb.examples().len());
    assert!(truth.holding.iter().any(|of| of.most_m > 0.0 && of.rms_m < of.most_m));
    assert_eq!(truth.spectrum.len(), BANDS_HZ.len());
    let [slow, .., quick] = &truth.spectrum[..] else { panic!("bands") };
    assert!((slow[0] - 1.0).abs() < 0.02 && (quick[0] - 1.0).abs() < 0.2, "{:?}", truth.spectrum);
    assert!(quick[1] < slow[1] + 0.05, "{:?}", truth.spectrum);
    let [at, between] = truth.nearer_m.expect("arms and legs");
    assert!(at < 1e-3 && between < 0.02, "hands come nearer to the body by {at} m, {between} m");
    assert_eq!(truth.rounds_m, None, "every round of the built-in walk is the same");
}
