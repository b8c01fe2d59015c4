//! The header, written by cbindgen from the functions and types of `carnelian-capi`.

use crate::workspace;
use anyhow::{Context, Result, anyhow};
use std::fs;
use std::path::Path;

/// The folder of the crate, relative to the workspace root.
const CRATE: &str = "crates/carnelian-capi";

/// Returns the text of the header: the conventions, and a section for each module.
///
/// # Errors
/// If a source cannot be read or parsed.
pub(super) fn text() -> Result<String> {
    let folder = workspace::root().join(CRATE);
    let conventions = fs::read_to_string(folder.join("conventions.txt")).context("reading the conventions")?;
    let mut sections = String::new();
    for module in in_order(modules(&fs::read_to_string(folder.join("src/lib.rs"))?)) {
        let file = [format!("src/{module}.rs"), format!("src/{module}/mod.rs")].map(|file| folder.join(file));
        let file =
            file.into_iter().find(|file| file.exists()).with_context(|| format!("there is no module {module}"))?;
        sections.push_str(&section(&folder, &file)?);
    }
    Ok(whole(&conventions, &sections))
}

/// Returns the section of a module, under the first sentence of its documentation.
fn section(folder: &Path, file: &Path) -> Result<String> {
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).map_err(|error| anyhow!(error))?;
    let bindings = cbindgen::Builder::new().with_config(config).with_src(file).generate();
    let bindings = bindings.with_context(|| format!("parsing {}", file.display()))?;
    let mut generated = Vec::new();
    bindings.write(&mut generated);
    let source = fs::read_to_string(file)?;
    let title = title(&source).with_context(|| format!("{} has no documentation", file.display()))?;
    let declarations = with_marks(&tidy(&String::from_utf8(generated)?));
    Ok(format!("\n{}\n{declarations}", comment(&format!("{}\n{title}", "-".repeat(100)))))
}

/// Returns the first sentence of the documentation of a module.
fn title(source: &str) -> Option<String> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//! "));
    let text = lines.collect::<Vec<_>>().join(" ").replace('`', "");
    let end = format!("{text} ").find(". ")?;
    Some(text[..=end].to_owned())
}

/// Returns the header with these sections.
fn whole(conventions: &str, sections: &str) -> String {
    let opening = comment(conventions);
    format!(
        "\
/* Written by `cargo xtask capi` from the sources of the library; not to be edited. */

{opening}
#ifndef CARNELIAN_H
#define CARNELIAN_H

#include <stddef.h>
#include <stdint.h>
{MARK}
#ifdef __cplusplus
extern \"C\" {{
#endif
{sections}
#ifdef __cplusplus
}}
#endif

#endif
"
    )
}

/// The definition of the mark of results that must not be ignored.
const MARK: &str = "
/* The mark of functions whose result must not be ignored. Programs that want no warnings define it as nothing. */
#ifndef CARNELIAN_MUST_CHECK
#if defined(__GNUC__) || defined(__clang__)
#define CARNELIAN_MUST_CHECK __attribute__((warn_unused_result))
#elif defined(__cplusplus) && __cplusplus >= 201703L
#define CARNELIAN_MUST_CHECK [[nodiscard]]
#else
#define CARNELIAN_MUST_CHECK
#endif
#endif
";

/// Marks every function that returns a status, or a number that is one. Those named `_wipe` fail only for a pointer that
/// is no context, and are called where a program has already given up.
fn with_marks(declarations: &str) -> String {
    let returns_a_status =
        |line: &str| line.starts_with("carnelian_status carnelian_") || line.starts_with("int carnelian_");
    let mut marked = String::new();
    for line in declarations.lines() {
        if returns_a_status(line) && !line.contains("_wipe(") {
            marked.push_str("CARNELIAN_MUST_CHECK\n");
        }
        marked.push_str(line);
        marked.push('\n');
    }
    marked
}

/// The modules with which the header begins: what every function uses, hash functions, and the
/// interfaces whose types and constants others use. The others follow by name.
const FIRST: &[&str] = &[
    "status",
    "library",
    "random",
    "hash",
    "xof",
    "blake2",
    "mac",
    "poly1305",
    "hkdf",
    "signature",
    "kem",
    "exchange",
];

/// Returns the modules with entry points, the public ones.
fn modules(lib: &str) -> Vec<String> {
    let names = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}

fn in_order(mut modules: Vec<String>) -> Vec<String> {
    let place = |module: &String| FIRST.iter().position(|first| first == module).unwrap_or(FIRST.len());
    modules.sort_by_key(|module| (place(module), module.clone()));
    modules
}

