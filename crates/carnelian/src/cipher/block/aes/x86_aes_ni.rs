//! AES with AES-NI, one block per vector.
#![allow(unsafe_code)]

use super::kernel::{Block, Counter, Kernel, Schedule};
use super::parameters::{DerivesKeys, Parameters};
use super::schedule::round_keys;
use super::x86_counters::{Big, Counters, LastBytes, Little, Words};
use super::x86_key_expansion as key_expansion;
use super::x86_runs::{self, Cipher, Direction, InvCipher, Run};
use crate::base::cpu::AesNi;
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::U128x1;
use crate::base::memory::align_frame;

type V = U128x1<AesNi>;

impl Kernel for AesNi {
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

    kernels! { proof: AesNi;
        fn expand[A: Parameters][A](self, key: &A::Key, schedule: &mut Schedule) {
            align_frame();
            key_expansion::expand::<_, A>(proof, key, schedule);
        }

        fn derive[A: DerivesKeys][A](
            self,
            generating: &Schedule,
            first: u128,
            authentication: &mut Block,
            encryption: &mut Schedule,
        ) {
            align_frame();
            key_expansion::derive::<_, A>(proof, generating, first, authentication, encryption);
        }

        fn invert[A: Parameters][A](self, schedule: &mut Schedule) {
            key_expansion::invert::<_, A>(proof, schedule);
        }
    }
}

kernels! { proof: AesNi;
    /// Encrypts or decrypts each block.
    fn blocks[D: Direction, A: Parameters][D, A](proof, schedule: &Schedule, run: Run<'_>) {
        align_frame();
        x86_runs::all_blocks::<V, D, A>(proof, round_keys(schedule), run);
    }

    fn counted[C: Counters<V>, A: Parameters][C, A](proof, schedule: &Schedule, first: u128, run: Run<'_>) {
        align_frame();
        x86_runs::xor_counted::<V, C, A>(proof, round_keys(schedule), first, run);
    }
}
