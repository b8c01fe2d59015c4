//! Keccak's constants from their definitions, FIPS 202 Sections 3.2.2 and 3.2.5.

use std::fmt::Write;

/// Returns the text of `tables.rs`.
pub(super) fn generate() -> String {
    let mut text = String::from(HEAD);
    for row in round_constants().chunks(4) {
        let words: Vec<String> = row.iter().map(|word| hex(*word)).collect();
        writeln!(text, "    {}", words.join(" ")).expect("a String takes everything");
    }
    text.push_str(OFFSETS_DOC);
    for column in offsets() {
        writeln!(text, "    {column:?},").expect("a String takes everything");
    }
    text.push_str("];\n");
    text
}

const HEAD: &str = "\
//! Keccak's constants, FIPS 202 Sections 3.2.2 and 3.2.5.

/// RC: what ι adds to the lane (0, 0) in each round.
#[rustfmt::skip]
pub(super) const ROUND_CONSTANTS: [u64; 24] = [
";
const OFFSETS_DOC: &str = "\
];

/// The offset by which ρ rotates lane (x, y), at `[x][y]`: Table 2 modulo 64.
#[rustfmt::skip]
pub(super) const OFFSETS: [[u32; 5]; 5] = [
";

fn hex(word: u64) -> String {
    let [a, b, c, d] = [48, 32, 16, 0].map(|shift| word >> shift & 0xffff);
    format!("0x{a:04x}_{b:04x}_{c:04x}_{d:04x},")
}

/// Algorithm 5, rc(t).
fn rc(t: usize) -> bool {
    // 1. and 2.
    let mut r: Vec<bool> = vec![true, false, false, false, false, false, false, false];
    // 3.
    for _ in 0..t % 255 {
        r.insert(0, false);
        for tap in [0, 4, 5, 6] {
            r[tap] ^= r[8];
        }
        r.truncate(8);
    }
    // 4.
    r[0]
}

/// Algorithm 6, ι(A, i), steps 2 and 3: RC for each round, with w = 64 and so ℓ = 6.
fn round_constants() -> [u64; 24] {
    std::array::from_fn(|round| (0..=6).fold(0, |word, j| word | u64::from(rc(j + 7 * round)) << ((1 << j) - 1)))
}

/// Algorithm 2, ρ(A): the offsets modulo w = 64.
fn offsets() -> [[u32; 5]; 5] {
    let mut offsets = [[0; 5]; 5];
    // 2.
    let (mut x, mut y) = (1, 0);
    // 3.
    for t in 0..24 {
        offsets[x][y] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 2 has 153, 231, 3, 10 and 171 for y = 2 and x = 3, 4, 0, 1, 2.
    #[test]
    fn the_standards_offsets() {
        let offsets = offsets();
        assert_eq!([3, 4, 0, 1, 2].map(|x| offsets[x][2]), [153, 231, 3, 10, 171].map(|offset| offset % 64));
        assert_eq!([3, 4, 0, 1, 2].map(|x| offsets[x][0]), [28, 91 % 64, 0, 1, 190 % 64]);
    }

    /// The shift register has period 255. The constant of the first round is 1, and that of the last is known.
    #[test]
    fn the_constants() {
        let constants = round_constants();
        assert_eq!((constants[0], constants[1], constants[23]), (1, 0x8082, 0x8000_0000_8000_8008));
        assert_eq!((0..255).filter(|t| rc(*t)).count(), 128);
    }
}
