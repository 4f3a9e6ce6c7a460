//! Two bodies side by side, of which one follows the other: its joints in the colours of those that they follow. So a wrong guess
//! about which joint is which is seen at a glance.

use adverb::body::{self, Binding, Follow, Part};
use glam::{DVec2, DVec3};

use super::callouts::{ROW_PX, heights};
use super::camera::{Camera, View};
use super::colour::{Palette, Rgb};
use super::figure::Figure;
use super::ground::{self, Ground};
use super::paint::{self, Ink};
use super::plot;
use super::scene::{Exposure, Scene, Subject, drawable};
use super::svg::{Anchor, FONTS, Picture, TextStyle, escaped, num, text_width};
use crate::clip::{Clip, Transform};
use crate::error::Error;
use crate::retarget::followed;
use crate::sides::Side;

/// Of joints that go along with others.
const STILL: Rgb = Rgb(150, 158, 174);
const STILL_FLESH: Rgb = Rgb(222, 226, 234);
/// Of joints of limbs and trunk that should follow or be followed.
const MISSED: Rgb = Rgb(206, 30, 58);

const EM: f64 = 13.0;
const TALLEST_PX: f64 = 600.0;
const WIDEST_PX: f64 = 560.0;
/// From a figure to the words beside it.
const LEADER_PX: f64 = 52.0;
const MARGIN_PX: f64 = 30.0;
const TOP_PX: f64 = 84.0;
const BOTTOM_PX: f64 = 66.0;
/// The largest radius of a joint; where joints are close together they are smaller.
const DOT_PX: f64 = 5.5;

/// A body as its file has it.
pub struct StandingBody<'a> {
    /// Above it.
    pub name: &'a str,
    /// Its joints, and motions that show where its face and soles are.
    pub clip: &'a Clip,
    /// How it stands, in the axes of its file.
    pub figure: &'a body::Figure,
}

/// Draws a body, the source, beside another that follows it. An error if one of them has no joint at a finite place.
pub fn following(source: &StandingBody, target: &StandingBody, binding: &Binding) -> Result<Picture, Error> {
    let colours = colours(source.figure);
    let follows: Vec<Option<Follow>> = binding.joints.iter().map(|joint| joint.follows).collect();
    let is_followed = |s: usize| {
        follows.iter().flatten().any(|follow| follow.from == s || (follow.to == s && follow.part > 0.0))
    };
    let look = |s: usize| match (is_followed(s), binding.map.lost.contains(&s)) {
        (true, _) => Look::Follows(colours[s], String::new()),
        (false, true) => Look::Missed,
        (false, false) => Look::Still,
    };
    let its: Vec<Look> = (0..colours.len()).map(look).collect();
    let open: Vec<usize> = binding.map.open(target.figure).collect();
    let look = |(t, follow): (usize, &Option<Follow>)| match follow {
        Some(follow) => {
            let colour = colours[follow.from].mix(colours[follow.to], follow.part);
            Look::Follows(colour, followed(follow, source.figure))
        }
        None if open.contains(&t) => Look::Missed,
        None => Look::Still,
    };
    let own: Vec<Look> = follows.iter().enumerate().map(look).collect();

    let panels = [Panel::of(source, &its)?, Panel::of(target, &own)?];
    let width: f64 = panels.iter().map(|panel| panel.size.x + MARGIN_PX).sum();
    let height = panels.iter().map(|panel| panel.size.y).fold(0.0, f64::max);
    let mut picture = Picture::new(width + MARGIN_PX, height + TOP_PX + BOTTOM_PX, Some(Rgb::WHITE));
    let mut left = MARGIN_PX;
    for panel in &panels {
        panel.draw(&mut picture, DVec2::new(left, TOP_PX + 0.5 * (height - panel.size.y)));
        left += panel.size.x + MARGIN_PX;
    }
    legend(&mut picture, height + TOP_PX + 0.6 * BOTTOM_PX);
    Ok(picture)
}

/// How a joint is shown.
enum Look {
    /// In this colour, with what it follows.
    Follows(Rgb, String),
    /// It goes along with others.
    Still,
    /// It should follow or be followed.
    Missed,
}

