//! The bytes of code and of constants in a program or an archive.

use anyhow::{Context, Result};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, SectionKind};
use std::fs;
use std::path::Path;

/// Numbers of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bytes {
    /// Instructions.
    pub(super) code: u64,
    /// Data that is only read, and initial values of data that is written.
    pub(super) constants: u64,
}

impl Bytes {
    /// Counts those of a program.
    ///
    /// # Errors
    /// If the file cannot be read as one.
    pub(super) fn of_program(path: &Path) -> Result<Self> {
        let file = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        Ok(Self::of_sections(&object::File::parse(&*file)?))
    }

    /// Counts those of all objects in an archive.
    ///
    /// # Errors
    /// If the file cannot be read as one.
    pub(super) fn of_library(path: &Path) -> Result<Self> {
        let file = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let mut sum = Self::default();
        for member in ArchiveFile::parse(&*file)?.members() {
            let member = member?;
            // Metadata of the compiler is not an object.
            if !member.name().ends_with(b".o") {
                continue;
            }
            let Self { code, constants } = Self::of_sections(&object::File::parse(member.data(&*file)?)?);
            sum.code += code;
            sum.constants += constants;
        }
        Ok(sum)
    }

    fn of_sections(object: &object::File<'_>) -> Self {
        let mut sum = Self::default();
        for section in object.sections() {
            match section.kind() {
                SectionKind::Text => sum.code += section.size(),
                SectionKind::ReadOnlyData | SectionKind::ReadOnlyString | SectionKind::Data
                    if !section.name().is_ok_and(is_of_unwinding) =>
                {
                    sum.constants += section.size();
                }
                _ => {}
            }
        }
        sum
    }

    /// Returns what these have more than others.
    pub(super) fn beyond(self, other: &Self) -> Self {
        Self { code: self.code.saturating_sub(other.code), constants: self.constants.saturating_sub(other.constants) }
    }
}

/// Returns whether a section has the tables by which a stack is unwound: they grow with the code, and a program without
/// panics does without.
fn is_of_unwinding(name: &str) -> bool {
    name.starts_with(".eh_frame") || name.starts_with(".gcc_except_table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_has_both() {
        let bytes = Bytes::of_program(&std::env::current_exe().unwrap()).unwrap();
        assert!(bytes.code > 100_000 && bytes.constants > 10_000, "{bytes:?}");
        assert_eq!(bytes.beyond(&bytes), Bytes::default());
    }

    #[test]
    fn what_is_no_program_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        fs::write(&path, "text").unwrap();
        assert!(Bytes::of_program(&path).is_err() && Bytes::of_library(&path).is_err());
        assert!(Bytes::of_program(&folder.path().join("none")).is_err());
    }
}
