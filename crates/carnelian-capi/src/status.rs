//! The results of calls, and their texts.
#![allow(unsafe_code)] // Exports functions under their names in C.

use core::ffi::{CStr, c_char, c_int};

/// The result of a call: `CARNELIAN_OK`, which is 0, or the reason that it failed.
///
/// The numbers are part of the interface and keep their meaning. Later versions may add others.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum carnelian_status {
    /// The call did what it says.
    CARNELIAN_OK = 0,
    /// A pointer is NULL where there is something to read or write.
    CARNELIAN_ERROR_NULL = 1,
    /// A pointer to a context, or to an array of pointers or lengths, is not aligned as its type demands.
    CARNELIAN_ERROR_MISALIGNED = 2,
    /// An input and an output share some of their memory, and are not the same memory.
    CARNELIAN_ERROR_OVERLAP = 3,
    /// A length is not one that the function takes.
    CARNELIAN_ERROR_LENGTH = 4,
    /// No algorithm has this number, or it does not offer the operation.
    CARNELIAN_ERROR_ALGORITHM = 5,
    /// A parameter is outside the range that the function documents.
    CARNELIAN_ERROR_ARGUMENT = 6,
    /// A context is not initialized, is already finished, is of another type, or was copied without its function.
    CARNELIAN_ERROR_STATE = 7,
    /// An authentication tag is not that of the message under the key.
    CARNELIAN_ERROR_AUTHENTICATION = 8,
    /// A signature is not valid for the message and the key.
    CARNELIAN_ERROR_SIGNATURE = 9,
    /// The bytes of a key are not a key of the algorithm.
    CARNELIAN_ERROR_KEY = 10,
    /// A key is of another algorithm or of another kind than the one that is needed.
    CARNELIAN_ERROR_KEY_KIND = 11,
    /// A point is of small order, so that the shared secret would be known to anyone.
    CARNELIAN_ERROR_POINT = 12,
    /// The bytes or the text are not what the format prescribes.
    CARNELIAN_ERROR_ENCODING = 13,
    /// The passphrase or the password is wrong, or is needed and missing.
    CARNELIAN_ERROR_PASSPHRASE = 14,
    /// The random source failed.
    CARNELIAN_ERROR_RANDOM = 15,
    /// A message is too long, the keystream has ended, or the generator must be reseeded.
    CARNELIAN_ERROR_LIMIT = 16,
    /// The cost that the input demands is above the limits that the caller has set.
    CARNELIAN_ERROR_COST = 17,
    /// There is not enough memory.
    CARNELIAN_ERROR_MEMORY = 18,
    /// A function of the caller that reads or writes has failed.
    CARNELIAN_ERROR_IO = 19,
    /// A result is not what it must be although the input was valid: memory or the processor is faulty, or the key is
    /// damaged. Nothing was released, and the key must not be used again.
    CARNELIAN_ERROR_FAULT = 20,
    /// An algorithm computes a wrong answer on this machine: see `carnelian_self_test`.
    CARNELIAN_ERROR_SELF_TEST = 21,
}

use carnelian_status::{
    CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_ARGUMENT, CARNELIAN_ERROR_AUTHENTICATION, CARNELIAN_ERROR_COST,
    CARNELIAN_ERROR_ENCODING, CARNELIAN_ERROR_FAULT, CARNELIAN_ERROR_IO, CARNELIAN_ERROR_KEY, CARNELIAN_ERROR_KEY_KIND,
    CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_LIMIT, CARNELIAN_ERROR_MEMORY, CARNELIAN_ERROR_MISALIGNED,
    CARNELIAN_ERROR_NULL, CARNELIAN_ERROR_OVERLAP, CARNELIAN_ERROR_PASSPHRASE, CARNELIAN_ERROR_POINT,
    CARNELIAN_ERROR_RANDOM, CARNELIAN_ERROR_SELF_TEST, CARNELIAN_ERROR_SIGNATURE, CARNELIAN_ERROR_STATE, CARNELIAN_OK,
};

impl carnelian_status {
    /// Every result with its text.
    const TEXTS: [(Self, &'static CStr); 22] = [
        (CARNELIAN_OK, c"success"),
        (CARNELIAN_ERROR_NULL, c"a pointer is null"),
        (CARNELIAN_ERROR_MISALIGNED, c"a pointer is not aligned"),
        (CARNELIAN_ERROR_OVERLAP, c"an input and an output overlap"),
        (CARNELIAN_ERROR_LENGTH, c"a length is not one that the function takes"),
        (CARNELIAN_ERROR_ALGORITHM, c"there is no such algorithm, or it does not offer the operation"),
        (CARNELIAN_ERROR_ARGUMENT, c"a parameter is out of range"),
        (CARNELIAN_ERROR_STATE, c"the context is not initialized or already finished"),
        (CARNELIAN_ERROR_AUTHENTICATION, c"the tag is not that of the message under this key"),
        (CARNELIAN_ERROR_SIGNATURE, c"the signature is not valid for this message and key"),
        (CARNELIAN_ERROR_KEY, c"the key is not valid"),
        (CARNELIAN_ERROR_KEY_KIND, c"the key is of another algorithm or kind"),
        (CARNELIAN_ERROR_POINT, c"the point is of small order"),
        (CARNELIAN_ERROR_ENCODING, c"the input is malformed"),
        (CARNELIAN_ERROR_PASSPHRASE, c"the passphrase is wrong or missing"),
        (CARNELIAN_ERROR_RANDOM, c"the random source failed"),
        (CARNELIAN_ERROR_LIMIT, c"the message is too long, or the key or the generator is exhausted"),
        (CARNELIAN_ERROR_COST, c"the input costs more than the limits allow"),
        (CARNELIAN_ERROR_MEMORY, c"there is not enough memory"),
        (CARNELIAN_ERROR_IO, c"reading or writing failed"),
        (CARNELIAN_ERROR_FAULT, c"the result is wrong: memory or the processor is faulty, or the key is damaged"),
        (CARNELIAN_ERROR_SELF_TEST, c"an algorithm computes a wrong answer"),
    ];
}

/// Returns a description of a status in English, in static memory. For numbers that this version does not know it is
/// "unknown status".
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_status_text(status: c_int) -> *const c_char {
    let known = carnelian_status::TEXTS.iter().find(|(known, _)| *known as c_int == status);
    known.map_or(c"unknown status", |(_, text)| text).as_ptr()
}

const _: () = {
    let mut i = 0;
    while i < carnelian_status::TEXTS.len() {
        assert!(carnelian_status::TEXTS[i].0 as usize == i, "a text for each status, in their order");
        i += 1;
    }
};
