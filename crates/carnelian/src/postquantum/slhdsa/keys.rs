//! Key files of SLH-DSA, RFC 9909.

use super::{
    Parameters, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f,
    SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f,
    SlhDsaShake256s, VerifyingKey,
};
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};

/// A parameter set that key files have an identifier for. Sealed, like [`Parameters`].
pub trait KeyFiles: Parameters {
    /// The identifier.
    const ALGORITHM: Algorithm;
}

/// Writes the implementations of [`KeyFiles`]: the identifiers have the names of the sets.
macro_rules! key_files {
    ($($set:ident),+ $(,)?) => {
        $(impl KeyFiles for $set {
            const ALGORITHM: Algorithm = Algorithm::$set;
        })+
    };
}

key_files! {
    SlhDsaSha2_128s,
    SlhDsaSha2_128f,
    SlhDsaSha2_192s,
    SlhDsaSha2_192f,
    SlhDsaSha2_256s,
    SlhDsaSha2_256f,
    SlhDsaShake128s,
    SlhDsaShake128f,
    SlhDsaShake192s,
    SlhDsaShake192f,
    SlhDsaShake256s,
    SlhDsaShake256f,
}

/// Fault of a slice that is no key. The containers check lengths, so it is found only if they and the scheme disagree.
const LENGTH: &str = "it has another length";

/// A file holds SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root. It is not checked that the root is that of the seeds, which takes
/// as long as generating a key: [`check`](SigningKey::check) does that. What a key with another root signs is not
/// valid.
///
/// ```
/// use carnelian::encoding::PrivateKeyFile;
/// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaShake128f};
/// let key = SigningKey::<SlhDsaShake128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
/// let read = SigningKey::<SlhDsaShake128f>::from_pkcs8_pem(key.to_pkcs8_pem().expose())?;
/// assert_eq!(read.verifying_key(), key.verifying_key());
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
impl<P: KeyFiles> PrivateKeyFile for SigningKey<P> {
    const ALGORITHM: Algorithm = P::ALGORITHM;

    fn to_private_key_info(&self) -> PrivateKeyInfo {
        // Not in a tuple, from which it would be copied.
        let private_key = self.to_bytes();
        PrivateKeyInfo::new(Self::ALGORITHM, private_key.expose().as_ref(), Some(self.verifying_key().as_ref()))
            .expect("the lengths of a key")
    }

    fn from_private_key_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        let invalid = |_| EncodingError::InvalidPrivateKey { algorithm: Self::ALGORITHM, fault: LENGTH };
        let key = Self::from_slice(info.private_key_bytes(Self::ALGORITHM)?).map_err(invalid)?;
        info.check_public_key(key.verifying_key().as_ref())?;
        Ok(key)
    }
}

impl<P: KeyFiles> PublicKeyFile for VerifyingKey<P> {
    const ALGORITHM: Algorithm = P::ALGORITHM;

    fn to_subject_public_key_info(&self) -> SubjectPublicKeyInfo {
        SubjectPublicKeyInfo::new(Self::ALGORITHM, self.as_ref()).expect("the length of a key")
    }

    fn from_subject_public_key_info(info: &SubjectPublicKeyInfo) -> Result<Self, EncodingError> {
        if info.algorithm() != Self::ALGORITHM {
            let (expected, found) = (Some(Self::ALGORITHM), info.algorithm().oid());
            return Err(EncodingError::WrongAlgorithm { expected, found });
        }
        let invalid = |_| EncodingError::InvalidPublicKey { algorithm: Self::ALGORITHM, fault: LENGTH };
        Self::from_slice(info.as_bytes()).map_err(invalid)
    }
}
