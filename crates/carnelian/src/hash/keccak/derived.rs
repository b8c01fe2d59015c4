//! cSHAKE and KMAC, SP 800-185 Sections 2 to 4.

use super::kernel::Backend;
use super::reader::{Reader, STACK};
use super::sponge::{Parameters, Sponge, Squeeze};
use crate::base::ct::{self, Choice};
use crate::base::memory::{wipe, wiping_stack};
use crate::error::InvalidTag;
use crate::hash::functions::Xof;
use core::fmt;

/// cSHAKE128: SHAKE128 with a function name and a customization string.
pub type CShake128 = CShake<128>;

/// cSHAKE256: SHAKE256 with a function name and a customization string.
pub type CShake256 = CShake<256>;

/// KMAC128: authentication tags of any length under keys of any length, with 128 bits of security if the key has at
/// least 16 bytes.
pub type Kmac128 = Kmac<128>;

/// KMAC256: authentication tags of any length under keys of any length, with 256 bits of security if the key has at
/// least 32 bytes.
pub type Kmac256 = Kmac<256>;

/// Customizable SHAKE with a security strength of 128 or 256 bits, SP 800-185 Section 3. Use it as [`CShake128`],
/// [`CShake256`].
///
/// Functions with different function names, which NIST assigns to functions built on cSHAKE, or different customization
/// strings, which the user chooses, are unrelated. All strings may have any length. Time depends only on the lengths.
/// The state is wiped when dropped.
///
/// ```
/// use carnelian::hash::{CShake128, Shake128};
/// let (mut ours, mut theirs) = ([0; 32], [0; 32]);
/// let mut cshake = CShake128::new(b"", b"Email Signature");
/// cshake.update(b"message");
/// cshake.finalize().fill(&mut ours);
/// Shake128::hash(b"message", &mut theirs);
/// assert_ne!(ours, theirs);
///
/// // Without a name and a customization it is SHAKE.
/// let mut cshake = CShake128::new(b"", b"");
/// cshake.update(b"message");
/// cshake.finalize().fill(&mut ours);
/// assert_eq!(ours, theirs);
/// ```
#[derive(Clone)]
pub struct CShake<const SECURITY: usize> {
    sponge: Sponge,
    parameters: Parameters,
}

impl<const SECURITY: usize> CShake<SECURITY> {
    /// Creates the function with this name and customization, for an empty message.
    #[must_use]
    #[inline(never)]
    pub fn new(function_name: &[u8], customization: &[u8]) -> Self {
        wiping_stack::<STACK, _>(|| Self::customized(function_name, customization))
    }

    fn customized(function_name: &[u8], customization: &[u8]) -> Self {
        let mut sponge = Sponge::new();
        // 3.3, step 1: if both are empty, it is SHAKE.
        if function_name.is_empty() && customization.is_empty() {
            return Self { sponge, parameters: const { Parameters::shake(SECURITY) } };
        }
        // 2. bytepad(encode_string(N) ‖ encode_string(S), rate) comes first.
        let parameters = const { Parameters::cshake(SECURITY) };
        bytepad(&mut sponge, parameters.rate, &[function_name, customization]);
        Self { sponge, parameters }
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.sponge.absorb(self.parameters.rate, data);
    }

    /// Returns a reader of the output for the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> Reader<SECURITY> {
        wiping_stack::<STACK, _>(|| Reader::new(self.finish()))
    }

    fn finish(&mut self) -> Squeeze {
        self.sponge.finish(self.parameters)
    }
}

impl<const SECURITY: usize> Xof for CShake<SECURITY> {
    const NAME: &'static str = if SECURITY == 128 { "cSHAKE128" } else { "cSHAKE256" };
    const BLOCK_LEN: usize = Parameters::cshake(SECURITY).rate;
    type Reader = Reader<SECURITY>;

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize(self) -> Reader<SECURITY> {
        self.finalize()
    }

    fn backend() -> &'static str {
        Backend::choose().name()
    }
}

impl<const SECURITY: usize> zeroize::ZeroizeOnDrop for CShake<SECURITY> {}

impl<const SECURITY: usize> fmt::Debug for CShake<SECURITY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}

/// KMAC with a security strength of 128 or 256 bits, SP 800-185 Section 4. Use it as [`Kmac128`], [`Kmac256`].
///
/// A key may have any length; one that is shorter than the security strength, 16 or 32 bytes, limits the security to
/// its own length. Tags of different lengths are unrelated: a short tag is not the start of a longer one. Time depends
/// only on the lengths and the result of [`verify`](Self::verify). The state is wiped when dropped.
///
/// ```
/// use carnelian::hash::Kmac128;
/// let key = [7; 16];
/// let mut kmac = Kmac128::new(&key, b"");
/// kmac.update(b"a message");
/// let tag: [u8; 32] = kmac.clone().finalize();
/// kmac.verify(&tag)?;
/// # Ok::<(), carnelian::InvalidTag>(())
/// ```
#[derive(Clone)]
pub struct Kmac<const SECURITY: usize> {
    cshake: CShake<SECURITY>,
}

impl<const SECURITY: usize> Kmac<SECURITY> {
    /// The minimum number of bytes in a tag for [`verify`](Self::verify): SP 800-185 Section 8.4.2 requires 32 bits.
    pub const SHORTEST_TAG_LEN: usize = 4;

