//! `carnelian completions`: completion scripts for shells.

use crate::exit::{Exit, Failure};
use crate::output;
use clap::{Args, Command};
use clap_complete::Shell;

const AFTER_HELP: &str = "\
Examples:
  carnelian completions bash > ~/.local/share/bash-completion/completions/carnelian
  carnelian completions zsh > \"${fpath[1]}/_carnelian\"
  carnelian completions fish > ~/.config/fish/completions/carnelian.fish

Exit codes:
  0  the script is written
  2  the command line is invalid
  3  the output cannot be written";

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
    let mut command_line = super::command_line();
    clap_complete::generate(args.shell, &mut command_line, "carnelian", &mut script);
    match args.shell {
        Shell::Bash => script.extend_from_slice(bash(&command_line).as_bytes()),
        Shell::Fish => script.extend_from_slice(fish(&command_line).as_bytes()),
        _ => {}
    }
    output::print(&script)?;
    Ok(Exit::Success)
}

/// Returns the lines to append to the generated script. That script offers options and operand values for an empty
/// word, and so never files. With these lines, options are offered only once a word begins like one, and the values of
/// an operand only until one of them is present. Where nothing is left to offer, bash offers files.
fn bash(command_line: &Command) -> String {
    let values = operand_values(command_line).map(|(name, values)| format!("        {name}) values=\"{values}\" ;;\n"));
    BASH.replace("@VALUES@", values.collect::<String>().trim_end())
}

const BASH: &str = r#"
_carnelian_or_file() {
    _carnelian "$@"
    local current=${COMP_WORDS[COMP_CWORD]} values="" word typed i offered=()
    case ${COMP_WORDS[1]} in
@VALUES@
    esac
    [[ ${current} == -* ]] && return
    for word in "${COMPREPLY[@]}"; do
        [[ ${word} == -* ]] || offered+=("${word}")
    done
    for ((i = 2; i < COMP_CWORD; i++)); do
        typed=${COMP_WORDS[i]}
        [[ " ${values} " == *" ${typed} "* && " ${values} " == *" ${offered[0]} "* ]] && offered=()
    done
    COMPREPLY=("${offered[@]}")
}
if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _carnelian_or_file -o nosort -o bashdefault -o default carnelian
else
    complete -F _carnelian_or_file -o bashdefault -o default carnelian
fi
"#;

/// Returns the lines to append to the generated script, which completes options and subcommands: the values of
/// operands, until one of them is present.
fn fish(command_line: &Command) -> String {
    let line = |(name, values): (&str, String)| {
        format!(
            "complete -c carnelian -n \"__fish_carnelian_using_subcommand {name}; and not __fish_seen_subcommand_from \
             {values}\" -f -a \"{values}\"\n"
        )
    };
    operand_values(command_line).map(line).collect()
}

/// Returns the subcommands that have an operand with a fixed set of values, and these values.
fn operand_values(command_line: &Command) -> impl Iterator<Item = (&str, String)> {
    command_line.get_subcommands().filter_map(|command| {
        let values = command.get_positionals().flat_map(clap::Arg::get_possible_values);
        let values: Vec<_> = values.map(|value| value.get_name().to_owned()).collect();
        (!values.is_empty()).then(|| (command.get_name(), values.join(" ")))
    })
}
