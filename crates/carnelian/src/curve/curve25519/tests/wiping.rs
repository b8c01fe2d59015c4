//! Tests that dropped and wiped values leave zeros.

use super::super::{EdwardsPoint, Scalar};
use super::{bytes, testing};
use crate::base::random::TestRandom;
use crate::base::secret::Secret;
use crate::curve::x25519::{PublicKey, SecretKey};

#[test]
fn secrets_leave_zeros() {
    let random = &mut TestRandom::new(1);
    let peer = PublicKey::from_bytes([9; 32]);
    let key = SecretKey::from_bytes(bytes(random));
    let shared = key.diffie_hellman(&peer).unwrap();
    assert_eq!(testing::bytes_after_drop(key.into_secret()), [0; 32]);
    assert_eq!(testing::bytes_after_drop(shared.into_secret()), [0; 32]);
    let scalar = Scalar::random(random).unwrap();
    let point = EdwardsPoint::mul_base(&scalar);
    assert_eq!(testing::bytes_after_drop(Secret::new(scalar)), [0; 32]);
    assert_eq!(testing::bytes_after_drop(Secret::new(point)), [0; 160]);
}
