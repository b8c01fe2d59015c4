//! ML-KEM. The known secrets are the seeds, the messages and the results.

use crate::check::{Case, Check, Source};
use carnelian::postquantum::mlkem::{self, Ciphertext, DecapsulationKey, EncapsulationKey, Parameters};
use std::hint::black_box;

/// Returns the cases of every parameter set in the catalogue.
pub(crate) fn cases() -> Vec<Case> {
    macro_rules! cases {
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
    carnelian::__kems! { cases [] }
}

fn of_row<P: Parameters>(id: &str) -> Vec<Case> {
    let family = id.replace('-', "");
    let case = |name, run| Case::of_row(format!("{family}/{name}"), run);
    vec![
        case("generate", generate::<P>),
        case("encapsulate", encapsulate::<P>),
        case("decapsulate", decapsulate::<P>),
        case("read-key", read::<P>),
        case("batch", batch::<P>),
    ]
}

/// A key, and its seed.
fn key<P: Parameters>(check: &mut Check) -> (Box<DecapsulationKey<P>>, Box<[u8; 64]>) {
    let seed = check.array::<64>("the seed");
    let key = Box::new(DecapsulationKey::<P>::from_seed(&seed));
    let expanded = key.as_expanded_bytes().expose().as_ref();
    check.secret("the key", &expanded[..384 * P::K]);
    check.public(key.encapsulation_key().as_ref());
    check.public(&expanded[expanded.len() - 64..expanded.len() - 32]);
    (key, seed)
}

fn generate<P: Parameters>(check: &mut Check) {
    let (key, seed) = key::<P>(check);
    check.run("generate", &mut || _ = black_box(&DecapsulationKey::<P>::generate(&mut Source(&seed[..]))));
    check.run("from_seed", &mut || _ = black_box(&DecapsulationKey::<P>::from_seed(&seed)));
    check.run("prepare", &mut || _ = black_box(&key.prepare()));
    check.run("encapsulation_key", &mut || _ = black_box(&key.encapsulation_key()));
}

fn encapsulate<P: Parameters>(check: &mut Check) {
    let (key, _) = key::<P>(check);
    let ek: Box<EncapsulationKey<P>> = Box::new(key.encapsulation_key());
    let message = check.array::<32>("the message");
    let (ciphertext, shared) = ek.encapsulate(&mut Source(&message[..])).expect("the source delivers");
    check.public(ciphertext.as_ref());
    check.secret("the shared secret", shared.expose());
    let prepared = Box::new(ek.prepare());
    check.public_value(&*prepared);
    check.run("encapsulate", &mut || _ = black_box(&ek.encapsulate(&mut Source(&message[..]))));
    check.run("encapsulate, prepared", &mut || _ = black_box(&prepared.encapsulate(&mut Source(&message[..]))));
    check.run("encapsulate, unwrapped", &mut || {
        let (again, same) = ek.encapsulate(&mut Source(&message[..])).expect("the source delivers");
        let moved = black_box(same);
        assert!(again == ciphertext && moved.expose() == shared.expose());
    });
}

fn decapsulate<P: Parameters>(check: &mut Check) {
    let (key, _) = key::<P>(check);
    let message = check.array::<32>("the message");
    let (ciphertext, shared) =
        key.encapsulation_key().encapsulate(&mut Source(&message[..])).expect("the source delivers");
    check.public(ciphertext.as_ref());
    check.secret("the shared secret", shared.expose());
    let mut bytes = ciphertext.as_ref().to_vec();
    bytes[0] ^= 1;
    let other = Box::new(Ciphertext::<P>::from_slice(&bytes).expect("of the same length"));
    check.public(&bytes);
    check.secret("the secret of a rejected ciphertext", key.decapsulate(&other).expose());
    let (ciphertext, prepared) = (Box::new(ciphertext), Box::new(key.prepare()));
    for (what, ciphertext) in [("a ciphertext", &ciphertext), ("a rejected ciphertext", &other)] {
        check.run(what, &mut || _ = black_box(&key.decapsulate(ciphertext)));
        check.run(&format!("{what}, prepared"), &mut || _ = black_box(&prepared.decapsulate(ciphertext)));
    }
}

fn read<P: Parameters>(check: &mut Check) {
    let (key, seed) = key::<P>(check);
    let mut bytes = key.as_expanded_bytes().expose().as_ref().to_vec().into_boxed_slice();
    check.run("from_expanded_bytes", &mut || _ = black_box(&DecapsulationKey::<P>::from_expanded_slice(&bytes)));
    check.run("from_seed_and_expanded_slice", &mut || {
        _ = black_box(&DecapsulationKey::<P>::from_seed_and_expanded_slice(&seed, &bytes));
    });
    bytes[0] ^= 1;
    check.run("another secret vector", &mut || _ = black_box(&DecapsulationKey::<P>::from_expanded_slice(&bytes)));
    let hash = bytes.len() - 64;
    bytes[hash] ^= 1;
    check.run("a wrong hash", &mut || _ = black_box(&DecapsulationKey::<P>::from_expanded_slice(&bytes)));
    check.run("a wrong seed", &mut || {
        _ = black_box(&DecapsulationKey::<P>::from_seed_and_expanded_slice(&seed, &bytes));
    });
}

/// A group for each number of lanes, and one key alone. All have the same seed and message.
fn batch<P: Parameters>(check: &mut Check) {
    const COUNT: usize = 13;
    let (key, seed) = key::<P>(check);
    let ek: Box<EncapsulationKey<P>> = Box::new(key.encapsulation_key());
    check.public_value(&ek.prepare());
    let message = check.array::<32>("the message");
    let (ciphertext, shared) = ek.encapsulate(&mut Source(&message[..])).expect("the source delivers");
    check.public(ciphertext.as_ref());
    check.secret("the shared secret", shared.expose());
    let (seeds, messages) = (seed.repeat(COUNT), message.repeat(COUNT));
    check.run("generate_batch", &mut || _ = black_box(&mlkem::generate_batch::<P>(COUNT, &mut Source(&seeds))));
    let eks = [&*ek; COUNT];
    check.run("encapsulate_batch", &mut || _ = black_box(&mlkem::encapsulate_batch(&eks, &mut Source(&messages))));
    let pairs = [(&*key, &ciphertext); COUNT];
    check.run("decapsulate_batch", &mut || _ = black_box(&mlkem::decapsulate_batch(&pairs)));
}
