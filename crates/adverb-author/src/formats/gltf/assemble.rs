//! A scene of another format as a glTF file in memory: nodes, meshes with skins and targets, materials with their pictures.

use serde_json::{Value, json};

use super::mesh::primitives_of;
use super::output::{Output, put_list};
use crate::clip::Format;
use crate::formats::pixels;
use crate::mesh::MeshFile;
use crate::mesh::kept::Whole;

/// What a reader found.
#[derive(Default)]
pub(crate) struct Assembly {
    /// As glTF has them; the first is the scene's.
    pub(crate) nodes: Vec<Value>,
    pub(crate) meshes: Vec<Shown>,
    /// As glTF has them; a texture's index is that of its picture.
    pub(crate) materials: Vec<Value>,
    /// PNG or JPEG.
    pub(crate) pictures: Vec<Vec<u8>>,
}

/// A mesh. The materials of its parts are numbers.
pub(crate) struct Shown {
    /// The node in whose space it is; `None`: the scene's.
    pub(crate) node: Option<usize>,
    pub(crate) file: MeshFile,
    /// The node of each joint.
    pub(crate) joints: Vec<u32>,
}

/// The file.
pub(crate) fn whole(assembly: Assembly) -> Whole {
    let Assembly { mut nodes, meshes: shown, materials, pictures } = assembly;
    let mut out = Output::default();
    let (mut meshes, mut skins) = (Vec::new(), Vec::new());
    let mut roots = vec![0];
    for Shown { node, file, joints } in shown {
        let node = node.unwrap_or_else(|| {
            roots.push(nodes.len());
            nodes.push(json!({ "name": file.mesh.name }));
            nodes.len() - 1
        });
        let own = primitives_of(&mut out, &file, &mut |number| number.parse().ok());
        nodes[node]["mesh"] = json!(meshes.len());
        meshes.push(own);
        if !joints.is_empty() {
            let inverse: Vec<f32> =
                file.joints.iter().flat_map(|joint| joint.inverse_bind.to_cols_array()).collect();
            let matrices = out.floats(&inverse, "MAT4", None, false);
            nodes[node]["skin"] = json!(skins.len());
            skins.push(json!({ "joints": joints, "inverseBindMatrices": matrices }));
        }
    }
    let (mut images, mut textures) = (Vec::new(), Vec::new());
    for picture in pictures {
        let kind = pixels::kind(&picture).unwrap_or("image/png");
        textures.push(json!({ "source": images.len() }));
        images.push(json!({ "bufferView": out.view(&picture, None), "mimeType": kind }));
    }
    let mut json = json!({
        "asset": { "version": "2.0", "generator": "adverb" }, "scene": 0, "scenes": [{ "nodes": roots }],
    });
    let lists = [
        ("nodes", nodes),
        ("meshes", meshes),
        ("skins", skins),
        ("materials", materials),
        ("textures", textures),
        ("images", images),
    ];
    for (name, list) in lists {
        put_list(&mut json, name, list);
    }
    let bin = out.finish(&mut json);
    Whole::new(Format::Fbx, json, bin)
}
