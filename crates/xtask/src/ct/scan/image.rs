//! The functions of a program, disassembled.

use super::flow::Callee;
use super::lines::Lines;
use anyhow::{Context, Result, ensure};
use iced_x86::{Decoder, DecoderOptions, Instruction};
use object::{Object, ObjectSection, ObjectSymbol, ObjectSymbolTable, RelocationTarget, SymbolKind};
use std::collections::BTreeMap;
use std::path::Path;

/// A function. Functions with identical code may share an address; then it has one of their names.
pub(super) struct Function {
    /// The demangled name, without the hash.
    pub(super) name: String,
    pub(super) instructions: Vec<Instruction>,
}

impl Function {
    fn holds(&self, address: u64) -> bool {
        self.instructions.last().is_some_and(|last| address < last.next_ip())
    }
}

/// A program.
#[derive(Default)]
pub(super) struct Image {
    /// Every function, by its address.
    pub(super) functions: BTreeMap<u64, Function>,
    /// The addresses of the pointers through which functions of shared libraries are called, and the functions' names.
    pub(super) imports: BTreeMap<u64, String>,
    /// The addresses of the pointers into the program itself, and their targets.
    pub(super) pointers: BTreeMap<u64, u64>,
    /// The source files of the instructions.
    pub(super) lines: Lines,
}

/// Reads and disassembles a program.
///
/// # Errors
/// If it is not an object file or has been stripped of its symbols.
pub(super) fn read(program: &Path) -> Result<Image> {
    let data = std::fs::read(program).with_context(|| format!("reading {}", program.display()))?;
    let file = object::File::parse(&*data)?;
    let mut image = Image { lines: Lines::read(&file)?, ..Image::default() };
    image.add_relocations(&file)?;
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
        let Some(section) = symbol.section_index() else { continue };
        let code = file.section_by_index(section)?.data_range(symbol.address(), symbol.size())?;
        let code = code.with_context(|| format!("{} lies outside its section", symbol.name().unwrap_or("a symbol")))?;
        image.functions.insert(symbol.address(), function(symbol.name()?, symbol.address(), code));
    }
    ensure!(!image.functions.is_empty(), "{} has no symbols", program.display());
    Ok(image)
}

pub(super) fn function(symbol: &str, address: u64, code: &[u8]) -> Function {
    let name = format!("{:#}", rustc_demangle::demangle(symbol));
    Function { name, instructions: Decoder::with_ip(64, code, address, DecoderOptions::NONE).into_iter().collect() }
}

impl Image {
    /// Adds the addresses that the loader writes, and their values.
    fn add_relocations(&mut self, file: &object::File<'_>) -> Result<()> {
        let (Some(symbols), Some(relocations)) = (file.dynamic_symbol_table(), file.dynamic_relocations()) else {
            return Ok(());
        };
        for (address, relocation) in relocations {
            match relocation.target() {
                RelocationTarget::Symbol(index) => {
                    self.imports.insert(address, symbols.symbol_by_index(index)?.name()?.to_owned());
                }
                _ => drop(self.pointers.insert(address, relocation.addend().cast_unsigned())),
            }
        }
        Ok(())
    }

    /// Returns the functions that contain code of a file.
    ///
    /// # Errors
    /// If some of the code is outside any function.
    pub(super) fn functions_with_code_of(&self, file: &str) -> Result<Vec<&Function>> {
        let mut found = BTreeMap::new();
        // Code that the linker removed keeps its entries in the line tables, below all code.
        let first = self.functions.keys().next().copied().unwrap_or_default();
        for place in self.lines.of(file).filter(|place| *place >= first) {
            let function = self.functions.range(..=place).next_back();
            let (address, function) = function
                .filter(|(_, function)| function.holds(place))
                .with_context(|| format!("code of {file} at {place:#x} is in no function"))?;
            found.insert(*address, function);
        }
        Ok(found.into_values().collect())
    }

    /// Returns whether the program has an instruction of these lines of a file.
    pub(super) fn has_code_of(&self, file: &str, lines: &std::ops::RangeInclusive<u64>) -> bool {
        // As above, code that the linker removed is below all code.
        let first = self.functions.keys().next().copied().unwrap_or_default();
        self.lines.highest(file, lines).is_some_and(|address| address >= first)
    }

    /// Returns the name of the function that an instruction calls or jumps to, or `None` if it reads the target from an
    /// address that is not fixed.
    fn target(&self, instruction: &Instruction) -> Option<&str> {
        let address = if instruction.is_ip_rel_memory_operand() {
            let place = instruction.ip_rel_memory_address();
            if let Some(import) = self.imports.get(&place) {
                return Some(import);
            }
            *self.pointers.get(&place)?
        } else if instruction.near_branch_target() != 0 {
            instruction.near_branch_target()
        } else {
            return None;
        };
        self.functions.get(&address).map(|function| &*function.name)
    }

    /// Returns the effect of a call, in a function that may call the functions for which `is_checked` is true.
    pub(super) fn callee(&self, instruction: &Instruction, is_checked: impl Fn(&str) -> bool) -> Option<Callee> {
        match self.target(instruction)? {
            "memset" | "memcpy" | "memmove" => Some(Callee::Memory),
            "malloc" | "calloc" | "realloc" => Some(Callee::Allocates),
            name if ["alloc", "alloc_zeroed", "realloc"]
                .iter()
                .any(|end| name.ends_with(&format!("::__rust_{end}"))) =>
            {
                Some(Callee::Allocates)
            }
            name if diverges(name) => Some(Callee::Diverges),
            name => is_checked(name).then_some(Callee::Checked),
        }
    }
}

/// Returns whether a function only reports a panic. Each is named, except in a module that has no others: the functions
/// around them compute, such as those of `Option`.
pub(super) fn diverges(name: &str) -> bool {
    const PANICS: [&str; 6] = [
        "core::option::expect_failed",
        "core::option::unwrap_failed",
        "core::result::unwrap_failed",
        "core::slice::index::slice_index_fail",
        "alloc::alloc::handle_alloc_error",
        "_Unwind_Resume",
    ];
    PANICS.contains(&name) || name.starts_with("core::panicking::") && !name.contains("carnelian")
}
