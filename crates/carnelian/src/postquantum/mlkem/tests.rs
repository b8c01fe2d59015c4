//! Tests against the standard, written out slowly, on every backend.

mod keys;
mod packing;
mod ring;
mod sampling;
mod vectors;
