//! `kem`: key encapsulation.

use crate::Counting;
use ::kem::{
    Decapsulate, Decapsulator, Encapsulate, FromSeed, Generate, Kem, KeyExport, KeyInit, TryDecapsulate, TryKeyInit,
};
use ::rand_core::{CryptoRng, UnwrapErr};
use carnelian::composite::dhkem::{DecapsulationKey, EncapsulationKey};
use carnelian::interop::kem::{DecapsulateError, DhkemX25519HkdfSha256, KeyPair, XWing};
use carnelian::interop::rand_core::FromRng;
use carnelian::postquantum::mlkem::{self, MlKem512};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use std::fmt::Debug;

/// Establishes keys by any mechanism: the round trip of the documentation of `kem`, with keys and ciphertexts that are written
/// and read again.
fn establishes_keys<K>(rng: &mut impl CryptoRng)
where
    K: Kem<DecapsulationKey: TryDecapsulate<Error: Debug + PartialEq> + ::kem::KeyInit + KeyExport>,
    ::kem::EncapsulationKey<K>: TryKeyInit + KeyExport,
{
    let (dk, ek) = K::generate_keypair_from_rng(rng);
    assert_eq!(dk.encapsulation_key(), &ek);
    let published = ek.to_bytes();
    let read: ::kem::EncapsulationKey<K> = TryKeyInit::new(&published).unwrap();
    assert_eq!(read, ek);
    assert!(<::kem::EncapsulationKey<K> as TryKeyInit>::new_from_slice(&published[1..]).is_err());
    let (ct, sent) = read.encapsulate_with_rng(rng);
    assert_eq!(dk.try_decapsulate(&ct).unwrap(), sent);
    let (other_ct, other) = read.encapsulate_with_rng(rng);
    assert!(ct != other_ct && sent != other);
    assert_eq!(dk.try_decapsulate(&other_ct).unwrap(), other);
    let (stranger, _) = K::generate_keypair_from_rng(rng);
    assert_ne!(stranger.try_decapsulate(&ct).unwrap(), sent);

    let saved = dk.to_bytes();
    let (again, public) = K::from_seed(&saved);
    assert_eq!((public, again.try_decapsulate(&ct).unwrap()), (ek, sent));
    assert_eq!(again.to_bytes(), saved);
}

#[test]
fn keys_are_established_by_the_kem_crates_traits() {
    let rng = &mut UnwrapErr(OsRandom);
    establishes_keys::<DhkemX25519HkdfSha256>(rng);
    establishes_keys::<XWing>(rng);
    // What it asks for is what other implementations give.
    establishes_keys::<ml_kem::MlKem768>(rng);
    establishes_keys::<x_wing::XWingKem>(rng);
}

/// Has `Ours` and `Theirs` make the same keys, ciphertexts and secrets from the same random bytes, and decapsulate each
/// other's ciphertexts and those that no encapsulation makes.
fn agrees<Ours, Theirs>()
where
    Ours: Kem<DecapsulationKey: Decapsulate + KeyInit + KeyExport>,
    Theirs: Kem<DecapsulationKey: Decapsulate + KeyInit + KeyExport>,
{
    let ours = Ours::DecapsulationKey::generate_from_rng(&mut UnwrapErr(Counting(1)));
    let theirs = Theirs::DecapsulationKey::generate_from_rng(&mut UnwrapErr(Counting(1)));
    let seed = ours.to_bytes();
    assert_eq!(seed[..], theirs.to_bytes()[..]);
    assert_eq!(<Ours::DecapsulationKey as KeyInit>::new(&seed).encapsulation_key(), ours.encapsulation_key());
    assert!(<Ours::DecapsulationKey as KeyInit>::new_from_slice(&seed[1..]).is_err());
    let published = ours.encapsulation_key().to_bytes();
    assert_eq!(published[..], theirs.encapsulation_key().to_bytes()[..]);

    let (ct, sent) = ours.encapsulation_key().encapsulate_with_rng(&mut UnwrapErr(Counting(5)));
    let (their_ct, their_sent) = theirs.encapsulation_key().encapsulate_with_rng(&mut UnwrapErr(Counting(5)));
    assert_eq!((&ct[..], &sent[..]), (&their_ct[..], &their_sent[..]));
    assert_eq!(ours.decapsulate_slice(&their_ct).unwrap(), sent);
    assert_eq!(theirs.decapsulate_slice(&ct).unwrap()[..], sent[..]);
    assert!(ours.decapsulate_slice(&ct[1..]).is_err());
    let mut changed = ct.to_vec();
    changed[7] ^= 1;
    let rejected = ours.decapsulate_slice(&changed).unwrap();
    assert_ne!(rejected, sent);
    assert_eq!(rejected[..], theirs.decapsulate_slice(&changed).unwrap()[..]);

    assert!(Ours::DecapsulationKey::try_generate_from_rng(&mut Counting(250)).is_err());
    let beyond = vec![0xff; published.len()];
    assert!(<::kem::EncapsulationKey<Ours> as TryKeyInit>::new_from_slice(&beyond).is_err());
    assert!(<::kem::EncapsulationKey<Theirs> as TryKeyInit>::new_from_slice(&beyond).is_err());
}

