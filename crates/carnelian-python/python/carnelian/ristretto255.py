"""The group Ristretto255, RFC 9496: of prime order, for protocols of one's own.

>>> from carnelian.ristretto255 import Point, Scalar
>>> key = Scalar.random()
>>> public = Point.mul_base(key)
>>> blinded = public * Scalar(2)
>>> blinded == public + public
True
>>> Point.from_bytes(public.to_bytes()) == public
True
"""

from ._carnelian import ristretto255 as _native

Point = _native.Point
Scalar = _native.Scalar

__all__ = ["Point", "Scalar"]
