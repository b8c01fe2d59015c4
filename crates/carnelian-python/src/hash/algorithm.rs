//! The hash functions that others are built on, HMAC and HKDF, chosen by a name.

use crate::error::{Error, Result};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A hash function whose digests have a fixed length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    Sha512_256,
    Sha3_224,
    Sha3_256,
    Sha3_384,
    Sha3_512,
    Blake2b,
    Blake2s,
}

/// Evaluates `work` with the type of the function of `algorithm` under the name `H`.
macro_rules! for_algorithm {
    ($algorithm:expr, $H:ident => $work:expr) => {
        $crate::hash::for_algorithm!(@ $algorithm, $H => $work,
            Sha224, Sha256, Sha384, Sha512, Sha512_256, Sha3_224, Sha3_256, Sha3_384, Sha3_512,
            Blake2b = Blake2b512, Blake2s = Blake2s256)
    };
    (@ $algorithm:expr, $H:ident => $work:expr, $($Name:ident $(= $Type:ident)?),*) => {
        match $algorithm {
            $($crate::hash::Algorithm::$Name => {
                type $H = $crate::hash::for_algorithm!(: $Name $($Type)?);
                $work
            })*
        }
    };
    (: $Name:ident $Type:ident) => { carnelian::hash::$Type };
    (: $Name:ident) => { carnelian::hash::$Name };
}
pub(crate) use for_algorithm;

impl Algorithm {
    /// Returns the function with a name in the style of `hashlib`, in lower case.
    fn of_plain_name(name: &str) -> Option<Self> {
        Some(match name {
            "sha224" => Self::Sha224,
            "sha256" => Self::Sha256,
            "sha384" => Self::Sha384,
            "sha512" => Self::Sha512,
            "sha512_256" => Self::Sha512_256,
            "sha3_224" => Self::Sha3_224,
            "sha3_256" => Self::Sha3_256,
            "sha3_384" => Self::Sha3_384,
            "sha3_512" => Self::Sha3_512,
            "blake2b" => Self::Blake2b,
            "blake2s" => Self::Blake2s,
            _ => return None,
        })
    }

    /// Returns the function with this name; case, and hyphens for underscores, are forgiven as in `hashlib`.
    fn of_name(name: &str) -> Result<Self> {
        Self::of_plain_name(name)
            .or_else(|| Self::of_plain_name(&name.to_ascii_lowercase().replace(['-', '/'], "_")))
            .ok_or_else(|| PyValueError::new_err(format!("unsupported hash type {name}")).into())
    }

    /// Returns the name in `hashlib`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sha224 => "sha224",
            Self::Sha256 => "sha256",
            Self::Sha384 => "sha384",
            Self::Sha512 => "sha512",
            Self::Sha512_256 => "sha512_256",
            Self::Sha3_224 => "sha3_224",
            Self::Sha3_256 => "sha3_256",
            Self::Sha3_384 => "sha3_384",
            Self::Sha3_512 => "sha3_512",
            Self::Blake2b => "blake2b",
            Self::Blake2s => "blake2s",
        }
    }

    /// Returns the number of bytes in a digest.
    pub(crate) fn digest_len(self) -> usize {
        use carnelian::hash::Hash;
        for_algorithm!(self, H => H::DIGEST_LEN)
    }

    /// Returns the number of bytes in a block.
    pub(crate) fn block_len(self) -> usize {
        use carnelian::hash::Hash;
        for_algorithm!(self, H => H::BLOCK_LEN)
    }
}

/// An argument that names a function: a name, a class of this package, or a constructor of `hashlib`.
impl<'a> FromPyObject<'a, '_> for Algorithm {
    type Error = Error;

    fn extract(object: Borrowed<'a, '_, PyAny>) -> Result<Self> {
        if let Ok(name) = object.cast::<PyString>() {
            return Self::of_name(&name.to_cow()?);
        }
        // The functions of hashlib have a prefix where OpenSSL computes them.
        let name = object.getattr_opt("__name__")?;
        let Some(name) = name.as_ref().and_then(|name| name.cast::<PyString>().ok()) else {
            let expected = "a hash function is a name, a class of this package or a constructor of hashlib";
            return Err(PyTypeError::new_err(expected).into());
        };
        let name = name.to_cow()?;
        Self::of_name(name.strip_prefix("openssl_").unwrap_or(&name))
    }
}
