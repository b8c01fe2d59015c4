//! The project's chores: `cargo xtask <chore>`.

mod ct;

use anyhow::Result;
use clap::Parser;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Checks that no operation on secrets branches on them, indexes by them or divides by them
    Ct(ct::Options),
}

fn main() -> Result<()> {
    match Chore::parse() {
        Chore::Ct(options) => ct::run(&options),
    }
}
