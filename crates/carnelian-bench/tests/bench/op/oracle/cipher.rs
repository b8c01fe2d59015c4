//! Authenticated encryption, and the ciphers and the message authentication code that it consists of.

use super::{at_every_tier, ours, peers, random_arrays, random_bytes};
use carnelian::cipher::Aead as _;
use carnelian::cipher::aes_gcm::{Aes128Gcm, Aes256Gcm};
use carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use carnelian_bench::op::aead::{
    Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, Bytes, ChaCha20Poly1305Scheme, Scheme,
    XChaCha20Poly1305Scheme,
};
use carnelian_bench::op::aes_ctr::Aes256Ctr;
use carnelian_bench::op::poly1305::Poly1305;
use carnelian_bench::op::stream_ciphers::ChaCha20;
use carnelian_bench::peer::Library;

/// Returns lengths on both sides of every threshold at which the strategy for a message changes.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=300).chain((301..=1300).step_by(7)).chain([448, 449, 768, 769, 1024, 2047, 2240, 2241, 4096, 16 << 10, 65_537])
}

fn offer<S: Scheme>(library: &Library) -> &Aead<S> {
    library.offers.get().unwrap()
}

fn check_aead<S: Scheme>(backend: fn() -> &'static str, pure: usize, native: usize) {
    let (ours, peers) = (ours::<Aead<S>>(), peers::<Aead<S>>(pure, native));
    for len in lengths() {
        let (key, nonce) = (S::Key::random(len as u64), S::Nonce::random(len as u64));
        let (aad, text) = (random_bytes(len % 40), random_bytes(len));
        let seal = |library| {
            let (mut data, seal) = (text.clone(), offer::<S>(library).seal(&key));
            // An earlier message leaves no state behind in the key object.
            seal(&S::Nonce::random(len as u64 + 1), b"before", &mut random_bytes(len % 100));
            let tag = seal(&nonce, &aad, &mut data);
            (data, tag)
        };
        let sealed: Vec<_> = peers.iter().map(|peer| (peer, seal(peer))).collect();
        at_every_tier(backend, |tier| {
            let (data, mut tag) = seal(&ours);
            let mut plaintext = vec![0; len];
            assert!(offer::<S>(&ours).open(&key)(&nonce, &aad, &data, &tag, &mut plaintext), "{len} bytes, {tier}");
            assert!(plaintext == text, "{len} bytes, {tier}");
            for (peer, theirs) in &sealed {
                assert!((&data, tag) == (&theirs.0, theirs.1), "{len} bytes, {tier} against {}", peer.name);
            }
            tag[len % 16] ^= 1;
            assert!(!offer::<S>(&ours).open(&key)(&nonce, &aad, &data, &tag, &mut plaintext), "{len} bytes, {tier}");
        });
        for (peer, (data, tag)) in &sealed {
            let (mut plaintext, open) = (vec![0; len], offer::<S>(peer).open(&key));
            assert!(!open(&nonce, b"another", data, tag, &mut plaintext), "{len} bytes, {}", peer.name);
            let opened = open(&nonce, &aad, data, tag, &mut plaintext);
            assert!(opened && plaintext == text, "{len} bytes, {}", peer.name);
        }
    }
}

#[test]
fn short_nonces_agree_with_every_peer() {
    check_aead::<ChaCha20Poly1305Scheme>(ChaCha20Poly1305::backend, 3, 7);
}

#[test]
fn long_nonces_agree_with_every_peer() {
    check_aead::<XChaCha20Poly1305Scheme>(XChaCha20Poly1305::backend, 2, 3);
}

#[test]
fn gcm_agrees_with_every_peer() {
    check_aead::<Aes128GcmScheme>(Aes128Gcm::backend, 1, 4);
    check_aead::<Aes256GcmScheme>(Aes256Gcm::backend, 1, 4);
}

#[test]
fn gcm_siv_agrees_with_every_peer() {
    check_aead::<Aes256GcmSivScheme>(Aes256GcmSiv::backend, 1, 3);
}

#[test]
fn key_streams_agree_with_every_peer() {
    let (ours, peers) = (ours::<ChaCha20>(), peers::<ChaCha20>(1, 2));
    for (key, (nonce, len)) in random_arrays(3).zip(random_arrays(4).zip(lengths())) {
        let apply = |library: &Library| {
            let mut data = random_bytes(len);
            (library.offers.get::<ChaCha20>().unwrap().apply)(&key, &nonce, &mut data);
            data
        };
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, apply(peer))).collect();
        at_every_tier(carnelian::cipher::chacha20::backend, |tier| {
            let ours = apply(&ours);
            theirs.iter().for_each(|(name, theirs)| assert!(ours == *theirs, "{len} bytes, {tier} against {name}"));
        });
    }
}

#[test]
fn key_streams_of_aes_agree_with_every_peer() {
    let (ours, peers) = (ours::<Aes256Ctr>(), peers::<Aes256Ctr>(1, 3));
    // The last counter wraps in the lower 32 bits, and then in all bits.
    let counters = random_arrays(6).zip(lengths()).chain([([0xff; 16], 4096)]);
    for (key, (counter, len)) in random_arrays(5).zip(counters) {
        let apply = |library: &Library| {
            let mut data = random_bytes(len);
            let apply = (library.offers.get::<Aes256Ctr>().unwrap().key)(&key);
            apply(&[7; 16], &mut random_bytes(len % 100));
            apply(&counter, &mut data);
            data
        };
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, apply(peer))).collect();
        at_every_tier(carnelian::cipher::aes_ctr::backend, |tier| {
            let ours = apply(&ours);
            theirs.iter().for_each(|(name, theirs)| assert!(ours == *theirs, "{len} bytes, {tier} against {name}"));
        });
    }
}

#[test]
fn tags_agree_with_every_peer() {
    let (ours, peers) = (ours::<Poly1305>(), peers::<Poly1305>(2, 2));
    for (key, len) in random_arrays(5).zip(lengths()) {
        let message = random_bytes(len);
        let tag = |library: &Library| (library.offers.get::<Poly1305>().unwrap().tag)(&key, &message);
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, tag(peer))).collect();
        at_every_tier(carnelian::cipher::poly1305::backend, |tier| {
            let ours = tag(&ours);
            theirs.iter().for_each(|(name, theirs)| assert_eq!(ours, *theirs, "{len} bytes, {tier} against {name}"));
        });
    }
}
