/* Writes the sizes of the structs. */
#include "monocypher-ed25519.h"
#include "monocypher.h"
#include <stdio.h>

#define SIZE(type) printf("%s %u\n", #type, (unsigned int)sizeof(type))

int main(void) {
    SIZE(crypto_aead_ctx);
    SIZE(crypto_blake2b_ctx);
    SIZE(crypto_poly1305_ctx);
    SIZE(crypto_sha512_ctx);
    SIZE(crypto_sha512_hmac_ctx);
    SIZE(crypto_argon2_config);
    SIZE(crypto_argon2_inputs);
    SIZE(crypto_argon2_extras);
    return 0;
}
