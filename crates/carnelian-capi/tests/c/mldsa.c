/* ML-DSA: keys and signatures that another implementation of FIPS 204 has computed, every way to sign and to verify,
   batches with an invalid item, and all that is refused. */
#include "signatures.h"

static const struct {
    carnelian_signature_algorithm set;
    size_t public_len, expanded_len, signature_len;
    /* SHA-256 of the public key, the expanded private key, and the signature of "a message" under "a context" without
       randomness, for the seed of bytes from 0. */
    const char *public_key, *expanded, *signature;
} SETS[] = {
    {CARNELIAN_MLDSA_44, 1312, 2560, 2420, "9f107644c1084526af3bc8098680b05499a2325a644e388fb4f970e058d19d46",
     "04bf6b9f579166a627961dfc5c3bf9717df868db88863856356c4668c8b56b0b",
     "9cfd9a4e6901c73a636ef3a3231162900125e2a0e461283d74bb42a9e3396db1"},
    {CARNELIAN_MLDSA_65, 1952, 4032, 3309, "d666806e11cee19a7c989f7445f90dd419cf4d2d51db8c0fdb4c0f0a542238c9",
     "9f1e24f47795fe50040384e3d6183988047170fa2d866406b70fe0a3f8216063",
     "bf66ef1e101750d800065b877eab51d9bd66347a80d968a29d6eeecab0b65687"},
    {CARNELIAN_MLDSA_87, 2592, 4896, 4627, "91dc389cfaa01470b7f66eee45a4ae9026d154817c754dfe22298b3fa241ffcd",
     "764d3e223ed90c07bc91a0ab6ecd170e5c66ffe39f7039298596039a36005435",
     "b6aaad44fe0aa74b974c464d1604d9b2ba3b6eadc9e9023d9a6b7c0dc33ebcbe"},
};
enum { SET_COUNT = sizeof SETS / sizeof SETS[0] };

static uint8_t public_key[CARNELIAN_SIGNATURE_PUBLIC_KEY_MAX_LEN], expanded[CARNELIAN_SIGNATURE_EXPANDED_KEY_MAX_LEN];
static uint8_t signature[CARNELIAN_SIGNATURE_MAX_LEN], other[CARNELIAN_SIGNATURE_MAX_LEN];

static int has_digest(const uint8_t *data, size_t len, const char *digits) {
    uint8_t digest[32];
    OK(carnelian_hash(CARNELIAN_SHA256, data, len, digest, sizeof digest));
    return is_hex(digest, sizeof digest, digits);
}

/* A digest by SHA-224, which no parameter set permits, signed by way of its representative: SHAKE256 of the hash of the
   public key and of M', FIPS 204 Algorithm 4. */
static void of_any_strength(const carnelian_signing_key *key, carnelian_signature_algorithm set, size_t public_len,
                            size_t len) {
    uint8_t input[64 + 13 + 28] = {0}, mu[64], *const digest = input + 64 + 13;
    static const uint8_t HEAD[13] = {1, 0, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04};
    OK(carnelian_xof(CARNELIAN_SHAKE256, public_key, public_len, input, 64));
    memcpy(input + 64, HEAD, sizeof HEAD);
    OK(carnelian_hash(CARNELIAN_SHA224, TEXT("a message"), digest, 28));
    OK(carnelian_xof(CARNELIAN_SHAKE256, input, sizeof input, mu, sizeof mu));
    OK(carnelian_mldsa_sign_mu(key, NULL, mu, other, len));
    OK(verify_any_digest(set, public_key, public_len, CARNELIAN_SHA224, digest, 28, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          verify_digest(set, public_key, public_len, NULL, 0, CARNELIAN_SHA224, digest, 28, other, len));
    digest[0] ^= 1;
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify_any_digest(set, public_key, public_len, CARNELIAN_SHA224, digest, 28, other, len));
}

