//! `signature`: keys and signatures.

use crate::Counting;
use ::rand_core::UnwrapErr;
use ::signature::{
    Keypair, MultipartSigner, MultipartVerifier, RandomizedMultipartSigner, RandomizedSigner, SignatureEncoding,
    Signer, Verifier,
};
use carnelian::curve::ed25519::{Signature, SigningKey};
use carnelian::curve::eddsa_blake2b;
use carnelian::interop::rand_core::FromRng;
use carnelian::postquantum::mldsa;
use carnelian::postquantum::slhdsa::{self, SlhDsaSha2_128f, SlhDsaShake128f};

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

/// A protocol whose messages are not in one piece.
fn signs_parts<K, S>(key: &K)
where
    K: Signer<S> + MultipartSigner<S> + Keypair<VerifyingKey: Verifier<S> + MultipartVerifier<S>>,
    S: SignatureEncoding,
{
    let parts = [&b"a mess"[..], b"", b"age"];
    let (whole, public) = (key.sign(b"a message"), key.verifying_key());
    let signature = key.multipart_sign(&parts);
    assert_eq!(signature.to_vec(), whole.to_vec());
    public.multipart_verify(&parts, &whole).unwrap();
    public.multipart_verify(&parts[..1], &whole).unwrap_err();
    public.verify(b"a message", &signature).unwrap();
    assert_eq!(signature.encoded_len(), whole.to_vec().len());
}

/// A protocol that hedges.
fn signs_with_a_generator<K, S>(key: &K)
where
    K: Signer<S> + RandomizedSigner<S> + RandomizedMultipartSigner<S> + Keypair<VerifyingKey: Verifier<S>>,
    S: SignatureEncoding,
{
    let hedged = key.sign_with_rng(&mut UnwrapErr(Counting(1)), b"a message");
    let in_parts = key.multipart_sign_with_rng(&mut UnwrapErr(Counting(1)), &[b"a", b" message"]);
    assert_eq!(hedged.to_vec(), in_parts.to_vec());
    assert_ne!(hedged.to_vec(), key.sign_with_rng(&mut UnwrapErr(Counting(2)), b"a message").to_vec());
    assert_ne!(hedged.to_vec(), key.sign(b"a message").to_vec());
    key.verifying_key().verify(b"a message", &hedged).unwrap();
    assert!(key.try_sign_with_rng(&mut Counting(250), b"a message").is_err());
    assert!(key.try_multipart_sign_with_rng(&mut Counting(250), &[b"a message"]).is_err());
}

/// Has two implementations of the traits make the same signature, and each verify the other's.
fn agrees<A, SA, B, SB>(ours: &A, theirs: &B)
where
    A: Signer<SA> + Keypair<VerifyingKey: Verifier<SA>>,
    B: Signer<SB> + Keypair<VerifyingKey: Verifier<SB>>,
    SA: SignatureEncoding,
    SB: SignatureEncoding,
{
    let (our_bytes, their_bytes) = (ours.sign(b"a message").to_vec(), theirs.sign(b"a message").to_vec());
    assert_eq!(our_bytes, their_bytes);
    let theirs_read = SA::try_from(&their_bytes).unwrap_or_else(|_| panic!("their signature is one"));
    ours.verifying_key().verify(b"a message", &theirs_read).unwrap();
    let ours_read = SB::try_from(&our_bytes).unwrap_or_else(|_| panic!("our signature is one"));
    theirs.verifying_key().verify(b"a message", &ours_read).unwrap();
    theirs.verifying_key().verify(b"another", &ours_read).unwrap_err();
}

