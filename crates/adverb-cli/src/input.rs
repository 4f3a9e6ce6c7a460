//! What a command works on: a motion file, a motion of a project, or a pack.

mod folder;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adverb::{Pack, Verb};
use adverb_author::clip::Clip;
use adverb_author::finding::{Criterion, Finding};
use adverb_author::fit::Tolerance;
use adverb_author::formats::{self, Contents};
use adverb_author::import::{ImportOptions, import_with};
use adverb_author::mesh::MeshFile;
use adverb_author::motion::{Motion, Recording, basic};
use adverb_author::pack::Packed;
use adverb_author::project::Project;
use adverb_author::rig;

use crate::args;
use crate::character::Worn;
use crate::failure::Failure;
use crate::files::{self, Stamps};
use crate::findings;
use crate::progress::Progress;
pub use folder::ProjectFolder;

/// Extensions of motion files, and of files with meshes alone.
const RECORDINGS: [&str; 6] = ["bvh", "glb", "gltf", "vrm", "fbx", "amc"];
#[cfg(page)]
const MESHES: [&str; 2] = ["obj", "ply"];

/// A file of motions or meshes, read once, since it may be a pipe.
pub struct SceneFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl SceneFile {
    pub fn read(path: &Path, progress: &Progress) -> Result<Self, Failure> {
        progress.step(format!("reading {}", path.display()));
        if path.is_dir() {
            return Err(Failure::Misuse(match recordings_in(path)? {
                files if files.is_empty() => format!("{} is a folder; name a file", path.display()),
                files => format!("{} is a folder; name its files: {}", path.display(), files.join(" ")),
            }));
        }
        Ok(Self { path: path.to_path_buf(), bytes: files::read(path)? })
    }

    /// Its skeleton and an animation, for someone who looks at the warnings.
    pub fn clip(&self, options: &ImportOptions) -> Result<Clip, Failure> {
        if formats::recognise(&self.name(), &self.bytes).is_none() && self.is_mesh() {
            let problem = "it holds a mesh and no motion; `adverb inspect` tells about it".into();
            return Err(adverb_author::Error::File { file: self.name(), problem }.into());
        }
        files::with_files_beside(&self.path, |fetch| import_with(&self.name(), &self.bytes, options, fetch))
    }

    /// One of its meshes.
    pub fn mesh(&self) -> Result<MeshFile, Failure> {
        files::with_files_beside(&self.path, |fetch| formats::read_mesh(&self.name(), &self.bytes, fetch))
    }

    /// Its animations and meshes.
    pub fn contents(&self) -> Result<Contents, Failure> {
        files::with_files_beside(&self.path, |fetch| formats::contents(&self.name(), &self.bytes, fetch))
    }

    /// Whether there can be no motion in it.
    pub fn is_mesh(&self) -> bool {
        formats::is_of_meshes_alone(&self.name(), &self.bytes)
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Reads a motion file and tells what had to be repaired, and which of several animations was read.
pub fn clip(path: &Path, options: &ImportOptions, progress: &Progress) -> Result<Clip, Failure> {
    let clip = SceneFile::read(path, progress)?.clip(options)?;
    for choice in clip.source.assumptions.iter().filter(|own| own.criterion == Criterion::Animation) {
        progress.note(format!("note: {choice}; --animation reads another"));
    }
    findings::note(&clip.source.warnings, progress);
    Ok(clip)
}

/// The whole of a clip as a motion of its own skeleton.
pub fn motion_of(clip: &Clip, fit: bool) -> Result<Motion, Failure> {
    let skeleton = Arc::new(rig::skeleton_of(clip)?);
    let mut recording = Recording::raw(&skeleton, clip)?;
    if fit {
        recording = recording.fitted(&skeleton, Tolerance::of);
    }
    Ok(basic::whole(skeleton, Arc::new(recording))?)
}

/// A project says itself what its files do not, and a pack knows.
pub fn refuse_import_flags(import: &args::Import) -> Result<(), Failure> {
    if import.is_default() {
        return Ok(());
    }
    let problem = "--up, --unit, --positions, --rate and --animation are for motion files; a project sets them itself, in [project] and [motions]";
    Err(Failure::Misuse(problem.into()))
}

/// Whether a path names a project rather than a motion file.
pub fn is_project(path: &Path) -> bool {
    path.is_dir() || files::extension(path) == "toml"
}

/// Refuses a path that does not name a project.
fn require_project(path: &Path) -> Result<(), Failure> {
    if is_project(path) {
        return Ok(());
    }
    std::fs::metadata(path).map_err(|why| Failure::unreadable(path, why))?;
    let file = path.display();
    Err(Failure::Misuse(match is_recording(path) {
        true => format!(
            "{file} is a motion file, not a project; `adverb annotate {file} -p PROJECT` makes one of it, `adverb studio {file}` plays it"
        ),
        false => match files::read(path).ok().and_then(|bytes| formats::mistaken(&bytes)) {
            Some(what) => format!("{file} is not a project: {what}"),
            None => format!("{file} is not a project: adverb.toml or its folder"),
        },
    }))
}

/// Whether a path names a motion file.
fn is_recording(path: &Path) -> bool {
    RECORDINGS.contains(&files::extension(path).as_str()) && !path.is_dir()
}

/// Whether a path names a file of motions or meshes.
#[cfg(page)]
pub fn is_scene(path: &Path) -> bool {
    is_recording(path) || MESHES.contains(&files::extension(path).as_str())
}

/// Refuses a folder without a project, and says how to make one of what is there.
fn require_project_in(folder: &Path) -> Result<(), Failure> {
    if !folder.is_dir() || folder.join("adverb.toml").exists() {
        return Ok(());
    }
    let name = folder.display();
    let files = recordings_in(folder)?;
    let remedy = match files.is_empty() {
        true => format!(
            "`adverb annotate FILE… -p {name}` makes one of recordings, `adverb demo DIR` writes a complete one"
        ),
        false => format!("`adverb annotate {} -p {name}` makes one of the recordings in it", files.join(" ")),
    };
    Err(Failure::NoProject { folder: folder.into(), remedy })
}

/// The motion files of a folder, by their extensions: `folder/*.bvh`.
fn recordings_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|why| Failure::unreadable(folder, why))?;
    let recordings =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| is_recording(path));
    let extensions: BTreeSet<String> = recordings.map(|path| files::extension(&path)).collect();
    Ok(extensions.iter().map(|extension| format!("{}/*.{extension}", folder.display())).collect())
}

