//! How one number was computed from another.

use core::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::vec::Vec;

/// A function of a number and a constant.
pub(super) type Function = fn(i128, i128) -> i128;

std::thread_local! {
    static NAMES: Cell<u64> = const { Cell::new(0) };
    /// By the name of a number, the name of the one that it was computed from, and how.
    static DEFINITIONS: RefCell<BTreeMap<u64, (u64, Function, i128)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns a name that no number has yet.
pub(super) fn new_name() -> u64 {
    NAMES.set(NAMES.get() + 1);
    NAMES.get()
}

/// Remembers that the number `name` is a function of the number `from`.
pub(super) fn define(name: u64, from: u64, function: Function, constant: i128) {
    DEFINITIONS.with_borrow_mut(|definitions| definitions.insert(name, (from, function, constant)));
}

/// Returns the functions by which the number `name` was computed from the number `from`, if it was.
pub(super) fn functions(from: u64, mut name: u64) -> Option<Vec<(Function, i128)>> {
    let mut functions = Vec::new();
    DEFINITIONS.with_borrow(|definitions| {
        while name != from {
            let (earlier, function, constant) = definitions.get(&name)?;
            functions.insert(0, (*function, *constant));
            name = *earlier;
        }
        Some(functions)
    })
}
