//! Tests of the scheme against the standard, written out slowly, on every backend.

#[cfg(feature = "alloc")]
mod batch;
mod by_steps;
mod check;
mod keys;
mod pair;
mod sampling;
mod secrets;
mod vectors;
