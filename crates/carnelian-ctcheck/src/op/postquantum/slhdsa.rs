//! SLH-DSA with secret seeds. Most operations run with reduced sets, whose trees are low; signing also with 128f.

use crate::check::Check;
use crate::op::Operation;
use crate::op::hash::sha256;
use carnelian::cpu::Tier;
use carnelian::encoding::{PrivateKeyFile as _, PrivateKeyInfo};
use carnelian::hash::{Hash as _, Sha3_256, Sha256, Sha512};
use carnelian::postquantum::slhdsa::hazmat::{key_gen_internal, sign_internal};
use carnelian::postquantum::slhdsa::{
    Context, KeyFiles, Parameters, Prehash, SigningKey, SlhDsaSha2_128f, SlhDsaSha2Reduced128, SlhDsaSha2Reduced192,
    SlhDsaSha2Reduced256, SlhDsaShake128f, SlhDsaShakeReduced128, SlhDsaShakeReduced192, SlhDsaShakeReduced256,
    sign_batch,
};

const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

const fn sha2(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: sha256::TIERS, backend: Sha256::backend, run }
}

const fn shake(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: TIERS, backend: Sha3_256::backend, run }
}

pub(super) const OPERATIONS: &[Operation] = &[
    sha2("slhdsa-sha2/generate-128", generate::<SlhDsaSha2Reduced128>),
    sha2("slhdsa-sha2/generate-192", generate::<SlhDsaSha2Reduced192>),
    sha2("slhdsa-sha2/generate-256", generate::<SlhDsaSha2Reduced256>),
    sha2("slhdsa-sha2/read-key-128", read::<SlhDsaSha2Reduced128>),
    sha2("slhdsa-sha2/read-key-192", read::<SlhDsaSha2Reduced192>),
    sha2("slhdsa-sha2/read-key-256", read::<SlhDsaSha2Reduced256>),
    sha2("slhdsa-sha2/sign-128", sign::<SlhDsaSha2Reduced128>),
    sha2("slhdsa-sha2/sign-192", sign::<SlhDsaSha2Reduced192>),
    sha2("slhdsa-sha2/sign-256", sign::<SlhDsaSha2Reduced256>),
    sha2("slhdsa-sha2/sign-prepared-128", sign_prepared::<SlhDsaSha2Reduced128>),
    sha2("slhdsa-sha2/sign-prepared-192", sign_prepared::<SlhDsaSha2Reduced192>),
    sha2("slhdsa-sha2/sign-prepared-256", sign_prepared::<SlhDsaSha2Reduced256>),
    sha2("slhdsa-sha2/sign-128f", sign_once::<SlhDsaSha2_128f>),
    sha2("slhdsa-sha2/key-files-128f", key_files::<SlhDsaSha2_128f>),
    shake("slhdsa-shake/generate-128", generate::<SlhDsaShakeReduced128>),
    shake("slhdsa-shake/generate-192", generate::<SlhDsaShakeReduced192>),
    shake("slhdsa-shake/generate-256", generate::<SlhDsaShakeReduced256>),
    shake("slhdsa-shake/read-key-128", read::<SlhDsaShakeReduced128>),
    shake("slhdsa-shake/read-key-192", read::<SlhDsaShakeReduced192>),
    shake("slhdsa-shake/read-key-256", read::<SlhDsaShakeReduced256>),
    shake("slhdsa-shake/sign-128", sign::<SlhDsaShakeReduced128>),
    shake("slhdsa-shake/sign-192", sign::<SlhDsaShakeReduced192>),
    shake("slhdsa-shake/sign-256", sign::<SlhDsaShakeReduced256>),
    shake("slhdsa-shake/sign-prepared-128", sign_prepared::<SlhDsaShakeReduced128>),
    shake("slhdsa-shake/sign-prepared-192", sign_prepared::<SlhDsaShakeReduced192>),
    shake("slhdsa-shake/sign-prepared-256", sign_prepared::<SlhDsaShakeReduced256>),
    shake("slhdsa-shake/sign-128f", sign_once::<SlhDsaShake128f>),
    shake("slhdsa-shake/key-files-128f", key_files::<SlhDsaShake128f>),
];

/// Returns SK.seed and SK.prf, which are secret, and PK.seed.
fn seeds<P: Parameters>(check: &mut Check) -> [P::SeedBytes; 3] {
    let secret = check.bytes(2 * P::N);
    let public = check.bytes(P::N);
    let (sk_seed, sk_prf) = secret.expose().split_at(P::N);
    let pk_seed = &public.declassify("PK.seed is part of the public key")[..];
    [sk_seed, sk_prf, pk_seed].map(|seed| seed.try_into().expect("n bytes"))
}

fn key<P: Parameters>(check: &mut Check) -> SigningKey<P> {
    let [sk_seed, sk_prf, pk_seed] = seeds::<P>(check);
    SigningKey::from_seeds(&sk_seed, &sk_prf, &pk_seed)
}

/// The seeds SK.seed and SK.prf of a key are secret, and the public key is public.
fn inspect<P: Parameters>(check: &mut Check, key: &SigningKey<P>) {
    let bytes = key.to_bytes();
    check.secret_result(&bytes.expose().as_ref()[..2 * P::N]);
    check.public_result(key.verifying_key().as_ref());
}

