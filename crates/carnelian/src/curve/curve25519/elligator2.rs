//! The maps of Elligator 2 on points and coordinates. All are constant time.

use super::edwards::EdwardsPoint;
use super::kernel::{self, Backend};
use super::tables;
use crate::base::ct::{self, Choice, Select};
use crate::base::secret::Secret;

/// Returns the Montgomery coordinate of the point that a representative encodes.
pub(in crate::curve) fn map(representative: &[u8; 32]) -> [u8; 32] {
    kernel::elligator2_map(Backend::choose(), representative)
}

/// Returns the representative of the point with Montgomery coordinate `u`, and whether it has one. A coordinate of the
/// twist has none.
pub(in crate::curve) fn inverse(u: &[u8; 32], tweak: u8) -> ([u8; 32], Choice) {
    let backend = Backend::choose();
    let (representative, exists) = kernel::elligator2_inverse(backend, u, tweak);
    (representative, exists & ct::eq(&kernel::elligator2_map(backend, &representative), u))
}

/// Returns the representative of a point, and whether it has one.
pub(in crate::curve) fn inverse_of_point(point: &EdwardsPoint, tweak: u8) -> ([u8; 32], Choice) {
    kernel::elligator2_inverse_of_point(Backend::choose(), &point.0, tweak)
}

/// Returns `k`·B plus a multiple of a point of order 8, which the lowest three bits of `low` choose: a point of the
/// whole group, whereas `k`·B is of prime order.
pub(in crate::curve) fn mul_base_dirty(k: &[u8; 32], low: u8) -> Secret<EdwardsPoint> {
    let mut torsion = EdwardsPoint::IDENTITY;
    for (multiple, point) in (0..).zip(&tables::TORSION) {
        torsion = Select::select(ct::is_zero((low & 7) ^ multiple), torsion, EdwardsPoint(*point));
    }
    let torsion = Secret::new(torsion);
    let clean = Secret::new(EdwardsPoint::mul_base_bytes(k));
    Secret::new(*clean.expose() + *torsion.expose())
}

/// Returns the point of map_to_curve(hash_to_field(...)) of RFC 9380 for 48 uniformly random bytes. Its order is not
/// yet prime.
pub(in crate::curve) fn map_to_edwards(uniform: &[u8; 48]) -> EdwardsPoint {
    EdwardsPoint(kernel::elligator2_map_to_edwards(Backend::choose(), uniform))
}
