//! Keys on disk: PKCS #8 and SubjectPublicKeyInfo, in DER and PEM, encrypted or not, raw and hexadecimal.

mod private;
mod public;

pub use private::*;
pub use public::*;

use crate::status::carnelian_status as Status;
use carnelian::curve::{ed25519, x25519};
use carnelian::encoding::{Algorithm, Content, EncodingError, Form, PrivateKeyFile};
use carnelian::postquantum::{mldsa, mlkem, slhdsa};
use carnelian_ffi::Caller;

/// The algorithm of a key.
pub type carnelian_key_algorithm = u32;

/// Any algorithm: the file names its own. Raw and hexadecimal keys name none and need one.
pub const CARNELIAN_KEY_ANY: carnelian_key_algorithm = 0;
/// Ed25519: private keys are seeds of 32 bytes.
pub const CARNELIAN_KEY_ED25519: carnelian_key_algorithm = 1;
/// X25519: private keys of 32 bytes.
pub const CARNELIAN_KEY_X25519: carnelian_key_algorithm = 2;
/// ML-KEM-512: private keys are seeds of 64 bytes, expanded keys, or both, the seed first.
pub const CARNELIAN_KEY_MLKEM_512: carnelian_key_algorithm = 3;
/// ML-KEM-768: private keys are seeds of 64 bytes, expanded keys, or both, the seed first.
pub const CARNELIAN_KEY_MLKEM_768: carnelian_key_algorithm = 4;
/// ML-KEM-1024: private keys are seeds of 64 bytes, expanded keys, or both, the seed first.
pub const CARNELIAN_KEY_MLKEM_1024: carnelian_key_algorithm = 5;
/// ML-DSA-44: private keys are seeds of 32 bytes, expanded keys, or both, the seed first.
pub const CARNELIAN_KEY_MLDSA_44: carnelian_key_algorithm = 6;
/// ML-DSA-65: private keys are seeds of 32 bytes, expanded keys, or both, the seed first.
pub const CARNELIAN_KEY_MLDSA_65: carnelian_key_algorithm = 7;
/// ML-DSA-87: private keys are seeds of 32 bytes, expanded keys, or both, the seed first.
pub const CARNELIAN_KEY_MLDSA_87: carnelian_key_algorithm = 8;
/// SLH-DSA-SHA2-128s: private keys of 64 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHA2_128S: carnelian_key_algorithm = 9;
/// SLH-DSA-SHA2-128f: private keys of 64 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHA2_128F: carnelian_key_algorithm = 10;
/// SLH-DSA-SHA2-192s: private keys of 96 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHA2_192S: carnelian_key_algorithm = 11;
/// SLH-DSA-SHA2-192f: private keys of 96 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHA2_192F: carnelian_key_algorithm = 12;
/// SLH-DSA-SHA2-256s: private keys of 128 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHA2_256S: carnelian_key_algorithm = 13;
/// SLH-DSA-SHA2-256f: private keys of 128 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHA2_256F: carnelian_key_algorithm = 14;
/// SLH-DSA-SHAKE-128s: private keys of 64 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHAKE_128S: carnelian_key_algorithm = 15;
/// SLH-DSA-SHAKE-128f: private keys of 64 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHAKE_128F: carnelian_key_algorithm = 16;
/// SLH-DSA-SHAKE-192s: private keys of 96 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHAKE_192S: carnelian_key_algorithm = 17;
/// SLH-DSA-SHAKE-192f: private keys of 96 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHAKE_192F: carnelian_key_algorithm = 18;
/// SLH-DSA-SHAKE-256s: private keys of 128 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHAKE_256S: carnelian_key_algorithm = 19;
/// SLH-DSA-SHAKE-256f: private keys of 128 bytes.
pub const CARNELIAN_KEY_SLHDSA_SHAKE_256F: carnelian_key_algorithm = 20;

/// The form of a file.
pub type carnelian_key_form = u32;

/// DER: PKCS #8 v1 for private keys, which every program reads; SubjectPublicKeyInfo for public ones.
pub const CARNELIAN_FORM_DER: carnelian_key_form = 1;
/// The DER as a PEM text.
pub const CARNELIAN_FORM_PEM: carnelian_key_form = 2;
/// DER of PKCS #8 v2, with the public key: private keys only. OpenSSL before 3.5 does not read it.
pub const CARNELIAN_FORM_DER_V2: carnelian_key_form = 3;
/// The DER of PKCS #8 v2 as a PEM text.
pub const CARNELIAN_FORM_PEM_V2: carnelian_key_form = 4;
/// Two hexadecimal digits for each byte of the key, and a line feed.
pub const CARNELIAN_FORM_HEX: carnelian_key_form = 5;
/// The bytes of the key.
pub const CARNELIAN_FORM_RAW: carnelian_key_form = 6;

/// The content of a file.
pub type carnelian_key_content = u32;

/// A private key.
pub const CARNELIAN_CONTENT_PRIVATE_KEY: carnelian_key_content = 1;
/// A private key that is encrypted with a passphrase.
pub const CARNELIAN_CONTENT_ENCRYPTED_PRIVATE_KEY: carnelian_key_content = 2;
/// A public key.
pub const CARNELIAN_CONTENT_PUBLIC_KEY: carnelian_key_content = 3;

