//! Keys that withstand quantum computers: `carnelian.mlkem`, `carnelian.mldsa` and `carnelian.slhdsa`, with a class for
//! each parameter set.

#[expect(unsafe_op_in_unsafe_fn, reason = "PyO3 writes it, and its lint follows the name of a class to a macro")]
pub(crate) mod mldsa;
#[expect(unsafe_op_in_unsafe_fn, reason = "PyO3 writes it, and its lint follows the name of a class to a macro")]
pub(crate) mod mlkem;
mod sets;
pub(crate) mod signature;
#[expect(unsafe_op_in_unsafe_fn, reason = "PyO3 writes it, and its lint follows the name of a class to a macro")]
pub(crate) mod slhdsa;
