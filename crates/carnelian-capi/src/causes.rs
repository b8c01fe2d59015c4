//! The status that reports each error of the library.

use crate::status::carnelian_status as Status;
use carnelian::algorithm::{AgreementError, KemError, SignatureError};
use carnelian::cipher::{self, ctr_drbg};
use carnelian::composite::nacl_box::anonymous;
use carnelian::composite::{dhkem, hybrid, sealed_file};
use carnelian::context::ContextLengthError;
use carnelian::curve::{curve25519, ed25519, elligator2, x25519};
use carnelian::encoding::EncodingError;
use carnelian::hash::hmac;
use carnelian::kdf::{argon2, hkdf};
use carnelian::postquantum::{mldsa, mlkem, slhdsa};
use carnelian::random::RandomError;
use carnelian::{FaultError, InvalidTag, LengthError, LengthRangeError};
use carnelian_ffi::Fault;

/// Generates the conversions of the errors that have one cause each.
macro_rules! causes {
    ($($Error:ty => $status:ident;)+) => {$(
        impl From<$Error> for Status {
            fn from(_: $Error) -> Self {
                Self::$status
            }
        }
    )+};
}

causes! {
    LengthError => CARNELIAN_ERROR_LENGTH;
    LengthRangeError => CARNELIAN_ERROR_LENGTH;
    InvalidTag => CARNELIAN_ERROR_AUTHENTICATION;
    FaultError => CARNELIAN_ERROR_FAULT;
    RandomError => CARNELIAN_ERROR_RANDOM;
    hkdf::HkdfError => CARNELIAN_ERROR_LENGTH;
    cipher::TooLong => CARNELIAN_ERROR_LIMIT;
    cipher::chacha20::EndOfKeystream => CARNELIAN_ERROR_LIMIT;
    argon2::ParamsError => CARNELIAN_ERROR_ARGUMENT;
    x25519::NonContributory => CARNELIAN_ERROR_POINT;
    elligator2::NoRepresentative => CARNELIAN_ERROR_KEY;
    curve25519::PointError => CARNELIAN_ERROR_ENCODING;
    curve25519::NotRistretto => CARNELIAN_ERROR_ENCODING;
    curve25519::NonCanonicalScalar => CARNELIAN_ERROR_ENCODING;
    ed25519::NoVerifyingKey => CARNELIAN_ERROR_KEY;
    ed25519::SignatureError => CARNELIAN_ERROR_SIGNATURE;
    ContextLengthError => CARNELIAN_ERROR_LENGTH;
    mldsa::WeakPrehash => CARNELIAN_ERROR_LENGTH;
    slhdsa::RootError => CARNELIAN_ERROR_KEY;
    sealed_file::TooLong => CARNELIAN_ERROR_LIMIT;
}

impl From<Fault> for Status {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Null => Self::CARNELIAN_ERROR_NULL,
            Fault::Misaligned => Self::CARNELIAN_ERROR_MISALIGNED,
            Fault::Overlap => Self::CARNELIAN_ERROR_OVERLAP,
            Fault::TooLong => Self::CARNELIAN_ERROR_LENGTH,
        }
    }
}

impl From<hmac::TagError> for Status {
    fn from(error: hmac::TagError) -> Self {
        match error {
            hmac::TagError::Length { .. } => Self::CARNELIAN_ERROR_LENGTH,
            hmac::TagError::Mismatch => Self::CARNELIAN_ERROR_AUTHENTICATION,
        }
    }
}

impl From<cipher::SealError> for Status {
    fn from(error: cipher::SealError) -> Self {
        match error {
            cipher::SealError::TooLong(_) => Self::CARNELIAN_ERROR_LIMIT,
            cipher::SealError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
        }
    }
}

impl From<cipher::OpenError> for Status {
    fn from(error: cipher::OpenError) -> Self {
        match error {
            cipher::OpenError::Forged => Self::CARNELIAN_ERROR_AUTHENTICATION,
            cipher::OpenError::TooLong(_) => Self::CARNELIAN_ERROR_LIMIT,
            cipher::OpenError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
        }
    }
}

impl From<cipher::chacha20::ApplyError> for Status {
    fn from(error: cipher::chacha20::ApplyError) -> Self {
        match error {
            cipher::chacha20::ApplyError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            cipher::chacha20::ApplyError::EndOfKeystream(_) => Self::CARNELIAN_ERROR_LIMIT,
        }
    }
}

impl From<ctr_drbg::SeedError> for Status {
    fn from(error: ctr_drbg::SeedError) -> Self {
        match error {
            ctr_drbg::SeedError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            ctr_drbg::SeedError::Source(_) => Self::CARNELIAN_ERROR_RANDOM,
        }
    }
}

