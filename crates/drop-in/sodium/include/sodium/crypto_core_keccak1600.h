/* Written by `cargo xtask capi`. */
#error "sodium/crypto_core_keccak1600.h: carnelian-sodium does not offer the permutation of Keccak"
