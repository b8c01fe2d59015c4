//! Ed25519 and EdDSA with BLAKE2b.

use crate::check::{Case, Check, Source};
use carnelian::curve::ed25519::{self, Context, Ed25519, EddsaBlake2b, Prehash, Scheme, SigningKeyOf};
use carnelian::curve::eddsa_blake2b;
use curve25519_dalek::Scalar;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "ed25519/keygen", run: keygen::<Ed25519> },
    Case { name: "ed25519/generate-batch", run: generate_batch },
    Case { name: "ed25519/sign", run: sign::<Ed25519> },
    Case { name: "ed25519/sign-combined", run: sign_combined },
    Case { name: "ed25519/sign-ctx", run: sign_ctx },
    Case { name: "ed25519/sign-ph", run: sign_prehash },
    Case { name: "ed25519/sign-hedged", run: sign_hedged::<Ed25519> },
    Case { name: "ed25519/sign-batch", run: sign_batch },
    Case { name: "ed25519/from-keypair-bytes", run: from_keypair_bytes::<Ed25519> },
    Case { name: "ed25519/from-seed-and-public", run: from_seed_and_public::<Ed25519> },
    Case { name: "ed25519/from-seeds", run: from_seed_batch },
    Case { name: "ed25519/to-x25519", run: to_x25519::<Ed25519> },
    Case { name: "eddsa-blake2b/keygen", run: keygen::<EddsaBlake2b> },
    Case { name: "eddsa-blake2b/sign", run: sign::<EddsaBlake2b> },
    Case { name: "eddsa-blake2b/sign-hedged", run: sign_hedged::<EddsaBlake2b> },
    Case { name: "eddsa-blake2b/batches", run: batches },
    Case { name: "eddsa-blake2b/to-x25519", run: to_x25519::<EddsaBlake2b> },
];

/// Returns the digest by another library.
pub(crate) trait Digests: Scheme {
    fn digest(parts: &[&[u8]]) -> [u8; 64];
}

impl Digests for Ed25519 {
    fn digest(parts: &[&[u8]]) -> [u8; 64] {
        use sha2::Digest;
        sha2::Sha512::digest(parts.concat()).into()
    }
}

impl Digests for EddsaBlake2b {
    fn digest(parts: &[&[u8]]) -> [u8; 64] {
        use blake2::Digest;
        blake2::Blake2b512::digest(parts.concat()).into()
    }
}

/// A seed, the secrets of a key, and its public half.
pub(crate) fn seed<S: Digests>(check: &mut Check) -> Box<[u8; 32]> {
    let seed = check.array::<32>("the seed");
    let h = S::digest(&[&seed[..]]);
    check.secret("the digest of the seed", &h);
    let number: [u8; 32] = h[..32].try_into().expect("32 bytes");
    let number = curve25519_dalek::scalar::clamp_integer(number);
    check.secret("the secret number", &number);
    check.secret("the secret scalar", Scalar::from_bytes_mod_order(number).as_bytes());
    let key = SigningKeyOf::<S>::from_seed(*seed);
    public_key(check, &key);
    seed
}

/// The public key, as bytes and as the values that it is computed from.
fn public_key<S: Scheme>(check: &mut Check, key: &SigningKeyOf<S>) {
    check.public(key.verifying_key().as_bytes());
    check.public_value(key.verifying_key());
}

/// Returns the secrets of a signature of `message` under the key of `seed`.
fn nonce<S: Digests>(check: &mut Check, seed: &[u8; 32], before: &[u8], message: &[u8]) {
    let h = S::digest(&[seed]);
    let digest = S::digest(&[before, &h[32..], message]);
    check.secret("the digest of the nonce", &digest);
    let nonce = Scalar::from_bytes_mod_order_wide(&digest);
    check.secret("the nonce", nonce.as_bytes());
    check.secret("digits of the nonce", &radix16(nonce.as_bytes()));
}

/// Returns the signed digits of a scalar in radix 16 that multiplication by the base point uses.
fn radix16(scalar: &[u8; 32]) -> Vec<u8> {
    let mut carry = 0u8;
    let nibbles = scalar.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let digit = |nibble: u8| {
        let digit = nibble + carry;
        carry = (digit + 8) >> 4;
        digit.wrapping_sub(carry << 4)
    };
    nibbles.map(digit).collect()
}

