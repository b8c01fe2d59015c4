//! `carnelian.nacl`: the boxes of NaCl, with the interface of the package PyNaCl.

use crate::buffer::Input;
use crate::error::{Error, Result};
use crate::threads::on_bytes;
use crate::x25519::{PublicKey, SecretKey};
use carnelian::cipher::OpenError;
use carnelian::cipher::xsalsa20poly1305 as xsalsa;
use carnelian::composite::nacl_box::SharedKey;
use carnelian::composite::nacl_box::anonymous::{self, HEADER_LEN};
use carnelian::random::{OsRandom, Random};
use carnelian::secret::wipe;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

const NONCE_LEN: usize = xsalsa::SecretBox::NONCE_LEN;
const TAG_LEN: usize = xsalsa::SecretBox::TAG_LEN;

impl From<anonymous::SealError> for Error {
    #[cold]
    fn from(error: anonymous::SealError) -> Self {
        match error {
            anonymous::SealError::Random(error) => error.into(),
            _ => Self::of(crate::error::Class::InvalidKey, &error),
        }
    }
}

/// Returns the nonce, the tag and the ciphertext of a message; without a nonce, one is drawn.
fn encrypt<'py>(
    py: Python<'py>,
    key: &xsalsa::SecretBox,
    plaintext: &Input<'_>,
    nonce: Option<&Input<'_>>,
) -> Result<Bound<'py, PyBytes>> {
    let nonce: [u8; NONCE_LEN] = match nonce {
        Some(nonce) => nonce.array("nonce")?,
        None => {
            let mut nonce = [0; NONCE_LEN];
            OsRandom.fill(&mut nonce)?;
            nonce
        }
    };
    let plaintext = plaintext.bytes();
    Ok(PyBytes::new_with(py, NONCE_LEN + TAG_LEN + plaintext.len(), |out| {
        let (to_nonce, out) = out.split_at_mut(NONCE_LEN);
        let (to_tag, ciphertext) = out.split_at_mut(TAG_LEN);
        to_nonce.copy_from_slice(&nonce);
        let tag = on_bytes(py, plaintext.len(), || key.seal_to(&nonce, plaintext, ciphertext)).map_err(Error::from)?;
        to_tag.copy_from_slice(&tag);
        Ok(())
    })?)
}

/// Returns the message of a box, which begins with its nonce unless the nonce is an argument.
fn decrypt<'py>(
    py: Python<'py>,
    key: &xsalsa::SecretBox,
    ciphertext: &Input<'_>,
    nonce: Option<&Input<'_>>,
) -> Result<Bound<'py, PyBytes>> {
    let sealed = ciphertext.bytes();
    let (nonce, sealed) = match nonce {
        Some(nonce) => (nonce.array("nonce")?, sealed),
        None => {
            let (nonce, sealed) = sealed.split_first_chunk::<NONCE_LEN>().ok_or(OpenError::Forged)?;
            (*nonce, sealed)
        }
    };
    let (tag, text) = sealed.split_first_chunk::<TAG_LEN>().ok_or(OpenError::Forged)?;
    let tag = *tag;
    let is_stable = ciphertext.is_stable();
    Ok(PyBytes::new_with(py, text.len(), |out| {
        let opened = on_bytes(py, text.len(), || {
            if is_stable {
                return key.open_to(&nonce, text, out, &tag);
            }
            out.copy_from_slice(text);
            key.open(&nonce, out, &tag)
        });
        Ok(opened.map_err(Error::from)?)
    })?)
}

/// Secret-key authenticated encryption, NaCl's ``crypto_secretbox``: XSalsa20-Poly1305.
///
/// >>> from carnelian.nacl import SecretBox
/// >>> box = SecretBox(SecretBox.generate_key())
/// >>> box.decrypt(box.encrypt(b"attack at dawn"))
/// b'attack at dawn'
#[pyclass(frozen, module = "carnelian.nacl")]
struct SecretBox(Box<xsalsa::SecretBox>);

#[pymethods]
impl SecretBox {
    /// The number of bytes in a key.
    #[classattr]
    const KEY_SIZE: usize = xsalsa::SecretBox::KEY_LEN;
    /// The number of bytes in a nonce.
    #[classattr]
    const NONCE_SIZE: usize = NONCE_LEN;
    /// The number of bytes in a tag.
    #[classattr]
    const MACBYTES: usize = TAG_LEN;

    #[new]
    fn new(key: Input<'_>) -> Result<Self> {
        Ok(Self(xsalsa::SecretBox::boxed(key.secret("key")?.expose())))
    }

    /// Returns a new key.
    #[staticmethod]
    fn generate_key(py: Python<'_>) -> Result<Bound<'_, PyBytes>> {
        Ok(PyBytes::new_with(py, Self::KEY_SIZE, |key| Ok(OsRandom.fill(key).map_err(Error::from)?))?)
    }

    /// Returns the nonce, the tag and the encryption of *plaintext*. Without a *nonce*, one is drawn at random; one
    /// that is given must never have been used with this key.
    #[pyo3(signature = (plaintext, nonce = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        plaintext: Input<'_>,
        nonce: Option<Input<'_>>,
    ) -> Result<Bound<'py, PyBytes>> {
        encrypt(py, &self.0, &plaintext, nonce.as_ref())
    }

    /// Returns the message of *ciphertext*, which begins with the nonce unless *nonce* is given.
    ///
    /// Raises InvalidTag if it is not what was encrypted with this key.
    #[pyo3(signature = (ciphertext, nonce = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: Input<'_>,
        nonce: Option<Input<'_>>,
    ) -> Result<Bound<'py, PyBytes>> {
        decrypt(py, &self.0, &ciphertext, nonce.as_ref())
    }
}

