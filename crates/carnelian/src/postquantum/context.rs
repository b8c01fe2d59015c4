//! Contexts of signatures, FIPS 204 Section 5.2 and FIPS 205 Section 10.2.

use crate::base::context;

/// The purpose of a signature: 0 to 255 bytes that signer and verifier agree on, such as the name of a protocol. A
/// signature under one context is not valid under another. Where none is given, it is empty.
///
/// ML-DSA and SLH-DSA have the same contexts.
///
/// ```
/// use carnelian::postquantum::mldsa::Context;
/// let context = Context::new(b"example.org firmware v1")?;
/// assert_eq!(context.as_bytes().len(), 23);
/// assert_eq!(Context::new(&[0; 256]).unwrap_err().found, 256);
/// # Ok::<(), carnelian::context::ContextLengthError>(())
/// ```
pub type Context<'a> = context::Context<'a, 0>;
