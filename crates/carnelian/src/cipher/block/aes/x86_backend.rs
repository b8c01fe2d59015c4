//! The backend of a token that proves instructions for AES rounds, over vectors of one, two or four blocks. Such
//! backends differ in the token, the vector and the width of the last vector of a run.

/// Writes a backend: `backend! { keys of own; Token, vector, function for runs of blocks, first statement of a kernel, if any }`.
///
/// Keys are expanded by kernels of the token (`own`) or by those of `AesNi` (`aes_ni`), which wider tokens prove as well.
macro_rules! backend {
    (keys of $keys:ident; $Token:ident, $V:ty, $all_blocks:ident $(, $first:expr)?) => {
        use super::kernel::{Block, Counter, Kernel, Schedule};
        use super::parameters::{DerivesKeys, Parameters};
        use super::schedule::round_keys;
        use super::x86_counters::{Big, Counters, LastBytes, Little, Words};
        use super::x86_runs::{Cipher, Direction, InvCipher, Run};
        use $crate::base::dispatch::kernels;
        use $crate::base::in_out::InOut;

        type V = $V;

        impl Kernel for $Token {
            super::x86_backend::keys! { $keys $Token $(, $first)? }

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

        kernels! { proof: $Token;
            /// Encrypts or decrypts each block.
            fn blocks[D: Direction, A: Parameters][D, A](proof, schedule: &Schedule, run: Run<'_>) {
                $($first;)?
                super::x86_runs::$all_blocks::<V, D, A>(proof, round_keys(schedule), run);
            }

            fn counted[C: Counters<V>, A: Parameters][C, A](
                proof,
                schedule: &Schedule,
                first: u128,
                run: Run<'_>,
            ) {
                $($first;)?
                super::x86_runs::xor_counted::<V, C, A>(proof, round_keys(schedule), first, run);
            }
        }
    };
}

/// Writes the methods of a backend that expand keys.
macro_rules! keys {
    (own $Token:ident $(, $first:expr)?) => {
        kernels! { proof: $Token;
            fn expand[A: Parameters][A](self, key: &A::Key, schedule: &mut Schedule) {
                $($first;)?
                super::x86_key_expansion::expand::<_, A>(proof, key, schedule);
            }

            fn derive[A: DerivesKeys][A](
                self,
                generating: &Schedule,
                first: u128,
                authentication: &mut Block,
                encryption: &mut Schedule,
            ) {
                $($first;)?
                super::x86_key_expansion::derive::<_, A>(proof, generating, first, authentication, encryption);
            }

            fn invert[A: Parameters][A](self, schedule: &mut Schedule) {
                super::x86_key_expansion::invert::<_, A>(proof, schedule);
            }
        }
    };
    (aes_ni $Token:ident $(, $first:expr)?) => {
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
    };
}

pub(super) use {backend, keys};
