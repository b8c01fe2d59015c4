//! Runs every secret-handling operation with poisoned secrets. `cargo xtask ct` builds this program in the forms that
//! the checkers need, runs it under them and writes the table; CONSTANT-TIME.md explains the table.

mod check;
mod op;
mod page;
mod promises;

use anyhow::{Result, bail};
use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use check::{Check, Outcome, Watcher};
use clap::Parser;
use op::Operation;

/// Runs secret-handling operations with poisoned secrets, under valgrind or built with MemorySanitizer.
#[derive(Parser)]
#[command(name = "carnelian-ctcheck")]
enum Command {
    /// One line for each operation and tier: `operation`, `tier`, the backend that the tier leads to on this CPU, and
    /// `here` or `absent` for whether the CPU has the tier, separated by tabs.
    List {
        /// The planted leaks instead.
        #[arg(long)]
        planted: bool,
    },
    /// Prints the table of CONSTANT-TIME.md.
    Table,
    /// Runs operations and prints for each `operation`, `tier`, the backend that ran, `reports` (how many valgrind
    /// made; 0 under MemorySanitizer, which ends the program at its first), `untraced` (how many results were not
    /// marked as they should be, so that the checker saw nothing), and `model` if other code stood in for assembly,
    /// else `-`. A tier that the CPU at hand does not have, or CARNELIAN_CPU takes away, is left out.
    Run {
        /// Only these: operations, which may be planted leaks, at all of their tiers, or at one as `operation@tier`.
        /// They are run in this order.
        rows: Vec<String>,
    },
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::List { planted } => {
            match planted {
                true => list(op::planted()),
                false => list(op::registry()),
            }
            Ok(())
        }
        Command::Table => {
            print!("{}", page::table());
            Ok(())
        }
        Command::Run { rows } => run(&rows),
    }
}

fn list(operations: impl Iterator<Item = &'static Operation>) {
    for operation in operations {
        for tier in operation.tiers {
            let here = if *tier <= Tier::of_cpu() { "here" } else { "absent" };
            println!("{}\t{tier}\t{}\t{here}", operation.name, at_most(*tier, operation.backend));
        }
    }
}

fn run(rows: &[String]) -> Result<()> {
    let Some(watcher) = Watcher::present() else {
        bail!("nothing watches: run `cargo xtask ct`, which builds this program with the feature `poison`");
    };
    for (operation, tier) in op::select(rows)? {
        if at_most(tier, Tier::in_force) != tier {
            continue;
        }
        let (backend, outcome) = at_most(tier, || {
            let mut check = Check::new(watcher, operation.name);
            (operation.run)(&mut check);
            ((operation.backend)(), check.outcome())
        });
        let Outcome { reports, untraced, stood_in } = outcome;
        let model = if stood_in { "model" } else { "-" };
        println!("{}\t{tier}\t{backend}\t{reports}\t{untraced}\t{model}", operation.name);
    }
    Ok(())
}
