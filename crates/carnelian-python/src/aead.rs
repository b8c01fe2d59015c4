//! Authenticated encryption, with the interface of the package `cryptography`.

use crate::buffer::{Input, Output};
use crate::error::{Class, Error, Result};
use crate::threads::RELEASED_ABOVE;
use carnelian::cipher::aes_gcm::{Aes128Gcm, Aes192Gcm, Aes256Gcm};
use carnelian::cipher::aes_gcm_siv::{Aes128GcmSiv, Aes256GcmSiv};
use carnelian::cipher::chacha20poly1305 as chacha;
use carnelian::cipher::{Aead, OpenError, SealError, Tag, TooLong};
use carnelian::random::{OsRandom, Random};
use carnelian::secret::wipe;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// Bytes in a tag.
const TAG_LEN: usize = 16;

impl From<OpenError> for Error {
    #[cold]
    fn from(error: OpenError) -> Self {
        Self::of(Class::InvalidTag, &error)
    }
}

impl From<SealError> for Error {
    #[cold]
    fn from(error: SealError) -> Self {
        match error {
            SealError::TooLong(error) => error.into(),
            SealError::Length(error) => error.into(),
        }
    }
}

impl From<TooLong> for Error {
    #[cold]
    fn from(error: TooLong) -> Self {
        // `cryptography` raises this too.
        PyOverflowError::new_err(error.to_string()).into()
    }
}

/// A message with the nonce and the associated data that belong to it.
struct Message<'a, A: Aead> {
    nonce: A::Nonce,
    data: &'a [u8],
    aad: &'a [u8],
    /// Whether `data` cannot change during the call.
    is_stable: bool,
}

impl<'a, A: Aead> Message<'a, A> {
    #[inline]
    fn new(nonce: &Input<'_>, data: &'a Input<'_>, aad: Option<&'a Input<'_>>) -> Result<Self> {
        let nonce = A::Nonce::try_from(nonce.bytes()).map_err(|_| Error::length("nonce", A::NONCE_LEN, nonce.len()))?;
        Ok(Self { nonce, data: data.bytes(), aad: aad.map_or(&[], Input::bytes), is_stable: data.is_stable() })
    }
}

/// The operations of a scheme on outputs that are as long as they must be.
trait Scheme: Aead + Sync {
    /// Whether encryption reads the message twice, so that a change in between would be encrypted under a nonce that
    /// was derived from other bytes.
    const READS_TWICE: bool = false;

    /// Encrypts to `out`, which is a tag longer than the message.
    fn encrypt(&self, message: &Message<'_, Self>, out: &mut [u8]) -> core::result::Result<(), SealError> {
        let (ciphertext, tag) = out.split_at_mut(message.data.len());
        let computed = if Self::READS_TWICE && !message.is_stable {
            ciphertext.copy_from_slice(message.data);
            self.seal(&message.nonce, message.aad, ciphertext).map_err(SealError::TooLong)
        } else {
            self.seal_to(&message.nonce, message.aad, message.data, ciphertext)
        };
        match computed {
            Ok(computed) => tag.copy_from_slice(&computed),
            Err(error) => {
                wipe(out);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Decrypts to `out`, which is a tag shorter than the message. What fails leaves zeros.
    fn decrypt(&self, message: &Message<'_, Self>, out: &mut [u8]) -> core::result::Result<(), OpenError> {
        let (ciphertext, tag) = message.data.split_at(out.len());
        let tag = Tag::try_from(tag).map_err(|_| OpenError::Forged)?;
        if message.is_stable {
            self.open_to(&message.nonce, message.aad, ciphertext, out, &tag)
        } else {
            out.copy_from_slice(ciphertext);
            self.open(&message.nonce, message.aad, out, &tag)
        }
    }
}

impl Scheme for Aes128Gcm {}
impl Scheme for Aes192Gcm {}
impl Scheme for Aes256Gcm {}
impl Scheme for Aes128GcmSiv {
    const READS_TWICE: bool = true;
}
impl Scheme for Aes256GcmSiv {
    const READS_TWICE: bool = true;
}
impl Scheme for chacha::ChaCha20Poly1305 {}
impl Scheme for chacha::XChaCha20Poly1305 {}

/// Runs `work`, without the interpreter's lock for long messages.
#[inline]
fn on_message<A: Scheme, T: Send>(
    py: Python<'_>,
    message: &Message<'_, A>,
    work: impl FnOnce(&Message<'_, A>) -> T + Send,
) -> T
where
    A::Nonce: Sync,
{
    if message.data.len().max(message.aad.len()) > RELEASED_ABOVE { py.detach(|| work(message)) } else { work(message) }
}

/// Returns the ciphertext and the tag.
#[inline]
fn encrypt<'py, A: Scheme<Nonce: Sync>>(
    py: Python<'py>,
    key: &A,
    nonce: &Input<'_>,
    data: &Input<'_>,
    aad: Option<&Input<'_>>,
) -> Result<Bound<'py, PyBytes>> {
    let message = Message::new(nonce, data, aad)?;
    Ok(PyBytes::new_with(py, message.data.len() + TAG_LEN, |out| {
        Ok(on_message(py, &message, |message| key.encrypt(message, out)).map_err(Error::from)?)
    })?)
}

/// Returns the plaintext.
#[inline]
fn decrypt<'py, A: Scheme<Nonce: Sync>>(
    py: Python<'py>,
    key: &A,
    nonce: &Input<'_>,
    data: &Input<'_>,
    aad: Option<&Input<'_>>,
) -> Result<Bound<'py, PyBytes>> {
    let message = Message::new(nonce, data, aad)?;
    let len = plaintext_len(message.data)?;
    Ok(PyBytes::new_with(py, len, |out| {
        Ok(on_message(py, &message, |message| key.decrypt(message, out)).map_err(Error::from)?)
    })?)
}

