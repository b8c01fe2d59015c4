//! The signature schemes.

use super::hashes::HashAlgorithm;
use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::base::context::ContextLengthError;
use crate::base::random::{Random, RandomError};
use crate::signature::{
    Abilities, DynSigningKey, DynVerifyingKey, Hedging, PrehashAlgorithm, SignatureError, SignatureItem,
    SignatureOption, SignatureScheme, VerifyOptions, check_len, unsupported,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

/// Calls a macro with a row for each scheme or parameter set, by family: the module with its keys and its marker type,
/// if it has one, the name of its constants, its identity, and `file` if its keys have files. `$apply! { [arguments]
/// rows }`.
///
/// A new scheme is a row here; its number follows the last one of its scheme, and never changes.
#[doc(hidden)]
#[macro_export]
macro_rules! __signatures {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            curve "curve" {
                ed25519 ED25519 (1, "ed25519", "Ed25519", "RFC 8032 Section 5.1")
                    [aliases(&["EdDSA"]) oid("1.3.101.112") jose("Ed25519") cose(-19)] file;
                eddsa_blake2b EDDSA_BLAKE2B (2, "eddsa-blake2b", "EdDSA-BLAKE2b", "Monocypher")
                    [legacy()] no_file;
            }
            postquantum "postquantum" {
                mldsa<MlDsa44> MLDSA_44 (11, "ml-dsa-44", "ML-DSA-44", "FIPS 204")
                    [set("ML-DSA", 2) oid("2.16.840.1.101.3.4.3.17") jose("ML-DSA-44") cose(-48)] file;
                mldsa<MlDsa65> MLDSA_65 (12, "ml-dsa-65", "ML-DSA-65", "FIPS 204")
                    [set("ML-DSA", 3) oid("2.16.840.1.101.3.4.3.18") jose("ML-DSA-65") cose(-49)] file;
                mldsa<MlDsa87> MLDSA_87 (13, "ml-dsa-87", "ML-DSA-87", "FIPS 204")
                    [set("ML-DSA", 5) oid("2.16.840.1.101.3.4.3.19") jose("ML-DSA-87") cose(-50)] file;
                slhdsa<SlhDsaSha2_128s> SLHDSA_SHA2_128S (21, "slh-dsa-sha2-128s", "SLH-DSA-SHA2-128s", "FIPS 205")
                    [set("SLH-DSA", 1) oid("2.16.840.1.101.3.4.3.20")] file;
                slhdsa<SlhDsaSha2_128f> SLHDSA_SHA2_128F (22, "slh-dsa-sha2-128f", "SLH-DSA-SHA2-128f", "FIPS 205")
                    [set("SLH-DSA", 1) oid("2.16.840.1.101.3.4.3.21")] file;
                slhdsa<SlhDsaSha2_192s> SLHDSA_SHA2_192S (23, "slh-dsa-sha2-192s", "SLH-DSA-SHA2-192s", "FIPS 205")
                    [set("SLH-DSA", 3) oid("2.16.840.1.101.3.4.3.22")] file;
                slhdsa<SlhDsaSha2_192f> SLHDSA_SHA2_192F (24, "slh-dsa-sha2-192f", "SLH-DSA-SHA2-192f", "FIPS 205")
                    [set("SLH-DSA", 3) oid("2.16.840.1.101.3.4.3.23")] file;
                slhdsa<SlhDsaSha2_256s> SLHDSA_SHA2_256S (25, "slh-dsa-sha2-256s", "SLH-DSA-SHA2-256s", "FIPS 205")
                    [set("SLH-DSA", 5) oid("2.16.840.1.101.3.4.3.24")] file;
                slhdsa<SlhDsaSha2_256f> SLHDSA_SHA2_256F (26, "slh-dsa-sha2-256f", "SLH-DSA-SHA2-256f", "FIPS 205")
                    [set("SLH-DSA", 5) oid("2.16.840.1.101.3.4.3.25")] file;
                slhdsa<SlhDsaShake128s> SLHDSA_SHAKE_128S (27, "slh-dsa-shake-128s", "SLH-DSA-SHAKE-128s", "FIPS 205")
                    [set("SLH-DSA", 1) oid("2.16.840.1.101.3.4.3.26")] file;
                slhdsa<SlhDsaShake128f> SLHDSA_SHAKE_128F (28, "slh-dsa-shake-128f", "SLH-DSA-SHAKE-128f", "FIPS 205")
                    [set("SLH-DSA", 1) oid("2.16.840.1.101.3.4.3.27")] file;
                slhdsa<SlhDsaShake192s> SLHDSA_SHAKE_192S (29, "slh-dsa-shake-192s", "SLH-DSA-SHAKE-192s", "FIPS 205")
                    [set("SLH-DSA", 3) oid("2.16.840.1.101.3.4.3.28")] file;
                slhdsa<SlhDsaShake192f> SLHDSA_SHAKE_192F (30, "slh-dsa-shake-192f", "SLH-DSA-SHAKE-192f", "FIPS 205")
                    [set("SLH-DSA", 3) oid("2.16.840.1.101.3.4.3.29")] file;
                slhdsa<SlhDsaShake256s> SLHDSA_SHAKE_256S (31, "slh-dsa-shake-256s", "SLH-DSA-SHAKE-256s", "FIPS 205")
                    [set("SLH-DSA", 5) oid("2.16.840.1.101.3.4.3.30")] file;
                slhdsa<SlhDsaShake256f> SLHDSA_SHAKE_256F (32, "slh-dsa-shake-256f", "SLH-DSA-SHAKE-256f", "FIPS 205")
                    [set("SLH-DSA", 5) oid("2.16.840.1.101.3.4.3.31")] file;
            }
        }
    };
}

