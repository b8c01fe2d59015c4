//! Keys on disk: files of the standards and of OpenSSL, every malformed class, OpenSSL itself, properties.

mod encrypted;
mod keys;
mod malformed;
mod ml_dsa;
mod ml_kem;
mod openssl;
mod properties;
mod slh_dsa;
mod standard;

use carnelian::encoding::{Algorithm, PrivateKeyInfo};

/// The bytes that `digits` stand for; white space in them is for the eye.
fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits.bytes().filter(|c| !c.is_ascii_whitespace()).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// The private key of `info`, shown.
fn shown(info: &PrivateKeyInfo, algorithm: Algorithm) -> [u8; 32] {
    *info.private_key(algorithm).unwrap().declassify("test")
}

/// The private key of RFC 8410 Section 10.3, and its public key of Section 10.1.
const RFC_PRIVATE: &str = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";
const RFC_PUBLIC: &str = "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";

/// RFC 8410 Section 10.3, the first example.
const RFC_V1: &str = "\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
";

/// RFC 8410 Section 10.3, the second: v2, with an attribute and the public key.
const RFC_V2: &str = "\
-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
";

/// RFC 8410 Section 10.1.
const RFC_SPKI: &str = "\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
";

/// `openssl genpkey -algorithm x25519`, and `openssl pkey -pubout` of it.
const OPENSSL_X25519: &str = "\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VuBCIEIAj4LgkFVqFhEkJzSSR804glAX+/l53TUnumv55DSdZ+
-----END PRIVATE KEY-----
";
const OPENSSL_X25519_PUBLIC: &str = "\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VuAyEAEqkXnCjx5+r+a5S9uKtIIlBqje1Q92MD64OaB341XjA=
-----END PUBLIC KEY-----
";
