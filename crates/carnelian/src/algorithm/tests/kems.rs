//! Key encapsulation by its role against the types.

use super::are_distinct;
use crate::algorithm::{DynDecapsulationKey, DynEncapsulationKey, KemAlgorithm, KemError, kem, kems};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::composite::hybrid::{ClientKey, HybridError, X25519MlKem768, respond};
use crate::composite::{dhkem, xwing};
use crate::curve::x25519::NonContributory;
use crate::encoding::{Algorithm, EncodingError};
use crate::postquantum::mlkem::{
    self, DecapsulationKeyError, EncapsulationKeyError, MlKem512, MlKem768, MlKem1024, Parameters,
};
use core::ptr;
use std::boxed::Box;
use std::string::ToString;
use std::vec::Vec;
use std::{format, vec};

#[test]
fn schemes_are_distinct() {
    are_distinct(kems().iter().map(KemAlgorithm::identity));
    for (index, scheme) in kems().iter().enumerate() {
        assert_eq!(scheme.identity().number as usize, index + 1, "{scheme:?}");
        assert!(!scheme.backend().is_empty());
        assert!(scheme.decapsulation_key_lens().iter().all(|len| *len > 0));
    }
    let sets = kems().iter().map(KemAlgorithm::identity).filter(|identity| identity.family == "ML-KEM");
    let categories = [1, 3, 5].map(Some); // FIPS 203 Section 8
    assert!(sets.map(|identity| identity.category).eq(categories));
}

/// The public key, the ciphertext and the secret of one exchange, and what damaged ciphertexts result in.
#[derive(PartialEq, Eq)]
struct Transcript {
    public: Vec<u8>,
    ciphertext: Vec<u8>,
    secret: Vec<u8>,
    damaged: Vec<Result<Vec<u8>, KemError>>,
}

type Decapsulate<'a> = &'a dyn Fn(&[u8]) -> Result<Vec<u8>, KemError>;

fn transcript(public: &[u8], ciphertext: &[u8], secret: &[u8], decapsulate: Decapsulate<'_>) -> Transcript {
    assert_eq!(decapsulate(ciphertext).unwrap(), secret);
    let mut damaged = vec![decapsulate(&vec![0; ciphertext.len()])];
    for at in [0, ciphertext.len() / 2, ciphertext.len() - 2] {
        let mut other = ciphertext.to_vec();
        other[at] ^= 1;
        let found = decapsulate(&other);
        assert_ne!(found.as_deref(), Ok(secret), "{at}");
        damaged.push(found);
    }
    let [public, ciphertext, secret] = [public, ciphertext, secret].map(<[u8]>::to_vec);
    Transcript { public, ciphertext, secret, damaged }
}

fn of_role(scheme: &KemAlgorithm) -> Transcript {
    let random = &mut TestRandom::new(34);
    let key = scheme.generate(random).unwrap();
    key.check_pair().unwrap();
    let public = key.encapsulation_key().to_bytes();
    let (ciphertext, secret) = scheme.encapsulation_key_from_bytes(&public).unwrap().encapsulate(random).unwrap();
    let lens = (scheme.encapsulation_key_len(), scheme.ciphertext_len(), scheme.shared_secret_len());
    assert_eq!((public.len(), ciphertext.len(), secret.expose().len()), lens, "{scheme:?}");
    let decapsulate = |bytes: &[u8]| Ok(key.decapsulate(bytes)?.expose().clone());
    transcript(&public, &ciphertext, secret.expose(), &decapsulate)
}

fn of_mlkem<P: Parameters>() -> Transcript {
    let random = &mut TestRandom::new(34);
    let key = mlkem::DecapsulationKey::<P>::generate(random).unwrap();
    let public = key.encapsulation_key();
    let (ciphertext, secret) = public.encapsulate(random).unwrap();
    let decapsulate = |bytes: &[u8]| Ok(key.decapsulate(&mlkem::Ciphertext::from_slice(bytes)?).expose().to_vec());
    transcript(public.as_ref(), ciphertext.as_ref(), secret.expose(), &decapsulate)
}

