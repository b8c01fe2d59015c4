//! The same work on columns that are Rust's own, as a program in Rust does it: what `python -m carnelian bench`
//! compares the functions for Python with.

use super::threads::Threads;
use carnelian::curve::ed25519::{BatchItem, Signature, from_seed_batch, sign_batch, verify_batch};
use carnelian::hash::Sha256;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Columns of as many keys, messages and signatures, each row of which is another.
#[pyclass(frozen, module = "carnelian._carnelian")]
pub(super) struct Yardstick {
    keys: Vec<[u8; 32]>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Signature>,
}

#[pymethods]
impl Yardstick {
    #[new]
    fn new(py: Python<'_>, rows: usize, message_len: usize) -> Self {
        py.detach(|| {
            let numbered = |len: usize, row: usize| {
                let mut bytes = vec![0; len];
                bytes.iter_mut().zip(row.to_le_bytes()).for_each(|(byte, digit)| *byte = digit);
                bytes
            };
            let seeds: Vec<[u8; 32]> = (0..rows).map(|row| Sha256::digest(&numbered(8, row))).collect();
            let keys = from_seed_batch(&seeds);
            let messages: Vec<_> = (0..rows).map(|row| numbered(message_len, row)).collect();
            let pairs: Vec<_> = keys.iter().zip(&messages).map(|(key, message)| (key, message.as_slice())).collect();
            let signatures = sign_batch(&pairs);
            Self { keys: keys.iter().map(|key| key.verifying_key().to_bytes()).collect(), messages, signatures }
        })
    }

    /// The rows: keys, messages and signatures.
    #[getter]
    fn rows(&self) -> Vec<([u8; 32], &[u8], [u8; 64])> {
        let rows = self.keys.iter().zip(&self.messages).zip(&self.signatures);
        rows.map(|((key, message), signature)| (*key, message.as_slice(), signature.to_bytes())).collect()
    }

    /// Verifies all signatures on the threads that `verify_batch` of the package uses.
    #[pyo3(signature = (threads=None))]
    fn verify(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<()> {
        let threads = Threads::asked(threads)?;
        py.detach(|| {
            let rows = self.keys.iter().zip(&self.messages).zip(&self.signatures);
            let items: Vec<_> =
                rows.map(|((key, message), signature)| BatchItem::new(key, message, signature)).collect();
            threads.run(|| verify_batch(&items))
        })
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Hashes all messages with SHA-256 on the threads that `hash_batch` of the package uses.
    #[pyo3(signature = (threads=None))]
    fn hash(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<()> {
        let threads = Threads::asked(threads)?;
        py.detach(|| {
            let messages: Vec<&[u8]> = self.messages.iter().map(Vec::as_slice).collect();
            let mut digests = vec![[0; 32]; messages.len()];
            threads.for_each(messages.chunks(512).zip(digests.chunks_mut(512)), |_, (messages, digests)| {
                Sha256::digest_batch(messages, digests).expect("as many digests as messages");
            });
        });
        Ok(())
    }
}

/// Adds the class, which the package does not re-export, for the bench.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Yardstick>()
}
