/* ML-DSA: keys and signatures that another implementation of FIPS 204 has computed, every way to sign and to verify,
   batches with an invalid item, and all that is refused. */
#include "vectors.h"

static const struct {
    carnelian_mldsa_set set;
    size_t public_len, expanded_len, signature_len;
    /* SHA-256 of the public key, the expanded private key, and the signature of "a message" under "a context" without
       randomness, for the seed of bytes from 0. */
    const char *public_key, *expanded, *signature;
} SETS[] = {
    {CARNELIAN_ML_DSA_44, 1312, 2560, 2420, "9f107644c1084526af3bc8098680b05499a2325a644e388fb4f970e058d19d46",
     "04bf6b9f579166a627961dfc5c3bf9717df868db88863856356c4668c8b56b0b",
     "9cfd9a4e6901c73a636ef3a3231162900125e2a0e461283d74bb42a9e3396db1"},
    {CARNELIAN_ML_DSA_65, 1952, 4032, 3309, "d666806e11cee19a7c989f7445f90dd419cf4d2d51db8c0fdb4c0f0a542238c9",
     "9f1e24f47795fe50040384e3d6183988047170fa2d866406b70fe0a3f8216063",
     "bf66ef1e101750d800065b877eab51d9bd66347a80d968a29d6eeecab0b65687"},
    {CARNELIAN_ML_DSA_87, 2592, 4896, 4627, "91dc389cfaa01470b7f66eee45a4ae9026d154817c754dfe22298b3fa241ffcd",
     "764d3e223ed90c07bc91a0ab6ecd170e5c66ffe39f7039298596039a36005435",
     "b6aaad44fe0aa74b974c464d1604d9b2ba3b6eadc9e9023d9a6b7c0dc33ebcbe"},
};
enum { SET_COUNT = sizeof SETS / sizeof SETS[0] };

static uint8_t public_key[CARNELIAN_ML_DSA_PUBLIC_KEY_MAX_LEN], expanded[CARNELIAN_ML_DSA_EXPANDED_KEY_MAX_LEN];
static uint8_t signature[CARNELIAN_ML_DSA_SIGNATURE_MAX_LEN], other[CARNELIAN_ML_DSA_SIGNATURE_MAX_LEN];

static int has_digest(const uint8_t *data, size_t len, const char *digits) {
    uint8_t digest[32];
    OK(carnelian_hash(CARNELIAN_SHA256, data, len, digest, sizeof digest));
    return is_hex(digest, sizeof digest, digits);
}

/* A digest by SHA-224, which no parameter set permits, signed by way of its representative: SHAKE256 of the hash of the
   public key and of M', FIPS 204 Algorithm 4. */
static void of_any_strength(const carnelian_mldsa_signing_key *key, carnelian_mldsa_set set, size_t public_len,
                            size_t len) {
    uint8_t input[64 + 13 + 28] = {0}, mu[64], *const digest = input + 64 + 13;
    static const uint8_t HEAD[13] = {1, 0, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04};
    OK(carnelian_xof(CARNELIAN_SHAKE256, public_key, public_len, input, 64));
    memcpy(input + 64, HEAD, sizeof HEAD);
    OK(carnelian_hash(CARNELIAN_SHA224, TEXT("a message"), digest, 28));
    OK(carnelian_xof(CARNELIAN_SHAKE256, input, sizeof input, mu, sizeof mu));
    OK(carnelian_mldsa_sign_mu(key, NULL, mu, other, len));
    OK(carnelian_mldsa_verify_digest_of_any_strength(set, public_key, public_len, NULL, 0, CARNELIAN_PREHASH_SHA224,
                                                     digest, 28, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_mldsa_verify_digest(set, public_key, public_len, NULL, 0, CARNELIAN_PREHASH_SHA224, digest, 28, other,
                                        len));
    digest[0] ^= 1;
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_mldsa_verify_digest_of_any_strength(set, public_key, public_len, NULL, 0, CARNELIAN_PREHASH_SHA224,
                                                        digest, 28, other, len));
}

