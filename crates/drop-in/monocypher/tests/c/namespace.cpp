// The functions in a namespace of the program's own.
#define MONOCYPHER_CPP_NAMESPACE locks
#include "monocypher-ed25519.h"
#include "monocypher.h"

int main() {
    uint8_t digest[64], again[64];
    locks::crypto_sha512_ctx ctx;
    locks::crypto_sha512(digest, nullptr, 0);
    locks::crypto_sha512_init(&ctx);
    locks::crypto_sha512_final(&ctx, again);
    return locks::crypto_verify64(digest, again);
}
