//! Laws of pictures that show only once they are pixels.

use adverb_author::Clip;
use adverb_author::gait::{styles, synthesise};
use adverb_author::import::{ImportOptions, import};
use adverb_author::picture::{
    Chart, ExposureOptions, FormOptions, FormView, Panel, Scene, Series, SpaceView, Subject, View, curves,
    exposure, form, form_image, sheet, space_maps, space_parts, space_weights,
};
use adverb_author::space::{Axis, Example, Space};
use adverb_cli::raster::{RasterError, png};
use resvg::tiny_skia::Pixmap;

const VIEWS: [View; 5] = [
    View::ThreeQuarter,
    View::Side,
    View::Front,
    View::Above,
    View::Free { yaw_deg: 140.0, pitch_deg: 40.0 },
];

fn pixels(svg: &str) -> Pixmap {
    Pixmap::decode_png(&png(svg).expect("the picture can be drawn")).expect("it is a PNG")
}

/// Whatever sticks out of a picture is cut off at its border, so the border must be empty.
fn assert_border_is_empty(picture: &Pixmap, what: &str) {
    let (w, h) = (picture.width(), picture.height());
    let across = (0..w).flat_map(|x| [(x, 0), (x, 1), (x, h - 2), (x, h - 1)]);
    let down = (0..h).flat_map(|y| [(0, y), (1, y), (w - 2, y), (w - 1, y)]);
    for (x, y) in across.chain(down) {
        let colour = picture.pixel(x, y).map(|p| [p.red(), p.green(), p.blue()]);
        assert!(colour.is_some_and(|c| c.iter().all(|&v| v > 247)), "{what}: {colour:?} at {x}, {y}");
    }
    let inked = picture.pixels().iter().filter(|p| p.red() < 240).count();
    assert!(inked > 100, "{what}: the picture is empty");
}

fn assert_all_inside(clip: &Clip) {
    for view in VIEWS {
        let subject = Subject::shown(clip, view).expect("it can be drawn").labelled("label");
        let scene = Scene::of(subject).titled("A title that is rather long").captioned("And a caption");
        let options = ExposureOptions {
            view,
            width_px: 500.0,
            height_px: 300.0,
            footprints: true,
            ..ExposureOptions::default()
        };
        let picture = exposure(&scene, &options).expect("it can be drawn");
        assert_border_is_empty(&pixels(&picture.svg()), &format!("{} from {view:?}", clip.source.file));
    }
}

#[test]
fn a_form_on_a_sheet_keeps_its_pixels() {
    let positions = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.3, 1.5, 0.0, 1.0, 0.5, 1.0];
    let triangles = [[0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let view = FormView { positions: &positions, triangles: &triangles, ..FormView::default() };
    let options = FormOptions { width_px: 120.0, height_px: 90.0, ..FormOptions::default() };
    let image = form_image(&view, &options);
    let (w, h) = (image.width as usize, image.height as usize);
    // Of the second, the caption makes a place that is not a whole number of pixels.
    for (text, caption) in [("", ""), ("A title", "a caption wider than the form is by far")] {
        let picture = sheet(text, &[(form(&view, &options), caption)], 1);
        let drawn = pixels(&picture.svg());
        let (width, data) = (drawn.width() as usize, drawn.data());
        let holds = |left: usize, top: usize| {
            image.rgba.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] == 255).all(|(i, pixel)| {
                let at = 4 * ((top + i / w) * width + left + i % w);
                data[at..at + 4] == *pixel
            })
        };
        let places =
            (0..=drawn.height() as usize - h).flat_map(|top| (0..=width - w).map(move |left| (left, top)));
        assert_eq!(places.filter(|&(left, top)| holds(left, top)).count(), 1, "{caption}");
    }
    let opaque = image.rgba.chunks(4).filter(|pixel| pixel[3] == 255).count();
    assert!(opaque > 1000, "{opaque}");
}

