//! The stream ciphers.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::cipher;
use crate::cipher::role::{DynStreamCipher, StreamCipher};
use crate::error::LengthError;
use alloc::boxed::Box;
use core::fmt;

/// Calls a macro with a row for each stream cipher: its module and its type in [`crate::cipher`], the name of its
/// constants, and its identity. `$apply! { [arguments] rows }`.
///
/// A new cipher is a row here; its number follows the last one of [`super::stream_cipher`].
#[doc(hidden)]
#[macro_export]
macro_rules! __stream_ciphers {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            chacha20 ChaCha20 CHACHA20 (1, "chacha20", "ChaCha20", "RFC 8439 Section 2.4") [];
            chacha20 ChaCha20Djb CHACHA20_DJB
                (2, "chacha20-djb", "ChaCha20 (original)", "Bernstein, ChaCha, a variant of Salsa20, 2008")
                [legacy()];
            chacha20 XChaCha20 XCHACHA20 (3, "xchacha20", "XChaCha20", "draft-irtf-cfrg-xchacha Section 2.3") [];
            aes_ctr Aes128Ctr AES_128_CTR (4, "aes-128-ctr", "AES-128-CTR", "SP 800-38A Section 6.5")
                [aliases(&["A128CTR"]) cose(-65_534)];
            aes_ctr Aes192Ctr AES_192_CTR (5, "aes-192-ctr", "AES-192-CTR", "SP 800-38A Section 6.5")
                [aliases(&["A192CTR"]) cose(-65_533)];
            aes_ctr Aes256Ctr AES_256_CTR (6, "aes-256-ctr", "AES-256-CTR", "SP 800-38A Section 6.5")
                [aliases(&["A256CTR"]) cose(-65_532)];
            salsa20 Salsa20 SALSA20 (7, "salsa20", "Salsa20", "Bernstein, Salsa20 specification, 2005") [legacy()];
            salsa20 XSalsa20 XSALSA20
                (8, "xsalsa20", "XSalsa20", "Bernstein, Extending the Salsa20 nonce, 2011") [legacy()];
        }
    };
}

/// A stream cipher that is chosen when the program runs.
///
/// It does not authenticate: an attacker who can change the ciphertext can change the message. Unless something else
/// authenticates the ciphertext, use an [`AeadAlgorithm`](super::AeadAlgorithm). Time depends only on lengths and
/// positions.
///
/// ```
/// use carnelian::algorithm;
/// let function = algorithm::stream_cipher("AES-256-CTR").ok_or("no such cipher")?;
/// let (key, nonce) = (vec![7; function.key_len()], vec![1; function.nonce_len()]);
///
/// let mut message = *b"attack at dawn";
/// function.start(&key, &nonce)?.apply(&mut message)?;
/// let mut cipher = function.start(&key, &nonce)?;
/// cipher.seek(10)?;
/// cipher.apply(&mut message[10..])?;
/// assert_eq!(&message[10..], b"dawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StreamCipherAlgorithm {
    identity: Identity,
    key_len: usize,
    nonce_len: usize,
    block_len: usize,
    keystream_len: u128,
    backend: fn() -> &'static str,
    /// Returns a cipher with a key and a nonce, which have the lengths above.
    start: fn(&[u8], &[u8]) -> Box<dyn DynStreamCipher>,
}

impl StreamCipherAlgorithm {
    /// Returns the names and numbers of the cipher.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes in a key.
    #[must_use]
    pub const fn key_len(&self) -> usize {
        self.key_len
    }

    /// Returns the number of bytes in a nonce. The nonce of a block cipher in counter mode is the first counter block,
    /// and no two messages under one key may have a counter block in common.
    #[must_use]
    pub const fn nonce_len(&self) -> usize {
        self.nonce_len
    }

    /// Returns the number of bytes in a block of keystream.
    #[must_use]
    pub const fn block_len(&self) -> usize {
        self.block_len
    }

    /// Returns the number of bytes of keystream that a key and a nonce have.
    #[must_use]
    pub const fn keystream_len(&self) -> u128 {
        self.keystream_len
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        (self.backend)()
    }

    /// Returns a cipher at the start of the keystream of a key and a nonce, on the heap.
    ///
    /// # Errors
    /// [`LengthError`] if the key or the nonce has another length than those of the cipher.
    pub fn start(&self, key: &[u8], nonce: &[u8]) -> Result<Box<dyn DynStreamCipher>, LengthError> {
        for (what, expected, found) in [("key", self.key_len, key.len()), ("nonce", self.nonce_len, nonce.len())] {
            if found != expected {
                return Err(LengthError { what, expected, found });
            }
        }
        Ok((self.start)(key, nonce))
    }

    const fn of<S: StreamCipher>(identity: Identity, backend: fn() -> &'static str) -> Self {
        Self {
            identity,
            key_len: S::KEY_LEN,
            nonce_len: S::NONCE_LEN,
            block_len: S::BLOCK_LEN,
            keystream_len: S::KEY_STREAM_LEN,
            backend,
            start: S::start,
        }
    }
}

row!(StreamCipherAlgorithm);

impl fmt::Debug for StreamCipherAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

/// Generates the table.
macro_rules! table {
    ([] $($module:ident $Type:ident $STEM:ident ($($names:tt)*) [$($method:ident($($argument:tt)*))*];)+) => {
        &[$(
            StreamCipherAlgorithm::of::<cipher::$module::$Type>(
                Identity::new($($names)*)$(.$method($($argument)*))*,
                cipher::$module::backend,
            )
        ),+]
    };
}

/// The table; the numbers are those in C.
static STREAM_CIPHERS: &[StreamCipherAlgorithm] = __stream_ciphers! { table [] };

/// Returns every stream cipher, a family after the other.
#[must_use]
pub const fn stream_ciphers() -> Algorithms<StreamCipherAlgorithm> {
    Algorithms::new(STREAM_CIPHERS)
}

/// Returns the stream cipher with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::stream_cipher("aes128ctr").unwrap().nonce_len(), 16);
/// ```
#[must_use]
pub fn stream_cipher(name: &str) -> Option<&'static StreamCipherAlgorithm> {
    stream_ciphers().find(name)
}
