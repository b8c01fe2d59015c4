//! Secrets left in memory, and the use of stack.

use crate::base::random::TestRandom;
use crate::base::testing::bytes_after_drop;
use crate::postquantum::mlkem::decapsulation_key::{Content, Prepared};
use crate::postquantum::mlkem::{
    DecapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters, PreparedDecapsulationKey, SharedSecret,
};
use std::vec::Vec;

fn is_empty(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

fn key_leaves_zeros<P: Parameters>(key: DecapsulationKey<P>) {
    let Content { dk, seed, .. } = key.0.into_inner();
    assert!(!is_empty(dk.expose().as_ref()));
    assert!(is_empty(&bytes_after_drop(dk)) && is_empty(&bytes_after_drop(seed)), "{}", P::NAME);
}

fn prepared_key_leaves_zeros<P: Parameters>(key: PreparedDecapsulationKey<P>) {
    let Prepared { s_hat, z, .. } = key.0.into_inner();
    assert!(s_hat.expose().as_ref().iter().any(|s| s.0 != [0; 256]) && !is_empty(z.expose()));
    assert!(is_empty(&bytes_after_drop(s_hat)) && is_empty(&bytes_after_drop(z)), "{}", P::NAME);
}

fn secret_leaves_zeros(secret: SharedSecret) {
    assert!(!is_empty(secret.expose()));
    assert!(is_empty(&bytes_after_drop(secret.0.into_inner())));
}

fn leaves_zeros<P: Parameters>() {
    let random = &mut TestRandom::new(0xa5);
    let key = DecapsulationKey::<P>::generate(random).unwrap();
    let (ek, prepared) = (key.encapsulation_key(), key.prepare());
    let (ciphertext, secret) = ek.encapsulate(random).unwrap();
    let (_, other) = ek.prepare().encapsulate(random).unwrap();
    let secrets = [secret, other, key.decapsulate(&ciphertext), prepared.decapsulate(&ciphertext)];
    secrets.into_iter().for_each(secret_leaves_zeros);
    key_leaves_zeros(DecapsulationKey::<P>::from_expanded_slice(key.as_expanded_bytes().expose().as_ref()).unwrap());
    key_leaves_zeros(key);
    prepared_key_leaves_zeros(prepared);
}

#[test]
fn what_is_dropped_leaves_zeros() {
    leaves_zeros::<MlKem512>();
    leaves_zeros::<MlKem768>();
    leaves_zeros::<MlKem1024>();
}

#[cfg(feature = "alloc")]
#[test]
fn what_a_batch_returned_leaves_zeros() {
    use crate::postquantum::mlkem::{decapsulate_batch, encapsulate_batch, generate_batch};
    let random = &mut TestRandom::new(7);
    // A group of eight or two of four, and one key alone.
    let keys = generate_batch::<MlKem768>(9, random).unwrap();
    let eks: Vec<_> = keys.iter().map(DecapsulationKey::encapsulation_key).collect();
    let sent = encapsulate_batch(&eks.iter().collect::<Vec<_>>(), random).unwrap();
    let pairs: Vec<_> = keys.iter().zip(&sent).map(|(key, (ciphertext, _))| (key, ciphertext)).collect();
    decapsulate_batch(&pairs).into_iter().for_each(secret_leaves_zeros);
    sent.into_iter().for_each(|(_, secret)| secret_leaves_zeros(secret));
    keys.into_iter().for_each(key_leaves_zeros);
}

/// A secret stays where it was written when its owner is moved.
#[cfg(feature = "alloc")]
#[test]
fn a_moved_secret_is_not_copied() {
    let key = DecapsulationKey::<MlKem768>::from_seed(&[1; 64]);
    let (ciphertext, secret) = key.encapsulation_key().encapsulate(&mut TestRandom::new(1)).unwrap();
    for secret in [secret, key.decapsulate(&ciphertext)] {
        let address = secret.expose().as_ptr();
        let moved = std::boxed::Box::new(secret);
        assert_eq!(moved.expose().as_ptr(), address);
    }
}

/// The documented stack use: each operation runs on a thread with no more.
#[cfg(all(feature = "alloc", not(debug_assertions), not(miri), not(carnelian_msan), not(feature = "rayon")))]
#[test]
fn stack_use() {
    use crate::postquantum::mlkem::{decapsulate_batch, encapsulate_batch, generate_batch};
    use std::sync::Arc;
    use std::thread::Builder;
    fn with_stack<R: Send + 'static>(kib: usize, work: impl FnOnce() -> R + Send + 'static) -> R {
        Builder::new().stack_size(kib * 1024).spawn(work).unwrap().join().unwrap()
    }
    macro_rules! uses {
        ($Set:ident: $single:literal, $prepared:literal, $batch:literal) => {
            // On the heap, so that nothing is moved through the threads' stacks.
            let key = Arc::new(DecapsulationKey::<$Set>::from_seed(&[1; 64]));
            let ek = Arc::new(key.encapsulation_key());
            let (prepared_key, prepared_ek) = (Arc::new(key.prepare()), Arc::new(ek.prepare()));
            let sent = Arc::new(ek.encapsulate(&mut TestRandom::new(1)).unwrap());
            let (read, keys, eks) = (key.clone(), key.clone(), ek.clone());
            let (first, second) = (sent.clone(), sent.clone());
            with_stack($single, || drop(DecapsulationKey::<$Set>::from_seed(&[1; 64])));
            with_stack($single, move || {
                drop(DecapsulationKey::<$Set>::from_expanded_slice(read.as_expanded_bytes().expose()).unwrap());
            });
            with_stack($single, move || drop(ek.encapsulate(&mut TestRandom::new(1)).unwrap()));
            with_stack($single, move || drop(key.decapsulate(&first.0)));
            with_stack($prepared, move || drop(prepared_ek.encapsulate(&mut TestRandom::new(1)).unwrap()));
            with_stack($prepared, move || drop(prepared_key.decapsulate(&second.0)));
            with_stack($batch, || drop(generate_batch::<$Set>(8, &mut TestRandom::new(1)).unwrap()));
            with_stack($batch, move || drop(encapsulate_batch(&[&*eks; 8], &mut TestRandom::new(1)).unwrap()));
            with_stack($batch, move || drop(decapsulate_batch(&[(&*keys, &sent.0); 8])));
        };
    }
    uses!(MlKem512: 40, 32, 56);
    uses!(MlKem768: 48, 36, 68);
    uses!(MlKem1024: 56, 40, 80);
}

