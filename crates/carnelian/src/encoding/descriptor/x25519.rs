//! X25519 keys, RFC 8410.

use super::curve_private_key::CURVE_PRIVATE_KEY;
use super::{Descriptor, Parameters, RawForm};
use crate::encoding::lengths::Lengths;
use crate::encoding::oid::oid;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    name: "X25519",
    identifier: oid("1.3.101.110"),
    parameters: Parameters::ABSENT,
    private_lengths: Lengths::new(&[(32, 32)]),
    public_lengths: Lengths::new(&[(32, 32)]),
    private_key: CURVE_PRIVATE_KEY,
    raw_form: RawForm::Key,
};
