//! Everything that holds of authoring, in one program: it links once. (`memory` counts allocations, and so needs a program of its own.)

#![allow(clippy::disallowed_methods)] // tests compare with the platform's own, within a tolerance

mod acclaim;
mod actors;
mod animations;

mod annotations;
mod arms;
mod bodies;
mod bvh;
mod bvh_corrupt;
mod bvh_programs;
mod bvh_real;
mod characters;
mod check;
mod corpus;
mod correctives;
mod credits;
mod dof_chart;
mod edits;
mod faces;
mod fbx;
mod fbx_real;
mod findings;
mod following_picture;
mod form_picture;
mod gait;
mod gltf_files;
mod gltf_hostile;
mod gltf_nodes;
mod gltf_round_trip;
mod graph_picture;
mod graphs;
mod import;
mod meshes;
mod motions;
mod pack;
mod picture;
mod project;
mod project_space;
mod roles;
mod roots;
mod scripts;
mod shape_files;
mod shapes;
mod sizes;
mod space_picture;
mod spaces;
mod stance;
mod support;
mod supports;
mod travel;
mod verbs;
