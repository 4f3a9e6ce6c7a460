//! Multiple exposures in perspective: figures of several moments on one ground, as in the thesis's figures.

use glam::{DVec2, DVec3};

use super::camera::{Camera, View};
use super::colour::Rgb;
use super::ground::{self, Ground};
use super::paint::{self, Ink};
use super::scene::{Exposure, Scene, Subject, drawable};
use super::svg::{Anchor, Picture, TextStyle, num, text_width};
use crate::error::Error;

/// How a scene is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ExposureOptions {
    /// The view.
    pub view: View,
    /// The greatest width; the picture is as wide as its content needs.
    pub width_px: f64,
    /// The greatest height.
    pub height_px: f64,
    /// Draw at this scale, in the middle of the scene, instead of as large as fits.
    pub pixels_per_m: Option<f64>,
    /// Where the subjects go; by default found from them.
    pub forward: Option<DVec3>,
    /// A grid on the ground.
    pub grid: bool,
    /// Shadows on the ground.
    pub shadows: bool,
    /// The path of the root on the ground.
    pub path: bool,
    /// Footprints.
    pub footprints: bool,
    /// A scale bar.
    pub scale_bar: bool,
    /// The paper; none is transparent, with figures fading to white.
    pub background: Option<Rgb>,
}

impl Default for ExposureOptions {
    fn default() -> Self {
        Self {
            view: View::default(),
            width_px: 1600.0,
            height_px: 900.0,
            pixels_per_m: None,
            forward: None,
            grid: true,
            shadows: true,
            path: true,
            footprints: false,
            scale_bar: true,
            background: Some(Rgb::WHITE),
        }
    }
}

impl ExposureOptions {
    /// The defaults from another side.
    pub fn seen(view: View) -> Self {
        Self { view, ..Self::default() }
    }

    /// A figure of a sheet: all at one scale, so that they can be compared, and nothing but the figure.
    pub fn on_a_sheet(view: View) -> Self {
        const PIXELS_PER_M: f64 = 105.0;
        Self {
            pixels_per_m: Some(PIXELS_PER_M),
            scale_bar: false,
            grid: false,
            path: false,
            ..Self::seen(view)
        }
    }
}

/// A picture of all exposures of a scene at once. An error if a subject has nothing that can be drawn.
pub fn exposure(scene: &Scene, options: &ExposureOptions) -> Result<Picture, Error> {
    let Stage { mut picture, camera, ground, content, room, em } = stage(scene, options)?;
    let ink = Ink { paper: options.background.unwrap_or(Rgb::WHITE), halo_px: halo_px(&camera) };
    if options.grid {
        ground::grid(&mut picture, &camera, &ground, ground.spacing_m(), room);
    }
    if options.shadows {
        let all = scene.subjects.iter().flat_map(|s| s.exposures.iter().map(move |e| (s, e)));
        ground::shadows(&mut picture, &camera, &ground, all);
    }
    if options.path {
        ground::paths(&mut picture, &camera, &ground, scene);
    }
    if options.footprints {
        ground::footprints(&mut picture, &camera, &ground, scene);
    }
    paint::figures(&mut picture, &camera, &far_to_near(scene, &camera), ink);
    words(&mut picture, &camera, scene, content, em);
    if options.scale_bar {
        scale_bar(&mut picture, &camera, em);
    }
    Ok(picture)
}

/// Paper, camera and ground, before anything is drawn.
pub(super) struct Stage {
    pub picture: Picture,
    pub camera: Camera,
    pub ground: Ground,
    /// The rectangle that the figures take.
    pub content: [DVec2; 2],
    /// The rectangle that the ground may take.
    pub room: [DVec2; 2],
    /// Size of plain text.
    pub em: f64,
}

/// The width of the fine line around figures.
pub(super) fn halo_px(camera: &Camera) -> f64 {
    (0.02 * camera.scale()).clamp(1.5, 6.0)
}

