//! No file makes its reader take more memory than 64 MB plus 20 times the data: itself, and what it names.
//!
//! One test in a program of its own: the allocator counts for the whole of it.
#![allow(unsafe_code)] // an allocator cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use adverb_author::character::Character;
use adverb_author::formats;
use adverb_author::import::{ImportOptions, import_with};
use adverb_author::motion::Recording;
use adverb_author::project::Project;
use adverb_author::rig;
use adverb_author::script::Script;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Does something with so many bytes of data, and looks how far memory rises meanwhile.
#[track_caller]
fn measure<T>(name: &str, data: usize, work: impl FnOnce() -> T) -> T {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = work();
    let rise = PEAK.load(Relaxed) - before;
    let most = (64 << 20) + 20 * data;
    assert!(rise <= most, "{name}: {rise} bytes for {data} of data");
    done
}

/// Reads a file and makes a motion of it; what it asks for beside it is `beside`.
fn read(name: &str, bytes: &[u8], beside: &[u8]) {
    if let Ok(clip) = import_with(name, bytes, &ImportOptions::default(), &mut |_| Some(beside.into()))
        && let Ok(skeleton) = rig::skeleton_of(&clip)
    {
        let _ = Recording::raw(&skeleton, &clip);
    }
}

/// Reads a mesh.
fn read_mesh(name: &str, bytes: &[u8]) {
    let _ = formats::read_mesh(name, bytes, &mut |_| None);
}

fn header(joints: &str, motion: &str) -> String {
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n{joints}}}\nMOTION\n{motion}"
    )
}

#[test]
fn no_reader_takes_more_than_the_file_justifies() {
    let leaf =
        |name: usize, channels: &str| format!("JOINT j{name}\n{{\nOFFSET 0 1 0\nCHANNELS {channels}\n}}\n");
    let many: String = (0..20_000).map(|j| leaf(j, "0")).collect();
    let rows = "0 0 0\n".repeat(200_000);
    let mut files: Vec<(String, Vec<u8>)> = [
        ("claims", header("", "Frames: 2000000000\nFrame Time: 0.01\n0 0 0\n")),
        ("joints", header(&many, "Frames: 4\nFrame Time: 0.01\n0 0 0\n0 0 0\n1 0 0\n2 0 0\n")),
        ("channels", header(&leaf(0, "999999999 Xrotation"), "Frames: 1\nFrame Time: 0.01\n0 0 0 0\n")),
        ("rows", header("", &format!("Frames: 200000\nFrame Time: 0.01\n{rows}"))),
        ("both", header(&many, &format!("Frames: 200000\nFrame Time: 0.01\n{rows}"))),
    ]
    .into_iter()
    .map(|(name, text)| (format!("{name}.bvh"), text.into_bytes()))
    .collect();
    if let Some(data) = adverb_testdata::data_dir() {
        for extension in ["bvh", "glb", "fbx"] {
            for folder in ["formats", "motion/cmu", "mesh/gltf", "mesh/dem-bones"] {
                for path in adverb_testdata::files_below(&data.join(folder), extension) {
                    files.push((path.display().to_string(), std::fs::read(&path).expect("a readable file")));
                }
            }
        }
    }
    let bone = |b: usize| {
        format!("begin\nname b{b}\ndirection 0 1 0\nlength 1\naxis 0 0 0 XYZ\ndof rx ry rz\nend\n")
    };
    let (bones, links): (String, String) = (0..5000).map(|b| (bone(b), format!("root b{b}\n"))).unzip();
    let asf = format!(":root\norder TX RX\n:bonedata\n{bones}:hierarchy\nbegin\n{links}end\n");
    files.push(("bones.asf".into(), asf.clone().into()));
    for frames in [100, 200_000] {
        let text: String = (1..=frames).map(|f| format!("{f}\n")).collect();
        files.push((format!("{frames}.amc"), text.into()));
    }
    // Arrays that claim a thousand million numbers, and text with as many open records as it has letters.
    let claim = |name: &str, count: u32, compressed: u32| {
        let mut record = [0u32, 1, 12 + 1 + 8].iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        record.push(name.len() as u8);
        record.extend(name.bytes());
        record.push(b'd');
        record.extend([count, compressed, 8].iter().flat_map(|v| v.to_le_bytes()));
        record.extend([0x78, 0x9c, 0, 0, 0, 0, 0, 0]);
        let mut file = [&b"Kaydara FBX Binary  \0\x1a\0"[..], &7400u32.to_le_bytes()].concat();
        let end = (file.len() + record.len()) as u32;
        record[..4].copy_from_slice(&end.to_le_bytes());
        file.extend(record);
        file
    };
    for compressed in [0, 1] {
        files.push((format!("claim {compressed}.fbx"), claim("Vertices", 1_000_000_000, compressed)));
    }
    files.push(("open.fbx".into(), "a: {".repeat(500_000).into()));
    files.push(("closed.fbx".into(), ("a: {".repeat(500_000) + &"}".repeat(500_000)).into()));
    files.push(("flat.fbx".into(), "a: {}\n".repeat(300_000).into()));
    for (name, bytes) in &files {
        let data = match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("amc") => bytes.len() + asf.len(),
            // The arrays of binary files are compressed.
            Some("fbx") if bytes.starts_with(b"Kaydara") => 4 * bytes.len(),
            _ => bytes.len(),
        };
        measure(name, data, || read(name, bytes, asf.as_bytes()));
        measure(&format!("mesh of {name}"), data, || read_mesh(name, bytes));
    }
    forms();
    meshes();
    projects();
}

