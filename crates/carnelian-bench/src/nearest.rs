//! The name that was most likely meant by one that does not exist.

/// Names that differ from the given one in more than this share of its letters were not meant.
const MOST_CHANGES: f64 = 0.4;

/// Returns the family, or the operation, that was most likely meant by a pattern that matches none of `names`; `None`
/// if none is near.
pub(crate) fn nearest(pattern: &str, names: &[String]) -> Option<String> {
    let given = pattern.trim_matches(['*', '?']).to_lowercase();
    let families = names.iter().map(|name| name.split('/').next().unwrap_or(name));
    let whole = names.iter().map(String::as_str);
    let candidates = families.chain(whole).map(|name| (changes(&given, &name.to_lowercase()), name));
    let (changes, name) = candidates.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (changes <= MOST_CHANGES * given.chars().count() as f64).then(|| name.to_owned())
}

/// Returns the number of letters to change; hyphens and underscores count half.
fn changes(given: &str, name: &str) -> f64 {
    let folded = |name: &str| name.replace(['-', '_'], "");
    let plain = strsim::osa_distance(&folded(given), &folded(name)) as f64;
    let exact = strsim::osa_distance(given, name) as f64;
    f64::midpoint(plain, exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_near_and_what_is_far_is_not() {
        let names = ["sha512/64B", "sha3-256/1KiB", "x25519/dh", "ed25519/sign", "ed25519/verify"].map(str::to_owned);
        for (given, meant) in [
            ("sha511", Some("sha512")),
            ("SHA_512", Some("sha512")),
            ("sha3256", Some("sha3-256")),
            ("ed25519/sing", Some("ed25519/sign")),
            ("x25519/hd*", Some("x25519/dh")),
            ("nosuchop", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, &names).as_deref(), meant, "{given}");
        }
    }
}