/// Finds the size of the paper and sets the camera so that everything fits, with margins and room for words.
pub(super) fn stage(scene: &Scene, options: &ExposureOptions) -> Result<Stage, Error> {
    let mut balls = scene.balls()?;
    let forward = options.forward.filter(|f| f.is_finite()).unwrap_or_else(|| scene.forward());
    let ground = Ground::under(&balls, DVec3::new(forward.x, 0.0, forward.z).normalize_or(DVec3::Z));
    let axes = options.view.axes(forward);
    let camera = Camera::aimed(axes, &balls);
    if options.shadows {
        let shadows: Vec<_> =
            balls.iter().map(|&(at, r)| (ground::shadow_of(&camera, &ground, at), 0.5 * r)).collect();
        balls.extend(shadows);
    }
    for subject in &scene.subjects {
        let prints = subject.footprints.iter().map(|f| f.at).filter(|_| options.footprints);
        let path = subject.path.iter().copied().filter(|_| options.path);
        balls.extend(path.chain(prints).filter(|&p| drawable(p)).map(|p| (ground.below(p), 0.1)));
    }

    let positive =
        |size: f64, least: f64| if size.is_finite() { size.clamp(least, 20_000.0) } else { 1600.0 };
    let (width, height) = (positive(options.width_px, 160.0), positive(options.height_px, 120.0));
    let em = (width / 70.0).clamp(11.0, 26.0);
    let side = 2.2 * em;
    let top = 2.0 * em
        + if scene.title.is_empty() { 0.0 } else { 2.2 * em }
        + if scene.caption.is_empty() { 0.0 } else { 1.5 * em };
    let labels = scene.subjects.iter().any(|s| !s.label.is_empty());
    let bottom =
        2.0 * em + if labels { 1.8 * em } else { 0.0 } + if options.scale_bar { 1.2 * em } else { 0.0 };

    let [low, high] = camera.extent(&balls);
    let room = DVec2::new(width - 2.0 * side, height - top - bottom).max(DVec2::splat(40.0));
    let fit = (room / (high - low)).min_element();
    let zoom = match options.pixels_per_m {
        Some(scale) if scale.is_finite() && scale > 0.0 => scale / camera.scale(),
        _ => fit,
    };
    let size = zoom * (high - low);
    let words = text_width(&scene.title, 1.6 * em).max(text_width(&scene.caption, em));
    let paper = DVec2::new(size.x.max(words).max(0.62 * size.y) + 2.0 * side, size.y + top + bottom).ceil();
    let corner = DVec2::new(0.5 * (paper.x - size.x), top);
    let camera = camera.zoomed(zoom).shifted(corner - zoom * low);
    let picture = Picture::new(paper.x, paper.y, options.background);
    let content = [corner, corner + size];
    let (head, foot) = (top - em, if labels { bottom - 0.6 * em } else { bottom - 2.0 * em });
    let room = [DVec2::new(0.3 * em, head), paper - DVec2::new(0.3 * em, foot)];
    Ok(Stage { picture, camera, ground, content, room, em })
}

/// All exposures, the nearest last. Where several of a subject are about as near, as in a side view, the latest comes
/// last.
fn far_to_near<'a>(scene: &'a Scene, camera: &Camera) -> Vec<(&'a Subject, &'a Exposure)> {
    let depth = |subject: &Subject, exposure: &Exposure| {
        subject.root(exposure).and_then(|p| camera.see(p)).map_or(0.0, |seen| seen.depth_m)
    };
    let mut rows: Vec<Vec<(f64, &Subject, &Exposure)>> = Vec::new();
    for subject in &scene.subjects {
        let roots: Vec<DVec3> = subject.exposures.iter().filter_map(|e| subject.root(e)).collect();
        let steps: f64 = roots.windows(2).map(|w| w[0].distance(w[1])).sum();
        let bias = (0.5 * steps / roots.len().max(1) as f64).max(0.05);
        let mut row: Vec<(usize, f64, &Exposure)> =
            subject.exposures.iter().enumerate().map(|(i, e)| (i, depth(subject, e), e)).collect();
        row.sort_by(|a, b| (b.1 - bias * b.0 as f64).total_cmp(&(a.1 - bias * a.0 as f64)));
        // Nearest first, so that the farthest can be popped.
        rows.push(row.into_iter().rev().map(|(_, depth, e)| (depth, subject, e)).collect());
    }
    let mut order = Vec::new();
    let far = |row: &Vec<(f64, &Subject, &Exposure)>| row.last().map_or(f64::NEG_INFINITY, |last| last.0);
    while let Some((_, subject, exposure)) =
        rows.iter_mut().max_by(|a, b| far(a).total_cmp(&far(b))).and_then(Vec::pop)
    {
        order.push((subject, exposure));
    }
    order
}

