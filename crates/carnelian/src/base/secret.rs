//! A container for secrets: wiped when dropped, silent in `Debug`, not comparable.
//!
//! ```
//! use carnelian::secret::Secret;
//! let key = Secret::new([7u8; 32]);
//! assert_eq!(format!("{key:?}"), "Secret(..)");
//! assert_eq!(key.declassify("example"), &[7u8; 32]);
//! ```
//! Secrets are compared with [`ct::eq`](crate::ct::eq), not with `==`, and are not copied by accident:
//!
//! ```compile_fail,E0369
//! let key = carnelian::secret::Secret::new([7u8; 32]);
//! let _ = key == key;
//! ```
//! ```compile_fail,E0382
//! let key = carnelian::secret::Secret::new([7u8; 32]);
//! drop(key);
//! drop(key);
//! ```
//! ```compile_fail,E0277
//! println!("{}", carnelian::secret::Secret::new([7u8; 32]));
//! ```
//! ```
//! let key = carnelian::secret::Secret::new([7u8; 32]); // the misuses above, used well
//! let _ = carnelian::ct::eq(key.expose(), key.expose());
//! drop(key);
//! ```

use super::taint;
use core::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Data that can be a secret: it can be wiped, and the constant-time checker can find its bytes.
pub trait Confidential: Zeroize {
    /// Calls `mark` with every region of memory that holds the secret.
    #[doc(hidden)]
    fn regions(&self, mark: fn(&[u8]));
}

impl<const N: usize> Confidential for [u8; N] {
    fn regions(&self, mark: fn(&[u8])) {
        mark(self);
    }
}

#[cfg(feature = "alloc")]
impl Confidential for alloc::vec::Vec<u8> {
    fn regions(&self, mark: fn(&[u8])) {
        mark(self);
    }
}

#[cfg(feature = "alloc")]
impl Confidential for alloc::boxed::Box<[u8]> {
    fn regions(&self, mark: fn(&[u8])) {
        mark(self);
    }
}

/// A secret value. It is wiped when dropped; it can be handed to constant-time code with [`expose`](Self::expose) and
/// released with [`declassify`](Self::declassify).
///
/// A move in Rust copies bytes and leaves the old ones behind, so build large secrets in place ([`Secret::build`]) and
/// keep long-lived ones in a `Box`.
pub struct Secret<T: Confidential>(T);

impl<T: Confidential> Secret<T> {
    /// Makes `value` a secret.
    #[inline]
    #[must_use]
    pub fn new(value: T) -> Self {
        let mut secret = Self(value);
        secret.mark();
        secret
    }

    /// Says to the constant-time checker that this is secret.
    #[inline(always)]
    fn mark(&mut self) {
        self.0.regions(taint::poison);
        taint::reload(&self.0);
    }

    /// The value, for computing with it in constant time. It stays secret.
    #[inline]
    #[must_use]
    pub fn expose(&self) -> &T {
        &self.0
    }

    /// The value, released. `reason` says at the call why it may be known.
    #[inline]
    #[must_use]
    pub fn declassify(&self, reason: &'static str) -> &T {
        let _ = reason;
        self.0.regions(taint::unpoison);
        taint::reload(&self.0)
    }
}

impl<const N: usize> Secret<[u8; N]> {
    /// A secret that `fill` writes in place, starting from zeros.
    ///
    /// # Errors
    /// The error of `fill`; what it had written is wiped.
    pub fn build<E>(fill: impl FnOnce(&mut [u8; N]) -> Result<(), E>) -> Result<Self, E> {
        let mut secret = Self([0; N]);
        fill(&mut secret.0)?;
        secret.mark();
        Ok(secret)
    }
}

impl<T: Confidential> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl<T: Confidential> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl<T: Confidential> ZeroizeOnDrop for Secret<T> {}
