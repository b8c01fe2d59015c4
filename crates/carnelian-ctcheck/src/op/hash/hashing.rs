//! Operations common to all hash functions, with secret messages.
//!
//! These functions are generic, so the compiler would inline them into the operations. Called through opaque pointers,
//! they remain functions of the library, which the scan identifies by name.

use crate::check::Check;
use crate::op::Operation;
use carnelian::LengthError;
use carnelian::cpu::Tier;
use carnelian::hash::{self, Hash};
use std::hint::black_box;

/// The tiers at which hash functions over words of 64 bits have backends of their own.
pub(super) const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

/// The tiers at which SHA-256, and so everything made from it, has a backend of its own.
pub(super) const TIERS_OF_SHA256: &[Tier] = &[Tier::Portable64, Tier::Sse, Tier::Avx2, Tier::Avx512];

/// Returns the operations of every hash function in the catalogue whose digests have one length.
pub(in crate::op) fn operations() -> Vec<Operation> {
    macro_rules! operations {
        ([] $($Type:ident $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
            $hash:tt hmac $hmac:tt;)+) => {
            [$(of_row::<hash::$Type>($id)),+].concat()
        };
    }
    carnelian::__hashes! { operations [] }
}

fn of_row<H: Hash>(id: &str) -> Vec<Operation> {
    let tiers = if H::BLOCK_LEN == 64 { TIERS_OF_SHA256 } else { TIERS };
    let name = |operation| match id.strip_prefix("sha3-") {
        Some(len) => format!("sha3/{operation}-{len}"),
        None => format!("{id}/{operation}"),
    };
    vec![
        Operation::of_row(name("digest"), tiers, H::backend, digest::<H>),
        Operation::of_row(name("incremental"), tiers, H::backend, incremental::<H>),
    ]
}

/// Returns lengths around the block length, and around the space that padding with a length of 8 or 16 bytes leaves in
/// it.
fn lengths<H: Hash>() -> [usize; 10] {
    let block = H::BLOCK_LEN;
    [1, block / 2, block - 17, block - 16, block - 9, block - 8, block - 1, block, block + 1, 1000]
}

fn digest<H: Hash>(check: &mut Check) {
    let digest: fn(&[u8]) -> H::Digest = H::digest;
    for len in lengths::<H>() {
        let message = check.bytes(len);
        check.secret_result(black_box(digest)(message.expose()).as_ref());
    }
}

/// Updates of sizes that fill the buffer partly, exactly and beyond, with clones in between.
fn incremental<H: Hash>(check: &mut Check) {
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

/// Digests `N` messages of different lengths, then `N` of the same length.
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
