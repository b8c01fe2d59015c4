//! Key files of ML-DSA, RFC 9881.

use super::{ExpandedKeyError, MlDsa44, MlDsa65, MlDsa87, Parameters, SigningKey, VerifyingKey};
use crate::base::ct;
use crate::encoding::{Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};

/// A parameter set that key files have an identifier for. Sealed, like [`Parameters`].
pub trait KeyFiles: Parameters {
    /// The identifier.
    const ALGORITHM: Algorithm;
}

impl KeyFiles for MlDsa44 {
    const ALGORITHM: Algorithm = Algorithm::MlDsa44;
}

impl KeyFiles for MlDsa65 {
    const ALGORITHM: Algorithm = Algorithm::MlDsa65;
}

impl KeyFiles for MlDsa87 {
    const ALGORITHM: Algorithm = Algorithm::MlDsa87;
}

/// Written as a seed, if the key has one, else in its expanded form. A file with both is read if they agree.
///
/// ```
/// use carnelian::encoding::PrivateKeyFile;
/// use carnelian::postquantum::mldsa::{MlDsa65, SigningKey};
/// let key = SigningKey::<MlDsa65>::from_seed(&[7; 32]);
/// let read = SigningKey::<MlDsa65>::from_pkcs8_pem(key.to_pkcs8_pem().expose())?;
/// assert_eq!(read.as_seed().unwrap().expose(), &[7; 32]);
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
impl<P: KeyFiles> PrivateKeyFile for SigningKey<P> {
    const ALGORITHM: Algorithm = P::ALGORITHM;

    fn to_private_key_info(&self) -> PrivateKeyInfo {
        let public_key = Some(self.verifying_key().as_ref());
        let info = match self.as_seed() {
            Some(seed) => PrivateKeyInfo::new(Self::ALGORITHM, seed.expose(), public_key),
            None => PrivateKeyInfo::new(Self::ALGORITHM, self.to_expanded_bytes().expose().as_ref(), public_key),
        };
        info.expect("the lengths of a key")
    }

    fn from_private_key_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        let bytes = info.private_key_bytes(Self::ALGORITHM)?;
        let key = match bytes.split_first_chunk() {
            Some((seed, [])) => Ok(Self::from_seed(seed)),
            Some((seed, expanded)) if expanded.len() == P::EXPANDED_KEY_LEN => from_both(seed, expanded),
            _ => Self::from_expanded_slice(bytes).map_err(fault),
        };
        let key = key.map_err(|fault| EncodingError::InvalidPrivateKey { algorithm: Self::ALGORITHM, fault })?;
        info.check_public_key(key.verifying_key().as_ref())?;
        Ok(key)
    }
}

/// Returns the key of a seed, after a comparison with its expanded form.
fn from_both<P: Parameters>(seed: &[u8; 32], expanded: &[u8]) -> Result<SigningKey<P>, &'static str> {
    let key = SigningKey::<P>::from_seed(seed);
    let is_same = ct::eq(key.to_expanded_bytes().expose().as_ref(), expanded);
    match is_same.declassify("whether a key is valid is public") {
        true => Ok(key),
        false => Err("the expanded key is not that of the seed"),
    }
}

fn fault(error: ExpandedKeyError) -> &'static str {
    match error {
        ExpandedKeyError::Length(_) => "it has another length",
        ExpandedKeyError::OutOfRange => "a coefficient of s1 or s2 is out of range",
        ExpandedKeyError::Inconsistent => "its parts do not belong together",
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
        Self::from_slice(info.as_bytes())
            .map_err(|_| EncodingError::InvalidPublicKey { algorithm: Self::ALGORITHM, fault: "it has another length" })
    }
}
