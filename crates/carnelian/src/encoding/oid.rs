//! Object identifiers: their numbers, and the names of those that are known.

use core::fmt;
use der::Decode;
use der::asn1::ObjectIdentifier;

/// An object identifier found in a file. It prints as its numbers and, if it is known here, its name.
///
/// ```
/// use carnelian::encoding::Algorithm;
/// assert_eq!(Algorithm::Ed25519.oid().to_string(), "1.3.101.112 (Ed25519)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Oid(pub(super) ObjectIdentifier);

impl Oid {
    /// Returns the name of the object, if it is known here.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        NAMES.iter().find(|(oid, _)| *oid == self.0).map(|(_, name)| *name)
    }
}

impl fmt::Display for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{} ({name})", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Debug for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Oid({self})")
    }
}

/// Returns the object identifier with these numbers.
pub(super) const fn oid(dotted: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(dotted)
}

/// Returns the object identifier in `der`, if that is what it is.
pub(super) fn as_identifier(der: &[u8]) -> Option<ObjectIdentifier> {
    ObjectIdentifier::from_der(der).ok()
}

// Encryption under a passphrase, RFC 8018 Appendix C and RFC 7914 Section 7.
pub(super) const PBES2: ObjectIdentifier = oid("1.2.840.113549.1.5.13");
pub(super) const PBKDF2: ObjectIdentifier = oid("1.2.840.113549.1.5.12");
pub(super) const SCRYPT: ObjectIdentifier = oid("1.3.6.1.4.1.11591.4.11");
pub(super) const HMAC_SHA1: ObjectIdentifier = oid("1.2.840.113549.2.7");
pub(super) const HMAC_SHA224: ObjectIdentifier = oid("1.2.840.113549.2.8");
pub(super) const HMAC_SHA256: ObjectIdentifier = oid("1.2.840.113549.2.9");
pub(super) const HMAC_SHA384: ObjectIdentifier = oid("1.2.840.113549.2.10");
pub(super) const HMAC_SHA512: ObjectIdentifier = oid("1.2.840.113549.2.11");
pub(super) const HMAC_SHA512_224: ObjectIdentifier = oid("1.2.840.113549.2.12");
pub(super) const HMAC_SHA512_256: ObjectIdentifier = oid("1.2.840.113549.2.13");
pub(super) const AES128_CBC: ObjectIdentifier = oid("2.16.840.1.101.3.4.1.2");
pub(super) const AES192_CBC: ObjectIdentifier = oid("2.16.840.1.101.3.4.1.22");
pub(super) const AES256_CBC: ObjectIdentifier = oid("2.16.840.1.101.3.4.1.42");

