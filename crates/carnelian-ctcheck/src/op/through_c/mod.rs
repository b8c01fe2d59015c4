//! Every function of the C interface that takes a secret: that checking pointers, contexts and outputs adds nothing that
//! depends on it. `cargo xtask lint` compares the functions that are called here with those of the header.
//!
//! What is called computes in the library, whose operations are checked at every tier; so a row here has one.
#![allow(unsafe_code)] // Calls the C interface as C does.

/// Calls a function of the C interface. `[x]` is a pointer to the slice and its length, `*x` the pointer only, `&x` a
/// pointer to a variable; with `mut`, they are written.
macro_rules! call {
    ($function:ident: $($arguments:tt)*) => { call!(@ $function [] $($arguments)*) };
    (@ $function:ident [$($done:expr,)*]) => {
        // SAFETY: each pointer is to a variable of the caller's, with its length, or null where the header permits it;
        // each handle was created by the interface and is freed once, at the end.
        unsafe { $function($($done),*) }
    };
    (@ $function:ident [$($done:expr,)*] [mut $x:expr] $(, $($rest:tt)*)?) => {
        call!(@ $function [$($done,)* $x.as_mut_ptr(), $x.len(),] $($($rest)*)?)
    };
    (@ $function:ident [$($done:expr,)*] [$x:expr] $(, $($rest:tt)*)?) => {
        call!(@ $function [$($done,)* $x.as_ptr(), $x.len(),] $($($rest)*)?)
    };
    (@ $function:ident [$($done:expr,)*] *mut $x:ident $(, $($rest:tt)*)?) => {
        call!(@ $function [$($done,)* $x.as_mut_ptr(),] $($($rest)*)?)
    };
    (@ $function:ident [$($done:expr,)*] *$x:ident $(, $($rest:tt)*)?) => {
        call!(@ $function [$($done,)* $x.as_ptr(),] $($($rest)*)?)
    };
    (@ $function:ident [$($done:expr,)*] &mut $x:ident $(, $($rest:tt)*)?) => {
        call!(@ $function [$($done,)* &raw mut $x,] $($($rest)*)?)
    };
    (@ $function:ident [$($done:expr,)*] &$x:ident $(, $($rest:tt)*)?) => {
        call!(@ $function [$($done,)* &raw const $x,] $($($rest)*)?)
    };
    (@ $function:ident [$($done:expr,)*] $x:expr $(, $($rest:tt)*)?) => {
        call!(@ $function [$($done,)* $x,] $($($rest)*)?)
    };
}

/// Calls a function, which must succeed.
macro_rules! ok {
    ($function:ident: $($arguments:tt)*) => {
        assert_eq!(call!($function: $($arguments)*), carnelian_status::CARNELIAN_OK, stringify!($function))
    };
}

/// Calls a function that verifies: with what is right, and with a wrong tag, given by name. Only the verdict becomes public.
macro_rules! verifies {
    ($tag:ident, $function:ident: $($arguments:tt)*) => {
        ok!($function: $($arguments)*);
        $tag[3] ^= 0x80;
        let refused = carnelian_status::CARNELIAN_ERROR_AUTHENTICATION;
        assert_eq!(call!($function: $($arguments)*), refused, stringify!($function));
        $tag[3] ^= 0x80;
        let _ = &$tag;
    };
}

mod ciphers;
mod curves;
mod files;
mod group;
mod hashing;
mod kems;
mod signatures;

use super::Operation;
use crate::check::Check;
use carnelian::cpu::Tier;
use carnelian_capi::random::carnelian_random_source;
use std::mem::MaybeUninit;
use std::ptr;

/// The operations, by file.
pub(super) const OPERATIONS: [&[Operation]; 7] = [
    ciphers::OPERATIONS,
    curves::OPERATIONS,
    files::OPERATIONS,
    group::OPERATIONS,
    hashing::OPERATIONS,
    kems::OPERATIONS,
    signatures::OPERATIONS,
];

/// Random bytes of the operating system.
const OS: *const carnelian_random_source = ptr::null();

const fn row(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: &[Tier::Avx2], backend: interface, run }
}

fn interface() -> &'static str {
    "c"
}

/// Returns secret bytes.
fn secret(check: &mut Check, len: usize) -> Vec<u8> {
    check.bytes(len).expose().clone()
}

/// Returns a context that holds nothing, as in C.
fn blank<C>() -> C {
    // SAFETY: contexts are arrays of words.
    unsafe { MaybeUninit::zeroed().assume_init() }
}
