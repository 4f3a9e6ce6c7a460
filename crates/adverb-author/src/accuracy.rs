//! How accurate verbs and shapes are, as `check` judges and `report` shows: measured adverbs over the hull (`asked`), and each example
//! predicted from the others (`left_out`, for forms `left_out_forms`).

mod asked;
mod left_out;
mod left_out_forms;

pub use asked::{Asked, Summary, asked};
pub use left_out::{Guess, GuessError, LeftOut, left_out};
pub use left_out_forms::{LeftOutForm, left_out_forms};