fn of_xwing() -> Transcript {
    let random = &mut TestRandom::new(34);
    let key = xwing::DecapsulationKey::generate(random).unwrap();
    let (ciphertext, secret) = key.encapsulation_key().encapsulate(random).unwrap();
    let decapsulate = |bytes: &[u8]| Ok(key.decapsulate(&xwing::Ciphertext::from_bytes(bytes)?).expose().to_vec());
    transcript(&key.encapsulation_key().to_bytes(), ciphertext.as_ref(), secret.expose(), &decapsulate)
}

fn of_dhkem() -> Transcript {
    let random = &mut TestRandom::new(34);
    let key = dhkem::DecapsulationKey::generate(random).unwrap();
    let (ciphertext, secret) = key.encapsulation_key().encapsulate(random).unwrap();
    let decapsulate = |bytes: &[u8]| Ok(key.decapsulate(&dhkem::Ciphertext::try_from(bytes)?)?.expose().to_vec());
    transcript(key.encapsulation_key().as_ref(), ciphertext.as_ref(), secret.expose(), &decapsulate)
}

fn of_hybrid() -> Transcript {
    let random = &mut TestRandom::new(34);
    let key = ClientKey::<X25519MlKem768>::generate(random).unwrap();
    let (share, secret) = respond::<X25519MlKem768>(&key.share(), random).unwrap();
    transcript(&key.share(), &share, secret.expose(), &|bytes| Ok(key.finish(bytes)?.expose().to_vec()))
}

#[test]
fn roles_are_those_of_the_types() {
    let of_types = [
        ("ml-kem-512", of_mlkem::<MlKem512>()),
        ("ML-KEM-768", of_mlkem::<MlKem768>()),
        ("MLKEM1024", of_mlkem::<MlKem1024>()),
        ("x-wing", of_xwing()),
        ("dhkem-x25519-hkdf-sha256", of_dhkem()),
        ("X25519MLKEM768", of_hybrid()),
    ];
    assert_eq!(of_types.len(), kems().len());
    for (name, of_type) in &of_types {
        let of_role = of_role(kem(name).unwrap());
        assert!(of_role == *of_type, "{name}");
        // A rejected ciphertext of ML-KEM has a secret like any other.
        let is_refused = of_role.damaged.iter().any(Result::is_err);
        assert_eq!(is_refused, name.starts_with("dhkem") || name.starts_with("X25519"), "{name}");
    }
    assert_eq!(of_types[4].1.damaged[0], Err(KemError::NonContributory));
}

/// Checks that two keys are the same.
fn same(one: &dyn DynDecapsulationKey, other: &dyn DynDecapsulationKey) {
    assert_eq!(one.encapsulation_key().to_bytes(), other.encapsulation_key().to_bytes());
    let (ciphertext, secret) = one.encapsulation_key().encapsulate(&mut TestRandom::new(1)).unwrap();
    assert_eq!(other.decapsulate(&ciphertext).unwrap().expose(), secret.expose());
    assert!(ptr::eq(one.algorithm(), other.algorithm()));
}

#[test]
fn forms_of_keys_come_back() {
    for scheme in kems() {
        let key = scheme.generate(&mut TestRandom::new(35)).unwrap();
        assert!(ptr::eq(key.algorithm(), scheme) && ptr::eq(key.encapsulation_key().algorithm(), scheme));
        assert_eq!(key.name(), scheme.identity().name);
        let bytes = key.to_bytes();
        assert_eq!(bytes.as_ref().map(|bytes| bytes.expose().len()), scheme.decapsulation_key_lens().first().copied());
        if let Some(bytes) = &bytes {
            same(&*key, &*scheme.decapsulation_key_from_bytes(bytes.expose()).unwrap());
        }
        let (seed, expanded) = (key.to_seed(), key.to_expanded_bytes());
        assert_eq!(seed.as_ref().map(|seed| seed.expose().len()), scheme.seed_len());
        assert_eq!(expanded.as_ref().map(|expanded| expanded.expose().len()), scheme.expanded_len());
        match &seed {
            Some(seed) => same(&*key, &*scheme.decapsulation_key_from_seed(seed.expose()).unwrap()),
            None => assert_eq!(scheme.decapsulation_key_from_seed(&[7; 32]).unwrap_err(), KemError::NoSuchForm),
        }
        if let (Some(seed), Some(expanded)) = (&seed, &expanded) {
            let read = scheme.decapsulation_key_from_bytes(expanded.expose()).unwrap();
            same(&*key, &*read);
            assert!(read.to_seed().is_none());
            assert_eq!(read.to_bytes().unwrap().expose(), expanded.expose());
            let both = [&seed.expose()[..], expanded.expose()].concat();
            same(&*key, &*scheme.decapsulation_key_from_bytes(&both).unwrap());
        }
    }
}

