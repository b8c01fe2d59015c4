/* Written by `cargo xtask capi`. */
#error "sodium/crypto_aead_aegis256.h: carnelian-sodium does not offer AEGIS-256"
