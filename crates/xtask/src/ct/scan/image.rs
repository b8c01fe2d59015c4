//! The functions of a program, disassembled.

use anyhow::{Context, Result, ensure};
use iced_x86::{Decoder, DecoderOptions, Instruction};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::collections::BTreeMap;
use std::path::Path;

/// One function. Functions with equal code may share an address; then it bears one of their names.
pub(super) struct Function {
    /// Demangled, without the hash.
    pub(super) name: String,
    pub(super) instructions: Vec<Instruction>,
}

/// Every function, by its address.
pub(super) type Image = BTreeMap<u64, Function>;

/// Reads and disassembles a program.
///
/// # Errors
/// If it is not an object file or has been stripped of its symbols.
pub(super) fn read(program: &Path) -> Result<Image> {
    let data = std::fs::read(program).with_context(|| format!("reading {}", program.display()))?;
    let file = object::File::parse(&*data)?;
    let mut image = Image::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
        let Some(section) = symbol.section_index() else { continue };
        let code = file.section_by_index(section)?.data_range(symbol.address(), symbol.size())?;
        let code = code.with_context(|| format!("{} lies outside its section", symbol.name().unwrap_or("a symbol")))?;
        image.insert(symbol.address(), function(symbol.name()?, symbol.address(), code));
    }
    ensure!(!image.is_empty(), "{} has no symbols", program.display());
    Ok(image)
}

pub(super) fn function(symbol: &str, address: u64, code: &[u8]) -> Function {
    let name = format!("{:#}", rustc_demangle::demangle(symbol));
    Function { name, instructions: Decoder::with_ip(64, code, address, DecoderOptions::NONE).into_iter().collect() }
}
