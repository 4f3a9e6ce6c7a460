//! The figure as an FBX, as Mixamo and 3ds Max write them: centimetres, Y up, a skin of clusters, materials with pictures.

use glam::{DMat4, DQuat, DVec3, EulerRot};

use super::bones::{Bone, bones};
use super::skin::corners;
use super::{Figure, Part};
use crate::fbx::Value::{Bytes, Flags, Int, Name, Reals, Text};
use crate::fbx::{Record, properties, property, whole};

/// In what FBX counts, a centimetre.
const UNIT_M: f64 = 0.01;

/// Pictures that the materials refer to: what of a material they are, by 3ds Max's names, and how the file has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pictures {
    /// Of the body's base colour, in the file.
    pub embedded: Vec<u8>,
    /// The names of the files beside it: of the eyes' base colour, and the body's normals, roughness and metalness.
    pub beside: [&'static str; 4],
}

/// The records of the file, with a take, for which a character has no use.
pub(super) fn records(figure: &Figure, pictures: &Pictures) -> Vec<Record> {
    let bones = bones();
    let scale = figure.height / UNIT_M;
    let mut made = Objects::default();
    for (j, bone) in bones.iter().enumerate() {
        let above = bone.parent.map(|p| &bones[p]);
        let (axes, place) = above.map_or((DQuat::IDENTITY, DVec3::ZERO), |above| (above.axes, above.place));
        let (z, y, x) = (axes.inverse() * bone.axes).to_euler(EulerRot::ZYX);
        let at = axes.inverse() * (bone.place - place) * scale;
        let list = vec![
            property("Lcl Translation", "Lcl Translation", &at.to_array()),
            property("Lcl Rotation", "Lcl Rotation", &[x, y, z].map(f64::to_degrees)),
        ];
        let node = bone_id(j);
        made.object(
            "NodeAttribute",
            node + 500,
            "",
            "NodeAttribute",
            "LimbNode",
            vec![Record("TypeFlags", vec![Text("Skeleton")], vec![])],
        );
        made.object(
            "Model",
            node,
            &bone.name,
            "Model",
            "LimbNode",
            vec![number("Version", 232), properties(list)],
        );
        made.links.push((node + 500, node, None));
        made.links.push((node, bone.parent.map_or(0, bone_id), None));
    }
    for (p, &part) in figure.parts.iter().enumerate() {
        made.part(p, part, &bones, scale);
    }
    made.materials(figure, pictures);
    made.object("AnimationStack", 90_000, "idle", "AnimStack", "", vec![properties(vec![])]);
    let settings = vec![
        whole("UpAxis", "int", 1),
        whole("UpAxisSign", "int", 1),
        whole("FrontAxis", "int", 2),
        whole("FrontAxisSign", "int", 1),
        whole("CoordAxis", "int", 0),
        whole("CoordAxisSign", "int", 1),
        property("UnitScaleFactor", "double", &[100.0 * UNIT_M]),
    ];
    let link = |(from, to, what): (i64, i64, Option<&'static str>)| match what {
        Some(what) => Record("C", vec![Text("OP"), Int(from), Int(to), Text(what)], vec![]),
        None => Record("C", vec![Text("OO"), Int(from), Int(to)], vec![]),
    };
    vec![
        Record(
            "FBXHeaderExtension",
            vec![],
            vec![number("FBXHeaderVersion", 1003), number("FBXVersion", 7400)],
        ),
        Record("GlobalSettings", vec![], vec![number("Version", 1000), properties(settings)]),
        Record("Objects", vec![], made.objects),
        Record("Connections", vec![], made.links.into_iter().map(link).collect()),
    ]
}

fn bone_id(joint: usize) -> i64 {
    1000 + joint as i64
}

fn number(name: &'static str, value: i64) -> Record {
    Record(name, vec![Int(value)], vec![])
}

fn reals(name: &'static str, values: Vec<f32>) -> Record {
    Record(name, vec![Reals(values)], vec![])
}

fn flags(name: &'static str, values: Vec<i32>) -> Record {
    Record(name, vec![Flags(values)], vec![])
}

fn words(name: &'static str, words: &'static str) -> Record {
    Record(name, vec![Text(words)], vec![])
}

/// Objects and their connections, by number; a connection may be to a property.
#[derive(Default)]
struct Objects {
    objects: Vec<Record>,
    links: Vec<(i64, i64, Option<&'static str>)>,
}

impl Objects {
    fn object(
        &mut self,
        kind: &'static str,
        id: i64,
        name: &str,
        class: &'static str,
        sort: &'static str,
        list: Vec<Record>,
    ) {
        self.objects.push(Record(kind, vec![Int(id), Name(name.into(), class), Text(sort)], list));
    }

