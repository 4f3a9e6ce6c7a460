//! The built-in forms, made by formulas: a blob with bend and thickness (shape-by-example, figures 4 and 5), and the built-in figure's
//! right arm with build and three joints (6.2).

pub mod arm;
pub mod blob;
