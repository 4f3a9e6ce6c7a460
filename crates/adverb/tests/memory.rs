//! What runs every frame takes no memory.
//!
//! A program of its own: the allocator counts for the whole of it, each thread for itself.
#![allow(unsafe_code)] // an allocator cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::f64::consts::TAU;

use adverb::space::{Axis, Embedding, Extrapolation, Hull, Kernel, Parts, Table};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Two straight axes and a ring, with arbitrary coefficients.
fn table(kernel: Kernel, examples: usize, extrapolation: Extrapolation) -> Table {
    let axes = vec![
        Axis::Straight { origin: 0.0, scale: 1.0 },
        Axis::Periodic { origin: 0.0, period: 360.0, radius: TAU.recip() },
        Axis::Straight { origin: 0.5, scale: 2.0 },
    ];
    let number = |i: usize| (i * 7919 % 1009) as f64 / 1009.0;
    let (coordinates, slopes) = (4, 2);
    let parts = Parts {
        embedding: Embedding { axes, affine: None },
        extrapolation,
        kernel,
        centres: (0..examples * coordinates).map(number).collect(),
        radii: vec![1.5; examples],
        examples,
        coefficients: (0..(1 + slopes + examples) * examples).map(number).collect(),
    };
    Table::new(parts).expect("parts that fit together")
}

#[test]
fn weights_allocate_nothing() {
    assert!(allocations(|| drop(std::hint::black_box(vec![0]))) > 0, "allocations are counted");
    let triangle = || Hull::new(2, vec![0.0, 0.0, 0.3, 0.0, 0.0, 0.3]).expect("whole vertices");
    let outside = [
        Extrapolation::Free,
        Extrapolation::Damped { reach: 0.5, hull: triangle() },
        Extrapolation::Held { hull: triangle() },
    ];
    // Within the hull, outside it, at an example, far away, and not a number.
    let points = [0.1, 20.0, 0.7, -3.0, 400.0, 9.0, 0.0, 0.0, 0.0, 1e30, -1e30, 1e30, f32::NAN, 0.0, 0.5];
    for kernel in Kernel::ALL {
        for examples in [1, 20, 100, 500] {
            for extrapolation in &outside {
                let table = table(kernel, examples, extrapolation.clone());
                let mut weights = vec![0.0; 5 * examples];
                let mut gradient = vec![0.0; 3 * examples];
                let count = allocations(|| {
                    table.weights_of_many(&points, &mut weights);
                    for point in points.chunks_exact(3) {
                        table.weights(point, &mut weights[..examples]);
                        table.gradient(point, &mut weights[..examples], &mut gradient);
                    }
                });
                assert_eq!(count, 0, "{kernel:?}, {examples} examples, {extrapolation:?}");
            }
        }
    }
}
