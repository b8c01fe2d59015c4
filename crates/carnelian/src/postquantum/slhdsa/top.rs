//! The nodes of the tree in the highest layer, which are the same for every signature of a key.

use super::functions::{Functions, Nodes};
use super::parameters::Parameters;
use super::private::Private;
use super::sign::STACK;
use super::trees::hypertree::{Hypertree, Top};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use alloc::boxed::Box;
use alloc::vec;

/// The nodes of a tree on the heap. They are not secret: signatures contain them.
pub(super) struct TopNodes(pub(super) Box<[u8]>);

impl TopNodes {
    /// Computes the nodes for a key.
    pub(super) fn of<P: Parameters>(private: &Private<P>, pk_seed: &[u8]) -> Self {
        let numbers = &P::NUMBERS;
        let mut nodes = vec![0; ((2 << numbers.h_prime) - 1) * numbers.n].into_boxed_slice();
        wiping_stack::<STACK, _>(|| {
            let mut sk_seed = <P::Functions as Functions>::Nodes::zeroed();
            sk_seed.set_all(private.sk_seed.expose().as_ref());
            let hypertree = Hypertree::<P::Functions> { numbers, sk_seed: &sk_seed, top: None };
            hypertree.top_nodes(&mut P::Functions::new(pk_seed), &mut nodes);
        });
        ct::declassify_bytes(&nodes, "signatures contain the nodes of trees");
        Self(nodes)
    }

    pub(super) const fn nodes(&self) -> Top<'_> {
        Top(&self.0)
    }
}
