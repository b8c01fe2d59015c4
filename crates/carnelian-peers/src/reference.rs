//! The library that all others are compared with: it makes the keys, signatures and ciphertexts that operations take as
//! inputs. This crate does not depend on it, so a change of it compiles none of the peers again.

use crate::offers::Offers;
use std::sync::OnceLock;

static REFERENCE: OnceLock<fn() -> Offers> = OnceLock::new();

/// Names the library, by the function that returns its offers. Only the first call counts.
pub fn register(offers: fn() -> Offers) {
    REFERENCE.get_or_init(|| offers);
}

/// Returns the library's offers.
///
/// # Panics
/// Panics if no library was named.
pub(crate) fn offers() -> Offers {
    REFERENCE.get().expect("the library to compare with is registered first")()
}

/// Returns what `read` finds in the library's offer of type `O`.
///
/// # Panics
/// Panics if no library was named, or if it has no such offer.
pub(crate) fn of<O: 'static, R>(read: impl FnOnce(&O) -> R) -> R {
    read(offers().get().expect("the library to compare with offers everything"))
}