fn mldsa_signs<P: mldsa::Parameters, Theirs: ml_dsa::MlDsaParams>() {
    let key = mldsa::SigningKey::<P>::from_seed(&[7; 32]);
    signs_and_verifies::<_, mldsa::Signature<P>>(&key);
    signs_parts::<_, mldsa::Signature<P>>(&key);
    signs_with_a_generator::<_, mldsa::Signature<P>>(&key);
    let theirs = ml_dsa::SigningKey::<Theirs>::from_seed(&[7; 32].into());
    signs_and_verifies::<_, ml_dsa::Signature<Theirs>>(&theirs);
    agrees::<_, mldsa::Signature<P>, _, ml_dsa::Signature<Theirs>>(&key, &theirs);

    // The traits add nothing to what the key does by itself.
    let expected = key.sign_deterministic(b"a message").unwrap();
    assert_eq!(Signer::sign(&key, b"a message"), expected);
    let hedged = key.sign(b"a message", &mut FromRng(Counting(3))).unwrap();
    assert_eq!(key.sign_with_rng(&mut UnwrapErr(Counting(3)), b"a message"), hedged);
    let public = key.verifying_key().prepare();
    Verifier::verify(&public, b"a message", &expected).unwrap();
    Verifier::verify(&public, b"another", &expected).unwrap_err();
    public.multipart_verify(&[b"a", b" message"], &expected).unwrap();
    let prepared = key.prepare();
    signs_and_verifies::<_, mldsa::Signature<P>>(&prepared);
    signs_parts::<_, mldsa::Signature<P>>(&prepared);
    signs_with_a_generator::<_, mldsa::Signature<P>>(&prepared);
    assert_eq!(Signer::sign(&prepared, b"a message"), expected);
}

/// Runs what `of_scheme` makes of each scheme in the catalogue: its module, its parameter set if it has them, and its name.
macro_rules! each_scheme {
    ([] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
        $methods:tt $file:ident;
    )+ })+) => {
        $($(of_scheme!($module $($Set)? $id);)+)+
    };
}

#[test]
fn mldsa_signs_by_the_signature_crates_traits() {
    macro_rules! of_scheme {
        (mldsa $Set:ident $id:literal) => {
            mldsa_signs::<mldsa::$Set, ml_dsa::$Set>()
        };
        ($($other:tt)+) => {};
    }
    carnelian::__signatures! { each_scheme [] }
}

fn slhdsa_key<P: slhdsa::Parameters>() -> slhdsa::SigningKey<P> {
    let seed = P::SeedBytes::try_from(&[7; 32][..P::N]).unwrap();
    slhdsa::SigningKey::from_seeds(&seed, &seed, &seed)
}

/// The traits are there for every parameter set, as nothing is asked of this one.
fn slhdsa_signs<P: slhdsa::Parameters>() {
    let key = slhdsa_key::<P>();
    signs_and_verifies::<_, slhdsa::Signature<P>>(&key);
    signs_parts::<_, slhdsa::Signature<P>>(&key);
    signs_with_a_generator::<_, slhdsa::Signature<P>>(&key);
    let prepared = key.prepare();
    signs_and_verifies::<_, slhdsa::Signature<P>>(&prepared);
    signs_parts::<_, slhdsa::Signature<P>>(&prepared);
    signs_with_a_generator::<_, slhdsa::Signature<P>>(&prepared);
}

/// The sets whose signatures are small take twenty times as long, by the same code.
#[test]
fn slhdsa_signs_by_the_signature_crates_traits() {
    macro_rules! of_scheme {
        (slhdsa $Set:ident $id:literal) => {
            if $id.ends_with('f') {
                slhdsa_signs::<slhdsa::$Set>();
            }
        };
        ($($other:tt)+) => {};
    }
    carnelian::__signatures! { each_scheme [] }
}

fn slhdsa_agrees<P: slhdsa::Parameters, Theirs: slh_dsa::ParameterSet>() {
    let key = slhdsa_key::<P>();
    let theirs = slh_dsa::SigningKey::<Theirs>::try_from(key.to_bytes().expose().as_ref()).unwrap();
    agrees::<_, slhdsa::Signature<P>, _, slh_dsa::Signature<Theirs>>(&key, &theirs);
    let hedged = key.sign_with_rng(&mut UnwrapErr(Counting(3)), b"a message");
    let theirs = theirs.sign_with_rng(&mut UnwrapErr(Counting(3)), b"a message");
    assert_eq!(hedged.as_ref(), &theirs.to_vec()[..]);
}

#[test]
fn slhdsa_agrees_with_another_implementation_of_the_traits() {
    slhdsa_agrees::<SlhDsaSha2_128f, slh_dsa::Sha2_128f>();
    slhdsa_agrees::<SlhDsaShake128f, slh_dsa::Shake128f>();
}
