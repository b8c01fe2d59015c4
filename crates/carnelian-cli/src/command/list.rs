//! `carnelian list`: what there is, and what this CPU makes of it.

use crate::algorithm::{ALGORITHMS, Algorithm};
use crate::exit::{Exit, Failure};
use crate::output;
use carnelian::cpu::Tier;
use clap::Args;
use serde::Serialize;
use std::fmt::Write;

const AFTER_HELP: &str = "\
Examples:
  carnelian list
  carnelian list --json | jq -r '.algorithms[].name'
  CARNELIAN_CPU=portable64 carnelian list";

/// List algorithms, their sizes and the backends chosen for this CPU
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ListArgs {
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// What there is.
#[derive(Debug, Serialize)]
struct Listing {
    /// The highest tier of this CPU.
    cpu: &'static str,
    /// The tier in force, which `CARNELIAN_CPU` can lower.
    tier: &'static str,
    algorithms: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    kind: &'static str,
    title: &'static str,
    standard: &'static str,
    digest_bytes: usize,
    block_bytes: usize,
    backend: &'static str,
}

impl Row {
    fn of(algorithm: &Algorithm) -> Self {
        Self {
            name: algorithm.name,
            kind: "hash",
            title: algorithm.title,
            standard: algorithm.standard,
            digest_bytes: algorithm.digest_len,
            block_bytes: algorithm.block_len,
            backend: (algorithm.backend)(),
        }
    }
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if standard output cannot be written.
pub fn run(args: &ListArgs) -> Result<Exit, Failure> {
    let listing = Listing {
        cpu: Tier::of_cpu().name(),
        tier: Tier::in_force().name(),
        algorithms: ALGORITHMS.iter().map(Row::of).collect(),
    };
    output::print(if args.json { listing.json() } else { listing.table() }.as_bytes())?;
    Ok(Exit::Success)
}

impl Listing {
    fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("strings and numbers are JSON");
        text.push('\n');
        text
    }

    fn table(&self) -> String {
        let mut rows = vec![["ALGORITHM", "NAME", "DIGEST", "BLOCK", "BACKEND", "STANDARD"].map(str::to_owned)];
        rows.extend(self.algorithms.iter().map(|row| {
            let bytes = |count| format!("{count} bytes");
            let (name, title) = (row.name.to_owned(), row.title.to_owned());
            let (backend, standard) = (row.backend.to_owned(), row.standard.to_owned());
            [name, title, bytes(row.digest_bytes), bytes(row.block_bytes), backend, standard]
        }));
        let mut text = String::new();
        for row in &rows {
            for (column, cell) in row.iter().enumerate() {
                let width = rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
                let _ = if column + 1 < row.len() { write!(text, "{cell:width$}  ") } else { writeln!(text, "{cell}") };
            }
        }
        let _ = match self.tier == self.cpu {
            true => writeln!(text, "\nCPU tier: {}", self.tier),
            false => writeln!(text, "\nCPU tier: {} (lowered from {} by CARNELIAN_CPU)", self.tier, self.cpu),
        };
        text
    }
}
