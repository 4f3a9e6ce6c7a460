//! From a file's bytes to a clip in metres and Y up: recognise the format, read, and settle unit and up axis.
//!
//! Files that adverb wrote state both (`Stated`). What other files do not state is found from the figure
//! ([`crate::figure`]) and listed in `source.assumptions`; [`ImportOptions`] overrides any assumption.

use crate::clip::{Clip, Format, Transform, UNITS_M, Up, y_up_from};
use crate::finding::{Criterion, Finding, Place, Subject};
use crate::formats::bvh::{self, Positions};
use crate::formats::{acclaim, gltf, mistaken, recognise, stated};
use crate::limits::Limits;
use crate::names::key;
use crate::sides::{Side, exchanged};
use crate::{Error, figure};

/// The extensions of readable files.
const KNOWN: &str = ".bvh, .glb, .gltf, .fbx or .amc (with its .asf beside it)";

/// Overrides of what import would find by itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportOptions {
    /// The file's up axis.
    pub up: Option<Up>,
    /// Metres per unit of the file.
    pub unit_m: Option<f64>,
    /// Whether unit and up axis are those of a project's files: then a file that states its own has those.
    pub of_project: bool,
    /// What the position channels of a BVH file hold.
    pub positions: Positions,
    /// Frames per second, for files that do not state them (AMC).
    pub rate: Option<f64>,
    /// The animation of a glTF file or take of an FBX file, by name or by index counted from 0; by default the first that moves a joint.
    pub animation: Option<String>,
}

/// Reads a file of any format adverb knows. `file` is its name, for its extension and for messages.
///
/// # Errors
/// As the format's reader; [`Error::File`] for an unknown format or an impossible unit.
pub fn import(file: &str, bytes: &[u8], options: &ImportOptions) -> Result<Clip, Error> {
    import_with(file, bytes, options, &mut |_| None)
}

