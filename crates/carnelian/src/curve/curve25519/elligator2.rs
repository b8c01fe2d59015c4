//! Elligator 2 seen from points and coordinates: what the scheme of that name is made of. Constant time throughout.

use super::edwards::EdwardsPoint;
use super::kernel::{self, Backend};
use super::tables;
use crate::base::ct::{self, Choice, Select};
use crate::base::secret::Secret;

/// The Montgomery coordinate of the point that a representative stands for.
pub(in crate::curve) fn map(representative: &[u8; 32]) -> [u8; 32] {
    kernel::elligator2_map(Backend::choose(), representative)
}

/// The representative of the point with the Montgomery coordinate `u`, and whether it has one: a coordinate of the twist
/// has none either.
pub(in crate::curve) fn inverse(u: &[u8; 32], tweak: u8) -> ([u8; 32], Choice) {
    let backend = Backend::choose();
    let (representative, exists) = kernel::elligator2_inverse(backend, u, tweak);
    (representative, exists & ct::eq(&kernel::elligator2_map(backend, &representative), u))
}

/// The representative of a point, and whether it has one.
pub(in crate::curve) fn inverse_of_point(point: &EdwardsPoint, tweak: u8) -> ([u8; 32], Choice) {
    kernel::elligator2_inverse_of_point(Backend::choose(), &point.0, tweak)
}

/// `k`·B and the multiple of a point of order 8 that the lowest bits of `low` say: a point of the whole group, where
/// `k`·B is of prime order.
pub(in crate::curve) fn mul_base_dirty(k: &[u8; 32], low: u8) -> Secret<EdwardsPoint> {
    let mut torsion = EdwardsPoint::IDENTITY;
    for (multiple, point) in (0..).zip(&tables::TORSION) {
        torsion = Select::select(ct::is_zero((low & 7) ^ multiple), torsion, EdwardsPoint(*point));
    }
    let torsion = Secret::new(torsion);
    let clean = Secret::new(EdwardsPoint::mul_base_bytes(k));
    Secret::new(*clean.expose() + *torsion.expose())
}

/// The point that map_to_curve(hash_to_field(...)) of RFC 9380 makes of 48 uniform bytes, not yet of prime order.
pub(in crate::curve) fn map_to_edwards(uniform: &[u8; 48]) -> EdwardsPoint {
    EdwardsPoint(kernel::elligator2_map_to_edwards(Backend::choose(), uniform))
}
