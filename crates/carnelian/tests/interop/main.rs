//! The traits of other crates: the tests that they provide for implementations, and generic code.

use ::aead::inout::InOutBuf;
use ::aead::{AeadCore, AeadInOut, KeyInit, KeySizeUser};
use ::kem::{Decapsulator, Encapsulate, FromSeed, Kem, KeyExport, TryDecapsulate, TryKeyInit};
use ::rand_core::{CryptoRng, TryCryptoRng, TryRng, UnwrapErr};
use ::signature::{Keypair, SignatureEncoding, Signer, Verifier};
use carnelian::composite::dhkem::{DecapsulationKey, EncapsulationKey};
use carnelian::curve::ed25519::{Signature, SigningKey, VerifyingKey};
use carnelian::curve::eddsa_blake2b;
use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian::interop::kem::{DecapsulateError, DhkemX25519HkdfSha256};
use carnelian::interop::rand_core::FromRng;
use carnelian::random::{OsRandom, Random, RandomError};
use carnelian::{HexFault, cipher, hash};
use digest::array::typenum::Unsigned;
use digest::array::typenum::consts::U12;
use digest::block_api::BlockSizeUser;
use digest::dev::{TestVector, fixed_reset_test, xof_reset_test};
use digest::{Digest, ExtendableOutput, ExtendableOutputReset, FixedOutputReset, HashMarker, Update, XofReader};
use std::fmt::Debug;

/// Returns `len` bytes, each different from the next. The tests of the trait crates need them to be static.
fn bytes(len: usize) -> &'static [u8] {
    (0..len).map(|i| (i * 7 + len) as u8).collect::<Vec<u8>>().leak()
}

/// Messages around the ends of blocks.
fn messages() -> impl Iterator<Item = &'static [u8]> {
    [0, 1, 55, 56, 64, 111, 112, 128, 136, 144, 168, 300].into_iter().map(bytes)
}

/// `Ours` by the trait crate's own test, with the digests of `Theirs`.
fn is_as<Ours, Theirs>()
where
    Ours: FixedOutputReset + Clone + Default + HashMarker + BlockSizeUser,
    Theirs: Digest + BlockSizeUser,
{
    assert_eq!(<Ours as Digest>::output_size(), <Theirs as Digest>::output_size());
    assert_eq!(Ours::BlockSize::USIZE, Theirs::BlockSize::USIZE);
    for input in messages() {
        let output = Theirs::digest(input).to_vec().leak();
        fixed_reset_test::<Ours>(&TestVector { input, output }).unwrap();
    }
}

#[test]
fn hash_functions_pass_the_digest_crates_tests() {
    is_as::<hash::Sha224, sha2::Sha224>();
    is_as::<hash::Sha256, sha2::Sha256>();
    is_as::<hash::Sha384, sha2::Sha384>();
    is_as::<hash::Sha512, sha2::Sha512>();
    is_as::<hash::Sha512_256, sha2::Sha512_256>();
    is_as::<hash::Sha3_224, sha3::Sha3_224>();
    is_as::<hash::Sha3_256, sha3::Sha3_256>();
    is_as::<hash::Sha3_384, sha3::Sha3_384>();
    is_as::<hash::Sha3_512, sha3::Sha3_512>();
    is_as::<hash::Blake2b512, blake2::Blake2b512>();
    is_as::<hash::Blake2s256, blake2::Blake2s256>();
}

#[test]
fn functions_with_output_of_any_length_pass_the_digest_crates_tests() {
    fn is_as<Ours, Theirs>()
    where
        Ours: ExtendableOutputReset + Default + Debug + Clone,
        Theirs: ExtendableOutput + Default,
    {
        for input in messages() {
            let output = vec![0; 300].leak();
            let mut theirs = Theirs::default();
            theirs.update(input);
            theirs.finalize_xof_into(output);
            xof_reset_test::<Ours>(&TestVector { input, output }).unwrap();
        }
    }
    is_as::<hash::Shake128, shake::Shake128>();
    is_as::<hash::Shake256, shake::Shake256>();

    let (mut ours, mut theirs) = (hash::CShake128::new(b"", b"a setting"), [0; 50]);
    Update::update(&mut ours, b"a message");
    ExtendableOutput::finalize_xof(ours.clone()).read(&mut theirs);
    let mut expected = [0; 50];
    ours.finalize().fill(&mut expected);
    assert_eq!(theirs, expected);
}

