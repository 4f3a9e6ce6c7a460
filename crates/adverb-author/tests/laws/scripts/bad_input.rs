//! What is wrong in a script is said with its line, its name and what to write instead.

use adverb_author::finding::{Criterion, Verdict};
use adverb_author::pack::source;
use adverb_author::script::{Script, play};

use super::made::{pack, played, read};
use crate::findings::told::tells;

#[track_caller]
fn refused(text: &str, words: &[&str]) {
    let problem = match read(text) {
        Ok(script) => panic!("{text}: {script:?}"),
        Err(error) => error.to_string(),
    };
    for word in words {
        assert!(problem.contains(word), "{word:?} is not in:\n{problem}");
    }
}

/// One entry of the graph `main`, from the third line on.
fn entry(lines: &str) -> String {
    format!("graph = \"main\"\n[[at]]\n{lines}")
}

#[test]
fn unknown_names_come_with_the_nearest() {
    refused("graph = \"mian\"", &["script.toml:1", "no graph named \"mian\"", "did you mean \"main\"?"]);
    refused("secs = 1", &["names no graph", "main, loose"]);
    refused("grpah = \"main\"", &["script.toml:1", "no key \"grpah\"", "did you mean \"graph\"?"]);
    refused("graph = \"main\"\nstart = \"wlak\"", &["script.toml:2", "did you mean \"walk\"?"]);
    refused("graph = \"main\"\nstart = \"sneak\"", &["\"sneak\" is not a start of the graph", "walk, run"]);
    let wrong = [
        ("time = 1\nrequest = \"runn\"", "script.toml:4", "did you mean \"run\"?"),
        ("time = 1\nadverbs = { hapiness = 1 }", "script.toml:4", "did you mean \"happiness\"?"),
        ("time = 1\ngesture = \"wvae\"", "script.toml:4", "did you mean \"wave\"?"),
        ("time = 1\nend-gesture = \"bow\"", "script.toml:4", "write one of: wave, point, kick"),
        ("time = 1\nreach = { hand = \"RightHnad\", to = \"none\" }", "script.toml:4", "\"RightHand\"?"),
        ("time = 1\nobject = { name = \"bal\", at = \"none\" }", "script.toml:4", "did you mean \"ball\"?"),
        ("time = 1\nreqest = \"run\"", "script.toml:4", "did you mean \"request\"?"),
        ("time = 1\nplace = { x = 1, y = 2 }", "script.toml:4", "place has no key \"y\""),
    ];
    for (lines, place, remedy) in wrong {
        refused(&entry(lines), &[place, remedy]);
    }
}

#[test]
fn a_gesture_that_is_requested_is_said_to_be_one() {
    let words = ["script.toml:4", "\"wave\" is a gesture", "write gesture = \"wave\""];
    refused(&entry("time = 1\nrequest = \"wave\""), &words);
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let wrong = [
        ("secs = -1", "secs = -1"),
        ("secs = 0", "above 0"),
        ("secs = nan", "secs"),
        ("secs = inf", "secs"),
        ("secs = 1e9", "at most 86400"),
        ("fps = 0", "above 0"),
        ("fps = 1e9", "at most 10000"),
        ("fps = \"many\"", "fps"),
        ("seed = -1", "whole number, 0 or more, not -1"),
        ("at = 3", "a list, [ … ], not 3"),
        ("[at]\ntime = 1", "two brackets on each side"),
        ("seed = 1.5", "whole number"),
        ("seed = 99999999999999999999999", "whole number"),
    ];
    for (line, word) in wrong {
        refused(&format!("graph = \"main\"\n{line}"), &["script.toml:2", word]);
    }
    let wrong = [
        ("time = -0.1", "write 0 or more"),
        ("time = nan", "time must be a finite number"),
        ("time = inf", "time must be a finite number"),
        ("time = \"soon\"", "time must be a finite number"),
        ("request = \"run\"", "has no time"),
        ("time = 1\nadverbs = { happiness = nan }", "finite number"),
        ("time = 1\nadverbs = { happiness = 1e30 }", "too large"),
        ("time = 1\nadverbs = 3", "a table"),
        ("time = 1\nlook = [1, 2]", "[x, y, z]"),
        ("time = 1\nlook = [1, 2, nan]", "finite number"),
        ("time = 1\nlook = \"away\"", "\"ahead\""),
        ("time = 1\nreach = { hand = \"RightHand\" }", "has no to"),
        ("time = 1\nreach = { hand = \"RightHand\", to = [1e30, 0, 0] }", "too large"),
        ("time = 1\nobject = { at = [0, 0, 0] }", "has no name"),
        ("time = 1\nplace = { x = inf }", "finite number"),
        ("time = 1\nidle = 1", "true or false"),
        ("time = 1\nrequest = [\"run\"]", "\"string\""),
    ];
    for (lines, word) in wrong {
        refused(&entry(lines), &[word]);
    }
}

