//! How well verbs and shapes do what they are asked for, as `check` judges and `report` shows: measured adverbs over the hull (`asked`), and each
//! example from the others (`left_out`, of forms `left_out_forms`).

mod asked;
mod left_out;
mod left_out_forms;

pub use asked::{Asked, Summary, asked};
pub use left_out::{Guess, GuessError, LeftOut, left_out};
pub use left_out_forms::{LeftOutForm, left_out_forms};
