//! HMAC, FIPS 198-1 and RFC 2104: authentication of messages under a secret key, with any hash function.
//!
//! [`Hmac`] computes a tag at once or incrementally. For a key that is used more than once, [`Key`] keeps the state
//! after the two blocks that the key fills, so a message costs only its own blocks and one more.
//!
//! ```
//! use carnelian::hash::hmac::{Hmac, Key};
//! use carnelian::hash::Sha256;
//!
//! let key = Key::<Sha256>::new(b"a secret key");
//! let tag = key.mac(b"a message");
//! assert_eq!(tag, Hmac::<Sha256>::mac(b"a secret key", b"a message"));
//!
//! assert!(key.verify(b"a message", &tag).is_ok());
//! assert!(key.verify(b"another message", &tag).is_err());
//! ```

#[cfg(test)]
mod tests;

use super::functions::Hash;
use crate::base::ct;
use crate::base::memory::{wipe, wiping_stack};
use core::fmt;

/// The maximum number of bytes in a block of a hash function: that of SHAKE128.
const LONGEST_BLOCK: usize = 168;

/// Step 4 of FIPS 198-1, Section 2 of RFC 2104: each byte of the block that is XORed with the key for the inner hash.
const IPAD: u8 = 0x36;
/// Step 7: the same for the outer hash.
const OPAD: u8 = 0x5c;

/// The computation of a tag.
///
/// Time depends only on the lengths of key and message. State that depends on the key is wiped when dropped.
///
/// ```
/// use carnelian::hash::{Hmac, Sha256};
/// let mut hmac = Hmac::<Sha256>::new(b"a secret key");
/// hmac.update(b"a ");
/// hmac.update(b"message");
/// assert_eq!(hmac.finalize(), Hmac::<Sha256>::mac(b"a secret key", b"a message"));
/// ```
#[derive(Clone)]
pub struct Hmac<H: Hash> {
    /// Has absorbed K₀ ⊕ ipad and the message so far.
    inner: H,
    /// Has absorbed K₀ ⊕ opad.
    outer: H,
}

/// The number of bytes of stack that the preparation of a key uses: blocks, and hashers with their states.
const STACK: usize = 2048;

/// The same for a one-shot tag.
const STACK_OF_ONE: usize = 1280;

impl<H: Hash> Hmac<H> {
    /// Starts a message under a key of any length. RFC 2104 recommends at least [`DIGEST_LEN`](Hash::DIGEST_LEN) bytes.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let [inner, outer] = with_blocks_of::<H, _>(key, H::new_two);
            Self { inner, outer }
        })
    }

    /// Returns the tag of `message` under `key`.
    #[must_use]
    #[inline(never)]
    pub fn mac(key: &[u8], message: &[u8]) -> H::Digest {
        // 5. to 9. H((K₀ ⊕ opad) ‖ H((K₀ ⊕ ipad) ‖ text))
        let mac = || with_blocks_of::<H, _>(key, |blocks| H::digest_nested(blocks, message));
        // The state of a sponge is larger, and is copied.
        if H::BLOCK_LEN > 128 { wiping_stack::<STACK, _>(mac) } else { wiping_stack::<STACK_OF_ONE, _>(mac) }
    }

    /// Checks that `tag` is the complete tag of `message` under `key`. Time does not depend on where tags differ.
    ///
    /// # Errors
    /// [`TagError`] if it is not.
    pub fn verify(key: &[u8], message: &[u8], tag: &[u8]) -> Result<(), TagError> {
        check::<H>(Self::mac(key, message), tag, H::DIGEST_LEN)
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.inner.update(data);
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> H::Digest {
        // 6. H((K₀ ⊕ ipad) ‖ text), 9. H((K₀ ⊕ opad) ‖ H((K₀ ⊕ ipad) ‖ text))
        let mut digest = self.inner.finalize_reset();
        let tag = self.outer.digest_with(digest.as_ref());
        wipe(digest.as_mut());
        tag
    }

    /// Checks that `tag` is the complete tag of the message. Time does not depend on where tags differ.
    ///
    /// # Errors
    /// [`TagError`] if it is not.
    pub fn finalize_verify(self, tag: &[u8]) -> Result<(), TagError> {
        check::<H>(self.finalize(), tag, H::DIGEST_LEN)
    }
}

/// A key for many messages: the hash states after the blocks that it fills.
///
/// Time depends only on the lengths of key and message. The key is wiped when dropped.
#[derive(Clone)]
pub struct Key<H: Hash> {
    inner: H,
    outer: H,
}

impl<H: Hash> Key<H> {
    /// The minimum number of bytes in a truncated tag for [`verify_truncated`](Self::verify_truncated): half of a
    /// digest or 80 bits, whichever is more (RFC 2104 Section 5).
    pub const MIN_TAG_LEN: usize = if H::DIGEST_LEN / 2 > 10 { H::DIGEST_LEN / 2 } else { 10 };

