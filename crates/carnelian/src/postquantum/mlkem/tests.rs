//! Tests against the standard, written out slowly, on every backend.

mod bounds;
mod keys;
mod packing;
mod planted;
mod ring;
mod sampling;
mod vectors;