/// Public-key authenticated encryption between two parties, NaCl's ``crypto_box``.
///
/// >>> from carnelian.nacl import Box
/// >>> from carnelian.x25519 import SecretKey
/// >>> alice, bob = SecretKey.generate(), SecretKey.generate()
/// >>> Box(bob, alice.public_key).decrypt(Box(alice, bob.public_key).encrypt(b"attack at dawn"))
/// b'attack at dawn'
#[pyclass(frozen, name = "Box", module = "carnelian.nacl")]
struct PublicBox(SharedKey);

#[pymethods]
impl PublicBox {
    /// The number of bytes in a nonce.
    #[classattr]
    const NONCE_SIZE: usize = NONCE_LEN;
    /// The number of bytes in a tag.
    #[classattr]
    const MACBYTES: usize = TAG_LEN;

    #[new]
    fn new(py: Python<'_>, private_key: &SecretKey, public_key: &PublicKey) -> Result<Self> {
        let (private_key, public_key) = (&private_key.0, &public_key.0);
        Ok(Self(py.detach(|| SharedKey::new(private_key, public_key))?))
    }

    /// Returns the key that the two parties share, 32 bytes.
    fn shared_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.expose())
    }

    /// Returns the nonce, the tag and the encryption of *plaintext*. Without a *nonce*, one is drawn at random; one
    /// that is given must never have been used between these parties.
    #[pyo3(signature = (plaintext, nonce = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        plaintext: Input<'_>,
        nonce: Option<Input<'_>>,
    ) -> Result<Bound<'py, PyBytes>> {
        encrypt(py, self.0.as_secret_box(), &plaintext, nonce.as_ref())
    }

    /// Returns the message of *ciphertext*, which begins with the nonce unless *nonce* is given.
    ///
    /// Raises InvalidTag if it is not what was encrypted between these parties.
    #[pyo3(signature = (ciphertext, nonce = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: Input<'_>,
        nonce: Option<Input<'_>>,
    ) -> Result<Bound<'py, PyBytes>> {
        decrypt(py, self.0.as_secret_box(), &ciphertext, nonce.as_ref())
    }
}

/// Encryption to a public key by an unnamed sender, libsodium's ``crypto_box_seal``: made with a public key to encrypt,
/// and with a private key to decrypt.
///
/// >>> from carnelian.nacl import SealedBox
/// >>> from carnelian.x25519 import SecretKey
/// >>> key = SecretKey.generate()
/// >>> SealedBox(key).decrypt(SealedBox(key.public_key).encrypt(b"attack at dawn"))
/// b'attack at dawn'
#[pyclass(frozen, module = "carnelian.nacl")]
struct SealedBox(Recipient);

/// The keys of a recipient: both are needed to decrypt.
enum Recipient {
    Public(carnelian::curve::x25519::PublicKey),
    Private { secret: Py<SecretKey>, public: carnelian::curve::x25519::PublicKey },
}

#[pymethods]
impl SealedBox {
    #[new]
    fn new(recipient_key: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(public) = recipient_key.cast::<PublicKey>() {
            return Ok(Self(Recipient::Public(public.get().0)));
        }
        let secret = recipient_key.cast::<SecretKey>()?;
        Ok(Self(Recipient::Private { secret: secret.clone().unbind(), public: secret.get().0.public_key() }))
    }

    /// Returns the encryption of *plaintext*, 48 bytes longer.
    ///
    /// Raises InvalidKey if the recipient's key is of small order.
    #[pyo3(signature = (plaintext, /))]
    fn encrypt<'py>(&self, py: Python<'py>, plaintext: Input<'_>) -> Result<Bound<'py, PyBytes>> {
        let public = match &self.0 {
            Recipient::Public(public) | Recipient::Private { public, .. } => public,
        };
        let plaintext = plaintext.bytes();
        Ok(PyBytes::new_with(py, HEADER_LEN + plaintext.len(), |out| {
            let (to_header, text) = out.split_at_mut(HEADER_LEN);
            text.copy_from_slice(plaintext);
            match py.detach(|| anonymous::seal(public, text, &mut OsRandom)) {
                Ok(header) => to_header.copy_from_slice(&header),
                Err(error) => {
                    wipe(text);
                    return Err(Error::from(error).into());
                }
            }
            Ok(())
        })?)
    }

    /// Returns the message of *ciphertext*.
    ///
    /// Raises InvalidTag if it is not what was encrypted to this key, TypeError if this box has only a public key.
    #[pyo3(signature = (ciphertext, /))]
    fn decrypt<'py>(&self, py: Python<'py>, ciphertext: Input<'_>) -> Result<Bound<'py, PyBytes>> {
        let Recipient::Private { secret, public } = &self.0 else {
            let refused = "a box with only a public key cannot decrypt";
            return Err(pyo3::exceptions::PyTypeError::new_err(refused).into());
        };
        let secret = &secret.get().0;
        let (header, text) = ciphertext.bytes().split_first_chunk::<HEADER_LEN>().ok_or(OpenError::Forged)?;
        let header = *header;
        Ok(PyBytes::new_with(py, text.len(), |out| {
            out.copy_from_slice(text);
            Ok(py.detach(|| anonymous::open(secret, public, out, &header)).map_err(Error::from)?)
        })?)
    }
}

/// Fills the module `carnelian.nacl`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SecretBox>()?;
    module.add_class::<PublicBox>()?;
    module.add_class::<SealedBox>()
}