fn keygen<S: Digests>(check: &mut Check) {
    let seed = seed::<S>(check);
    check.run("from_seed", &mut || _ = black_box(&SigningKeyOf::<S>::from_seed(*seed)));
    check.run("from_seed, boxed", &mut || _ = black_box(Box::new(SigningKeyOf::<S>::from_seed(*seed))));
    check.run("from_seed, in a vector", &mut || {
        let mut keys = Vec::new();
        (0..3).for_each(|_| keys.push(SigningKeyOf::<S>::from_seed(*seed)));
        black_box(&mut keys);
    });
    check.run("generate", &mut || _ = black_box(&SigningKeyOf::<S>::generate(&mut Source(&seed[..]))));
    check.run("generate, unwrapped and boxed", &mut || {
        let key = SigningKeyOf::<S>::generate(&mut Source(&seed[..])).expect("the source delivers");
        black_box(&Box::new(key));
    });
    let key = Box::new(SigningKeyOf::<S>::from_seed(*seed));
    check.run("seed", &mut || _ = black_box(key.as_seed().expose()));
    check.run("Debug", &mut || drop(format!("{key:?}")));
}

fn sign<S: Digests>(check: &mut Check) {
    let seed = seed::<S>(check);
    for len in [0, 60, 300] {
        let message = check.drawn(len);
        nonce::<S>(check, &seed, b"", &message);
        let key = Box::new(SigningKeyOf::<S>::from_seed(*seed));
        let mut signature = Box::new(key.sign(&message));
        check.run("sign", &mut || *signature = key.sign(&message));
        check.run("from_seed and sign", &mut || *signature = SigningKeyOf::<S>::from_seed(*seed).sign(&message));
        check.public(&message);
        check.public(signature.as_bytes());
    }
}

fn sign_combined(check: &mut Check) {
    let seed = seed::<Ed25519>(check);
    let message = check.drawn(100);
    nonce::<Ed25519>(check, &seed, b"", &message);
    let key = Box::new(SigningKeyOf::<Ed25519>::from_seed(*seed));
    let mut signed = key.sign_combined(&message);
    check.run("sign_combined", &mut || signed = key.sign_combined(&message));
    check.run("sign_combined_to", &mut || {
        key.sign_combined_to(&message, &mut signed).expect("of the right length");
    });
    check.public(&message);
    check.public(&signed);
}

fn sign_hedged<S: Digests>(check: &mut Check) {
    let seed = seed::<S>(check);
    let (noise, message) = (check.array::<32>("the noise"), check.drawn(100));
    let h = S::digest(&[&seed[..]]);
    let hedged = S::digest(&[&h[32..], &noise[..]]);
    check.secret("the hedged prefix", &hedged);
    check.secret("the digest of the nonce", &S::digest(&[&hedged[..32], &message]));
    let key = Box::new(SigningKeyOf::<S>::from_seed(*seed));
    let mut signature = Box::new(key.sign(&message));
    check.run("sign_hedged", &mut || {
        *signature = key.sign_hedged(&message, &mut Source(&noise[..])).expect("the source delivers");
    });
    check.public(&message);
    check.public(signature.as_bytes());
}

fn sign_ctx(check: &mut Check) {
    let seed = seed::<Ed25519>(check);
    let (noise, message) = (check.array::<32>("the noise"), check.drawn(100));
    let context = Context::new(b"context").expect("of an allowed length");
    nonce::<Ed25519>(check, &seed, b"SigEd25519 no Ed25519 collisions\0\x07context", &message);
    let key = Box::new(SigningKeyOf::<Ed25519>::from_seed(*seed));
    let mut signature = Box::new(key.sign_ctx(context, &message));
    check.run("sign_ctx", &mut || *signature = key.sign_ctx(context, &message));
    check.public(signature.as_bytes());
    check.run("sign_ctx_hedged", &mut || {
        let signed = key.sign_ctx_hedged(context, &message, &mut Source(&noise[..]));
        *signature = signed.expect("the source delivers");
    });
    check.public(&message);
    check.public(signature.as_bytes());
}

fn sign_prehash(check: &mut Check) {
    let seed = seed::<Ed25519>(check);
    let (noise, message) = (check.array::<32>("the noise"), vec![7; 300]);
    let digest = Box::new(Ed25519::digest(&[&message]));
    nonce::<Ed25519>(check, &seed, b"SigEd25519 no Ed25519 collisions\x01\0", &digest[..]);
    let key = Box::new(SigningKeyOf::<Ed25519>::from_seed(*seed));
    let mut signature = Box::new(key.sign_prehash(None, Prehash::of(&message)));
    check.public(signature.as_bytes());
    check.run("sign_prehash", &mut || *signature = key.sign_prehash(None, Prehash::of(&message)));
    check.run("sign_prehash in pieces", &mut || {
        let mut prehash = Prehash::new();
        message.chunks(99).for_each(|piece| prehash.update(piece));
        *signature = key.sign_prehash(None, prehash);
    });
    check.run("sign_prehash_digest", &mut || *signature = key.sign_prehash_digest(None, &digest));
    check.run("sign_prehash_hedged", &mut || {
        let signed = key.sign_prehash_hedged(None, Prehash::of(&message), &mut Source(&noise[..]));
        *signature = signed.expect("the source delivers");
    });
    check.public(signature.as_bytes());
}

