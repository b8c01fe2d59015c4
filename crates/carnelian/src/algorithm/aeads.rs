//! The schemes of authenticated encryption.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::cipher::role::{DynAead, key_of};
use crate::cipher::xsalsa20poly1305::SecretBox;
use crate::cipher::{self, Aead};
use crate::error::LengthError;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Calls a macro with a row for each scheme that implements [`Aead`](crate::cipher::Aead): its module and its type in
/// [`crate::cipher`], the name of its constants, its identity, and `streaming` or `whole`, for a scheme that needs the
/// whole message at once. `$apply! { [arguments] rows }`.
///
/// A new scheme is a row here; its number follows the last one of [`super::aead`].
#[doc(hidden)]
#[macro_export]
macro_rules! __aeads {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            chacha20poly1305 ChaCha20Poly1305 CHACHA20_POLY1305
                (1, "chacha20-poly1305", "ChaCha20-Poly1305", "RFC 8439 Section 2.8")
                [aliases(&["ChaCha20/Poly1305"]) oid("1.2.840.113549.1.9.16.3.18") cose(24)] streaming;
            chacha20poly1305 XChaCha20Poly1305 XCHACHA20_POLY1305
                (2, "xchacha20-poly1305", "XChaCha20-Poly1305", "draft-irtf-cfrg-xchacha Section 2") [] streaming;
            aes_gcm Aes128Gcm AES_128_GCM (3, "aes-128-gcm", "AES-128-GCM", "SP 800-38D")
                [aliases(&["A128GCM"]) oid("2.16.840.1.101.3.4.1.6") jose("A128GCM") cose(1)] streaming;
            aes_gcm Aes192Gcm AES_192_GCM (4, "aes-192-gcm", "AES-192-GCM", "SP 800-38D")
                [aliases(&["A192GCM"]) oid("2.16.840.1.101.3.4.1.26") jose("A192GCM") cose(2)] streaming;
            aes_gcm Aes256Gcm AES_256_GCM (5, "aes-256-gcm", "AES-256-GCM", "SP 800-38D")
                [aliases(&["A256GCM"]) oid("2.16.840.1.101.3.4.1.46") jose("A256GCM") cose(3)] streaming;
            aes_gcm_siv Aes128GcmSiv AES_128_GCM_SIV (6, "aes-128-gcm-siv", "AES-128-GCM-SIV", "RFC 8452") [] whole;
            aes_gcm_siv Aes256GcmSiv AES_256_GCM_SIV (7, "aes-256-gcm-siv", "AES-256-GCM-SIV", "RFC 8452") [] whole;
        }
    };
}

/// A scheme of authenticated encryption that is chosen when the program runs.
///
/// Time depends only on lengths and on whether a tag is right, as that of the types in [`crate::cipher`]; a call costs
/// a few nanoseconds more. How nonces may be chosen differs between schemes: none may ever be used for two messages
/// under one key, and only those of 24 bytes are long enough to be drawn at random for any number of messages.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::{OsRandom, Random};
/// let scheme = algorithm::aead("XChaCha20-Poly1305").ok_or("no such scheme")?;
/// let key = scheme.generate_key(&mut OsRandom)?;
/// let key = scheme.key(key.expose())?;
///
/// let mut nonce = vec![0; scheme.nonce_len()];
/// OsRandom.fill(&mut nonce)?;
/// let sealed = key.seal_combined(&nonce, b"to: Bob", b"attack at dawn")?;
/// assert_eq!(key.open_combined(&nonce, b"to: Bob", &sealed)?, b"attack at dawn");
/// assert!(key.open_combined(&nonce, b"to: Eve", &sealed).is_err());
///
/// let (mut message, mut tag) = (*b"attack at noon", vec![0; scheme.tag_len()]);
/// OsRandom.fill(&mut nonce)?;
/// key.seal(&nonce, b"", &mut message, &mut tag)?;
/// key.open(&nonce, b"", &mut message, &tag)?;
/// assert_eq!(&message, b"attack at noon");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AeadAlgorithm {
    identity: Identity,
    key_len: usize,
    nonce_len: usize,
    tag_len: usize,
    max_len: u64,
    max_aad_len: u64,
    is_streaming: bool,
    is_tag_first: bool,
    backend: fn() -> &'static str,
    /// Sets up a key of `key_len` bytes.
    key: fn(&[u8]) -> Box<dyn DynAead>,
}

impl AeadAlgorithm {
    /// Returns the names and numbers of the scheme.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes in a key.
    #[must_use]
    pub const fn key_len(&self) -> usize {
        self.key_len
    }

    /// Returns the number of bytes in a nonce.
    #[must_use]
    pub const fn nonce_len(&self) -> usize {
        self.nonce_len
    }

