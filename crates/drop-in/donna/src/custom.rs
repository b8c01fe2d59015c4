//! EdDSA over edwards25519 with a hash function of the caller, RFC 8032 Section 5.1 with that function in the place of
//! SHA-512.
#![allow(unsafe_code)] // Functions that C calls, and that call into C.

use crate::rule;
use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
use carnelian::curve::ed25519::VerifyingKey;
use carnelian::curve::x25519;
use carnelian::secret::Secret;
use carnelian_ffi::{Caller, Fault, wiping_stack};
use core::convert::Infallible;
use core::ffi::{c_int, c_void};

/// Bytes of stack that computing with a secret key uses above the kernels, which wipe their own.
const STACK: usize = 4096;

/// A hash function in C, with a digest of 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Hash {
    /// The state of a computation.
    pub context: *mut c_void,
    /// Begins a computation.
    pub init: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Absorbs bytes.
    pub update: Option<unsafe extern "C" fn(*mut c_void, *const u8, usize)>,
    /// Writes the digest.
    pub finish: Option<unsafe extern "C" fn(*mut c_void, *mut u8)>,
}

/// Computes the public key of a secret key.
///
/// # Safety
/// `hash` must point to a hash function as the header describes it, `sk` to 32 readable bytes, and `pk` to 32 writable
/// ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_donna_publickey(hash: *const Hash, sk: *const u8, pk: *mut u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let public = Eddsa::new(&caller, hash).and_then(|eddsa| {
        let seed = caller.array(sk)?;
        Ok(wiping_stack::<STACK, _>(|| eddsa.expand(seed).public))
    });
    let _ = caller.write(pk, &public.unwrap_or([0; 32]));
}

/// Signs a message.
///
/// # Safety
/// `hash` must point to a hash function as the header describes it, `m` to `mlen` readable bytes, `sk` to 32, and `rs`
/// to 64 writable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_donna_sign(
    hash: *const Hash,
    m: *const u8,
    mlen: usize,
    sk: *const u8,
    rs: *mut u8,
) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let signature = Eddsa::new(&caller, hash).and_then(|eddsa| {
        let (seed, message) = (caller.array(sk)?, caller.bytes(m, mlen)?);
        Ok(wiping_stack::<STACK, _>(|| eddsa.sign(seed, message)))
    });
    let _ = caller.write(rs, &signature.unwrap_or([0; 64]));
}

/// Returns 0 if the signature is valid by the rule of `ed25519_sign_open`, and −1 otherwise.
///
/// # Safety
/// `hash` must point to a hash function as the header describes it, `m` to `mlen` readable bytes, `pk` to 32, and `rs`
/// to 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_donna_sign_open(
    hash: *const Hash,
    m: *const u8,
    mlen: usize,
    pk: *const u8,
    rs: *const u8,
) -> c_int {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let verdict = Eddsa::new(&caller, hash)
        .and_then(|eddsa| Ok(eddsa.verify(caller.array(pk)?, caller.bytes(m, mlen)?, caller.array(rs)?)));
    if verdict == Ok(true) { 0 } else { -1 }
}

/// EdDSA with one hash function.
struct Eddsa {
    context: *mut c_void,
    init: unsafe extern "C" fn(*mut c_void),
    update: unsafe extern "C" fn(*mut c_void, *const u8, usize),
    finish: unsafe extern "C" fn(*mut c_void, *mut u8),
}

/// An expanded secret key, Section 5.1.5.
struct Expanded {
    scalar: Secret<Scalar>,
    prefix: Secret<[u8; 32]>,
    public: [u8; 32],
}

impl Eddsa {
    fn new(caller: &Caller, hash: *const Hash) -> Result<Self, Fault> {
        let &Hash { context, init, update, finish } = caller.get(hash)?;
        match (init, update, finish) {
            (Some(init), Some(update), Some(finish)) => Ok(Self { context, init, update, finish }),
            _ => Err(Fault::Null),
        }
    }

    fn digest(&self, parts: &[&[u8]]) -> Secret<[u8; 64]> {
        let Ok(digest) = Secret::build(|digest: &mut [u8; 64]| {
            // SAFETY: the functions are as the header demands, and get the context that belongs to them, the bytes of
            // a slice, and room for the digest.
            unsafe {
                (self.init)(self.context);
                for part in parts {
                    (self.update)(self.context, part.as_ptr(), part.len());
                }
                (self.finish)(self.context, digest.as_mut_ptr());
            }
            Ok::<_, Infallible>(())
        });
        digest
    }

    fn scalar(&self, parts: &[&[u8]]) -> Secret<Scalar> {
        Secret::new(Scalar::from_bytes_mod_order_wide(self.digest(parts).expose()))
    }

    fn expand(&self, seed: &[u8; 32]) -> Expanded {
        let digest = self.digest(&[seed]);
        let half = |range: core::ops::Range<usize>| {
            let Ok(half) = Secret::build(|half: &mut [u8; 32]| {
                half.copy_from_slice(&digest.expose()[range]);
                Ok::<_, Infallible>(())
            });
            half
        };
        let number = x25519::decode_scalar(half(0..32).expose());
        let scalar = Secret::new(Scalar::from_bytes_mod_order(number.expose()));
        let public = Secret::new(EdwardsPoint::mul_base(scalar.expose())).expose().compress();
        Expanded { scalar, prefix: half(32..64), public }
    }

    /// Section 5.1.6.
    fn sign(&self, seed: &[u8; 32], message: &[u8]) -> [u8; 64] {
        let Expanded { scalar, prefix, public } = self.expand(seed);
        let r = self.scalar(&[prefix.expose(), message]);
        let point = Secret::new(EdwardsPoint::mul_base(r.expose())).expose().compress();
        let k = self.scalar(&[&point, &public, message]);
        let s = k.expose().mul_add(scalar.expose(), r.expose()).to_bytes();
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&point);
        signature[32..].copy_from_slice(&s);
        signature
    }

    /// Section 5.1.7, by ed25519-donna's rule.
    fn verify(&self, key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        let Some(reduced) = rule::reduced(signature) else { return false };
        let Ok(verifying) = VerifyingKey::from_bytes_for(rule::RULE, key) else { return false };
        let k = self.scalar(&[&signature[..32], key, message]);
        verifying.verify_challenge(rule::RULE, k.expose(), &reduced).is_ok()
    }
}
