//! Checksums of what keys keep, by which signing finds memory faults before it releases a signature.
//!
//! Signing twice with the same masks, once with another matrix Â or another ρ, results in two signatures from which s₁
//! follows. So a bit that changes in memory that is public must not go unnoticed either.

use super::parameters::Parameters;
use super::private::Private;
use super::ring::kernel::Backend;
#[cfg(feature = "alloc")]
use super::ring::polynomial::NttPoly;
use super::ring::sums::SUMS;
use super::verifying_key::VerifyingKey;
use crate::base::checksum::{Checksum, is_same};
use crate::base::memory::wiping_stack;

/// Stack in bytes that checksums of secrets use.
const STACK: usize = 2048;

/// The reason for which the verdict is public.
const FAULT: &str = "whether memory is faulty is public";

impl<P: Parameters> Private<P> {
    /// Keeps a checksum of what signing reads.
    pub(super) fn seal(&mut self, public: &VerifyingKey<P>) {
        wiping_stack::<STACK, _>(|| {
            let checksum = self.checksum(public);
            self.checksum.write(|kept| *kept = checksum);
        });
    }

    /// Returns whether what signing reads is what it was when the key was made.
    pub(super) fn is_intact(&self, public: &VerifyingKey<P>) -> bool {
        wiping_stack::<STACK, _>(|| is_same(&self.checksum(public), &self.checksum).declassify(FAULT))
    }

    /// Leaves values on the stack that depend on secrets.
    #[inline(never)]
    fn checksum(&self, public: &VerifyingKey<P>) -> [u8; 8] {
        let mut checksum = Checksum::new();
        checksum.absorb(public.rho());
        checksum.absorb(&public.tr());
        checksum.absorb(self.k.expose());
        let mut sums = [0; SUMS];
        let backend = Backend::choose();
        for polys in [self.s1_hat.expose().as_ref(), self.s2_hat.expose().as_ref(), self.t0_hat.expose().as_ref()] {
            backend.absorb(polys, &mut sums);
        }
        checksum.absorb_words(&sums);
        checksum.finish()
    }
}

/// Returns the checksum of public polynomials. Nothing in memory tells what it leaves there from a secret, so that is wiped
/// too.
#[cfg(feature = "alloc")]
pub(super) fn checksum_of(polys: &[NttPoly]) -> [u8; 8] {
    wiping_stack::<STACK, _>(|| {
        let (mut checksum, mut sums) = (Checksum::new(), [0; SUMS]);
        Backend::choose().absorb(polys, &mut sums);
        checksum.absorb_words(&sums);
        checksum.finish()
    })
}

/// Returns whether public polynomials have a checksum. What it leaves is wiped, as by [`checksum_of`].
#[cfg(feature = "alloc")]
pub(super) fn have_checksum(polys: &[NttPoly], checksum: &[u8; 8]) -> bool {
    wiping_stack::<STACK, _>(|| checksum_of(polys) == *checksum)
}
