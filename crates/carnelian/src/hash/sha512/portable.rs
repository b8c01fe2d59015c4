//! SHA-512's compression function in portable Rust, FIPS 180-4 Section 6.4.2.

use super::kernel::{Block, State};
use super::tables::K;
use crate::base::memory::wipe_stack;

pub(super) fn compress(state: &mut State, blocks: &[Block]) {
    compress_blocks(state, blocks);
    wipe_stack::<1024>();
}

#[inline(never)]
fn compress_blocks(state: &mut State, blocks: &[Block]) {
    let mut w = [0; 16];
    for block in blocks {
        for (word, bytes) in w.iter_mut().zip(block.as_chunks().0) {
            *word = u64::from_be_bytes(*bytes);
        }
        compress_block(state, &mut w);
    }
}

/// One block, whose sixteen words are in `w`; the schedule goes on in place, word t at `t % 16`.
#[inline(always)]
fn compress_block(state: &mut State, w: &mut [u64; 16]) {
    let mut variables = *state;
    // By name, so that the variables stay where they are and only their names move on. A word makes room for its
    // successor as soon as it is used; the last sixteen have none.
    macro_rules! rounds {
        ($k:expr, $next:expr, $($t:literal)+) => {$(
            variables = round(variables, $k[$t].wrapping_add(w[$t]));
            if $next {
                w[$t] = schedule(w[($t + 14) % 16], w[($t + 9) % 16], w[($t + 1) % 16], w[$t]);
            }
        )+};
    }
    let (k, _) = K.0.as_chunks::<16>();
    for k in &k[..4] {
        rounds!(k, true, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
    rounds!(k[4], false, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    // 4. H⁽ⁱ⁾ ← working variables + H⁽ⁱ⁻¹⁾
    for (word, variable) in state.iter_mut().zip(variables) {
        *word = word.wrapping_add(variable);
    }
}

/// 1. W_t ← σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16}
pub(super) const fn schedule(w2: u64, w7: u64, w15: u64, w16: u64) -> u64 {
    sigma1(w2).wrapping_add(w7).wrapping_add(sigma0(w15)).wrapping_add(w16)
}

/// 3. One round; `kw` is K_t + W_t.
#[inline(always)]
fn round([a, b, c, d, e, f, g, h]: State, kw: u64) -> State {
    let t1 = h.wrapping_add(kw).wrapping_add(ch(e, f, g)).wrapping_add(big_sigma1(e));
    let t2 = big_sigma0(a).wrapping_add(maj(a, b, c));
    [t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g]
}

// Section 4.1.3, the six functions.

const fn ch(x: u64, y: u64, z: u64) -> u64 {
    ((y ^ z) & x) ^ z
}

const fn maj(x: u64, y: u64, z: u64) -> u64 {
    ((x ^ y) & z) ^ (x & y)
}

const fn big_sigma0(x: u64) -> u64 {
    x.rotate_right(28) ^ x.rotate_right(34) ^ x.rotate_right(39)
}

const fn big_sigma1(x: u64) -> u64 {
    x.rotate_right(14) ^ x.rotate_right(18) ^ x.rotate_right(41)
}

const fn sigma0(x: u64) -> u64 {
    x.rotate_right(1) ^ x.rotate_right(8) ^ (x >> 7)
}

const fn sigma1(x: u64) -> u64 {
    x.rotate_right(19) ^ x.rotate_right(61) ^ (x >> 6)
}
