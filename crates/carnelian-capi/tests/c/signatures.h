/* Signatures by options that are arguments. */
#ifndef SIGNATURES_H
#define SIGNATURES_H

#include "vectors.h"

/* Without random bytes, and with them. */
static const carnelian_sign_options PLAINLY = {NULL, 0, 0, CARNELIAN_HEDGING_NONE, 0, NULL};
static const carnelian_sign_options HEDGED = {NULL, 0, 0, CARNELIAN_HEDGING_RANDOM, 0, NULL};

/* The options of a signature under a context; the rest is set by the caller. */
static inline carnelian_sign_options signing(const uint8_t *context, size_t context_len) {
    carnelian_sign_options options;
    memset(&options, 0, sizeof options);
    options.context = context;
    options.context_len = context_len;
    return options;
}

static inline carnelian_verify_options verifying(const uint8_t *context, size_t context_len) {
    carnelian_verify_options options;
    memset(&options, 0, sizeof options);
    options.context = context;
    options.context_len = context_len;
    return options;
}

/* Signs as the standard has it, with these random bytes. */
static inline carnelian_status sign(const carnelian_signing_key *key, const carnelian_random_source *random,
                                    const uint8_t *context, size_t context_len, const uint8_t *message,
                                    size_t message_len, uint8_t *signature, size_t signature_len) {
    carnelian_sign_options options = signing(context, context_len);
    options.random = random;
    return carnelian_signing_key_sign(key, &options, message, message_len, signature, signature_len);
}

/* Signs without random bytes. */
static inline carnelian_status sign_plainly(const carnelian_signing_key *key, const uint8_t *context,
                                            size_t context_len, const uint8_t *message, size_t message_len,
                                            uint8_t *signature, size_t signature_len) {
    carnelian_sign_options options = signing(context, context_len);
    options.hedging = CARNELIAN_HEDGING_NONE;
    return carnelian_signing_key_sign(key, &options, message, message_len, signature, signature_len);
}

/* Signs, and looks for faults. */
static inline carnelian_status sign_verified(const carnelian_signing_key *key, const uint8_t *context,
                                             size_t context_len, const uint8_t *message, size_t message_len,
                                             uint8_t *signature, size_t signature_len) {
    carnelian_sign_options options = signing(context, context_len);
    options.verified = 1;
    return carnelian_signing_key_sign(key, &options, message, message_len, signature, signature_len);
}

/* Signs a digest as the standard has it. */
static inline carnelian_status sign_digest(const carnelian_signing_key *key, const uint8_t *context, size_t context_len,
                                           carnelian_hash_algorithm hash, const uint8_t *digest, size_t digest_len,
                                           uint8_t *signature, size_t signature_len) {
    carnelian_sign_options options = signing(context, context_len);
    options.prehash = hash;
    return carnelian_signing_key_sign_digest(key, &options, digest, digest_len, signature, signature_len);
}

/* Signs a digest without random bytes. */
static inline carnelian_status sign_digest_plainly(const carnelian_signing_key *key, const uint8_t *context,
                                                   size_t context_len, carnelian_hash_algorithm hash,
                                                   const uint8_t *digest, size_t digest_len, uint8_t *signature,
                                                   size_t signature_len) {
    carnelian_sign_options options = signing(context, context_len);
    options.prehash = hash;
    options.hedging = CARNELIAN_HEDGING_NONE;
    return carnelian_signing_key_sign_digest(key, &options, digest, digest_len, signature, signature_len);
}

static inline carnelian_status verify(carnelian_signature_algorithm algorithm, const uint8_t *key, size_t key_len,
                                      const uint8_t *context, size_t context_len, const uint8_t *message,
                                      size_t message_len, const uint8_t *signature, size_t signature_len) {
    carnelian_verify_options options = verifying(context, context_len);
    return carnelian_signature_verify(algorithm, key, key_len, &options, message, message_len, signature,
                                      signature_len);
}

static inline carnelian_status verify_digest(carnelian_signature_algorithm algorithm, const uint8_t *key,
                                             size_t key_len, const uint8_t *context, size_t context_len,
                                             carnelian_hash_algorithm hash, const uint8_t *digest, size_t digest_len,
                                             const uint8_t *signature, size_t signature_len) {
    carnelian_verify_options options = verifying(context, context_len);
    options.prehash = hash;
    return carnelian_signature_verify_digest(algorithm, key, key_len, &options, digest, digest_len, signature,
                                             signature_len);
}

/* Verifies a digest of any strength. */
static inline carnelian_status verify_any_digest(carnelian_signature_algorithm algorithm, const uint8_t *key,
                                                 size_t key_len, carnelian_hash_algorithm hash, const uint8_t *digest,
                                                 size_t digest_len, const uint8_t *signature, size_t signature_len) {
    carnelian_verify_options options = verifying(NULL, 0);
    options.prehash = hash;
    options.any_strength = 1;
    return carnelian_signature_verify_digest(algorithm, key, key_len, &options, digest, digest_len, signature,
                                             signature_len);
}

/* Verifies with a key for many signatures. */
static inline carnelian_status key_verify(const carnelian_verifying_key *key, const uint8_t *context,
                                          size_t context_len, const uint8_t *message, size_t message_len,
                                          const uint8_t *signature, size_t signature_len) {
    carnelian_verify_options options = verifying(context, context_len);
    return carnelian_verifying_key_verify(key, &options, message, message_len, signature, signature_len);
}

/* Verifies a message in three parts. */
static inline carnelian_status verify_in_parts(carnelian_signature_algorithm algorithm, const uint8_t *key,
                                               size_t key_len, const carnelian_verify_options *options,
                                               const uint8_t *message, size_t message_len, const uint8_t *signature,
                                               size_t signature_len) {
    carnelian_verifier *verifier = NULL;
    carnelian_status status;
    const size_t start = message_len / 2;
    OK(carnelian_verifier_new(algorithm, key, key_len, options, signature, signature_len, &verifier));
    OK(carnelian_verifier_update(verifier, message, start));
    OK(carnelian_verifier_update(verifier, NULL, 0));
    OK(carnelian_verifier_update(verifier, message + start, message_len - start));
    status = carnelian_verifier_final(verifier);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_verifier_final(verifier));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_verifier_update(verifier, message, start));
    carnelian_verifier_free(verifier);
    return status;
}

/* Signs a message in two parts. */
static inline carnelian_status sign_in_parts(const carnelian_signing_key *key, const carnelian_sign_options *options,
                                             const uint8_t *message, size_t message_len, uint8_t *signature,
                                             size_t signature_len) {
    carnelian_signer *signer = NULL;
    carnelian_status status = carnelian_signer_new(key, options, &signer);
    const size_t start = message_len / 2;
    if (status != CARNELIAN_OK) {
        CHECK(signer == NULL);
        return status;
    }
    OK(carnelian_signer_update(signer, message, start));
    OK(carnelian_signer_update(signer, message + start, message_len - start));
    status = carnelian_signer_final(signer, NULL, signature, signature_len);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_signer_update(signer, message, start));
    carnelian_signer_free(signer);
    return status;
}

#endif
