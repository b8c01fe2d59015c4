//! The field over 64-bit words: five limbs in radix 2⁵¹. Tight limbs are up to 2⁵¹, loose ones up to 3·2⁵¹.

use super::fe_fiat::fiat_field;

fiat_field!(Fe5x51, Loose5x51, curve25519_64, 5, |packed: &Packed| *packed, |limbs: &Packed| *limbs);
