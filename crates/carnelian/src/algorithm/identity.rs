//! The names, numbers and status of an algorithm of any role.

/// The names and numbers of an algorithm or of a parameter set.
///
/// ```
/// use carnelian::algorithm;
/// let identity = algorithm::hash("SHA-512/256").unwrap().identity();
/// assert_eq!((identity.id, identity.standard), ("sha512-256", "FIPS 180-4 Section 6.7"));
/// assert_eq!(identity.oid, Some("2.16.840.1.101.3.4.2.6"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identity {
    /// The name in the standard, such as `SHA-512/256`.
    pub name: &'static str,
    /// The name of the scheme that this is a parameter set of, such as `ML-KEM`; for others their own name.
    pub family: &'static str,
    /// The name for programs and their users, such as `sha512-256`. It is unique among the algorithms of a role.
    pub id: &'static str,
    /// Names in other programs and standards.
    pub aliases: &'static [&'static str],
    /// The standard, with its section.
    pub standard: &'static str,
    /// The number in C. It is unique among the algorithms of a role, and never changes.
    pub number: u32,
    /// The object identifier, in numbers with dots between them.
    pub oid: Option<&'static str>,
    /// The name in JOSE: `alg` or `enc` of RFC 7515 and its successors.
    pub jose: Option<&'static str>,
    /// The number in COSE, RFC 9053 and its successors.
    pub cose: Option<i32>,
    /// The security category, 1 to 5, of an algorithm that NIST standardizes against quantum computers: it is as hard to
    /// break as a search for the key of AES-128 (1), AES-192 (3) or AES-256 (5), or for a collision of SHA-256 (2) or
    /// SHA-384 (4).
    pub category: Option<u8>,
    /// The uses that are advised.
    pub status: Status,
}

/// The uses of an algorithm that are advised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// New protocols and files.
    Recommended,
    /// Protocols and files that exist and need it. Nothing is known to break it in these uses.
    Legacy,
    /// Study and research: it is broken or not analysed enough.
    Study,
}

impl Status {
    /// Returns the status in words, if it is not the usual one: `None` for a recommended algorithm.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// let remark = |name| algorithm::signature(name).unwrap().identity().status.remark();
    /// assert_eq!((remark("ed25519"), remark("eddsa-blake2b")), (None, Some("legacy")));
    /// ```
    #[must_use]
    pub const fn remark(self) -> Option<&'static str> {
        match self {
            Self::Recommended => None,
            Self::Legacy => Some("legacy"),
            Self::Study => Some("for study"),
        }
    }
}

impl Identity {
    /// Returns the identity of a recommended algorithm without identifiers of standards.
    pub(crate) const fn new(number: u32, id: &'static str, name: &'static str, standard: &'static str) -> Self {
        Self {
            name,
            family: name,
            id,
            aliases: &[],
            standard,
            number,
            oid: None,
            jose: None,
            cose: None,
            category: None,
            status: Status::Recommended,
        }
    }

    /// Sets what the parameter sets of a scheme share and differ in.
    #[cfg(feature = "postquantum")]
    pub(crate) const fn set(self, family: &'static str, category: u8) -> Self {
        assert!(1 <= category && category <= 5, "the categories are 1 to 5");
        Self { family, category: Some(category), ..self }
    }

    pub(crate) const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(crate) const fn oid(self, oid: &'static str) -> Self {
        Self { oid: Some(oid), ..self }
    }

    pub(crate) const fn jose(self, jose: &'static str) -> Self {
        Self { jose: Some(jose), ..self }
    }

    pub(crate) const fn cose(self, cose: i32) -> Self {
        Self { cose: Some(cose), ..self }
    }

    pub(crate) const fn legacy(self) -> Self {
        Self { status: Status::Legacy, ..self }
    }

    /// Sets the status of the algorithm that this one is made of.
    #[cfg(feature = "kdf")]
    pub(crate) const fn with_status_of(self, part: &Self) -> Self {
        Self { status: part.status, ..self }
    }

    #[allow(dead_code, reason = "a row of any role may have this status, and none needs to")]
    pub(crate) const fn study(self) -> Self {
        Self { status: Status::Study, ..self }
    }

    /// Returns whether a name, in any spelling, is one of those of this algorithm.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        [self.id, self.name].iter().chain(self.aliases).any(|known| same_name(known, name))
    }
}

/// Returns whether two names are the same but for case and separators: `SHA-256` and `sha256`. A separator between two
/// digits counts: SHA-384 is not SHA3-84.
///
/// ```
/// use carnelian::algorithm::same_name;
/// assert!(same_name("SHA-512/256", "sha512_256") && same_name("ML-KEM-768", "MLKEM768"));
/// assert!(!same_name("SHA-384", "SHA3-84"));
/// ```
#[must_use]
pub fn same_name(one: &str, other: &str) -> bool {
    folded(one).eq(folded(other))
}

/// Returns the characters of a name in lower case, without separators, except for a hyphen between two digits.
fn folded(name: &str) -> impl Iterator<Item = char> {
    let is_separator = |c: char| matches!(c, '-' | '_' | '/' | ' ');
    let (mut last, mut is_separated, mut held) = (' ', false, None);
    let mut characters = name.chars().flat_map(char::to_lowercase);
    core::iter::from_fn(move || {
        if let Some(held) = held.take() {
            return Some(held);
        }
        loop {
            let c = characters.next()?;
            if is_separator(c) {
                is_separated = true;
                continue;
            }
            let is_between_digits = is_separated && c.is_ascii_digit() && char::is_ascii_digit(&last);
            (last, is_separated) = (c, false);
            if !is_between_digits {
                return Some(c);
            }
            held = Some(c);
            return Some('-');
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_advised_says_so() {
        let identity = Identity::new(1, "toy", "Toy", "A textbook");
        assert_eq!(identity.status.remark(), None);
        assert_eq!(identity.study().status.remark(), Some("for study"));
    }

    #[test]
    fn names_are_the_same_in_every_spelling() {
        for (one, other) in [("SHA-256", "sha256"), ("sha512/256", "SHA-512-256"), ("SHA3-256", "sha3 256"), ("", "-")]
        {
            assert!(same_name(one, other), "{one} {other}");
        }
        for (one, other) in [("SHA-384", "SHA3-84"), ("sha512256", "sha512-256"), ("sha25", "sha256"), ("", "a")] {
            assert!(!same_name(one, other), "{one} {other}");
        }
    }
}