/// The seeds are secret as soon as they are drawn.
fn generate<P: Parameters>(check: &mut Check) {
    let drawn = SigningKey::<P>::generate(&mut check.salts()).expect("a deterministic source delivers");
    inspect(check, &drawn);
    let derived = key::<P>(check);
    inspect(check, &derived);
    let [sk_seed, sk_prf, pk_seed] = seeds::<P>(check);
    inspect(check, &key_gen_internal::<P>(&sk_seed, &sk_prf, &pk_seed));
}

/// A private key, and one whose root belongs to other seeds.
fn read<P: Parameters>(check: &mut Check) {
    let bytes = key::<P>(check).to_bytes();
    let key = SigningKey::<P>::from_bytes(bytes.expose());
    assert_eq!(key.check(), Ok(()));
    inspect(check, &key);
    let mut other = bytes.expose().as_ref().to_vec();
    other[0] ^= 1;
    let other = SigningKey::<P>::from_slice(&other[..]).expect("as many bytes");
    assert!(other.check().is_err());
    inspect(check, &other);
}

/// Signatures are public.
fn sign<P: Parameters>(check: &mut Check) {
    let key = key::<P>(check);
    let context = Context::new(b"context").expect("short enough");
    let signatures = [
        key.sign(b"a message", &mut check.salts()).expect("a deterministic source delivers"),
        key.sign_ctx(context, b"a message", &mut check.salts()).expect("a deterministic source delivers"),
        key.sign_deterministic(b"a message").expect("no fault"),
        key.sign_deterministic_ctx(context, b"a message").expect("no fault"),
        sign_internal(&key, b"an encoded message", None).expect("no fault"),
        key.verified().sign(b"a message", &mut check.salts()).expect("no fault"),
    ];
    for signature in signatures {
        check.public_result(signature.as_ref());
    }
    let mut signature = signature_of_zeros::<P>();
    key.sign_into(context, b"a message", &mut signature, &mut check.salts()).expect("the source delivers");
    check.public_result(signature.as_ref());
    let batch = sign_batch(&key, context, &[b"one", b"two"], &mut check.salts()).expect("the source delivers");
    for signature in batch {
        check.public_result(signature.as_ref());
    }
    assert_eq!(key.check_pair(), Ok(()));
    let prehash = Prehash::of::<Sha512>(b"a message");
    let signature = key.sign_prehash(context, &prehash, &mut check.salts()).expect("a strong digest");
    check.public_result(signature.as_ref());
    let signature = key.sign_prehash_deterministic(context, &prehash).expect("a strong digest");
    check.public_result(signature.as_ref());
    let signature = key.verified().sign_prehash(context, &prehash, &mut check.salts()).expect("a strong digest");
    check.public_result(signature.as_ref());
    let signature = key.verified().sign_prehash_deterministic(context, &prehash).expect("a strong digest");
    check.public_result(signature.as_ref());
}

fn signature_of_zeros<P: Parameters>() -> P::SignatureBytes {
    vec![0; P::SIGNATURE_LEN][..].try_into().expect("the length of a signature")
}

/// The nodes that a prepared key holds are public.
fn sign_prepared<P: Parameters>(check: &mut Check) {
    let (key, context) = (key::<P>(check), Context::new(b"context").expect("a short one"));
    let expected = key.sign_deterministic(b"a message").expect("no fault");
    let key = key.prepare();
    assert_eq!(key.sign_deterministic(b"a message").expect("no fault"), expected);
    let signatures = [
        expected,
        key.sign(b"a message", &mut check.salts()).expect("the source delivers"),
        key.sign_ctx(context, b"a message", &mut check.salts()).expect("the source delivers"),
        key.sign_deterministic_ctx(context, b"a message").expect("no fault"),
        key.verified().sign_deterministic(b"a message").expect("no fault"),
    ];
    for signature in signatures {
        check.public_result(signature.as_ref());
    }
    let mut signature = signature_of_zeros::<P>();
    key.sign_into(context, b"a message", &mut signature, &mut check.salts()).expect("the source delivers");
    check.public_result(signature.as_ref());
    let prehash = Prehash::of::<Sha512>(b"a message");
    let signature = key.sign_prehash(context, &prehash, &mut check.salts()).expect("a strong digest");
    check.public_result(signature.as_ref());
    let signature = key.sign_prehash_deterministic(context, &prehash).expect("a strong digest");
    check.public_result(signature.as_ref());
}

fn sign_once<P: Parameters>(check: &mut Check) {
    let key = key::<P>(check);
    inspect(check, &key);
    let signature = key.sign(b"a message", &mut check.salts()).expect("a deterministic source delivers");
    check.public_result(signature.as_ref());
}

fn key_files<P: KeyFiles>(check: &mut Check) {
    let file = key::<P>(check).to_pkcs8_der();
    let info = PrivateKeyInfo::from_pkcs8_der(file.expose()).expect("our own file");
    let bytes = info.private_key_bytes(P::ALGORITHM).expect("of its algorithm");
    check.secret_result(&bytes[..2 * P::N]);
    let read = SigningKey::<P>::from_private_key_info(&info).expect("our own file");
    inspect(check, &read);
    let written = read.to_private_key_info();
    let bytes = written.private_key_bytes(P::ALGORITHM).expect("of its algorithm");
    check.secret_result(&bytes[..2 * P::N]);
}
