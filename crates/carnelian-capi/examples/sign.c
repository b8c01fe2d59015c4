/* Signs a message with Ed25519 and verifies the signature; a message that was changed is refused.

       cc sign.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

int main(void) {
    const char *text = "pay Alice 10";
    const uint8_t *message = (const uint8_t *)text;
    const size_t len = strlen(text);
    uint8_t seed[CARNELIAN_EDDSA_SEED_LEN];
    uint8_t public_key[CARNELIAN_EDDSA_PUBLIC_KEY_LEN];
    uint8_t signature[CARNELIAN_EDDSA_SIGNATURE_LEN];
    carnelian_eddsa_signing_key *key = NULL;
    carnelian_status status;

    /* The random bytes are the operating system's. */
    must(carnelian_eddsa_generate(CARNELIAN_ED25519, NULL, seed, public_key));

    /* A key that signs more than once is prepared once. */
    must(carnelian_eddsa_signing_key_new(CARNELIAN_ED25519, seed, &key));
    must(carnelian_wipe(seed, sizeof seed));
    must(carnelian_eddsa_sign(key, message, len, signature));
    carnelian_eddsa_signing_key_free(key);

    must(carnelian_eddsa_verify(CARNELIAN_ED25519, CARNELIAN_RULE_DEFAULT, public_key, message, len, signature));
    printf("\"%s\": the signature is valid\n", text);

    status = carnelian_eddsa_verify(CARNELIAN_ED25519, CARNELIAN_RULE_DEFAULT, public_key,
                                    (const uint8_t *)"pay Alice 99", len, signature);
    printf("\"pay Alice 99\": %s\n", carnelian_status_text((int)status));
    return status == CARNELIAN_ERROR_SIGNATURE ? 0 : 1;
}
