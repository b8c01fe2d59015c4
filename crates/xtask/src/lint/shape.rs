//! Rules on sizes, names and words.

use super::tokens;
use crate::backend;
use crate::finding::Finding;
use crate::workspace::Sources;
use proc_macro2::TokenTree;

/// The maximum number of lines of a file.
const MANY_LINES: usize = 600;

/// The paths of unrolled kernels, which may be longer.
const LONG_KERNELS: &[&str] = &[];

/// Markers of unfinished work. Each word is split so that this file does not contain it.
const UNFINISHED: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// Names that say nothing about the content.
const EMPTY_NAMES: &[&str] = &["util", "utils", "common", "helper", "helpers", "misc"];

/// Checks every file.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    sources.iter().flat_map(|(path, text)| check_file(path, text)).collect()
}

fn check_file(path: &str, text: &str) -> Vec<Finding> {
    let mut findings: Vec<Finding> = unfinished(path, text);
    findings.extend(empty_name(path));
    if path.ends_with(".rs") {
        findings.extend(long(path, text));
        let tokens = tokens::of(text);
        findings.extend(empty_modules(path, &tokens));
        findings.extend(bool_parameters(path, &tokens));
        if is_backend(path) {
            findings.extend(cfg_in_backend(path, &tokens));
        }
        if is_dispatch(path) {
            findings.extend(wildcard_arms(path, &tokens));
        }
    }
    findings
}

fn long(path: &str, text: &str) -> Option<Finding> {
    let lines = text.lines().count();
    let may_be = LONG_KERNELS.contains(&path) || text.starts_with(crate::tables::FIRST_LINE);
    let message = || format!("has {lines} lines; {MANY_LINES} fit a sitting");
    (lines > MANY_LINES && !may_be).then(|| Finding::new(path, 0, message()))
}

fn unfinished(path: &str, text: &str) -> Vec<Finding> {
    let holds = |line: &str, word: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word);
    let words = |line: &str| UNFINISHED.iter().find(|word| holds(line, word)).copied();
    let lines = text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, words(line)?)));
    lines.map(|(line, word)| Finding::new(path, line, format!("{word}: finish it or open an issue"))).collect()
}

fn empty_name(path: &str) -> Option<Finding> {
    let name = path.split(['/', '.']).find(|part| EMPTY_NAMES.contains(part))?;
    Some(Finding::new(path, 0, format!("`{name}` says nothing of what is inside")))
}

fn empty_modules(path: &str, file: &[TokenTree]) -> Vec<Finding> {
    let mut findings = Vec::new();
    tokens::walk(file, &mut |_, run| {
        for pair in run.windows(2) {
            if tokens::is_word(&pair[0], "mod") && EMPTY_NAMES.iter().any(|name| tokens::is_word(&pair[1], name)) {
                let message = format!("the name `{}` says nothing of what is inside", pair[1]);
                findings.push(Finding::new(path, tokens::line(&pair[1]), message));
            }
        }
    });
    findings
}

/// Finds generic parameters `const NAME: bool`: a compiler's message shows them as `true` or `false`, without a name.
fn bool_parameters(path: &str, file: &[TokenTree]) -> Vec<Finding> {
    let mut findings = Vec::new();
    tokens::walk(file, &mut |_, run| {
        for parameter in run.windows(5) {
            let [before, keyword, name, colon, of_type] = parameter else { continue };
            let is_parameter = matches!(before.to_string().as_str(), "<" | ",");
            let is_bool = colon.to_string() == ":" && tokens::is_word(of_type, "bool");
            if is_parameter && tokens::is_word(keyword, "const") && is_bool {
                let message = format!("`const {name}: bool` has no name in messages: two marker types, or an argument");
                findings.push(Finding::new(path, tokens::line(name), message));
            }
        }
    });
    findings
}

fn is_backend(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    path.starts_with("crates/carnelian/src/") && backend::is_backend(name.trim_end_matches(".rs"))
}

/// Finds a `cfg` on the target or on a feature, on anything except a `mod` or a `use`.
fn cfg_in_backend(path: &str, file: &[TokenTree]) -> Vec<Finding> {
    let mut findings = Vec::new();
    tokens::walk(file, &mut |_, run| {
        for (at, token) in run.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            let text = group.stream().to_string();
            let chooses = text.contains("target_") && !text.contains("target_feature (") || text.contains("feature =");
            let is_attribute = text.starts_with("cfg (");
            let is_macro = at >= 2 && tokens::is_word(&run[at - 2], "cfg") && run[at - 1].to_string() == "!";
            let exempt = is_attribute && is_on_import(&run[at + 1..]);
            if chooses && (is_attribute || is_macro) && !exempt {
                let message = "a backend is chosen at run time: `cfg` on the target stands only on `mod` and `use`";
                findings.push(Finding::new(path, tokens::line(token), message));
            }
        }
    });
    findings
}

fn is_dispatch(path: &str) -> bool {
    path.starts_with("crates/carnelian/src/") && path.ends_with("/kernel.rs")
}