#[test]
fn everything_drawn_lies_inside_the_picture() {
    for style in styles() {
        assert_all_inside(&synthesise(&style).clip);
    }
}

#[test]
fn everything_drawn_of_recordings_lies_inside_the_picture() {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").to_owned();
    let data = std::path::PathBuf::from(std::env::var("ADVERB_DATA").unwrap_or(default));
    let files = [
        "cmu/07_01.bvh",
        "cmu/16_19.bvh",
        "walk-styles/dataset-1_walk_happy_001.bvh",
        "run-styles/dataset-1_run_active_001.bvh",
        "gestures/dataset-1_bow_normal_001.bvh",
    ];
    for file in files {
        let Ok(bytes) = std::fs::read(data.join("motion").join(file)) else {
            eprintln!("skipped: no ADVERB_DATA");
            return;
        };
        assert_all_inside(&import(file, &bytes, &ImportOptions::default()).expect("it is a recording"));
    }
}

#[test]
fn charts_and_sheets_lie_inside_the_picture() {
    let points: Vec<(f64, f64)> =
        (0..100).map(|i| (i as f64 / 30.0, 1000.0 * (i as f64 / 9.0).sin())).collect();
    let series = ["x", "y", "z"].map(|name| Series { name: name.into(), points: points.clone() }).to_vec();
    let panel = Panel { title: "LeftUpLeg".into(), unit: "deg".into(), series };
    let keys = vec![("left-down".to_owned(), 0.0), ("right-down".to_owned(), 0.1), ("end".to_owned(), 3.3)];
    for count in [1, 4, 7] {
        let chart = Chart { title: "Curves".into(), panels: vec![panel.clone(); count], keys: keys.clone() };
        let picture = curves(&chart).expect("it has curves");
        assert_border_is_empty(&pixels(&picture.svg()), "chart");
        let twice = sheet("A sheet", &[(picture.clone(), "above"), (picture, "below")], 1);
        assert_border_is_empty(&pixels(&twice.svg()), "sheet");
    }
}

#[test]
fn spaces_lie_inside_the_picture() {
    let axes = ["a rather long name of an axis", "b", "c"].map(|name| Axis::new(name, [-1.0, 1.0])).to_vec();
    for count in [1, 3, 5, 20] {
        let at = |i: usize| [0.9, 0.37, 0.71].map(|step| (i as f64 * step) % 2.0 - 1.0);
        let examples = (0..count).map(|i| Example::new(format!("an example with number {i}"), at(i)));
        let space = Space::new(axes.clone(), examples.collect());
        let solution = space.solve().expect("it can be solved");
        let view = SpaceView {
            title: "A title that is rather long, longer than any picture can be wide, so that it must be cut somewhere",
            space: &space,
            solution: &solution,
            at: &[0.1, 0.2, 0.3],
        };
        let all: Vec<usize> = (0..count).collect();
        let pictures = [
            space_weights(&view, 0, Some(&vec![0.5; count])).expect("it has curves"),
            space_parts(&view, 1, 0).expect("it has curves"),
            space_maps(&view, 0, 1, &all),
            space_maps(&view, 2, 0, &[0]),
        ];
        for picture in pictures {
            assert_border_is_empty(&pixels(&picture.svg()), "space");
        }
    }
}

#[test]
fn text_is_drawn_without_any_font_on_the_machine() {
    let svg = |text: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"50\"><text x=\"9\" y=\"30\" font-family=\"Nowhere, sans-serif\" font-size=\"24\">{text}</text></svg>"
        )
    };
    let inked = |svg: &str| pixels(svg).pixels().iter().filter(|p| p.alpha() > 0).count();
    assert_eq!(inked(&svg("")), 0);
    assert!(inked(&svg("walk")) > 100);
}

#[test]
fn what_is_no_picture_is_an_error() {
    assert!(matches!(png("no svg"), Err(RasterError::Svg(_))));
    let huge = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100000\" height=\"100000\"/>";
    assert!(matches!(png(huge), Err(RasterError::Size { .. })));
}
