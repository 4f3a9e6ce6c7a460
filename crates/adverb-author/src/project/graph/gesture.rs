//! `[gestures.…]`: motions that may be laid over others (thesis 5.6).

use std::sync::Arc;

use adverb::Skeleton;
use adverb::graph::{Claim, Gesture, Mode, Usage, VerbId};
use adverb::skeleton::DofId;

use super::moved::moved;
use super::usage::{self, UsageEntry};
use crate::error::Error;
use crate::motion::Motion;
use crate::names::suggestion;
use crate::project::document::{Document, Table, Value};
use crate::project::expression::{At, name};
use crate::project::space::in_order;

/// Canonical times until which a gesture comes and from which it goes, unless it says otherwise.
const FADES: [f64; 2] = [0.2, 0.8];

/// A table of `[gestures]`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::project) struct GestureEntry {
    pub(super) name: At<String>,
    /// A verb or a motion.
    pub(super) of: At<String>,
    fades: [f64; 2],
    mode: Mode,
    mask: Option<Vec<At<String>>>,
    usage: Option<UsageEntry>,
}

/// The gestures of a file, in its order.
pub(in crate::project) fn gestures(doc: &Document, project: &Table) -> Result<Vec<GestureEntry>, Error> {
    let Some(section) = project.get("gestures") else { return Ok(Vec::new()) };
    let one = |(name, value): (&toml::Spanned<toml::de::DeString>, &Value)| {
        let name = At { value: name.get_ref().to_string(), span: name.span() };
        gesture(doc, doc.table(value, &format!("[gestures.{}]", name.value))?, name)
    };
    in_order(doc.table(section, "[gestures]")?).into_iter().map(one).collect()
}

fn gesture(doc: &Document, table: &Table, own: At<String>) -> Result<GestureEntry, Error> {
    let place = format!("[gestures.{}]", own.value);
    doc.only(table, &place, &["motion", "verb", "in", "out", "mode", "mask", "usage"])?;
    let of = match (table.get("motion"), table.get("verb")) {
        (Some(of), None) | (None, Some(of)) => name(doc, of, "what a gesture plays")?,
        (Some(_), Some(verb)) => {
            let problem = format!("{place} plays a motion or a verb, not both");
            return Err(doc.error(verb.span(), problem, "leave one of them out".into()));
        }
        (None, None) => {
            let problem = format!("{place} has no motion or verb");
            return Err(doc.error(own.span, problem, "for example: motion = \"wave\"".into()));
        }
    };
    Ok(GestureEntry {
        of,
        fades: fades(doc, table)?,
        mode: table.get("mode").map_or(Ok(Mode::Replace), |value| mode(doc, value))?,
        mask: table.get("mask").map(|value| usage::patterns(doc, value, "mask")).transpose()?,
        usage: table.get("usage").map(|value| usage::read(doc, value)).transpose()?,
        name: own,
    })
}

fn fades(doc: &Document, table: &Table) -> Result<[f64; 2], Error> {
    let fade = |key: &str, usual: f64| table.get(key).map_or(Ok(usual), |value| doc.number(value, key));
    let fades @ [fade_in, fade_out] = [fade("in", FADES[0])?, fade("out", FADES[1])?];
    if 0.0 <= fade_in && fade_in <= fade_out && fade_out <= 1.0 {
        return Ok(fades);
    }
    let span = ["out", "in"].iter().find_map(|key| table.get(*key)).map_or(0..0, |value| value.span());
    let problem = format!("in = {fade_in} and out = {fade_out} are out of order");
    Err(doc.error(span, problem, "write canonical times, 0 to 1, with out after in".into()))
}

fn mode(doc: &Document, value: &Value) -> Result<Mode, Error> {
    match doc.string(value, "mode")? {
        "replace" => Ok(Mode::Replace),
        "additive" => Ok(Mode::Additive),
        other => {
            let problem = format!("mode = {other:?} is not a way to lay a gesture over a motion");
            Err(doc.error(value.span(), problem, suggestion(other, &["replace", "additive"])))
        }
    }
}

impl GestureEntry {
    /// On a skeleton, with the verb that it plays and the motions of that.
    pub(super) fn gesture(
        &self,
        doc: &Document,
        skeleton: &Skeleton,
        verb: VerbId,
        motions: &[Arc<Motion>],
    ) -> Result<Gesture, Error> {
        let mask = self.mask.as_ref().map(|mask| usage::joints(doc, skeleton, mask)).transpose()?;
        let mask = mask.map(|joints| usage::dofs(skeleton, &joints));
        let usage = match &self.usage {
            Some(usage) => {
                let mut claims = usage.claims(doc, skeleton)?;
                claims.retain(|claim| claim.usage > Usage::Undefined);
                if let Some(mask) = &mask {
                    claims.iter_mut().for_each(|claim| claim.dofs.retain(|dof| mask.contains(dof)));
                }
                claims
            }
            None => {
                let moved = || usage::dofs(skeleton, &moved(skeleton, motions));
                usual(mask.unwrap_or_else(moved), self.fades)
            }
        };
        if usage.iter().all(|claim| claim.dofs.is_empty()) {
            let problem = format!("gesture {:?} moves nothing", self.name.value);
            let remedy = "its mask and its usage must name joints that can turn".to_string();
            return Err(doc.error(self.name.span.clone(), problem, remedy));
        }
        let [fade_in, fade_out] = self.fades;
        Ok(Gesture { name: self.name.value.clone(), verb, fade_in, fade_out, mode: self.mode, usage })
    }
}

/// Needed while it is there in full, besides only told.
fn usual(dofs: Vec<DofId>, fades: [f64; 2]) -> Vec<Claim> {
    vec![
        Claim { during: fades, usage: Usage::Required, dofs: dofs.clone() },
        Claim { during: [0.0, 1.0], usage: Usage::Defined, dofs },
    ]
}
