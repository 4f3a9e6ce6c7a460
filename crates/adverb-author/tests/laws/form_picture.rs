//! Laws of pictures of forms: they hold whatever is drawn, however broken.

use adverb::shape::{Adjective, Attribute, Channel, Features, Interpolation, Parts, Shape};
use adverb_author::mesh::{Cover, Covers, Pixels};
use adverb_author::picture::{
    FormCell, FormFrame, FormKind, FormOptions, FormPaint, FormSheet, FormView, Image, PseudoArrow, Rgb,
    SheetAxis, View, form, form_image, form_sheet, sheet,
};
use adverb_author::space::{Axis, Example, Space};

/// A mesh that owns its numbers.
#[derive(Clone, Default)]
struct Mesh {
    positions: Vec<f32>,
    normals: Vec<f32>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    fn view(&self) -> FormView<'_> {
        let normals = (!self.normals.is_empty()).then_some(&self.normals[..]);
        FormView { positions: &self.positions, normals, triangles: &self.triangles, ..FormView::default() }
    }

    fn moved(&self, by: [f32; 3], scale: f32) -> Self {
        let positions = self.positions.iter().zip(by.iter().cycle()).map(|(p, b)| p * scale + b).collect();
        Self { positions, ..self.clone() }
    }

    fn joined(mut self, other: &Self) -> Self {
        let first = (self.positions.len() / 3) as u32;
        self.positions.extend(&other.positions);
        self.normals.extend(&other.normals);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|corner| corner + first)));
        self
    }
}

/// A unit sphere: every side of an octahedron in so many rows of triangles.
fn sphere(rows: usize) -> Mesh {
    let mut mesh = Mesh::default();
    for octant in 0..8 {
        let sign = |bit: usize| if octant >> bit & 1 == 0 { 1.0 } else { -1.0 };
        let first = mesh.positions.len() as u32 / 3;
        let mut corner = std::collections::BTreeMap::new();
        for i in 0..=rows {
            for j in 0..=rows - i {
                corner.insert((i, j), first + corner.len() as u32);
                let at = [i as f32 * sign(0), j as f32 * sign(1), (rows - i - j) as f32 * sign(2)];
                let length = at.iter().map(|x| x * x).sum::<f32>().sqrt();
                mesh.positions.extend(at.map(|x| x / length));
            }
        }
        let outside = sign(0) * sign(1) * sign(2) > 0.0;
        let mut push = |[a, b, c]: [(usize, usize); 3]| {
            let [a, b, c] = [corner[&a], corner[&b], corner[&c]];
            mesh.triangles.push(if outside { [a, b, c] } else { [a, c, b] });
        };
        for (i, j) in (0..rows).flat_map(|i| (0..rows - i).map(move |j| (i, j))) {
            push([(i + 1, j), (i, j + 1), (i, j)]);
            if i + j + 2 <= rows {
                push([(i + 1, j), (i + 1, j + 1), (i, j + 1)]);
            }
        }
    }
    mesh.normals = mesh.positions.clone();
    mesh
}

fn options() -> FormOptions<'static> {
    FormOptions { width_px: 240.0, height_px: 240.0, ground: false, ..FormOptions::default() }
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = 4 * (y * image.width + x) as usize;
    image.rgba[at..at + 4].try_into().expect("four bytes")
}

/// How much of the picture is covered, in pixels.
fn area(image: &Image) -> f64 {
    image.rgba.chunks(4).map(|pixel| f64::from(pixel[3]) / 255.0).sum()
}

/// The mean difference of pixels that are opaque in both.
fn difference(a: &Image, b: &Image) -> f64 {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let both = a.rgba.chunks(4).zip(b.rgba.chunks(4)).filter(|(a, b)| a[3] == 255 && b[3] == 255);
    let parts: Vec<f64> =
        both.flat_map(|(a, b)| (0..3).map(|i| f64::from(a[i].abs_diff(b[i]))).collect::<Vec<_>>()).collect();
    parts.iter().sum::<f64>() / parts.len().max(1) as f64
}

