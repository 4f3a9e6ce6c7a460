//! Pictures of verb graphs: legible whatever their size.

use adverb_author::picture::{GraphNode, GraphView, GraphWay, graph};

/// A generator of whole numbers below a limit.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |limit| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    }
}

/// A connected graph of so many nodes, some with long names and knobs, some ways there and back, some in a circle.
fn random(nodes: usize, seed: u64) -> GraphView {
    let mut below = numbers(seed);
    let names =
        ["walk", "climb_the_ladder", "a name that is longer than any box should be wide, and still goes on"];
    let node = |i: usize, knobs: usize, name: &str| GraphNode {
        name: format!("{name} {i}"),
        axes: (0..knobs).map(|k| ["happiness", "energy", "turn", "slope"][k].into()).collect(),
        examples: 1 + 3 * knobs,
        cyclic: i.is_multiple_of(2),
        start: i == 0,
        end: i + 1 == nodes,
    };
    let way = |from, to, likelihood| GraphWay { from, to, times: "0.4–0.6 » matching".into(), likelihood };
    let mut ways = Vec::new();
    for i in 1..nodes {
        let other = below(i);
        ways.push(way(other, i, [0.0, 0.3, 1.0][below(3)]));
        if below(3) > 0 {
            ways.push(way(i, other, [0.0, 1.0][below(2)]));
        }
        if below(6) == 0 {
            ways.push(way(i, below(nodes), 0.0));
        }
    }
    GraphView {
        title: "made".into(),
        nodes: (0..nodes).map(|i| node(i, below(5), names[below(names.len())])).collect(),
        ways,
        gestures: vec![("wave".into(), "replaces".into()), ("nod".into(), "added".into())],
    }
}

/// x, y, width and height of the boxes of all nodes, in order.
fn boxes(svg: &str) -> Vec<[f64; 4]> {
    let number = |rect: &str, key: &str| -> f64 {
        let (_, rest) = rect.split_once(&format!(" {key}=\"")).expect("it is there");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
    };
    let rects = svg.split("<g><title>").skip(1).map(|node| node.split_once("<rect").expect("a box").1);
    rects.map(|rect| ["x", "y", "width", "height"].map(|key| number(rect, key))).collect()
}

#[test]
fn nodes_never_overlap_and_lie_within_the_picture() {
    for nodes in [1, 2, 3, 5, 8, 13, 21, 30, 40] {
        let picture = graph(&random(nodes, nodes as u64));
        let boxes = boxes(&picture.svg());
        assert_eq!(boxes.len(), nodes);
        for (i, [x, y, width, height]) in boxes.iter().enumerate() {
            assert!(*x > 0.0 && *y > 0.0 && x + width < picture.width_px && y + height < picture.height_px);
            for [u, v, w, h] in &boxes[..i] {
                let apart = x + width < *u || u + w < *x || y + height < *v || v + h < *y;
                assert!(apart, "two of {nodes} nodes overlap");
            }
        }
    }
}

#[test]
fn the_same_graph_gives_the_same_picture() {
    let view = random(14, 3);
    assert_eq!(graph(&view).svg(), graph(&view).svg());
}

/// Two verbs with knobs, a plain one, an end.
fn small() -> GraphView {
    let node = |name: &str, axes: &[&str], examples| GraphNode {
        name: name.into(),
        axes: axes.iter().map(|axis| axis.to_string()).collect(),
        examples,
        ..GraphNode::default()
    };
    let way = |from, to, likelihood| GraphWay { from, to, times: format!("{from} » {to}"), likelihood };
    GraphView {
        title: "small".into(),
        nodes: vec![
            GraphNode { start: true, cyclic: true, ..node("idle", &["mood"], 3) },
            node("walk", &["happiness", "turn"], 7),
            GraphNode { end: true, ..node("fall", &[], 1) },
        ],
        ways: vec![way(0, 1, 1.0), way(1, 0, 1.0), way(1, 2, 0.0), way(0, 0, 0.5)],
        gestures: vec![("wave".into(), "plays hello".into())],
    }
}

#[test]
fn a_picture_says_what_a_graph_is_made_of() {
    let svg = graph(&small()).svg();
    for text in
        ["small", "idle", "walk", "fall", "happiness, turn", "7 examples", "wave", "plays hello", "1 » 2"]
    {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
    assert!(svg.contains(">3 verbs, 4 transitions, 1 gesture</text>"));
    assert!(!svg.contains(">1 example</text>"), "a plain motion is no example of itself");
    // Axes are in italics.
    let slanted = svg.split("skewX(-12)").skip(1).map(|rest| rest.lines().nth(1).expect("a text"));
    assert_eq!(slanted.filter(|text| text.contains("mood") || text.contains("turn")).count(), 2);
}

#[test]
fn what_nobody_does_by_chance_is_dashed() {
    let dashed = |view: &GraphView| graph(view).svg().matches("stroke-dasharray").count();
    let view = small();
    // One way, and the legend's.
    assert_eq!(dashed(&view), 2);
    let ways = view.ways.iter().map(|way| GraphWay { likelihood: 1.0, ..way.clone() }).collect();
    assert_eq!(dashed(&GraphView { ways, ..view }), 0);
}

#[test]
fn the_legend_has_what_there_is() {
    let svg = graph(&small()).svg();
    for entry in ["verb with adverbs", "plain motion", "start", "end", "repeats", "only when asked"] {
        assert!(svg.contains(&format!(">{entry}</text>")), "{entry}");
    }
    assert!(svg.contains("goes between these by itself"), "idle and walk, but not fall");
    let ways = small().ways[..2].to_vec();
    let calm = GraphView { nodes: small().nodes[..2].to_vec(), ways, ..small() };
    let svg = graph(&calm).svg();
    for entry in ["plain motion", "only when asked", "goes between these by itself"] {
        assert!(!svg.contains(entry), "{entry}");
    }
}

#[test]
fn odd_graphs_are_drawn_too() {
    let none = GraphView { title: String::new(), nodes: vec![], ways: vec![], gestures: vec![] };
    assert!(graph(&none).svg().starts_with("<svg"));
    let nasty =
        GraphNode { name: "<b>&\"\u{1}\u{ffff}".into(), axes: vec!["<i>".into()], ..GraphNode::default() };
    let way = GraphWay { from: 0, to: 0, times: "<".into(), likelihood: f32::MAX };
    let endless = GraphNode { name: "ß".repeat(5000), ..GraphNode::default() };
    let view = GraphView { nodes: vec![nasty, endless], ways: vec![way], ..none };
    let picture = graph(&view);
    assert!(!picture.svg().contains("<b>") && !picture.svg().contains("<i>"));
    assert!(picture.width_px < 2000.0 && !picture.svg().contains("NaN"));
}