/// A signature scheme, or a parameter set of one, that is chosen when the program runs.
///
/// What its keys promise about time and secrets is what those of the types promise.
///
/// ```
/// use carnelian::algorithm::{self, SignOptions, VerifyOptions};
/// use carnelian::random::OsRandom;
/// let eddsa = algorithm::signatures().iter().find(|scheme| scheme.identity().jose == Some("Ed25519")).unwrap();
/// let key = eddsa.generate(&mut OsRandom)?;
/// let signature = key.sign(b"a message", &SignOptions::default(), &mut OsRandom)?;
/// assert_eq!(signature.len(), eddsa.signature_len());
/// key.verifying_key().verify(b"a message", &signature, &VerifyOptions::default())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SignatureAlgorithm {
    identity: Identity,
    abilities: Abilities,
    backend: fn() -> &'static str,
    generate: fn(&mut dyn Random) -> Signing<RandomError>,
    from_seed: fn(&[u8]) -> Box<dyn DynSigningKey>,
    from_private_bytes: fn(&[u8]) -> Signing<SignatureError>,
    from_public_bytes: fn(&[u8], Option<&str>) -> Verifying,
    verify: Verify,
    verify_batch: VerifyBatch,
}

/// A signing key, if it could be made.
type Signing<E> = Result<Box<dyn DynSigningKey>, E>;
/// A verifying key, if it could be made.
type Verifying = Result<Box<dyn DynVerifyingKey>, SignatureError>;
/// Verifies the signature of a message: key, message, signature.
type Verify = fn(&[u8], &[u8], &[u8], &VerifyOptions<'_>) -> Result<(), SignatureError>;
/// Returns whether each signature of a batch is valid, by a rule.
type VerifyBatch = fn(&[SignatureItem<'_>], Option<&str>) -> Result<Vec<bool>, SignatureError>;

impl SignatureAlgorithm {
    /// Returns the names and numbers of the scheme.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes in a seed. That of SLH-DSA is SK.seed ‖ SK.prf ‖ PK.seed.
    #[must_use]
    pub const fn seed_len(&self) -> usize {
        self.abilities.seed_lens[0]
    }

    /// Returns the numbers of bytes in the forms of a private key, that of a generated key first.
    #[must_use]
    pub const fn private_key_lens(&self) -> &'static [usize] {
        self.abilities.private_key_lens
    }

    /// Returns the number of bytes in an expanded private key, if there is such a form beside the seed.
    #[must_use]
    pub const fn expanded_key_len(&self) -> Option<usize> {
        self.abilities.expanded_key_len
    }

    /// Returns the number of bytes in a public key.
    #[must_use]
    pub const fn public_key_len(&self) -> usize {
        self.abilities.public_key_lens[0]
    }

    /// Returns the number of bytes in a signature.
    #[must_use]
    pub const fn signature_len(&self) -> usize {
        self.abilities.signature_len
    }

    /// Returns the numbers of bytes that a context may have, if the scheme has contexts. Ed25519ph also has the empty
    /// one.
    #[must_use]
    pub const fn context_lens(&self) -> Option<RangeInclusive<usize>> {
        match self.abilities.context_lens {
            Some((least, most)) => Some(least..=most),
            None => None,
        }
    }

    /// Returns whether messages can be signed by their digests with this function: Ed25519ph has only SHA-512;
    /// HashML-DSA and HashSLH-DSA have functions with digests as strong as the key.
    #[must_use]
    pub fn has_prehash(&self, prehash: &PrehashAlgorithm) -> bool {
        self.check_prehash(prehash).is_ok()
    }

    /// Checks that messages can be signed by their digests with this function. Signing and verifying make the same
    /// check; here it is made before a long message is hashed.
    ///
    /// # Errors
    /// [`SignatureError::WeakPrehash`] if its digests are too short for the strength of the key,
    /// [`SignatureError::Unsupported`] if the scheme does not have it.
    ///
    /// ```
    /// use carnelian::algorithm::{self, SignatureError};
    /// let sha256 = algorithm::hash("sha256").and_then(|function| function.prehash()).ok_or("no prehash")?;
    /// let refused = algorithm::signature("ml-dsa-65").ok_or("no such scheme")?.check_prehash(&sha256);
    /// assert!(matches!(refused, Err(SignatureError::WeakPrehash { at_least: 48, found: 32 })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_prehash(&self, prehash: &PrehashAlgorithm) -> Result<(), SignatureError> {
        (self.abilities.check_prehash)(prehash)
    }

    /// Checks that messages can be signed under this context, with a prehash or without one. Signing and verifying make
    /// the same check; here it is made before a long message is read.
    ///
    /// # Errors
    /// [`SignatureError::Unsupported`] if the scheme has no contexts, [`SignatureError::Context`] if none has this
    /// length.
    ///
    /// ```
    /// use carnelian::algorithm::{self, SignatureError};
    /// let ed25519 = algorithm::signature("ed25519").ok_or("no such scheme")?;
    /// ed25519.check_context(b"example", false)?;
    /// ed25519.check_context(b"", true)?;
    /// assert!(matches!(ed25519.check_context(b"", false), Err(SignatureError::Context(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_context(&self, context: &[u8], has_prehash: bool) -> Result<(), SignatureError> {
        let unsupported = unsupported(self.identity.name, SignatureOption::Context);
        let (at_least, most) = self.abilities.context_lens.ok_or(unsupported)?;
        // Ed25519ph has the empty context, which Ed25519ctx lacks.
        let at_least = if has_prehash { 0 } else { at_least };
        let found = context.len();
        if found < at_least || found > most { Err(ContextLengthError { at_least, found }.into()) } else { Ok(()) }
    }

    /// Returns the standard's name of the variant that a context and a prehash select.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// let ed25519 = algorithm::signature("ed25519").unwrap();
    /// let name = |(context, prehash)| ed25519.variant(context, prehash);
    /// let variants = [(false, false), (true, false), (true, true)].map(name);
    /// assert_eq!(variants, ["Ed25519", "Ed25519ctx", "Ed25519ph"]);
    /// assert_eq!(algorithm::signature("ml-dsa-65").unwrap().variant(true, true), "HashML-DSA-65");
    /// ```
    #[must_use]
    pub fn variant(&self, has_context: bool, has_prehash: bool) -> Cow<'static, str> {
        (self.abilities.variant)(has_context, has_prehash)
    }

    /// Returns whether signatures depend on random bytes by the standard.
    #[must_use]
    pub const fn is_hedged(&self) -> bool {
        self.abilities.is_hedged()
    }

    /// Returns which of [`Hedging::Random`] and [`Hedging::Deterministic`] can be chosen, that of the standard first.
    ///
    /// ```
    /// use carnelian::algorithm::{self, Hedging};
    /// let ed25519 = algorithm::signature("ed25519").unwrap();
    /// assert_eq!(ed25519.hedging(), [Hedging::Deterministic, Hedging::Random]);
    /// ```
    #[must_use]
    pub const fn hedging(&self) -> &'static [Hedging] {
        self.abilities.hedging
    }

    /// Returns whether a message can be signed in parts without a prehash. It can be verified in parts by every scheme.
    #[must_use]
    pub const fn signs_in_parts(&self) -> bool {
        self.abilities.signs_in_parts
    }

    /// Returns the names of the rules that decide which signatures are valid, if there are several.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// let rules = algorithm::signature("ed25519").unwrap().rules();
    /// assert_eq!(rules, ["rfc8032", "zip215", "strict", "cofactorless"]);
    /// ```
    #[must_use]
    pub const fn rules(&self) -> &'static [&'static str] {
        self.abilities.rules
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        (self.backend)()
    }

    /// Generates a key.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn generate(&self, random: &mut dyn Random) -> Result<Box<dyn DynSigningKey>, RandomError> {
        (self.generate)(random)
    }

    /// Derives a key from its seed, in constant time. The argument is the caller's to wipe.
    ///
    /// # Errors
    /// [`SignatureError::KeyLength`] if the seed has another length.
    pub fn signing_key_from_seed(&self, seed: &[u8]) -> Result<Box<dyn DynSigningKey>, SignatureError> {
        check_len("a seed", self.abilities.seed_lens, seed.len())?;
        Ok((self.from_seed)(seed))
    }

    /// Decodes a private key in any of its forms, which their lengths tell apart: for Ed25519 the seed, or the seed and
    /// the public key; for ML-DSA the seed, or the expanded key. The argument is the caller's to wipe.
    ///
    /// # Errors
    /// [`SignatureError::KeyLength`] for another length, [`SignatureError::Key`] if the parts of the key contradict
    /// each other. [`DynSigningKey::check`] checks what takes long.
    pub fn signing_key_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynSigningKey>, SignatureError> {
        (self.from_private_bytes)(bytes)
    }

    /// Decodes a public key, by the default rule of the scheme.
    ///
    /// # Errors
    /// [`SignatureError::KeyLength`] for another length, [`SignatureError::Key`] if the bytes are not a key.
    pub fn verifying_key_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynVerifyingKey>, SignatureError> {
        (self.from_public_bytes)(bytes, None)
    }

    /// Decodes a public key by one of the [`rules`](Self::rules), which may accept others.
    ///
    /// # Errors
    /// [`SignatureError`] as [`verifying_key_from_bytes`](Self::verifying_key_from_bytes), and
    /// [`SignatureError::Unsupported`] if there is no such rule.
    pub fn verifying_key_from_bytes_for(
        &self,
        rule: &str,
        bytes: &[u8],
    ) -> Result<Box<dyn DynVerifyingKey>, SignatureError> {
        (self.from_public_bytes)(bytes, Some(rule))
    }

    /// Verifies the signature of a message by the bytes of a public key, which is used once: a key of EdDSA and the
    /// signature are decoded together. For a key that is used again, see
    /// [`verifying_key_from_bytes`](Self::verifying_key_from_bytes).
    ///
    /// # Errors
    /// [`SignatureError`] as there and as [`DynVerifyingKey::verify`].
    ///
    /// ```
    /// use carnelian::algorithm::{self, SignOptions, VerifyOptions};
    /// use carnelian::random::OsRandom;
    /// let scheme = algorithm::signature("ed25519").ok_or("no such scheme")?;
    /// let key = scheme.generate(&mut OsRandom)?;
    /// let signature = key.sign(b"a message", &SignOptions::default(), &mut OsRandom)?;
    /// let public = key.verifying_key();
    /// scheme.verify(public.as_bytes(), b"a message", &signature, &VerifyOptions::default())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &VerifyOptions<'_>,
    ) -> Result<(), SignatureError> {
        (self.verify)(public_key, message, signature, options)
    }

    /// Verifies many signatures of messages, of one key or of different keys, in less time than one by one, by one of the
    /// [`rules`](Self::rules) or the default. Returns whether each is valid.
    ///
    /// # Errors
    /// [`SignatureError`] if no verdict is given: for a key of another length or scheme, or an option that the scheme does
    /// not have.
    ///
    /// ```
    /// use carnelian::algorithm::{self, SignOptions, SignatureItem, SignatureItemKey};
    /// use carnelian::random::OsRandom;
    /// let scheme = algorithm::signature("ed25519").ok_or("no such scheme")?;
    /// let key = scheme.generate(&mut OsRandom)?;
    /// let signature = key.sign(b"good", &SignOptions::default(), &mut OsRandom)?;
    /// let (public, signature) = (key.verifying_key(), &signature[..]);
    /// let item = |message| SignatureItem { key: SignatureItemKey::Key(&*public), context: None, message, signature };
    /// assert_eq!(scheme.verify_batch(&[item(b"good"), item(b"bad")], None)?, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_batch(&self, items: &[SignatureItem<'_>], rule: Option<&str>) -> Result<Vec<bool>, SignatureError> {
        (self.verify_batch)(items, rule)
    }

    /// Returns the row of a scheme, given its signing key.
    const fn of<K: SignatureScheme>(identity: Identity) -> Self {
        Self {
            identity,
            abilities: K::ABILITIES,
            backend: K::backend,
            generate: |random| Ok(Box::new(K::generate(random)?)),
            from_seed: |seed| Box::new(K::from_seed(seed)),
            from_private_bytes: |bytes| Ok(Box::new(K::from_private_bytes(bytes)?)),
            from_public_bytes: |bytes, rule| Ok(Box::new(K::from_public_bytes(bytes, rule)?)),
            verify: K::verify_once,
            verify_batch: K::verify_batch,
        }
    }

    /// Returns the row that a key names.
    fn named(name: &str) -> &'static Self {
        SIGNATURES.iter().find(|scheme| scheme.identity.name == name).expect("every scheme has a row")
    }
}

