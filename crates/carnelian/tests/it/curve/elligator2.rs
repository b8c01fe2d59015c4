//! Elligator 2 against Monocypher's results, the examples of RFC 9380, and the maps of the papers over big integers, at
//! every tier.

use crate::inputs::{hex, le_bytes};
use crate::tiers::with_every_backend;
use carnelian::__internals::TestRandom;
use carnelian::LengthRangeError;
use carnelian::cipher::chacha20::ChaCha20;
use carnelian::curve::curve25519::EdwardsPoint;
use carnelian::curve::elligator2::{self, NoRepresentative, Representative};
use carnelian::curve::x25519::{self, PublicKey, SecretKey};
use carnelian::random::{Random, RandomError};
use num_bigint::BigUint;
use proptest::prelude::*;

/// Representative and public key.
const MAP: [[&str; 2]; 6] = [
    [
        "8711a227eb1ec6d275d528a35a1502f973cf1d6f4e09ebb00e33d26ca0b6cc90",
        "e39a6ce542bdfedd47518a95a130774c20ac3d93369272bcd0352f695839b83d",
    ],
    [
        "438766684783787853aa54953596bd9fbe63ca97bb2033dc55fb0fc142a345ce",
        "1060fed0c11fabc254ab1675766f5786417943bc59c45d16aa6d3786290f9c1a",
    ],
    [
        "9d777d2e4d99ea1b397fc52cc2314ba6e16cb01e06958438d7491e937a53386c",
        "daa4792d20f900cd7079bb32c0854f3f75a0f4c3c136e5bbe3f908c380860861",
    ],
    [
        "f2834b68e05c1de309615769aeba60afb10e602e27d8daf079c31138407e25c0",
        "9954e3a76773ace128df6e1d394eea4901957429b7d74eb08149c31cc3899204",
    ],
    [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000",
    ],
    [
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "80e5132b658f7f451b2b658f7f451b2b658f7f451b2b658f7f451b2b658f7f45",
    ],
];

/// Public key, tweak and representative, or nothing if there is none.
const INVERSE: [[&str; 3]; 4] = [
    [
        "011d1450400173bc53ec5151405dbf965baee4bd3fe53daa92cb2a78822ec47b",
        "25",
        "670db4a25b5fb87836818acc41fb023892ad963616904c5b98e34ff18fde8d13",
    ],
    ["123a768490c5a3192f694adf901f0dfdc44c9e6665e4ca6702a109e7bb795179", "bb", ""],
    [
        "d36e5b72037064329d4ddbc07c12051844cb73fe1fe5246585d3bf26425f283d",
        "f8",
        "c5200551e80b2ea8f6fbed80445d828fcec06b5c2bf4729d6bb3495c0dec72d6",
    ],
    [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "24",
        "0000000000000000000000000000000000000000000000000000000000000000",
    ],
];

/// Seed, representative and secret key.
const KEY_PAIRS: [[&str; 3]; 5] = [
    [
        "a7b540d4d321685a25503df60f86a5dbf38f81e469831c704514a41f65691663",
        "b7af734bfffa6a94ee8e353c5732fd484328dcca1b1706a9b8aec320464fac36",
        "c3c708522d8ecf7ba1740914aa4cf95b869728a372806c471aedffef6fa34e8d",
    ],
    [
        "b51dd84e6aa60b10f90caa534f10866d9cdf0584cac45c6cb651891b6a163006",
        "539eb5fa591809feaf7503b8d3cb5cf35ca4e1521fe9e7d2a0a909b5b0bbeea8",
        "51d55a958249a40091869f1c9ee6369a52402caa12d9a464e6c8da104e3984c6",
    ],
    [
        "4fc40a462a3a71e1e69237ecc1827c53dbc07da6ea748b095b4148ce73db541d",
        "5276526e4a0fc4ff8a1e4abbab8586bac75d218ac2559d2d015568d1b1f41be2",
        "f176e302e8a93240b720afb19a2b1725d53505c905eb421a1987742151249c7f",
    ],
    [
        "63c9344ddaa0e256da137e77567fb2ecfc7cbcb9080675ca5b23e03c239e924e",
        "c49284ce1b8b31db80784bcd2ac2b286642465b605d78295225906c0e47476a2",
        "c47b6391e2000da6ae052d9f023b3addd666e76d23e60d1747c3850d438ff5b1",
    ],
    [
        "6d4103e328d13b72a93e57ebc78fc21d56d55b5232b9f66d85b9f8c1908048ae",
        "e8a5c89d893fef0822045bc600adc693df8f229a6c930b0253386ced8dbd693e",
        "df7a2a7b37cc060371550c8543b645f4f5c889b516672275c03c49fe782c5482",
    ],
];

