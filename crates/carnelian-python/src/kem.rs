//! Key encapsulation that is not ML-KEM alone: `carnelian.xwing`, `carnelian.hybrid` and `carnelian.dhkem`.

use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::public;
use carnelian::composite::dhkem;
use carnelian::composite::hybrid::{self, HybridError, X25519MlKem768};
use carnelian::composite::xwing;
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A shared secret, and what is sent so that the other side computes it.
type Encapsulated<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// A private key of X-Wing.
///
/// >>> from carnelian.xwing import DecapsulationKey
/// >>> key = DecapsulationKey.generate()
/// >>> secret, ciphertext = key.encapsulation_key.encapsulate()
/// >>> key.decapsulate(ciphertext) == secret
/// True
#[pyclass(frozen, name = "DecapsulationKey", module = "carnelian.xwing")]
struct XWingPrivate(xwing::DecapsulationKey);

#[pymethods]
impl XWingPrivate {
    /// Returns a new key.
    #[staticmethod]
    fn generate(py: Python<'_>) -> Result<Self> {
        Ok(Self(py.detach(|| xwing::DecapsulationKey::generate(&mut OsRandom))?))
    }

    /// Returns the key of 32 bytes.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self(xwing::DecapsulationKey::from_bytes(data.secret("X-Wing decapsulation key")?.expose())))
    }

    /// Returns the key, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.to_bytes())
    }

    /// The public key.
    #[getter]
    fn encapsulation_key(&self) -> XWingPublic {
        XWingPublic(Box::new(self.0.encapsulation_key()))
    }

    /// Returns the secret of *ciphertext*, 32 bytes. A ciphertext that was changed has another secret.
    #[pyo3(signature = (ciphertext, /))]
    fn decapsulate<'py>(&self, py: Python<'py>, ciphertext: Input<'_>) -> Result<Bound<'py, PyBytes>> {
        let ciphertext = xwing::Ciphertext::from_bytes(ciphertext.bytes())?;
        let secret = py.detach(|| self.0.decapsulate(&ciphertext));
        Ok(exposed(py, secret.as_secret()))
    }

    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not returned, and
    /// decapsulates it.
    ///
    /// Raises FaultError if they do not.
    fn check_pair(&self, py: Python<'_>) -> Result<()> {
        Ok(py.detach(|| self.0.check_pair())?)
    }
}

/// A public key of X-Wing.
#[pyclass(frozen, name = "EncapsulationKey", module = "carnelian.xwing")]
struct XWingPublic(Box<xwing::EncapsulationKey>);

#[pymethods]
impl XWingPublic {
    /// Returns the key of 1216 bytes.
    ///
    /// Raises InvalidKey if they are none.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self(Box::new(xwing::EncapsulationKey::from_bytes(&data.stable()?)?)))
    }

    /// Returns the key, 1216 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Returns a new shared secret, 32 bytes, and the ciphertext from which the owner of the key computes it.
    fn encapsulate<'py>(&self, py: Python<'py>) -> Result<Encapsulated<'py>> {
        let (ciphertext, secret) = py.detach(|| self.0.encapsulate(&mut OsRandom))?;
        Ok((exposed(py, secret.as_secret()), PyBytes::new(py, ciphertext.as_bytes())))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        public::hash(&self.0.to_bytes())
    }

    fn __repr__(&self) -> String {
        public::shown("carnelian.xwing.EncapsulationKey", &self.0.to_bytes())
    }

    /// Returns what pickle and copy need: a public key is its bytes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}

/// Fills the module `carnelian.xwing`.
pub(crate) fn fill_xwing(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<XWingPrivate>()?;
    module.add_class::<XWingPublic>()
}

impl From<HybridError> for Error {
    #[cold]
    fn from(error: HybridError) -> Self {
        match error {
            HybridError::Random => Self::of(Class::RandomError, &error),
            HybridError::Length(_) => Self::of(Class::InvalidLength, &error),
            _ => Self::of(Class::InvalidKey, &error),
        }
    }
}

/// The client's secret keys of X25519MLKEM768, for one exchange.
///
/// >>> from carnelian.hybrid import X25519MLKEM768Client, x25519mlkem768_respond
/// >>> client = X25519MLKEM768Client.generate()
/// >>> server_secret, server_share = x25519mlkem768_respond(client.share)
/// >>> client.finish(server_share) == server_secret
/// True
#[pyclass(frozen, module = "carnelian.hybrid")]
struct X25519MLKEM768Client(Box<hybrid::ClientKey<X25519MlKem768>>);

#[pymethods]
impl X25519MLKEM768Client {
    /// Returns new keys.
    #[staticmethod]
    fn generate(py: Python<'_>) -> Result<Self> {
        Ok(Self(Box::new(py.detach(|| hybrid::ClientKey::generate(&mut OsRandom))?)))
    }

    /// The share to send, 1216 bytes.
    #[getter]
    fn share<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.share()))
    }

    /// Returns the secret shared with the sender of *server_share*, 64 bytes. It is not uniform: derive keys from it.
    ///
    /// Raises InvalidKey if the server's key is of small order, InvalidLength if the share has another length.
    #[pyo3(signature = (server_share, /))]
    fn finish<'py>(&self, py: Python<'py>, server_share: Input<'_>) -> Result<Bound<'py, PyBytes>> {
        let server_share = server_share.stable()?;
        let server_share: &[u8] = &server_share;
        let secret = py.detach(|| self.0.finish(server_share))?;
        Ok(PyBytes::new(py, secret.expose()))
    }
}

