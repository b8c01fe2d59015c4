//! `serde`: public keys and signatures, as hexadecimal digits in formats that people read, else as bytes. What is read
//! is checked as where it comes from bytes.

use crate::curve::ed25519::{Scheme, SignatureOf, Variant, VerifyingKeyOf};
use crate::curve::x25519::PublicKey;
use ::serde::de::{Error, Visitor};
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

/// Takes digits or bytes for a `T`.
struct DigitsOrBytes<T>(PhantomData<T>);

impl<T> Visitor<'_> for DigitsOrBytes<T>
where
    T: FromStr<Err: Display> + for<'b> TryFrom<&'b [u8], Error: Display>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hexadecimal digits or bytes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        T::try_from(bytes).map_err(E::custom)
    }
}

/// Writes the traits of a type: its parameters, and its name.
macro_rules! public {
    ([$($parameters:tt)*], $public:ty) => {
        impl<$($parameters)*> Serialize for $public {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    serializer.serialize_bytes(self.as_ref())
                }
            }
        }

        impl<'de, $($parameters)*> Deserialize<'de> for $public {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    deserializer.deserialize_str(DigitsOrBytes(PhantomData))
                } else {
                    deserializer.deserialize_bytes(DigitsOrBytes(PhantomData))
                }
            }
        }
    };
}

public!([], PublicKey);
public!([K: Scheme], VerifyingKeyOf<K>);
public!([V: Variant], SignatureOf<V>);
