//! SLH-DSA. The known secrets are the seeds, the starts of the chains of the highest tree, and the secret values of FORS
//! in the key pair that signs; those that a signature reveals are public.

use crate::check::{Case, Check, Source};
use carnelian::encoding::{PrivateKeyFile as _, PrivateKeyInfo};
use carnelian::hash::{Sha256, Sha512, Shake256};
use carnelian::postquantum::slhdsa::hazmat::{key_gen_internal, sign_internal};
use carnelian::postquantum::slhdsa::{
    Context, KeyFiles, Parameters, Prehash, PreparedSigningKey, SigningKey, SlhDsaSha2_128f, SlhDsaSha2Reduced128,
    SlhDsaSha2Reduced192, SlhDsaSha2Reduced256, SlhDsaShake128f, SlhDsaShakeReduced128, SlhDsaShakeReduced192,
    SlhDsaShakeReduced256, sign_batch,
};
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "slhdsa-sha2/generate-128", run: generate::<SlhDsaSha2Reduced128> },
    Case { name: "slhdsa-sha2/generate-192", run: generate::<SlhDsaSha2Reduced192> },
    Case { name: "slhdsa-sha2/generate-256", run: generate::<SlhDsaSha2Reduced256> },
    Case { name: "slhdsa-sha2/read-key-128", run: read::<SlhDsaSha2Reduced128> },
    Case { name: "slhdsa-sha2/read-key-192", run: read::<SlhDsaSha2Reduced192> },
    Case { name: "slhdsa-sha2/read-key-256", run: read::<SlhDsaSha2Reduced256> },
    Case { name: "slhdsa-sha2/sign-128", run: sign::<SlhDsaSha2Reduced128> },
    Case { name: "slhdsa-sha2/sign-192", run: sign::<SlhDsaSha2Reduced192> },
    Case { name: "slhdsa-sha2/sign-256", run: sign::<SlhDsaSha2Reduced256> },
    Case { name: "slhdsa-sha2/sign-prepared-128", run: sign_prepared::<SlhDsaSha2Reduced128> },
    Case { name: "slhdsa-sha2/sign-prepared-192", run: sign_prepared::<SlhDsaSha2Reduced192> },
    Case { name: "slhdsa-sha2/sign-prepared-256", run: sign_prepared::<SlhDsaSha2Reduced256> },
    Case { name: "slhdsa-sha2/sign-128f", run: sign_once::<SlhDsaSha2_128f> },
    Case { name: "slhdsa-sha2/key-files-128f", run: key_files::<SlhDsaSha2_128f> },
    Case { name: "slhdsa-shake/generate-128", run: generate::<SlhDsaShakeReduced128> },
    Case { name: "slhdsa-shake/generate-192", run: generate::<SlhDsaShakeReduced192> },
    Case { name: "slhdsa-shake/generate-256", run: generate::<SlhDsaShakeReduced256> },
    Case { name: "slhdsa-shake/read-key-128", run: read::<SlhDsaShakeReduced128> },
    Case { name: "slhdsa-shake/read-key-192", run: read::<SlhDsaShakeReduced192> },
    Case { name: "slhdsa-shake/read-key-256", run: read::<SlhDsaShakeReduced256> },
    Case { name: "slhdsa-shake/sign-128", run: sign::<SlhDsaShakeReduced128> },
    Case { name: "slhdsa-shake/sign-192", run: sign::<SlhDsaShakeReduced192> },
    Case { name: "slhdsa-shake/sign-256", run: sign::<SlhDsaShakeReduced256> },
    Case { name: "slhdsa-shake/sign-prepared-128", run: sign_prepared::<SlhDsaShakeReduced128> },
    Case { name: "slhdsa-shake/sign-prepared-192", run: sign_prepared::<SlhDsaShakeReduced192> },
    Case { name: "slhdsa-shake/sign-prepared-256", run: sign_prepared::<SlhDsaShakeReduced256> },
    Case { name: "slhdsa-shake/sign-128f", run: sign_once::<SlhDsaShake128f> },
    Case { name: "slhdsa-shake/key-files-128f", run: key_files::<SlhDsaShake128f> },
];

