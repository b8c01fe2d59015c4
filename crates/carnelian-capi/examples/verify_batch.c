/* Verifies many signatures in one call, which is faster than one call for each, and finds the one that is not valid.

       cc verify_batch.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 64 };

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

int main(void) {
    static char texts[COUNT][24];
    static uint8_t public_keys[COUNT][32], signatures[COUNT][64];
    static carnelian_signature_item items[COUNT];
    uint8_t verdicts[COUNT];
    carnelian_status status;
    size_t i;

    for (i = 0; i < COUNT; i++) {
        uint8_t seed[32];
        must(carnelian_signature_generate(CARNELIAN_ED25519, NULL, seed, sizeof seed, public_keys[i], 32));
        items[i].message = (const uint8_t *)texts[i];
        items[i].message_len = (size_t)snprintf(texts[i], sizeof texts[i], "payment %u", (unsigned)i);
        must(carnelian_signature_sign(CARNELIAN_ED25519, seed, sizeof seed, NULL, items[i].message,
                                      items[i].message_len,
                                      signatures[i], 64));
        must(carnelian_wipe(seed, sizeof seed));
        items[i].public_key = public_keys[i];
        items[i].public_key_len = 32;
        items[i].signature = signatures[i];
        items[i].signature_len = 64;
    }
    must(carnelian_signature_verify_batch(CARNELIAN_ED25519, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts));
    printf("%d signatures are valid\n", (int)COUNT);

    signatures[17][0] ^= 1;
    status = carnelian_signature_verify_batch(CARNELIAN_ED25519, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts);
    for (i = 0; i < COUNT; i++) {
        if (!verdicts[i]) {
            printf("signature %u: %s\n", (unsigned)i, carnelian_status_text((int)status));
        }
    }
    return status == CARNELIAN_ERROR_SIGNATURE && !verdicts[17] ? 0 : 1;
}
