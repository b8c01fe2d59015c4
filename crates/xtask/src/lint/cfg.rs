//! Rules on conditional compilation in the library.
//!
//! A backend is chosen at run time, so a `cfg` on the target belongs only where code for one architecture is declared:
//!
//! - in `base/`, which asks the CPU and has the vectors;
//! - in `kernel.rs`, whose table lists the backends;
//! - in the `mod.rs` of a folder that has a `kernel.rs` or backend files, which declares them;
//! - in `lib.rs`, which exports what the checkers need of the two.
//!
//! Every other file states an algorithm or a scheme and is the same on all targets. Backend files have a stricter rule
//! of their own ([`shape`](super::shape)); tests may ask for the target.

use super::tokens;
use crate::backend;
use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::TokenTree;

const LIBRARY: &str = "crates/carnelian/src/";

/// The maximum number of `cfg` attributes in 1000 lines of the library, without those for tests.
const MOST_IN_1000_LINES: usize = 8;

/// Checks the files of the library.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let files = || sources.iter().filter(|(path, text)| is_counted(path, text));
    let mut findings: Vec<Finding> =
        files().filter(|(path, _)| !may_ask(path, sources)).flat_map(|(path, text)| target_cfgs(path, text)).collect();
    findings.extend(density(files().map(|(_, text)| text.as_str())));
    findings
}

/// Returns whether the file is handwritten code of the library and no test.
fn is_counted(path: &str, text: &str) -> bool {
    let is_test = |part: &str| {
        matches!(part, "tests" | "tests.rs" | "testing.rs" | "textbook" | "textbook.rs") || part.ends_with("_tests.rs")
    };
    path.ends_with(".rs")
        && path.strip_prefix(LIBRARY).is_some_and(|path| !path.split('/').any(is_test))
        && !text.starts_with(crate::tables::FIRST_LINE)
}

/// Returns whether a `cfg` on the target may be in the file.
fn may_ask(path: &str, sources: &Sources) -> bool {
    let Some((folder, name)) = path.rsplit_once('/') else { return false };
    let is_backend = |name: &str| backend::is_backend(name.trim_end_matches(".rs"));
    let declares = |path: &str| {
        path.strip_prefix(folder)
            .and_then(|rest| rest.strip_prefix('/'))
            .is_some_and(|name| name == "kernel.rs" || is_backend(name))
    };
    let is_base = path.starts_with("crates/carnelian/src/base/");
    is_base
        || path == "crates/carnelian/src/lib.rs"
        || name == "kernel.rs"
        || is_backend(name)
        || name == "mod.rs" && sources.keys().any(|path| declares(path))
}

/// Finds attributes and macros that ask for the target.
fn target_cfgs(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    tokens::walk(&tokens::of(text), &mut |_, run| {
        for (at, token) in run.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            let text = group.stream().to_string();
            let is_attribute = text.starts_with("cfg (") || text.starts_with("cfg_attr (");
            let is_macro = at >= 2 && tokens::is_word(&run[at - 2], "cfg") && run[at - 1].to_string() == "!";
            let asks =
                text.contains("target_arch") || text.contains("target_feature =") || text.contains("target_pointer");
            if asks && (is_attribute || is_macro) && !is_for_tests(&text) {
                let message = "an algorithm is the same on every target: `cfg` on the target belongs in `kernel.rs`, in \
                               the `mod.rs` beside it, or in `base/`";
                findings.push(Finding::new(path, tokens::line(token), message));
            }
        }
    });
    findings
}

/// Returns whether an attribute is compiled for tests only.
fn is_for_tests(attribute: &str) -> bool {
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "test");
    words(attribute) && !attribute.contains("not (test") && !attribute.contains("not(test")
}

/// Counts the attributes in all files together.
fn density<'a>(files: impl Iterator<Item = &'a str>) -> Option<Finding> {
    let (mut cfgs, mut lines) = (0, 0);
    for text in files {
        lines += text.lines().count();
        let is_cfg = |line: &&str| ["#[cfg", "#![cfg"].iter().any(|start| line.trim_start().starts_with(start));
        cfgs += text.lines().filter(is_cfg).filter(|line| !is_for_tests(line)).count();
    }
    let message = || format!("{cfgs} `cfg` in {lines} lines; at most {MOST_IN_1000_LINES} in 1000 keep code readable");
    (cfgs * 1000 > MOST_IN_1000_LINES * lines).then(|| Finding::new(LIBRARY, 0, message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILLER: &str = "fn f() {}\n";

    /// Returns the files and lines of the findings.
    fn found(files: &[(&str, &str)]) -> Vec<(String, usize)> {
        let mut sources: Sources =
            files.iter().map(|(path, text)| (format!("{LIBRARY}{path}"), (*text).to_owned())).collect();
        sources.insert(format!("{LIBRARY}hash/long.rs"), FILLER.repeat(500));
        let place = |found: Finding| (found.file.trim_start_matches(LIBRARY).to_owned(), found.line);
        check(&sources).into_iter().map(place).collect()
    }

    #[test]
    fn an_algorithm_does_not_ask_for_the_target() {
        let text = "//! A hash.\n#[cfg(target_arch = \"x86_64\")]\nmod x86_avx2;\n";
        for path in ["lib.rs", "base/memory.rs", "hash/a/kernel.rs", "hash/a/tests.rs", "hash/a/tests/more.rs"] {
            assert_eq!(found(&[(path, text)]), [], "{path}");
        }
        for beside in ["kernel.rs", "x86_avx2.rs", "portable.rs"] {
            assert_eq!(found(&[("hash/a/mod.rs", text), (&format!("hash/a/{beside}"), "")]), []);
        }
        for path in ["hash/a/mod.rs", "hash/a/compression.rs", "cipher/seal.rs", "cipher/lib.rs"] {
            assert_eq!(found(&[(path, text), ("hash/b/kernel.rs", "")]), [(path.to_owned(), 2)]);
        }
        let in_macro = "fn f() {\n    if cfg!(target_pointer_width = \"64\") {}\n}\n";
        assert_eq!(found(&[("hash/a/rounds.rs", in_macro)]), [("hash/a/rounds.rs".to_owned(), 2)]);
        for good in [
            "#[cfg(all(test, target_arch = \"x86_64\"))]\nmod tests {}\n",
            "#[cfg(feature = \"alloc\")]\nfn f() {}\n",
            "#[target_feature(enable = \"avx2\")]\nfn f() {}\n",
        ] {
            assert_eq!(found(&[("hash/a/rounds.rs", good)]), [], "{good}");
        }
    }

    #[test]
    fn conditions_are_counted() {
        let cfgs = |count: usize, cfg: &str| format!("{cfg}\n").repeat(count) + &FILLER.repeat(500 - count);
        // Half of the lines are those that every call adds.
        assert_eq!(found(&[("hash/a.rs", &cfgs(8, "#[cfg(feature = \"std\")]"))]), []);
        let many = cfgs(9, "    #[cfg(feature = \"std\")]");
        assert_eq!(found(&[("hash/a.rs", &many)]), [(LIBRARY.trim_start_matches(LIBRARY).to_owned(), 0)]);
        assert_eq!(found(&[("hash/a.rs", &cfgs(9, "#[cfg(test)]"))]), []);
        assert_eq!(found(&[("hash/tests.rs", &many)]), []);
        assert_eq!(found(&[("hash/a.rs", &format!("{}\n{many}", crate::tables::FIRST_LINE))]), []);
    }
}
