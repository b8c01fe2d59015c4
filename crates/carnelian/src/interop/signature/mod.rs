//! `signature`: keys and signatures, for code that is generic over the scheme.
//!
//! | trait | Ed25519, EdDSA with BLAKE2b | ML-DSA | SLH-DSA |
//! |---|---|---|---|
//! | `Signer` | yes | deterministic | deterministic |
//! | `RandomizedSigner` | no | hedged | hedged |
//! | `MultipartSigner`, `RandomizedMultipartSigner` | no | yes | with `alloc` |
//! | `Verifier` | yes | yes | yes |
//! | `MultipartVerifier` | no | yes | yes |
//! | `Keypair`, `SignatureEncoding` | yes | yes | yes |
//!
//! Prepared keys implement the same traits as those that they are made from. Contexts are empty. HashML-DSA and
//! HashSLH-DSA are not among them: `PrehashSigner` takes a digest without the name of its hash function, which they sign
//! too.

mod eddsa;
mod mldsa;
mod slhdsa;
