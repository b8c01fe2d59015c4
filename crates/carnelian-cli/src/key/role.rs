//! The roles of keys: what a subcommand uses them for.

use super::key_type::KeyType;
use super::private_key::PrivateKey;
use super::public_key::PublicKey;
use crate::arguments::named::Named;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::words::alternatives;
use carnelian::algorithm::{
    AgreementAlgorithm, DynAgreementKey, DynDecapsulationKey, DynEncapsulationKey, DynSigningKey, DynVerifyingKey,
    KemAlgorithm, SignatureAlgorithm,
};
use std::fmt;
use std::marker::PhantomData;

/// The keys that a subcommand reads.
pub trait Role: 'static {
    /// Their row in the catalogue.
    type Algorithm: Copy;
    /// A private key.
    type PrivateKey;
    /// A public key.
    type PublicKey;

    /// Returns the algorithm of a key type, if its keys are among them.
    fn of(key_type: KeyType) -> Option<Self::Algorithm>;

    /// Returns a private key, if it is among them.
    fn private_key(key: PrivateKey) -> Option<Self::PrivateKey>;

    /// Returns a public key, if it is among them.
    fn public_key(key: PublicKey) -> Option<Self::PublicKey>;

    /// Returns the key types in this role, in listing order.
    fn key_types() -> Vec<KeyType> {
        KeyType::all().filter(|key_type| Self::of(*key_type).is_some()).collect()
    }

    /// Returns the key types in this role whose keys PEM and DER can hold.
    fn with_files() -> Vec<KeyType> {
        Self::key_types().into_iter().filter(|key_type| key_type.files().is_some()).collect()
    }

    /// Returns the names of the families that a file can name, for messages.
    fn families() -> String {
        families(&Self::with_files(), "or")
    }

    /// Returns the name of a key type in this role, for examples.
    fn example() -> &'static str {
        let key_types = Self::with_files();
        key_types.get(key_types.len() / 2).map_or("", Named::name)
    }

    /// Returns the help of `--algorithm`, with an example of each family.
    fn help() -> String {
        let mut examples = Self::key_types();
        examples.dedup_by_key(|key_type| key_type.identity().family);
        let examples: Vec<&str> = examples.iter().map(Named::name).collect();
        let listed = if Self::key_types().len() > examples.len() { "; keygen --help lists all" } else { "" };
        format!(
            "The algorithm of the key, if its file does not name it, such as {}{listed}. A file that names another is \
             refused",
            alternatives(&examples, "or")
        )
    }
}

/// Returns the names of the families of key types: `A, B or C`.
#[must_use]
pub fn families(key_types: &[KeyType], conjunction: &str) -> String {
    let mut names: Vec<&str> = key_types.iter().map(|key_type| key_type.identity().family).collect();
    names.dedup();
    alternatives(&names, conjunction)
}

/// Checks that an option can be used with the key in a file.
///
/// # Errors
/// [`Exit::Usage`] if it is for others only.
pub fn check_option(
    file: &InputFile,
    option: &str,
    key_type: KeyType,
    is_for: impl Fn(KeyType) -> bool,
) -> Result<(), Failure> {
    if is_for(key_type) {
        return Ok(());
    }
    let others: Vec<KeyType> = KeyType::all().filter(|key_type| is_for(*key_type)).collect();
    let (others, found) = (families(&others, "and"), key_type.identity().name);
    Err(Failure::new(Exit::Usage, format!("{file}: {option} is for {others} keys, found {found}")))
}

/// The role of keys that sign and verify.
#[derive(Clone, Copy, Debug)]
pub enum Signature {}

/// The role of keys for key agreement.
#[derive(Clone, Copy, Debug)]
pub enum Agreement {}

/// The role of keys for key encapsulation.
#[derive(Clone, Copy, Debug)]
pub enum Encapsulation {}

/// The role of keys that are read for any purpose.
#[derive(Clone, Copy, Debug)]
pub enum Any {}

impl Role for Any {
    type Algorithm = KeyType;
    type PrivateKey = PrivateKey;
    type PublicKey = PublicKey;

    fn of(key_type: KeyType) -> Option<KeyType> {
        Some(key_type)
    }

    fn private_key(key: PrivateKey) -> Option<PrivateKey> {
        Some(key)
    }

    fn public_key(key: PublicKey) -> Option<PublicKey> {
        Some(key)
    }
}

/// Implements a role by its variant of [`KeyType`], [`PrivateKey`] and [`PublicKey`].
macro_rules! roles {
    ($($Role:ident, $Algorithm:ty, $Key:ty, $PublicKey:ty;)+) => { $(
        impl Role for $Role {
            type Algorithm = &'static $Algorithm;
            type PrivateKey = Box<$Key>;
            type PublicKey = $PublicKey;

            fn of(key_type: KeyType) -> Option<Self::Algorithm> {
                if let KeyType::$Role(scheme) = key_type { Some(scheme) } else { None }
            }

            fn private_key(key: PrivateKey) -> Option<Self::PrivateKey> {
                if let PrivateKey::$Role(key) = key { Some(key) } else { None }
            }

            fn public_key(key: PublicKey) -> Option<Self::PublicKey> {
                if let PublicKey::$Role(key) = key { Some(key) } else { None }
            }
        }
    )+ };
}

roles! {
    Signature, SignatureAlgorithm, dyn DynSigningKey, Box<dyn DynVerifyingKey>;
    Agreement, AgreementAlgorithm, dyn DynAgreementKey, Vec<u8>;
    Encapsulation, KemAlgorithm, dyn DynDecapsulationKey, Box<dyn DynEncapsulationKey>;
}

/// A key type in a role: the value of `--algorithm`.
pub struct KeyTypeOf<R>(KeyType, PhantomData<fn() -> R>);

impl<R> Clone for KeyTypeOf<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for KeyTypeOf<R> {}

impl<R> fmt::Debug for KeyTypeOf<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<R: Role> Named for KeyTypeOf<R> {
    fn all() -> Vec<Self> {
        R::key_types().into_iter().map(|one| Self(one, PhantomData)).collect()
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn help(&self) -> Option<String> {
        self.0.help()
    }

    fn other_names(&self) -> Vec<String> {
        self.0.other_names()
    }
}

impl<R> From<KeyTypeOf<R>> for KeyType {
    fn from(key_type: KeyTypeOf<R>) -> Self {
        key_type.0
    }
}