#[test]
fn the_same_form_gives_the_same_bytes() {
    let ball = sphere(12);
    let speed: Vec<f32> = ball.positions.chunks(3).map(|p| p[1].max(0.0)).collect();
    let view = FormView { scalars: Some(&speed), ..ball.view() };
    let scalar = FormPaint::Scalar { name: "speed", range: None };
    for paint in [FormPaint::Shaded, FormPaint::Wireframe, FormPaint::Normals, scalar] {
        let options = FormOptions { paint, ground: true, ..options() };
        let [one, other] = [(); 2].map(|()| form(&view, &options).svg());
        assert_eq!(one, other, "{paint:?}");
        assert_eq!(form_image(&view, &options).png(), form_image(&view, &options).png());
    }
}

#[test]
fn the_silhouette_of_a_sphere_is_a_disc() {
    let ball = sphere(40);
    for view in [View::Front, View::Side, View::ThreeQuarter, View::Above] {
        for far_away in [0.0, 4e4] {
            // In any unit, anywhere.
            let ball = ball.moved([far_away, -far_away, 0.0], if far_away > 0.0 { 3e4 } else { 1e-3 });
            let image = form_image(&ball.view(), &FormOptions { view, ..options() });
            let row = image.height / 2;
            let across: f64 = (0..image.width).map(|x| f64::from(pixel(&image, x, row)[3]) / 255.0).sum();
            let disc = 0.25 * std::f64::consts::PI * across * across;
            assert!((area(&image) / disc - 1.0).abs() < 0.01, "{view:?}: {} of {disc}", area(&image));
            assert!(across > 200.0 && across < 240.0, "it fills its frame: {across}");
        }
    }
}

#[test]
fn nearer_triangles_hide_farther_ones_whatever_their_order() {
    // Three balls behind each other, as seen from the front, and partly within each other.
    let ball = sphere(10);
    let balls =
        ball.clone().joined(&ball.moved([0.5, 0.0, 1.5], 0.7)).joined(&ball.moved([-0.3, 0.4, -0.8], 1.1));
    let drawn = |order: &dyn Fn(&mut Vec<[u32; 3]>)| {
        let mut mesh = balls.clone();
        order(&mut mesh.triangles);
        form_image(&mesh.view(), &FormOptions { view: View::Front, ..options() })
    };
    let plain = drawn(&|_| {});
    assert_eq!(drawn(&|triangles| triangles.reverse()), plain);
    assert_eq!(drawn(&|triangles| triangles.rotate_left(777)), plain);
    assert_eq!(drawn(&|triangles| triangles.sort_by_key(|t| t[0] % 17)), plain);

    // A red square before a green one; both are drawn either way round.
    let square = |z: f32| [[-1.0, -1.0, z], [1.0, -1.0, z], [1.0, 1.0, z], [-1.0, 1.0, z]].concat();
    let positions = [square(1.0), square(-1.0)].concat();
    let colours = [[1.0, 0.0, 0.0, 1.0].repeat(4), [0.0, 1.0, 0.0, 1.0].repeat(4)].concat();
    for order in [[0, 4], [4, 0]] {
        let triangles: Vec<[u32; 3]> =
            order.iter().flat_map(|&o| [[o, o + 1, o + 2], [o, o + 2, o + 3]]).collect();
        let view = FormView {
            positions: &positions,
            colours: Some(&colours),
            triangles: &triangles,
            ..FormView::default()
        };
        let image = form_image(&view, &FormOptions { view: View::Front, ..options() });
        let [red, green, _, opacity] = pixel(&image, image.width / 2, image.height / 2);
        assert!(opacity == 255 && red > 100 && green < 60, "{red} {green}");
    }
}