#[test]
fn what_is_no_toml_says_where() {
    refused("graph = \"main\"\n[[at]\ntime = 1", &["script.toml:2", "docs/playing.md"]);
    refused("\u{0}\u{1}", &["script.toml:1"]);
    refused("at = 3\ngraph = \"main\"", &["a list"]);
    refused("graph = \"main\"\nat = [1, 2]", &["a table"]);
    refused(&"[".repeat(100_000), &["script.toml:1"]);
    let nested = format!("graph = \"main\"\nat = {}{}", "[".repeat(50_000), "]".repeat(50_000));
    refused(&nested, &["script.toml"]);
}

#[test]
fn a_pack_without_a_graph_is_said_to_be_one() {
    let error = Script::read("script.toml", "secs = 1", &[]).expect_err("nothing to play on");
    assert!(error.to_string().contains("no verb graph"), "{error}");
}

#[test]
fn what_can_be_done_in_part_is_a_warning() {
    let script = read(&entry("time = 1\nadverbs = { happiness = 7 }\n[[at]]\ntime = 9")).expect("a script");
    assert_eq!(script.warnings.len(), 1, "{:?}", script.warnings);
    assert!(
        script.warnings[0]
            .told()
            .contains("script.toml:4: happiness = 7 is beyond its range, -1 to 1; using 1")
    );
    let script = read("graph = \"main\"\nsecs = 2\n[[at]]\ntime = 9\nrequest = \"run\"").expect("a script");
    assert!(
        script.warnings[0].told().contains("script.toml:4: 9 s is after the end"),
        "{:?}",
        script.warnings
    );
}

#[test]
fn a_script_that_would_fill_the_memory_is_refused_before_it_is_played() {
    let script = read("graph = \"main\"\nsecs = 86400\nfps = 10000").expect("a script");
    let error = play(&pack().graphs()[0], &script, 10_000.0, source(pack())).expect_err("too many");
    assert!(error.to_string().contains("at most 256 MB"), "{error}");
}

#[test]
fn many_entries_at_once_are_no_matter() {
    let lines: String = (0..10_000)
        .map(|i| {
            let (verb, turn) = (["walk", "run"][i % 2], i % 40);
            format!("[[at]]\ntime = 0.5\nrequest = \"{verb}\"\nadverbs = {{ turn = {turn} }}\ngesture = \"wave\"\n")
        })
        .collect();
    let script = read(&format!("graph = \"main\"\nsecs = 1\n{lines}")).expect("a script");
    let performance = play(&pack().graphs()[0], &script, 10.0, source(pack())).expect("it is played");
    assert!(performance.take.clip.locals.iter().all(|local| local.translation.is_finite()));
    assert_eq!(performance.warnings.len(), 9_999);
}

#[test]
fn what_a_script_asks_for_in_vain_is_told() {
    let script = ["", "script.toml"];
    let beyond = read(&entry("time = 1\nadverbs = { happiness = 9 }")).expect("a script").warnings;
    tells(&beyond, Criterion::Limited, Verdict::Repaired, script);
    let after =
        read("graph = \"main\"\nsecs = 1\n[[at]]\ntime = 5\nrequest = \"run\"").expect("a script").warnings;
    tells(&after, Criterion::Late, Verdict::Warning, script);
    let both = "[[at]]\ntime = 0.1\ngesture = \"wave\"\n[[at]]\ntime = 0.2\ngesture = \"point\"\n";
    tells(&played(both, 30.0).warnings, Criterion::Undone, Verdict::Warning, script);
}
