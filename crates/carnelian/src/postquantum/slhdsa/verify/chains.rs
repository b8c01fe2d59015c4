//! The chains of signatures, FIPS 205 Algorithm 8, steps 8 to 12: which lane completes which chain, and when.
//!
//! A signature has the value of each chain at its digit, from where 15 − digit steps are left. Lanes that have a chain
//! each would wait for the longest, so that half of their steps were idle.

use super::super::address::{Address, KeyPairAddress, Type};
use super::super::functions::{Functions, Hashes};
use super::super::parameters::{MAX_LANES, MAX_LEN, MAX_N, W};
use super::super::trees::wots::Digits;
use super::Group;

/// A chain of a signature, and the digit at which it starts.
#[derive(Clone, Copy, Default)]
struct Chain {
    digit: u8,
    item: u8,
    number: u8,
}

impl Chain {
    fn item(self) -> usize {
        usize::from(self.item)
    }

    fn number(self) -> usize {
        usize::from(self.number)
    }

    /// Returns how many steps are left.
    fn steps(self) -> usize {
        W - 1 - usize::from(self.digit)
    }
}

/// The chains of some signatures, the longest first.
struct Chains<const ITEMS: usize> {
    chains: [[Chain; MAX_LEN]; ITEMS],
    count: usize,
}

impl<const ITEMS: usize> Chains<ITEMS> {
    /// Sorts chains by counting.
    fn sorted(digits: &[Digits]) -> Self {
        let mut ends = [0; W];
        digits.iter().flat_map(Digits::as_slice).for_each(|digit| ends[usize::from(*digit)] += 1);
        // Where the next chain with a digit belongs.
        let mut next = [0; W];
        let mut count = 0;
        for (next, end) in next.iter_mut().zip(ends) {
            *next = count;
            count += end;
        }
        let mut sorted = Self { chains: [[Chain::default(); MAX_LEN]; ITEMS], count };
        let chains = sorted.chains.as_flattened_mut();
        for (item, digits) in digits.iter().enumerate() {
            for (number, digit) in digits.as_slice().iter().enumerate() {
                let at = &mut next[usize::from(*digit)];
                chains[*at] = Chain { digit: *digit, item: item as u8, number: number as u8 };
                *at += 1;
            }
        }
        sorted
    }

    fn as_slice(&self) -> &[Chain] {
        &self.chains.as_flattened()[..self.count]
    }
}

/// A lane that completes chains one after the other.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// The number by which chains are dealt out to it.
    number: usize,
    /// How many chains it has begun.
    begun: usize,
    /// The chain that it is at, and the position there.
    chain: Chain,
    position: usize,
    /// The steps that are left in all of its chains.
    left: usize,
}

impl Lane {
    /// Deals out chains to lanes, those with the most steps first. Returns the lanes that have any.
    ///
    /// Chains are dealt out in rows of alternating direction: the lane that has the longest of one row has the shortest
    /// of the next.
    fn deal(chains: &[Chain], lanes: usize) -> ([Self; MAX_LANES], usize) {
        let mut dealt = [Self::default(); MAX_LANES];
        for (number, lane) in dealt[..lanes].iter_mut().enumerate() {
            lane.number = number;
            lane.left = (0..).map_while(|row| Self::dealt(chains, lanes, number, row)).map(Chain::steps).sum();
        }
        dealt[..lanes].sort_unstable_by_key(|lane| MAX_LEN * W - lane.left);
        (dealt, chains.len().min(lanes))
    }

    /// Returns the chain that a lane has of a row.
    fn dealt(chains: &[Chain], lanes: usize, number: usize, row: usize) -> Option<Chain> {
        let column = if row & 1 == 0 { number } else { lanes - 1 - number };
        chains.get(row * lanes + column).copied()
    }

    /// Begins the next chain, if there is one.
    fn begin(&mut self, chains: &[Chain], lanes: usize) -> Option<Chain> {
        let chain = Self::dealt(chains, lanes, self.number, self.begun)?;
        (self.begun, self.chain, self.position) = (self.begun + 1, chain, usize::from(chain.digit));
        Some(chain)
    }
}