/// Returns the text as a comment in C.
fn comment(text: &str) -> String {
    let lines = text.lines().map(|line| format!(" * {line}").trim_end().to_owned());
    format!("/*\n{}\n */\n", lines.collect::<Vec<_>>().join("\n"))
}

/// Removes from comments what concerns Rust only: the section `# Safety`, which repeats the header's own conventions, and
/// the marks of code.
fn tidy(generated: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_safety = false;
    for line in generated.trim_matches('\n').lines() {
        let is_comment = line.trim_start().starts_with('*');
        if line.trim() == "* # Safety" {
            in_safety = true;
            while lines.last().is_some_and(|last| last.trim() == "*") {
                lines.pop();
            }
        }
        in_safety &= is_comment && !line.trim_start().starts_with("*/");
        if !in_safety {
            lines.push(if is_comment { line.replace('`', "") } else { line.to_owned() });
        }
    }
    without_gaps(&on_one_line(&lines)).join("\n")
}

/// Puts constants without a comment right below the one before.
fn without_gaps(lines: &[String]) -> Vec<String> {
    let is_constant = |line: Option<&String>| line.is_some_and(|line| line.starts_with("#define "));
    let is_gap = |index: usize| {
        lines[index].is_empty()
            && is_constant(index.checked_sub(1).map(|last| &lines[last]))
            && is_constant(lines.get(index + 1))
    };
    (0..lines.len()).filter(|index| !is_gap(*index)).map(|index| lines[index].clone()).collect()
}

/// Puts comments of one line on one line.
fn on_one_line(lines: &[String]) -> Vec<String> {
    let mut shorter: Vec<String> = Vec::new();
    let mut rest = lines;
    while let Some((line, others)) = rest.split_first() {
        let short = match rest {
            [open, text, close, ..] if open.trim() == "/**" && close.trim() == "*/" => {
                let text = text.trim_start().trim_start_matches('*').trim();
                Some(format!("{}/** {text} */", open.trim_end().trim_end_matches("/**")))
            }
            _ => None,
        };
        if let Some(short) = short.filter(|short| short.len() <= 120) {
            shorter.push(short);
            rest = &rest[3..];
        } else {
            shorter.push(line.clone());
            rest = others;
        }
    }
    shorter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_leave_out_what_concerns_rust() {
        let generated = "/**\n * Fills `out`.\n *\n * # Safety\n * Pointers.\n */\nint f(void);\n";
        assert_eq!(tidy(generated), "/** Fills out. */\nint f(void);");
        let generated = "/**\n * One.\n *\n * Two.\n */\nint g(void);";
        assert_eq!(tidy(generated), generated);
    }

    #[test]
    fn constants_without_a_comment_stand_together() {
        let generated =
            "/**\n * A.\n */\n#define A 1\n\n#define A_LEN 2\n\n/**\n * B.\n */\n#define B 3\n\nint f(void);";
        let expected = "/** A. */\n#define A 1\n#define A_LEN 2\n\n/** B. */\n#define B 3\n\nint f(void);";
        assert_eq!(tidy(generated), expected);
    }

    #[test]
    fn a_status_must_not_be_ignored() {
        let marked = "carnelian_status carnelian_f(int a,\n                 int b);\n";
        assert_eq!(with_marks(marked), format!("CARNELIAN_MUST_CHECK\n{marked}"));
        assert_eq!(with_marks("int carnelian_f(void);\n"), "CARNELIAN_MUST_CHECK\nint carnelian_f(void);\n");
        let others = "void carnelian_f(void);\ncarnelian_status carnelian_f_wipe(int *f);\nsize_t carnelian_f(void);\n";
        assert_eq!(with_marks(others), others);
    }

    #[test]
    fn the_title_of_a_section_is_one_sentence() {
        assert_eq!(title("//! Keys of\n//! `X25519`. More.\n#![allow(x)]").unwrap(), "Keys of X25519.");
        assert_eq!(title("fn f() {}"), None);
    }

    #[test]
    fn the_header_opens_with_the_conventions() {
        let text = whole("Rules.\n\nMore.\n", "int f(void);\n");
        assert!(text.contains("/*\n * Rules.\n *\n * More.\n */\n"));
    }

    #[test]
    fn only_public_modules_have_entry_points() {
        let modules = modules("pub mod aead;\nmod causes;\npub mod hash;\npub mod status;\n");
        assert_eq!(in_order(modules), ["status", "hash", "aead"]);
    }
}
