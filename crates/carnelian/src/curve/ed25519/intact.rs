//! Faults in the memory of a signing key: how they are found, and how a signature is right in spite of them.
//!
//! Two signatures of the same message with the same nonce and different A reveal the secret scalar. So a bit that changes
//! in A, which is public, must not go unnoticed.

use super::hashing::hedge_prefix;
use super::signing::{Private, STACK, SigningKeyOf};
use super::variant::Scheme;
use super::verifying::VerifyingKeyOf;
use crate::base::checksum::{Checksum, is_same};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::secret::Secret;
use crate::curve::curve25519::EdwardsPoint;

impl Private {
    /// Keeps a copy of A, and a checksum of everything.
    pub(super) fn seal(&mut self, a: &[u8; 32]) {
        self.public.write(|public| *public = *a);
        let checksum = self.checksum(a);
        self.checksum.write(|kept| *kept = checksum);
    }

    /// Leaves values on the stack that depend on secrets.
    #[inline(always)]
    fn checksum(&self, a: &[u8; 32]) -> [u8; 8] {
        let mut checksum = Checksum::new();
        checksum.absorb(a);
        checksum.absorb(self.public.expose());
        checksum.absorb(self.seed.expose());
        checksum.absorb(&self.scalar.expose().to_bytes());
        checksum.absorb(self.prefix.expose());
        checksum.finish()
    }
}

impl<S: Scheme> SigningKeyOf<S> {
    /// Returns whether the key is what it was when it was made. Leaves values on the stack that depend on secrets.
    #[inline(never)]
    pub(super) fn is_intact(&self) -> bool {
        let checksum = self.private.checksum(self.verifying_key.as_bytes());
        is_same(&checksum, &self.private.checksum).declassify("whether memory is faulty is public")
    }

    /// Like [`is_intact`](Self::is_intact), and wipes the stack.
    pub(super) fn is_intact_and_wiped(&self) -> bool {
        wiping_stack::<STACK, _>(|| self.is_intact())
    }

    /// Returns the key as it was before one part of it changed.
    ///
    /// If the seed still results in one of the two copies of A, everything follows from the seed. Otherwise the seed is
    /// what has changed, and A follows from the secret scalar. If nothing else agrees with that, the scalar has changed
    /// too: the nonces are other ones then, since two signatures with the same nonce and different A reveal the scalar.
    #[cold]
    #[inline(never)]
    pub(super) fn repaired(&self) -> Self {
        let derived = Self::of_bytes(self.private.seed.expose());
        let a = derived.verifying_key.as_bytes();
        let copy = self.private.public.declassify("a public key is public");
        if a == self.verifying_key.as_bytes() || a == copy {
            return derived;
        }
        let mut private = Private::place();
        let verifying_key = wiping_stack::<STACK, _>(|| {
            private.seed.write(|seed| *seed = *self.private.seed.expose());
            private.scalar.write(|scalar| *scalar = *self.private.scalar.expose());
            private.prefix.write(|prefix| *prefix = *self.private.prefix.expose());
            let point = EdwardsPoint::mul_base(private.scalar.expose()).normalize();
            let (point, bytes) = ct::declassify(point, "a public key is public");
            if ![a, copy, self.verifying_key.as_bytes()].contains(&&bytes) {
                hedge_prefix::<S>(&self.private.prefix, &Secret::new(bytes), &mut private.prefix);
            }
            private.seal(&bytes);
            VerifyingKeyOf::from_canonical(point, bytes)
        });
        Self { private, verifying_key }
    }

    /// Returns the verifying key with the other copy of A as its bytes.
    pub(super) fn second_verifying_key(&self) -> VerifyingKeyOf<S> {
        let copy = *self.private.public.declassify("a public key is public");
        VerifyingKeyOf::from_canonical(self.verifying_key.to_point(), copy)
    }
}