impl From<ctr_drbg::GenerateError> for Status {
    fn from(error: ctr_drbg::GenerateError) -> Self {
        match error {
            ctr_drbg::GenerateError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            ctr_drbg::GenerateError::ReseedRequired => Self::CARNELIAN_ERROR_LIMIT,
        }
    }
}

impl From<argon2::Argon2Error> for Status {
    fn from(error: argon2::Argon2Error) -> Self {
        match error {
            argon2::Argon2Error::Length(_) | argon2::Argon2Error::WorkArea { .. } => Self::CARNELIAN_ERROR_LENGTH,
            argon2::Argon2Error::OutOfMemory { .. } => Self::CARNELIAN_ERROR_MEMORY,
            argon2::Argon2Error::Random(_) => Self::CARNELIAN_ERROR_RANDOM,
            _ => Self::CARNELIAN_ERROR_ARGUMENT,
        }
    }
}

impl From<argon2::VerifyError> for Status {
    fn from(error: argon2::VerifyError) -> Self {
        match error {
            argon2::VerifyError::WrongPassword => Self::CARNELIAN_ERROR_PASSPHRASE,
            argon2::VerifyError::Argon2(error) => error.into(),
            _ => Self::CARNELIAN_ERROR_ARGUMENT,
        }
    }
}

impl From<argon2::PasswordHashError> for Status {
    fn from(error: argon2::PasswordHashError) -> Self {
        match error {
            argon2::PasswordHashError::TooCostly { .. } => Self::CARNELIAN_ERROR_COST,
            _ => Self::CARNELIAN_ERROR_ENCODING,
        }
    }
}

impl From<ed25519::VerifyingKeyError> for Status {
    fn from(error: ed25519::VerifyingKeyError) -> Self {
        match error {
            ed25519::VerifyingKeyError::NotCanonical | ed25519::VerifyingKeyError::NotOnCurve => {
                Self::CARNELIAN_ERROR_KEY
            }
            ed25519::VerifyingKeyError::SmallOrder => Self::CARNELIAN_ERROR_POINT,
        }
    }
}

impl From<SignatureError> for Status {
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::Invalid(_) => Self::CARNELIAN_ERROR_SIGNATURE,
            SignatureError::Key(cause) => cause
                .downcast_ref()
                .map_or(Self::CARNELIAN_ERROR_KEY, |of_point: &ed25519::VerifyingKeyError| Self::from(*of_point)),
            SignatureError::KeyLength(_)
            | SignatureError::Context(_)
            | SignatureError::Digest(_)
            | SignatureError::WeakPrehash { .. } => Self::CARNELIAN_ERROR_LENGTH,
            SignatureError::OtherScheme { .. } => Self::CARNELIAN_ERROR_KEY_KIND,
            SignatureError::Unsupported(_) => Self::CARNELIAN_ERROR_ALGORITHM,
            SignatureError::Random(error) => error.into(),
            SignatureError::Fault(cause) => match cause.downcast_ref() {
                Some(mldsa::SignError::TooManyAttempts) => Self::CARNELIAN_ERROR_KEY,
                _ => Self::CARNELIAN_ERROR_FAULT,
            },
            _ => Self::CARNELIAN_ERROR_ARGUMENT,
        }
    }
}

impl From<KemError> for Status {
    fn from(error: KemError) -> Self {
        match error {
            KemError::Length(_) | KemError::DecapsulationKeyLength { .. } => Self::CARNELIAN_ERROR_LENGTH,
            KemError::NoSuchForm => Self::CARNELIAN_ERROR_ALGORITHM,
            KemError::NonContributory => Self::CARNELIAN_ERROR_POINT,
            KemError::Random => Self::CARNELIAN_ERROR_RANDOM,
            _ => Self::CARNELIAN_ERROR_KEY,
        }
    }
}

impl From<AgreementError> for Status {
    fn from(error: AgreementError) -> Self {
        match error {
            AgreementError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            _ => Self::CARNELIAN_ERROR_POINT,
        }
    }
}

impl From<mlkem::EncapsulationKeyError> for Status {
    fn from(error: mlkem::EncapsulationKeyError) -> Self {
        match error {
            mlkem::EncapsulationKeyError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            mlkem::EncapsulationKeyError::Modulus => Self::CARNELIAN_ERROR_KEY,
        }
    }
}

impl From<mlkem::DecapsulationKeyError> for Status {
    fn from(error: mlkem::DecapsulationKeyError) -> Self {
        match error {
            mlkem::DecapsulationKeyError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            mlkem::DecapsulationKeyError::Hash
            | mlkem::DecapsulationKeyError::Modulus
            | mlkem::DecapsulationKeyError::Inconsistent
            | mlkem::DecapsulationKeyError::Seed => Self::CARNELIAN_ERROR_KEY,
        }
    }
}

