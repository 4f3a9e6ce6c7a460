//! The project file changed in one place, and no byte of it elsewhere.

use adverb_author::Error;
use adverb_author::project::{Edit, Recorded};

const PROJECT: &str = "\
# My hero.   It has odd   spacing.
[project]
name   = 'hero' # quoted so
skeleton = \"walk.bvh\"

[motions.walk]   # the first
file = \"walk.bvh\"
keys = [ {left-down=3},{ right-down = 0x10 }, {left-down = 31} ] # by hand

# --- verbs --------
[verbs.go]
adverbs = { happiness = [-1, 1] }
[[verbs.go.examples]]
motion = \"walk\"
at = { happiness = 0 }   # neutral

[motions.late]
clip = \"walk\"
# the end
";

fn keys() -> Vec<(String, f64)> {
    [("left-down", 4.0), ("right-down", 20.5), ("left-down", 40.0)].map(|(k, t)| (k.to_string(), t)).to_vec()
}

/// The lines of `after` without those of `before`, which all stand there in their order, to the byte.
#[track_caller]
fn added<'a>(before: &str, after: &'a str) -> Vec<&'a str> {
    let mut old = before.split_inclusive('\n').peekable();
    let mut added = Vec::new();
    for line in after.split_inclusive('\n') {
        if old.peek() == Some(&line) {
            old.next();
        } else {
            added.push(line);
        }
    }
    assert_eq!(old.next(), None, "lost from:\n{after}");
    added
}

fn every_way_of_ending_lines() -> [String; 4] {
    let crlf = PROJECT.replace('\n', "\r\n");
    let mixed = PROJECT.replacen("\n[project]", "\r\n[project]", 1);
    [PROJECT.into(), crlf.clone(), mixed, format!("\u{feff}{crlf}")]
}

#[test]
fn a_motion_comes_in_and_every_other_byte_stays() {
    for text in every_way_of_ending_lines() {
        let mut edit = Edit::of("adverb.toml", &text).unwrap();
        edit.add_motion("run fast", &Recorded::whole("in/run.bvh"), &keys(), &["speed 3 m/s".into()]);
        let lines: Vec<&str> = added(&text, edit.text()).into_iter().map(str::trim_end).collect();
        assert_eq!(
            lines,
            [
                "",
                "[motions.\"run fast\"]",
                "file = \"in/run.bvh\"",
                "# annotate: speed 3 m/s",
                "keys = [{ left-down = 4 }, { right-down = 20.5 }, { left-down = 40 }]"
            ]
        );
    }
}

#[test]
fn an_example_comes_in_after_the_others_of_its_verb() {
    for text in every_way_of_ending_lines() {
        let mut edit = Edit::of("adverb.toml", &text).unwrap();
        edit.add_example("go", "late", &[("happiness".into(), 0.123456789)]);
        let lines: Vec<&str> = added(&text, edit.text()).into_iter().map(str::trim).collect();
        let told: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        assert_eq!(told, ["[[verbs.go.examples]]", "motion = \"late\"", "at = { happiness = 0.123456789 }"]);
        let [own, new] = ["neutral", "\"late\""].map(|words| edit.text().find(words).unwrap());
        assert!(own < new, "{}", edit.text());
    }
}

#[test]
fn a_measured_adverb_comes_in_after_the_others_in_any_notation() {
    let cases = [
        ("adverbs = { a = [0, 1] } # both", "adverbs = { a = [0, 1], turn = { measure = \"turn\" } } # both"),
        ("adverbs={a=[0,1]}", "adverbs={a=[0,1], turn = { measure = \"turn\" } }"),
        ("adverbs = {}", "adverbs = { turn = { measure = \"turn\" } }"),
        ("adverbs.a = [0, 1]", "adverbs.a = [0, 1]\nadverbs.turn = { measure = \"turn\" }"),
        ("[verbs.go.adverbs]\na = [0, 1]", "[verbs.go.adverbs]\na = [0, 1]\nturn = { measure = \"turn\" }"),
    ];
    for (own, wanted) in cases {
        let [before, after] = [own, wanted].map(|line| format!("# mine\n[verbs.go]\n{line}\n# the end\n"));
        let mut edit = Edit::of("adverb.toml", &before).unwrap();
        edit.add_measured("go", "turn");
        assert_eq!(edit.text(), after);
    }
    let mut edit = Edit::of("adverb.toml", "# nothing yet\n").unwrap();
    edit.add_verb("walk", true);
    edit.add_measured("walk", "speed");
    edit.add_example("walk", "slow", &[]);
    assert_eq!(edit.examples("walk"), ["slow"]);
    let verb = "# nothing yet\n\n[verbs.walk]\nadverbs = { speed = { measure = \"speed\" } }\ncycle = true\n";
    assert_eq!(edit.text(), format!("{verb}\n[[verbs.walk.examples]]\nmotion = \"slow\"\n"));
}