/// h, d, h′, a and k of the sets above.
fn numbers<P: Parameters>() -> [usize; 5] {
    match (P::N, P::NAME.starts_with("reduced")) {
        (16, true) => [8, 2, 4, 5, 17],
        (24, true) => [6, 2, 3, 4, 18],
        (32, true) => [6, 2, 3, 3, 17],
        _ => [66, 22, 3, 6, 33],
    }
}

/// The seeds of a key, and the key.
struct Keys<P: Parameters> {
    sk_seed: Box<P::SeedBytes>,
    sk_prf: Box<P::SeedBytes>,
    pk_seed: Box<P::SeedBytes>,
    key: Box<SigningKey<P>>,
}

fn keys<P: Parameters>(check: &mut Check) -> Keys<P> {
    let seed = |bytes: &[u8]| Box::new(P::SeedBytes::try_from(bytes).expect("n bytes"));
    let sk_seed = seed(&check.bytes("SK.seed", P::N));
    let sk_prf = seed(&check.bytes("SK.prf", P::N));
    let pk_seed = seed(&check.drawn(P::N));
    let key = Box::new(SigningKey::<P>::from_seeds(&sk_seed, &sk_prf, &pk_seed));
    check.public(key.verifying_key().as_ref());
    let [_, d, h_prime, ..] = numbers::<P>();
    let keys = Keys { sk_seed, sk_prf, pk_seed, key };
    for key_pair in 0..1 << h_prime {
        for chain in 0..2 * P::N as u32 + 3 {
            let start = keys.prf(&Address { layer: d as u32 - 1, tree: 0, kind: 5, words: [key_pair, chain, 0] });
            check.secret("the start of a chain", &start);
        }
    }
    keys
}

/// ADRS, FIPS 205 Section 4.2.
struct Address {
    layer: u32,
    tree: u64,
    kind: u32,
    words: [u32; 3],
}

impl<P: Parameters> Keys<P> {
    /// PRF(PK.seed, SK.seed, ADRS), Section 11.
    fn prf(&self, Address { layer, tree, kind, words }: &Address) -> Vec<u8> {
        let words = words.map(u32::to_be_bytes);
        let (pk_seed, sk_seed) = ((*self.pk_seed).as_ref(), (*self.sk_seed).as_ref());
        if P::NAME.contains("SHAKE") {
            let (layer, kind) = (layer.to_be_bytes(), kind.to_be_bytes());
            let parts = [pk_seed, &layer, &[0; 4], &tree.to_be_bytes(), &kind, words.as_flattened(), sk_seed];
            shake(&parts, P::N)
        } else {
            let (layer, kind) = ([*layer as u8], [*kind as u8]);
            let padding = &[0; 64][P::N..];
            let parts = [pk_seed, padding, &layer, &tree.to_be_bytes(), &kind, words.as_flattened(), sk_seed];
            Sha256::digest(&parts.concat())[..P::N].to_vec()
        }
    }

    /// Says that a signature of an encoded message is public, and the secret values of FORS that it does not reveal are
    /// secret.
    fn signed(&self, check: &mut Check, signature: &[u8], encoded: &[u8]) {
        let [h, _, h_prime, a, k] = numbers::<P>();
        check.public(signature);
        let (md_len, tree_len) = ((k * a).div_ceil(8), (h - h_prime).div_ceil(8));
        let digest = self.h_msg(&signature[..P::N], encoded, md_len + tree_len + 1);
        let tree = digest[md_len..md_len + tree_len].iter().fold(0, |total, byte| total << 8 | u64::from(*byte));
        let tree = tree & (u64::MAX >> (64 - (h - h_prime)));
        let leaf = u32::from(digest[md_len + tree_len]) & ((1 << h_prime) - 1);
        for index in 0..(k as u32) << a {
            let value = self.prf(&Address { layer: 0, tree, kind: 6, words: [leaf, 0, index] });
            check.secret("a secret value of FORS", &value);
        }
    }

