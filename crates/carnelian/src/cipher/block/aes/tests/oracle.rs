//! FIPS 197 read literally: bytes, loops, and the S-box by its definition. Slow, and not constant time.

use super::super::kernel::Block;
use std::vec::Vec;

/// Section 4.2: returns the product modulo x⁸ + x⁴ + x³ + x + 1.
fn product(a: u8, b: u8) -> u8 {
    let mut sum = 0;
    let mut power = a;
    for bit in 0..8 {
        if b >> bit & 1 == 1 {
            sum ^= power;
        }
        power = power << 1 ^ if power >> 7 == 1 { 0x1b } else { 0 };
    }
    sum
}

/// Section 5.1.1: b⁻¹ = b²⁵⁴, then equation 5.3.
fn sbox(b: u8) -> u8 {
    let inverse = (0..254).fold(1, |power, _| product(power, b));
    (0..5).fold(0x63, |sum, i| sum ^ inverse.rotate_left(i))
}

/// Returns the S-box as a table, which is computed once.
fn sboxes() -> &'static [u8; 256] {
    static SBOXES: std::sync::OnceLock<[u8; 256]> = std::sync::OnceLock::new();
    SBOXES.get_or_init(|| core::array::from_fn(|b| sbox(b as u8)))
}

/// Section 5.2, KeyExpansion().
pub(super) fn key_expansion(key: &[u8]) -> Vec<Block> {
    let sub_word = |word: [u8; 4]| word.map(|byte| sboxes()[usize::from(byte)]);
    // Table 3: Nr = Nk + 6.
    let nk = key.len() / 4;
    let mut w: Vec<[u8; 4]> = key.as_chunks().0.to_vec();
    let mut rcon = 1;
    for i in nk..4 * (nk + 7) {
        let mut temp = w[i - 1];
        if i % nk == 0 {
            temp.rotate_left(1);
            temp = sub_word(temp);
            temp[0] ^= rcon;
            rcon = product(rcon, 2);
        } else if nk > 6 && i % nk == 4 {
            temp = sub_word(temp);
        }
        w.push(core::array::from_fn(|b| w[i - nk][b] ^ temp[b]));
    }
    w.chunks(4).map(|words| words.as_flattened().try_into().unwrap()).collect()
}

/// Section 5.1, Cipher(). Byte 4 c + r is in row r and column c.
pub(super) fn cipher(key: &[u8], input: Block) -> Block {
    let add = |state: Block, key: &Block| core::array::from_fn(|i| state[i] ^ key[i]);
    let w = key_expansion(key);
    let mut state: Block = add(input, &w[0]);
    for round in 1..w.len() {
        let substituted = state.map(|byte| sboxes()[usize::from(byte)]);
        let shifted: Block = core::array::from_fn(|i| substituted[(i + 4 * (i % 4)) % 16]);
        state = if round + 1 == w.len() { shifted } else { mix_columns(shifted) };
        state = add(state, &w[round]);
    }
    state
}

/// Section 5.1.3.
fn mix_columns(state: Block) -> Block {
    core::array::from_fn(|i| {
        let a = |next: usize| state[i / 4 * 4 + (i + next) % 4];
        product(a(0), 2) ^ product(a(1), 3) ^ a(2) ^ a(3)
    })
}