#[test]
fn an_adverb_with_a_range_places_examples_that_had_no_place() {
    let verb =
        |adverbs: &str| format!("[verbs.go]\nadverbs = {{ speed = {{ measure = \"speed\" }}{adverbs} }}\n");
    let mut edit = Edit::of("adverb.toml", &verb("")).unwrap();
    edit.add_example("go", "slow", &[]);
    edit.add_ranged("go", "happiness", [-1.0, 1.0]);
    edit.add_example("go", "sad", &[("happiness".into(), -0.5)]);
    edit.add_ranged("go", "age", [20.0, 60.0]);
    let example =
        |motion: &str, at: &str| format!("\n[[verbs.go.examples]]\nmotion = \"{motion}\"\nat = {{ {at} }}\n");
    assert_eq!(
        edit.text(),
        verb(", happiness = [-1, 1], age = [20, 60]")
            + &example("slow", "happiness = 0")
            + &example("sad", "happiness = -0.5")
    );
    let short = "[verbs.go]\nadverbs = {}\nexamples = [{ motion = \"x\" }]\n";
    let mut edit = Edit::of("adverb.toml", short).unwrap();
    edit.add_ranged("go", "age", [20.0, 60.0]);
    let placed = "adverbs = { age = [20, 60] }\nexamples = [{ motion = \"x\", at = { age = 40 } }]\n";
    assert_eq!(edit.text(), format!("[verbs.go]\n{placed}"));
}

#[test]
fn examples_in_one_line_stay_in_one_line() {
    let text =
        "[verbs.go]\nadverbs = { a = [0, 1] }\nexamples = [{ motion = \"x\", at = { a = 0 } }] # short\n";
    let mut edit = Edit::of("adverb.toml", text).unwrap();
    edit.add_example("go", "y", &[("a".into(), 1.0)]);
    let line =
        "examples = [{ motion = \"x\", at = { a = 0 } }, { motion = \"y\", at = { a = 1 } }] # short\n";
    assert!(edit.text().ends_with(line), "{}", edit.text());
}

#[test]
fn keys_are_replaced_and_comments_beside_them_kept() {
    let mut edit = Edit::of("adverb.toml", PROJECT).unwrap();
    edit.replace_keys("walk", &keys(), &["first".into()]);
    let once = "# annotate: first\nkeys = [{ left-down = 4 }, { right-down = 20.5 }, { left-down = 40 }] # by hand\n";
    assert!(edit.text().contains(once), "{}", edit.text());
    // What was written by the command goes with its keys.
    edit.replace_keys("walk", &keys()[..2], &["second".into()]);
    assert!(!edit.text().contains("first\nkeys") && edit.text().contains("# annotate: second\nkeys = ["));
    assert_eq!(edit.text().matches("by hand").count(), 1, "{}", edit.text());
    let elsewhere = |text: &str| text.split("# --- verbs").nth(1).map(String::from);
    assert_eq!(elsewhere(edit.text()), elsewhere(PROJECT));
}

#[test]
fn a_range_gives_way_to_keys() {
    let text = "[motions.a]\nfile = \"a.bvh\"\nin = \"seconds\"\nkeys = [{ x = 0.1 }, { y = 2 }]\n[motions.b]\nfile = \"b.bvh\"\n# from here\nframes = [1, 9]\n";
    let mut edit = Edit::of("adverb.toml", text).unwrap();
    edit.replace_keys("a", &keys(), &[]);
    edit.replace_keys("b", &keys(), &[]);
    assert!(!edit.text().contains("seconds") && !edit.text().contains("frames ="), "{}", edit.text());
    assert!(edit.text().contains("# from here\nkeys = "), "{}", edit.text());
    assert!(edit.file_motions().iter().all(|motion| motion.has_range));
}

#[test]
fn names_are_those_of_no_motion_and_no_verb() {
    let edit = Edit::of("adverb.toml", PROJECT).unwrap();
    assert_eq!(edit.free_name("run"), "run");
    assert_eq!(edit.free_name("walk"), "walk_2");
    assert_eq!(edit.free_name("go"), "go_2");
}

#[test]
fn comments_alone_and_nothing_are_files_too() {
    for text in ["", "# only a thought\n", "\n\n", "# without an end"] {
        let mut edit = Edit::of("adverb.toml", text).unwrap();
        edit.add_motion("a", &Recorded::whole("a.bvh"), &[], &["a pose".into()]);
        edit.add_motion("b", &Recorded::whole("b.bvh"), &keys(), &[]);
        assert!(edit.text().starts_with(text.trim_end()), "{:?}", edit.text());
        assert_eq!(edit.file_motions().len(), 2, "{:?}", edit.text());
        assert_eq!(Edit::of("adverb.toml", edit.text()).unwrap().text(), edit.text());
    }
}

#[test]
fn motions_in_any_notation_get_another() {
    for text in [
        "motions = { a = { file = \"a.bvh\" } }\n",
        "motions.a.file = \"a.bvh\"\n",
        "[motions]\na = { file = \"a.bvh\" }\n",
    ] {
        let mut edit = Edit::of("adverb.toml", text).unwrap();
        edit.add_motion("b", &Recorded::whole("b.bvh"), &keys(), &["x".into()]);
        edit.replace_keys("a", &keys(), &["y".into()]);
        let motions = Edit::of("adverb.toml", edit.text()).unwrap().file_motions();
        assert_eq!(motions.len(), 2, "{}", edit.text());
        assert!(motions.iter().all(|motion| motion.has_range), "{}", edit.text());
    }
}

#[test]
fn a_broken_file_is_told_with_its_line() {
    let error = Edit::of("adverb.toml", "[project]\nname = \"x\n").unwrap_err();
    assert!(matches!(&error, Error::Project { excerpt, .. } if excerpt.line == 2), "{error}");
}