/// The numbers of the algorithms.
const ALGORITHMS: [(carnelian_key_algorithm, Algorithm); 20] = [
    (CARNELIAN_KEY_ED25519, Algorithm::Ed25519),
    (CARNELIAN_KEY_X25519, Algorithm::X25519),
    (CARNELIAN_KEY_MLKEM_512, Algorithm::MlKem512),
    (CARNELIAN_KEY_MLKEM_768, Algorithm::MlKem768),
    (CARNELIAN_KEY_MLKEM_1024, Algorithm::MlKem1024),
    (CARNELIAN_KEY_MLDSA_44, Algorithm::MlDsa44),
    (CARNELIAN_KEY_MLDSA_65, Algorithm::MlDsa65),
    (CARNELIAN_KEY_MLDSA_87, Algorithm::MlDsa87),
    (CARNELIAN_KEY_SLHDSA_SHA2_128S, Algorithm::SlhDsaSha2_128s),
    (CARNELIAN_KEY_SLHDSA_SHA2_128F, Algorithm::SlhDsaSha2_128f),
    (CARNELIAN_KEY_SLHDSA_SHA2_192S, Algorithm::SlhDsaSha2_192s),
    (CARNELIAN_KEY_SLHDSA_SHA2_192F, Algorithm::SlhDsaSha2_192f),
    (CARNELIAN_KEY_SLHDSA_SHA2_256S, Algorithm::SlhDsaSha2_256s),
    (CARNELIAN_KEY_SLHDSA_SHA2_256F, Algorithm::SlhDsaSha2_256f),
    (CARNELIAN_KEY_SLHDSA_SHAKE_128S, Algorithm::SlhDsaShake128s),
    (CARNELIAN_KEY_SLHDSA_SHAKE_128F, Algorithm::SlhDsaShake128f),
    (CARNELIAN_KEY_SLHDSA_SHAKE_192S, Algorithm::SlhDsaShake192s),
    (CARNELIAN_KEY_SLHDSA_SHAKE_192F, Algorithm::SlhDsaShake192f),
    (CARNELIAN_KEY_SLHDSA_SHAKE_256S, Algorithm::SlhDsaShake256s),
    (CARNELIAN_KEY_SLHDSA_SHAKE_256F, Algorithm::SlhDsaShake256f),
];

/// Returns the algorithm with a number from C.
fn algorithm(number: carnelian_key_algorithm) -> Result<Algorithm, Status> {
    let found = ALGORITHMS.iter().find(|(known, _)| *known == number);
    found.map(|(_, algorithm)| *algorithm).ok_or(Status::CARNELIAN_ERROR_ALGORITHM)
}

/// Returns the algorithm with a number from C; none for any.
fn optional_algorithm(number: carnelian_key_algorithm) -> Result<Option<Algorithm>, Status> {
    if number == CARNELIAN_KEY_ANY { Ok(None) } else { algorithm(number).map(Some) }
}

/// Returns the number of an algorithm.
fn number(algorithm: Algorithm) -> Result<carnelian_key_algorithm, Status> {
    let found = ALGORITHMS.iter().find(|(_, known)| *known == algorithm);
    found.map(|(number, _)| *number).ok_or(Status::CARNELIAN_ERROR_ALGORITHM)
}

/// Returns the numbers of a form and of its content, 0 where a form does not show its content.
const fn numbers(form: Form) -> (carnelian_key_form, carnelian_key_content) {
    const fn of(content: Content) -> carnelian_key_content {
        match content {
            Content::PrivateKey => CARNELIAN_CONTENT_PRIVATE_KEY,
            Content::EncryptedPrivateKey => CARNELIAN_CONTENT_ENCRYPTED_PRIVATE_KEY,
            Content::PublicKey => CARNELIAN_CONTENT_PUBLIC_KEY,
        }
    }
    match form {
        Form::Raw => (CARNELIAN_FORM_RAW, 0),
        Form::Hex => (CARNELIAN_FORM_HEX, 0),
        Form::Der(content) => (CARNELIAN_FORM_DER, of(content)),
        Form::Pem(content) => (CARNELIAN_FORM_PEM, of(content)),
    }
}

/// Returns the status of an error about the bytes of a key, which a caller hands over with their number.
fn of_bytes(error: EncodingError) -> Status {
    match error {
        EncodingError::WrongLength { .. } => Status::CARNELIAN_ERROR_LENGTH,
        error => error.into(),
    }
}

/// A private key that was read, and the check that its type does not make.
trait Imported: PrivateKeyFile {
    fn check_import(&self) -> Result<(), Status> {
        Ok(())
    }
}

impl Imported for ed25519::SigningKey {}
impl Imported for x25519::SecretKey {}
impl<P: mlkem::KeyFiles> Imported for mlkem::DecapsulationKey<P> {}
impl<P: mldsa::KeyFiles> Imported for mldsa::SigningKey<P> {}

