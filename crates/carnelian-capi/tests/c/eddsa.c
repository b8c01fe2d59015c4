/* EdDSA: examples of RFC 8032, every way to sign and to verify, batches with an invalid item, and all that is refused. */
#include "vectors.h"

#define ED25519 CARNELIAN_ED25519
#define BLAKE2B CARNELIAN_EDDSA_BLAKE2B
#define DEFAULT CARNELIAN_RULE_DEFAULT

static const carnelian_eddsa_scheme SCHEMES[] = {ED25519, BLAKE2B};

/* RFC 8032, Sections 7.1 (the second), 7.2 (the first) and 7.3. */
static void published(void) {
    uint8_t seed[32], public_key[32], signature[64], digest[64];
    const uint8_t message = 0x72;
    uint8_t longer[16];
    carnelian_eddsa_signing_key *key = NULL;
    carnelian_ed25519_prehash prehash;
    size_t len;
    from_hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", seed);
    OK(carnelian_eddsa_public_key(ED25519, seed, public_key));
    CHECK(is_hex(public_key, 32, "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
    OK(carnelian_eddsa_sign_once(ED25519, seed, &message, 1, signature));
    CHECK(is_hex(signature, 64,
                 "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                 "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"));
    OK(carnelian_eddsa_verify(ED25519, DEFAULT, public_key, &message, 1, signature));

    from_hex("0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6", seed);
    OK(carnelian_eddsa_signing_key_new(ED25519, seed, &key));
    OK(carnelian_eddsa_signing_key_public(key, public_key));
    len = from_hex("f726936d19c800494e3fdaff20b276a8", longer);
    OK(carnelian_ed25519_sign_ctx(key, TEXT("foo"), longer, len, signature));
    CHECK(is_hex(signature, 64,
                 "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a"
                 "8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d"));
    OK(carnelian_ed25519_verify_ctx(DEFAULT, public_key, TEXT("foo"), longer, len, signature));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_ed25519_verify_ctx(DEFAULT, public_key, TEXT("bar"), longer, len, signature));
    carnelian_eddsa_signing_key_free(key);

    from_hex("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42", seed);
    OK(carnelian_eddsa_signing_key_new(ED25519, seed, &key));
    OK(carnelian_eddsa_signing_key_public(key, public_key));
    OK(carnelian_ed25519_prehash_init(&prehash));
    OK(carnelian_ed25519_prehash_update(&prehash, TEXT("a")));
    OK(carnelian_ed25519_prehash_update(&prehash, TEXT("bc")));
    OK(carnelian_ed25519_sign_prehash(key, NULL, 0, &prehash, signature));
    CHECK(is_hex(signature, 64,
                 "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
                 "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"));
    CHECK(is_zero(&prehash, sizeof prehash));
    OK(carnelian_hash(CARNELIAN_SHA512, TEXT("abc"), digest, sizeof digest));
    OK(carnelian_ed25519_verify_digest(DEFAULT, public_key, NULL, 0, digest, signature));
    OK(carnelian_ed25519_sign_digest(key, TEXT("purpose"), digest, signature));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_ed25519_verify_digest(DEFAULT, public_key, NULL, 0, digest, signature));
    OK(carnelian_ed25519_prehash_init(&prehash));
    OK(carnelian_ed25519_prehash_update(&prehash, TEXT("abc")));
    OK(carnelian_ed25519_verify_prehash(DEFAULT, public_key, TEXT("purpose"), &prehash, signature));
    GIVES(CARNELIAN_ERROR_STATE,
          carnelian_ed25519_verify_prehash(DEFAULT, public_key, TEXT("purpose"), &prehash, signature));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_ed25519_sign_prehash(key, NULL, 0, &prehash, signature));
    CHECK(is_zero(signature, sizeof signature));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_ed25519_prehash_update(&prehash, TEXT("abc")));
    OK(carnelian_ed25519_prehash_init(&prehash));
    OK(carnelian_ed25519_sign_prehash_hedged(key, NULL, NULL, 0, &prehash, signature));
    OK(carnelian_ed25519_prehash_init(&prehash));
    OK(carnelian_ed25519_verify_prehash(CARNELIAN_RULE_STRICT, public_key, NULL, 0, &prehash, signature));
    OK(carnelian_ed25519_prehash_init(&prehash));
    OK(carnelian_ed25519_prehash_wipe(&prehash));
    OK(carnelian_ed25519_sign_ctx_hedged(key, NULL, TEXT("foo"), TEXT("message"), signature));
    OK(carnelian_ed25519_verify_ctx(DEFAULT, public_key, TEXT("foo"), TEXT("message"), signature));
    carnelian_eddsa_signing_key_free(key);
}

