//! Progress of long operations, shown only on a terminal.

mod line;
mod waiting;

pub use waiting::during;

use crate::file_name;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// The size in bytes from which an input is large enough for progress to be shown.
const BIG: u64 = 64 << 20;

/// The minimum time between two updates.
const PAUSE: Duration = Duration::from_millis(50);

/// The progress of one input: a line if standard error is a terminal and the input is large, otherwise nothing. It is
/// removed when dropped, and has no colours.
#[derive(Debug)]
pub struct Progress<'a> {
    name: &'a OsStr,
    /// The length of the input, if it is known.
    total: Option<u64>,
    taken_in: u64,
    may_show: bool,
    begun: Instant,
    shown: Option<Shown>,
}

/// The line on the terminal.
#[derive(Debug)]
struct Shown {
    name: String,
    line: ProgressBar,
    at: Instant,
}

impl<'a> Progress<'a> {
    /// Returns progress at zero, with nothing shown yet.
    #[must_use]
    pub fn new(name: &'a OsStr, total: Option<u64>) -> Self {
        Self { name, total, taken_in: 0, may_show: true, begun: Instant::now(), shown: None }
    }

    /// Disables the display if `shown` is false.
    #[must_use]
    pub fn shown(mut self, shown: bool) -> Self {
        self.may_show = shown;
        self
    }

    /// Records that `bytes` more bytes are done.
    pub fn advance(&mut self, bytes: usize) {
        self.taken_in += bytes as u64;
        let now = Instant::now();
        if self.shown.as_ref().is_some_and(|shown| now - shown.at < PAUSE) || !self.is_worth_showing() {
            return;
        }
        let new = || Shown { name: file_name::quoted(self.name), line: empty_line(), at: now };
        let shown = self.shown.take().unwrap_or_else(new);
        self.draw(&shown);
        self.shown = Some(Shown { at: now, ..shown });
    }

    fn is_worth_showing(&self) -> bool {
        self.may_show && self.total.unwrap_or(0).max(self.taken_in) >= BIG && io::stderr().is_terminal()
    }

    fn draw(&self, shown: &Shown) {
        shown.line.set_message(line::line(width(), &shown.name, self.total, self.taken_in, self.begun.elapsed()));
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if let Some(shown) = &self.shown {
            shown.line.finish_and_clear();
        }
    }
}

/// Returns the number of columns that a line may have. Terminals differ in what they do after the last column, so it
/// stays empty.
fn width() -> usize {
    Term::stderr().size_checked().map_or(80, |(_, columns)| columns).saturating_sub(1).into()
}

/// Returns a line that is never wider than the terminal.
fn empty_line() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_msg}").expect("the template is well formed");
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_well_formed() {
        empty_line().finish_and_clear();
    }

    #[test]
    fn small_inputs_show_nothing() {
        let mut progress = Progress::new(OsStr::new("file"), Some(BIG - 1));
        progress.advance(1000);
        assert!(progress.shown.is_none());
    }
}
