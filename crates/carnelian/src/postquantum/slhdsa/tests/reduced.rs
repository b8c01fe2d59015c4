//! Signatures of small parameter sets at every tier against the textbook, down to one WOTS⁺ key pair.

use super::is_thorough;
use super::textbook::{Family, Textbook};
use crate::base::cpu::forced;
use crate::base::random::{Random, TestRandom};
use crate::base::testing::some;
use crate::postquantum::slhdsa::address::KeyPairAddress;
use crate::postquantum::slhdsa::functions::{Functions, Hashes, Sha2, Shake};
use crate::postquantum::slhdsa::message::{Digest, Message};
use crate::postquantum::slhdsa::parameters::{MAX_LANES, Numbers};
use crate::postquantum::slhdsa::trees::fors::ForsKey;
use crate::postquantum::slhdsa::trees::hypertree::{Hypertree, Top};
use crate::postquantum::slhdsa::verify::{Item, VALUES, verify};
use std::vec;
use std::vec::Vec;

/// Returns the numbers of a set with d layers of trees of height h′, and k trees of height a.
const fn numbers(n: usize, d: usize, h_prime: usize, k: usize, a: usize) -> Numbers {
    Numbers { n, h: d * h_prime, d, h_prime, a, k }
}

/// A key of a small set with a message that it signs, computed by the textbook.
struct Case {
    textbook: Textbook,
    seeds: [Vec<u8>; 2],
    /// PK.seed ‖ PK.root.
    public: Vec<u8>,
    addrnd: Vec<u8>,
    message: Vec<u8>,
    signature: Vec<u8>,
}

impl Case {
    fn new(random: &mut TestRandom, family: Family, numbers: Numbers) -> Self {
        let textbook = Textbook { family, numbers };
        let mut draw = |len: usize| {
            let mut bytes = vec![0; len];
            random.fill(&mut bytes).unwrap();
            bytes
        };
        let [sk_seed, sk_prf, pk_seed, addrnd] = [(); 4].map(|()| draw(numbers.n));
        let message = draw(40);
        let pk_root = textbook.root(&sk_seed, &pk_seed);
        let signature = textbook.sign(&message, [&sk_seed, &sk_prf, &pk_seed, &pk_root], Some(&addrnd));
        let public = [pk_seed, pk_root].concat();
        Self { textbook, seeds: [sk_seed, sk_prf], public, addrnd, message, signature }
    }

    fn numbers(&self) -> &Numbers {
        &self.textbook.numbers
    }

    fn pk_seed(&self) -> &[u8] {
        &self.public[..self.numbers().n]
    }

    /// Signs in lanes, with the nodes of the highest tree at hand or not.
    fn sign<F: Functions>(&self, top: Option<Top<'_>>) -> Vec<u8> {
        let numbers = self.numbers();
        let mut signature = vec![0; self.signature.len()];
        let (r, rest) = signature.split_at_mut(numbers.n);
        let (fors, ht) = rest.split_at_mut(numbers.fors_len());
        let message = Message::internal(&self.message);
        F::prf_msg(&self.seeds[1], &self.addrnd, &message.parts(), r);
        let digest = Digest::of::<F>(numbers, r, &self.public, &message);
        let (mut functions, mut sk_seed) = (F::new(self.pk_seed()), F::Hashes::zeroed());
        sk_seed.set_all(&self.seeds[0]);
        let fors_key = ForsKey::<F> { numbers, sk_seed: &sk_seed, key_pair: digest.key_pair };
        let mut pk_fors = vec![0; numbers.n];
        fors_key.fors_sign(&mut functions, &digest.indices(numbers)[..numbers.k], fors, &mut pk_fors);
        let hypertree = Hypertree::<F> { numbers, sk_seed: &sk_seed, top };
        hypertree.ht_sign(&mut functions, &pk_fors, digest.key_pair, ht);
        signature
    }

    /// Returns PK.root and the nodes of the highest tree.
    fn top<F: Functions>(&self) -> (Vec<u8>, Vec<u8>) {
        let numbers = self.numbers();
        let (mut functions, mut sk_seed) = (F::new(self.pk_seed()), F::Hashes::zeroed());
        sk_seed.set_all(&self.seeds[0]);
        let hypertree = Hypertree::<F> { numbers, sk_seed: &sk_seed, top: None };
        let (mut root, mut nodes) = (vec![0; numbers.n], vec![0; ((2 << numbers.h_prime) - 1) * numbers.n]);
        hypertree.pk_root(&mut functions, &mut root);
        hypertree.top_nodes(&mut functions, &mut nodes);
        (root, nodes)
    }

