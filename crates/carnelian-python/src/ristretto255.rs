//! `carnelian.ristretto255`, RFC 9496.

use crate::buffer::{Input, exposed};
use crate::error::Result;
use crate::public;
use carnelian::curve::curve25519::{NonCanonicalScalar, NotRistretto, RistrettoPoint, Scalar as Number};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

crate::error::classes! {
    NonCanonicalScalar => InvalidKey,
    NotRistretto => InvalidKey,
}

/// A number modulo the order of the group. It may be secret: it is wiped when freed, does not show itself, and is
/// compared in constant time.
///
/// >>> from carnelian.ristretto255 import Scalar
/// >>> Scalar(2) * Scalar(3) + Scalar(1) == Scalar(7)
/// True
#[pyclass(frozen, module = "carnelian.ristretto255")]
struct Scalar(Box<Secret<Number>>);

impl Scalar {
    fn of(number: Number) -> Self {
        Self(Box::new(Secret::new(number)))
    }

    fn number(&self) -> Number {
        *self.0.expose()
    }
}

#[pymethods]
impl Scalar {
    /// Makes the scalar of a number below 2**64.
    #[new]
    #[pyo3(signature = (number, /))]
    fn new(number: u64) -> Self {
        Self::of(Number::from(number))
    }

    /// Returns a new scalar, uniform.
    #[staticmethod]
    fn random() -> Result<Self> {
        Ok(Self::of(Number::random(&mut OsRandom)?))
    }

    /// Returns the scalar of 32 bytes, little-endian.
    ///
    /// Raises InvalidKey if they are not below the order.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self::of(Number::from_canonical_bytes(data.secret("scalar")?.expose())?))
    }

    /// Returns the scalar of 64 uniform bytes, such as a digest, reduced modulo the order.
    #[staticmethod]
    fn from_uniform_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self::of(Number::from_bytes_mod_order_wide(data.secret("uniform bytes")?.expose())))
    }

    /// Returns the scalar as 32 bytes, little-endian.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        exposed(py, &Secret::new(self.number().to_bytes()))
    }

    /// Returns the inverse, which is zero for zero.
    fn invert(&self) -> Self {
        Self::of(self.number().invert())
    }

    /// Returns whether the scalar is zero.
    fn is_zero(&self) -> bool {
        self.number().is_zero().declassify("the caller in Python asks for it")
    }

    fn __add__(&self, other: &Self) -> Self {
        Self::of(self.number() + other.number())
    }

    fn __sub__(&self, other: &Self) -> Self {
        Self::of(self.number() - other.number())
    }

    fn __mul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(Bound::new(py, Self::of(self.number() * other.get().number()))?.into_any());
        }
        if let Ok(point) = other.cast::<Point>() {
            return Ok(Bound::new(py, point.get().times(py, self))?.into_any());
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    fn __neg__(&self) -> Self {
        Self::of(-self.number())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.number().equals(&other.number()).declassify("the caller in Python asks for it")
    }
}

/// An element of the group.
///
/// >>> from carnelian.ristretto255 import Point, Scalar
/// >>> a, b = Scalar.random(), Scalar.random()
/// >>> Point.mul_base(a) * b == b * Point.mul_base(a) == Point.mul_base(a * b)
/// True
#[pyclass(frozen, module = "carnelian.ristretto255")]
struct Point(Box<RistrettoPoint>);

impl Point {
    fn of(point: RistrettoPoint) -> Self {
        Self(Box::new(point))
    }

    fn times(&self, py: Python<'_>, scalar: &Scalar) -> Self {
        Self::of(py.detach(|| *self.0 * scalar.number()))
    }
}

#[pymethods]
impl Point {
    /// Returns the identity element.
    #[staticmethod]
    fn identity() -> Self {
        Self::of(RistrettoPoint::IDENTITY)
    }

    /// Returns the generator.
    #[staticmethod]
    fn generator() -> Self {
        Self::of(RistrettoPoint::BASE)
    }

    /// Returns the product of *scalar* and the generator, faster than by multiplication.
    #[staticmethod]
    #[pyo3(signature = (scalar, /))]
    fn mul_base(py: Python<'_>, scalar: &Scalar) -> Self {
        Self::of(py.detach(|| RistrettoPoint::mul_base(scalar.0.expose())))
    }

    /// Returns a new element, uniform, whose logarithm is unknown.
    #[staticmethod]
    fn random() -> Result<Self> {
        Ok(Self::of(RistrettoPoint::random(&mut OsRandom)?))
    }

    /// Returns the element of 32 bytes.
    ///
    /// Raises InvalidKey if they are no canonical encoding of one.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self::of(RistrettoPoint::decompress(&data.array("element")?)?))
    }

    /// Returns the element of 64 uniform bytes, such as a digest: a hash to the group.
    #[staticmethod]
    fn from_uniform_bytes(data: Input<'_>) -> Result<Self> {
        Ok(Self::of(RistrettoPoint::from_uniform_bytes(data.secret("uniform bytes")?.expose())))
    }

    /// Returns the encoding, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.compress())
    }

    /// Returns whether this is the identity element.
    fn is_identity(&self) -> bool {
        self.0.is_identity().declassify("the caller in Python asks for it")
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py)
    }

    fn __add__(&self, other: &Self) -> Self {
        Self::of(*self.0 + *other.0)
    }

    fn __sub__(&self, other: &Self) -> Self {
        Self::of(*self.0 - *other.0)
    }

    fn __mul__(&self, py: Python<'_>, scalar: &Scalar) -> Self {
        self.times(py, scalar)
    }

    fn __neg__(&self) -> Self {
        Self::of(-*self.0)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.equals(&other.0).declassify("the caller in Python asks for it")
    }

    fn __hash__(&self) -> u64 {
        public::hash(&self.0.compress())
    }

    /// Returns what pickle and copy need: an element is its bytes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}

/// Fills the module `carnelian.ristretto255`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Scalar>()?;
    module.add_class::<Point>()
}
