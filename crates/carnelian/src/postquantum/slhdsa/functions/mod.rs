//! The hash functions of SLH-DSA, FIPS 205 Section 11, each over several inputs side by side.
//!
//! Values stay in lanes from one hash to the next: a chain, the leaf that compresses its ends and the nodes above it
//! are computed without bringing bytes into lanes and back. The layers above choose what lies in which lane.

mod hashes;
mod many;
mod sha2;
mod sha2_message;
mod shake;

use super::address::{Address, Type};
use super::parameters::W;
pub(super) use hashes::Hashes;
pub(super) use sha2::Sha2;
pub(super) use shake::Shake;

/// The lanes that keep a value before each step of a chain, and after the last, as bits.
pub(super) type Stops = [u16; W];

/// H_msg(R, PK.seed, PK.root, M), for a message in parts.
pub trait MessageHasher: Clone + Send + Sync + 'static {
    /// Starts with R and the public key, PK.seed ‖ PK.root.
    fn new(r: &[u8], public_key: &[u8]) -> Self;

    /// Absorbs the next part of M.
    fn update(&mut self, part: &[u8]);

    /// Completes the digest.
    fn finish(self, digest: &mut [u8]);
}

/// The functions of a family for one value of n: tweakable hashes of as many inputs as there are lanes.
///
/// Every lane has a public seed and an address. A function computes the first `lanes` lanes of its results; what the
/// others hold is arbitrary.
pub trait Functions: Sized + Send + Sync + 'static {
    /// The number of lanes.
    const LANES: usize;
    /// A hash value of n bytes in each lane.
    type Hashes: Hashes;
    /// A public seed.
    type Seed;

    /// Returns the name of the backend that computes the chains.
    fn backend() -> &'static str;

    /// Returns the functions for values of as many bytes as the public seed, which is the same in all lanes.
    fn new(pk_seed: &[u8]) -> Self;

    /// Returns a public seed in the form in which it is used.
    fn seed(&self, pk_seed: &[u8]) -> Self::Seed;

    /// Sets the public seed of a lane.
    fn set_seed(&mut self, lane: usize, seed: &Self::Seed);

    /// Sets the address of a lane.
    fn set_address(&mut self, lane: usize, address: &Address);

    /// Sets the type of the address in every lane, and leaves its words.
    fn set_type(&mut self, kind: Type);

    /// Sets the last two words of the address in every lane.
    fn set_words(&mut self, words: impl Fn(usize) -> [u32; 2]);

    /// F and PRF: hashes one value.
    fn f(&mut self, lanes: usize, value: &Self::Hashes, result: &mut Self::Hashes);

    /// Sets the last word of the address in every lane.
    fn set_position(&mut self, position: usize);

    /// Iterates F, incrementing the last word of the address at each step; its final value is unspecified.
    fn steps(&mut self, lanes: usize, value: &mut Self::Hashes, steps: usize);

    /// Algorithm 5, chain(X, i, s, PK.seed, ADRS): replaces each value by the one that is `steps` later in its chain, at
    /// position `from` + `steps`.
    fn chain(&mut self, lanes: usize, value: &mut Self::Hashes, from: usize, steps: usize) {
        self.set_position(from);
        self.steps(lanes, value, steps);
    }

    /// PRF, under the addresses that are set but of type `prf`, and then [`steps`](Self::steps) under those of type
    /// `hash`. Copies values to `kept` on the way: `stops` has for each step the lanes that keep the value before it, as
    /// bits.
    fn derive(
        &mut self,
        lanes: usize,
        sk_seed: &Self::Hashes,
        [prf, hash]: [Type; 2],
        (steps, stops): (usize, &Stops),
        value: &mut Self::Hashes,
        kept: &mut Self::Hashes,
    ) {
        self.set_type(prf);
        self.f(lanes, sk_seed, value);
        self.set_type(hash);
        let mut done = 0;
        for (step, stops) in stops[..=steps].iter().enumerate().filter(|(_, stops)| **stops != 0) {
            self.steps(lanes, value, step - done);
            done = step;
            for lane in (0..lanes).filter(|lane| stops >> lane & 1 == 1) {
                kept.copy(value, lane);
            }
        }
        self.steps(lanes, value, steps - done);
    }

    /// Starts T_l or H: hashes of several values, under the addresses that are set now.
    fn start(&mut self);

    /// Absorbs the next value: that of lane `first` + i in lane i.
    fn absorb(&mut self, lanes: usize, values: &Self::Hashes, first: usize);

    /// Completes T_l or H.
    fn finish(&mut self, lanes: usize, result: &mut Self::Hashes);

    /// H: hashes two values.
    fn h(&mut self, lanes: usize, children: &[Self::Hashes; 2], result: &mut Self::Hashes) {
        self.start();
        self.absorb(lanes, &children[0], 0);
        self.absorb(lanes, &children[1], 0);
        self.finish(lanes, result);
    }

    /// H or T_l of one input, the bytes of its values, under the address of the first lane: where the others have
    /// nothing to do, bytes need not be brought into lanes.
    fn alone(&self, values: &[u8], result: &mut [u8]);

    /// H_msg in progress.
    type MessageHasher: MessageHasher;

    /// PRF_msg(SK.prf, opt_rand, M), for a message in parts.
    fn prf_msg(sk_prf: &[u8], opt_rand: &[u8], message: &[&[u8]], r: &mut [u8]);
}