#[test]
fn a_mirrored_form_gives_the_mirrored_picture() {
    let ball = sphere(16);
    let lopsided = ball.clone().joined(&ball.moved([1.3, 0.5, 0.2], 0.5));
    let mut mirrored = lopsided.clone();
    for numbers in [&mut mirrored.positions, &mut mirrored.normals] {
        numbers.iter_mut().step_by(3).for_each(|x| *x = -*x);
    }
    mirrored.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    // Lamps stand to the left and to the right; a silhouette and a shadow know nothing of them.
    let options = FormOptions { view: View::Front, ground: true, ..options() };
    let [image, mirror] = [&lopsided, &mirrored].map(|mesh| form_image(&mesh.view(), &options));
    assert_eq!((image.width, image.height), (mirror.width, mirror.height));
    let opacity = |image: &Image, x: u32, y: u32| f64::from(pixel(image, x, y)[3]);
    let (mut off, mut unmirrored) = (0.0, 0.0);
    for (x, y) in (0..image.height).flat_map(|y| (0..image.width).map(move |x| (x, y))) {
        off += (opacity(&image, x, y) - opacity(&mirror, image.width - 1 - x, y)).abs() / 255.0;
        unmirrored += (opacity(&image, x, y) - opacity(&mirror, x, y)).abs() / 255.0;
    }
    assert!(off < 0.002 * area(&image), "{off} of {} pixels", area(&image));
    assert!(unmirrored > 0.1 * area(&image), "it is lopsided: {unmirrored}");
}

#[test]
fn whatever_is_broken_gives_a_picture() {
    let ball = sphere(6);
    let whole = area(&form_image(&ball.view(), &options()));
    let with = |change: &dyn Fn(&mut Mesh)| {
        let mut mesh = ball.clone();
        change(&mut mesh);
        mesh
    };
    let broken = [
        ("nothing", Mesh::default()),
        ("one vertex", Mesh { positions: vec![1.0, 2.0, 3.0], ..Mesh::default() }),
        (
            "one vertex thrice",
            Mesh { positions: vec![1.0, 2.0, 3.0], triangles: vec![[0; 3]], ..Mesh::default() },
        ),
        ("half a vertex", Mesh { positions: vec![1.0, 2.0], triangles: vec![[0; 3]], ..Mesh::default() }),
        (
            "a line",
            Mesh {
                positions: vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
                triangles: vec![[0, 1, 2], [2, 1, 0], [0, 0, 1]],
                ..Mesh::default()
            },
        ),
        ("all NaN", with(&|mesh| mesh.positions.fill(f32::NAN))),
        ("all huge", with(&|mesh| mesh.positions.iter_mut().for_each(|x| *x *= 3e38))),
        ("all tiny", with(&|mesh| mesh.positions.iter_mut().for_each(|x| *x *= 1e-38))),
        ("one huge", with(&|mesh| mesh.positions[0] = f32::MAX)),
        ("all infinite", with(&|mesh| mesh.positions.fill(f32::INFINITY))),
        ("no such vertex", with(&|mesh| mesh.triangles.iter_mut().for_each(|t| t[1] = u32::MAX))),
        ("normals NaN", with(&|mesh| mesh.normals.fill(f32::NAN))),
        ("normals zero", with(&|mesh| mesh.normals.fill(0.0))),
        ("normals missing", with(&|mesh| mesh.normals.truncate(7))),
        ("one NaN", with(&|mesh| mesh.positions[31] = f32::NAN)),
        ("degenerate among good", with(&|mesh| mesh.triangles.extend([[3, 3, 3], [1, 2, 1]]))),
    ];
    let numbers = [f32::NAN, 1e38, -3.0];
    let frames = [None, Some(FormFrame::around(&[])), Some(FormFrame::around(&[ball.view()]))];
    for (name, mesh) in &broken {
        let view = FormView { scalars: Some(&numbers), colours: Some(&numbers), ..mesh.view() };
        let scalar = FormPaint::Scalar { name: "odd", range: Some([f64::NAN, 1.0]) };
        for paint in [FormPaint::Shaded, FormPaint::Wireframe, FormPaint::Normals, scalar] {
            for frame in &frames {
                let frame = frame.as_ref();
                let options = FormOptions { paint, frame, ground: true, width_px: 64.0, ..options() };
                let image = form_image(&view, &options);
                assert_eq!(image.rgba.len(), 4 * (image.width * image.height) as usize, "{name}");
                assert!(image.width > 0 && image.height > 0, "{name}");
                let picture = form(&view, &options);
                assert!(picture.width_px >= f64::from(image.width), "{name}");
            }
        }
        // What is not broken is still there.
        let seen = area(&form_image(&mesh.view(), &options())) / whole;
        let expected = match *name {
            "all huge" | "all tiny" | "degenerate among good" => 1.0..1.001,
            "normals NaN" | "normals zero" | "normals missing" => 1.0..1.001,
            "one NaN" => 0.9..1.001,
            "one huge" => 0.0..0.5,
            _ => 0.0..1e-3,
        };
        assert!(expected.contains(&seen), "{name}: {seen}");
    }
    for size in [0.0, -5.0, f64::NAN, f64::INFINITY] {
        let image = form_image(&ball.view(), &FormOptions { width_px: size, ..options() });
        assert!(area(&image) > 50.0, "{size}");
    }
}

