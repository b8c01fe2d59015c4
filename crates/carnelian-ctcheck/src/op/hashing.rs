//! What every hash function does with secret messages.
//!
//! The functions are generic, so that the compiler would make them part of the operations. Called through pointers that it
//! does not know they stay functions of the library, which the scan tells apart.

use crate::check::Check;
use carnelian::LengthError;
use carnelian::hash::Hash;
use std::hint::black_box;

/// Lengths on both sides of the block and of what padding with a length of 8 or 16 bytes leaves of it.
fn lengths<H: Hash>() -> [usize; 10] {
    let block = H::BLOCK_LEN;
    [1, block / 2, block - 17, block - 16, block - 9, block - 8, block - 1, block, block + 1, 1000]
}

pub(super) fn digest<H: Hash>(check: &mut Check) {
    let digest: fn(&[u8]) -> H::Digest = H::digest;
    for len in lengths::<H>() {
        let message = check.bytes(len);
        check.secret_result(black_box(digest)(message.expose()).as_ref());
    }
}

/// Pieces that fill the buffer in part, to the brim and past it, and forks in between.
pub(super) fn incremental<H: Hash>(check: &mut Check) {
    let block = H::BLOCK_LEN;
    let update: fn(&mut H, &[u8]) = H::update;
    let finalize: fn(H) -> H::Digest = H::finalize;
    let digest_with: fn(&H, &[u8]) -> H::Digest = H::digest_with;
    let mut hasher = H::new();
    for len in [1, block / 2 - 1, block / 2, block - 1, block + 2, 2 * block + 44, 0] {
        let piece = check.bytes(len);
        black_box(update)(&mut hasher, piece.expose());
        check.secret_result(black_box(finalize)(hasher.clone()).as_ref());
        check.secret_result(black_box(digest_with)(&hasher, piece.expose()).as_ref());
    }
    let finalize_reset: fn(&mut H) -> H::Digest = H::finalize_reset;
    check.secret_result(black_box(finalize_reset)(&mut hasher).as_ref());
}

type DigestBatch<Digest> = fn(&[&[u8]], &mut [Digest]) -> Result<(), LengthError>;

/// `N` messages of different lengths, then `N` of one length.
pub(super) fn batch<H: Hash<Digest = [u8; LEN]>, const LEN: usize, const N: usize>(check: &mut Check) {
    let digest_batch: DigestBatch<H::Digest> = H::digest_batch;
    let lengths = lengths::<H>();
    let different: [usize; N] = std::array::from_fn(|i| lengths[i % lengths.len()]);
    for lengths in [different, [256; N]] {
        let messages = lengths.map(|len| check.bytes(len));
        let messages = messages.each_ref().map(|message| message.expose().as_slice());
        let mut digests = [[0; LEN]; N];
        black_box(digest_batch)(&messages, &mut digests).expect("as many digests as messages");
        check.secret_result(&digests);
    }
}
