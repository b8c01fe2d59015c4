//! The hash functions that others are built on, HMAC and HKDF, chosen by a name.

use crate::error::{Error, Result};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Writes the functions whose digests have a fixed length, and their names.
macro_rules! algorithms {
    ([$($OtherName:ident $other:literal;)*] $($Name:ident $name:literal [$($doc:literal)*];)*) => {
        /// A hash function whose digests have a fixed length.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Algorithm {
            $($Name,)*
            $($OtherName,)*
        }

        impl Algorithm {
            /// Returns the function with a name in the style of `hashlib`, in lower case.
            fn of_plain_name(name: &str) -> Option<Self> {
                Some(match name {
                    $($name => Self::$Name,)*
                    $($other => Self::$OtherName,)*
                    _ => return None,
                })
            }

            /// Returns the name in `hashlib`.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$Name => $name,)*
                    $(Self::$OtherName => $other,)*
                }
            }
        }
    };
}

crate::algorithms::rows::hashes! { algorithms [
    Blake2b "blake2b";
    Blake2s "blake2s";
] }

/// Evaluates `work` with the type of the function of `algorithm` under the name `H`.
macro_rules! for_algorithm {
    ($algorithm:expr, $H:ident => $work:expr) => {
        $crate::algorithms::rows::hashes! { $crate::hash::with_type [$algorithm, $H => $work] }
    };
}
pub(crate) use for_algorithm;

/// Writes the cases of [`for_algorithm`].
macro_rules! with_type {
    ([$algorithm:expr, $H:ident => $work:expr] $($Name:ident $name:literal [$($doc:literal)*];)*) => {
        match $algorithm {
            $($crate::hash::Algorithm::$Name => {
                type $H = carnelian::hash::$Name;
                $work
            })*
            $crate::hash::Algorithm::Blake2b => {
                type $H = carnelian::hash::Blake2b512;
                $work
            }
            $crate::hash::Algorithm::Blake2s => {
                type $H = carnelian::hash::Blake2s256;
                $work
            }
        }
    };
}
pub(crate) use with_type;

impl Algorithm {
    /// Returns the function with this name; case, and hyphens for underscores, are forgiven as in `hashlib`.
    fn of_name(name: &str) -> Result<Self> {
        Self::of_plain_name(name)
            .or_else(|| Self::of_plain_name(&name.to_ascii_lowercase().replace(['-', '/'], "_")))
            .ok_or_else(|| PyValueError::new_err(format!("unsupported hash type {name}")).into())
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
