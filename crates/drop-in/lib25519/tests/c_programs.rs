//! The programs in `tests/c`, compiled against `include/lib25519.h` and the built library.

#[path = "../../../carnelian-ffi/tests/programs/mod.rs"]
mod programs;
