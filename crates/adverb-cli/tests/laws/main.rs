//! Everything that holds of the command, called as a person would, in one program: it links once.

mod annotate;
mod check;
mod command;
mod disks;
mod exit_codes;
mod face;
mod graph;
mod hostile;
mod interrupted;
mod links;
mod memory;
mod mishaps;
mod motion;
mod pack;
mod play;
mod raster;
mod refine;
mod report;
mod roots;
mod sample;
mod shape;
mod shape_mishaps;
mod space;
mod studio;
mod support;
mod together;