/// Secret key and dirty public key, for all components of small order.
const DIRTY: [[&str; 2]; 8] = [
    [
        "e00fb7589dd4485239cf591ae27f7bd4d728a7b31448ebea9917a11e7555c14a",
        "08729d86e4eada70443d207c9ab16126a01dfbe9a6e8d9f4880e0a2a5d9e7236",
    ],
    [
        "415c601ec3035811ee5ec865e8db3a4e70061c9591d0bcbaa61252b20a0ae0de",
        "477ed7e20005212c6da6bce7b67dfa4a3987fb63ac5a720ec85d6b681075c679",
    ],
    [
        "82e51de44e5837673867bb65d95a45279039acf0973b47fb450b19b33e9ea318",
        "83b10fab5a1395b3dacccd22d5d14b97bf6315f87bb03e847052ece3252dbb25",
    ],
    [
        "83cca4c5330c694d9a9cec85c3a3e05f5dde502e9ada506d2eb61a381f1db721",
        "28d01bf6c65c721cad405307ebd4b55cb3f6e1d911802d3ebee4d186b06bb97b",
    ],
    [
        "e43384d652f30f6967499eccb05a886d1de99d62b04882acf3c2c189298e1d10",
        "66f8fe51e3f7a4525a6096d3f9f72b72d72ce0f2429d74bf302e3e5a7d903126",
    ],
    [
        "7d76db0ddcb0cb7a3b9716e724eecafbe547751137756a11c4d67c441d5a9027",
        "9366254b2479e75de1db9cbd0da0d57c4b47ce4be312495837748091e4e6e379",
    ],
    [
        "de3e89a883c9e5660b4eb02898dc0934e18f92ad11c8bdb48d0e780c6edcd7a4",
        "671e4d3c4121616f94f90c13a9e2cdfa422291cf4dc02e6563f7481cce8e3303",
    ],
    [
        "df6ea197288601166db3763548b32abc24c748655dc747e2936963a24f040408",
        "fcc19165614a496241b9c19f50fd2899e1558a33fb88eddbcbe33a7f1359326e",
    ],
];

/// Secret key, point and blinded point of `crypto_x25519_inverse`; the last point is dirty.
const UNBLINDED: [[&str; 3]; 5] = [
    [
        "b5f16b013c6728156137811c44d0aa657982cace48ea087f6ffdaba42cfc5a58",
        "9ce1dd779c85757374f6e1db1eb61c26381767be7c3b5614079e02728edbd36b",
        "b5f495dd60e9b71e2811852fe2c35bf7e6925d7977657319e399e2e9ffa73d1e",
    ],
    [
        "1cf58ce4ab4fdd33c00dd0053588cf50eb96e451f6dd727cbe46a6d4da631d2d",
        "4fe5d393476c0d6c3f53bb2abf5693ee7b1a9e0119e62a127055903fe43c2611",
        "8ec808a44aa8e7d9e3c81684212a69f29dbdca2021cc36d13fbae319c02bb719",
    ],
    [
        "c4069fd9d82c65e837770714afae43f8e148a340d5672091c3fa28502a98f46a",
        "9eb8ffc6670b292c2ba46c8a5d384dcba5f00253f21f52e2c91c2a82d0fb9533",
        "a5d04765ee0942188ae092e17c474b5cf9eb9fd8698aa1ff3a056483d6550323",
    ],
    [
        "ac0bcbc3dfe6173e1b6cd58c0a8b9ceca18146f682bf79f6771039a765f3b834",
        "7b4d9291a64fbf854170b1af55487f0736eb0bc7390f4e9a35ff2633052a2d48",
        "03f3097cc9e8b69e39dc124b043ca0e1f4e96a19af8eed22d1cddde362653e4c",
    ],
    [
        "f9dabf1f2db1741773c5dd06c50f357d70e9ceaf32328ed3de756956e8c0c4bc",
        "6f62eb82b78c5a00fe08ae1e564e25c5a7c8b32427c182ef64fce3a99286b129",
        "b7440cf6b0724d8ddd79a43c08bf5ddfdf75cef7501ac843c4bc034742ad3e30",
    ],
];

