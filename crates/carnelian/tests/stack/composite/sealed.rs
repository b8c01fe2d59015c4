//! Sealed files.

use crate::check::{Case, Check, Source};
use carnelian::composite::sealed_file::{
    self, CHUNK_LEN, HEADER_LEN, Header, Key, OpenReader, Opener, SEALED_CHUNK_LEN, SealWriter, Sealer,
};
use carnelian::hash::Sha256;
use carnelian::kdf::Hkdf;
use carnelian::kdf::argon2::{Limits, Params};
use std::hint::black_box;
use std::io::{Read, Write};

pub(crate) const CASES: &[Case] = &[
    Case { name: "sealed-file/seal", run: seal },
    Case { name: "sealed-file/open", run: open },
    Case { name: "sealed-file/chunks", run: chunks },
    Case { name: "sealed-file/in-memory", run: in_memory },
    Case { name: "sealed-file/passphrase", run: passphrase },
    Case { name: "sealed-file/writer-reader", run: streams },
];

/// A key, and salts.
fn key(check: &mut Check) -> (Box<[u8; 32]>, Box<[u8]>) {
    let (key, salts) = (check.array("the key"), check.drawn(64));
    check.public(&salts);
    (key, salts)
}

fn seal(check: &mut Check) {
    let (bytes, salts) = key(check);
    check.run("Key::new", &mut || _ = black_box(&Key::new(&bytes)));
    check.run("Key::generate", &mut || _ = black_box(&Key::generate(&mut Source(&bytes[..]))));
    let key = Box::new(Key::new(&bytes));
    let sealer = || Sealer::new(&key, &mut Source(&salts)).expect("the source delivers");
    check.public(&sealer().header());
    check.run("Sealer::new", &mut || _ = black_box(&sealer()));
    let plaintext = check.bytes("the plaintext", 1000);
    let mut sealed = vec![0; 1016];
    check.run("seal_last_to", &mut || {
        sealer().seal_last_to(&plaintext, &mut sealed).expect("the lengths are right");
    });
    check.public(&sealed);
    let (mut data, mut tag) = (plaintext.to_vec(), Box::new([0; 16]));
    check.run("seal_last", &mut || *tag = sealer().seal_last(&mut data).expect("the length is right"));
}

fn open(check: &mut Check) {
    let (bytes, salts) = key(check);
    let key = Box::new(Key::new(&bytes));
    let plaintext = check.bytes("the plaintext", 1000);
    let file = sealed_file::seal(&key, &plaintext, &mut Source(&salts)).expect("the source delivers");
    check.public(&file);
    let header = Box::new(Header::from_bytes(file.first_chunk().expect("a header is there")).expect("a header"));
    let opener = || Opener::new(&header, &key).expect("the key is right");
    check.run("Opener::new", &mut || _ = black_box(&opener()));
    let mut out = vec![0; 1000];
    check.run("open_last_to", &mut || {
        opener().open_last_to(&file[HEADER_LEN..], &mut out).expect("the chunk is right");
    });
    let (chunk, tag) = file[HEADER_LEN..].split_last_chunk().expect("a tag is there");
    let mut data = chunk.to_vec();
    check.run("open_last", &mut || opener().open_last(&mut data, tag).expect("the chunk is right"));
    let other = Box::new(Key::new(&check.array("another key")));
    check.run("a wrong key", &mut || _ = black_box(&Opener::new(&header, &other)));
}

fn chunks(check: &mut Check) {
    let (bytes, salts) = key(check);
    let key = Box::new(Key::new(&bytes));
    let mut sealer = Box::new(Sealer::new(&key, &mut Source(&salts)).expect("the source delivers"));
    let header = sealer.header();
    check.public(&header);
    let header = Header::from_bytes(&header).expect("a header");
    let plaintext = check.bytes("the plaintext", CHUNK_LEN);
    let plaintext = plaintext.first_chunk().expect("a whole chunk");
    let mut sealed: Box<[u8; SEALED_CHUNK_LEN]> =
        vec![0; SEALED_CHUNK_LEN].into_boxed_slice().try_into().expect("as long");
    check.run("seal_next_to", &mut || sealer.seal_next_to(plaintext, &mut sealed).expect("not too many"));
    check.public(&sealed[..]);
    let mut next: Box<[u8; CHUNK_LEN]> = plaintext.to_vec().into_boxed_slice().try_into().expect("as long");
    let mut tag = Box::new([0; 16]);
    check.run("seal_next", &mut || *tag = sealer.seal_next(&mut next).expect("not too many"));
    check.public(&next[..]);
    check.public(&tag[..]);
    let mut opener = Box::new(Opener::new(&header, &key).expect("the key is right"));
    let mut opened: Box<[u8; CHUNK_LEN]> = vec![0; CHUNK_LEN].into_boxed_slice().try_into().expect("as long");
    check.run("open_next_to", &mut || opener.open_next_to(&sealed, &mut opened).expect("it is right"));
    check.run("open_next", &mut || opener.open_next(&mut next, &tag).expect("it is right"));
}