/* Messages in memory, under every rule. */
static void every_way(carnelian_eddsa_scheme scheme) {
    static const carnelian_eddsa_rule RULES[] = {DEFAULT, CARNELIAN_RULE_RFC8032, CARNELIAN_RULE_ZIP215,
                                                 CARNELIAN_RULE_STRICT, CARNELIAN_RULE_COFACTORLESS};
    uint8_t pair[64], seed[32], public_key[32], signature[64], hedged[64], verified[64];
    uint8_t signed_message[64 + 7], message[7];
    carnelian_eddsa_signing_key *key = NULL;
    carnelian_eddsa_prepared_key *prepared = NULL;
    carnelian_eddsa_verifier verifier;
    carnelian_random_source broken;
    size_t i;
    broken.fill = no_bytes;
    broken.context = NULL;
    OK(carnelian_eddsa_generate(scheme, NULL, pair, pair + 32));
    OK(carnelian_eddsa_signing_key_new_from_pair(scheme, pair, &key));
    OK(carnelian_eddsa_signing_key_seed(key, seed));
    OK(carnelian_eddsa_signing_key_public(key, public_key));
    CHECK(memcmp(seed, pair, 32) == 0 && memcmp(public_key, pair + 32, 32) == 0);
    OK(carnelian_eddsa_sign(key, TEXT("message"), signature));
    OK(carnelian_eddsa_sign_hedged(key, NULL, TEXT("message"), hedged));
    CHECK(memcmp(signature, hedged, 64) != 0);
    OK(carnelian_eddsa_signing_key_check_pair(key));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_eddsa_signing_key_check_pair(NULL));
    OK(carnelian_eddsa_sign_verified(key, TEXT("message"), verified));
    CHECK(memcmp(signature, verified, 64) == 0);
    GIVES(CARNELIAN_ERROR_NULL, carnelian_eddsa_sign_verified(NULL, TEXT("message"), verified));
    CHECK(is_zero(verified, sizeof verified));
    for (i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        OK(carnelian_eddsa_verify(scheme, RULES[i], public_key, TEXT("message"), signature));
        OK(carnelian_eddsa_verify(scheme, RULES[i], public_key, TEXT("message"), hedged));
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              carnelian_eddsa_verify(scheme, RULES[i], public_key, TEXT("massage"), signature));
        OK(carnelian_eddsa_check_public_key(scheme, RULES[i], public_key));

        OK(carnelian_eddsa_prepared_key_new(scheme, RULES[i], public_key, &prepared));
        OK(carnelian_eddsa_prepared_key_verify(prepared, RULES[i], TEXT("message"), signature));
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              carnelian_eddsa_prepared_key_verify(prepared, RULES[i], TEXT("messag"), signature));
        GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_eddsa_prepared_key_verify(prepared, 5, TEXT("messag"), signature));
        carnelian_eddsa_prepared_key_free(prepared);

        OK(carnelian_eddsa_verifier_init(&verifier, scheme, RULES[i], public_key, signature));
        OK(carnelian_eddsa_verifier_update(&verifier, TEXT("mess")));
        OK(carnelian_eddsa_verifier_update(&verifier, NULL, 0));
        OK(carnelian_eddsa_verifier_update(&verifier, TEXT("age")));
        OK(carnelian_eddsa_verifier_final(&verifier));
        GIVES(CARNELIAN_ERROR_STATE, carnelian_eddsa_verifier_final(&verifier));
        GIVES(CARNELIAN_ERROR_STATE, carnelian_eddsa_verifier_update(&verifier, TEXT("age")));
        OK(carnelian_eddsa_verifier_init(&verifier, scheme, RULES[i], public_key, signature));
        GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_eddsa_verifier_final(&verifier));
        CHECK(is_zero(&verifier, sizeof verifier));
    }
    OK(carnelian_eddsa_sign_once(scheme, seed, TEXT("message"), hedged));
    CHECK(memcmp(signature, hedged, 64) == 0);

    /* Signature and message in one buffer. */
    memcpy(signed_message, "message", 7);
    OK(carnelian_eddsa_sign_combined(key, signed_message, 7, signed_message, sizeof signed_message));
    CHECK(memcmp(signed_message, signature, 64) == 0 && memcmp(signed_message + 64, "message", 7) == 0);
    OK(carnelian_eddsa_open(scheme, DEFAULT, public_key, signed_message, sizeof signed_message, message, 7));
    CHECK(memcmp(message, "message", 7) == 0);
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_eddsa_open(scheme, DEFAULT, public_key, signed_message, sizeof signed_message, message, 6));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_eddsa_open(scheme, DEFAULT, public_key, signed_message, 63, message, 0));
    signed_message[70] ^= 1;
    memset(message, 1, sizeof message);
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_eddsa_open(scheme, DEFAULT, public_key, signed_message, sizeof signed_message, message, 7));
    CHECK(is_zero(message, sizeof message));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_eddsa_sign_combined(key, TEXT("message"), signed_message, 70));
    CHECK(is_zero(signed_message, 70));

    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_eddsa_sign_hedged(key, &broken, TEXT("message"), signature));
    CHECK(is_zero(signature, sizeof signature));
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_eddsa_generate(scheme, &broken, seed, public_key));
    CHECK(is_zero(seed, sizeof seed));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_eddsa_sign(NULL, TEXT("message"), signature));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_eddsa_sign(key, NULL, 1, signature));
    OK(carnelian_eddsa_sign(key, NULL, 0, signature));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_eddsa_sign(key, NULL, 0, NULL));
    if (scheme == BLAKE2B) {
        GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_ed25519_sign_ctx(key, TEXT("foo"), TEXT("message"), signature));
    }
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_ed25519_verify_ctx(DEFAULT, pair + 32, NULL, 0, TEXT("message"), signature));
    carnelian_eddsa_signing_key_free(key);
    pair[40] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_eddsa_signing_key_new_from_pair(scheme, pair, &key));
    CHECK(key == NULL);
}

