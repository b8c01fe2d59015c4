//! Tests of the arithmetic against the standard, written out slowly, on every backend.

mod bounds;
mod ntt;
mod packing;
mod planted;
