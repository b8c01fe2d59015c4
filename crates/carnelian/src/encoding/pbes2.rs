//! Private keys encrypted under a passphrase: EncryptedPrivateKeyInfo (RFC 5958 Section 3) by PBES2 (RFC 8018 Section
//! 6.2), with PBKDF2 (Section 5.2) or scrypt (RFC 7914) and AES in CBC mode.

use super::error::EncodingError;
use super::oid::{self, Oid};
use super::tlv::{INTEGER, OCTET_STRING, Result, SEQUENCE, Structure, to_der};
use crate::base::ct::{self, Choice};
use crate::base::memory::wipe_stack;
use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::base::taint;
use aes::{Aes128, Aes192, Aes256};
use alloc::vec::Vec;
use cbc::cipher::{Array, BlockCipherDecrypt, BlockModeDecrypt, BlockModeEncrypt, KeyInit, KeyIvInit};
use core::ops::RangeInclusive;
use der::asn1::OctetStringRef;
use pkcs5::pbes2::{EncryptionScheme, Kdf as EncodedKdf, Parameters, Pbkdf2Params};
use pkcs8::EncryptedPrivateKeyInfoRef;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use zeroize::Zeroizing;

/// The encryption of a private key: PBES2 with PBKDF2-HMAC-SHA-256, AES-256-CBC and a salt of 16 random bytes.
///
/// This is the strongest scheme that every OpenSSL since 1.0, Java, Go and hardware modules read. scrypt would also
/// cost an attacker memory, but OpenSSL refuses more than 32 MiB for it, and others do not support it. The default
/// number of iterations, 600 000, is the one that OWASP's password storage cheat sheet advises; it takes a fraction of
/// a second.
///
/// ```
/// use carnelian::encoding::Encryption;
/// assert_eq!(Encryption::default().iterations(), 600_000);
/// assert_eq!(Encryption::with_iterations(2_000_000)?.iterations(), 2_000_000);
/// assert!(Encryption::with_iterations(100).is_err());
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encryption {
    iterations: u32,
}

impl Encryption {
    /// The permitted numbers; RFC 8018 Section 4.2 recommends at least 1 000.
    const ITERATIONS: RangeInclusive<u64> = 1_000..=MOST_ITERATIONS;

    /// Sets the number of iterations, 1 000 to 10 000 000.
    ///
    /// # Errors
    /// [`EncodingError::Cost`] for another number.
    pub fn with_iterations(iterations: u32) -> Result<Self> {
        check_cost("iterations of PBKDF2", Self::ITERATIONS, iterations.into())?;
        Ok(Self { iterations })
    }

    /// Returns the number of iterations.
    #[must_use]
    pub fn iterations(self) -> u32 {
        self.iterations
    }
}

impl Default for Encryption {
    fn default() -> Self {
        Self { iterations: 600_000 }
    }
}

/// The maximum number of iterations that a file may demand, which take some seconds: the number that RFC 8018 Section
/// 4.2 names for especially critical keys.
const MOST_ITERATIONS: u64 = 10_000_000;
/// The maximum memory of scrypt that a file may demand, in bytes: 128·r·(N + p); [`MOST_LANES`] accounts for at most 8
/// MiB of it. OpenSSL uses 16 MiB and refuses more than 32.
const MOST_MEMORY: u64 = 264 << 20;
/// The maximum work of scrypt that a file may demand, as N·r·p: eight times the amount that OWASP advises, some
/// seconds.
const MOST_WORK: u64 = 1 << 23;
/// The maximum number of lanes, as r·p. Each lane also costs two runs of PBKDF2. OpenSSL writes 8, OWASP advises at
/// most 80.
const MOST_LANES: u64 = 1 << 16;

const BLOCK_LEN: usize = 16;
const MOST_KEY_LEN: usize = 32;

/// PBES2-params, RFC 8018 Appendix A.4.
struct Pbes2<'a> {
    kdf: Kdf<'a>,
    cipher: Cipher,
    iv: [u8; BLOCK_LEN],
}

