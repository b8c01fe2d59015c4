//! The table of CONSTANT-TIME.md and the list of operations, which are generated from the promises and the registry;
//! `cargo xtask ct --table` writes the table.

use crate::op::{self, Operation};
use crate::promises::{Promise, promises};
use carnelian::cpu::Tier;
use std::collections::BTreeSet;

/// Returns the table, in Markdown.
pub(crate) fn table() -> String {
    let mut table =
        String::from("| operation | secret | public | checked by | at the tiers |\n|---|---|---|---|---|\n");
    for promise in promises() {
        let Promise { what, secret, public, checked_by } = promise;
        let operations: Vec<_> = promise.operations().collect();
        let names: Vec<_> = checked_by.iter().map(|name| format!("`{name}`")).collect();
        let count = match operations.len() {
            1 => "1 operation".to_owned(),
            count => format!("{count} operations"),
        };
        let tiers: BTreeSet<_> = operations.iter().flat_map(|operation| operation.tiers).copied().collect();
        let tiers: Vec<_> = tiers.into_iter().map(Tier::name).collect();
        let (names, tiers) = (names.join(", "), tiers.join(", "));
        table.push_str(&format!("| {what} | {secret} | {public} | {names}: {count} | {tiers} |\n"));
    }
    table
}

impl Promise {
    /// Returns the operations that check it.
    fn operations(&self) -> impl Iterator<Item = &'static Operation> {
        op::registry().filter(move |operation| {
            let longest = promises().iter().filter_map(|promise| promise.fit(operation)).max();
            self.fit(operation).is_some_and(|fit| Some(fit) == longest)
        })
    }

    /// Returns the length of the longest family or beginning that the operation's name fits.
    fn fit(&self, operation: &Operation) -> Option<usize> {
        self.checked_by.iter().filter(|of| fits(operation, of)).map(|of| of.len()).max()
    }
}

/// Returns whether an operation is of a family, or has a name that begins like this one. SHA-512/256 is of SHA-512's.
fn fits(operation: &Operation, of: &str) -> bool {
    let is_length =
        |rest: &str| rest.strip_prefix('-').is_some_and(|len| len.bytes().all(|byte| byte.is_ascii_digit()));
    let family = operation.name.split('/').next().and_then(|family| family.strip_prefix(of));
    match of.contains('/') {
        true => operation.name.starts_with(of),
        false => family.is_some_and(|rest| rest.is_empty() || is_length(rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn every_operation_has_a_promise_and_every_promise_an_operation() {
        let promised: BTreeSet<_> =
            promises().iter().flat_map(Promise::operations).map(|operation| operation.name).collect();
        for operation in op::registry() {
            assert!(promised.contains(operation.name), "{} is promised nowhere", operation.name);
        }
        for promise in promises() {
            for name in promise.checked_by {
                assert!(promise.operations().any(|operation| fits(operation, name)), "{name}");
            }
        }
    }

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONSTANT-TIME.md");
    const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/operations.txt");

    /// Compares a generated file with what it would be, or writes it with `CARNELIAN_GENERATE=1`.
    fn is_generated(path: &str, text: &str) {
        if std::env::var_os("CARNELIAN_GENERATE").is_some() {
            fs::write(path, text).expect("the file can be written");
        }
        let found = fs::read_to_string(path).unwrap_or_default();
        assert!(found == text, "{path} is not the registry's: run `cargo xtask generate`");
    }

    #[test]
    fn the_page_has_the_table() {
        let page = fs::read_to_string(PAGE).expect("the page is there");
        let (before, rest) = page.split_once("\n| operation | secret |").expect("the page has the table");
        let (_, after) = rest.split_once("|\n\n").expect("the table ends");
        is_generated(PAGE, &format!("{before}\n{}\n{after}", table()));
    }

    /// The rules of `cargo xtask lint` read the list, since operations of the catalogue are named nowhere else.
    #[test]
    fn the_list_has_the_operations() {
        let lines = op::by_file().map(|(file, operation)| format!("{file}\t{}\n", operation.name));
        is_generated(LIST, &lines.collect::<String>());
    }
}
