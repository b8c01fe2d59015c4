//! `serde`: public keys, ciphertexts and signatures, as hexadecimal digits in formats that people read, else as bytes. What
//! is read is checked as where it comes from bytes.

#[cfg(feature = "composite")]
mod composite;
mod curve;
mod postquantum;

use crate::base::hex;
use ::serde::de::{Error, Visitor};
use ::serde::{Deserializer, Serializer};
use core::fmt::{self, Display};
use core::marker::PhantomData;

/// A public value that consists of its bytes.
trait Public: for<'b> TryFrom<&'b [u8], Error: Display> {
    /// Returns the bytes.
    fn bytes(&self) -> impl AsRef<[u8]>;

    /// Returns the value with the bytes that these digits stand for.
    fn from_digits<E: Error>(text: &str) -> Result<Self, E>;
}

/// Returns the value with the bytes that these digits stand for, which are written to `place`.
fn decoded<T: Public, E: Error>(what: &'static str, text: &str, mut place: impl AsMut<[u8]>) -> Result<T, E> {
    let place = place.as_mut();
    hex::decode_to(what, text, place).map_err(E::custom)?;
    T::try_from(place).map_err(E::custom)
}

fn serialize<T: Public, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let bytes = value.bytes();
    if serializer.is_human_readable() {
        serializer.collect_str(&Digits(bytes.as_ref()))
    } else {
        serializer.serialize_bytes(bytes.as_ref())
    }
}

fn deserialize<'de, T: Public, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(DigitsOrBytes(PhantomData))
    } else {
        deserializer.deserialize_bytes(DigitsOrBytes(PhantomData))
    }
}

/// Writes bytes as digits.
struct Digits<'a>(&'a [u8]);

impl Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(self.0, f)
    }
}

/// Takes digits or bytes for a `T`.
struct DigitsOrBytes<T>(PhantomData<T>);

impl<T: Public> Visitor<'_> for DigitsOrBytes<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hexadecimal digits or bytes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_digits(text)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        T::try_from(bytes).map_err(E::custom)
    }
}

/// Writes the traits of types: the parameters of each, its name, its bytes, and the value with the bytes that digits stand
/// for.
macro_rules! public {
    ($([$($parameters:tt)*] $Public:ty: |$value:ident| $bytes:expr, |$text:ident| $from_digits:expr;)+) => {$(
        impl<$($parameters)*> super::Public for $Public {
            fn bytes(&self) -> impl AsRef<[u8]> {
                let $value = self;
                $bytes
            }

            fn from_digits<E: ::serde::de::Error>($text: &str) -> Result<Self, E> {
                $from_digits
            }
        }

        impl<$($parameters)*> ::serde::Serialize for $Public {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                super::serialize(self, serializer)
            }
        }

        impl<'de, $($parameters)*> ::serde::Deserialize<'de> for $Public {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                super::deserialize(deserializer)
            }
        }
    )+};
}
use public;
