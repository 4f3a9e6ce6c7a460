//! Every table of graphs and gestures, wrong in every way: the line, the name, and what to write instead.

use super::made::{BEFORE, GRAPH, refused, with};

#[test]
fn names_that_are_not_there_are_said() {
    refused(
        &with("start = [\"walk\"]", "start = [\"wlak\"]"),
        "wlak",
        &["no verb or motion named", "did you mean \"walk\"?"],
    );
    refused(&with("to = \"wave\"", "to = \"vawe\""), "vawe", &["\"vawe\"", "did you mean \"wave\"?"]);
    refused(&with("start = [", "ends = [\"lopp\"]\nstart = ["), "lopp", &["did you mean \"loop\"?"]);
    refused(
        &with("verb = \"walk\"", "verb = \"slow\""),
        "verb = \"slow\"",
        &["[graph.main] does not play \"slow\""],
    );
    refused(
        &with("at = \"left-down\"", "at = \"left-dwon\""),
        "dwon",
        &["no key named", "did you mean \"left-down\"?"],
    );
    let nameless = with("verb = \"walk\"", "verb = \"wave\"");
    refused(&nameless, "at = \"left-down\"", &["\"wave\" has no key named", "canonical time"]);
    let nowhere = "[graph.bare]\nstart = [\"nothing\"]\n";
    refused(nowhere, "nothing", &["no verb or motion named \"nothing\""]);
}

#[test]
fn keys_that_mean_nothing_are_refused() {
    refused(
        &with("start = [", "strat = [\"walk\"]\nstart = ["),
        "strat",
        &["[graph.main] has no key", "did you mean \"start\"?"],
    );
    refused(
        &with("secs = 0.2", "sec = 0.2"),
        "sec =",
        &["a transition of [graph.main]", "did you mean \"secs\"?"],
    );
    refused(&with("emit =", "emti ="), "emti", &["an event of [graph.main]", "did you mean \"emit\"?"]);
    refused(&format!("{BEFORE}[graph]\nstart = [\"walk\"]\n"), "start =", &["no name", "[graph.main]"]);
    refused(&format!("{BEFORE}graph = 3\n").replace("\ngraph", "\n[x]\ngraph"), "[x]", &["no key \"x\""]);
}

#[test]
fn what_is_missing_is_named_with_an_example() {
    refused(&with("start = [\"walk\"]\n", ""), "[graph.main]", &["has no start", "start = [\"idle\"]"]);
    refused(&with("start = [\"walk\"]", "start = []"), "[graph.main]", &["has no start"]);
    let first = "[[graph.main.transitions]]";
    for (line, key) in
        [("from = \"walk\"\n", "from"), ("leave = [0.8, 1.2]\n", "leave"), ("enter = [0, 0.3]\n", "enter")]
    {
        refused(&with(line, ""), first, &[&format!("has no {key:?}"), "for example"]);
    }
    refused(&with("emit = \"footfall\"", ""), "[[graph.main.events]]", &["has no \"emit\"", "for example"]);
    refused(&with("at = \"left-down\"\n", ""), "[[graph.main.events]]", &["has no \"at\""]);
    refused(&with("at = \"left-down\"", "at = []"), "at = []", &["has no time"]);
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (replace, by, words) in [
        ("leave = [0.8, 1.2]", "leave = [0.8, 0.2]", &["leave = [0.8, 0.2]", "0 to 1"][..]),
        ("leave = [0.8, 1.2]", "leave = [0.8, nan]", &["finite number"]),
        ("leave = [0.8, 1.2]", "leave = [0.8]", &["list of 2 numbers"]),
        ("leave = [0.8, 1.2]", "leave = \"ever\"", &["\"ever\"", "\"any\""]),
        ("leave = [0.8, 1.2]", "leave = [-0.1, 0.2]", &["not a part"]),
        ("leave = [0.8, 1.2]", "leave = [0.8, 2.2]", &["up to 2"]),
        ("leave = [0.7, 1]", "leave = [0.7, 1.2]", &["\"wave\" does not repeat", "cycle = true"]),
        ("enter = [0, 0.3]", "enter = [0, 1.3]", &["\"wave\" does not repeat"]),
        ("enter = [0, 0.3]", "enter = \"machting\"", &["\"machting\"", "\"matching\""]),
        ("secs = 0.2", "secs = 0", &["secs = 0", "0.001 to 60"]),
        ("blend = \"linear\"", "blend = \"linaer\"", &["did you mean \"linear\"?"]),
        ("blend = \"linear\"", "blend = [[0, 0], [1, 0.5]]", &["rise from [0, 0] to [1, 1]"]),
        ("blend = \"linear\"", "blend = [[0, 0], [0.5, 0.7], [0.4, 0.9], [1, 1]]", &["rise"]),
        ("blend = \"linear\"", "blend = 0.5", &["blend must be a list"]),
        ("likelihood = 0.0", "likelihood = -1", &["likelihood = -1", "0 or more"]),
        ("likelihood = 0.0", "likelihood = inf", &["finite"]),
        ("at = \"left-down\"", "at = 1.5", &["1.5 is not a canonical time", "name of a key"]),
    ] {
        refused(&with(replace, by), by, words);
    }
    let both = with("leave = [0.8, 1.2]", "leave = [0.8, 1.2]\nsecs = 0.4");
    refused(&both, "secs = 0.4", &["leave secs out"]);
}

#[test]
fn too_many_graphs_are_refused() {
    let more: String =
        (0..17).map(|i| format!("[graph.g{i}]\nstart = [\"walk\"]\nends = [\"walk\"]\n")).collect();
    refused(&format!("{BEFORE}{more}"), "[graph.g16]", &["more than 16 graphs"]);
}

