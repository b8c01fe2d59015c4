//! `carnelian completions`: what a shell needs to complete command lines.

use crate::exit::{Exit, Failure};
use crate::output;
use clap::Args;
use clap_complete::Shell;

const AFTER_HELP: &str = "\
Examples:
  carnelian completions bash > ~/.local/share/bash-completion/completions/carnelian
  carnelian completions zsh > \"${fpath[1]}/_carnelian\"
  carnelian completions fish > ~/.config/fish/completions/carnelian.fish";

/// Print the completion script of a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if standard output cannot be written.
pub fn run(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command_line(), "carnelian", &mut script);
    output::print(&script)?;
    Ok(Exit::Success)
}
