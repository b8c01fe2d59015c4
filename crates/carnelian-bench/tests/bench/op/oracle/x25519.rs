//! X25519: public keys and shared secrets, one by one and in batches.

use super::{at_every_tier, ours, peers, random_arrays};
use carnelian::curve::curve25519;
use carnelian_bench::op::x25519::{ORDER_4, PublicKey, SharedSecret, X25519};
use carnelian_bench::peer::Library;

fn everyone() -> Vec<Library> {
    peers::<X25519>(5, 8)
}

fn offer(library: &Library) -> &X25519 {
    library.offers.get().unwrap()
}

#[test]
fn public_keys_agree_with_every_peer() {
    let (ours, peers) = (ours::<X25519>(), everyone());
    for secret in random_arrays(1).take(300).chain([[0; 32], [0xff; 32]]) {
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, (offer(peer).public_key)(&secret))).collect();
        at_every_tier(curve25519::backend, |tier| {
            let ours = (offer(&ours).public_key)(&secret);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "secret key {secret:02x?}, {tier} against {name}");
            }
        });
    }
}

/// Random bytes are on the twist as often as on the curve, and have the ignored top bit set half of the time.
#[test]
fn shared_secrets_agree_with_every_peer() {
    let (ours, peers) = (ours::<X25519>(), everyone());
    for (secret, public) in random_arrays(2).zip(random_arrays(3)).take(300) {
        let shared = |library: &Library| (offer(library).diffie_hellman)(&secret)(&public);
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, shared(peer))).collect();
        at_every_tier(curve25519::backend, |tier| {
            let ours = shared(&ours);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{secret:02x?} and {public:02x?}, {tier} against {name}");
            }
        });
    }
}

/// Checks zero, one, p - 1, p and p + 1: the secret shared with a point of low order is zero or refused.
#[test]
fn nobody_shares_a_secret_with_a_point_of_low_order() {
    let near_p = |last: u8| {
        let mut encoding = [0xff; 32];
        (encoding[0], encoding[31]) = (last, 0x7f);
        encoding
    };
    let mut one = ORDER_4;
    one[0] = 1;
    let (ours, peers) = (ours::<X25519>(), everyone());
    for public in [ORDER_4, one, near_p(0xec), near_p(0xed), near_p(0xee)] {
        for secret in random_arrays(4).take(5) {
            for peer in &peers {
                assert_eq!((offer(peer).diffie_hellman)(&secret)(&public), [0; 32], "{} and {public:02x?}", peer.name);
            }
            at_every_tier(curve25519::backend, |tier| {
                assert_eq!((offer(&ours).diffie_hellman)(&secret)(&public), [0; 32], "{tier} and {public:02x?}");
            });
        }
    }
}

/// Checks batches of every size up to two full vectors and a remainder, with a point of low order at each index.
#[test]
fn batches_agree_with_every_peer() {
    let (ours, peers) = (ours::<X25519>(), everyone());
    for count in 0..=19 {
        let secrets: Vec<_> = random_arrays(5).take(count).collect();
        for low_order in 0..count + 1 {
            let mut publics: Vec<PublicKey> = random_arrays(6).take(count).collect();
            if let Some(public) = publics.get_mut(low_order) {
                *public = ORDER_4;
            }
            let shared = |library: &Library| offer(library).diffie_hellman_all(&secrets)(&publics);
            // One peer is sufficient, because all agree on single secrets.
            let theirs: Vec<SharedSecret> = shared(&peers[0]);
            at_every_tier(curve25519::backend, |tier| {
                assert_eq!(shared(&ours), theirs, "{count} keys, low order at {low_order}, {tier}");
            });
        }
    }
}
