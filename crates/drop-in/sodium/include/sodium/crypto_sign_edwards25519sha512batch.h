/* Written by `cargo xtask capi`. */
#error "sodium/crypto_sign_edwards25519sha512batch.h: carnelian-sodium does not offer the signature scheme before Ed25519"
