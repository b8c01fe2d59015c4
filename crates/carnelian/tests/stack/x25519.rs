//! X25519.

use crate::check::{Case, Check, Source};
use carnelian::curve::x25519::{self, PublicKey, SecretKey};
use curve25519_dalek::montgomery::MontgomeryPoint;
use curve25519_dalek::scalar::clamp_integer;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "x25519/keygen", run: keygen },
    Case { name: "x25519/generate-batch", run: generate_batch },
    Case { name: "x25519/dh", run: dh },
    Case { name: "x25519/dh-batch", run: dh_batch },
    Case { name: "x25519/raw", run: raw },
    Case { name: "x25519/inverse", run: inverse },
];

/// A secret key, with its public half.
pub(crate) fn key(check: &mut Check) -> Box<[u8; 32]> {
    let key = check.array::<32>("the key");
    check.secret("the clamped key", &clamp_integer(*key));
    check.public(&MontgomeryPoint::mul_base_clamped(*key).0);
    key
}

/// A public key, and the secret that is shared with its holder.
fn peer(check: &mut Check, key: &[u8; 32]) -> PublicKey {
    let seed: [u8; 32] = check.drawn(32)[..].try_into().expect("32 bytes");
    let peer = MontgomeryPoint::mul_base_clamped(seed);
    check.public(&peer.0);
    check.secret("the shared secret", &peer.mul_clamped(*key).0);
    PublicKey::from_bytes(peer.0)
}

fn keygen(check: &mut Check) {
    let key = key(check);
    check.run("from_bytes", &mut || _ = black_box(&SecretKey::from_bytes(*key)));
    check.run("generate", &mut || _ = black_box(&SecretKey::generate(&mut Source(&key[..]))));
    let secret = Box::new(SecretKey::from_bytes(*key));
    check.run("to_bytes", &mut || _ = black_box(secret.to_bytes().expose()));
    check.run("public_key", &mut || _ = black_box(secret.public_key()));
    check.run("decode_scalar", &mut || _ = black_box(&x25519::decode_scalar(&key)));
}

const COUNTS: [usize; 4] = [1, 3, 8, 40];

fn generate_batch(check: &mut Check) {
    for count in COUNTS {
        let keys: Vec<[u8; 32]> = (0..count).map(|_| *key(check)).collect();
        check.run("generate_batch", &mut || {
            let made = x25519::generate_batch(count, &mut Source(keys.as_flattened()));
            black_box(made.expect("the source delivers"));
        });
        let secrets: Vec<_> = keys.iter().map(|key| SecretKey::from_bytes(*key)).collect();
        check.run("public_key_batch", &mut || _ = black_box(x25519::public_key_batch(&secrets)));
    }
}

fn dh(check: &mut Check) {
    let key = key(check);
    let peer = peer(check, &key);
    let secret = Box::new(SecretKey::from_bytes(*key));
    check.run("diffie_hellman", &mut || _ = black_box(&secret.diffie_hellman(&peer)));
    check.run("diffie_hellman, unwrapped", &mut || {
        let shared = secret.diffie_hellman(&peer).expect("the peer is not of small order");
        black_box(shared.expose());
        black_box(shared.as_secret());
    });
    check.run("from_bytes and diffie_hellman", &mut || {
        _ = black_box(&SecretKey::from_bytes(*key).diffie_hellman(&peer));
    });
    let zero = PublicKey::from_bytes([0; 32]);
    check.run("a peer of small order", &mut || _ = black_box(&secret.diffie_hellman(&zero)));
}

fn dh_batch(check: &mut Check) {
    for count in COUNTS {
        let keys: Vec<_> = (0..count).map(|_| *key(check)).collect();
        let peers: Vec<_> = keys.iter().map(|key| peer(check, key)).collect();
        let secrets: Vec<_> = keys.iter().map(|key| SecretKey::from_bytes(*key)).collect();
        let pairs: Vec<_> = secrets.iter().zip(&peers).collect();
        check.run("diffie_hellman_batch", &mut || _ = black_box(x25519::diffie_hellman_batch(&pairs)));
    }
}

fn raw(check: &mut Check) {
    let key = key(check);
    let peer = Box::new(peer(check, &key));
    check.run("x25519", &mut || _ = black_box(&x25519::x25519(&key, peer.as_bytes())));
    check.run("of the base", &mut || _ = black_box(&x25519::x25519(&key, &x25519::BASE)));
}

fn inverse(check: &mut Check) {
    let key = key(check);
    let peer = Box::new(peer(check, &key));
    check.run("x25519_inverse", &mut || _ = black_box(&x25519::x25519_inverse(&key, peer.as_bytes())));
}