    /// Creates a key from any number of bytes. RFC 2104 recommends at least [`DIGEST_LEN`](Hash::DIGEST_LEN).
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8]) -> Self {
        wiping_stack::<STACK, _>(|| {
            let [inner, outer] = with_blocks_of::<H, _>(key, H::new_two);
            Self { inner, outer }
        })
    }

    /// Returns the tag of `message`.
    #[must_use]
    pub fn mac(&self, message: &[u8]) -> H::Digest {
        // 5. and 6. H((K₀ ⊕ ipad) ‖ text), 8. and 9. H((K₀ ⊕ opad) ‖ H((K₀ ⊕ ipad) ‖ text))
        let mut digest = self.inner.digest_with(message);
        let tag = self.outer.digest_with(digest.as_ref());
        wipe(digest.as_mut());
        tag
    }

    /// Starts a message that is absorbed incrementally.
    #[must_use]
    #[inline(never)]
    pub fn start(&self) -> Hmac<H> {
        wiping_stack::<STACK, _>(|| Hmac { inner: self.inner.clone(), outer: self.outer.clone() })
    }

    /// Checks that `tag` is the complete tag of `message`. Time does not depend on where tags differ.
    ///
    /// # Errors
    /// [`TagError`] if it is not.
    pub fn verify(&self, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
        check::<H>(self.mac(message), tag, H::DIGEST_LEN)
    }

    /// Checks that `tag` is the start of the tag of `message`.
    ///
    /// A protocol that truncates tags fixes their length, and the receiver must check it: this function accepts any
    /// length from [`MIN_TAG_LEN`](Self::MIN_TAG_LEN) on.
    ///
    /// # Errors
    /// [`TagError`] if it is not.
    ///
    /// ```
    /// use carnelian::hash::hmac::{Key, TagError};
    /// use carnelian::hash::Sha256;
    /// let key = Key::<Sha256>::new(b"a secret key");
    /// let tag = key.mac(b"a message");
    /// assert!(key.verify_truncated(b"a message", &tag[..16]).is_ok());
    /// let refused = key.verify_truncated(b"a message", &tag[..15]).unwrap_err();
    /// assert_eq!(refused, TagError::Length { least: 16, most: 32, found: 15 });
    /// ```
    pub fn verify_truncated(&self, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
        check::<H>(self.mac(message), tag, Self::MIN_TAG_LEN)
    }
}

/// Calls `work` with the two blocks that the key fills, K₀ ⊕ ipad and K₀ ⊕ opad.
#[inline]
fn with_blocks_of<H: Hash, R>(key: &[u8], work: impl FnOnce([&[u8]; 2]) -> R) -> R {
    const { assert!(H::BLOCK_LEN <= LONGEST_BLOCK && H::DIGEST_LEN <= H::BLOCK_LEN) };
    // 1. to 3. K₀: the key, or its digest if it is longer than a block, padded with zeros.
    let mut k0 = [0; LONGEST_BLOCK];
    let k0 = &mut k0[..H::BLOCK_LEN];
    if key.len() > H::BLOCK_LEN {
        let mut digest = H::digest(key);
        k0[..H::DIGEST_LEN].copy_from_slice(digest.as_ref());
        wipe(digest.as_mut());
    } else {
        k0[..key.len()].copy_from_slice(key);
    }
    // 4. K₀ ⊕ ipad, 7. K₀ ⊕ opad
    let (mut inner, mut outer) = ([0; LONGEST_BLOCK], [0; LONGEST_BLOCK]);
    let (inner, outer) = (&mut inner[..H::BLOCK_LEN], &mut outer[..H::BLOCK_LEN]);
    for ((inner, outer), byte) in inner.iter_mut().zip(&mut *outer).zip(&*k0) {
        (*inner, *outer) = (byte ^ IPAD, byte ^ OPAD);
    }
    let result = work([inner, outer]);
    wipe(k0);
    wipe(inner);
    wipe(outer);
    result
}

/// Checks that `tag` has at least `least` bytes and that `expected` begins with it.
fn check<H: Hash>(mut expected: H::Digest, tag: &[u8], least: usize) -> Result<(), TagError> {
    let (most, found) = (H::DIGEST_LEN, tag.len());
    if found < least || found > most {
        wipe(expected.as_mut());
        return Err(TagError::Length { least, most, found });
    }
    let same = ct::eq(&expected.as_ref()[..found], tag);
    wipe(expected.as_mut());
    if same.declassify("whether a tag is valid is what its verification tells") {
        Ok(())
    } else {
        Err(TagError::Mismatch)
    }
}

impl<H: Hash> fmt::Debug for Hmac<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HMAC-{}(..)", H::NAME)
    }
}

impl<H: Hash> fmt::Debug for Key<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HMAC-{} key(..)", H::NAME)
    }
}

#[cfg(feature = "std")]
impl<H: Hash> std::io::Write for Hmac<H> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A tag is not that of the message under the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagError {
    /// Its length is not one that a tag may have.
    Length {
        /// The minimum number of bytes.
        least: usize,
        /// The maximum number of bytes.
        most: usize,
        /// The actual number of bytes.
        found: usize,
    },
    /// It has a valid length, but is not the tag of this message under this key.
    Mismatch,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { least, most, found } if least == most => {
                write!(f, "expected a tag of {most} bytes, found {found}")
            }
            Self::Length { least, most, found } => {
                write!(f, "expected a tag of {least} to {most} bytes, found {found}")
            }
            Self::Mismatch => f.write_str("the tag is not that of this message under this key"),
        }
    }
}

impl core::error::Error for TagError {}
