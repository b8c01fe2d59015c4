//! Tests of the scheme against the standard, written out slowly, on every backend.

mod keys;
mod sampling;
mod vectors;
