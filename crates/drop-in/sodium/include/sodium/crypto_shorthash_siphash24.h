/* Written by `cargo xtask capi`. */
#error "sodium/crypto_shorthash_siphash24.h: carnelian-sodium does not offer SipHash"
