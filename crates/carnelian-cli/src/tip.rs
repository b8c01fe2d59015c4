//! Tips below the messages of the parser, where it does not know what was meant.

use crate::named;
use crate::prehash::Function;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// The subcommands that exist only with the feature `bench`.
const OF_BENCH: [&str; 2] = ["bench", "report"];

/// Adds a tip to an error of the parser, if there is one for these arguments.
pub(crate) fn added(mut error: Error, arguments: &[OsString]) -> Error {
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => of_the_full_build(&error),
        ErrorKind::UnknownArgument => separate_hash(arguments),
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
    let hash = pair[1].to_str().filter(|hash| named::find::<&Function>(hash).is_some())?;
    Some(format!("the hash function follows an '=': '--prehash={hash}'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::command_line;

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
            assert_eq!(command_line.find_subcommand(other).map(clap::Command::get_name), Some(name));
        }
        assert!(!command_line.clone().render_long_help().to_string().contains("decrypt,"));
    }
}
