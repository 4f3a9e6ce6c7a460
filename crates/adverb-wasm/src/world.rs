//! The ground, as the caller's function knows it.

use core::cell::RefCell;

use adverb::actor;
use wasm_bindgen::prelude::*;

use crate::named::text;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** The ground at a point of the world. */
export interface GroundAt {
  /** Metres. */
  height: number;
  /** Its normal; planted feet lie flat on it. */
  normal?: Triple;
  /** Metres per second: an actor on moving ground goes along. */
  velocity?: Triple;
}

/** Three numbers, as an array or as x, y and z. */
export type Triple = ArrayLike<number> | { x: number; y: number; z: number };

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
    fn height(this: &GroundAt) -> JsValue;

    #[wasm_bindgen(method, getter, structural)]
    fn normal(this: &GroundAt) -> Option<Triple>;

    #[wasm_bindgen(method, getter, structural)]
    fn velocity(this: &GroundAt) -> Option<Triple>;

    /// Three numbers.
    type Triple;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn at(this: &Triple, key: &str) -> JsValue;
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
            Ok(answer) if answer.is_undefined() || answer.is_null() => None,
            Ok(answer) => known(&answer).or_else(|| {
                let problem = format!("the ground cannot be {}", text(&answer));
                self.keep(|| {
                    JsError::new(&(problem + ": return a height, or { height, normal, velocity }")).into()
                })
            }),
            Err(thrown) => self.keep(|| thrown),
        }
    }
}

impl World<'_> {
    /// Keeps what is to be thrown first.
    fn keep<T>(&self, thrown: impl FnOnce() -> JsValue) -> Option<T> {
        self.thrown.borrow_mut().get_or_insert_with(thrown);
        None
    }
}

/// `None` where it makes no sense.
fn known(answer: &GroundAt) -> Option<actor::Ground> {
    if let Some(height) = answer.as_f64() {
        return Some(height.into());
    }
    let mut ground = actor::Ground::from(answer.height().as_f64()?);
    if let Some(normal) = answer.normal() {
        ground = ground.with_normal(numbers(&normal)?);
    }
    if let Some(velocity) = answer.velocity() {
        ground = ground.with_velocity(numbers(&velocity)?);
    }
    Some(ground)
}

fn numbers(triple: &Triple) -> Option<[f32; 3]> {
    let number = |key: &str| triple.at(key).as_f64();
    let [x, y, z] =
        [("0", "x"), ("1", "y"), ("2", "z")].map(|(index, name)| number(index).or_else(|| number(name)));
    Some([x?, y?, z?].map(|number| number as f32))
}
