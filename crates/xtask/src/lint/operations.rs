//! Finds functions that handle secrets and that no operation of the constant-time check runs.
//!
//! A public function of a module that handles secrets must be named in the files of `carnelian-ctcheck` that check this
//! module, or be listed in [`EXEMPT`] with the reason why it receives nothing secret. Functions with `_vartime` in
//! their names take public data.
//!
//! A module that only operations through roles check needs no file there: what its implementation of the role calls, in its
//! `role.rs`, is run.

use super::exempt::{EXEMPT, Exempt};
use crate::finding::Finding;
use crate::primitives::{self, Primitives};
use crate::workspace::Sources;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;
use syn::{Attribute, Expr, ImplItem, Item, TraitItem, Visibility};

const LIBRARY: &str = "crates/carnelian/src/";
const OPERATIONS: &str = "crates/carnelian-ctcheck/src/op/";
/// The list of operations that a test of `carnelian-ctcheck` writes: a file and a name on each line.
pub(crate) const LIST: &str = "crates/carnelian-ctcheck/operations.txt";

/// The file of operations through roles.
const ROLES: &str = "roles";

/// Files of operations that run what others do: they name no functions of a module.
const COMBINED: [&str; 4] = [ROLES, "long", "threads", "foreign"];

/// Returns the operations in the list, each with its file.
pub(super) fn listed(sources: &Sources) -> impl Iterator<Item = (&str, &str)> {
    sources.get(LIST).into_iter().flat_map(|list| list.lines()).filter_map(|line| line.split_once('\t'))
}

/// Checks the library against the operations.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let operations = Operations::read(sources);
    let files = sources.keys().filter_map(|path| path.strip_prefix(LIBRARY));
    let primitives = Primitives::new(files, operations.names().chain(listed(sources).map(|(_, name)| name)));
    let mut findings = Vec::new();
    let mut needed = BTreeSet::new();
    for (path, text) in sources {
        let Some(file) = path.strip_prefix(LIBRARY).filter(|file| !is_test(file)) else { continue };
        let named = match primitives.families_of(file) {
            Ok(Some(families)) => operations.named_for(sources, families, file),
            Ok(None) => continue,
            Err(error) => {
                findings.push(Finding::new(path, 0, error.to_string()));
                continue;
            }
        };
        for function in functions(text) {
            if named.contains(&function.name) || function.name.ends_with("_vartime") {
                continue;
            }
            match EXEMPT.iter().position(|exempt| exempt.holds(file, &function)) {
                Some(at) => _ = needed.insert((at, function.full_name())),
                None => {
                    let message = format!(
                        "no operation of carnelian-ctcheck runs `{}`, and it is not listed in lint/exempt.rs",
                        function.full_name()
                    );
                    findings.push(Finding::new(path, function.line, message));
                }
            }
        }
    }
    findings.extend(stale(&needed));
    findings
}

/// A public function that handles secrets: its file relative to the library, its name, and its lines.
pub(crate) type Handling = (String, String, std::ops::RangeInclusive<u64>);

/// Returns the public functions that handle secrets and decide something, except those that need no operation.
pub(crate) fn handling_secrets(library: &Sources, primitives: &Primitives) -> Vec<Handling> {
    let mut all = Vec::new();
    for (file, text) in library.iter().filter(|(file, _)| !is_test(file)) {
        if !matches!(primitives.families_of(file), Ok(Some(_))) {
            continue;
        }
        let needs_one = |function: &Function| {
            !function.name.ends_with("_vartime") && !EXEMPT.iter().any(|exempt| exempt.holds(file, function))
        };
        let functions = functions(text).into_iter().filter(needs_one).filter(|function| function.decides);
        all.extend(functions.map(|function| (file.clone(), function.full_name(), function.lines)));
    }
    all
}

