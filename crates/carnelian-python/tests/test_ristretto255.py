"""Ristretto255: the laws of the group, and RFC 9496's vectors."""

import pickle

import pytest

import carnelian
from carnelian.ristretto255 import Point, Scalar


def test_rfc9496():
    # Appendix A.1: the generator and its double; A.3: a hash to the group.
    assert Point.identity().to_bytes() == bytes(32)
    assert Point.generator().to_bytes().hex() == "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"
    double = Point.generator() + Point.generator()
    assert double.to_bytes().hex() == "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919"
    uniform = bytes.fromhex(
        "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
        "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6"
    )
    hashed = Point.from_uniform_bytes(uniform).to_bytes().hex()
    assert hashed == "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"


def test_laws():
    a, b, p = Scalar.random(), Scalar.random(), Point.random()
    assert (a + b) * p == a * p + b * p == p * (b + a)
    assert (a - b) * p == a * p - b * p
    assert -a * p == -(a * p)
    assert (a * b) * p == a * (b * p)
    assert a * a.invert() == Scalar(1)
    assert Scalar(0).is_zero() and not a.is_zero()
    assert Point.mul_base(a) == Point.generator() * a
    assert (p - p).is_identity() and not p.is_identity()
    assert Scalar.from_bytes(a.to_bytes()) == a
    assert Scalar.from_uniform_bytes(a.to_bytes() + bytes(32)) == a
    assert Scalar(7).to_bytes() == (7).to_bytes(32, "little")


def test_refusals():
    order = 2**252 + 27742317777372353535851937790883648493
    with pytest.raises(carnelian.InvalidKey):
        Scalar.from_bytes(order.to_bytes(32, "little"))
    with pytest.raises(carnelian.InvalidKey):
        Point.from_bytes(b"\x01" + bytes(31))
    with pytest.raises(carnelian.InvalidLength):
        Point.from_bytes(bytes(33))
    with pytest.raises(OverflowError):
        Scalar(-1)
    with pytest.raises(OverflowError):
        Scalar(2**64)
    for wrong in (2, b"", None):
        with pytest.raises(TypeError):
            Scalar(2) * wrong
        with pytest.raises(TypeError):
            Point.generator() * wrong
        with pytest.raises(TypeError):
            Point.generator() + wrong
    assert Point.generator() != 1


def test_objects():
    p = Point.random()
    assert hash(p) == hash(Point.from_bytes(bytes(p)))
    assert pickle.loads(pickle.dumps(p)) == p
    with pytest.raises(TypeError):
        hash(Scalar(1))
    with pytest.raises(TypeError):
        pickle.dumps(Scalar(1))