#[test]
fn files_of_keys_come_back() {
    let other = kem("ml-kem-512").unwrap().generate(&mut TestRandom::new(36)).unwrap();
    let other = (other.to_private_key_info().unwrap(), other.encapsulation_key().to_subject_public_key_info().unwrap());
    for scheme in kems() {
        let key = scheme.generate(&mut TestRandom::new(37)).unwrap();
        let (private, public) = (key.to_private_key_info(), key.encapsulation_key().to_subject_public_key_info());
        assert_eq!((private.is_some(), public.is_some()), (scheme.key_files().is_some(), scheme.key_files().is_some()));
        if let (Some(private), Some(public)) = (private, public) {
            let oid = private.algorithm().oid().to_string();
            assert_eq!(oid.split(' ').next(), scheme.identity().oid);
            assert!(ptr::eq(KemAlgorithm::of_key_files(private.algorithm()).unwrap(), scheme));
            same(&*key, &*scheme.decapsulation_key_from_info(&private).unwrap());
            let read = scheme.encapsulation_key_from_info(&public).unwrap();
            assert_eq!(read.to_bytes(), key.encapsulation_key().to_bytes());
        }
        if scheme.key_files() != Some(Algorithm::MlKem512) {
            let (expected, found) = (scheme.key_files(), Algorithm::MlKem512.oid());
            let refused = scheme.decapsulation_key_from_info(&other.0).unwrap_err();
            assert_eq!(refused, EncodingError::WrongAlgorithm { expected, found });
            assert_eq!(scheme.encapsulation_key_from_info(&other.1).unwrap_err(), refused);
        }
    }
    assert!(KemAlgorithm::of_key_files(Algorithm::Ed25519).is_none());
}

#[test]
fn other_lengths_are_refused() {
    for scheme in kems() {
        let key = scheme.generate(&mut TestRandom::new(38)).unwrap();
        for len in [0, scheme.ciphertext_len() - 1, scheme.ciphertext_len() + 1] {
            let refused = key.decapsulate(&vec![1; len]).unwrap_err();
            assert!(matches!(refused, KemError::Length(error) if error.found == len), "{scheme:?}: {refused}");
        }
        for len in [0, scheme.encapsulation_key_len() - 1, scheme.encapsulation_key_len() + 1] {
            let refused = scheme.encapsulation_key_from_bytes(&vec![1; len]).unwrap_err();
            assert!(matches!(refused, KemError::Length(error) if error.found == len), "{scheme:?}: {refused}");
        }
        let expected = scheme.decapsulation_key_lens();
        for found in expected.iter().flat_map(|len| [len - 1, len + 1]).chain([0]) {
            let refused = scheme.decapsulation_key_from_bytes(&vec![1; found]).unwrap_err();
            let error = KemError::DecapsulationKeyLength { expected, found };
            assert_eq!(refused, if expected.is_empty() { KemError::NoSuchForm } else { error }, "{scheme:?}");
        }
        if let Some(expected) = scheme.seed_len() {
            let refused = scheme.decapsulation_key_from_seed(&vec![1; expected + 1]).unwrap_err();
            assert!(matches!(refused, KemError::Length(error) if error.expected == expected));
        }
    }
    let refused = kem("ml-kem-512").unwrap().decapsulation_key_from_bytes(&[0; 3]).unwrap_err();
    assert_eq!(refused.to_string(), "a decapsulation key: expected a length of 64, 1632 or 1696, found 3");
    let refused = kem("x-wing").unwrap().decapsulation_key_from_bytes(&[0; 3]).unwrap_err();
    assert_eq!(refused.to_string(), "a decapsulation key: expected a length of 32, found 3");
}

/// Checks the error of a key that is damaged at a byte.
fn damaged<K: ?Sized>(read: impl Fn(&[u8]) -> Result<Box<K>, KemError>, bytes: &[u8], at: usize, error: KemError) {
    let mut other = bytes.to_vec();
    other[at] = !other[at];
    assert_eq!(read(&other).err(), Some(error), "{at}");
}

