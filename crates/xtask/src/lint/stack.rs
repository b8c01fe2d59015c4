//! Finds operations on secrets whose stack no test searches.
//!
//! Each operation of `carnelian-ctcheck` must be a case of `crates/carnelian/tests/stack` with the same name, or be
//! listed in [`EXEMPT`] with the reason why it leaves nothing to search for. [`OTHERS`] are the files of operations that run
//! what others do, which are cases, or that of other libraries. What loops over the catalogue names no operations: they
//! stand in the list of operations and in the table of needs, which tests compare with the code. Of operations through
//! roles the table has one row for each role, which is measured for every algorithm.

use super::operations::{self, listed};
use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

const OPERATIONS: &str = "crates/carnelian-ctcheck/src/op/";
const CASES: &str = "crates/carnelian/tests/stack/";

/// The table of needs has every case.
const NEEDS: &str = "docs/guide/stack.md";

/// Files of operations that are no cases, and folders.
const OTHERS: [&str; 6] = ["foreign", "long", "mod", "planted", "threads", "through_c"];

/// The folder of operations through roles, all of which are in the list.
const ROLES: &str = "roles";

/// Operations that are not cases, and why.
const EXEMPT: &[(&str, &str)] = &[
    ("ct/choice", "words that are the caller's"),
    ("ct/declassify", "words that are the caller's"),
    ("ct/is-zero", "words that are the caller's"),
    ("ct/select", "words that are the caller's"),
    ("ct/swap", "words that are the caller's"),
    ("ed25519/sign-verified", "signs by `sign` and its other forms, and verifies, where everything is public"),
];

/// Compares the operations with the cases.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    fn room(file: &str) -> &str {
        file.trim_end_matches(".rs").split('/').next().unwrap_or_default()
    }
    let is_operation = |file: &str| !OTHERS.contains(&room(file));
    let mut operations = named_in(sources, OPERATIONS, |file| is_operation(file) && room(file) != ROLES);
    for (_, name) in listed(sources).filter(|(file, _)| is_operation(file)) {
        operations.entry(name.to_owned()).or_insert_with(|| (operations::LIST.to_owned(), 0));
    }
    // Operations on public data are not checked for constant time; their use of the stack is measured.
    let cases = named_in(sources, CASES, |file| file != "verification.rs");
    let needs = needs(sources);
    let is_case = |name: &String| cases.contains_key(name) || needs.contains(name) || role_of(name, &needs).is_some();
    let mut findings = Vec::new();
    for (name, (file, line)) in &operations {
        if !is_case(name) && !EXEMPT.iter().any(|(exempt, _)| exempt == name) {
            let message = format!(
                "the stack of `{name}` is not searched: it is no case in {CASES} and not listed in lint/stack.rs"
            );
            findings.push(Finding::new(file, *line, message));
        }
    }
    for (name, (file, line)) in &cases {
        if !operations.contains_key(name) {
            findings.push(Finding::new(file, *line, format!("there is no operation `{name}` in carnelian-ctcheck")));
        }
    }
    let names: BTreeSet<_> = operations.keys().filter(|name| !is_case(name)).map(String::as_str).collect();
    for (name, _) in EXEMPT.iter().filter(|(name, _)| !operations.is_empty() && !names.contains(name)) {
        findings.push(Finding::new("crates/xtask/src/lint/stack.rs", 0, format!("{name} needs no exemption")));
    }
    findings
}

/// Returns the names in the table of needs, whose rows have a family and its operations with numbers.
fn needs(sources: &Sources) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for row in sources.get(NEEDS).into_iter().flat_map(|page| page.lines()) {
        let Some((family, operations)) = row.strip_prefix("| `").and_then(|row| row.split_once("` | `")) else {
            continue;
        };
        for operation in operations.split(", ") {
            let name = operation.trim_start_matches('`').split('`').next().unwrap_or_default();
            names.insert(format!("{family}/{name}"));
        }
    }
    names
}