/// edwards25519_XMD:SHA-512_ELL2_RO_, Appendix J.5.1: P.x and P.y.
const EDWARDS_RO: [[&str; 2]; 5] = [
    [
        "3c3da6925a3c3c268448dcabb47ccde5439559d9599646a8260e47b1e4822fc6",
        "09a6c8561a0b22bef63124c588ce4c62ea83a3c899763af26d795302e115dc21",
    ],
    [
        "608040b42285cc0d72cbb3985c6b04c935370c7361f4b7fbdb1ae7f8c1a8ecad",
        "1a8395b88338f22e435bbd301183e7f20a5f9de643f11882fb237f88268a5531",
    ],
    [
        "6d7fabf47a2dc03fe7d47f7dddd21082c5fb8f86743cd020f3fb147d57161472",
        "53060a3d140e7fbcda641ed3cf42c88a75411e648a1add71217f70ea8ec561a6",
    ],
    [
        "5fb0b92acedd16f3bcb0ef83f5c7b7a9466b5f1e0d8d217421878ea3686f8524",
        "2eca15e355fcfa39d2982f67ddb0eea138e2994f5956ed37b7f72eea5e89d2f7",
    ],
    [
        "0efcfde5898a839b00997fbe40d2ebe950bc81181afbd5cd6b9618aa336c1e8c",
        "6dc2fc04f266c5c27f236a80b14f92ccd051ef1ff027f26a07f8c0f327d8f995",
    ],
];

/// edwards25519_XMD:SHA-512_ELL2_NU_, Appendix J.5.2.
const EDWARDS_NU: [[&str; 2]; 5] = [
    [
        "1ff2b70ecf862799e11b7ae744e3489aa058ce805dd323a936375a84695e76da",
        "222e314d04a4d5725e9f2aff9fb2a6b69ef375a1214eb19021ceab2d687f0f9b",
    ],
    [
        "5f13cc69c891d86927eb37bd4afc6672360007c63f68a33ab423a3aa040fd2a8",
        "67732d50f9a26f73111dd1ed5dba225614e538599db58ba30aaea1f5c827fa42",
    ],
    [
        "1dd2fefce934ecfd7aae6ec998de088d7dd03316aa1847198aecf699ba6613f1",
        "2f8a6c24dd1adde73909cada6a4a137577b0f179d336685c4a955a0a8e1a86fb",
    ],
    [
        "35fbdc5143e8a97afd3096f2b843e07df72e15bfca2eaf6879bf97c5d3362f73",
        "2af6ff6ef5ebba128b0774f4296cb4c2279a074658b083b8dcca91f57a603450",
    ],
    [
        "6e5e1f37e99345887fc12111575fc1c3e36df4b289b8759d23af14d774b66bff",
        "2c90c3d39eb18ff291d33441b35f3262cdd307162cc97c31bfcc7a4245891a37",
    ],
];

/// curve25519_XMD:SHA-512_ELL2_RO_, Appendix J.4.1.
const CURVE_RO: [[&str; 2]; 5] = [
    [
        "2de3780abb67e861289f5749d16d3e217ffa722192d16bbd9d1bfb9d112b98c0",
        "3b5dc2a498941a1033d176567d457845637554a2fe7a3507d21abd1c1bd6e878",
    ],
    [
        "2b4419f1f2d48f5872de692b0aca72cc7b0a60915dd70bde432e826b6abc526d",
        "1b8235f255a268f0a6fa8763e97eb3d22d149343d495da1160eff9703f2d07dd",
    ],
    [
        "68ca1ea5a6acf4e9956daa101709b1eee6c1bb0df1de3b90d4602382a104c036",
        "2a375b656207123d10766e68b938b1812a4a6625ff83cb8d5e86f58a4be08353",
    ],
    [
        "096e9c8bae6c06b554c1ee69383bb0e82267e064236b3a30608d4ed20b73ac5a",
        "1eb5a62612cafb32b16c3329794645b5b948d9f8ffe501d4e26b073fef6de355",
    ],
    [
        "1bc61845a138e912f047b5e70ba9606ba2a447a4dade024c8ef3dd42b7bbc5fe",
        "623d05e47b70e25f7f1d51dda6d7c23c9a18ce015fe3548df596ea9e38c69bf1",
    ],
];

