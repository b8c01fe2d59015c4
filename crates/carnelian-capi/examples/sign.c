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
    uint8_t private_key[CARNELIAN_ED25519_PRIVATE_KEY_LEN];
    uint8_t public_key[CARNELIAN_ED25519_PUBLIC_KEY_LEN];
    uint8_t signature[CARNELIAN_ED25519_SIGNATURE_LEN];
    carnelian_signing_key *key = NULL;
    carnelian_status status;

    /* The random bytes are the operating system's. NULL in place of options stands for the defaults. */
    must(carnelian_signature_generate(CARNELIAN_ED25519, NULL, private_key, sizeof private_key, public_key,
                                      sizeof public_key));

    /* A key that signs more than once is prepared once. */
    must(carnelian_signing_key_new(CARNELIAN_ED25519, private_key, sizeof private_key, &key));
    must(carnelian_wipe(private_key, sizeof private_key));
    must(carnelian_signing_key_sign(key, NULL, message, len, signature, sizeof signature));
    carnelian_signing_key_free(key);

    must(carnelian_signature_verify(CARNELIAN_ED25519, public_key, sizeof public_key, NULL, message, len, signature,
                                    sizeof signature));
    printf("\"%s\": the signature is valid\n", text);

    status = carnelian_signature_verify(CARNELIAN_ED25519, public_key, sizeof public_key, NULL,
                                        (const uint8_t *)"pay Alice 99", len, signature, sizeof signature);
    printf("\"pay Alice 99\": %s\n", carnelian_status_text((int)status));
    return status == CARNELIAN_ERROR_SIGNATURE ? 0 : 1;
}
