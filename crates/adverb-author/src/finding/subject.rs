//! The subject of a finding, and its place.

use std::fmt;

/// The subject of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// A motion's file, by its name.
    Recording(String),
    /// A mesh's file, by its name.
    Mesh(String),
    /// A script's file, by its name.
    Script(String),
    /// A table of the project file, such as `motions.walk`.
    Entry(String),
    /// All examples of a verb, or the verb itself.
    Verb(String),
    /// One example of a verb.
    Example {
        /// The verb.
        verb: String,
        /// The example.
        name: String,
    },
    /// Two examples of a verb, and what lies between them.
    Pair {
        /// The verb.
        verb: String,
        /// The examples.
        names: [String; 2],
    },
    /// All forms of a shape, or the shape itself.
    Shape(String),
    /// One form of a shape.
    Form {
        /// The shape.
        shape: String,
        /// The form's file, or the example that it is.
        name: String,
    },
    /// One feature of a shape.
    Feature {
        /// The shape.
        shape: String,
        /// The feature.
        name: String,
    },
}

impl Subject {
    /// Its verb, or its shape as `shapes.NAME`; empty for files and entries.
    pub fn owner(&self) -> String {
        match self {
            Self::Verb(verb) | Self::Example { verb, .. } | Self::Pair { verb, .. } => verb.clone(),
            Self::Shape(shape) | Self::Form { shape, .. } | Self::Feature { shape, .. } => {
                format!("shapes.{shape}")
            }
            Self::Recording(_) | Self::Mesh(_) | Self::Script(_) | Self::Entry(_) => String::new(),
        }
    }

    /// Its name within the owner; empty if it is the owner.
    pub fn name(&self) -> String {
        match self {
            Self::Recording(name) | Self::Mesh(name) | Self::Script(name) => name.clone(),
            Self::Entry(name) => format!("[{name}]"),
            Self::Example { name, .. } | Self::Form { name, .. } | Self::Feature { name, .. } => name.clone(),
            Self::Pair { names: [one, other], .. } => format!("{one} and {other}"),
            Self::Verb(_) | Self::Shape(_) => String::new(),
        }
    }

    /// An example of a verb, or a form of a shape, by name.
    pub(crate) fn example(&self, name: &str) -> Self {
        match self {
            Self::Shape(shape) => Self::Form { shape: shape.clone(), name: name.into() },
            of => Self::Example { verb: of.owner(), name: name.into() },
        }
    }

    /// Two examples of a verb, by name.
    pub(crate) fn pair(&self, names: [String; 2]) -> Self {
        Self::Pair { verb: self.owner(), names }
    }

    /// The plural noun for its kind.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Self::Recording(_) => "recordings",
            Self::Mesh(_) => "meshes",
            Self::Script(_) => "scripts",
            Self::Entry(_) => "entries",
            Self::Verb(_) => "verbs",
            Self::Example { .. } => "examples",
            Self::Pair { .. } => "pairs of examples",
            Self::Shape(_) => "shapes",
            Self::Form { .. } => "forms",
            Self::Feature { .. } => "features",
        }
    }
}

/// The place of a finding.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Place {
    /// The line of a file, counted from 1.
    pub line: Option<usize>,
    /// The joint.
    pub joint: Option<String>,
    /// The frame of a recording, counted from 0.
    pub frame: Option<usize>,
    /// Seconds from the start.
    pub secs: Option<f64>,
    /// The vertex of a mesh, counted from 0.
    pub vertex: Option<usize>,
    /// The triangle of a mesh, counted from 0.
    pub triangle: Option<usize>,
    /// A part of a file, by its name there.
    pub part: Option<String>,
}

impl Place {
    /// In a joint.
    pub(crate) fn joint(name: impl Into<String>) -> Self {
        Self { joint: Some(name.into()), ..Self::default() }
    }

    /// At a time.
    pub(crate) fn secs(secs: f64) -> Self {
        Self { secs: Some(secs), ..Self::default() }
    }

    /// At a line of a file.
    pub(crate) fn line(line: usize) -> Self {
        Self { line: Some(line), ..Self::default() }
    }

    /// At a frame of a recording.
    pub(crate) fn frame(frame: usize) -> Self {
        Self { frame: Some(frame), ..Self::default() }
    }

    /// In a part of a file.
    pub(crate) fn part(name: impl Into<String>) -> Self {
        Self { part: Some(name.into()), ..Self::default() }
    }

    /// At a vertex of a mesh.
    pub(crate) fn vertex(vertex: usize) -> Self {
        Self { vertex: Some(vertex), ..Self::default() }
    }

    /// At a triangle of a mesh.
    pub(crate) fn triangle(triangle: usize) -> Self {
        Self { triangle: Some(triangle), ..Self::default() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |what: &str, number: Option<usize>| number.map(|number| format!("{what} {number}"));
        let time = self.secs.map(|secs| match secs {
            0.0 => "at the start".into(),
            _ => format!("at {secs:.2} s"),
        });
        let all = [
            counted("line", self.line),
            self.part.clone(),
            self.joint.clone(),
            counted("frame", self.frame),
            time,
            counted("vertex", self.vertex),
            counted("triangle", self.triangle),
        ];
        write!(f, "{}", all.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
