//! ML-DSA. The known secrets are the seeds and the secret parts of expanded keys.

use crate::check::{Case, Check, Source};
use carnelian::encoding::{PrivateKeyFile, PrivateKeyInfo};
use carnelian::hash::{Sha512, Shake256};
use carnelian::postquantum::mldsa::{self, Context, KeyFiles, Parameters, Prehash, SigningKey, sign_batch};
use std::hint::black_box;

/// Returns the cases of every parameter set in the catalogue.
pub(crate) fn cases() -> Vec<Case> {
    macro_rules! cases {
        ([] $($family:ident $feature:tt { $(
            $module:ident$(<$Set:ident>)? $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
            $methods:tt $file:ident;
        )+ })+) => {
            [$($(of_scheme!($module$(<$Set>)? $id)),+),+].concat()
        };
    }
    macro_rules! of_scheme {
        (mldsa<$Set:ident> $id:literal) => {
            of_row::<mldsa::$Set>($id)
        };
        ($($other:tt)+) => {
            vec![]
        };
    }
    carnelian::__signatures! { cases [] }
}

fn of_row<P: KeyFiles>(id: &str) -> Vec<Case> {
    let family = id.replace('-', "");
    vec![
        Case::of_row(format!("{family}/generate"), generate::<P>),
        Case::of_row(format!("{family}/sign"), sign::<P>),
        Case::of_row(format!("{family}/read-key"), read::<P>),
    ]
}

/// A key, and its seed.
fn key<P: Parameters>(check: &mut Check) -> (Box<SigningKey<P>>, Box<[u8; 32]>) {
    let seed = check.array::<32>("the seed");
    let key = Box::new(SigningKey::<P>::from_seed(&seed));
    // K and the secret vectors; what is before and between them is public: ρ and tr.
    let expanded = key.to_expanded_bytes();
    let expanded = expanded.expose().as_ref();
    check.secret("K", &expanded[32..64]);
    check.secret("the secret vectors", &expanded[128..]);
    check.public(&expanded[..32]);
    check.public(&expanded[64..128]);
    check.public(key.verifying_key().as_bytes().as_ref());
    // tr moves by 32 bytes: what an earlier place has left of its first half may end where a later place begins.
    check.public(&[&expanded[64..96], &expanded[64..128]].concat());
    (key, seed)
}

fn generate<P: Parameters>(check: &mut Check) {
    let (key, seed) = key::<P>(check);
    check.run("generate", &mut || _ = black_box(&SigningKey::<P>::generate(&mut Source(&seed[..]))));
    check.run("from_seed", &mut || _ = black_box(&SigningKey::<P>::from_seed(&seed)));
    check.run("verifying_key", &mut || _ = black_box(key.verifying_key()));
    check.run("seed", &mut || _ = black_box(key.as_seed()));
}

fn sign<P: Parameters>(check: &mut Check) {
    let (key, _) = key::<P>(check);
    let context = Context::new(b"context").expect("short enough");
    let prehash = Prehash::of::<Sha512>(b"a message");
    let mu = Box::new(key.verifying_key().mu_hasher(context).finalize());
    let rnd = check.array::<32>("the randomness");
    let signatures = [
        key.sign(b"a message", &mut Source(&rnd[..])),
        key.sign_ctx(context, b"a message", &mut Source(&rnd[..])),
        key.sign_deterministic(b"a message"),
        key.sign_mu(&mu, &mut Source(&rnd[..])),
    ];
    for signature in &signatures {
        check.public(signature.as_ref().expect("a few attempts suffice").as_bytes().as_ref());
    }
    let prehashed = key.sign_prehash(context, &prehash, &mut Source(&rnd[..])).expect("a few attempts suffice");
    check.public(prehashed.as_bytes().as_ref());
    // μ of every message, SHAKE256(tr ‖ M′): the message after the context, or the name of the hash and the digest.
    let digest = Sha512::digest(b"a message");
    for formatted in [
        &b"\0\0a message"[..],
        b"\0\x07contexta message",
        b"\0\x07context",
        &[b"\x01\x07context\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x03", &digest[..]].concat(),
    ] {
        let mut hasher = Shake256::new();
        hasher.update(&key.verifying_key().tr());
        hasher.update(formatted);
        let mut mu = [0; 64];
        hasher.finalize().fill(&mut mu);
        check.public(&mu);
    }
    check.public(mu.as_bytes());
    check.run("sign", &mut || _ = black_box(&key.sign(b"a message", &mut Source(&rnd[..]))));
    check.run("sign_ctx", &mut || _ = black_box(&key.sign_ctx(context, b"a message", &mut Source(&rnd[..]))));
    check.run("sign_deterministic", &mut || _ = black_box(&key.sign_deterministic(b"a message")));
    check.run("sign_mu", &mut || _ = black_box(&key.sign_mu(&mu, &mut Source(&rnd[..]))));
    check.run("sign_prehash", &mut || {
        _ = black_box(&key.sign_prehash(context, &prehash, &mut Source(&rnd[..])));
    });
    check.run("sign_batch", &mut || {
        _ = black_box(&sign_batch(&key, context, &[b"a message"], &mut Source(&rnd[..])));
    });
    let prepared = Box::new(key.prepare());
    check.run("sign, prepared", &mut || _ = black_box(&prepared.sign(b"a message", &mut Source(&rnd[..]))));
    check.run("sign_prehash, prepared", &mut || {
        _ = black_box(&prepared.sign_prehash(context, &prehash, &mut Source(&rnd[..])));
    });
}

fn read<P: KeyFiles>(check: &mut Check) {
    let (key, seed) = key::<P>(check);
    let expanded = Box::new(key.to_expanded_bytes());
    check.run("to_expanded_bytes", &mut || _ = black_box(&key.to_expanded_bytes()));
    check.run("from_expanded_bytes", &mut || {
        _ = black_box(&SigningKey::<P>::from_expanded_bytes(expanded.expose()));
    });
    let parts = [&seed[..], expanded.expose().as_ref(), &[&seed[..], expanded.expose().as_ref()].concat()]
        .map(|bytes| Box::new(PrivateKeyInfo::new(P::ALGORITHM, bytes, None).expect("a length of a key")));
    for (what, info) in ["the seed", "the expanded key", "both"].into_iter().zip(parts) {
        check.run(&format!("from_private_key_info of {what}"), &mut || {
            _ = black_box(&SigningKey::<P>::from_private_key_info(&info));
        });
        let key = Box::new(SigningKey::<P>::from_private_key_info(&info).expect("a valid key"));
        check.run(&format!("to_private_key_info of {what}"), &mut || _ = black_box(&key.to_private_key_info()));
    }
    let mut other = expanded.expose().as_ref().to_vec().into_boxed_slice();
    other[130] = 0xff;
    check.run("a coefficient out of range", &mut || _ = black_box(&SigningKey::<P>::from_expanded_slice(&other)));
}
