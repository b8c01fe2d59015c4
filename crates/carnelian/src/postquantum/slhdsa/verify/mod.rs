//! Verification, FIPS 205 Algorithm 20, of one signature or of several whose hashes share the lanes. Everything here is
//! public.

mod chains;

use super::address::{Address, KeyPairAddress, Type};
use super::functions::{Functions, Hashes};
use super::message::{Digest, Message};
use super::parameters::{MAX_K, MAX_LANES, MAX_LEN, MAX_N, Numbers, Parameters};
use super::pieces::pieces;
use super::trees::hypertree::signers;
use core::mem::swap;
use core::ops::Range;

/// A signature that is verified.
pub(super) struct Item<'i> {
    pub(super) public_key: &'i [u8],
    pub(super) digest: Digest,
    pub(super) signature: &'i [u8],
}

impl<'i> Item<'i> {
    /// Steps 1 to 5: hashes the message.
    pub(super) fn new<P: Parameters>(public_key: &'i [u8], message: &Message<'_>, signature: &'i [u8]) -> Self {
        let digest = Digest::of::<P::Functions>(&P::NUMBERS, &signature[..P::N], public_key, message);
        Self { public_key, digest, signature }
    }
}

/// The maximum number of bytes of the values of one item.
pub(super) const VALUES: usize = MAX_LEN * MAX_N;

/// Signatures that are verified side by side, `ITEMS` at most.
struct Group<'g, F: Functions, const ITEMS: usize> {
    functions: F,
    numbers: &'g Numbers,
    items: &'g [Item<'g>],
    /// The public seed of each item, unless it is the same for all.
    seeds: Option<[F::Seed; ITEMS]>,
    /// The roots of FORS trees or the ends of chains: len·n bytes for each item.
    values: &'g mut [u8],
    /// The message that the next layer has signed: PK_FORS or the root of an XMSS tree.
    roots: F::Hashes,
    /// Values on the way.
    node: F::Hashes,
    sibling: F::Hashes,
    pairs: [F::Hashes; 2],
}

/// The digest of a message: the leaves of FORS trees that have signed, and the key pair that they belong to.
type Part = ([u32; MAX_K], KeyPairAddress);

