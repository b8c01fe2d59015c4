//! `carnelian man`: manual pages, made from the same text as `--help`.

use crate::exit::{Exit, Failure};
use crate::output::{self, Output};
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  carnelian man | man -l -
  carnelian man --output-dir ~/.local/share/man/man1";

/// Print the manual page, or write one for each subcommand
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ManArgs {
    /// Write carnelian.1, carnelian-hash.1 and so on into DIR, which must exist
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Io`] if a page cannot be written.
pub fn run(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command_line = super::command_line().disable_help_subcommand(true);
    command_line.build();
    let Some(directory) = &args.output_dir else {
        output::print(&page(command_line))?;
        return Ok(Exit::Success);
    };
    let mut commands = vec![command_line];
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().cloned());
        let name = Man::new(command.clone()).get_filename();
        Output::public(&directory.join(name))?.write_whole(&page(command))?;
    }
    Ok(Exit::Success)
}

fn page(command: Command) -> Vec<u8> {
    let sections = sections(&command.get_after_help().map(ToString::to_string).unwrap_or_default());
    let has_subcommands = command.has_subcommands();
    let man = Man::new(command).source(concat!("carnelian ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    let mut render = || {
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        if has_subcommands {
            man.render_subcommands_section(&mut page)?;
        }
        sections.to_writer(&mut page)
    };
    render().expect("a vector takes every byte");
    page
}

/// What stands below the options in `--help`: a line that ends in a colon is a heading there and becomes one here,
/// indented lines keep their breaks, and other lines are paragraphs.
fn sections(after_help: &str) -> Roff {
    let mut roff = Roff::new();
    let mut as_it_stands = false;
    for line in after_help.lines() {
        let indented = line.starts_with(' ');
        if indented != as_it_stands {
            roff.control(if indented { "nf" } else { "fi" }, []);
            as_it_stands = indented;
        }
        match line.strip_suffix(':') {
            _ if line.is_empty() => roff.control("PP", []),
            Some(heading) if !indented => roff.control("SH", [heading.to_uppercase().as_str()]),
            _ => roff.text([roman(line.trim_start())]),
        };
    }
    if as_it_stands {
        roff.control("fi", []);
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_keep_the_lines_of_examples() {
        let text = sections("Examples:\n  one\n  two\n\nA sentence.").to_roff();
        assert_eq!(text, ".SH EXAMPLES\n.nf\none\ntwo\n.fi\n.PP\nA sentence.\n");
    }
}
