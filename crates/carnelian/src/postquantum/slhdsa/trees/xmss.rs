//! XMSS, FIPS 205 Section 6: trees whose leaves are public keys of WOTS⁺.

use super::super::address::{Address, Type};
use super::super::functions::Functions;
#[cfg(feature = "alloc")]
use super::super::functions::Hashes;
#[cfg(feature = "alloc")]
use super::super::pieces::{pieces, pieces_mut};
#[cfg(all(test, feature = "alloc"))]
use super::super::tests::faults::strike;
use super::merkle::{Lanes, Leaves, Part};
use super::wots::{Digits, KeyPairs, Signing, numbers};

/// The leaves of an XMSS tree, one of which signs a message.
struct PublicKeys<'k, F: Functions> {
    key_pairs: &'k KeyPairs<'k, F>,
    signer: Option<Signer<'k>>,
}

/// The leaf that signs, as the number of a lane and of the leaf there.
struct Signer<'s> {
    leaf: usize,
    signing: Signing<'s>,
}

impl<F: Functions> Leaves<F> for PublicKeys<'_, F> {
    fn leaf(&mut self, functions: &mut F, lanes: Lanes<'_>, i: usize, node: &mut F::Hashes) {
        let signer = self.signer.take_if(|signer| signer.leaf == i);
        let signing = signer.map(|signer| signer.signing);
        self.key_pairs.wots_pk_gen(functions, lanes.count, numbers(lanes, i), signing, node);
        #[cfg(all(test, feature = "alloc"))]
        strike(self.key_pairs.layer, numbers(lanes, i), lanes.count, self.key_pairs.n, node);
    }

    fn above(&self, functions: &mut F) {
        let KeyPairs { layer, tree, .. } = *self.key_pairs;
        for lane in 0..F::LANES {
            functions.set_address(lane, &Address::of_key_pair(layer, tree, Type::Tree, 0));
        }
    }
}

impl<F: Functions> KeyPairs<'_, F> {
    /// Algorithm 9, xmss_node: computes the root of a part of the tree, and the siblings on the path of a leaf.
    pub(super) fn xmss_node(&self, functions: &mut F, part: Part, path: Option<(u32, &mut [u8])>, root: &mut [u8]) {
        part.root(functions, &mut PublicKeys { key_pairs: self, signer: None }, self.n, path, root);
    }

    /// Computes the root of a tree of height `height` from those of its parts, the first of which is given.
    #[cfg(feature = "threads")]
    pub(super) fn join(
        &self,
        functions: &mut F,
        part: Part,
        height: usize,
        roots: &[u8],
        path: (usize, &mut [u8]),
        root: &mut [u8],
    ) {
        let mut nodes = F::Hashes::zeroed();
        for (lane, root) in pieces(roots, self.n).enumerate() {
            nodes.set(lane, root);
        }
        part.join(functions, &PublicKeys { key_pairs: self, signer: None }, self.n, &mut nodes, height, path);
        nodes.get(0, root);
    }

    /// Algorithm 9, xmss_node, for every node of a tree of height `height`: its leaves, then the nodes above them.
    #[cfg(feature = "alloc")]
    pub(super) fn xmss_nodes(&self, functions: &mut F, height: usize, nodes: &mut [u8]) {
        let n = self.n;
        let (leaves, mut above) = nodes.split_at_mut(n << height);
        let mut row = F::Hashes::zeroed();
        let group = F::LANES.min(1 << height);
        for (number, leaves) in pieces_mut(leaves, group * n).enumerate() {
            let first = number * group;
            self.wots_pk_gen(functions, group, |lane| (first + lane) as u32, None, &mut row);
            read(&row, n, leaves);
        }
        let mut below = &*leaves;
        let leaves = PublicKeys { key_pairs: self, signer: None };
        let mut pairs = [F::Hashes::zeroed(), F::Hashes::zeroed()];
        for z in 1..=height {
            let (level, rest) = core::mem::take(&mut above).split_at_mut(n << (height - z));
            let parents = pieces_mut(level, F::LANES * n).zip(pieces(below, 2 * F::LANES * n));
            for (number, (parents, children)) in parents.enumerate() {
                for (lane, children) in pieces(children, 2 * n).enumerate() {
                    pairs[0].set(lane, &children[..n]);
                    pairs[1].set(lane, &children[n..]);
                }
                Leaves::<F>::above(&leaves, functions);
                functions.set_words(|lane| [z as u32, (number * F::LANES + lane) as u32]);
                functions.h(F::LANES.min(1 << (height - z)), &pairs, &mut row);
                read(&row, n, parents);
            }
            (below, above) = (level, rest);
        }
    }

    /// Algorithm 10, xmss_sign(M, SK.seed, idx, PK.seed, ADRS), as the signature of WOTS⁺ and the authentication path,
    /// and the root of the tree, of height `height`.
    ///
    /// The chains of the leaf that signs are computed once, for its public key and for the signature.
    pub(super) fn xmss_sign(
        &self,
        functions: &mut F,
        height: usize,
        idx: u32,
        digits: &Digits,
        (wots, path): (&mut [u8], &mut [u8]),
        root: &mut [u8],
    ) {
        let part = Part { start: 0, height };
        let (_, height) = part.lanes::<F>();
        let signing = Signing { lane: idx as usize >> height, digits, signature: wots };
        let signer = Signer { leaf: idx as usize & ((1 << height) - 1), signing };
        let mut leaves = PublicKeys { key_pairs: self, signer: Some(signer) };
        part.root(functions, &mut leaves, self.n, Some((idx, path)), root);
    }
}

/// Copies values of n bytes from the lanes.
#[cfg(feature = "alloc")]
fn read(row: &impl Hashes, n: usize, values: &mut [u8]) {
    for (lane, value) in pieces_mut(values, n).enumerate() {
        row.get(lane, value);
    }
}