/// Algorithm 20, slh_verify_internal(M, SIG, PK), from step 6 on, for each of at most `ITEMS` items, which are no more
/// than there are lanes. `values` has [`VALUES`] bytes for each.
#[inline(never)]
pub(super) fn verify<F: Functions, const ITEMS: usize>(
    numbers: &Numbers,
    items: &[Item<'_>],
    values: &mut [u8],
    mut verdict: impl FnMut(usize, bool),
) {
    let n = numbers.n;
    let Some((first, others)) = items.split_first() else { return };
    let functions = F::new(&first.public_key[..n]);
    let is_same = others.iter().all(|item| item.public_key[..n] == first.public_key[..n]);
    let seed = |lane: usize| functions.seed(&items[lane.min(items.len() - 1)].public_key[..n]);
    let seeds = (!is_same).then(|| core::array::from_fn(seed));
    let [roots, node, sibling, left, right] = core::array::from_fn(|_| F::Hashes::zeroed());
    let pairs = [left, right];
    let mut group = Group::<F, ITEMS> { functions, numbers, items, seeds, values, roots, node, sibling, pairs };
    // 6. to 10. The parts of the digests, and the key pairs that have signed.
    let mut parts: [Part; ITEMS] = [([0; MAX_K], KeyPairAddress { tree: 0, leaf: 0 }); ITEMS];
    for (item, part) in items.iter().zip(&mut parts) {
        *part = (item.digest.indices(numbers), item.digest.key_pair);
    }
    group.fors_pk_from_sig(&parts);
    group.ht_verify(parts.map(|(_, key_pair)| key_pair));
    for (number, item) in items.iter().enumerate() {
        let mut root = [0; MAX_N];
        group.roots.get(number, &mut root[..n]);
        verdict(number, root[..n] == item.public_key[n..]);
    }
}

impl<F: Functions, const ITEMS: usize> Group<'_, F, ITEMS> {
    /// Sets the address of a lane, and its public seed to that of an item.
    fn set(&mut self, lane: usize, item: usize, address: &Address) {
        if let Some(seeds) = &self.seeds {
            self.functions.set_seed(lane, &seeds[item]);
        }
        self.functions.set_address(lane, address);
    }

    /// Returns where the value number `index` of an item is kept.
    fn range(&self, item: usize, index: usize) -> Range<usize> {
        let at = (item * self.numbers.len() + index) * self.numbers.n;
        at..at + self.numbers.n
    }

    /// Keeps the node of a lane as the value number `index` of an item.
    fn keep(&mut self, lane: usize, item: usize, index: usize) {
        let range = self.range(item, index);
        self.node.get(lane, &mut self.values[range]);
    }

    /// Algorithm 17, fors_pkFromSig: sets `roots` to the public keys.
    fn fors_pk_from_sig(&mut self, parts: &[Part; ITEMS]) {
        let k = self.numbers.k;
        let mut trees = (0..self.items.len()).flat_map(|item| (0..k).map(move |tree| (item, tree)));
        let mut some = [(0, 0); MAX_LANES];
        loop {
            let count = some[..F::LANES].iter_mut().zip(&mut trees).map(|(slot, tree)| *slot = tree).count();
            if count == 0 {
                break;
            }
            self.fors_trees(parts, &some[..count]);
        }
        for (item, (_, key_pair)) in parts[..self.items.len()].iter().enumerate() {
            self.set(item, item, &key_pair.address(Type::ForsRoots));
        }
        self.compress(k);
    }

    /// Algorithm 17, steps 2 to 19: computes the roots of some trees, given as numbers of an item and a tree.
    fn fors_trees(&mut self, parts: &[Part; ITEMS], trees: &[(usize, usize)]) {
        let Numbers { n, a, .. } = *self.numbers;
        let (mut index, mut paths) = ([0; MAX_LANES], [&[][..]; MAX_LANES]);
        for (lane, (item, tree)) in trees.iter().enumerate() {
            let (indices, key_pair) = &parts[*item];
            index[lane] = ((*tree as u32) << a) + indices[*tree];
            let len = self.numbers.fors_tree_len();
            let (secret, path) = self.items[*item].signature[n + tree * len..n + (tree + 1) * len].split_at(n);
            paths[lane] = path;
            self.sibling.set(lane, secret);
            self.set(lane, *item, &key_pair.address(Type::ForsTree));
        }
        self.functions.set_words(|lane| [0, index[lane]]);
        self.functions.f(trees.len(), &self.sibling, &mut self.node);
        self.climb(&index, &paths[..trees.len()], a);
        for (lane, (item, tree)) in trees.iter().enumerate() {
            self.keep(lane, *item, *tree);
        }
    }

    /// Replaces `node` by those at `height` above it, given the authentication path of each lane. `index` is the number
    /// of a node in its tree.
    fn climb(&mut self, index: &[u32; MAX_LANES], paths: &[&[u8]], height: usize) {
        let n = self.numbers.n;
        if let [path] = paths {
            return self.climb_alone(index[0], &path[..height * n]);
        }
        for z in 0..height {
            for (lane, path) in paths.iter().enumerate() {
                self.sibling.set(lane, &path[z * n..(z + 1) * n]);
            }
            self.node.pair(&self.sibling, |lane| index[lane] >> z & 1 == 1, &mut self.pairs);
            self.functions.set_words(|lane| [z as u32 + 1, index[lane] >> (z + 1)]);
            self.functions.h(paths.len(), &self.pairs, &mut self.node);
        }
    }

    /// Does the same for a single node.
    fn climb_alone(&mut self, mut index: u32, path: &[u8]) {
        let n = self.numbers.n;
        let (mut node, mut pair) = ([0; MAX_N], [0; 2 * MAX_N]);
        self.node.get(0, &mut node[..n]);
        for (z, sibling) in pieces(path, n).enumerate() {
            let (left, right) = if index & 1 == 0 { (&node[..n], sibling) } else { (sibling, &node[..n]) };
            pair[..n].copy_from_slice(left);
            pair[n..2 * n].copy_from_slice(right);
            index >>= 1;
            self.functions.set_words(|_| [z as u32 + 1, index]);
            self.functions.alone(&pair[..2 * n], &mut node[..n]);
        }
        self.node.set(0, &node[..n]);
    }

    /// Sets `roots` to T_l of `count` values of each item, under the addresses that are set.
    fn compress(&mut self, count: usize) {
        if ITEMS == 1 {
            let (n, mut root) = (self.numbers.n, [0; MAX_N]);
            self.functions.alone(&self.values[..count * n], &mut root[..n]);
            return self.roots.set(0, &root[..n]);
        }
        self.functions.start();
        for index in 0..count {
            for item in 0..self.items.len() {
                let range = self.range(item, index);
                self.node.set(item, &self.values[range]);
            }
            self.functions.absorb(self.items.len(), &self.node, 0);
        }
        self.functions.finish(self.items.len(), &mut self.roots);
    }

    /// Algorithm 13, ht_verify: replaces what the lowest layer has signed by the root of the highest.
    fn ht_verify(&mut self, lowest: [KeyPairAddress; ITEMS]) {
        let Numbers { n, d, h_prime, .. } = *self.numbers;
        let mut signers = lowest.map(|key_pair| signers(*self.numbers, key_pair));
        for layer in 0..d {
            let mut key_pairs = lowest;
            for (key_pair, signers) in key_pairs.iter_mut().zip(&mut signers) {
                (_, *key_pair) = signers.next().expect("a key pair in every layer");
            }
            let start = n + self.numbers.fors_len() + layer * self.numbers.xmss_len();
            self.chains(layer, &key_pairs, start);
            // Algorithm 8, wots_pkFromSig, steps 13 to 15.
            for (item, key_pair) in key_pairs[..self.items.len()].iter().enumerate() {
                self.set(item, item, &Address::of_key_pair(layer, key_pair.tree, Type::WotsPk, key_pair.leaf));
            }
            self.compress(self.numbers.len());
            // Algorithm 11, xmss_pkFromSig, steps 7 to 19.
            let (mut index, mut paths) = ([0; MAX_LANES], [&[][..]; MAX_LANES]);
            for (lane, item) in self.items.iter().enumerate() {
                index[lane] = key_pairs[lane].leaf;
                paths[lane] = &item.signature[start + self.numbers.len() * n..];
                self.functions.set_address(lane, &Address::of_key_pair(layer, key_pairs[lane].tree, Type::Tree, 0));
            }
            swap(&mut self.roots, &mut self.node);
            self.climb(&index, &paths[..self.items.len()], h_prime);
            swap(&mut self.roots, &mut self.node);
        }
    }
}
