//! `carnelian man`: manual pages, generated from the text of `--help`.

use crate::exit::{Exit, Failure};
use crate::output::{self, Output};
use clap::{Arg, ArgAction, Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};
use std::io;
use std::path::PathBuf;

/// The date of this version. It is fixed such that the same source always yields the same pages.
const DATE: &str = "2026-11-22";

const AFTER_HELP: &str = "\
Examples:
  carnelian man | man -l -
  carnelian man --output-dir ~/.local/share/man/man1

Exit codes:
  0  the page is written
  2  the command line is invalid
  3  a file cannot be written";

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
    let synopsis = synopsis(&command);
    let man = Man::new(command).date(DATE).source(concat!("carnelian ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    let mut render = || {
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        synopsis.to_writer(&mut page)?;
        man.render_description_section(&mut page)?;
        page.extend_from_slice(&options(&man)?);
        if has_subcommands {
            man.render_subcommands_section(&mut page)?;
        }
        sections.to_writer(&mut page)
    };
    render().expect("a vector takes every byte");
    page
}

/// Renders the options section without the blank lines of `clap_mangen`, which are not roff requests: lists of values
/// become compact, and paragraphs are separated by explicit requests.
fn options(man: &Man) -> io::Result<Vec<u8>> {
    let mut section = Vec::new();
    man.render_options_section(&mut section)?;
    let section = String::from_utf8_lossy(&section);
    let section = section.replace(".br\n\n.br\n", ".br\n").replace("\n.RS 14\n", "\n.RS 14\n.PD 0\n");
    Ok(section.replace("\n.RE\n", "\n.PD\n.RE\n").replace("\n\n", "\n.sp\n").into_bytes())
}

/// Returns the synopsis of a command line, with the values of options: `[-l|--length BITS]`, `[FILE]...`.
fn synopsis(command: &Command) -> Roff {
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let mut line = vec![bold(command.get_bin_name().unwrap_or_else(|| command.get_name()))];
    let (required, optional): (Vec<_>, Vec<_>) =
        command.get_arguments().filter(|arg| !arg.is_positional()).filter(shown).partition(|arg| arg.is_required_set());
    for arg in optional.into_iter().chain(required).chain(command.get_positionals().filter(shown)) {
        let [open, close] = match (arg.is_required_set(), arg.is_positional()) {
            (false, _) => ["[", "]"],
            (true, false) => ["", ""],
            (true, true) => ["<", ">"],
        };
        line.extend([roman(" "), roman(open)]);
        line.extend(parts(arg));
        line.push(roman(close));
        if takes_many(arg) {
            line.push(roman("..."));
        }
    }
    if command.has_subcommands() {
        line.extend([roman(" <"), italic("command"), roman(">")]);
    }
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    roff.text(line);
    roff
}

/// Returns an option with its value, or the name of an operand.
fn parts(arg: &Arg) -> Vec<Inline> {
    let names = [arg.get_short().map(|c| format!("-{c}")), arg.get_long().map(|name| format!("--{name}"))];
    let mut parts = Vec::new();
    for name in names.into_iter().flatten() {
        if !parts.is_empty() {
            parts.push(roman("|"));
        }
        parts.push(bold(name));
    }
    if arg.is_positional() || arg.get_action().takes_values() {
        let id = arg.get_id().as_str().to_uppercase();
        let value = arg
            .get_value_names()
            .map_or(id, |names| names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        if !parts.is_empty() {
            parts.push(roman(" "));
        }
        parts.push(italic(value));
    }
    parts
}

/// Returns whether the argument can be repeated.
fn takes_many(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append | ArgAction::Count)
}

/// Converts the text after the options in `--help`: a line that ends in a colon becomes a section heading, indented
/// lines keep their line breaks, and other lines form paragraphs. No empty paragraph is started before a heading.
fn sections(after_help: &str) -> Roff {
    let heading = |line: &str| !line.starts_with(' ') && line.ends_with(':');
    let mut roff = Roff::new();
    let mut as_it_stands = false;
    let mut lines = after_help.lines().peekable();
    if lines.peek().is_some_and(|line| !heading(line)) {
        roff.control("SH", ["NOTES"]);
    }
    while let Some(line) = lines.next() {
        let indented = line.starts_with(' ');
        if indented != as_it_stands {
            roff.control(if indented { "nf" } else { "fi" }, []);
            as_it_stands = indented;
        }
        match line.strip_suffix(':') {
            _ if line.is_empty() && lines.peek().is_none_or(|next| heading(next)) => &mut roff,
            _ if line.is_empty() => roff.control("PP", []),
            Some(heading) if !indented => roff.control("SH", [heading.to_uppercase().as_str()]),
            _ => roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]),
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

    #[test]
    fn what_goes_on_in_the_next_line_stays_below() {
        let text = sections("Exit codes:\n  0  done\n  1  not\n     valid").to_roff();
        assert_eq!(text, ".SH \"EXIT CODES\"\n.nf\n0  done\n1  not\n   valid\n.fi\n");
    }

    /// For a release, the date must equal the one in its changelog heading.
    #[test]
    fn the_date_is_that_of_the_version() {
        let heading = concat!("\n## [", env!("CARGO_PKG_VERSION"), "] - ");
        if let Some((_, rest)) = include_str!("../../../../CHANGELOG.md").split_once(heading) {
            assert_eq!(rest.lines().next(), Some(DATE));
        }
    }

    #[test]
    fn no_paragraph_is_empty() {
        let text = sections("A sentence.\n\nExamples:\n  one\n\nMore:\n").to_roff();
        assert_eq!(text, ".SH NOTES\nA sentence.\n.SH EXAMPLES\n.nf\none\n.fi\n.SH MORE\n");
    }
}
