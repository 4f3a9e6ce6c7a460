//! `targets`: the morph targets of a mesh as examples, each at 1 of an adjective of its name, and the mesh itself where all are 0.

use adverb::space::MAX_COORDINATES;

use super::super::form::parted;
use super::{At, Axis, Document, DraftAxis, DraftExample, Error, Example, Meshes, Table, Value};

/// A form that is an example: the rest, then its targets.
pub(super) struct Form {
    /// The adjective of a target; the rest has none.
    adjective: Option<String>,
    /// As a form is named.
    content: At<String>,
}

/// `targets = true`, all of the rest's, or `["smile", "blink"]`, some of them.
pub(super) fn read(
    doc: &Document,
    table: &Table,
    value: &Value,
    meshes: &mut Meshes,
) -> Result<Vec<Form>, Error> {
    if value.get_ref().as_bool() == Some(false) {
        return Ok(Vec::new());
    }
    let Some(rest) = table.get("rest") else {
        let problem = "targets need a rest".to_string();
        return Err(doc.error(value.span(), problem, "write rest = \"face.glb\" as well".into()));
    };
    let rest_name = doc.string(rest, "rest")?;
    let (file, _) = parted(rest_name);
    // Names are enough to know the space by, the file being read or not.
    let names: Vec<At<String>> = match value.get_ref().as_bool() {
        None => once(doc, value)?,
        Some(_) => {
            let found = meshes.targets(doc, file, None, value.span())?;
            let name = |target: usize| meshes.files[file].targets[target].name.clone();
            found.into_iter().map(|target| At { value: name(target), span: value.span() }).collect()
        }
    };
    if names.len() > MAX_COORDINATES {
        let problem =
            format!("{} targets are too many: a space holds at most {MAX_COORDINATES}", names.len());
        let remedy =
            "add them as features = true, or name some of them: targets = [\"smile\", …]".to_string();
        return Err(doc.error(value.span(), problem, remedy));
    }
    let neutral = Form { adjective: None, content: At { value: rest_name.into(), span: rest.span() } };
    let of_target = |At { value: name, span }: At<String>| {
        let content = At { value: format!("{file}#{name}"), span };
        Form { adjective: Some(name), content }
    };
    Ok(std::iter::once(neutral).chain(names.into_iter().map(of_target)).collect())
}

/// A list of names, each once.
fn once(doc: &Document, value: &Value) -> Result<Vec<At<String>>, Error> {
    let mut names: Vec<At<String>> = Vec::new();
    for value in doc.array(value, "targets")? {
        let name = doc.string(value, "a target")?;
        if names.iter().any(|earlier| earlier.value == name) {
            let problem = format!("{name:?} is named twice");
            return Err(doc.error(value.span(), problem, "name every morph target once".into()));
        }
        names.push(At { value: name.into(), span: value.span() });
    }
    Ok(names)
}

/// An adjective for each target.
pub(super) fn axes(forms: &[Form]) -> impl Iterator<Item = DraftAxis> + '_ {
    forms.iter().filter_map(|form| form.adjective.as_ref()).map(|name| Axis::new(name, [0.0, 1.0]).into())
}

/// The examples, given all axes, of which those of the targets are the last.
pub(super) fn examples(forms: &[Form], axes: &[DraftAxis]) -> (Vec<DraftExample>, Vec<At<String>>) {
    let neutral: Vec<Option<f64>> = axes.iter().map(DraftAxis::default_value).collect();
    let first = axes.len() - forms.len().saturating_sub(1);
    let one = |(i, form): (usize, &Form)| {
        let mut at = neutral.clone();
        if i > 0 {
            at[first + i - 1] = Some(1.0);
        }
        let name = form.adjective.clone().unwrap_or_else(|| "rest".into());
        Example { name, at, radius: None, content: Some(i as u64), refines: false }
    };
    (forms.iter().enumerate().map(one).collect(), forms.iter().map(|form| form.content.clone()).collect())
}
