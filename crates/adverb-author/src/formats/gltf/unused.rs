//! What a file no longer refers to: accessors, views and bytes that a changed mesh leaves behind.

use serde_json::{Value, json};

/// Where a document refers to accessors, and where to views of its buffer: `[]` is each of a list, `*` each of an object.
const TO_ACCESSORS: [&str; 7] = [
    "meshes/[]/primitives/[]/attributes/*",
    "meshes/[]/primitives/[]/indices",
    "meshes/[]/primitives/[]/targets/[]/*",
    "skins/[]/inverseBindMatrices",
    "animations/[]/samplers/[]/input",
    "animations/[]/samplers/[]/output",
    "nodes/[]/extensions/EXT_mesh_gpu_instancing/attributes/*",
];
const TO_VIEWS: [&str; 4] = [
    "accessors/[]/bufferView",
    "accessors/[]/sparse/indices/bufferView",
    "accessors/[]/sparse/values/bufferView",
    "images/[]/bufferView",
];
/// Extensions that refer to accessors and views nowhere else.
const HARMLESS: [&str; 11] = [
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "KHR_mesh_quantization",
    "KHR_animation_pointer",
    "KHR_node_",
    "KHR_xmp",
    "EXT_texture_",
    "EXT_mesh_gpu_instancing",
    "MSFT_texture_",
    "VRM",
];

/// Leaves out accessors, views and bytes that nothing refers to; nothing at all if the file has an extension that might.
pub(super) fn without_unused(json: &mut Value, bin: Vec<u8>) -> Vec<u8> {
    let extensions = json.get("extensionsUsed").and_then(Value::as_array);
    let is_harmless =
        |name: &Value| name.as_str().is_some_and(|name| HARMLESS.iter().any(|known| name.starts_with(known)));
    if !extensions.into_iter().flatten().all(is_harmless) {
        return bin;
    }
    renumber(json, "accessors", &TO_ACCESSORS);
    renumber(json, "bufferViews", &TO_VIEWS);
    packed(json, &bin).unwrap_or(bin)
}

/// Leaves out what no path leads to.
fn renumber(json: &mut Value, list: &str, paths: &[&str]) {
    let count = json.get(list).and_then(Value::as_array).map_or(0, Vec::len);
    let mut is_used = vec![false; count];
    for path in paths {
        visit(json, path, &mut |index| {
            if let Some(used) = index.as_u64().and_then(|index| is_used.get_mut(index as usize)) {
                *used = true;
            }
        });
    }
    let mut next = 0;
    let mut number = |used: bool| {
        next += usize::from(used);
        next - usize::from(used)
    };
    let numbers: Vec<usize> = is_used.iter().map(|&used| number(used)).collect();
    for path in paths {
        visit(json, path, &mut |index| {
            if let Some(&number) = index.as_u64().and_then(|index| numbers.get(index as usize)) {
                *index = json!(number);
            }
        });
    }
    if let Some(entries) = json.get_mut(list).and_then(Value::as_array_mut) {
        let mut used = is_used.into_iter();
        entries.retain(|_| used.next().unwrap_or(true));
    }
}

fn visit(value: &mut Value, path: &str, see: &mut dyn FnMut(&mut Value)) {
    let (step, rest) = path.split_once('/').map_or((path, None), |(step, rest)| (step, Some(rest)));
    let mut go = |next: &mut Value| match rest {
        Some(rest) => visit(next, rest, see),
        None => see(next),
    };
    match (step, value) {
        ("[]", Value::Array(entries)) => entries.iter_mut().for_each(go),
        ("*", Value::Object(entries)) => entries.values_mut().for_each(go),
        (_, Value::Object(entries)) => entries.get_mut(step).into_iter().for_each(&mut go),
        _ => {}
    }
}

/// The bytes of all views one after the other, unless views overlap so much that they would become more.
fn packed(json: &mut Value, bin: &[u8]) -> Option<Vec<u8>> {
    let views = json.get_mut("bufferViews")?.as_array_mut()?;
    let range = |view: &Value| {
        let number = |name: &str| view.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
        bin.get(number("byteOffset")..)?.get(..number("byteLength"))
    };
    let total =
        views.iter().try_fold(0usize, |sum, view| Some(sum + range(view)?.len().next_multiple_of(4)))?;
    if total > bin.len().next_multiple_of(4) {
        return None;
    }
    let mut packed = Vec::with_capacity(total);
    for view in views {
        let bytes = range(view)?;
        packed.resize(packed.len().next_multiple_of(4), 0);
        view["byteOffset"] = json!(packed.len());
        packed.extend_from_slice(bytes);
    }
    Some(packed)
}