/// curve25519_XMD:SHA-512_ELL2_NU_, Appendix J.4.2.
const CURVE_NU: [[&str; 2]; 5] = [
    [
        "1bb913f0c9daefa0b3375378ffa534bda5526c97391952a7789eb976edfe4d08",
        "4548368f4f983243e747b62a600840ae7c1dab5c723991f85d3a9768479f3ec4",
    ],
    [
        "7c22950b7d900fa866334262fcaea47a441a578df43b894b4625c9b450f9a026",
        "5547bc00e4c09685dcbc6cb6765288b386d8bdcb595fa5a6e3969e08097f0541",
    ],
    [
        "31ad08a8b0deeb2a4d8b0206ca25f567ab4e042746f792f4b7973f3ae2096c52",
        "405070c28e78b4fa269427c82827261991b9718bd6c6e95d627d701a53c30db1",
    ],
    [
        "027877759d155b1997d0d84683a313eb78bdb493271d935b622900459d52ceaa",
        "54d691731a53baa30707f4a87121d5169fb5d587d70fb0292b5830dedbec4c18",
    ],
    [
        "5fd892c0958d1a75f54c3182a18d286efab784e774d1e017ba2fb252998b5dc1",
        "750af3c66101737423a4519ac792fb93337bd74ee751f19da4cf1e94f4d6d0b8",
    ],
];

fn p() -> BigUint {
    (BigUint::from(1u8) << 255) - 19u8
}

fn le(bytes: &[u8; 32]) -> BigUint {
    BigUint::from_bytes_le(bytes)
}

fn negative(a: &BigUint) -> BigUint {
    (p() - a % p()) % p()
}

fn ratio(a: &BigUint, b: &BigUint) -> BigUint {
    a * b.modpow(&(p() - 2u8), &p()) % p()
}

fn is_square(a: &BigUint) -> bool {
    a.modpow(&((p() - 1u8) / 2u8), &p()) <= BigUint::from(1u8)
}

/// Returns u³ + J·u² + u.
fn curve(u: &BigUint) -> BigUint {
    (u * u * u + u * u * 486_662u32 + u) % p()
}

/// Computes the direct map of the paper, Section 5.2: w = −J/(1 + 2r²), and w or −w − J, whichever is on the curve.
fn textbook_map(representative: &[u8; 32]) -> [u8; 32] {
    let mut number = *representative;
    number[31] &= 0x3f;
    let r = le(&number);
    let w = ratio(&negative(&486_662u32.into()), &(&r * &r * 2u8 + 1u8));
    let u = if is_square(&curve(&w)) && curve(&w) != BigUint::ZERO { w } else { negative(&(w + 486_662u32)) };
    le_bytes(&u)
}

/// Returns whether a point has a representative by the paper, Section 5.3.
fn textbook_has_inverse(u: &[u8; 32]) -> bool {
    let number = le(u);
    let product = negative(&(&number * (&number + 486_662u32) * 2u8));
    number < p() && is_square(&curve(&number)) && number != p() - 486_662u32 && is_square(&product)
}

/// The bytes that Monocypher's `crypto_elligator_key_pair` derives from a seed: one block of ChaCha20 for each attempt,
/// whose first half is the secret key, the byte after it the tweak, and the second half the next seed.
struct Chained {
    seed: [u8; 32],
    block: [u8; 64],
}

impl Random for Chained {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        if let [tweak] = out {
            *tweak = self.block[32];
            return Ok(());
        }
        self.block = [0; 64];
        ChaCha20::new(&self.seed, &[0; 12]).apply(&mut self.block).map_err(|_| RandomError)?;
        let (key, seed) = self.block.split_at(32);
        out.copy_from_slice(key);
        self.seed.copy_from_slice(seed);
        Ok(())
    }
}

