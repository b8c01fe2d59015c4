//! Merkle trees in lanes: the nodes of FIPS 205 Algorithms 9 and 15, from the leaves up.
//!
//! A lane has a tree of its own, or a part of one. Its nodes never leave it: they are the inputs of the node above
//! them in the form in which they were computed. Only the nodes above the parts of one tree bring lanes together.

use super::super::functions::{Functions, Hashes};
use super::super::pieces::pieces_mut;
use core::mem::swap;

/// The maximum height of a tree: a in the sets of categories 3 and 5 with small signatures.
const MAX_HEIGHT: usize = 14;

/// The leaves of trees, and the addresses of the nodes above them.
pub(super) trait Leaves<F: Functions> {
    /// Sets leaf `index(lane)` in each lane, the `i`-th of the lane.
    fn leaf(&mut self, functions: &mut F, lanes: Lanes<'_>, i: usize, node: &mut F::Hashes);

    /// Sets the addresses of nodes above the leaves, but for their height and index.
    fn above(&self, functions: &mut F);
}

/// The lanes in use, from the first on, and the index of the first leaf of each.
#[derive(Clone, Copy)]
pub(super) struct Lanes<'l> {
    pub(super) count: usize,
    pub(super) first: &'l dyn Fn(usize) -> u32,
}

/// The authentication path of a leaf: the siblings of the nodes from the leaf up, n bytes each.
pub(super) struct Path<'s> {
    /// The lane that has the leaf, and the number of the leaf there.
    pub(super) lane: usize,
    pub(super) leaf: usize,
    pub(super) siblings: &'s mut [u8],
}

impl Path<'_> {
    pub(super) fn none() -> Self {
        Self { lane: 0, leaf: 0, siblings: &mut [] }
    }

    /// Keeps the node number `index` of the lane at height `z`, if it is on the path.
    fn keep(&mut self, n: usize, z: usize, index: usize, nodes: &impl Hashes) {
        if index == self.leaf >> z ^ 1 {
            nodes.get(self.lane, &mut self.siblings[z * n..(z + 1) * n]);
        }
    }
}

/// Sets `node` to the node at `height` above the first leaf of each lane, and the siblings of paths below it.
pub(super) fn roots<F: Functions>(
    functions: &mut F,
    leaves: &mut impl Leaves<F>,
    n: usize,
    lanes: Lanes<'_>,
    height: usize,
    paths: &mut [Path<'_>],
    node: &mut F::Hashes,
) {
    // The last node at each height that has no parent yet.
    let mut pending = [const { None::<F::Hashes> }; MAX_HEIGHT];
    let mut children = [F::Hashes::zeroed(), F::Hashes::zeroed()];
    for i in 0..1 << height {
        leaves.leaf(functions, lanes, i, node);
        let mut z = 0;
        while z < height {
            paths.iter_mut().for_each(|path| path.keep(n, z, i >> z, node));
            let pending = pending[z].get_or_insert_with(F::Hashes::zeroed);
            if i >> z & 1 == 0 {
                swap(pending, node);
                break;
            }
            swap(&mut children[0], pending);
            swap(&mut children[1], node);
            z += 1;
            leaves.above(functions);
            functions.set_words(|lane| [z as u32, ((lanes.first)(lane) >> z) + (i >> z) as u32]);
            functions.h(lanes.count, &children, node);
        }
    }
}

/// A complete part of a tree: 2^`height` leaves from `start` on, and what is above them.
#[derive(Clone, Copy)]
pub(in super::super) struct Part {
    pub(in super::super) start: u32,
    pub(in super::super) height: usize,
}

impl Part {
    /// Returns how many lanes compute the part, and the height of what each of them has.
    pub(super) fn lanes<F: Functions>(self) -> (usize, usize) {
        let height = self.height.saturating_sub(F::LANES.ilog2() as usize);
        (1 << (self.height - height), height)
    }

    /// Computes the root of the part, and the siblings within it on the path of the leaf with an index.
    pub(super) fn root<F: Functions>(
        self,
        functions: &mut F,
        leaves: &mut impl Leaves<F>,
        n: usize,
        path: Option<(u32, &mut [u8])>,
        root: &mut [u8],
    ) {
        let (count, height) = self.lanes::<F>();
        let Self { start, .. } = self;
        let lanes = Lanes { count, first: &|lane| start + ((lane as u32) << height) };
        let mut nodes = F::Hashes::zeroed();
        let (leaf, mut siblings) =
            path.map_or((0, &mut [][..]), |(leaf, siblings)| ((leaf - start) as usize, siblings));
        let below = if siblings.is_empty() { 0 } else { height * n };
        let (below, above) = core::mem::take(&mut siblings).split_at_mut(below);
        let path = Path { lane: leaf >> height, leaf: leaf & ((1 << height) - 1), siblings: below };
        let mut paths = [path];
        let paths = if above.is_empty() { &mut paths[..0] } else { &mut paths[..] };
        roots(functions, leaves, n, lanes, height, paths, &mut nodes);
        let lanes = Self { height, ..self };
        lanes.join(functions, leaves, n, &mut nodes, self.height, (leaf, above));
        nodes.get(0, root);
    }

    /// Computes the node at height `top` over 2^(`top` − height) adjacent parts; this is the first of them. The roots of
    /// the parts are in the lanes; the result replaces the first. Keeps the siblings of the nodes above the leaf with a
    /// number, if there is a place for them.
    pub(super) fn join<F: Functions>(
        self,
        functions: &mut F,
        leaves: &impl Leaves<F>,
        n: usize,
        nodes: &mut F::Hashes,
        top: usize,
        (leaf, siblings): (usize, &mut [u8]),
    ) {
        let mut pairs = [F::Hashes::zeroed(), F::Hashes::zeroed()];
        let mut siblings = pieces_mut(siblings, n);
        // The nodes of the next height are in half as many lanes.
        for z in self.height..top {
            if let Some(sibling) = siblings.next() {
                nodes.get(leaf >> z ^ 1, sibling);
            }
            let count = 1 << (top - z - 1);
            nodes.split(count, &mut pairs);
            leaves.above(functions);
            functions.set_words(|lane| [z as u32 + 1, (self.start >> (z + 1)) + lane as u32]);
            functions.h(count, &pairs, nodes);
        }
    }
}
