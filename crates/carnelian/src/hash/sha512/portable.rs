//! SHA-512's compression function in portable Rust, FIPS 180-4 Section 6.4.2.

use super::kernel::{Block, State};
use super::tables::K;
use crate::base::memory::wipe;

pub(super) fn compress(state: &mut State, blocks: &[Block]) {
    let mut w = [0; 16];
    for block in blocks {
        for (word, bytes) in w.iter_mut().zip(block.as_chunks().0) {
            *word = u64::from_be_bytes(*bytes);
        }
        compress_block(state, &mut w);
    }
    wipe(&mut w);
}

/// One block. `w` holds the last sixteen words of the message schedule, word t at `t % 16`.
fn compress_block(state: &mut State, w: &mut [u64; 16]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for t in 0..80 {
        if t >= 16 {
            // 1. W_t ← σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16}
            w[t % 16] = sigma1(w[(t - 2) % 16])
                .wrapping_add(w[(t - 7) % 16])
                .wrapping_add(sigma0(w[(t - 15) % 16]))
                .wrapping_add(w[t % 16]);
        }
        // 3. T₁ ← h + Σ₁(e) + Ch(e, f, g) + K_t + W_t; T₂ ← Σ₀(a) + Maj(a, b, c)
        let t1 = h.wrapping_add(big_sigma1(e)).wrapping_add(ch(e, f, g)).wrapping_add(K.0[t]).wrapping_add(w[t % 16]);
        let t2 = big_sigma0(a).wrapping_add(maj(a, b, c));
        (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
        (d, c, b, a) = (c, b, a, t1.wrapping_add(t2));
    }
    // 4. H⁽ⁱ⁾ ← working variables + H⁽ⁱ⁻¹⁾
    for (word, variable) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(variable);
    }
}

// Section 4.1.3, the six functions.

const fn ch(x: u64, y: u64, z: u64) -> u64 {
    (x & y) ^ (!x & z)
}

const fn maj(x: u64, y: u64, z: u64) -> u64 {
    (x & y) ^ (x & z) ^ (y & z)
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
