/* Written by `cargo xtask capi`. */
#error "sodium/crypto_xof_turboshake256.h: carnelian-sodium does not offer TurboSHAKE"
