//! A message authentication code in progress, of any algorithm.

use super::{
    CARNELIAN_KMAC_MIN_TAG_LEN, CARNELIAN_KMAC128, CARNELIAN_KMAC128_TAG_LEN, CARNELIAN_KMAC256,
    CARNELIAN_KMAC256_TAG_LEN, CARNELIAN_MAC_BLAKE2B, CARNELIAN_MAC_BLAKE2B_TAG_LEN, CARNELIAN_MAC_BLAKE2S,
    CARNELIAN_MAC_BLAKE2S_TAG_LEN, carnelian_mac_algorithm,
};
use crate::hash::{hashes, with_hash};
use crate::outputs::{needs, write_exactly};
use crate::status::carnelian_status as Status;
use carnelian::hash::Hash;
use carnelian::hash::blake2::{B, S, VariableHasher};
use carnelian::hash::hmac::Hmac;
use carnelian::hash::keccak::Kmac;
use carnelian_ffi::Caller;

/// A code in progress, with the number of bytes in its tag if that is fixed.
#[derive(Clone)]
pub(crate) struct Mac {
    any: Any,
    tag_len: Option<usize>,
}

/// Generates [`Any`].
macro_rules! any {
    ([] $($number:literal $Type:ident;)+) => {
        #[derive(Clone)]
        enum Any {
            $($Type(Hmac<carnelian::hash::$Type>),)+
            Kmac128(Kmac<128>),
            Kmac256(Kmac<256>),
            Blake2b(VariableHasher<B>),
            Blake2s(VariableHasher<S>),
        }

        impl Any {
            fn hmac(algorithm: carnelian_mac_algorithm, key: &[u8]) -> Result<Self, Status> {
                match algorithm {
                    $($number => Ok(Self::$Type(Hmac::new(key))),)+
                    _ => Err(Status::CARNELIAN_ERROR_ALGORITHM),
                }
            }

            fn update(&mut self, data: &[u8]) {
                match self {
                    $(Self::$Type(hmac) => hmac.update(data),)+
                    Self::Kmac128(kmac) => kmac.update(data),
                    Self::Kmac256(kmac) => kmac.update(data),
                    Self::Blake2b(blake2) => blake2.update(data),
                    Self::Blake2s(blake2) => blake2.update(data),
                }
            }

            /// Writes the tag, which may overlap the inputs unless it is that of KMAC.
            fn finalize_into(self, caller: &Caller, tag: *mut u8, tag_len: usize) -> Result<(), Status> {
                match self {
                    $(Self::$Type(hmac) => write_exactly(caller, tag, tag_len, &mut hmac.finalize()),)+
                    Self::Kmac128(kmac) => Ok(kmac.finalize_into(caller.output(tag, tag_len)?)),
                    Self::Kmac256(kmac) => Ok(kmac.finalize_into(caller.output(tag, tag_len)?)),
                    Self::Blake2b(blake2) => Ok(blake2.finalize_into(caller.output(tag, tag_len)?)?),
                    Self::Blake2s(blake2) => Ok(blake2.finalize_into(caller.output(tag, tag_len)?)?),
                }
            }

            fn verify(self, tag: &[u8]) -> Result<(), Status> {
                match self {
                    $(Self::$Type(hmac) => Ok(hmac.finalize_verify(tag)?),)+
                    Self::Kmac128(kmac) => long_enough(tag).and_then(|tag| Ok(kmac.verify(tag)?)),
                    Self::Kmac256(kmac) => long_enough(tag).and_then(|tag| Ok(kmac.verify(tag)?)),
                    Self::Blake2b(blake2) => compare(tag, |expected| Ok(blake2.finalize_into(expected)?)),
                    Self::Blake2s(blake2) => compare(tag, |expected| Ok(blake2.finalize_into(expected)?)),
                }
            }
        }
    };
}
hashes! { any [] }

/// Returns a tag of KMAC, which must not be so short that it can be guessed.
fn long_enough(tag: &[u8]) -> Result<&[u8], Status> {
    needs(tag.len() >= CARNELIAN_KMAC_MIN_TAG_LEN).map(|()| tag)
}

