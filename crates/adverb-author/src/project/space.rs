//! The spaces of `[verbs.…]` and `[shapes.…]`: named axes, examples at their points, and how to interpolate between them.
//!
//! Reading a space imports no recording, so it is quick and works before the recordings exist. Only if morph targets are its examples,
//! their mesh is read for their names.

mod symmetric;
mod targets;

use toml::Spanned;
use toml::de::{DeString, DeValue};

use super::document::{Document, Table, Value};
use super::expression::At;
use super::folder::Folder;
use super::form::{Meshes, called, free_name};
use super::measure::{self, MeasureEntry};
use crate::error::{Error, Excerpt};
use crate::finding::Subject;
use crate::names::suggestion;
use crate::space::{Axis, Draft, Example, Extrapolation, Kernel, Levels, PseudoExample, Solution, Space};

/// The kind of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpaceKind {
    /// A space of motions; its axes are adverbs.
    Verb,
    /// A space of forms; its axes are adjectives.
    Shape,
}

impl SpaceKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Verb, Self::Shape];

    /// `verb` or `shape`.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Verb => "verb",
            Self::Shape => "shape",
        }
    }

    /// The word for its axes: `adverbs` or `adjectives`.
    pub fn axes(self) -> &'static str {
        match self {
            Self::Verb => "adverbs",
            Self::Shape => "adjectives",
        }
    }

    /// The table of the file that holds such spaces.
    fn table(self) -> &'static str {
        match self {
            Self::Verb => "verbs",
            Self::Shape => "shapes",
        }
    }

    /// The key of an example that says what it holds.
    fn content(self) -> &'static str {
        match self {
            Self::Verb => "motion",
            Self::Shape => "form",
        }
    }

    /// What it does outside its examples, unless the file says otherwise. The features of a face add up, far outside the hull of one at
    /// a time; motions fall apart there.
    fn extrapolation(self) -> Extrapolation {
        match self {
            Self::Verb => Extrapolation::Damped,
            Self::Shape => Extrapolation::Free,
        }
    }

    /// Keys of the format that are not about the space.
    fn others(self) -> &'static [&'static str] {
        match self {
            Self::Verb => &[
                "clear-hands",
                "cycle",
                "constraints",
                "control-points",
                "motion",
                "symmetric",
                "usage",
                "variations",
            ],
            Self::Shape => &["rest", "targets", "features", "clamp", "threshold", "attributes"],
        }
    }
}

/// A space of the project file.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSpace {
    /// Whether it is a verb's or a shape's.
    pub kind: SpaceKind,
    /// As the file has it.
    pub name: String,
    /// The space as written. Examples have the names of their motions or forms.
    pub space: Draft,
    /// What each example holds; an image, what it is the mirror image of.
    pub(super) contents: Vec<At<String>>,
    /// What each axis measures.
    pub(super) measures: Vec<Option<MeasureEntry>>,
    /// Whether points of forms follow from their poses. Until these are known, they are at the defaults.
    stands_by_pose: bool,
    file: String,
    /// The line of its name.
    excerpt: Excerpt,
    /// The lines of what its examples hold.
    excerpts: Vec<Excerpt>,
}

impl NamedSpace {
    /// The space, unless parts of it must be measured in its motions or in the poses of its forms.
    #[must_use]
    pub fn settled(&self) -> Option<Space> {
        if self.stands_by_pose { None } else { self.space.settled().ok() }
    }

    /// Solves the settled or measured space. Errors show the line of its name.
    pub fn solve(&self, space: &Space) -> Result<Solution, Error> {
        space.solve().map_err(|error| self.located(error))
    }

    /// Its verb or shape, as the subject of a finding.
    pub fn subject(&self) -> Subject {
        match self.kind {
            SpaceKind::Verb => Subject::Verb(self.name.clone()),
            SpaceKind::Shape => Subject::Shape(self.name.clone()),
        }
    }

