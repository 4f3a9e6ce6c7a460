//! Transitions: arcs with arrow heads, their times where there is room, and tints behind those that are taken by chance.

use std::fmt::Write;

use glam::DVec2;

use super::node::{polygon, rounded};
use super::route::{Arc, Rect};
use super::{GraphView, GraphWay, PAPER, SMALL_PX};
use crate::picture::colour::Rgb;
use crate::picture::plot::{EM, colour};
use crate::picture::svg::{Anchor, Picture, TextStyle, num, text_width};

fn path(arc: &Arc) -> String {
    let [a, b, c] = arc.0.map(|p| format!("{} {}", num(p.x), num(p.y)));
    format!("M{a}Q{b} {c}")
}

/// A curve that ends in an arrow head.
pub(super) fn draw_arc(picture: &mut Picture, arc: &Arc, colour: Rgb, width_px: f64, more: &str) {
    let along = arc.arrives();
    let (length, half) = (6.5 + 2.2 * width_px, 2.6 + 1.25 * width_px);
    let tip = arc.0[2];
    let neck = tip - length * along;
    let shaft = Arc([arc.0[0], arc.0[1], tip - 0.8 * length * along]);
    let head = [tip, neck + half * along.perp(), neck - half * along.perp()];
    picture.push(&format!(
        "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"{more}/>{}",
        path(&shaft),
        num(width_px),
        polygon(&head, colour)
    ));
}

pub(super) fn draw_way(picture: &mut Picture, way: &GraphWay, arc: &Arc, most: f32) {
    let colour = Rgb(84, 94, 120);
    if way.likelihood > 0.0 {
        let share = f64::from(way.likelihood / most).sqrt();
        draw_arc(picture, arc, colour, 1.3 + 1.5 * share, "");
    } else {
        draw_arc(picture, arc, colour.mix(PAPER, 0.25), 1.3, " stroke-dasharray=\"6 4.5\"");
    }
}

/// A tint behind the verbs between which an actor goes by itself, where these are not all.
pub(super) fn draw_regions(picture: &mut Picture, view: &GraphView, places: &[Rect], arcs: &[Arc]) {
    let regions = view.regions();
    let count = regions.iter().max().map_or(0, |last| last + 1);
    if count < 2 {
        return;
    }
    for region in 0..count {
        let tint = colour(region + 2).mix(PAPER, 0.9);
        let nodes = places.iter().zip(&regions).filter(|(_, own)| **own == region).map(|(place, _)| place);
        let nodes: Vec<&Rect> = nodes.collect();
        if nodes.len() < 2 {
            continue;
        }
        let inner =
            |way: &GraphWay| way.likelihood > 0.0 && way.from != way.to && regions[way.from] == region;
        let within = view.ways.iter().zip(arcs).filter(|(way, _)| inner(way));
        let curves: String = within.map(|(_, arc)| path(arc)).collect();
        // A larger one behind makes the edge.
        for (colour, grown) in [(tint.mix(Rgb::SOFT_INK, 0.22), 1.5), (tint, 0.0)] {
            let pad = DVec2::splat(0.95 * EM + grown);
            let mut group = String::new();
            for place in &nodes {
                let size = 2.0 * (place.half + pad);
                group += &rounded(place.middle - place.half - pad, size, 1.3 * EM, colour, colour, 0.0);
            }
            if !curves.is_empty() {
                let width = num(2.4 * EM + 2.0 * grown);
                let _ = write!(
                    group,
                    "<path d=\"{curves}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
                );
            }
            picture.push(&group);
        }
    }
}

/// The times of transitions, where they cover nothing.
pub(super) fn draw_times(picture: &mut Picture, view: &GraphView, places: &[Rect], arcs: &[Arc]) {
    let mut taken: Vec<Rect> = places.to_vec();
    for (i, (way, arc)) in view.ways.iter().zip(arcs).enumerate() {
        let half = 0.5 * DVec2::new(text_width(&way.times, SMALL_PX), 1.05 * SMALL_PX);
        let free = |rect: &Rect| {
            let others = arcs.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, arc)| arc);
            !taken.iter().any(|other| other.meets(rect, 3.0))
                && !others.flat_map(Arc::points).any(|point| rect.contains(point, 5.0))
        };
        // To the right of the way, where two ways have their own sides; else to the left.
        let sites = [1.0, -1.0].into_iter().flat_map(|side| {
            let right = (arc.0[2] - arc.0[0]).normalize_or(DVec2::X).perp();
            let aside = side * (half.dot(right.abs()) + 5.0) * right;
            [0.5, 0.42, 0.58, 0.34, 0.66].map(|t| arc.at(t) + aside)
        });
        let Some(rect) = sites.map(|middle| Rect { middle, half }).find(free) else { continue };
        let style = TextStyle { size_px: SMALL_PX, anchor: Anchor::Middle, colour: Rgb::SOFT_INK };
        picture.text(rect.middle + DVec2::new(0.0, 0.36 * SMALL_PX), &way.times, style);
        taken.push(rect);
    }
}
