//! A field over lanes whose operations are not inlined, for tests.
//!
//! Kernels inline whole algorithms, in which an operation is a few instructions. Over plain arrays, and over registers
//! outside of a kernel, an operation is hundreds of calls, and a test would be one function of a megabyte, which takes
//! minutes to compile and, under AddressSanitizer, more stack than a thread has.

use crate::base::lanes::u64::WordLanes;
use crate::curve::curve25519::lanes::field::{Common, Fe, FieldLanes, FieldLanes52, Proof, Wide};

/// `K`, never inlined.
#[derive(Clone, Copy)]
pub(crate) struct Outlined<K>(K);

impl<K: FieldLanes> FieldLanes for Outlined<K> {
    type Word = K::Word;
    type Folded = K::Folded;

    #[inline(never)]
    fn new(proof: Proof<Self>) -> Self {
        Self(K::new(proof))
    }

    #[inline(never)]
    fn common(&self) -> &Common<K::Word> {
        self.0.common()
    }

    #[inline(never)]
    fn fold(&self, b: &Fe<K::Word>) -> K::Folded {
        self.0.fold(b)
    }

    #[inline(never)]
    fn mul(&self, a: &Fe<K::Word>, b: &K::Folded) -> Wide<K::Word> {
        self.0.mul(a, b)
    }

    #[inline(never)]
    fn mul_biased(&self, a: &Fe<K::Word>, b: &K::Folded) -> Wide<K::Word> {
        self.0.mul_biased(a, b)
    }

    #[inline(never)]
    fn square(&self, a: &Fe<K::Word>) -> Wide<K::Word> {
        self.0.square(a)
    }

    #[inline(never)]
    fn mul_small(&self, a: &Fe<K::Word>, small: K::Word) -> Wide<K::Word> {
        self.0.mul_small(a, small)
    }

    #[inline(never)]
    fn mul_short(&self, a: &Fe<K::Word>, b: &K::Folded) -> Wide<K::Word> {
        self.0.mul_short(a, b)
    }

    #[inline(never)]
    fn square_short(&self, a: &Fe<K::Word>) -> Wide<K::Word> {
        self.0.square_short(a)
    }

    #[inline(never)]
    fn carry(&self, wide: Wide<K::Word>) -> Fe<K::Word> {
        self.0.carry(wide)
    }

    #[inline(never)]
    fn freeze(&self, a: &Fe<K::Word>) -> [K::Word; 5] {
        self.0.freeze(a)
    }

    #[inline(never)]
    fn is_zero(&self, proof: Proof<Self>, element: &Fe<K::Word>) -> <K::Word as WordLanes>::Mask {
        self.0.is_zero(proof, element)
    }

    #[inline(never)]
    fn biased(&self, wide: &Wide<K::Word>) -> Wide<K::Word> {
        self.0.biased(wide)
    }
}

impl<K: FieldLanes52> FieldLanes52 for Outlined<K> {
    #[inline(never)]
    fn biased_in<const LANES: u8>(proof: Proof<Self>) -> Self {
        Self(K::biased_in::<LANES>(proof))
    }

    #[inline(never)]
    fn mul_biased_short(&self, a: &Fe<K::Word>, b: &K::Folded) -> Wide<K::Word> {
        self.0.mul_biased_short(a, b)
    }
}