fn in_memory(check: &mut Check) {
    let (bytes, salts) = key(check);
    let key = Box::new(Key::new(&bytes));
    for len in [0, 1000, CHUNK_LEN + 100] {
        let plaintext = check.bytes("the plaintext", len);
        let mut file = Vec::new();
        check.run("seal", &mut || file = sealed_file::seal(&key, &plaintext, &mut Source(&salts)).expect("salts"));
        check.public(&file);
        check.run("open", &mut || _ = black_box(sealed_file::open(&key, &file).expect("the key is right")));
    }
}

fn passphrase(check: &mut Check) {
    let (passphrase, limits) = (check.bytes("the passphrase", 21), Limits::default());
    let cost = Params::new(8, 1, 1).expect("parameters of Argon2");
    let salts = check.drawn(64);
    check.public(&salts);
    let plaintext = check.bytes("the plaintext", 1000);
    let sealer = || Sealer::with_passphrase(&passphrase, cost, &mut Source(&salts)).expect("enough memory");
    check.public(&sealer().header());
    check.run("Sealer::with_passphrase", &mut || _ = black_box(&sealer()));
    let mut sealed = vec![0; 1016];
    sealer().seal_last_to(&plaintext, &mut sealed).expect("the length is right");
    let file = [&sealer().header()[..], &sealed].concat();
    check.public(&file);
    let header = Box::new(Header::from_bytes(file.first_chunk().expect("a header is there")).expect("a header"));
    check.run("Opener::with_passphrase", &mut || {
        _ = black_box(&Opener::with_passphrase(&header, &passphrase, &limits));
    });
    check.run("a wrong passphrase", &mut || {
        _ = black_box(&Opener::with_passphrase(&header, &passphrase[..20], &limits));
    });
    check.run("open_with_passphrase", &mut || {
        _ = black_box(sealed_file::open_with_passphrase(&passphrase, &file, &limits).expect("it is right"));
    });
    let mut out = Vec::with_capacity(1000);
    check.run("OpenReader::with_passphrase", &mut || {
        let reader = OpenReader::with_passphrase(&file[..], &passphrase, &limits);
        reader.expect("the passphrase is right").read_to_end(&mut out).expect("the file is whole");
    });
    let mut key = [0; 32];
    Hkdf::<Sha256>::derive(&salts, &passphrase, b"", &mut key).expect("short enough");
}

fn streams(check: &mut Check) {
    let (bytes, salts) = key(check);
    let key = Box::new(Key::new(&bytes));
    let plaintext = check.bytes("the plaintext", CHUNK_LEN + 1100);
    let mut file = Vec::new();
    check.run("SealWriter", &mut || {
        let sealer = Sealer::new(&key, &mut Source(&salts)).expect("the source delivers");
        let mut writer = SealWriter::new(Vec::new(), sealer);
        plaintext.chunks(40_000).for_each(|piece| writer.write_all(piece).expect("a vector takes everything"));
        file = writer.finish().expect("a vector takes everything");
    });
    check.public(&file);
    let mut out = vec![0; CHUNK_LEN + 1100];
    check.run("OpenReader", &mut || {
        let mut reader = OpenReader::new(&file[..], &key).expect("the key is right");
        reader.read_exact(&mut out).expect("the file is whole");
        assert_eq!(reader.read(&mut [0]).expect("the file is whole"), 0);
    });
    check.run("OpenReader, left in the middle", &mut || {
        let mut reader = OpenReader::new(&file[..], &key).expect("the key is right");
        reader.read_exact(&mut out[..1000]).expect("the file is whole");
    });
    let header = Box::new(Header::from_bytes(file.first_chunk().expect("a header is there")).expect("a header"));
    check.run("OpenReader::behind_header", &mut || {
        let opener = Opener::new(&header, &key).expect("the key is right");
        OpenReader::behind_header(&file[HEADER_LEN..], opener).read_exact(&mut out).expect("the file is whole");
    });
}
