//! Keys without a container: their bytes, or hexadecimal or base64 digits.
//!
//! The library reads bytes and digits of Ed25519 and X25519 only, because some keys of other algorithms have as many
//! bytes as an Ed25519 key or its digits. Where the user names the algorithm, the length of a file tells its form. Keys
//! of Ed25519 and X25519 are read here from base64, and from bytes and hexadecimal digits there.

use super::digits;
use crate::key::{KeyType, PrivateContent, PublicContent};
use crate::words::{alternatives, article};
use carnelian::ct;
use carnelian::encoding::{Algorithm, Digits, EncodingError, Form, PrivateKeyInfo};
use carnelian::secret::Secret;
use std::fmt;

/// Returns whether the library reads the bytes and the hexadecimal digits of a key.
fn is_read_by_library(key_type: KeyType) -> bool {
    matches!(key_type.files(), Some(Algorithm::Ed25519 | Algorithm::X25519))
}

/// Returns the private key in a file without a container, or `None` if the library reads the file or names its fault.
///
/// # Errors
/// [`EncodingError::AlgorithmUnknown`] if the length is that of a key and `key_type` is `None`,
/// [`EncodingError::Character`] if a character is no digit.
pub(super) fn private_key(contents: &[u8], key_type: Option<KeyType>) -> Result<Option<PrivateContent>, EncodingError> {
    match key(contents, key_type, KeyType::permits_private)? {
        None => Ok(None),
        // The public key may follow.
        Some((key_type, bytes)) if is_read_by_library(key_type) => {
            PrivateKeyInfo::from_file(bytes.expose(), key_type.files(), None).map(PrivateContent::Contained).map(Some)
        }
        Some((key_type, bytes)) => PrivateContent::new(key_type, bytes, None).map(Some),
    }
}

/// Returns the public key in a file without a container, or `None` if the library reads the file or names its fault.
///
/// # Errors
/// Those of [`private_key`].
pub(super) fn public_key(contents: &[u8], key_type: Option<KeyType>) -> Result<Option<PublicContent>, EncodingError> {
    let Some((key_type, bytes)) = key(contents, key_type, KeyType::permits_public)? else { return Ok(None) };
    PublicContent::new(key_type, bytes.declassify("a public key")).map(Some)
}

/// Returns whether the file may be an Ed25519 public key without a container.
pub(super) fn is_ed25519_public(contents: &[u8]) -> bool {
    let is_key = |length: usize| Algorithm::Ed25519.public_lengths().contains(length);
    matches!(Form::of(contents), Ok(Form::Raw | Form::Hex)) || digits::base64(contents, is_key).is_some()
}

type Key = (KeyType, Secret<Vec<u8>>);

fn key(
    contents: &[u8],
    key_type: Option<KeyType>,
    permits: fn(KeyType, usize) -> bool,
) -> Result<Option<Key>, EncodingError> {
    let form = Form::of(contents);
    if form.is_ok() && !is_structured(&form) && begins_pem(contents) {
        return Err(EncodingError::NotPem { offset: contents.len(), fault: "expected the rest of the text" });
    }
    let Some(key_type) = key_type else {
        // A file in a form that the library names is no key, whatever its length is.
        let is_named = matches!(form, Err(EncodingError::OtherForm { .. } | EncodingError::Prefix { .. }));
        let is_key = form.is_err() && !is_named && KeyType::all().any(|one| bare(contents, one, permits).is_some());
        return if is_key { Err(EncodingError::AlgorithmUnknown) } else { Ok(None) };
    };
    if is_structured(&form) {
        return Ok(None);
    }
    let key = bare(contents, key_type, permits).transpose()?;
    Ok(key.map(|bytes| (key_type, bytes)))
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
fn bare(
    contents: &[u8],
    key_type: KeyType,
    permits: fn(KeyType, usize) -> bool,
) -> Option<Result<Secret<Vec<u8>>, EncodingError>> {
    let permits = |length| permits(key_type, length);
    let by_library = is_read_by_library(key_type);
    let text = Digits::of(contents);
    let hex_digits = digits::hex_digits(contents);
    // Where a key has two lengths, the longer of which is twice the other, digits are those of the shorter key.
    let is_hex = hex_digits.is_some_and(|count| permits(count / 2));
    if !by_library && !is_hex && permits(contents.len()) {
        // Digits are a text that was cut short, and as bytes a weak key. No random key consists of digits.
        let is_cut = text.is_some() || begins_pem(contents);
        return (!is_cut).then(|| Ok(Secret::new(contents.to_vec())));
    }
    let is_line = hex_digits.is_some();
    if !is_line && text.is_some_and(|digits| digits.are_hexadecimal()) {
        return None;
    }
    // Bytes that are no text are no digits with one wrong among them, but a key of another length.
    if let Some(key) = digits::hex(contents, permits).filter(|_| !by_library && digits::is_text(contents)) {
        return Some(key);
    }
    // Hexadecimal digits of a key of another length are base64 digits too.
    if is_line {
        return None;
    }
    digits::base64(contents, |length| permits(length) || is_pair(key_type, length)).map(Ok)
}

/// Returns whether a private key of this length has a form that is in no container: NaCl's secret key, an Ed25519
/// private key and the public key after it.
fn is_pair(key_type: KeyType, length: usize) -> bool {
    key_type.private_lens().contains(&length)
}

/// The key that is to be read from a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// A private key of a type, or of any.
    Private(Option<KeyType>),
    /// A public key of a type, or of any.
    Public(Option<KeyType>),
}

