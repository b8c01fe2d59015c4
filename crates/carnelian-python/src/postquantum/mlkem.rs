//! `carnelian.mlkem`, FIPS 203.

use super::sets;
use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::{Imported, private_key, public_key};
use carnelian::postquantum::mlkem::{
    self, Ciphertext, DecapsulationKey, DecapsulationKeyError, EncapsulationKey, EncapsulationKeyError, KeyFiles,
    Parameters,
};
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

crate::error::classes! {
    DecapsulationKeyError => InvalidKey,
    EncapsulationKeyError => InvalidKey,
}

impl<P: KeyFiles> Imported for DecapsulationKey<P> {}

/// A shared secret and its ciphertext.
type Encapsulated<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Makes a private key from its seed, or from its expanded form.
fn decapsulation_key<P: Parameters>(data: &Input<'_>) -> Result<DecapsulationKey<P>> {
    let bytes = data.stable()?;
    Ok(match <&[u8; 64]>::try_from(&bytes[..]) {
        Ok(seed) => DecapsulationKey::from_seed(seed),
        Err(_) => DecapsulationKey::from_expanded_slice(&bytes)?,
    })
}

/// Returns the seed.
fn seed<'py, P: Parameters>(py: Python<'py>, key: &DecapsulationKey<P>) -> Result<Bound<'py, PyBytes>> {
    match key.as_seed() {
        Some(seed) => Ok(exposed(py, seed)),
        None => Err(Error::new(Class::InvalidKey, "the seed of a key that was read in expanded form is unknown")),
    }
}

/// Returns a new secret for the owner of a key, and the ciphertext to send.
fn encapsulate<'py, P: Parameters>(py: Python<'py>, key: &EncapsulationKey<P>) -> Result<Encapsulated<'py>> {
    let (ciphertext, secret) = py.detach(|| key.encapsulate(&mut OsRandom))?;
    Ok((exposed(py, secret.as_secret()), PyBytes::new(py, ciphertext.as_ref())))
}

/// Returns the secret of a ciphertext.
fn decapsulate<'py, P: Parameters>(
    py: Python<'py>,
    key: &DecapsulationKey<P>,
    ciphertext: &Input<'_>,
) -> Result<Bound<'py, PyBytes>> {
    let ciphertext = Ciphertext::<P>::from_slice(ciphertext.bytes())?;
    let secret = py.detach(|| key.decapsulate(&ciphertext));
    Ok(exposed(py, secret.as_secret()))
}

/// Writes the classes of a parameter set.
macro_rules! classes {
    ([] $(
        $Set:ident $set:literal $Private:ident $private_name:literal $Public:ident $public_name:literal;
    )*) => {
        $(
            #[doc = concat!("A private key of ", $set, ".")]
            #[pyclass(frozen, name = $private_name, module = "carnelian.mlkem")]
            struct $Private(Box<DecapsulationKey<mlkem::$Set>>);

            private_key!($Private, DecapsulationKey<mlkem::$Set> {
                /// The name of the parameter set.
                #[classattr]
                #[pyo3(name = "name")]
                const NAME: &'static str = $set;

                /// Returns a new key.
                #[staticmethod]
                fn generate(py: Python<'_>) -> Result<Self> {
                    Ok(Self::from(py.detach(|| DecapsulationKey::generate(&mut OsRandom))?))
                }

                /// Returns the key of a seed of 64 bytes (d and z of FIPS 203), or of the expanded form.
                ///
                /// Raises InvalidKey if the parts of an expanded key do not belong together, or a coefficient is not
                /// below 3329.
                #[staticmethod]
                fn from_bytes(data: Input<'_>) -> Result<Self> {
                    decapsulation_key(&data).map(Self::from)
                }

                /// Returns the seed, 64 bytes.
                ///
                /// Raises InvalidKey if it is unknown, since the key was read in expanded form.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                    seed(py, &self.0)
                }

                /// Returns the expanded form of FIPS 203.
                fn to_expanded_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    exposed(py, self.0.as_expanded_bytes())
                }

                /// The public key.
                #[getter]
                fn encapsulation_key(&self) -> $Public {
                    $Public::from(self.0.encapsulation_key())
                }

                /// Returns the secret of *ciphertext*, 32 bytes. A ciphertext that was changed has another secret,
                /// without any exception.
                ///
                /// Raises InvalidLength if it has another length than ciphertexts have.
                #[pyo3(signature = (ciphertext, /))]
                fn decapsulate<'py>(&self, py: Python<'py>, ciphertext: Input<'_>) -> Result<Bound<'py, PyBytes>> {
                    decapsulate(py, &self.0, &ciphertext)
                }

                /// Checks that the two halves of the key belong together: encapsulates a secret, which is not returned, and
                /// decapsulates it.
                ///
                /// Raises FaultError if they do not.
                fn check_pair(&self, py: Python<'_>) -> Result<()> {
                    Ok(py.detach(|| self.0.check_pair())?)
                }
            });

            #[doc = concat!("A public key of ", $set, ".")]
            #[pyclass(frozen, name = $public_name, module = "carnelian.mlkem")]
            struct $Public(Box<EncapsulationKey<mlkem::$Set>>);

            public_key!($Public, EncapsulationKey<mlkem::$Set>, $public_name {
                /// The name of the parameter set.
                #[classattr]
                #[pyo3(name = "name")]
                const NAME: &'static str = $set;

                /// Returns the key of these bytes.
                ///
                /// Raises InvalidKey if they are none.
                #[staticmethod]
                fn from_bytes(data: Input<'_>) -> Result<Self> {
                    Ok(Self::from(EncapsulationKey::from_slice(&data.stable()?)?))
                }

                /// Returns the bytes of the key.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    PyBytes::new(py, self.0.as_ref().as_ref())
                }

                /// Returns a new shared secret, 32 bytes, and the ciphertext from which the owner of the key computes
                /// it.
                fn encapsulate<'py>(&self, py: Python<'py>) -> Result<Encapsulated<'py>> {
                    encapsulate(py, &self.0)
                }
            });
        )*

        /// Returns the classes of the keys of a parameter set.
        pub(crate) fn key_types<'py>(py: Python<'py>, set: &str) -> Option<Bound<'py, PyTuple>> {
            match set {
                $($set => PyTuple::new(py, [py.get_type::<$Private>(), py.get_type::<$Public>()]).ok(),)*
                _ => None,
            }
        }

        /// Fills the module `carnelian.mlkem`.
        pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$Private>()?;
                module.add_class::<$Public>()?;
            )*
            let py = module.py();
            let sets = [$(sets::kem::<$Private, $Public>(py, $set)?),*];
            module.add("parameter_sets", PyTuple::new(py, sets)?)?;
            Ok(())
        }
    };
}

crate::algorithms::rows::mlkem! { classes [] }
