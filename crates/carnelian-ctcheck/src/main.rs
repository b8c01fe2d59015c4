//! Runs every secret-handling operation with poisoned secrets.
fn main() {}
