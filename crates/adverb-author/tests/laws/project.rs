//! The project file: what it means, and what is said when it is wrong.

use adverb::curve::Derivative;
use adverb::key_times::TimeMap;
use adverb::{Placement, VerbTime};
use adverb_author::finding::Criterion;
use adverb_author::formats::gltf;
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use adverb_author::sample::{Rate, sample};
use adverb_author::{Error, demo};

use crate::support::hero;

fn load(text: &str) -> Result<Project, Error> {
    hero::load(|_| text.into())
}

const WALK: &str = "[motions.walk]\nfile = \"walk_neutral.bvh\"\nkeys = [{ left-down = 12 }, { right-down = 45 }, { left-down = 78 }]\n";

/// The message of a project that must fail, with the walk before it: so the text starts on line 4.
fn complaint(text: &str) -> String {
    load(&format!("{WALK}{text}")).expect_err("a wrong project").to_string()
}

#[test]
fn what_is_not_toml_is_told_in_plain_words() {
    for (text, place, words) in [
        (
            "[verbs.walk]\nadverbs = { happiness = [-1 1] }\n",
            "5:26",
            ["no comma between -1 and 1", "write [-1, 1]"],
        ),
        (
            "[verbs.walk]\nadverbs = { happiness = [-1; 1] }\n",
            "5:26",
            ["no comma between -1 and 1", "write [-1, 1]"],
        ),
        ("[a]\nb = [{ x = 1 } { x = 2 }]\n", "5:16", ["no comma between two entries", "write a comma"]),
        ("[project]\nrate = forty\n", "5:8", ["forty is neither a number nor a text", "\"forty\""]),
        ("[project]\nname = hero\n", "5:8", ["hero is neither a number nor a text", "\"hero\""]),
        ("[motions.b]\nmirror = walk\n", "5:10", ["walk is neither", "\"walk\""]),
    ] {
        let said = complaint(text);
        assert!(said.starts_with(&format!("adverb.toml:{place}: ")), "{said}");
        words.iter().for_each(|words| assert!(said.contains(words), "{words:?} is missing: {said}"));
    }
}

