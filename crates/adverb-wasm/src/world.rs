//! The ground, as the caller's function knows it.

use core::cell::RefCell;

use adverb::actor;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** The ground at a point of the world. */
export interface GroundAt {
  /** Metres. */
  height: number;
  /** Which way is up from it; planted feet lie flat on it. */
  normal?: ArrayLike<number>;
  /** Metres per second: an actor on moving ground goes along. */
  velocity?: ArrayLike<number>;
}

/** The ground at a point of the world; of several storeys the one near `y`. `undefined` where it is not known. */
export type Ground = (x: number, y: number, z: number, actor: number) => number | GroundAt | undefined;
";

#[wasm_bindgen]
extern "C" {
    /// The caller's function.
    #[wasm_bindgen(typescript_type = "Ground")]
    pub type Ground;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Ground, of: &JsValue, x: f64, y: f64, z: f64, actor: usize) -> Result<GroundAt, JsValue>;

    /// What it returns.
    type GroundAt;

    #[wasm_bindgen(method, getter, structural)]
    fn height(this: &GroundAt) -> f64;

    #[wasm_bindgen(method, getter, structural)]
    fn normal(this: &GroundAt) -> Option<Vec<f32>>;

    #[wasm_bindgen(method, getter, structural)]
    fn velocity(this: &GroundAt) -> Option<Vec<f32>>;
}

/// What one actor stands on. What the caller's function throws is kept until the step is done.
pub(crate) struct World<'a> {
    pub ground: Option<&'a Ground>,
    pub actor: usize,
    pub thrown: &'a RefCell<Option<JsValue>>,
}

impl actor::World for World<'_> {
    fn ground(&self, [x, y, z]: [f64; 3]) -> Option<actor::Ground> {
        match self.ground?.call(&JsValue::UNDEFINED, x, y, z, self.actor) {
            Ok(answer) => known(&answer),
            Err(thrown) => {
                self.thrown.borrow_mut().get_or_insert(thrown);
                None
            }
        }
    }
}

fn known(answer: &GroundAt) -> Option<actor::Ground> {
    if answer.is_undefined() || answer.is_null() {
        return None;
    }
    if let Some(height) = answer.as_f64() {
        return Some(height.into());
    }
    let mut ground = actor::Ground::from(answer.height());
    if let Some(Ok(normal)) = answer.normal().map(<[f32; 3]>::try_from) {
        ground = ground.with_normal(normal);
    }
    if let Some(Ok(velocity)) = answer.velocity().map(<[f32; 3]>::try_from) {
        ground = ground.with_velocity(velocity);
    }
    Some(ground)
}
