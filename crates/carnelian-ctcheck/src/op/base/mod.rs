//! Constant-time types and secrets.

pub(super) mod ct;
pub(super) mod secret;

use super::Operation;

written!(base: ct secret);
