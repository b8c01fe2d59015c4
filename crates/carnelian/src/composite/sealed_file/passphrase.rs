//! Files that are sealed with a passphrase.

use super::header::{BOUND_LEN, salt_in};
use super::sealer::new_salt;
use super::{Header, KEY_LEN, Key, OpenError, Opener, SealError, Sealer};
use crate::base::random::Random;
use crate::base::secret::{Held, Secret};
use crate::kdf::argon2::{Argon2, Argon2Error, Limits, Params};

impl Sealer {
    /// Starts a file that `passphrase`, of any length, opens, with a salt from `random`. `cost` is the cost of each
    /// guess:
    /// [`PASSPHRASE_COST`](super::PASSPHRASE_COST) or another.
    ///
    /// # Errors
    /// [`SealError::Random`] if the source fails, [`SealError::Passphrase`] if there is not enough memory.
    ///
    /// ```
    /// use carnelian::composite::sealed_file::{self, Sealer};
    /// use carnelian::kdf::argon2::{Limits, Params};
    /// use carnelian::random::OsRandom;
    /// let cost = Params::new(1024, 1, 1)?; // a low cost, so that the example is fast
    /// let sealer = Sealer::with_passphrase(b"correct horse battery staple", cost, &mut OsRandom)?;
    /// let mut file = sealer.header().to_vec();
    /// file.extend_from_slice(&sealer.seal_last(&mut [])?);
    /// let opened = sealed_file::open_with_passphrase(b"correct horse battery staple", &file, &Limits::default())?;
    /// assert_eq!(opened, b"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_passphrase(passphrase: &[u8], cost: Params, random: &mut impl Random) -> Result<Self, SealError> {
        let bound = Header::without_commitment(&new_salt(random)?, Some(cost));
        let key = key_of_passphrase(passphrase, &bound, cost).map_err(SealError::Passphrase)?;
        Ok(Self::with_input(&key, &bound))
    }
}

impl Opener {
    /// Starts opening the file with this header, which states the cost of deriving a key from the passphrase. A cost
    /// above `limits` is refused before any memory is allocated: the author of a file could otherwise make its reader
    /// work for hours.
    ///
    /// # Errors
    /// [`OpenError::WrongPassphrase`] if it was not sealed with `passphrase`, or if its header is not the one that it was
    /// sealed with; [`OpenError::NeedsKey`] if it was sealed with a key; [`OpenError::TooCostly`]; and
    /// [`OpenError::Passphrase`] if there is not enough memory.
    pub fn with_passphrase(header: &Header, passphrase: &[u8], limits: &Limits) -> Result<Self, OpenError> {
        let cost = header.passphrase_cost().ok_or(OpenError::NeedsKey)?;
        if cost.memory_kib() > limits.memory_kib || cost.passes() > limits.passes || cost.lanes() > limits.lanes {
            return Err(OpenError::TooCostly(cost));
        }
        let key = key_of_passphrase(passphrase, header.bound(), cost).map_err(OpenError::Passphrase)?;
        Self::with_input(header, &key).ok_or(OpenError::WrongPassphrase)
    }
}

/// Derives the input key from a passphrase: Argon2id of it and the salt, without secret and associated data.
fn key_of_passphrase(passphrase: &[u8], bound: &[u8; BOUND_LEN], cost: Params) -> Result<Key, Argon2Error> {
    let mut key = Held::place(Secret::ZEROED);
    let mut hashed = Ok(());
    key.write(|key: &mut [u8; KEY_LEN]| hashed = Argon2::id(cost).hash_into(passphrase, salt_in(bound), key));
    hashed.map(|()| Key(key))
}