    /// Moves an error to the line of its name, or of the form at fault.
    pub(super) fn located(&self, error: Error) -> Error {
        let mut excerpt = &self.excerpt;
        let (problem, remedy) = match error {
            Error::Space { problem, remedy } => (problem, remedy),
            Error::Motion { problem } => (problem, String::new()),
            Error::File { ref file, .. } if self.kind == SpaceKind::Shape => {
                let form = self.contents.iter().position(|content| content.value == *file);
                excerpt = form.map_or(excerpt, |form| &self.excerpts[form]);
                (error.to_string(), String::new())
            }
            other => return other,
        };
        Error::Project { file: self.file.clone(), excerpt: excerpt.clone(), problem, remedy }
    }
}

/// The spaces of a project file, verbs first, each kind in the order of the file. Reads no recording; `folder` opens the meshes
/// whose morph targets are examples.
pub fn spaces(file: &str, text: &str, folder: &mut dyn Folder) -> Result<Vec<NamedSpace>, Error> {
    let doc = Document { file, text };
    let table = doc.project()?;
    read_all(&doc, &table, &mut Meshes::reading(folder))
}

pub(super) fn read_all(doc: &Document, table: &Table, meshes: &mut Meshes) -> Result<Vec<NamedSpace>, Error> {
    let mut spaces = Vec::new();
    for kind in SpaceKind::ALL {
        let Some(section) = table.get(kind.table()) else { continue };
        for (name, value) in in_order(doc.table(section, &format!("[{}]", kind.table()))?) {
            let place = format!("[{}.{}]", kind.table(), name.get_ref());
            let own = doc.table(value, &place)?;
            let targets = own.get("targets").filter(|_| kind == SpaceKind::Shape);
            let targets = targets.map(|targets| targets::read(doc, own, targets, meshes));
            let targets = targets.transpose()?.unwrap_or_default();
            let reader = Reader { doc, kind, table: own, place, targets };
            let (space, contents, measures) = reader.space()?;
            let stands_by_pose = reader.stands_by_pose()?;
            let (name, excerpt) = (name.get_ref().to_string(), doc.excerpt(name.span()));
            spaces.push(NamedSpace {
                kind,
                name,
                space,
                excerpts: contents.iter().map(|content| doc.excerpt(content.span.clone())).collect(),
                contents,
                measures,
                stands_by_pose,
                file: doc.file.to_string(),
                excerpt,
            });
        }
    }
    Ok(spaces)
}

