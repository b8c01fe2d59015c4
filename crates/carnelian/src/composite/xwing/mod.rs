//! X-Wing, a key encapsulation mechanism from ML-KEM-768 and X25519: draft-connolly-cfrg-xwing-kem-10.
//!
//! The shared secret is secure as long as either of the two is.
//!
//! | the draft | here | bytes |
//! |---|---|---|
//! | pk, the encapsulation key | [`EncapsulationKey`] | 1216 |
//! | sk, the decapsulation key | [`DecapsulationKey`] | 32 |
//! | ct, the ciphertext | [`Ciphertext`] | 1120 |
//! | ss, the shared secret | [`SharedSecret`] | 32 |
//!
//! ```
//! use carnelian::composite::xwing::{Ciphertext, DecapsulationKey, EncapsulationKey};
//! use carnelian::random::OsRandom;
//!
//! let key = DecapsulationKey::generate(&mut OsRandom)?;
//! let sent = key.encapsulation_key().to_bytes();
//!
//! let (ciphertext, secret) = EncapsulationKey::from_bytes(&sent)?.encapsulate(&mut OsRandom)?;
//!
//! let received = key.decapsulate(&Ciphertext::from_bytes(&ciphertext.to_bytes())?);
//! assert!(carnelian::ct::verify(received.expose(), secret.expose()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "alloc")]
mod role;
#[cfg(test)]
mod tests;

use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::curve::x25519::{self, x25519};
use crate::error::{FaultError, LengthError};
use crate::hash::{Sha3_256, Shake256};
use crate::postquantum::mlkem::{self, EncapsulationKeyError, MlKem768, SharedSecret as SecretOfMlKem, hazmat};
use core::fmt;

/// Bytes of the part of ML-KEM-768 in a key.
const ML_KEM_KEY_LEN: usize = 1184;
/// Bytes of the part of ML-KEM-768 in a ciphertext.
const ML_KEM_CIPHERTEXT_LEN: usize = 1088;
/// XWingLabel, Section 5.3: the six characters `\.//^\`.
const LABEL: &[u8; 6] = b"\\.//^\\";
/// More bytes of stack than the frames here take. ML-KEM and X25519 wipe theirs.
const STACK: usize = 8192;

/// An encapsulation key, pk: an ML-KEM-768 key and an X25519 public key. It is public.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EncapsulationKey {
    ml_kem: mlkem::EncapsulationKey<MlKem768>,
    x25519: [u8; 32],
}

impl EncapsulationKey {
    /// The number of bytes in an encapsulation key.
    pub const LEN: usize = ML_KEM_KEY_LEN + 32;

    /// Returns the key with these bytes, after the check of ML-KEM. Variable time in the key, which is public.
    ///
    /// # Errors
    /// [`EncapsulationKeyError::Length`] if it has another length, [`EncapsulationKeyError::Modulus`] if a coefficient
    /// of the ML-KEM key is not below 3329.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EncapsulationKeyError> {
        let error = LengthError { what: "an X-Wing encapsulation key", expected: Self::LEN, found: bytes.len() };
        let bytes: &[u8; Self::LEN] = bytes.try_into().map_err(|_| error)?;
        let (ml_kem, x25519) = bytes.split_last_chunk().expect("the key is longer than its last part");
        Ok(Self { ml_kem: mlkem::EncapsulationKey::from_slice(ml_kem)?, x25519: *x25519 })
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        joined(self.ml_kem.as_ref(), &self.x25519)
    }

    /// Encapsulate(pk), Section 5.4: returns a new shared secret and the ciphertext that encapsulates it. Constant time in
    /// the secret.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn encapsulate(&self, random: &mut impl Random) -> Result<(Ciphertext, SharedSecret), RandomError> {
        wiping_stack::<STACK, _>(|| {
            let mut seed = Secret::<[u8; 64]>::ZEROED;
            seed.draw(random)?;
            Ok(self.encapsulate_derand(seed.expose()))
        })
    }

    /// EncapsulateDerand(pk, eseed), Section 5.4.1.
    fn encapsulate_derand(&self, seed: &[u8; 64]) -> (Ciphertext, SharedSecret) {
        let mut results = (Ciphertext([0; Ciphertext::LEN]), SharedSecret::place());
        let (m, ek_x) = seed.split_first_chunk().expect("two halves of 32 bytes");
        let ek_x = ek_x.try_into().expect("the other half");
        // ct_X = X25519(ek_X, X25519_BASE), ss_X = X25519(ek_X, pk_X)
        let ct_x = *x25519(ek_x, &x25519::BASE).declassify("a ciphertext is public");
        let ss_x = x25519(ek_x, &self.x25519);
        let (ct_m, ss_m) = hazmat::encapsulate_internal(&self.ml_kem, m);
        results.0 = Ciphertext(joined(ct_m.as_ref(), &ct_x));
        results.1.combine(&ss_m, &ss_x, &ct_x, &self.x25519);
        results
    }
}