/// Meshes that are many of something and little of the rest, each of several megabytes.
fn forms() {
    let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let header = |element: &str| {
        format!(
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty char x\nproperty char y\nproperty char z\n{element}end_header\n0 0 0\n"
        )
    };
    let faces = "element face 1000000\nproperty list char char vertex_indices\n";
    let corners: String = (1..400_000).map(|i| format!("{}/{i} ", i % 3 + 1)).collect();
    let uvs: String = (0..400_000).map(|i| format!("vt {i}\n")).collect();
    for (name, text) in [
        ("one face.obj", format!("{triangle}f{}\n", " 1".repeat(3_000_000))),
        ("faces.obj", format!("{triangle}{}", "f 1 2 3\n".repeat(700_000))),
        ("points.obj", "v 0 0 0\n".repeat(700_000)),
        ("seams.obj", format!("{triangle}{uvs}f {corners}\n")),
        ("groups.obj", format!("{triangle}{}", "g\nf 1 2 3\ng a\nf 1 2 3\n".repeat(200_000))),
        ("faces.ply", header(faces) + &"3 0 0 0\n".repeat(1_000_000)),
        ("small faces.ply", header(faces) + &"1 0\n".repeat(1_000_000)),
        ("words.ply", header("element odd 3000000\nproperty list char int a\n") + &"0\n".repeat(3_000_000)),
    ] {
        measure(name, text.len(), || read_mesh(name, text.as_bytes()));
    }
    let many = |count: usize, what: &str| vec![what; count].join(",");
    let gltf = |primitives: String| {
        format!(
            r#"{{ "asset": {{ "version": "2.0" }}, "nodes": [{{ "mesh": 0 }}], "meshes": [{{ "primitives": [{primitives}] }}],
                "accessors": [{{ "componentType": 5126, "count": 300000, "type": "VEC3" }}] }}"#
        )
    };
    for (name, text) in [
        (
            "targets.gltf",
            gltf(format!(r#"{{ "attributes": {{ "POSITION": 0 }}, "targets": [{}] }}"#, many(60_000, "{}"))),
        ),
        (
            "zeros.gltf",
            gltf(format!(
                r#"{{ "attributes": {{ "POSITION": 0 }}, "targets": [{}] }}"#,
                many(60_000, r#"{"POSITION":0}"#)
            )),
        ),
        ("primitives.gltf", gltf(many(100_000, r#"{"attributes":{"POSITION":0}}"#))),
    ] {
        measure(name, text.len(), || read_mesh(name, text.as_bytes()));
    }
}

/// Documents that come to the same bytes again and again: by addresses, by views, by nodes that wear one mesh.
fn meshes() {
    let beside = vec![0; 1 << 20];
    let document = |lists: String| {
        format!(
            r#"{{ "asset": {{ "version": "2.0" }}, "skins": [{{ "joints": [0], "inverseBindMatrices": 0 }}], "nodes": [{{ "name": "Hips" }}
                {lists} }}"#
        )
    };
    let many =
        |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(", ");
    let views = r#""bufferViews": [{ "buffer": 0, "byteLength": 1000000 }], "accessors": [
        { "bufferView": 0, "componentType": 5126, "count": 2, "type": "MAT4" },
        { "bufferView": 0, "componentType": 5126, "count": 80000, "type": "VEC3" }]"#;
    let buffer = |length: usize, uri: &str| format!(r#"{{ "byteLength": {length}, "uri": "{uri}" }}"#);
    let one = format!(r#"], "buffers": [{}], {views}"#, buffer(1_000_000, "a.bin"));
    let spellings = ["a.bin", "./a.bin", "%61.bin", "a%2ebin", "././a.bin", "%61%2e%62in"];
    let spelled = |i: usize| buffer(1_000_000 - i, spellings[i % spellings.len()]);
    let wearers = many(3000, &|_| r#"{ "mesh": 0, "skin": 0 }"#.into());
    let mesh = r#", "meshes": [{ "primitives": [{ "attributes": { "POSITION": 1 } }] }]"#;
    let images = many(3000, &|_| r#"{ "uri": "a.png" }"#.into());
    let sparse = r#"], "bufferViews": [{ "buffer": 0, "byteLength": 4 }], "buffers": [{ "byteLength": 4, "uri": "data:,aaaa" }],
        "accessors": [{ "componentType": 5126, "count": 4000000000, "type": "MAT4", "sparse": { "count": 1,
        "indices": { "bufferView": 0, "componentType": 5121 }, "values": { "bufferView": 0 } } }]"#;
    for (name, lists) in [
        ("addresses", format!(r#"], "buffers": [{}], {views}"#, many(3000, &spelled))),
        ("wearers", format!(", {wearers}{one}{mesh}")),
        ("images", format!(r#"{one}, "images": [{images}]"#)),
        ("sparse", sparse.into()),
        (
            "data",
            format!(
                r#"], "buffers": [{}], {views}"#,
                buffer(900_000, &format!("data:,{}", "a".repeat(900_000)))
            ),
        ),
    ] {
        let text = document(lists);
        let mut fetch = |path: &str| {
            let picture = [&b"\x89PNG"[..], &beside].concat();
            Some(if path.ends_with(".png") { picture } else { beside.clone() })
        };
        let data = text.len() + beside.len();
        let read_mesh = |fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>| {
            if let Ok(character) = Character::read("a.gltf", text.as_bytes(), fetch) {
                let _ = character.file();
            }
        };
        measure(name, data, || read_mesh(&mut fetch));
        measure(name, data, || read("a.gltf", text.as_bytes(), &beside));
    }
}

/// As many of everything that a project and a script may hold as are let in, and a hundred thousand; and texts of little but brackets.
fn projects() {
    let walk = header("", &format!("Frames: 9\nFrame Time: 0.01\n{}", "0 0 0\n".repeat(9)));
    let load = |name: &str, text: String| {
        let text = format!("[motions.m0]\nfile = \"walk.bvh\"\n{text}");
        let project = measure(name, text.len() + walk.len(), || {
            Project::load("adverb.toml", &text, &mut |_: &str| Ok(walk.clone().into()))
        });
        if let Err(error) = &project {
            assert!(error.to_string().len() < 2000, "{name}: {} letters", error.to_string().len());
        }
        project.is_ok()
    };
    for count in [16_000, 100_000] {
        let many = |one: &dyn Fn(usize) -> String| (1..count).map(one).collect::<String>();
        let listed = |what: &str| format!("[{}]\n", format!("{what}, ").repeat(count));
        let example = |i: usize| format!("[[verbs.v.examples]]\nmotion = \"m0\"\nat = {{ a = {i} }}\n");
        let verb = "[verbs.v]\nadverbs = { a = { range = [0, 1] } }\n";
        let way = "{ from = \"m0\", to = \"m0\" }";
        let files = load("files", many(&|i| format!("[motions.m{i}]\nfile = \"walk.bvh\"\n")));
        let mirrors = load("mirrors", many(&|i| format!("[motions.m{i}]\nmirror = \"m0\"\n")));
        assert_eq!([files, mirrors], [count < 20_000; 2]);
        load("joined", format!("[motions.j]\nconcatenate = {}", listed("\"m0\"")));
        load("keys", format!("[motions.k]\nclip = \"m0\"\nkeys = {}", listed("0.01")));
        load("examples", format!("{verb}{}", many(&example)));
        load("transitions", format!("[graph.g]\nstarts = [\"m0\"]\ntransitions = {}", listed(way)));
        load("names", many(&|i| format!("[unknown{i}]\n")));
        let script = format!("secs = 1\n{}", many(&|i| format!("[[at]]\ntime = {i}\nrequest = \"x\"\n")));
        assert!(measure("script", script.len(), || Script::read("s.toml", &script, &[])).is_err());
    }
    for (name, one) in [
        ("lists", "[],"),
        ("tables", "{a=1},"),
        ("numbers", "1,"),
        ("texts", "\"\","),
        ("keys", "{a.b.c=1},"),
    ] {
        for kilobytes in [10, 40, 100, 300, 1000, 3000] {
            load(name, format!("a = [{}]\n", one.repeat((kilobytes << 10) / one.len())));
        }
    }
}
