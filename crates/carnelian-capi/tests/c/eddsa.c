/* EdDSA: examples of RFC 8032, every way to sign and to verify, batches with an invalid item, and all that is refused. */
#include "signatures.h"

#define ED25519 CARNELIAN_ED25519
#define BLAKE2B CARNELIAN_EDDSA_BLAKE2B
#define DEFAULT CARNELIAN_RULE_DEFAULT

static const carnelian_signature_algorithm SCHEMES[] = {ED25519, BLAKE2B};

/* The functions of one signature, with the lengths of EdDSA. */
static carnelian_status generate(carnelian_signature_algorithm scheme, const carnelian_random_source *random,
                                 uint8_t *seed, uint8_t *public_key) {
    return carnelian_signature_generate(scheme, random, seed, 32, public_key, 32);
}

static carnelian_status public_key_of(carnelian_signature_algorithm scheme, const uint8_t *seed, uint8_t *public_key) {
    return carnelian_signature_public_key(scheme, seed, 32, public_key, 32);
}

static carnelian_status sign_once(carnelian_signature_algorithm scheme, const uint8_t *seed, const uint8_t *message,
                                  size_t message_len, uint8_t *signature) {
    return carnelian_signature_sign(scheme, seed, 32, NULL, message, message_len, signature, 64);
}

static carnelian_status verify_by(carnelian_signature_algorithm scheme, carnelian_signature_rule rule,
                                  const uint8_t *public_key, const uint8_t *message, size_t message_len,
                                  const uint8_t *signature) {
    carnelian_verify_options options = verifying(NULL, 0);
    options.rule = rule;
    return carnelian_signature_verify(scheme, public_key, 32, &options, message, message_len, signature, 64);
}

static carnelian_status plain(const carnelian_signing_key *key, const uint8_t *message, size_t message_len,
                              uint8_t *signature) {
    return carnelian_signing_key_sign(key, NULL, message, message_len, signature, 64);
}

static carnelian_status hedged(const carnelian_signing_key *key, const carnelian_random_source *random,
                               const uint8_t *message, size_t message_len, uint8_t *signature) {
    carnelian_sign_options options = HEDGED;
    options.random = random;
    return carnelian_signing_key_sign(key, &options, message, message_len, signature, 64);
}

static carnelian_status prepared_by(const carnelian_verifying_key *key, carnelian_signature_rule rule,
                                    const uint8_t *message, size_t message_len, const uint8_t *signature) {
    carnelian_verify_options options = verifying(NULL, 0);
    options.rule = rule;
    return carnelian_verifying_key_verify(key, &options, message, message_len, signature, 64);
}

static carnelian_status digest_by(carnelian_signature_rule rule, const uint8_t *public_key, const uint8_t *context,
                                  size_t context_len, const uint8_t *digest, const uint8_t *signature) {
    carnelian_verify_options options = verifying(context, context_len);
    options.rule = rule;
    options.prehash = CARNELIAN_SHA512;
    return carnelian_signature_verify_digest(ED25519, public_key, 32, &options, digest, 64, signature, 64);
}

