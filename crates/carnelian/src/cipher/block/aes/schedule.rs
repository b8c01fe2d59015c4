//! The round keys of an expanded key.

use super::parameters::{Aes256, Parameters};
use crate::cipher::arithmetic::blocks::{BLOCK_LEN, Block};

/// The number of round keys of the longest key.
pub(super) const MAX_ROUND_KEYS: usize = Aes256::NR + 1;
/// The round keys of a key with AES instructions; the entries that a shorter key does not need are zero.
pub(in crate::cipher) type RoundKeys = [Block; MAX_ROUND_KEYS];

/// An expanded key, in the form of the backend. The part that a shorter key does not need is zero.
pub(super) type Schedule = [u8; SCHEDULE_LEN];
pub(super) const SCHEDULE_LEN: usize = 256;
const _: () = assert!(SCHEDULE_LEN >= MAX_ROUND_KEYS * BLOCK_LEN);

/// Returns the round keys of an expanded key of a backend with AES instructions.
#[inline(always)]
pub(super) fn round_keys(schedule: &Schedule) -> &RoundKeys {
    let (blocks, _) = schedule.as_chunks();
    blocks.first_chunk().expect("a schedule holds all round keys")
}
