//! `carnelian.x25519`, RFC 7748.

use crate::buffer::{Input, exposed};
use crate::error::Result;
use crate::key_file::{Imported, private_key, public_key};
use carnelian::curve::x25519::{self, NonContributory};
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

crate::error::classes! {
    NonContributory => InvalidKey,
}

/// A private key of X25519.
///
/// >>> from carnelian.x25519 import SecretKey
/// >>> alice, bob = SecretKey.generate(), SecretKey.generate()
/// >>> alice.exchange(bob.public_key) == bob.exchange(alice.public_key)
/// True
#[pyclass(frozen, module = "carnelian.x25519")]
pub(crate) struct SecretKey(pub(crate) x25519::SecretKey);

impl Imported for x25519::SecretKey {}

private_key!(SecretKey, x25519::SecretKey {
    /// Returns a new key.
    #[staticmethod]
    fn generate() -> Result<Self> {
        Ok(Self(x25519::SecretKey::generate(&mut OsRandom)?))
    }

    /// Returns the key of 32 bytes.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        let bytes = data.secret::<32>("X25519 key")?;
        Ok(Self(x25519::SecretKey::from_bytes(*bytes.expose())))
    }

    /// Returns the key, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        exposed(py, self.0.to_bytes())
    }

    /// The public key.
    #[getter]
    fn public_key(&self, py: Python<'_>) -> PublicKey {
        PublicKey(py.detach(|| self.0.public_key()))
    }

    /// Returns the secret shared with the owner of *peer*, 32 bytes. It is the coordinate of a point, not a key: derive
    /// keys from it and from both public keys.
    ///
    /// Raises InvalidKey if the peer's key is of small order, which would make the secret zero.
    #[pyo3(signature = (peer, /))]
    fn exchange<'py>(&self, py: Python<'py>, peer: &PublicKey) -> Result<Bound<'py, PyBytes>> {
        let peer = &peer.0;
        let shared = py.detach(|| self.0.diffie_hellman(peer))?;
        Ok(exposed(py, shared.as_secret()))
    }
});

/// A public key of X25519.
#[pyclass(frozen, module = "carnelian.x25519")]
pub(crate) struct PublicKey(pub(crate) x25519::PublicKey);

public_key!(PublicKey, x25519::PublicKey, "carnelian.x25519.PublicKey" {
    /// Returns the key of 32 bytes; any are one.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self(x25519::PublicKey::from_bytes(data.array("X25519 public key")?)))
    }

    /// Returns the key, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.as_bytes())
    }

    /// Returns whether the key is of small order, so that an exchange with it fails.
    fn is_small_order(&self) -> bool {
        self.0.is_small_order()
    }
});

/// Returns X25519 of a scalar and a coordinate, 32 bytes each, as RFC 7748 Section 5 computes it, for protocols that
/// check the result themselves: it is zero if *u* is of small order.
///
/// >>> from carnelian import x25519
/// >>> x25519.x25519(bytes(31) + b"\x40", bytes(32)) == bytes(32)
/// True
#[pyfunction(name = "x25519")]
#[pyo3(signature = (k, u, /))]
fn x25519_of<'py>(py: Python<'py>, k: Input<'_>, u: Input<'_>) -> Result<Bound<'py, PyBytes>> {
    let (k, u) = (k.secret::<32>("k")?, u.array::<32>("u")?);
    Ok(exposed(py, &x25519::x25519(k.expose(), &u)))
}

/// Returns the classes of the keys, if this is the name of the scheme.
pub(crate) fn key_types<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyTuple>> {
    let types = [py.get_type::<SecretKey>(), py.get_type::<PublicKey>()];
    if name == "X25519" { PyTuple::new(py, types).ok() } else { None }
}

/// Fills the module `carnelian.x25519`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SecretKey>()?;
    module.add_class::<PublicKey>()?;
    module.add_function(wrap_pyfunction!(x25519_of, module)?)
}
