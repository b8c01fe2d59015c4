//! ML-KEM, ML-DSA and SLH-DSA keys without a container: their bytes, or hexadecimal digits.
//!
//! The library reads these keys from PEM and DER only, because some have as many bytes as an Ed25519 key or its digits.
//! Where the user names the algorithm, the length of a file tells its form.

use crate::key::KeyType;
use crate::named::Named;
use carnelian::ct::{self, Choice, Select};
use carnelian::encoding::{Algorithm, EncodingError, Form, Lengths, PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::secret::Secret;
use std::mem;
use zeroize::Zeroizing;

/// Returns the algorithms whose keys are read here.
fn algorithms() -> impl Iterator<Item = Algorithm> {
    KeyType::all().into_iter().map(Algorithm::from).filter(|algorithm| is_read_here(*algorithm))
}

fn is_read_here(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Ed25519 | Algorithm::X25519)
}

/// Returns the private key in a file without a container, or `None` if the library reads the file or names its fault.
///
/// # Errors
/// [`EncodingError::AlgorithmUnknown`] if the length is that of a key and `algorithm` is `None`,
/// [`EncodingError::WrongLength`] for a key of another algorithm, [`EncodingError::Character`] if a character is no
/// digit.
pub(super) fn private_key(
    contents: &[u8],
    algorithm: Option<Algorithm>,
) -> Result<Option<PrivateKeyInfo>, EncodingError> {
    let Some((algorithm, bytes)) = key(contents, algorithm, Algorithm::private_lengths)? else { return Ok(None) };
    PrivateKeyInfo::new(algorithm, bytes.expose(), None).map(Some)
}

/// Returns the public key in a file without a container, or `None` if the library reads the file or names its fault.
///
/// # Errors
/// Those of [`private_key`].
pub(super) fn public_key(
    contents: &[u8],
    algorithm: Option<Algorithm>,
) -> Result<Option<SubjectPublicKeyInfo>, EncodingError> {
    let Some((algorithm, bytes)) = key(contents, algorithm, Algorithm::public_lengths)? else { return Ok(None) };
    SubjectPublicKeyInfo::new(algorithm, bytes.declassify("a public key")).map(Some)
}

/// A key without a container.
enum Bare<'a> {
    Bytes(&'a [u8]),
    Digits(&'a [u8]),
}

type Key = (Algorithm, Secret<Vec<u8>>);

fn key(
    contents: &[u8],
    algorithm: Option<Algorithm>,
    lengths: fn(Algorithm) -> &'static Lengths,
) -> Result<Option<Key>, EncodingError> {
    let form = Form::of(contents);
    let Some(algorithm) = algorithm else {
        let is_key = form.is_err() && algorithms().any(|one| bare(contents, lengths(one)).is_some());
        return if is_key { Err(EncodingError::AlgorithmUnknown) } else { Ok(None) };
    };
    if !is_read_here(algorithm) {
        return Ok(None);
    }
    match (form, bare(contents, lengths(algorithm))) {
        (Ok(Form::Pem(_) | Form::Der(_)), _) | (Err(_), None) => Ok(None),
        (_, Some(Bare::Bytes(bytes))) => Ok(Some((algorithm, Secret::new(bytes.to_vec())))),
        (_, Some(Bare::Digits(digits))) => decoded(digits).map(|bytes| Some((algorithm, bytes))),
        (Ok(Form::Raw | Form::Hex), None) => Err(EncodingError::WrongLength {
            what: "key in bytes",
            expected: lengths(algorithm).clone(),
            found: contents.len(),
        }),
    }
}

/// Returns the key if the file has as many bytes or digits as one. A line end may follow the digits.
fn bare<'a>(contents: &'a [u8], lengths: &Lengths) -> Option<Bare<'a>> {
    if lengths.contains(contents.len()) {
        return Some(Bare::Bytes(contents));
    }
    [&b""[..], b"\n", b"\r\n"].into_iter().find_map(|end| {
        let length = contents.len().checked_sub(end.len())?;
        let (digits, tail) = contents.split_at(length);
        let is_key = length.is_multiple_of(2) && lengths.contains(length / 2);
        (is_key && ct::eq(tail, end).declassify("the layout of a text is public")).then_some(Bare::Digits(digits))
    })
}

/// Decodes pairs of digits in time that does not depend on them.
fn decoded(digits: &[u8]) -> Result<Secret<Vec<u8>>, EncodingError> {
    let is_no_digit = |c: &u8| !value(*c).1.declassify("the layout of a text is public");
    if let Some(offset) = digits.iter().position(is_no_digit) {
        return Err(EncodingError::Character { alphabet: "hexadecimal", offset });
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(digits.len() / 2));
    bytes.extend(digits.as_chunks::<2>().0.iter().map(|[high, low]| value(*high).0 << 4 | value(*low).0));
    Ok(Secret::new(mem::take(&mut *bytes)))
}

