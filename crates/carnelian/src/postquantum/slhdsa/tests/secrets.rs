//! Secrets left in memory, and the use of stack.

use super::tampering::key;
use crate::base::testing::bytes_after_drop;
use crate::postquantum::slhdsa::private::Private;
use crate::postquantum::slhdsa::{Parameters, SlhDsaSha2_128f, SlhDsaShake256f};

fn leaves_zeros<P: Parameters>() {
    let Private { sk_seed, sk_prf } = key::<P>(0xa5).private.into_inner();
    assert!(sk_seed.expose().as_ref().iter().all(|byte| *byte == 0xa5));
    let left = [bytes_after_drop(sk_seed), bytes_after_drop(sk_prf)];
    assert!(left.iter().flatten().all(|byte| *byte == 0), "{}", P::NAME);
}

#[test]
fn a_dropped_key_leaves_zeros() {
    leaves_zeros::<SlhDsaSha2_128f>();
    leaves_zeros::<SlhDsaShake256f>();
}

/// The documented stack use: each operation runs on a thread with no more, besides what a thread itself needs.
#[cfg(all(not(debug_assertions), not(miri), not(carnelian_msan), not(feature = "rayon")))]
#[test]
fn stack_use() {
    use super::for_fast_sets;
    use crate::postquantum::slhdsa::SigningKey;
    use std::boxed::Box;
    use std::sync::Arc;
    use std::thread::Builder;
    /// The thread's own share.
    const OWN: usize = 8 * 1024;
    const SIGNING: usize = 64 * 1024;
    const VERIFICATION: usize = 44 * 1024;
    fn with_stack<R: Send + 'static>(bytes: usize, work: impl FnOnce() -> R + Send + 'static) -> R {
        Builder::new().stack_size(bytes + OWN).spawn(work).unwrap().join().unwrap()
    }
    fn uses<P: Parameters>() {
        // On the heap, so that nothing is moved through the threads' stacks.
        let (key, prepared) = (Arc::new(key::<P>(1)), Arc::new(key::<P>(1).prepare()));
        let public = Arc::new(*key.verifying_key());
        let signature = Arc::new(key.sign_deterministic(b"m").unwrap());
        let private = Box::new(*key.to_bytes().expose());
        with_stack(SIGNING, move || SigningKey::<P>::from_bytes(&private).check().unwrap());
        with_stack(SIGNING, || drop(super::tampering::key::<P>(1)));
        with_stack(SIGNING, || drop(super::tampering::key::<P>(1).prepare()));
        with_stack(SIGNING, move || drop(key.sign_deterministic(b"m").unwrap()));
        with_stack(SIGNING, move || drop(prepared.sign_deterministic(b"m").unwrap()));
        with_stack(VERIFICATION, move || public.verify(b"m", &signature).unwrap());
    }
    for_fast_sets!(uses);
}

/// Searches the stack for what only the holder of the key may know.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions), not(feature = "rayon")))]
mod on_the_stack {
    use super::super::textbook::{Adrs, Family, Textbook};
    use crate::base::cpu::forced;
    use crate::base::random::{Random, TestRandom};
    use crate::base::testing::{found_twice, stack_left_by};
    use crate::postquantum::slhdsa::{Parameters, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_192f, SlhDsaShake128f};
    use std::boxed::Box;
    use std::collections::HashSet;
    use std::vec::Vec;

    /// Secrets with their names.
    type Secrets = Vec<(&'static str, Vec<u8>)>;

    /// Returns the names of those secrets of which eight bytes in a row are found.
    fn found(stack: &[u8], secrets: &Secrets) -> Vec<&'static str> {
        let words: HashSet<&[u8]> = stack.windows(8).collect();
        let is_telling = |word: &[u8]| word.iter().filter(|byte| **byte != 0 && **byte != 0xff).count() > 4;
        let is_left = |secret: &[u8]| secret.windows(8).any(|word| is_telling(word) && words.contains(word));
        secrets.iter().filter(|(_, secret)| is_left(secret)).map(|(name, _)| *name).collect()
    }

    /// Returns values as they are in the lanes of SHA-256, the first words of all of them and so on, and as they are in
    /// those of Keccak, one by one.
    fn in_lanes(family: Family, values: &[Vec<u8>]) -> Vec<u8> {
        if family == Family::Shake {
            return values.concat();
        }
        let words = 0..values[0].len() / 4;
        let word =
            |word: usize| values.iter().flat_map(move |value| value[4 * word..4 * word + 4].iter().rev().copied());
        words.flat_map(word).collect()
    }