    /// Returns the number of bytes in a tag. A ciphertext is as long as its plaintext.
    #[must_use]
    pub const fn tag_len(&self) -> usize {
        self.tag_len
    }

    /// Returns the number of bytes in the longest message.
    #[must_use]
    pub const fn max_len(&self) -> u64 {
        self.max_len
    }

    /// Returns the number of bytes in the longest associated data; 0 if the scheme has none.
    #[must_use]
    pub const fn max_aad_len(&self) -> u64 {
        self.max_aad_len
    }

    /// Returns whether a message can be processed in pieces, by [`DynAead::sealer`] and [`DynAead::verifier`].
    #[must_use]
    pub const fn is_streaming(&self) -> bool {
        self.is_streaming
    }

    /// Returns whether the tag stands before the ciphertext in the output of [`DynAead::seal_combined`], as in NaCl.
    #[must_use]
    pub const fn is_tag_first(&self) -> bool {
        self.is_tag_first
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        (self.backend)()
    }

    /// Sets up the key with these bytes, on the heap, for any number of messages.
    ///
    /// # Errors
    /// [`LengthError`] if there are not [`key_len`](Self::key_len) of them.
    pub fn key(&self, key: &[u8]) -> Result<Box<dyn DynAead>, LengthError> {
        if key.len() != self.key_len {
            return Err(LengthError { what: "key", expected: self.key_len, found: key.len() });
        }
        Ok((self.key)(key))
    }

    /// Draws the bytes of a key.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate_key(&self, random: &mut dyn Random) -> Result<Secret<Vec<u8>>, RandomError> {
        let mut key = Secret::new(vec![0; self.key_len]);
        key.draw(&mut &mut *random)?;
        Ok(key)
    }

    const fn of<A: Aead + Send + Sync + 'static>(identity: Identity, is_streaming: bool) -> Self {
        Self {
            identity,
            key_len: A::KEY_LEN,
            nonce_len: A::NONCE_LEN,
            tag_len: A::TAG_LEN,
            max_len: A::MAX_LEN,
            max_aad_len: A::MAX_AAD_LEN,
            is_streaming,
            is_tag_first: false,
            backend: A::backend,
            key: key_of::<A>,
        }
    }

    /// Returns the row of a scheme that processes a message in pieces.
    const fn streaming<A: Aead + Send + Sync + 'static>(identity: Identity) -> Self {
        Self::of::<A>(identity, true)
    }

    /// Returns the row of a scheme that needs the whole message at once.
    const fn whole<A: Aead + Send + Sync + 'static>(identity: Identity) -> Self {
        Self::of::<A>(identity, false)
    }

    /// Returns the row of the secret box of NaCl.
    const fn secret_box(identity: Identity) -> Self {
        Self {
            identity,
            key_len: SecretBox::KEY_LEN,
            nonce_len: SecretBox::NONCE_LEN,
            tag_len: SecretBox::TAG_LEN,
            max_len: u64::MAX,
            max_aad_len: 0,
            is_streaming: false,
            is_tag_first: true,
            backend: SecretBox::backend,
            key: |key| SecretBox::boxed(key.try_into().expect("as many bytes as a key has")),
        }
    }
}

row!(AeadAlgorithm);

impl fmt::Debug for AeadAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

/// Generates the table.
macro_rules! table {
    ([$($other:expr),*] $($module:ident $Type:ident $STEM:ident ($($names:tt)*)
        [$($method:ident($($argument:tt)*))*] $form:ident;)+) => {
        &[
            $(AeadAlgorithm::$form::<cipher::$module::$Type>(
                Identity::new($($names)*)$(.$method($($argument)*))*
            ),)+
            $($other,)*
        ]
    };
}

/// The table; the numbers of the schemes with associated data are those in C.
static AEADS: &[AeadAlgorithm] = __aeads! { table [
    AeadAlgorithm::secret_box(
        Identity::new(8, "xsalsa20-poly1305", "XSalsa20-Poly1305", "Cryptography in NaCl Section 10")
            .aliases(&["secretbox", "crypto_secretbox"])
            .legacy()
    )
] };

/// Returns every scheme of authenticated encryption, a family after the other.
#[must_use]
pub const fn aeads() -> Algorithms<AeadAlgorithm> {
    Algorithms::new(AEADS)
}

/// Returns the scheme of authenticated encryption with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// let scheme = algorithm::aead("A256GCM").unwrap();
/// assert_eq!((scheme.identity().id, scheme.key_len(), scheme.nonce_len()), ("aes-256-gcm", 32, 12));
/// ```
#[must_use]
pub fn aead(name: &str) -> Option<&'static AeadAlgorithm> {
    aeads().find(name)
}
