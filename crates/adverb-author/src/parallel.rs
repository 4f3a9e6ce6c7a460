//! Work on several things at once, with the results that one after the other gives.

use std::panic::resume_unwind;
use std::thread::{available_parallelism, scope};

/// What `f` makes of each item, in their order, on all cores. Where there are no threads, one after the other.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = available_parallelism().map_or(1, usize::from).min(items.len());
    if threads < 2 {
        return items.iter().map(f).collect();
    }
    let f = &f;
    scope(|scope| {
        let share = |part| scope.spawn(move || -> Vec<R> { <[T]>::iter(part).map(f).collect() });
        let shares: Vec<_> = items.chunks(items.len().div_ceil(threads)).map(share).collect();
        shares
            .into_iter()
            .flat_map(|share| share.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn work_on_all_cores_gives_what_one_gives_in_order() {
        for count in 0..40_u64 {
            let items: Vec<u64> = (0..count).collect();
            let of = |item: &u64| (0..=*item).map(|i| (i as f64).sqrt()).sum::<f64>().to_bits();
            assert_eq!(each(&items, of), items.iter().map(of).collect::<Vec<_>>(), "{count} items");
        }
    }
}
