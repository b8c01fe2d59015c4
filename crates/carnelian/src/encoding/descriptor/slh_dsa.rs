//! SLH-DSA keys, RFC 9909: the parts SK.seed, SK.prf, PK.seed and PK.root of a private key one after the other, with no
//! structure around them. PK.seed ‖ PK.root is the public key; the key types compare it with one beside the private key.

use super::{Descriptor, Parameters, PrivateKeyStructure, RawForm};
use crate::encoding::lengths::Lengths;
use crate::encoding::oid::oid;
use crate::encoding::tlv::{OCTET_STRING, Result, Structure};
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) static SHA2_128S: Descriptor = descriptor::<16>("SLH-DSA-SHA2-128s", "2.16.840.1.101.3.4.3.20");
pub(super) static SHA2_128F: Descriptor = descriptor::<16>("SLH-DSA-SHA2-128f", "2.16.840.1.101.3.4.3.21");
pub(super) static SHA2_192S: Descriptor = descriptor::<24>("SLH-DSA-SHA2-192s", "2.16.840.1.101.3.4.3.22");
pub(super) static SHA2_192F: Descriptor = descriptor::<24>("SLH-DSA-SHA2-192f", "2.16.840.1.101.3.4.3.23");
pub(super) static SHA2_256S: Descriptor = descriptor::<32>("SLH-DSA-SHA2-256s", "2.16.840.1.101.3.4.3.24");
pub(super) static SHA2_256F: Descriptor = descriptor::<32>("SLH-DSA-SHA2-256f", "2.16.840.1.101.3.4.3.25");
pub(super) static SHAKE_128S: Descriptor = descriptor::<16>("SLH-DSA-SHAKE-128s", "2.16.840.1.101.3.4.3.26");
pub(super) static SHAKE_128F: Descriptor = descriptor::<16>("SLH-DSA-SHAKE-128f", "2.16.840.1.101.3.4.3.27");
pub(super) static SHAKE_192S: Descriptor = descriptor::<24>("SLH-DSA-SHAKE-192s", "2.16.840.1.101.3.4.3.28");
pub(super) static SHAKE_192F: Descriptor = descriptor::<24>("SLH-DSA-SHAKE-192f", "2.16.840.1.101.3.4.3.29");
pub(super) static SHAKE_256S: Descriptor = descriptor::<32>("SLH-DSA-SHAKE-256s", "2.16.840.1.101.3.4.3.30");
pub(super) static SHAKE_256F: Descriptor = descriptor::<32>("SLH-DSA-SHAKE-256f", "2.16.840.1.101.3.4.3.31");

/// Returns the descriptor of a parameter set with parts of `N` bytes.
const fn descriptor<const N: usize>(name: &'static str, identifier: &'static str) -> Descriptor {
    Descriptor {
        name,
        identifier: oid(identifier),
        parameters: Parameters::ABSENT,
        private_lengths: Lengths::new(const { &[(4 * N, 4 * N)] }),
        public_lengths: Lengths::new(const { &[(2 * N, 2 * N)] }),
        private_key: PrivateKeyStructure { shape: "a key", read: read::<N>, write },
        // Sets of one security category have keys of the same length, and those of the smallest one are as long as keys
        // of Ed25519 or their digits.
        raw_form: RawForm::None,
    }
}

/// Reads all that there is, or the OCTET STRING that drafts of RFC 9909 had around it. The length of the private key is
/// checked where those of all algorithms are.
fn read<'a, const N: usize>(contents: &mut Structure<'a>, key: &mut Vec<u8>) -> Result<Option<&'a [u8]>> {
    let is_longer = contents.left() > 4 * N;
    key.extend_from_slice(if is_longer { contents.octets("privateKey", OCTET_STRING)? } else { contents.rest() });
    Ok(None)
}

fn write(private_key: &[u8], _public_key: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(private_key.to_vec())
}