#[test]
fn monocyphers_results() {
    with_every_backend(|backend| {
        for [representative, public] in MAP {
            let representative = Representative::from_bytes(hex(representative));
            assert_eq!(representative.public_key().to_bytes(), hex(public), "{backend}");
        }
        for [public, tweak, representative] in INVERSE {
            let found = Representative::of(&PublicKey::from_bytes(hex(public)), hex::<1>(tweak)[0]);
            let expected = Some(representative).filter(|text| !text.is_empty()).map(hex);
            assert_eq!(found.map(Representative::to_bytes).ok(), expected, "{backend}");
        }
        for [seed, representative, secret] in KEY_PAIRS {
            let (key, found) = elligator2::generate(&mut Chained { seed: hex(seed), block: [0; 64] }).unwrap();
            assert_eq!(key.to_bytes().declassify("test"), &hex(secret), "{backend}");
            assert_eq!(found.to_bytes(), hex(representative), "{backend}");
            assert_eq!(found.public_key(), elligator2::dirty_public_key(&key), "{backend}");
        }
        for [secret, public] in DIRTY {
            let key = SecretKey::from_bytes(hex(secret));
            assert_eq!(elligator2::dirty_public_key(&key).to_bytes(), hex(public), "{backend}");
        }
        for [secret, point, blinded] in UNBLINDED {
            let found = x25519::x25519_inverse(&hex(secret), &hex(point));
            assert_eq!(found.declassify("test"), &hex(blinded), "{backend}");
        }
    });
}

/// Returns the messages of RFC 9380 Appendix J.
fn messages() -> [String; 5] {
    let [q128, a512] =
        [("q", 128), ("a", 512)].map(|(letter, count)| format!("{letter}{count}_{}", letter.repeat(count)));
    [String::new(), "abc".into(), "abcdef0123456789".into(), q128, a512]
}

fn big(hexadecimal: &str) -> BigUint {
    BigUint::parse_bytes(hexadecimal.as_bytes(), 16).expect("hexadecimal digits")
}

/// Returns the encoding of a point of edwards25519.
fn encoded(x: &BigUint, y: &BigUint) -> [u8; 32] {
    let mut bytes = le_bytes(y);
    bytes[31] |= u8::from(x.bit(0)) << 7;
    bytes
}

/// Returns the encoding of the point (s, t) of curve25519, by Appendix D.1.
fn encoded_of_montgomery(s: &BigUint, t: &BigUint) -> [u8; 32] {
    let squared = negative(&486_664u32.into());
    let i = BigUint::from(2u8).modpow(&((p() - 1u8) / 4u8), &p());
    let root = squared.modpow(&((p() + 3u8) / 8u8), &p());
    let root = if &root * &root % p() == squared { root } else { root * i % p() };
    let root = if root.bit(0) { negative(&root) } else { root };
    encoded(&(root * ratio(s, t) % p()), &ratio(&(s + p() - 1u8), &(s + 1u8)))
}

type Encode = fn(&[u8], &[u8]) -> Result<EdwardsPoint, LengthRangeError>;

#[test]
fn the_rfcs_examples() {
    let on_edwards = encoded as fn(&BigUint, &BigUint) -> [u8; 32];
    let suites: [(&str, Encode, _, _); 4] = [
        ("edwards25519_XMD:SHA-512_ELL2_RO_", elligator2::hash_to_curve, EDWARDS_RO, on_edwards),
        ("edwards25519_XMD:SHA-512_ELL2_NU_", elligator2::encode_to_curve, EDWARDS_NU, on_edwards),
        ("curve25519_XMD:SHA-512_ELL2_RO_", elligator2::hash_to_curve, CURVE_RO, encoded_of_montgomery),
        ("curve25519_XMD:SHA-512_ELL2_NU_", elligator2::encode_to_curve, CURVE_NU, encoded_of_montgomery),
    ];
    for (suite, encode, examples, encoded) in suites {
        let dst = format!("QUUX-V01-CS02-with-{suite}");
        for (message, [x, y]) in messages().iter().zip(examples) {
            let expected = encoded(&big(x), &big(y));
            with_every_backend(|backend| {
                let point = encode(message.as_bytes(), dst.as_bytes()).unwrap();
                assert_eq!(point.compress(), expected, "{suite} of {message:?} on {backend}");
            });
        }
    }
}