#[test]
fn paints_show_what_they_are_for() {
    let ball = sphere(8);
    let drawn =
        |view: &FormView, paint| form_image(view, &FormOptions { view: View::Front, paint, ..options() });
    let shaded = drawn(&ball.view(), FormPaint::Shaded);
    let wire = drawn(&ball.view(), FormPaint::Wireframe);
    let normals = drawn(&ball.view(), FormPaint::Normals);
    for other in [&wire, &normals] {
        assert!((area(other) - area(&shaded)).abs() < 1e-9, "the form is the same");
        assert!(difference(other, &shaded) > 4.0);
    }
    // Edges darken a part of the pixels and leave the rest as they were.
    let pairs = || wire.rgba.chunks(4).zip(shaded.rgba.chunks(4)).filter(|(_, s)| s[3] == 255);
    let same = pairs().filter(|(w, s)| w == s).count() as f64 / pairs().count() as f64;
    assert!((0.4..0.95).contains(&same), "{same}");
    // The right side of the picture faces +x, the upper one +y, the middle the viewer.
    let (w, h) = (normals.width, normals.height);
    let [right, left, top, middle] =
        [(w - 20, h / 2), (20, h / 2), (w / 2, 20), (w / 2, h / 2)].map(|(x, y)| pixel(&normals, x, y));
    assert!(right[0] > 220 && left[0] < 40 && top[1] > 220 && middle[2] > 220, "{right:?} {left:?} {top:?}");
    // Numbers run from grey to red.
    let speed: Vec<f32> = ball.positions.chunks(3).map(|p| p[0].max(0.0)).collect();
    let view = FormView { scalars: Some(&speed), ..ball.view() };
    let scalar = drawn(&view, FormPaint::Scalar { name: "speed", range: None });
    let [still, fast] = [20, w - 20].map(|x| pixel(&scalar, x, h / 2));
    assert!(still[0].abs_diff(still[1]) < 25 && fast[0] > 3 * fast[1], "{still:?} {fast:?}");
    let svg =
        form(&view, &FormOptions { paint: FormPaint::Scalar { name: "m & s", range: None }, ..options() })
            .svg();
    assert!(svg.contains("m &amp; s") && svg.contains("linearGradient"));
}

#[test]
fn insides_are_darker_than_outsides() {
    let ball = sphere(10);
    let mut inside_out = ball.clone();
    inside_out.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let [outside, inside] = [&ball, &inside_out].map(|mesh| {
        let image = form_image(&mesh.view(), &options());
        image.rgba.chunks(4).filter(|p| p[3] == 255).map(|p| u64::from(p[1])).sum::<u64>() as f64
            / area(&image)
    });
    assert!(inside < 0.6 * outside, "{inside} against {outside}");
}

