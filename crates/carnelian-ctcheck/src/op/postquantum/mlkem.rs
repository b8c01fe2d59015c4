//! ML-KEM with secret keys, seeds and messages.

use crate::check::Check;
use crate::op::Operation;
use carnelian::cpu::Tier;
use carnelian::encoding::{PrivateKeyFile as _, PrivateKeyInfo};
use carnelian::postquantum::mlkem::{
    self, Ciphertext, DecapsulationKey, DecapsulationKeyError, KeyFiles, Parameters, backend,
};

pub(super) const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

/// Returns the operations of every parameter set in the catalogue.
pub(in crate::op) fn operations() -> Vec<Operation> {
    macro_rules! operations {
        ([] $($feature:literal [$($Key:tt)+] $STEM:ident
            ($number:literal, $id:literal, $name:literal, $standard:literal) $methods:tt $file:ident;)+) => {
            [$(of_scheme!([$($Key)+] $id)),+].concat()
        };
    }
    macro_rules! of_scheme {
        ([$library:tt::postquantum::mlkem::DecapsulationKey<$again:tt::postquantum::mlkem::$Set:ident>] $id:literal) => {
            of_row::<mlkem::$Set>($id)
        };
        ($($other:tt)+) => {
            vec![]
        };
    }
    carnelian::__kems! { operations [] }
}

fn of_row<P: KeyFiles>(id: &str) -> Vec<Operation> {
    let family = id.replace('-', "");
    let operation = |name, run| Operation::of_row(format!("{family}/{name}"), TIERS, backend, run);
    vec![
        operation("generate", generate::<P>),
        operation("encapsulate", encapsulate::<P>),
        operation("decapsulate", decapsulate::<P>),
        operation("read-key", read::<P>),
        operation("batch", batch::<P>),
    ]
}

fn key<P: Parameters>(check: &mut Check) -> DecapsulationKey<P> {
    DecapsulationKey::from_seed(check.array().expose())
}

/// The secret parts of a key are secret, its encapsulation key is public.
fn inspect<P: Parameters>(check: &mut Check, key: &DecapsulationKey<P>) {
    let expanded = key.as_expanded_bytes().expose().as_ref();
    check.secret_result(&expanded[..384 * P::K]);
    check.secret_result(&expanded[expanded.len() - 32..]);
    check.public_result(key.encapsulation_key().as_ref());
}

fn generate<P: Parameters>(check: &mut Check) {
    let drawn = DecapsulationKey::<P>::generate(&mut check.salts()).expect("a deterministic source delivers");
    inspect(check, &drawn);
    let derived = key::<P>(check);
    check.secret_result(derived.as_seed().expect("it was made from one").expose());
    inspect(check, &derived);
}

/// The message is secret as soon as it is drawn.
fn encapsulate<P: Parameters>(check: &mut Check) {
    let ek = key::<P>(check).encapsulation_key();
    let prepared = ek.prepare();
    for (ciphertext, shared) in [ek.encapsulate(&mut check.salts()), prepared.encapsulate(&mut check.salts())]
        .map(|made| made.expect("a deterministic source delivers"))
    {
        check.public_result(ciphertext.as_ref());
        check.secret_result(shared.expose());
        check.secret_result(shared.as_secret().expose());
    }
}

/// A ciphertext of the key, and one that is rejected: nothing tells them apart.
fn decapsulate<P: Parameters>(check: &mut Check) {
    let key = key::<P>(check);
    let (ciphertext, _) = key.encapsulation_key().encapsulate(&mut check.salts()).expect("the source delivers");
    let mut other = ciphertext.as_ref().to_vec();
    other[0] ^= 1;
    let prepared = key.prepare();
    let same = Ciphertext::from_bytes(ciphertext.as_bytes());
    for ciphertext in [same, Ciphertext::from_slice(&other).expect("of the same length")] {
        check.secret_result(key.decapsulate(&ciphertext).expose());
        check.secret_result(prepared.decapsulate(&ciphertext).expose());
    }
    assert_eq!(key.check_pair(), Ok(()));
    assert_eq!(prepared.check_pair(&key.encapsulation_key()), Ok(()));
}

/// An expanded key, alone and with its seed; one with a wrong hash, those with a secret vector that no key has and one that
/// is not its own; and keys in files.
fn read<P: KeyFiles>(check: &mut Check) {
    let seed = check.array();
    let key = DecapsulationKey::<P>::from_seed(seed.expose());
    let mut bytes = key.as_expanded_bytes().expose().as_ref().to_vec();
    inspect(check, &DecapsulationKey::<P>::from_expanded_slice(&bytes).expect("a valid key"));
    let both = DecapsulationKey::<P>::from_seed_and_expanded_slice(seed.expose(), &bytes).expect("a valid key");
    inspect(check, &both);
    let refused = |bytes: &[u8]| DecapsulationKey::<P>::from_expanded_slice(bytes).err();
    let last = 384 * P::K - 1;
    bytes[last] ^= 1;
    assert_eq!(refused(&bytes), Some(DecapsulationKeyError::Inconsistent));
    bytes[last] |= 0xf0;
    assert_eq!(refused(&bytes), Some(DecapsulationKeyError::Modulus));
    let hash = bytes.len() - 64;
    bytes[hash] ^= 1;
    assert_eq!(refused(&bytes), Some(DecapsulationKeyError::Hash));
    let refused = DecapsulationKey::<P>::from_seed_and_expanded_slice(seed.expose(), &bytes);
    assert_eq!(refused.err(), Some(DecapsulationKeyError::Seed));
    let again = DecapsulationKey::from_expanded_bytes(both.as_expanded_bytes().expose()).expect("a valid key");
    for key in [key, again] {
        let file = key.to_pkcs8_der();
        let info = PrivateKeyInfo::from_pkcs8_der(file.expose()).expect("our own file");
        check.secret_result(info.private_key_bytes(P::ALGORITHM).expect("of its algorithm"));
        inspect(check, &DecapsulationKey::<P>::from_private_key_info(&info).expect("our own file"));
    }
}

/// A group of eight or two of four, and one key alone; every second ciphertext is rejected.
fn batch<P: Parameters>(check: &mut Check) {
    let keys = mlkem::generate_batch::<P>(9, &mut check.salts()).expect("a deterministic source delivers");
    keys.iter().for_each(|key| inspect(check, key));
    let eks: Vec<_> = keys.iter().map(DecapsulationKey::encapsulation_key).collect();
    let mut sent =
        mlkem::encapsulate_batch(&eks.iter().collect::<Vec<_>>(), &mut check.salts()).expect("the source delivers");
    for (number, (ciphertext, shared)) in sent.iter_mut().enumerate() {
        check.public_result(ciphertext.as_ref());
        check.secret_result(shared.expose());
        let mut bytes = ciphertext.as_ref().to_vec();
        bytes[0] ^= number as u8 & 1;
        *ciphertext = Ciphertext::from_slice(&bytes).expect("of the same length");
    }
    let pairs: Vec<_> = keys.iter().zip(&sent).map(|(key, (ciphertext, _))| (key, ciphertext)).collect();
    for secret in mlkem::decapsulate_batch(&pairs) {
        check.secret_result(secret.expose());
    }
}
