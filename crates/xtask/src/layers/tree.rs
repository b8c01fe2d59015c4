//! The modules of a crate and the paths in them.
//!
//! Paths come from `use` items, from expressions, types and patterns, and from the tokens of macros, which are searched
//! for what looks like a path. They are resolved as in the compiler, through names that a module imports and
//! re-exports. The names that a glob imports stay unknown, so a path through one counts as an item of the module that
//! contains the glob.

use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::{Spacing, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// A module's path from the crate's root, without the word `crate`.
pub(super) type ModulePath = Vec<String>;

/// One module.
#[derive(Default)]
struct Module {
    /// The imported names and the paths that they refer to, as written.
    imported: BTreeMap<String, Vec<String>>,
    /// The names that it defines itself.
    defined: BTreeSet<String>,
}

/// A path as written.
struct Written {
    module: ModulePath,
    segments: Vec<String>,
    reference: Reference,
}

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A module of this crate, or an item of it.
    Inside { module: ModulePath, item: Option<String> },
    /// Another crate, named by the first segment.
    Outside(Vec<String>),
}

/// A path and its location.
#[derive(Clone)]
pub(super) struct Reference {
    pub(super) file: String,
    pub(super) line: usize,
    /// The module of the file; modules inside the file do not count.
    pub(super) from: ModulePath,
    /// Whether it is compiled only for tests.
    pub(super) is_test: bool,
    /// Whether it is a glob import of the target.
    pub(super) is_glob: bool,
}

/// A parsed crate.
#[derive(Default)]
pub(super) struct Tree {
    modules: BTreeMap<ModulePath, Module>,
    /// The file of each module that has one.
    pub(super) files: BTreeMap<ModulePath, String>,
    written: Vec<Written>,
    /// Files that cannot be parsed as Rust, and files that no module declares.
    pub(super) findings: Vec<Finding>,
}

impl Tree {
    /// Reads the crate whose root is `lib.rs` in `sources`; `prefix` is prepended to file names in findings.
    pub(super) fn read(sources: &Sources, prefix: &str) -> Self {
        let mut tree = Self::default();
        tree.read_file(sources, prefix, "lib.rs", Vec::new(), false);
        for file in sources.keys() {
            let file = format!("{prefix}{file}");
            if !tree.files.values().any(|read| *read == file) {
                tree.findings.push(Finding::new(file, 0, "no module declares this file"));
            }
        }
        tree
    }

    /// Reads independent files, such as those of another crate: nothing is resolved across them.
    pub(super) fn read_loose(sources: &Sources, prefix: &str) -> Self {
        let mut tree = Self::default();
        for file in sources.keys() {
            tree.read_file(sources, prefix, file, vec![file.clone()], false);
        }
        tree
    }

    fn read_file(&mut self, sources: &Sources, prefix: &str, file: &str, module: ModulePath, is_test: bool) {
        let shown = format!("{prefix}{file}");
        self.files.insert(module.clone(), shown.clone());
        let syntax = match sources.get(file).map(|text| syn::parse_file(text)) {
            Some(Ok(syntax)) => syntax,
            Some(Err(error)) => {
                let message = format!("is not Rust: {error}");
                return self.findings.push(Finding::new(shown, error.span().start().line, message));
            }
            None => {
                return self.findings.push(Finding::new(shown, 0, "a module declares this file, but it is missing"));
            }
        };
        let reference = Reference { file: shown, line: 0, from: module.clone(), is_test, is_glob: false };
        let mut reader = Reader { tree: self, module: module.clone(), reference, declared: Vec::new() };
        reader.enter(&syntax.items);
        let folder = if module.is_empty() { String::new() } else { folder_of_children(file) };
        for (child, is_test) in reader.declared {
            let name = child[module.len()..].join("/");
            let nested = format!("{folder}{name}/mod.rs");
            let path = if sources.contains_key(&nested) { nested } else { format!("{folder}{name}.rs") };
            // Modules of a loose file are separate files among the sources.
            if !self.files.contains_key(&child) && !self.is_loose() {
                self.read_file(sources, prefix, &path, child, is_test);
            }
        }
    }

    fn is_loose(&self) -> bool {
        !self.files.contains_key(&Vec::new())
    }

