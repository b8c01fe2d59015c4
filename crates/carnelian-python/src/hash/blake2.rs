//! BLAKE2b and BLAKE2s with the parameters of `hashlib`.

use super::keyed::keyed_methods;
use super::{Absorb, AnyFunction, Keyed};
use crate::buffer::{Input, copied};
use crate::class::{Options, Plain, short};
use crate::error::{Class, Error, Result};
use crate::length::Length;
use crate::threads::on_bytes;
use carnelian::hash::blake2::{B, S, VariableHasher, Variant};
use carnelian::hash::{Blake2b512, Blake2s256};
use core::mem::size_of;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyString};

/// Returns a salt or a personalisation of at most `N` bytes, filled up with zeros.
fn setting<const N: usize>(what: &str, bytes: &[u8]) -> Result<[u8; N]> {
    let mut setting = [0; N];
    let place = setting.get_mut(..bytes.len()).ok_or_else(|| {
        Error::new(Class::InvalidLength, format!("{what}: expected at most {N} bytes, found {}", bytes.len()))
    })?;
    place.copy_from_slice(bytes);
    Ok(setting)
}

impl<V: Variant + Send + 'static> Absorb for VariableHasher<V>
where
    Self: Send,
{
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }

    #[inline]
    fn finish(&mut self, digest: &mut [u8]) {
        // The caller's slice is as long as the digest of the state that it made.
        let _ = self.digest_so_far(digest);
    }

    fn fork(&self) -> AnyFunction {
        Box::new(self.clone())
    }
}

/// Options whose types are what they are mostly given as.
struct Given<'a> {
    len: Option<usize>,
    key: Input<'a>,
    salt: Input<'a>,
    person: Input<'a>,
}

impl<'a> Given<'a> {
    /// Returns the options, or `None` if one has another type or another name. Names in a program are interned, so that
    /// their addresses are compared.
    fn of<'py>(py: Python<'py>, options: &Options<'a, 'py>) -> Option<Self> {
        let mut given = Self { len: None, key: Input::EMPTY, salt: Input::EMPTY, person: Input::EMPTY };
        for (name, value) in options.iter() {
            if name.is(intern!(py, "digest_size")) {
                given.len = Some(value.cast_exact::<PyInt>().ok()?.extract().ok()?);
            } else if name.is(intern!(py, "key")) {
                given.key = short(value)?;
            } else if name.is(intern!(py, "salt")) {
                given.salt = short(value)?;
            } else if name.is(intern!(py, "person")) {
                given.person = short(value)?;
            } else if !name.is(intern!(py, "usedforsecurity")) || !value.is_exact_instance_of::<PyBool>() {
                return None;
            }
        }
        Some(given)
    }
}

/// The size up to which a state is copied with two vectors. Such a state absorbs first, and is moved into its object then. A
/// larger one is moved empty and absorbs in place: each copy of what has just been written waits for the one before it, and
/// the first block for all. Either way takes a tenth longer for the other size.
const TWO_VECTORS: usize = 128;

