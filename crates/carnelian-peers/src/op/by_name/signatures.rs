//! Signature schemes by name.

use super::{ByName, Named, TURNS, expect};
use crate::inputs::random_bytes;
use crate::op::postquantum::drawn::GENERATION;
use crate::operation::{Difference, Operation, Subject, repeat};
use crate::values::Scheme;
use std::fmt;
use std::hint::black_box;
use std::rc::Rc;

/// A library's offer of signature schemes.
#[derive(Debug)]
pub struct Signatures(pub Vec<SignatureScheme>);

impl AsRef<[SignatureScheme]> for Signatures {
    fn as_ref(&self) -> &[SignatureScheme] {
        &self.0
    }
}

/// A signature scheme of a library.
#[derive(Clone)]
pub struct SignatureScheme {
    /// The identifier, which is the family in names of operations: `ml-dsa-65`.
    pub id: String,
    /// The name in the standard: `ML-DSA-65`.
    pub name: String,
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The bytes of a public key.
    pub public_key_len: usize,
    /// The bytes of a signature.
    pub signature_len: usize,
    /// Generates a key pair from a draw: the public key, and the signing key object.
    pub key_pair: Rc<dyn Fn() -> (Vec<u8>, Signer)>,
    /// Returns whether a signature is valid, by a public key, a message and the signature.
    pub verify: Rc<Verify>,
}

/// Verifies the signature of a message: public key, message, signature.
type Verify = dyn Fn(&[u8], &[u8], &[u8]) -> bool;

/// Signs a message with a signing key object, in the form that the standard calls by its own name.
pub type Signer = Box<dyn Fn(&[u8]) -> Vec<u8>>;

impl fmt::Debug for SignatureScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.backend)
    }
}

impl Named for SignatureScheme {
    type All = Signatures;

    fn id(&self) -> &str {
        &self.id
    }
}

/// The length of messages, as for Ed25519.
const MESSAGE: usize = 59;

/// Returns the scheme's operations by their roles, and the sizes of its outputs.
pub(super) fn scheme(of: &SignatureScheme) -> Scheme {
    let [keygen, sign, verify] = ["keygen", "sign", "verify"].map(|operation| format!("{}/{operation}", of.id));
    Scheme::new(
        &of.name,
        &[("key generation", &keygen), ("sign", &sign), ("verify", &verify)],
        &[("public key", of.public_key_len as u64), ("signature", of.signature_len as u64)],
    )
}

/// Makes a library's subject of an operation.
type Subjects = fn(&SignatureScheme) -> Option<Subject>;

/// Returns the operations of a scheme.
pub(super) fn operations(of: &SignatureScheme) -> Vec<Box<dyn Operation>> {
    let operation = |name: &str, includes: String, cycle, subject: Subjects| -> Box<dyn Operation> {
        let (id, name) = (of.id.clone(), format!("{}/{name}", of.id));
        Box::new(ByName::<SignatureScheme> { id, name, includes, cycle, subject, check })
    };
    let signing = format!(
        "one call: from a signing key object and a message of {MESSAGE} bytes to the signature, with the draws that the \
         scheme's standard asks for; calls take turns among {TURNS} messages"
    );
    let verification = format!(
        "one call: from a public key in bytes, a message of {MESSAGE} bytes and a signature to the verdict; calls take \
         turns among {TURNS} messages and signatures"
    );
    vec![
        operation("keygen", GENERATION.to_owned(), 1, generating),
        operation("sign", signing, TURNS, signing_in_turns),
        operation("verify", verification, TURNS, verifying_in_turns),
    ]
}

fn generating(scheme: &SignatureScheme) -> Option<Subject> {
    let key_pair = Rc::clone(&scheme.key_pair);
    Some(Subject::new(&scheme.backend, repeat(move || key_pair())))
}

fn signing_in_turns(scheme: &SignatureScheme) -> Option<Subject> {
    let ((_, sign), messages) = ((scheme.key_pair)(), messages());
    let mut turn = 0;
    let calls = repeat(move || {
        let message = &messages[turn];
        turn = (turn + 1) % TURNS;
        sign(black_box(message))
    });
    Some(Subject::new(&scheme.backend, calls))
}

/// Verifies signatures of one key, since a key may take much longer to generate than a signature to verify.
fn verifying_in_turns(scheme: &SignatureScheme) -> Option<Subject> {
    let (verify, (public, sign)) = (Rc::clone(&scheme.verify), (scheme.key_pair)());
    let signed: Vec<_> = messages().into_iter().map(|message| (sign(&message), message)).collect();
    let mut turn = 0;
    let calls = repeat(move || {
        let (signature, message) = black_box(&signed[turn]);
        turn = (turn + 1) % TURNS;
        verify(black_box(&public), message, signature)
    });
    Some(Subject::new(&scheme.backend, calls))
}

/// Checks that each library accepts what the other signs, and nothing else. Signatures may depend on draws, so they are not
/// compared.
fn check(ours: &SignatureScheme, theirs: &SignatureScheme) -> Result<(), Difference> {
    let [message, other, ..] = &messages()[..] else { unreachable!("there are more messages") };
    let (public, sign) = (theirs.key_pair)();
    expect((ours.verify)(&public, message, &sign(message)), "we refuse its signature")?;
    let (public, sign) = (ours.key_pair)();
    let signature = sign(message);
    expect((theirs.verify)(&public, message, &signature), "it refuses our signature")?;
    expect(!(theirs.verify)(&public, other, &signature), "it accepts a signature of another message")?;
    let mut changed = signature;
    changed[0] ^= 1;
    expect(!(theirs.verify)(&public, message, &changed), "it accepts a signature that was changed")
}

fn messages() -> Vec<Vec<u8>> {
    (0..TURNS as u64).map(|number| random_bytes(MESSAGE, number)).collect()
}