/// A motion of a project by name; the error offers the names there are.
pub fn motion<'p>(project: &'p Project, path: &Path, name: &str) -> Result<&'p Arc<Motion>, Failure> {
    project.motions.get(name).ok_or_else(|| {
        if project.verbs.iter().any(|verb| verb.name == name) {
            let path = path.display();
            return Failure::Misuse(format!(
                "{path}: {name:?} is a verb, not a motion; `adverb sample {path} {name} -o OUT` plays it"
            ));
        }
        let names: Vec<&str> = project.motions.keys().map(String::as_str).collect();
        Failure::unknown(path, "motion", name, &names)
    })
}

/// Whether a path names a pack.
pub fn is_pack(path: &Path) -> bool {
    files::extension(path) == "adverb" && !path.is_dir()
}

/// Loads a pack, and says how many bytes it has.
pub fn pack(path: &Path, progress: &Progress) -> Result<(Pack, usize), Failure> {
    progress.step(format!("reading {}", path.display()));
    let bytes = files::read(path)?;
    let pack = Pack::load(&bytes).map_err(|why| Failure::Pack { path: path.into(), why })?;
    Ok((pack, bytes.len()))
}

/// A pack, and what is drawn, where a project says.
pub struct Hero {
    pub pack: Pack,
    pub character: Option<Worn>,
}

/// A pack as it is, or a project built into one.
pub fn hero(path: &Path, progress: &Progress) -> Result<Hero, Failure> {
    if !is_project(path) {
        let loaded = pack(path, progress);
        // A pack may have any name. What is none was meant to be something else.
        if loaded.is_err() && !is_pack(path) {
            require_project(path)?;
        }
        return Ok(Hero { pack: loaded?.0, character: None });
    }
    let project = project_unremarked(path, &mut Stamps::new(), progress)?;
    let packed = project.pack(|verb| progress.step(format!("building {verb}")))?;
    findings::of_project(path, project.warnings.iter().chain(warnings(&packed)), progress);
    let character = Worn::of(&project, |worn| {
        let built = packed.shapes.iter().find(|built| built.shape.name() == worn.name);
        built.map_or_else(|| Ok(project.build_shape(worn)?.shape), |built| Ok(built.shape.clone()))
    })?;
    Ok(Hero { pack: packed.pack, character })
}

/// What the verbs and shapes of a pack gave cause for.
pub fn warnings(packed: &Packed) -> impl Iterator<Item = &Finding> {
    let verbs = packed.verbs.iter().flat_map(|built| &built.warnings);
    verbs.chain(packed.shapes.iter().flat_map(|built| &built.warnings))
}

/// A verb of a pack by name; the error offers the names there are.
pub fn verb<'p>(pack: &'p Pack, path: &Path, name: &str) -> Result<&'p Verb, Failure> {
    pack.verb_named(name).ok_or_else(|| {
        let names: Vec<&str> = pack.verbs().iter().map(Verb::name).collect();
        Failure::unknown(path, "verb", name, &names)
    })
}

/// The name and the text of a project's file, given that or its folder.
pub fn project_text(path: &Path) -> Result<(String, String), Failure> {
    require_project(path)?;
    require_project_in(path)?;
    text(&project_file(path))
}

/// A project's file, given that or its folder.
pub fn project_file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("adverb.toml") } else { path.to_path_buf() }
}

/// The name and the text of a file.
pub fn text(path: &Path) -> Result<(String, String), Failure> {
    let bytes = files::read(path)?;
    let file = path.display().to_string();
    match String::from_utf8(bytes) {
        Ok(text) => Ok((file, text)),
        Err(wrong) => {
            let wide = [&[0xff, 0xfe], &[0xfe, 0xff]].iter().any(|mark| wrong.as_bytes().starts_with(*mark));
            let problem = if wide { "the text is UTF-16; save it as UTF-8" } else { "it is not UTF-8 text" };
            Err(adverb_author::Error::File { file, problem: problem.into() }.into())
        }
    }
}

/// Loads a project from its file or its folder, and tells that there is something to say about it.
pub fn project(path: &Path, progress: &Progress) -> Result<Project, Failure> {
    let project = project_unremarked(path, &mut Stamps::new(), progress)?;
    findings::of_project(path, &project.warnings, progress);
    Ok(project)
}

/// The same for someone who looks at its warnings, noting the files that it reads, also those that are missing.
pub fn project_unremarked(path: &Path, noted: &mut Stamps, progress: &Progress) -> Result<Project, Failure> {
    progress.step(format!("loading {}", path.display()));
    files::note_stamp(noted, project_file(path));
    let (file, text) = project_text(path)?;
    ProjectFolder::of(path, noted).open(|folder| Project::load(&file, &text, folder))
}
