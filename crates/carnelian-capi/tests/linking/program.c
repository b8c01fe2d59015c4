/* A program with one archive, or with two if TWO is defined: both libraries give the same digest. */
#include <carnelian.h>
#include <stdio.h>
#include <string.h>
#ifdef TWO
#include <sodium.h>
#endif

int main(void) {
    static const unsigned char message[] = "abc";
    unsigned char digest[CARNELIAN_SHA256_LEN];
    if (carnelian_hash(CARNELIAN_SHA256, message, 3, digest, sizeof digest) != CARNELIAN_OK) {
        return 1;
    }
#ifdef TWO
    unsigned char other[crypto_hash_sha256_BYTES];
    if (crypto_hash_sha256(other, message, 3) != 0 || memcmp(digest, other, sizeof digest) != 0) {
        return 2;
    }
#endif
    puts(digest[0] == 0xba && digest[31] == 0xad ? "right" : "wrong");
    return 0;
}
