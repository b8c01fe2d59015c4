//! Keys without a container: their bytes, or hexadecimal or base64 digits.
//!
//! The library reads bytes and digits of Ed25519 and X25519 only, because some keys of other algorithms have as many
//! bytes as an Ed25519 key or its digits. Where the user names the algorithm, the length of a file tells its form. Keys
//! of Ed25519 and X25519 are read here from base64, and from bytes and hexadecimal digits there.

use super::digits;
use crate::key::KeyType;
use crate::words::alternatives;
use carnelian::ct;
use carnelian::encoding::{Algorithm, Digits, EncodingError, Form, Lengths, PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::secret::Secret;
use std::fmt;

/// Returns the algorithms whose keys are read here.
fn algorithms() -> impl Iterator<Item = Algorithm> {
    KeyType::all().map(KeyType::algorithm)
}

/// Returns whether the library reads the bytes and the hexadecimal digits of a key.
fn is_read_by_library(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Ed25519 | Algorithm::X25519)
}

/// Returns the private key in a file without a container, or `None` if the library reads the file or names its fault.
///
/// # Errors
/// [`EncodingError::AlgorithmUnknown`] if the length is that of a key and `algorithm` is `None`,
/// [`EncodingError::Character`] if a character is no digit.
pub(super) fn private_key(
    contents: &[u8],
    algorithm: Option<Algorithm>,
) -> Result<Option<PrivateKeyInfo>, EncodingError> {
    match key(contents, algorithm, Algorithm::private_lengths)? {
        None => Ok(None),
        // The public key may follow.
        Some((algorithm, bytes)) if is_read_by_library(algorithm) => {
            PrivateKeyInfo::from_file(bytes.expose(), Some(algorithm), None).map(Some)
        }
        Some((algorithm, bytes)) => PrivateKeyInfo::new(algorithm, bytes.expose(), None).map(Some),
    }
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

/// Returns whether the file may be an Ed25519 public key without a container.
pub(super) fn is_ed25519_public(contents: &[u8]) -> bool {
    let is_key = |length: usize| Algorithm::Ed25519.public_lengths().contains(length);
    matches!(Form::of(contents), Ok(Form::Raw | Form::Hex)) || digits::base64(contents, is_key).is_some()
}

type Key = (Algorithm, Secret<Vec<u8>>);

fn key(
    contents: &[u8],
    algorithm: Option<Algorithm>,
    lengths: fn(Algorithm) -> &'static Lengths,
) -> Result<Option<Key>, EncodingError> {
    let form = Form::of(contents);
    if form.is_ok() && !is_structured(&form) && begins_pem(contents) {
        return Err(EncodingError::NotPem { offset: contents.len(), fault: "expected the rest of the text" });
    }
    let Some(algorithm) = algorithm else {
        // A file in a form that the library names is no key, whatever its length is.
        let is_named = matches!(form, Err(EncodingError::OtherForm { .. } | EncodingError::Prefix { .. }));
        let is_key = form.is_err() && !is_named && algorithms().any(|one| bare(contents, one, lengths(one)).is_some());
        return if is_key { Err(EncodingError::AlgorithmUnknown) } else { Ok(None) };
    };
    if is_structured(&form) {
        return Ok(None);
    }
    let key = bare(contents, algorithm, lengths(algorithm)).transpose()?;
    Ok(key.map(|bytes| (algorithm, bytes)))
}

/// The first characters of a PEM text.
const BEGIN: &[u8] = b"-----BEGIN ";

/// Returns whether a file begins like a PEM text, as one does that was cut short. No random key does.
pub(super) fn begins_pem(contents: &[u8]) -> bool {
    let start = contents.get(..BEGIN.len());
    start.is_some_and(|start| ct::eq(start, BEGIN).declassify("whether a file begins like PEM is public"))
}

/// Returns the number of blocks of a PEM text.
pub(super) fn blocks(text: &[u8]) -> usize {
    text.windows(BEGIN.len()).filter(|window| *window == BEGIN).count()
}

fn is_structured(form: &Result<Form, EncodingError>) -> bool {
    matches!(form, Ok(Form::Pem(_) | Form::Der(_)))
}

/// Returns the key if the file has as many bytes or digits as one.
fn bare(contents: &[u8], algorithm: Algorithm, lengths: &Lengths) -> Option<Result<Secret<Vec<u8>>, EncodingError>> {
    let permits = |length| lengths.contains(length);
    let by_library = is_read_by_library(algorithm);
    let text = Digits::of(contents);
    if !by_library && permits(contents.len()) {
        // Digits are a text that was cut short, and as bytes a weak key. No random key consists of digits.
        let is_cut = text.is_some() || begins_pem(contents);
        return (!is_cut).then(|| Ok(Secret::new(contents.to_vec())));
    }
    let is_line = digits::hex_digits(contents).is_some();
    if !is_line && text.is_some_and(|digits| digits.are_hexadecimal()) {
        return None;
    }
    if let Some(key) = digits::hex(contents, permits).filter(|_| !by_library) {
        return Some(key);
    }
    // Hexadecimal digits of a key of another length are base64 digits too.
    if is_line {
        return None;
    }
    digits::base64(contents, |length| permits(length) || is_pair(algorithm, length)).map(Ok)
}

/// Returns whether NaCl's secret key is of this length: an Ed25519 private key and the public key after it.
fn is_pair(algorithm: Algorithm, length: usize) -> bool {
    algorithm == Algorithm::Ed25519 && length == 64
}

/// The key that is to be read from a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// A private key of an algorithm, or of any.
    Private(Option<Algorithm>),
    /// A public key of an algorithm, or of any.
    Public(Option<Algorithm>),
}