/// Returns the unnecessary exemptions: of functions that are run now, or are gone.
fn stale(needed: &BTreeSet<(usize, String)>) -> Vec<Finding> {
    let is_needed =
        |at: usize, name: &str| needed.iter().any(|(of, full)| *of == at && (name.is_empty() || full == name));
    let mut findings = Vec::new();
    for (at, exempt) in EXEMPT.iter().enumerate() {
        let names = if exempt.names.is_empty() { &[""][..] } else { exempt.names };
        for name in names.iter().filter(|name| !is_needed(at, name)) {
            let message = format!("{} {name} needs no exemption", exempt.file);
            findings.push(Finding::new("crates/xtask/src/lint/exempt.rs", 0, message));
        }
    }
    findings
}

pub(super) fn is_test(file: &str) -> bool {
    file.contains("/tests/") || file.contains("/textbook") || file.ends_with("tests.rs") || file.ends_with("testing.rs")
}

impl Exempt {
    fn holds(&self, file: &str, function: &Function) -> bool {
        file.starts_with(self.file)
            && (self.names.is_empty() || self.names.iter().any(|name| *name == function.full_name()))
    }
}

/// A public function.
struct Function {
    /// The type or trait that it belongs to, if any.
    owner: Option<String>,
    name: String,
    line: usize,
    /// The lines from its name to its end.
    lines: std::ops::RangeInclusive<u64>,
    /// Whether it decides, compares or looks something up itself, instead of only passing on what it has.
    decides: bool,
}

impl Function {
    fn full_name(&self) -> String {
        self.owner.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join("::")
    }
}

/// Returns the public functions of a file, and those of its public traits.
fn functions(text: &str) -> Vec<Function> {
    let mut found = Vec::new();
    let file = syn::parse_file(text).map(|file| file.items).unwrap_or_default();
    collect(&file, &mut found);
    found
}

fn collect(items: &[Item], found: &mut Vec<Function>) {
    let is_public = |visibility: &Visibility| matches!(visibility, Visibility::Public(_));
    for item in items {
        match item {
            Item::Fn(item) if is_public(&item.vis) && !is_for_tests(&item.attrs) => {
                found.push(function(None, &item.sig, Some(&item.block)));
            }
            Item::Impl(item) if item.trait_.is_none() && !is_for_tests(&item.attrs) => {
                let owner = owner(&item.self_ty);
                for item in &item.items {
                    if let ImplItem::Fn(item) = item
                        && is_public(&item.vis)
                        && !is_for_tests(&item.attrs)
                    {
                        found.push(function(owner.clone(), &item.sig, Some(&item.block)));
                    }
                }
            }
            Item::Trait(item) if is_public(&item.vis) => {
                for inner in &item.items {
                    if let TraitItem::Fn(inner) = inner {
                        found.push(function(Some(item.ident.to_string()), &inner.sig, inner.default.as_ref()));
                    }
                }
            }
            Item::Mod(item) if is_public(&item.vis) && !is_for_tests(&item.attrs) => {
                collect(item.content.as_ref().map_or(&[][..], |(_, items)| items), found);
            }
            _ => {}
        }
    }
}

fn function(owner: Option<String>, signature: &syn::Signature, body: Option<&syn::Block>) -> Function {
    let line = signature.ident.span().start().line;
    let end = body.map_or(line, |body| body.brace_token.span.close().end().line);
    let name = signature.ident.to_string();
    Function { owner, name, line, lines: line as u64..=end as u64, decides: body.is_some_and(decides) }
}

/// Returns whether a function body has a branch, a loop, an operator or an index. `?`, `let ... else`, `matches!`,
/// `assert!` and `.then(...)` are branches.
fn decides(body: &syn::Block) -> bool {
    const MACROS: [&str; 4] = ["assert", "assert_eq", "assert_ne", "matches"];
    const METHODS: [&str; 2] = ["then", "then_some"];

    #[derive(Default)]
    struct Decisions(bool);
    impl Visit<'_> for Decisions {
        fn visit_expr(&mut self, of: &Expr) {
            self.0 |= match of {
                Expr::Binary(_)
                | Expr::ForLoop(_)
                | Expr::If(_)
                | Expr::Index(_)
                | Expr::Loop(_)
                | Expr::Match(_)
                | Expr::Try(_)
                | Expr::While(_) => true,
                Expr::MethodCall(call) => METHODS.iter().any(|method| call.method == method),
                _ => false,
            };
            syn::visit::visit_expr(self, of);
        }

        fn visit_local_init(&mut self, of: &syn::LocalInit) {
            self.0 |= of.diverge.is_some();
            syn::visit::visit_local_init(self, of);
        }

        fn visit_macro(&mut self, of: &syn::Macro) {
            self.0 |= of.path.segments.last().is_some_and(|last| MACROS.iter().any(|name| last.ident == name));
        }
    }
    let mut found = Decisions::default();
    found.visit_block(body);
    found.0
}

