//! Signing on several threads.
//!
//! No tree depends on a message: all trees of FORS and of the hypertree are computed at once, the large ones in parts.
//! When their roots are known, every layer signs the one below it; that computes the chains of one leaf in each layer a
//! second time.

use super::address::KeyPairAddress;
use super::functions::Functions;
use super::parameters::{MAX_N, Numbers};
use super::sign::STACK;
use super::trees::fors::ForsKey;
use super::trees::hypertree::Hypertree;
use super::trees::merkle::Part;
use super::trees::wots::Digits;
use crate::base::memory::wiping_stack;
use crate::base::parallel;
use alloc::vec;
use alloc::vec::Vec;

/// The height of the parts into which larger XMSS trees are divided: at most four leaves for each lane.
const PART: usize = 6;

/// A tree of FORS or a part of one of the hypertree, and where the results are to be.
enum Task<'s> {
    Fors { tree: usize, index: u32, signature: &'s mut [u8], root: &'s mut [u8] },
    Xmss { layer: usize, tree: u64, part: Part, path: Option<(u32, &'s mut [u8])>, root: &'s mut [u8] },
}

/// A layer of the hypertree, after its parts were computed.
struct Layer<'s> {
    number: usize,
    key_pair: KeyPairAddress,
    /// The signature of WOTS⁺.
    wots: &'s mut [u8],
    /// The authentication path above the part with the leaf that signs.
    path: &'s mut [u8],
    message: [u8; MAX_N],
}

/// Algorithm 19, steps 11 to 17.
pub(super) fn sign<F: Functions>(
    pk_seed: &[u8],
    fors_key: &ForsKey<'_, F>,
    hypertree: &Hypertree<'_, F>,
    indices: &[u32],
    fors: &mut [u8],
    ht: &mut [u8],
) {
    let numbers = fors_key.numbers;
    let Numbers { n, d, h_prime, k, .. } = *numbers;
    let height = h_prime.min(PART);
    let mut roots = vec![0; (k + (d << (h_prime - height))) * n];
    let (fors_roots, xmss_roots) = roots.split_at_mut(k * n);
    let mut tasks = Vec::new();
    let mut layers = Vec::with_capacity(d);
    let parts = ht.chunks_exact_mut(numbers.xmss_len()).zip(xmss_roots.chunks_exact_mut(n << (h_prime - height)));
    for ((number, key_pair), (signature, roots)) in hypertree.signers(fors_key.key_pair).zip(parts) {
        let (wots, path) = signature.split_at_mut(numbers.len() * n);
        if hypertree.copy_path(number, key_pair.leaf, path) {
            layers.push(Layer { number, key_pair, wots, path: &mut [], message: [0; MAX_N] });
            continue;
        }
        let (mut lower, path) = path.split_at_mut(height * n);
        for (part, root) in roots.chunks_exact_mut(n).enumerate() {
            let is_signer = key_pair.leaf >> height == part as u32;
            let path = is_signer.then(|| (key_pair.leaf, core::mem::take(&mut lower)));
            let part = Part { start: (part as u32) << height, height };
            tasks.push(Task::Xmss { layer: number, tree: key_pair.tree, part, path, root });
        }
        layers.push(Layer { number, key_pair, wots, path, message: [0; MAX_N] });
    }
    let fors = fors.chunks_exact_mut(numbers.fors_tree_len()).zip(indices).zip(fors_roots.chunks_exact_mut(n));
    for (tree, ((signature, index), root)) in fors.enumerate() {
        tasks.push(Task::Fors { tree, index: *index, signature, root });
    }
    parallel::for_each_part(&mut tasks, 1, |_, tasks| {
        let run = |task: &mut Task<'_>| task.run(&mut F::new(pk_seed), fors_key, hypertree);
        wiping_stack::<STACK, _>(|| tasks.iter_mut().for_each(run));
    });
    drop(tasks);
    let functions = &mut F::new(pk_seed);
    join(functions, fors_key, hypertree, height, &mut layers, &roots);
    parallel::for_each_part(&mut layers, 1, |_, layers| {
        wiping_stack::<STACK, _>(|| {
            for Layer { number, key_pair, wots, message, .. } in layers {
                hypertree.sign_leaf(&mut F::new(pk_seed), *number, *key_pair, &Digits::of(&message[..n]), wots);
            }
        });
    });
}

impl Task<'_> {
    fn run<F: Functions>(&mut self, functions: &mut F, fors_key: &ForsKey<'_, F>, hypertree: &Hypertree<'_, F>) {
        match self {
            Self::Fors { tree, index, signature, root } => {
                fors_key.fors_sign_unit(functions, *tree, &[*index], signature, root);
            }
            Self::Xmss { layer, tree, part, path, root } => {
                hypertree.part_root(functions, *layer, *tree, *part, path.take(), root);
            }
        }
    }
}

/// Computes the roots of the trees from those of their parts, at `height`: each is the message of the next layer, and
/// PK_FORS that of the first.
fn join<F: Functions>(
    functions: &mut F,
    fors_key: &ForsKey<'_, F>,
    hypertree: &Hypertree<'_, F>,
    height: usize,
    layers: &mut [Layer<'_>],
    roots: &[u8],
) {
    let Numbers { n, k, h_prime, .. } = *fors_key.numbers;
    let (fors_roots, xmss_roots) = roots.split_at(k * n);
    let mut message = [0; MAX_N];
    fors_key.public_key(functions, fors_roots, &mut message[..n]);
    for (layer, roots) in layers.iter_mut().zip(xmss_roots.chunks_exact(n << (h_prime - height))) {
        layer.message = message;
        hypertree.join(functions, (layer.number, layer.key_pair), height, roots, layer.path, &mut message[..n]);
    }
}