/// `Ours` by the trait crate's own tests, with ciphertexts of `Theirs`.
fn seals_as<Ours, Theirs>()
where
    Ours: AeadInOut + KeyInit,
    Theirs: AeadInOut + KeyInit,
{
    let key = bytes(<Ours as KeySizeUser>::KeySize::USIZE);
    let nonce = bytes(<Ours as AeadCore>::NonceSize::USIZE);
    for (plaintext, aad) in messages().zip(messages().skip(1)) {
        let theirs = Theirs::new_from_slice(key).unwrap();
        let payload = ::aead::Payload { msg: plaintext, aad };
        let ciphertext = ::aead::Aead::encrypt(&theirs, nonce.try_into().unwrap(), payload).unwrap().leak();
        let vector = ::aead::dev::TestVector { key, nonce, aad, plaintext, ciphertext };
        ::aead::dev::pass_test::<Ours>(&vector).unwrap();
        for damaged in [0, ciphertext.len() - 1] {
            let mut changed = ciphertext.to_vec();
            changed[damaged] ^= 1;
            let forged = ::aead::dev::TestVector { ciphertext: changed.leak(), ..vector };
            ::aead::dev::fail_test::<Ours>(&forged).unwrap();
        }
    }
    // From one buffer into another.
    let ours = Ours::new_from_slice(key).unwrap();
    let (plaintext, mut there, mut back) = (bytes(100), [0; 100], [7; 100]);
    let nonce = nonce.try_into().unwrap();
    let tag = ours.encrypt_inout_detached(nonce, b"", InOutBuf::new(plaintext, &mut there).unwrap()).unwrap();
    assert_ne!(plaintext[..], there[..]);
    ours.decrypt_inout_detached(nonce, b"", InOutBuf::new(&there, &mut back).unwrap(), &tag).unwrap();
    assert_eq!(plaintext[..], back[..]);
    ours.decrypt_inout_detached(nonce, b"x", InOutBuf::new(&there, &mut back).unwrap(), &tag).unwrap_err();
    assert_eq!(back, [0; 100], "of what is forged zeros are left");
}

#[test]
fn schemes_pass_the_aead_crates_tests() {
    seals_as::<cipher::aes_gcm::Aes128Gcm, aes_gcm::Aes128Gcm>();
    seals_as::<cipher::aes_gcm::Aes256Gcm, aes_gcm::Aes256Gcm>();
    seals_as::<cipher::aes_gcm::Aes192Gcm, aes_gcm::AesGcm<aes::Aes192, U12>>();
    seals_as::<cipher::aes_gcm_siv::Aes128GcmSiv, aes_gcm_siv::Aes128GcmSiv>();
    seals_as::<cipher::aes_gcm_siv::Aes256GcmSiv, aes_gcm_siv::Aes256GcmSiv>();
    seals_as::<cipher::chacha20poly1305::ChaCha20Poly1305, chacha20poly1305::ChaCha20Poly1305>();
    seals_as::<cipher::chacha20poly1305::XChaCha20Poly1305, chacha20poly1305::XChaCha20Poly1305>();
}

/// A protocol that knows a scheme by its traits alone.
fn signs_and_verifies<K, S>(key: &K)
where
    K: Signer<S> + Keypair<VerifyingKey: Verifier<S>>,
    S: SignatureEncoding,
{
    let bytes = key.sign(b"a message").to_vec();
    let signature = S::try_from(&bytes).unwrap_or_else(|_| panic!("what was encoded is decoded"));
    let public = key.verifying_key();
    public.verify(b"a message", &signature).unwrap();
    public.verify(b"another", &signature).unwrap_err();
    assert!(S::try_from(&bytes[1..]).is_err());
}

#[test]
fn keys_sign_and_verify_by_the_signature_crates_traits() {
    let key = SigningKey::from_seed([7; 32]);
    signs_and_verifies::<_, Signature>(&key);
    signs_and_verifies::<_, eddsa_blake2b::Signature>(&eddsa_blake2b::SigningKey::from_seed([7; 32]));
    let prepared = key.verifying_key().prepare();
    Verifier::verify(&prepared, b"a message", &key.sign(b"a message")).unwrap();
    Verifier::verify(&prepared, b"another", &key.sign(b"a message")).unwrap_err();
}

/// Establishes keys by any mechanism, through the traits of `kem`: the round trip of that crate's documentation, with
/// keys and ciphertexts that are written and read again.
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
    establishes_keys::<DhkemX25519HkdfSha256>(&mut UnwrapErr(OsRandom));
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

/// Gives its bytes one after the other, and then nothing more.
struct Counting(u8);

impl TryRng for Counting {
    type Error = RandomError;