    /// Returns the secrets of a key: its seeds, and the starts of chains in the highest tree.
    fn of_key<P: Parameters>(key: &SigningKey<P>) -> Secrets {
        let textbook = Textbook::of::<P>();
        let (sk_seed, sk_prf) = (key.private.sk_seed.expose().as_ref(), key.private.sk_prf.expose().as_ref());
        let mut chains = Vec::new();
        for chain in [0, 1, P::NUMBERS.len() - 1] {
            let start = |leaf: u32| {
                let mut adrs = Adrs::new();
                adrs.set_layer_address(P::NUMBERS.d as u32 - 1);
                adrs.set_type_and_clear(Adrs::WOTS_HASH);
                adrs.set_key_pair_address(leaf);
                textbook.chain_start(chain, sk_seed, key.verifying_key().seed(), &adrs)
            };
            chains.extend(in_lanes(textbook.family, &(0..8).map(start).collect::<Vec<_>>()));
        }
        Vec::from([
            ("SK.seed", sk_seed.to_vec()),
            ("SK.seed in lanes", in_lanes(textbook.family, &[sk_seed.to_vec(), sk_seed.to_vec()])),
            ("SK.prf", sk_prf.to_vec()),
            ("chains", chains),
        ])
    }

    /// Returns secret values of FORS that a signature does not contain, of the same leaf in all trees.
    fn of_signature<P: Parameters>(key: &SigningKey<P>, message: &[u8]) -> Secrets {
        let textbook = Textbook::of::<P>();
        let (sk_seed, pk_seed) = (key.private.sk_seed.expose().as_ref(), key.verifying_key().seed());
        let m_prime = [&[0, 0], message].concat();
        let r = textbook.prf_msg(key.private.sk_prf.expose().as_ref(), pk_seed, &m_prime);
        let digest = textbook.h_msg(&r, pk_seed, &key.verifying_key().as_ref()[P::N..], &m_prime);
        let (md, tree, leaf) = textbook.split(&digest);
        let indices = crate::postquantum::slhdsa::trees::fors::indices(&P::NUMBERS, &md);
        let adrs = Textbook::fors_adrs(tree, leaf);
        let hidden = (0..1 << P::NUMBERS.a).filter(|leaf| !indices.contains(leaf));
        let values = hidden.map(|leaf| {
            let value = |tree: u32| textbook.fors_sk_gen(sk_seed, pk_seed, &adrs, (tree << P::NUMBERS.a) + leaf);
            in_lanes(textbook.family, &(0..16).map(value).collect::<Vec<_>>())
        });
        Vec::from([("FORS", values.flatten().collect())])
    }

    fn look<P: Parameters>(seed: u64) -> Vec<(&'static str, &'static str)> {
        let random = &mut TestRandom::new(seed);
        let seeds = [(); 3].map(|()| {
            let mut seed = P::SeedBytes::try_from(&[0; 32][..P::N]).unwrap();
            random.fill(seed.as_mut()).unwrap();
            Box::new(seed)
        });
        let key = SigningKey::<P>::from_seeds(&seeds[0], &seeds[1], &seeds[2]);
        let private = Box::new(key.to_bytes());
        let secrets = [of_key(&key), of_signature(&key, b"m")].concat();
        let mut names = Vec::new();
        let mut run = |what: &'static str, work: &mut dyn FnMut()| {
            names.extend(found(&stack_left_by(work), &secrets).into_iter().map(|name| (what, name)));
        };
        let (mut again, mut signature, mut imported, mut exported) = (None, None, None, None);
        run("keygen", &mut || again = Some(SigningKey::<P>::from_seeds(&seeds[0], &seeds[1], &seeds[2])));
        run("sign", &mut || signature = Some(key.sign_deterministic(b"m").unwrap()));
        run("import", &mut || imported = Some(SigningKey::<P>::from_bytes(private.expose())));
        run("check", &mut || key.check().unwrap());
        run("export", &mut || exported = SigningKey::<P>::from_slice(key.to_bytes().expose().as_ref()).ok());
        let (mut key, mut prepared) = (Some(key), None);
        run("prepare", &mut || prepared = key.take().map(SigningKey::prepare));
        let prepared = prepared.unwrap();
        run("sign with prepared", &mut || signature = Some(prepared.sign_deterministic(b"m").unwrap()));
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
        leaves_nothing::<SlhDsaSha2_128f>();
        leaves_nothing::<SlhDsaShake128f>();
        leaves_nothing::<SlhDsaSha2_192f>();
    }

    /// The search finds what is there.
    #[test]
    fn a_planted_secret_is_found() {
        let mut seeds = [[0; 16]; 3];
        seeds.iter_mut().for_each(|seed| TestRandom::new(8).fill(seed).unwrap());
        let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&seeds[0], &seeds[1], &seeds[2]);
        let secrets = [of_key(&key), of_signature(&key, b"m")].concat();
        for (name, secret) in &secrets {
            assert!(found(&[&[0; 99], &secret[..]].concat(), &secrets).contains(name), "{name}");
        }
    }
}
