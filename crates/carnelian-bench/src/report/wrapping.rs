//! Text in lines of a width.

/// Breaks the text at spaces into lines of at most `width` characters, and a longer word where the line is full.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let width = width.max(1);
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let word_length = word.chars().count();
        if length > 0 {
            let full = length + 1 + word_length > width;
            lines.push(if full { '\n' } else { ' ' });
            length = if full { 0 } else { length + 1 };
        }
        for (i, letter) in word.chars().enumerate() {
            if i > 0 && length == width {
                lines.push('\n');
                length = 0;
            }
            lines.push(letter);
            length += 1;
        }
    }
    lines + "\n"
}

/// Returns the text, or so much of its beginning that it has `width` characters with the mark of what is left out.
pub(super) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
