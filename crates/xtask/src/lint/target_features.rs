//! Checks that a kernel enables only the features that its proof token proves.
//!
//! A function that enables more than its token proves could be called on CPUs on which it faults; one without a token
//! could be called anywhere. The tokens and their features are read from the table in [`TABLE`]. The macro of that
//! file, `with_features_of!`, enables the features of a row of the table, so kernels written with it need no check.

use super::tokens;
use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;

/// The file that declares the tokens.
const TABLE: &str = "crates/carnelian/src/base/cpu.rs";

/// The folder of the kernels.
const LIBRARY: &str = "crates/carnelian/src/";

/// The features that each token proves.
type Proofs = BTreeMap<String, BTreeSet<String>>;

/// Checks each function of the library that enables features.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let proofs = sources.get(TABLE).map(|text| proofs(text)).unwrap_or_default();
    if proofs.is_empty() {
        return vec![Finding::new(TABLE, 0, "holds no table `tokens! { ... }` of proof tokens")];
    }
    let kernels = sources.iter().filter(|(path, text)| path.starts_with(LIBRARY) && text.contains("target_feature"));
    kernels.flat_map(|(path, text)| check_file(path, text, &proofs)).collect()
}

/// Reads the rows of the table: a name, and features in one list or two.
fn proofs(text: &str) -> Proofs {
    let all = tokens::of(text);
    let table = all.windows(3).find_map(|window| match window {
        [name, _, TokenTree::Group(group)] if tokens::is_word(name, "tokens") => Some(group.stream()),
        _ => None,
    });
    let mut proofs = Proofs::new();
    let mut name = None;
    for token in table.into_iter().flatten() {
        match token {
            TokenTree::Ident(word) if name.is_none() => name = Some(word.to_string()),
            TokenTree::Punct(end) if end.as_char() == ';' => name = None,
            TokenTree::Group(list) if list.delimiter() == Delimiter::Bracket => {
                // Doc comments, which are attributes, precede the name.
                if let Some(name) = &name {
                    proofs.entry(name.clone()).or_default().extend(strings(list.stream()));
                }
            }
            _ => {}
        }
    }
    proofs
}

fn strings(list: TokenStream) -> impl Iterator<Item = String> {
    list.into_iter().filter_map(|token| match token {
        TokenTree::Literal(text) => Some(text.to_string().trim_matches('"').to_owned()),
        _ => None,
    })
}

fn check_file(path: &str, text: &str, proofs: &Proofs) -> Vec<Finding> {
    let Ok(file) = syn::parse_file(text) else { return vec![] };
    let mut types = Types { proofs: proofs.clone() };
    // Twice, because a type may be declared before the types that it contains.
    types.visit_file(&file);
    types.visit_file(&file);
    let mut kernels = Kernels { path, types: &types.proofs, around: vec![], seen: 0, findings: vec![] };
    kernels.visit_file(&file);
    let written = enabling(text);
    if kernels.seen != written && path != TABLE {
        let message = format!("`target_feature` stands here {written} times, {} of them on functions", kernels.seen);
        kernels.findings.push(Finding::new(path, 0, message));
    }
    kernels.findings
}

/// Counts how often features are enabled, including in macros, where the functions are not visible.
fn enabling(text: &str) -> usize {
    let mut count = 0;
    tokens::walk(&tokens::of(text), &mut |_, run| {
        let names = |window: &&[TokenTree]| {
            tokens::is_word(&window[0], "target_feature") && matches!(&window[1], TokenTree::Group(_))
        };
        count += run.windows(2).filter(names).count();
    });
    count
}

/// The features proved by the types of a file: tokens, and aliases and structures that contain them.
struct Types {
    proofs: Proofs,
}

impl Types {
    fn declare(&mut self, name: &syn::Ident, named: Names) {
        let features = features_of(&named, &self.proofs);
        if !features.is_empty() {
            self.proofs.insert(name.to_string(), features);
        }
    }
}

impl<'f> Visit<'f> for Types {
    fn visit_item_type(&mut self, item: &'f syn::ItemType) {
        self.declare(&item.ident, Names::of(|names| names.visit_type(&item.ty)));
    }

    fn visit_item_struct(&mut self, item: &'f syn::ItemStruct) {
        self.declare(&item.ident, Names::of(|names| names.visit_fields(&item.fields)));
    }
}

/// The names in types.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    fn of(visit: impl FnOnce(&mut Self)) -> Self {
        let mut names = Self::default();
        visit(&mut names);
        names
    }
}

impl<'f> Visit<'f> for Names {
    fn visit_path_segment(&mut self, segment: &'f syn::PathSegment) {
        self.0.insert(segment.ident.to_string());
        syn::visit::visit_path_segment(self, segment);
    }
}

fn features_of(names: &Names, proofs: &Proofs) -> BTreeSet<String> {
    names.0.iter().filter_map(|name| proofs.get(name)).flatten().cloned().collect()
}

/// A visitor of the functions that enable features, with the functions and blocks around them.
struct Kernels<'a> {
    path: &'a str,
    types: &'a Proofs,
    /// The features that the enclosing signatures prove.
    around: Vec<BTreeSet<String>>,
    seen: usize,
    findings: Vec<Finding>,
}

