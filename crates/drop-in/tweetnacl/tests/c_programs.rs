//! The programs in `tests/c`, compiled against `include/tweetnacl.h` and the built library.
//!
//! One of the programs has a `randombytes`, the other has none.

#[path = "../../../carnelian-ffi/tests/programs/mod.rs"]
mod programs;
