//! The examples of RFC 9180, and errors.

use super::{Ciphertext, DecapsulationKey, EncapsulationKey, EncapsulationKeyError};
use crate::base::hex;
use crate::base::random::{Random, RandomError, TestRandom};
use crate::base::testing::bytes_after_drop;
use crate::curve::x25519::{NonContributory, PublicKey, SecretKey, decode_scalar};
use crate::error::FaultError;
use std::string::ToString;

fn bytes(text: &str) -> [u8; 32] {
    hex::decode("an example", text).unwrap()
}

/// A source that delivers these bytes once.
struct Once(Option<[u8; 32]>);

impl Random for Once {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.copy_from_slice(&self.0.take().ok_or(RandomError)?);
        Ok(())
    }
}

/// Checks a key pair: ikmX, skXm, pkXm.
fn key_pair([ikm, sk, pk]: [&str; 3]) -> DecapsulationKey {
    let key = DecapsulationKey::derive_key_pair(&bytes(ikm));
    assert_eq!(key.encapsulation_key().as_bytes(), &bytes(pk));
    // The examples' private keys are not clamped.
    assert_eq!(key.scalar(), &bytes(sk));
    assert_eq!(key.to_bytes().expose(), decode_scalar(&bytes(sk)).expose());
    for again in [DecapsulationKey::from_bytes(bytes(sk)), DecapsulationKey::from_bytes(*key.to_bytes().expose())] {
        assert_eq!(again.encapsulation_key(), key.encapsulation_key());
    }
    let generated = DecapsulationKey::generate(&mut Once(Some(bytes(ikm)))).unwrap();
    assert_eq!(generated.scalar(), key.scalar());
    key
}

/// RFC 9180 Appendix A.1.1, the mode Base.
#[test]
fn the_example_of_encap() {
    let e = [
        "7268600d403fce431561aef583ee1613527cff655c1343f29812e66706df3234",
        "52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736",
        "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431",
    ];
    let r = [
        "6db9df30aa07dd42ee5e8181afdb977e538f5e1fec8a06223f33f7013e525037",
        "4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8",
        "3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d",
    ];
    let enc = Ciphertext::from_bytes(bytes("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431"));
    let shared_secret = bytes("fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc");

    key_pair(e);
    let recipient = key_pair(r);
    let (ciphertext, sent) = recipient.encapsulation_key().encapsulate(&mut Once(Some(bytes(e[0])))).unwrap();
    assert_eq!((ciphertext, sent.expose()), (enc, &shared_secret));
    assert_eq!(recipient.decapsulate(&enc).unwrap().expose(), &shared_secret);
}

/// RFC 9180 Appendix A.1.3, the mode Auth.
#[test]
fn the_example_of_auth_encap() {
    let e = [
        "6e6d8f200ea2fb20c30b003a8b4f433d2f4ed4c2658d5bc8ce2fef718059c9f7",
        "ff4442ef24fbc3c1ff86375b0be1e77e88a0de1e79b30896d73411c5ff4c3518",
        "23fb952571a14a25e3d678140cd0e5eb47a0961bb18afcf85896e5453c312e76",
    ];
    let r = [
        "f1d4a30a4cef8d6d4e3b016e6fd3799ea057db4f345472ed302a67ce1c20cdec",
        "fdea67cf831f1ca98d8e27b1f6abeb5b7745e9d35348b80fa407ff6958f9137e",
        "1632d5c2f71c2b38d0a8fcc359355200caa8b1ffdf28618080466c909cb69b2e",
    ];
    let s = [
        "94b020ce91d73fca4649006c7e7329a67b40c55e9e93cc907d282bbbff386f58",
        "dc4a146313cce60a278a5323d321f051c5707e9c45ba21a3479fecdf76fc69dd",
        "8b0c70873dc5aecb7f9ee4e62406a397b350e57012be45cf53b7105ae731790b",
    ];
    let enc = Ciphertext::from_bytes(bytes("23fb952571a14a25e3d678140cd0e5eb47a0961bb18afcf85896e5453c312e76"));
    let shared_secret = bytes("2d6db4cf719dc7293fcbf3fa64690708e44e2bebc81f84608677958c0d4448a7");

    key_pair(e);
    let (recipient, sender) = (key_pair(r), key_pair(s));
    let random = &mut Once(Some(bytes(e[0])));
    let (ciphertext, sent) = recipient.encapsulation_key().auth_encapsulate(&sender, random).unwrap();
    assert_eq!((ciphertext, sent.expose()), (enc, &shared_secret));
    let received = recipient.auth_decapsulate(&enc, sender.encapsulation_key()).unwrap();
    assert_eq!(received.expose(), &shared_secret);
}

