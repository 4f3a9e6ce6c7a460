//! Numbers in the module's memory, seen by JavaScript without copying. A view is valid until the next call, which may make the memory
//! grow.
#![allow(unsafe_code)] // a view knows nothing of lifetimes: the callers' contract above

use js_sys::{Float32Array, Float64Array};

pub(crate) fn f32s(numbers: &[f32]) -> Float32Array {
    // SAFETY: nothing allocates before JavaScript has it, and it is told when the view ends.
    unsafe { Float32Array::view(numbers) }
}

pub(crate) fn f64s(numbers: &[f64]) -> Float64Array {
    // SAFETY: as above.
    unsafe { Float64Array::view(numbers) }
}
