//! FORS, FIPS 205 Section 8: few-time signatures of the message digest.

use super::super::address::{KeyPairAddress, Type};
use super::super::functions::{Functions, Hashes};
use super::super::parameters::{MAX_K, MAX_LANES, MAX_N, Numbers, W};
use super::super::pieces::{pieces, pieces_mut};
use super::base_2b::base_2b;
use super::merkle::{self, Lanes, Leaves, Part, Path};
use core::array;
use core::ops::Range;

/// Algorithm 16, step 2: the leaf of each tree that signs.
pub(in super::super) fn indices(numbers: &Numbers, md: &[u8]) -> [u32; MAX_K] {
    let mut indices = [0; MAX_K];
    // 2. indices ← base_2ᵇ(md, a, k).
    for (index, number) in indices[..numbers.k].iter_mut().zip(base_2b(md, numbers.a)) {
        *index = number;
    }
    indices
}

/// A key of FORS: the secret values at the leaves of its trees.
pub(in super::super) struct ForsKey<'k, F: Functions> {
    pub(in super::super) numbers: &'k Numbers,
    /// SK.seed in every lane.
    pub(in super::super) sk_seed: &'k F::Hashes,
    pub(in super::super) key_pair: KeyPairAddress,
}

/// The leaves of FORS trees: hashes of secret values, some of which are part of the signature.
struct Secrets<'t, 's, F: Functions> {
    key: &'t ForsKey<'t, F>,
    values: F::Hashes,
    revealed: &'t mut [Revealed<'s>],
}

/// The types of the addresses of secret values, and of their hashes.
const TYPES: [Type; 2] = [Type::ForsPrf, Type::ForsTree];

/// A secret value that is part of the signature: its lane, its number there, and where it is copied to.
struct Revealed<'s> {
    lane: usize,
    leaf: usize,
    value: &'s mut [u8],
}

impl Revealed<'_> {
    fn none() -> Self {
        Self { lane: 0, leaf: 0, value: &mut [] }
    }
}

impl<F: Functions> Leaves<F> for Secrets<'_, '_, F> {
    fn leaf(&mut self, functions: &mut F, lanes: Lanes<'_>, i: usize, node: &mut F::Hashes) {
        // Algorithm 14, fors_skGen, and Algorithm 15, fors_node, step 4.
        functions.set_words(|lane| [0, (lanes.first)(lane) + i as u32]);
        let mut stops = [0; W];
        for revealed in self.revealed.iter().filter(|revealed| revealed.leaf == i) {
            stops[0] |= 1 << revealed.lane;
        }
        functions.derive(lanes.count, self.key.sk_seed, TYPES, (1, &stops), node, &mut self.values);
        for revealed in self.revealed.iter_mut().filter(|revealed| revealed.leaf == i) {
            self.values.get(revealed.lane, revealed.value);
        }
    }

    fn above(&self, functions: &mut F) {
        functions.set_type(Type::ForsTree);
    }
}

impl<F: Functions> ForsKey<'_, F> {
    /// Algorithm 16, fors_sign(md, SK.seed, PK.seed, ADRS), given the indices in md, and the public key, Algorithm 17,
    /// step 24.
    pub(in super::super) fn fors_sign(
        &self,
        functions: &mut F,
        indices: &[u32],
        signature: &mut [u8],
        public_key: &mut [u8],
    ) {
        let Numbers { n, k, .. } = *self.numbers;
        let tree_len = self.numbers.fors_tree_len();
        let mut roots = [0; MAX_K * MAX_N];
        for trees in units::<F>(k) {
            let signature = &mut signature[trees.start * tree_len..trees.end * tree_len];
            let roots = &mut roots[trees.start * n..trees.end * n];
            self.fors_sign_unit(functions, trees.start, &indices[trees], signature, roots);
        }
        self.public_key(functions, &roots[..k * n], public_key);
    }

    /// Algorithm 16, steps 3 to 10, for trees from number `first` on: one tree, or as many as there are lanes. Returns
    /// their roots too.
    pub(in super::super) fn fors_sign_unit(
        &self,
        functions: &mut F,
        first: usize,
        indices: &[u32],
        signature: &mut [u8],
        roots: &mut [u8],
    ) {
        let Numbers { n, a, .. } = *self.numbers;
        for lane in 0..F::LANES {
            functions.set_address(lane, &self.key_pair.address(Type::ForsTree));
        }
        let trees = pieces_mut(signature, self.numbers.fors_tree_len()).map(|tree| tree.split_at_mut(n));
        let values = F::Hashes::zeroed();
        if let [index] = *indices {
            let part = Part { start: (first << a) as u32, height: a };
            let (_, height) = part.lanes::<F>();
            for (value, siblings) in trees {
                let (lane, leaf) = (index as usize >> height, index as usize & ((1 << height) - 1));
                let mut leaves =
                    Secrets { key: self, values: values.clone(), revealed: &mut [Revealed { lane, leaf, value }] };
                part.root(functions, &mut leaves, n, Some((part.start + index, siblings)), roots);
            }
            return;
        }
        let mut revealed: [_; MAX_LANES] = array::from_fn(|_| Revealed::none());
        let mut paths: [_; MAX_LANES] = array::from_fn(|_| Path::none());
        for (lane, ((value, siblings), index)) in trees.zip(indices).enumerate() {
            let leaf = *index as usize;
            revealed[lane] = Revealed { lane, leaf, value };
            paths[lane] = Path { lane, leaf, siblings };
        }
        let count = indices.len();
        let lanes = Lanes { count, first: &|lane| ((first + lane) << a) as u32 };
        let mut leaves = Secrets { key: self, values, revealed: &mut revealed[..count] };
        let mut nodes = F::Hashes::zeroed();
        merkle::roots(functions, &mut leaves, n, lanes, a, &mut paths[..count], &mut nodes);
        for (lane, root) in pieces_mut(roots, n).enumerate() {
            nodes.get(lane, root);
        }
    }

    /// Algorithm 17, steps 21 to 24: compresses the roots of the trees.
    pub(in super::super) fn public_key(&self, functions: &mut F, roots: &[u8], public_key: &mut [u8]) {
        functions.set_address(0, &self.key_pair.address(Type::ForsRoots));
        let mut nodes = F::Hashes::zeroed();
        functions.start();
        for root in pieces(roots, self.numbers.n) {
            nodes.set(0, root);
            functions.absorb(1, &nodes, 0);
        }
        functions.finish(1, &mut nodes);
        nodes.get(0, public_key);
    }
}

/// Splits the trees into units: as many as there are lanes, with a tree in each, and then one at a time, with parts of
/// it in the lanes.
pub(in super::super) fn units<F: Functions>(k: usize) -> impl Iterator<Item = Range<usize>> {
    let grouped = k & !(F::LANES - 1);
    let groups = (0..grouped).step_by(F::LANES).map(|first| first..first + F::LANES);
    groups.chain((grouped..k).map(|tree| tree..tree + 1))
}
