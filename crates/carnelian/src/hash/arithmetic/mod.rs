//! The common parts of the kernels of several hash functions.

pub(super) mod half_words;
pub(super) mod words;
