//! Runs of blocks over vectors of one, two or four blocks, with an instruction for each round.
//!
//! An instruction for a round has a latency of a few cycles, and one or two can be started in each cycle: so eight
//! vectors are processed in parallel.
#![allow(unsafe_code)]

use super::kernel::RoundKeys;
use super::parameters::Parameters;
use super::x86_counters::Counters;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::{AesRounds, CounterLanes};
use crate::base::memory::reread;
use core::marker::PhantomData;

/// The direction of a run of blocks: [`Cipher`] or [`InvCipher`].
pub(super) trait Direction {
    /// A round.
    fn round<V: AesRounds>(x: V, key: V) -> V;
    /// The last round.
    fn last_round<V: AesRounds>(x: V, key: V) -> V;
}

/// Cipher(), Section 5.1.
pub(super) enum Cipher {}

impl Direction for Cipher {
    #[inline(always)]
    fn round<V: AesRounds>(x: V, key: V) -> V {
        x.encrypt(key)
    }

    #[inline(always)]
    fn last_round<V: AesRounds>(x: V, key: V) -> V {
        x.encrypt_last(key)
    }
}

/// InvCipher() in the form of EqInvCipher(), Section 5.3.5, with the round keys of that.
pub(super) enum InvCipher {}

impl Direction for InvCipher {
    #[inline(always)]
    fn round<V: AesRounds>(x: V, key: V) -> V {
        x.decrypt(key)
    }

    #[inline(always)]
    fn last_round<V: AesRounds>(x: V, key: V) -> V {
        x.decrypt_last(key)
    }
}

/// Data of `len` bytes: whole blocks for the cipher, any number of bytes for a keystream; the end need not fill a
/// vector. It is made from an [`InOut`], so `len` bytes can be read at `input` and written at `output`.
pub(super) struct Run<'a> {
    input: *const u8,
    output: *mut u8,
    len: usize,
    data: PhantomData<InOut<'a>>,
}

impl<'a> Run<'a> {
    #[inline(always)]
    pub(super) fn of(mut data: InOut<'a>) -> Self {
        let (len, (input, output)) = (data.len(), data.pointers());
        Self { input, output, len, data: PhantomData }
    }

    /// Advances by `bytes` bytes.
    ///
    /// # Safety
    /// At least that many must be left.
    #[inline(always)]
    unsafe fn advance(&mut self, bytes: usize) {
        // SAFETY: the caller guarantees that `bytes` bytes are left: the pointers stay within both buffers or one past
        // their ends.
        unsafe {
            self.input = self.input.add(bytes);
            self.output = self.output.add(bytes);
        }
        self.len -= bytes;
    }
}

/// Applies all rounds to `N` vectors.
#[inline(always)]
pub(super) fn rounds<V: AesRounds, D: Direction, A: Parameters, const N: usize>(
    proof: V::Proof,
    keys: &RoundKeys,
    mut x: [V; N],
) -> [V; N] {
    let key = V::broadcast(proof, &keys[0]);
    for x in &mut x {
        *x = x.xor(key);
    }
    for round_key in &keys[1..A::NR] {
        let key = V::broadcast(proof, round_key);
        for x in &mut x {
            *x = D::round(*x, key);
        }
    }
    let key = V::broadcast(proof, &keys[A::NR]);
    for x in &mut x {
        *x = D::last_round(*x, key);
    }
    x
}

/// Encrypts or decrypts the next `N` vectors of a run.
///
/// # Safety
/// The bytes of `N` vectors are left in the run.
#[inline(always)]
unsafe fn step<V: AesRounds, D: Direction, A: Parameters, const N: usize>(
    proof: V::Proof,
    keys: &RoundKeys,
    run: &mut Run<'_>,
) {
    // SAFETY: the caller guarantees that the bytes of `N` vectors are left.
    unsafe {
        let mut x = [V::broadcast(proof, &keys[0]); N];
        for (i, x) in x.iter_mut().enumerate() {
            *x = V::load(proof, run.input.add(i * V::BYTES));
        }
        for (i, x) in rounds::<V, D, A, N>(proof, keys, x).into_iter().enumerate() {
            x.store(run.output.add(i * V::BYTES));
        }
        run.advance(N * V::BYTES);
    }
}

