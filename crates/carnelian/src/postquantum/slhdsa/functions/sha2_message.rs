//! H_msg and PRF_msg of the SHA-2 sets, FIPS 205 Sections 11.2.1 and 11.2.2: by SHA-256 in category 1, by SHA-512 in
//! categories 3 and 5.

use super::super::parameters::MAX_N;
use super::MessageHasher;
use crate::hash::hmac::Hmac;
use crate::hash::{Hash, Sha256, Sha512};

/// H_msg of category 1, and of categories 3 and 5.
#[derive(Clone)]
pub enum Sha2MessageHasher {
    Short(Masked<Sha256>),
    Long(Masked<Sha512>),
}

impl MessageHasher for Sha2MessageHasher {
    fn new(r: &[u8], public_key: &[u8]) -> Self {
        match r.len() {
            16 => Self::Short(Masked::new(r, public_key)),
            _ => Self::Long(Masked::new(r, public_key)),
        }
    }

    fn update(&mut self, part: &[u8]) {
        match self {
            Self::Short(masked) => masked.hasher.update(part),
            Self::Long(masked) => masked.hasher.update(part),
        }
    }

    fn finish(self, digest: &mut [u8]) {
        match self {
            Self::Short(masked) => masked.finish(digest),
            Self::Long(masked) => masked.finish(digest),
        }
    }
}

/// MGF1 of R ‖ PK.seed ‖ H(R ‖ PK.seed ‖ PK.root ‖ M), RFC 8017 Section B.2.1.
#[derive(Clone)]
pub struct Masked<H> {
    /// R ‖ PK.seed, 2n bytes.
    start: [u8; 2 * MAX_N],
    n: usize,
    hasher: H,
}

impl<H: Hash> Masked<H> {
    fn new(r: &[u8], public_key: &[u8]) -> Self {
        let (n, mut start) = (r.len(), [0; 2 * MAX_N]);
        start[..n].copy_from_slice(r);
        start[n..2 * n].copy_from_slice(&public_key[..n]);
        let mut hasher = H::new();
        hasher.update(r);
        hasher.update(public_key);
        Self { start, n, hasher }
    }

    fn finish(self, digest: &mut [u8]) {
        let inner = self.hasher.finalize();
        for (counter, block) in digest.chunks_mut(H::DIGEST_LEN).enumerate() {
            let mut hasher = H::new();
            for part in [&self.start[..2 * self.n], inner.as_ref(), &(counter as u32).to_be_bytes()] {
                hasher.update(part);
            }
            block.copy_from_slice(&hasher.finalize().as_ref()[..block.len()]);
        }
    }
}

/// PRF_msg: HMAC under SK.prf of opt_rand ‖ M.
pub(super) fn prf_msg<H: Hash>(sk_prf: &[u8], opt_rand: &[u8], message: &[&[u8]], r: &mut [u8]) {
    let mut hmac = Hmac::<H>::new(sk_prf);
    for part in [opt_rand].iter().chain(message) {
        hmac.update(part);
    }
    r.copy_from_slice(&hmac.finalize().as_ref()[..r.len()]);
}