/// What only the whole graph shows comes with the line of the transition, or of the verb.
#[test]
fn mistakes_of_the_whole_graph_show_the_transition() {
    let line = |text: &str, nth: usize| {
        let mut lines = text.lines().enumerate().filter(|(_, line)| *line == "[[graph.main.transitions]]");
        lines.nth(nth).expect("so many transitions").0 + 1
    };
    let late = with("enter = [0, 0.3]", "enter = [0.5, 0.9]");
    let said = super::made::complaint(&late);
    assert!(said.starts_with(&format!("adverb.toml:{}:", line(&late, 0))), "{said}");
    assert!(
        said.contains("[graph.main]: transition walk → wave: enters until 0.9") && said.contains("0.7"),
        "{said}"
    );

    // The second of two between the same verbs.
    let again = "[[graph.main.transitions]]\nfrom = \"walk\"\nleave = [0.1, 0.2]\nto = \"wave\"\nenter = [0.5, 0.9]\n";
    let twice = format!("{BEFORE}{GRAPH}{again}");
    let said = super::made::complaint(&twice);
    assert!(said.starts_with(&format!("adverb.toml:{}:", line(&twice, 3))), "{said}");
    assert!(said.contains("walk → wave (2)"), "{said}");

    let unmatched = with("enter = [0, 0.3]", "enter = \"matching\"");
    let said = super::made::complaint(&unmatched);
    assert!(said.starts_with(&format!("adverb.toml:{}:", line(&unmatched, 0))), "{said}");
    assert!(said.contains("walk → wave") && said.contains("left-down, right-down"), "{said}");

    let never = format!(
        "{BEFORE}{GRAPH}[[graph.main.transitions]]\nfrom = \"wave\"\nleave = [0.1, 0.2]\nto = \"walk\"\nenter = [0.5, 0.9]\n"
    );
    let said = super::made::complaint(&never);
    assert!(said.starts_with(&format!("adverb.toml:{}:", line(&never, 3))), "{said}");
    assert!(said.contains("wave → walk: can never be taken"), "{said}");
}

#[test]
fn dead_ends_and_unreachable_verbs_show_where_they_are_named() {
    let one_way = "[graph.main]\nstart = [\"walk\"]\n[[graph.main.transitions]]\nfrom = \"walk\"\nleave = [0.1, 0.2]\n\
                   to = \"wave\"\nenter = [0, 0.2]\n";
    let dead = format!("{BEFORE}{one_way}");
    refused(&dead, "to = \"wave\"", &["[graph.main]: wave: no transition leaves it", "`ends`"]);
    super::made::packed(&dead.replace("start = [\"walk\"]", "start = [\"walk\"]\nends = [\"wave\"]"));
    let unreachable = dead.replace("start = [\"walk\"]", "start = [\"loop\"]\nends = [\"wave\", \"loop\"]");
    refused(&unreachable, "from = \"walk\"", &["[graph.main]: walk: cannot be reached"]);
}

#[test]
fn wrong_gestures_are_refused() {
    let gesture = |lines: &str| format!("{BEFORE}{GRAPH}[gestures.hello]\n{lines}\n");
    for (lines, at, words) in [
        ("", "[gestures.hello]", &["has no motion or verb", "motion = \"wave\""][..]),
        ("motion = \"wvae\"", "wvae", &["no verb or motion named", "did you mean \"wave\"?"]),
        ("motion = \"wave\"\nverb = \"walk\" # two", "# two", &["not both"]),
        ("motion = \"wave\"\nmaks = [\"Head\"]", "maks", &["[gestures.hello]", "did you mean \"mask\"?"]),
        (
            "motion = \"wave\"\nmask = [\"Haed\"]",
            "mask",
            &["no joint named \"Haed\"", "did you mean \"Head\"?"],
        ),
        ("motion = \"wave\"\nmask = [\"Tail*\"]", "mask", &["\"Tail*\" fits no joint"]),
        ("motion = \"wave\"\nmask = []", "mask", &["names no joint", "RightArm*"]),
        ("motion = \"wave\"\nmask = \"Head\"", "mask", &["mask must be a list"]),
        ("motion = \"wave\"\nin = 0.9", "in = 0.9", &["in = 0.9 and out = 0.8"]),
        ("motion = \"wave\"\nout = 1.5", "out = 1.5", &["0 to 1"]),
        ("motion = \"wave\"\nmode = \"repalce\"", "mode", &["did you mean \"replace\"?"]),
        ("motion = \"wave\"\nusage = 3", "usage", &["usage must be"]),
        ("motion = \"wave\"\nusage = { Haed = \"required\" }", "usage", &["did you mean \"Head\"?"]),
        ("motion = \"wave\"\nusage = { Head = \"requierd\" }", "usage", &["did you mean \"required\"?"]),
        ("motion = \"wave\"\nusage = { Head = \"undefined\" }", "[gestures.hello]", &["moves nothing"]),
        ("motion = \"wave\"\nusage = [{ usage = \"required\" }]", "usage", &["has no \"joints\""]),
        ("motion = \"wave\"\nusage = [{ joints = [\"Head\"] }]", "usage", &["has no \"usage\""]),
        (
            "motion = \"wave\"\nusage = [{ joints = [\"Head\"], usage = \"defined\", during = [0.5, 1.5] }]",
            "usage",
            &["during = [0.5, 1.5]"],
        ),
    ] {
        refused(&gesture(lines), at, words);
    }
    refused(
        &format!("{BEFORE}{GRAPH}[gestures]\nhello = 3\n"),
        "hello",
        &["[gestures.hello] must be a table"],
    );
}