/// Returns the secret, 64 bytes, and the server's share, 1120 bytes, that answer a client's share.
///
/// Raises InvalidKey if the share holds no valid keys, InvalidLength if it has another length.
#[pyfunction]
#[pyo3(signature = (client_share, /))]
fn x25519mlkem768_respond<'py>(py: Python<'py>, client_share: Input<'_>) -> Result<Encapsulated<'py>> {
    let client_share = client_share.stable()?;
    let client_share: &[u8] = &client_share;
    let (share, secret) = py.detach(|| hybrid::respond::<X25519MlKem768>(client_share, &mut OsRandom))?;
    Ok((PyBytes::new(py, secret.expose()), PyBytes::new(py, &share)))
}

/// Fills the module `carnelian.hybrid`.
pub(crate) fn fill_hybrid(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<X25519MLKEM768Client>()?;
    module.add_function(wrap_pyfunction!(x25519mlkem768_respond, module)?)
}

crate::error::classes! {
    dhkem::EncapsulationKeyError => InvalidKey,
}

/// A private key of DHKEM(X25519, HKDF-SHA256).
///
/// >>> from carnelian.dhkem import DecapsulationKey
/// >>> key = DecapsulationKey.generate()
/// >>> secret, ciphertext = key.encapsulation_key.encapsulate()
/// >>> key.decapsulate(ciphertext) == secret
/// True
#[pyclass(frozen, name = "DecapsulationKey", module = "carnelian.dhkem")]
struct DhPrivate(dhkem::DecapsulationKey);

#[pymethods]
impl DhPrivate {
    /// Returns a new key.
    #[staticmethod]
    fn generate(py: Python<'_>) -> Result<Self> {
        Ok(Self(py.detach(|| dhkem::DecapsulationKey::generate(&mut OsRandom))?))
    }

    /// Returns the key that RFC 9180 derives from *ikm*, at least 32 bytes of entropy.
    #[staticmethod]
    fn derive_key_pair(ikm: Input<'_>) -> Result<Self> {
        Ok(Self(dhkem::DecapsulationKey::derive_key_pair(&ikm.stable()?)))
    }

    /// Returns the key of 32 bytes.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self(dhkem::DecapsulationKey::from_bytes(*data.secret("DHKEM decapsulation key")?.expose())))
    }

    /// Returns the key, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        exposed(py, &self.0.to_bytes())
    }

    /// The public key.
    #[getter]
    fn encapsulation_key(&self) -> DhPublic {
        DhPublic(*self.0.encapsulation_key())
    }

    /// Returns the secret of *ciphertext*, 32 bytes. A ciphertext that was changed has another secret, and with the key
    /// of a *sender* so has one that another sender made.
    ///
    /// Raises InvalidKey if the ciphertext is of small order.
    #[pyo3(signature = (ciphertext, *, sender = None))]
    fn decapsulate<'py>(
        &self,
        py: Python<'py>,
        ciphertext: Input<'_>,
        sender: Option<&DhPublic>,
    ) -> Result<Bound<'py, PyBytes>> {
        let ciphertext = dhkem::Ciphertext::from_bytes(ciphertext.array("DHKEM ciphertext")?);
        let secret = py.detach(|| match sender {
            None => self.0.decapsulate(&ciphertext),
            Some(sender) => self.0.auth_decapsulate(&ciphertext, &sender.0),
        })?;
        Ok(exposed(py, secret.as_secret()))
    }

    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not returned, and
    /// decapsulates it.
    ///
    /// Raises FaultError if they do not.
    fn check_pair(&self, py: Python<'_>) -> Result<()> {
        Ok(py.detach(|| self.0.check_pair())?)
    }
}

/// A public key of DHKEM(X25519, HKDF-SHA256).
#[pyclass(frozen, name = "EncapsulationKey", module = "carnelian.dhkem")]
struct DhPublic(dhkem::EncapsulationKey);

#[pymethods]
impl DhPublic {
    /// Returns the key of 32 bytes.
    ///
    /// Raises InvalidKey if they are of small order.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self(dhkem::EncapsulationKey::from_bytes(data.array("DHKEM encapsulation key")?)?))
    }

    /// Returns the key, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.as_bytes())
    }

    /// Returns a new shared secret, 32 bytes, and the ciphertext from which the owner of the key computes it. With the
    /// private key of a *sender*, the secret also shows who sent it.
    #[pyo3(signature = (*, sender = None))]
    fn encapsulate<'py>(&self, py: Python<'py>, sender: Option<&DhPrivate>) -> Result<Encapsulated<'py>> {
        let (ciphertext, secret) = py.detach(|| match sender {
            None => self.0.encapsulate(&mut OsRandom),
            Some(sender) => self.0.auth_encapsulate(&sender.0, &mut OsRandom),
        })?;
        Ok((exposed(py, secret.as_secret()), PyBytes::new(py, ciphertext.as_bytes())))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        public::hash(self.0.as_bytes())
    }

    fn __repr__(&self) -> String {
        public::shown("carnelian.dhkem.EncapsulationKey", self.0.as_bytes())
    }

    /// Returns what pickle and copy need: a public key is its bytes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}

/// Fills the module `carnelian.dhkem`.
pub(crate) fn fill_dhkem(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<DhPrivate>()?;
    module.add_class::<DhPublic>()
}
