//! The laws of `adverb-laws`, whose bits are compared between machines, and here with those of the last version.

#[test]
fn every_law_holds() {
    let broken: Vec<_> =
        adverb_laws::laws().into_iter().filter(|law| !law.holds).map(|law| law.name).collect();
    assert!(broken.is_empty(), "broken: {broken:?}");
}

#[test]
fn no_law_computes_a_number_that_is_none() {
    for law in adverb_laws::laws() {
        for word in law.bits.split_whitespace() {
            let bits = u64::from_str_radix(word, 16).expect("hexadecimal");
            let value =
                if word.len() == 8 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) };
            assert!(value.is_finite(), "{}: {value}", law.name);
        }
    }
}

#[test]
fn laws_say_the_same_twice() {
    assert_eq!(adverb_laws::report(), adverb_laws::report());
}

/// docs/stability.md promises that poses change between versions only where the changelog says so.
#[test]
fn poses_change_only_on_purpose() {
    const RECORDED: &str = include_str!("../../../adverb-laws/recorded");
    let now = adverb_laws::fingerprints();
    let others: Vec<&str> = now.lines().filter(|law| !RECORDED.lines().any(|old| old == *law)).collect();
    assert!(
        others.is_empty(),
        "other bits than recorded: {others:#?}\nIf that is meant, say so in the changelog and record them: \
         cargo run -p adverb-laws -- fingerprints > crates/adverb-laws/recorded"
    );
    assert_eq!(RECORDED.lines().count(), now.lines().count(), "laws that are gone");
}
