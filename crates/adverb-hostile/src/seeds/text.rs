//! Those that are text, each with as many of its format's ways to say things as go into a page.

/// With what other programs write: tabs, runs of spaces, a name with spaces, `End Site`, an exponent, a number without a zero.
pub const BVH: &str = "HIERARCHY
ROOT Hips
{
\tOFFSET 0 1 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Left Leg
\t{
\t\tOFFSET .1 -0.4 0
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 -4e-1 0
\t\t}
\t}
}
MOTION
Frames: 3
Frame Time: .0333333
0 1 0 0 0 0 10 20 30
0 1  0.1 1 0 0 11 21 31
0 1e0 0.2 2 0 -0 12 22 32
";

/// Two joints under a node with a matrix; a rotation through cubic splines, a translation in steps out of a sparse accessor,
/// a rotation of normalised bytes.
pub const GLTF: &str = r#"{ "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
"nodes": [
 { "name": "Armature", "matrix": [1,0,0,0, 0,0,-1,0, 0,1,0,0, 0,0,0,1], "children": [1] },
 { "name": "Hips", "translation": [0, 0.9, 0], "children": [2] },
 { "name": "Knee", "translation": [0, -0.4, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1] }],
"skins": [{ "joints": [1, 2], "skeleton": 1 }],
"animations": [{ "name": "bend", "samplers": [
  { "input": 0, "output": 1, "interpolation": "CUBICSPLINE" },
  { "input": 0, "output": 2, "interpolation": "STEP" },
  { "input": 0, "output": 3, "interpolation": "LINEAR" }],
 "channels": [
  { "sampler": 0, "target": { "node": 1, "path": "translation" } },
  { "sampler": 1, "target": { "node": 2, "path": "translation" } },
  { "sampler": 2, "target": { "node": 2, "path": "rotation" } }] }],
"accessors": [
 { "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [0.25] },
 { "bufferView": 1, "componentType": 5126, "count": 6, "type": "VEC3" },
 { "componentType": 5126, "count": 2, "type": "VEC3", "sparse": { "count": 1,
   "indices": { "bufferView": 2, "componentType": 5121 }, "values": { "bufferView": 1, "byteOffset": 12 } } },
 { "bufferView": 3, "componentType": 5120, "normalized": true, "count": 2, "type": "VEC4" }],
"bufferViews": [
 { "buffer": 0, "byteLength": 8 }, { "buffer": 0, "byteOffset": 8, "byteLength": 72 },
 { "buffer": 0, "byteOffset": 80, "byteLength": 1 }, { "buffer": 0, "byteOffset": 84, "byteLength": 8, "byteStride": 4 }],
"buffers": [{ "byteLength": 92, "uri": "data:application/octet-stream;base64,AAAAAAAAgD4AAAAAAAAAAAAAAAAAAAAAZmZmPwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAZmZmP83MzD0AAAAAAAAAAAAAAAABAAAAAAAAf1oAAFo=" }] }
"#;

/// The kinds of motion that the small project of the tests does without, and a gesture.
pub const MORE_MOTIONS: &str = r#"
[motions.other]
mirror = "loop"
[motions.part]
clip = "slow"
from = 0.2
to = 0.8
[motions.late]
affine = "part"
stretch = 1.5
[motions.both]
concatenate = ["part", "late"]
[gestures.greet]
motion = "wave"
in = 0.2
out = 0.8
mask = ["Right*"]
"#;

/// Every kind of deed that the hero knows.
pub const SCRIPT: &str = r#"graph = "main"
start = "walk"
seed = 3
secs = 2
fps = 20
[[at]]
time = 0
adverbs = { hurry = 0.5 }
place = { x = 1, z = -2.5, heading = 90 }
[[at]]
time = 0.5
request = "wave"
look = [1, 1.6, 2]
idle = true
[[at]]
time = 1.25
gesture = "greet"
adverbs = { hurry = 9 }
look = "ahead"
[[at]]
time = 1.5
end-gesture = "greet"
request = "loop"
"#;
