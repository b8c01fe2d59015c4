//! The hash functions in lanes at every tier against the textbook: F, chains, T_l and H.

use super::textbook::{Adrs, Family, Textbook};
use crate::base::cpu::forced;
use crate::base::random::{Random, TestRandom};
use crate::base::testing::{cases, some};
use crate::postquantum::slhdsa::address::{Address, Type};
use crate::postquantum::slhdsa::functions::{Functions, Hashes, MessageHasher, Sha2, Shake};
use crate::postquantum::slhdsa::parameters::{MAX_N, Numbers, W};
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

const TYPES: [Type; 7] =
    [Type::WotsHash, Type::WotsPk, Type::Tree, Type::ForsTree, Type::ForsRoots, Type::WotsPrf, Type::ForsPrf];

fn bytes(random: &mut TestRandom, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes
}

/// The inputs of a hash in one lane.
struct Lane {
    seed: Vec<u8>,
    address: Address,
    value: Vec<u8>,
}

impl Lane {
    fn random(random: &mut TestRandom, n: usize) -> Self {
        let words = [0; 3].map(|_: u32| random.next_u64() as u32);
        let (layer, kind) = (random.next_u64() as u8, TYPES[random.next_u64() as usize % TYPES.len()]);
        let address = Address { layer: layer.into(), tree: random.next_u64(), kind, words };
        Self { seed: bytes(random, n), address, value: bytes(random, n) }
    }

    fn adrs(&self) -> Adrs {
        let Address { layer, tree, kind, words: [w1, w2, w3] } = self.address;
        let mut adrs = Adrs::new();
        adrs.set_layer_address(layer);
        adrs.set_tree_address(tree);
        adrs.set_type_and_clear(kind as u32);
        adrs.set_key_pair_address(w1);
        adrs.set_chain_address(w2);
        adrs.set_hash_address(w3);
        adrs
    }
}

/// Lanes with random inputs, under one public seed or one each.
struct Lanes<F: Functions> {
    functions: F,
    textbook: Textbook,
    lanes: Vec<Lane>,
    values: F::Hashes,
    what: String,
}

impl<F: Functions> Lanes<F> {
    fn random(random: &mut TestRandom, family: Family, n: usize, count: usize, is_same: bool) -> Self {
        let mut lanes: Vec<_> = (0..count).map(|_| Lane::random(random, n)).collect();
        if is_same {
            let seed = lanes[0].seed.clone();
            lanes.iter_mut().for_each(|lane| lane.seed.clone_from(&seed));
        }
        let (mut functions, mut values) = (F::new(&lanes[0].seed), F::Hashes::zeroed());
        for (number, lane) in lanes.iter().enumerate() {
            if !is_same {
                let seed = functions.seed(&lane.seed);
                functions.set_seed(number, &seed);
            }
            functions.set_address(number, &lane.address);
            values.set(number, &lane.value);
        }
        let textbook = Textbook { family, numbers: Numbers { n, h: 0, d: 0, h_prime: 0, a: 0, k: 0 } };
        let what = format!("{family:?} n = {n}, {count} lanes");
        Self { functions, textbook, lanes, values, what }
    }

    /// Compares the lanes in use with what the textbook has for each.
    fn compare(&self, found: &F::Hashes, expected: impl Fn(&Textbook, usize, &Lane) -> Vec<u8>) {
        for (number, lane) in self.lanes.iter().enumerate() {
            let mut value = [0; MAX_N];
            let value = &mut value[..self.textbook.numbers.n];
            found.get(number, value);
            assert_eq!(value, expected(&self.textbook, number, lane), "{}, lane {number}", self.what);
        }
    }

    fn f(&mut self) {
        let mut result = F::Hashes::zeroed();
        self.functions.f(self.lanes.len(), &self.values, &mut result);
        self.compare(&result, |textbook, _, lane| textbook.f(&lane.seed, &lane.adrs(), &lane.value));
    }

    fn chain(&mut self, from: usize, steps: usize) {
        let mut value = self.values.clone();
        self.functions.chain(self.lanes.len(), &mut value, from, steps);
        self.compare(&value, |textbook, _, lane| {
            textbook.chain(&lane.value, from as u32, steps as u32, &lane.seed, &mut lane.adrs())
        });
    }

    /// T_l of random values, each of which lies some lanes further than where it is absorbed.
    fn t_l(&mut self, random: &mut TestRandom, l: usize, shifts: &[usize]) {
        let (n, count) = (self.textbook.numbers.n, self.lanes.len());
        let mut messages = vec![Vec::new(); count];
        self.functions.start();
        for value in 0..l {
            let shift = shifts[value % shifts.len()];
            let mut values = F::Hashes::zeroed();
            for (number, message) in messages.iter_mut().enumerate() {
                let part = bytes(random, n);
                values.set(number + shift, &part);
                message.extend(part);
            }
            self.functions.absorb(count, &values, shift);
        }
        let mut result = F::Hashes::zeroed();
        self.functions.finish(count, &mut result);
        self.compare(&result, |textbook, number, lane| textbook.t_l(&lane.seed, &lane.adrs(), &messages[number]));
    }