impl<F: Functions, const ITEMS: usize> Group<'_, F, ITEMS> {
    /// Computes the ends of the chains of the signatures that begin at byte `start`.
    pub(super) fn chains(&mut self, layer: usize, key_pairs: &[KeyPairAddress; ITEMS], start: usize) {
        let n = self.numbers.n;
        let mut digits = [const { Digits::NONE }; ITEMS];
        for (item, digits) in digits[..self.items.len()].iter_mut().enumerate() {
            let mut root = [0; MAX_N];
            self.roots.get(item, &mut root[..n]);
            *digits = Digits::of(&root[..n]);
        }
        let chains = Chains::<ITEMS>::sorted(&digits[..self.items.len()]);
        match ITEMS {
            1 => self.one_after_another(layer, key_pairs[0], start, chains.as_slice()),
            _ => {
                chains
                    .as_slice()
                    .chunks(F::LANES)
                    .for_each(|chains| self.side_by_side(layer, key_pairs, start, chains));
            }
        }
    }

    /// Completes the chains of one signature, which are a few for each lane: a lane begins its next chain as soon as
    /// one is completed.
    fn one_after_another(&mut self, layer: usize, key_pair: KeyPairAddress, start: usize, chains: &[Chain]) {
        let (chains, ends) = chains.split_at(chains.partition_point(|chain| chain.steps() > 0));
        for chain in ends {
            self.begin(0, start, *chain);
            self.keep(0, 0, chain.number());
        }
        let address = Address::of_key_pair(layer, key_pair.tree, Type::WotsHash, key_pair.leaf);
        (0..F::LANES).for_each(|lane| self.functions.set_address(lane, &address));
        let (mut lanes, mut active) = Lane::deal(chains, F::LANES);
        for (number, lane) in lanes[..active].iter_mut().enumerate() {
            let chain = lane.begin(chains, F::LANES).expect("a chain for each lane in use");
            self.begin(number, start, chain);
        }
        while let Some(steps) = lanes[..active].iter().map(|lane| W - 1 - lane.position).min() {
            self.functions.set_words(|lane| [u32::from(lanes[lane].chain.number), lanes[lane].position as u32]);
            self.functions.steps(active, &mut self.node, steps);
            for (number, lane) in lanes[..active].iter_mut().enumerate() {
                (lane.position, lane.left) = (lane.position + steps, lane.left - steps);
                if lane.position == W - 1 {
                    self.keep(number, 0, lane.chain.number());
                    if let Some(chain) = lane.begin(chains, F::LANES) {
                        self.begin(number, start, chain);
                    }
                }
            }
            // The lanes that have ended are the last ones.
            active = lanes[..active].partition_point(|lane| lane.left > 0);
        }
    }

    /// Completes as many chains as there are lanes, or fewer. The chains of many signatures that are neighbors in their
    /// order have about as many steps: a lane starts when the others have come to the digit of its chain.
    fn side_by_side(&mut self, layer: usize, key_pairs: &[KeyPairAddress; ITEMS], start: usize, chains: &[Chain]) {
        for (lane, chain) in chains.iter().enumerate() {
            let KeyPairAddress { tree, leaf } = key_pairs[chain.item()];
            let words = [leaf, chain.number() as u32, 0];
            self.set(lane, chain.item(), &Address { layer: layer as u32, tree, kind: Type::WotsHash, words });
        }
        let mut at = 0;
        for (lane, chain) in chains.iter().enumerate() {
            let digit = usize::from(chain.digit);
            if digit > at && lane > 0 {
                self.functions.chain(lane, &mut self.node, at, digit - at);
            }
            at = digit;
            self.begin(lane, start, *chain);
        }
        self.functions.chain(chains.len(), &mut self.node, at, W - 1 - at);
        for (lane, chain) in chains.iter().enumerate() {
            self.keep(lane, chain.item(), chain.number());
        }
    }

    /// Sets the value of a lane to that of a chain.
    fn begin(&mut self, lane: usize, start: usize, chain: Chain) {
        let at = start + chain.number() * self.numbers.n;
        self.node.set(lane, &self.items[chain.item()].signature[at..at + self.numbers.n]);
    }
}
