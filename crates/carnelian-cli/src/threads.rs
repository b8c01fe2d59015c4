//! The threads that the command starts beside those of the library.

use std::thread::Builder;

/// The size of their stacks in bytes. `RUST_MIN_STACK`, which users set for other programs, may be too little.
const STACK: usize = 2 << 20;

/// Returns the builder of a thread.
pub fn builder(name: &str) -> Builder {
    Builder::new().name(name.to_owned()).stack_size(STACK)
}
