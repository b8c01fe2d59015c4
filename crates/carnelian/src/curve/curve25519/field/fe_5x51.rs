//! The field over 64-bit words: five limbs in radix 2⁵¹. Tight limbs are up to 2⁵¹, loose ones up to 3·2⁵¹.

use super::fe_fiat::fiat_field;
use crate::curve::arithmetic::inverse::{self, Modulus};

fiat_field!(Fe5x51, Loose5x51, curve25519_64, 5, |packed: &Packed| *packed, |limbs: &Packed| *limbs, invert);

/// p = 2²⁵⁵ − 19.
const P: Modulus<5> = Modulus::new(&[u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1]);

fn invert(a: &Fe5x51) -> Fe5x51 {
    let (bytes, mut words) = (a.to_bytes(), [0; 4]);
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(inverse::invert(&words, &P)) {
        *bytes = word.to_le_bytes();
    }
    Fe5x51::from_bytes((), &bytes)
}
