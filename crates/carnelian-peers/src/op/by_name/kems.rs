//! Key encapsulation mechanisms by name.

use super::{ByName, Named, expect};
use crate::op::postquantum::drawn::{ENCAPSULATION, GENERATION};
use crate::op::postquantum::kem::DECAPSULATION;
use crate::operation::{Difference, Operation, Subject, repeat};
use crate::values::Scheme;
use std::fmt;
use std::hint::black_box;
use std::rc::Rc;

/// A library's offer of key encapsulation mechanisms.
#[derive(Debug)]
pub struct Kems(pub Vec<KemScheme>);

impl AsRef<[KemScheme]> for Kems {
    fn as_ref(&self) -> &[KemScheme] {
        &self.0
    }
}

/// A key encapsulation mechanism of a library.
#[derive(Clone)]
pub struct KemScheme {
    /// The identifier, which is the family in names of operations: `ml-kem-768`.
    pub id: String,
    /// The name in the standard: `ML-KEM-768`.
    pub name: String,
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The bytes of an encapsulation key.
    pub encapsulation_key_len: usize,
    /// The bytes of a ciphertext.
    pub ciphertext_len: usize,
    /// The bytes of a shared secret.
    pub shared_secret_len: usize,
    /// Generates a key pair from a draw: the encapsulation key, and the decapsulation key object.
    pub key_pair: Rc<dyn Fn() -> (Vec<u8>, Decapsulate)>,
    /// Encapsulates a secret to a key in bytes, with a draw: the ciphertext and the secret. `None` if the library refuses
    /// the key.
    pub encapsulate: Rc<Encapsulate>,
}

/// Encapsulates a secret to a key.
type Encapsulate = dyn Fn(&[u8]) -> Option<(Vec<u8>, Vec<u8>)>;

/// Decapsulates a ciphertext with a decapsulation key object; `None` if the library refuses it.
pub type Decapsulate = Box<dyn Fn(&[u8]) -> Option<Vec<u8>>>;

impl fmt::Debug for KemScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.backend)
    }
}

impl Named for KemScheme {
    type All = Kems;

    fn id(&self) -> &str {
        &self.id
    }
}

/// Returns the scheme's operations by their roles, and the sizes of its outputs.
pub(super) fn scheme(of: &KemScheme) -> Scheme {
    let [keygen, encaps, decaps] = ["keygen", "encaps", "decaps"].map(|operation| format!("{}/{operation}", of.id));
    Scheme::new(
        &of.name,
        &[("key generation", &keygen), ("encapsulation", &encaps), ("decapsulation", &decaps)],
        &[
            ("encapsulation key", of.encapsulation_key_len as u64),
            ("ciphertext", of.ciphertext_len as u64),
            ("shared secret", of.shared_secret_len as u64),
        ],
    )
}

/// Makes a library's subject of an operation.
type Subjects = fn(&KemScheme) -> Option<Subject>;

/// Returns the operations of a mechanism.
pub(super) fn operations(of: &KemScheme) -> Vec<Box<dyn Operation>> {
    let operation = |name: &str, includes: &str, subject: Subjects| -> Box<dyn Operation> {
        let (id, name) = (of.id.clone(), format!("{}/{name}", of.id));
        Box::new(ByName::<KemScheme> { id, name, includes: includes.to_owned(), cycle: 1, subject, check })
    };
    vec![
        operation("keygen", GENERATION, generating),
        operation("encaps", ENCAPSULATION, encapsulating),
        operation("decaps", DECAPSULATION, decapsulating),
    ]
}

fn generating(scheme: &KemScheme) -> Option<Subject> {
    let key_pair = Rc::clone(&scheme.key_pair);
    Some(Subject::new(&scheme.backend, repeat(move || key_pair())))
}

fn encapsulating(scheme: &KemScheme) -> Option<Subject> {
    let (encapsulate, (public, _)) = (Rc::clone(&scheme.encapsulate), (scheme.key_pair)());
    Some(Subject::new(&scheme.backend, repeat(move || encapsulate(black_box(&public)))))
}

fn decapsulating(scheme: &KemScheme) -> Option<Subject> {
    let (public, decapsulate) = (scheme.key_pair)();
    let (ciphertext, _) = (scheme.encapsulate)(&public)?;
    Some(Subject::new(&scheme.backend, repeat(move || decapsulate(black_box(&ciphertext)))))
}

/// Checks round trips between the libraries in both directions.
fn check(ours: &KemScheme, theirs: &KemScheme) -> Result<(), Difference> {
    for (sender, receiver) in [(ours, theirs), (theirs, ours)] {
        let (public, decapsulate) = (receiver.key_pair)();
        let refused = || Difference("it or we refuse a key".to_owned());
        let (ciphertext, secret) = (sender.encapsulate)(&public).ok_or_else(refused)?;
        expect(decapsulate(&ciphertext) == Some(secret), "shared secret: another from it than from us")?;
    }
    Ok(())
}
