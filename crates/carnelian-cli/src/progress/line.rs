//! The text of a progress line within a given width.

use console::{measure_text_width, truncate_str};
use indicatif::{BinaryBytes, HumanDuration};
use std::time::Duration;

/// Columns that a long name keeps before the rest of the line is shortened.
const NAME: usize = 12;

/// The minimum and maximum number of columns between the brackets of a bar.
const BAR: (usize, usize) = (10, 30);

/// Returns the line for the input `name` when `done` bytes of `total` took `elapsed`, in at most `width` columns.
pub(super) fn line(width: usize, name: &str, total: Option<u64>, done: u64, elapsed: Duration) -> String {
    let name_width = measure_text_width(name);
    let fits = |numbers: &&String| name_width.min(NAME) + 1 + numbers.len() <= width;
    let choice = numbers(total, done, elapsed);
    let numbers = choice.iter().find(fits).or(choice.last()).map_or("", String::as_str);
    let room = width.saturating_sub(numbers.len() + 1);
    // The bar also needs a space and two brackets.
    let bar_width = room.saturating_sub(name_width.min(NAME) + 3).min(BAR.1);
    let bar = total.filter(|_| bar_width >= BAR.0).map(|total| bar(bar_width, done, total)).unwrap_or_default();
    let room = room - bar.len();
    // Three columns of a name convey nothing.
    let name = if name_width > room && room < 4 { "".into() } else { truncate_str(name, room, "...") };
    truncate_str(format!("{name}{bar} {numbers}").trim_start(), width, "").into_owned()
}

/// Returns the numbers in decreasing detail.
fn numbers(total: Option<u64>, done: u64, elapsed: Duration) -> Vec<String> {
    let per_second = done as f64 / elapsed.as_secs_f64().max(1e-3);
    let (bytes, rate) = (BinaryBytes(done), BinaryBytes(per_second as u64));
    let Some(total) = total else {
        return vec![format!("{bytes}, {rate}/s"), bytes.to_string()];
    };
    let percent = (done as f64 / total.max(1) as f64 * 100.0).min(100.0).floor();
    let left = Duration::from_secs_f64((total.saturating_sub(done) as f64 / per_second.max(1.0)).min(1e9));
    let left = format!("{:#} left", HumanDuration(left));
    vec![
        format!("{bytes} of {}, {rate}/s, {left}", BinaryBytes(total)),
        format!("{percent}%, {rate}/s, {left}"),
        format!("{percent}%, {left}"),
        format!("{percent}%"),
    ]
}

/// Returns ` [=====> ]` with `width` columns between the brackets.
fn bar(width: usize, done: u64, total: u64) -> String {
    let filled = (done.min(total) as f64 / total.max(1) as f64 * width as f64) as usize;
    let head = if filled < width { ">" } else { "" };
    let rest = " ".repeat(width - filled - head.len());
    format!(" [{}{head}{rest}]", "=".repeat(filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;
    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_wider_the_line_the_more_it_says() {
        let line = |width| line(width, "name", Some(4 * GIB), GIB, SECOND);
        assert_eq!(line(79), "name [=======>                      ] 1.00 GiB of 4.00 GiB, 1.00 GiB/s, 3s left");
        assert_eq!(line(59), "name [==>       ] 1.00 GiB of 4.00 GiB, 1.00 GiB/s, 3s left");
        assert_eq!(line(50), "name 1.00 GiB of 4.00 GiB, 1.00 GiB/s, 3s left");
        assert_eq!(line(42), "name [==>       ] 25%, 1.00 GiB/s, 3s left");
        assert_eq!(line(41), "name 25%, 1.00 GiB/s, 3s left");
        assert_eq!(line(19), "name 25%, 3s left");
        assert_eq!(line(8), "name 25%");
        assert_eq!(line(7), "25%");
        assert_eq!(line(3), "25%");
    }

    #[test]
    fn no_line_is_too_wide_whatever_the_name() {
        let names = ["a", "a name of forty letters, more than enough", "名前名前名前名前名前名前名前名前", ""];
        for (name, width) in names.into_iter().flat_map(|name| (0..200).map(move |width| (name, width))) {
            for total in [None, Some(0), Some(1), Some(GIB), Some(u64::MAX)] {
                for (done, elapsed) in
                    [(0, Duration::ZERO), (GIB, Duration::ZERO), (1, 1_000_000 * SECOND), (GIB, SECOND)]
                {
                    let line = line(width, name, total, done, elapsed);
                    assert!(measure_text_width(&line) <= width, "{width}: {line}");
                }
            }
        }
    }

    #[test]
    fn a_long_name_is_shortened_before_numbers_are_left_out() {
        let line = line(79, &"n".repeat(300), Some(4 * GIB), GIB, SECOND);
        assert!(line.starts_with("nnnnnnnnn... [=="), "{line}");
        assert!(line.ends_with("] 1.00 GiB of 4.00 GiB, 1.00 GiB/s, 3s left"), "{line}");
    }

    /// The rate counts from the start: the bytes done before the first update count with the time that they took.
    #[test]
    fn the_rate_is_that_of_all_that_is_done() {
        let line = line(79, "-", None, 64 << 20, Duration::from_millis(250));
        assert_eq!(line, "- 64.00 MiB, 256.00 MiB/s");
    }
}