#[test]
fn a_tag_has_1_to_255_bytes() {
    for encode in [elligator2::hash_to_curve, elligator2::encode_to_curve] {
        for len in [0, 256, 1000] {
            let refused = encode(b"m", &vec![1; len]).map(|point| point.compress()).unwrap_err();
            assert_eq!((refused.at_least, refused.at_most, refused.found), (1, 255, len));
        }
        let lengths = [1, 2, 254, 255];
        let points = lengths.map(|len| encode(b"m", &vec![1; len]).unwrap().compress());
        assert!(points.iter().enumerate().all(|(i, point)| !points[..i].contains(point)), "tags are apart");
    }
}

/// Returns 0, 1, neighbours of (p − 1)/2 and 2²⁵⁴, with all values of the top bits.
fn representatives() -> Vec<[u8; 32]> {
    let mut numbers: Vec<[u8; 32]> = vec![[0; 32], [0xff; 32], [0x3f; 32]];
    for low in (0..4).chain(0xea..=0xff) {
        for top in [0, 0x3f, 0x7f, 0xbf, 0xff] {
            let mut number = [if top == 0 { 0 } else { 0xff }; 32];
            (number[0], number[31]) = (low, top);
            numbers.push(number);
        }
    }
    numbers
}

/// Checks a representative, its point and the point's representatives.
fn check_round_trip(representative: [u8; 32]) {
    let public = textbook_map(&representative);
    let mut canonical = representative;
    canonical[31] &= 0x3f;
    if le(&canonical) * 2u8 > p() {
        canonical = le_bytes(&(p() - le(&canonical)));
    }
    let padding = representative[31] & 0xc0;
    with_every_backend(|backend| {
        let found = Representative::from_bytes(representative).public_key();
        assert_eq!(found.to_bytes(), public, "{representative:02x?} on {backend}");
        let of = |tweak| Representative::of(&found, tweak).expect("a representative").to_bytes();
        // Unused bits have no effect.
        assert_eq!([of(padding), of(padding | 1)], [of(padding | 0x3e), of(padding | 0x3f)], "{backend}");
        let mut expected = canonical;
        expected[31] |= padding;
        assert!([of(padding), of(padding | 1)].contains(&expected), "{representative:02x?} on {backend}");
        let again = [of(padding), of(padding | 1)].map(|bytes| Representative::from_bytes(bytes).public_key());
        assert_eq!(again, [found; 2], "{backend}");
    });
}

#[test]
fn extreme_representatives() {
    representatives().into_iter().for_each(check_round_trip);
}

/// Checks that a coordinate has a representative exactly if it has one by the paper, and that it maps back to the
/// coordinate.
fn check_coordinate(u: [u8; 32]) {
    let expected = textbook_has_inverse(&u);
    with_every_backend(|backend| {
        for tweak in [0, 1, 0xc0, 0xff] {
            let found = Representative::of(&PublicKey::from_bytes(u), tweak);
            assert_eq!(found.is_ok(), expected, "{u:02x?} on {backend}");
            if let Ok(found) = found {
                assert_eq!(textbook_map(found.as_bytes()), u, "{backend}");
                assert_eq!(found.as_bytes()[31] & 0xc0, tweak & 0xc0, "{backend}");
            }
        }
    });
}

#[test]
fn extreme_coordinates() {
    let mut edges: Vec<[u8; 32]> = representatives();
    edges.extend((0..=3u8).flat_map(|distance| {
        let around = p() - 486_662u32 - distance;
        [le_bytes(&around), le_bytes(&(p() - 486_662u32 + distance))]
    }));
    edges.into_iter().for_each(check_coordinate);
    // The product u·(u + J) is 0 for u = 0 and for u = −J, but only 0 has a representative.
    let minus_j = PublicKey::from_bytes(le_bytes(&(p() - 486_662u32)));
    assert_eq!(Representative::of(&minus_j, 0), Err(NoRepresentative));
    assert_eq!(Representative::of(&PublicKey::from_bytes([0; 32]), 1).map(Representative::to_bytes), Ok([0; 32]));
    // 0 with the top bit that X25519 ignores.
    let mut zero = [0; 32];
    zero[31] = 0x80;
    assert_eq!(Representative::of(&PublicKey::from_bytes(zero), 0), Err(NoRepresentative));
}