impl Look {
    fn flesh(&self) -> Rgb {
        match self {
            Self::Follows(colour, _) => colour.mix(Rgb::WHITE, 0.42),
            Self::Still => STILL_FLESH,
            Self::Missed => STILL_FLESH.mix(MISSED, 0.14),
        }
    }

    fn line(&self) -> Rgb {
        match self {
            Self::Follows(colour, _) => *colour,
            Self::Still => STILL,
            Self::Missed => MISSED,
        }
    }
}

/// A colour for every joint of a body: limbs and trunk have one each, from dark to light.
fn colours(figure: &body::Figure) -> Vec<Rgb> {
    let regions: Vec<Option<Rgb>> = (0..figure.places.len()).map(|joint| region(figure, joint)).collect();
    let colour = |(joint, region): (usize, &Option<Rgb>)| {
        // Of bodies that nobody recognises, whatever tells joints apart.
        let Some(base) = region else { return plot::colour(joint) };
        let same = |range: &[Option<Rgb>]| range.iter().filter(|other| *other == region).count();
        let (before, all) = (same(&regions[..joint]), same(&regions));
        base.lit(0.2 + 0.55 * before as f64 / (all.max(2) - 1) as f64)
    };
    regions.iter().enumerate().map(colour).collect()
}

/// The colour of the limb or of the trunk that a joint belongs to or hangs from.
fn region(figure: &body::Figure, joint: usize) -> Option<Rgb> {
    const TRUNK: Rgb = Rgb(128, 112, 196);
    const ARMS: [Rgb; 2] = [Rgb(30, 158, 128), Rgb(236, 112, 84)];
    const LEGS: [Rgb; 2] = [Rgb(44, 124, 206), Rgb(226, 164, 36)];
    let anatomy = figure.anatomy();
    let own = |j: usize| {
        if anatomy.trunk.contains(&j) || anatomy.neck.contains(&j) {
            return Some(TRUNK);
        }
        let (part, side, _) = anatomy.parts().find(|own| own.2 == j)?;
        let of = |pair: [Rgb; 2]| pair[usize::from(side == Some(Side::Right))];
        Some(match part {
            Part::UpLeg | Part::Knee | Part::Foot | Part::Toe => of(LEGS),
            Part::Shoulder | Part::Arm | Part::Elbow | Part::Hand => of(ARMS),
            _ => TRUNK,
        })
    };
    figure.tree.up(joint).find_map(own)
}

/// A joint on paper.
struct Dot {
    at: DVec2,
    radius_px: f64,
    line: Rgb,
    filled: bool,
    name: String,
    follows: String,
}

/// A body with words to both sides.
struct Panel<'a> {
    title: &'a str,
    size: DVec2,
    scene: Scene,
    camera: Camera,
    ground: Ground,
    dots: Vec<Dot>,
    /// Words at the left and at the right: dots with the heights of their words.
    words: [Vec<(usize, f64)>; 2],
    /// Where these end and begin.
    columns: [f64; 2],
}

impl<'a> Panel<'a> {
    fn of(body: &StandingBody<'a>, looks: &[Look]) -> Result<Self, Error> {
        let subject = body.subject(looks);
        let scene = Scene { title: body.name.into(), subjects: vec![subject], ..Scene::default() };
        let balls = scene.balls()?;
        let camera = Camera::aimed(body.view().axes(DVec3::Z), &balls);
        let [low, high] = camera.extent(&balls);
        let zoom = (DVec2::new(WIDEST_PX, TALLEST_PX) / (high - low)).min_element();
        let size = zoom * (high - low);
        let mut dots = body.dots(looks, &camera.zoomed(zoom).shifted(-zoom * low));
        let sides = sided(&dots, size.x);
        let wide = |side: &[usize]| side.iter().map(|&dot| dots[dot].width_px()).fold(0.0, f64::max);
        let [left, right] = [wide(&sides[0]), wide(&sides[1])];
        let tallest = ROW_PX * sides[0].len().max(sides[1].len()) as f64;
        let whole = DVec2::new(left + right + size.x + 2.0 * LEADER_PX, size.y.max(tallest));
        let corner = DVec2::new(left + LEADER_PX, 0.5 * (whole.y - size.y));
        let camera = camera.zoomed(zoom).shifted(corner - zoom * low);
        dots.iter_mut().for_each(|dot| dot.at += corner);
        let columns = [left, whole.x - right];
        let word = |side: usize| {
            let points: Vec<DVec2> = sides[side].iter().map(|&dot| dots[dot].at).collect();
            let found = heights(&points, columns[side], [0.5 * ROW_PX, whole.y - 0.5 * ROW_PX]);
            sides[side].iter().copied().zip(found).collect()
        };
        let words = [word(0), word(1)];
        let ground = Ground::under(&balls, DVec3::Z);
        Ok(Self { title: body.name, size: whole, scene, camera, ground, dots, words, columns })
    }

