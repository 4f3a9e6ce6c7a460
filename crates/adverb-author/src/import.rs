//! From a file's bytes to a clip in metres and Y up: recognise the format, read, and settle unit and up axis.
//!
//! What the file does not state is found from its figure ([`crate::figure`]) and listed in `source.assumptions`;
//! [`ImportOptions`] overrides any assumption.

use crate::clip::{Clip, Format, Transform, Up, y_up_from};
use crate::finding::{Criterion, Finding, Place, Subject};
use crate::formats::bvh::{self, Positions};
use crate::formats::{acclaim, gltf, mistaken, recognise};
use crate::limits::Limits;
use crate::{Error, figure};

/// An adult's length along the bones from head joint to ankle.
const HEAD_TO_ANKLE_M: f64 = 1.45;
/// How far a figure may deviate from that in a usual unit.
const BELIEVABLE: std::ops::Range<f64> = 0.65..1.5;
/// Plausible sizes in a format that is in metres by definition.
const METRES: std::ops::Range<f64> = 0.05..10.0;
/// Figures below this, in units of the file, are too small to find the unit.
const NO_SIZE: f64 = 1e-9;
/// The units that motion comes in. CMU's is an inch over its ASF files' `length` of 0.45.
const UNITS_M: [f64; 5] = [1.0, 0.01, 0.001, 0.0254, 0.0254 / 0.45];

/// The extensions of readable files.
const KNOWN: &str = ".bvh, .glb, .gltf, .fbx or .amc (with its .asf beside it)";

/// Overrides of what import would find by itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportOptions {
    /// The file's up axis.
    pub up: Option<Up>,
    /// Metres per unit of the file.
    pub unit_m: Option<f64>,
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
    if let Some(unit_m) = options.unit_m.filter(|u| !(1e-15..=1e15).contains(u)) {
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
    let mut clip = match format {
        Some(Format::Bvh) => {
            bvh::read(file, bytes, &bvh::ReadOptions { positions: options.positions, up: options.up })
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
    let up = settle_up(&mut clip, options.up);
    let unit_m = settle_unit(&mut clip, options.unit_m);
    to_metres_y_up(&mut clip, unit_m, up);
    let outliers = figure::leading_outliers(&clip);
    if let Some(frames) = leading(outliers) {
        let message = format!(
            "{frames} far from all that follows, an added T-pose: whole motions start at frame {outliers}"
        );
        clip.source.assume(Criterion::OutlierFrames, message);
    }
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

fn settle_up(clip: &mut Clip, given: Option<Up>) -> Up {
    let (up, why) = match given {
        Some(up) => (up, "as asked".into()),
        // Those formats say so themselves.
        None if is_in_metres(clip.source.format) => return Up::Y,
        None if clip.source.format == Format::Fbx => return clip.source.up,
        None => figure::up(clip),
    };
    let message = format!("up: {}, {why}", if up == Up::Y { "Y" } else { "Z" });
    match given {
        Some(_) => clip.source.given(Criterion::Axes, message),
        None => clip.source.assume(Criterion::Axes, message),
    }
    up
}

/// Whether files of a format are in metres and Y up by definition.
fn is_in_metres(format: Format) -> bool {
    matches!(format, Format::Glb | Format::Gltf)
}

/// The unit of an ASF file if the figure is a person's size in it. What its `length` scales is not written down
/// anywhere, and other programs mean other things by it.
fn acclaims_unit(clip: &mut Clip) -> Option<f64> {
    let stated = matches!(clip.source.format, Format::Asf | Format::Amc).then_some(clip.source.unit_m)?;
    let size = figure::head_to_ankle(clip)?;
    let believable = BELIEVABLE.contains(&(size * stated / HEAD_TO_ANKLE_M));
    believable.then(|| {
        let length = acclaim::unit_m(stated);
        let message = format!("unit: {stated:.6} m, an inch over the skeleton's length of {length:.4}");
        clip.source.assume(Criterion::Unit, message);
        stated
    })
}

/// The unit that an FBX file states, unless it makes a person, recognised by joint names, a dwarf or a giant: many programs write
/// metres and state centimetres.
fn fbxs_unit(clip: &mut Clip) -> Option<f64> {
    let stated = (clip.source.format == Format::Fbx).then_some(clip.source.unit_m)?;
    let person = figure::head_to_ankle(clip).map(|size| size * stated);
    if let Some(metres) = person.filter(|metres| !METRES.contains(metres)) {
        let message = format!(
            "the file states a unit of {stated} m, which would make the figure {metres:.3} m long from head to ankle; that is not \
             believed"
        );
        clip.source.warn(Criterion::Unit, message, "Give the unit if it is right.");
        return None;
    }
    if !clip.source.assumptions.iter().any(|assumption| assumption.criterion == Criterion::Unit) {
        clip.source.assume(Criterion::Unit, format!("unit: {stated} m, as stated in the file"));
    }
    Some(stated)
}

fn settle_unit(clip: &mut Clip, given: Option<f64>) -> f64 {
    if let Some(unit_m) = given {
        clip.source.given(Criterion::Unit, format!("unit: {unit_m} m, as asked"));
        return unit_m;
    }
    let in_metres = is_in_metres(clip.source.format);
    if let Some(unit_m) = acclaims_unit(clip).or_else(|| fbxs_unit(clip)) {
        return unit_m;
    }
    let whole = figure::size(clip);
    if in_metres && (METRES.contains(&whole) || whole == 0.0) {
        return 1.0;
    }
    let (size, what) = match figure::head_to_ankle(clip) {
        Some(length) => (length, "head to ankle"),
        None => (whole, "the figure's largest extent"),
    };
    let source = &mut clip.source;
    if size < NO_SIZE {
        let message = "the skeleton has no size; its unit is taken for the metre";
        source.warn(Criterion::Unit, message, "Give another unit if it is not.");
        return 1.0;
    }
    let misfit = |unit: &f64| (size * unit / HEAD_TO_ANKLE_M).ln().abs();
    let nearest = UNITS_M.into_iter().min_by(|a, b| misfit(a).total_cmp(&misfit(b))).unwrap_or(1.0);
    if in_metres {
        let message = format!("the figure spans {whole:.3} m, which is unlikely for a format in metres");
        source.warn(Criterion::Unit, message, "");
    }
    if BELIEVABLE.contains(&(size * nearest / HEAD_TO_ANKLE_M)) {
        let metres = size * nearest;
        let message =
            format!("unit: {nearest:.6} m, assuming that {what} of {size:.3} units is {metres:.2} m");
        source.assume(Criterion::Unit, message);
        return nearest;
    }
    let unit_m = HEAD_TO_ANKLE_M / size;
    let message = format!(
        "{what} is {size:.3} units, which no usual unit makes a person; scaled to {HEAD_TO_ANKLE_M} m"
    );
    source.warn(Criterion::Unit, message, "Give the unit if that is wrong.");
    unit_m
}
