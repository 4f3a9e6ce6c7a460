//! The project file: what it means, and what is said when it is wrong.

use adverb::key_times::TimeMap;
use adverb_author::project::Project;
use adverb_author::{Error, demo};

/// Loads a project whose recordings are those of the built-in character.
fn load(text: &str) -> Result<Project, Error> {
    let files = demo::project();
    let mut read = |name: &str| {
        let found = files.iter().find(|(file, _)| file == name);
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(|| "no such file".to_string())
    };
    Project::load("adverb.toml", text, &mut read)
}

const WALK: &str = "[motions.walk]\nfile = \"walk_neutral.bvh\"\nkeys = [{ left-down = 12 }, { right-down = 45 }, { left-down = 78 }]\n";

/// The message of a project that must fail, with the walk before it: so the text starts on line 4.
fn complaint(text: &str) -> String {
    load(&format!("{WALK}{text}")).expect_err("a wrong project").to_string()
}

#[test]
fn the_built_in_project_loads() {
    let (_, toml) = demo::project().into_iter().find(|(name, _)| name == "adverb.toml").unwrap();
    let project = load(std::str::from_utf8(&toml).unwrap()).unwrap();
    assert_eq!(project.name, "hero");
    assert_eq!(project.warnings, Vec::<String>::new());
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
        ("[motions.b]\nmirror = 3\n", "must be a \"string\", not integer"),
        ("[motions.b]\nclip = \"walk\"\nfrom = 1.5\n", "1.5 is not a canonical time"),
        ("[motions.b]\nclip = \"walk\"\nfrom = 0.6\nto = 0.4\n", "not 0.6 to 0.4"),
        ("[motions.b]\naffine = \"walk\"\nstretch = -1\n", "stretched by a positive number"),
        ("[motions.b]\nconcatenate = []\n", "at least one motion"),
        ("[motions.b]\nwarp = \"walk\"\nwith = \"ease-in\"\n", "cannot make a \"warp\" motion yet"),
        ("[motions.b]\nfile = \"nowhere.bvh\"\n", "\"nowhere.bvh\" cannot be read"),
        ("[sides]\nWing = \"Fin\"\n", "Wing"),
        ("motions.b = 3\n", "adverb.toml:4:"),
        ("[motions.b]\nfile = \"walk_neutral.bvh\n", "adverb.toml:5:"),
    ] {
        let message = complaint(text);
        assert!(message.contains(expected), "{text}\n{message}");
    }
}

#[test]
fn tables_of_the_whole_format_are_let_be() {
    let text = "[verbs.walk]\nadverbs = { happiness = [-1, 1] }\n[graph.main]\nstart = [\"walk\"]\n[gestures.g]\nmotion = \"walk\"\n\
                [shapes.s]\nrest = \"x.glb\"\n[character]\nmesh = \"hero.glb\"\n";
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
