//! Large memory from the system: zero-initialised, cache-line-aligned, in huge pages where the system has them.
//!
//! A program that accesses megabytes in random order spends much of its time on address translation and page faults: 64
//! MiB in pages of 4 KiB cost 28 ms before anything is computed, in pages of 2 MiB 8 ms. Less than a huge page comes from
//! the heap, which has such memory again after the first call.

mod heap;
#[cfg(all(target_os = "linux", not(any(miri, carnelian_msan))))]
mod linux;

#[cfg(not(all(target_os = "linux", not(any(miri, carnelian_msan)))))]
pub(crate) use heap::Pages;
#[cfg(all(target_os = "linux", not(any(miri, carnelian_msan))))]
pub(crate) use linux::Pages;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::aligned::AlignedWords;

    #[test]
    fn pages_are_zeros_on_cache_lines() {
        for len in [0, 1, 3, 2047, 2048, 4096, 5000] {
            let mut pages = Pages::<128>::zeroed(len).unwrap();
            assert_eq!(pages.len(), len);
            assert!(pages.iter().all(|words| *words == AlignedWords::ZERO));
            assert_eq!(pages.as_ptr().addr() % 64, 0);
            pages.fill(AlignedWords([u64::MAX; 128]));
            assert!(pages.iter().all(|words| words.0[127] == u64::MAX));
        }
    }

    #[test]
    fn what_there_is_not_is_not_given() {
        for len in [usize::MAX, usize::MAX / 1024, isize::MAX as usize / 1024] {
            assert!(Pages::<128>::zeroed(len).is_none(), "{len}");
        }
    }
}