/// Returns the value of a hexadecimal digit of either case, and whether `c` is one.
fn value(c: u8) -> (u8, Choice) {
    [(b'0', b'9', 0), (b'a', b'f', 10), (b'A', b'F', 10)].into_iter().fold(
        (0, Choice::FALSE),
        |(value, is_digit), (first, last, value_of_first)| {
            let below = u32::from(c).wrapping_sub(u32::from(first));
            let above = u32::from(last).wrapping_sub(u32::from(c));
            // The top bit of a difference is set if it is negative.
            let inside = !Choice::from_lsb((below | above) >> 31);
            let in_range = c.wrapping_sub(first).wrapping_add(value_of_first);
            (u8::select(inside, value, in_range), is_digit | inside)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: Algorithm = Algorithm::MlKem512;

    fn read(contents: &[u8], algorithm: Option<Algorithm>) -> Result<Option<Vec<u8>>, EncodingError> {
        let key = private_key(contents, algorithm)?;
        Ok(key.map(|key| key.to_raw().declassify("a test").clone()))
    }

    #[test]
    fn bytes_and_digits_are_told_apart_by_their_number() {
        let seed: Vec<u8> = (0..64).map(|i| 255 - i).collect();
        let digits = crate::hex::encode(&seed);
        for text in [digits.clone(), digits.to_uppercase(), digits.clone() + "\n", digits.clone() + "\r\n"] {
            assert_eq!(read(text.as_bytes(), Some(SET)), Ok(Some(seed.clone())));
        }
        assert_eq!(read(&seed, Some(SET)), Ok(Some(seed)));
        // These digits are as many as a seed has bytes.
        assert_eq!(read(&[b'0'; 64], Some(SET)), Ok(Some(vec![b'0'; 64])));
        for length in [1632, 1696] {
            assert_eq!(read(&vec![7; length], Some(SET)), Ok(Some(vec![7; length])));
        }
    }

    /// A file never has as many bytes as one form of a key and as many digits as another.
    #[test]
    fn no_length_has_two_meanings() {
        for (algorithm, lengths) in algorithms()
            .flat_map(|algorithm| [(algorithm, algorithm.private_lengths()), (algorithm, algorithm.public_lengths())])
        {
            for length in (0..10_000).filter(|length| lengths.contains(*length)) {
                assert!((0..3).all(|end| !lengths.contains(2 * length + end)), "{algorithm} {length}");
            }
        }
    }

    #[test]
    fn seeds_of_ml_dsa_are_as_long_as_keys_of_ed25519() {
        let set = Some(Algorithm::MlDsa65);
        let seed: Vec<u8> = (0..32).collect();
        assert_eq!(read(&seed, set), Ok(Some(seed.clone())));
        assert_eq!(read(crate::hex::encode(&seed).as_bytes(), set), Ok(Some(seed.clone())));
        assert_eq!(read(&seed, None), Ok(None));
        assert_eq!(read(&[7; 4032], set), Ok(Some(vec![7; 4032])));
        assert_eq!(read(&[7; 4064], None), Err(EncodingError::AlgorithmUnknown));
    }

    #[test]
    fn keys_of_slh_dsa_have_three_lengths() {
        for (set, length) in
            [(Algorithm::SlhDsaSha2_128f, 64), (Algorithm::SlhDsaShake192s, 96), (Algorithm::SlhDsaSha2_256s, 128)]
        {
            let key: Vec<u8> = (0..length).collect();
            assert_eq!(read(&key, Some(set)), Ok(Some(key.clone())));
            assert_eq!(read(crate::hex::encode(&key).as_bytes(), Some(set)), Ok(Some(key.clone())));
            // 64 bytes may be digits of an Ed25519 key, and 128 those of its pair.
            let unnamed = if length == 96 { Err(EncodingError::AlgorithmUnknown) } else { Ok(None) };
            assert_eq!(read(&key, None), unnamed);
        }
    }

    #[test]
    fn every_character_has_its_value() {
        for c in 0..=255 {
            let expected = char::from(c).to_digit(16);
            let (value, is_digit) = value(c);
            assert_eq!(is_digit.declassify("a test").then(|| u32::from(value)), expected, "{c}");
        }
    }

    #[test]
    fn what_is_no_key_is_left_to_the_library_or_refused() {
        assert_eq!(read(&[7; 64], None), Ok(None));
        assert_eq!(read(&[7; 1632], None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(&[7; 3168], None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(&[7; 65], Some(SET)), Ok(None));
        assert_eq!(read(&[7; 64], Some(Algorithm::Ed25519)), Ok(None));
        let refused = read(&[7; 32], Some(SET)).unwrap_err().to_string();
        assert!(refused.ends_with("expected a length of 64, 1632 or 1696, found 32"), "{refused}");
        let refused = read(&[&[b'0'; 127][..], b"g"].concat(), Some(SET)).unwrap_err();
        assert_eq!(refused, EncodingError::Character { alphabet: "hexadecimal", offset: 127 });
        let der = PrivateKeyInfo::new(SET, &[7; 64], None).unwrap().to_pkcs8_der();
        assert_eq!(read(der.declassify("a test"), Some(SET)), Ok(None));
    }
}
