//! Other libraries.

mod shared;
