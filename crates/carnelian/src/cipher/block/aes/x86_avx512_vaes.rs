//! AES with VAES over AVX-512, four blocks per vector.
#![allow(unsafe_code)]

use super::kernel::{Block, Counter, Kernel, Schedule};
use super::parameters::{DerivesKeys, Parameters};
use super::schedule::round_keys;
use super::x86_counters::{Big, Counters, LastBytes, Little, Words};
use super::x86_runs::{self, Cipher, Direction, InvCipher, Run};
use crate::base::cpu::Avx512Vaes;
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::U128x4;

type V = U128x4<Avx512Vaes>;

impl Kernel for Avx512Vaes {
    #[inline]
    fn expand<A: Parameters>(self, key: &A::Key, schedule: &mut Schedule) {
        self.aes_ni().expand::<A>(key, schedule);
    }

    #[inline]
    fn derive<A: DerivesKeys>(
        self,
        generating: &Schedule,
        first: u128,
        authentication: &mut Block,
        encryption: &mut Schedule,
    ) {
        self.aes_ni().derive::<A>(generating, first, authentication, encryption);
    }

    #[inline]
    fn invert<A: Parameters>(self, schedule: &mut Schedule) {
        self.aes_ni().invert::<A>(schedule);
    }

    #[inline]
    fn encrypt<A: Parameters>(self, schedule: &Schedule, data: InOut<'_>) {
        blocks::<Cipher, A>(self, schedule, Run::of(data));
    }

    #[inline]
    fn decrypt<A: Parameters>(self, schedule: &Schedule, data: InOut<'_>) {
        blocks::<InvCipher, A>(self, schedule, Run::of(data));
    }

    fn xor_counted<A: Parameters>(self, schedule: &Schedule, counter: Counter, first: u128, data: InOut<'_>) {
        let run = Run::of(data);
        match counter {
            Counter::LastBig => counted::<Words<V, Big>, A>(self, schedule, first, run),
            Counter::FirstLittle => counted::<Words<V, Little>, A>(self, schedule, first, run),
            Counter::PublicLastBig => counted::<LastBytes<V>, A>(self, schedule, first, run),
        }
    }
}

kernels! { proof: Avx512Vaes;
    fn blocks[D: Direction, A: Parameters][D, A](proof, schedule: &Schedule, run: Run<'_>) {
        x86_runs::all_blocks_and_last::<V, D, A>(proof, round_keys(schedule), run);
    }

    fn counted[C: Counters<V>, A: Parameters][C, A](proof, schedule: &Schedule, first: u128, run: Run<'_>) {
        x86_runs::xor_counted::<V, C, A>(proof, round_keys(schedule), first, run);
    }
}
