/* Written by `cargo xtask capi`. */
#error "sodium/crypto_stream_salsa2012.h: carnelian-sodium does not offer Salsa20 with 12 rounds"