#[test]
fn only_the_right_keys_and_the_right_ciphertext_yield_the_secret() {
    let random = &mut TestRandom::new(1);
    let [recipient, sender, other] = core::array::from_fn(|_| DecapsulationKey::generate(random).unwrap());
    let (ciphertext, sent) = recipient.encapsulation_key().encapsulate(random).unwrap();
    let received = |key: &DecapsulationKey, ciphertext| *key.decapsulate(&ciphertext).unwrap().expose();
    assert_eq!(received(&recipient, ciphertext), *sent.expose());
    assert_ne!(received(&other, ciphertext), *sent.expose());
    // Even one that is the same public key in another encoding.
    let mut changed = ciphertext.to_bytes();
    changed[31] ^= 0x80;
    assert_ne!(received(&recipient, changed.into()), *sent.expose());

    let (ciphertext, sent) = recipient.encapsulation_key().auth_encapsulate(&sender, random).unwrap();
    let received = |from: &DecapsulationKey| *recipient.auth_decapsulate(&ciphertext, &from.pk()).unwrap().expose();
    assert_eq!(received(&sender), *sent.expose());
    assert_ne!(received(&other), *sent.expose());
    assert_ne!(*recipient.decapsulate(&ciphertext).unwrap().expose(), *sent.expose());
}

impl DecapsulationKey {
    fn pk(&self) -> EncapsulationKey {
        *self.encapsulation_key()
    }
}

/// Section 7.1.4.
#[test]
fn public_keys_of_small_order_are_rejected() {
    let random = &mut TestRandom::new(2);
    let key = DecapsulationKey::generate(random).unwrap();
    let mut minus_one = [0xff; 32];
    minus_one[0] = 0xec; // p − 1, with the top bit set
    for small in [[0; 32], minus_one] {
        assert_eq!(EncapsulationKey::from_bytes(small), Err(NonContributory));
        assert_eq!(EncapsulationKey::try_from(&small[..]), Err(EncapsulationKeyError::NonContributory));
        assert_eq!(EncapsulationKey::try_from(PublicKey::from_bytes(small)), Err(NonContributory));
        let ciphertext = Ciphertext::from_bytes(small);
        assert_eq!(key.decapsulate(&ciphertext).err(), Some(NonContributory));
        assert_eq!(key.auth_decapsulate(&ciphertext, &key.pk()).err(), Some(NonContributory));
    }
    assert_eq!(EncapsulationKeyError::NonContributory.to_string(), NonContributory.to_string());
}

#[test]
fn other_lengths_are_rejected() {
    for found in [0, 31, 33] {
        let slice = &[9; 33][..found];
        let expected = "expected a length of 32, found";
        let error = EncapsulationKey::try_from(slice).unwrap_err().to_string();
        assert_eq!(error, std::format!("a DHKEM encapsulation key: {expected} {found}"));
        let error = Ciphertext::try_from(slice).unwrap_err().to_string();
        assert_eq!(error, std::format!("a DHKEM ciphertext: {expected} {found}"));
    }
    assert_eq!(Ciphertext::try_from(&[9; 32][..]), Ok([9; 32].into()));
    assert_eq!(EncapsulationKey::try_from(&[9; 32][..]), EncapsulationKeyError::ok([9; 32]));
}

impl EncapsulationKeyError {
    fn ok(bytes: [u8; 32]) -> Result<EncapsulationKey, Self> {
        Ok(EncapsulationKey::from_bytes(bytes)?)
    }
}

#[test]
fn a_source_that_fails_yields_nothing() {
    let key = DecapsulationKey::from_bytes([7; 32]);
    assert_eq!(DecapsulationKey::generate(&mut Once(None)).err(), Some(RandomError));
    assert_eq!(key.pk().encapsulate(&mut Once(None)).err(), Some(RandomError));
    assert_eq!(key.pk().auth_encapsulate(&key, &mut Once(None)).err(), Some(RandomError));
}

/// X25519 keys, such as those in files, are keys of DHKEM.
#[test]
fn keys_of_x25519_are_keys() {
    let secret = SecretKey::from_bytes([7; 32]);
    let public = secret.public_key();
    let key = DecapsulationKey::from(secret);
    assert_eq!(PublicKey::from(key.pk()), public);
    assert_eq!(EncapsulationKey::try_from(public), Ok(key.pk()));
    assert_eq!(key.pk(), DecapsulationKey::from_bytes([7; 32]).pk());
}

#[test]
fn a_dropped_secret_leaves_zeros() {
    let key = DecapsulationKey::from_bytes([7; 32]);
    let (ciphertext, sent) = key.pk().encapsulate(&mut TestRandom::new(3)).unwrap();
    assert_eq!(bytes_after_drop(sent.into_secret()), [0; 32]);
    assert_eq!(bytes_after_drop(key.decapsulate(&ciphertext).unwrap().into_secret()), [0; 32]);
    assert_eq!(bytes_after_drop(key.to_bytes()), [0; 32]);
    assert!(std::format!("{key:?}").contains("Secret(..)"));
}

#[test]
fn pairs_of_keys() {
    let mut key = DecapsulationKey::from_bytes([3; 32]);
    assert_eq!(key.check_pair(), Ok(()));
    key.pk = *DecapsulationKey::from_bytes([4; 32]).encapsulation_key();
    assert_eq!(key.check_pair(), Err(FaultError));
}
