//! Collects the types of the library and their traits, wherever in a file they are, except in what is compiled only for
//! tests.

use super::{HOLDERS, TRAITS, WIPING};
use crate::lint::operations::is_for_tests;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Attribute, Fields, File, Item, ItemImpl, Meta, PathSegment, Token};

/// A trait of a type.
pub(super) struct Implementation {
    pub(super) file: String,
    pub(super) line: usize,
    /// The name of the trait.
    pub(super) name: String,
    /// The type, and then the types in its parameters and in those of the trait.
    pub(super) of: Vec<String>,
    pub(super) is_derived: bool,
}

/// A type, or a name for one.
struct Type {
    name: String,
    /// The words of the type of each field.
    fields: Vec<BTreeSet<String>>,
}

/// The types of the library and their traits.
#[derive(Default)]
pub(super) struct Collected {
    types: Vec<Type>,
    /// The types that are wiped when they are dropped.
    wiped: BTreeSet<String>,
    pub(super) implementations: Vec<Implementation>,
    file: String,
}

impl Collected {
    pub(super) fn add_file(&mut self, file: &str, parsed: &File) {
        file.clone_into(&mut self.file);
        self.visit_file(parsed);
    }

    fn add_type<'a>(&mut self, name: &str, attributes: &[Attribute], fields: impl IntoIterator<Item = &'a syn::Type>) {
        let fields = fields.into_iter().map(names_in).collect();
        self.types.push(Type { name: name.to_owned(), fields });
        for attribute in attributes {
            self.add_attribute(name, &attribute.meta);
        }
    }

    /// Adds the traits that an attribute derives, perhaps by a condition.
    fn add_attribute(&mut self, of: &str, attribute: &Meta) {
        let Meta::List(list) = attribute else { return };
        if list.path.is_ident("cfg_attr") {
            let parsed = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
            let mut parts = parsed.iter();
            if parts.next().is_some_and(|condition| !condition.path().is_ident("test")) {
                parts.for_each(|attribute| self.add_attribute(of, attribute));
            }
        }
        let mut words = BTreeSet::new();
        collect(list.tokens.clone(), &mut words);
        let is_derived = list.path.is_ident("derive");
        let is_wiped = is_derived && words.contains("ZeroizeOnDrop");
        if is_wiped || list.path.is_ident("zeroize") && words.contains("drop") {
            self.wiped.insert(of.to_owned());
        }
        let line = list.path.segments[0].ident.span().start().line;
        for name in words.into_iter().filter(|name| is_derived && TRAITS.contains(&name.as_str())) {
            let (file, of) = (self.file.clone(), vec![of.to_owned()]);
            self.implementations.push(Implementation { file, line, name, of, is_derived });
        }
    }

    /// Returns the types that hold secrets.
    pub(super) fn holding(&self) -> BTreeSet<String> {
        let mut holding: BTreeSet<String> = HOLDERS.iter().map(|name| (*name).to_owned()).collect();
        holding.extend(self.wiped.iter().cloned());
        loop {
            let before = holding.len();
            let holds = |of: &&Type| of.fields.iter().any(|words| !words.is_disjoint(&holding));
            let more: Vec<_> = self.types.iter().filter(holds).map(|of| of.name.clone()).collect();
            holding.extend(more);
            if holding.len() == before {
                return holding;
            }
        }
    }

    /// Returns whether a derived `Debug` prints no secret of a type: each field that holds one is of a type whose own
    /// `Debug` says nothing of it. All fields of a type that is wiped are taken for secrets.
    pub(super) fn prints_nothing(&self, name: &str, holding: &BTreeSet<String>) -> bool {
        let is_wiped = self.wiped.contains(name);
        let mut fields = self.types.iter().filter(|of| of.name == name).flat_map(|of| &of.fields);
        fields.all(|words| {
            let (holds, prints) = (!words.is_disjoint(holding), words.contains("Zeroizing"));
            words.contains("PhantomData") || !prints && (holds || !is_wiped)
        })
    }
}

impl<'ast> Visit<'ast> for Collected {
    fn visit_item(&mut self, item: &'ast Item) {
        let of_fields = |fields: &'ast Fields| fields.iter().map(|field| &field.ty);
        match item {
            Item::Const(item) if is_for_tests(&item.attrs) => return,
            Item::Fn(item) if is_for_tests(&item.attrs) => return,
            Item::Mod(item) if is_for_tests(&item.attrs) => return,
            Item::Enum(item) if !is_for_tests(&item.attrs) => {
                let fields = item.variants.iter().flat_map(|variant| of_fields(&variant.fields));
                self.add_type(&item.ident.to_string(), &item.attrs, fields);
            }
            Item::Impl(item) => {
                if is_for_tests(&item.attrs) {
                    return;
                }
                self.implementation(item);
            }
            Item::Struct(item) if !is_for_tests(&item.attrs) => {
                self.add_type(&item.ident.to_string(), &item.attrs, of_fields(&item.fields));
            }
            Item::Type(item) if !is_for_tests(&item.attrs) => {
                self.add_type(&item.ident.to_string(), &item.attrs, [&*item.ty]);
            }
            Item::Union(item) if !is_for_tests(&item.attrs) => {
                let fields = item.fields.named.iter().map(|field| &field.ty);
                self.add_type(&item.ident.to_string(), &item.attrs, fields);
            }
            _ => {}
        }
        syn::visit::visit_item(self, item);
    }
}

impl Collected {
    fn implementation(&mut self, item: &ItemImpl) {
        let Some((path, _)) = &item.trait_ else { return };
        let Some(last) = path.segments.last() else { return };
        let name = last.ident.to_string();
        let own = crate::lint::operations::owner(&item.self_ty);
        let mut others = names_in(&item.self_ty);
        Names(&mut others).visit_path_arguments(&last.arguments);
        if WIPING.contains(&name.as_str()) {
            self.wiped.extend(own.clone());
        }
        if TRAITS.contains(&name.as_str()) {
            let (file, line) = (self.file.clone(), last.ident.span().start().line);
            let of = own.into_iter().chain(others).collect();
            self.implementations.push(Implementation { file, line, name, of, is_derived: false });
        }
    }
}

fn names_in(of: &syn::Type) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    Names(&mut names).visit_type(of);
    names
}

/// The names in a type. A pointer to a function holds nothing of what it takes and returns.
struct Names<'a>(&'a mut BTreeSet<String>);

impl Visit<'_> for Names<'_> {
    fn visit_path_segment(&mut self, segment: &PathSegment) {
        self.0.insert(segment.ident.to_string());
        syn::visit::visit_path_segment(self, segment);
    }

    fn visit_type_fn_ptr(&mut self, _: &syn::TypeFnPtr) {}
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
