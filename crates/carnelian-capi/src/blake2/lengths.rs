//! BLAKE2 with every length of digests. The library has a type for each length; here is a table of them.

use crate::outputs::needs;
use crate::status::carnelian_status as Status;
use carnelian::hash::blake2::{B, Hasher, Mac, S, Variant};

/// BLAKE2 with digests of `LEN` bytes, with or without a key.
#[derive(Clone)]
pub enum Blake2<V: Variant, const LEN: usize> {
    /// Without a key.
    Plain(Hasher<V, LEN>),
    /// With a key.
    Keyed(Mac<V, LEN>),
}

impl<V: Variant, const LEN: usize> Blake2<V, LEN> {
    /// Starts a message. An empty key is none.
    ///
    /// # Errors
    /// `CARNELIAN_ERROR_LENGTH` if the key is too long.
    fn new(key: &[u8], salt: &V::Setting, personalization: &V::Setting) -> Result<Self, Status> {
        if key.is_empty() {
            return Ok(Self::Plain(Hasher::with(salt, personalization)));
        }
        Ok(Self::Keyed(Mac::with(key, salt, personalization)?))
    }

    fn update(&mut self, data: &[u8]) {
        match self {
            Self::Plain(hasher) => hasher.update(data),
            Self::Keyed(mac) => mac.update(data),
        }
    }

    /// Writes the digest to the first `LEN` bytes.
    fn finish(self, digest: &mut [u8]) {
        let mut computed = match self {
            Self::Plain(mut hasher) => hasher.finalize_reset(),
            Self::Keyed(mac) => mac.finalize(),
        };
        digest[..LEN].copy_from_slice(&computed);
        carnelian::secret::wipe(&mut computed);
    }
}

/// Returns a salt or a personalization; an empty one is zeros.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH` for any other length.
fn setting<const N: usize>(bytes: &[u8]) -> Result<[u8; N], Status> {
    needs(bytes.is_empty() || bytes.len() == N)?;
    Ok(bytes.first_chunk().copied().unwrap_or([0; N]))
}

/// Generates BLAKE2b or BLAKE2s with digests of any length from a table of the lengths.
macro_rules! any_length {
    ($(#[$doc:meta])* $Any:ident $V:ident; $($Length:ident $len:literal,)+) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub enum $Any {
            $(
                #[doc = concat!("With digests of ", $len, " bytes.")]
                $Length(Blake2<$V, $len>),
            )+
        }

        impl $Any {
            /// Starts a message.
            ///
            /// # Errors
            /// `CARNELIAN_ERROR_LENGTH`.
            pub(super) fn new(
                len: usize,
                key: &[u8],
                salt: &[u8],
                personalization: &[u8],
            ) -> Result<Self, Status> {
                let (salt, personalization) = (setting(salt)?, setting(personalization)?);
                match len {
                    $($len => Ok(Self::$Length(Blake2::new(key, &salt, &personalization)?)),)+
                    _ => Err(Status::CARNELIAN_ERROR_LENGTH),
                }
            }

            /// Absorbs more of the message.
            pub(super) fn update(&mut self, data: &[u8]) {
                match self {
                    $(Self::$Length(blake2) => blake2.update(data),)+
                }
            }

            /// Returns the number of bytes in the digest.
            pub(super) const fn len(&self) -> usize {
                match self {
                    $(Self::$Length(_) => $len,)+
                }
            }

            /// Writes the digest to the first bytes of `digest`, which has as many.
            pub(super) fn finish(self, digest: &mut [u8]) {
                match self {
                    $(Self::$Length(blake2) => blake2.finish(digest),)+
                }
            }
        }
    };
}

any_length! {
    /// BLAKE2b.
    AnyBlake2b B;
    L1 1, L2 2, L3 3, L4 4, L5 5, L6 6, L7 7, L8 8,
    L9 9, L10 10, L11 11, L12 12, L13 13, L14 14, L15 15, L16 16,
    L17 17, L18 18, L19 19, L20 20, L21 21, L22 22, L23 23, L24 24,
    L25 25, L26 26, L27 27, L28 28, L29 29, L30 30, L31 31, L32 32,
    L33 33, L34 34, L35 35, L36 36, L37 37, L38 38, L39 39, L40 40,
    L41 41, L42 42, L43 43, L44 44, L45 45, L46 46, L47 47, L48 48,
    L49 49, L50 50, L51 51, L52 52, L53 53, L54 54, L55 55, L56 56,
    L57 57, L58 58, L59 59, L60 60, L61 61, L62 62, L63 63, L64 64,
}

any_length! {
    /// BLAKE2s.
    AnyBlake2s S;
    L1 1, L2 2, L3 3, L4 4, L5 5, L6 6, L7 7, L8 8,
    L9 9, L10 10, L11 11, L12 12, L13 13, L14 14, L15 15, L16 16,
    L17 17, L18 18, L19 19, L20 20, L21 21, L22 22, L23 23, L24 24,
    L25 25, L26 26, L27 27, L28 28, L29 29, L30 30, L31 31, L32 32,
}