    fn check<F: Functions>(&self) {
        let (numbers, n) = (self.numbers(), self.numbers().n);
        let (root, nodes) = self.top::<F>();
        assert_eq!(root, self.public[n..], "{:?}", self.textbook);
        assert_eq!(nodes[nodes.len() - n..], root, "{:?}", self.textbook);
        for top in [None, Some(Top(&nodes))] {
            let signature = self.sign::<F>(top);
            let place = signature.iter().zip(&self.signature).position(|(found, expected)| found != expected);
            assert_eq!(place, None, "{:?}, {} bytes of FORS", self.textbook, numbers.fors_len());
        }
    }
}

/// Verifies several signatures of one set side by side.
fn verdicts<F: Functions>(items: &[(&Case, &[u8])]) -> Vec<bool> {
    let mut verdicts = vec![false; items.len()];
    let numbers = items[0].0.numbers();
    let items: Vec<_> = items
        .iter()
        .map(|(case, signature)| {
            let (public_key, message) = (&case.public, Message::internal(&case.message));
            let digest = Digest::of::<F>(numbers, &signature[..numbers.n], public_key, &message);
            Item { public_key, digest, signature }
        })
        .collect();
    let mut values = vec![0; VALUES * items.len()];
    let verdict = |number: usize, is_valid| verdicts[number] = is_valid;
    match items.len() {
        1 => verify::<F, 1>(numbers, &items, &mut values, verdict),
        _ => verify::<F, MAX_LANES>(numbers, &items, &mut values, verdict),
    }
    verdicts
}

/// d, h′, k and a.
const HEIGHTS: [(usize, usize, usize, usize); 9] = [
    (2, 1, 1, 1),
    (3, 1, 7, 2),
    (2, 2, 8, 3),
    (3, 2, 9, 4),
    (2, 3, 15, 5),
    (22, 3, 3, 1),
    (2, 4, 17, 6),
    (2, 5, 16, 3),
    (17, 2, 35, 2),
];

/// Returns the heights, where signatures take long those with few leaves.
fn heights() -> impl Iterator<Item = (usize, usize, usize, usize)> {
    some(HEIGHTS.into_iter().filter(|(d, h_prime, ..)| is_thorough() || d << h_prime <= 16))
}

/// Returns cases of both families, every n and heights below, at and above the number of lanes.
fn all_cases(random: &mut TestRandom) -> Vec<Case> {
    let mut cases = Vec::new();
    for (d, h_prime, k, a) in heights() {
        for n in [16, 24, 32] {
            for family in [Family::Sha2, Family::Shake] {
                cases.push(Case::new(random, family, numbers(n, d, h_prime, k, a)));
            }
        }
    }
    cases
}

#[test]
fn small_sets() {
    let random = &mut TestRandom::new(9);
    for case in all_cases(random) {
        assert!(case.textbook.verify(&case.message, &case.signature, case.pk_seed(), &case.public[case.numbers().n..]));
        for tier in forced::tiers() {
            forced::at_most(tier, || match case.textbook.family {
                Family::Sha2 => case.check::<Sha2>(),
                Family::Shake => case.check::<Shake>(),
            });
        }
    }
}

/// Several signatures of different keys, one of which has a changed byte, with verdicts of the textbook.
fn verifies<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(10);
    for (d, h_prime, k, a) in heights() {
        for n in [16, 24, 32] {
            let cases: Vec<_> = (0..3).map(|_| Case::new(random, family, numbers(n, d, h_prime, k, a))).collect();
            let numbers = cases[0].numbers();
            // One count for each n, where signatures take long.
            let counts = [1, 2, F::LANES - 1, F::LANES];
            let counts = if is_thorough() { &counts[..] } else { &counts[n / 8 - 1..n / 8] };
            for count in counts.iter().copied() {
                let mut items: Vec<_> = (0..count).map(|i| (&cases[i % 3], cases[i % 3].signature.clone())).collect();
                let (bad, byte) = (random.next_u64() as usize % count, random.next_u64() as usize);
                let byte = byte % items[bad].1.len();
                items[bad].1[byte] ^= 1 << (byte % 8);
                let (case, signature) = &items[bad];
                assert!(!case.textbook.verify(&case.message, signature, case.pk_seed(), &case.public[n..]));
                let items: Vec<_> = items.iter().map(|(case, signature)| (*case, &signature[..])).collect();
                for tier in forced::tiers() {
                    let found = forced::at_most(tier, || verdicts::<F>(&items));
                    let expected: Vec<_> = (0..count).map(|i| i != bad).collect();
                    assert_eq!(found, expected, "{family:?} {numbers:?}, byte {byte} of {bad} at {tier}");
                }
            }
        }
    }
}

