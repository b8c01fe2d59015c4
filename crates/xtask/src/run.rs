//! Running cargo.

use anyhow::{Context, Result, ensure};
use std::process::Command;

/// Returns a cargo command in the workspace root, with the cargo that runs this program or that of another toolchain.
pub(crate) fn cargo(toolchain: Option<&str>) -> Command {
    let mut command = match toolchain {
        Some(toolchain) => {
            let mut command = Command::new("rustup");
            command.args(["run", toolchain, "cargo"]);
            // Rustup sets these for the toolchain that runs this program.
            for inherited in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
                command.env_remove(inherited);
            }
            command
        }
        None => Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
    };
    command.current_dir(crate::workspace::root());
    command
}

/// Runs a command whose output goes to the output of this program.
///
/// # Errors
/// If it does not start or does not succeed; the error shows the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command.status().with_context(|| format!("starting `{shown}`"))?;
    ensure!(status.success(), "`{shown}` failed ({status})");
    Ok(())
}

/// Returns the output of a command.
///
/// # Errors
/// If it does not start, does not succeed or does not print UTF-8.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = show(command);
    let output = command.output().with_context(|| format!("starting `{shown}`"))?;
    ensure!(output.status.success(), "`{shown}` failed:\n{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Formats the command as on a command line.
fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
