//! The unit of a file. glTF is in metres by definition, but not all files are, and figures of a centimetre or of a kilometre are taken for
//! people in another unit. So what adverb writes states its unit in the `extras` of its `asset`, where other programs do not look.

use super::document::{Asset, Document, Notes};
use super::fault::Checked;
use super::pose::AtRest;
use super::{container, joints, tree};
use crate::clip::{Clip, ClipJoint, Format, Source, Stated, UNITS_M, Up};
use crate::figure;
use crate::formats::log::Log;
use serde::Deserialize;
use serde_json::{Value, json};

/// What the file of these bytes states, if adverb wrote it.
pub(crate) fn stated(bytes: &[u8]) -> Option<Stated> {
    #[derive(Deserialize)]
    struct Head {
        asset: Asset,
    }
    let json = container::split(bytes).ok()?.json;
    let head: Head = serde_json::from_slice(json).ok()?;
    Some(Stated { unit_m: of_asset(&head.asset)?, up: Up::Y })
}

/// As an asset states it.
pub(super) fn of_asset(asset: &Asset) -> Option<f64> {
    Notes::of(&asset.extras).unit_m.filter(|unit_m| UNITS_M.contains(unit_m))
}

/// States the unit of a document, unless another program's `extras` leave no place for it.
pub(super) fn state(json: &mut Value, unit_m: f64) {
    let mut place = json.get_mut("asset").and_then(Value::as_object_mut);
    for name in ["extras", "adverb"] {
        let inner = place.map(|object| object.entry(name).or_insert_with(|| json!({})));
        place = inner.and_then(Value::as_object_mut);
    }
    if let Some(notes) = place {
        notes.insert("unit_m".into(), json!(unit_m));
    }
}

/// The unit of a document: as stated, or as [`crate::import`] finds it from the skeleton at rest. `None` without a skeleton.
pub(super) fn of(document: &Document) -> Option<f64> {
    of_asset(&document.asset).or_else(|| Some(figure::unit_m(&mut at_rest(document).ok()?)))
}

/// The skeleton of a document, without frames.
fn at_rest(document: &Document) -> Checked<Clip> {
    let mut log = Log::of_recording("");
    let tree = tree::build(document)?;
    let joints = joints::choose(document, &tree, &mut log)?;
    let rest = AtRest::of(document, &tree, &joints, &mut log)?.rigid;
    let named = joints.names.into_iter().zip(joints.parents).zip(joints.ends).zip(rest);
    let joints = named.map(|(((name, parent), end), rest)| ClipJoint { name, parent, rest, end }).collect();
    let source = Source { format: Format::Glb, ..Source::made("") };
    Ok(Clip { joints, fps: 30.0, locals: Vec::new(), source })
}
