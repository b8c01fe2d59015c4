//! The stack that operations need: the table in `docs/guide/stack.md` has what is measured, and each operation runs on a
//! thread of the size that stands there.

use crate::check::Case;
use crate::{
    aead, aes, authenticators, chacha20, derivation, dhkem, eddsa, files, groups, hashing, hybrid, nacl_box,
    postquantum, roles, salsa20, sealed, secret, verification, x25519,
};
use carnelian::__internals::tell_tiers_not_run;
use carnelian::cpu::Tier;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/stack.md");
/// The lines around the table.
const BEGIN: &str = "<!-- The table of needs: `cargo xtask generate --only stack` writes it. -->\n";
const END: &str = "<!-- End of the table of needs. -->\n";

const KIB: usize = 1024;
/// The most that any operation may need, in KiB.
const MOST: usize = 96;
/// The bytes that a thread needs besides those that are measured: for its thread-local variables, and for the lowest part
/// of the deepest frame, which need not be written. That is less than a page: larger frames are touched page by page.
const OWN: usize = 8 * KIB;
/// The unit of the table in KiB.
const UNIT: usize = 4;

fn cases() -> Vec<Case> {
    let all: [&[Case]; 21] = [
        &aead::cases(),
        aes::CASES,
        authenticators::CASES,
        chacha20::CASES,
        derivation::CASES,
        dhkem::CASES,
        eddsa::CASES,
        files::CASES,
        groups::CASES,
        &hashing::cases(),
        hybrid::CASES,
        nacl_box::CASES,
        &postquantum::mldsa::cases(),
        &postquantum::mlkem::cases(),
        postquantum::slhdsa::CASES,
        &roles::cases(),
        salsa20::CASES,
        sealed::CASES,
        secret::CASES,
        x25519::CASES,
        verification::CASES,
    ];
    all.concat()
}

/// Returns the name under which the table has a case: its own, or one that stands for every algorithm of a role.
fn row_of(case: &'static str) -> &'static str {
    roles::row_of(case).map_or(case, |row| String::leak(row))
}

/// Returns the bytes that the rows of the table need: the most that any of their cases uses.
fn used() -> BTreeMap<&'static str, usize> {
    let mut used = BTreeMap::new();
    for case in cases() {
        let most = used.entry(row_of(case.name)).or_default();
        *most = case.stack_used().max(*most);
    }
    used
}

/// Reads the table: KiB for each operation.
fn documented(page: &str) -> BTreeMap<String, usize> {
    let (_, rest) = page.split_once(BEGIN).expect("the page has the table");
    let (table, _) = rest.split_once(END).expect("the table ends");
    let mut needs = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (Some(family), Some(operations), None) = (cells.next(), cells.next(), cells.next()) else {
            panic!("a row has two cells: {row}");
        };
        for operation in operations.split(", ") {
            let (name, kib) = operation.split_once(' ').expect("a name and a number");
            let name = format!("{}/{}", family.trim_matches('`'), name.trim_matches('`'));
            assert!(needs.insert(name, kib.parse().expect("a number")).is_none(), "twice: {row}");
        }
    }
    needs
}

/// Returns the table.
fn table(needs: &BTreeMap<&str, usize>) -> String {
    let mut families: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, kib) in needs {
        let (family, operation) = name.split_once('/').expect("a family and an operation");
        families.entry(family).or_default().push(format!("`{operation}` {kib}"));
    }
    let mut table = "| family | operations, and the KiB of stack of a thread that runs them |\n|---|---|\n".to_owned();
    for (family, operations) in families {
        writeln!(table, "| `{family}` | {} |", operations.join(", ")).expect("memory suffices");
    }
    table
}

/// Returns the size in KiB of a thread for an operation that uses as many bytes.
fn need(used: usize) -> usize {
    ((used + OWN).next_multiple_of(UNIT * KIB) / KIB).max(16)
}

#[test]
fn needs_are_documented() {
    tell_tiers_not_run();
    let page = fs::read_to_string(PAGE).expect("the page is there");
    let used = used();
    let most: Vec<_> = used.iter().filter(|(_, used)| need(**used) > MOST).collect();
    assert!(most.is_empty(), "more than {MOST} KiB: {most:?}");
    let documented = documented(&page);
    // Another build, another compiler, or a CPU with fewer instructions, needs somewhat less or more. That the stack
    // suffices nevertheless is what the threads of that size show.
    let is_highest = Tier::in_force() == Tier::Avx512;
    let is_right = |kib: usize, used: usize| {
        let used = used.div_ceil(KIB);
        used <= kib - OWN / KIB + UNIT && !(is_highest && used + 6 * UNIT < kib)
    };
    if std::env::var_os("CARNELIAN_GENERATE").is_some() {
        // A number that is right stays, so that the table does not change from one CPU to the next.
        let kept = |name: &str, used| documented.get(name).copied().filter(|kib| is_right(*kib, used));
        let needs = used.iter().map(|(name, used)| (*name, kept(name, *used).unwrap_or_else(|| need(*used))));
        let (before, rest) = page.split_once(BEGIN).expect("the page has the table");
        let (_, after) = rest.split_once(END).expect("the table ends");
        let page = [before, BEGIN, "\n", &table(&needs.collect()), "\n", END, after].concat();
        return fs::write(PAGE, page).expect("the page can be written");
    }
    let names: BTreeSet<_> = documented.keys().map(String::as_str).collect();
    assert_eq!(names, used.keys().copied().collect(), "the operations of the table, and those that there are");
    let wrong = used.iter().map(|(name, used)| (name, documented[*name], used.div_ceil(KIB)));
    let wrong: Vec<_> = wrong.filter(|(name, kib, _)| !is_right(*kib, used[**name])).collect();
    assert!(wrong.is_empty(), "an operation, the KiB in {PAGE}, the KiB that it uses: {wrong:?}");
}

#[test]
fn operations_run_on_threads_that_are_as_large_as_documented() {
    let needs = documented(&fs::read_to_string(PAGE).expect("the page is there"));
    // The smallest first: the C library gives the stack of a thread that has ended to one that asks for less.
    let mut cases = cases();
    cases.sort_by_key(|case| needs[row_of(case.name)]);
    for case in cases {
        case.run_on_threads_of(needs[row_of(case.name)] * KIB);
    }
}
