//! Findings about the forms of a shape: heads made by formulas, one of them changed.

use std::collections::BTreeMap;

use adverb::glam::{Mat4, Vec2, Vec3, Vec4};
use adverb_author::check::{check, of_shape};
use adverb_author::finding::{Criterion, Finding, Verdict};
use adverb_author::formats::{gltf, ply};
use adverb_author::mesh::{Faces, Influences, Joint, Mesh, MeshFile, Target};
use adverb_author::project::Project;
use adverb_author::shape::file;

use super::told::tells;
use crate::support::head::{face, head};

const HEAD: &str = "[shapes.head]\nadjectives = { wide = [0, 1] }\n";

/// A round head at 0 and other examples.
fn project(keys: &str, examples: &str, files: Vec<(&str, Vec<u8>)>) -> Project {
    let mut files: BTreeMap<&str, Vec<u8>> = files.into_iter().collect();
    files.insert("round.ply", ply::write(&head("round.ply", 1.0, 1.0)));
    let text = format!("{HEAD}{keys}{}{examples}", example("round.ply", 0.0));
    let mut read = |file: &str| files.get(file).cloned().ok_or_else(|| "no such file".to_string());
    Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"))
}

fn example(form: &str, wide: f64) -> String {
    format!("[[shapes.head.examples]]\nform = {form:?}\nat = {{ wide = {wide} }}\n")
}

fn wide() -> Mesh {
    head("wide.ply", 1.5, 1.0)
}

/// The findings about a round head and a wide one, the wide one changed.
fn beside(change: impl Fn(&mut Mesh)) -> Vec<Finding> {
    let mut mesh = wide();
    change(&mut mesh);
    check(&project("", &example("wide.ply", 1.0), vec![("wide.ply", ply::write(&mesh))]))
}

#[test]
fn good_forms_are_told_to_be_good() {
    let all = beside(|_| {});
    let of_all = ["shapes.head", ""];
    tells(&all, Criterion::Connectivity, Verdict::Good, of_all);
    tells(&all, Criterion::SoundSurface, Verdict::Good, of_all);
    tells(&all, Criterion::AllKept, Verdict::Good, of_all);
    tells(&all, Criterion::Size, Verdict::Good, ["shapes.head", "wide.ply"]);
}

#[test]
fn a_form_that_is_hardly_meant_so_is_told() {
    let wide = ["shapes.head", "wide.ply"];
    let far_larger = beside(|mesh| mesh.positions.iter_mut().for_each(|p| *p *= 100.0));
    tells(&far_larger, Criterion::OtherUnit, Verdict::Warning, wide);
    let shuffled = beside(|mesh| {
        let count = mesh.positions.len();
        mesh.positions = (0..count).map(|v| mesh.positions[v * 77 % count]).collect();
    });
    tells(&shuffled, Criterion::OtherOrder, Verdict::Warning, wide);
    let mirrored = beside(|mesh| mesh.positions.iter_mut().for_each(|p| p.x = -p.x));
    tells(&mirrored, Criterion::InsideOut, Verdict::Warning, wide);
    let flipped = beside(|mesh| mesh.normals.iter_mut().flatten().for_each(|normal| *normal = -*normal));
    tells(&flipped, Criterion::NormalsInward, Verdict::Warning, wide);
    let again = beside(|mesh| *mesh = head("wide.ply", 1.0, 1.0));
    tells(&again, Criterion::SameForm, Verdict::Warning, ["shapes.head", "wide"]);
    let textured = beside(|mesh| mesh.uvs = Some(vec![Vec2::ZERO; mesh.positions.len()]));
    tells(&textured, Criterion::MissingAttribute, Verdict::Warning, ["shapes.head", "round.ply"]);
    let cut = beside(|mesh| mesh.faces = mesh.faces.triangles().skip(1).collect::<Faces>());
    tells(&cut, Criterion::Connectivity, Verdict::Error, ["shapes.head", "wide.ply"]);
}

