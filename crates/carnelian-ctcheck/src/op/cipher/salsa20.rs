//! Salsa20, XSalsa20 and HSalsa20 with secret keys, over secret data.

use super::chacha20::{TIERS, apply};
use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::salsa20::variant::{Salsa20, XSalsa20};
use carnelian::cipher::salsa20::{SIGMA, backend, core, hsalsa20, hsalsa20_with};
use carnelian::cpu::Tier;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "salsa20/apply", tiers: TIERS, backend, run: apply::<Salsa20> },
    Operation { name: "xsalsa20/apply", tiers: TIERS, backend, run: apply::<XSalsa20> },
    Operation { name: "xsalsa20/hsalsa20", tiers: TIERS, backend, run: subkey },
    Operation { name: "salsa20/core", tiers: &[Tier::Portable64], backend: crate::op::portable, run: block },
];

fn subkey(check: &mut Check) {
    let (key, input, constants) = (check.array(), check.array(), check.array());
    check.secret_result(hsalsa20(key.expose(), input.expose()).expose());
    check.secret_result(hsalsa20_with(constants.expose(), key.expose(), input.expose()).expose());
}

fn block(check: &mut Check) {
    let (key, input, constants) = (check.array(), check.array(), check.array());
    check.secret_result(core(&SIGMA, key.expose(), input.expose()).expose());
    check.secret_result(core(constants.expose(), key.expose(), input.expose()).expose());
}
