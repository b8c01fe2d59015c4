//! Hash functions, FIPS 180-4, FIPS 202 and RFC 7693: the digest of "abc" as the standards show it; and MACs.

use super::{Check, LONG, Row, counting};
use crate::hash::{
    Blake2b512, Blake2bMac, Blake2s256, Blake2sMac, Hash, Hmac, Kmac128, Sha1, Sha3_224, Sha3_256, Sha3_384, Sha3_512,
    Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256, Shake128, Shake256,
};

/// Messages in a batch: more than there are lanes.
const BATCH: usize = 17;

pub(super) const ROWS: &[Row] = &[
    Row {
        algorithm: "SHA-224",
        run: |check| {
            let long = "e5979af35e7b24165b670e84eea4b9ad4b510b27dbe9491b28a7f902";
            hash::<Sha224>(check, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7", long);
            let mut digests = [[0; 28]; BATCH];
            check.holds(Sha224::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA-256",
        run: |check| {
            let long = "69dbee893909fa17d1be397e0c07691336fe42049c29d403467d3d4a1fc3b5a1";
            hash::<Sha256>(check, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", long);
            let mut digests = [[0; 32]; BATCH];
            check.holds(Sha256::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA-384",
        run: |check| {
            let long =
                "3592cbbc05f7c49ff1edb2c122f878fb78792cdb3d6883d3a705f902f43cfde95f1bc803445f48b3eac92224d54f846d";
            hash::<Sha384>(
                check,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
                long,
            );
            let mut digests = [[0; 48]; BATCH];
            check.holds(Sha384::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA-512",
        run: |check| {
            let long = "f7b8464be8c23f633cd761a6502801a7d77f59a9eb0523e50bec6b366687258a7c8e5f8b1578e56076b133a5ea1f0dd3\
                 cf439d97ebca4f335818be014a085c86";
            hash::<Sha512>(
                check,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd\
                 454d4423643ce80e2a9ac94fa54ca49f",
                long,
            );
            let mut digests = [[0; 64]; BATCH];
            check.holds(Sha512::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA-512/224",
        run: |check| {
            let long = "17dbd670a961b41c3101af91fb348b341b97a1c0ec40a1bbc05d818e";
            hash::<Sha512_224>(check, "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa", long);
            let mut digests = [[0; 28]; BATCH];
            check.holds(Sha512_224::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA-512/256",
        run: |check| {
            let long = "062cf06195273c1c4f3afd7fb3c32e4098f022f9d0bcd039f55fb3a6b33987c7";
            hash::<Sha512_256>(check, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23", long);
            let mut digests = [[0; 32]; BATCH];
            check.holds(Sha512_256::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA3-224",
        run: |check| {
            let long = "4bf885b65e6797e6314ce98b5d143a3f6c7c75d3b15f41617b45b34f";
            hash::<Sha3_224>(check, "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf", long);
            let mut digests = [[0; 28]; BATCH];
            check.holds(Sha3_224::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA3-256",
        run: |check| {
            let long = "71b18b53730a528a5aa13793e50de60280173479946a0f420d25613c1dbff48b";
            hash::<Sha3_256>(check, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532", long);
            let mut digests = [[0; 32]; BATCH];
            check.holds(Sha3_256::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA3-384",
        run: |check| {
            let long =
                "8df4f19b6cc23d3e7c1cf2f8609dbdf91a4335a9f569eb2d8919323faa69f29aca9b0c02bf6849f11438d158ef048dab";
            hash::<Sha3_384>(
                check,
                "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
                long,
            );
            let mut digests = [[0; 48]; BATCH];
            check.holds(Sha3_384::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA3-512",
        run: |check| {
            let long = "43fd1127b2d55122028fa3a4b7db1d8201be794917a4bb65604f46b2657f337d790153a52ee40128b2239381cf6769cd\
                 f3079c94e4df2e952b206d47c5ef793d";
            hash::<Sha3_512>(
                check,
                "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39340\
                 57340b4cf408d5a56592f8274eec53f0",
                long,
            );
            let mut digests = [[0; 64]; BATCH];
            check.holds(Sha3_512::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHA-1",
        run: |check| {
            let long = "e6937aa016bc06eda81d3b227fffde825d881ce5";
            hash::<Sha1>(check, "a9993e364706816aba3e25717850c26c9cd0d89d", long);
            let mut digests = [[0; 20]; BATCH];
            check.holds(Sha1::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "BLAKE2b",
        run: |check| {
            let long = "e0544a2083f83329af4c725e0cf8805ce26d686a6bc33bfd2e29d5c1b5f9a889c44f1769e496e3586dae86e56c195908\
                 d6aa1d0e2cadad635902a37e812681ca";
            hash::<Blake2b512>(
                check,
                "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc95\
                 18d38aa8dbf1925ab92386edd4009923",
                long,
            );
            let mut digests = [[0; 64]; BATCH];
            check.holds(Blake2b512::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "BLAKE2s",
        run: |check| {
            let long = "5b73fde71a575695f52be841b2673288e9e797465cec0ae40c231d97810d8da5";
            hash::<Blake2s256>(check, "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982", long);
            let mut digests = [[0; 32]; BATCH];
            check.holds(Blake2s256::digest_batch(&[&counting::<LONG>()[..]; BATCH], &mut digests).is_ok());
            digests.iter().for_each(|digest| check.is(digest, long));
        },
    },
    Row {
        algorithm: "SHAKE128",
        run: |check| {
            let (mut short, mut long) = ([0; 32], [0; 1000]);
            Shake128::hash(b"abc", &mut short);
            check.is(&short, "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8");
            Shake128::hash(&counting::<LONG>(), &mut long);
            let known = "8d0a7d25c35f669da3743b8c3328f12cf2b8b9599e7a76bbcd3debaee0c49bf8";
            check.hash_is(&[&long], known);
            let mut outputs = [[0; 1000]; 9];
            check.holds(Shake128::hash_batch(&[&counting::<LONG>()[..]; 9], &mut outputs).is_ok());
            outputs.iter().for_each(|output| check.hash_is(&[output], known));
        },
    },
    Row {
        algorithm: "SHAKE256",
        run: |check| {
            let (mut short, mut long) = ([0; 32], [0; 1000]);
            Shake256::hash(b"abc", &mut short);
            check.is(&short, "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739");
            Shake256::hash(&counting::<LONG>(), &mut long);
            check.hash_is(&[&long], "4114c5ed78be090f0bd29e9727af79c3aaeea2f48ffe1c8711636208c43c5938");
        },
    },
    // RFC 4231, test case 2.
    Row {
        algorithm: "HMAC",
        run: |check| {
            let (key, message) = (b"Jefe", b"what do ya want for nothing?");
            check.is(
                &Hmac::<Sha256>::mac(key, message),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            );
            check.is(
                &Hmac::<Sha512>::mac(key, message),
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fd\
                 caeab1a34d4a6b4b636e070a38bce737",
            );
        },
    },
    // SP 800-185, KMAC samples, 1.
    Row {
        algorithm: "KMAC",
        run: |check| {
            let mut mac = Kmac128::new(&core::array::from_fn::<u8, 32, _>(|at| 0x40 + at as u8), b"");
            mac.update(&[0, 1, 2, 3]);
            check.is(&mac.finalize::<32>(), "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e");
        },
    },
    Row {
        algorithm: "keyed BLAKE2",
        run: |check| {
            let (key, message) = (counting::<32>(), counting::<LONG>());
            let Ok(mut mac) = Blake2bMac::<64>::new(&key) else { return check.holds(false) };
            mac.update(&message);
            check.is(
                &mac.finalize(),
                "f87a5510b8eeebed304f112d70e2c67de991b3d7a9b5bc9c9564768c0fe8fe42d28d12b958167c1dc73c786e5c687225\
                 89b9220c30967806104d2b2b45e3b3ec",
            );
            let Ok(mut mac) = Blake2sMac::<32>::new(&key) else { return check.holds(false) };
            mac.update(&message);
            check.is(&mac.finalize(), "7c3b20bdb0e171f0fdce4bc6b86ffb374864539adf32ccb8ad282fc15b80d192");
        },
    },
];

/// Compares the digests of "abc" and of a long message.
fn hash<H: Hash>(check: &mut Check, abc: &str, long: &str) {
    check.is(H::digest(b"abc").as_ref(), abc);
    check.is(H::digest(&counting::<LONG>()).as_ref(), long);
}