impl dyn DynSigningKey {
    /// Returns the scheme of the key.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// let key = algorithm::signature("ml-dsa-44").ok_or("no such scheme")?.signing_key_from_seed(&[7; 32])?;
    /// assert_eq!(key.algorithm().identity().id, "ml-dsa-44");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn algorithm(&self) -> &'static SignatureAlgorithm {
        SignatureAlgorithm::named(self.name())
    }
}

impl dyn DynVerifyingKey {
    /// Returns the scheme of the key.
    #[must_use]
    pub fn algorithm(&self) -> &'static SignatureAlgorithm {
        SignatureAlgorithm::named(self.name())
    }
}

/// The object identifier of NIST's hash functions, up to its last number.
const NIST_HASHES: &str = "2.16.840.1.101.3.4.2.";

impl HashAlgorithm {
    /// Returns the function as one whose digests are signed in place of messages, if it has an identifier for it:
    /// SHA-2, SHA-3 and SHAKE. A digest of SHAKE has twice as many bits as its security strength.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// assert_eq!(algorithm::hash("shake256").unwrap().prehash().unwrap().digest_len(), 64);
    /// assert!(algorithm::hash("blake2b").unwrap().prehash().is_none());
    /// ```
    #[must_use]
    pub fn prehash(&self) -> Option<PrehashAlgorithm> {
        let Identity { name, oid, .. } = *self.identity();
        let arc = oid?.strip_prefix(NIST_HASHES)?.parse().ok()?;
        Some(PrehashAlgorithm { name, arc, digest_len: self.digest_len(), start: self.start })
    }
}

