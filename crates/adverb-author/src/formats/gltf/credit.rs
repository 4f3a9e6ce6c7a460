//! Whose work a file is, as `asset.copyright` says.

use super::container;
use serde_json::Value;

/// The same GLB with a further notice in its `asset.copyright`, behind the one that it has.
#[must_use]
pub fn credited(glb: Vec<u8>, notice: &str) -> Vec<u8> {
    let add = || {
        let parts = container::split(&glb).ok()?;
        let mut json: Value = serde_json::from_slice(parts.json).ok()?;
        let asset = json.get_mut("asset")?.as_object_mut()?;
        let own = asset.get("copyright").and_then(Value::as_str).unwrap_or_default();
        let both = match own {
            "" => notice.to_string(),
            own if own.contains(notice) => own.to_string(),
            own => format!("{own}; {notice}"),
        };
        asset.insert("copyright".into(), both.into());
        Some(container::join(json.to_string().into_bytes(), parts.bin.unwrap_or_default().to_vec()))
    };
    if notice.is_empty() { glb } else { add().unwrap_or(glb) }
}