#[test]
fn an_example_far_outside_its_range_is_refused_at_its_place() {
    let verb = |value: &str| {
        format!(
            "[verbs.go]\nadverbs = {{ mood = [-1, 1], way = {{ range = [0, 360], periodic = true }} }}\n\
             [[verbs.go.examples]]\nmotion = \"walk\"\nat = {{ {value} }}\n"
        )
    };
    for (value, wide) in [("mood = 10", "mood = [-1, 10]"), ("mood = -3.5", "mood = [-3.5, 1]")] {
        let said = complaint(&verb(value));
        assert!(
            said.starts_with("adverb.toml:8:15: ") && said.contains("far outside the range of mood, -1 to 1"),
            "{said}"
        );
        assert!(said.contains(wide), "{said}");
    }
    // A little outside is remarked; a ring has no outside.
    for value in ["mood = 1.2", "mood = 2.9", "way = 2000"] {
        load(&format!("{WALK}{}", verb(value))).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn the_built_in_project_loads() {
    let project = hero::load(|own| own).unwrap();
    assert_eq!(project.name, "hero");
    assert!(project.warnings.is_empty(), "{:?}", project.warnings);
    for name in
        ["neutral", "happy", "sad", "angry", "tired", "sneaky", "run", "neutral_loop", "there_and_back"]
    {
        assert!(project.motions.contains_key(name), "{name}");
    }
    let mirrored: Vec<&str> = project.motions["tired_other_leg"].key_times().iter().map(|(n, _)| n).collect();
    assert_eq!(mirrored, ["right-down", "left-down", "right-down"]);
}

#[test]
fn ranges_can_be_keys_frames_or_seconds() {
    let project = load(
        "[motions.a]\nfile = \"walk_neutral.bvh\"\nframes = [12, 78]\n\
         [motions.b]\nfile = \"walk_neutral.bvh\"\nseconds = [0.2, 1.3]\n\
         [motions.c]\nfile = \"walk_neutral.bvh\"\nin = \"seconds\"\nkeys = [{ a = 0.2 }, { b = 0.5 }, { c = 1.3 }]\n\
         [motions.d]\nfile = \"walk_neutral.bvh\"\n",
    )
    .unwrap();
    for name in ["a", "b", "c"] {
        assert!((project.motions[name].duration().0 - 1.1).abs() < 1e-9, "{name}");
    }
    assert!(project.motions["d"].duration().0 > 1.4);
    assert_eq!(project.motions["c"].key_times().len(), 3);
}

#[test]
fn the_thesis_map_of_time_is_the_other_choice() {
    let loaded = |head: &str| load(&format!("{head}{WALK}[motions.loop]\ncycle = \"walk\"\n")).unwrap();
    let (smooth, linear) = (loaded(""), loaded("[project]\ntime = \"linear\"\n"));
    assert_eq!(smooth.motions["walk"].key_times().map(), TimeMap::Smooth);
    assert_eq!(smooth.motions["loop"].key_times().map(), TimeMap::Periodic);
    for motion in linear.motions.values() {
        assert_eq!(motion.key_times().map(), TimeMap::Linear);
    }
}

/// Expressions multiply what they are made of; none may take the machine with it.
#[test]
fn absurd_expressions_are_refused() {
    let doubled: String =
        (0..40).map(|i| format!("[motions.m{}]\nconcatenate = [\"m{i}\", \"m{i}\"]\n", i + 1)).collect();
    let message = complaint(&format!("[motions.m0]\nmirror = \"walk\"\n{doubled}"));
    assert!(message.contains("key-times; 100000 are enough"), "{message}");
    let nested: String = (0..16_000).map(|i| format!("[motions.n{}]\nmirror = \"n{i}\"\n", i + 1)).collect();
    let message = complaint(&format!("[motions.n0]\nmirror = \"walk\"\n{nested}"));
    assert!(message.contains("more than 1000 deep"), "{message}");
}

#[test]
fn a_concatenation_can_be_placed() {
    let project =
        load(&format!("{WALK}[motions.there]\nconcatenate = [\"walk\"]\nplace = [2, -1, 90]\n")).unwrap();
    let start = Placement::of(&project.motions["there"].pose(VerbTime::ZERO));
    assert!((start.x - 2.0).abs() < 1e-5 && (start.z + 1.0).abs() < 1e-5);
    assert!((start.heading - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
    // The walk went along +Z; now it goes along +X.
    let end = Placement::of(&project.motions["there"].pose(project.motions["there"].duration()));
    assert!(end.x - start.x > 1.0 && (end.z - start.z).abs() < 0.2, "{end:?}");
}

#[test]
fn recordings_can_be_splines() {
    let project = load(&format!("[project]\ncurves = \"spline\"\n{WALK}")).unwrap();
    let mut out = vec![0.0; project.skeleton.dofs().len()];
    project.motions["walk"].evaluate(VerbTime(0.3), Derivative::Acceleration, &mut out);
    assert!(out.iter().any(|a| a.abs() > 0.1), "raw frames have no acceleration");
}

/// The built-in walk with another file made by changing its text.
fn load_with(toml: &str, name: &str, change: impl Fn(&str) -> String) -> Result<Project, Error> {
    let mut files = demo::project();
    // The figure as a skinned mesh: bones that any viewer shows.
    let walk = files.iter().find(|(file, _)| file == "walk_neutral.bvh").map(|(_, bytes)| bytes.clone());
    let walk = import("walk_neutral.bvh", &walk.unwrap(), &ImportOptions::default()).unwrap();
    files.push(("mesh/hero.glb".into(), gltf::clip::write(&walk)));
    let mut read = |asked: &str| {
        let source = if asked == name { "walk_happy.bvh" } else { asked };
        let (_, bytes) = files.iter().find(|(file, _)| file == source).ok_or("no such file")?;
        let text = String::from_utf8(bytes.clone()).map_err(|e| e.to_string())?;
        Ok(if asked == name { change(&text) } else { text }.into_bytes())
    };
    Project::load("adverb.toml", toml, &mut read)
}

#[test]
fn another_body_takes_the_bones_of_the_skeleton() {
    let toml = format!(
        "{WALK}[motions.other]\nfile = \"other.bvh\"\n[motions.both]\nconcatenate = [\"walk\", \"other\"]\n"
    );
    // Every offset a tenth longer: a taller body.
    let longer = |text: &str| {
        let line = |line: &str| match line.trim_start().strip_prefix("OFFSET ") {
            Some(numbers) => {
                let scaled: Vec<String> = numbers
                    .split_whitespace()
                    .map(|n| (1.1 * n.parse::<f64>().unwrap()).to_string())
                    .collect();
                format!("OFFSET {}\n", scaled.join(" "))
            }
            None => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    };
    let project = load_with(&toml, "other.bvh", longer).unwrap();
    let alone = load(WALK).unwrap();
    assert_eq!(project.skeleton.dofs().len(), alone.skeleton.dofs().len(), "no bone may become a DOF");
    assert!(
        project
            .warnings
            .iter()
            .any(|w| w.criterion == Criterion::TravelScaled && w.message.contains("scaled by 0.909")),
        "{:?}",
        project.warnings
    );
}

#[test]
fn a_recording_of_another_figure_is_put_on_the_skeleton() {
    let toml = format!("{WALK}[motions.alien]\nfile = \"alien.bvh\"\n");
    let renamed = |text: &str| text.replace("JOINT ", "JOINT Alien").replace("ROOT ", "ROOT Alien");
    let project = load_with(&toml, "alien.bvh", renamed).unwrap();
    assert!(project.warnings.iter().any(|w| w.criterion == Criterion::OtherBody), "{:?}", project.warnings);
}

#[test]
fn a_cycle_of_what_does_not_repeat_is_remarked() {
    let text = "[motions.piece]\nclip = \"walk\"\nfrom = 0.3\nto = 0.75\n[motions.jerk]\ncycle = \"piece\"\n";
    let project = load(&format!("{WALK}{text}")).unwrap();
    assert!(
        project
            .warnings
            .iter()
            .any(|w| w.told().contains("[motions.jerk]") && w.criterion == Criterion::CycleGap),
        "{:?}",
        project.warnings
    );
    assert!(load(&format!("{WALK}[motions.loop]\ncycle = \"walk\"\n")).unwrap().warnings.is_empty());
}

#[test]
fn a_wrong_name_shows_its_line_and_the_nearest_right_one() {
    let message = complaint("[motions.other]\nmirror = \"wakl\"\n");
    assert!(message.starts_with("adverb.toml:5:10: there is no motion named \"wakl\""), "{message}");
    assert!(message.contains("5 | mirror = \"wakl\""), "{message}");
    assert!(message.contains("^^^^^^"), "{message}");
    assert!(message.contains("did you mean \"walk\"?"), "{message}");
}

#[test]
fn a_circle_of_references_is_shown_whole() {
    let message = complaint(
        "[motions.a]\nmirror = \"b\"\n[motions.b]\nclip = \"c\"\n[motions.c]\nconcatenate = [\"walk\", \"a\"]\n",
    );
    assert!(message.contains("a → b → c → a"), "{message}");
    assert!(message.contains("adverb.toml:9:"), "{message}");
    let message = complaint("[motions.a]\ncycle = \"a\"\n");
    assert!(message.contains("a → a"), "{message}");
}

#[test]
fn keys_out_of_order_or_range_are_shown() {
    let walk = |keys: &str| complaint(&format!("[motions.b]\nfile = \"walk_neutral.bvh\"\n{keys}\n"));
    let message = walk("keys = [{ a = 12 }, { b = 70 }, { c = 45 }]");
    assert!(
        message.contains(":6:39: 45 does not come after 70") && message.contains("increase"),
        "{message}"
    );
    let message = walk("keys = [{ a = 12 }, { b = 999 }]");
    assert!(message.contains("frame 999 is outside") && message.contains("frames (0 to "), "{message}");
    let message = walk("frames = [-1, 20]");
    assert!(message.contains("frame -1 is outside"), "{message}");
    let message = walk("seconds = [0.5, 20]");
    assert!(message.contains("20 s is outside"), "{message}");
    let message = walk("keys = [{ a = 12 }]");
    assert!(message.contains("at least two"), "{message}");
    let message = walk("keys = [{ a = 12, b = 30 }, { c = 40 }]");
    assert!(message.contains("{ left-down = 101 }"), "{message}");
    let message = walk("frames = [1, 9]\nseconds = [0, 1]");
    assert!(message.contains("given twice"), "{message}");
    let message = walk("in = \"minutes\"\nkeys = [{ a = 1 }, { b = 2 }]");
    assert!(message.contains("in = \"seconds\""), "{message}");
}

#[test]
fn misspelt_keys_and_tables_are_named() {
    for (text, expected) in [
        ("[motions.b]\nmiror = \"walk\"\n", "did you mean \"mirror\"?"),
        ("[motions.b]\nclip = \"walk\"\nfrm = 0.5\n", "did you mean \"from\"?"),
        ("[motoins.b]\nmirror = \"walk\"\n", "did you mean \"motions\"?"),
        ("[project]\nskelton = \"x.bvh\"\n", "did you mean \"skeleton\"?"),
        ("[project]\nup = \"x\"\n", "auto, y, z"),
        ("[project]\nunit = \"ft\"\n", "auto, m, cm, mm"),
        ("[project]\ntime = \"cubic\"\n", "smooth, linear"),
        ("[motions.b]\n", "it has none of them"),
        ("[motions.b]\nmirror = \"walk\"\nclip = \"walk\"\n", "more than one"),
        ("[motions.b]\nmirror = 3\n", "must be a \"string\", not 3"),
        ("[motions.b]\nclip = \"walk\"\nfrom = 1.5\n", "1.5 is not a canonical time"),
        ("[motions.b]\nclip = \"walk\"\nfrom = 0.6\nto = 0.4\n", "not 0.6 to 0.4"),
        ("[motions.b]\naffine = \"walk\"\nstretch = -1\n", "stretch must be positive"),
        ("[motions.b]\nconcatenate = []\n", "at least one motion"),
        ("[motions.b]\nwarp = \"walk\"\nwith = \"ease-inn\"\n", "did you mean \"ease-in\"?"),
        ("[motions.b]\nwarp = \"walk\"\n", "has no \"with\""),
        (
            "[motions.b]\nwarp = \"walk\"\nwith = [[0, 0], [0.5, 0.5], [0.4, 1]]\n",
            ":6:8: a warp goes from [0, 0]",
        ),
        ("[motions.b]\ncompose = []\n", "at least one motion"),
        ("[motions.b]\nselect = \"walk\"\n", "has no \"usage\""),
        (
            "[motions.b]\nselect = \"walk\"\nusage = { RightArn = \"required\" }\n",
            "no joint named \"RightArn\"",
        ),
        ("[motions.b]\nselect = \"walk\"\nusage = { RightArm = \"needed\" }\n", "is not a usage"),
        (
            "[motions.b]\ntransition = [\"walk\"]\nleave = [0.8, 1]\nenter = [0, 0.2]\n",
            "from one motion to another",
        ),
        (
            "[motions.b]\ntransition = [\"walk\", \"walk\"]\nleave = [0.8, 1.2]\nenter = [0, 0.2]\n",
            "between 0 and 1, not 0.8 to 1.2",
        ),
        (
            "[motions.b]\ntransition = [\"walk\", \"walk\"]\nleave = [0.8, 1]\nenter = [0, 0.2]\nblend = \"inertial\"\n",
            "inertial blends are for actors",
        ),
        ("[motions.b]\nverb = \"walk\"\n", "\"walk\" is a motion, not a verb"),
        ("[motions.b]\ncycle = \"walk\"\noverlap = 0.7\n", ":6:11: the overlap of a cycle"),
        ("[motions.b]\ncycle = \"walk\"\noverlap = 0.1\nsearch = 0.1\n", "not both"),
        ("[motions.b]\nfile = \"nowhere.bvh\"\n", "\"nowhere.bvh\" cannot be read"),
        ("[sides]\nLeftArn = \"RightArm\"\n", ":5:1: the skeleton has no joint named \"LeftArn\""),
        (
            "[sides]\nLeftArm = \"RightArm\"\nLeftLeg = \"RightArm\"\n",
            ":6:11: \"RightArm\" has a partner already",
        ),
        ("[sides]\nLeftArm = \"LeftArm\"\n", "has a partner already"),
        ("[project]\nunit = -5\n", "unit = -5 is less than"),
        ("[project]\ncurves = \"bezier\"\n", "raw, spline"),
        ("[motions.b]\ncycle = \"walk\"\nsearch = -1\n", "search = -1 is less than 0"),
        ("[motions.b]\nfile = \"walk_sad.bvh\"\nframes = [1, 9]\nin = \"seconds\"\n", "needs no unit"),
        ("[motions.b]\nconcatenate = [\"walk\"]\nplace = [1, 2]\n", "a list of 3 numbers"),
        ("[motions.b]\naffine = \"walk\"\nstretch = 1e12\n", ":6:11: the motion would last"),
        (
            "[motions.b]\naffine = \"walk\"\nstretch = 1e300\n[motions.c]\ncycle = \"b\"\nsearch = 0\n",
            "longer than a day",
        ),
        ("motions.b = 3\n", "adverb.toml:4:"),
        ("[motions.b]\nfile = \"walk_neutral.bvh\n", "adverb.toml:5:"),
    ] {
        let message = complaint(text);
        assert!(message.contains(expected), "{text}\n{message}");
    }
}

#[test]
fn tables_of_the_whole_format_are_let_be() {
    let text = "[verbs.walk]\nadverbs = { happiness = [-1, 1] }\n[graph.main]\nstart = [\"walk\"]\n[gestures.g]\nmotion = \"walk\"\n";
    assert!(load(&format!("{WALK}{text}")).is_ok());
}

#[test]
fn an_empty_project_says_what_to_write() {
    for text in ["", "[project]\nname = \"x\"\n"] {
        let message = load(text).unwrap_err().to_string();
        assert!(message.contains("skeleton = \"file.bvh\""), "{message}");
    }
}

#[test]
fn every_prefix_of_a_project_file_loads_or_complains() {
    let (_, toml) = demo::project().into_iter().find(|(name, _)| name == "adverb.toml").unwrap();
    let text = std::str::from_utf8(&toml).unwrap();
    // Reading files makes no difference to where a text is cut, so none are found here.
    let mut read = |_: &str| Err("not now".to_string());
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let error = Project::load("adverb.toml", &text[..end], &mut read).expect_err("no files");
        assert!(error.to_string().contains("adverb.toml:"), "{error}");
    }
}

#[test]
fn a_character_is_driven_by_the_projects_motions() {
    let text = format!("{WALK}[character]\nmesh = \"mesh/hero.glb\"\njoints = {{ Hips = \"Hips\" }}\n");
    let project = load(&text).unwrap();
    let drawn = project.character.expect("a character");
    assert_eq!(drawn.joints, [("Hips".to_string(), "Hips".to_string())]);
    let motion = &project.motions["walk"];
    let clip = sample(motion, Rate::Near(motion.fps()), project.source).unwrap();
    let driven = drawn.driven(&project.skeleton, &clip, &[]).unwrap();
    assert!(driven.warnings.is_empty(), "{:?}", driven.warnings);
    for (own, meshs) in clip.world(clip.frame(7)).iter().zip(driven.clip.world(driven.clip.frame(7))) {
        assert!(own.translation.distance(meshs.translation) < 1e-4);
    }
}

#[test]
fn what_is_wrong_with_a_character_is_said_with_its_line() {
    let wrong = |text: &str, line: &str, words: &[&str]| {
        let message = complaint(text);
        assert!(message.starts_with(line), "{message}");
        words.iter().for_each(|word| assert!(message.contains(word), "{word}: {message}"));
    };
    let mesh = "[character]\nmesh = \"mesh/hero.glb\"\n";
    wrong("[character]\nmash = \"a.glb\"\n", "adverb.toml:5", &["no key \"mash\"", "did you mean \"mesh\"?"]);
    wrong("[character]\njoints = {}\n", "adverb.toml:5", &["has no mesh"]);
    wrong("[character]\nmesh = \"a.glb\"\n", "adverb.toml:5", &["cannot be read"]);
    wrong("[character]\nmesh = \"walk_neutral.bvh\"\n", "walk_neutral.bvh", &["a skeleton and no mesh"]);
    wrong(
        &format!("{mesh}joints = {{ Hip = \"Hips\" }}\n"),
        "adverb.toml:6",
        &["the skeleton has no joint named \"Hip\"", "did you mean \"Hips\"?"],
    );
    wrong(
        &format!("{mesh}joints = {{ Hips = \"Hps\" }}\n"),
        "adverb.toml:6",
        &["the mesh has no joint named \"Hps\"", "did you mean \"Hips\"?"],
    );
    wrong(
        &format!("{mesh}joints = {{ Hips = \"Hips\", Spine = \"Hips\" }}\n"),
        "adverb.toml:6",
        &["\"Hips\" follows another joint already"],
    );
}

#[test]
fn a_choice_is_told_once_each_and_a_large_one_by_what_is_nearest() {
    let suggestion = adverb_author::names::suggestion;
    assert_eq!(suggestion("jump", &["walk", "run", "walk"]), "write one of: walk, run");
    assert_eq!(suggestion("wakl", &["walk", "run"]), "did you mean \"walk\"?");
    let many: Vec<String> =
        (0..55).map(|i| format!("expression{i}")).chain(["mouthFrown_L".into()]).collect();
    let said = suggestion("frown", &many.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.starts_with("there are 56, of which these are nearest: mouthFrown_L, "), "{said}");
    assert_eq!(said.matches("expression").count(), 5, "{said}");
}
