//! Maps between coordinates that need not belong to a point: the Rust library rejects such coordinates, Monocypher
//! computes with them. The arithmetic modulo p = 2²⁵⁵ − 19 is that of `fiat-crypto`; all of it takes constant time.

use carnelian::ct::{self, Choice, Select};
use fiat_crypto::curve25519_64::{
    fiat_25519_add, fiat_25519_carry, fiat_25519_carry_mul, fiat_25519_carry_square, fiat_25519_from_bytes,
    fiat_25519_loose_field_element as Loose, fiat_25519_opp, fiat_25519_relax, fiat_25519_sub,
    fiat_25519_tight_field_element as Tight, fiat_25519_to_bytes,
};

/// An integer modulo p.
#[derive(Clone, Copy)]
struct Element(Tight);

/// 1.
const ONE: Element = Element(Tight([1, 0, 0, 0, 0]));

/// A of the curve's equation v² = u³ + Au² + u, RFC 7748 Section 4.1.
const A: Element = Element(Tight([486_662, 0, 0, 0, 0]));

/// A square root of −1.
const SQRT_MINUS_ONE: [u8; 32] = [
    0xb0, 0xa0, 0x0e, 0x4a, 0x27, 0x1b, 0xee, 0xc4, 0x78, 0xe4, 0x2f, 0xad, 0x06, 0x18, 0x43, 0x2f, 0xa7, 0xd7, 0xfb,
    0x3d, 0x99, 0x00, 0x4d, 0x2b, 0x0b, 0xdf, 0xc1, 0x4f, 0x80, 0x24, 0x83, 0x2b,
];

/// Returns the Montgomery coordinate u = (1 + y)/(1 − y) for the Edwards coordinate y, and 0 for y = 1. The top bit of
/// `y` is ignored.
pub(crate) fn u_of_y(y: &[u8; 32]) -> [u8; 32] {
    let y = Element::decode(y);
    ONE.plus(y).times(ONE.minus(y).inverse()).encode()
}

/// Returns the Edwards coordinate y = (u − 1)/(u + 1) for the Montgomery coordinate u, and 0 for u = −1. The top bit of
/// `u` is ignored.
pub(crate) fn y_of_u(u: &[u8; 32]) -> [u8; 32] {
    let u = Element::decode(u);
    u.minus(ONE).times(u.plus(ONE).inverse()).encode()
}

/// Returns the representative of Elligator 2 for the coordinate u, whose top bit is ignored; nothing if −2u(u + A) is
/// not a square. The lowest bit of `tweak` chooses between two representatives, and its top two bits become those of
/// the result.
pub(crate) fn representative(u: &[u8; 32], tweak: u8) -> Option<[u8; 32]> {
    let u = Element::decode(u);
    let sum = u.plus(A);
    let product = u.times(sum);
    let (root, is_square) = product.plus(product).negated().inverse_square_root();
    if !is_square.declassify("the caller learns whether there is a representative") {
        return None;
    }
    let r = Element::select(Choice::from_lsb(tweak), u, sum).times(root);
    // Of ±r, the one below p/2: its double is even.
    let is_upper = Choice::from_lsb(r.plus(r).encode()[0]);
    let mut bytes = Element::select(is_upper, r, r.negated()).encode();
    bytes[31] |= tweak & 0xc0;
    Some(bytes)
}

impl Element {
    /// Decodes the lower 255 bits.
    fn decode(bytes: &[u8; 32]) -> Self {
        let mut bytes = *bytes;
        bytes[31] &= 0x7f;
        let mut element = ONE;
        fiat_25519_from_bytes(&mut element.0, &bytes);
        element
    }

    /// Encodes the number below p.
    fn encode(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        fiat_25519_to_bytes(&mut bytes, &self.0);
        bytes
    }

    fn plus(self, other: Self) -> Self {
        carried(|sum| fiat_25519_add(sum, &self.0, &other.0))
    }

    fn minus(self, other: Self) -> Self {
        carried(|difference| fiat_25519_sub(difference, &self.0, &other.0))
    }

    fn negated(self) -> Self {
        carried(|negative| fiat_25519_opp(negative, &self.0))
    }

    fn relaxed(self) -> Loose {
        let mut loose = Loose([0; 5]);
        fiat_25519_relax(&mut loose, &self.0);
        loose
    }

    fn times(self, other: Self) -> Self {
        let mut product = ONE;
        fiat_25519_carry_mul(&mut product.0, &self.relaxed(), &other.relaxed());
        product
    }

    /// Squares `count` times.
    fn squared(self, count: usize) -> Self {
        let mut square = self;
        for _ in 0..count {
            let factor = square.relaxed();
            fiat_25519_carry_square(&mut square.0, &factor);
        }
        square
    }

    /// Returns the power with exponent (p − 5)/8 = 2²⁵² − 3.
    fn power(self) -> Self {
        // The exponent of x_n is 2ⁿ − 1.
        let x_2 = self.squared(1).times(self);
        let x_4 = x_2.squared(2).times(x_2);
        let x_5 = x_4.squared(1).times(self);
        let x_10 = x_5.squared(5).times(x_5);
        let x_20 = x_10.squared(10).times(x_10);
        let x_40 = x_20.squared(20).times(x_20);
        let x_50 = x_40.squared(10).times(x_10);
        let x_100 = x_50.squared(50).times(x_50);
        let x_200 = x_100.squared(100).times(x_100);
        let x_250 = x_200.squared(50).times(x_50);
        x_250.squared(2).times(self)
    }

    /// Returns the inverse, and 0 for 0: the power with exponent p − 2 = 8(2²⁵² − 3) + 3.
    fn inverse(self) -> Self {
        self.power().squared(3).times(self.squared(1)).times(self)
    }

    /// Returns a square root of the inverse, if this is a square, and whether it is one. 0 is one, with root 0.
    fn inverse_square_root(self) -> (Self, Choice) {
        let root = self.power();
        // ±1 if this is a square, ±√−1 if it is not.
        let quartic = root.squared(1).times(self).encode();
        let is_minus_one = ct::eq(&quartic, &ONE.negated().encode());
        let is_square = ct::eq(&quartic, &ONE.encode()) | is_minus_one | ct::eq(&self.encode(), &[0; 32]);
        (Self::select(is_minus_one, root, root.times(Self::decode(&SQRT_MINUS_ONE))), is_square)
    }

    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        Self(Tight(<[u64; 5]>::select(choice, if_false.0.0, if_true.0.0)))
    }
}

/// Returns what `compute` writes, reduced so far that it can be added again.
fn carried(compute: impl FnOnce(&mut Loose)) -> Element {
    let mut loose = Loose([0; 5]);
    compute(&mut loose);
    let mut element = ONE;
    fiat_25519_carry(&mut element.0, &loose);
    element
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_what_they_are_called() {
        let root = Element::decode(&SQRT_MINUS_ONE);
        assert_eq!(root.squared(1).encode(), ONE.negated().encode());
        assert_eq!(A.encode()[..4], 486_662_u32.to_le_bytes());
    }

    #[test]
    fn an_inverse_is_one() {
        for number in 1..50 {
            let number = Element(Tight([number, 0, 7, 0, 0]));
            assert_eq!(number.times(number.inverse()).encode(), ONE.encode());
            let (root, is_square) = number.squared(1).inverse_square_root();
            assert!(is_square.declassify("test"));
            assert_eq!(root.times(number).squared(1).encode(), ONE.encode());
        }
        assert_eq!(Element::decode(&[0; 32]).inverse().encode(), [0; 32]);
    }
}