    /// H_msg(R, PK.seed, PK.root, M), Section 11.
    fn h_msg(&self, r: &[u8], encoded: &[u8], len: usize) -> Vec<u8> {
        let public = self.key.verifying_key().as_ref();
        let all = [r, public, encoded].concat();
        let seed = |digest: &[u8]| [r, &public[..P::N], digest, &[0; 4]].concat();
        let mut digest = match (P::NAME.contains("SHAKE"), P::N) {
            (true, _) => shake(&[&all], len),
            (false, 16) => {
                let mut first = seed(&Sha256::digest(&all));
                let mut digest = Sha256::digest(&first).to_vec();
                *first.last_mut().expect("a counter") = 1;
                digest.extend(Sha256::digest(&first));
                digest
            }
            (false, _) => Sha512::digest(&seed(&Sha512::digest(&all))).to_vec(),
        };
        digest.truncate(len);
        digest
    }
}

fn shake(parts: &[&[u8]], len: usize) -> Vec<u8> {
    let mut hasher = Shake256::new();
    parts.iter().for_each(|part| hasher.update(part));
    let mut output = vec![0; len];
    hasher.finalize().fill(&mut output);
    output
}

fn generate<P: Parameters>(check: &mut Check) {
    let keys = keys::<P>(check);
    let Keys { sk_seed, sk_prf, pk_seed, key } = &keys;
    let drawn = [sk_seed, sk_prf, pk_seed].map(|seed| (**seed).as_ref()).concat();
    check.run("generate", &mut || _ = black_box(&SigningKey::<P>::generate(&mut Source(&drawn))));
    check.run("from_seeds", &mut || _ = black_box(&SigningKey::<P>::from_seeds(sk_seed, sk_prf, pk_seed)));
    check.run("key_gen_internal", &mut || _ = black_box(&key_gen_internal::<P>(sk_seed, sk_prf, pk_seed)));
    check.run("verifying_key", &mut || _ = black_box(key.verifying_key()));
}

fn read<P: Parameters>(check: &mut Check) {
    let Keys { key, .. } = keys::<P>(check);
    let bytes = Box::new(key.to_bytes());
    check.run("to_bytes", &mut || _ = black_box(&key.to_bytes()));
    check.run("from_bytes", &mut || _ = black_box(&SigningKey::<P>::from_bytes(bytes.expose())));
    check.run("from_slice", &mut || _ = black_box(&SigningKey::<P>::from_slice(bytes.expose().as_ref())));
    check.run("check", &mut || _ = black_box(&key.check()));
    let mut other = bytes.expose().as_ref().to_vec();
    other[4 * P::N - 1] ^= 1;
    let other = Box::new(SigningKey::<P>::from_slice(&other[..]).expect("as many bytes"));
    check.public(other.verifying_key().as_ref());
    check.run("another root", &mut || _ = black_box(&other.check()));
}

