/* Written by `cargo xtask capi`. */
#error "sodium/crypto_shorthash.h: carnelian-sodium does not offer SipHash"
