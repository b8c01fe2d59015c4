//! The traits of other crates: the tests that they provide for implementations, and generic code.

mod kem;
mod serde;
mod signature;

use ::aead::inout::InOutBuf;
use ::aead::{AeadCore, AeadInOut, KeyInit, KeySizeUser};
use ::rand_core::{TryCryptoRng, TryRng};
use carnelian::curve::ed25519::{Signature, SigningKey, VerifyingKey};
use carnelian::curve::x25519::{PublicKey, SecretKey};
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
    let mut drbg = cipher::ctr_drbg::CtrDrbg::from_source(b"", &mut OsRandom).unwrap();
    draws(&mut drbg);
    drbg.fill(&mut [0; 3]).unwrap();
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
