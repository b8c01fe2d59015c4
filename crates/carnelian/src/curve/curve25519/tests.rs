//! The group over every backend.

use super::*;
use crate::base::cpu::{Tier, forced::at_most};
use crate::base::random::{Random, TestRandom};
use crate::curve::x25519;

/// Runs `test` at every tier.
fn at_every_tier(test: impl Fn()) {
    for tier in Tier::ALL {
        at_most(tier, &test);
    }
}

fn bytes<const N: usize>(hex: &str) -> [u8; N] {
    assert_eq!(hex.len(), 2 * N);
    core::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
}

/// RFC 7748 Section 5.2.
#[test]
fn x25519_of_the_rfc() {
    at_every_tier(|| {
        let k = bytes("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4");
        let u = bytes("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c");
        let expected: [u8; 32] = bytes("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
        assert_eq!(x25519::x25519(&k, &u).declassify("test"), &expected);
        let (mut k, mut u) = (x25519::BASE, x25519::BASE);
        for _ in 0..1000 {
            (k, u) = (*x25519::x25519(&k, &u).declassify("test"), k);
        }
        assert_eq!(k, bytes("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"));
    });
}

#[test]
fn the_base_point_times_a_scalar() {
    let mut random = TestRandom::new(25519);
    at_every_tier(|| {
        assert_eq!(
            EdwardsPoint::BASE.compress(),
            bytes("5866666666666666666666666666666666666666666666666666666666666666")
        );
        assert!((EdwardsPoint::BASE * -Scalar::ONE).equals(&-EdwardsPoint::BASE).declassify("test"));
        assert!(EdwardsPoint::BASE.is_torsion_free().declassify("test"));
    });
    for _ in 0..20 {
        let (a, b) = (Scalar::random(&mut random).unwrap(), Scalar::random(&mut random).unwrap());
        let mut u = [0; 32];
        random.fill(&mut u).unwrap();
        at_every_tier(|| {
            let (pa, pb) = (EdwardsPoint::mul_base(&a), EdwardsPoint::mul_base(&b));
            assert!(pa.equals(&(EdwardsPoint::BASE * a)).declassify("test"));
            assert!((pa + pb).equals(&EdwardsPoint::mul_base(&(a + b))).declassify("test"));
            assert!((pa * b).equals(&EdwardsPoint::mul_base(&(a * b))).declassify("test"));
            let sum = EdwardsPoint::double_scalar_mul_base_vartime(&a, &pb, &b);
            assert!(sum.equals(&(pb * a + pb)).declassify("test"));
            let points: std::vec::Vec<_> =
                (0..250u64).map(|i| EdwardsPoint::mul_base(&Scalar::from(i * i + 3))).collect();
            let scalars: std::vec::Vec<_> = (0..250u64).map(|i| a + b * Scalar::from(i)).collect();
            for n in [0, 1, 7, 190, 250] {
                let expected =
                    scalars.iter().zip(&points).take(n).fold(EdwardsPoint::IDENTITY, |sum, (s, p)| sum + *p * *s);
                let found = EdwardsPoint::multiscalar_mul_vartime(&scalars[..n], &points[..n]).unwrap();
                assert!(found.equals(&expected).declassify("test"), "{n}");
            }
            let again = EdwardsPoint::decompress(&pa.compress()).unwrap();
            assert!(again.equals(&pa).declassify("test"));
            assert!((a * a.invert()).equals(&Scalar::ONE).declassify("test"));
            let key = x25519::SecretKey::from_bytes(u);
            assert_eq!(key.public_key().as_bytes(), x25519::x25519(&u, &x25519::BASE).declassify("test"));
        });
    }
}

#[test]
fn ristretto_multiples() {
    at_every_tier(|| {
        assert_eq!(
            RistrettoPoint::BASE.compress(),
            bytes("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
        );
        let twice = RistrettoPoint::BASE.double().compress();
        assert_eq!(twice, bytes("6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919"));
        assert!(RistrettoPoint::decompress(&twice).unwrap().equals(&RistrettoPoint::BASE.double()).declassify("test"));
    });
}
