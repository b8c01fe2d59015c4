//! Progress of long work, shown on a terminal alone.

use crate::file_name;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};

/// Bytes from which an input takes long enough to be watched.
const BIG: u64 = 64 << 20;

/// The progress of one input: a bar if standard error is a terminal and the input is big, else nothing. It is taken
/// away when dropped, and it has no colours.
#[derive(Debug)]
pub struct Progress<'a> {
    name: &'a OsStr,
    /// The length of the input, if it is known.
    total: Option<u64>,
    taken_in: u64,
    may_show: bool,
    bar: Option<ProgressBar>,
}

impl<'a> Progress<'a> {
    /// Nothing is done yet, and nothing is shown.
    #[must_use]
    pub const fn new(name: &'a OsStr, total: Option<u64>) -> Self {
        Self { name, total, taken_in: 0, may_show: true, bar: None }
    }

    /// The same, or with `false` nothing that is ever shown.
    #[must_use]
    pub fn shown(mut self, shown: bool) -> Self {
        self.may_show = shown;
        self
    }

    /// `bytes` more are done.
    pub fn advance(&mut self, bytes: usize) {
        self.taken_in += bytes as u64;
        if self.bar.is_none() && self.is_worth_showing() {
            self.bar = Some(bar(self.name, self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.taken_in);
        }
    }

    fn is_worth_showing(&self) -> bool {
        self.may_show && self.total.unwrap_or(0).max(self.taken_in) >= BIG && io::stderr().is_terminal()
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(name: &OsStr, total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => "{msg} [{bar:30}] {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{msg} {bytes}, {bytes_per_sec}",
    };
    let style = ProgressStyle::with_template(template).expect("the template is well formed").progress_chars("=> ");
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr())
        .with_style(style)
        .with_message(file_name::quoted(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_templates_are_well_formed() {
        for total in [Some(BIG), None] {
            bar(OsStr::new("file"), total).finish_and_clear();
        }
    }

    #[test]
    fn small_inputs_show_nothing() {
        let mut progress = Progress::new(OsStr::new("file"), Some(BIG - 1));
        progress.advance(1000);
        assert!(progress.bar.is_none());
    }
}
