//! Keys and signatures as bytes, FIPS 204 Section 7.2, Algorithms 22 to 28, and hints, Algorithms 20 and 21.

use super::parameters::{Parameters, T0_LEN, T1_LEN};
use super::ring::kernel::Backend;
use super::ring::packing::Packing;
use super::ring::polynomial::{N, Poly};
use crate::base::ct::{self, Choice};
use core::marker::PhantomData;

/// Algorithm 23, pkDecode(pk), the first part: ρ.
pub(super) fn rho_of<P: Parameters>(pk: &P::PublicKeyBytes) -> &[u8; 32] {
    pk.as_ref().first_chunk().expect("a public key begins with 32 bytes")
}

/// Algorithm 23, pkDecode(pk), the second part: writes row `row` of t₁.
pub(super) fn unpack_t1<P: Parameters>(backend: Backend, pk: &P::PublicKeyBytes, row: usize, t1: &mut Poly) {
    backend.unpack(Packing::T1, &pk.as_ref()[32 + row * T1_LEN..][..T1_LEN], t1);
}

/// Returns the packed polynomials of an expanded private key: s₁, s₂ and t₀. Before them are ρ, K and tr, 128 bytes.
pub(super) fn secret_parts<P: Parameters>(sk: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let (s1, rest) = sk[128..].split_at(P::L * P::ETA_LEN);
    let (s2, t0) = rest.split_at(P::K * P::ETA_LEN);
    debug_assert!(t0.len() == P::K * T0_LEN);
    (s1, s2, t0)
}

/// Like [`secret_parts`], but mutable: for Algorithm 24, skEncode(ρ, K, tr, s₁, s₂, t₀).
pub(super) fn secret_parts_mut<P: Parameters>(sk: &mut [u8]) -> (&mut [u8], &mut [u8], &mut [u8]) {
    let (s1, rest) = sk[128..].split_at_mut(P::L * P::ETA_LEN);
    let (s2, t0) = rest.split_at_mut(P::K * P::ETA_LEN);
    (s1, s2, t0)
}

/// Packs polynomials one after the other.
pub(super) fn pack_all(backend: Backend, packing: Packing, polys: &[Poly], bytes: &mut [u8]) {
    // Chunks of a length that the compiler does not know would need a division, which a scan of the machine code cannot
    // tell from one of a secret.
    let mut rest = bytes;
    for poly in polys {
        let (bytes, after) = rest.split_at_mut(packing.len());
        backend.pack(packing, poly, bytes);
        rest = after;
    }
}

/// Unpacks polynomials one after the other.
pub(super) fn unpack_all(backend: Backend, packing: Packing, bytes: &[u8], polys: &mut [Poly]) {
    let mut rest = bytes;
    for poly in polys {
        let (bytes, after) = rest.split_at(packing.len());
        backend.unpack(packing, bytes, poly);
        rest = after;
    }
}

/// Returns whether all coefficients of s₁ and s₂, as unpacked in Algorithm 25, skDecode(sk), are between −η and η. Other
/// encodings are those of no key.
pub(super) fn are_short(backend: Backend, eta: i32, polys: &[Poly]) -> Choice {
    let beyond = polys.iter().fold(0, |beyond, poly| beyond | backend.exceeds(poly, eta + 1));
    !Choice::from_lsb(beyond.cast_unsigned() >> 31)
}

/// Returns the parts of a signature, Algorithm 27, sigDecode(σ): c̃, the packed z, and the packed hint.
pub(super) fn signature_parts<P: Parameters>(signature: &P::SignatureBytes) -> (&[u8], &[u8], &[u8]) {
    let (c_tilde, rest) = signature.as_ref().split_at(P::C_TILDE_LEN);
    let (z, hint) = rest.split_at(P::L * P::Z_LEN);
    (c_tilde, z, hint)
}

/// Like [`signature_parts`], but mutable: for Algorithm 26, sigEncode(c̃, z, h).
pub(super) fn signature_parts_mut<P: Parameters>(
    signature: &mut P::SignatureBytes,
) -> (&mut [u8], &mut [u8], &mut [u8]) {
    let (c_tilde, rest) = signature.as_mut().split_at_mut(P::C_TILDE_LEN);
    let (z, hint) = rest.split_at_mut(P::L * P::Z_LEN);
    (c_tilde, z, hint)
}

/// Algorithm 20, HintBitPack(h). Needs polynomials with coefficients 0 and 1, and at most ω ones; they are public.
pub(super) fn hint_bit_pack<P: Parameters>(h: &[Poly], y: &mut [u8]) {
    y.fill(0); // 1.
    let mut index = 0; // 2.
    for (i, h) in h.iter().enumerate() {
        for j in (0..N).filter(|j| ct::declassify(h.0[*j], "a signature is public") != 0) {
            y[index] = j as u8; // 6.
            index += 1; // 7.
        }
        y[P::OMEGA + i] = index as u8; // 10.
    }
}

/// A hint: the public positions of its ones.
pub(super) struct Hint<'s, P> {
    y: &'s [u8],
    parameters: PhantomData<P>,
}

impl<'s, P: Parameters> Hint<'s, P> {
    /// Algorithm 21, HintBitUnpack(y). Returns `None` for bytes that [`hint_bit_pack`] does not return.
    pub(super) fn decode(y: &'s [u8]) -> Option<Self> {
        let (positions, ends) = y.split_at(P::OMEGA);
        let mut index = 0; // 2.
        for end in ends.iter().map(|end| usize::from(*end)) {
            if end < index || end > P::OMEGA {
                return None; // 4.
            }
            if !positions[index..end].is_sorted_by(|a, b| a < b) {
                return None; // 9.
            }
            index = end;
        }
        let is_padded = positions[index..].iter().all(|byte| *byte == 0); // 16. to 18.
        is_padded.then_some(Self { y, parameters: PhantomData })
    }

    /// Returns the positions of the ones in row `row`.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let (positions, ends) = self.y.split_at(P::OMEGA);
        let first = if row == 0 { 0 } else { usize::from(ends[row - 1]) };
        positions[first..usize::from(ends[row])].iter().map(|position| usize::from(*position))
    }
}