#[test]
fn verification_of_small_sets() {
    verifies::<Sha2>(Family::Sha2);
    verifies::<Shake>(Family::Shake);
}

/// A tree of height 0 is one key pair of WOTS⁺.
fn one_key_pair<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(11);
    for n in [16, 24, 32] {
        let numbers = numbers(n, 1, 0, 1, 1);
        let textbook = Textbook { family, numbers };
        let [sk_seed, pk_seed, message] = [(); 3].map(|()| {
            let mut bytes = vec![0; n];
            random.fill(&mut bytes).unwrap();
            bytes
        });
        let tree = random.next_u64();
        let (mut found, mut root) = (vec![0; numbers.xmss_len()], vec![0; n]);
        for tier in forced::tiers() {
            forced::at_most(tier, || {
                let (mut functions, mut nodes) = (F::new(&pk_seed), F::Hashes::zeroed());
                nodes.set_all(&sk_seed);
                let hypertree = Hypertree::<F> { numbers: &numbers, sk_seed: &nodes, top: None };
                hypertree.pk_root(&mut functions, &mut root);
                hypertree.ht_sign(&mut functions, &message, KeyPairAddress { tree, leaf: 0 }, &mut found);
            });
            assert_eq!(root, textbook.root(&sk_seed, &pk_seed), "{family:?} n = {n} at {tier}");
            let expected = textbook.ht_sign(&message, &sk_seed, &pk_seed, tree, 0);
            assert_eq!(found, expected, "{family:?} n = {n} at {tier}");
        }
    }
}

#[test]
fn key_pairs() {
    one_key_pair::<Sha2>(Family::Sha2);
    one_key_pair::<Shake>(Family::Shake);
}

/// FORS alone, with every number of trees, so that the last of them are computed one by one.
fn fors<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(12);
    for k in some(1..=35) {
        let (n, a) = (16 + 8 * (k % 3), 1 + k % 7);
        let numbers = numbers(n, 2, 3, k, a);
        let textbook = Textbook { family, numbers };
        let [sk_seed, pk_seed, md] = [n, n, numbers.md_len()].map(|len| {
            let mut bytes = vec![0; len];
            random.fill(&mut bytes).unwrap();
            bytes
        });
        let key_pair = KeyPairAddress { tree: random.next_u64(), leaf: random.next_u64() as u32 };
        let expected = textbook.fors_sign(&md, &sk_seed, &pk_seed, key_pair.tree, key_pair.leaf);
        let expected_key = textbook.fors_pk_from_sig(&expected, &md, &pk_seed, key_pair.tree, key_pair.leaf);
        let indices = crate::postquantum::slhdsa::trees::fors::indices(&numbers, &md);
        for tier in forced::tiers() {
            let (mut found, mut key) = (vec![0; numbers.fors_len()], vec![0; n]);
            forced::at_most(tier, || {
                let (mut functions, mut nodes) = (F::new(&pk_seed), F::Hashes::zeroed());
                nodes.set_all(&sk_seed);
                let fors_key = ForsKey::<F> { numbers: &numbers, sk_seed: &nodes, key_pair };
                fors_key.fors_sign(&mut functions, &indices[..k], &mut found, &mut key);
            });
            assert_eq!(key, expected_key, "{family:?} n = {n} a = {a} k = {k} at {tier}");
            assert_eq!(found, expected, "{family:?} n = {n} a = {a} k = {k} at {tier}");
        }
    }
}

#[test]
fn every_number_of_fors_trees() {
    fors::<Sha2>(Family::Sha2);
    fors::<Shake>(Family::Shake);
}
