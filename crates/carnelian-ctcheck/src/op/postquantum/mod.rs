//! Schemes that withstand quantum computers.

pub(super) mod mldsa;
pub(super) mod mlkem;
pub(super) mod slhdsa;

use super::Operation;

written!(postquantum: slhdsa);