    fn try_next_u32(&mut self) -> Result<u32, RandomError> {
        unreachable!("keys are drawn as bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, RandomError> {
        unreachable!("keys are drawn as bytes")
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        for byte in out {
            *byte = self.0;
            self.0 = self.0.checked_add(1).ok_or(RandomError)?;
        }
        Ok(())
    }
}

impl TryCryptoRng for Counting {}

#[test]
fn generators_go_both_ways() {
    let key = SecretKey::generate(&mut FromRng(Counting(1))).unwrap();
    let bytes: [u8; 32] = core::array::from_fn(|i| i as u8 + 1);
    assert_eq!(key.public_key(), SecretKey::from_bytes(bytes).public_key());
    assert_eq!(SecretKey::generate(&mut FromRng(Counting(250))).err(), Some(RandomError));

    fn draws<R: TryCryptoRng>(rng: &mut R) {
        let (mut a, mut b) = ([0; 32], [0; 32]);
        rng.try_fill_bytes(&mut a).unwrap();
        rng.try_fill_bytes(&mut b).unwrap();
        assert_ne!(a, b);
        assert_ne!(rng.try_next_u64().unwrap(), rng.try_next_u64().unwrap());
        rng.try_next_u32().unwrap();
    }
    draws(&mut OsRandom);
    let mut drbg = cipher::ctr_drbg::CtrDrbg::from_source(&mut OsRandom, b"").unwrap();
    draws(&mut drbg);
    drbg.fill(&mut [0; 3]).unwrap();
}

#[test]
fn public_values_are_digits_in_json_and_bytes_elsewhere() {
    let key = SigningKey::from_seed([7; 32]);
    let (public, signature) = (*key.verifying_key(), key.sign(b"a message"));
    let exchange = SecretKey::from_bytes([9; 32]).public_key();
    let values = (public, signature, exchange);
    let json = serde_json::to_string(&values).unwrap();
    assert_eq!(json, format!("[\"{public}\",\"{signature}\",\"{exchange}\"]"));
    assert_eq!(serde_json::from_str::<(VerifyingKey, Signature, PublicKey)>(&json).unwrap(), values);
    let binary = postcard::to_allocvec(&values).unwrap();
    assert_eq!(binary.len(), 3 + 32 + 64 + 32, "a byte for each length");
    assert_eq!(postcard::from_bytes::<(VerifyingKey, Signature, PublicKey)>(&binary).unwrap(), values);

    for (text, told) in [
        (format!("\"{}\"", "02".repeat(32)), "the EdDSA key is not a point of the curve"),
        ("\"02\"".to_owned(), "an EdDSA key: expected 64 hexadecimal digits, found 2 characters"),
        (format!("\"x{}\"", "0".repeat(63)), "something else at offset 0"),
        ("7".to_owned(), "hexadecimal digits or bytes"),
    ] {
        let error = serde_json::from_str::<VerifyingKey>(&text).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
    assert!(postcard::from_bytes::<Signature>(&[2, 1, 1]).is_err());
}

/// Each type is parsed from a slice, an array and a text.
#[test]
fn conversions_are_the_same_for_all_public_types() {
    let key = SigningKey::from_seed([7; 32]);
    let public = *key.verifying_key();
    let bytes = *public.as_bytes();
    assert_eq!(VerifyingKey::try_from(bytes), Ok(public));
    assert_eq!(VerifyingKey::try_from(&bytes), Ok(public));
    assert_eq!(VerifyingKey::try_from(&bytes[..]), Ok(public));
    assert_eq!(public.to_string().to_uppercase().parse(), Ok(public));
    assert_eq!((public.as_ref(), <[u8; 32]>::from(public)), (&bytes[..], bytes));
    let error = VerifyingKey::try_from(&bytes[1..]).unwrap_err();
    assert_eq!(error.to_string(), "an EdDSA key: expected a length of 32, found 31");

    let signature = key.sign(b"a message");
    let bytes = signature.to_bytes();
    assert_eq!([Signature::from(bytes), Signature::from(&bytes)], [signature; 2]);
    assert_eq!(Signature::try_from(&bytes[..]), Ok(signature));
    assert_eq!(signature.to_string().parse(), Ok(signature));
    assert_eq!((signature.as_ref(), <[u8; 64]>::from(signature)), (&bytes[..], bytes));
    assert_eq!("é".repeat(64).parse::<Signature>().unwrap_err().found, HexFault::Digit(0));

    let secret = SecretKey::from_bytes([9; 32]);
    let public = PublicKey::from(&secret);
    let bytes = public.to_bytes();
    assert_eq!(public, secret.public_key());
    assert_eq!([PublicKey::from(bytes), PublicKey::from(&bytes)], [public; 2]);
    assert_eq!(PublicKey::try_from(&bytes[..]), Ok(public));
    assert_eq!(public.to_string().parse(), Ok(public));
    assert_eq!((public.as_ref(), <[u8; 32]>::from(public)), (&bytes[..], bytes));
    assert_eq!("0".repeat(65).parse::<PublicKey>().unwrap_err().found, HexFault::Length(65));
}
