//! Runs every secret-handling operation with poisoned secrets. `cargo xtask ct` builds this program in the forms that
//! the checkers need, runs it under them and makes the table; CONSTANT-TIME.md says what the table means.

mod check;
mod op;

use anyhow::{Result, bail, ensure};
use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use check::{Check, Watcher};
use clap::Parser;
use op::Operation;

/// Runs secret-handling operations with poisoned secrets, under valgrind or built with MemorySanitizer.
#[derive(Parser)]
#[command(name = "carnelian-ctcheck")]
enum Command {
    /// One line for each operation and tier: `operation`, `tier` and the backend that the tier leads to on this CPU,
    /// separated by tabs.
    List {
        /// The planted leaks instead.
        #[arg(long)]
        planted: bool,
    },
    /// Runs operations and prints for each `operation`, `tier`, `reports` (how many valgrind made; 0 under
    /// MemorySanitizer, which ends the program at its first), and `untraced` (how many results were not marked as they
    /// should be, so that the checker saw nothing). A tier that this CPU does not have, or CARNELIAN_CPU
    /// takes away, is left out.
    Run {
        /// Only this operation, which may be a planted leak.
        #[arg(long)]
        operation: Option<String>,
        /// Only this tier.
        #[arg(long)]
        tier: Option<Tier>,
    },
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::List { planted } => list(if planted { op::PLANTED } else { op::REGISTRY }),
        Command::Run { operation, tier } => run(operation.as_deref(), tier),
    }
}

fn list(registry: &[&[Operation]]) -> Result<()> {
    for operation in registry.iter().copied().flatten() {
        for tier in operation.tiers {
            println!("{}\t{tier}\t{}", operation.name, at_most(*tier, operation.backend));
        }
    }
    Ok(())
}

fn run(name: Option<&str>, tier: Option<Tier>) -> Result<()> {
    let Some(watcher) = Watcher::present() else {
        bail!("nothing watches: run `cargo xtask ct`, which builds this program with the feature `poison`");
    };
    let chosen = op::select(name);
    ensure!(!chosen.is_empty(), "there is no operation of that name; `list` names them");
    for operation in chosen {
        let wanted = operation.tiers.iter().filter(|t| tier.is_none_or(|only| only == **t));
        for tier in wanted.filter(|tier| at_most(**tier, Tier::in_force) == **tier) {
            let outcome = at_most(*tier, || {
                let mut check = Check::new(watcher);
                (operation.run)(&mut check);
                check.outcome()
            });
            println!("{}\t{tier}\t{}\t{}", operation.name, outcome.reports, outcome.untraced);
        }
    }
    Ok(())
}