impl Wanted {
    /// Returns the lengths in bytes of the key without a container.
    fn lengths(self) -> Vec<usize> {
        let (Self::Private(Some(key_type)) | Self::Public(Some(key_type))) = self else { return Vec::new() };
        let is_permitted = |length: &usize| match self {
            Self::Private(_) => key_type.permits_private(*length) || is_pair(key_type, *length),
            Self::Public(_) => key_type.permits_public(*length),
        };
        (0..super::LONGEST).filter(is_permitted).collect()
    }

    /// Returns the reason why a file is no such key, which `bare` did not read, if keys of this type have no containers.
    pub(super) fn no_container(self, contents: &[u8]) -> Option<String> {
        let (Self::Private(key_type) | Self::Public(key_type)) = self;
        key_type.filter(|key_type| key_type.files().is_none())?;
        let found = match Form::of(contents) {
            Ok(Form::Pem(_)) => "PEM, a form that these keys do not have".to_owned(),
            Ok(Form::Der(_)) => "DER, a form that these keys do not have".to_owned(),
            _ => found(contents),
        };
        Some(format!("expected {self}, found {found}"))
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
        let (kind, key_type) = match self {
            Self::Private(key_type) => ("private", key_type),
            Self::Public(key_type) => ("public", key_type),
        };
        let Some(key_type) = key_type else {
            return f.write_str("a key as PEM, DER, base64, hexadecimal digits or raw bytes");
        };
        let bytes = self.lengths();
        let digits = bytes.iter().map(|length| 2 * length).collect::<Vec<_>>();
        let (bytes, digits) = (alternatives(&bytes, "or"), alternatives(&digits, "or"));
        let containers = if key_type.files().is_some() { "PEM, DER, " } else { "" };
        let name = key_type.identity().name;
        let key = format_args!("{} {name} {kind} key", article(name));
        write!(f, "{key} as {containers}base64, hexadecimal digits ({digits}) or raw bytes ({bytes})")
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
    use crate::arguments::named;

    fn named(name: &str) -> Option<KeyType> {
        Some(named::find(name).unwrap())
    }

    fn set() -> Option<KeyType> {
        named("ml-kem-512")
    }

    fn read(contents: &[u8], key_type: Option<KeyType>) -> Result<Option<Vec<u8>>, EncodingError> {
        let key = private_key(contents, key_type)?;
        Ok(key.map(|key| key.to_raw().declassify("a test").clone()))
    }

    #[test]
    fn bytes_and_digits_are_told_apart_by_their_number() {
        let seed: Vec<u8> = (0..64).map(|i| 255 - i).collect();
        let digits = crate::hex::encode(&seed);
        for text in [digits.clone(), digits.to_uppercase(), digits.clone() + "\n", digits.clone() + "\r\n"] {
            assert_eq!(read(text.as_bytes(), set()), Ok(Some(seed.clone())));
        }
        assert_eq!(read(&seed, set()), Ok(Some(seed)));
        for length in [1632, 1696] {
            assert_eq!(read(&vec![7; length], set()), Ok(Some(vec![7; length])));
        }
    }

    /// Digits that are as many as a key has bytes are no key, whatever the algorithm and the length.
    #[test]
    fn a_text_as_long_as_a_key_is_none() {
        for key_type in KeyType::all() {
            for wanted in [Wanted::Private(Some(key_type)), Wanted::Public(Some(key_type))] {
                let lengths = wanted.lengths();
                for &length in &lengths {
                    let texts = [vec![b'7'; length], [&vec![b'7'; length - 1][..], b"\n"].concat(), vec![b'k'; length]];
                    for text in texts {
                        let is_read = match wanted {
                            Wanted::Private(_) => read(&text, Some(key_type)).map(|key| key.is_some()),
                            Wanted::Public(_) => public_key(&text, Some(key_type)).map(|key| key.is_some()),
                        };
                        // The digits of the shorter of two forms, which for some keys the library reads.
                        if lengths.contains(&(length / 2)) && digits::hex_digits(&text) == Some(length) {
                            assert_eq!(is_read, Ok(!is_read_by_library(key_type)), "{wanted} of {length} digits");
                        } else {
                            assert_eq!(is_read, Ok(false), "{wanted} of {length} bytes");
                        }
                    }
                }
            }
        }
    }

    /// A file never has as many bytes as one form of a key in a container and as many digits as another.
    #[test]
    fn no_length_has_two_meanings() {
        for (algorithm, lengths) in KeyType::all()
            .filter_map(KeyType::files)
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
        let set = named("ml-dsa-65");
        let seed: Vec<u8> = (0..32).collect();
        assert_eq!(read(&seed, set), Ok(Some(seed.clone())));
        assert_eq!(read(crate::hex::encode(&seed).as_bytes(), set), Ok(Some(seed.clone())));
        assert_eq!(read(&seed, None), Ok(None));
        assert_eq!(read(&[7; 4032], set), Ok(Some(vec![7; 4032])));
        assert_eq!(read(&[7; 4064], None), Err(EncodingError::AlgorithmUnknown));
    }

    #[test]
    fn keys_of_slh_dsa_have_three_lengths() {
        for (set, length) in [("slh-dsa-sha2-128f", 64), ("slh-dsa-shake-192s", 96), ("slh-dsa-sha2-256s", 128)] {
            let key: Vec<u8> = (0..length).collect();
            assert_eq!(read(&key, named(set)), Ok(Some(key.clone())));
            assert_eq!(read(crate::hex::encode(&key).as_bytes(), named(set)), Ok(Some(key.clone())));
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
        for name in ["x25519", "ed25519", "ml-dsa-44"] {
            assert_eq!(read(wireguard, named(name)), Ok(Some(bytes.clone())));
        }
        assert_eq!(read(wireguard, None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(wireguard, set()), Ok(None));
        // As many digits as the base64 of a public key of 48 bytes, which are hexadecimal.
        assert_eq!(public_key(&[b'7'; 64], named("slh-dsa-shake-192f")), Ok(None));
        let public = public_key(wireguard, named("x25519")).unwrap().unwrap();
        assert_eq!(public.as_bytes(), bytes);
        assert!(is_ed25519_public(wireguard) && is_ed25519_public(&[7; 32]) && !is_ed25519_public(&[7; 31]));
    }

    /// A seed, and the same with the public key after it, which is twice as long.
    #[test]
    fn keys_without_a_container_are_bytes_or_digits() {
        let eddsa = named("eddsa-blake2b");
        for length in [32, 64] {
            let key: Vec<u8> = (100..).take(length).collect();
            let digits = crate::hex::encode(&key);
            for text in [&key[..], digits.as_bytes(), (digits.clone() + "\n").as_bytes()] {
                assert_eq!(read(text, eddsa), Ok(Some(key.clone())), "{length}");
            }
        }
        let public = public_key(&[7; 32], eddsa).unwrap();
        assert_eq!(public, Some(PublicContent::Bare(eddsa.unwrap(), vec![7; 32])));
        let wanted = Wanted::Private(eddsa);
        let of_bytes = "base64, hexadecimal digits (64 or 128) or raw bytes (32 or 64)";
        assert_eq!(wanted.to_string(), format!("an EdDSA-BLAKE2b private key as {of_bytes}"));
        let der = PrivateKeyInfo::new(Algorithm::Ed25519, &[7; 32], None).unwrap().to_pkcs8_der();
        assert_eq!(read(der.declassify("a test"), eddsa), Ok(None));
        let refused = wanted.no_container(der.declassify("a test")).unwrap();
        assert!(refused.ends_with("found DER, a form that these keys do not have"), "{refused}");
        assert_eq!(Wanted::Private(set()).no_container(&[]), None);
    }

    #[test]
    fn what_is_no_key_is_left_to_the_library_or_refused() {
        assert_eq!(read(&[7; 64], None), Ok(None));
        assert_eq!(read(&[7; 1632], None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(&[7; 3168], None), Err(EncodingError::AlgorithmUnknown));
        assert_eq!(read(&[7; 65], set()), Ok(None));
        assert_eq!(read(&[7; 64], named("ed25519")), Ok(None));
        assert_eq!(read(&[7; 32], set()), Ok(None));
        let refused = read(&[&[b'0'; 127][..], b"g"].concat(), set()).unwrap_err();
        assert_eq!(refused, EncodingError::Character { alphabet: "hexadecimal", offset: 127 });
        let der = PrivateKeyInfo::new(Algorithm::MlKem512, &[7; 64], None).unwrap().to_pkcs8_der();
        assert_eq!(read(der.declassify("a test"), set()), Ok(None));
    }
}
