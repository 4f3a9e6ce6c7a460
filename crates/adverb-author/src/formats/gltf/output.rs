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
