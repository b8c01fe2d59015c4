//! SHA-256's constants from their definitions, FIPS 180-4 Sections 4.2.2, 5.3.2 and 5.3.3.

use super::roots::fractions;
use std::fmt::Write;

/// Returns the text of `tables.rs`.
pub(super) fn generate() -> String {
    let mut text = String::from(HEAD);
    for row in round_constants().chunks(8) {
        writeln!(text, "{}", words(row)).expect("a String takes everything");
    }
    text.push_str("]);\n");
    initial(&mut text, "INITIAL_224", SHA224_DOC, initial_224());
    initial(&mut text, "INITIAL_256", SHA256_DOC, initial_256());
    text
}

const HEAD: &str = "\
//! SHA-256's constants, FIPS 180-4 Sections 4.2.2, 5.3.2 and 5.3.3.

/// The round constants, on a cache line of their own so that vectors of them can be loaded whole.
#[repr(C, align(64))]
pub(super) struct RoundConstants(pub(super) [u32; 64]);

/// K: the first 32 bits of the fractional parts of the cube roots of the first sixty-four primes.
#[rustfmt::skip]
pub(super) static K: RoundConstants = RoundConstants([
";
const SHA224_DOC: &str = "\
/// H⁽⁰⁾ of SHA-224: the second 32 bits of the fractional parts of the square roots of the ninth to sixteenth primes.";
const SHA256_DOC: &str = "\
/// H⁽⁰⁾ of SHA-256: the first 32 bits of the fractional parts of the square roots of the first eight primes.";

/// Appends an initial hash value.
fn initial(text: &mut String, name: &str, doc: &str, value: [u32; 8]) {
    let row = words(&value);
    writeln!(text, "\n{doc}\n#[rustfmt::skip]\npub(super) const {name}: [u32; 8] = [\n{row}\n];")
        .expect("a String takes everything");
}

/// Formats a line of eight words.
fn words(row: &[u32]) -> String {
    let words = row.iter().map(|word| format!("0x{:04x}_{:04x},", word >> 16, word & 0xffff));
    format!("    {}", words.collect::<Vec<_>>().join(" "))
}

/// Section 4.2.2: K.
fn round_constants() -> [u32; 64] {
    fractions(3, 0).map(|fraction| (fraction >> 32) as u32)
}

/// Section 5.3.2.
fn initial_224() -> [u32; 8] {
    fractions(2, 8).map(|fraction| fraction as u32)
}

/// Section 5.3.3.
fn initial_256() -> [u32; 8] {
    fractions(2, 0).map(|fraction| (fraction >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some of the values in FIPS 180-4, of each kind.
    #[test]
    fn the_standards_values() {
        let k = round_constants();
        assert_eq!((k[0], k[63]), (0x428a_2f98, 0xc671_78f2));
        assert_eq!((initial_256()[0], initial_256()[7]), (0x6a09_e667, 0x5be0_cd19));
        assert_eq!((initial_224()[0], initial_224()[7]), (0xc105_9ed8, 0xbefa_4fa4));
    }
}
