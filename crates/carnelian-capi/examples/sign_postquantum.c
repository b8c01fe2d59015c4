/* Signatures that withstand quantum computers: ML-DSA-65, small and fast, and SLH-DSA-SHA2-128f, which needs nothing but
   a secure hash function. A context says what the signature is for, so that it is not valid anywhere else.

       cc sign_postquantum.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t message[] = "pay Alice 10", other[] = "pay Alice 99", context[] = "orders";

/* Without the zero at the end. */
enum { MESSAGE_LEN = sizeof message - 1, CONTEXT_LEN = sizeof context - 1 };

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

/* Makes a key pair of the scheme and a signature under the context, and returns the verdict on another message or, if
   `is_other` is 0, without the context. */
static carnelian_status sign_and_verify(carnelian_signature_algorithm algorithm, const char *name, int is_other) {
    uint8_t private_key[CARNELIAN_SIGNATURE_PRIVATE_KEY_MAX_LEN], public_key[CARNELIAN_SIGNATURE_PUBLIC_KEY_MAX_LEN];
    static uint8_t signature[CARNELIAN_SIGNATURE_MAX_LEN];
    const size_t private_len = carnelian_signature_private_key_len(algorithm);
    const size_t public_len = carnelian_signature_public_key_len(algorithm), len = carnelian_signature_len(algorithm);
    carnelian_sign_options signing;
    carnelian_verify_options verifying;
    carnelian_signing_key *key = NULL;

    /* Zeros are the defaults. */
    memset(&signing, 0, sizeof signing);
    memset(&verifying, 0, sizeof verifying);
    signing.context = verifying.context = context;
    signing.context_len = verifying.context_len = CONTEXT_LEN;

    must(carnelian_signature_generate(algorithm, NULL, private_key, private_len, public_key, public_len));
    must(carnelian_signing_key_new(algorithm, private_key, private_len, &key));
    must(carnelian_wipe(private_key, sizeof private_key));
    must(carnelian_signing_key_sign(key, &signing, message, MESSAGE_LEN, signature, len));
    carnelian_signing_key_free(key);

    must(carnelian_signature_verify(algorithm, public_key, public_len, &verifying, message, MESSAGE_LEN, signature,
                                    len));
    printf("%s: a public key of %d bytes, a signature of %d\n", name, (int)public_len, (int)len);
    return carnelian_signature_verify(algorithm, public_key, public_len, is_other ? &verifying : NULL,
                                      is_other ? other : message, MESSAGE_LEN, signature, len);
}

int main(void) {
    carnelian_status without_context, other_message;
    without_context = sign_and_verify(CARNELIAN_MLDSA_65, "ML-DSA-65", 0);
    printf("without the context: %s\n", carnelian_status_text((int)without_context));
    other_message = sign_and_verify(CARNELIAN_SLHDSA_SHA2_128F, "SLH-DSA-SHA2-128f", 1);
    printf("another message: %s\n", carnelian_status_text((int)other_message));
    return without_context == CARNELIAN_ERROR_SIGNATURE && other_message == CARNELIAN_ERROR_SIGNATURE ? 0 : 1;
}
