//! Made FBX files, as text and binary from one description, put together without the code under test.

/// A value of a record.
pub enum Value {
    /// A whole number.
    Int(i64),
    /// Any number.
    Real(f64),
    /// Words.
    Text(&'static str),
    /// A name and its class: `Model::Hips` in text.
    Name(String, &'static str),
    /// An array of whole numbers, such as times.
    Ints(Vec<i64>),
    /// An array of small whole numbers.
    Flags(Vec<i32>),
    /// An array of numbers.
    Reals(Vec<f32>),
    /// What another file holds; only in binary files.
    Bytes(Vec<u8>),
}

/// A record with its values and what is nested in it.
pub struct Record(pub &'static str, pub Vec<Value>, pub Vec<Record>);

use Value::*;

/// A property of a record.
pub fn property(name: &'static str, kind: &'static str, values: &[f64]) -> Record {
    let head = [Text(name), Text(kind), Text(""), Text("A")];
    Record("P", head.into_iter().chain(values.iter().map(|&v| Real(v))).collect(), vec![])
}

/// Whole numbers, such as axes and times.
pub fn whole(name: &'static str, kind: &'static str, value: i64) -> Record {
    Record("P", vec![Text(name), Text(kind), Text(""), Text(""), Int(value)], vec![])
}

/// The record that holds properties.
pub fn properties(list: Vec<Record>) -> Record {
    Record("Properties70", vec![], list)
}

/// FBX counts time in these.
pub const SECOND: i64 = 46_186_158_000;

/// A curve of a take: which bone it drives, which property and letter of it, what the property is where no curve drives it,
/// and the keys, time in seconds and value, straight from one to the next.
pub struct Curve(pub i64, pub &'static str, pub &'static str, pub [f64; 3], pub Vec<(f64, f32)>);

/// A file of bones (name, parent with 0 for the scene, properties) and takes (name, seconds, curves).
pub struct Made {
    /// Of the scene: axes, unit, frame rate.
    pub settings: Vec<Record>,
    /// The skeleton; the first bone has the number 1.
    pub bones: Vec<(&'static str, i64, Vec<Record>)>,
    /// What there is to play.
    pub takes: Vec<(&'static str, f64, Vec<Curve>)>,
}

impl Made {
    /// The file, as records.
    pub fn records(self) -> Vec<Record> {
        let number = |name, value| Record(name, vec![Int(value)], vec![]);
        let link = |kind, from, to| Record("C", vec![Text(kind), Int(from), Int(to)], vec![]);
        let (mut objects, mut links) = (vec![], vec![]);
        for (i, (name, parent, list)) in (1..).zip(self.bones) {
            let kind = vec![Int(1_000_000 + i), Name(String::new(), "NodeAttribute"), Text("LimbNode")];
            objects.push(Record(
                "NodeAttribute",
                kind,
                vec![Record("TypeFlags", vec![Text("Skeleton")], vec![])],
            ));
            let head = vec![Int(i), Name(name.into(), "Model"), Text("LimbNode")];
            objects.push(Record("Model", head, vec![number("Version", 232), properties(list)]));
            links.extend([link("OO", i, parent), link("OO", 1_000_000 + i, i)]);
        }
        let mut id = 2_000_000;
        for (name, secs, curves) in self.takes {
            let (stack, layer) = (id, id + 1);
            id += 2;
            let stop = whole("LocalStop", "KTime", (secs * SECOND as f64).round() as i64);
            let head = vec![Int(stack), Name(name.into(), "AnimStack"), Text("")];
            objects.push(Record("AnimationStack", head, vec![properties(vec![stop])]));
            let head = vec![Int(layer), Name("Base".into(), "AnimLayer"), Text("")];
            objects.push(Record("AnimationLayer", head, vec![properties(vec![])]));
            links.push(link("OO", layer, stack));
            for Curve(bone, driven, letter, values, keys) in curves {
                let (value, curve) = (id, id + 1);
                id += 2;
                let head = vec![Int(value), Name("R".into(), "AnimCurveNode"), Text("")];
                let letters = ["d|X", "d|Y", "d|Z"].into_iter().zip(values);
                let values = letters.map(|(letter, value)| property(letter, "Number", &[value])).collect();
                objects.push(Record("AnimationCurveNode", head, vec![properties(values)]));
                let head = vec![Int(curve), Name(String::new(), "AnimCurve"), Text("")];
                let times = keys.iter().map(|k| (k.0 * SECOND as f64).round() as i64).collect();
                let values = keys.iter().map(|k| k.1).collect();
                let list = vec![
                    Record("KeyTime", vec![Ints(times)], vec![]),
                    Record("KeyValueFloat", vec![Reals(values)], vec![]),
                    Record("KeyAttrFlags", vec![Flags(vec![4])], vec![]),
                    Record("KeyAttrDataFloat", vec![Reals(vec![0.0; 4])], vec![]),
                    Record("KeyAttrRefCount", vec![Flags(vec![keys.len() as i32])], vec![]),
                ];
                objects.push(Record("AnimationCurve", head, list));
                let driving = |kind, from, to, what| {
                    Record("C", vec![Text(kind), Int(from), Int(to), Text(what)], vec![])
                };
                links.extend([
                    link("OO", value, layer),
                    driving("OP", value, bone, driven),
                    driving("OP", curve, value, letter),
                ]);
            }
        }
        vec![
            Record(
                "FBXHeaderExtension",
                vec![],
                vec![number("FBXHeaderVersion", 1003), number("FBXVersion", 7400)],
            ),
            Record("GlobalSettings", vec![], vec![number("Version", 1000), properties(self.settings)]),
            Record("Objects", vec![], objects),
            Record("Connections", vec![], links),
        ]
    }
}

/// A file of a pyramid of a square and four triangles, with a blend shape that lifts its tip and a skin of one bone.
pub fn mesh() -> Vec<Record> {
    let number = |name, value| Record(name, vec![Int(value)], vec![]);
    let reals = |name, values: Vec<f32>| Record(name, vec![Reals(values)], vec![]);
    let flags = |name, values: Vec<i32>| Record(name, vec![Flags(values)], vec![]);
    let object = |kind, id, name: &str, class, sort, list| {
        Record(kind, vec![Int(id), Name(name.into(), class), Text(sort)], list)
    };
    let unit = || (0..16).map(|i| f32::from(u8::from(i % 5 == 0))).collect::<Vec<f32>>();
    // The last corner of a polygon is written as its complement.
    let corners = vec![0, 1, 2, !3, 1, 0, !4, 2, 1, !4, 3, 2, !4, 0, 3, !4];
    let points = vec![-1.0, 0.0, -1.0, 1.0, 0.0, -1.0, 1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 0.0, 2.0, 0.0];
    let uvs = Record(
        "LayerElementUV",
        vec![Int(0)],
        vec![
            Record("MappingInformationType", vec![Text("ByPolygonVertex")], vec![]),
            Record("ReferenceInformationType", vec![Text("IndexToDirect")], vec![]),
            reals("UV", vec![0.0, 0.0, 1.0, 0.0, 0.5, 1.0]),
            flags("UVIndex", vec![0, 1, 1, 0, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]),
        ],
    );
    let layer = vec![Record(
        "LayerElement",
        vec![],
        vec![Record("Type", vec![Text("LayerElementUV")], vec![]), number("TypedIndex", 0)],
    )];
    let geometry = vec![
        reals("Vertices", points),
        flags("PolygonVertexIndex", corners),
        uvs,
        Record("Layer", vec![Int(0)], layer),
    ];
    let lift = vec![flags("Indexes", vec![4]), reals("Vertices", vec![0.0, 1.0, 0.0])];
    let held = vec![
        flags("Indexes", vec![0, 1, 2, 3, 4]),
        reals("Weights", vec![1.0, 1.0, 1.0, 0.5, 1.0]),
        reals("Transform", unit()),
        reals("TransformLink", unit()),
    ];
    let percent = Record("DeformPercent", vec![Real(25.0)], vec![]);
    let objects = vec![
        object("Geometry", 1, "Pyramid", "Geometry", "Mesh", geometry),
        object("Model", 2, "Pyramid", "Model", "Mesh", vec![number("Version", 232)]),
        object("Deformer", 3, "Shapes", "Deformer", "BlendShape", vec![number("Version", 100)]),
        object("Deformer", 4, "lift", "SubDeformer", "BlendShapeChannel", vec![percent]),
        object("Geometry", 5, "lift", "Geometry", "Shape", lift),
        object("Deformer", 6, "Skin", "Deformer", "Skin", vec![number("Version", 101)]),
        object("Deformer", 7, "Cluster", "SubDeformer", "Cluster", held),
        object("Model", 8, "Bone", "Model", "LimbNode", vec![number("Version", 232)]),
    ];
    let links = [(1, 2), (2, 0), (3, 1), (4, 3), (5, 4), (6, 1), (7, 6), (8, 7), (8, 0)];
    let link = |(from, to)| Record("C", vec![Text("OO"), Int(from), Int(to)], vec![]);
    vec![
        Record(
            "FBXHeaderExtension",
            vec![],
            vec![number("FBXHeaderVersion", 1003), number("FBXVersion", 7400)],
        ),
        Record("Objects", vec![], objects),
        Record("Connections", vec![], links.into_iter().map(link).collect()),
    ]
}

/// The same pyramid alone, without blend shape, skin and bone; one of its vertices is at that height.
pub fn statue(vertex: usize, height: f32) -> Vec<Record> {
    let mut records = mesh();
    let [_, Record(_, _, objects), Record(_, _, links)] = &mut records[..] else { return records };
    objects.truncate(2);
    links.truncate(2);
    let Record(_, values, _) = &mut objects[0].2[0];
    if let Some(Reals(points)) = values.first_mut() {
        points[3 * vertex + 1] = height;
    }
    records
}

/// A file as text.
pub fn text(records: &[Record]) -> Vec<u8> {
    let mut out = String::from("; FBX 7.4.0 project file\n");
    records.iter().for_each(|record| write_text(record, 0, &mut out));
    out.into_bytes()
}

fn write_text(Record(name, values, nested): &Record, depth: usize, out: &mut String) {
    let indent = "\t".repeat(depth);
    let list = |values: Vec<String>| format!("*{} {{ a: {} }}", values.len(), values.join(","));
    let written = values.iter().map(|value| match value {
        Int(v) => v.to_string(),
        Real(v) => v.to_string(),
        Text(v) => format!("\"{v}\""),
        Name(v, class) => format!("\"{class}::{v}\""),
        Ints(v) => list(v.iter().map(ToString::to_string).collect()),
        Flags(v) => list(v.iter().map(ToString::to_string).collect()),
        Reals(v) => list(v.iter().map(ToString::to_string).collect()),
        Bytes(_) => String::new(),
    });
    *out += &format!("{indent}{name}: {}", written.collect::<Vec<_>>().join(", "));
    if !nested.is_empty() || values.is_empty() || matches!(name, &"Model" | &"AnimationLayer") {
        *out += " {\n";
        nested.iter().for_each(|record| write_text(record, depth + 1, out));
        *out += &format!("{indent}}}");
    }
    *out += "\n";
}

/// A file as bytes.
pub fn binary(records: &[Record]) -> Vec<u8> {
    let mut out = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    out.extend(7400u32.to_le_bytes());
    records.iter().for_each(|record| write_binary(record, &mut out));
    out.extend([0; 13]);
    out
}

fn write_binary(Record(name, values, nested): &Record, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend([0; 12]);
    out.push(name.len() as u8);
    out.extend(name.as_bytes());
    let before = out.len();
    let array = |out: &mut Vec<u8>, code: u8, count: usize, bytes: Vec<u8>| {
        out.push(code);
        out.extend([count, 0, bytes.len()].map(|v| v as u32).iter().flat_map(|v| v.to_le_bytes()));
        out.extend(bytes);
    };
    let string = |out: &mut Vec<u8>, bytes: &[u8]| {
        out.push(b'S');
        out.extend((bytes.len() as u32).to_le_bytes());
        out.extend(bytes);
    };
    for value in values {
        match value {
            Int(v) => [b'L'].into_iter().chain(v.to_le_bytes()).for_each(|b| out.push(b)),
            Real(v) => [b'D'].into_iter().chain(v.to_le_bytes()).for_each(|b| out.push(b)),
            Text(v) => string(out, v.as_bytes()),
            Name(v, class) => string(out, format!("{v}\0\x01{class}").as_bytes()),
            Ints(v) => array(out, b'l', v.len(), v.iter().flat_map(|v| v.to_le_bytes()).collect()),
            Flags(v) => array(out, b'i', v.len(), v.iter().flat_map(|v| v.to_le_bytes()).collect()),
            Reals(v) => array(out, b'f', v.len(), v.iter().flat_map(|v| v.to_le_bytes()).collect()),
            Bytes(v) => {
                out.push(b'R');
                out.extend((v.len() as u32).to_le_bytes());
                out.extend(v);
            }
        }
    }
    let length = out.len() - before;
    if !nested.is_empty() {
        nested.iter().for_each(|record| write_binary(record, out));
        out.extend([0; 13]);
    }
    let head = [out.len(), values.len(), length].map(|v| v as u32);
    let head: Vec<u8> = head.iter().flat_map(|v| v.to_le_bytes()).collect();
    out[start..start + 12].copy_from_slice(&head);
}
