//! Checks of assembly anywhere in the program: in functions of its own, and in every copy of every function into which
//! it was inlined. The line tables identify the instructions.

use super::flow::{self, Callee, Fault};
use super::image::{Function, Image};
use super::listed::{INERT, Inert, is_all_of_kernels};
use super::{divisions, judged, shown};
use crate::backend;
use crate::ct::table::{Level, Row};
use crate::workspace::Sources;
use anyhow::{Context, Result, bail, ensure};
use iced_x86::{Instruction, Mnemonic};
use proc_macro2::{TokenStream, TokenTree};

/// The path of the library's sources in the line tables.
pub(super) const LIBRARY: &str = "crates/carnelian/src/";

/// Returns the files of the library with assembly that computes something, except those with kernels alone.
///
/// # Errors
/// If a file that is listed as computing nothing has no assembly, or has instructions that are not in the list.
pub(super) fn files(library: &Sources) -> Result<Vec<&str>> {
    let has_assembly = |file: &str| library.get(file).is_some_and(|text| text.contains("asm!("));
    for Inert { file, instructions } in INERT {
        ensure!(has_assembly(file), "{file} is listed in ct/scan/listed.rs, and has no assembly");
        for instruction in instructions_in(&library[*file]).with_context(|| format!("reading {file}"))? {
            ensure!(
                instructions.contains(&&*instruction),
                "{file} is listed in ct/scan/listed.rs as computing nothing, and has `{instruction}`"
            );
        }
    }
    let computes = |file: &&str| has_assembly(file) && INERT.iter().all(|inert| inert.file != *file);
    let is_checked_here = |file: &&str| computes(file) && !is_all_of_kernels(file, &library[*file]);
    Ok(library.keys().map(String::as_str).filter(is_checked_here).collect())
}

/// Returns the instructions in a file's `asm!`.
///
/// # Errors
/// If the file is not Rust, or has assembly that a macro generates.
fn instructions_in(text: &str) -> Result<Vec<String>> {
    let tokens: TokenStream = text.parse().map_err(|_| anyhow::anyhow!("not Rust"))?;
    let mut found = Vec::new();
    collect(tokens, false, &mut found)?;
    Ok(found)
}

fn collect(tokens: TokenStream, in_assembly: bool, found: &mut Vec<String>) -> Result<()> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Literal(literal) if in_assembly => found.extend(instructions_of(&literal.to_string())),
            TokenTree::Group(group) => {
                let called = tokens[..at].last_chunk().filter(|[_, mark]| mark.to_string() == "!");
                let called = called.map(|[name, _]| name.to_string());
                if in_assembly && called.is_some() {
                    bail!("a macro writes assembly");
                }
                let is_assembly = called.is_some_and(|name| name.ends_with("asm"));
                collect(group.stream(), is_assembly, found)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the mnemonics in an assembly string literal, which includes its quotation marks. Comments are skipped.
fn instructions_of(literal: &str) -> Vec<String> {
    let lines = literal.trim_matches('"').split("\\n").flat_map(|line| line.split(';')).map(str::trim);
    let instructions = lines.filter(|line| !line.is_empty() && !line.starts_with("/*") && !line.ends_with(':'));
    instructions.map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// Returns the row of a file's assembly.
///
/// # Errors
/// If the program contains none of it, or some of it outside any function.
pub(super) fn row(image: &Image, level: Level, file: &str) -> Result<Row> {
    let source = format!("{LIBRARY}{file}");
    let functions = image.functions_with_code_of(&source)?;
    ensure!(!functions.is_empty(), "the program has no code of {file}, or no line tables");
    let details = functions.into_iter().flat_map(|function| faults(image, function, &source)).collect();
    let module = file.trim_end_matches(".rs").replace('/', "::");
    let module = module.split_once("::").map_or(&*module, |(_, rest)| rest);
    Ok(judged((format!("assembly/{module}"), backend::tier(file)), level, details))
}

/// Returns the forbidden things that the instructions of a file do in a function. The code around them is checked by
/// the other methods. So are the addresses of copies in functions of other modules, which keep more pointers on the stack
/// than can be followed through what assembly pushes there, and some of which are variable-time: valgrind runs them.
pub(super) fn faults(image: &Image, function: &Function, source: &str) -> Vec<String> {
    let callee = |call: &_| image.callee(call, |_| true).or(Some(Callee::Checked));
    let found = flow::follow(&function.instructions, &callee, &[]);
    // Alignment padding before jump targets is never reached, and does nothing.
    let does = |instruction: &&Instruction| instruction.mnemonic() != Mnemonic::Nop;
    let assembly = function.instructions.iter().filter(|i| image.lines.file(i.ip()) == Some(source)).filter(does);
    let is_at_home = function.name.contains(&module_of(source));
    let mut details = Vec::new();
    for instruction in assembly {
        let why = |fault: Fault| format!("{}: {fault}", shown(function, instruction));
        let faults = [Fault::Address, Fault::Jump, Fault::Elsewhere].into_iter();
        let faults = faults.filter(|fault| *fault != Fault::Address || is_at_home);
        let faults = faults.filter(|fault| found.faults.contains(&(instruction.ip(), *fault)));
        details.extend(faults.map(why));
        if divisions::divides(instruction) {
            details.push(shown(function, instruction));
        }
        if !found.reached.contains(&instruction.ip()) {
            details.push(format!("{}: the scan does not get there", shown(function, instruction)));
        }
    }
    details
}

/// Returns the path of the module that contains the module of a source file.
fn module_of(source: &str) -> String {
    let file = source.split_once("/src/").map_or(source, |(_, file)| file);
    file.rsplit_once('/').map_or(file, |(folder, _)| folder).replace('/', "::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_at_home_in_its_folder() {
        assert_eq!(module_of("crates/carnelian/src/curve/curve25519/bmi2/x86_bmi2.rs"), "curve::curve25519::bmi2");
        assert_eq!(module_of("crates/carnelian-ctcheck/src/op/planted/x86_asm.rs"), "op::planted");
    }

    fn library(file: &str, text: &str) -> Sources {
        let inert = INERT.iter().map(|inert| (inert.file.to_owned(), "asm!(\"\")".to_owned()));
        inert.chain([(file.to_owned(), text.to_owned())]).collect()
    }

    #[test]
    fn a_file_with_assembly_computes_unless_it_is_listed() {
        let found = |file: &str, text: &str| files(&library(file, text)).map(|files| files.join(" "));
        assert_eq!(found("hash/new.rs", "core::arch::asm!(\"ror eax\")").unwrap(), "hash/new.rs");
        assert_eq!(found("hash/new.rs", "core::arch::naked_asm!(\"ret\")").unwrap(), "hash/new.rs");
        assert_eq!(found("hash/new.rs", "fn asm() {}").unwrap(), "");
        let barrier = "asm!(\"/* {0} */\", inout(reg) x, options(nomem))";
        assert_eq!(found("base/ct.rs", barrier).unwrap(), "");
        assert!(found("base/ct.rs", "").is_err(), "listed, and without assembly");
        for computing in ["asm!(\"/* {0} */\", \"inc {0}\")", "asm!(\"\\ninc eax\")", "asm!(add!(\"eax\"), in(reg) x)"]
        {
            assert!(found("base/ct.rs", computing).is_err(), "{computing}");
        }
        let mode = "unsafe { asm!(\"stmxcsr [{}]\", \"ldmxcsr [{}]\", in(reg) a, in(reg) b) }";
        assert_eq!(found("base/lanes/f64/x86_avx2_fma.rs", mode).unwrap(), "");
    }
}