/// Returns the number of bytes in the plaintext of `data`.
fn plaintext_len(data: &[u8]) -> Result<usize> {
    data.len().checked_sub(TAG_LEN).ok_or_else(|| OpenError::Forged.into())
}

/// Writes the ciphertext and the tag to `out`.
fn encrypt_into<A: Scheme<Nonce: Sync>>(
    py: Python<'_>,
    key: &A,
    nonce: &Input<'_>,
    data: &Input<'_>,
    aad: Option<&Input<'_>>,
    mut out: Output,
) -> Result<usize> {
    let mut message = Message::new(nonce, data, aad)?;
    // The copy that encryption would make in the output would be within the reach of other threads.
    let copy = if A::READS_TWICE { Some(data.stable()?) } else { None };
    if let Some(copy) = &copy {
        message.data = copy;
        message.is_stable = true;
    }
    let len = message.data.len() + TAG_LEN;
    out.check_len(len)?;
    let out = out.apart_from(&[data.bytes(), message.aad])?;
    on_message(py, &message, |message| key.encrypt(message, out))?;
    Ok(len)
}

/// Writes the plaintext to `out`.
fn decrypt_into<A: Scheme<Nonce: Sync>>(
    py: Python<'_>,
    key: &A,
    nonce: &Input<'_>,
    data: &Input<'_>,
    aad: Option<&Input<'_>>,
    mut out: Output,
) -> Result<usize> {
    let message = Message::new(nonce, data, aad)?;
    let len = plaintext_len(message.data)?;
    out.check_len(len)?;
    let out = out.apart_from(&[message.data, message.aad])?;
    on_message(py, &message, |message| key.decrypt(message, out))?;
    Ok(len)
}

/// Returns a new key of `N` bytes.
fn generate_key<const N: usize>(py: Python<'_>) -> Result<Bound<'_, PyBytes>> {
    Ok(PyBytes::new_with(py, N, |key| Ok(OsRandom.fill(key).map_err(Error::from)?))?)
}

/// Returns a new key of `bits` bits, if that is one of `allowed`.
fn generate_key_of<'py>(py: Python<'py>, bits: usize, allowed: &[usize]) -> Result<Bound<'py, PyBytes>> {
    if !allowed.contains(&bits) {
        return Err(PyValueError::new_err(format!("bit_length must be one of {allowed:?}")).into());
    }
    Ok(PyBytes::new_with(py, bits / 8, |key| Ok(OsRandom.fill(key).map_err(Error::from)?))?)
}

/// Makes the key of a scheme in its place on the heap.
fn boxed<A: Scheme>(key: &Input<'_>) -> Result<Box<A>> {
    let mut copy = A::Key::try_from(key.bytes()).map_err(|_| Error::length("key", A::KEY_LEN, key.len()))?;
    let boxed = A::boxed(&copy);
    wipe(copy.as_mut());
    Ok(boxed)
}

