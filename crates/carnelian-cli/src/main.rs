//! The `carnelian` command.
fn main() {}
