//! Every decoder of points, coordinates, scalars and elements of Ristretto255, at every tier, takes any 32 bytes
//! without a panic, agrees with curve25519-dalek and gives back what it accepted.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::curve::curve25519::{EdwardsPoint, PointError, RistrettoPoint, Scalar};
use carnelian::curve::x25519::PublicKey;
use curve25519_dalek as dalek;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: [u8; 32]| {
    small_order(&bytes);
    for tier in Tier::ALL {
        at_most(tier, || {
            point(&bytes, tier);
            coordinate(&bytes, tier);
            scalar(&bytes, tier);
            element(&bytes, tier);
        });
    }
});

/// X25519 returns zero exactly for public keys of small order.
fn small_order(bytes: &[u8; 32]) {
    let zero = dalek::MontgomeryPoint(*bytes).mul_clamped([1; 32]).0 == [0; 32];
    assert_eq!(PublicKey::from_bytes(*bytes).is_small_order(), zero);
}

/// dalek decodes as ZIP 215 has it. What the canonical decoder takes is what encodes as it came.
fn point(bytes: &[u8; 32], tier: Tier) {
    let theirs = dalek::edwards::CompressedEdwardsY(*bytes).decompress().map(|point| point.compress().0);
    let liberal = EdwardsPoint::decompress_zip215(bytes).map(|point| point.compress()).ok();
    assert_eq!(liberal, theirs, "{tier}");
    match EdwardsPoint::decompress(bytes).map(|point| point.compress()) {
        Ok(encoding) => assert_eq!(encoding, *bytes, "{tier}"),
        Err(PointError::NotCanonical) => assert_ne!(theirs, Some(*bytes), "{tier}"),
        Err(PointError::NotOnCurve) => assert_eq!(theirs, None, "{tier}"),
    }
}

fn coordinate(bytes: &[u8; 32], tier: Tier) {
    for sign in [false, true] {
        let theirs = dalek::MontgomeryPoint(*bytes).to_edwards(sign.into()).map(|point| point.compress().0);
        let ours = EdwardsPoint::from_montgomery(bytes, sign).map(|point| point.compress()).ok();
        assert_eq!(ours, theirs, "{sign}, {tier}");
    }
}

fn scalar(bytes: &[u8; 32], tier: Tier) {
    let theirs: Option<dalek::Scalar> = dalek::Scalar::from_canonical_bytes(*bytes).into();
    let ours = Scalar::from_canonical_bytes(bytes).ok();
    assert_eq!(ours.map(|scalar| scalar.to_bytes()), theirs.map(|scalar| scalar.to_bytes()), "{tier}");
    let reduced = dalek::Scalar::from_bytes_mod_order(*bytes).to_bytes();
    assert_eq!(Scalar::from_bytes_mod_order(bytes).to_bytes(), reduced, "{tier}");
}

fn element(bytes: &[u8; 32], tier: Tier) {
    let theirs = dalek::ristretto::CompressedRistretto(*bytes).decompress();
    let ours = RistrettoPoint::decompress(bytes).map(|element| element.compress()).ok();
    assert_eq!(ours, theirs.map(|element| element.compress().0), "{tier}");
    assert!(ours.is_none_or(|encoding| encoding == *bytes), "{tier}");
}
