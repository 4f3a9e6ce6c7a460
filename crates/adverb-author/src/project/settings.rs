//! `[project]` and `[sides]`: how the files of a project are read, and which joints are partners.

use std::ops::Range;

use adverb::key_times::TimeMap;

use super::document::{Document, Table, Value};
use crate::clip::{Clip, Up};
use crate::error::Error;
use crate::import::ImportOptions;
use crate::names::suggestion;
use crate::verb::Ranges;

/// `[project]`.
pub(super) struct Settings {
    pub(super) name: Option<String>,
    pub(super) skeleton: Option<(String, Range<usize>)>,
    pub(super) options: ImportOptions,
    /// How canonical time runs between the keys of recordings, and so of all that is made of them.
    pub(super) time_map: TimeMap,
    /// Recordings as fitted splines rather than as their raw frames.
    pub(super) fitted: bool,
    /// How far joints may bend.
    pub(super) ranges: Ranges,
}

impl Settings {
    pub(super) fn read(doc: &Document, table: Option<&Table>) -> Result<Self, Error> {
        let mut settings = Self {
            name: None,
            skeleton: None,
            options: ImportOptions { of_project: true, ..ImportOptions::default() },
            time_map: TimeMap::Smooth,
            fitted: false,
            ranges: Ranges::default(),
        };
        let Some(table) = table else { return Ok(settings) };
        doc.only(
            table,
            "[project]",
            &["name", "skeleton", "up", "unit", "rate", "time", "curves", "ranges"],
        )?;
        if let Some(value) = table.get("name") {
            settings.name = Some(doc.string(value, "name")?.to_string());
        }
        if let Some(value) = table.get("skeleton") {
            settings.skeleton = Some((doc.string(value, "skeleton")?.to_string(), value.span()));
        }
        if let Some(value) = table.get("up") {
            settings.options.up = up(doc, value)?;
        }
        if let Some(value) = table.get("time") {
            settings.time_map = match doc.string(value, "time")? {
                "smooth" => TimeMap::Smooth,
                "linear" => TimeMap::Linear,
                other => {
                    let problem = format!("time = {other:?} is not a map from canonical time");
                    return Err(doc.error(value.span(), problem, "write one of: smooth, linear".into()));
                }
            };
        }
        if let Some(value) = table.get("curves") {
            settings.fitted = match doc.string(value, "curves")? {
                "raw" => false,
                "spline" => true,
                other => {
                    let problem = format!("curves = {other:?} is not a kind of curve");
                    return Err(doc.error(value.span(), problem, "write one of: raw, spline".into()));
                }
            };
        }
        if let Some(value) = table.get("ranges") {
            settings.ranges = match doc.string(value, "ranges")? {
                "people" => Ranges::People,
                "examples" => Ranges::Examples,
                other => {
                    let problem = format!("ranges = {other:?} are nobody's");
                    return Err(doc.error(value.span(), problem, "write one of: people, examples".into()));
                }
            };
        }
        if let Some(value) = table.get("rate") {
            settings.options.rate = Some(doc.number_from(value, "rate", 1e-3)?);
        }
        if let Some(value) = table.get("unit") {
            settings.options.unit_m = unit_m(doc, value)?;
        }
        Ok(settings)
    }
}

/// `up = "z"`; none if it is to be found.
pub(super) fn up(doc: &Document, value: &Value) -> Result<Option<Up>, Error> {
    match doc.string(value, "up")? {
        "auto" => Ok(None),
        "y" => Ok(Some(Up::Y)),
        "z" => Ok(Some(Up::Z)),
        other => {
            let problem = format!("up = {other:?} is not an axis");
            Err(doc.error(value.span(), problem, "write one of: auto, y, z".into()))
        }
    }
}

/// `unit = "cm"`, in metres; none if it is to be found.
pub(super) fn unit_m(doc: &Document, value: &Value) -> Result<Option<f64>, Error> {
    match value.get_ref().as_str() {
        Some("auto") => Ok(None),
        Some("m") => Ok(Some(1.0)),
        Some("cm") => Ok(Some(0.01)),
        Some("mm") => Ok(Some(0.001)),
        Some(other) => {
            let problem = format!("unit = {other:?} is not a unit");
            let remedy = "write one of: auto, m, cm, mm, or a number of metres";
            Err(doc.error(value.span(), problem, remedy.into()))
        }
        None => Ok(Some(doc.number_from(value, "unit", 1e-9)?)),
    }
}

/// `[sides]`: left joint = "right joint", each joint of the skeleton at most once.
pub(super) fn sides(
    doc: &Document,
    table: Option<&Table>,
    base: &Clip,
) -> Result<Vec<(String, String)>, Error> {
    let names: Vec<&str> = base.joints.iter().map(|j| j.name.as_str()).collect();
    let mut seen: Vec<String> = Vec::new();
    let mut pairs = Vec::new();
    for (left, right) in table.into_iter().flat_map(|t| t.iter()) {
        let pair = [
            (left.get_ref().to_string(), left.span()),
            (doc.string(right, "a joint's partner")?.to_string(), right.span()),
        ];
        for (name, span) in &pair {
            if !names.contains(&name.as_str()) {
                let problem = format!("the skeleton has no joint named {name:?}");
                return Err(doc.error(span.clone(), problem, suggestion(name, &names)));
            }
            if seen.contains(name) {
                let problem = format!("{name:?} has a partner already");
                return Err(doc.error(
                    span.clone(),
                    problem,
                    "name every joint once, left = \"right\"".into(),
                ));
            }
            seen.push(name.clone());
        }
        let [(left, _), (right, _)] = pair;
        pairs.push((left, right));
    }
    Ok(pairs)
}
