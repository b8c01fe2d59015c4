//! ML-DSA with secret keys and seeds.

use crate::check::Check;
use crate::op::Operation;
use carnelian::cpu::Tier;
use carnelian::encoding::{PrivateKeyFile as _, PrivateKeyInfo};
use carnelian::postquantum::mldsa::{
    self, Context, ExpandedKeyError, KeyFiles, Parameters, Prehash, SigningKey, backend, sign_batch,
};

pub(super) const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

/// Returns the operations of every parameter set in the catalogue.
pub(in crate::op) fn operations() -> Vec<Operation> {
    macro_rules! operations {
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
    carnelian::__signatures! { operations [] }
}

fn of_row<P: KeyFiles>(id: &str) -> Vec<Operation> {
    let family = id.replace('-', "");
    vec![
        Operation::of_row(format!("{family}/generate"), TIERS, backend, generate::<P>),
        Operation::of_row(format!("{family}/sign"), TIERS, backend, sign::<P>),
        Operation::of_row(format!("{family}/read-key"), TIERS, backend, read::<P>),
    ]
}

fn key<P: Parameters>(check: &mut Check) -> SigningKey<P> {
    SigningKey::from_seed(check.array().expose())
}

/// The seed is secret as soon as it is drawn; the public key is public.
fn generate<P: Parameters>(check: &mut Check) {
    let drawn = SigningKey::<P>::generate(&mut check.salts()).expect("a deterministic source delivers");
    check.secret_result(drawn.as_seed().expect("it was made from one").expose());
    check.public_result(drawn.verifying_key().as_bytes().as_ref());
    let derived = key::<P>(check);
    check.secret_result(derived.as_seed().expect("it was made from one").expose());
    check.public_result(derived.verifying_key().as_bytes().as_ref());
}

/// A signature is public, and so is how many attempts it took.
fn sign<P: Parameters>(check: &mut Check) {
    let key = key::<P>(check);
    let context = Context::new(b"context").expect("short enough");
    let prehash = Prehash::of::<carnelian::hash::Sha512>(b"a message");
    let mu = key.verifying_key().mu_hasher(context).finalize();
    let signatures = [
        key.sign(b"a message", &mut check.salts()),
        key.sign_ctx(context, b"a message", &mut check.salts()),
        key.sign_deterministic(b"a message"),
        key.sign_deterministic_ctx(context, b"a message"),
        key.sign_mu(&mu, &mut check.salts()),
        key.sign_mu_deterministic(&mu),
        key.verified().sign(b"a message", &mut check.salts()),
        key.verified().sign_deterministic(b"a message"),
        key.verified().sign_deterministic_ctx(context, b"a message"),
        key.verified().sign_mu_deterministic(&mu),
    ];
    for signature in signatures {
        check.public_result(signature.expect("a few attempts suffice").as_bytes().as_ref());
    }
    let prehashed = key.sign_prehash(context, &prehash, &mut check.salts()).expect("a few attempts suffice");
    check.public_result(prehashed.as_bytes().as_ref());
    let batch = sign_batch(&key, context, &[b"one", b"two"], &mut check.salts()).expect("a few attempts suffice");
    batch.iter().for_each(|signature| check.public_result(signature.as_bytes().as_ref()));
    let batch = key.verified().sign_batch(context, &[b"one", b"two"], &mut check.salts()).expect("no fault");
    batch.iter().for_each(|signature| check.public_result(signature.as_bytes().as_ref()));
    let prehashed = key.verified().sign_prehash(context, &prehash, &mut check.salts()).expect("a few attempts suffice");
    check.public_result(prehashed.as_bytes().as_ref());
    let prehashed = key.verified().sign_prehash_deterministic(context, &prehash).expect("a few attempts suffice");
    check.public_result(prehashed.as_bytes().as_ref());
    assert_eq!(key.check_pair(), Ok(()));
    let prepared = key.prepare();
    assert_eq!(prepared.check_pair(), Ok(()));
    let signature = prepared.sign(b"a message", &mut check.salts()).expect("a few attempts suffice");
    check.public_result(signature.as_bytes().as_ref());
    let prehashed = prepared.sign_prehash(context, &prehash, &mut check.salts()).expect("a few attempts suffice");
    check.public_result(prehashed.as_bytes().as_ref());
    let prehashed = prepared.sign_prehash_deterministic(context, &prehash).expect("a few attempts suffice");
    check.public_result(prehashed.as_bytes().as_ref());
}

/// An expanded key is written and read again, and one is refused in which a coefficient is out of range; keys in files:
/// a seed, an expanded key, and both.
fn read<P: KeyFiles>(check: &mut Check) {
    let seed = check.array();
    let key = SigningKey::<P>::from_seed(seed.expose());
    let expanded = key.to_expanded_bytes();
    check.secret_result(&expanded.expose().as_ref()[128..]);
    let again = SigningKey::<P>::from_expanded_bytes(expanded.expose()).expect("a valid key");
    check.public_result(again.verifying_key().as_bytes().as_ref());
    let signature = again.sign_deterministic(b"a message").expect("a few attempts suffice");
    check.public_result(signature.as_bytes().as_ref());
    let mut other = expanded.expose().as_ref().to_vec();
    other[130] = 0xff;
    let refused = SigningKey::<P>::from_expanded_slice(&other);
    assert_eq!(refused.err(), Some(ExpandedKeyError::OutOfRange));
    let both = [&seed.expose()[..], expanded.expose().as_ref()].concat();
    let both = PrivateKeyInfo::new(P::ALGORITHM, &both, None).expect("the length of both");
    for file in [key.to_pkcs8_der(), again.to_pkcs8_der(), both.to_pkcs8_der()] {
        let info = PrivateKeyInfo::from_pkcs8_der(file.expose()).expect("our own file");
        check.secret_result(info.private_key_bytes(P::ALGORITHM).expect("of its algorithm"));
        let read = SigningKey::<P>::from_private_key_info(&info).expect("our own file");
        check.public_result(read.verifying_key().as_bytes().as_ref());
    }
}
