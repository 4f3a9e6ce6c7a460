//! Packs: a character's skeleton, verbs, graphs and shapes in one file, which `adverb build` makes and a game loads.
//!
//! A pack is checked once, when it is loaded: its checksums, then every count and number, whoever made it. Whatever
//! [`Pack::load`] returns plays without failure. The tables of spline coefficients are used as they lie in the file: all verbs
//! share the one copy that is made of them. The layout is drawn in `pack/sections.rs`. Without the feature `shapes` the shapes of a
//! pack and the credits behind them are passed over: their checksums are compared, their contents are not read.

#[cfg(feature = "shapes")]
mod credits;
mod records;
mod sections;
#[cfg(feature = "shapes")]
mod shapes;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::encoding::{Field, Malformed, Reader, Writer};
use crate::graph::{self, Graph};
#[cfg(feature = "shapes")]
use crate::shape::Shape;
use crate::skeleton::{JointSpec, Skeleton};
use crate::verb::{Parts, Verb};
#[cfg(feature = "shapes")]
pub use credits::Credit;
use sections::Sections;
pub use sections::VERSION;

/// Each graph looks at all verbs, so a pack of very many would take longer to load than its size explains.
const MOST_GRAPHS: usize = 16;

/// A character: its skeleton, the verbs that move it, the graphs that say which follow which, and the shapes that it can take.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    name: String,
    skeleton: Arc<Skeleton>,
    source: Source,
    verbs: Arc<[Verb]>,
    graphs: Vec<Arc<Graph>>,
    #[cfg(feature = "shapes")]
    shapes: Vec<Arc<Shape>>,
    #[cfg(feature = "shapes")]
    credits: Vec<Credit>,
}

/// How motions of the pack are written to files, so that they look like those it was made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Source {
    /// Metres per unit of length.
    pub unit_m: f64,
    /// Which axis points up.
    pub up: Up,
    /// Frames per second.
    pub fps: f64,
}

/// Which axis of a file points up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Up {
    /// The usual one, and adverb's.
    Y,
    /// CAD, games, some capture systems.
    Z,
}

/// Why bytes are not a pack, or parts do not make one.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PackError {
    /// It does not begin as packs do.
    NotAPack,
    /// The end is missing: at least this many bytes.
    CutShort {
        /// How many.
        missing: u64,
    },
    /// A checksum is wrong: the bytes of this section are not those that were written.
    Damaged(&'static str),
    /// Made by a later version of adverb, which writes this format.
    Newer(u32),
    /// The bytes are those that were written, but contradict each other.
    Inconsistent(String),
}

impl core::fmt::Display for PackError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotAPack => write!(f, "this is not an adverb pack"),
            Self::CutShort { missing } => {
                write!(f, "the pack is cut short: at least {missing} bytes are missing")
            }
            Self::Damaged(section) => {
                write!(f, "the pack is damaged: the checksum of its {section} is wrong; make it again")
            }
            Self::Newer(format) => {
                write!(
                    f,
                    "the pack was made by a newer adverb: its format is {format}, this one reads up to {VERSION}"
                )
            }
            Self::Inconsistent(what) => write!(f, "the pack contradicts itself: {what}"),
        }
    }
}

impl core::error::Error for PackError {}

impl From<Malformed> for PackError {
    fn from(why: Malformed) -> Self {
        Self::Inconsistent(why.0)
    }
}

impl Pack {
    /// A pack of verbs for one skeleton, each with a name of its own, and of graphs over just these verbs, likewise.
    pub fn new(
        name: String,
        skeleton: Arc<Skeleton>,
        source: Source,
        verbs: Arc<[Verb]>,
        graphs: Vec<Graph>,
    ) -> Result<Self, PackError> {
        let usual = |number: f64| (1e-9..=1e9).contains(&number);
        if !usual(source.unit_m) || !usual(source.fps) {
            let problem = "its unit and frame rate must be from 1e-9 to 1e9";
            return Err(PackError::Inconsistent(problem.into()));
        }
        for verb in verbs.iter() {
            let (name, own) = (verb.name(), verb.skeleton());
            if !Arc::ptr_eq(own, &skeleton) && *own != skeleton {
                return Err(PackError::Inconsistent(format!("verb {name:?} moves another skeleton")));
            }
        }
        different_names("verbs", &mut verbs.iter().map(Verb::name))?;
        for graph in &graphs {
            let name = graph.name();
            if !core::ptr::eq(graph.verbs(), &*verbs) && *graph.verbs() != *verbs {
                return Err(PackError::Inconsistent(format!("graph {name:?} is over other verbs")));
            }
        }
        different_names("graphs", &mut graphs.iter().map(Graph::name))?;
        few_enough(&graphs)?;
        let graphs = graphs.into_iter().map(Arc::new).collect();
        Ok(Self {
            name,
            skeleton,
            source,
            verbs,
            graphs,
            #[cfg(feature = "shapes")]
            shapes: Vec::new(),
            #[cfg(feature = "shapes")]
            credits: Vec::new(),
        })
    }

