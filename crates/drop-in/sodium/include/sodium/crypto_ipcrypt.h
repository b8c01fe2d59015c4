/* Written by `cargo xtask capi`. */
#error "sodium/crypto_ipcrypt.h: carnelian-sodium does not offer encryption of IP addresses"