#[test]
fn mechanisms_agree_with_other_implementations_of_the_traits() {
    agrees::<XWing, x_wing::XWingKem>();
}

/// The parameter sets of ML-KEM are those of the catalogue. The other implementation has the same names for them.
#[test]
fn parameter_sets_are_those_of_another_implementation_of_the_traits() {
    macro_rules! each {
        ([] $($feature:literal $Key:tt $STEM:ident $names:tt $methods:tt $file:ident;)+) => {
            $(of_scheme!($Key);)+
        };
    }
    macro_rules! of_scheme {
        ([$library:tt::postquantum::mlkem::DecapsulationKey<$again:tt::postquantum::mlkem::$Set:ident>]) => {
            establishes_keys::<mlkem::$Set>(&mut UnwrapErr(OsRandom));
            agrees::<mlkem::$Set, ml_kem::$Set>();
        };
        ($other:tt) => {};
    }
    carnelian::__kems! { each [] }
}

/// A pair is its decapsulation key, and comes from one that was made elsewhere.
#[test]
fn key_pairs_are_their_decapsulation_keys() {
    let pair = KeyPair::from(mlkem::DecapsulationKey::<MlKem512>::from_seed(&[7; 64]));
    let (ct, sent) = Decapsulator::encapsulation_key(&pair).encapsulate(&mut OsRandom).unwrap();
    let received = Decapsulate::decapsulate(&pair, &ct.to_bytes().into());
    assert_eq!((received.0, pair.as_seed().map(Secret::expose)), (*sent.expose(), Some(&[7; 64])));
    let text = format!("{pair:?}");
    assert!(text.starts_with("KeyPair(EncapsulationKey<ML-KEM-512>(") && text.ends_with(", ..)"), "{text}");
    assert_eq!(pair.into_decapsulation_key().as_seed().map(Secret::expose), Some(&[7; 64]));
}

#[test]
#[should_panic(expected = "the key was made from a seed")]
fn a_key_without_a_seed_has_no_bytes() {
    let key = mlkem::DecapsulationKey::<MlKem512>::from_seed(&[7; 64]);
    let expanded = mlkem::DecapsulationKey::<MlKem512>::from_expanded_slice(key.as_expanded_bytes().expose()).unwrap();
    _ = KeyExport::to_bytes(&KeyPair::from(expanded));
}

/// The traits' results are those of our own interface.
#[test]
fn the_kem_crates_traits_add_nothing() {
    let dk = DecapsulationKey::from_bytes([7; 32]);
    let bytes: [u8; 32] = core::array::from_fn(|i| i as u8 + 1);
    let (ct, sent) = dk.encapsulation_key().encapsulate_with_rng(&mut UnwrapErr(Counting(1)));
    let (ciphertext, shared) = dk.encapsulation_key().encapsulate(&mut FromRng(Counting(1))).unwrap();
    assert_eq!((&ct[..], &sent[..]), (&ciphertext.as_bytes()[..], &shared.expose()[..]));
    let generated = <DecapsulationKey as ::kem::Generate>::try_generate_from_rng(&mut Counting(1)).unwrap();
    assert_eq!(generated.encapsulation_key(), DecapsulationKey::derive_key_pair(&bytes).encapsulation_key());
    assert!(<DecapsulationKey as ::kem::Generate>::try_generate_from_rng(&mut Counting(250)).is_err());

    let small = [0; 32];
    assert!(<EncapsulationKey as TryKeyInit>::new(&small.into()).is_err());
    assert_eq!(dk.try_decapsulate(&small.into()), Err(DecapsulateError::NonContributory));
    assert_eq!(dk.try_decapsulate_slice(&small[1..]), Err(DecapsulateError::Length));
    assert_eq!(dk.try_decapsulate_slice(&ct), Ok(sent));
    assert_eq!(DecapsulateError::Length.to_string(), "expected a DHKEM ciphertext of 32 bytes");
}
