//! Keys of every algorithm of the catalogue whose keys have bytes: their types, their roles and their files.

mod content;
pub mod file;
pub mod form;
mod key_type;
pub mod lengths;
mod private_key;
pub mod protection;
mod public_key;
pub mod role;

pub use content::{PrivateContent, PublicContent};
pub use key_type::KeyType;
pub use private_key::PrivateKey;
pub use public_key::PublicKey;
pub use role::{Agreement, Any, Encapsulation, KeyTypeOf, Role, Signature};
