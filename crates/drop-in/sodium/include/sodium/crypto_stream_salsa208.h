/* Written by `cargo xtask capi`. */
#error "sodium/crypto_stream_salsa208.h: carnelian-sodium does not offer Salsa20 with 8 rounds"
