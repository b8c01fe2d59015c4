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
    /// ML-KEM-512 key encapsulation (FIPS 203, RFC 9935): `id-alg-ml-kem-512`, 2.16.840.1.101.3.4.4.1.
    MlKem512,
    /// ML-KEM-768: `id-alg-ml-kem-768`, 2.16.840.1.101.3.4.4.2.
    MlKem768,
    /// ML-KEM-1024: `id-alg-ml-kem-1024`, 2.16.840.1.101.3.4.4.3.
    MlKem1024,
    /// ML-DSA-44 signatures (FIPS 204, RFC 9881): `id-ml-dsa-44`, 2.16.840.1.101.3.4.3.17.
    MlDsa44,
    /// ML-DSA-65: `id-ml-dsa-65`, 2.16.840.1.101.3.4.3.18.
    MlDsa65,
    /// ML-DSA-87: `id-ml-dsa-87`, 2.16.840.1.101.3.4.3.19.
    MlDsa87,
    /// SLH-DSA-SHA2-128s signatures (FIPS 205, RFC 9909): `id-slh-dsa-sha2-128s`, 2.16.840.1.101.3.4.3.20.
    SlhDsaSha2_128s,
    /// SLH-DSA-SHA2-128f: `id-slh-dsa-sha2-128f`, 2.16.840.1.101.3.4.3.21.
    SlhDsaSha2_128f,
    /// SLH-DSA-SHA2-192s: `id-slh-dsa-sha2-192s`, 2.16.840.1.101.3.4.3.22.
    SlhDsaSha2_192s,
    /// SLH-DSA-SHA2-192f: `id-slh-dsa-sha2-192f`, 2.16.840.1.101.3.4.3.23.
    SlhDsaSha2_192f,
    /// SLH-DSA-SHA2-256s: `id-slh-dsa-sha2-256s`, 2.16.840.1.101.3.4.3.24.
    SlhDsaSha2_256s,
    /// SLH-DSA-SHA2-256f: `id-slh-dsa-sha2-256f`, 2.16.840.1.101.3.4.3.25.
    SlhDsaSha2_256f,
    /// SLH-DSA-SHAKE-128s: `id-slh-dsa-shake-128s`, 2.16.840.1.101.3.4.3.26.
    SlhDsaShake128s,
    /// SLH-DSA-SHAKE-128f: `id-slh-dsa-shake-128f`, 2.16.840.1.101.3.4.3.27.
    SlhDsaShake128f,
    /// SLH-DSA-SHAKE-192s: `id-slh-dsa-shake-192s`, 2.16.840.1.101.3.4.3.28.
    SlhDsaShake192s,
    /// SLH-DSA-SHAKE-192f: `id-slh-dsa-shake-192f`, 2.16.840.1.101.3.4.3.29.
    SlhDsaShake192f,
    /// SLH-DSA-SHAKE-256s: `id-slh-dsa-shake-256s`, 2.16.840.1.101.3.4.3.30.
    SlhDsaShake256s,
    /// SLH-DSA-SHAKE-256f: `id-slh-dsa-shake-256f`, 2.16.840.1.101.3.4.3.31.
    SlhDsaShake256f,
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
}
