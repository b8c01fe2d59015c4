//! Password hashing.

pub(super) mod argon2;

use super::Operation;

written!(kdf: argon2);
