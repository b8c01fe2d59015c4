/* Written by `cargo xtask capi`. */
#error "sodium/crypto_xof_turboshake128.h: carnelian-sodium does not offer TurboSHAKE"