impl Wanted {
    /// Returns the lengths in bytes of the key without a container.
    fn lengths(self) -> Vec<usize> {
        let (Self::Private(Some(algorithm)) | Self::Public(Some(algorithm))) = self else { return Vec::new() };
        let is_permitted = |length: &usize| match self {
            Self::Private(_) => algorithm.private_lengths().contains(*length) || is_pair(algorithm, *length),
            Self::Public(_) => algorithm.public_lengths().contains(*length),
        };
        (0..super::LONGEST).filter(is_permitted).collect()
    }

    /// Returns the reason why a file without a container is no such key, if that is what the error says. The library's
    /// own words name fewer forms, since it does not read all that are read here.
    pub(super) fn reason(self, contents: &[u8], error: &EncodingError) -> Option<String> {
        let found = match error {
            EncodingError::OtherForm { found, .. } => (*found).to_owned(),
            EncodingError::Form { .. } | EncodingError::Digits { .. } => found(contents),
            EncodingError::WrongLength { .. } | EncodingError::Content { .. }
                if !is_structured(&Form::of(contents)) =>
            {
                found(contents)
            }
            _ => return None,
        };
        Some(format!("expected {self}, found {found}"))
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, algorithm) = match self {
            Self::Private(algorithm) => ("private", algorithm),
            Self::Public(algorithm) => ("public", algorithm),
        };
        let Some(algorithm) = algorithm else {
            return f.write_str("a key as PEM, DER, base64, hexadecimal digits or raw bytes");
        };
        let bytes = self.lengths();
        let digits = bytes.iter().map(|length| 2 * length).collect::<Vec<_>>();
        let (bytes, digits) = (alternatives(&bytes, "or"), alternatives(&digits, "or"));
        write!(f, "an {algorithm} {kind} key as PEM, DER, base64, hexadecimal digits ({digits}) or raw bytes ({bytes})")
    }
}

/// Returns the name of the digits in which `contents` has `len` bytes, if it is such a text.
#[must_use]
pub fn digits_of(contents: &[u8], len: usize) -> Option<&'static str> {
    if digits::hex_digits(contents) == Some(2 * len) {
        return Some("hexadecimal digits");
    }
    digits::base64(contents, |found| found == len).map(|_| "base64")
}

