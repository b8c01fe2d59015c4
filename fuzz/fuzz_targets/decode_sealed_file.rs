//! The readers of sealed files take any bytes without a panic. Of a file that was edited they give out how it began and
//! then an error, at once and piece by piece alike.
#![no_main]

use carnelian::__internals::TestRandom;
use carnelian::composite::sealed_file::{
    self, CHUNK_LEN, HEADER_LEN, Header, Key, OpenError, OpenReader, SEALED_CHUNK_LEN,
};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use std::io::Read;

/// A change to a file.
#[derive(Arbitrary, Debug)]
enum Edit {
    Flip { at: u32, bits: u8 },
    Cut { len: u32 },
    Append { bytes: [u8; 5] },
    Copy { chunk: u8, to: u8 },
    Remove { chunk: u8 },
    Header { byte: u8, value: u8 },
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    /// Taken for a file as they are.
    bytes: &'a [u8],
    /// The length of a file that is sealed.
    len: u32,
    edits: Vec<Edit>,
    piece: u16,
}

fuzz_target!(|input: Input<'_>| {
    let key = Key::new(&[7; 32]);
    // Bytes that open cannot be made without the key.
    assert!(sealed_file::open(&key, input.bytes).is_err());
    if let Some(Ok(header)) = input.bytes.first_chunk().map(Header::from_bytes) {
        assert_eq!(header.to_bytes()[..], input.bytes[..HEADER_LEN]);
    }

    let plaintext: Vec<u8> = (0..input.len % (3 * CHUNK_LEN as u32 + 10)).map(|i| (i >> 3) as u8).collect();
    let sealed = sealed_file::seal(&key, &plaintext, &mut TestRandom::new(1)).unwrap();
    let mut file = sealed.clone();
    input.edits.iter().take(4).for_each(|edit| apply(edit, &mut file));
    let opened = sealed_file::open(&key, &file);
    assert_eq!(opened.is_ok(), file == sealed);

    let mut read = Vec::new();
    let mut piece = vec![0; usize::from(input.piece) + 1];
    let mut reader = match OpenReader::new(&file[..], &key) {
        Ok(reader) => reader,
        Err(error) => return assert_eq!(reason(&error), opened.err()),
    };
    let end = loop {
        match reader.read(&mut piece) {
            Ok(0) => break Ok(()),
            Ok(len) => read.extend_from_slice(&piece[..len]),
            Err(error) => break Err(error),
        }
    };
    match (end, opened) {
        (Ok(()), Ok(opened)) => assert!(read == opened && read == plaintext),
        (Err(error), Err(refused)) => {
            assert_eq!(reason(&error), Some(refused));
            assert!(plaintext.starts_with(&read));
        }
        (end, opened) => panic!("{end:?}, {:?}", opened.err()),
    }
});

fn reason(error: &std::io::Error) -> Option<OpenError> {
    error.get_ref()?.downcast_ref().copied()
}

fn apply(edit: &Edit, file: &mut Vec<u8>) {
    let chunk = |number: u8| {
        let start = HEADER_LEN + usize::from(number % 5) * SEALED_CHUNK_LEN;
        start..start + SEALED_CHUNK_LEN
    };
    match *edit {
        Edit::Flip { at, bits } if !file.is_empty() => {
            let at = at as usize % file.len();
            file[at] ^= bits;
        }
        Edit::Cut { len } => file.truncate(len as usize),
        Edit::Append { bytes } => file.extend_from_slice(&bytes),
        Edit::Copy { chunk: from, to } => {
            if let Some(copy) = file.get(chunk(from)).map(<[u8]>::to_vec) {
                let at = chunk(to).start.min(file.len());
                file.splice(at..at, copy);
            }
        }
        Edit::Remove { chunk: number } => {
            let range = chunk(number);
            if range.end <= file.len() {
                file.drain(range);
            }
        }
        Edit::Header { byte, value } => {
            if let Some(byte) = file.get_mut(usize::from(byte) % HEADER_LEN) {
                *byte = value;
            }
        }
        Edit::Flip { .. } => {}
    }
}