/// Searches the stack for what only the holder of the key, or the sender and the receiver, may know.
#[cfg(all(feature = "alloc", target_arch = "x86_64", not(miri), not(debug_assertions), not(feature = "rayon")))]
mod on_the_stack {
    use super::*;
    use crate::base::cpu::forced;
    use crate::base::testing::{found_twice, stack_left_by};
    use crate::postquantum::mlkem::hazmat::encapsulate_internal;
    use crate::postquantum::mlkem::{decapsulate_batch, encapsulate_batch, generate_batch};
    use crate::random::{Random, RandomError};
    use std::boxed::Box;
    use std::collections::HashSet;

    /// Secrets with their names.
    type Secrets = Vec<(&'static str, Vec<u8>)>;

    /// A source that repeats the same bytes.
    struct Same<'b>(&'b [u8]);

    impl Random for Same<'_> {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), RandomError> {
            bytes.copy_from_slice(&self.0[..bytes.len()]);
            Ok(())
        }
    }

    /// Returns the names of those secrets of which eight bytes in a row are found.
    fn found(stack: &[u8], secrets: &Secrets) -> Vec<&'static str> {
        let words: HashSet<&[u8]> = stack.windows(8).collect();
        let is_telling = |word: &[u8]| word.iter().filter(|byte| **byte != 0 && **byte != 0xff).count() > 4;
        let is_left = |secret: &[u8]| secret.windows(8).any(|word| is_telling(word) && words.contains(word));
        secrets.iter().filter(|(_, secret)| is_left(secret)).map(|(name, _)| *name).collect()
    }

    /// Returns the secrets of a key, of a message, and of the ciphertext with it.
    fn secrets<P: Parameters>(key: &DecapsulationKey<P>, m: &[u8; 32]) -> Secrets {
        let prepared = key.prepare();
        let s_hat = prepared.0.s_hat.expose().as_ref().iter().flat_map(|s| s.0).flat_map(i16::to_ne_bytes).collect();
        let (_, shared) = encapsulate_internal(&key.encapsulation_key(), m);
        Vec::from([
            ("the seed", key.as_seed().unwrap().expose().to_vec()),
            ("dk_PKE", key.as_expanded_bytes().expose().as_ref()[..384 * P::K].to_vec()),
            ("ŝ", s_hat),
            ("m", m.to_vec()),
            ("K", shared.expose().to_vec()),
        ])
    }

    fn look<P: Parameters>(number: u64) -> Vec<(&'static str, &'static str)> {
        let random = &mut TestRandom::new(number);
        let (mut seed, mut m) = (Box::new([0; 64]), Box::new([0; 32]));
        random.fill(&mut *seed).unwrap();
        random.fill(&mut *m).unwrap();
        let key = DecapsulationKey::<P>::from_seed(&seed);
        let (ek, prepared) = (Box::new(key.encapsulation_key()), Box::new(key.prepare()));
        let secrets = secrets(&key, &m);
        let sent = Box::new(encapsulate_internal(&ek, &m));
        let expanded = key.as_expanded_bytes().expose().as_ref().to_vec();
        let mut names = Vec::new();
        let mut run = |what: &'static str, work: &mut dyn FnMut()| {
            names.extend(found(&stack_left_by(work), &secrets).into_iter().map(|name| (what, name)));
        };
        let (mut again, mut ready, mut made, mut shared) = (None, None, None, None);
        run("keygen", &mut || again = Some(DecapsulationKey::<P>::from_seed(&seed)));
        run("import", &mut || again = DecapsulationKey::<P>::from_expanded_slice(&expanded).ok());
        run("prepare", &mut || ready = Some(key.prepare()));
        run("encapsulate", &mut || made = ek.encapsulate(&mut Same(&m[..])).ok());
        run("decapsulate", &mut || shared = Some(key.decapsulate(&sent.0)));
        run("decapsulate with prepared", &mut || shared = Some(prepared.decapsulate(&sent.0)));
        let (mut keys, mut all, mut shares) = (None, None, None);
        run("generate_batch", &mut || keys = generate_batch::<P>(13, &mut Same(&seed[..])).ok());
        run("encapsulate_batch", &mut || all = encapsulate_batch(&[&*ek; 13], &mut Same(&m[..])).ok());
        run("decapsulate_batch", &mut || shares = Some(decapsulate_batch(&[(&key, &sent.0); 13])));
        names
    }

    fn leaves_nothing<P: Parameters>() {
        for tier in forced::tiers() {
            let mut number = 0;
            let left = found_twice(|| {
                number += 1;
                forced::at_most(tier, || look::<P>(number))
            });
            assert!(left.is_empty(), "{left:?} of {} at {tier}", P::NAME);
        }
    }

    #[test]
    fn nothing_secret_is_left() {
        leaves_nothing::<MlKem512>();
        leaves_nothing::<MlKem768>();
        leaves_nothing::<MlKem1024>();
    }

    /// The search finds what is there.
    #[test]
    fn a_planted_secret_is_found() {
        let mut seed = [0; 64];
        TestRandom::new(8).fill(&mut seed).unwrap();
        let secrets = secrets(&DecapsulationKey::<MlKem768>::from_seed(&seed), &[0x5a; 32]);
        for (name, secret) in &secrets {
            assert!(found(&[&[0; 99], &secret[..]].concat(), &secrets).contains(name), "{name}");
        }
    }
}
