/* Written by `cargo xtask capi`. */
#error "sodium/crypto_aead_aegis128l.h: carnelian-sodium does not offer AEGIS-128L"
