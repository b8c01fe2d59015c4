//! The hypertree, FIPS 205 Section 7: XMSS trees in layers. Each tree signs the roots of trees in the layer below it.

use super::super::address::KeyPairAddress;
use super::super::functions::Functions;
use super::super::parameters::{MAX_N, Numbers};
use super::super::pieces::pieces_mut;
use super::merkle::Part;
use super::wots::{Digits, KeyPairs};

/// The trees of a key.
pub(in super::super) struct Hypertree<'k, F: Functions> {
    pub(in super::super) numbers: &'k Numbers,
    /// SK.seed in every lane.
    pub(in super::super) sk_seed: &'k F::Hashes,
    /// The nodes of the tree in the highest layer, if the key holds them.
    pub(in super::super) top: Option<Top<'k>>,
}

/// The nodes of a tree, where there is a heap for them: its leaves, then the nodes at height 1 and so on up to the root,
/// n bytes each.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "alloc"), allow(dead_code))]
pub(in super::super) struct Top<'t>(pub(in super::super) &'t [u8]);

impl<'k, F: Functions> Hypertree<'k, F> {
    fn key_pairs(&self, layer: usize, tree: u64) -> KeyPairs<'k, F> {
        KeyPairs { n: self.numbers.n, sk_seed: self.sk_seed, layer, tree }
    }

    /// Algorithm 18, step 3: computes PK.root, the root of the single tree of the highest layer.
    pub(in super::super) fn pk_root(&self, functions: &mut F, root: &mut [u8]) {
        let part = Part { start: 0, height: self.numbers.h_prime };
        self.key_pairs(self.numbers.d - 1, 0).xmss_node(functions, part, None, root);
    }

    /// Algorithm 12, ht_sign(M, SK.seed, PK.seed, idx_tree, idx_leaf).
    pub(in super::super) fn ht_sign(
        &self,
        functions: &mut F,
        message: &[u8],
        key_pair: KeyPairAddress,
        signature: &mut [u8],
    ) {
        let n = self.numbers.n;
        let mut root = [0; MAX_N];
        let root = &mut root[..n];
        root.copy_from_slice(message);
        for ((layer, key_pair), signature) in self.signers(key_pair).zip(pieces_mut(signature, self.numbers.xmss_len()))
        {
            let (key_pairs, digits) = (self.key_pairs(layer, key_pair.tree), Digits::of(root));
            let (wots, path) = signature.split_at_mut(self.numbers.len() * n);
            if self.copy_path(layer, key_pair.leaf, path) {
                key_pairs.wots_sign(functions, key_pair.leaf, &digits, wots);
            } else {
                key_pairs.xmss_sign(functions, self.numbers.h_prime, key_pair.leaf, &digits, (wots, path), root);
            }
        }
    }

    /// Computes all nodes of the tree in the highest layer, in the order of [`Top`].
    #[cfg(feature = "alloc")]
    pub(in super::super) fn top_nodes(&self, functions: &mut F, nodes: &mut [u8]) {
        let Numbers { d, h_prime, .. } = *self.numbers;
        self.key_pairs(d - 1, 0).xmss_nodes(functions, h_prime, nodes);
    }

    /// Copies the authentication path of a leaf, if the layer is the highest and its nodes are known.
    pub(in super::super) fn copy_path(&self, layer: usize, leaf: u32, path: &mut [u8]) -> bool {
        let Numbers { n, d, h_prime, .. } = *self.numbers;
        let Some(Top(mut level)) = self.top.filter(|_| layer == d - 1) else { return false };
        for (z, sibling) in pieces_mut(path, n).enumerate() {
            let at = (leaf as usize >> z ^ 1) * n;
            sibling.copy_from_slice(&level[at..at + n]);
            level = &level[n << (h_prime - z)..];
        }
        true
    }

    /// Signs by a leaf, without its tree.
    #[cfg(feature = "threads")]
    pub(in super::super) fn sign_leaf(
        &self,
        functions: &mut F,
        layer: usize,
        key_pair: KeyPairAddress,
        digits: &Digits,
        signature: &mut [u8],
    ) {
        self.key_pairs(layer, key_pair.tree).wots_sign(functions, key_pair.leaf, digits, signature);
    }

    /// Computes the root of a part of a tree, and the siblings in it on the path of a leaf.
    #[cfg(feature = "threads")]
    pub(in super::super) fn part_root(
        &self,
        functions: &mut F,
        layer: usize,
        tree: u64,
        part: Part,
        path: Option<(u32, &mut [u8])>,
        root: &mut [u8],
    ) {
        self.key_pairs(layer, tree).xmss_node(functions, part, path, root);
    }

    /// Computes the root of a tree from those of its parts, and the siblings above the parts on the path of a leaf.
    #[cfg(feature = "threads")]
    pub(in super::super) fn join(
        &self,
        functions: &mut F,
        (layer, key_pair): (usize, KeyPairAddress),
        height: usize,
        roots: &[u8],
        siblings: &mut [u8],
        root: &mut [u8],
    ) {
        let part = Part { start: 0, height };
        let path = (key_pair.leaf as usize, siblings);
        self.key_pairs(layer, key_pair.tree).join(functions, part, self.numbers.h_prime, roots, path, root);
    }

    /// Returns [`signers`] in this hypertree.
    pub(in super::super) fn signers(&self, lowest: KeyPairAddress) -> impl Iterator<Item = (usize, KeyPairAddress)> {
        signers(*self.numbers, lowest)
    }
}

/// Returns the layers, and the tree and the leaf in each that sign, given those of the lowest.
pub(in super::super) fn signers(
    numbers: Numbers,
    lowest: KeyPairAddress,
) -> impl Iterator<Item = (usize, KeyPairAddress)> {
    // Algorithm 12, steps 7 and 8: the number of a tree is that of its leaf in the layer above, after the number of the
    // tree there.
    let above = move |key_pair: &KeyPairAddress| {
        let leaf = key_pair.tree as u32 & ((1 << numbers.h_prime) - 1);
        Some(KeyPairAddress { tree: key_pair.tree >> numbers.h_prime, leaf })
    };
    (0..numbers.d).zip(core::iter::successors(Some(lowest), above))
}
