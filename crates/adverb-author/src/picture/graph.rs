//! A verb graph as a picture, in the manner of the thesis's figure 6.12: verbs with knobs in colour, with their axes in italics
//! and how many examples they have; plain motions in grey; arrows for transitions, dashed if chance never takes them.

mod layout;
mod legend;
mod node;
mod route;
mod way;

use adverb::Graph;
use adverb::graph::{Enter, Leave, Mode, Transition, TransitionId, VerbId};
use glam::DVec2;

use super::colour::Rgb;
use super::plot::EM;
use super::svg::{Anchor, Picture, TextStyle, decimal, text_width};
use crate::finding::counted;
use layout::Network;
use legend::{Panel, draw_legend, legend, legend_rows};
use node::{Label, draw_node};
use route::{Arc, Rect, around, routes};
use way::{draw_regions, draw_times, draw_way};

const PAPER: Rgb = Rgb(250, 251, 253);
const KNOBS: Rgb = Rgb(214, 230, 250);
const KNOBS_EDGE: Rgb = Rgb(74, 118, 190);
const PLAIN: Rgb = Rgb(233, 235, 240);
const PLAIN_EDGE: Rgb = Rgb(140, 148, 166);
const GESTURE: Rgb = Rgb(253, 232, 222);
const GESTURE_EDGE: Rgb = Rgb(222, 132, 100);

const NAME_PX: f64 = EM;
const SMALL_PX: f64 = 0.66 * EM;
const WIDEST_PX: f64 = 230.0;
/// Between nodes: room for an arrow and its times.
const GAP_PX: DVec2 = DVec2::new(118.0, 84.0);
const MARGIN_PX: f64 = 2.4 * EM;

/// The drawing of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphView {
    /// Large, at the top.
    pub title: String,
    /// Its verbs.
    pub nodes: Vec<GraphNode>,
    /// Its transitions.
    pub ways: Vec<GraphWay>,
    /// Its gestures, each with its details.
    pub gestures: Vec<(String, String)>,
}

/// A verb of a graph.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GraphNode {
    /// Its name.
    pub name: String,
    /// Its adverbs; a plain motion has none.
    pub axes: Vec<String>,
    /// The number of its examples.
    pub examples: usize,
    /// Whether it repeats.
    pub cyclic: bool,
    /// Whether an actor may begin with it.
    pub start: bool,
    /// Whether it is an intended end.
    pub end: bool,
}

/// A transition of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphWay {
    /// The node it leaves.
    pub from: usize,
    /// The node it enters.
    pub to: usize,
    /// Shown where there is room.
    pub times: String,
    /// 0: an unsteered actor never goes there.
    pub likelihood: f32,
}

impl GraphView {
    /// Of a graph, with its name as the title.
    pub fn of(graph: &Graph) -> Self {
        let (ids, parts): (Vec<VerbId>, _) = (graph.nodes().collect(), graph.parts());
        let axes = |id: VerbId| graph.verb(id).adverbs().iter().map(|adverb| adverb.name.clone()).collect();
        let node = |id: &VerbId| GraphNode {
            name: graph.verb(*id).name().into(),
            axes: axes(*id),
            examples: graph.verb(*id).examples().len(),
            cyclic: graph.verb(*id).is_cyclic(),
            start: parts.starts.contains(id),
            end: parts.ends.contains(id),
        };
        let place = |id: VerbId| ids.iter().position(|own| *own == id).unwrap_or(0);
        let way = |(number, transition): (usize, &Transition)| GraphWay {
            from: place(transition.from),
            to: place(transition.to),
            times: times(transition),
            likelihood: graph.likelihood(TransitionId(number)),
        };
        let gesture = |gesture: &adverb::graph::Gesture| {
            let verb = graph.verb(gesture.verb).name();
            let mut said = vec![match gesture.mode {
                Mode::Replace => "replaces".to_string(),
                Mode::Additive => "added".to_string(),
            }];
            if verb != gesture.name {
                said.insert(0, format!("plays {verb}"));
            }
            let axes: Vec<String> = axes(gesture.verb);
            if !axes.is_empty() {
                said.push(axes.join(", "));
            }
            (gesture.name.clone(), said.join(" · "))
        };
        Self {
            title: graph.name().into(),
            nodes: ids.iter().map(node).collect(),
            ways: parts.transitions.iter().enumerate().map(way).collect(),
            gestures: parts.gestures.iter().map(gesture).collect(),
        }
    }

    /// For every node the number of its region: those that likely ways join, whichever way they go.
    fn regions(&self) -> Vec<usize> {
        let mut region: Vec<usize> = (0..self.nodes.len()).collect();
        for way in self.ways.iter().filter(|way| way.likelihood > 0.0) {
            let (keep, drop) = (region[way.from].min(region[way.to]), region[way.from].max(region[way.to]));
            region.iter_mut().filter(|r| **r == drop).for_each(|r| *r = keep);
        }
        let mut numbers = region.clone();
        numbers.sort_unstable();
        numbers.dedup();
        region.iter().map(|own| numbers.binary_search(own).unwrap_or(0)).collect()
    }

