//! s2n-bignum, the formally verified assembly inside AWS-LC, called directly. It has two functions for each task and
//! leaves the choice to the caller: one with MULX and ADX, and one for every x86-64, with `_alt` in its name.

#![allow(unsafe_code)]

use super::found::{Found, locked_version};
use super::reach::{Isa, Reach};
use crate::offers::Offers;
use crate::op::x25519::X25519;
use std::arch::is_x86_feature_detected;

/// Prefers the functions with ADX where the CPU can run them, as AWS-LC does.
pub(super) fn find() -> Found {
    let has_adx = is_x86_feature_detected!("adx") && is_x86_feature_detected!("bmi2");
    let x25519 = if has_adx { with_adx() } else { without_adx() };
    Ok((format!("{} of aws-lc-sys", locked_version("aws-lc-sys", "0.47.0")), Offers::none().and(x25519)))
}

/// No variable keeps [`find`] from ADX.
pub(super) const REACH: Reach = Reach::UpTo(Isa::Avx2, "takes BMI2 and ADX where it finds them");

unsafe extern "C" {
    #[link_name = "aws_lc_0_47_0_curve25519_x25519base_byte"]
    unsafe fn base_adx(public: &mut [u8; 32], secret: &[u8; 32]);
    #[link_name = "aws_lc_0_47_0_curve25519_x25519_byte"]
    unsafe fn point_adx(shared: &mut [u8; 32], secret: &[u8; 32], public: &[u8; 32]);
    #[link_name = "aws_lc_0_47_0_curve25519_x25519base_byte_alt"]
    safe fn base_alt(public: &mut [u8; 32], secret: &[u8; 32]);
    #[link_name = "aws_lc_0_47_0_curve25519_x25519_byte_alt"]
    safe fn point_alt(shared: &mut [u8; 32], secret: &[u8; 32], public: &[u8; 32]);
}

fn with_adx() -> X25519 {
    X25519 {
        backend: "MULX, ADX".to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            // SAFETY: `find` has seen that the CPU has ADX and BMI2; all lengths are those of the C declaration.
            unsafe { base_adx(&mut public, secret) };
            public
        },
        diffie_hellman: |secret| {
            let secret = *secret;
            Box::new(move |public| {
                let mut shared = [0; 32];
                // SAFETY: `find` has seen that the CPU has ADX and BMI2; all lengths are those of the C declaration.
                unsafe { point_adx(&mut shared, &secret, public) };
                shared
            })
        },
        diffie_hellman_batch: None,
    }
}

fn without_adx() -> X25519 {
    X25519 {
        backend: "every x86-64".to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            base_alt(&mut public, secret);
            public
        },
        diffie_hellman: |secret| {
            let secret = *secret;
            Box::new(move |public| {
                let mut shared = [0; 32];
                point_alt(&mut shared, &secret, public);
                shared
            })
        },
        diffie_hellman_batch: None,
    }
}