static void every_way(size_t i) {
    const carnelian_mldsa_set set = SETS[i].set;
    const size_t public_len = SETS[i].public_len, expanded_len = SETS[i].expanded_len, len = SETS[i].signature_len;
    uint8_t seed[32], again[32], mu[64], digest[64], too_long[256] = {0}, next = 0;
    carnelian_mldsa_signing_key *key = NULL, *copy = NULL;
    carnelian_mldsa_prepared_key *prepared = NULL;
    carnelian_mldsa_mu hasher;
    carnelian_random_source source;
    source.fill = counting_bytes;
    source.context = &next;
    CHECK(carnelian_mldsa_public_key_len(set) == public_len && carnelian_mldsa_signature_len(set) == len);
    CHECK(carnelian_mldsa_expanded_key_len(set) == expanded_len);
    OK(carnelian_mldsa_generate(set, &source, seed, public_key, public_len));
    count_up(again, 32, 0);
    CHECK(memcmp(seed, again, 32) == 0 && has_digest(public_key, public_len, SETS[i].public_key));
    memset(public_key, 0, public_len);
    OK(carnelian_mldsa_public_key(set, seed, public_key, public_len));
    CHECK(has_digest(public_key, public_len, SETS[i].public_key));

    OK(carnelian_mldsa_signing_key_new(set, seed, &key));
    OK(carnelian_mldsa_signing_key_expanded(key, expanded, expanded_len));
    CHECK(has_digest(expanded, expanded_len, SETS[i].expanded));
    OK(carnelian_mldsa_signing_key_seed(key, again));
    CHECK(memcmp(seed, again, 32) == 0);
    OK(carnelian_mldsa_sign_deterministic(key, TEXT("a context"), TEXT("a message"), signature, len));
    CHECK(has_digest(signature, len, SETS[i].signature));
    OK(carnelian_mldsa_verify(set, public_key, public_len, TEXT("a context"), TEXT("a message"), signature, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_mldsa_verify(set, public_key, public_len, TEXT("a context"), TEXT("a massage"), signature, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_mldsa_verify(set, public_key, public_len, NULL, 0, TEXT("a message"), signature, len));

    OK(carnelian_mldsa_signing_key_new_from_expanded(set, expanded, expanded_len, &copy));
    OK(carnelian_mldsa_sign_deterministic(copy, TEXT("a context"), TEXT("a message"), other, len));
    CHECK(memcmp(signature, other, len) == 0);
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_mldsa_signing_key_seed(copy, again));
    CHECK(is_zero(again, 32));
    memset(public_key, 0, public_len);
    OK(carnelian_mldsa_signing_key_public(copy, public_key, public_len));
    CHECK(has_digest(public_key, public_len, SETS[i].public_key));
    carnelian_mldsa_signing_key_free(copy);

    OK(carnelian_mldsa_prepared_key_new(set, public_key, public_len, &prepared));
    OK(carnelian_mldsa_prepared_key_verify(prepared, TEXT("a context"), TEXT("a message"), signature, len));
    OK(carnelian_mldsa_sign(key, NULL, NULL, 0, TEXT("a message"), other, len));
    CHECK(memcmp(signature, other, len) != 0);
    OK(carnelian_mldsa_prepared_key_verify(prepared, NULL, 0, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_mldsa_prepared_key_verify(prepared, NULL, 0, NULL, 0, other, len));
    OK(carnelian_mldsa_sign_verified(key, NULL, TEXT("a context"), TEXT("a message"), other, len));
    OK(carnelian_mldsa_prepared_key_verify(prepared, TEXT("a context"), TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_sign_verified(key, NULL, NULL, 0, NULL, 0, other, len - 1));
    OK(carnelian_mldsa_signing_key_check_pair(key));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_mldsa_signing_key_check_pair(NULL));

    /* The representative of a message in parts. */
    OK(carnelian_mldsa_mu_init(&hasher, set, public_key, public_len, TEXT("a context")));
    OK(carnelian_mldsa_mu_update(&hasher, TEXT("a mess")));
    OK(carnelian_mldsa_mu_update(&hasher, TEXT("age")));
    OK(carnelian_mldsa_mu_final(&hasher, mu));
    CHECK(is_zero(&hasher, sizeof hasher));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_mldsa_mu_update(&hasher, TEXT("age")));
    OK(carnelian_mldsa_sign_mu_deterministic(key, mu, other, len));
    CHECK(memcmp(signature, other, len) == 0);
    OK(carnelian_mldsa_sign_mu(key, NULL, mu, other, len));
    OK(carnelian_mldsa_verify_mu(set, public_key, public_len, mu, other, len));
    OK(carnelian_mldsa_prepared_key_verify_mu(prepared, mu, other, len));
    mu[0] ^= 1;
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_mldsa_verify_mu(set, public_key, public_len, mu, other, len));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_mldsa_mu_final(&hasher, mu));
    CHECK(is_zero(mu, sizeof mu));

    /* Digests. */
    OK(carnelian_hash(CARNELIAN_SHA512, TEXT("a message"), digest, 64));
    OK(carnelian_mldsa_sign_digest(key, NULL, NULL, 0, CARNELIAN_PREHASH_SHA512, digest, 64, other, len));
    OK(carnelian_mldsa_verify_digest(set, public_key, public_len, NULL, 0, CARNELIAN_PREHASH_SHA512, digest, 64, other,
                                     len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_mldsa_verify_digest(set, public_key, public_len, NULL, 0, CARNELIAN_PREHASH_SHA3_512, digest, 64,
                                        other, len));
    OK(carnelian_mldsa_sign_digest_deterministic(key, TEXT("a"), CARNELIAN_PREHASH_SHA3_512, digest, 64, other, len));
    OK(carnelian_mldsa_verify_digest(set, public_key, public_len, TEXT("a"), CARNELIAN_PREHASH_SHA3_512, digest, 64,
                                     other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_mldsa_sign_digest(key, NULL, NULL, 0, CARNELIAN_PREHASH_SHA512, digest, 63, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_mldsa_sign_digest(key, NULL, NULL, 0, CARNELIAN_PREHASH_SHA224, digest, 28, other, len));
    CHECK(is_zero(other, len));
    GIVES(CARNELIAN_ERROR_ALGORITHM,
          carnelian_mldsa_sign_digest(key, NULL, NULL, 0, 5, digest, 64, other, len));
    of_any_strength(key, set, public_len, len);

    /* Refusals. */
    source.fill = no_bytes;
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_mldsa_sign(key, &source, NULL, 0, TEXT("a message"), other, len));
    CHECK(is_zero(other, len));
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_mldsa_generate(set, &source, again, public_key, public_len));
    OK(carnelian_mldsa_signing_key_public(key, public_key, public_len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_sign(key, NULL, NULL, 0, TEXT("a message"), other, len - 1));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_sign(key, NULL, too_long, 256, TEXT("a message"), other, len));
    OK(carnelian_mldsa_sign(key, NULL, too_long, 255, NULL, 0, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_verify(set, public_key, public_len, NULL, 0, TEXT("a message"),
                                                         signature, len - 1));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_verify(set, public_key, public_len - 1, NULL, 0, TEXT("a message"),
                                                         signature, len));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_mldsa_sign(NULL, NULL, NULL, 0, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_mldsa_sign(key, NULL, NULL, 1, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_mu_init(&hasher, set, public_key, 7, NULL, 0));
    CHECK(is_zero(&hasher, sizeof hasher));
    OK(carnelian_mldsa_mu_init(&hasher, set, public_key, public_len, NULL, 0));
    OK(carnelian_mldsa_mu_wipe(&hasher));
    memset(other, 0xff, len);
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_mldsa_verify(set, public_key, public_len, NULL, 0, TEXT("a message"), other, len));
    expanded[100] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mldsa_signing_key_new_from_expanded(set, expanded, expanded_len, &copy));
    CHECK(copy == NULL);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_signing_key_new_from_expanded(set, expanded, 32, &copy));
    carnelian_mldsa_signing_key_free(key);
    carnelian_mldsa_prepared_key_free(prepared);
}