/// Writes the class of a scheme. `$key` names the key in the methods, and `$each` evaluates its last argument for the
/// scheme of the key.
macro_rules! class {
    ($(#[$doc:meta])* $Class:ident, $name:literal, $Key:ty, $each:ident, $Scheme:ty { $($own:tt)* }) => {
        $(#[$doc])*
        #[pyclass(frozen, name = $name, module = "carnelian")]
        pub(crate) struct $Class($Key);

        #[pymethods]
        impl $Class {
            $($own)*

            /// The number of bytes in a nonce.
            #[classattr]
            const NONCE_SIZE: usize = <$Scheme as Aead>::NONCE_LEN;
            /// The number of bytes in a tag.
            #[classattr]
            const TAG_SIZE: usize = TAG_LEN;

            /// Returns the encryption of *data* with a tag behind it, which also authenticates *associated_data*.
            ///
            /// With *out*, a writable buffer that is 16 bytes longer than *data* and shares no memory with the inputs,
            /// writes it there and returns the number of bytes written.
            #[pyo3(signature = (nonce, data, associated_data = None, *, out = None))]
            fn encrypt<'py>(
                &self,
                py: Python<'py>,
                nonce: Input<'_>,
                data: Input<'_>,
                associated_data: Option<Input<'_>>,
                out: Option<Output>,
            ) -> Result<Bound<'py, PyAny>> {
                if let Some(out) = out {
                    let written = self.encrypt_into(py, nonce, data, associated_data, out)?;
                    return Ok(PyInt::new(py, written).into_any());
                }
                let text = $each!(&self.0, key => encrypt(py, &**key, &nonce, &data, associated_data.as_ref()));
                Ok(text?.into_any())
            }

            /// Returns the decryption of *data*, whose last 16 bytes are the tag.
            ///
            /// With *out*, a writable buffer that is 16 bytes shorter than *data* and shares no memory with the inputs,
            /// writes it there and returns the number of bytes written; zeros are left there if it fails.
            ///
            /// Raises InvalidTag if it is not what was encrypted with this key, nonce and *associated_data*.
            #[pyo3(signature = (nonce, data, associated_data = None, *, out = None))]
            fn decrypt<'py>(
                &self,
                py: Python<'py>,
                nonce: Input<'_>,
                data: Input<'_>,
                associated_data: Option<Input<'_>>,
                out: Option<Output>,
            ) -> Result<Bound<'py, PyAny>> {
                if let Some(out) = out {
                    let written = self.decrypt_into(py, nonce, data, associated_data, out)?;
                    return Ok(PyInt::new(py, written).into_any());
                }
                let text = $each!(&self.0, key => decrypt(py, &**key, &nonce, &data, associated_data.as_ref()));
                Ok(text?.into_any())
            }

            /// Writes the encryption of *data* and the tag to *buf*, which is 16 bytes longer and shares no memory with
            /// the inputs. Returns the number of bytes written.
            fn encrypt_into(
                &self,
                py: Python<'_>,
                nonce: Input<'_>,
                data: Input<'_>,
                associated_data: Option<Input<'_>>,
                buf: Output,
            ) -> Result<usize> {
                $each!(&self.0, key => encrypt_into(py, &**key, &nonce, &data, associated_data.as_ref(), buf))
            }

            /// Writes the decryption of *data* to *buf*, which is 16 bytes shorter and shares no memory with the
            /// inputs. Returns the number of bytes written.
            ///
            /// Raises InvalidTag, and leaves zeros in *buf*, if *data* is not what was encrypted.
            fn decrypt_into(
                &self,
                py: Python<'_>,
                nonce: Input<'_>,
                data: Input<'_>,
                associated_data: Option<Input<'_>>,
                buf: Output,
            ) -> Result<usize> {
                $each!(&self.0, key => decrypt_into(py, &**key, &nonce, &data, associated_data.as_ref(), buf))
            }
        }
    };
}

/// Evaluates `work` for the one scheme that a class has.
macro_rules! one {
    ($key:expr, $name:ident => $work:expr) => {{
        let $name = $key;
        $work
    }};
}

/// Evaluates `work` for the scheme of an AES-GCM key.
macro_rules! each_gcm {
    ($key:expr, $name:ident => $work:expr) => {
        match $key {
            GcmKey::Aes128($name) => $work,
            GcmKey::Aes192($name) => $work,
            GcmKey::Aes256($name) => $work,
        }
    };
}

/// Evaluates `work` for the scheme of an AES-GCM-SIV key.
macro_rules! each_gcm_siv {
    ($key:expr, $name:ident => $work:expr) => {
        match $key {
            GcmSivKey::Aes128($name) => $work,
            GcmSivKey::Aes256($name) => $work,
        }
    };
}

/// A key of AES-GCM.
enum GcmKey {
    Aes128(Box<Aes128Gcm>),
    Aes192(Box<Aes192Gcm>),
    Aes256(Box<Aes256Gcm>),
}

/// A key of AES-GCM-SIV.
enum GcmSivKey {
    Aes128(Box<Aes128GcmSiv>),
    Aes256(Box<Aes256GcmSiv>),
}