static void every_way(size_t i) {
    const carnelian_signature_algorithm set = SETS[i].set;
    const size_t public_len = SETS[i].public_len, expanded_len = SETS[i].expanded_len, len = SETS[i].signature_len;
    uint8_t seed[32], again[32], mu[64], digest[64], too_long[256] = {0}, next = 0;
    carnelian_signing_key *key = NULL, *copy = NULL;
    carnelian_verifying_key *prepared = NULL;
    carnelian_mldsa_mu hasher;
    carnelian_random_source source;
    source.fill = counting_bytes;
    source.context = &next;
    CHECK(carnelian_signature_public_key_len(set) == public_len && carnelian_signature_len(set) == len);
    CHECK(carnelian_signature_expanded_key_len(set) == expanded_len);
    OK(carnelian_signature_generate(set, &source, seed, 32, public_key, public_len));
    count_up(again, 32, 0);
    CHECK(memcmp(seed, again, 32) == 0 && has_digest(public_key, public_len, SETS[i].public_key));
    memset(public_key, 0, public_len);
    OK(carnelian_signature_public_key(set, seed, 32, public_key, public_len));
    CHECK(has_digest(public_key, public_len, SETS[i].public_key));

    OK(carnelian_signing_key_new(set, seed, 32, &key));
    OK(carnelian_signing_key_expanded_key(key, expanded, expanded_len));
    CHECK(has_digest(expanded, expanded_len, SETS[i].expanded));
    OK(carnelian_signing_key_seed(key, again, 32));
    CHECK(memcmp(seed, again, 32) == 0);
    OK(sign_plainly(key, TEXT("a context"), TEXT("a message"), signature, len));
    CHECK(has_digest(signature, len, SETS[i].signature));
    OK(verify(set, public_key, public_len, TEXT("a context"), TEXT("a message"), signature, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(set, public_key, public_len, TEXT("a context"), TEXT("a massage"), signature, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(set, public_key, public_len, NULL, 0, TEXT("a message"), signature, len));

    OK(carnelian_signing_key_new(set, expanded, expanded_len, &copy));
    OK(sign_plainly(copy, TEXT("a context"), TEXT("a message"), other, len));
    CHECK(memcmp(signature, other, len) == 0);
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_signing_key_seed(copy, again, 32));
    CHECK(is_zero(again, 32));
    memset(public_key, 0, public_len);
    OK(carnelian_signing_key_public_key(copy, public_key, public_len));
    CHECK(has_digest(public_key, public_len, SETS[i].public_key));
    carnelian_signing_key_free(copy);

    OK(carnelian_verifying_key_new(set, CARNELIAN_RULE_DEFAULT, public_key, public_len, &prepared));
    OK(key_verify(prepared, TEXT("a context"), TEXT("a message"), signature, len));
    OK(sign(key, NULL, NULL, 0, TEXT("a message"), other, len));
    CHECK(memcmp(signature, other, len) != 0);
    OK(key_verify(prepared, NULL, 0, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE, key_verify(prepared, NULL, 0, NULL, 0, other, len));
    OK(sign_verified(key, TEXT("a context"), TEXT("a message"), other, len));
    OK(key_verify(prepared, TEXT("a context"), TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, sign_verified(key, NULL, 0, NULL, 0, other, len - 1));
    OK(carnelian_signing_key_check_pair(key));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signing_key_check_pair(NULL));

    OK(carnelian_signing_key_check(key));
    OK(carnelian_signing_key_private_key(key, again, 32));
    CHECK(memcmp(seed, again, 32) == 0);
    /* A message in parts, signed and verified. */
    OK(sign_in_parts(key, &PLAINLY, TEXT("a message"), other, len));
    OK(verify_in_parts(set, public_key, public_len, NULL, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE, verify_in_parts(set, public_key, public_len, NULL, TEXT("a massage"), other, len));
    {
        carnelian_sign_options hashed = signing(TEXT("a context"));
        carnelian_verify_options options = verifying(TEXT("a context"));
        hashed.prehash = options.prehash = CARNELIAN_SHA512;
        OK(sign_in_parts(key, &hashed, TEXT("a message"), other, len));
        OK(verify_in_parts(set, public_key, public_len, &options, TEXT("a message"), other, len));
        OK(carnelian_verifying_key_verify(prepared, &options, TEXT("a message"), other, len));
        options.prehash = 0;
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              carnelian_signature_verify(set, public_key, public_len, &options, TEXT("a message"), other, len));
        options.rule = CARNELIAN_RULE_STRICT;
        GIVES(CARNELIAN_ERROR_ALGORITHM,
              carnelian_signature_verify(set, public_key, public_len, &options, TEXT("a message"), other, len));
        GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_mldsa_sign_mu(key, &hashed, digest, other, len));
        hashed.hedging = 3;
        GIVES(CARNELIAN_ERROR_ARGUMENT,
              carnelian_signing_key_sign(key, &hashed, TEXT("a message"), other, len));
    }

    /* The representative of a message in parts. */
    OK(carnelian_mldsa_mu_init(&hasher, set, public_key, public_len, TEXT("a context")));
    OK(carnelian_mldsa_mu_update(&hasher, TEXT("a mess")));
    OK(carnelian_mldsa_mu_update(&hasher, TEXT("age")));
    OK(carnelian_mldsa_mu_final(&hasher, mu));
    CHECK(is_zero(&hasher, sizeof hasher));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_mldsa_mu_update(&hasher, TEXT("age")));
    OK(carnelian_mldsa_sign_mu(key, &PLAINLY, mu, other, len));
    CHECK(memcmp(signature, other, len) == 0);
    OK(carnelian_mldsa_sign_mu(key, NULL, mu, other, len));
    OK(carnelian_mldsa_verify_mu(set, public_key, public_len, mu, other, len));
    OK(carnelian_mldsa_verifying_key_verify_mu(prepared, mu, other, len));
    mu[0] ^= 1;
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_mldsa_verify_mu(set, public_key, public_len, mu, other, len));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_mldsa_mu_final(&hasher, mu));
    CHECK(is_zero(mu, sizeof mu));

    /* Digests. */
    OK(carnelian_hash(CARNELIAN_SHA512, TEXT("a message"), digest, 64));
    OK(sign_digest(key, NULL, 0, CARNELIAN_SHA512, digest, 64, other, len));
    OK(verify_digest(set, public_key, public_len, NULL, 0, CARNELIAN_SHA512, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify_digest(set, public_key, public_len, NULL, 0, CARNELIAN_SHA3_512, digest, 64, other, len));
    OK(sign_digest_plainly(key, TEXT("a"), CARNELIAN_SHA3_512, digest, 64, other, len));
    OK(verify_digest(set, public_key, public_len, TEXT("a"), CARNELIAN_SHA3_512, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          sign_digest(key, NULL, 0, CARNELIAN_SHA512, digest, 63, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          sign_digest(key, NULL, 0, CARNELIAN_SHA224, digest, 28, other, len));
    CHECK(is_zero(other, len));
    GIVES(CARNELIAN_ERROR_ALGORITHM,
          sign_digest(key, NULL, 0, CARNELIAN_BLAKE2B_256, digest, 64, other, len));
    of_any_strength(key, set, public_len, len);

    /* Refusals. */
    source.fill = no_bytes;
    GIVES(CARNELIAN_ERROR_RANDOM, sign(key, &source, NULL, 0, TEXT("a message"), other, len));
    CHECK(is_zero(other, len));
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_signature_generate(set, &source, again, 32, public_key, public_len));
    OK(carnelian_signing_key_public_key(key, public_key, public_len));
    GIVES(CARNELIAN_ERROR_LENGTH, sign(key, NULL, NULL, 0, TEXT("a message"), other, len - 1));
    GIVES(CARNELIAN_ERROR_LENGTH, sign(key, NULL, too_long, 256, TEXT("a message"), other, len));
    OK(sign(key, NULL, too_long, 255, NULL, 0, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, verify(set, public_key, public_len, NULL, 0, TEXT("a message"), signature, len - 1));
    GIVES(CARNELIAN_ERROR_LENGTH, verify(set, public_key, public_len - 1, NULL, 0, TEXT("a message"), signature, len));
    GIVES(CARNELIAN_ERROR_NULL, sign(NULL, NULL, NULL, 0, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_NULL, sign(key, NULL, NULL, 1, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_mu_init(&hasher, set, public_key, 7, NULL, 0));
    CHECK(is_zero(&hasher, sizeof hasher));
    OK(carnelian_mldsa_mu_init(&hasher, set, public_key, public_len, NULL, 0));
    OK(carnelian_mldsa_mu_wipe(&hasher));
    memset(other, 0xff, len);
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(set, public_key, public_len, NULL, 0, TEXT("a message"), other, len));
    expanded[100] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_signing_key_new(set, expanded, expanded_len, &copy));
    CHECK(copy == NULL);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signing_key_new(set, expanded, 31, &copy));
    carnelian_signing_key_free(key);
    carnelian_verifying_key_free(prepared);
}

static void batches(size_t i) {
    enum { COUNT = 6 };
    static uint8_t signatures[COUNT * CARNELIAN_SIGNATURE_MAX_LEN];
    const carnelian_signature_algorithm set = SETS[i].set;
    const size_t public_len = SETS[i].public_len, len = SETS[i].signature_len;
    uint8_t seed[32], verdicts[COUNT];
    carnelian_signing_key *key = NULL;
    carnelian_verifying_key *prepared = NULL;
    carnelian_signature_item items[COUNT];
    size_t j;
    memset(seed, (int)i, sizeof seed);
    OK(carnelian_signing_key_new(set, seed, 32, &key));
    OK(carnelian_signing_key_public_key(key, public_key, public_len));
    OK(carnelian_verifying_key_new(set, CARNELIAN_RULE_DEFAULT, public_key, public_len, &prepared));
    for (j = 0; j < COUNT; j++) {
        items[j].key = j % 2 == 0 ? prepared : NULL;
        items[j].public_key = j % 2 == 0 ? NULL : public_key;
        items[j].public_key_len = j % 2 == 0 ? 0 : public_len;
        items[j].context = seed;
        items[j].context_len = j;
        items[j].message = seed;
        items[j].message_len = 32 - j;
        items[j].signature = signatures + len * j;
        items[j].signature_len = len;
        OK(sign(key, NULL, seed, j, seed, 32 - j, signatures + len * j, len));
    }
    OK(carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts));
    CHECK(verdicts[0] == 1 && verdicts[5] == 1);
    items[1].message_len--;
    items[2].signature_len--;
    memset(signatures + len * 4, 0xff, len);
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts));
    for (j = 0; j < COUNT; j++) {
        CHECK(verdicts[j] == (j != 1 && j != 2 && j != 4));
    }
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, NULL));
    OK(carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, NULL, 0, NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, NULL, 1, verdicts));
    items[3].public_key_len = 5;
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts));
    CHECK(is_zero(verdicts, sizeof verdicts));
    GIVES(CARNELIAN_ERROR_KEY_KIND,
          carnelian_signature_verify_batch(CARNELIAN_MLDSA_44 + (set - CARNELIAN_MLDSA_44 + 1) % 3,
                                           CARNELIAN_RULE_DEFAULT, items, 1, verdicts));
    carnelian_signing_key_free(key);
    carnelian_verifying_key_free(prepared);
}

int main(void) {
    carnelian_signing_key *key = NULL;
    uint8_t seed[32] = {0};
    size_t i;
    for (i = 0; i < SET_COUNT; i++) {
        every_way(i);
        batches(i);
    }
    CHECK(carnelian_signature_public_key_len(0) == 0 && carnelian_signature_len(14) == 0);
    CHECK(carnelian_signature_expanded_key_len(0) == 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_signing_key_new(14, seed, 32, &key));
    CHECK(key == NULL);
    carnelian_signing_key_free(NULL);
    carnelian_verifying_key_free(NULL);
    return 0;
}