/// The entries of a table as the file has them; the table itself sorts them by name.
pub(super) fn in_order<'t, 'a>(table: &'t Table<'a>) -> Vec<(&'t Spanned<DeString<'a>>, &'t Value<'a>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

type Contents = (Draft, Vec<At<String>>, Vec<Option<MeasureEntry>>);
type DraftAxis = Axis<Option<f64>>;
type DraftExample = Example<Option<f64>>;

/// One table of `[verbs]` or `[shapes]`.
struct Reader<'t, 'a> {
    doc: &'t Document<'a>,
    kind: SpaceKind,
    table: &'t Table<'a>,
    /// For messages.
    place: String,
    /// Morph targets that are examples.
    targets: Vec<targets::Form>,
}

impl Reader<'_, '_> {
    /// The space, what each example holds, and what each axis measures.
    fn space(&self) -> Result<Contents, Error> {
        let own = ["examples", "pseudo", "kernel", "radius", "smoothing", "metric", "extrapolate", "levels"];
        let keys = [&[self.kind.axes()], &own[..], self.kind.others()].concat();
        self.doc.only(self.table, &self.place, &keys)?;
        let mut axes = self.axes()?;
        axes.extend(targets::axes(&self.targets));
        let mut measures = self.measures()?;
        measures.resize(axes.len(), None);
        let (examples, contents) = self.examples(&axes, &measures)?;
        let get = |key: &str| self.table.get(key);
        let space = Space {
            pseudo_examples: self.pseudo_examples(&axes)?,
            corrections: Vec::new(),
            kernel: get("kernel").map(|v| self.kernel(v)).transpose()?.unwrap_or_default(),
            radius: get("radius").map(|v| self.radius(v)).transpose()?.flatten(),
            metric: get("metric").map(|v| self.metric(v)).transpose()?,
            extrapolation: get("extrapolate")
                .map_or(Ok(self.kind.extrapolation()), |v| self.extrapolation(v))?,
            levels: get("levels").map(|v| self.levels(v)).transpose()?.unwrap_or_default(),
            symmetry: None,
            smoothing: get("smoothing").map_or(Ok(0.0), |v| self.doc.number_from(v, "smoothing", 0.0))?,
            axes,
            examples,
        };
        let Some(listed) = get("symmetric").filter(|_| self.kind == SpaceKind::Verb) else {
            return Ok((space, contents, measures));
        };
        let space = self.symmetric(space, &measures, listed)?;
        let contents = [contents.clone(), contents].concat();
        Ok((space, contents, measures))
    }

    /// `adverbs = { happiness = [-1, 1], speed = { range = [0.6, 2.0], scale = 0.5 } }`.
    fn axes(&self) -> Result<Vec<DraftAxis>, Error> {
        let Some(value) = self.table.get(self.kind.axes()) else { return Ok(Vec::new()) };
        let entries = in_order(self.doc.table(value, self.kind.axes())?);
        entries.into_iter().map(|(name, value)| self.axis(name.get_ref(), value)).collect()
    }

    fn axis(&self, name: &str, value: &Value) -> Result<DraftAxis, Error> {
        let doc = self.doc;
        let table = match value.get_ref() {
            DeValue::Array(_) => return Ok(Axis::new(name, self.range(name, value)?).into()),
            DeValue::Table(table) => table,
            _ => return Err(doc.unexpected(value, name, "a range, [0, 1], or { range = [0, 1] }")),
        };
        let place = format!("{} of {}", name, self.place);
        doc.only(table, &place, &["range", "scale", "periodic", "rate", "read", "measure"])?;
        let range = match table.get("range") {
            Some(range) => self.range("range", range)?.map(Some),
            // That of the examples, when they are measured.
            None if table.contains_key("measure") => [None; 2],
            None => {
                let problem = format!("{place} has no range");
                return Err(doc.error(value.span(), problem, "for example: range = [0, 1]".into()));
            }
        };
        let measured = table.contains_key("measure");
        let mut axis = Axis { name: name.into(), range, scale: None, periodic: false, measured };
        axis.scale = table.get("scale").map(|v| self.positive(v, "scale")).transpose()?;
        if let Some(periodic) = table.get("periodic") {
            axis.periodic = doc.boolean(periodic, "periodic")?;
            if axis.periodic && table.contains_key("measure") {
                let problem = format!("{place} is measured, and measured adverbs cannot be periodic");
                return Err(doc.error(periodic.span(), problem, "leave periodic out".into()));
            }
        }
        Ok(axis)
    }

    /// Whether all axes read a pose.
    fn reads_poses_only(&self) -> Result<bool, Error> {
        let Some(axes) = self.table.get(self.kind.axes()) else { return Ok(false) };
        Ok(self.doc.table(axes, self.kind.axes())?.iter().all(|(_, axis)| reads_a_pose(axis)))
    }

    /// Whether some axis reads a pose, and some example does not say where it is on that.
    fn stands_by_pose(&self) -> Result<bool, Error> {
        let Some(axes) = self.table.get(self.kind.axes()) else { return Ok(false) };
        let axes = self.doc.table(axes, self.kind.axes())?;
        let read: Vec<&str> =
            axes.iter().filter(|(_, axis)| reads_a_pose(axis)).map(|(name, _)| &**name.get_ref()).collect();
        let written = |example: &Value, name: &str| {
            let at = example.get_ref().as_table().and_then(|example| example.get("at")?.get_ref().as_table());
            at.is_some_and(|at| at.contains_key(name))
        };
        Ok(self.list("examples")?.iter().any(|example| read.iter().any(|name| !written(example, name))))
    }

    fn range(&self, what: &str, value: &Value) -> Result<[f64; 2], Error> {
        let [low, high] = self.doc.numbers(value, what)?;
        if low < high {
            return Ok([low, high]);
        }
        let problem = format!("{what} = [{low}, {high}] is not a range");
        Err(self.doc.error(value.span(), problem, "write the smaller number first, then the larger".into()))
    }

    /// `speed = { measure = "speed" }`, for verbs.
    fn measures(&self) -> Result<Vec<Option<MeasureEntry>>, Error> {
        let Some(value) = self.table.get(self.kind.axes()) else { return Ok(Vec::new()) };
        let entries = in_order(self.doc.table(value, self.kind.axes())?);
        let one = |(_, value): (_, &Value)| {
            let measure = value.get_ref().as_table().and_then(|table| table.get("measure"));
            measure.map(|measure| measure::read(self.doc, measure, self.kind)).transpose()
        };
        entries.into_iter().map(one).collect()
    }

    fn examples(
        &self,
        axes: &[DraftAxis],
        measures: &[Option<MeasureEntry>],
    ) -> Result<(Vec<DraftExample>, Vec<At<String>>), Error> {
        let (mut examples, mut contents) = targets::examples(&self.targets, axes);
        let key = self.kind.content();
        if let Some(motion) = self.table.get("motion").filter(|_| self.kind == SpaceKind::Verb) {
            return self.one_motion(motion, axes);
        }
        let more: &[&str] = if self.kind == SpaceKind::Shape { &["pose"] } else { &[] };
        for value in self.list("examples")? {
            let place = format!("an example of {}", self.place);
            let table = self.doc.table(value, &place)?;
            self.doc.only(table, &place, &[&[key, "at", "radius", "refines"], more].concat())?;
            let Some(content) = table.get(key) else {
                let problem = format!("{place} has no {key}");
                return Err(self.doc.error(value.span(), problem, format!("write {key} = \"…\"")));
            };
            let source = self.doc.string(content, key)?.to_string();
            let at = match table.get("at") {
                Some(at) => self.point(axes, |axis| measures[axis].is_some(), at, "at")?,
                None if measures.iter().all(Option::is_some) => vec![None; axes.len()],
                // The pose that a form was made in tells, when it is known.
                None if self.reads_poses_only()? => axes.iter().map(DraftAxis::default_value).collect(),
                None => {
                    let problem = format!("example {source:?} of {} lacks `at`", self.place);
                    let by_hand = axes.iter().zip(measures).filter(|(_, measure)| measure.is_none());
                    let hint = point_hint("at", by_hand.map(|(axis, _)| axis));
                    return Err(self.doc.error(content.span(), problem, hint));
                }
            };
            // Examples of the same motion hold the same thing, which their number in the list can stand for.
            let same: Vec<usize> = (0..contents.len()).filter(|&i| contents[i].value == source).collect();
            let content_id = same.first().copied().unwrap_or(contents.len()) as u64;
            let name = if self.kind == SpaceKind::Shape { called(&source) } else { &source };
            examples.push(Example {
                name: free_name(name, |name| examples.iter().all(|own| own.name != name)),
                at,
                radius: table.get("radius").map(|v| self.radius(v)).transpose()?.flatten(),
                content: Some(content_id),
                refines: table
                    .get("refines")
                    .map(|v| self.doc.boolean(v, "refines"))
                    .transpose()?
                    .unwrap_or(false),
            });
            contents.push(At { value: source, span: content.span() });
        }
        Ok((examples, contents))
    }

    /// `motion = "idle"`: a plain motion is a verb of one example.
    fn one_motion(
        &self,
        motion: &Value,
        axes: &[DraftAxis],
    ) -> Result<(Vec<DraftExample>, Vec<At<String>>), Error> {
        let name = self.doc.string(motion, "motion")?.to_string();
        if !axes.is_empty() || self.table.contains_key("examples") {
            let problem = format!("{}: a plain motion has neither adverbs nor examples", self.place);
            let remedy = "write each motion as one of its [[….examples]], with a point".to_string();
            return Err(self.doc.error(motion.span(), problem, remedy));
        }
        let example =
            Example { name: name.clone(), at: Vec::new(), radius: None, content: Some(0), refines: false };
        Ok((vec![example], vec![At { value: name, span: motion.span() }]))
    }

    fn pseudo_examples(&self, axes: &[DraftAxis]) -> Result<Vec<PseudoExample>, Error> {
        let place = format!("a pseudo-example of {}", self.place);
        let one = |value: &Value| {
            let table = self.doc.table(value, &place)?;
            self.doc.only(table, &place, &["from", "to"])?;
            let end = |key: &str| {
                let Some(point) = table.get(key) else {
                    let problem = format!("{place} has no {key:?}");
                    return Err(self.doc.error(value.span(), problem, point_hint(key, axes)));
                };
                let at = self.point(axes, |_| false, point, key)?;
                if let Some(open) = at.iter().position(Option::is_none) {
                    let name = &axes[open].name;
                    let problem = format!("{place}: {key} has no {name}, whose range is measured");
                    return Err(self.doc.error(point.span(), problem, point_hint(key, axes)));
                }
                Ok(at.into_iter().flatten().collect())
            };
            Ok(PseudoExample { from: end("from")?, to: end("to")? })
        };
        self.list("pseudo")?.iter().map(one).collect()
    }

    /// The items of `[[verbs.walk.examples]]` and its like.
    fn list(&self, key: &str) -> Result<&[Value<'_>], Error> {
        let Some(value) = self.table.get(key) else { return Ok(&[]) };
        let place = self.place.trim_end_matches(']');
        match value.get_ref() {
            DeValue::Array(items) => Ok(items),
            _ => Err(self.doc.unexpected(value, key, &format!("a list, written [{place}.{key}]]"))),
        }
    }

    /// `{ happiness = 1.0, energy = 0.5 }`; an axis that is left out has its default value, or is measured.
    fn point(
        &self,
        axes: &[DraftAxis],
        is_measured: impl Fn(usize) -> bool,
        value: &Value,
        what: &str,
    ) -> Result<Vec<Option<f64>>, Error> {
        let table = self.doc.table(value, what)?;
        let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
        if let Some(key) = table.keys().find(|key| !names.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let problem =
                format!("{} has no {} {name:?}", self.place, self.kind.axes().trim_end_matches('s'));
            let remedy = if names.is_empty() {
                format!("declare it: {} = {{ {name} = [0, 1] }}", self.kind.axes())
            } else {
                suggestion(name, &names)
            };
            return Err(self.doc.error(key.span(), problem, remedy));
        }
        let coordinate = |(a, axis): (usize, &DraftAxis)| match table.get(axis.name.as_str()) {
            None if is_measured(a) => Ok(None),
            None => Ok(axis.default_value()),
            Some(value) if value.get_ref().as_str() == Some("measured") => {
                if is_measured(a) {
                    return Ok(None);
                }
                let problem = format!("{what}: {} is not measured", axis.name);
                let remedy = format!("write a number, or above: {} = {{ measure = \"speed\" }}", axis.name);
                Err(self.doc.error(value.span(), problem, remedy))
            }
            Some(value) => {
                let number = self.doc.number(value, &axis.name)?;
                self.within_reach(axis, number, value)?;
                Ok(Some(number))
            }
        };
        axes.iter().enumerate().map(coordinate).collect()
    }

    /// Refuses a value that is farther outside the range of its axis than that is wide: no knob goes there, and 10 is easily written
    /// for 1.0.
    fn within_reach(&self, axis: &DraftAxis, number: f64, value: &Value) -> Result<(), Error> {
        let [Some(low), Some(high)] = axis.range else { return Ok(()) };
        let width = high - low;
        if axis.periodic || (low - width..=high + width).contains(&number) {
            return Ok(());
        }
        let name = &axis.name;
        let problem = format!("{name} = {number} is far outside the range of {name}, {low} to {high}");
        let wide = [low.min(number), high.max(number)];
        let remedy =
            format!("write a value in the range, or widen it above: {name} = [{}, {}]", wide[0], wide[1]);
        Err(self.doc.error(value.span(), problem, remedy))
    }

    fn kernel(&self, value: &Value) -> Result<Kernel, Error> {
        let name = self.doc.string(value, "kernel")?;
        Kernel::ALL.into_iter().find(|kernel| kernel_name(*kernel) == name).ok_or_else(|| {
            let problem = format!("kernel = {name:?} is not a kernel");
            self.doc.error(value.span(), problem, suggestion(name, &Kernel::ALL.map(kernel_name)))
        })
    }

    /// None: found from the neighbours.
    fn radius(&self, value: &Value) -> Result<Option<f64>, Error> {
        match value.get_ref().as_str() {
            Some("auto") => Ok(None),
            Some(_) => Err(self.doc.unexpected(value, "radius", "a positive number or \"auto\"")),
            None => self.positive(value, "radius").map(Some),
        }
    }

    fn positive(&self, value: &Value, what: &str) -> Result<f64, Error> {
        let number = self.doc.number(value, what)?;
        if number > 0.0 {
            return Ok(number);
        }
        let problem = format!("{what} = {number} is not positive");
        Err(self.doc.error(value.span(), problem, "write a number above 0".into()))
    }

    fn metric(&self, value: &Value) -> Result<Vec<Vec<f64>>, Error> {
        let row = |row: &Value| -> Result<Vec<f64>, Error> {
            let numbers = self.doc.array(row, "a row of metric")?.iter();
            numbers.map(|number| self.doc.number(number, "a number of metric")).collect()
        };
        self.doc.array(value, "metric")?.iter().map(row).collect()
    }

    /// `levels = "auto"`, or `[4, 9]`: this many clusters, the coarsest first.
    fn levels(&self, value: &Value) -> Result<Levels, Error> {
        let choice = "1, \"auto\" or the numbers of clusters from coarse to fine, [4, 9]";
        match value.get_ref() {
            DeValue::String(name) if name == "auto" => Ok(Levels::Found),
            DeValue::Integer(_) if self.doc.number(value, "levels")? == 1.0 => Ok(Levels::One),
            DeValue::Array(counts) => {
                let count = |value| self.doc.number_from(value, "a number of clusters", 1.0);
                let counts: Vec<f64> = counts.iter().map(count).collect::<Result<_, _>>()?;
                let whole = counts.iter().all(|count| count.fract() == 0.0 && *count < 4096.0);
                if !whole || counts.windows(2).any(|pair| pair[0] >= pair[1]) {
                    let problem = format!("levels = {counts:?} is not a list of growing whole numbers");
                    return Err(self.doc.error(value.span(), problem, format!("write {choice}")));
                }
                Ok(Levels::Clusters(counts.into_iter().map(|count| count as usize).collect()))
            }
            _ => Err(self.doc.unexpected(value, "levels", choice)),
        }
    }

    fn extrapolation(&self, value: &Value) -> Result<Extrapolation, Error> {
        let choice = "write \"free\", \"damped\" or { hull = 1.2 }".to_string();
        match value.get_ref() {
            DeValue::String(name) if name == "free" => Ok(Extrapolation::Free),
            DeValue::String(name) if name == "damped" => Ok(Extrapolation::Damped),
            DeValue::Table(table) if table.contains_key("hull") => {
                self.doc.only(table, "extrapolate", &["hull"])?;
                Ok(Extrapolation::Hull(self.doc.number_from(&table["hull"], "hull", 0.0)?))
            }
            DeValue::String(name) => {
                let problem = format!("extrapolate = {name:?} is not a way to extrapolate");
                Err(self.doc.error(value.span(), problem, choice))
            }
            _ => Err(self.doc.error(value.span(), "this is not a way to extrapolate".into(), choice)),
        }
    }
}

fn reads_a_pose(axis: &Value) -> bool {
    axis.get_ref().as_table().is_some_and(|axis| axis.contains_key("read"))
}

/// The name of a kernel in the project file.
#[must_use]
pub fn kernel_name(kernel: Kernel) -> &'static str {
    match kernel {
        Kernel::BSpline => "b-spline",
        Kernel::ThinPlate => "thin-plate",
        Kernel::Gaussian => "gaussian",
        Kernel::Wendland => "wendland",
    }
}

/// What a point of these axes looks like.
fn point_hint<'a>(key: &str, axes: impl IntoIterator<Item = &'a DraftAxis>) -> String {
    let value = |axis: &DraftAxis| axis.default_value().map_or(0.0, |value| (value * 1e6).round() / 1e6);
    let values: Vec<String> =
        axes.into_iter().map(|axis| format!("{} = {}", bare_or_quoted(&axis.name), value(axis))).collect();
    format!("for example: {key} = {{ {} }}", values.join(", "))
}

fn bare_or_quoted(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) { key.into() } else { format!("{key:?}") }
}
