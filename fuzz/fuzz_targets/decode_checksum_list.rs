//! The reader of checksum lists takes any bytes without a panic, gives entries that keep its promises, and reads back
//! what the writer writes.
#![no_main]

use carnelian_cli::hash::checksum_list::{End, Layout, Line, Parser, line};
use libfuzzer_sys::fuzz_target;
use std::ops::RangeInclusive;

/// Digests are short here, so that random digits make one.
const DIGEST_LEN: usize = 2;
const TAGS: &[&str] = &["SHA512", "SHA512/256"];

fuzz_target!(|list: &[u8]| {
    for lengths in [DIGEST_LEN..=DIGEST_LEN, 1..=DIGEST_LEN, DIGEST_LEN..=3] {
        let mut parser = Parser::new(TAGS, DIGEST_LEN, lengths.clone());
        for text in list.split_inclusive(|&byte| byte == b'\n') {
            if let Line::Entry { name, digest } = parser.line(text) {
                assert!(lengths.contains(&digest.len()));
                assert!(!name.contains(&0));
                reads_back(&name, &digest, lengths.clone());
            }
        }
    }
    let name: Vec<u8> = list.iter().copied().filter(|&byte| byte != 0).collect();
    reads_back(&name, &[0xab, 0x01], 1..=DIGEST_LEN);
});

/// Whatever the name is, as long as a file can have it.
fn reads_back(name: &[u8], digest: &[u8], lengths: RangeInclusive<usize>) {
    if name.is_empty() {
        return;
    }
    let expected = Line::Entry { name: name.to_vec(), digest: digest.to_vec() };
    for layout in [Layout::Gnu { binary: false }, Layout::Gnu { binary: true }, Layout::Tagged] {
        let tag = if digest.len() == DIGEST_LEN { TAGS[0].to_owned() } else { format!("{}-{}", TAGS[0], 8 * digest.len()) };
        let written = line(layout, End::Newline, &tag, name, digest);
        assert_eq!(written.iter().filter(|&&byte| byte == b'\n').count(), 1);
        assert_eq!(Parser::new(TAGS, DIGEST_LEN, lengths.clone()).line(&written), expected, "{layout:?}");
    }
}
