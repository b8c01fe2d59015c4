//! SHA-512's constants from their definitions, FIPS 180-4 Sections 4.2.3 and 5.3.4 to 5.3.6.

use super::roots::fractions;
use std::fmt::Write;

/// Returns the text of `tables.rs`.
pub(super) fn generate() -> String {
    let mut text = String::from(HEAD);
    for row in round_constants().chunks(4) {
        writeln!(text, "{}", words(row)).expect("a String takes everything");
    }
    text.push_str("]);\n");
    initial(&mut text, "INITIAL_384", SHA384_DOC, initial_384());
    initial(&mut text, "INITIAL_512", SHA512_DOC, initial_512());
    for t in [224, 256] {
        let doc = format!("/// H⁽⁰⁾ of SHA-512/{t}: the SHA-512/t IV generation function's value for t = {t}.");
        initial(&mut text, &format!("INITIAL_512_{t}"), &doc, initial_512_t(t));
    }
    text
}

const HEAD: &str = "\
//! SHA-512's constants, FIPS 180-4 Sections 4.2.3 and 5.3.4 to 5.3.6.

/// The round constants, on a cache line of their own so that vectors of them can be loaded whole.
#[repr(C, align(64))]
pub(super) struct RoundConstants(pub(super) [u64; 80]);

/// K: the first 64 bits of the fractional parts of the cube roots of the first eighty primes.
#[rustfmt::skip]
pub(super) static K: RoundConstants = RoundConstants([
";
const SHA384_DOC: &str = "\
/// H⁽⁰⁾ of SHA-384: the first 64 bits of the fractional parts of the square roots of the ninth to sixteenth primes.";
const SHA512_DOC: &str = "\
/// H⁽⁰⁾ of SHA-512: the first 64 bits of the fractional parts of the square roots of the first eight primes.";

/// Appends an initial hash value.
fn initial(text: &mut String, name: &str, doc: &str, value: [u64; 8]) {
    let (first, second) = value.split_at(4);
    let (first, second) = (words(first), words(second));
    writeln!(text, "\n{doc}\n#[rustfmt::skip]\npub(super) const {name}: [u64; 8] = [\n{first}\n{second}\n];")
        .expect("a String takes everything");
}

/// Formats a line of four words.
fn words(row: &[u64]) -> String {
    let words = row.iter().map(|word| {
        let [a, b, c, d] = [48, 32, 16, 0].map(|shift| word >> shift & 0xffff);
        format!("0x{a:04x}_{b:04x}_{c:04x}_{d:04x},")
    });
    format!("    {}", words.collect::<Vec<_>>().join(" "))
}

/// Section 4.2.3: K.
fn round_constants() -> [u64; 80] {
    fractions(3, 0)
}

/// Section 5.3.4.
fn initial_384() -> [u64; 8] {
    fractions(2, 8)
}

/// Section 5.3.5.
fn initial_512() -> [u64; 8] {
    fractions(2, 0)
}

/// Section 5.3.6: SHA-512 of the function's name, with another initial hash value.
fn initial_512_t(t: u32) -> [u64; 8] {
    // The name fits in one block: the bytes, a 1 bit, zeros, and the length in bits.
    let name = format!("SHA-512/{t}");
    let mut block = [0; 128];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[name.len()] = 0x80;
    block[127] = 8 * name.len() as u8;
    compress(initial_512().map(|word| word ^ 0xa5a5_a5a5_a5a5_a5a5), &block)
}

/// Section 6.4.2, written as in the standard: returns the hash value after one block. It shares no code with the
/// library.
fn compress(h: [u64; 8], block: &[u8; 128]) -> [u64; 8] {
    // 1. The message schedule.
    let mut w: Vec<u64> = block.as_chunks().0.iter().map(|word| u64::from_be_bytes(*word)).collect();
    for t in 16..80 {
        let (x, y) = (w[t - 2], w[t - 15]);
        let sigma1 = x.rotate_right(19) ^ x.rotate_right(61) ^ (x >> 6);
        let sigma0 = y.rotate_right(1) ^ y.rotate_right(8) ^ (y >> 7);
        w.push(sigma1.wrapping_add(w[t - 7]).wrapping_add(sigma0).wrapping_add(w[t - 16]));
    }
    // 2. The working variables a to h, here v[0] to v[7].
    let mut v = h;
    // 3. Eighty rounds.
    for (k, w) in round_constants().into_iter().zip(w) {
        let (ch, maj) = (v[4] & v[5] ^ !v[4] & v[6], v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]);
        let sum1 = v[4].rotate_right(14) ^ v[4].rotate_right(18) ^ v[4].rotate_right(41);
        let sum0 = v[0].rotate_right(28) ^ v[0].rotate_right(34) ^ v[0].rotate_right(39);
        let t1 = v[7].wrapping_add(sum1).wrapping_add(ch).wrapping_add(k).wrapping_add(w);
        let t2 = sum0.wrapping_add(maj);
        v.rotate_right(1);
        v[4] = v[4].wrapping_add(t1);
        v[0] = t1.wrapping_add(t2);
    }
    // 4. The next hash value.
    std::array::from_fn(|i| h[i].wrapping_add(v[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some of the values in FIPS 180-4, of each kind.
    #[test]
    fn the_standards_values() {
        let k = round_constants();
        assert_eq!((k[0], k[79]), (0x428a_2f98_d728_ae22, 0x6c44_198c_4a47_5817));
        assert_eq!(initial_512()[7], 0x5be0_cd19_137e_2179);
        assert_eq!(initial_384()[0], 0xcbbb_9d5d_c105_9ed8);
        let h = initial_512_t(256);
        assert_eq!((h[0], h[4], h[7]), (0x2231_2194_fc2b_f72c, 0x9628_3ee2_a88e_ffe3, 0x0eb7_2ddc_81c5_2ca2));
        let h = initial_512_t(224);
        assert_eq!((h[0], h[4], h[7]), (0x8c3d_37c8_1954_4da2, 0x0f6d_2b69_7bd4_4da8, 0x1112_e6ad_91d6_92a1));
    }
}