    fn draw(&self, picture: &mut Picture, at: DVec2) {
        let title = TextStyle { size_px: 1.5 * EM, anchor: Anchor::Middle, colour: Rgb::INK };
        picture.text(DVec2::new(at.x + 0.5 * self.size.x, 0.5 * TOP_PX), self.title, title);
        let camera = self.camera.shifted(at);
        let shown: Vec<(&Subject, &Exposure)> =
            self.scene.subjects.iter().flat_map(|own| own.exposures.iter().map(move |e| (own, e))).collect();
        ground::shadows(picture, &camera, &self.ground, shown.iter().copied());
        paint::figures(picture, &camera, &shown, Ink { paper: Rgb::WHITE, halo_px: 1.5 });
        for (side, words) in self.words.iter().enumerate() {
            let x = at.x + self.columns[side];
            for &(dot, y) in words {
                self.dots[dot].lead(picture, at, DVec2::new(x, at.y + y), side == 0);
            }
        }
        self.dots.iter().for_each(|dot| dot.draw(picture, at));
    }
}

impl StandingBody<'_> {
    fn world(&self) -> Vec<Transform> {
        let joints = self.figure.places.iter().zip(&self.figure.axes);
        joints.map(|(&translation, &rotation)| Transform { translation, rotation }).collect()
    }

    fn subject(&self, looks: &[Look]) -> Subject {
        let figure = Figure::of(self.clip);
        let colours = looks.iter().map(Look::flesh).collect();
        let exposure = Exposure { points: figure.points(&self.world()), strength: 1.0, colours };
        Subject {
            figure,
            exposures: vec![exposure],
            path: Vec::new(),
            footprints: Vec::new(),
            palette: Palette::default(),
            label: String::new(),
            forward: Some(DVec3::Z),
        }
    }

    /// Nearly from the front; those that are longer than wide more from the side.
    fn view(&self) -> View {
        let shown: Vec<DVec3> = self.shown().map(|joint| self.figure.places[joint]).collect();
        let extent = |of: fn(&DVec3) -> f64| {
            let (low, high) =
                shown.iter().map(of).fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
            high - low
        };
        let is_long = extent(|place| place.z) > extent(|place| place.x);
        View::Free { yaw_deg: if is_long { 68.0 } else { 24.0 }, pitch_deg: 10.0 }
    }

    /// Joints but for tips of bones, and those above the hips, which hold the origin, wherever that is.
    fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        let hips = self.figure.anatomy().joint(Part::Hips, None);
        let is_above =
            move |j: usize| hips.is_some_and(|hips| hips != j && self.figure.tree.up(hips).any(|up| up == j));
        (0..self.figure.places.len()).filter(move |&j| !self.figure.tree.ends[j] && !is_above(j))
    }

    fn dots(&self, looks: &[Look], camera: &Camera) -> Vec<Dot> {
        let place = |j: usize| Some(self.figure.places[j]).filter(|&place| drawable(place));
        let seen = |j: usize| Some((j, camera.see(place(j)?)?.at));
        let seen: Vec<(usize, DVec2)> = self.shown().filter_map(seen).collect();
        let nearest = |j: usize, at: DVec2| {
            let others = seen.iter().filter(|(other, _)| *other != j).map(|(_, other)| other.distance(at));
            others.filter(|far| *far > 1.0).fold(f64::INFINITY, f64::min)
        };
        let dot = |&(j, at): &(usize, DVec2)| Dot {
            at,
            radius_px: (0.42 * nearest(j, at)).clamp(2.2, DOT_PX),
            line: looks[j].line(),
            filled: matches!(looks[j], Look::Follows(..)),
            name: self.figure.tree.names[j].clone(),
            follows: match &looks[j] {
                Look::Follows(_, what) => what.clone(),
                _ => String::new(),
            },
        };
        seen.iter().map(dot).collect()
    }
}