    /// T_l of random values in the first lane, as bytes.
    fn alone(&self, random: &mut TestRandom, l: usize) {
        let (lane, values) = (&self.lanes[0], bytes(random, l * self.textbook.numbers.n));
        let mut found = vec![0; self.textbook.numbers.n];
        self.functions.alone(&values, &mut found);
        assert_eq!(found, self.textbook.t_l(&lane.seed, &lane.adrs(), &values), "{:?}, l = {l}", self.textbook);
    }

    fn h(&mut self, random: &mut TestRandom) {
        let (n, count) = (self.textbook.numbers.n, self.lanes.len());
        let (mut children, mut result) = ([F::Hashes::zeroed(), F::Hashes::zeroed()], F::Hashes::zeroed());
        let pairs: Vec<_> = (0..count).map(|_| [bytes(random, n), bytes(random, n)]).collect();
        for (number, [left, right]) in pairs.iter().enumerate() {
            children[0].set(number, left);
            children[1].set(number, right);
        }
        self.functions.h(count, &children, &mut result);
        self.compare(&result, |textbook, number, lane| textbook.t_l(&lane.seed, &lane.adrs(), &pairs[number].concat()));
    }
}

fn at_every_tier(mut check: impl FnMut()) {
    for tier in forced::tiers() {
        forced::at_most(tier, &mut check);
    }
}

fn agrees<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(205);
    for n in [16, 24, 32] {
        for count in 1..=F::LANES {
            for is_same in [true, false] {
                let mut lanes = Lanes::<F>::random(random, family, n, count, is_same);
                lanes.f();
                lanes.h(random);
                // The addresses are those of the hashes before.
                lanes.f();
                let from = random.next_u64() as usize % W;
                lanes.chain(from, random.next_u64() as usize % (W - from));
            }
        }
    }
}

#[test]
fn f_h_and_chains() {
    at_every_tier(|| {
        agrees::<Sha2>(Family::Sha2);
        agrees::<Shake>(Family::Shake);
    });
}

fn every_chain<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(206);
    for n in [16, 24, 32] {
        let mut lanes = Lanes::<F>::random(random, family, n, F::LANES, false);
        for from in some(0..W) {
            for steps in some(0..W - from) {
                lanes.chain(from, steps);
            }
        }
    }
}

/// Every start and every length.
#[test]
fn chains() {
    at_every_tier(|| {
        every_chain::<Sha2>(Family::Sha2);
        every_chain::<Shake>(Family::Shake);
    });
}

fn every_length<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(207);
    for n in [16, 24, 32] {
        for l in some(1..=2 * n + 3) {
            for count in [1, F::LANES / 2, F::LANES] {
                let mut lanes = Lanes::<F>::random(random, family, n, count, l % 2 == 0);
                let shifts: Vec<_> = (0..=F::LANES - count).step_by(count).collect();
                lanes.t_l(random, l, &shifts);
                lanes.alone(random, l);
            }
        }
    }
}

/// T_l of every number of values up to len.
#[test]
fn t_l() {
    at_every_tier(|| {
        every_length::<Sha2>(Family::Sha2);
        every_length::<Shake>(Family::Shake);
    });
}

fn changes_addresses<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(208);
    for n in [16, 24, 32] {
        for _ in 0..cases(20) {
            let mut lanes = Lanes::<F>::random(random, family, n, F::LANES, false);
            let kind = TYPES[random.next_u64() as usize % TYPES.len()];
            lanes.functions.set_type(kind);
            let words: Vec<_> = (0..F::LANES).map(|_| [0; 2].map(|_: u32| random.next_u64() as u32)).collect();
            lanes.functions.set_words(|lane| words[lane]);
            for (lane, [w2, w3]) in lanes.lanes.iter_mut().zip(words) {
                lane.address.kind = kind;
                lane.address.words[1..].copy_from_slice(&[w2, w3]);
            }
            lanes.f();
            lanes.h(random);
        }
    }
}

/// The type and the last words of an address replace those before.
#[test]
fn addresses() {
    at_every_tier(|| {
        changes_addresses::<Sha2>(Family::Sha2);
        changes_addresses::<Shake>(Family::Shake);
    });
}

fn messages<F: Functions>(family: Family) {
    let random = &mut TestRandom::new(209);
    for n in [16, 24, 32] {
        for len in some(0..300) {
            let numbers = Numbers { n, h: 66, d: 22, h_prime: 3, a: 8, k: 33 };
            let textbook = Textbook { family, numbers };
            let [key, r, public, message] = [n, n, 2 * n, len].map(|len| bytes(random, len));
            let (head, tail) = message.split_at(len / 3);
            let (mut found, mut digest) = (vec![0; n], vec![0; numbers.m()]);
            F::prf_msg(&key, &r, &[head, &[], tail], &mut found);
            assert_eq!(found, textbook.prf_msg(&key, &r, &message), "{family:?} n = {n}, {len} bytes");
            let mut hasher = F::MessageHasher::new(&r, &public);
            [head, &[], tail].iter().for_each(|part| hasher.update(part));
            hasher.finish(&mut digest);
            let expected = textbook.h_msg(&r, &public[..n], &public[n..], &message);
            assert_eq!(digest, expected, "{family:?} n = {n}, {len} bytes");
        }
    }
}

/// PRF_msg and H_msg of messages in parts.
#[test]
fn functions_of_messages() {
    messages::<Sha2>(Family::Sha2);
    messages::<Shake>(Family::Shake);
}
