//! Public keys, signatures and representatives have the same conversions.

use carnelian::curve::ed25519::{Signature, SigningKey, VerifyingKey};
use carnelian::curve::elligator2::Representative;
use carnelian::curve::x25519::{self, PublicKey};
use core::fmt::{Debug, Display, LowerHex};
use core::str::FromStr;

/// Converts a value to bytes and text and back.
fn check<T, const N: usize>(value: T)
where
    T: Copy + PartialEq + Debug + Display + LowerHex + FromStr<Err: Debug> + AsRef<[u8]> + Into<[u8; N]>,
    T: TryFrom<[u8; N], Error: Debug> + for<'a> TryFrom<&'a [u8; N], Error: Debug>,
    T: for<'a> TryFrom<&'a [u8], Error: Debug>,
{
    let bytes: [u8; N] = value.into();
    assert_eq!(value.as_ref(), bytes);
    assert_eq!(T::try_from(bytes).unwrap(), value);
    assert_eq!(T::try_from(&bytes).unwrap(), value);
    assert_eq!(T::try_from(&bytes[..]).unwrap(), value);
    assert!(T::try_from(&bytes[1..]).is_err());
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        (value.to_string(), format!("{value:x}"), format!("{value:#x}")),
        (digits.clone(), digits.clone(), format!("0x{digits}"))
    );
    assert_eq!(digits.parse::<T>().unwrap(), value);
    assert_eq!(digits.to_uppercase().parse::<T>().unwrap(), value);
    assert!(digits[1..].parse::<T>().is_err());
}

#[test]
fn bytes_and_text() {
    let key = SigningKey::from_seed([7; 32]);
    check::<VerifyingKey, 32>(*key.verifying_key());
    check::<Signature, 64>(key.sign(b"a message"));
    check::<PublicKey, 32>(PublicKey::from_bytes(x25519::BASE));
    check::<Representative, 32>(Representative::from_bytes([0x2a; 32]));
}