pub(super) fn owner(of: &syn::Type) -> Option<String> {
    match of {
        syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            let condition = list.tokens.to_string().replace(' ', "");
            list.path.is_ident("cfg") && ["test", "all(test"].iter().any(|start| condition.starts_with(start))
        }
        _ => false,
    })
}

/// The words in the files of the operations.
struct Operations {
    files: BTreeMap<String, Words>,
}

/// The identifiers and strings of a file.
#[derive(Default)]
struct Words {
    names: BTreeSet<String>,
    strings: BTreeSet<String>,
}

impl Operations {
    fn read(sources: &Sources) -> Self {
        let files = sources.iter().filter_map(|(path, text)| {
            // The registry names modules rather than functions, the planted leaks are not part of the library, and what
            // is called through C has other names.
            let file = path.strip_prefix(OPERATIONS)?.trim_end_matches(".rs");
            if file_name(file) == "mod" || file.starts_with("through_c/") || file.starts_with("planted/") {
                return None;
            }
            let mut words = Words::default();
            words.add(text.parse().unwrap_or_default());
            // Operations of the catalogue's rows are named in the list only. Those of roles check what roles share: their
            // functions have the names of others.
            let of_rows = listed(sources).filter(|(of, _)| *of == file && file != ROLES);
            words.strings.extend(of_rows.map(|(_, name)| name.to_owned()));
            Some((file.to_owned(), words))
        });
        Self { files: files.collect() }
    }

    /// Returns the names of the operations that stand in files; those of roles stand in the list.
    fn names(&self) -> impl Iterator<Item = &str> {
        let written = self.files.iter().filter(|(file, _)| *file != ROLES).flat_map(|(_, words)| &words.strings);
        written.map(String::as_str).filter(|name| name.contains('/'))
    }

    /// Returns the names in the operations that check the module of a file, which are of these families. Any operation
    /// may run code that several modules share.
    fn named_for(&self, sources: &Sources, families: &[String], file: &str) -> BTreeSet<String> {
        let is_of_one = |name: &str| families.iter().any(|family| primitives::is_of_family(name, family));
        let checks = |words: &&Words| families.is_empty() || words.strings.iter().any(|name| is_of_one(name));
        let mut named = BTreeSet::new();
        for words in self.files.values().filter(checks) {
            named.extend(words.names.iter().cloned());
            // Code that operations share is in a file that they name.
            let shared =
                self.files.iter().filter(|(file, _)| !is_of_roles(file) && words.names.contains(file_name(file)));
            named.extend(shared.flat_map(|(_, words)| words.names.iter().cloned()));
        }
        let is_typed = self.files.iter().any(|(of, words)| !COMBINED.contains(&of.as_str()) && checks(&words));
        if !is_typed && listed(sources).any(|(of, name)| of == ROLES && is_of_one(name)) {
            named.extend(called_by_role(sources, file));
        }
        named
    }
}

/// Returns the functions that the implementation of a role calls: in `role.rs`, or the folder `role`, of the folder that
/// a file is in.
fn called_by_role(sources: &Sources, file: &str) -> BTreeSet<String> {
    #[derive(Default)]
    struct Calls(BTreeSet<String>);
    impl Visit<'_> for Calls {
        fn visit_expr_method_call(&mut self, of: &syn::ExprMethodCall) {
            self.0.insert(of.method.to_string());
            syn::visit::visit_expr_method_call(self, of);
        }

        fn visit_expr_path(&mut self, of: &syn::ExprPath) {
            self.0.extend(of.path.segments.last().map(|last| last.ident.to_string()));
        }
    }
    let folder = file.split('/').take(2).collect::<Vec<_>>().join("/");
    let role = format!("{LIBRARY}{folder}/role");
    let is_role = |path: &str| path.strip_prefix(&role).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'));
    let mut calls = Calls::default();
    for (_, text) in sources.iter().filter(|(path, _)| is_role(path) && !is_test(path)) {
        syn::parse_file(text).iter().for_each(|file| calls.visit_file(file));
    }
    calls.0
}

