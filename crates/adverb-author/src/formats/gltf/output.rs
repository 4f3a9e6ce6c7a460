//! The binary part of a file as it is written: bytes, views of them and accessors.

use serde_json::{Value, json};

/// What a view is for: vertices or indices.
pub(super) const VERTICES: u32 = 34962;
pub(super) const INDICES: u32 = 34963;

/// What a file has been given so far.
#[derive(Default)]
pub(super) struct Output {
    pub(super) bin: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
}

impl Output {
    /// Goes on with a document and its buffer.
    pub(super) fn after(json: &mut Value, bin: Vec<u8>) -> Self {
        Self { bin, views: take_list(json, "bufferViews"), accessors: take_list(json, "accessors") }
    }

    /// Puts views and accessors into the document; yields the bytes.
    pub(super) fn finish(self, json: &mut Value) -> Vec<u8> {
        put_list(json, "bufferViews", self.views);
        put_list(json, "accessors", self.accessors);
        self.bin
    }

    /// Adds an accessor with a view of its own; yields its index.
    pub(super) fn push(&mut self, bytes: &[u8], target: Option<u32>, mut accessor: Value) -> usize {
        accessor["bufferView"] = json!(self.view(bytes, target));
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds bytes; yields the index of their view.
    pub(super) fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let mut view = json!({ "buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bin.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    pub(super) fn floats(&mut self, values: &[f32], kind: &str, target: Option<u32>, bounds: bool) -> usize {
        let width = match kind {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let mut accessor = json!({ "componentType": 5126, "count": values.len() / width, "type": kind });
        if bounds {
            let bound = |pick: fn(f32, f32) -> f32| -> Vec<f64> {
                (0..width)
                    .map(|c| values.iter().skip(c).step_by(width).copied().reduce(pick).unwrap_or(0.0).into())
                    .collect()
            };
            accessor["min"] = json!(bound(f32::min));
            accessor["max"] = json!(bound(f32::max));
        }
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.push(&bytes, target, accessor)
    }
}

/// Takes a list out of a document.
pub(super) fn take_list(json: &mut Value, name: &str) -> Vec<Value> {
    match json.get_mut(name).map(Value::take) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

/// Puts a list into a document; glTF has no empty lists.
pub(super) fn put_list(json: &mut Value, name: &str, list: Vec<Value>) {
    match list.is_empty() {
        true => drop(json.as_object_mut().and_then(|object| object.remove(name))),
        false => json[name] = list.into(),
    }
}