#[test]
fn of_two_sides_in_one_place_the_outside_is_seen() {
    let ball = sphere(10);
    let mut doubled = ball.clone();
    let insides = doubled.triangles.clone().into_iter().map(|[a, b, c]| [b, a, c]);
    doubled.triangles = insides.chain(doubled.triangles).collect();
    for view in [View::ThreeQuarter, View::Above] {
        let options = FormOptions { view, ..options() };
        assert_eq!(form_image(&doubled.view(), &options), form_image(&ball.view(), &options));
    }
}

#[test]
fn a_shape_is_drawn_as_it_was_blended() {
    let examples = [("small", 0.0_f32), ("large", 1.0)];
    let space_examples = examples.map(|(name, at)| Example::new(name, [f64::from(at)]));
    let space = Space::new(vec![Axis::new("size", [0.0, 1.0])], space_examples.to_vec());
    let ball = sphere(6);
    let counts = [2, ball.positions.len() / 3];
    let sized = |example: usize, i: usize| ball.positions[i] * (1.0 + example as f32);
    let red = |_: usize, i: usize| if i.is_multiple_of(4) { 1.0 } else { 0.0 };
    let parts = Parts {
        name: "ball".into(),
        adjectives: vec![Adjective { name: "size".into(), range: [0.0, 1.0], default: 0.0, read: None }],
        examples: examples
            .map(|(name, at)| adverb::verb::Example { name: name.into(), at: vec![at] })
            .to_vec(),
        space: space.solve().expect("two examples have a space").table.parts(),
        vertices: counts[1],
        triangles: ball.triangles.clone(),
        points: Vec::new(),
        channels: vec![
            Channel::of(Attribute::Position, Interpolation::Linear, counts, 0.0, sized),
            Channel::of(Attribute::Normal, Interpolation::Fixed, counts, 0.0, |_, i| ball.normals[i]),
            Channel::of(Attribute::Colour, Interpolation::Fixed, counts, 0.0, red),
        ],
        features: Features::default(),
        skin: None,
    };
    let shape = Shape::new(parts).expect("a shape");
    let mut blended = shape.form();
    shape.blend(&[0.5, 0.5], &mut blended);
    let colours = [1.0, 0.0, 0.0, 0.0].repeat(counts[1]);
    let made = ball.moved([0.0; 3], 1.5);
    let expected = FormView { colours: Some(&colours), ..made.view() };
    assert_eq!(FormView::of(&shape, &blended), expected);
}

#[test]
fn flat_triangles_have_one_normal_and_smooth_ones_do_not() {
    let ball = sphere(4);
    let flat = FormView { normals: None, ..ball.view() };
    let colours = |view: &FormView| {
        let image =
            form_image(view, &FormOptions { paint: FormPaint::Normals, view: View::Front, ..options() });
        let opaque = image.rgba.chunks(4).filter(|p| p[3] == 255).map(<[u8]>::to_vec);
        let mut counts = std::collections::BTreeMap::<Vec<u8>, usize>::new();
        opaque.for_each(|p| *counts.entry(p).or_default() += 1);
        // Colours of many pixels, not those along edges.
        counts.values().filter(|&&count| count > 60).count()
    };
    let sides = colours(&flat);
    assert!((20..=64).contains(&sides), "{sides}");
    assert!(colours(&ball.view()) < 10);
}

#[test]
fn a_common_frame_keeps_the_scale() {
    let (ball, half) = (sphere(20), sphere(20).moved([0.0, -0.5, 0.0], 0.5));
    let frame = FormFrame::around(&[ball.view(), half.view()]);
    let framed = FormOptions { frame: Some(&frame), view: View::Front, ..options() };
    let [whole, part] = [&ball, &half].map(|mesh| form_image(&mesh.view(), &framed));
    assert_eq!((whole.width, whole.height), (part.width, part.height));
    let share = area(&part) / area(&whole);
    // A quarter, but for the perspective, which shows more of what is large and near.
    assert!((0.22..0.25).contains(&share), "{share}");
}