/// Returns the name of a file of operations without that of its room.
fn file_name(file: &str) -> &str {
    file.rsplit_once('/').map_or(file, |(_, name)| name)
}

/// Returns whether a file is one of those of the operations through roles, whose names are those of other files.
fn is_of_roles(file: &str) -> bool {
    file.strip_prefix(ROLES).is_some_and(|rest| rest.starts_with('/'))
}

impl Words {
    fn add(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => _ = self.names.insert(name.to_string()),
                TokenTree::Literal(literal) => {
                    self.strings.insert(literal.to_string().trim_matches('"').to_owned());
                }
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Punct(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(library: &[(&str, &str)], operations: &[(&str, &str)]) -> Sources {
        let library = library.iter().map(|(file, text)| (format!("{LIBRARY}{file}"), (*text).to_owned()));
        let operations = operations.iter().map(|(file, text)| (format!("{OPERATIONS}{file}"), (*text).to_owned()));
        library.chain(operations).collect()
    }

    /// Returns the functions that are found, as files and lines.
    fn found(sources: &Sources) -> Vec<(String, usize)> {
        let findings = check(sources).into_iter().filter(|finding| finding.file.starts_with(LIBRARY));
        findings.map(|finding| (finding.file[LIBRARY.len()..].to_owned(), finding.line)).collect()
    }

    const OPERATION: (&str, &str) =
        ("x25519.rs", "use super::shared; fn dh() { \"x25519/dh\"; key.agree(shared::run) }");

    #[test]
    fn a_function_that_no_operation_names_is_found() {
        let file = "curve/x25519/mod.rs";
        for (text, expected) in [
            ("pub fn agree() {}", vec![]),
            ("pub fn other() {}", vec![1]),
            ("fn other() {}\npub(crate) fn one() {}", vec![]),
            ("impl Key {\n    pub fn other(&self) {}\n    fn one(&self) {}\n}", vec![2]),
            ("impl Drop for Key {\n    fn other(&self) {}\n}", vec![]),
            ("pub trait Agree {\n    fn agree();\n    fn other();\n}", vec![3]),
            ("pub fn sum_vartime() {}", vec![]),
            ("#[cfg(test)]\npub fn other() {}", vec![]),
            ("pub fn in_common() {}", vec![]),
        ] {
            let shared = ("shared.rs", "fn run() { in_common() }");
            let sources = sources(&[(file, text)], &[OPERATION, shared]);
            let expected: Vec<_> = expected.into_iter().map(|line| (file.to_owned(), line)).collect();
            assert_eq!(found(&sources), expected, "{text}");
        }
    }

    #[test]
    fn a_module_without_operations_is_found() {
        let module = ("kdf/scrypt.rs", "");
        let found = |name: &str| found(&sources(&[module], &[("scrypt.rs", name)]));
        assert_eq!(found("\"scrypt/derive\""), []);
        assert_eq!(found("\"x25519/dh\""), [(module.0.to_owned(), 0)]);
    }

    #[test]
    fn the_operations_of_another_module_do_not_count() {
        let other = ("hashing.rs", "fn run() { \"sha256/digest\"; other() }");
        assert_eq!(found(&sources(&[("curve/x25519/mod.rs", "pub fn other() {}")], &[OPERATION, other])).len(), 1);
        assert_eq!(found(&sources(&[("hash/sha256/mod.rs", "pub fn other() {}")], &[OPERATION, other])), []);
        assert_eq!(found(&sources(&[("cipher/aead/mod.rs", "pub fn other() {}")], &[OPERATION, other])), []);
        assert_eq!(found(&sources(&[("base/cpu.rs", "pub fn unnamed() {}")], &[OPERATION, other])), []);
    }

    /// A file is named without its room, and files of roles share nothing.
    #[test]
    fn operations_share_files_of_rooms() {
        let library = [("curve/x25519/mod.rs", "pub fn in_common() {}")];
        for (shared, expected) in
            [("hash/shared.rs", 0), ("roles/shared.rs", 1), ("hash/mod.rs", 1), ("hash/other.rs", 1)]
        {
            let operation = ("curve/x25519.rs", OPERATION.1);
            let sources = sources(&library, &[operation, (shared, "fn run() { in_common() }")]);
            assert_eq!(found(&sources).len(), expected, "{shared}");
        }
    }

    #[test]
    fn operations_are_named_in_the_list() {
        let unnamed = |file| (file, "fn run() { other() }");
        let library = [("curve/x25519/mod.rs", "pub fn other() {}")];
        let mut sources = sources(&library, &[unnamed("keys.rs"), unnamed("roles.rs")]);
        for (list, expected) in [("", 1), ("roles\tx25519/as-agreement\n", 1), ("keys\tx25519/dh\n", 0)] {
            sources.insert(LIST.to_owned(), list.to_owned());
            assert_eq!(found(&sources).len(), expected, "{list}");
        }
    }

    /// A scheme without operations of its own runs what its role calls, and nothing else.
    #[test]
    fn what_a_role_calls_is_run_by_its_operations() {
        let keys = "impl Key { pub fn sign_message() {}\npub fn read() {}\npub fn with() {}\npub fn sign() {} }";
        let role = "impl Role for Key { fn sign(&self) { self.sign_message(); Self::read(); rest.map(Self::with) } }";
        let found = |role_file: &str, list: &str, operation: (&str, &str)| {
            let other = ("cipher/role.rs", "impl Role for Key { fn sign(&self) { Self::sign() } }");
            let library = [("postquantum/toy/keys.rs", keys), (role_file, role), other];
            let mut sources = sources(&library, &[operation, ("roles.rs", "\"toy/as-x\""), ("keys.rs", "")]);
            sources.insert(LIST.to_owned(), list.to_owned());
            found(&sources).into_iter().map(|(_, line)| line).collect::<Vec<_>>()
        };
        let (listed, none) = ("roles\ttoy-sha256/as-signature\n", ("other.rs", ""));
        for file in ["postquantum/toy/role.rs", "postquantum/toy/role/signing.rs"] {
            assert_eq!(found(file, listed, none), [4], "{file}");
        }
        assert_eq!(found("postquantum/toy/tests/role.rs", listed, none), [1, 2, 3, 4]);
        // An operation of several schemes names no functions of one.
        assert_eq!(found("postquantum/toy/role.rs", listed, ("long.rs", "\"toy/long\"")), [4]);
        // A scheme with operations of its own keeps them.
        assert_eq!(found("postquantum/toy/role.rs", listed, ("toy.rs", "\"toy-sha256/sign\"; sign()")), [1, 2, 3]);
        assert_eq!(found("postquantum/toy/role.rs", &format!("{listed}keys\ttoy-sha256/sign\n"), none), [1, 2, 3, 4]);
        // Without an operation there is no such primitive: its two files are found.
        assert_eq!(found("postquantum/toy/role.rs", "", none), [0, 0]);
    }

    #[test]
    fn a_function_with_a_branch_of_any_form_decides() {
        let handles = |body: &str| {
            let library = [("hash/sha256/mod.rs".to_owned(), format!("pub fn run() {{ {body} }}"))].into();
            let primitives = Primitives::new([], []);
            !handling_secrets(&library, &primitives).is_empty()
        };
        for decides in [
            "if a { b() }",
            "a[0]",
            "a == b",
            "let Some(a) = b else { return };",
            "check(a)?; Ok(())",
            "f(|| check(a)?)",
            "matches!(a, Some(1))",
            "assert!(a.b());",
            "core::assert_eq!(a, b);",
            "a.is_valid().then(|| b)",
            "a.is_valid().then_some(b)",
        ] {
            assert!(handles(decides), "{decides}");
        }
        for passes_on in ["a.b(c)", "let a = b(c); Self(a)", "a.map(|b| c(b))", "debug_assert!(a.b()); c()"] {
            assert!(!handles(passes_on), "{passes_on}");
        }
    }
}