    /// Returns every path of the crate with its target.
    pub(super) fn references(&self) -> Vec<(Reference, Target)> {
        let lead = |written: &Written| self.resolve(&written.module, &written.segments, 0);
        self.written.iter().filter_map(|written| Some((written.reference.clone(), lead(written)?))).collect()
    }

    /// Resolves `segments`, written in `module`. Returns `None` for names of the module itself, of the language, and
    /// `Self`.
    fn resolve(&self, module: &[String], segments: &[String], depth: usize) -> Option<Target> {
        let mut at = module.to_vec();
        let mut rest = segments;
        match segments.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let scope = self.modules.get(module)?;
                let is_child = self.modules.contains_key(&child_of(module, first));
                if !is_child && !scope.imported.contains_key(first) {
                    let is_foreign = !scope.defined.contains(first) && is_crate_name(first);
                    return is_foreign.then(|| Target::Outside(segments.to_vec()));
                }
            }
        }
        self.walk(at, rest, depth)
    }

    /// Resolves `rest` from the module `at`.
    fn walk(&self, mut at: ModulePath, mut rest: &[String], depth: usize) -> Option<Target> {
        /// More nested re-exports than occur in practice; a cycle of them ends here.
        const DEPTH: usize = 16;
        while let [first, after @ ..] = rest {
            let child = child_of(&at, first);
            if self.modules.contains_key(&child) {
                at = child;
                rest = after;
                continue;
            }
            let module = self.modules.get(&at);
            let imported = module.and_then(|module| module.imported.get(first));
            let is_defined = module.is_some_and(|module| module.defined.contains(first));
            return match imported.map(Vec::as_slice) {
                // `use name;` re-exports a macro that is defined in this module, or else names a crate.
                Some([only]) if only == first && is_defined => {
                    Some(Target::Inside { module: at, item: Some(first.clone()) })
                }
                Some([only]) if only == first => Some(Target::Outside(rest.to_vec())),
                Some(path) if depth < DEPTH => {
                    let path: Vec<String> = path.iter().chain(after).cloned().collect();
                    self.resolve(&at, &path, depth + 1)
                }
                _ => Some(Target::Inside { module: at, item: Some(first.clone()) }),
            };
        }
        Some(Target::Inside { module: at, item: None })
    }
}

/// Returns the folder of the child modules of a file.
fn folder_of_children(file: &str) -> String {
    file.strip_suffix("mod.rs").map_or_else(|| format!("{}/", file.trim_end_matches(".rs")), str::to_owned)
}

fn child_of(module: &[String], name: &str) -> ModulePath {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// Returns whether the first name of a path can be that of a crate: neither a type (`Self`, `Vec`) nor a primitive
/// type.
fn is_crate_name(name: &str) -> bool {
    const PRIMITIVES: &[&str] = &[
        "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    !name.starts_with(char::is_uppercase) && !PRIMITIVES.contains(&name)
}

/// A visitor of one file.
struct Reader<'t> {
    tree: &'t mut Tree,
    /// The current module, which may be inside the file.
    module: ModulePath,
    /// The reference with which paths are recorded.
    reference: Reference,
    /// The modules that have files of their own, and whether they are only for tests.
    declared: Vec<(ModulePath, bool)>,
}

impl Reader<'_> {
    /// Records the current module and visits its items.
    fn enter(&mut self, items: &[syn::Item]) {
        let defined = items.iter().filter_map(name_of).collect();
        self.tree.modules.entry(self.module.clone()).or_default().defined = defined;
        for item in items {
            self.visit_item(item);
        }
    }

    fn record(&mut self, segments: Vec<String>, line: usize, is_glob: bool) {
        let reference = Reference { line, is_glob, ..self.reference.clone() };
        self.tree.written.push(Written { module: self.module.clone(), segments, reference });
    }

    /// Runs `work` as test code if the attributes say so.
    fn under(&mut self, attributes: &[syn::Attribute], work: impl FnOnce(&mut Self)) {
        let before = self.reference.is_test;
        self.reference.is_test |= attributes.iter().any(is_cfg_test);
        work(self);
        self.reference.is_test = before;
    }

    fn use_tree(&mut self, prefix: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| prefix.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
        let line = tree.span().start().line;
        match tree {
            syn::UseTree::Path(path) => self.use_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.use_tree(prefix, tree)),
            syn::UseTree::Glob(_) => self.record(prefix.to_vec(), line, true),
            syn::UseTree::Name(name) => self.import(with(&name.ident), &name.ident, line),
            syn::UseTree::Rename(rename) => self.import(with(&rename.ident), &rename.rename, line),
        }
    }

    /// Records `use path as name`.
    fn import(&mut self, mut path: Vec<String>, name: &syn::Ident, line: usize) {
        let mut name = name.to_string();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
            if name == "self" {
                name = path.last().expect("there was more than one segment").clone();
            }
        }
        self.record(path.clone(), line, false);
        let module = self.tree.modules.entry(self.module.clone()).or_default();
        module.imported.insert(name, path);
    }

    /// Records what looks like a path in the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(first) if !is_variable(&tokens, at) && !continues_path(&tokens, at) => {
                    let (paths, end) = paths_from(&tokens, at);
                    for path in paths.into_iter().filter(|path| path.len() > 1) {
                        self.record(path, first.span().start().line, false);
                    }
                    at = end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// Returns whether the identifier is a macro variable, `$name`; `$crate` is not one.
