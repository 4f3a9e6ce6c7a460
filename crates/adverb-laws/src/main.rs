//! Prints the laws of the runtime with the bits of every number they compute; `adverb-laws fingerprints` prints a hash of each
//! law's bits instead, as the file `recorded` has them.

fn main() {
    let short = std::env::args().nth(1).is_some_and(|word| word == "fingerprints");
    print!("{}", if short { adverb_laws::fingerprints() } else { adverb_laws::report() });
}
