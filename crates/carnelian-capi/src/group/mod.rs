//! The group of edwards25519 and Ristretto255, for protocols that are built on them.

mod arithmetic;
mod encoding;
mod scalar;

pub use arithmetic::*;
pub use encoding::*;
pub use scalar::*;

use crate::context::{Memory, fits, tag};
use crate::status::carnelian_status as Status;
use carnelian::curve::curve25519::{EdwardsPoint, RistrettoPoint, Scalar};
use carnelian_ffi::Caller;

/// A group.
pub type carnelian_group = u32;

/// The group of edwards25519, RFC 8032: it has points of small order.
pub const CARNELIAN_EDWARDS25519: carnelian_group = 1;
/// Ristretto255, RFC 9496: a group of prime order, whose elements have unique encodings.
pub const CARNELIAN_RISTRETTO255: carnelian_group = 2;

/// The number of bytes in the encoding of a point.
pub const CARNELIAN_POINT_LEN: usize = 32;
/// The number of bytes in a scalar, an integer modulo the order of the base point in little-endian order. Where a scalar
/// is an input, any 32 bytes are one: they are taken modulo that order.
pub const CARNELIAN_SCALAR_LEN: usize = 32;

const LEN: usize = 32;

/// The number of bytes in a `carnelian_point`.
pub const CARNELIAN_POINT_SIZE: usize = 256;
/// The alignment of a `carnelian_point`.
pub const CARNELIAN_POINT_ALIGN: usize = 8;

/// A point of edwards25519 or an element of Ristretto255. Copy it with `carnelian_point_copy`, not byte by byte.
/// Operations take constant time unless their names say otherwise.
#[repr(C)]
pub struct carnelian_point {
    opaque: [u64; 32],
}

#[derive(Clone, Copy)]
pub(crate) enum AnyPoint {
    Edwards(EdwardsPoint),
    Ristretto(RistrettoPoint),
}

// SAFETY: an array of words.
#[allow(unsafe_code)]
unsafe impl Memory for carnelian_point {
    type Value = AnyPoint;
    const TAG: u64 = tag(b"point   ");
}

const _: () = assert!(fits::<carnelian_point>() && size_of::<carnelian_point>() == CARNELIAN_POINT_SIZE);
const _: () = assert!(align_of::<carnelian_point>() <= CARNELIAN_POINT_ALIGN);

impl From<EdwardsPoint> for AnyPoint {
    fn from(point: EdwardsPoint) -> Self {
        Self::Edwards(point)
    }
}

impl From<RistrettoPoint> for AnyPoint {
    fn from(point: RistrettoPoint) -> Self {
        Self::Ristretto(point)
    }
}

/// Evaluates an expression with the type `$P` as that of the points of the group with a number from C.
macro_rules! with_group {
    ($number:expr, $P:ident => $body:expr) => {
        match $number {
            $crate::group::CARNELIAN_EDWARDS25519 => {
                type $P = ::carnelian::curve::curve25519::EdwardsPoint;
                $body
            }
            $crate::group::CARNELIAN_RISTRETTO255 => {
                type $P = ::carnelian::curve::curve25519::RistrettoPoint;
                $body
            }
            _ => Err($crate::status::carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    };
}
use with_group;

/// Evaluates an expression with `$point` as the point of either group.
macro_rules! with_point {
    ($value:expr, $point:ident => $body:expr) => {
        match $value {
            $crate::group::AnyPoint::Edwards($point) => $body,
            $crate::group::AnyPoint::Ristretto($point) => $body,
        }
    };
}
use with_point;

impl AnyPoint {
    /// Returns the point, if it is one of edwards25519.
    fn edwards(&self) -> Result<&EdwardsPoint, Status> {
        match self {
            Self::Edwards(point) => Ok(point),
            Self::Ristretto(_) => Err(Status::CARNELIAN_ERROR_KEY_KIND),
        }
    }

    /// Returns the point, if it is an element of Ristretto255.
    fn ristretto(&self) -> Result<&RistrettoPoint, Status> {
        match self {
            Self::Ristretto(point) => Ok(point),
            Self::Edwards(_) => Err(Status::CARNELIAN_ERROR_KEY_KIND),
        }
    }
}

/// Returns the scalar at `bytes`.
fn scalar_at(caller: &Caller, bytes: *const u8) -> Result<Scalar, Status> {
    Ok(Scalar::from_bytes_mod_order(caller.array(bytes)?))
}