static void rules_differ(void) {
    uint8_t small[32], other[32], signature[64] = {0};
    carnelian_eddsa_prepared_key *key = NULL;
    carnelian_eddsa_verifier verifier;
    /* The point of order 1, and an encoding of it that is not canonical. */
    memset(small, 0, sizeof small);
    small[0] = 1;
    memset(other, 0xff, sizeof other);
    other[0] = 0xee;
    signature[0] = 1;
    OK(carnelian_eddsa_verify(ED25519, CARNELIAN_RULE_RFC8032, small, TEXT("any"), signature));
    OK(carnelian_eddsa_verify(ED25519, CARNELIAN_RULE_ZIP215, other, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_eddsa_verify(ED25519, CARNELIAN_RULE_STRICT, small, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_eddsa_verify(ED25519, CARNELIAN_RULE_RFC8032, other, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_eddsa_check_public_key(ED25519, CARNELIAN_RULE_STRICT, small));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_eddsa_check_public_key(ED25519, DEFAULT, other));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_eddsa_prepared_key_new(ED25519, CARNELIAN_RULE_STRICT, small, &key));
    CHECK(key == NULL);
    GIVES(CARNELIAN_ERROR_KEY, carnelian_eddsa_verifier_init(&verifier, ED25519, DEFAULT, other, signature));
    CHECK(is_zero(&verifier, sizeof verifier));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_eddsa_verify(ED25519, 5, small, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_eddsa_verify(0, DEFAULT, small, TEXT("any"), signature));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_eddsa_verifier_init(&verifier, 3, DEFAULT, small, signature));
}

static void streamed_context(void) {
    uint8_t seed[32] = {9}, public_key[32], signature[64];
    carnelian_eddsa_signing_key *key = NULL;
    carnelian_eddsa_verifier verifier;
    OK(carnelian_eddsa_signing_key_new(ED25519, seed, &key));
    OK(carnelian_eddsa_signing_key_public(key, public_key));
    OK(carnelian_ed25519_sign_ctx(key, TEXT("foo"), TEXT("message"), signature));
    OK(carnelian_ed25519_verifier_init_ctx(&verifier, DEFAULT, public_key, TEXT("foo"), signature));
    OK(carnelian_eddsa_verifier_update(&verifier, TEXT("message")));
    OK(carnelian_eddsa_verifier_final(&verifier));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_ed25519_verifier_init_ctx(&verifier, DEFAULT, public_key, NULL, 0, signature));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ed25519_sign_ctx(key, NULL, 0, TEXT("message"), signature));
    carnelian_eddsa_signing_key_free(key);
}