/// The root is that of the seeds: with another one, all signatures would be invalid.
impl<P: slhdsa::KeyFiles> Imported for slhdsa::SigningKey<P> {
    fn check_import(&self) -> Result<(), Status> {
        Ok(self.check()?)
    }
}

/// Evaluates an expression with the types `$Private` and `$Public` as those of the keys of an algorithm.
macro_rules! with_key_types {
    ($algorithm:expr, $Private:ident, $Public:ident => $body:expr) => {
        with_key_types!($algorithm, $Private, $Public => $body;
            Ed25519: ::carnelian::curve::ed25519::SigningKey, ::carnelian::curve::ed25519::VerifyingKey;
            X25519: ::carnelian::curve::x25519::SecretKey, ::carnelian::curve::x25519::PublicKey;
            MlKem512: mlkem::DecapsulationKey<mlkem::MlKem512>, mlkem::EncapsulationKey<mlkem::MlKem512>;
            MlKem768: mlkem::DecapsulationKey<mlkem::MlKem768>, mlkem::EncapsulationKey<mlkem::MlKem768>;
            MlKem1024: mlkem::DecapsulationKey<mlkem::MlKem1024>, mlkem::EncapsulationKey<mlkem::MlKem1024>;
            MlDsa44: mldsa::SigningKey<mldsa::MlDsa44>, mldsa::VerifyingKey<mldsa::MlDsa44>;
            MlDsa65: mldsa::SigningKey<mldsa::MlDsa65>, mldsa::VerifyingKey<mldsa::MlDsa65>;
            MlDsa87: mldsa::SigningKey<mldsa::MlDsa87>, mldsa::VerifyingKey<mldsa::MlDsa87>;
            SlhDsaSha2_128s: slhdsa::SigningKey<slhdsa::SlhDsaSha2_128s>, slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_128s>;
            SlhDsaSha2_128f: slhdsa::SigningKey<slhdsa::SlhDsaSha2_128f>, slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_128f>;
            SlhDsaSha2_192s: slhdsa::SigningKey<slhdsa::SlhDsaSha2_192s>, slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_192s>;
            SlhDsaSha2_192f: slhdsa::SigningKey<slhdsa::SlhDsaSha2_192f>, slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_192f>;
            SlhDsaSha2_256s: slhdsa::SigningKey<slhdsa::SlhDsaSha2_256s>, slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_256s>;
            SlhDsaSha2_256f: slhdsa::SigningKey<slhdsa::SlhDsaSha2_256f>, slhdsa::VerifyingKey<slhdsa::SlhDsaSha2_256f>;
            SlhDsaShake128s: slhdsa::SigningKey<slhdsa::SlhDsaShake128s>, slhdsa::VerifyingKey<slhdsa::SlhDsaShake128s>;
            SlhDsaShake128f: slhdsa::SigningKey<slhdsa::SlhDsaShake128f>, slhdsa::VerifyingKey<slhdsa::SlhDsaShake128f>;
            SlhDsaShake192s: slhdsa::SigningKey<slhdsa::SlhDsaShake192s>, slhdsa::VerifyingKey<slhdsa::SlhDsaShake192s>;
            SlhDsaShake192f: slhdsa::SigningKey<slhdsa::SlhDsaShake192f>, slhdsa::VerifyingKey<slhdsa::SlhDsaShake192f>;
            SlhDsaShake256s: slhdsa::SigningKey<slhdsa::SlhDsaShake256s>, slhdsa::VerifyingKey<slhdsa::SlhDsaShake256s>;
            SlhDsaShake256f: slhdsa::SigningKey<slhdsa::SlhDsaShake256f>, slhdsa::VerifyingKey<slhdsa::SlhDsaShake256f>)
    };
    ($algorithm:expr, $Private:ident, $Public:ident => $body:expr;
        $($Algorithm:ident: $private:ty, $public:ty);+) => {{
        #[allow(unused_imports, reason = "an expression may need none of the types of a family")]
        use ::carnelian::postquantum::{mldsa, mlkem, slhdsa};
        match $algorithm {
            $(::carnelian::encoding::Algorithm::$Algorithm => {
                #[allow(dead_code, reason = "an expression may need only one of the two")]
                type $Private = $private;
                #[allow(dead_code, reason = "an expression may need only one of the two")]
                type $Public = $public;
                $body
            })+
            _ => Err($crate::status::carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    }};
}
use with_key_types;

/// Writes the length of `bytes` to `*len`, and the bytes to an output of `out_size` bytes, unless that is null.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH` if the output is too small; the length is written nevertheless.
fn deliver(caller: &Caller, bytes: &[u8], out: *mut u8, out_size: usize, len: *mut usize) -> Result<(), Status> {
    caller.place(len)?.write(bytes.len());
    if out.is_null() && out_size == 0 {
        return Ok(());
    }
    let out = caller.output(out, out_size)?;
    out.get_mut(..bytes.len()).ok_or(Status::CARNELIAN_ERROR_LENGTH)?.copy_from_slice(bytes);
    Ok(())
}
