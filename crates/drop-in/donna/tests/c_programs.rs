//! The programs in `tests/c`, compiled against `include/ed25519.h` and the built library.

#[path = "../../../carnelian-ffi/tests/programs/mod.rs"]
mod programs;