row!(SignatureAlgorithm);

impl fmt::Debug for SignatureAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

/// Generates the table.
macro_rules! table {
    ([] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident ($($names:tt)*) [$($method:ident($($argument:tt)*))*] $file:ident;
    )+ })+) => {
        &[$($(
            #[cfg(feature = $feature)]
            SignatureAlgorithm::of::<crate::$family::$module::SigningKey$(<crate::$family::$module::$Set>)?>(
                Identity::new($($names)*)$(.$method($($argument)*))*
            ),
        )+)+]
    };
}

/// The table; the numbers are those in C.
pub(super) static SIGNATURES: &[SignatureAlgorithm] = __signatures! { table [] };

/// Returns every signature scheme and parameter set, a family after the other.
#[must_use]
pub const fn signatures() -> Algorithms<SignatureAlgorithm> {
    Algorithms::new(SIGNATURES)
}

/// Returns the signature scheme or parameter set with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::signature("MLDSA65").unwrap().signature_len(), 3309);
/// assert_eq!(algorithm::signature("SLH-DSA-SHAKE-128s").unwrap().identity().id, "slh-dsa-shake-128s");
/// ```
#[must_use]
pub fn signature(name: &str) -> Option<&'static SignatureAlgorithm> {
    signatures().find(name)
}