proptest! {
    #[test]
    fn any_representative(representative: [u8; 32]) {
        check_round_trip(representative);
    }

    #[test]
    fn any_coordinate(mut u: [u8; 32]) {
        u[31] &= 0x7f;
        check_coordinate(u);
    }

    /// A hidden key is equivalent to the public key in X25519.
    #[test]
    fn hidden_keys_are_keys(secret: [u8; 32], peer: [u8; 32], tweak: u8) {
        let (key, peer) = (SecretKey::from_bytes(secret), SecretKey::from_bytes(peer));
        with_every_backend(|backend| {
            let dirty = elligator2::dirty_public_key(&key);
            let [shared, same, again] = [peer.diffie_hellman(&dirty), peer.diffie_hellman(&key.public_key()), key.diffie_hellman(&peer.public_key())]
                .map(|shared| *shared.unwrap().as_secret().declassify("test"));
            assert_eq!((shared, again), (same, same), "{backend}");
            let hidden = elligator2::hide(&key, tweak);
            assert_eq!(hidden, Representative::of(&dirty, tweak), "{backend}");
            assert!(hidden.is_err() || hidden.is_ok_and(|hidden| hidden.public_key() == dirty));
        });
    }

    #[test]
    fn what_is_blinded_is_unblinded(k: [u8; 32], secret: [u8; 32]) {
        let point = SecretKey::from_bytes(secret).public_key();
        with_every_backend(|backend| {
            let blinded = x25519::x25519(&k, point.as_bytes());
            let unblinded = x25519::x25519_inverse(&k, blinded.expose());
            assert_eq!(unblinded.declassify("test"), point.as_bytes(), "{backend}");
            let inverse_first = x25519::x25519(&k, x25519::x25519_inverse(&k, point.as_bytes()).expose());
            assert_eq!(inverse_first.declassify("test"), point.as_bytes(), "{backend}");
        });
    }
}

/// In 4096 hidden keys every bit is set in about a half, and so is every XOR of two adjacent bits: within six standard
/// deviations of 32.
#[test]
fn hidden_keys_look_uniform() {
    const COUNT: i32 = 4096;
    let random = &mut TestRandom::new(2013);
    let (mut ones, mut changes) = ([0; 256], [0; 255]);
    let mut of_prime_order = 0;
    for _ in 0..COUNT {
        let (_, hidden) = elligator2::generate(random).unwrap();
        let bit = |at: usize| i32::from(hidden.as_bytes()[at / 8] >> (at % 8) & 1);
        (0..256).for_each(|at| ones[at] += bit(at));
        (0..255).for_each(|at| changes[at] += bit(at) ^ bit(at + 1));
        let point = EdwardsPoint::from_montgomery(hidden.public_key().as_bytes(), false).expect("a point of the curve");
        of_prime_order += i32::from(point.is_torsion_free().declassify("test"));
    }
    for count in ones.into_iter().chain(changes) {
        assert!((count - COUNT / 2).abs() < 6 * 32, "{count} of {COUNT}");
    }
    // An eighth, as for all points of the curve, within six standard deviations of 21.
    assert!((of_prime_order - COUNT / 8).abs() < 6 * 21, "{of_prime_order} of {COUNT} are of prime order");
}

#[test]
fn a_source_that_fails_is_an_error() {
    struct Broken(usize);
    impl Random for Broken {
        fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
            self.0 = self.0.checked_sub(1).ok_or(RandomError)?;
            out.fill(1);
            Ok(())
        }
    }
    for calls in [0, 1] {
        assert!(elligator2::generate(&mut Broken(calls)).is_err());
    }
    let lengths = [0, 31, 33].map(|len| Representative::try_from(&vec![0; len][..]).unwrap_err().found);
    assert_eq!(lengths, [0, 31, 33]);
    assert_eq!(Representative::try_from(&[7; 32][..]).unwrap(), Representative::from([7; 32]));
}
