//! Choices, masks and comparisons.

use crate::check::Check;
use crate::op::{ONE_BACKEND, Operation, portable};
use carnelian::__internals::taint;
use carnelian::ct::{self, Choice, Select, Word};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "ct/choice", tiers: ONE_BACKEND, backend: portable, run: choice },
    Operation { name: "ct/select", tiers: ONE_BACKEND, backend: portable, run: select },
    Operation { name: "ct/swap", tiers: ONE_BACKEND, backend: portable, run: swap },
    Operation { name: "ct/is-zero", tiers: ONE_BACKEND, backend: portable, run: is_zero },
    Operation { name: "ct/eq", tiers: ONE_BACKEND, backend: portable, run: eq },
    Operation { name: "ct/verify", tiers: ONE_BACKEND, backend: portable, run: verify },
    Operation { name: "ct/declassify", tiers: ONE_BACKEND, backend: portable, run: declassify },
];

fn secret_choice(check: &mut Check) -> Choice {
    Choice::from_lsb(check.word())
}

/// Records a choice as its mask.
fn note(check: &mut Check, choice: Choice) {
    check.secret_result(&[choice.mask::<u64>()]);
}

fn choice(check: &mut Check) {
    let (a, b) = (secret_choice(check), secret_choice(check));
    for choice in [a & b, a | b, a ^ b, !a] {
        note(check, choice);
    }
}

/// Runs `body` for every word type, each with two secret words.
macro_rules! for_each_word {
    ($check:ident, $body:ident) => {
        let (a, b) = ($check.word(), $check.word());
        $body($check, a as u8, b as u8);
        $body($check, a as u16, b as u16);
        $body($check, a as u32, b as u32);
        $body($check, a, b);
        $body($check, a as usize, b as usize);
        $body($check, u128::from(a) << 64 | u128::from(b), u128::from(b) << 64 | u128::from(a));
    };
}

fn select(check: &mut Check) {
    fn select<W: Word>(check: &mut Check, a: W, b: W) {
        let choice = secret_choice(check);
        check.secret_result(&[W::select(choice, a, b)]);
        check.secret_result(&<[W; 5]>::select(choice, [a; 5], [b; 5]));
    }
    for_each_word!(check, select);
    // A secret choice between public values is the form that compilers are most likely to turn into a branch.
    let choice = secret_choice(check);
    check.secret_result(&[u64::select(choice, 0, u64::MAX)]);
}

fn swap(check: &mut Check) {
    fn swap<W: Word>(check: &mut Check, a: W, b: W) {
        let choice = secret_choice(check);
        let (mut x, mut y) = (a, b);
        W::swap(choice, &mut x, &mut y);
        let (mut row, mut other) = ([x; 5], [y; 5]);
        <[W; 5]>::swap(choice, &mut row, &mut other);
        check.secret_result(&[row, other]);
    }
    for_each_word!(check, swap);
}

fn is_zero(check: &mut Check) {
    fn is_zero<W: Word>(check: &mut Check, a: W, b: W) {
        for word in [a, b] {
            note(check, ct::is_zero(word));
        }
    }
    for_each_word!(check, is_zero);
    note(check, ct::is_zero(taint::secret(0u64)));
}

/// Compares equal strings, and strings that differ in the first, a middle or the last byte; short, as long as a digest,
/// and longer.
fn eq(check: &mut Check) {
    for len in [1, 16, 64, 1000] {
        let a = check.bytes(len);
        note(check, ct::eq(a.expose(), a.expose()));
        for position in [0, len / 2, len - 1] {
            let mut other = a.expose().clone();
            other[position] ^= 1;
            note(check, ct::eq(a.expose(), &other));
        }
    }
}

/// The verdict on a tag becomes public when it is declassified, and nothing else does.
fn declassify(check: &mut Check) {
    let (a, b) = (check.bytes(16), check.bytes(16));
    let same = ct::eq(a.expose(), b.expose());
    let known = same.declassify("this check wants to see it released");
    check.public_result(&[known]);
    assert!(!known);
    note(check, same);
    check.secret_result(a.expose());
}

/// The verdict is public, the bytes are not.
fn verify(check: &mut Check) {
    let (a, b) = (check.bytes(64), check.bytes(64));
    assert!(ct::verify(a.expose(), a.expose()));
    assert!(!ct::verify(a.expose(), b.expose()));
    check.secret_result(a.expose());
}
