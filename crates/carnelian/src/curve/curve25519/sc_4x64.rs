//! The scalars over four 64-bit words.

use super::sc_fiat::fiat_scalar;

fiat_scalar!(Sc4x64, curve25519_scalar_64, 4, |words: &Words| *words, |words: &Words| *words);
