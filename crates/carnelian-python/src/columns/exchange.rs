//! X25519 with columns of keys.

use super::answer::Target;
use super::column::{Arrays, Column, Content, Kind};
use super::fault::Fault;
use super::sign::in_parts;
use super::threads::Threads;
use carnelian::curve::x25519::{PublicKey, SecretKey, diffie_hellman_batch, public_key_batch};
use pyo3::prelude::*;

/// Returns the X25519 shared secret of each pair of a secret key and a peer's public key, on all cores.
///
/// Each argument is a column of keys of 32 bytes, or one key for all rows. Columns and answers are those of
/// `carnelian.hash_batch`. A public key of small order has no shared secret: its row is None in a list and null in
/// Arrow; for NumPy, which has neither, InvalidKey is raised with the number of the row.
///
/// >>> import carnelian
/// >>> shared = carnelian.x25519_batch(bytes([1]) * 32, [bytes([9]) + bytes(31), bytes(32)])
/// >>> shared[0].hex()[:8], shared[1]
/// ('a4e09292', None)
#[pyfunction]
#[pyo3(signature = (secrets, publics, /, *, threads=None, out=None))]
pub(super) fn x25519_batch<'py>(
    py: Python<'py>,
    secrets: &Bound<'py, PyAny>,
    publics: &Bound<'py, PyAny>,
    threads: Option<usize>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let secrets = Column::of(Content::Secrets, secrets)?;
    let publics = Column::of(Content::Publics, publics)?;
    let (len, kind) = match (&secrets, &publics) {
        (Column::One(_), Column::One(_)) => return Err(Fault::NeedsColumn { column: "publics" }.into()),
        (Column::One(_), Column::Many(publics)) => (publics.len(), publics.kind()),
        (Column::Many(secrets), Column::One(_)) => (secrets.len(), secrets.kind()),
        (Column::Many(secrets), Column::Many(publics)) => {
            publics.check_len(secrets.len())?;
            (secrets.len(), secrets.kind().max(publics.kind()))
        }
    };
    let secret = match &secrets {
        Column::One(secret) => Key::One(SecretKey::from_bytes(*secret.secret::<32>("secrets")?.expose())),
        Column::Many(secrets) => Key::Each(secrets.arrays()?),
    };
    let public = match &publics {
        Column::One(public) => Key::One(PublicKey::from_bytes(public.array("publics")?)),
        Column::Many(publics) => Key::Each(publics.arrays()?),
    };
    let (target, threads) = (Target { kind, out }, Threads::asked(threads)?);
    let mut shared = target.draft(py, len, 32)?;
    let strings = shared.strings();
    let given = |row: usize| secret.is_given(row) && public.is_given(row);
    py.detach(|| {
        in_parts(threads, strings, |first, bytes, is_null| exchange(&secret, &public, first, bytes, is_null))
    })?;
    if (kind == Kind::Grid || out.is_some())
        && let Some(row) = (0..len).find(|row| shared.is_null(*row) && given(*row))
    {
        return Err(Fault::NonContributory { row }.into());
    }
    target.strings(py, shared)
}

/// Returns the X25519 public key of every secret key of a column, on all cores.
///
/// Columns and answers are those of `carnelian.hash_batch`.
///
/// >>> from carnelian import x25519
/// >>> x25519.derive_batch([bytes([1]) * 32])[0].hex()[:8]
/// 'a4e09292'
#[pyfunction]
#[pyo3(signature = (secrets, /, *, threads=None, out=None))]
pub(super) fn derive_batch<'py>(
    py: Python<'py>,
    secrets: &Bound<'py, PyAny>,
    threads: Option<usize>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let secrets = Column::many(Content::Secrets, secrets)?;
    let (rows, threads) = (secrets.arrays::<32>()?, Threads::asked(threads)?);
    let target = Target { kind: secrets.kind(), out };
    let mut publics = target.draft(py, secrets.len(), 32)?;
    let strings = publics.strings();
    py.detach(|| {
        in_parts(threads, strings, |first, bytes, is_null| {
            let mut keys = Vec::with_capacity(is_null.len());
            for (row, is_null) in (first..).zip(is_null.iter_mut()) {
                *is_null = rows.row(row).is_none();
                keys.extend(rows.row(row).map(|secret| SecretKey::from_bytes(*secret)));
            }
            let filled = bytes.chunks_mut(32).zip(is_null).filter(|(_, is_null)| !**is_null);
            for ((bytes, _), public) in filled.zip(public_key_batch(&keys)) {
                bytes.copy_from_slice(public.as_bytes());
            }
        })
    })?;
    target.strings(py, publics)
}

/// One key for all rows, or one for each.
enum Key<'a, K> {
    One(K),
    Each(Arrays<'a, 32>),
}

impl<K> Key<'_, K> {
    fn is_given(&self, row: usize) -> bool {
        match self {
            Self::One(_) => true,
            Self::Each(keys) => keys.row(row).is_some(),
        }
    }
}

/// Computes the shared secrets of the rows from `first` on.
fn exchange(
    secret: &Key<'_, SecretKey>,
    public: &Key<'_, PublicKey>,
    first: usize,
    bytes: &mut [u8],
    is_null: &mut [bool],
) {
    let mut held = Vec::with_capacity(is_null.len());
    let mut numbers = Vec::with_capacity(is_null.len());
    for (number, is_null) in is_null.iter_mut().enumerate() {
        // What is not computed stays null.
        *is_null = true;
        let row = first + number;
        let secret = match secret {
            Key::One(_) => None,
            Key::Each(secrets) => match secrets.row(row) {
                Some(secret) => Some(SecretKey::from_bytes(*secret)),
                None => continue,
            },
        };
        let public = match public {
            Key::One(public) => *public,
            Key::Each(publics) => match publics.row(row) {
                Some(public) => PublicKey::from_bytes(*public),
                None => continue,
            },
        };
        numbers.push(number);
        held.push((secret, public));
    }
    let one = match secret {
        Key::One(secret) => Some(secret),
        Key::Each(_) => None,
    };
    let pairs: Vec<_> = held.iter().filter_map(|(secret, public)| Some((secret.as_ref().or(one)?, public))).collect();
    for (number, shared) in numbers.into_iter().zip(diffie_hellman_batch(&pairs)) {
        if let Ok(shared) = shared {
            bytes[number * 32..][..32].copy_from_slice(shared.expose());
            is_null[number] = false;
        }
    }
}