fn sign_batch(check: &mut Check) {
    batch_of(check, ed25519::sign_batch);
}

/// The number of a CPU's lanes, and a few more than one group.
const COUNTS: [usize; 4] = [1, 3, 8, 40];

type SignBatch<S> = fn(&[(&SigningKeyOf<S>, &[u8])]) -> Vec<ed25519::SignatureOf<S>>;

fn batch_of<S: Digests>(check: &mut Check, sign: SignBatch<S>) {
    for count in COUNTS {
        let seeds: Vec<_> = (0..count).map(|_| seed::<S>(check)).collect();
        let messages: Vec<_> = (0..count).map(|i| check.drawn(50 * i)).collect();
        let keys: Vec<_> = seeds.iter().map(|seed| SigningKeyOf::<S>::from_seed(**seed)).collect();
        let pairs: Vec<_> = keys.iter().zip(&messages).map(|(key, message)| (key, &message[..])).collect();
        let mut signatures = Vec::new();
        check.run("sign_batch", &mut || signatures = sign(&pairs));
        for ((seed, message), signature) in seeds.iter().zip(&messages).zip(&signatures) {
            nonce::<S>(check, seed, b"", message);
            check.public(message);
            check.public(signature.as_bytes());
        }
    }
}

fn generate_batch(check: &mut Check) {
    for count in COUNTS {
        let seeds: Vec<u8> = (0..count).flat_map(|_| *seed::<Ed25519>(check)).collect();
        check.run("generate_batch", &mut || {
            black_box(ed25519::generate_batch(count, &mut Source(&seeds)).expect("the source delivers"));
        });
    }
}

fn from_seed_batch(check: &mut Check) {
    for count in COUNTS {
        let seeds: Vec<[u8; 32]> = (0..count).map(|_| *seed::<Ed25519>(check)).collect();
        check.run("from_seed_batch", &mut || _ = black_box(ed25519::from_seed_batch(&seeds)));
    }
}

fn batches(check: &mut Check) {
    batch_of(check, eddsa_blake2b::sign_batch);
    for count in COUNTS {
        let seeds: Vec<[u8; 32]> = (0..count).map(|_| *seed::<EddsaBlake2b>(check)).collect();
        check.run("from_seed_batch", &mut || _ = black_box(eddsa_blake2b::from_seed_batch(&seeds)));
        check.run("generate_batch", &mut || {
            let keys = eddsa_blake2b::generate_batch(count, &mut Source(seeds.as_flattened()));
            black_box(keys.expect("the source delivers"));
        });
    }
}

fn from_keypair_bytes<S: Digests>(check: &mut Check) {
    let seed = seed::<S>(check);
    let public = SigningKeyOf::<S>::from_seed(*seed).verifying_key().to_bytes();
    let mut bytes: Box<[u8; 64]> = [&seed[..], &public].concat().into_boxed_slice().try_into().expect("64 bytes");
    check.run("from_keypair_bytes", &mut || _ = black_box(&SigningKeyOf::<S>::from_keypair_bytes(&bytes)));
    bytes[40] ^= 1;
    check.public(&bytes[32..]);
    check.run("bytes that do not match", &mut || _ = black_box(&SigningKeyOf::<S>::from_keypair_bytes(&bytes)));
}

fn from_seed_and_public<S: Digests>(check: &mut Check) {
    let seed = seed::<S>(check);
    let mut public = SigningKeyOf::<S>::from_seed(*seed).verifying_key().to_bytes();
    check.run("from_seed_and_public", &mut || {
        _ = black_box(&SigningKeyOf::<S>::from_seed_and_public(*seed, &public));
    });
    public[3] ^= 1;
    check.public(&public);
    check.run("a public key that does not match", &mut || {
        _ = black_box(&SigningKeyOf::<S>::from_seed_and_public(*seed, &public));
    });
}

fn to_x25519<S: Digests>(check: &mut Check) {
    let seed = seed::<S>(check);
    let key = Box::new(SigningKeyOf::<S>::from_seed(*seed));
    check.run("to_x25519", &mut || _ = black_box(&key.to_x25519()));
    check.run("to_x25519, boxed", &mut || _ = black_box(Box::new(key.to_x25519())));
}
