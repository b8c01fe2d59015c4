//! BLAKE2 with a key, RFC 7693 Section 2.9: a message authentication code.

use super::absorbing::Absorbing;
use super::function::{Function, Parameters};
use super::members::Variant;
use crate::base::ct;
use crate::base::memory::{wipe, wiping_stack};
use crate::error::{InvalidTag, LengthRangeError};
use core::fmt;

/// BLAKE2 with a key and tags of `LEN` bytes. Use it as [`Blake2bMac`](super::Blake2bMac) and
/// [`Blake2sMac`](super::Blake2sMac).
///
/// Time depends only on the length of the message. For many messages under one key, clone the value before the first
/// one. Key, state and buffered input are wiped when dropped.
///
/// ```
/// use carnelian::hash::Blake2bMac;
/// let key = Blake2bMac::<32>::new(b"a key of many bytes")?;
/// let mut mac = key.clone();
/// mac.update(b"message");
/// let tag = mac.finalize();
///
/// let mut mac = key.clone();
/// mac.update(b"message");
/// assert!(mac.verify(&tag).is_ok());
/// # Ok::<(), carnelian::LengthRangeError>(())
/// ```
#[derive(Clone)]
pub struct Mac<V: Variant, const LEN: usize> {
    absorbing: Absorbing<V>,
}

/// The number of bytes of stack that the preparation of a key uses.
const STACK: usize = 1024;

impl<V: Variant, const LEN: usize> Mac<V, LEN> {
    /// A check that is evaluated when the function is compiled with this length.
    const LEN_IS_ALLOWED: () = assert!(1 <= LEN && LEN <= V::MAX_LEN, "BLAKE2 has tags of 1 to 64 or 32 bytes");

    /// Creates the function with a key, for an empty message.
    ///
    /// # Errors
    /// [`LengthRangeError`] if the key does not have 1 to 64 bytes (BLAKE2b) or 1 to 32 bytes (BLAKE2s).
    pub fn new(key: &[u8]) -> Result<Self, LengthRangeError> {
        Self::with(key, &V::Setting::default(), &V::Setting::default())
    }

    /// Like [`new`](Self::new), with a salt and a personalisation. Functions with different ones are unrelated.
    ///
    /// # Errors
    /// The same as for [`new`](Self::new).
    #[inline(never)]
    pub fn with(key: &[u8], salt: &V::Setting, personalisation: &V::Setting) -> Result<Self, LengthRangeError> {
        const { Self::LEN_IS_ALLOWED };
        LengthRangeError::check("BLAKE2 key", 1..=V::MAX_LEN, key.len())?;
        wiping_stack::<STACK, _>(|| {
            let parameters = Parameters::<V> {
                len: LEN as u8,
                key_len: key.len() as u8,
                salt: *salt,
                personalisation: *personalisation,
            };
            Ok(Self { absorbing: Absorbing::keyed(&parameters, key) })
        })
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.absorbing.update(data);
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> [u8; LEN] {
        let mut tag = [0; LEN];
        self.absorbing.finish(&mut tag);
        tag
    }

    /// Checks that `tag` is the tag of the message, in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if it is not.
    pub fn verify(self, tag: &[u8; LEN]) -> Result<(), InvalidTag> {
        let mut expected = self.finalize();
        let same = ct::eq(&expected, tag);
        wipe(&mut expected);
        if same.declassify("whether a tag is valid is public") { Ok(()) } else { Err(InvalidTag) }
    }
}

impl<V: Variant, const LEN: usize> zeroize::ZeroizeOnDrop for Mac<V, LEN> {}

impl<V: Variant, const LEN: usize> fmt::Debug for Mac<V, LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MAC(..)", <V as Function>::NAME)
    }
}
