//! Laws of actors on made graphs (thesis 5.2–5.6).

mod asked;
mod blends;
mod crowds;
mod gestures;
mod grounds;
mod hostile;
mod lives;
mod migrations;
mod origins;
mod snapshots;
mod stage;
mod told;
