//! The project's chores: `cargo xtask <chore>`.

use anyhow::Result;
use clap::Parser;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {}

fn main() -> Result<()> {
    match Chore::parse() {}
}