/* RFC 8032, Sections 7.1 (the second), 7.2 (the first) and 7.3. */
static void published(void) {
    uint8_t seed[32], public_key[32], signature[64], digest[64];
    const uint8_t message = 0x72;
    uint8_t longer[16];
    carnelian_signing_key *key = NULL;
    carnelian_signer *signer = NULL;
    carnelian_sign_options hashed = signing(NULL, 0), contextual;
    carnelian_verify_options parts;
    size_t len;
    from_hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", seed);
    OK(public_key_of(ED25519, seed, public_key));
    CHECK(is_hex(public_key, 32, "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
    OK(sign_once(ED25519, seed, &message, 1, signature));
    CHECK(is_hex(signature, 64,
                 "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                 "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"));
    OK(verify_by(ED25519, DEFAULT, public_key, &message, 1, signature));

    from_hex("0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6", seed);
    OK(carnelian_signing_key_new(ED25519, seed, 32, &key));
    OK(carnelian_signing_key_public_key(key, public_key, 32));
    len = from_hex("f726936d19c800494e3fdaff20b276a8", longer);
    OK(sign(key, NULL, TEXT("foo"), longer, len, signature, 64));
    CHECK(is_hex(signature, 64,
                 "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a"
                 "8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d"));
    OK(verify(ED25519, public_key, 32, TEXT("foo"), longer, len, signature, 64));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(ED25519, public_key, 32, TEXT("bar"), longer, len, signature, 64));
    carnelian_signing_key_free(key);

    from_hex("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42", seed);
    OK(carnelian_signing_key_new(ED25519, seed, 32, &key));
    OK(carnelian_signing_key_public_key(key, public_key, 32));
    hashed.prehash = CARNELIAN_SHA512;
    OK(sign_in_parts(key, &hashed, TEXT("abc"), signature, 64));
    CHECK(is_hex(signature, 64,
                 "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
                 "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"));
    OK(carnelian_hash(CARNELIAN_SHA512, TEXT("abc"), digest, sizeof digest));
    OK(digest_by(DEFAULT, public_key, NULL, 0, digest, signature));
    OK(sign_digest(key, TEXT("purpose"), CARNELIAN_SHA512, digest, 64, signature, 64));
    GIVES(CARNELIAN_ERROR_SIGNATURE, digest_by(DEFAULT, public_key, NULL, 0, digest, signature));
    OK(digest_by(DEFAULT, public_key, TEXT("purpose"), digest, signature));
    parts = verifying(TEXT("purpose"));
    parts.prehash = CARNELIAN_SHA512;
    OK(verify_in_parts(ED25519, public_key, 32, &parts, TEXT("abc"), signature, 64));
    GIVES(CARNELIAN_ERROR_SIGNATURE, verify_in_parts(ED25519, public_key, 32, &parts, TEXT("abd"), signature, 64));
    GIVES(CARNELIAN_ERROR_LENGTH, sign_digest(key, NULL, 0, CARNELIAN_SHA512, digest, 63, signature, 64));
    CHECK(is_zero(signature, sizeof signature));
    GIVES(CARNELIAN_ERROR_ALGORITHM, sign_digest(key, NULL, 0, CARNELIAN_SHA256, digest, 32, signature, 64));
    GIVES(CARNELIAN_ERROR_ALGORITHM, sign_digest(key, NULL, 0, 0, digest, 64, signature, 64));
    hashed.hedging = CARNELIAN_HEDGING_RANDOM;
    OK(carnelian_signing_key_sign(key, &hashed, TEXT("abc"), signature, 64));
    OK(digest_by(CARNELIAN_RULE_STRICT, public_key, NULL, 0, digest, signature));
    contextual = signing(TEXT("foo"));
    contextual.hedging = CARNELIAN_HEDGING_RANDOM;
    OK(carnelian_signing_key_sign(key, &contextual, TEXT("message"), signature, 64));
    OK(verify(ED25519, public_key, 32, TEXT("foo"), TEXT("message"), signature, 64));
    /* The signer keeps what it needs of the key. */
    hashed = signing(NULL, 0);
    hashed.prehash = CARNELIAN_SHA512;
    OK(carnelian_signer_new(key, &hashed, &signer));
    carnelian_signing_key_free(key);
    OK(carnelian_signer_update(signer, TEXT("abc")));
    OK(carnelian_signer_final(signer, NULL, signature, 64));
    OK(digest_by(DEFAULT, public_key, NULL, 0, digest, signature));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_signer_final(signer, NULL, signature, 64));
    CHECK(is_zero(signature, sizeof signature));
    carnelian_signer_free(signer);
    carnelian_signer_free(NULL);
}

/* Messages in memory, under every rule. */
static void every_way(carnelian_signature_algorithm scheme) {
    static const carnelian_signature_rule RULES[] = {DEFAULT, CARNELIAN_RULE_RFC8032, CARNELIAN_RULE_ZIP215,
                                                 CARNELIAN_RULE_STRICT, CARNELIAN_RULE_COFACTORLESS};
    uint8_t pair[64], seed[32], public_key[32], signature[64], randomized[64], verified[64];
    uint8_t signed_message[64 + 7], message[7];
    carnelian_signing_key *key = NULL;
    carnelian_verifying_key *prepared = NULL;
    carnelian_verify_options options = verifying(NULL, 0);
    carnelian_random_source broken;
    size_t i;
    broken.fill = no_bytes;
    broken.context = NULL;
    OK(generate(scheme, NULL, pair, pair + 32));
    OK(carnelian_signing_key_new(scheme, pair, 64, &key));
    OK(carnelian_signing_key_seed(key, seed, 32));
    OK(carnelian_signing_key_public_key(key, public_key, 32));
    CHECK(memcmp(seed, pair, 32) == 0 && memcmp(public_key, pair + 32, 32) == 0);
    OK(plain(key, TEXT("message"), signature));
    OK(hedged(key, NULL, TEXT("message"), randomized));
    CHECK(memcmp(signature, randomized, 64) != 0);
    OK(carnelian_signing_key_check_pair(key));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signing_key_check_pair(NULL));
    OK(sign_verified(key, NULL, 0, TEXT("message"), verified, 64));
    CHECK(memcmp(signature, verified, 64) == 0);
    GIVES(CARNELIAN_ERROR_NULL, sign_verified(NULL, NULL, 0, TEXT("message"), verified, 64));
    CHECK(is_zero(verified, sizeof verified));
    for (i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        OK(verify_by(scheme, RULES[i], public_key, TEXT("message"), signature));
        OK(verify_by(scheme, RULES[i], public_key, TEXT("message"), randomized));
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              verify_by(scheme, RULES[i], public_key, TEXT("massage"), signature));
        OK(carnelian_signature_check_public_key(scheme, RULES[i], public_key, 32));

        OK(carnelian_verifying_key_new(scheme, RULES[i], public_key, 32, &prepared));
        OK(prepared_by(prepared, RULES[i], TEXT("message"), signature));
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              prepared_by(prepared, RULES[i], TEXT("messag"), signature));
        GIVES(CARNELIAN_ERROR_ALGORITHM, prepared_by(prepared, 5, TEXT("messag"), signature));
        carnelian_verifying_key_free(prepared);

        options.rule = RULES[i];
        OK(verify_in_parts(scheme, public_key, 32, &options, TEXT("message"), signature, 64));
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              verify_in_parts(scheme, public_key, 32, &options, TEXT(""), signature, 64));
    }
    OK(sign_once(scheme, seed, TEXT("message"), randomized));
    CHECK(memcmp(signature, randomized, 64) == 0);

    /* Signature and message in one buffer. */
    memcpy(signed_message, "message", 7);
    OK(carnelian_signing_key_sign_combined(key, NULL, signed_message, 7, signed_message, sizeof signed_message));
    CHECK(memcmp(signed_message, signature, 64) == 0 && memcmp(signed_message + 64, "message", 7) == 0);
    OK(carnelian_signature_open(scheme, public_key, 32, NULL, signed_message, sizeof signed_message, message, 7));
    CHECK(memcmp(message, "message", 7) == 0);
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_signature_open(scheme, public_key, 32, NULL, signed_message, sizeof signed_message, message, 6));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_signature_open(scheme, public_key, 32, NULL, signed_message, 63, message, 0));
    signed_message[70] ^= 1;
    memset(message, 1, sizeof message);
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_signature_open(scheme, public_key, 32, NULL, signed_message, sizeof signed_message, message, 7));
    CHECK(is_zero(message, sizeof message));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signing_key_sign_combined(key, NULL, TEXT("message"), signed_message, 70));
    CHECK(is_zero(signed_message, 70));

    GIVES(CARNELIAN_ERROR_RANDOM, hedged(key, &broken, TEXT("message"), signature));
    CHECK(is_zero(signature, sizeof signature));
    GIVES(CARNELIAN_ERROR_RANDOM, generate(scheme, &broken, seed, public_key));
    CHECK(is_zero(seed, sizeof seed));
    GIVES(CARNELIAN_ERROR_NULL, plain(NULL, TEXT("message"), signature));
    GIVES(CARNELIAN_ERROR_NULL, plain(key, NULL, 1, signature));
    OK(plain(key, NULL, 0, signature));
    GIVES(CARNELIAN_ERROR_NULL, plain(key, NULL, 0, NULL));
    if (scheme == BLAKE2B) {
        GIVES(CARNELIAN_ERROR_ALGORITHM, sign(key, NULL, TEXT("foo"), TEXT("message"), signature, 64));
    }
    GIVES(CARNELIAN_ERROR_LENGTH, verify(ED25519, pair + 32, 32, seed, 0, TEXT("message"), signature, 64));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signature_verify(scheme, pair, 31, NULL, TEXT("message"), signature, 64));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signature_verify(scheme, pair, 32, NULL, TEXT("message"), signature, 63));
    GIVES(CARNELIAN_ERROR_ALGORITHM, sign_in_parts(key, NULL, TEXT("message"), signature, 64));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_signing_key_expanded_key(key, pair, 64));
    carnelian_signing_key_free(key);
    pair[40] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_signing_key_new(scheme, pair, 64, &key));
    CHECK(key == NULL);
}