#[test]
fn a_shadow_lies_under_a_form_and_nowhere_else() {
    let ball = sphere(12);
    for view in [View::Front, View::ThreeQuarter, View::Side] {
        let image = form_image(&ball.view(), &FormOptions { view, ground: true, ..options() });
        let soft = |rows: std::ops::Range<u32>| {
            rows.flat_map(|y| (0..image.width).map(move |x| (x, y)))
                .filter(|&(x, y)| matches!(pixel(&image, x, y), [_, _, blue, 1..200] if blue < 90))
                .count()
        };
        assert_eq!(soft(0..image.height / 2), 0, "{view:?}");
        assert!(soft(image.height / 2..image.height) > 300, "{view:?}");
    }
    let below = View::Free { yaw_deg: 30.0, pitch_deg: -30.0 };
    let image = form_image(&ball.view(), &FormOptions { view: below, ground: true, ..options() });
    let without = form_image(&ball.view(), &FormOptions { view: below, ..options() });
    assert_eq!(image, without, "from below, there is no ground to see");
}

#[test]
fn a_form_and_its_shadow_end_before_the_border() {
    let ball = sphere(12);
    let top_heavy = ball.moved([0.0, 1.6, 0.0], 1.0).joined(&ball.moved([0.1, 0.0, 0.0], 0.2));
    let flat = Mesh {
        positions: vec![-3.0, 0.0, -1.0, 3.0, 0.0, -1.0, 0.0, 0.0, 2.0],
        triangles: vec![[0, 2, 1]],
        ..Mesh::default()
    };
    for mesh in [&ball, &top_heavy, &flat] {
        for view in [View::ThreeQuarter, View::Side, View::Front, View::Above] {
            let image = form_image(&mesh.view(), &FormOptions { view, ground: true, ..options() });
            let (w, h) = (image.width, image.height);
            let across = (0..w).flat_map(|x| [(x, 0), (x, h - 1)]);
            let down = (0..h).flat_map(|y| [(0, y), (w - 1, y)]);
            let most = across.chain(down).map(|(x, y)| pixel(&image, x, y)[3]).max();
            assert!(most < Some(8), "{view:?}: {most:?}");
            assert!(area(&image) > 100.0, "{view:?}");
        }
    }
}

#[test]
fn a_sheet_tells_examples_from_the_rest() {
    let ball = sphere(6);
    let cell = |kind, caption| FormCell { form: ball.view(), kind, caption };
    let cells = vec![
        cell(FormKind::Example, "thin <&>"),
        cell(FormKind::Interpolated, ""),
        cell(FormKind::PseudoExample, "moved"),
        cell(FormKind::Interpolated, ""),
    ];
    let axis = |name| SheetAxis { name, values: vec![0.0, 0.25] };
    let arrows = vec![PseudoArrow { from: [0.1, 0.2], to: [0.25, f64::NAN] }];
    let grid = FormSheet { title: "Blobs", across: axis("bend"), up: axis("thickness"), cells, arrows };
    let small = FormOptions { width_px: 80.0, height_px: 80.0, ..options() };
    let picture = form_sheet(&grid, &small);
    let svg = picture.svg();
    assert_eq!(svg.matches("<image ").count(), 4);
    for word in [
        "Blobs",
        "bend",
        "thickness",
        "0.25",
        "thin &lt;&amp;&gt;",
        ">example<",
        "pseudo-example",
        "interpolated",
    ] {
        assert!(svg.contains(word), "{word}");
    }
    // Two kinds have a plate; three have a colour, which the forms are painted in.
    assert_eq!(svg.matches("rx=\"8\"").count(), 2);
    let tints = [FormKind::Example, FormKind::PseudoExample, FormKind::Interpolated].map(FormKind::tint);
    assert!(tints.iter().all(|tint: &Rgb| svg.contains(&format!("fill=\"{tint}\""))));
    let images: Vec<&str> =
        svg.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect();
    assert_ne!(images[0], images[1]);
    assert_ne!(images[0], images[2]);
    assert_eq!(images[1], images[3]);
    assert_eq!(svg, form_sheet(&grid, &small).svg());
    // Empty ones and others fit on sheets with anything else.
    let empty = form_sheet(&FormSheet::default(), &small);
    assert!(empty.width_px > 0.0 && empty.height_px > 0.0);
    let both = sheet("Both", &[(picture.clone(), "blobs"), (form(&ball.view(), &small), "ball")], 2);
    assert_eq!(both.svg().matches("<image ").count(), 5);
    assert!(both.width_px > picture.width_px);
}