enum Kdf<'a> {
    Pbkdf2 { prf: Prf, salt: &'a [u8], iterations: u32 },
    Scrypt { salt: &'a [u8], params: scrypt::Params },
}

#[derive(Clone, Copy)]
enum Prf {
    HmacSha1,
    HmacSha224,
    HmacSha256,
    HmacSha384,
    HmacSha512,
    HmacSha512_224,
    HmacSha512_256,
}

/// A cipher in CBC mode.
#[derive(Clone, Copy)]
enum Cipher {
    Aes128,
    Aes192,
    Aes256,
}

impl Cipher {
    fn key_len(self) -> usize {
        match self {
            Self::Aes128 => 16,
            Self::Aes192 => 24,
            Self::Aes256 => 32,
        }
    }
}

fn check_cost(what: &'static str, bounds: RangeInclusive<u64>, found: u64) -> Result<()> {
    let (least, most) = (*bounds.start(), *bounds.end());
    if bounds.contains(&found) { Ok(()) } else { Err(EncodingError::Cost { what, least, most, found }) }
}

fn unsupported<T>(part: &'static str, found: der::asn1::ObjectIdentifier) -> Result<T> {
    Err(EncodingError::Encryption { part, found: Oid(found) })
}

/// Returns the DER of the private key in an EncryptedPrivateKeyInfo.
pub(super) fn decrypt(der: &[u8], passphrase: &[u8]) -> Result<Secret<Vec<u8>>> {
    let (scheme, ciphertext) = Structure::read("EncryptedPrivateKeyInfo", der, |file| {
        file.sequence("EncryptedPrivateKeyInfo", |info| {
            let scheme = info.sequence("encryptionAlgorithm", pbes2)?;
            Ok((scheme, info.octets("encryptedData", OCTET_STRING)?))
        })
    })?;
    if ciphertext.is_empty() || !ciphertext.len().is_multiple_of(BLOCK_LEN) {
        let (expected, found) = (ciphertext.len().next_multiple_of(BLOCK_LEN).max(BLOCK_LEN), ciphertext.len());
        return Err(EncodingError::WrongLength { what: "encryptedData in bytes", expected: expected.into(), found });
    }
    let mut plaintext = Zeroizing::new(ciphertext.to_vec());
    decrypt_in_place(&scheme, passphrase, &mut plaintext);
    wipe_stack::<STACK>();
    let length = plaintext_len(&plaintext).ok_or(EncodingError::WrongPassphrase)?;
    plaintext.truncate(length);
    let plaintext = Secret::new(core::mem::take(&mut *plaintext));
    // One wrong passphrase in 256 leaves valid padding; almost none leaves a SEQUENCE of this length.
    let is_sequence = Structure::read("", plaintext.expose(), |file| file.skip("", SEQUENCE)).is_ok();
    if is_sequence { Ok(plaintext) } else { Err(EncodingError::WrongPassphrase) }
}

/// More bytes of stack than deriving a key and using it takes.
const STACK: usize = 16 << 10;

/// Decrypts `data`. Not inlined, so that everything that it leaves on the stack is below its caller's frame.
#[inline(never)]
fn decrypt_in_place(scheme: &Pbes2<'_>, passphrase: &[u8], data: &mut [u8]) {
    let key = derive(&scheme.kdf, passphrase, scheme.cipher.key_len());
    match scheme.cipher {
        Cipher::Aes128 => decrypt_blocks::<Aes128>(&key, &scheme.iv, data),
        Cipher::Aes192 => decrypt_blocks::<Aes192>(&key, &scheme.iv, data),
        Cipher::Aes256 => decrypt_blocks::<Aes256>(&key, &scheme.iv, data),
    }
}

/// Encrypts `data`. Not inlined, for the same reason as [`decrypt_in_place`].
#[inline(never)]
fn encrypt_in_place(kdf: &Kdf<'_>, passphrase: &[u8], iv: &[u8; BLOCK_LEN], data: &mut [u8]) {
    let key = derive(kdf, passphrase, Cipher::Aes256.key_len());
    taint::stands_in();
    let mut cipher = cbc::Encryptor::<Aes256>::new_from_slices(&key[..], iv).expect("lengths of the cipher");
    cipher.encrypt_blocks(Array::slice_as_chunks_mut(data).0);
}

fn decrypt_blocks<C>(key: &[u8], iv: &[u8; BLOCK_LEN], data: &mut [u8])
where
    C: BlockCipherDecrypt + KeyInit,
    cbc::Decryptor<C>: KeyIvInit + BlockModeDecrypt,
{
    taint::stands_in();
    let mut cipher = cbc::Decryptor::<C>::new_from_slices(key, iv).expect("lengths of the cipher");
    cipher.decrypt_blocks(Array::slice_as_chunks_mut(data).0);
}

/// Returns the length of `padded` without the padding of RFC 8018 Section 6.1.1: one to sixteen bytes, each equal to
/// their number. `None` if the padding is invalid.
fn plaintext_len(padded: &[u8]) -> Option<usize> {
    let (_, last) = padded.split_last_chunk::<BLOCK_LEN>()?;
    let padding = last[BLOCK_LEN - 1];
    let mut is_good = at_most(padding, BLOCK_LEN as u8) & !ct::is_zero(padding);
    for (at, byte) in (1..).zip(last.iter().rev()) {
        let is_padding = at_most(at, padding);
        is_good = is_good & (!is_padding | ct::is_zero(byte ^ padding));
    }
    if !is_good.declassify("whether a passphrase is right is public") {
        return None;
    }
    Some(padded.len() - usize::from(ct::declassify(padding, "the length of a key file is public")))
}

/// Returns whether `a` ≤ `b`.
fn at_most(a: u8, b: u8) -> Choice {
    // The top bit of the difference is set where it is negative.
    !Choice::from_lsb(u32::from(b).wrapping_sub(u32::from(a)) >> 31)
}

/// Returns `der` as an EncryptedPrivateKeyInfo.
pub(super) fn encrypt(
    der: &[u8],
    passphrase: &[u8],
    encryption: Encryption,
    random: &mut impl Random,
) -> Result<Vec<u8>> {
    const SHORT: &str = "within the bounds of the format";
    let (mut salt, mut iv) = ([0; 16], [0; BLOCK_LEN]);
    random.fill(&mut salt)?;
    random.fill(&mut iv)?;
    let kdf = Kdf::Pbkdf2 { prf: Prf::HmacSha256, salt: &salt, iterations: encryption.iterations };
    let padding = BLOCK_LEN - der.len() % BLOCK_LEN;
    let mut data = Zeroizing::new(Vec::with_capacity(der.len() + padding));
    data.extend_from_slice(der);
    data.resize(der.len() + padding, padding as u8);
    encrypt_in_place(&kdf, passphrase, &iv, &mut data);
    wipe_stack::<STACK>();
    let ciphertext = Secret::new(core::mem::take(&mut *data));
    let ciphertext = ciphertext.declassify("a ciphertext is public");

    let kdf = Pbkdf2Params::hmac_sha256(encryption.iterations, &salt).expect(SHORT);
    let scheme = Parameters { kdf: EncodedKdf::Pbkdf2(kdf), encryption: EncryptionScheme::Aes256Cbc { iv } };
    Ok(to_der(&EncryptedPrivateKeyInfoRef {
        encryption_algorithm: scheme.into(),
        encrypted_data: OctetStringRef::new(ciphertext).expect(SHORT),
    }))
}

/// Derives the encryption key.
fn derive(kdf: &Kdf<'_>, passphrase: &[u8], length: usize) -> Zeroizing<Vec<u8>> {
    debug_assert!(length <= MOST_KEY_LEN);
    let mut key = Zeroizing::new(alloc::vec![0; length]);
    match kdf {
        Kdf::Pbkdf2 { prf, salt, iterations } => {
            let pbkdf2 = match prf {
                Prf::HmacSha1 => pbkdf2::pbkdf2_hmac::<Sha1>,
                Prf::HmacSha224 => pbkdf2::pbkdf2_hmac::<Sha224>,
                Prf::HmacSha256 => pbkdf2::pbkdf2_hmac::<Sha256>,
                Prf::HmacSha384 => pbkdf2::pbkdf2_hmac::<Sha384>,
                Prf::HmacSha512 => pbkdf2::pbkdf2_hmac::<Sha512>,
                Prf::HmacSha512_224 => pbkdf2::pbkdf2_hmac::<Sha512_224>,
                Prf::HmacSha512_256 => pbkdf2::pbkdf2_hmac::<Sha512_256>,
            };
            pbkdf2(passphrase, salt, *iterations, &mut key);
        }
        Kdf::Scrypt { salt, params } => {
            scrypt::scrypt(passphrase, salt, params, &mut key).expect("length of an AES key");
        }
    }
    key
}

/// Reads an AlgorithmIdentifier that must be PBES2.
fn pbes2<'a>(identifier: &mut Structure<'a>) -> Result<Pbes2<'a>> {
    let scheme = identifier.identifier("algorithm")?;
    if scheme != oid::PBES2 {
        return unsupported("encryption scheme", scheme);
    }
    identifier.sequence("PBES2-params", |params| {
        let (kdf, key_len) = params.sequence("keyDerivationFunc", key_derivation)?;
        let (cipher, iv) = params.sequence("encryptionScheme", encryption_scheme)?;
        match key_len {
            Some(found) if found != cipher.key_len() as u64 => {
                let (expected, found) = (cipher.key_len().into(), usize::try_from(found).unwrap_or(usize::MAX));
                Err(EncodingError::WrongLength { what: "keyLength in bytes", expected, found })
            }
            _ => Ok(Pbes2 { kdf, cipher, iv }),
        }
    })
}

