//! Prints the laws of the runtime with the bits of every number they compute.

fn main() {
    print!("{}", adverb_laws::report());
}