    /// Reads a pack, and checks all of it. Takes memory in proportion to the bytes, whatever they claim.
    pub fn load(bytes: &[u8]) -> Result<Self, PackError> {
        let Sections { version, numbers, description } = sections::read(bytes)?;
        let mut from = Reader::new(description, numbers);
        let name = String::read(&mut from);
        let source = Source::read(&mut from);
        let root = usize::read(&mut from);
        let joints = Vec::<JointSpec>::read(&mut from);
        let mut verbs = Vec::<Parts>::read(&mut from);
        let mut graphs = Vec::<graph::Parts>::read(&mut from);
        if version >= sections::VARIATIONS {
            verbs.iter_mut().for_each(|verb| verb.variations = Field::read(&mut from));
        }
        if version >= sections::HEIGHTS {
            verbs.iter_mut().for_each(|verb| verb.heights = Field::read(&mut from));
            graphs.iter_mut().for_each(|graph| graph.calls = Field::read(&mut from));
        }
        #[cfg(feature = "shapes")]
        let (shapes, credits) = (shapes::read(version, &mut from), credits::read(version, &mut from));
        if cfg!(feature = "shapes") || version == sections::FIRST {
            from.finish()?
        } else {
            from.check()?
        }
        few_enough(&graphs)?;
        let skeleton = Skeleton::new(joints, root).map_err(|why| PackError::Inconsistent(why.to_string()))?;
        let skeleton = Arc::new(skeleton);
        let verb = |parts: Parts| {
            let name = parts.name.clone();
            Verb::new(skeleton.clone(), parts)
                .map_err(|why| PackError::Inconsistent(format!("verb {name:?}: {why}")))
        };
        let verbs: Arc<[Verb]> = verbs.into_iter().map(verb).collect::<Result<_, _>>()?;
        let graph = |parts: graph::Parts| {
            let name = parts.name.clone();
            Graph::new(verbs.clone(), parts)
                .map_err(|why| PackError::Inconsistent(format!("graph {name:?}: {why}")))
        };
        let graphs = graphs.into_iter().map(graph).collect::<Result<_, _>>()?;
        let pack = Self::new(name, skeleton, source, verbs, graphs)?;
        #[cfg(feature = "shapes")]
        let pack = pack.with_shapes(shapes::made(shapes)?)?.with_credits(credits);
        Ok(pack)
    }

    /// The bytes that [`Self::load`] reads. The same pack gives the same bytes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut to = Writer::onto(Vec::new());
        self.name.write(&mut to);
        self.source.write(&mut to);
        self.skeleton.root().index().write(&mut to);
        self.skeleton.specs().write(&mut to);
        to.count(self.verbs.len());
        self.verbs.iter().for_each(|verb| verb.parts().write(&mut to));
        to.count(self.graphs.len());
        self.graphs.iter().for_each(|graph| graph.parts().write(&mut to));
        if self.format_version() >= sections::VARIATIONS {
            self.verbs.iter().for_each(|verb| verb.parts().variations.write(&mut to));
        }
        if self.format_version() >= sections::HEIGHTS {
            self.verbs.iter().for_each(|verb| verb.parts().heights.write(&mut to));
            self.graphs.iter().for_each(|graph| graph.parts().calls.write(&mut to));
        }
        #[cfg(feature = "shapes")]
        {
            self.write_shapes(&mut to);
            self.write_credits(&mut to);
        }
        #[cfg(not(feature = "shapes"))]
        if self.format_version() > sections::FIRST {
            [0, 0].iter().for_each(|none| to.count(*none)); // shapes and credits
        }
        let (description, numbers) = to.into_sections();
        sections::write(self.format_version(), &numbers, &description)
    }

    /// The character's name, as its author gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its verbs move.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// How to write its motions to files.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// In its author's order.
    pub fn verbs(&self) -> &[Verb] {
        &self.verbs
    }

    /// The verb of that name. A look-up for load time.
    pub fn verb_named(&self, name: &str) -> Option<&Verb> {
        self.verbs.iter().find(|verb| verb.name() == name)
    }

    /// In its author's order.
    pub fn graphs(&self) -> &[Arc<Graph>] {
        &self.graphs
    }

    /// The graph of that name. A look-up for load time.
    pub fn graph_named(&self, name: &str) -> Option<&Arc<Graph>> {
        self.graphs.iter().find(|graph| graph.name() == name)
    }

    /// The version of the format that it is written in: the first that can hold it.
    pub fn format_version(&self) -> u32 {
        let calls = self.graphs.iter().any(|graph| !graph.parts().calls.is_empty());
        if calls || self.verbs.iter().any(Verb::has_heights) {
            return sections::HEIGHTS;
        }
        if self.verbs.iter().any(Verb::varies) {
            return sections::VARIATIONS;
        }
        #[cfg(feature = "shapes")]
        if !self.credits.is_empty() {
            return sections::CREDITS;
        } else if !self.shapes.is_empty() {
            return sections::SHAPES;
        }
        sections::FIRST
    }

    /// Bytes of the examples' own spline coefficients: one `f32` for every control point of every DOF of every example and of every
    /// cycle that is a variation. What the size of a pack is measured by.
    pub fn coefficient_bytes(&self) -> usize {
        let dofs = self.skeleton.dofs().len();
        let rows = |verb: &Verb| {
            verb.parts().control_points * (verb.examples().len() + verb.parts().variations.cycles())
        };
        self.verbs.iter().map(|verb| rows(verb) * dofs * size_of::<f32>()).sum()
    }
}

fn different_names(of: &str, names: &mut dyn Iterator<Item = &str>) -> Result<(), PackError> {
    let mut places = BTreeMap::new();
    for (place, name) in names.enumerate() {
        if places.insert(name, place).is_some() {
            return Err(PackError::Inconsistent(format!("two {of} are named {name:?}")));
        }
    }
    Ok(())
}

fn few_enough<G>(graphs: &[G]) -> Result<(), PackError> {
    if graphs.len() <= MOST_GRAPHS {
        return Ok(());
    }
    Err(PackError::Inconsistent(format!("it has more than {MOST_GRAPHS} graphs")))
}