impl fmt::Debug for EncapsulationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncapsulationKey<X-Wing>({:02x?}..)", &self.ml_kem.as_ref()[..8])
    }
}

impl TryFrom<&[u8]> for EncapsulationKey {
    type Error = EncapsulationKeyError;

    fn try_from(bytes: &[u8]) -> Result<Self, EncapsulationKeyError> {
        Self::from_bytes(bytes)
    }
}

/// A decapsulation key, sk, expanded. It is wiped when dropped, and is on the heap, where there is one, so that a move
/// leaves no copy.
pub struct DecapsulationKey(Held<Expanded>);

/// The result of expandDecapsulationKey(sk), Section 5.2.
struct Expanded {
    sk: Secret<[u8; 32]>,
    sk_m: Option<mlkem::DecapsulationKey<MlKem768>>,
    sk_x: Secret<[u8; 32]>,
    pk_x: [u8; 32],
}

impl DecapsulationKey {
    /// The number of bytes in a decapsulation key.
    pub const LEN: usize = 32;

    fn place() -> Self {
        Self(Held::place(Expanded { sk: Secret::ZEROED, sk_m: None, sk_x: Secret::ZEROED, pk_x: [0; 32] }))
    }

    /// GenerateKeyPair(), Section 5.2: returns a new key. Constant time.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut key = Self::place();
        key.0.sk.draw(random)?;
        key.expand();
        Ok(key)
    }

    /// GenerateKeyPairDerand(sk), Section 5.2.1: returns the key with these bytes. Constant time.
    #[must_use]
    pub fn from_bytes(sk: &[u8; Self::LEN]) -> Self {
        let mut key = Self::place();
        key.0.sk.write(|to| to.copy_from_slice(sk));
        key.expand();
        key
    }

    fn expand(&mut self) {
        wiping_stack::<STACK, _>(|| {
            let Expanded { sk, sk_m, sk_x, pk_x } = &mut *self.0;
            let mut expanded = [0; 96];
            let mut hasher = Shake256::new();
            hasher.update(sk.expose());
            hasher.finalize().fill(&mut expanded);
            let (seed, x) = expanded.split_first_chunk().expect("96 bytes are more than 64");
            *sk_m = Some(mlkem::DecapsulationKey::from_seed(seed));
            sk_x.write(|to| to.copy_from_slice(x));
            *pk_x = *x25519(sk_x.expose(), &x25519::BASE).declassify("a public key is public");
        });
    }

    fn ml_kem(&self) -> &mlkem::DecapsulationKey<MlKem768> {
        self.0.sk_m.as_ref().expect("the key is expanded where it is made")
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn to_bytes(&self) -> &[u8; Self::LEN] {
        self.0.sk.expose()
    }

    /// Returns the encapsulation key.
    #[must_use]
    pub fn encapsulation_key(&self) -> EncapsulationKey {
        EncapsulationKey { ml_kem: self.ml_kem().encapsulation_key(), x25519: self.0.pk_x }
    }

    /// Decapsulate(ct, sk), Section 5.5: returns the shared secret that a ciphertext holds, or for one that no
    /// encapsulation to this key makes, another. Constant time.
    #[must_use]
    pub fn decapsulate(&self, ciphertext: &Ciphertext) -> SharedSecret {
        let mut shared = SharedSecret::place();
        wiping_stack::<STACK, _>(|| {
            let (ct_m, ct_x) = ciphertext.0.split_last_chunk().expect("a ciphertext is longer than its last part");
            let ct_m = mlkem::Ciphertext::from_slice(ct_m).expect("the length of the first part");
            let ss_m = self.ml_kem().decapsulate(&ct_m);
            let ss_x = x25519(self.0.sk_x.expose(), ct_x);
            shared.combine(&ss_m, &ss_x, ct_x, &self.0.pk_x);
        });
        shared
    }

    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not used for anything, and
    /// decapsulates it. Constant time.
    ///
    /// # Errors
    /// [`FaultError`] if another secret is the result.
    pub fn check_pair(&self) -> Result<(), FaultError> {
        let (ciphertext, sent) = wiping_stack::<STACK, _>(|| self.encapsulation_key().encapsulate_derand(&[0x5a; 64]));
        let is_same = ct::eq(sent.expose(), self.decapsulate(&ciphertext).expose());
        if is_same.declassify("whether a pair of keys is consistent is public") { Ok(()) } else { Err(FaultError) }
    }
}