/// Returns the row of the table for the role that an operation is of: those of `as-kem` are `as-kem`, and what begins with
/// that and a hyphen.
fn role_of<'n>(operation: &str, needs: &'n BTreeSet<String>) -> Option<&'n str> {
    let (_, operation) = operation.split_once('/')?;
    let mut roles = needs.iter().filter_map(|name| name.strip_suffix("/any")).filter(|role| role.starts_with("as-"));
    let is_of = |role: &&str| operation.strip_prefix(role).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    roles.rfind(is_of)
}

/// Returns the names of operations in the files of a folder, each with its first location.
fn named_in(sources: &Sources, folder: &str, is_meant: impl Fn(&str) -> bool) -> BTreeMap<String, (String, usize)> {
    let mut named = BTreeMap::new();
    for (path, text) in sources {
        if path.strip_prefix(folder).is_some_and(&is_meant) {
            let mut found = Vec::new();
            collect(text.parse().unwrap_or_default(), &mut found);
            for (name, line) in found {
                named.entry(name).or_insert_with(|| (path.clone(), line));
            }
        }
    }
    named
}

/// Collects the strings that are names of operations: a family, a slash and the operation.
fn collect(tokens: TokenStream, found: &mut Vec<(String, usize)>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let name = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|text| is_name(text));
                found.extend(name.map(|name| (name.to_owned(), literal.span().start().line)));
            }
            _ => {}
        }
    }
}

fn is_name(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    text.split_once('/').is_some_and(|(family, rest)| is_word(family) && is_word(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the files of the findings.
    fn found(operations: &str, cases: &str) -> Vec<String> {
        let exempt: String = EXEMPT.iter().map(|(name, _)| format!("row(\"{name}\", run);")).collect();
        let sources = Sources::from([
            (format!("{OPERATIONS}sha256.rs"), operations.to_owned()),
            (format!("{OPERATIONS}ct.rs"), exempt),
            (format!("{OPERATIONS}planted/mod.rs"), "\"planted/branch\"".to_owned()),
            (format!("{OPERATIONS}roles.rs"), "\"sha3/as-x-224\"".to_owned()),
            (format!("{CASES}hashing.rs"), cases.to_owned()),
        ]);
        check(&sources).into_iter().map(|finding| finding.file).collect()
    }

    #[test]
    fn an_operation_without_a_case_is_found() {
        let operation = "Operation { name: \"sha256/digest\", run: digest }";
        assert_eq!(found(operation, "Case { name: \"sha256/digest\", run: digest }"), <[&str; 0]>::default());
        assert_eq!(found(operation, "Case { name: \"sha256/other/digest\" }"), [format!("{OPERATIONS}sha256.rs")]);
        assert_eq!(found("", "Case { name: \"sha256/digest\" }"), [format!("{CASES}hashing.rs")]);
        assert_eq!(found(operation, "// sha256/digest"), [format!("{OPERATIONS}sha256.rs")]);
    }

    #[test]
    fn an_operation_of_the_list_is_a_case_of_the_table() {
        let found = |page: &str| {
            let exempt: String = EXEMPT.iter().map(|(name, _)| format!("ct\t{name}\n")).collect();
            let list = format!("{exempt}hashing\tsha256/digest\nroles\tsha256/as-hash\nroles\tsha3/as-hash-224\n");
            let sources = [(operations::LIST.to_owned(), list), (NEEDS.to_owned(), page.to_owned())];
            check(&Sources::from(sources)).into_iter().map(|finding| finding.file).collect::<Vec<_>>()
        };
        let roles = "| `as-hash` | `any` 16 |\n";
        assert_eq!(found(&format!("| `sha256` | `batch-1` 16, `digest` 20 |\n{roles}")), <[&str; 0]>::default());
        assert_eq!(found(&format!("| `sha256` | `batch-1` 16 |\n{roles}")), [operations::LIST]);
        assert_eq!(found("| `as-ha` | `any` 16 |\n| `sha256` | `digest` 20 |\n"), [operations::LIST; 2]);
    }

    #[test]
    fn an_exemption_that_is_not_needed_is_found() {
        assert_eq!(found("", &format!("\"{}\"", EXEMPT[0].0)), ["crates/xtask/src/lint/stack.rs"]);
    }
}
