//! Layer 0: the foundation of every primitive. It contains no cryptography.

#[cfg(feature = "kdf")]
pub(crate) mod aligned;
pub(crate) mod bytes;
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub(crate) mod checksum;
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub mod context;
pub mod cpu;
pub mod ct;
#[cfg(any(feature = "encoding", all(feature = "alloc", feature = "kdf")))]
pub(crate) mod digits;
pub(crate) mod dispatch;
#[cfg(any(
    feature = "kdf",
    feature = "threads",
    all(feature = "alloc", any(feature = "curve", feature = "postquantum"))
))]
pub(crate) mod division;
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub(crate) mod hex;
#[cfg(feature = "cipher")]
pub(crate) mod in_out;
pub(crate) mod lanes;
pub(crate) mod memory;
#[cfg(all(any(test, feature = "__internals"), target_arch = "x86_64", not(miri)))]
#[cfg_attr(not(feature = "__internals"), allow(unreachable_pub))]
pub(crate) mod own_stack;
#[cfg(all(feature = "alloc", feature = "kdf"))]
pub(crate) mod pages;
#[cfg(any(feature = "kdf", feature = "postquantum", feature = "threads", all(feature = "alloc", feature = "curve")))]
pub(crate) mod parallel;
pub mod random;
pub mod secret;
#[cfg_attr(not(feature = "__internals"), allow(unreachable_pub))]
pub mod taint;
#[cfg(test)]
pub(crate) mod testing;