#[test]
fn a_form_that_adds_nothing_is_told() {
    let halfway = ply::write(&head("half.ply", 1.25, 1.0));
    let files = vec![("wide.ply", ply::write(&wide())), ("half.ply", halfway)];
    let three = format!("{}{}", example("wide.ply", 1.0), example("half.ply", 0.5));
    tells(
        &check(&project("", &three, files)),
        Criterion::NothingNew,
        Verdict::Warning,
        ["shapes.head", "half"],
    );
    let files = vec![("wide.ply", ply::write(&wide()))];
    let twice = format!("{}{}", example("wide.ply", 1.0), example("wide.ply", 0.5));
    tells(
        &check(&project("", &twice, files)),
        Criterion::FileTwice,
        Verdict::Warning,
        ["shapes.head", "wide (2)"],
    );
}

#[test]
fn a_shape_that_loses_something_is_told() {
    let all = ["shapes.head", ""];
    let two = example("wide.ply", 1.0);
    let files = vec![("wide.ply", ply::write(&wide()))];
    tells(
        &check(&project("threshold = 0.9\n", &two, files.clone())),
        Criterion::Frozen,
        Verdict::Warning,
        all,
    );
    // More than four joints hold a vertex.
    let joint = |i: u8| Joint {
        name: format!("joint {i}"),
        parent: i.checked_sub(1).map(usize::from),
        rest: Mat4::IDENTITY,
        inverse_bind: Mat4::IDENTITY,
    };
    let mut mesh = head("rest.glb", 1.0, 1.0);
    let held = [(0, 0.4), (1, 0.2), (2, 0.2), (3, 0.1), (4, 0.1)];
    mesh.influences = Some((0..mesh.positions.len()).map(|_| held.to_vec()).collect::<Influences>());
    let rest = MeshFile { joints: (0..5).map(joint).collect(), ..mesh.into() };
    let mut with_rest = files.clone();
    with_rest.push(("rest.glb", gltf::mesh::write(&rest).expect("a file")));
    let skinned = project("rest = \"rest.glb\"\n", &two, with_rest);
    tells(&check(&skinned), Criterion::CutInfluences, Verdict::Warning, ["shapes.head", "rest.glb"]);
    // A pose that nothing can undo.
    let mut posed = project("", &two, files.clone()).shapes.remove(0);
    posed.forms[0].pose = Some(vec![Mat4::IDENTITY]);
    tells(&of_shape(&posed), Criterion::Unformed, Verdict::Error, all);
    // Colours that differ are few engines' business.
    let mut red = wide();
    red.colours.iter_mut().flatten().for_each(|colour| *colour = Vec4::new(1.0, 0.0, 0.0, 1.0));
    let project = project("", &two, vec![("wide.ply", ply::write(&red))]);
    let built = project.build_shape(&project.shapes[0]).expect("a shape");
    let written = file(&built.shape, &project.shapes[0].rest, &[]);
    tells(&written.warnings, Criterion::Unmorphed, Verdict::Note, ["", "round.ply"]);
}

#[test]
fn features_are_told_by_what_they_move() {
    let mut own = face(&head("face.glb", 1.0, 1.0));
    let faces = |own: &MeshFile| {
        let text = "[shapes.face]\nrest = \"face.glb\"\nfeatures = true\n";
        let bytes = gltf::mesh::write(own).expect("a file");
        check(
            &Project::load("adverb.toml", text, &mut |_: &str| Ok(bytes.clone()))
                .unwrap_or_else(|e| panic!("{e}")),
        )
    };
    tells(&faces(&own), Criterion::Moved, Verdict::Good, ["shapes.face", ""]);
    let Target { vertices, positions, .. } = &mut own.targets[1];
    (*vertices, *positions) = (vec![0], vec![Vec3::ZERO]);
    tells(&faces(&own), Criterion::Still, Verdict::Warning, ["shapes.face", "blink"]);
}
