//! A container for secrets: wiped when dropped, silent in `Debug`, not comparable.
//!
//! ```
//! use carnelian::secret::Secret;
//! let key = Secret::new([7u8; 32]);
//! assert_eq!(format!("{key:?}"), "Secret(..)");
//! assert_eq!(key.declassify("example"), &[7u8; 32]);
//! ```
//! Secrets are compared with [`ct::eq`](crate::ct::eq), not with `==`, and cannot be copied by accident:
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
#![allow(unsafe_code)] // Changes the type of a box without a copy of what it holds.

#[cfg(any(feature = "cipher", feature = "curve", feature = "postquantum"))]
use super::random::{Random, RandomError};
use super::{memory, taint};
use core::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Data that can be secret: it can be wiped, and the constant-time checker can find its bytes.
pub trait Confidential: Zeroize {
    /// Calls `mark` with every region of memory that holds the secret.
    #[doc(hidden)]
    fn regions(&self, mark: fn(&[u8]));

    /// Like `zeroize`, but wipes all bytes at once where possible instead of byte by byte.
    #[doc(hidden)]
    fn wipe(&mut self) {
        self.zeroize();
    }
}

impl<const N: usize> Confidential for [u8; N] {
    fn regions(&self, mark: fn(&[u8])) {
        mark(self);
    }

    #[inline]
    fn wipe(&mut self) {
        memory::wipe(self);
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

/// Overwrites bytes with zeros, in a way the optimiser may not remove even when the bytes are never read again: for
/// secrets in the caller's own buffers. A [`Secret`] wipes itself.
///
/// ```
/// let mut line = *b"a passphrase";
/// carnelian::secret::wipe(&mut line);
/// assert_eq!(line, [0; 12]);
/// ```
#[inline]
pub fn wipe(bytes: &mut [u8]) {
    memory::wipe(bytes);
}

/// A secret value. It is wiped when dropped; it can be passed to constant-time code with [`expose`](Self::expose) and
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

    /// Tells the constant-time checker that the value is secret.
    #[inline(always)]
    fn mark(&mut self) {
        self.0.regions(taint::poison);
        taint::reload(&self.0);
    }

    /// Returns a container that holds nothing secret yet: it can be moved before it is written with
    /// [`write`](Self::write).
    #[cfg(feature = "postquantum")]
    #[inline(always)]
    pub(crate) const fn place(empty: T) -> Self {
        Self(empty)
    }

    /// Writes the secret in place.
    #[cfg(any(feature = "cipher", feature = "curve", feature = "postquantum"))]
    #[inline(always)]
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut T)) {
        write(&mut self.0);
        self.mark();
    }

    /// Returns the value, for computing with it in constant time. It stays secret.
    #[inline]
    #[must_use]
    pub fn expose(&self) -> &T {
        &self.0
    }

    /// Releases the value. `reason` states at the call site why it may become public.
    #[inline]
    #[must_use]
    pub fn declassify(&self, reason: &'static str) -> &T {
        let _ = reason;
        self.0.regions(taint::unpoison);
        taint::reload(&self.0)
    }
}

#[cfg(any(feature = "cipher", feature = "curve", feature = "postquantum"))]
impl<T: Confidential + AsMut<[u8]>> Secret<T> {
    /// Fills the secret with random bytes in place.
    pub(crate) fn draw(&mut self, random: &mut impl Random) -> Result<(), RandomError> {
        random.fill(self.0.as_mut())?;
        self.mark();
        Ok(())
    }
}

impl<const N: usize> Secret<[u8; N]> {
    /// Zeros, to be overwritten by a secret with [`write`](Self::write): the container can be moved before it holds
    /// anything.
    #[cfg(any(feature = "cipher", feature = "curve", feature = "postquantum"))]
    pub(crate) const ZEROED: Self = Self([0; N]);

    /// Returns a secret that `fill` writes in place, starting from zeros.
    ///
    /// # Errors
    /// The error of `fill`; the bytes it had written are wiped.
    pub fn build<E>(fill: impl FnOnce(&mut [u8; N]) -> Result<(), E>) -> Result<Self, E> {
        let mut secret = Self([0; N]);
        fill(&mut secret.0)?;
        secret.mark();
        Ok(secret)
    }
}

/// A secret that does not move in memory when its owner is moved: it is on the heap, where there is one.
#[cfg(any(feature = "composite", feature = "curve", feature = "postquantum"))]
pub(crate) struct Held<T>(#[cfg(feature = "alloc")] alloc::boxed::Box<T>, #[cfg(not(feature = "alloc"))] T);

#[cfg(any(feature = "composite", feature = "curve", feature = "postquantum"))]
impl<T> Held<T> {
    /// Returns a container that holds nothing secret yet: it is moved to its final location first, and written there. A
    /// constant is built there, without a copy on the stack.
    #[inline(always)]
    pub(crate) fn place(empty: T) -> Self {
        #[cfg(feature = "alloc")]
        let empty = {
            use alloc::boxed::Box;
            use core::mem::ManuallyDrop;
            // What has to be dropped if there is no memory would first be on the stack.
            let empty = Box::into_raw(Box::new(ManuallyDrop::new(empty)));
            // SAFETY: the pointer is that of a box, and `ManuallyDrop<T>` has the layout and the values of `T`.
            unsafe { Box::from_raw(empty.cast::<T>()) }
        };
        Self(empty)
    }

    /// Returns the content, for tests of what its drop leaves.
    #[cfg(test)]
    pub(crate) fn into_inner(self) -> T {
        #[cfg(feature = "alloc")]
        let inner = *self.0;
        #[cfg(not(feature = "alloc"))]
        let inner = self.0;
        inner
    }
}

#[cfg(any(feature = "composite", feature = "curve", feature = "postquantum"))]
impl<T> core::ops::Deref for Held<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

#[cfg(any(feature = "composite", feature = "curve", feature = "postquantum"))]
impl<T> core::ops::DerefMut for Held<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

#[cfg(any(feature = "composite", feature = "curve", feature = "postquantum"))]
impl<T: fmt::Debug> fmt::Debug for Held<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Confidential> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl<T: Confidential> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.wipe();
    }
}

impl<T: Confidential> ZeroizeOnDrop for Secret<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::testing::bytes_after_drop;

    #[test]
    fn a_dropped_secret_leaves_zeros() {
        assert_eq!(bytes_after_drop(Secret::new([0xa5u8; 48])), [0; 48]);
        let built = Secret::<[u8; 48]>::build(|bytes| {
            bytes.fill(0x5a);
            Ok::<_, ()>(())
        });
        assert_eq!(bytes_after_drop(built.unwrap()), [0; 48]);
    }

    /// For a secret on the heap the bytes on the heap are marked, not those of the container.
    #[test]
    fn the_checker_finds_the_bytes_on_the_heap() {
        use core::cell::Cell;
        std::thread_local!(static FOUND: Cell<(usize, usize)> = const { Cell::new((0, 0)) });
        let mark = |bytes: &[u8]| FOUND.set((bytes.as_ptr().addr(), bytes.len()));
        let bytes = std::vec![1u8, 2, 3];
        let address = bytes.as_ptr().addr();
        bytes.regions(mark);
        assert_eq!(FOUND.get(), (address, 3));
        bytes.into_boxed_slice().regions(mark);
        assert_eq!(FOUND.get(), (address, 3));
    }

    #[test]
    fn what_fails_to_be_built_is_not_there() {
        let failed = Secret::<[u8; 4]>::build(|bytes| {
            bytes[0] = 1;
            Err("no")
        });
        assert_eq!(failed.err(), Some("no"));
    }
}
