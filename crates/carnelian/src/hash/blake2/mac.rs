//! BLAKE2 with a key, RFC 7693 Section 2.9: a message authentication code.

use super::absorbing::Absorbing;
use super::function::Parameters;
use super::{Variant, function::Function};
use crate::base::ct;
use crate::base::memory::{wipe, wiping_stack};
use crate::error::{InvalidTag, LengthRangeError};
use core::fmt;

/// BLAKE2 with a key and tags of `LEN` bytes. Use it as [`Blake2bMac`](super::Blake2bMac) and
/// [`Blake2sMac`](super::Blake2sMac).
///
/// Takes time that depends on the length of the message alone. A clone made before the first message is a key that is
/// ready for many messages. Key, state and buffered input are wiped when dropped.
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

/// Bytes of stack that a key in the making may lie in.
const STACK: usize = 1024;

impl<V: Variant, const LEN: usize> Mac<V, LEN> {
    /// Evaluated when the function is compiled with this length.
    const LEN_IS_ALLOWED: () = assert!(1 <= LEN && LEN <= V::MAX_LEN, "BLAKE2 has tags of 1 to 64 or 32 bytes");

    /// A code under `key`, which has taken in nothing of a message.
    ///
    /// # Errors
    /// [`LengthRangeError`] if the key is not of 1 to 64 bytes (BLAKE2b) or 1 to 32 bytes (BLAKE2s).
    pub fn new(key: &[u8]) -> Result<Self, LengthRangeError> {
        Self::with(key, &V::Setting::default(), &V::Setting::default())
    }

    /// As [`new`](Self::new), set apart from all others by a salt and a personalisation.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
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

    /// Takes in more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.absorbing.update(data);
    }

    /// The tag of what was taken in.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> [u8; LEN] {
        let mut tag = [0; LEN];
        self.absorbing.finish(&mut tag);
        tag
    }

    /// Checks a tag of what was taken in, in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if it is another.
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