fn sign<P: Parameters>(check: &mut Check) {
    let keys = keys::<P>(check);
    let key = &*keys.key;
    let context = Context::new(b"context").expect("short enough");
    let prehash = Prehash::of::<Sha512>(b"a message");
    let rnd = check.drawn(2 * P::N);
    check.public(&rnd);
    let digest = Sha512::digest(b"a message");
    let (pure, with_context) = (&b"\0\0a message"[..], &b"\0\x07contexta message"[..]);
    let hashed = [b"\x01\x07context\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x03", &digest[..]].concat();
    let signed = [
        (key.sign(b"a message", &mut Source(&rnd)).expect("the source delivers"), pure),
        (key.sign_ctx(context, b"a message", &mut Source(&rnd)).expect("the source delivers"), with_context),
        (key.sign_deterministic(b"a message").expect("no fault"), pure),
        (key.sign_deterministic_ctx(context, b"a message").expect("no fault"), with_context),
        (sign_internal(key, b"encoded", None).expect("no fault"), b"encoded"),
    ];
    for (signature, encoded) in &signed {
        keys.signed(check, signature.as_ref(), encoded);
    }
    let prehashed = key.sign_prehash(context, &prehash, &mut Source(&rnd)).expect("a strong digest");
    keys.signed(check, prehashed.as_ref(), &hashed);
    let prehashed = key.sign_prehash_deterministic(context, &prehash).expect("a strong digest");
    keys.signed(check, prehashed.as_ref(), &hashed);
    let batch =
        sign_batch(key, context, &[b"a message", b"a message"], &mut Source(&rnd)).expect("the source delivers");
    batch.iter().for_each(|signature| keys.signed(check, signature.as_ref(), with_context));

    check.run("sign", &mut || _ = black_box(&key.sign(b"a message", &mut Source(&rnd))));
    check.run("sign_ctx", &mut || _ = black_box(&key.sign_ctx(context, b"a message", &mut Source(&rnd))));
    check.run("sign_deterministic", &mut || _ = black_box(&key.sign_deterministic(b"a message")));
    check.run("sign_deterministic_ctx", &mut || _ = black_box(&key.sign_deterministic_ctx(context, b"a message")));
    check.run("sign_internal", &mut || _ = black_box(&sign_internal(key, b"encoded", None)));
    let zeros = vec![0; P::SIGNATURE_LEN];
    let mut place = Box::new(P::SignatureBytes::try_from(&zeros).expect("the length of a signature"));
    check.run("sign_into", &mut || {
        _ = black_box(&key.sign_into(context, b"a message", &mut place, &mut Source(&rnd)));
    });
    check.run("sign_prehash", &mut || _ = black_box(&key.sign_prehash(context, &prehash, &mut Source(&rnd))));
    check.run("sign_prehash_deterministic", &mut || {
        _ = black_box(&key.sign_prehash_deterministic(context, &prehash));
    });
    check.run("sign_batch", &mut || {
        _ = black_box(&sign_batch(key, context, &[b"a message", b"a message"], &mut Source(&rnd)));
    });
}

fn sign_prepared<P: Parameters>(check: &mut Check) {
    let keys = keys::<P>(check);
    let signature = keys.key.sign_deterministic(b"a message").expect("no fault");
    keys.signed(check, signature.as_ref(), b"\0\0a message");
    let (mut key, mut prepared) = (Some(keys.key), None);
    check.run("prepare", &mut || {
        let again = prepared.take().map(|prepared: Box<PreparedSigningKey<P>>| prepared.into_signing_key());
        prepared = key.take().or(again.map(Box::new)).map(|key| Box::new(key.prepare()));
    });
    let prepared = prepared.expect("it was prepared");
    check.run("sign, prepared", &mut || _ = black_box(&prepared.sign_deterministic(b"a message")));
}

fn sign_once<P: Parameters>(check: &mut Check) {
    let keys = keys::<P>(check);
    let key = &*keys.key;
    let rnd = check.drawn(P::N);
    check.public(&rnd);
    let signature = key.sign(b"a message", &mut Source(&rnd)).expect("the source delivers");
    keys.signed(check, signature.as_ref(), b"\0\0a message");
    check.run("sign", &mut || _ = black_box(&key.sign(b"a message", &mut Source(&rnd))));
}

fn key_files<P: KeyFiles>(check: &mut Check) {
    let keys = keys::<P>(check);
    let info = Box::new(keys.key.to_private_key_info());
    check.run("to_private_key_info", &mut || _ = black_box(&keys.key.to_private_key_info()));
    check.run("from_private_key_info", &mut || {
        _ = black_box(&SigningKey::<P>::from_private_key_info(&info));
    });
    let der = keys.key.to_pkcs8_der();
    check.run("to_pkcs8_der", &mut || _ = black_box(&keys.key.to_pkcs8_der()));
    check.run("from_pkcs8_der", &mut || _ = black_box(&SigningKey::<P>::from_pkcs8_der(der.expose())));
    check.run("PrivateKeyInfo", &mut || _ = black_box(&PrivateKeyInfo::from_pkcs8_der(der.expose())));
}
