//! A program in Rust with one archive, or with two if `two` is set: both libraries give the same digest, and panics of the
//! program, whose standard library is not that of the archives, are caught.

use std::panic;

unsafe extern "C" {
    fn carnelian_hash(algorithm: u32, message: *const u8, len: usize, digest: *mut u8, digest_len: usize) -> i32;
    #[cfg(two)]
    fn crypto_hash_sha256(digest: *mut u8, message: *const u8, len: u64) -> i32;
}

const SHA256: u32 = 2;

fn main() {
    let message = b"abc";
    let mut digest = [0; 32];
    // SAFETY: the pointers are to arrays with these lengths.
    let status = unsafe { carnelian_hash(SHA256, message.as_ptr(), 3, digest.as_mut_ptr(), digest.len()) };
    assert_eq!(status, 0);
    #[cfg(two)]
    {
        let mut other = [0; 32];
        // SAFETY: the pointers are to arrays with these lengths.
        assert_eq!(unsafe { crypto_hash_sha256(other.as_mut_ptr(), message.as_ptr(), 3) }, 0);
        assert_eq!(digest, other);
    }
    panic::set_hook(Box::new(|_| ()));
    assert!(panic::catch_unwind(|| panic!("caught")).is_err());
    println!("{}", if digest[0] == 0xba && digest[31] == 0xad { "right" } else { "wrong" });
}