/// Reads the key derivation function, and the length of the key if the file states it.
fn key_derivation<'a>(identifier: &mut Structure<'a>) -> Result<(Kdf<'a>, Option<u64>)> {
    match identifier.identifier("algorithm")? {
        oid::PBKDF2 => identifier.sequence("PBKDF2-params", pbkdf2_params),
        oid::SCRYPT => identifier.sequence("scrypt-params", scrypt_params),
        other => unsupported("key derivation function", other),
    }
}

/// Reads PBKDF2-params, RFC 8018 Appendix A.2.
fn pbkdf2_params<'a>(params: &mut Structure<'a>) -> Result<(Kdf<'a>, Option<u64>)> {
    let salt = params.octets("salt", OCTET_STRING)?;
    let iterations = params.unsigned("iterationCount")?;
    check_cost("iterations of PBKDF2", 1..=MOST_ITERATIONS, iterations)?;
    let key_len = key_length(params)?;
    let prf = if params.is_at_end() { Prf::HmacSha1 } else { params.sequence("prf", pseudorandom_function)? };
    // The bound fits in `u32`.
    Ok((Kdf::Pbkdf2 { prf, salt, iterations: iterations as u32 }, key_len))
}

/// Reads an AlgorithmIdentifier of RFC 8018 Appendix B.1. Its parameters are NULL; some programs omit them.
fn pseudorandom_function(identifier: &mut Structure<'_>) -> Result<Prf> {
    let prf = match identifier.identifier("algorithm")? {
        oid::HMAC_SHA1 => Prf::HmacSha1,
        oid::HMAC_SHA224 => Prf::HmacSha224,
        oid::HMAC_SHA256 => Prf::HmacSha256,
        oid::HMAC_SHA384 => Prf::HmacSha384,
        oid::HMAC_SHA512 => Prf::HmacSha512,
        oid::HMAC_SHA512_224 => Prf::HmacSha512_224,
        oid::HMAC_SHA512_256 => Prf::HmacSha512_256,
        other => return unsupported("pseudorandom function of PBKDF2", other),
    };
    if !identifier.is_at_end() {
        identifier.null("parameters")?;
    }
    Ok(prf)
}

