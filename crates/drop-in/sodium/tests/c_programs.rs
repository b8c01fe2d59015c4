//! The programs in `tests/c`, compiled against `include/sodium.h` and the built library, and what the headers declare.

mod headers;
#[path = "../../../carnelian-ffi/tests/programs/mod.rs"]
mod programs;
