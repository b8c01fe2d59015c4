//! WOTS⁺, FIPS 205 Section 5: one-time signatures by chains of hashes.

use super::super::address::{Address, Type};
use super::super::functions::{Functions, Hashes, Stops};
use super::super::parameters::{LEN_2, LG_W, MAX_LEN, W};
use super::super::pieces::{pieces, pieces_mut};
use super::base_2b::base_2b;
use super::merkle::Lanes;
use crate::base::ct;

/// The digits of a message and of its checksum: the position of each chain's value in the signature.
pub(in super::super) struct Digits {
    digits: [u8; MAX_LEN],
    len: usize,
}

impl Digits {
    /// No digits.
    pub(in super::super) const NONE: Self = Self { digits: [0; MAX_LEN], len: 0 };

    /// Algorithm 7, steps 1 to 7. The message is public: the root of a tree, or PK_FORS, which verification computes.
    pub(in super::super) fn of(message: &[u8]) -> Self {
        let message = ct::declassify_bytes(message, "verification computes what a layer signs");
        let mut digits = [0; MAX_LEN];
        let len_1 = 2 * message.len();
        let (msg, rest) = digits.split_at_mut(len_1);
        // 2. msg ← base_2ᵇ(M, lg_w, len₁).
        for (digit, number) in msg.iter_mut().zip(base_2b(message, LG_W)) {
            *digit = number as u8;
        }
        // 3. to 5. The checksum.
        let csum: u32 = msg.iter().map(|digit| W as u32 - 1 - u32::from(*digit)).sum();
        // 6. csum ← csum ≪ ((8 − ((len₂·lg_w) mod 8)) mod 8).
        let csum = (csum << const { (8 - (LEN_2 * LG_W) % 8) % 8 }) as u16;
        // 7. msg ← msg ‖ base_2ᵇ(toByte(csum, ⌈len₂·lg_w/8⌉), lg_w, len₂).
        for (digit, number) in rest[..LEN_2].iter_mut().zip(base_2b(&csum.to_be_bytes(), LG_W)) {
            *digit = number as u8;
        }
        Self { digits, len: len_1 + LEN_2 }
    }

    /// Returns the digits, one for each chain.
    pub(in super::super) fn as_slice(&self) -> &[u8] {
        &self.digits[..self.len]
    }
}

/// The key pairs of a tree.
pub(super) struct KeyPairs<'k, F: Functions> {
    /// n.
    pub(super) n: usize,
    /// SK.seed in every lane.
    pub(super) sk_seed: &'k F::Hashes,
    pub(super) layer: usize,
    pub(super) tree: u64,
}

/// The signature of a message by the key pair in one of the lanes.
pub(super) struct Signing<'s> {
    pub(super) lane: usize,
    pub(super) digits: &'s Digits,
    pub(super) signature: &'s mut [u8],
}

impl<F: Functions> KeyPairs<'_, F> {
    /// Algorithm 6, wots_pkGen, for the key pair `number(lane)` in each lane, and Algorithm 7, wots_sign, for one of
    /// them.
    ///
    /// Where the lanes are not all in use, each key pair has two or more of them, for as many chains.
    pub(super) fn wots_pk_gen(
        &self,
        functions: &mut F,
        lanes: usize,
        number: impl Fn(usize) -> u32,
        mut signing: Option<Signing<'_>>,
        public_keys: &mut F::Hashes,
    ) {
        let lg_lanes = lanes.ilog2();
        let columns = F::LANES >> lg_lanes;
        for lane in 0..F::LANES {
            let key_pair = number(lane & (lanes - 1));
            functions.set_address(lane, &Address::of_key_pair(self.layer, self.tree, Type::WotsPk, key_pair));
        }
        // 13. to 15. T_len of the ends of the chains.
        functions.start();
        let (mut values, mut kept) = (F::Hashes::zeroed(), F::Hashes::zeroed());
        let len = 2 * self.n + LEN_2;
        let mut first = 0;
        while first < len {
            let columns = columns.min(len - first);
            // 7. sk ← PRF(PK.seed, SK.seed, skADRS), 9. chain(sk, 0, w − 1, PK.seed, ADRS).
            functions.set_words(|lane| [(first + (lane >> lg_lanes)) as u32, 0]);
            let digits = signing.as_ref().map_or(&[][..], |signing| &signing.digits.as_slice()[first..first + columns]);
            let signer = |column| (column << lg_lanes) + signing.as_ref().map_or(0, |signing| signing.lane);
            let stops = stops(digits, signer);
            let steps = (W - 1, &stops);
            functions.derive(columns << lg_lanes, self.sk_seed, TYPES, steps, &mut values, &mut kept);
            if let Some(signing) = &mut signing {
                let part = &mut signing.signature[first * self.n..(first + columns) * self.n];
                for (column, value) in pieces_mut(part, self.n).enumerate() {
                    kept.get((column << lg_lanes) + signing.lane, value);
                }
            }
            for column in 0..columns {
                functions.absorb(lanes, &values, column << lg_lanes);
            }
            first += columns;
        }
        functions.finish(lanes, public_keys);
    }

    /// Algorithm 7, wots_sign, steps 8 to 16, by the key pair with a number, whose chains are side by side.
    pub(super) fn wots_sign(&self, functions: &mut F, key_pair: u32, digits: &Digits, signature: &mut [u8]) {
        let (mut values, mut kept) = (F::Hashes::zeroed(), F::Hashes::zeroed());
        for lane in 0..F::LANES {
            functions.set_address(lane, &Address::of_key_pair(self.layer, self.tree, Type::WotsPrf, key_pair));
        }
        let parts = pieces(digits.as_slice(), F::LANES).zip(pieces_mut(signature, F::LANES * self.n));
        for (number, (digits, signature)) in parts.enumerate() {
            functions.set_words(|lane| [(number * F::LANES + lane) as u32, 0]);
            let last = digits.iter().copied().max().map_or(0, usize::from);
            let steps = (last, &stops(digits, |chain| chain));
            functions.derive(digits.len(), self.sk_seed, TYPES, steps, &mut values, &mut kept);
            for (lane, value) in pieces_mut(signature, self.n).enumerate() {
                kept.get(lane, value);
            }
        }
    }
}

/// The types of the addresses of secret values, and of the hashes in their chains.
const TYPES: [Type; 2] = [Type::WotsPrf, Type::WotsHash];

/// Returns the stops at the digits of chains, given the lane of each.
fn stops(digits: &[u8], lane: impl Fn(usize) -> usize) -> Stops {
    let mut stops = [0; W];
    for (chain, digit) in digits.iter().enumerate() {
        stops[usize::from(*digit)] |= 1 << lane(chain);
    }
    stops
}

/// The lanes of key pairs `first(lane)` + i.
pub(super) fn numbers<'l>(lanes: Lanes<'l>, i: usize) -> impl Fn(usize) -> u32 + 'l {
    move |lane| (lanes.first)(lane) + i as u32
}