fn is_variable(tokens: &[TokenTree], at: usize) -> bool {
    let TokenTree::Ident(name) = &tokens[at] else { return false };
    at > 0 && is_punctuation(&tokens[at - 1], '$') && name != "crate"
}

/// Returns whether `::` precedes the identifier, as in `$name::ident` and `<T>::ident`.
fn continues_path(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_double_colon(&tokens[at - 2..at])
}

/// Returns the path that begins at `at`, as the identifiers joined by `::`, and the index after it. If a list follows,
/// as in `crate::base::{cpu, ct}`, there is a path for each of its entries.
fn paths_from(tokens: &[TokenTree], at: usize) -> (Vec<Vec<String>>, usize) {
    let mut path = vec![tokens[at].to_string()];
    let mut end = at + 1;
    while let [a, b, TokenTree::Ident(next), ..] = &tokens[end..]
        && is_double_colon(&[a.clone(), b.clone()])
    {
        path.push(next.to_string());
        end += 3;
    }
    let paths = match &tokens[end..] {
        [a, b, TokenTree::Group(list), ..] if is_double_colon(&[a.clone(), b.clone()]) => {
            let list: Vec<TokenTree> = list.stream().into_iter().collect();
            let entries = list.split(|token| is_punctuation(token, ',')).filter_map(<[_]>::first);
            entries.map(|entry| path.iter().cloned().chain([entry.to_string()]).collect()).collect()
        }
        _ => vec![path],
    };
    (paths, end)
}

fn is_double_colon(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Punct(a), TokenTree::Punct(b)]
        if a.as_char() == ':' && a.spacing() == Spacing::Joint && b.as_char() == ':')
}

fn is_punctuation(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == wanted)
}

/// Returns whether the attribute is `#[cfg(test)]` or `#[cfg(all(test, ...))]`.
fn is_cfg_test(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    let condition = list.tokens.to_string().replace(' ', "");
    list.path.is_ident("cfg") && (condition == "test" || condition.starts_with("all(test,"))
}

/// Returns the name that an item defines in its module. Modules are recorded separately.
fn name_of(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        self.under(&item.attrs, |reader| match &item.content {
            Some((_, items)) => reader.enter(items),
            None => {
                reader.tree.modules.entry(reader.module.clone()).or_default();
                reader.declared.push((reader.module.clone(), reader.reference.is_test));
            }
        });
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.under(&item.attrs, |reader| reader.use_tree(&[], &item.tree));
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.under(&item.attrs, |reader| syn::visit::visit_item_fn(reader, item));
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.under(&item.attrs, |reader| syn::visit::visit_item_impl(reader, item));
    }

    /// Attributes such as `#[rustfmt::skip]` import nothing.
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    /// Visibilities such as `pub(in path)` import nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.record(segments, path.span().start().line, false);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        self.visit_path(&invocation.path);
        self.tokens(invocation.tokens.clone());
    }
}
