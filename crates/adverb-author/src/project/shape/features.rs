//! `features`: what is added to a face (principal-animation-components, 7.1).

use std::ops::Range;

use super::Shapes;
use crate::error::Error;
use crate::mesh::{self, Mesh, Target};
use crate::project::document::Value;
use crate::project::form::parted;
use crate::project::space::in_order;

impl Shapes<'_, '_, '_> {
    /// `features = true`: the rest's targets; `["smile", "blink"]`: some of them; `"expressions.glb"`: those of another file;
    /// `{ smile = "smile.obj", blink = "expressions.glb#blink" }`: each for itself. A target is the difference from the mesh of its own
    /// file, a mesh that from the rest.
    pub(super) fn features(
        &mut self,
        value: &Value,
        rest_file: &str,
        rest: &Mesh,
    ) -> Result<Vec<Target>, Error> {
        let doc = self.doc;
        if let Some(is_given) = value.get_ref().as_bool() {
            return if is_given { self.of_file(rest_file, None, rest, value.span()) } else { Ok(Vec::new()) };
        }
        if let Some(file) = value.get_ref().as_str() {
            return self.of_file(file, None, rest, value.span());
        }
        if let Some(table) = value.get_ref().as_table() {
            let one = |(name, form): (_, &Value)| {
                self.feature(name, doc.string(form, "a feature")?, rest, form.span())
            };
            return in_order(table)
                .into_iter()
                .map(|(name, form)| (name.get_ref().as_ref(), form))
                .map(one)
                .collect();
        }
        let one = |value: &Value| Ok((doc.string(value, "a feature")?.to_string(), value.span()));
        let named = doc.array(value, "features")?.iter().map(one).collect::<Result<Vec<_>, Error>>()?;
        self.of_file(rest_file, Some(&named), rest, value.span())
    }

    /// The targets of a file, those named or all, on the vertices of the rest.
    fn of_file(
        &mut self,
        file: &str,
        named: Option<&[(String, Range<usize>)]>,
        rest: &Mesh,
        span: Range<usize>,
    ) -> Result<Vec<Target>, Error> {
        let chosen = self.meshes.targets(self.doc, file, named, span.clone())?;
        chosen.into_iter().map(|target| self.target(file, target, rest, &span)).collect()
    }

    fn feature(&mut self, name: &str, form: &str, rest: &Mesh, span: Range<usize>) -> Result<Target, Error> {
        let (file, target) = parted(form);
        if let Some(target) = target {
            let named = [(target.to_string(), span.clone())];
            let found = self.of_file(file, Some(&named), rest, span)?.swap_remove(0);
            return Ok(Target { name: name.into(), ..found });
        }
        let mesh = self.meshes.form(self.doc, form, span.clone())?;
        let mesh = mesh::conform(&mesh, rest).map_err(|error| self.at_line(error, &span))?;
        Ok(Target::between(name, rest, &mesh))
    }

    /// A target of a file whose mesh may have its vertices in another order than the rest.
    fn target(&self, file: &str, target: usize, rest: &Mesh, span: &Range<usize>) -> Result<Target, Error> {
        let read = &self.meshes.files[file];
        let neutral = mesh::conform(&read.mesh, rest).map_err(|error| self.at_line(error, span))?;
        if neutral.positions == read.mesh.positions {
            return Ok(read.targets[target].clone());
        }
        let form = mesh::conform(&read.form(target), rest).map_err(|error| self.at_line(error, span))?;
        Ok(Target::between(&read.targets[target].name, &neutral, &form))
    }

    fn at_line(&self, error: Error, span: &Range<usize>) -> Error {
        self.doc.error(span.clone(), error.to_string(), "features are made on the mesh of the rest".into())
    }
}
