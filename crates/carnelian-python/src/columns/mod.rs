//! Columns for people who work with data: many messages, keys or signatures in one call, on all cores, without the
//! interpreter and without a copy of what is read.
//!
//! | file | content |
//! |---|---|
//! | `column.rs` | a column as callers hold it: `list.rs`, `grid.rs` for NumPy, `arrow.rs`; `mask.rs` finds masks |
//! | `structure.rs` | what a structure of Arrow must be, before it is imported |
//! | `answer.rs` | an answer of the kind of the columns: a list, an array of NumPy, or the class of `result.rs` |
//! | `hash.rs`, `verify.rs`, `sign.rs`, `exchange.rs`, `one_key.rs` | the operations |
//! | `function.rs` | the hash functions by name |
//! | `threads.rs`, `patience.rs` | the threads, and when signals are looked at |
//! | `yardstick.rs` | the same work without Python, for the bench |
//! | `fault.rs` | what is wrong with a column |

mod answer;
mod arrow;
mod column;
mod exchange;
mod fault;
mod function;
mod grid;
mod hash;
mod list;
mod mask;
pub(crate) mod one_key;
mod patience;
mod result;
mod sign;
mod structure;
pub(crate) mod threads;
mod verify;
mod yardstick;

use pyo3::prelude::*;

/// Adds what stands in the module `carnelian`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    result::fill(module)?;
    yardstick::fill(module)?;
    module.add_function(wrap_pyfunction!(hash::hash_batch, module)?)?;
    module.add_function(wrap_pyfunction!(hash::hmac_batch, module)?)?;
    module.add_function(wrap_pyfunction!(exchange::x25519_batch, module)?)
}

/// Adds what stands in the module `carnelian.ed25519`.
pub(crate) fn fill_ed25519(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(verify::verify_batch, module)?)?;
    module.add_function(wrap_pyfunction!(sign::sign_batch, module)?)?;
    module.add_function(wrap_pyfunction!(sign::derive_batch, module)?)?;
    module.add_function(wrap_pyfunction!(sign::generate_batch, module)?)
}

/// Adds what stands in the module `carnelian.x25519`.
pub(crate) fn fill_x25519(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(exchange::derive_batch, module)?)?;
    module.add("exchange_batch", wrap_pyfunction!(exchange::x25519_batch, module)?)
}
