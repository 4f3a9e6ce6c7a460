//! `adverb shape` and `adverb demo --shapes`.

#[path = "support/call.rs"]
mod call;
#[allow(dead_code)] // other tests use the rest of it
#[path = "support/folder.rs"]
mod folder;

use adverb_author::mesh;
use call::text;
use folder::{fine, folder, refused};

#[test]
fn the_built_in_shapes_are_written_in_every_format() {
    let here = folder("the_built_in_shapes");
    let shapes = here.join("shapes");
    fine(&["demo", "--shapes", text(&shapes)]);
    let pack = here.join("shapes.adverb");
    fine(&["build", text(&shapes), "-o", text(&pack)]);
    for hero in [&shapes, &pack] {
        for extension in ["glb", "obj", "ply"] {
            let out = here.join(format!("blob.{extension}"));
            fine(&["shape", text(hero), "blob", "--at", "bend=0.5,thickness=0.3", "-o", text(&out)]);
            let bytes = std::fs::read(&out).expect("a file");
            let file = mesh::read(text(&out), &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!((file.mesh.positions.len(), file.mesh.faces.len()), (642, 1280));
            assert_eq!(file.targets.len(), if extension == "glb" { 4 } else { 0 });
        }
        let out = here.join("blob.png");
        fine(&["shape", text(hero), "blob", "--at", "bend=2", "--paint", "wireframe", "-o", text(&out)]);
        assert!(std::fs::read(&out).expect("a file").starts_with(b"\x89PNG"));
    }
}

#[test]
fn an_animation_of_weights_goes_through_an_adjective_and_back() {
    let here = folder("an_animation_of_weights");
    let (shapes, out) = (here.join("shapes"), here.join("arm.glb"));
    fine(&["demo", "--shapes", text(&shapes)]);
    fine(&["shape", text(&shapes), "arm", "--over", "elbow", "--secs", "1", "-o", text(&out)]);
    let bytes = std::fs::read(&out).expect("a file");
    adverb_testdata::keep_glb("command-arm", &bytes);
    let file = mesh::read(text(&out), &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
    let [animation] = &file.animations[..] else { panic!("one animation") };
    assert_eq!((animation.times.len(), file.targets.len(), file.joints.len()), (31, 7, 4));
    assert!((animation.times[30] - 1.0).abs() < 1e-6);
    assert_eq!(animation.weights[..7], animation.weights[30 * 7..], "and back again");
}

#[test]
fn a_sheet_shows_a_shape_over_two_adjectives() {
    let here = folder("a_sheet_shows_a_shape");
    let (shapes, out) = (here.join("shapes"), here.join("sheet.svg"));
    fine(&["demo", "--shapes", text(&shapes)]);
    fine(&["sheet", text(&shapes), "blob", "--x", "bend", "--y", "thickness", "-o", text(&out)]);
    let svg = folder::read(&out);
    assert_eq!(svg.matches("<image").count(), 25);
    for word in ["bend", "thickness", "pseudo-example", "blob_thick.ply"] {
        assert!(svg.contains(word), "{word}");
    }
    refused(
        &["sheet", text(&shapes), "blob", "--x", "bent", "-o", text(&out)],
        2,
        &["no adjective \"bent\""],
    );
}

#[test]
fn what_a_shape_has_not_is_refused_with_what_it_has() {
    let here = folder("what_a_shape_has_not");
    let (shapes, out) = (here.join("shapes"), here.join("x.obj"));
    fine(&["demo", "--shapes", text(&shapes)]);
    let hero = text(&shapes);
    refused(&["shape", hero, "blop", "-o", text(&out)], 1, &["no shape named \"blop\"", "blob"]);
    refused(
        &["shape", hero, "blob", "--at", "bent=1", "-o", text(&out)],
        2,
        &["no adjective \"bent\"", "bend"],
    );
    refused(
        &["shape", hero, "blob", "--features", "smile=1", "-o", text(&out)],
        2,
        &["no feature \"smile\""],
    );
    refused(&["shape", hero, "blob", "-o", "x.stl"], 2, &[".glb"]);
    refused(&["shape", hero, "blob", "--over", "bend", "-o", text(&out)], 2, &[".glb"]);
    assert!(!out.exists());
}