    /// Creates the function with a key and a customization string, which may be empty, for an empty message. Both are
    /// absorbed here, so that clones of the result can authenticate further messages under the same key.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8], customization: &[u8]) -> Self {
        wiping_stack::<STACK, _>(|| {
            // 4.3, step 1: newX = bytepad(encode_string(K), rate) ‖ X ‖ right_encode(L)
            // 2. cSHAKE(newX, L, "KMAC", S)
            let mut cshake = CShake::customized(b"KMAC", customization);
            bytepad(&mut cshake.sponge, cshake.parameters.rate, &[key]);
            Self { cshake }
        })
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.cshake.update(data);
    }

    /// Returns the tag of `LEN` bytes for the message.
    #[must_use]
    pub fn finalize<const LEN: usize>(self) -> [u8; LEN] {
        let mut tag = [0; LEN];
        self.finalize_into(&mut tag);
        tag
    }

    /// Fills `tag` with the tag of its length for the message.
    pub fn finalize_into(mut self, tag: &mut [u8]) {
        self.squeeze(tag.len()).fill(const { Parameters::cshake(SECURITY).rate }, tag);
    }

    /// Returns a reader of KMACXOF128 or KMACXOF256, Section 4.3.1, whose output does not depend on how much of it is
    /// read.
    #[must_use]
    #[inline(never)]
    pub fn finalize_xof(mut self) -> Reader<SECURITY> {
        wiping_stack::<STACK, _>(|| Reader::new(self.squeeze(0)))
    }

    /// Checks that `tag` is the tag of its length for the message. Time depends only on the lengths.
    ///
    /// # Errors
    /// [`InvalidTag`] if it is not, or is shorter than [`SHORTEST_TAG_LEN`](Self::SHORTEST_TAG_LEN).
    pub fn verify(mut self, tag: &[u8]) -> Result<(), InvalidTag> {
        if tag.len() < Self::SHORTEST_TAG_LEN {
            return Err(InvalidTag);
        }
        let mut squeeze = self.squeeze(tag.len());
        let mut expected = [0; 32];
        let mut equal = Choice::TRUE;
        for piece in tag.chunks(expected.len()) {
            let expected = &mut expected[..piece.len()];
            squeeze.fill(const { Parameters::cshake(SECURITY).rate }, expected);
            equal = equal & ct::eq(expected, piece);
        }
        wipe(&mut expected);
        if equal.declassify("whether a tag is valid is public") { Ok(()) } else { Err(InvalidTag) }
    }

    /// Ends the message, for an output of `len` bytes, or an unlimited one if `len` is 0.
    fn squeeze(&mut self, len: usize) -> Squeeze {
        self.cshake.update(RightEncoded::new(8 * len as u128).bytes());
        self.cshake.finish()
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend() -> &'static str {
        Backend::choose().name()
    }
}

impl<const SECURITY: usize> zeroize::ZeroizeOnDrop for Kmac<SECURITY> {}

impl<const SECURITY: usize> fmt::Debug for Kmac<SECURITY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if SECURITY == 128 { "KMAC128(..)" } else { "KMAC256(..)" })
    }
}

/// Absorbs bytepad(encode_string(S₁) ‖ encode_string(S₂) ‖ …, rate), Section 2.3.3. The sponge is at the start of a
/// block.
fn bytepad(sponge: &mut Sponge, rate: usize, strings: &[&[u8]]) {
    sponge.absorb(rate, LeftEncoded::new(rate as u128).bytes());
    for string in strings {
        // Section 2.3.2, encode_string(S): the length in bits, and the string.
        sponge.absorb(rate, LeftEncoded::new(8 * string.len() as u128).bytes());
        sponge.absorb(rate, string);
    }
    sponge.fill_block(rate);
}

/// The maximum number of bytes in an encoding: a big-endian number, and one byte for its length.
const ENCODED_LEN: usize = 16 + 1;

/// Section 2.3.1, left_encode(x).
struct LeftEncoded([u8; ENCODED_LEN], usize);

impl LeftEncoded {
    fn new(x: u128) -> Self {
        let (mut bytes, start) = ([0; ENCODED_LEN], 16 - significant(x));
        bytes[1..].copy_from_slice(&x.to_be_bytes());
        bytes[start] = significant(x) as u8;
        Self(bytes, start)
    }

    fn bytes(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

/// Section 2.3.1, right_encode(x).
struct RightEncoded([u8; ENCODED_LEN], usize);

impl RightEncoded {
    fn new(x: u128) -> Self {
        let mut bytes = [0; ENCODED_LEN];
        bytes[..16].copy_from_slice(&x.to_be_bytes());
        bytes[16] = significant(x) as u8;
        Self(bytes, 16 - significant(x))
    }

    fn bytes(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

/// Step 1 of both: returns the number of bytes of x, at least one.
fn significant(x: u128) -> usize {
    (u128::BITS - x.leading_zeros()).div_ceil(8).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard's examples, 10000000 and 00000001 with the lowest bit first, and lengths around each byte.
    #[test]
    fn numbers_are_encoded_as_the_standard_says() {
        for (x, number) in [
            (0, &[0][..]),
            (1, &[1]),
            (255, &[255]),
            (256, &[1, 0]),
            (65535, &[255, 255]),
            (65536, &[1, 0, 0]),
            (u128::MAX, &[255; 16]),
        ] {
            let count = [number.len() as u8];
            assert_eq!(LeftEncoded::new(x).bytes(), [&count[..], number].concat());
            assert_eq!(RightEncoded::new(x).bytes(), [number, &count[..]].concat());
        }
    }
}
