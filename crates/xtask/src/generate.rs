//! Every generator of files that are committed, in one chore.
//!
//! There are two kinds. Chores here need only the files of the tree. What needs the library is a test that compares a file
//! with what it would be, and writes it if `CARNELIAN_GENERATE=1` is set: this program does not depend on the library,
//! which takes minutes to build. `cargo test` therefore compares these files anyway.

use crate::run;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::process::Command;

/// The options of the chore.
#[derive(Args)]
pub(crate) struct Options {
    /// Compares the files with what they would be, and writes none
    #[arg(long)]
    check: bool,
    /// Leaves out what the tests of the workspace generate, and compare
    #[arg(long)]
    chores: bool,
    /// Runs only the generator of this name; can be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

/// A generator.
struct Generator {
    name: &'static str,
    how: How,
}

/// How a generator is run.
enum How {
    /// By a chore, with these arguments to write and these to compare.
    Chore { write: &'static [&'static str], check: &'static [&'static str] },
    /// By the tests of a target of the workspace whose names contain `filter`.
    Tests {
        target: [&'static str; 2],
        filter: &'static str,
        /// The file of the tests.
        #[cfg_attr(not(test), allow(dead_code))]
        file: &'static str,
    },
}

const fn chore(name: &'static str, write: &'static [&'static str], check: &'static [&'static str]) -> Generator {
    Generator { name, how: How::Chore { write, check } }
}

const fn tests(name: &'static str, target: [&'static str; 2], filter: &'static str, file: &'static str) -> Generator {
    Generator { name, how: How::Tests { target, filter, file } }
}

/// Every generator, each after those whose files it reads.
const GENERATORS: &[Generator] = &[
    chore("tables", &["tables"], &["tables", "--check"]),
    tests("algorithms", ["--test", "it"], "catalogue::", "crates/carnelian/tests/it/catalogue.rs"),
    tests("stack", ["--test", "stack"], "needs::needs_are", "crates/carnelian/tests/stack/needs.rs"),
    tests("constant-time", ["--bin", "carnelian-ctcheck"], "page::", "crates/carnelian-ctcheck/src/page.rs"),
    tests("c-constants", ["--test", "constants"], "", "crates/carnelian-capi/tests/constants.rs"),
    tests("python", ["--test", "generated"], "", "crates/carnelian-python/tests/generated.rs"),
    chore("c", &["capi"], &["capi", "--check"]),
    chore("licences", &["licences"], &["licences", "--check"]),
    chore("declassified", &["lint", "--declassified"], &["lint"]),
];

/// Writes the files, or compares them.
///
/// # Errors
/// If a generator does not exist, a build fails, or a file differs or cannot be written.
pub(crate) fn run(options: &Options) -> Result<()> {
    for name in &options.only {
        let is_known = GENERATORS.iter().any(|generator| generator.name == name);
        ensure!(is_known, "there is no generator {name}; there are {}", names().join(", "));
    }
    let is_wanted = |generator: &&Generator| {
        let is_left_out = options.chores && matches!(generator.how, How::Tests { .. });
        !is_left_out && (options.only.is_empty() || options.only.iter().any(|name| name == generator.name))
    };
    for generator in GENERATORS.iter().filter(is_wanted) {
        println!("{}", generator.name);
        run::run(&mut generator.command(options.check)?)?;
    }
    Ok(())
}

fn names() -> Vec<&'static str> {
    GENERATORS.iter().map(|generator| generator.name).collect()
}

impl Generator {
    /// Returns the command that writes or compares. Tests are built with the features of the whole workspace, as for
    /// `cargo test --workspace`, so that both share a build.
    fn command(&self, check: bool) -> Result<Command> {
        let mut command;
        match &self.how {
            How::Chore { write, check: compare } => {
                command = Command::new(std::env::current_exe().context("finding this program")?);
                command.args(if check { *compare } else { *write });
            }
            How::Tests { target, filter, .. } => {
                command = run::cargo(None);
                command.args(["test", "--quiet", "--release", "--workspace"]).args(target).args(["--", filter]);
                if !check {
                    command.env("CARNELIAN_GENERATE", "1");
                }
            }
        }
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;
    use std::collections::BTreeSet;

    #[test]
    fn every_test_that_generates_is_listed() {
        let is_test = |path: &str| workspace::is_rust(path) && !path.starts_with("crates/xtask/");
        let sources = workspace::sources(&workspace::root(), is_test).unwrap();
        let generating = sources.iter().filter(|(_, text)| text.contains("var_os(\"CARNELIAN_GENERATE\")"));
        let listed = GENERATORS.iter().filter_map(|generator| match generator.how {
            How::Tests { file, .. } => Some(file),
            How::Chore { .. } => None,
        });
        assert_eq!(generating.map(|(path, _)| path.as_str()).collect::<BTreeSet<_>>(), listed.collect());
    }

    #[test]
    fn names_are_unique() {
        assert_eq!(names().iter().collect::<BTreeSet<_>>().len(), GENERATORS.len());
    }
}
