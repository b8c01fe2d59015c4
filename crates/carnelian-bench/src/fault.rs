//! The kinds of errors, by the party that has to act.

/// The party at fault for an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The command line is wrong.
    CommandLine,
    /// A file cannot be read or written.
    Access,
    /// A file's content cannot be used.
    Content,
}