static void rules_differ(void) {
    uint8_t small[32], other[32], signature[64] = {0};
    carnelian_verifying_key *key = NULL;
    carnelian_verifier *verifier = NULL;
    carnelian_verify_options options = verifying(NULL, 0);
    /* The point of order 1, and an encoding of it that is not canonical. */
    memset(small, 0, sizeof small);
    small[0] = 1;
    memset(other, 0xff, sizeof other);
    other[0] = 0xee;
    signature[0] = 1;
    OK(verify_by(ED25519, CARNELIAN_RULE_RFC8032, small, TEXT("any"), signature));
    OK(verify_by(ED25519, CARNELIAN_RULE_ZIP215, other, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_POINT, verify_by(ED25519, CARNELIAN_RULE_STRICT, small, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_KEY,
          verify_by(ED25519, CARNELIAN_RULE_RFC8032, other, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_signature_check_public_key(ED25519, CARNELIAN_RULE_STRICT, small, 32));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_signature_check_public_key(ED25519, DEFAULT, other, 32));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_verifying_key_new(ED25519, CARNELIAN_RULE_STRICT, small, 32, &key));
    CHECK(key == NULL);
    GIVES(CARNELIAN_ERROR_KEY,
          carnelian_verifier_new(ED25519, other, 32, &options, signature, 64, &verifier));
    CHECK(verifier == NULL);
    GIVES(CARNELIAN_ERROR_ALGORITHM, verify_by(ED25519, 5, small, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_ALGORITHM, verify_by(0, DEFAULT, small, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_verifier_new(3, small, 32, &options, signature, 64, &verifier));
    options.rule = 5;
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_verifier_new(ED25519, small, 32, &options, signature, 64, &verifier));
    carnelian_verifier_free(NULL);
}

static void streamed_context(void) {
    uint8_t seed[32] = {9}, public_key[32], signature[64];
    carnelian_signing_key *key = NULL;
    const carnelian_verify_options options = verifying(TEXT("foo")), empty = verifying(seed, 0);
    carnelian_verifier *verifier = NULL;
    OK(carnelian_signing_key_new(ED25519, seed, 32, &key));
    OK(carnelian_signing_key_public_key(key, public_key, 32));
    OK(sign(key, NULL, TEXT("foo"), TEXT("message"), signature, 64));
    OK(verify_in_parts(ED25519, public_key, 32, &options, TEXT("message"), signature, 64));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_verifier_new(ED25519, public_key, 32, &empty, signature, 64, &verifier));
    GIVES(CARNELIAN_ERROR_LENGTH, sign(key, NULL, seed, 0, TEXT("message"), signature, 64));
    carnelian_signing_key_free(key);
}

static void batches(carnelian_signature_algorithm scheme) {
    enum { COUNT = 70 };
    uint8_t seeds[32 * COUNT], publics[32 * COUNT], again[32 * COUNT], signatures[64 * COUNT], one[64], verdicts[COUNT];
    carnelian_signing_key *keys[COUNT];
    carnelian_eddsa_job jobs[COUNT];
    carnelian_signature_item items[COUNT];
    carnelian_verifying_key *prepared = NULL;
    size_t i;
    OK(carnelian_eddsa_generate_batch(scheme, NULL, COUNT, seeds, publics));
    OK(carnelian_eddsa_public_key_batch(scheme, seeds, COUNT, again));
    CHECK(memcmp(publics, again, sizeof publics) == 0);
    OK(carnelian_verifying_key_new(scheme, DEFAULT, publics + 32 * 5, 32, &prepared));
    for (i = 0; i < COUNT; i++) {
        OK(carnelian_signing_key_new(scheme, seeds + 32 * i, 32, &keys[i]));
        jobs[i].key = keys[i];
        items[i].message = jobs[i].message = i == 0 ? NULL : seeds;
        items[i].message_len = jobs[i].message_len = i;
        items[i].key = i == 5 ? prepared : NULL;
        items[i].public_key = publics + 32 * i;
        items[i].public_key_len = 32;
        items[i].context = NULL;
        items[i].context_len = 0;
        items[i].signature = signatures + 64 * i;
        items[i].signature_len = 64;
    }
    OK(carnelian_eddsa_sign_batch(scheme, jobs, COUNT, signatures));
    for (i = 0; i < COUNT; i++) {
        OK(plain(keys[i], jobs[i].message, jobs[i].message_len, one));
        CHECK(memcmp(one, signatures + 64 * i, 64) == 0);
    }
    OK(carnelian_signature_verify_batch(scheme, CARNELIAN_RULE_ZIP215, items, COUNT, verdicts));
    OK(carnelian_signature_verify_batch(scheme, DEFAULT, items, COUNT, NULL));
    signatures[64 * 33 + 5] ^= 1;
    items[12].message_len--;
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_signature_verify_batch(scheme, DEFAULT, items, COUNT, verdicts));
    for (i = 0; i < COUNT; i++) {
        CHECK(verdicts[i] == (i != 33 && i != 12));
    }
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_signature_verify_batch(scheme, CARNELIAN_RULE_STRICT, items, COUNT, NULL));
    OK(carnelian_signature_verify_batch(scheme, DEFAULT, NULL, 0, NULL));
    OK(carnelian_eddsa_sign_batch(scheme, NULL, 0, NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signature_verify_batch(scheme, DEFAULT, NULL, 1, verdicts));
    CHECK(verdicts[0] == 0);
    items[3].signature = NULL;
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signature_verify_batch(scheme, DEFAULT, items, COUNT, verdicts));
    CHECK(is_zero(verdicts, sizeof verdicts));
    GIVES(CARNELIAN_ERROR_KEY_KIND,
          carnelian_eddsa_sign_batch(scheme == ED25519 ? BLAKE2B : ED25519, jobs, COUNT, signatures));
    CHECK(is_zero(signatures, sizeof signatures));
    items[3].signature = signatures;
    items[3].context = seeds;
    items[3].context_len = 3;
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_signature_verify_batch(scheme, DEFAULT, items, COUNT, verdicts));
    items[3].context_len = 0;
    items[3].context = NULL;
    GIVES(CARNELIAN_ERROR_KEY_KIND,
          carnelian_signature_verify_batch(scheme == ED25519 ? BLAKE2B : ED25519, DEFAULT, items, COUNT, verdicts));
    carnelian_verifying_key_free(prepared);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_signature_verify_batch(7, DEFAULT, items, COUNT, verdicts));
    for (i = 0; i < COUNT; i++) {
        carnelian_signing_key_free(keys[i]);
    }
}

