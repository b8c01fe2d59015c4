//! The planted leaks that the methods must find: one of each kind in each class of kernel, and controls without one.

use super::build::Listed;
use super::table::Method;
use anyhow::{Result, ensure};
use std::collections::BTreeSet;

/// The kinds, as in the operations' names.
pub(crate) const KINDS: [&str; 4] = ["control", "branch", "index", "division"];

/// A class of kernels.
pub(crate) struct Class {
    /// The prefix of the operations' names, before the kind.
    prefix: &'static str,
    pub(crate) backend: &'static str,
    /// The module of the functions, the suffix after the kind in their names, and the number of copies of each.
    pub(crate) module: &'static str,
    pub(crate) suffix: &'static str,
    pub(crate) copies: usize,
    /// The file of the assembly, for assembly that is inlined into other functions.
    pub(crate) assembly: Option<&'static str>,
    /// The kinds that each method must report; `None` if it does not check this class.
    valgrind: Option<&'static [&'static str]>,
    msan: Option<&'static [&'static str]>,
}

const LEAKS: &[&str] = &["branch", "index", "division"];
const BUT_DIVISIONS: &[&str] = &["branch", "index"];

/// All classes. Valgrind treats a division like any other instruction, and MemorySanitizer does so for floating-point
/// divisions; the scan reports all of them.
pub(crate) const CLASSES: &[Class] = &[
    Class {
        prefix: "planted/",
        backend: "portable",
        module: "",
        suffix: "",
        copies: 1,
        assembly: None,
        valgrind: Some(BUT_DIVISIONS),
        msan: Some(LEAKS),
    },
    intrinsics("planted/sse-", "sse", "x86_sse::", Some(BUT_DIVISIONS), Some(BUT_DIVISIONS)),
    intrinsics("planted/avx2-", "avx2", "x86_avx2::", Some(BUT_DIVISIONS), Some(BUT_DIVISIONS)),
    Class {
        copies: 2,
        suffix: "::copy",
        assembly: Some("crates/carnelian-ctcheck/src/op/planted/x86_asm.rs"),
        ..intrinsics("planted/asm-", "asm", "x86_asm::", Some(BUT_DIVISIONS), None)
    },
    intrinsics("planted/sha-ni-", "sha-ni", "x86_sha_ni::", None, None),
    intrinsics("planted/avx512-", "avx512", "x86_avx512::", None, Some(BUT_DIVISIONS)),
];

const fn intrinsics(
    prefix: &'static str,
    backend: &'static str,
    module: &'static str,
    valgrind: Option<&'static [&'static str]>,
    msan: Option<&'static [&'static str]>,
) -> Class {
    Class { prefix, backend, module, suffix: "::kernel", copies: 1, assembly: None, valgrind, msan }
}

impl Class {
    pub(crate) fn operation(&self, kind: &str) -> String {
        format!("{}{kind}", self.prefix)
    }
}

/// Checks that the program has every planted operation, and no others.
///
/// # Errors
/// If it does not: a method cannot miss a leak that is not in the program.
pub(crate) fn are_all_there(listed: &[Listed]) -> Result<()> {
    let there: BTreeSet<_> = listed.iter().map(|listed| listed.operation.clone()).collect();
    let known = CLASSES.iter().flat_map(|class| KINDS.iter().map(|kind| class.operation(kind))).collect();
    ensure!(there == known, "carnelian-ctcheck has {there:?} planted, and ct/planted.rs knows {known:?}");
    Ok(())
}

/// Returns whether a method must report a planted operation or must not, or `None` if the method does not check it or
/// there is no such operation.
pub(crate) fn must_report(method: Method, operation: &str) -> Option<bool> {
    let of_kind =
        |class: &'static Class| KINDS.iter().find(|kind| class.operation(kind) == operation).map(|kind| (class, *kind));
    let (class, kind) = CLASSES.iter().find_map(of_kind)?;
    let reported = match method {
        Method::Valgrind => class.valgrind?,
        Method::Msan => class.msan?,
        Method::Scan => LEAKS,
        Method::Frame => return None,
    };
    Some(reported.contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leak_is_reported_by_a_method_at_least() {
        let methods = [Method::Valgrind, Method::Msan, Method::Scan];
        for class in CLASSES {
            for kind in KINDS {
                let reported = methods.map(|method| must_report(method, &class.operation(kind)));
                let expected = kind != "control";
                assert_eq!(reported.contains(&Some(true)), expected, "{}", class.operation(kind));
            }
        }
        assert_eq!(must_report(Method::Scan, "planted/avx2"), None);
        assert_eq!(must_report(Method::Valgrind, "planted/sha-ni-branch"), None);
    }
}
