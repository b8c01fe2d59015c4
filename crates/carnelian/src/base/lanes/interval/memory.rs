//! The intervals that are not in lanes: those in memory.

use super::number::Interval;
use core::cell::RefCell;
use std::collections::BTreeMap;

std::thread_local! {
    /// The intervals of the numbers in memory, by address.
    static MEMORY: RefCell<BTreeMap<usize, Interval>> = const { RefCell::new(BTreeMap::new()) };
    /// The intervals of numbers that were stored by value, by the word that stands for them: the highest.
    static WORDS: RefCell<BTreeMap<u64, Interval>> = const { RefCell::new(BTreeMap::new()) };
}

/// Runs a proof on a thread of its own, which knows no intervals yet, and whose stack holds vectors of intervals: without
/// optimisation, each vector of a kernel has a slot.
///
/// # Panics
/// If it does.
pub(crate) fn prove(proof: fn()) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(proof).expect("a thread starts");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Says that each of the numbers in memory is between the bounds, whatever is in memory. This holds for the address as
/// long as the proof runs, so constants must not get there later.
pub(crate) fn assume<T>(numbers: &[T], low: impl Into<i128>, high: impl Into<i128>) {
    let interval = Interval::new(low, high);
    numbers.iter().for_each(|number| store(number, Interval::new(interval.low, interval.high)));
}

/// Returns the interval that contains all of the numbers in memory.
///
/// # Panics
/// If one was never stored.
pub(crate) fn bounds<T>(numbers: &[T]) -> Interval {
    let stored = |number: &T| MEMORY.with_borrow(|memory| memory[&core::ptr::from_ref(number).addr()]);
    numbers.iter().map(stored).reduce(Interval::union).expect("there are numbers")
}

pub(super) fn store<T>(number: &T, interval: Interval) {
    MEMORY.with_borrow_mut(|memory| memory.insert(core::ptr::from_ref(number).addr(), interval));
}

/// Returns the interval that was stored, and the number itself if there is none: it is a constant of the algorithm.
pub(super) fn load<T: Copy + Into<i128>>(number: &T) -> Interval {
    let stored = MEMORY.with_borrow(|memory| memory.get(&core::ptr::from_ref(number).addr()).copied());
    stored.unwrap_or_else(|| Interval::constant(*number))
}

impl Interval {
    /// Returns the highest number, which stands for all of them when it is loaded again.
    pub(crate) fn to_word(self) -> u64 {
        let highest = u64::try_from(self.high).expect("a word");
        if !self.is_constant() {
            WORDS.with_borrow_mut(|words| {
                words.entry(highest).and_modify(|known| *known = known.union(self)).or_insert(self);
            });
        }
        highest
    }

    pub(super) fn of_word(word: u64) -> Self {
        WORDS.with_borrow(|words| words.get(&word).copied()).unwrap_or_else(|| Self::constant(word))
    }
}
