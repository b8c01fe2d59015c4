//! KMAC, SP 800-185.

use super::keyed::keyed_methods;
use super::{Absorb, AnyFunction, Keyed};
use crate::buffer::Input;
use crate::error::{Class, Error, Result};
use crate::length::Length;
use carnelian::hash::keccak::Kmac;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

impl<const SECURITY: usize> Absorb for Kmac<SECURITY> {
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        self.clone().finalize_into(digest);
    }

    fn fork(&self) -> AnyFunction {
        Box::new(self.clone())
    }
}

/// Writes the class of a strength.
macro_rules! class {
    ($(#[$doc:meta])* $Class:ident, $name:literal, $security:literal, $len:literal, $block:literal) => {
        $(#[$doc])*
        #[pyclass(frozen, name = $name, module = "carnelian")]
        pub(crate) struct $Class {
            keyed: Keyed<Kmac<$security>>,
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

            #[new]
            #[pyo3(
                signature = (key, data = Input::EMPTY, *, digest_size = None, customization = Input::EMPTY),
                text_signature = "(key, data=b'', *, digest_size=None, customization=b'')"
            )]
            fn new(
                py: Python<'_>,
                key: Input<'_>,
                data: Input<'_>,
                digest_size: Option<Length>,
                customization: Input<'_>,
            ) -> Result<Self> {
                let digest_size = digest_size.map_or($len, |Length(len)| len);
                let least = Kmac::<$security>::SHORTEST_TAG_LEN;
                if digest_size < least {
                    let found = format!("digest_size: expected at least {least} bytes, found {digest_size}");
                    return Err(Error::new(Class::InvalidLength, found));
                }
                let state = Kmac::<$security>::new(key.bytes(), customization.bytes());
                Ok(Self { keyed: Keyed::start(py, state, digest_size, &data) })
            }
        } }
    };
}

class! {
    /// KMAC128, SP 800-185: authentication with tags of any length from 4 bytes, 32 by default.
    ///
    /// >>> import carnelian
    /// >>> tag = carnelian.kmac_128(b"a secret key", b"a message").digest()
    /// >>> carnelian.kmac_128(b"a secret key", b"a message").verify(tag)
    Kmac128, "kmac_128", 128, 32, 168
}

class! {
    /// KMAC256, SP 800-185: authentication with tags of any length from 4 bytes, 64 by default.
    Kmac256, "kmac_256", 256, 64, 136
}
