//! Prehashes by every hash function that the library offers.

use crate::hash::{
    Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256, Shake128, Shake256,
};
use crate::postquantum::slhdsa::Prehash;

/// The DER encoding of 2.16.840.1.101.3.4.2.*n* up to its last byte.
const OID: [u8; 10] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02];

/// Returns the prehash of a message by each hash function, with the last number of its object identifier and the number
/// of bytes of its digest.
pub(super) fn all(message: &[u8]) -> [(Prehash, u8, usize); 11] {
    let (mut shake128, mut shake256) = (Shake128::new(), Shake256::new());
    shake128.update(message);
    shake256.update(message);
    [
        (Prehash::of::<Sha256>(message), 1, 32),
        (Prehash::of::<Sha384>(message), 2, 48),
        (Prehash::of::<Sha512>(message), 3, 64),
        (Prehash::of::<Sha224>(message), 4, 28),
        (Prehash::of::<Sha512_256>(message), 6, 32),
        (Prehash::of::<Sha3_224>(message), 7, 28),
        (Prehash::of::<Sha3_256>(message), 8, 32),
        (Prehash::of::<Sha3_384>(message), 9, 48),
        (Prehash::of::<Sha3_512>(message), 10, 64),
        (Prehash::finish_shake128(shake128), 11, 32),
        (Prehash::finish_shake256(shake256), 12, 64),
    ]
}

#[test]
fn the_output_of_shake_is_taken_as_a_digest() {
    let [.., (shake128, ..), (shake256, ..)] = all(b"a message");
    assert_eq!(Prehash::from_shake128_digest(shake128.digest().try_into().unwrap()), shake128);
    assert_eq!(Prehash::from_shake256_digest(shake256.digest().try_into().unwrap()), shake256);
}

/// Returns the DER encoding of an object identifier.
pub(super) fn oid(last: u8) -> [u8; 11] {
    core::array::from_fn(|i| OID.get(i).copied().unwrap_or(last))
}
