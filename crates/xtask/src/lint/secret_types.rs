//! Finds traits of types that hold secrets by which a secret is compared, printed or handed out.
//!
//! A type holds a secret if its fields do, if it is wiped when it is dropped, or if it is one of [`HOLDERS`]. `==` and
//! `Hash` of such a type take a time that depends on the secret, and `Deref` and `AsRef` hand it out without a name that
//! says so. An implementation, derived or written, is listed in [`ALLOWED`] with the reason why it does nothing of that.

use super::secret_traits::ALLOWED;
use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::Visit;
use syn::{Attribute, Fields, Item, ItemImpl, PathSegment};

const LIBRARY: &str = "crates/carnelian/src/";
/// The types of which others that hold secrets are made.
const HOLDERS: [&str; 2] = ["Secret", "Held"];
/// The traits by which a secret is compared, printed or handed out.
const TRAITS: [&str; 23] = [
    "AsRef",
    "Binary",
    "Borrow",
    "Debug",
    "Deref",
    "Display",
    "Eq",
    "From",
    "FromStr",
    "Hash",
    "Index",
    "Into",
    "IntoIterator",
    "Iterator",
    "LowerHex",
    "Octal",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Serialize",
    "ToString",
    "TryFrom",
    "UpperHex",
];

/// A trait of a type.
struct Implementation {
    file: String,
    line: usize,
    name: String,
    of: String,
}

/// Checks the library.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let files: Vec<_> = sources
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix(LIBRARY)?, syn::parse_file(text).ok()?)))
        .filter(|(file, _)| !super::operations::is_test(file))
        .collect();
    let mut all = Collected::default();
    for (file, parsed) in &files {
        all.items(file, &parsed.items);
    }
    let secret = all.holding();
    let mut findings = Vec::new();
    let mut needed = BTreeSet::new();
    for Implementation { file, line, name, of } in all.implementations.iter().filter(|found| secret.contains(&found.of))
    {
        match ALLOWED.iter().position(|allowed| allowed.permits(file, name, of)) {
            Some(at) => _ = needed.insert(at),
            None => {
                let message = format!(
                    "`{name}` of `{of}`, which holds a secret, is not listed in lint/secret_traits.rs with a reason"
                );
                findings.push(Finding::new(format!("{LIBRARY}{file}"), *line, message));
            }
        }
    }
    for (at, allowed) in ALLOWED.iter().enumerate().filter(|(at, _)| !files.is_empty() && !needed.contains(at)) {
        let message = format!("entry {at}, {} of {}, is about nothing", allowed.name, allowed.of);
        findings.push(Finding::new("crates/xtask/src/lint/secret_traits.rs", 0, message));
    }
    findings
}

/// The types of the library and their traits.
#[derive(Default)]
struct Collected {
    /// Each type, with the words of the types of its fields.
    types: Vec<(String, BTreeSet<String>)>,
    /// The types that are wiped when they are dropped.
    wiped: BTreeSet<String>,
    implementations: Vec<Implementation>,
}

impl Collected {
    fn items(&mut self, file: &str, items: &[Item]) {
        for item in items {
            match item {
                Item::Struct(item) => self.add(file, &item.ident.to_string(), &item.attrs, [&item.fields]),
                Item::Enum(item) => {
                    let fields = item.variants.iter().map(|variant| &variant.fields);
                    self.add(file, &item.ident.to_string(), &item.attrs, fields);
                }
                Item::Impl(item) => self.implementation(file, item),
                Item::Mod(item) if !super::operations::is_for_tests(&item.attrs) => {
                    self.items(file, item.content.as_ref().map_or(&[][..], |(_, items)| items));
                }
                _ => {}
            }
        }
    }

    fn add<'a>(
        &mut self,
        file: &str,
        of: &str,
        attributes: &[Attribute],
        fields: impl IntoIterator<Item = &'a Fields>,
    ) {
        let mut words = BTreeSet::new();
        for field in fields.into_iter().flatten() {
            let of = &field.ty;
            // A reference holds nothing.
            if !matches!(of, syn::Type::Reference(_)) {
                Names(&mut words).visit_type(of);
            }
        }
        self.types.push((of.to_owned(), words));
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            let syn::Meta::List(list) = &attribute.meta else { continue };
            let mut derived = BTreeSet::new();
            collect(list.tokens.clone(), &mut derived);
            let line = list.path.segments[0].ident.span().start().line;
            for name in derived.into_iter().filter(|name| TRAITS.contains(&name.as_str())) {
                self.implementations.push(Implementation { file: file.to_owned(), line, name, of: of.to_owned() });
            }
        }
    }

    fn implementation(&mut self, file: &str, item: &ItemImpl) {
        let Some((path, _)) = &item.trait_ else { return };
        let Some(last) = path.segments.last() else { return };
        let name = last.ident.to_string();
        let Some(of) = super::operations::owner(&item.self_ty) else { return };
        let line = last.ident.span().start().line;
        if name == "Drop" || name == "ZeroizeOnDrop" {
            self.wiped.insert(of.clone());
        }
        if TRAITS.contains(&name.as_str()) {
            self.implementations.push(Implementation { file: file.to_owned(), line, name, of });
        }
    }

    /// Returns the types that hold secrets.
    fn holding(&self) -> BTreeSet<String> {
        let mut holding: BTreeSet<String> = HOLDERS.iter().map(|name| (*name).to_owned()).collect();
        holding.extend(self.wiped.iter().cloned());
        loop {
            let before = holding.len();
            let of_fields = self.types.iter().filter(|(_, words)| !words.is_disjoint(&holding));
            let more: Vec<_> = of_fields.map(|(of, _)| of.clone()).collect();
            holding.extend(more);
            if holding.len() == before {
                return holding;
            }
        }
    }
}

/// The names in a type.
struct Names<'a>(&'a mut BTreeSet<String>);

impl Visit<'_> for Names<'_> {
    fn visit_path_segment(&mut self, segment: &PathSegment) {
        self.0.insert(segment.ident.to_string());
        syn::visit::visit_path_segment(self, segment);
    }
}

fn collect(tokens: TokenStream, words: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => _ = words.insert(name.to_string()),
            TokenTree::Group(group) => collect(group.stream(), words),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<String> {
        let sources = [(format!("{LIBRARY}curve/x/mod.rs"), code.to_owned())].into();
        let of_library = check(&sources).into_iter().filter(|finding| finding.file.starts_with(LIBRARY));
        of_library.map(|finding| finding.message.split_whitespace().take(3).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn a_comparison_of_a_type_that_holds_a_secret_is_found() {
        for (code, expected) in [
            ("struct Key(Secret<[u8; 32]>); impl PartialEq for Key { fn eq() {} }", vec!["`PartialEq` of `Key`,"]),
            ("struct Inner { s: Held<X> } struct Key(Box<Inner>); impl Hash for Key {}", vec!["`Hash` of `Key`,"]),
            ("#[derive(Clone, PartialEq)]\nstruct Key(Secret<X>);", vec!["`PartialEq` of `Key`,"]),
            ("struct Key([u8; 32]); impl Drop for Key {} impl AsRef<[u8]> for Key {}", vec!["`AsRef` of `Key`,"]),
            ("struct Public([u8; 32]); impl PartialEq for Public {}", vec![]),
            ("struct View<'a>(&'a Secret<X>); impl PartialEq for View<'_> {}", vec![]),
            ("struct Key(Secret<X>); impl Clone for Key {} #[cfg(test)] mod t { impl PartialEq for Key {} }", vec![]),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }
}