#[test]
fn damaged_keys_are_refused_by_what_is_wrong_with_them() {
    let scheme = kem("ml-kem-768").unwrap();
    let key = scheme.generate(&mut TestRandom::new(39)).unwrap();
    let (seed, expanded) = (key.to_seed().unwrap(), key.to_expanded_bytes().unwrap());
    let both = [&seed.expose()[..], expanded.expose()].concat();
    let read = |bytes: &[u8]| scheme.decapsulation_key_from_bytes(bytes);
    damaged(read, &both, 0, KemError::Seed);
    damaged(read, expanded.expose(), 2400 - 33, KemError::Hash);
    let mut other = expanded.expose().clone();
    other[..3].fill(0xff);
    assert_eq!(read(&other).unwrap_err(), KemError::DecapsulationKeyModulus);
    other[..3].fill(0);
    assert_eq!(read(&other).unwrap_err(), KemError::Inconsistent);

    for scheme in ["ml-kem-512", "ml-kem-768", "ml-kem-1024", "x-wing", "x25519mlkem768"].map(|name| kem(name).unwrap())
    {
        let mut public = scheme.generate(&mut TestRandom::new(40)).unwrap().encapsulation_key().to_bytes();
        public[..3].fill(0xff);
        assert_eq!(
            scheme.encapsulation_key_from_bytes(&public).unwrap_err(),
            KemError::EncapsulationKeyModulus,
            "{scheme:?}"
        );
    }
    assert_eq!(
        kem("dhkem-x25519").unwrap().encapsulation_key_from_bytes(&[0; 32]).unwrap_err(),
        KemError::NonContributory
    );
}

/// As `respond`, which a client's share of small order makes fail, not the reading of the share.
#[test]
fn shares_of_small_order_are_refused() {
    let scheme = kem("x25519mlkem768").unwrap();
    let key = scheme.generate(&mut TestRandom::new(41)).unwrap();
    let mut public = key.encapsulation_key().to_bytes();
    let (mut ciphertext, _) = key.encapsulation_key().encapsulate(&mut TestRandom::new(42)).unwrap();
    public[1184..].fill(0);
    ciphertext[1088..].fill(0);
    let read = scheme.encapsulation_key_from_bytes(&public).unwrap();
    assert_eq!(read.encapsulate(&mut TestRandom::new(43)).unwrap_err(), KemError::NonContributory);
    assert_eq!(key.decapsulate(&ciphertext).unwrap_err(), KemError::NonContributory);
    let of_type = respond::<X25519MlKem768>(&public, &mut TestRandom::new(43)).unwrap_err();
    assert_eq!(of_type, HybridError::NonContributory);
}

struct Broken;

impl Random for Broken {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError)
    }
}

#[test]
fn a_failing_source_is_an_error() {
    for scheme in kems() {
        assert_eq!(scheme.generate(&mut Broken).err(), Some(RandomError));
        let key = scheme.generate(&mut TestRandom::new(44)).unwrap();
        let refused = key.encapsulation_key().encapsulate(&mut Broken).unwrap_err();
        assert_eq!((refused, refused.to_string()), (KemError::Random, RandomError.to_string()));
    }
}

#[test]
fn errors_say_what_those_of_the_types_say() {
    use DecapsulationKeyError::{Hash, Inconsistent, Modulus, Seed};
    for error in [Hash, Inconsistent, Modulus, Seed] {
        assert_eq!(KemError::from(error).to_string(), error.to_string());
    }
    assert_eq!(KemError::from(EncapsulationKeyError::Modulus).to_string(), EncapsulationKeyError::Modulus.to_string());
    assert_eq!(KemError::from(NonContributory).to_string(), NonContributory.to_string());
}

#[test]
fn keys_show_no_secrets() {
    for scheme in kems() {
        let key = scheme.generate(&mut TestRandom::new(45)).unwrap();
        let shown = format!("{key:?}");
        assert!(shown.contains("(..)") && shown.len() < 300, "{shown}");
        let public: Box<dyn DynEncapsulationKey> = key.encapsulation_key();
        assert!(!format!("{public:?}").is_empty());
    }
}