static void conversions(carnelian_signature_algorithm scheme) {
    uint8_t seed[32], public_key[32], secret[32], u[32], other[32], sign;
    OK(generate(scheme, NULL, seed, public_key));
    OK(carnelian_eddsa_seed_to_x25519(scheme, seed, secret));
    OK(carnelian_eddsa_public_key_to_x25519(scheme, public_key, u));
    OK(carnelian_exchange_public_key(CARNELIAN_X25519, secret, 32, other, 32));
    CHECK(memcmp(u, other, 32) == 0);
    sign = public_key[31] >> 7;
    OK(carnelian_eddsa_public_key_from_x25519(scheme, u, sign, other));
    CHECK(memcmp(public_key, other, 32) == 0);
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_eddsa_public_key_from_x25519(scheme, u, 2, other));
    CHECK(is_zero(other, sizeof other));
    memset(u, 0, sizeof u);
    u[0] = 2;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_eddsa_public_key_from_x25519(scheme, u, 0, other));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_eddsa_public_key_to_x25519(scheme, u, other));
}

/* The challenge computed here is that of the scheme. */
static void challenge(void) {
    uint8_t seed[32] = {5}, input[64 + 7], signature[64], k[64];
    OK(sign_once(ED25519, seed, TEXT("message"), signature));
    memcpy(input, signature, 32);
    OK(public_key_of(ED25519, seed, input + 32));
    memcpy(input + 64, "message", 7);
    OK(carnelian_hash(CARNELIAN_SHA512, input, sizeof input, k, sizeof k));
    OK(carnelian_scalar_reduce(k, 64, k));
    OK(carnelian_eddsa_verify_challenge(ED25519, DEFAULT, input + 32, k, signature));
    k[0] ^= 1;
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_eddsa_verify_challenge(ED25519, DEFAULT, input + 32, k, signature));
}

int main(void) {
    size_t i;
    published();
    rules_differ();
    streamed_context();
    challenge();
    for (i = 0; i < 2; i++) {
        every_way(SCHEMES[i]);
        batches(SCHEMES[i]);
        conversions(SCHEMES[i]);
    }
    carnelian_signing_key_free(NULL);
    carnelian_verifying_key_free(NULL);
    return 0;
}
