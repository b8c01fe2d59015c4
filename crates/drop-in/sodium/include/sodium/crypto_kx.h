/* Written by `cargo xtask capi`. For programs that include a part of libsodium: the whole interface. */
#include "../sodium.h"