/// Title, caption and labels. Subjects of different colours get a legend, others a word beneath.
pub(super) fn words(picture: &mut Picture, camera: &Camera, scene: &Scene, content: [DVec2; 2], em: f64) {
    let left = 2.2 * em;
    let mut y = 0.9 * em;
    if !scene.title.is_empty() {
        y += 1.9 * em;
        let style = TextStyle { size_px: 1.6 * em, anchor: Anchor::Start, colour: Rgb::INK };
        picture.text(DVec2::new(left, y), &scene.title, style);
    }
    if !scene.caption.is_empty() {
        y += 1.6 * em;
        let style = TextStyle { size_px: em, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
        picture.text(DVec2::new(left, y), &scene.caption, style);
    }
    let base = content[1].y + 1.4 * em;
    let palettes = scene.subjects.windows(2).any(|w| w[0].palette != w[1].palette);
    let mut x = left;
    for subject in scene.subjects.iter().filter(|s| !s.label.is_empty()) {
        let style = TextStyle { size_px: em, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
        if palettes {
            let (cx, cy, r) = (num(x + 0.35 * em), num(base - 0.33 * em), num(0.35 * em));
            let fill = subject.palette.middle;
            picture.push(&format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\" fill=\"{fill}\"/>"));
            picture.text(DVec2::new(x + em, base), &subject.label, style);
            x += 2.4 * em + text_width(&subject.label, em);
        } else {
            let balls: Vec<_> = subject.exposures.iter().flat_map(|e| subject.balls(e)).collect();
            let [low, high] = camera.extent(&balls);
            let half = 0.5 * text_width(&subject.label, em);
            let middle = (0.5 * (low.x + high.x)).min(picture.width_px - half - 4.0).max(half + 4.0);
            // On a common line, unless the subject stands far behind.
            let own = high.y + 1.5 * em;
            let below = DVec2::new(middle, if own < base - 3.0 * em { own } else { base });
            picture.text(below, &subject.label, TextStyle { anchor: Anchor::Middle, ..style });
        }
    }
}

/// A bar of a round length at the lower right.
pub(super) fn scale_bar(picture: &mut Picture, camera: &Camera, em: f64) {
    let lengths_m =
        [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0, 1e4, 1e5];
    let fits = |m: &&f64| **m * camera.scale() < (0.4 * picture.width_px).max(60.0);
    let preferred = 1.0;
    let wide_enough = preferred * camera.scale() > 30.0 && fits(&&preferred);
    let length_m = if wide_enough { Some(&preferred) } else { lengths_m.iter().rev().find(fits) };
    let Some(&length_m) = length_m else { return };
    let (right, y) = (picture.width_px - 2.2 * em, picture.height_px - 1.5 * em);
    let left = right - length_m * camera.scale();
    let (x0, x1, y0) = (num(left), num(right), num(y));
    let (up, down) = (num(y - 0.28 * em), num(y + 0.28 * em));
    picture.push(&format!(
        "<path d=\"M{x0} {up}V{down}M{x0} {y0}H{x1}M{x1} {up}V{down}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>",
        Rgb::SOFT_INK
    ));
    let style = TextStyle { size_px: 0.9 * em, anchor: Anchor::Middle, colour: Rgb::SOFT_INK };
    let label =
        if length_m < 1.0 { format!("{} cm", num(100.0 * length_m)) } else { format!("{} m", num(length_m)) };
    picture.text(DVec2::new(0.5 * (left + right), y - 0.45 * em), &label, style);
}