/// Compares a tag with the one that `write` computes, in constant time.
fn compare(tag: &[u8], write: impl FnOnce(&mut [u8]) -> Result<(), Status>) -> Result<(), Status> {
    let mut place = [0; CARNELIAN_MAC_BLAKE2B_TAG_LEN];
    let expected = place.get_mut(..tag.len()).ok_or(Status::CARNELIAN_ERROR_LENGTH)?;
    let verdict = write(expected).and_then(|()| match carnelian::ct::verify(tag, expected) {
        true => Ok(()),
        false => Err(Status::CARNELIAN_ERROR_AUTHENTICATION),
    });
    carnelian::secret::wipe(&mut place);
    verdict
}

/// Returns the number of bytes in a tag, where no other is asked for.
pub(super) fn tag_len(algorithm: carnelian_mac_algorithm) -> Result<usize, Status> {
    match algorithm {
        CARNELIAN_KMAC128 => Ok(CARNELIAN_KMAC128_TAG_LEN),
        CARNELIAN_KMAC256 => Ok(CARNELIAN_KMAC256_TAG_LEN),
        CARNELIAN_MAC_BLAKE2B => Ok(CARNELIAN_MAC_BLAKE2B_TAG_LEN),
        CARNELIAN_MAC_BLAKE2S => Ok(CARNELIAN_MAC_BLAKE2S_TAG_LEN),
        _ => with_hash!(algorithm, H => Ok(H::DIGEST_LEN)),
    }
}

/// Returns whether tags have any length.
pub(super) const fn has_any_length(algorithm: carnelian_mac_algorithm) -> bool {
    matches!(algorithm, CARNELIAN_KMAC128 | CARNELIAN_KMAC256)
}

impl Mac {
    /// Starts a message, with a tag of the algorithm's length if `tag_len` is none.
    pub(super) fn new(
        algorithm: carnelian_mac_algorithm,
        key: &[u8],
        customization: &[u8],
        tag_len: Option<usize>,
    ) -> Result<Self, Status> {
        if !customization.is_empty() && !has_any_length(algorithm) {
            return Err(Status::CARNELIAN_ERROR_ALGORITHM);
        }
        let default = self::tag_len(algorithm)?;
        let len = tag_len.unwrap_or(default);
        let any = match algorithm {
            CARNELIAN_KMAC128 => Any::Kmac128(Kmac::new(key, customization)),
            CARNELIAN_KMAC256 => Any::Kmac256(Kmac::new(key, customization)),
            CARNELIAN_MAC_BLAKE2B | CARNELIAN_MAC_BLAKE2S => {
                needs(!key.is_empty())?;
                match algorithm {
                    CARNELIAN_MAC_BLAKE2B => Any::Blake2b(VariableHasher::with(len, key, &[0; 16], &[0; 16])?),
                    _ => Any::Blake2s(VariableHasher::with(len, key, &[0; 8], &[0; 8])?),
                }
            }
            _ => {
                needs(len == default)?;
                Any::hmac(algorithm, key)?
            }
        };
        Ok(Self { any, tag_len: if has_any_length(algorithm) { tag_len } else { Some(len) } })
    }

    pub(super) fn update(&mut self, data: &[u8]) {
        self.any.update(data);
    }

    /// Writes the tag.
    pub(super) fn finalize_into(self, caller: &Caller, tag: *mut u8, tag_len: usize) -> Result<(), Status> {
        needs(self.tag_len.is_none_or(|len| len == tag_len))?;
        self.any.finalize_into(caller, tag, tag_len)
    }

    /// Compares the tag in constant time.
    pub(super) fn verify(self, tag: &[u8]) -> Result<(), Status> {
        needs(self.tag_len.is_none_or(|len| len == tag.len()))?;
        self.any.verify(tag)
    }

    /// Fills `out` with the output of KMACXOF.
    pub(super) fn read_xof(self, out: &mut [u8]) -> Result<(), Status> {
        match self.any {
            Any::Kmac128(kmac) => kmac.finalize_xof().fill(out),
            Any::Kmac256(kmac) => kmac.finalize_xof().fill(out),
            _ => return Err(Status::CARNELIAN_ERROR_ALGORITHM),
        }
        Ok(())
    }
}
