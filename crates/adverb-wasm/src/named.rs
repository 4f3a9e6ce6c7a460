//! Things told by name or by place.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A name or a place.
    #[wasm_bindgen(typescript_type = "string | number")]
    pub type Named;
}

/// The place that is meant among this many things of a kind.
pub(crate) fn place(
    told: &Named,
    kind: &str,
    count: usize,
    named: impl Fn(&str) -> Option<usize>,
) -> Result<usize, String> {
    if let Some(name) = told.as_string() {
        return named(&name).ok_or_else(|| format!("there is no {kind} {name:?}"));
    }
    let place = told.as_f64().map(|number| (number as usize, number));
    match place {
        Some((place, number)) if place as f64 == number && place < count => Ok(place),
        _ => Err(format!("there is no such {kind}")),
    }
}

/// Words as what JavaScript throws.
pub(crate) fn thrown(why: String) -> JsError {
    JsError::new(&why)
}
