//! The algorithms whose keys can be read and written.

/// The algorithm of a key, which its file names by an identifier.
///
/// ```
/// use carnelian::encoding::Algorithm;
/// assert_eq!(Algorithm::X25519.to_string(), "X25519");
/// assert!(Algorithm::X25519.private_lengths().contains(32));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Ed25519 signatures (RFC 8032): `id-Ed25519`, 1.3.101.112.
    Ed25519,
    /// X25519 key exchange (RFC 7748): `id-X25519`, 1.3.101.110.
    X25519,
    /// An algorithm whose descriptor only the unit tests have: they show what shapes of keys a descriptor can express.
    #[cfg(test)]
    #[doc(hidden)]
    Planted(Planted),
}

/// The algorithms that only unit tests have.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Planted {
    /// NULL as parameters; the private key is a SEQUENCE of any length.
    Rsa,
    /// The identifier is that of every elliptic curve, the parameters name the curve; the public key is beside the
    /// private key in a SEQUENCE.
    P256,
    /// The same on another curve.
    P384,
    /// The private key is a seed, an expanded key, or both.
    MlKem512,
}
