//! The meshes that a project names, each read once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::document::Document;
use super::folder::Folder;
use crate::error::Error;
use crate::finding::{Criterion, Finding, Subject};
use crate::formats;
use crate::mesh::{self, Mesh, MeshFile};
use crate::names::suggestion;

/// The meshes read so far, and how to read more.
pub(super) struct Meshes<'r> {
    pub(super) folder: &'r mut dyn Folder,
    /// Files that were read already.
    pub(super) files: BTreeMap<String, MeshFile>,
    /// Those that were asked for since this was last cleared.
    pub(super) used: BTreeSet<String>,
}

impl<'r> Meshes<'r> {
    /// None yet.
    pub(super) fn reading(folder: &'r mut dyn Folder) -> Self {
        Self { folder, files: BTreeMap::new(), used: BTreeSet::new() }
    }
}

impl Meshes<'_> {
    /// A file; errors show the line that names it.
    pub(super) fn file(
        &mut self,
        doc: &Document,
        file: &str,
        span: Range<usize>,
    ) -> Result<&MeshFile, Error> {
        self.used.insert(file.into());
        if !self.files.contains_key(file) {
            let bytes = self.folder.named(file).map_err(|why| {
                let problem = format!("{file:?} cannot be read: {why}");
                let remedy = "paths are relative to the folder of the project file".to_string();
                doc.error(span.clone(), problem, remedy)
            })?;
            let mut fetch = |path: &str| self.folder.beside(file, path).ok();
            let read = formats::read_mesh(file, &bytes, &mut fetch);
            let mut read = read.map_err(|error| doc.error(span, error.to_string(), String::new()))?;
            mesh::repair(&mut read);
            told_apart(&mut read);
            self.files.insert(file.into(), read);
        }
        Ok(&self.files[file])
    }

    /// A file's mesh, or with `face.glb#smile` that with a target at full weight.
    pub(super) fn form(&mut self, doc: &Document, name: &str, span: Range<usize>) -> Result<Mesh, Error> {
        let (file, target) = parted(name);
        let read = self.file(doc, file, span.clone())?;
        let Some(target) = target else { return Ok(read.mesh.clone()) };
        let found = target_named(doc, read, file, target, span)?;
        // Normals of the neutral form are wrong for another; without its own they are found from its positions.
        let normals = read.targets[found].normals.is_some();
        let mut form = read.form(found);
        (form.name, form.file) = (target.into(), name.into());
        if !normals {
            form.normals = None;
        }
        Ok(form)
    }

    /// The names of a file's morph targets, those given or all, each once.
    pub(super) fn targets(
        &mut self,
        doc: &Document,
        file: &str,
        named: Option<&[(String, Range<usize>)]>,
        span: Range<usize>,
    ) -> Result<Vec<usize>, Error> {
        let read = self.file(doc, file, span.clone())?;
        if read.targets.is_empty() {
            let problem = format!("{file} has no morph targets");
            let remedy = "save it with its shape keys, or write its forms as [[….examples]]".to_string();
            return Err(doc.error(span, problem, remedy));
        }
        let Some(named) = named else { return Ok((0..read.targets.len()).collect()) };
        let mut found = Vec::new();
        for (name, span) in named {
            let target = target_named(doc, read, file, name, span.clone())?;
            if found.contains(&target) {
                let problem = format!("{name:?} is named twice");
                return Err(doc.error(span.clone(), problem, "name every morph target once".into()));
            }
            found.push(target);
        }
        Ok(found)
    }
}

impl Meshes<'_> {
    /// The findings of these files' readers.
    pub(super) fn warnings(&self, is_meant: impl Fn(&str) -> bool) -> Vec<Finding> {
        let meant = self.files.iter().filter(|(file, _)| is_meant(file));
        meant.flat_map(|(_, read)| read.warnings.iter().cloned()).collect()
    }
}

/// Which of a file's targets has a name.
fn target_named(
    doc: &Document,
    read: &MeshFile,
    file: &str,
    name: &str,
    span: Range<usize>,
) -> Result<usize, Error> {
    read.targets.iter().position(|own| own.name == name).ok_or_else(|| {
        let names: Vec<&str> = read.targets.iter().map(|own| own.name.as_str()).collect();
        let remedy = match names.is_empty() {
            true => "it has none; leave out what follows #, or save it with its shape keys".into(),
            false => suggestion(name, &names),
        };
        doc.error(span, format!("{file} has no morph target {name:?}"), remedy)
    })
}

/// Numbers targets of the same name: smile, smile (2).
fn told_apart(read: &mut MeshFile) {
    for i in 1..read.targets.len() {
        let (before, own) = (&read.targets[..i], &read.targets[i].name);
        let name = free_name(own, |name| before.iter().all(|target| target.name != name));
        if name != *own {
            let message = format!("several morph targets are named {own:?}; one of them is called {name:?}");
            let subject = Subject::Mesh(read.mesh.file.clone());
            read.warnings.push(Finding::repaired(Criterion::Namesakes, subject, message));
            read.targets[i].name = name;
        }
    }
}

/// A name, or if that is not free the first that is of: smile (2), smile (3), …
pub(super) fn free_name(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|k| format!("{name} ({k})"));
    std::iter::once(name.into()).chain(numbered).find(|name: &String| is_free(name)).unwrap_or_default()
}

/// The name of a form: its target, or its file without folder and extension.
pub(super) fn called(name: &str) -> &str {
    let (file, target) = parted(name);
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    target.unwrap_or(file.rsplit_once('.').map_or(file, |(stem, _)| stem))
}

/// A file, and which of its targets.
pub(super) fn parted(name: &str) -> (&str, Option<&str>) {
    name.split_once('#').map_or((name, None), |(file, target)| (file, Some(target)))
}