    fn network(&self) -> Network {
        let mut pairs: Vec<([usize; 2], f64)> = Vec::new();
        for way in self.ways.iter().filter(|way| way.from != way.to) {
            let ends = [way.from.min(way.to), way.from.max(way.to)];
            let weight = if way.likelihood > 0.0 { 1.0 } else { 0.6 };
            match pairs.iter_mut().find(|(own, _)| *own == ends) {
                Some((_, known)) => *known = known.max(weight),
                None => pairs.push((ends, weight)),
            }
        }
        let starts = (0..self.nodes.len()).filter(|node| self.nodes[*node].start).collect();
        Network { nodes: self.nodes.len(), pairs, regions: self.regions(), starts }
    }
}

/// `0.8–1.2 » 0–0.3`, as the font within the program can write it.
fn times(transition: &Transition) -> String {
    let part = |[from, to]: [f64; 2]| format!("{}–{}", decimal(from, 2), decimal(to, 2));
    let leave = match transition.leave {
        Leave::During(during) => part(during),
        Leave::AtOnce { secs } => format!("any, {} s", decimal(secs, 2)),
    };
    let enter = match transition.enter {
        Enter::During(during) => part(during),
        Enter::Matching => "matching".into(),
    };
    format!("{leave} » {enter}")
}

/// Draws a graph.
pub fn graph(view: &GraphView) -> Picture {
    let boxes: Vec<Label> = view.nodes.iter().map(Label::of).collect();
    let cells = layout::cells(&view.network());
    let (places, size) = placed(&cells, &boxes);
    let panel = Panel::of(&view.gestures);
    let legend = legend(view);
    let width = (size.x + panel.width).max(30.0 * EM).max(text_width(&view.title, 1.5 * EM) + 4.0 * EM);
    let rows = legend_rows(&legend, width);
    let height = size.y.max(panel.height) + rows.len() as f64 * 1.7 * EM + 1.4 * EM;
    let mut picture = Picture::new(width, height, Some(PAPER));
    let ink = |size_px, colour| TextStyle { size_px, anchor: Anchor::Start, colour };
    picture.text(DVec2::new(2.0 * EM, 2.5 * EM), &view.title, ink(1.5 * EM, Rgb::INK));
    let caption = [
        counted(view.nodes.len(), "verb"),
        counted(view.ways.len(), "transition"),
        counted(view.gestures.len(), "gesture"),
    ];
    picture.text(DVec2::new(2.0 * EM, 3.9 * EM), &caption.join(", "), ink(0.85 * EM, Rgb::SOFT_INK));

    let ends: Vec<[usize; 2]> = view.ways.iter().map(|way| [way.from, way.to]).collect();
    let arcs = routes(&places, &ends);
    let looped = |(way, arc): (&[usize; 2], &Option<Arc>)| {
        arc.unwrap_or_else(|| around(&places[way[0]], &places, &arcs))
    };
    let arcs: Vec<Arc> = ends.iter().zip(&arcs).map(looped).collect();
    draw_regions(&mut picture, view, &places, &arcs);
    let most = view.ways.iter().map(|way| way.likelihood).fold(0.0, f32::max);
    for (way, arc) in view.ways.iter().zip(&arcs) {
        draw_way(&mut picture, way, arc, most);
    }
    for (node, (label, place)) in view.nodes.iter().zip(boxes.iter().zip(&places)) {
        draw_node(&mut picture, node, label, place);
    }
    draw_times(&mut picture, view, &places, &arcs);
    panel.draw(&mut picture, size.x);
    draw_legend(&mut picture, &legend, &rows, size.y.max(panel.height) + 0.4 * EM);
    picture
}

/// Where the nodes are, and how much room all of them take.
fn placed(cells: &[[usize; 2]], labels: &[Label]) -> (Vec<Rect>, DVec2) {
    let count = |axis: usize| cells.iter().map(|cell| cell[axis] + 1).max().unwrap_or(0);
    let largest = |axis: usize, of: fn(&Label) -> f64| {
        let mut largest = vec![0.0_f64; count(axis)];
        for (cell, label) in cells.iter().zip(labels) {
            largest[cell[axis]] = largest[cell[axis]].max(of(label));
        }
        largest
    };
    let middles = |sizes: &[f64], first: f64, gap: f64| -> (Vec<f64>, f64) {
        let mut at = first;
        let mut middles = Vec::new();
        for size in sizes {
            middles.push(at + 0.5 * size);
            at += size + gap;
        }
        (middles, at - if sizes.is_empty() { 0.0 } else { gap })
    };
    let (x, right) = middles(&largest(0, |label| label.size.x), MARGIN_PX + 1.2 * EM, GAP_PX.x);
    let (y, bottom) = middles(&largest(1, |label| label.size.y), 7.2 * EM, GAP_PX.y);
    let rect = |(cell, label): (&[usize; 2], &Label)| Rect {
        middle: DVec2::new(x[cell[0]], y[cell[1]]),
        half: 0.5 * label.size,
    };
    let places = cells.iter().zip(labels).map(rect).collect();
    (places, DVec2::new(right + MARGIN_PX + 1.2 * EM, bottom + MARGIN_PX))
}
