//! Schemes of several families.

pub(super) mod dhkem;
pub(super) mod hybrid;
pub(super) mod nacl_box;
pub(super) mod sealed_file;

use super::Operation;

written!(composite: sealed_file dhkem nacl_box hybrid);
