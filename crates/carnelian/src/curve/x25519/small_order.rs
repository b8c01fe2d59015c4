//! The public keys of small order.

use super::PublicKey;

/// The u-coordinates of the points whose order divides 8, on the curve and on its twist, in every encoding below 2²⁵⁵.
/// A test compares them with the definition.
const SMALL_ORDER: [[u8; 32]; 7] = [
    near_p(0),  // p, which is 0 modulo p: the point of order 2
    near_p(1),  // p + 1, which is 1 modulo p: the points of order 4 on the curve
    near_p(-1), // p − 1: the points of order 4 on the twist
    [0; 32],
    {
        let mut one = [0; 32];
        one[0] = 1;
        one
    },
    // The points of order 8 on the curve.
    [
        0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a, 0xda, 0x09,
        0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
    ],
    [
        0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b, 0x04, 0x44,
        0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
    ],
];

/// Returns p + `distance`, for p = 2²⁵⁵ − 19 and a distance from −237 to 18.
const fn near_p(distance: i16) -> [u8; 32] {
    let mut bytes = [0xff; 32];
    bytes[0] = (0xed + distance) as u8;
    bytes[31] = 0x7f;
    bytes
}

impl PublicKey {
    /// Returns whether the key is of small order: [`diffie_hellman`](super::SecretKey::diffie_hellman) with such a key
    /// is an error for every secret key, because the result would be zero. A protocol that reads a key long before its
    /// use can reject it at once. The time depends on the key, which is public.
    ///
    /// ```
    /// use carnelian::curve::x25519::{self, PublicKey};
    /// assert!(PublicKey::from_bytes([0; 32]).is_small_order());
    /// assert!(!PublicKey::from_bytes(x25519::BASE).is_small_order());
    /// ```
    #[must_use]
    pub fn is_small_order(&self) -> bool {
        let mut u = self.0;
        u[31] &= 0x7f; // X25519 ignores the top bit.
        SMALL_ORDER.contains(&u)
    }
}
