//! Multiscalar multiplications at and around the sizes at which libraries change their algorithm.

use super::{at_every_tier, ours, peers, random_arrays};
use carnelian::curve::curve25519;
use carnelian_bench::op::edwards25519::{Edwards25519, Encoding, Scalar};
use carnelian_bench::peer::Library;

fn everyone() -> Vec<Library> {
    peers::<Edwards25519>(2, 2)
}

fn offer(library: &Library) -> &Edwards25519 {
    library.offers.get().unwrap()
}

/// Returns scalars below the group's order, which is above 2^252.
fn scalars(seed: u64) -> impl Iterator<Item = Scalar> {
    random_arrays(seed).map(|mut scalar: Scalar| {
        scalar[31] &= 0x0f;
        scalar
    })
}

/// Returns the scalars at the ends of the range, followed by random ones.
fn scalars_from_the_ends(seed: u64) -> impl Iterator<Item = Scalar> {
    let mut one = [0; 32];
    one[0] = 1;
    [[0; 32], ORDER_MINUS_1, one].into_iter().chain(scalars(seed))
}

/// RFC 8032 Section 5.1: L = 2^252 + 27742317777372353535851937790883648493.
const ORDER_MINUS_1: Scalar = [
    0xec, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

#[test]
fn multiples_of_the_base_point_agree_with_every_peer() {
    let (ours, peers) = (ours::<Edwards25519>(), everyone());
    for scalar in scalars_from_the_ends(1).take(300) {
        for peer in &peers {
            let theirs = (offer(peer).mul_base)(&scalar);
            at_every_tier(curve25519::backend, |tier| {
                assert_eq!((offer(&ours).mul_base)(&scalar), theirs, "{scalar:02x?}, {tier} against {}", peer.name);
            });
        }
    }
}

#[test]
fn sums_agree_with_every_peer() {
    let (ours, peers) = (ours::<Edwards25519>(), everyone());
    let points: Vec<Encoding> = scalars(2).take(1025).map(|scalar| (offer(&peers[0]).mul_base)(&scalar)).collect();
    for count in (0..=40).chain([63, 64, 65, 127, 128, 189, 190, 191, 255, 256, 257, 499, 500, 799, 800, 1024, 1025]) {
        let scalars: Vec<Scalar> = scalars_from_the_ends(3 + count as u64).take(count).collect();
        let sum = |library: &Library| {
            let sum = (offer(library).multiscalar_mul)(&scalars, &points[..count]).unwrap().sum;
            sum()
        };
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, sum(peer))).collect();
        at_every_tier(curve25519::backend, |tier| {
            let ours = sum(&ours);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{count} points, {tier} against {name}");
            }
        });
    }
}

/// Checks one point several times, a point with its negative, and the identity element: cases in which incomplete
/// formulas fail.
#[test]
fn sums_of_related_points_agree_with_every_peer() {
    let (ours, peers) = (ours::<Edwards25519>(), everyone());
    let point = (offer(&peers[0]).mul_base)(&scalars(4).next().unwrap());
    let mut opposite = point;
    opposite[31] ^= 0x80;
    let neutral = (offer(&peers[0]).mul_base)(&[0; 32]);
    for count in [1, 2, 3, 8, 16, 17, 64, 256, 300] {
        let points: Vec<Encoding> = [point, opposite, neutral, point].into_iter().cycle().take(count).collect();
        for scalars in [vec![ORDER_MINUS_1; count], scalars_from_the_ends(5).take(count).collect()] {
            let sum = |library: &Library| (offer(library).multiscalar_mul)(&scalars, &points).map(|sum| (sum.sum)());
            for peer in &peers {
                let theirs = sum(peer);
                assert!(theirs.is_some());
                at_every_tier(curve25519::backend, |tier| {
                    assert_eq!(sum(&ours), theirs, "{count} points, {tier} against {}", peer.name);
                });
            }
        }
    }
}