    /// A mesh with its skin.
    fn part(&mut self, p: usize, part: Part, bones: &[Bone], scale: f64) {
        let corners = corners(part, bones);
        let [geometry, model, skin, material] =
            [10_000, 20_000, 30_000, 40_000].map(|first| first + 1000 * p as i64);
        let flat = |of: &dyn Fn(usize) -> DVec3| -> Vec<f32> {
            (0..corners.len()).flat_map(|c| of(c).as_vec3().to_array()).collect()
        };
        // The last corner of a polygon is written as its complement.
        let polygons = (0..corners.len() as i32).map(|c| if c % 4 == 3 { !c } else { c }).collect();
        let uvs = (0..corners.len())
            .flat_map(|c| [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]][c % 4])
            .collect();
        let layer = |kind: &'static str, values: Record| {
            let by = [
                words("MappingInformationType", "ByVertice"),
                words("ReferenceInformationType", "Direct"),
                values,
            ];
            Record(kind, vec![Int(0)], by.into_iter().collect())
        };
        let all_same = vec![
            words("MappingInformationType", "AllSame"),
            words("ReferenceInformationType", "IndexToDirect"),
            flags("Materials", vec![0]),
        ];
        let used = |kind| Record("LayerElement", vec![], vec![words("Type", kind), number("TypedIndex", 0)]);
        let layers = ["LayerElementNormal", "LayerElementUV", "LayerElementMaterial"].map(used);
        let list = vec![
            reals("Vertices", flat(&|c| corners[c].place * scale)),
            flags("PolygonVertexIndex", polygons),
            layer("LayerElementNormal", reals("Normals", flat(&|c| corners[c].normal))),
            layer("LayerElementUV", reals("UV", uvs)),
            Record("LayerElementMaterial", vec![Int(0)], all_same),
            Record("Layer", vec![Int(0)], layers.into_iter().collect()),
        ];
        self.object("Geometry", geometry, part.name(), "Geometry", "Mesh", list);
        self.object("Model", model, part.name(), "Model", "Mesh", vec![number("Version", 232)]);
        self.object("Deformer", skin, "", "Deformer", "Skin", vec![number("Version", 101)]);
        self.links.extend([
            (geometry, model, None),
            (model, 0, None),
            (skin, geometry, None),
            (material, model, None),
        ]);
        for (j, bone) in bones.iter().enumerate() {
            let share = |c: usize| corners[c].held_by.iter().filter(|held| **held == j).count() as f32 / 2.0;
            let held: Vec<usize> = (0..corners.len()).filter(|&c| share(c) > 0.0).collect();
            if held.is_empty() {
                continue;
            }
            let bound = DMat4::from_rotation_translation(bone.axes, bone.place * scale);
            let matrix = |m: DMat4| m.to_cols_array().map(|x| x as f32).to_vec();
            let list = vec![
                flags("Indexes", held.iter().map(|&c| c as i32).collect()),
                reals("Weights", held.iter().map(|&c| share(c)).collect()),
                reals("Transform", matrix(bound.inverse())),
                reals("TransformLink", matrix(bound)),
            ];
            let cluster = skin + 1 + j as i64;
            self.object("Deformer", cluster, "", "SubDeformer", "Cluster", list);
            self.links.extend([(cluster, skin, None), (bone_id(j), cluster, None)]);
        }
    }

    /// A material for each part: the body's by 3ds Max, with pictures of all kinds; the others as Mixamo's are.
    fn materials(&mut self, figure: &Figure, pictures: &Pictures) {
        let colours = [[0.8, 0.6, 0.5], [0.1, 0.2, 0.3], [0.3, 0.2, 0.1]];
        for (p, &part) in figure.parts.iter().enumerate() {
            let id = 40_000 + 1000 * p as i64;
            if part == Part::Body {
                let list = vec![
                    whole("3dsMax|ClassIDa", "int", 0xd00f_1e00),
                    whole("3dsMax|ClassIDb", "int", 0xbe77_e500),
                ];
                let list = vec![words("ShadingModel", "unknown"), properties(list)];
                self.object("Material", id, "Skin", "Material", "", list);
                self.picture(
                    id,
                    1,
                    "3dsMax|main|base_color_map",
                    "skin.png",
                    Some(pictures.embedded.clone()),
                );
                self.picture(id, 2, "3dsMax|main|norm_map", pictures.beside[1], None);
                self.picture(id, 3, "3dsMax|main|roughness_map", pictures.beside[2], None);
                self.picture(id, 4, "3dsMax|main|metalness_map", pictures.beside[3], None);
                self.picture(
                    id,
                    5,
                    "3dsMax|main|emit_color_map",
                    "glow.png",
                    Some(pictures.embedded.clone()),
                );
            } else {
                let list = vec![property("DiffuseColor", "Color", &colours[p % 3])];
                self.object(
                    "Material",
                    id,
                    part.name(),
                    "Material",
                    "",
                    vec![words("ShadingModel", "phong"), properties(list)],
                );
                if part == Part::Eyes {
                    self.picture(id, 1, "DiffuseColor", pictures.beside[0], None);
                }
            }
        }
    }

    /// A texture of a material's property, and where its pixels are.
    fn picture(
        &mut self,
        material: i64,
        k: i64,
        of: &'static str,
        file: &'static str,
        content: Option<Vec<u8>>,
    ) {
        let (texture, video) = (material + 10 * k, material + 10 * k + 1);
        let paths = || vec![words("FileName", file), words("RelativeFilename", file)];
        let embedded = content.map(|bytes| Record("Content", vec![Bytes(bytes)], vec![]));
        self.object("Texture", texture, file, "Texture", "", paths());
        self.object("Video", video, file, "Video", "Clip", paths().into_iter().chain(embedded).collect());
        self.links.extend([(texture, material, Some(of)), (video, texture, None)]);
    }
}
