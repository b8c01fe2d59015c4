//! Text layout in a given number of columns.

use std::io::IsTerminal;
use terminal_size::{Width, terminal_size_of};

/// Returns the number of columns of the terminal on standard output, or `None` if that is no terminal.
#[must_use]
pub fn of_stdout() -> Option<usize> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return None;
    }
    terminal_size_of(stdout).map(|(Width(width), _)| usize::from(width)).filter(|width| *width > 0)
}

/// Returns `text` after `heading`, wrapped to lines of at most `width` characters. All lines except the first are
/// indented by the length of the heading. A word that is longer than a line gets a line of its own.
#[must_use]
pub fn hanging(heading: &str, text: &str, width: usize) -> String {
    let indent = heading.chars().count();
    let (mut lines, mut column) = (heading.to_owned(), indent);
    for word in text.split_whitespace() {
        let len = word.chars().count();
        if column > indent && column + 1 + len > width {
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        if column > indent {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += len;
    }
    lines.push('\n');
    lines
}

/// The width of the text below the options in help.
pub const OF_HELP: usize = 80;

/// Returns the text below the options in help: paragraphs, wrapped, and the sections after them as they are.
#[must_use]
pub fn help(paragraphs: &[&str], sections: &str) -> String {
    let wrapped: Vec<String> = paragraphs.iter().map(|text| hanging("", text, OF_HELP)).collect();
    [&wrapped.join("\n"), "\n", sections].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_they_may_be_and_no_wider() {
        assert_eq!(hanging("a  ", "one two three", 10), "a  one two\n   three\n");
        assert_eq!(hanging("a  ", "one two three", 9), "a  one\n   two\n   three\n");
        assert_eq!(hanging("", "one", 1), "one\n");
        assert_eq!(hanging("a ", "", 5), "a \n");
    }

    #[test]
    fn help_has_an_empty_line_between_paragraphs() {
        assert_eq!(help(&["one\ntwo", "three"], "Examples:\n  four"), "one two\n\nthree\n\nExamples:\n  four");
    }
}
