//! The project behind the page: built into a pack at the start, and again when one of its files has changed.
//!
//! Files are looked at a few times per second: that works on every system, and for files on other machines.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::Duration;

use adverb::Pack;
use adverb_author::demo;
use adverb_author::finding::Finding;
use adverb_author::project::Project;
use tokio::sync::watch::{Sender, channel};

use super::body::Body;
use super::server::News;
use crate::failure::Failure;
use crate::files::{self, Stamp, Stamps};
use crate::findings;
use crate::progress::Progress;
use crate::{input, recording};

const BETWEEN_LOOKS: Duration = Duration::from_millis(300);
/// The terminal has the rest.
const PANICKED: &str =
    "adverb failed while it built the project: this is a bug of adverb's; the terminal says where";

/// What is shown, and the files it is made of, as they were before they were read.
pub struct Shown {
    path: Option<PathBuf>,
    /// Of a motion file, those to play.
    animations: Vec<String>,
    built: Stamps,
}

/// Builds it for the first time. A project that cannot be built now is not served.
pub fn begin(
    path: Option<&Path>,
    animations: &[String],
    progress: &Progress,
) -> Result<(Sender<News>, Shown), Failure> {
    let mut shown =
        Shown { path: path.map(Path::to_path_buf), animations: animations.to_vec(), built: Stamps::new() };
    let mut built = Stamps::new();
    let news = shown.news(&mut built, progress)?;
    shown.built = built;
    Ok((channel(news).0, shown))
}

impl Shown {
    /// Builds it again whenever it has changed and rests again, until the program ends.
    pub fn watch(mut self, news: &Sender<News>, progress: &Progress) {
        let mut before = self.built.clone();
        loop {
            std::thread::sleep(BETWEEN_LOOKS);
            let now: Stamps = self.built.keys().map(|file| (file.clone(), Stamp::of(file))).collect();
            // What is still being written is not looked at.
            if now == before && now != self.built {
                self.build(now.clone(), news, progress);
            }
            before = now;
        }
    }

    /// The pack of a project, of a file that is one, of a recording, or of the built-in character, who brings the built-in shapes along.
    /// Notes the files that it reads.
    fn news(&self, read: &mut Stamps, progress: &Progress) -> Result<News, Failure> {
        let path = self.path.as_deref();
        let shapes = match path {
            None => built_in(demo::shapes()?)?.pack(|_| ())?.pack.save(),
            Some(_) => Vec::new(),
        };
        let news = |pack: Vec<u8>, mesh: Vec<u8>, binding: String, warnings: String| News {
            version: version(&(&pack, &mesh, &binding, &warnings)),
            pack: pack.into(),
            shapes: shapes.clone().into(),
            mesh: mesh.into(),
            binding,
            warnings,
            problem: None,
        };
        let project = match path {
            None => built_in(demo::project())?,
            Some(path) if !self.animations.is_empty() && !input::is_scene(path) => {
                let problem = format!("{} is not a motion file, which --animation is for", path.display());
                return Err(Failure::Misuse(problem));
            }
            Some(path) if input::is_pack(path) => {
                files::note_stamp(read, path.to_path_buf());
                let bytes = files::read(path)?;
                Pack::load(&bytes).map_err(|why| Failure::Pack { path: path.into(), why })?;
                return Ok(news(bytes, Vec::new(), String::new(), String::new()));
            }
            Some(path) if input::is_scene(path) => {
                recording::project(path, &self.animations, read, progress)?
            }
            Some(path) => input::project_unremarked(path, read, progress)?,
        };
        let packed = project.pack(|verb| progress.step(format!("building {verb}")))?;
        let (mesh, binding, of_mesh) = character(&project);
        let all = || project.warnings.iter().chain(input::warnings(&packed)).chain(&of_mesh);
        match path {
            Some(path) if input::is_scene(path) => findings::note(all(), progress),
            Some(path) => findings::of_project(path, all(), progress),
            None => {}
        }
        progress.finish();
        let warnings = findings::told(all()).join("\n");
        Ok(news(packed.pack.save(), mesh, binding, warnings))
    }

    fn build(&mut self, now: Stamps, news: &Sender<News>, progress: &Progress) {
        let mut read = Stamps::new();
        // A bug of ours must not leave the page with the old motion and no word about it.
        let build = AssertUnwindSafe(|| self.news(&mut read, progress));
        let built = panic::catch_unwind(build);
        // A build that failed may not have come to all of the files.
        self.built = now;
        self.built.extend(read);
        news.send_modify(|news| match built {
            Ok(Ok(built)) => {
                progress.note("built anew");
                *news = built;
            }
            Ok(Err(failure)) => {
                progress.note(format!("error: {failure}"));
                news.problem = Some(failure.to_string());
            }
            Err(_) => news.problem = Some(PANICKED.into()),
        });
    }
}

/// The mesh of a project, the body that it is, and what is to be said about how it follows the skeleton. A mesh that cannot follow is no
/// reason to keep the verbs back: the figure is shown.
fn character(project: &Project) -> (Vec<u8>, String, Vec<Finding>) {
    let Some(drawn) = &project.character else { return Default::default() };
    match project.bound() {
        Some(Ok((_, warnings))) => {
            let body = serde_json::to_string(&Body::of(drawn)).unwrap_or_default();
            (drawn.character.file(), body, warnings)
        }
        Some(Err(found)) => (Vec::new(), String::new(), vec![found]),
        None => Default::default(),
    }
}

fn built_in(files: Vec<(String, Vec<u8>)>) -> Result<Project, Failure> {
    let files: BTreeMap<String, Vec<u8>> = files.into_iter().collect();
    let mut read = |name: &str| files.get(name).cloned().ok_or_else(|| format!("there is no {name}"));
    let text =
        read("adverb.toml").map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default();
    Ok(Project::load("adverb.toml", &text, &mut read)?)
}

/// As an entity tag: the same for the same bytes, also after the server was started again.
fn version(shown: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    shown.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
