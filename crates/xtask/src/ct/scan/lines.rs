//! The source file of each instruction of a program, according to its line tables. Code of a macro or an inlined
//! function belongs to the file that defines it.

use anyhow::Result;
use gimli::{AttributeValue, Dwarf, EndianSlice, LittleEndian, SectionId};
use object::{Object, ObjectSection};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

type Section<'a> = EndianSlice<'a, LittleEndian>;

/// The line tables of a program.
#[derive(Default)]
pub(super) struct Lines {
    files: Vec<String>,
    /// The runs of instructions, by start address: the end address and the file.
    runs: BTreeMap<u64, (u64, usize)>,
    /// The lines with instructions, by file, each with the highest address of one.
    numbers: BTreeMap<usize, BTreeMap<u64, u64>>,
}

impl Lines {
    /// # Errors
    /// If the tables cannot be read.
    pub(super) fn read(file: &object::File<'_>) -> Result<Self> {
        let load = |id: SectionId| -> Result<Section<'_>, gimli::Error> {
            let data = file.section_by_name(id.name()).and_then(|section| section.data().ok());
            Ok(EndianSlice::new(data.unwrap_or_default(), LittleEndian))
        };
        let dwarf = Dwarf::load(load)?;
        let mut lines = Self::default();
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            lines.add(&dwarf, &dwarf.unit(header)?)?;
        }
        Ok(lines)
    }

    fn add<'a>(&mut self, dwarf: &Dwarf<Section<'a>>, unit: &gimli::Unit<Section<'a>>) -> Result<()> {
        let Some(program) = unit.line_program.clone() else { return Ok(()) };
        let mut known = BTreeMap::new();
        let mut open: Option<(u64, usize)> = None;
        let mut rows = program.rows();
        while let Some((header, row)) = rows.next_row()? {
            if let Some((start, file)) = open.take()
                && row.address() > start
            {
                self.runs.insert(start, (row.address(), file));
            }
            if row.end_sequence() {
                continue;
            }
            let file = match known.get(&row.file_index()) {
                Some(file) => *file,
                None => {
                    self.files.push(path(dwarf, unit, header, row)?);
                    known.insert(row.file_index(), self.files.len() - 1);
                    self.files.len() - 1
                }
            };
            if let Some(line) = row.line() {
                let highest = self.numbers.entry(file).or_default().entry(line.get()).or_default();
                *highest = row.address().max(*highest);
            }
            open = Some((row.address(), file));
        }
        Ok(())
    }

    /// Returns the file of the instruction at `address`, relative to the workspace root if it is one of ours.
    pub(super) fn file(&self, address: u64) -> Option<&str> {
        let (_, (end, file)) = self.runs.range(..=address).next_back()?;
        (address < *end).then(|| &*self.files[*file])
    }

    /// Returns the start addresses of the code of a file.
    pub(super) fn of<'a>(&'a self, file: &'a str) -> impl Iterator<Item = u64> + 'a {
        self.runs.iter().filter(move |(_, (_, of))| self.files[*of] == file).map(|(start, _)| *start)
    }

    /// Returns the highest address of an instruction of these lines of a file, or `None` if there is none.
    pub(super) fn highest(&self, file: &str, lines: &RangeInclusive<u64>) -> Option<u64> {
        let of_file = self.numbers.iter().filter(|(number, _)| self.files[**number] == file);
        of_file.flat_map(|(_, numbers)| numbers.range(lines.clone()).map(|(_, highest)| *highest)).max()
    }

    /// Adds for tests: the instructions from `start` to `end` belong to `file`.
    #[cfg(test)]
    pub(super) fn with(mut self, start: u64, end: u64, file: &str) -> Self {
        self.files.push(file.to_owned());
        self.runs.insert(start, (end, self.files.len() - 1));
        self
    }
}

fn path<'a>(
    dwarf: &Dwarf<Section<'a>>,
    unit: &gimli::Unit<Section<'a>>,
    header: &gimli::LineProgramHeader<Section<'a>>,
    row: &gimli::LineRow,
) -> Result<String> {
    let text = |value: AttributeValue<Section<'a>>| -> Result<String> {
        Ok(dwarf.attr_string(unit, value)?.to_string_lossy().into_owned())
    };
    let Some(file) = row.file(header) else { return Ok(String::new()) };
    let directory = file.directory(header).map(text).transpose()?.unwrap_or_default();
    let path = format!("{directory}/{}", text(file.path_name())?);
    // The path is absolute or relative, depending on how the compiler was invoked.
    Ok(path.find("crates/").map(|at| path[at..].to_owned()).unwrap_or(path))
}
