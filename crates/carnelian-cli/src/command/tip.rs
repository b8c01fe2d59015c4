//! Tips below the messages of the parser, where it does not know what was meant.

use super::command_line;
use crate::arguments::named;
use crate::signature::prehash::Prehash;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use std::ffi::OsString;

/// The subcommands that exist only with the feature `bench`.
const OF_BENCH: [&str; 2] = ["bench", "report"];

/// Adds a tip to an error of the parser, if there is one for these arguments.
pub(super) fn added(mut error: Error, arguments: &[OsString]) -> Error {
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => of_the_full_build(&error).or_else(|| version(arguments)),
        ErrorKind::UnknownArgument => {
            separate_hash(arguments).or_else(|| value_with_hyphen(&error, arguments)).or_else(|| version(arguments))
        }
        // An option without the value that follows it.
        ErrorKind::InvalidValue => value_with_hyphen(&error, arguments),
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Returns the tip for a subcommand that this build lacks.
fn of_the_full_build(error: &Error) -> Option<String> {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    OF_BENCH.contains(&given.as_str()).then(|| format!("'{given}' is in builds with the default feature 'bench'"))
}

/// Returns the tip for `--prehash HASH`, whose second word was read as the name of a file.
fn separate_hash(arguments: &[OsString]) -> Option<String> {
    let pair = arguments.windows(2).find(|pair| pair[0] == "--prehash")?;
    let hash = pair[1].to_str().filter(|hash| named::find::<Prehash>(hash).is_some())?;
    Some(format!("the hash function follows an '=': '--prehash={hash}'"))
}

/// Returns the tip for an option whose value begins with a hyphen, and so was read as another option.
fn value_with_hyphen(error: &Error, arguments: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(named)) = error.get(ContextKind::InvalidArg) else { return None };
    let command = subcommand(arguments);
    let (option, value) = arguments.windows(2).find_map(|pair| {
        let (option, value) = (pair[0].to_str()?, pair[1].to_str()?);
        let arg = command.get_arguments().find(|arg| takes_value(arg) && is_named(arg, option))?;
        let is_meant = value.starts_with(named.as_str()) || arg.to_string() == *named;
        (value.len() > 1 && value.starts_with('-') && is_meant).then_some((option, value))
    })?;
    Some(format!("to pass '{value}' as a value, use '{option}={value}'"))
}

/// Returns the subcommand that the arguments name.
fn subcommand(arguments: &[OsString]) -> Command {
    let mut all = command_line();
    all.build();
    let names = arguments.iter().skip(1).map_while(|name| name.to_str());
    names.fold(all, |command, name| command.find_subcommand(name).cloned().unwrap_or(command))
}

/// Returns whether an option takes a value, which may be the next argument.
fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values() && !arg.is_require_equals_set()
}

fn is_named(arg: &Arg, option: &str) -> bool {
    match (option.strip_prefix("--"), option.strip_prefix('-')) {
        (Some(long), _) => {
            arg.get_long() == Some(long) || arg.get_all_aliases().is_some_and(|names| names.contains(&long))
        }
        (None, Some(short)) => arg.get_short().is_some_and(|name| short == name.to_string()),
        (None, None) => false,
    }
}

/// Returns the tip for `carnelian version`, `carnelian help version` and `carnelian -v`.
fn version(arguments: &[OsString]) -> Option<String> {
    let is_meant =
        arguments.iter().skip(1).find(|name| *name != "help").is_some_and(|name| name == "version" || name == "-v");
    is_meant.then(|| "'--version' prints the version".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the message for a command line, with its tip.
    fn message(line: &str) -> String {
        let arguments: Vec<OsString> = line.split(' ').map(Into::into).collect();
        added(command_line().try_get_matches_from(&arguments).unwrap_err(), &arguments).to_string()
    }

    #[test]
    fn a_hash_function_after_a_space_is_told_where_it_belongs() {
        for command in ["carnelian sign --key k --signature s", "carnelian verify --key k --signature s"] {
            assert!(message(&format!("{command} --prehash SHA-256 file")).contains("tip: the hash function follows"));
            assert!(!message(&format!("{command} --prehash one two")).contains("follows"));
            assert!(!message(&format!("{command} one two")).contains("follows"));
        }
    }

    /// Every option that takes a value has the tip, under each of its names, for an unknown and for a known letter.
    #[test]
    fn a_value_that_begins_with_a_hyphen_is_told_where_it_belongs() {
        let all = command_line();
        let of_password = all.find_subcommand("password").unwrap().get_subcommands();
        let subcommands = all.get_subcommands().map(|command| (command.get_name().to_owned(), command));
        let nested = of_password.map(|command| (format!("password {}", command.get_name()), command));
        let mut options = 0;
        for (name, command) in subcommands.chain(nested) {
            for arg in command.get_arguments().filter(|arg| takes_value(arg) && !arg.is_positional()) {
                let long = arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default());
                let short = arg.get_short().map(|short| format!("-{short}"));
                for option in long.map(|long| format!("--{long}")).chain(short) {
                    for value in ["-?", "--nonsense", "-h", "-1", "--"] {
                        let message = message(&format!("carnelian {name} {option} {value}"));
                        let tip = format!("tip: to pass '{value}' as a value, use '{option}={value}'");
                        assert!(message.contains(&tip), "{name} {option} {value}: {message}");
                        assert!(!message.contains("'-- "), "{message}");
                    }
                    options += 1;
                }
            }
        }
        assert!(options > 40, "{options}");
        for line in ["carnelian random 1 -o - -?", "carnelian hash sha256 --check -?", "carnelian sign --prehash -?"] {
            assert!(!message(line).contains("=-?"), "{line}");
        }
    }

    #[test]
    fn the_version_is_an_option() {
        for line in ["carnelian version", "carnelian help version", "carnelian -v"] {
            let message = message(line);
            assert!(message.contains("tip: '--version' prints the version"), "{message}");
            assert!(!message.contains("verify"), "{message}");
        }
        assert!(!message("carnelian hash -v").contains("--version"));
    }

    #[test]
    fn the_subcommands_of_the_full_build_are_known() {
        for name in OF_BENCH {
            assert_eq!(cfg!(feature = "bench"), command_line().find_subcommand(name).is_some());
            if cfg!(not(feature = "bench")) {
                let message = message(&format!("carnelian {name} --compare"));
                assert!(message.contains("tip: ") && message.contains("feature 'bench'"), "{message}");
            }
        }
    }

    #[test]
    fn the_names_of_others_for_sealing_lead_to_it() {
        let command_line = command_line();
        for (other, name) in [("encrypt", "seal"), ("decrypt", "open")] {
            assert_eq!(command_line.find_subcommand(other).map(Command::get_name), Some(name));
        }
        assert!(!command_line.clone().render_long_help().to_string().contains("decrypt,"));
    }
}