/// Writes the class of a variant.
macro_rules! class {
    ($(#[$doc:meta])* $Class:ident, $name:literal, $V:ty, $Whole:ty, $max:literal, $setting:literal, $block:literal) => {
        $(#[$doc])*
        #[pyclass(frozen, name = $name, module = "carnelian")]
        pub(crate) struct $Class {
            keyed: Keyed<VariableHasher<$V>>,
        }

        impl $Class {
            fn state(len: usize, key: &Input<'_>, salt: &Input<'_>, person: &Input<'_>) -> Result<VariableHasher<$V>> {
                if key.len() + salt.len() + person.len() == 0 {
                    return VariableHasher::new(len).map_err(|error| Error::of(Class::InvalidLength, &error));
                }
                let key = key.stable()?;
                let (salt, person) = (setting("salt", salt.bytes())?, setting("person", person.bytes())?);
                VariableHasher::with(len, &key, &salt, &person).map_err(|error| Error::of(Class::InvalidLength, &error))
            }
        }

        keyed_methods! { $Class {
            /// The name of the function.
            #[classattr]
            #[pyo3(name = "name")]
            const NAME: &'static str = $name;
            /// The number of bytes in a block.
            #[classattr]
            #[pyo3(name = "block_size")]
            const BLOCK_SIZE: usize = $block;
            /// The greatest number of bytes in a digest.
            #[classattr]
            const MAX_DIGEST_SIZE: usize = $max;
            /// The greatest number of bytes in a key.
            #[classattr]
            const MAX_KEY_SIZE: usize = $max;
            /// The greatest number of bytes in a salt.
            #[classattr]
            const SALT_SIZE: usize = $setting;
            /// The greatest number of bytes in a personalisation.
            #[classattr]
            const PERSON_SIZE: usize = $setting;

            #[new]
            #[pyo3(
                signature = (
                    data = Input::EMPTY, /, *, digest_size = None, key = Input::EMPTY, salt = Input::EMPTY,
                    person = Input::EMPTY, usedforsecurity = true
                ),
                text_signature = "(data=b'', /, *, digest_size=None, key=b'', salt=b'', person=b'', \
                    usedforsecurity=True)"
            )]
            fn new(
                py: Python<'_>,
                data: Input<'_>,
                digest_size: Option<Length>,
                key: Input<'_>,
                salt: Input<'_>,
                person: Input<'_>,
                usedforsecurity: bool,
            ) -> Result<Self> {
                let _ = usedforsecurity;
                let digest_size = digest_size.map_or($max, |Length(len)| len);
                let state = Self::state(digest_size, &key, &salt, &person)?;
                Ok(Self { keyed: Keyed::start(py, state, digest_size, &data) })
            }

            /// Returns the digest of *data* at once, without an object.
            #[staticmethod]
            #[pyo3(
                signature = (
                    data, /, *, digest_size = None, key = Input::EMPTY, salt = Input::EMPTY, person = Input::EMPTY
                ),
                text_signature = "(data, /, *, digest_size=None, key=b'', salt=b'', person=b'')"
            )]
            fn hash<'py>(
                py: Python<'py>,
                data: Input<'_>,
                digest_size: Option<Length>,
                key: Input<'_>,
                salt: Input<'_>,
                person: Input<'_>,
            ) -> Result<Bound<'py, PyBytes>> {
                let digest_size = digest_size.map_or($max, |Length(len)| len);
                if digest_size == $max && key.len() + salt.len() + person.len() == 0 {
                    let bytes = data.bytes();
                    return Ok(copied(py, &on_bytes(py, bytes.len(), || <$Whole>::digest(bytes)))?);
                }
                let state = Self::state(digest_size, &key, &salt, &person)?;
                Keyed::start(py, state, digest_size, &data).digest(py)
            }
        } }

        impl Plain for $Class {
            #[inline]
            fn of<'py>(py: Python<'py>, data: &Input<'_>) -> Result<Bound<'py, Self>> {
                let state = VariableHasher::new($max).map_err(|error| Error::of(Class::InvalidLength, &error))?;
                if data.len() > 0 && size_of::<VariableHasher<$V>>() <= TWO_VECTORS {
                    return Ok(Bound::new(py, Self { keyed: Keyed::start(py, state, $max, data) })?);
                }
                let object = Bound::new(py, Self { keyed: Keyed::empty(state, $max) })?;
                if data.len() > 0 {
                    object.get().keyed.update(py, data);
                }
                Ok(object)
            }

            fn with<'py>(py: Python<'py>, data: &Input<'_>, options: &Options<'_, 'py>) -> Result<Option<Bound<'py, Self>>> {
                let Some(Given { len, key, salt, person }) = Given::of(py, options) else { return Ok(None) };
                let len = len.unwrap_or($max);
                let state = Self::state(len, &key, &salt, &person)?;
                Ok(Some(Bound::new(py, Self { keyed: Keyed::start(py, state, len, data) })?))
            }
        }
    };
}

class! {
    /// BLAKE2b, RFC 7693, with an optional key.
    ///
    /// >>> import carnelian
    /// >>> carnelian.blake2b(b"abc", digest_size=8).hexdigest()
    /// 'd8bb14d833d59559'
    Blake2b, "blake2b", B, Blake2b512, 64, 16, 128
}

class! {
    /// BLAKE2s, RFC 7693, with an optional key.
    Blake2s, "blake2s", S, Blake2s256, 32, 8, 64
}