/// Returns what a file without a container holds: digits, or bytes.
pub(super) fn found(contents: &[u8]) -> String {
    match (Digits::of(contents), contents.len()) {
        (Some(digits), _) => digits.to_string(),
        (None, length) if begins_pem(contents) => format!("the first {length} bytes of a PEM text"),
        (None, 1) => "1 byte".to_owned(),
        (None, length) => format!("{length} bytes"),
    }
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
        for length in [1632, 1696] {
            assert_eq!(read(&vec![7; length], Some(SET)), Ok(Some(vec![7; length])));
        }
    }

    /// Digits that are as many as a key has bytes are no key, whatever the algorithm and the length.
    #[test]
    fn a_text_as_long_as_a_key_is_none() {
        for algorithm in algorithms() {
            for wanted in [Wanted::Private(Some(algorithm)), Wanted::Public(Some(algorithm))] {
                for length in wanted.lengths() {
                    let texts = [vec![b'7'; length], [&vec![b'7'; length - 1][..], b"\n"].concat(), vec![b'k'; length]];
                    for text in texts {
                        if algorithm == Algorithm::Ed25519 && length == 64 && text == [b'7'; 64] {
                            continue;
                        }
                        let is_read = match wanted {
                            Wanted::Private(_) => read(&text, Some(algorithm)).map(|key| key.is_some()),
                            Wanted::Public(_) => public_key(&text, Some(algorithm)).map(|key| key.is_some()),
                        };
                        assert_eq!(is_read, Ok(false), "{wanted} of {length} bytes");
                    }
                }
            }
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
                let in_base64 = length.div_ceil(3) * 4;
                assert!((0..3).all(|end| !lengths.contains(in_base64 + end)), "{algorithm} {length}");
                assert!((0..3).all(|end| !lengths.contains((in_base64 + end) / 2)), "{algorithm} {length}");
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
            // 64 bytes may be a pair of Ed25519, and 128 are one only if they are digits.
            let unnamed = if length == 64 { Ok(None) } else { Err(EncodingError::AlgorithmUnknown) };
            assert_eq!(read(&key, None), unnamed);
            if length == 128 {
                assert_eq!(read(&[b'0'; 128], None), Ok(None));
            }
        }
    }

    #[test]
    fn base64_is_a_form_of_every_key() {
        let wireguard = b"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
        let bytes: Vec<u8> = (0..32).collect();
        for algorithm in [Algorithm::X25519, Algorithm::Ed25519, Algorithm::MlDsa44] {
            assert_eq!(read(wireguard, Some(algorithm)), Ok(Some(bytes.clone())));
        }
        assert_eq!(read(wireguard, None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(wireguard, Some(SET)), Ok(None));
        // As many digits as the base64 of a public key of 48 bytes, which are hexadecimal.
        assert_eq!(public_key(&[b'7'; 64], Some(Algorithm::SlhDsaShake192f)), Ok(None));
        let public = public_key(wireguard, Some(Algorithm::X25519)).unwrap().unwrap();
        assert_eq!(public.as_bytes(), bytes);
        assert!(is_ed25519_public(wireguard) && is_ed25519_public(&[7; 32]) && !is_ed25519_public(&[7; 31]));
    }

    #[test]
    fn what_is_no_key_is_left_to_the_library_or_refused() {
        assert_eq!(read(&[7; 64], None), Ok(None));
        assert_eq!(read(&[7; 1632], None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(&[7; 3168], None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(&[7; 65], Some(SET)), Ok(None));
        assert_eq!(read(&[7; 64], Some(Algorithm::Ed25519)), Ok(None));
        assert_eq!(read(&[7; 32], Some(SET)), Ok(None));
        let refused = read(&[&[b'0'; 127][..], b"g"].concat(), Some(SET)).unwrap_err();
        assert_eq!(refused, EncodingError::Character { alphabet: "hexadecimal", offset: 127 });
        let der = PrivateKeyInfo::new(SET, &[7; 64], None).unwrap().to_pkcs8_der();
        assert_eq!(read(der.declassify("a test"), Some(SET)), Ok(None));
    }
}