/// The dots with words at the left and at the right: on their own side of the middle, those in the middle where there is more room.
fn sided(dots: &[Dot], width_px: f64) -> [Vec<usize>; 2] {
    let (mut sides, mut middle) = ([Vec::new(), Vec::new()], Vec::new());
    // The first joint that is shown is the hips, if they are known.
    let between = dots.first().map_or(0.0, |dot| dot.at.x);
    for (i, dot) in dots.iter().enumerate() {
        let off = dot.at.x - between;
        match off.abs() < 0.04 * width_px {
            true => middle.push(i),
            false => sides[usize::from(off > 0.0)].push(i),
        }
    }
    for dot in middle {
        let roomier = usize::from(sides[1].len() < sides[0].len());
        sides[roomier].push(dot);
    }
    sides
}

impl Dot {
    fn width_px(&self) -> f64 {
        text_width(&self.name, EM)
            + match self.follows.as_str() {
                "" => 0.0,
                joint => 0.5 * EM + text_width("« ", EM) + text_width(joint, EM),
            }
    }

    /// The line to its word, and the word.
    fn lead(&self, picture: &mut Picture, corner: DVec2, word: DVec2, at_left: bool) {
        let from = corner + self.at;
        let to = DVec2::new(word.x + if at_left { 5.0 } else { -5.0 }, word.y);
        picture.push(&format!(
            "<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"0.8\" stroke-opacity=\"0.75\"/>",
            num(from.x),
            num(from.y),
            num(to.x),
            num(to.y),
            self.line
        ));
        let name = if self.filled { Rgb::INK } else { self.line };
        let anchor = if at_left { "end" } else { "start" };
        let arrow = match self.follows.as_str() {
            "" => String::new(),
            joint => {
                let colour = self.line.mix(Rgb::INK, 0.35);
                format!("<tspan fill=\"{colour}\" dx=\"{}\">« {}</tspan>", num(0.5 * EM), escaped(joint))
            }
        };
        picture.push(&format!(
            "<text x=\"{}\" y=\"{}\" font-family=\"{FONTS}\" font-size=\"{EM}\" font-weight=\"300\" fill=\"{name}\" text-anchor=\"{anchor}\">{}{arrow}</text>",
            num(word.x),
            num(word.y + 0.35 * EM),
            escaped(&self.name)
        ));
    }

    fn draw(&self, picture: &mut Picture, corner: DVec2) {
        let at = corner + self.at;
        circle(picture, at, self.radius_px, self.line, self.filled);
    }
}

/// A joint: filled, or a ring.
fn circle(picture: &mut Picture, at: DVec2, radius_px: f64, line: Rgb, filled: bool) {
    let (fill, edge) = if filled { (line, Rgb::WHITE) } else { (Rgb::WHITE, line) };
    let width = if filled { 1.0 } else { (0.4 * radius_px).min(1.8) };
    picture.push(&format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{}\"/>",
        num(at.x),
        num(at.y),
        num(radius_px),
        num(width)
    ));
}

fn legend(picture: &mut Picture, y: f64) {
    let entries = [
        (Palette::MANNEQUIN.left, true, "follows the joint of this colour"),
        (STILL, false, "goes along with what it hangs from, or is not needed"),
        (MISSED, false, "follows none, or none follows it: name its partner in joints = { … }"),
    ];
    let mut x = MARGIN_PX;
    for (colour, filled, says) in entries {
        circle(picture, DVec2::new(x, y), DOT_PX, colour, filled);
        let style = TextStyle { size_px: EM, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
        picture.text(DVec2::new(x + 0.9 * EM, y + 0.35 * EM), says, style);
        x += text_width(says, EM) + 3.2 * EM;
    }
}