/// The objects that a key file is likely to name, whether it can be read here or not.
const NAMES: &[(ObjectIdentifier, &str)] = &[
    (oid("1.3.101.110"), "X25519"),
    (oid("1.3.101.111"), "X448"),
    (oid("1.3.101.112"), "Ed25519"),
    (oid("1.3.101.113"), "Ed448"),
    (oid("1.2.840.113549.1.1.1"), "RSA"),
    (oid("1.2.840.113549.1.1.10"), "RSASSA-PSS"),
    (oid("1.2.840.113549.1.3.1"), "Diffie-Hellman"),
    (oid("1.2.840.10046.2.1"), "X9.42 Diffie-Hellman"),
    (oid("1.2.840.10040.4.1"), "DSA"),
    (oid("1.2.840.10045.2.1"), "elliptic curve"),
    (oid("1.2.156.10197.1.301"), "SM2"),
    (oid("2.16.840.1.101.3.4.3.17"), "ML-DSA-44"),
    (oid("2.16.840.1.101.3.4.3.18"), "ML-DSA-65"),
    (oid("2.16.840.1.101.3.4.3.19"), "ML-DSA-87"),
    (oid("2.16.840.1.101.3.4.3.20"), "SLH-DSA-SHA2-128s"),
    (oid("2.16.840.1.101.3.4.3.21"), "SLH-DSA-SHA2-128f"),
    (oid("2.16.840.1.101.3.4.3.22"), "SLH-DSA-SHA2-192s"),
    (oid("2.16.840.1.101.3.4.3.23"), "SLH-DSA-SHA2-192f"),
    (oid("2.16.840.1.101.3.4.3.24"), "SLH-DSA-SHA2-256s"),
    (oid("2.16.840.1.101.3.4.3.25"), "SLH-DSA-SHA2-256f"),
    (oid("2.16.840.1.101.3.4.3.26"), "SLH-DSA-SHAKE-128s"),
    (oid("2.16.840.1.101.3.4.3.27"), "SLH-DSA-SHAKE-128f"),
    (oid("2.16.840.1.101.3.4.3.28"), "SLH-DSA-SHAKE-192s"),
    (oid("2.16.840.1.101.3.4.3.29"), "SLH-DSA-SHAKE-192f"),
    (oid("2.16.840.1.101.3.4.3.30"), "SLH-DSA-SHAKE-256s"),
    (oid("2.16.840.1.101.3.4.3.31"), "SLH-DSA-SHAKE-256f"),
    (oid("2.16.840.1.101.3.4.3.32"), "HashML-DSA-44 with SHA-512"),
    (oid("2.16.840.1.101.3.4.3.33"), "HashML-DSA-65 with SHA-512"),
    (oid("2.16.840.1.101.3.4.3.34"), "HashML-DSA-87 with SHA-512"),
    (oid("2.16.840.1.101.3.4.3.35"), "HashSLH-DSA-SHA2-128s with SHA-256"),
    (oid("2.16.840.1.101.3.4.3.36"), "HashSLH-DSA-SHA2-128f with SHA-256"),
    (oid("2.16.840.1.101.3.4.3.37"), "HashSLH-DSA-SHA2-192s with SHA-512"),
    (oid("2.16.840.1.101.3.4.3.38"), "HashSLH-DSA-SHA2-192f with SHA-512"),
    (oid("2.16.840.1.101.3.4.3.39"), "HashSLH-DSA-SHA2-256s with SHA-512"),
    (oid("2.16.840.1.101.3.4.3.40"), "HashSLH-DSA-SHA2-256f with SHA-512"),
    (oid("2.16.840.1.101.3.4.3.41"), "HashSLH-DSA-SHAKE-128s with SHAKE128"),
    (oid("2.16.840.1.101.3.4.3.42"), "HashSLH-DSA-SHAKE-128f with SHAKE128"),
    (oid("2.16.840.1.101.3.4.3.43"), "HashSLH-DSA-SHAKE-192s with SHAKE256"),
    (oid("2.16.840.1.101.3.4.3.44"), "HashSLH-DSA-SHAKE-192f with SHAKE256"),
    (oid("2.16.840.1.101.3.4.3.45"), "HashSLH-DSA-SHAKE-256s with SHAKE256"),
    (oid("2.16.840.1.101.3.4.3.46"), "HashSLH-DSA-SHAKE-256f with SHAKE256"),
    (oid("2.16.840.1.101.3.4.4.1"), "ML-KEM-512"),
    (oid("2.16.840.1.101.3.4.4.2"), "ML-KEM-768"),
    (oid("2.16.840.1.101.3.4.4.3"), "ML-KEM-1024"),
    (PBES2, "PBES2"),
    (PBKDF2, "PBKDF2"),
    (SCRYPT, "scrypt"),
    (oid("1.2.840.113549.1.5.3"), "PBES1 with MD5 and DES"),
    (oid("1.2.840.113549.1.5.10"), "PBES1 with SHA-1 and DES"),
    (oid("1.2.840.113549.1.5.11"), "PBES1 with SHA-1 and RC2"),
    (oid("1.2.840.113549.1.12.1.1"), "PKCS #12 with SHA-1 and 128-bit RC4"),
    (oid("1.2.840.113549.1.12.1.3"), "PKCS #12 with SHA-1 and Triple DES"),
    (oid("1.2.840.113549.1.12.1.4"), "PKCS #12 with SHA-1 and two-key Triple DES"),
    (oid("1.2.840.113549.1.12.1.5"), "PKCS #12 with SHA-1 and 128-bit RC2"),
    (oid("1.2.840.113549.1.12.1.6"), "PKCS #12 with SHA-1 and 40-bit RC2"),
    (HMAC_SHA1, "HMAC-SHA-1"),
    (HMAC_SHA224, "HMAC-SHA-224"),
    (HMAC_SHA256, "HMAC-SHA-256"),
    (HMAC_SHA384, "HMAC-SHA-384"),
    (HMAC_SHA512, "HMAC-SHA-512"),
    (HMAC_SHA512_224, "HMAC-SHA-512/224"),
    (HMAC_SHA512_256, "HMAC-SHA-512/256"),
    (oid("2.16.840.1.101.3.4.2.14"), "HMAC-SHA3-256"),
    (oid("2.16.840.1.101.3.4.2.16"), "HMAC-SHA3-512"),
    (AES128_CBC, "AES-128-CBC"),
    (AES192_CBC, "AES-192-CBC"),
    (AES256_CBC, "AES-256-CBC"),
    (oid("2.16.840.1.101.3.4.1.6"), "AES-128-GCM"),
    (oid("2.16.840.1.101.3.4.1.26"), "AES-192-GCM"),
    (oid("2.16.840.1.101.3.4.1.46"), "AES-256-GCM"),
    (oid("1.3.14.3.2.7"), "DES-CBC"),
    (oid("1.2.840.113549.3.7"), "Triple DES in CBC mode"),
    (oid("1.2.840.113549.3.2"), "RC2-CBC"),
    (oid("1.2.392.200011.61.1.1.1.4"), "Camellia-256-CBC"),
    (oid("1.2.156.10197.1.104.2"), "SM4-CBC"),
];