static void batches(carnelian_eddsa_scheme scheme) {
    enum { COUNT = 70 };
    uint8_t seeds[32 * COUNT], publics[32 * COUNT], again[32 * COUNT], signatures[64 * COUNT], one[64], verdicts[COUNT];
    carnelian_eddsa_signing_key *keys[COUNT];
    carnelian_eddsa_job jobs[COUNT];
    carnelian_eddsa_item items[COUNT];
    size_t i;
    OK(carnelian_eddsa_generate_batch(scheme, NULL, COUNT, seeds, publics));
    OK(carnelian_eddsa_public_key_batch(scheme, seeds, COUNT, again));
    CHECK(memcmp(publics, again, sizeof publics) == 0);
    for (i = 0; i < COUNT; i++) {
        OK(carnelian_eddsa_signing_key_new(scheme, seeds + 32 * i, &keys[i]));
        jobs[i].key = keys[i];
        items[i].message = jobs[i].message = i == 0 ? NULL : seeds;
        items[i].message_len = jobs[i].message_len = i;
        items[i].public_key = publics + 32 * i;
        items[i].signature = signatures + 64 * i;
    }
    OK(carnelian_eddsa_sign_batch(scheme, jobs, COUNT, signatures));
    for (i = 0; i < COUNT; i++) {
        OK(carnelian_eddsa_sign(keys[i], jobs[i].message, jobs[i].message_len, one));
        CHECK(memcmp(one, signatures + 64 * i, 64) == 0);
    }
    OK(carnelian_eddsa_verify_batch(scheme, CARNELIAN_RULE_ZIP215, items, COUNT, verdicts));
    OK(carnelian_eddsa_verify_batch(scheme, DEFAULT, items, COUNT, NULL));
    signatures[64 * 33 + 5] ^= 1;
    items[12].message_len--;
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_eddsa_verify_batch(scheme, DEFAULT, items, COUNT, verdicts));
    for (i = 0; i < COUNT; i++) {
        CHECK(verdicts[i] == (i != 33 && i != 12));
    }
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_eddsa_verify_batch(scheme, CARNELIAN_RULE_STRICT, items, COUNT, NULL));
    OK(carnelian_eddsa_verify_batch(scheme, DEFAULT, NULL, 0, NULL));
    OK(carnelian_eddsa_sign_batch(scheme, NULL, 0, NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_eddsa_verify_batch(scheme, DEFAULT, NULL, 1, verdicts));
    CHECK(verdicts[0] == 0);
    items[3].signature = NULL;
    GIVES(CARNELIAN_ERROR_NULL, carnelian_eddsa_verify_batch(scheme, DEFAULT, items, COUNT, verdicts));
    CHECK(is_zero(verdicts, sizeof verdicts));
    GIVES(CARNELIAN_ERROR_KEY_KIND,
          carnelian_eddsa_sign_batch(scheme == ED25519 ? BLAKE2B : ED25519, jobs, COUNT, signatures));
    CHECK(is_zero(signatures, sizeof signatures));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_eddsa_verify_batch(7, DEFAULT, items, COUNT, verdicts));
    for (i = 0; i < COUNT; i++) {
        carnelian_eddsa_signing_key_free(keys[i]);
    }
}

static void conversions(carnelian_eddsa_scheme scheme) {
    uint8_t seed[32], public_key[32], secret[32], u[32], other[32], sign;
    OK(carnelian_eddsa_generate(scheme, NULL, seed, public_key));
    OK(carnelian_eddsa_seed_to_x25519(scheme, seed, secret));
    OK(carnelian_eddsa_public_key_to_x25519(scheme, public_key, u));
    OK(carnelian_x25519_public_key(secret, other));
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
    OK(carnelian_eddsa_sign_once(ED25519, seed, TEXT("message"), signature));
    memcpy(input, signature, 32);
    OK(carnelian_eddsa_public_key(ED25519, seed, input + 32));
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
    carnelian_eddsa_signing_key_free(NULL);
    carnelian_eddsa_prepared_key_free(NULL);
    return 0;
}
