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

static carnelian_status ml_dsa(void) {
    uint8_t seed[CARNELIAN_ML_DSA_SEED_LEN], public_key[CARNELIAN_ML_DSA_65_PUBLIC_KEY_LEN];
    uint8_t signature[CARNELIAN_ML_DSA_65_SIGNATURE_LEN];
    carnelian_mldsa_signing_key *key = NULL;
    carnelian_status status;

    /* The seed is the form of the private key to store. */
    must(carnelian_mldsa_generate(CARNELIAN_ML_DSA_65, NULL, seed, public_key, sizeof public_key));
    must(carnelian_mldsa_signing_key_new(CARNELIAN_ML_DSA_65, seed, &key));
    must(carnelian_wipe(seed, sizeof seed));
    must(carnelian_mldsa_sign(key, NULL, context, CONTEXT_LEN, message, MESSAGE_LEN, signature, sizeof signature));
    carnelian_mldsa_signing_key_free(key);

    must(carnelian_mldsa_verify(CARNELIAN_ML_DSA_65, public_key, sizeof public_key, context, CONTEXT_LEN, message,
                                MESSAGE_LEN, signature, sizeof signature));
    printf("ML-DSA-65: a public key of %d bytes, a signature of %d\n", (int)sizeof public_key, (int)sizeof signature);

    status = carnelian_mldsa_verify(CARNELIAN_ML_DSA_65, public_key, sizeof public_key, NULL, 0, message, MESSAGE_LEN,
                                    signature, sizeof signature);
    printf("without the context: %s\n", carnelian_status_text((int)status));
    return status;
}

static carnelian_status slh_dsa(void) {
    uint8_t private_key[CARNELIAN_SLH_DSA_128_PRIVATE_KEY_LEN], public_key[CARNELIAN_SLH_DSA_128_PUBLIC_KEY_LEN];
    uint8_t signature[CARNELIAN_SLH_DSA_128F_SIGNATURE_LEN];
    carnelian_slhdsa_signing_key *key = NULL;
    carnelian_status status;

    must(carnelian_slhdsa_generate(CARNELIAN_SLH_DSA_SHA2_128F, NULL, private_key, sizeof private_key, public_key,
                                   sizeof public_key));
    must(carnelian_slhdsa_signing_key_new(CARNELIAN_SLH_DSA_SHA2_128F, private_key, sizeof private_key, &key));
    must(carnelian_wipe(private_key, sizeof private_key));
    must(carnelian_slhdsa_sign(key, NULL, context, CONTEXT_LEN, message, MESSAGE_LEN, signature, sizeof signature));
    carnelian_slhdsa_signing_key_free(key);

    must(carnelian_slhdsa_verify(CARNELIAN_SLH_DSA_SHA2_128F, public_key, sizeof public_key, context, CONTEXT_LEN,
                                 message, MESSAGE_LEN, signature, sizeof signature));
    printf("SLH-DSA-SHA2-128f: a public key of %d bytes, a signature of %d\n", (int)sizeof public_key,
           (int)sizeof signature);

    status = carnelian_slhdsa_verify(CARNELIAN_SLH_DSA_SHA2_128F, public_key, sizeof public_key, context, CONTEXT_LEN,
                                     other, MESSAGE_LEN, signature, sizeof signature);
    printf("another message: %s\n", carnelian_status_text((int)status));
    return status;
}

int main(void) {
    const carnelian_status without_context = ml_dsa();
    const carnelian_status other_message = slh_dsa();
    return without_context == CARNELIAN_ERROR_SIGNATURE && other_message == CARNELIAN_ERROR_SIGNATURE ? 0 : 1;
}
