//! A second block cipher for the tests of modes: one with kernels for runs of blocks only.

use super::cipher::{BlockCipher, BlockCipher128, CounterKernels, Kernels};
use crate::base::in_out::InOut;
use crate::cipher::arithmetic::blocks::Block;
use crate::cipher::mode::gcm::{GcmCipher, Separate};
use crate::cipher::mode::gcm_siv::Derivation;
use core::marker::PhantomData;

/// A cipher with the kernels that every block cipher has and no others. Modes of it must agree with those of the cipher.
#[derive(Clone, Copy)]
pub(in crate::cipher) struct Plain<C>(PhantomData<C>);

impl<C: BlockCipher128> Kernels for Plain<C> {
    type Backend = C::Backend;
    type Bytes = C::Key;
    type Schedule = C::Schedule;
    const EMPTY: C::Schedule = C::EMPTY;

    fn choose() -> C::Backend {
        C::choose()
    }

    fn name(backend: C::Backend) -> &'static str {
        C::name(backend)
    }

    fn expand(backend: C::Backend, key: &C::Key, schedule: &mut C::Schedule) {
        C::expand(backend, key, schedule);
    }

    fn invert(backend: C::Backend, schedule: &mut C::Schedule) {
        C::invert(backend, schedule);
    }

    fn encrypt_blocks(backend: C::Backend, schedule: &C::Schedule, data: InOut<'_>) {
        C::encrypt_blocks(backend, schedule, data);
    }

    fn decrypt_blocks(backend: C::Backend, schedule: &C::Schedule, data: InOut<'_>) {
        C::decrypt_blocks(backend, schedule, data);
    }
}

impl<C: BlockCipher128> BlockCipher for Plain<C> {
    const NAME: &'static str = C::NAME;
    const KEY_LEN: usize = C::KEY_LEN;
    const LANES: usize = C::LANES;
    type Key = C::Key;
    type Block = Block;
}

impl<C: BlockCipher128> CounterKernels for Plain<C> {}

impl<C: BlockCipher128> GcmCipher for Plain<C> {
    type Fused = Separate;
}

impl<C: BlockCipher128> Derivation for Plain<C> {}