impl fmt::Debug for DecapsulationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DecapsulationKey<X-Wing>(..)")
    }
}

/// A ciphertext, ct: any 1120 bytes are one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ciphertext([u8; Self::LEN]);

impl Ciphertext {
    /// The number of bytes in a ciphertext.
    pub const LEN: usize = ML_KEM_CIPHERTEXT_LEN + 32;

    /// Returns the ciphertext with these bytes.
    ///
    /// # Errors
    /// [`LengthError`] if there are more or fewer than 1120.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LengthError> {
        let error = LengthError { what: "an X-Wing ciphertext", expected: Self::LEN, found: bytes.len() };
        bytes.try_into().map(Self).map_err(|_| error)
    }

    /// Returns the bytes of the ciphertext.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; Self::LEN] {
        &self.0
    }

    /// Returns the bytes of the ciphertext.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; Self::LEN] {
        self.0
    }
}

impl fmt::Debug for Ciphertext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ciphertext<X-Wing>({:02x?}..)", &self.0[..8])
    }
}

impl AsRef<[u8]> for Ciphertext {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<&[u8]> for Ciphertext {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_bytes(bytes)
    }
}

/// A shared secret, ss: 32 uniform bytes, wiped when dropped. They are on the heap, where there is one, so that a move
/// leaves no copy.
#[derive(Debug)]
pub struct SharedSecret(Held<Secret<[u8; 32]>>);

impl SharedSecret {
    /// The number of bytes in a shared secret.
    pub const LEN: usize = 32;

    fn place() -> Self {
        Self(Held::place(Secret::ZEROED))
    }

    /// Combiner(ss_M, ss_X, ct_X, pk_X), Section 5.3.
    fn combine(&mut self, ss_m: &SecretOfMlKem, ss_x: &Secret<[u8; 32]>, ct_x: &[u8; 32], pk_x: &[u8; 32]) {
        let mut hasher = Sha3_256::new();
        for part in [ss_m.expose(), ss_x.expose(), ct_x, pk_x] {
            hasher.update(part);
        }
        hasher.update(LABEL);
        self.0.write(|ss| *ss = hasher.finalize());
    }

    /// Returns the bytes, for use as a key.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose()
    }

    /// Returns the bytes in their container.
    #[must_use]
    pub fn as_secret(&self) -> &Secret<[u8; 32]> {
        &self.0
    }
}

/// Returns the two parts one after the other.
fn joined<const N: usize>(first: &[u8], last: &[u8; 32]) -> [u8; N] {
    let mut whole = [0; N];
    whole[..first.len()].copy_from_slice(first);
    whole[first.len()..].copy_from_slice(last);
    whole
}
