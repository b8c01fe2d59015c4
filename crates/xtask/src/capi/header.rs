//! The header, written by cbindgen from the functions and types of `carnelian-capi`.

use crate::workspace;
use anyhow::{Context, Result, anyhow};
use std::fs;

/// The folder of the crate, relative to the workspace root.
const CRATE: &str = "crates/carnelian-capi";

/// Returns the text of the header.
///
/// # Errors
/// If a source cannot be read or parsed.
pub(super) fn text() -> Result<String> {
    let folder = workspace::root().join(CRATE);
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).map_err(|error| anyhow!(error))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for module in in_order(modules(&fs::read_to_string(folder.join("src/lib.rs"))?)) {
        let file = folder.join(format!("src/{module}.rs"));
        let folded = folder.join(format!("src/{module}/mod.rs"));
        builder = builder.with_src(if folded.exists() { folded } else { file });
    }
    let bindings = builder.generate().context("parsing the sources of the header")?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let opening = fs::read_to_string(folder.join("conventions.txt")).context("reading the conventions")?;
    Ok(tidy(&comment(&opening), &String::from_utf8(text)?))
}

/// The modules with which the header begins: what every function uses, and hash functions. The others follow by name.
const FIRST: &[&str] = &["status", "library", "random", "hash", "xof", "blake2", "hmac", "kmac", "poly1305", "hkdf"];

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

/// Puts the opening comment first, and removes from comments what concerns Rust only: the section `# Safety`, which
/// repeats the header's own conventions, and the marks of links.
fn tidy(opening: &str, generated: &str) -> String {
    let mut lines: Vec<String> = opening.lines().map(str::to_owned).collect();
    let mut in_safety = false;
    for line in generated.lines() {
        let is_comment = line.trim_start().starts_with('*');
        let ends = line.trim_start().starts_with("*/");
        if line.trim() == "* # Safety" {
            in_safety = true;
            while lines.last().is_some_and(|last| last.trim() == "*") {
                lines.pop();
            }
        }
        in_safety &= is_comment && !ends;
        if !in_safety {
            lines.push(if is_comment { line.replace('`', "") } else { line.to_owned() });
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_opens_with_the_conventions_and_leaves_out_what_concerns_rust() {
        let generated = "/**\n * Fills `out`.\n *\n * # Safety\n * Pointers.\n */\nint f(void);\n";
        let expected = "/*\n * Rules.\n *\n * More.\n */\n/**\n * Fills out.\n */\nint f(void);\n";
        assert_eq!(tidy(&comment("Rules.\n\nMore.\n"), generated), expected);
    }

    #[test]
    fn only_public_modules_have_entry_points() {
        let modules = modules("pub mod aead;\nmod causes;\npub mod hash;\npub mod status;\n");
        assert_eq!(in_order(modules), ["status", "hash", "aead"]);
    }
}