impl Kernels<'_> {
    fn function(&mut self, attributes: &[syn::Attribute], signature: &syn::Signature, go_on: impl FnOnce(&mut Self)) {
        let names = Names::of(|names| {
            signature.inputs.iter().for_each(|input| names.visit_fn_arg(input));
            // The contract of an `unsafe fn` may name the token that its caller has.
            attributes.iter().for_each(|attribute| names.0.extend(links(attribute)));
        });
        self.around.push(features_of(&names, self.types));
        let proved: BTreeSet<&String> = self.around.iter().flatten().collect();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("target_feature")) {
            self.seen += 1;
            let enabled = enabled(attribute);
            let excess: Vec<_> = enabled.iter().filter(|feature| !proved.contains(feature)).cloned().collect();
            if !excess.is_empty() {
                let message =
                    format!("`{}` enables what no token beside it proves: {}", signature.ident, excess.join(", "));
                self.findings.push(Finding::new(self.path, signature.ident.span().start().line, message));
            }
        }
        go_on(self);
        self.around.pop();
    }
}

impl<'f> Visit<'f> for Kernels<'_> {
    fn visit_item_fn(&mut self, item: &'f syn::ItemFn) {
        self.function(&item.attrs, &item.sig, |kernels| syn::visit::visit_item_fn(kernels, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'f syn::ImplItemFn) {
        self.function(&item.attrs, &item.sig, |kernels| syn::visit::visit_impl_item_fn(kernels, item));
    }

    fn visit_item_impl(&mut self, item: &'f syn::ItemImpl) {
        let names = Names::of(|names| names.visit_type(&item.self_ty));
        self.around.push(features_of(&names, self.types));
        syn::visit::visit_item_impl(self, item);
        self.around.pop();
    }
}

/// Returns the names that a line of documentation links to, as in [`Avx2`](crate).
fn links(attribute: &syn::Attribute) -> Vec<String> {
    let syn::Meta::NameValue(line) = &attribute.meta else { return vec![] };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &line.value else { return vec![] };
    let text = text.value();
    let linked = text.split("[`").skip(1).filter_map(|rest| rest.split_once("`]"));
    linked.map(|(name, _)| name.to_owned()).collect()
}

/// Returns the features in `target_feature(enable = "...")`.
fn enabled(attribute: &syn::Attribute) -> Vec<String> {
    let syn::Meta::List(list) = &attribute.meta else { return vec![] };
    strings(list.tokens.clone()).flat_map(|text| text.split(',').map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CPU: &str = "macro_rules! tokens { () => {} }\ntokens! {\n    /// One.\n    Avx2, probe_avx2, 0, Avx2, [\"avx2\", \"bmi2\"];\n    \
                       /// Two.\n    Vaes, probe_vaes, 6, Avx2, [\"aes\", \"avx2\"] and [\"vaes\"];\n}\n";

    /// Returns the number of findings in a kernel file.
    fn findings(text: &str) -> usize {
        let sources = Sources::from([
            (TABLE.to_owned(), CPU.to_owned()),
            (format!("{LIBRARY}hash/x86_avx2.rs"), text.to_owned()),
        ]);
        check(&sources).len()
    }

    #[test]
    fn the_table_is_read() {
        let proofs = proofs(CPU);
        let of = |name: &str| proofs[name].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!((of("Avx2"), of("Vaes")), (vec!["avx2", "bmi2"], vec!["aes", "avx2", "vaes"]));
        assert_eq!(check(&Sources::new()).len(), 1, "no table");
    }

    #[test]
    fn a_kernel_enables_what_its_token_proves() {
        for good in [
            "fn f(_: Avx2) { #[target_feature(enable = \"avx2,bmi2\")] fn kernel() {} }",
            "fn f((a, b): (Avx2, cpu::Vaes)) { #[target_feature(enable = \"bmi2,vaes\")] fn kernel() {} }",
            "type Proof = (Avx2, Vaes);\n#[target_feature(enable = \"vaes,bmi2\")] fn kernel(_: Proof) {}",
            "impl Sum { #[target_feature(enable = \"bmi2\")] fn kernel(&self) {} }\nstruct Sum { _proof: Avx2 }",
            "/// # Safety\n/// The CPU has what [`Avx2`] proves.\n#[target_feature(enable = \"avx2\")] unsafe fn kernel() {}",
            "fn f() {}",
        ] {
            assert_eq!(findings(good), 0, "{good}");
        }
        for bad in [
            "#[target_feature(enable = \"avx2\")] fn kernel() {}",
            "fn f(_: Avx2) { #[target_feature(enable = \"avx2,adx\")] fn kernel() {} }",
            "fn f(_: Avx2) {}\n#[target_feature(enable = \"avx2\")] fn kernel() {}",
            "#[target_feature(enable = \"vaes\")] fn kernel(_: Avx2) {}",
            "macro_rules! kernel { () => { #[target_feature(enable = \"avx2\")] fn kernel(_: Avx2) {} } }",
        ] {
            assert_eq!(findings(bad), 1, "{bad}");
        }
    }
}