/// A square that faces forward, its upper half and its lower half parts of their own.
fn halves() -> (Mesh, Vec<f32>) {
    let positions = vec![-1., -1., 0., 1., -1., 0., 1., 0., 0., -1., 0., 0., 1., 1., 0., -1., 1., 0.];
    let triangles = vec![[0, 1, 2], [0, 2, 3], [3, 2, 4], [3, 4, 5]];
    (Mesh { positions, triangles, ..Mesh::default() }, vec![0., 1., 1., 1., 1., 0.5, 0., 0.5, 1., 0., 0., 0.])
}

#[test]
fn materials_and_their_pictures_colour_a_form() {
    let (mesh, uvs) = halves();
    let plain = Cover { colour: [1.0, 0.0, 0.0, 1.0], picture: None, cutoff: 0.0, laid: UNMOVED };
    let pixels = [[0, 255, 0, 255], [0, 0, 255, 255]].concat();
    let picture = Pixels { width: 2, height: 1, rgba: pixels };
    let covers = Covers {
        parts: vec![
            (2, Some(plain)),
            (2, Some(Cover { colour: [1.0; 4], picture: Some(0), cutoff: 0.0, laid: UNMOVED })),
        ],
        pictures: vec![picture],
    };
    let view = FormView { uvs: Some(&uvs), ..mesh.view() }.covered(Some(&covers));
    let options = FormOptions {
        view: View::Front,
        ground: false,
        width_px: 200.0,
        height_px: 200.0,
        ..FormOptions::default()
    };
    let image = form_image(&view, &options);
    let greatest = |x: f64, y: f64| {
        let at = 4
            * ((y * f64::from(image.height)) as usize * image.width as usize
                + (x * f64::from(image.width)) as usize);
        let [red, green, blue] = [0, 1, 2].map(|c| image.rgba[at + c]);
        if red > green && red > blue {
            "red"
        } else if green > blue {
            "green"
        } else {
            "blue"
        }
    };
    assert_eq!([greatest(0.25, 0.75), greatest(0.75, 0.75)], ["red", "red"]);
    // The picture begins at the left.
    assert_eq!([greatest(0.3, 0.25), greatest(0.7, 0.25)], ["green", "blue"]);
    // What is not opaque is not there.
    let mut hollow = covers.clone();
    hollow.parts[1].1 =
        Some(Cover { colour: [1.0, 1.0, 1.0, 0.2], picture: None, cutoff: 0.5, laid: UNMOVED });
    let hollow = form_image(&FormView { covers: Some(&hollow), ..view }, &options);
    let opaque = |image: &Image, row: f64| {
        image.rgba[4
            * ((row * f64::from(image.height)) as usize * image.width as usize + image.width as usize / 2)
            + 3]
    };
    assert_eq!((opaque(&hollow, 0.25), opaque(&hollow, 0.75), opaque(&image, 0.25)), (0, 255, 255));
}

const UNMOVED: [[f32; 2]; 3] = [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]];