/// Finds match arms `_ =>`: with one, a new backend would run as another without an error of the compiler.
fn wildcard_arms(path: &str, file: &[TokenTree]) -> Vec<Finding> {
    let mut findings = Vec::new();
    tokens::walk(file, &mut |_, run| {
        for arm in run.windows(3) {
            if tokens::is_word(&arm[0], "_") && arm[1].to_string() == "=" && arm[2].to_string() == ">" {
                let message = "a dispatch names every backend: no `_ =>`";
                findings.push(Finding::new(path, tokens::line(&arm[0]), message));
            }
        }
    });
    findings
}

/// Returns whether an attribute applies to a `mod` or a `use`.
fn is_on_import(after: &[TokenTree]) -> bool {
    let keyword = after.iter().find(|token| match token {
        TokenTree::Ident(word) => word != "pub",
        _ => false,
    });
    keyword.is_some_and(|word| tokens::is_word(word, "mod") || tokens::is_word(word, "use"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the findings in a file, as line and message.
    fn found(path: &str, text: &str) -> Vec<(usize, String)> {
        check_file(path, text).into_iter().map(|finding| (finding.line, finding.message)).collect()
    }

    #[test]
    fn long_files_are_found() {
        let text = "fn f() {}\n".repeat(MANY_LINES);
        assert_eq!(found("a.rs", &text), []);
        assert_eq!(found("a.rs", &format!("{text}\n")), [(0, "has 601 lines; 600 fit a sitting".to_owned())]);
        assert_eq!(found("a.rs", &format!("{}\n{text}", crate::tables::FIRST_LINE)), []);
        assert_eq!(found("a.toml", &format!("{text}\n")), []);
    }

    #[test]
    fn wildcard_arms_in_a_dispatch_are_found() {
        let path = "crates/carnelian/src/hash/sha512/kernel.rs";
        let count = |text| found(path, text).len();
        assert_eq!(found(path, "fn f() { match b {\n Backend::A(_) => 1,\n _ => 2,\n } }")[0].0, 3);
        assert_eq!(count("fn f() { match b {\n _ if c => 1,\n B(_) => 2 } }"), 0);
        assert_eq!(count("fn f() { match b { Backend::A(_) => |_| 1, Backend::B { .. } => 2 } }"), 0);
        assert_eq!(found("crates/carnelian/src/hash/sha512/mod.rs", "fn f() { match b { _ => 2 } }"), []);
    }

    #[test]
    fn unfinished_work_is_found() {
        for word in UNFINISHED {
            for path in ["a.rs", "Cargo.toml", ".ci/run"] {
                assert_eq!(found(path, &format!("\n// {word}: later"))[0].0, 2, "{path} {word}");
            }
            assert_eq!(found("a.rs", &format!("// {word}S, A{word}, {word}_A and {}", word.to_lowercase())), []);
        }
    }

    #[test]
    fn empty_names_are_found() {
        for name in EMPTY_NAMES {
            assert_eq!(found(&format!("src/{name}.rs"), "").len(), 1);
            assert_eq!(found(&format!("src/{name}/mod.rs"), "").len(), 1);
            assert_eq!(found("src/lib.rs", &format!("fn f() {{\n    mod {name} {{}}\n}}"))[0].0, 2);
        }
        assert_eq!(found("src/commons.rs", "mod helped {} const MISC: u8 = 0;"), []);
    }

    #[test]
    fn bool_parameters_are_found() {
        for bad in [
            "\nfn f<const SEAL: bool>() {}",
            "\nimpl<T, const SEAL: bool> A<T, SEAL> {}",
            "\nstruct A<'a, const N: usize, const SEAL: bool = true>(&'a [u8; N]);",
        ] {
            assert_eq!(found("a.rs", bad).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2], "{bad}");
        }
        for good in [
            "fn f<const N: usize>(seal: bool) {}",
            "const SEAL: bool = true; impl A { const SEAL: bool = true; } trait B { const SEAL: bool; }",
            "// const SEAL: bool\nfn f(a: u8, b: bool) {}",
        ] {
            assert_eq!(found("a.rs", good), [], "{good}");
        }
    }

    #[test]
    fn choices_at_compile_time_are_found_in_backends() {
        let backend = "crates/carnelian/src/hash/sha512/portable.rs";
        for bad in
            ["#[cfg(target_arch = \"x86_64\")]\nfn f() {}", "fn f() { if cfg!(target_pointer_width = \"64\") {} }"]
        {
            for backend in [backend, "crates/carnelian/src/curve/curve25519/sc_4x64.rs"] {
                assert_eq!(found(backend, bad).len(), 1, "{bad}");
            }
            assert_eq!(found("crates/carnelian/src/base/cpu.rs", bad), []);
        }
        assert_eq!(found(backend, "fn f() {\n    #[cfg(feature = \"std\")]\n    g();\n}").len(), 1);
        for good in [
            "#[cfg(target_arch = \"x86_64\")]\npub(super) mod m {}",
            "#[cfg(target_arch = \"x86_64\")]\nuse core::arch::x86_64::*;",
            "#[cfg(test)]\nfn f() {}",
            "#[target_feature(enable = \"avx2\")]\nfn f() {}",
        ] {
            assert_eq!(found(backend, good), [], "{good}");
        }
    }
}
