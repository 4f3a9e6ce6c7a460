//! Laws of actors on made graphs (thesis 5.2–5.6).

mod asked;
mod gestures;
mod hostile;
mod snapshots;
mod stage;
mod told;
