//! DHKEM(X25519, HKDF-SHA256) against the crate `hpke`, at every tier.

use crate::inputs::{bytes, random_bytes};
use crate::tiers::with_every_backend;
use carnelian::__internals::TestRandom;
use carnelian::composite::dhkem::{Ciphertext, DecapsulationKey, EncapsulationKey};
use carnelian::curve::x25519::NonContributory;
use carnelian::random::Random;
use core::convert::Infallible;
use hpke::kem::X25519HkdfSha256 as Theirs;
use hpke::{Deserializable, Kem, Serializable};
use rand_core::{TryCryptoRng, TryRng};

/// A deterministic source for `rand_core`.
struct Rng(TestRandom);

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("keys are drawn as bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("keys are drawn as bytes")
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill(out).expect("a deterministic source delivers");
        Ok(())
    }
}

impl TryCryptoRng for Rng {}

type Pair = (<Theirs as Kem>::PrivateKey, <Theirs as Kem>::PublicKey);

/// Derives the same key pair in both libraries.
fn pair(ikm: &[u8]) -> (DecapsulationKey, Pair) {
    let (ours, theirs) = (DecapsulationKey::derive_key_pair(ikm), Theirs::derive_keypair(ikm));
    assert_eq!(ours.to_bytes().declassify("test")[..], theirs.0.to_bytes()[..], "{} bytes", ikm.len());
    assert_eq!(ours.encapsulation_key().as_bytes()[..], theirs.1.to_bytes()[..], "{} bytes", ikm.len());
    (ours, theirs)
}

#[test]
fn derived_keys_agree() {
    with_every_backend(|_| {
        for len in [0, 1, 31, 32, 33, 44, 45, 64, 128, 1000] {
            pair(&random_bytes(len as u64, len));
        }
    });
}

/// The same random bytes make the same ciphertexts and secrets, and each library opens the other's.
#[test]
fn encapsulations_agree() {
    with_every_backend(|backend| {
        for seed in 0..20 {
            let (recipient, (their_sk, their_pk)) = pair(&random_bytes(seed, 32));
            let (sender, (sender_sk, sender_pk)) = pair(&random_bytes(seed + 100, 32));
            let random = || TestRandom::new(seed + 200);

            let (ciphertext, shared) = recipient.encapsulation_key().encapsulate(&mut random()).unwrap();
            let (their_shared, enc) = Theirs::encap_with_rng(&their_pk, None, &mut Rng(random())).unwrap();
            assert_eq!(ciphertext.as_bytes()[..], enc.to_bytes()[..], "{backend}");
            assert_eq!(shared.expose()[..], their_shared.0[..], "{backend}");
            let opened = recipient.decapsulate(&ciphertext).unwrap();
            assert_eq!(opened.expose(), shared.expose(), "{backend}");
            assert_eq!(Theirs::decap(&their_sk, None, &enc).unwrap().0[..], shared.expose()[..], "{backend}");

            let made = recipient.encapsulation_key().auth_encapsulate(&sender, &mut random());
            let (ciphertext, shared) = made.unwrap();
            let identity = Some((&sender_sk, &sender_pk));
            let (their_shared, enc) = Theirs::encap_with_rng(&their_pk, identity, &mut Rng(random())).unwrap();
            assert_eq!(ciphertext.as_bytes()[..], enc.to_bytes()[..], "{backend}");
            assert_eq!(shared.expose()[..], their_shared.0[..], "{backend}");
            let opened = recipient.auth_decapsulate(&ciphertext, sender.encapsulation_key()).unwrap();
            assert_eq!(opened.expose(), shared.expose(), "{backend}");
            let opened = Theirs::decap(&their_sk, Some(&sender_pk), &enc).unwrap();
            assert_eq!(opened.0[..], shared.expose()[..], "{backend}");
        }
    });
}

/// Ciphertexts that no sender has made: coordinates on the curve, on its twist, and of small order.
#[test]
fn any_bytes_are_decapsulated_alike() {
    let random = &mut TestRandom::new(1);
    let mut ciphertexts: Vec<[u8; 32]> = (0..20).map(|_| bytes(random)).collect();
    ciphertexts.extend(crate::curve::x25519::low_order());
    with_every_backend(|backend| {
        let secret = bytes(random);
        let ours = DecapsulationKey::from_bytes(secret);
        let theirs = <Theirs as Kem>::PrivateKey::from_bytes(&secret).unwrap();
        for ciphertext in &ciphertexts {
            let enc = <Theirs as Kem>::EncappedKey::from_bytes(ciphertext).unwrap();
            let theirs = Theirs::decap(&theirs, None, &enc).ok().map(|shared| shared.0);
            let ours = ours.decapsulate(&Ciphertext::from_bytes(*ciphertext)).map(|shared| *shared.expose());
            assert_eq!(ours.is_err(), EncapsulationKey::from_bytes(*ciphertext) == Err(NonContributory));
            assert_eq!(
                ours.ok().as_ref().map(|shared| &shared[..]),
                theirs.as_ref().map(|shared| &shared[..]),
                "{backend}"
            );
        }
    });
}
