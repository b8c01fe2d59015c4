//! Signing, FIPS 205 Algorithm 19.

use super::functions::{Functions, Hashes};
use super::message::{Digest, Message};
use super::parameters::{MAX_N, Numbers, Parameters};
use super::private::Private;
use super::trees::fors::ForsKey;
use super::trees::hypertree::{Hypertree, Top};
use crate::base::ct;
use crate::base::memory::wiping_stack;

/// The bytes of stack that are wiped: signing uses up to 33 KiB with SHA-2 and 19 KiB with SHAKE.
pub(super) const STACK: usize = 40 * 1024;

/// Algorithm 19, slh_sign_internal(M, SK, addrnd): writes the signature where it is to be. On one thread, unless
/// `threads` says that there are more.
#[inline(never)]
pub(super) fn sign_internal<P: Parameters>(
    private: &Private<P>,
    public_key: &[u8],
    top: Option<Top<'_>>,
    message: &Message<'_>,
    addrnd: &[u8],
    threads: usize,
    signature: &mut [u8],
) {
    wiping_stack::<STACK, _>(|| {
        let numbers = &P::NUMBERS;
        let (r, rest) = signature.split_at_mut(numbers.n);
        // 3. R ← PRF_msg(SK.prf, opt_rand, M).
        P::Functions::prf_msg(private.sk_prf.expose().as_ref(), addrnd, &message.parts(), r);
        let r = ct::declassify_bytes(r, "the randomizer is part of the signature");
        // 5. to 10. The digest, and the key pair that signs.
        let digest = Digest::of::<P::Functions>(numbers, r, public_key, message);
        let mut sk_seed = <P::Functions as Functions>::Hashes::zeroed();
        sk_seed.set_all(private.sk_seed.expose().as_ref());
        let (fors, ht) = rest.split_at_mut(numbers.fors_len());
        let pk_seed = &public_key[..numbers.n];
        let fors_key = ForsKey::<P::Functions> { numbers, sk_seed: &sk_seed, key_pair: digest.key_pair };
        let hypertree = Hypertree::<P::Functions> { numbers, sk_seed: &sk_seed, top };
        let indices = &digest.indices(numbers)[..numbers.k];
        #[cfg(feature = "threads")]
        if threads > 1 {
            return super::threads::sign(pk_seed, &fors_key, &hypertree, indices, fors, ht);
        }
        let _ = threads;
        one_thread(pk_seed, &fors_key, &hypertree, indices, fors, ht);
    });
    ct::declassify_bytes(signature, "a signature is public");
}

/// Steps 11 to 17 on one thread.
fn one_thread<F: Functions>(
    pk_seed: &[u8],
    fors_key: &ForsKey<'_, F>,
    hypertree: &Hypertree<'_, F>,
    indices: &[u32],
    fors: &mut [u8],
    ht: &mut [u8],
) {
    let mut functions = F::new(pk_seed);
    let mut pk_fors = [0; MAX_N];
    let pk_fors = &mut pk_fors[..fors_key.numbers.n];
    // 14. SIG_FORS ← fors_sign(md, SK.seed, PK.seed, ADRS), 16. and PK_FORS.
    fors_key.fors_sign(&mut functions, indices, fors, pk_fors);
    // 17. SIG_HT ← ht_sign(PK_FORS, SK.seed, PK.seed, idx_tree, idx_leaf).
    hypertree.ht_sign(&mut functions, pk_fors, fors_key.key_pair, ht);
}

/// Algorithm 18, step 3: computes PK.root.
#[inline(never)]
pub(super) fn root<P: Parameters>(private: &Private<P>, pk_seed: &[u8], root: &mut [u8]) {
    wiping_stack::<STACK, _>(|| {
        let numbers: &Numbers = &P::NUMBERS;
        let mut sk_seed = <P::Functions as Functions>::Hashes::zeroed();
        sk_seed.set_all(private.sk_seed.expose().as_ref());
        let hypertree = Hypertree::<P::Functions> { numbers, sk_seed: &sk_seed, top: None };
        hypertree.pk_root(&mut P::Functions::new(pk_seed), root);
    });
    ct::declassify_bytes(root, "the root is part of the public key");
}
