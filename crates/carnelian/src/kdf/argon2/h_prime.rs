//! The variable-length hash function that Argon2 builds from BLAKE2b, RFC 9106 Section 3.3.

use crate::base::memory::wipe;
use crate::hash::Blake2b512;
use crate::hash::blake2::{B, VariableHasher};

/// How many of the 64 bytes of a V are output, unless it is the last one.
const HALF: usize = 32;

/// H'^T(A): fills `tag` with all T bytes, at least one. `a` holds the parts of A.
pub(super) fn h_prime(a: &[&[u8]], tag: &mut [u8]) {
    let len = (tag.len() as u32).to_le_bytes();
    if tag.len() <= 2 * HALF {
        return h(&len, a, tag);
    }
    // V_1 = H^(64)(LE32(T) || A); V_i = H^(64)(V_(i−1)); the last one has the remaining length.
    let mut v = [0; 2 * HALF];
    h(&len, a, &mut v);
    let mut rest = tag;
    while rest.len() > 2 * HALF {
        let (half, others) = rest.split_at_mut(HALF);
        half.copy_from_slice(&v[..HALF]);
        rest = others;
        if rest.len() > 2 * HALF {
            v = Blake2b512::digest(&v);
        }
    }
    h(&[], &[&v], rest);
    wipe(&mut v);
}

/// H^(x)(`first` || `a`), where x is the length of `digest`, 1 to 64.
fn h(first: &[u8], a: &[&[u8]], digest: &mut [u8]) {
    let mut hasher = VariableHasher::<B>::new(digest.len()).expect("1 to 64 bytes");
    hasher.update(first);
    a.iter().for_each(|part| hasher.update(part));
    hasher.finalize_into(digest).expect("as long as was said");
}