/// As [`import`], for files that need others (a `.gltf` its `.bin`, an `.amc` its `.asf`): `fetch` yields the contents of such a file,
/// given its path relative to the first.
pub fn import_with(
    file: &str,
    bytes: &[u8],
    options: &ImportOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Clip, Error> {
    let fail = |problem: String| Error::File { file: file.into(), problem };
    if let Some(unit_m) = options.unit_m.filter(|u| !UNITS_M.contains(u)) {
        return Err(fail(format!("{unit_m} m is not a valid unit; give metres per unit, such as 0.01")));
    }
    if let Some(rate) = options.rate.filter(|r| !(1e-3..=1e5).contains(r)) {
        return Err(fail(format!("{rate} is not a valid frame rate; give a rate such as 120")));
    }
    let format = recognise(file, bytes);
    let is_alone = matches!(format, Some(Format::Bvh | Format::Asf | Format::Amc));
    if let Some(wanted) = options.animation.as_ref().filter(|wanted| is_alone && *wanted != "0") {
        let problem =
            format!("it holds one animation, without a name; {wanted:?} names one of a .glb or .fbx file");
        return Err(fail(problem));
    }
    let stated = format.and_then(|format| stated(format, bytes));
    let known_up = Known::of(options.up, stated.map(|own| own.up), options);
    let known_unit = Known::of(options.unit_m, stated.map(|own| own.unit_m), options);
    let mut clip = match format {
        Some(Format::Bvh) => {
            let up = known_up.map(|known| known.value);
            bvh::read(file, bytes, &bvh::ReadOptions { positions: options.positions, up })
        }
        Some(Format::Glb | Format::Gltf) => {
            let animation = options.animation.as_deref();
            gltf::clip::read_with(file, bytes, gltf::clip::ReadOptions { animation }, fetch)
        }
        Some(Format::Fbx) => fbx_clip(file, bytes, options),
        Some(Format::Asf) => acclaim::read_skeleton(file, bytes),
        Some(Format::Amc) => acclaim::read(file, bytes, &acclaim::ReadOptions { rate: options.rate }, fetch),
        None => Err(fail(format!("its format is unknown; give a file that is {KNOWN}"))),
    }
    .map_err(|error| mistaken(bytes).map_or(error, |what| fail(what.into())))?;
    let most = Limits::current().frames;
    if clip.frame_count() > most {
        return Err(fail(format!("it has {} frames; at most {most} are read", clip.frame_count())));
    }
    figure::keep_one(&mut clip);
    let up = settle_up(&mut clip, known_up);
    let unit_m = settle_unit(&mut clip, known_unit);
    to_metres_y_up(&mut clip, unit_m, up);
    let outliers = figure::leading_outliers(&clip);
    if let Some(frames) = leading(outliers) {
        let message = format!(
            "{frames} far from all that follows, an added T-pose: whole motions start at frame {outliers}"
        );
        clip.source.assume(Criterion::OutlierFrames, message);
    }
    warn_of_doubts(&mut clip);
    let jumps = jump_warnings(&clip, &|frame| frame >= outliers);
    clip.source.warnings.extend(jumps);
    Ok(clip)
}

#[cfg(feature = "fbx")]
fn fbx_clip(file: &str, bytes: &[u8], options: &ImportOptions) -> Result<Clip, Error> {
    use crate::formats::fbx::clip::{ReadOptions, read};
    read(file, bytes, ReadOptions { animation: options.animation.as_deref() })
}

#[cfg(not(feature = "fbx"))]
fn fbx_clip(file: &str, _: &[u8], _: &ImportOptions) -> Result<Clip, Error> {
    Err(crate::formats::without_fbx(file))
}

fn leading(outliers: usize) -> Option<String> {
    match outliers {
        0 => None,
        1 => Some("frame 0 is".into()),
        _ => Some(format!("frames 0 to {} are", outliers - 1)),
    }
}

/// Warnings about figures that are hardly meant.
fn warn_of_doubts(clip: &mut Clip) {
    if figure::is_upside_down(clip) {
        let message = "it is upside down: its head is below its feet nearly all the time";
        let remedy = "Unless it stands on its hands, turn it over in the program that wrote it.";
        clip.source.warn(Criterion::UpsideDown, message, remedy);
    }
    if let Some(left) = figure::exchanged_sides(clip) {
        let message =
            format!("its feet point back, so {left:?} is on the right: names of joints are exchanged");
        let names: Vec<&str> = clip.joints.iter().map(|joint| joint.name.as_str()).collect();
        let pair = |name: &&str| {
            let (other, side) = exchanged(name)?;
            let is_pair = side == Side::Right && names.contains(&other.as_str());
            is_pair.then(|| format!("{} = {other:?}", key(name)))
        };
        let pairs: Vec<String> = names.iter().filter_map(pair).collect();
        let remedy = format!(
            "On other bodies it goes as its feet point. Where it is the skeleton itself, begin the project with: sides = {{ {} }}.",
            pairs.join(", ")
        );
        clip.source.warn(Criterion::ExchangedNames, message, &remedy);
    }
}

/// The warning about a motion that uses frames at the start that do not belong to it.
pub(crate) fn outlier_warning(recording: Subject, outliers: usize) -> Option<Finding> {
    let message = format!("{} far from all that follows (an added T-pose?)", leading(outliers)?);
    let found = Finding::warning(Criterion::OutlierFrames, recording, message).of(outliers as f64, "frames");
    Some(found.remedy(format!("Start at frame {outliers}.")))
}

/// Warnings about joints that jump between two used frames, one for each of the first few joints.
pub(crate) fn jump_warnings(clip: &Clip, is_used: &dyn Fn(usize) -> bool) -> Vec<Finding> {
    const MOST: usize = 8;
    let mut joints: Vec<(figure::Jump, usize)> = Vec::new();
    for jump in figure::jumps(clip).filter(|jump| is_used(jump.frame) && is_used(jump.frame + 1)) {
        match joints.iter().position(|(first, _)| first.joint == jump.joint) {
            Some(own) => joints[own].1 += 1,
            None if joints.len() < MOST => joints.push((jump, 1)),
            None => {}
        }
    }
    let warning = |(jump, count): &(figure::Jump, usize)| {
        let angle_deg = jump.angle_rad.to_degrees();
        let more = match count {
            1 => String::new(),
            _ => format!(", the first of {count} such jumps"),
        };
        let message = format!("turns by {angle_deg:.0}° to the next frame{more}");
        let joint = Some(clip.joints[jump.joint].name.clone());
        Finding::warning(Criterion::JointJumps, clip.source.subject(), message)
            .of(angle_deg, "°")
            .at(Place { joint, frame: Some(jump.frame), ..Place::default() })
            .remedy("Mend the recording there.")
    };
    joints.iter().map(warning).collect()
}

/// Brings a clip from its file's unit and axes to metres and Y up, and notes both in its source.
pub fn to_metres_y_up(clip: &mut Clip, unit_m: f64, up: Up) {
    let turn = Transform { rotation: y_up_from(up), ..Transform::IDENTITY };
    let convert = |local: &mut Transform, parentless: bool| {
        local.translation *= unit_m;
        if parentless && up != Up::Y {
            *local = turn.compose(*local);
        }
    };
    let parentless: Vec<bool> = clip.joints.iter().map(|joint| joint.parent.is_none()).collect();
    for frame in clip.locals.chunks_exact_mut(parentless.len().max(1)) {
        frame.iter_mut().zip(&parentless).for_each(|(local, &p)| convert(local, p));
    }
    clip.joints.iter_mut().zip(&parentless).for_each(|(joint, &p)| convert(&mut joint.rest, p));
    clip.source.unit_m = unit_m;
    clip.source.up = up;
}

/// A unit or an axis that need not be found.
#[derive(Clone, Copy)]
struct Known<T> {
    value: T,
    /// By the user; else stated in the file.
    asked: bool,
}

impl<T> Known<T> {
    fn of(asked: Option<T>, stated: Option<T>, options: &ImportOptions) -> Option<Self> {
        let asked = asked.map(|value| Self { value, asked: true });
        let stated = stated.map(|value| Self { value, asked: false });
        if options.of_project { stated.or(asked) } else { asked.or(stated) }
    }

    /// Notes it in the clip's source; `what` says it.
    fn note(self, clip: &mut Clip, criterion: Criterion, what: String) -> T {
        match self.asked {
            true => clip.source.given(criterion, what + ", as asked"),
            false => clip.source.assume(criterion, what + ", as stated in the file"),
        }
        self.value
    }
}

fn settle_up(clip: &mut Clip, known: Option<Known<Up>>) -> Up {
    let said = |up| format!("up: {}", if up == Up::Y { "Y" } else { "Z" });
    let by_format = match clip.source.format {
        Format::Glb | Format::Gltf => Some(Up::Y),
        Format::Fbx => Some(clip.source.up),
        Format::Bvh | Format::Asf | Format::Amc => None,
    };
    match (known, by_format) {
        (Some(known), None) => known.note(clip, Criterion::Axes, said(known.value)),
        (Some(known), _) if known.asked => known.note(clip, Criterion::Axes, said(known.value)),
        (_, Some(up)) => up,
        (None, None) => {
            let (up, why) = figure::up(clip);
            clip.source.assume(Criterion::Axes, format!("{}, {why}", said(up)));
            up
        }
    }
}

fn settle_unit(clip: &mut Clip, known: Option<Known<f64>>) -> f64 {
    match known {
        Some(known) => known.note(clip, Criterion::Unit, format!("unit: {} m", rounded(known.value))),
        None => figure::unit_m(clip),
    }
}

/// Without digits that nobody needs.
fn rounded(unit_m: f64) -> f64 {
    let digits = libm::pow(10f64, 5.0 - libm::log10(unit_m.abs()).floor());
    (unit_m * digits).round() / digits
}
