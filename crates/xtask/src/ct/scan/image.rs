//! The functions of a program, disassembled.

use anyhow::{Context, Result, ensure};
use iced_x86::{Decoder, DecoderOptions, Instruction};
use object::{Object, ObjectSection, ObjectSymbol, ObjectSymbolTable, RelocationTarget, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One function. Functions with equal code may share an address; then it bears one of their names.
pub(super) struct Function {
    /// Demangled, without the hash.
    pub(super) name: String,
    pub(super) instructions: Vec<Instruction>,
}

/// A program.
#[derive(Default)]
pub(super) struct Image {
    /// Every function, by its address.
    pub(super) functions: BTreeMap<u64, Function>,
    /// Where the addresses of the C library's `memset` lie, through which it is called.
    pub(super) memset: BTreeSet<u64>,
}

/// Reads and disassembles a program.
///
/// # Errors
/// If it is not an object file or has been stripped of its symbols.
pub(super) fn read(program: &Path) -> Result<Image> {
    let data = std::fs::read(program).with_context(|| format!("reading {}", program.display()))?;
    let file = object::File::parse(&*data)?;
    let mut image = Image { memset: imports(&file, "memset")?, ..Image::default() };
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
        let Some(section) = symbol.section_index() else { continue };
        let code = file.section_by_index(section)?.data_range(symbol.address(), symbol.size())?;
        let code = code.with_context(|| format!("{} lies outside its section", symbol.name().unwrap_or("a symbol")))?;
        image.functions.insert(symbol.address(), function(symbol.name()?, symbol.address(), code));
    }
    ensure!(!image.functions.is_empty(), "{} has no symbols", program.display());
    Ok(image)
}

/// Where the loader writes the address of a function from a library.
fn imports(file: &object::File<'_>, name: &str) -> Result<BTreeSet<u64>> {
    let mut addresses = BTreeSet::new();
    let (Some(symbols), Some(relocations)) = (file.dynamic_symbol_table(), file.dynamic_relocations()) else {
        return Ok(addresses);
    };
    for (address, relocation) in relocations {
        if let RelocationTarget::Symbol(index) = relocation.target()
            && symbols.symbol_by_index(index)?.name()? == name
        {
            addresses.insert(address);
        }
    }
    Ok(addresses)
}

pub(super) fn function(symbol: &str, address: u64, code: &[u8]) -> Function {
    let name = format!("{:#}", rustc_demangle::demangle(symbol));
    Function { name, instructions: Decoder::with_ip(64, code, address, DecoderOptions::NONE).into_iter().collect() }
}
