//! Public keys and signatures on curves.

use super::public;
use crate::curve::ed25519::{Scheme, SignatureOf, Variant, VerifyingKeyOf};
use crate::curve::x25519::PublicKey;

public! {
    [] PublicKey: |key| key, |text| text.parse().map_err(E::custom);
    [K: Scheme] VerifyingKeyOf<K>: |key| key, |text| text.parse().map_err(E::custom);
    [V: Variant] SignatureOf<V>: |signature| signature, |text| text.parse().map_err(E::custom);
}