class! {
    /// ChaCha20-Poly1305, RFC 8439: keys of 32 bytes, nonces of 12, which must not repeat under a key.
    ///
    /// >>> from carnelian import ChaCha20Poly1305, random_bytes
    /// >>> key = ChaCha20Poly1305(ChaCha20Poly1305.generate_key())
    /// >>> nonce = random_bytes(12)
    /// >>> sealed = key.encrypt(nonce, b"attack at dawn", b"header")
    /// >>> key.decrypt(nonce, sealed, b"header")
    /// b'attack at dawn'
    ChaCha20Poly1305, "ChaCha20Poly1305", Box<chacha::ChaCha20Poly1305>, one, chacha::ChaCha20Poly1305 {
        #[new]
        fn new(key: Input<'_>) -> Result<Self> {
            boxed(&key).map(Self)
        }

        /// Returns a new key.
        #[staticmethod]
        fn generate_key(py: Python<'_>) -> Result<Bound<'_, PyBytes>> {
            generate_key::<32>(py)
        }
    }
}

class! {
    /// XChaCha20-Poly1305: keys of 32 bytes, and nonces of 24, long enough to be drawn at random.
    ///
    /// >>> from carnelian import XChaCha20Poly1305, random_bytes
    /// >>> key = XChaCha20Poly1305(XChaCha20Poly1305.generate_key())
    /// >>> nonce = random_bytes(24)
    /// >>> key.decrypt(nonce, key.encrypt(nonce, b"attack at dawn"))
    /// b'attack at dawn'
    XChaCha20Poly1305, "XChaCha20Poly1305", Box<chacha::XChaCha20Poly1305>, one, chacha::XChaCha20Poly1305 {
        #[new]
        fn new(key: Input<'_>) -> Result<Self> {
            boxed(&key).map(Self)
        }

        /// Returns a new key.
        #[staticmethod]
        fn generate_key(py: Python<'_>) -> Result<Bound<'_, PyBytes>> {
            generate_key::<32>(py)
        }
    }
}

class! {
    /// AES-GCM, SP 800-38D: keys of 16, 24 or 32 bytes, nonces of 12, which must not repeat under a key.
    ///
    /// >>> from carnelian import AESGCM, random_bytes
    /// >>> key = AESGCM(AESGCM.generate_key(256))
    /// >>> nonce = random_bytes(12)
    /// >>> key.decrypt(nonce, key.encrypt(nonce, b"attack at dawn"))
    /// b'attack at dawn'
    AesGcm, "AESGCM", GcmKey, each_gcm, Aes128Gcm {
        #[new]
        fn new(key: Input<'_>) -> Result<Self> {
            Ok(Self(match key.len() {
                16 => GcmKey::Aes128(boxed(&key)?),
                24 => GcmKey::Aes192(boxed(&key)?),
                32 => GcmKey::Aes256(boxed(&key)?),
                found => return Err(key_length("AESGCM", "16, 24 or 32", found)),
            }))
        }

        /// Returns a new key of *bit_length* bits: 128, 192 or 256.
        #[staticmethod]
        fn generate_key(py: Python<'_>, bit_length: usize) -> Result<Bound<'_, PyBytes>> {
            generate_key_of(py, bit_length, &[128, 192, 256])
        }
    }
}

class! {
    /// AES-GCM-SIV, RFC 8452: keys of 16 or 32 bytes, nonces of 12. A nonce that repeats reveals no more than whether
    /// two messages are the same.
    ///
    /// >>> from carnelian import AESGCMSIV, random_bytes
    /// >>> key = AESGCMSIV(AESGCMSIV.generate_key(256))
    /// >>> nonce = random_bytes(12)
    /// >>> key.decrypt(nonce, key.encrypt(nonce, b"attack at dawn"))
    /// b'attack at dawn'
    AesGcmSiv, "AESGCMSIV", GcmSivKey, each_gcm_siv, Aes128GcmSiv {
        #[new]
        fn new(key: Input<'_>) -> Result<Self> {
            Ok(Self(match key.len() {
                16 => GcmSivKey::Aes128(boxed(&key)?),
                32 => GcmSivKey::Aes256(boxed(&key)?),
                found => return Err(key_length("AESGCMSIV", "16 or 32", found)),
            }))
        }

        /// Returns a new key of *bit_length* bits: 128 or 256.
        #[staticmethod]
        fn generate_key(py: Python<'_>, bit_length: usize) -> Result<Bound<'_, PyBytes>> {
            generate_key_of(py, bit_length, &[128, 256])
        }
    }
}

/// Returns the exception for a key of another length than the scheme's.
fn key_length(scheme: &str, expected: &str, found: usize) -> Error {
    Error::new(Class::InvalidLength, format!("{scheme} key: expected {expected} bytes, found {found}"))
}

/// Adds the classes to the module `carnelian`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ChaCha20Poly1305>()?;
    module.add_class::<XChaCha20Poly1305>()?;
    module.add_class::<AesGcm>()?;
    module.add_class::<AesGcmSiv>()
}