impl From<mldsa::SignError> for Status {
    fn from(error: mldsa::SignError) -> Self {
        match error {
            mldsa::SignError::Random(_) => Self::CARNELIAN_ERROR_RANDOM,
            mldsa::SignError::TooManyAttempts => Self::CARNELIAN_ERROR_KEY,
            mldsa::SignError::Prehash(error) => error.into(),
            mldsa::SignError::Fault => FaultError.into(),
        }
    }
}

impl From<mldsa::SignatureError> for Status {
    fn from(error: mldsa::SignatureError) -> Self {
        match error {
            mldsa::SignatureError::Prehash(error) => error.into(),
            mldsa::SignatureError::Hint | mldsa::SignatureError::Norm | mldsa::SignatureError::Mismatch => {
                Self::CARNELIAN_ERROR_SIGNATURE
            }
        }
    }
}

impl From<mldsa::ParseSignatureError> for Status {
    fn from(error: mldsa::ParseSignatureError) -> Self {
        match error {
            mldsa::ParseSignatureError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            mldsa::ParseSignatureError::Signature(error) => error.into(),
        }
    }
}

impl From<slhdsa::SignError> for Status {
    fn from(error: slhdsa::SignError) -> Self {
        match error {
            slhdsa::SignError::Random(error) => error.into(),
            slhdsa::SignError::Prehash(error) => error.into(),
            slhdsa::SignError::Fault => FaultError.into(),
        }
    }
}

impl From<dhkem::EncapsulationKeyError> for Status {
    fn from(error: dhkem::EncapsulationKeyError) -> Self {
        match error {
            dhkem::EncapsulationKeyError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            dhkem::EncapsulationKeyError::NonContributory => Self::CARNELIAN_ERROR_POINT,
        }
    }
}

impl From<hybrid::HybridError> for Status {
    fn from(error: hybrid::HybridError) -> Self {
        match error {
            hybrid::HybridError::Length(_) => Self::CARNELIAN_ERROR_LENGTH,
            hybrid::HybridError::Modulus => Self::CARNELIAN_ERROR_KEY,
            hybrid::HybridError::NonContributory => Self::CARNELIAN_ERROR_POINT,
            hybrid::HybridError::Random => Self::CARNELIAN_ERROR_RANDOM,
        }
    }
}

impl From<anonymous::SealError> for Status {
    fn from(error: anonymous::SealError) -> Self {
        match error {
            anonymous::SealError::Random(error) => error.into(),
            anonymous::SealError::NonContributory => Self::CARNELIAN_ERROR_POINT,
        }
    }
}

impl From<sealed_file::SealError> for Status {
    fn from(error: sealed_file::SealError) -> Self {
        match error {
            sealed_file::SealError::Random(error) => error.into(),
            sealed_file::SealError::Passphrase(error) => error.into(),
            sealed_file::SealError::TooLong(error) => error.into(),
            sealed_file::SealError::Chunk(error) => error.into(),
            sealed_file::SealError::Length(error) => error.into(),
        }
    }
}

impl From<sealed_file::HeaderError> for Status {
    fn from(_: sealed_file::HeaderError) -> Self {
        Self::CARNELIAN_ERROR_ENCODING
    }
}

impl From<sealed_file::OpenError> for Status {
    fn from(error: sealed_file::OpenError) -> Self {
        use sealed_file::OpenError as E;
        match error {
            E::Header(error) => error.into(),
            E::WrongKey => Self::CARNELIAN_ERROR_KEY,
            E::WrongPassphrase => Self::CARNELIAN_ERROR_PASSPHRASE,
            E::NeedsPassphrase | E::NeedsKey => Self::CARNELIAN_ERROR_KEY_KIND,
            E::TooCostly(_) => Self::CARNELIAN_ERROR_COST,
            E::Passphrase(error) => error.into(),
            E::Damaged { .. } => Self::CARNELIAN_ERROR_AUTHENTICATION,
            E::Length(error) => error.into(),
        }
    }
}

impl From<EncodingError> for Status {
    fn from(error: EncodingError) -> Self {
        use EncodingError as E;
        match error {
            E::WrongAlgorithm { .. } | E::Content { .. } => Self::CARNELIAN_ERROR_KEY_KIND,
            E::AlgorithmUnknown => Self::CARNELIAN_ERROR_ALGORITHM,
            E::PublicKeyMismatch { .. } | E::InvalidPublicKey { .. } | E::InvalidPrivateKey { .. } | E::NoPublicKey => {
                Self::CARNELIAN_ERROR_KEY
            }
            E::PassphraseNeeded | E::WrongPassphrase => Self::CARNELIAN_ERROR_PASSPHRASE,
            E::Cost { .. } => Self::CARNELIAN_ERROR_COST,
            E::Random(error) => error.into(),
            _ => Self::CARNELIAN_ERROR_ENCODING,
        }
    }
}
