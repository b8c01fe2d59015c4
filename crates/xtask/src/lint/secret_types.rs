//! Finds traits of types that hold secrets by which a secret is compared, printed or handed out.
//!
//! A type holds a secret if its fields do or refer to one, if it is wiped when it is dropped, or if it is one of
//! [`HOLDERS`]. `==` and `Hash` of such a type take a time that depends on the secret, and `Deref` and `AsRef` hand it out
//! without a name that says so. An implementation, derived or written, is listed in [`ALLOWED`] with the reason why it does
//! nothing of that. It is one of each type that it names: `From<Key> for [u8; 32]` hands out a key.
//!
//! A written `Debug` is permitted, because the unit tests of each type print it. A derived one prints the fields.

mod collected;

use super::secret_traits::ALLOWED;
use crate::finding::Finding;
use crate::workspace::Sources;
use collected::{Collected, Implementation};
use std::collections::BTreeSet;

const LIBRARY: &str = "crates/carnelian/src/";
/// The types of which others that hold secrets are made.
const HOLDERS: [&str; 3] = ["Secret", "Held", "Zeroizing"];
/// The traits of types that are wiped when they are dropped.
const WIPING: [&str; 2] = ["Drop", "ZeroizeOnDrop"];
/// The traits by which a secret is compared, printed or handed out.
const TRAITS: [&str; 28] = [
    "AsMut",
    "AsRef",
    "Binary",
    "Borrow",
    "BorrowMut",
    "Debug",
    "Deref",
    "DerefMut",
    "Display",
    "Eq",
    "From",
    "FromStr",
    "Hash",
    "Index",
    "IndexMut",
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
    "TryInto",
    "UpperHex",
];

/// Checks the library.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let files: Vec<_> = sources
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix(LIBRARY)?, syn::parse_file(text).ok()?)))
        .filter(|(file, _)| !super::operations::is_test(file))
        .collect();
    let mut all = Collected::default();
    for (file, parsed) in &files {
        all.add_file(file, parsed);
    }
    let secret = all.holding();
    let mut findings = Vec::new();
    let mut needed = BTreeSet::new();
    for Implementation { file, line, name, of, is_derived } in &all.implementations {
        let Some(of) = of.iter().find(|of| secret.contains(*of)) else { continue };
        let name = match (name.as_str(), is_derived) {
            ("Debug", false) => continue,
            ("Debug", true) if all.prints_nothing(of, &secret) => continue,
            ("Debug", true) => "derive(Debug)",
            (name, _) => name,
        };
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
            ("struct View<'a>(&'a Secret<X>); impl PartialEq for View<'_> {}", vec!["`PartialEq` of `View`,"]),
            ("struct Key(Secret<X>); impl Clone for Key {} #[cfg(test)] mod t { impl PartialEq for Key {} }", vec![]),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }

    #[test]
    fn a_trait_of_another_type_that_names_one_is_found() {
        for (code, expected) in [
            ("struct Key(Secret<X>); impl From<Key> for [u8; 32] {}", vec!["`From` of `Key`,"]),
            ("struct Key(Secret<X>); impl PartialEq<Key> for [u8; 32] {}", vec!["`PartialEq` of `Key`,"]),
            ("struct Key(Secret<X>); impl From<&Key> for Public {}", vec!["`From` of `Key`,"]),
            ("struct Key(Secret<X>); impl Index<u8> for Box<[Key]> {}", vec!["`Index` of `Key`,"]),
            ("impl AsMut<[u8]> for Secret<X> {}", vec!["`AsMut` of `Secret`,"]),
            ("struct Key(Secret<X>); impl From<Error> for [u8; 32] {}", vec![]),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }

    #[test]
    fn a_type_holds_what_its_fields_name_in_any_way() {
        for (code, expected) in [
            (
                "type Keys = (Secret<X>, u8); struct Pair(Keys); impl PartialEq for Pair {}",
                vec!["`PartialEq` of `Pair`,"],
            ),
            ("type Read = fn(&mut Secret<X>) -> Secret<Y>; struct Form(Read); impl PartialEq for Form {}", vec![]),
            ("struct Key(Zeroizing<[u8; 32]>); impl PartialEq for Key {}", vec!["`PartialEq` of `Key`,"]),
            ("#[derive(ZeroizeOnDrop)] struct Key([u8; 32]); impl PartialEq for Key {}", vec!["`PartialEq` of `Key`,"]),
            ("#[derive(Zeroize)] #[zeroize(drop)] struct A(u8); impl Hash for A {}", vec!["`Hash` of `A`,"]),
            ("struct View<'a>(Option<&'a Secret<X>>); impl PartialEq for View<'_> {}", vec!["`PartialEq` of `View`,"]),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }

    #[test]
    fn an_implementation_is_found_wherever_it_is() {
        for (code, expected) in [
            ("#[cfg_attr(all(), derive(PartialEq))] struct Key(Secret<X>);", vec!["`PartialEq` of `Key`,"]),
            ("#[cfg_attr(test, derive(PartialEq))] struct Key(Secret<X>);", vec![]),
            ("struct Key(Secret<X>); const _: () = { impl PartialEq for Key {} };", vec!["`PartialEq` of `Key`,"]),
            ("struct Key(Secret<X>); fn f() { impl PartialEq for Key {} }", vec!["`PartialEq` of `Key`,"]),
            ("struct Key(Secret<X>); #[cfg(test)] impl PartialEq for Key {}", vec![]),
            ("struct Key(Secret<X>); #[cfg(test)] fn f() { impl PartialEq for Key {} }", vec![]),
            ("struct Key(Secret<X>); #[cfg(all(test, unix))] const _: () = { impl PartialEq for Key {} };", vec![]),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }

    #[test]
    fn a_derived_debug_that_prints_a_secret_is_found() {
        for (code, expected) in [
            ("#[derive(Debug)] struct Key([u8; 32]); impl Drop for Key {}", vec!["`derive(Debug)` of `Key`,"]),
            ("#[derive(Debug)] struct Key(Zeroizing<[u8; 32]>);", vec!["`derive(Debug)` of `Key`,"]),
            ("#[derive(Debug)] struct Key(Secret<[u8; 32]>, u8);", vec![]),
            ("#[derive(Debug)] struct Key(Held<X>); impl Drop for Key {}", vec![]),
            ("#[derive(Debug)] struct Key(Held<X>, u8); impl Drop for Key {}", vec!["`derive(Debug)` of `Key`,"]),
            ("#[derive(Debug)] struct Of<P>(PhantomData<P>, Secret<X>); impl Drop for Of {}", vec![]),
            ("struct Key([u8; 32]); impl Drop for Key {} impl Debug for Key {}", vec![]),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }
}