/// Reads scrypt-params, RFC 7914 Section 7.1.
fn scrypt_params<'a>(params: &mut Structure<'a>) -> Result<(Kdf<'a>, Option<u64>)> {
    let offset = params.offset();
    let salt = params.octets("salt", OCTET_STRING)?;
    let n = params.unsigned("costParameter")?;
    let r = params.unsigned("blockSize")?;
    let p = params.unsigned("parallelizationParameter")?;
    let key_len = key_length(params)?;
    check_cost("lanes of scrypt, r times p", 1..=MOST_LANES, r.saturating_mul(p))?;
    let memory = n.saturating_add(p).saturating_mul(r).saturating_mul(128);
    check_cost("bytes of memory for scrypt", 256..=MOST_MEMORY, memory)?;
    check_cost("work of scrypt, N times r times p", 2..=MOST_WORK, n.saturating_mul(r).saturating_mul(p))?;
    let invalid = EncodingError::NotDer { field: "scrypt-params", offset, fault: "N must be a power of two above 1" };
    if n < 2 || !n.is_power_of_two() {
        return Err(invalid);
    }
    // The bounds of r and p fit in `u32`.
    let params = scrypt::Params::new(n.ilog2() as u8, r as u32, p as u32).map_err(|_| invalid)?;
    Ok((Kdf::Scrypt { salt, params }, key_len))
}

/// Reads keyLength INTEGER OPTIONAL.
fn key_length(params: &mut Structure<'_>) -> Result<Option<u64>> {
    if params.peek() == Some(INTEGER) { params.unsigned("keyLength").map(Some) } else { Ok(None) }
}

/// Reads an AlgorithmIdentifier of RFC 8018 Appendix B.2.5, AES-CBC-Pad: its parameter is the initialization vector.
fn encryption_scheme(identifier: &mut Structure<'_>) -> Result<(Cipher, [u8; BLOCK_LEN])> {
    let cipher = match identifier.identifier("algorithm")? {
        oid::AES128_CBC => Cipher::Aes128,
        oid::AES192_CBC => Cipher::Aes192,
        oid::AES256_CBC => Cipher::Aes256,
        other => return unsupported("cipher", other),
    };
    let iv = identifier.octets("AES-IV", OCTET_STRING)?;
    let wrong_length =
        |_| EncodingError::WrongLength { what: "AES-IV in bytes", expected: BLOCK_LEN.into(), found: iv.len() };
    Ok((cipher, iv.try_into().map_err(wrong_length)?))
}
