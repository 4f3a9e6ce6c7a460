//! Bodies: a motion of one skeleton on the joints of another, or of any skinned mesh.
//!
//! A [`Figure`] is a body in the pose that it was drawn in: its joints, and its skin if it has one. What its joints are for is
//! told by their names and by how they hang together (`roles`, `anatomy`), else by their places (`shape`). Between two figures a [`Binding`] says, in numbers,
//! which joint follows which (`map`), how it is turned (`align`), how legs of another length carry the body (`legs`), what
//! of a foot touches the ground (`sole`) and how far from a thicker body arms keep (`arms`, `flesh`). A [`Wearer`] moves a body by its binding while it runs: a game puts a character of
//! its own on a pack, without the tools that made the pack.
//!
//! ```text
//!   Skeleton ── Figure ── Bearing (how it stands, as its motions show) ─┐
//!                                                                       ├─ bind ─▶ Binding ──▶ Wearer ── pose ──▶ locals of the body
//!   joints, bind pose, skin ── Figure ──────────────────────────────────┘                        ▲
//!                                                            world transforms, planted feet ──────┘
//! ```
//!
//! Binding works in f64 and allocates; it is done once. A wearer works in f32, allocates nothing and gives the same bits everywhere.

mod align;
mod anatomy;
mod arms;
mod bearing;
mod binding;
mod figure;
mod fingers;
mod flesh;
mod hand;
mod legs;
mod map;
mod neck;
mod own;
mod rigid;
mod roles;
mod shape;
mod shown;
mod sides;
mod sole;
mod wearer;

pub use anatomy::{Anatomy, Tree};
pub use arms::{Arm, Arms};
pub use bearing::{Bearing, Span};
pub use binding::{Binding, BoundJoint, BoundLeg, bind};
pub use figure::{Figure, Vertex};
pub use fingers::{Digit, Finger, digits};
pub use hand::relaxed;
pub use legs::{Leg, Proportions};
pub use map::{Follow, Map, NoHips};
pub use rigid::{Transform, about_x, about_y, twist_y};
pub use roles::{Part, Roles};
pub use sides::{Side, exchanged};
pub use sole::{Point, Sole, Under, lowest};
pub use wearer::Wearer;
