//! The section of README.md that contains the table of speeds.

use anyhow::{Context, Result, ensure};

/// The line before the table.
pub(super) const BEGIN: &str = "<!-- The table of speeds: `cargo xtask benchmarks --render` writes it. -->";
/// The line after the table.
pub(super) const END: &str = "<!-- End of the table of speeds. -->";

/// Returns the text with the content between the two lines replaced by `table`.
///
/// # Errors
/// If the lines do not occur exactly once and in this order.
pub(super) fn with_table(text: &str, table: &str) -> Result<String> {
    let place = |line: &str| -> Result<usize> {
        let mut found = text.match_indices(&format!("{line}\n")).map(|(at, _)| at).collect::<Vec<_>>().into_iter();
        let at = found.next().with_context(|| format!("README.md has no line `{line}`, where the table belongs"))?;
        ensure!(found.next().is_none(), "README.md has the line `{line}` more than once");
        Ok(at)
    };
    let (begin, end) = (place(BEGIN)? + BEGIN.len() + 1, place(END)?);
    ensure!(begin <= end, "README.md has the line `{END}` before the line `{BEGIN}`");
    Ok(format!("{}\n{}\n\n{}", &text[..begin], table.trim_end(), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(between: &str) -> String {
        format!("# Title\n\n{BEGIN}\n{between}{END}\n\nMore.\n")
    }

    #[test]
    fn the_table_replaces_what_was_there_and_nothing_else() {
        let expected = text("\n| a |\n|---|\n\n");
        for before in ["", "\n", "\nold\n\n", "\n| a |\n|---|\n\n"] {
            assert_eq!(with_table(&text(before), "| a |\n|---|\n").unwrap(), expected);
        }
    }

    #[test]
    fn a_readme_without_its_place_is_refused() {
        let refused = |text: &str| with_table(text, "table").unwrap_err().to_string();
        assert!(refused("# Title\n").contains("has no line"));
        assert!(refused(&format!("{BEGIN}\n")).contains(END));
        assert!(refused(&format!("{END}\n{BEGIN}\n")).contains("before"));
        assert!(refused(&(text("") + &text(""))).contains("more than once"));
    }
}
