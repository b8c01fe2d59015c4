//! Operations on u-coordinates of the Montgomery form, curve25519, for X25519. All are constant time.

use super::kernel::{self, Backend};
use super::order::Words;
use super::scalar::Scalar;
use super::tables::L;
use crate::base::ct::{Choice, Select};
use crate::base::memory::wipe;
use crate::base::secret::Secret;

/// Returns the u-coordinate of `k` times the point with coordinate `u`: 0 if that is the identity element. `k` is a
/// multiple of 8 below 2²⁵⁵; the top bit of `u` is ignored.
pub(in crate::curve) fn mul(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    kernel::x25519(Backend::choose(), k, u)
}

/// Returns the u-coordinate of 1/`k` times the component of prime order of the point with coordinate `u`: the result of
/// [`mul`] for the inverse of `k` modulo L.
pub(in crate::curve) fn mul_inverse(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    let inverse = Secret::new(Secret::new(Scalar::from_bytes_mod_order(k)).expose().invert());
    mul(multiple_of_8(&inverse.expose().0).expose(), u)
}

/// Returns a multiple of 8 below 2²⁵⁵ that is ± the number modulo L: a point and its negative have the same coordinate.
pub(super) fn multiple_of_8(number: &Words) -> Secret<[u8; 32]> {
    // L ≡ 5 modulo 8, so that n + (3n mod 8)·L ≡ n + 15n ≡ 0. It is below 8L.
    let times = number[0].wrapping_mul(3) & 7;
    let sum = map_with_carry(0, |i, carry| carry + i128::from(number[i]) + i128::from(times) * i128::from(L[i]));
    // 8L is just above 2²⁵⁵, so if the sum is not below 2²⁵⁵, 8L minus the sum is small.
    let negated = map_with_carry(0, |i, carry| carry + (i128::from(L[i]) << 3) - i128::from(sum[i]));
    let words = Select::select(Choice::from_lsb(sum[3] >> 63), sum, negated);
    Secret::new(core::array::from_fn(|i| words[i / 8].to_le_bytes()[i % 8]))
}

/// Computes the words of a number, least significant first. `word` returns word `i` plus the carry out of it in the
/// upper half, given the carry into it.
fn map_with_carry(mut carry: i128, word: impl Fn(usize, i128) -> i128) -> Words {
    core::array::from_fn(|i| {
        let value = word(i, carry);
        carry = value >> 64;
        value as u64
    })
}

/// Returns the u-coordinate of `k` times the base point.
pub(in crate::curve) fn mul_base(k: &[u8; 32]) -> [u8; 32] {
    let backend = Backend::choose();
    let (mut point, mut out) = ([kernel::mul_base(backend, k)], [[0; 32]]);
    kernel::to_montgomery(backend, &point, &mut out);
    wipe(point.as_flattened_mut().as_flattened_mut());
    let [u] = out;
    u
}
