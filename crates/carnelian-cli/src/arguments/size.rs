//! Numbers of bytes on the command line: `32`, `10MB`, `1.5 GiB`.

use bytesize::{ByteSize, Unit};
use clap::builder::{StringValueParser, TypedValueParser};

/// The units, for messages.
const UNITS: &str = "B, kB, MB, GB, TB, KiB, MiB, GiB or TiB";

/// Returns the parser of an option that takes a number of bytes.
#[must_use]
pub fn parser() -> impl TypedValueParser<Value = ByteSize> {
    StringValueParser::new().try_map(|text| bytes(&text))
}

/// Returns the parser of Argon2's memory size, which must have a unit: other programs, and the encoded hash strings,
/// give only the number of KiB.
#[must_use]
pub fn parser_with_unit() -> impl TypedValueParser<Value = ByteSize> {
    StringValueParser::new().try_map(|text| with_unit(&text))
}

fn with_unit(text: &str) -> Result<ByteSize, String> {
    if !text.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '.') {
        return bytes(text);
    }
    let in_kib = text.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(1 << 10));
    let meant = in_kib.map(|bytes| format!("; m={} of Argon2 is {}", text.trim(), shown(ByteSize(bytes))));
    Err(format!("expected a unit after the number, {UNITS}{}", meant.unwrap_or_default()))
}

/// Parses `text` as a number of bytes.
fn bytes(text: &str) -> Result<ByteSize, String> {
    let text = text.trim();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = (&text[..split], text[split..].trim_start());
    let scale = match unit {
        "" => 1,
        // The library knows the units, but its products saturate, and those of fractions are not exact.
        unit => match format!("1{unit}").parse::<ByteSize>() {
            Ok(scale) if unit.parse::<Unit>().is_ok() => scale.as_u64(),
            _ => return Err(format!("expected a number of bytes with a unit such as {UNITS}, or without")),
        },
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !digits(whole) || number.contains('.') && !digits(fraction) {
        return Err("expected a number of bytes, such as 32, 10MB or 1.5GiB".to_owned());
    }
    product(whole, fraction, scale).map(ByteSize).ok_or_else(|| "expected less than 16EiB".to_owned())
}

/// Returns `whole.fraction` times `scale`, rounded down, or `None` if it exceeds 64 bits.
fn product(whole: &str, fraction: &str, scale: u64) -> Option<u64> {
    // Further digits change the product by less than a byte.
    let fraction = &fraction[..fraction.len().min(18)];
    let tenths = 10u128.pow(fraction.len() as u32);
    let part = u128::from(scale) * fraction.parse::<u128>().unwrap_or(0) / tenths;
    let product = whole.parse::<u128>().ok()?.checked_mul(scale.into())?.checked_add(part)?;
    product.try_into().ok()
}

/// Formats a size as it can be typed: in the largest unit of which it is a multiple.
#[must_use]
pub fn shown(size: ByteSize) -> String {
    let units = [(1u64 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let bytes = size.as_u64();
    let unit = units.into_iter().find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit));
    unit.map_or_else(|| format!("{bytes}B"), |(unit, name)| format!("{}{name}", bytes / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_exact_and_never_saturate() {
        for (text, expected) in [
            ("0", 0),
            ("32", 32),
            ("32B", 32),
            ("10MB", 10_000_000),
            ("10 MiB", 10 << 20),
            ("1.5GiB", 3 << 29),
            ("0.1kB", 100),
            ("9007199254740993B", 9_007_199_254_740_993),
            ("18446744073709551615", u64::MAX),
            ("15.999EiB", 18_445_591_152_204_944_769),
        ] {
            assert_eq!(bytes(text), Ok(ByteSize(expected)), "{text}");
        }
        for text in ["18446744073709551616", "16EiB", "99999999999999GiB", "99999999999999999999999999999999999999999"]
        {
            assert_eq!(bytes(text), Err("expected less than 16EiB".to_owned()), "{text}");
        }
        for text in ["", " ", "MB", "-1", "1e3", "1..5MB", "1.MB", ".5MB", "5XB", "much", "0x10"] {
            let refused = bytes(text).unwrap_err();
            assert!(refused.starts_with("expected a number of bytes"), "{text}: {refused}");
        }
    }

    #[test]
    fn a_number_without_its_unit_is_told_what_others_mean_by_it() {
        let refused = with_unit("65536").unwrap_err();
        assert!(refused.contains("expected a unit") && refused.ends_with("m=65536 of Argon2 is 64MiB"), "{refused}");
        for text in ["65536.0", "1.", "99999999999999999999"] {
            assert!(with_unit(text).unwrap_err().starts_with("expected a unit after the number"), "{text}");
        }
        assert_eq!(with_unit("64MiB"), Ok(ByteSize::mib(64)));
        assert_eq!(with_unit("65536 KiB"), Ok(ByteSize::mib(64)));
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        for size in [0, 1, 1023, 1024, 1025, 3 << 20, 5 << 30, 1 << 40, (1 << 40) + 1] {
            assert_eq!(bytes(&shown(ByteSize(size))), Ok(ByteSize(size)));
        }
    }
}