static void batches(size_t i) {
    enum { COUNT = 6 };
    static uint8_t signatures[COUNT * CARNELIAN_ML_DSA_SIGNATURE_MAX_LEN];
    const carnelian_mldsa_set set = SETS[i].set;
    const size_t public_len = SETS[i].public_len, len = SETS[i].signature_len;
    uint8_t seed[32], verdicts[COUNT];
    carnelian_mldsa_signing_key *key = NULL;
    carnelian_mldsa_prepared_key *prepared = NULL;
    carnelian_mldsa_item items[COUNT];
    size_t j;
    memset(seed, (int)i, sizeof seed);
    OK(carnelian_mldsa_signing_key_new(set, seed, &key));
    OK(carnelian_mldsa_signing_key_public(key, public_key, public_len));
    OK(carnelian_mldsa_prepared_key_new(set, public_key, public_len, &prepared));
    for (j = 0; j < COUNT; j++) {
        items[j].prepared_key = j % 2 == 0 ? prepared : NULL;
        items[j].public_key = j % 2 == 0 ? NULL : public_key;
        items[j].public_key_len = j % 2 == 0 ? 0 : public_len;
        items[j].context = seed;
        items[j].context_len = j;
        items[j].message = seed;
        items[j].message_len = 32 - j;
        items[j].signature = signatures + len * j;
        items[j].signature_len = len;
        OK(carnelian_mldsa_sign(key, NULL, seed, j, seed, 32 - j, signatures + len * j, len));
    }
    OK(carnelian_mldsa_verify_batch(set, items, COUNT, verdicts));
    CHECK(verdicts[0] == 1 && verdicts[5] == 1);
    items[1].message_len--;
    items[2].signature_len--;
    memset(signatures + len * 4, 0xff, len);
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_mldsa_verify_batch(set, items, COUNT, verdicts));
    for (j = 0; j < COUNT; j++) {
        CHECK(verdicts[j] == (j != 1 && j != 2 && j != 4));
    }
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_mldsa_verify_batch(set, items, COUNT, NULL));
    OK(carnelian_mldsa_verify_batch(set, NULL, 0, NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_mldsa_verify_batch(set, NULL, 1, verdicts));
    items[3].public_key_len = 5;
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mldsa_verify_batch(set, items, COUNT, verdicts));
    CHECK(is_zero(verdicts, sizeof verdicts));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_mldsa_verify_batch(set % 3 + 1, items, 1, verdicts));
    carnelian_mldsa_signing_key_free(key);
    carnelian_mldsa_prepared_key_free(prepared);
}

int main(void) {
    carnelian_mldsa_signing_key *key = NULL;
    uint8_t seed[32] = {0};
    size_t i;
    for (i = 0; i < SET_COUNT; i++) {
        every_way(i);
        batches(i);
    }
    CHECK(carnelian_mldsa_public_key_len(0) == 0 && carnelian_mldsa_signature_len(4) == 0);
    CHECK(carnelian_mldsa_expanded_key_len(0) == 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_mldsa_signing_key_new(4, seed, &key));
    CHECK(key == NULL);
    carnelian_mldsa_signing_key_free(NULL);
    carnelian_mldsa_prepared_key_free(NULL);
    return 0;
}
