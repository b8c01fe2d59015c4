//! expand_message_xmd with SHA-512, RFC 9380 Section 5.3.1.

use crate::base::secret::Secret;
use crate::error::LengthRangeError;
use crate::hash::Sha512;

/// Bytes in a digest, b_in_bytes.
const B: usize = 64;

/// Bytes in a block of the hash function, s_in_bytes.
const S: usize = 128;

/// Computes expand_message_xmd(msg, DST, LEN). Takes time that depends only on the lengths.
pub(super) fn expand_message<const LEN: usize>(
    message: &[u8],
    dst: &[u8],
) -> Result<Secret<[u8; LEN]>, LengthRangeError> {
    // 1. and 2. The number of a block fits in a byte.
    const { assert!(LEN <= 255 * B) };
    LengthRangeError::check("domain separation tag", 1..=255, dst.len())?;
    // 3. DST_prime = DST ‖ I2OSP(len(DST), 1).
    let dst_len = [dst.len() as u8];
    // 4. to 7. b_0 = H(Z_pad ‖ msg ‖ I2OSP(LEN, 2) ‖ I2OSP(0, 1) ‖ DST_prime).
    let b_0 = digest(&[&[0; S], message, &(LEN as u16).to_be_bytes(), &[0], dst, &dst_len]);
    // 8. to 10. b_i = H(strxor(b_0, b_(i − 1)) ‖ I2OSP(i, 1) ‖ DST_prime), where b_1 has b_0 instead of the XOR.
    let mut b_i = Secret::new([0; B]);
    let Ok(uniform) = Secret::build(|uniform: &mut [u8; LEN]| {
        for (i, block) in (1u8..=255).zip(uniform.chunks_mut(B)) {
            let sum = Secret::new(core::array::from_fn::<_, B, _>(|at| b_0.expose()[at] ^ b_i.expose()[at]));
            b_i = digest(&[sum.expose(), &[i], dst, &dst_len]);
            block.copy_from_slice(&b_i.expose()[..block.len()]);
        }
        Ok::<_, core::convert::Infallible>(())
    });
    Ok(uniform)
}

/// Returns SHA-512 of the concatenated parts.
fn digest(parts: &[&[u8]]) -> Secret<[u8; B]> {
    let mut hasher = Sha512::new();
    parts.iter().for_each(|part| hasher.update(part));
    let Ok(digest) = Secret::build(|digest| {
        *digest = hasher.finalize_reset();
        Ok::<_, core::convert::Infallible>(())
    });
    digest
}
