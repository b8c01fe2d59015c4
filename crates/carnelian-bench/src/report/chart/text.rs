//! Widths of texts, and texts that are fitted to a width.
//!
//! The reader's font is unknown. The widths are those of a wide one (DejaVu Sans), rounded up.

/// Returns the width of a text in this font size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.35,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        'A'..='Z' | '+' | '=' | '<' | '>' | '~' => 0.84,
        ' '..='~' => 0.65,
        _ => 1.0,
    }
}

/// Returns the text, truncated with an ellipsis if it does not fit.
pub(super) fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut used = width("…", size);
    let kept = text.chars().take_while(|&c| {
        used += em(c) * size;
        used <= room
    });
    kept.chain(['…']).collect()
}

/// Breaks the text into at most `lines` lines, after spaces, slashes and hyphens.
pub(super) fn wrap(text: &str, size: f64, room: f64, lines: usize) -> Vec<String> {
    let mut wrapped = vec![String::new()];
    for part in text.split_inclusive([' ', '/', '-']) {
        let last = wrapped.len();
        let line = &mut wrapped[last - 1];
        let full = !line.is_empty() && width(line, size) + width(part.trim_end(), size) > room;
        // The last line receives the remainder, and ends in an ellipsis.
        if full && last < lines {
            wrapped.push(part.to_owned());
        } else {
            line.push_str(part);
        }
    }
    wrapped.iter().map(|line| fit(line.trim_end(), size, room)).collect()
}

/// Formats a number with three significant digits, with a prefix for large numbers: `12.3k`.
pub(super) fn short(value: f64) -> String {
    let steps = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    // A number that rounds up to the next prefix uses that prefix.
    let step = steps.into_iter().find(|(unit, _)| value >= unit * 0.9995);
    let (unit, prefix) = step.unwrap_or((1.0, ""));
    let scaled = value / unit;
    // Three decimals cannot distinguish a very small number from zero, so it is written with a power of ten.
    if scaled != 0.0 && scaled.abs() < 1e-3 {
        return format!("{scaled:.1e}");
    }
    let places = match scaled.abs() {
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 => 2,
        _ => 3,
    };
    let number = format!("{scaled:.places$}");
    let number = if places > 0 { number.trim_end_matches('0').trim_end_matches('.') } else { &number };
    format!("{number}{prefix}")
}

/// Formats a power of two as a size: `64`, `4Ki`, `1Mi`.
pub(super) fn binary(value: f64) -> String {
    let steps = [(2f64.powi(30), "Gi"), (2f64.powi(20), "Mi"), (2f64.powi(10), "Ki")];
    let (unit, prefix) = steps.into_iter().find(|(unit, _)| value >= *unit).unwrap_or((1.0, ""));
    format!("{}{prefix}", value / unit)
}