/// Encrypts or decrypts whole vectors as long as there are any, and returns the remainder of the run.
#[inline(always)]
pub(super) fn all_blocks<'a, V: AesRounds, D: Direction, A: Parameters>(
    proof: V::Proof,
    keys: &RoundKeys,
    mut run: Run<'a>,
) -> Run<'a> {
    // SAFETY: before each step the number of bytes that are left is compared with those of the step.
    unsafe {
        while run.len >= 8 * V::BYTES {
            // The compiler does not know from one step to the next where the round keys are: there are not enough
            // registers for all of them, and copies on the stack would have to be wiped.
            step::<V, D, A, 8>(proof, reread(keys), &mut run);
        }
        if run.len >= 4 * V::BYTES {
            step::<V, D, A, 4>(proof, keys, &mut run);
        }
        if run.len >= 2 * V::BYTES {
            step::<V, D, A, 2>(proof, keys, &mut run);
        }
        if run.len >= V::BYTES {
            step::<V, D, A, 1>(proof, keys, &mut run);
        }
    }
    run
}

/// Like [`all_blocks`], with single blocks for the remainder.
#[inline(always)]
pub(super) fn all_blocks_and_last<V: AesRounds<One: AesRounds>, D: Direction, A: Parameters>(
    proof: V::Proof,
    keys: &RoundKeys,
    run: Run<'_>,
) {
    let last = all_blocks::<V, D, A>(proof, keys, run);
    all_blocks::<V::One, D, A>(proof, keys, last);
}

/// XORs the next `N` vectors of a run with the next `N` vectors of the keystream.
///
/// # Safety
/// The bytes of `N` vectors are left in the run.
#[inline(always)]
unsafe fn step_counted<V: AesRounds + CounterLanes, C: Counters<V>, A: Parameters, const N: usize>(
    proof: V::Proof,
    keys: &RoundKeys,
    counters: &mut C,
    run: &mut Run<'_>,
) {
    let stream = rounds::<V, Cipher, A, N>(proof, keys, counters.next());
    // SAFETY: the caller guarantees that the bytes of `N` vectors are left.
    unsafe {
        for (i, stream) in stream.into_iter().enumerate() {
            stream.xor(V::load(proof, run.input.add(i * V::BYTES))).store(run.output.add(i * V::BYTES));
        }
        run.advance(N * V::BYTES);
    }
}

/// XORs a run of any length with a keystream. `first` is a block as a little-endian number.
#[inline(always)]
pub(super) fn xor_counted<V: AesRounds + CounterLanes, C: Counters<V>, A: Parameters>(
    proof: V::Proof,
    keys: &RoundKeys,
    first: u128,
    run: Run<'_>,
) {
    // A copy of the caller's run, which LLVM would write back in each step.
    let mut run = Run { ..run };
    let mut counters = C::starting_at(proof, first);
    // SAFETY: before each step the number of bytes that are left is compared with those of the step; fewer bytes than a
    // vector has are left in the end.
    unsafe {
        while run.len >= 8 * V::BYTES {
            // As in `all_blocks`.
            step_counted::<V, C, A, 8>(proof, reread(keys), &mut counters, &mut run);
        }
        if run.len >= 4 * V::BYTES {
            step_counted::<V, C, A, 4>(proof, keys, &mut counters, &mut run);
        }
        if run.len >= 2 * V::BYTES {
            step_counted::<V, C, A, 2>(proof, keys, &mut counters, &mut run);
        }
        if run.len >= V::BYTES {
            step_counted::<V, C, A, 1>(proof, keys, &mut counters, &mut run);
        }
        if run.len > 0 {
            let [stream] = rounds::<V, Cipher, A, 1>(proof, keys, counters.next());
            stream.xor_part(run.input, run.output, run.len);
        }
    }
}
