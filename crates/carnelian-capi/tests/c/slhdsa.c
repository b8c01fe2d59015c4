/* SLH-DSA: keys and signatures that another implementation of FIPS 205 has computed, with every set; every way to sign
   and to verify, batches with invalid items, and all that is refused, with the sets that sign fast. */
#include "signatures.h"

static const struct {
    carnelian_signature_algorithm set;
    size_t n, signature_len;
    /* SHA-256 of the public key of the seeds of bytes from 0, of the signature of "a message" under "a context" without
       randomness, and of that of its SHA-512 digest, for the sets that sign fast. */
    const char *public_key, *signature, *of_digest;
} SETS[] = {
    {CARNELIAN_SLHDSA_SHA2_128S, 16, 7856,
     "9d5b69aa74c4939468bae5108568a4d0926f2532c96b0742eda0a7eff4c99c3e",
     "cf9b3482ba133bb01fc9706c938c60e9a9bd16061c3efe2a2c9478c2490ae7a7",
     NULL},
    {CARNELIAN_SLHDSA_SHA2_128F, 16, 17088,
     "f577b74987c6313ffa546b8885ca8450c7f427c20f0d9b52d166264016b8beba",
     "7bf8fd08895cdfa7d4b08a50971e835ddb1aba68c36eac2ac3319225b516f709",
     "7972354b947ef956211a0d84aebdba415f860181d922b4436f0345a3f9eb77b7"},
    {CARNELIAN_SLHDSA_SHA2_192S, 24, 16224,
     "ea0e06991d977e4766be1a49fedf2132dcf7361e36e41e999e1b9d2923685743",
     "6fe5f72804890afbd2ba35d7b2631137a0f8d6b7292d3cf7d36d8bd90faac106",
     NULL},
    {CARNELIAN_SLHDSA_SHA2_192F, 24, 35664,
     "305951b67f8a79021a7f6ad01ac0e4ecc111f7c8aeb07579741431f1e6cbe9d9",
     "1cfa5ac5ee739da7be6a39e87c9461286679b8a132c5b130f06a4ef977aefcfa",
     "3460eeb66c23b4744baf68777987b4d12aed67fcdd40ffc29805e0988c957ab5"},
    {CARNELIAN_SLHDSA_SHA2_256S, 32, 29792,
     "77bc2592929e69ec3a8546a07b032c8c61db4b1241f89d06821a842e39bb8edd",
     "30c478149bab7007fd9b4be003903db3473e6940b92c9cdd136eb73b4b2333fd",
     NULL},
    {CARNELIAN_SLHDSA_SHA2_256F, 32, 49856,
     "6aea562ed5cc1b0883f84bb6e198b32f0a00e62fc96da86efc1b199b4ab09a22",
     "812a0e4773dfee60d9b42721f682e25b73adbc654b5948d9fee8f9b4c99ca33a",
     "774663d6d1ac084d46ea89cc1bcea31318634f2b57ddeb14c0f2c2613c146adc"},
    {CARNELIAN_SLHDSA_SHAKE_128S, 16, 7856,
     "00bcf55c114dd213b09d26bf41dbc06a423ca37c5a52d912c0d8a376ca99bf9f",
     "7a1d295ba1992771075e4d77ff1291a83baf3ac7ae902e32cc46d3c67f39f8b0",
     NULL},
    {CARNELIAN_SLHDSA_SHAKE_128F, 16, 17088,
     "99197c0060fec43eaefd42ebb68848f66cf3b2db814670dee2ac5c37d4aade64",
     "a0942f6d3c20d8deb223c0fd1c4f3fca26c0bb405ff2f9699d345cdfbb5f0c5d",
     "d48156485ef50957ec0b8cf87bd37d17aff367712e2999fb80dde47f32d456f7"},
    {CARNELIAN_SLHDSA_SHAKE_192S, 24, 16224,
     "ffb7e28bb0e77087cbbf2ebcb443675845b1641feac49ac4b3245fb7dea60c9a",
     "78752a6229d472436980c95e3670d58ba774dedeefd33bbdb8ab49e7d713d97e",
     NULL},
    {CARNELIAN_SLHDSA_SHAKE_192F, 24, 35664,
     "9fe0ba0705788e84b64e4b9135e57653f10d86f151fefd650148a345b31dc5a9",
     "6bfa44b8332fb15fc6894a1b99a447656b54d5a9d02a77b460f142da7dc42a68",
     "ff94d065891e6e9dea01be9db38e41ffd72dd3686ebba9efe57b02ca1292bbf0"},
    {CARNELIAN_SLHDSA_SHAKE_256S, 32, 29792,
     "00080bd75052db3647b01a476d5c3b36b7f8623012c24fb5faac608db02ecef5",
     "74a62b5ed6b894fd4d7a5be4e220ff91999703e507e4db4f23f0cb3a963d4ea6",
     NULL},
    {CARNELIAN_SLHDSA_SHAKE_256F, 32, 49856,
     "dd5905dec5af9c92a466e9bae1935ecdc05a4b714604999effae812b1ce3ae5e",
     "d4514b2b81ef088b2900783f197396b95c119e9fc39fc0f5d5ede255deb83df3",
     "d1a2392bee92c2137955d028cef3f0877c7cd453d4647ae2bbec554aadce3d73"},
};
enum { SET_COUNT = sizeof SETS / sizeof SETS[0], COUNT = 5 };

static uint8_t public_key[CARNELIAN_SIGNATURE_PUBLIC_KEY_MAX_LEN], private_key[CARNELIAN_SIGNATURE_PRIVATE_KEY_MAX_LEN];
static uint8_t again[CARNELIAN_SIGNATURE_PRIVATE_KEY_MAX_LEN], too_long[256];
static uint8_t signature[CARNELIAN_SIGNATURE_MAX_LEN], other[CARNELIAN_SIGNATURE_MAX_LEN];

static int has_digest(const uint8_t *data, size_t len, const char *digits) {
    uint8_t digest[32];
    OK(carnelian_hash(CARNELIAN_SHA256, data, len, digest, sizeof digest));
    return is_hex(digest, sizeof digest, digits);
}

static carnelian_status sign_batch(const carnelian_signing_key *key, const carnelian_random_source *random,
                                   const uint8_t *context, size_t context_len, const uint8_t *const *messages,
                                   const size_t *message_lens, size_t count, uint8_t *out, size_t out_len) {
    carnelian_sign_options options = signing(context, context_len);
    options.random = random;
    return carnelian_slhdsa_sign_batch(key, &options, messages, message_lens, count, out, out_len);
}

/* Makes the key pair of the seeds of bytes from 0, and its signing key. */
static carnelian_signing_key *make_key(size_t i) {
    const carnelian_signature_algorithm set = SETS[i].set;
    const size_t n = SETS[i].n;
    uint8_t seeds[96];
    carnelian_signing_key *key = NULL;
    count_up(seeds, sizeof seeds, 0);
    OK(carnelian_signing_key_new(set, seeds, 3 * n, &key));
    OK(carnelian_signing_key_private_key(key, private_key, 4 * n));
    OK(carnelian_signing_key_public_key(key, public_key, 2 * n));
    OK(carnelian_signing_key_seed(key, again, 3 * n));
    CHECK(memcmp(again, seeds, 3 * n) == 0);
    carnelian_signing_key_free(key);
    CHECK(memcmp(private_key, seeds, 3 * n) == 0 && memcmp(private_key + 2 * n, public_key, 2 * n) == 0);
    CHECK(has_digest(public_key, 2 * n, SETS[i].public_key));
    OK(carnelian_signing_key_new(set, private_key, 4 * n, &key));
    return key;
}

/* Signs once with every set, and verifies what is changed or has another length. */
static void every_set(size_t i) {
    const carnelian_signature_algorithm set = SETS[i].set;
    const size_t n = SETS[i].n, len = SETS[i].signature_len;
    const size_t places[] = {0, n, len / 2, len - 1};
    carnelian_signing_key *key = make_key(i);
    size_t j;
    CHECK(carnelian_signature_seed_len(set) == 3 * n && carnelian_signature_public_key_len(set) == 2 * n);
    CHECK(carnelian_signature_private_key_len(set) == 4 * n && carnelian_signature_len(set) == len);
    OK(sign_plainly(key, TEXT("a context"), TEXT("a message"), signature, len));
    CHECK(has_digest(signature, len, SETS[i].signature));
    OK(verify(set, public_key, 2 * n, TEXT("a context"), TEXT("a message"), signature, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(set, public_key, 2 * n, TEXT("a context"), TEXT("a massage"), signature, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(set, public_key, 2 * n, NULL, 0, TEXT("a message"), signature, len));
    for (j = 0; j < sizeof places / sizeof places[0]; j++) {
        signature[places[j]] ^= 1;
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              verify(set, public_key, 2 * n, TEXT("a context"), TEXT("a message"), signature, len));
        signature[places[j]] ^= 1;
    }
    public_key[0] ^= 1;
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(set, public_key, 2 * n, TEXT("a context"), TEXT("a message"), signature, len));
    public_key[0] ^= 1;
    GIVES(CARNELIAN_ERROR_LENGTH,
          verify(set, public_key, 2 * n, NULL, 0, TEXT("a message"), signature, len - 1));
    GIVES(CARNELIAN_ERROR_LENGTH,
          verify(set, public_key, 2 * n - 1, NULL, 0, TEXT("a message"), signature, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          verify(set, public_key, 2 * n, too_long, 256, TEXT("a message"), signature, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          sign_plainly(key, NULL, 0, TEXT("a message"), signature, len - 1));
    CHECK(is_zero(signature, len - 1));
    carnelian_signing_key_free(key);
}

static void keys(size_t i) {
    const carnelian_signature_algorithm set = SETS[i].set;
    const size_t n = SETS[i].n, len = SETS[i].signature_len;
    uint8_t next = 0;
    carnelian_signing_key *key = make_key(i), *wrong = NULL;
    carnelian_random_source source;
    source.fill = counting_bytes;
    source.context = &next;
    OK(carnelian_signature_generate(set, &source, again, 4 * n, other, 2 * n));
    CHECK(memcmp(again, private_key, 4 * n) == 0 && memcmp(other, public_key, 2 * n) == 0);
    OK(carnelian_signing_key_private_key(key, again, 4 * n));
    OK(carnelian_signing_key_public_key(key, other, 2 * n));
    CHECK(memcmp(again, private_key, 4 * n) == 0 && memcmp(other, public_key, 2 * n) == 0);
    OK(carnelian_signing_key_check(key));
    OK(sign_plainly(key, TEXT("a context"), TEXT("a message"), signature, len));
    {
        /* A key that is set up for one signature makes the same. */
        carnelian_sign_options options = signing(TEXT("a context"));
        options.hedging = CARNELIAN_HEDGING_NONE;
        OK(carnelian_signature_sign(set, private_key, 4 * n, &options, TEXT("a message"), other, len));
        CHECK(memcmp(signature, other, len) == 0);
        GIVES(CARNELIAN_ERROR_ALGORITHM, sign_in_parts(key, &options, TEXT("a message"), other, len));
        options.prehash = CARNELIAN_SHA512;
        OK(sign_in_parts(key, &options, TEXT("a message"), other, len));
        CHECK(has_digest(other, len, SETS[i].of_digest));
    }
    {
        carnelian_verify_options options = verifying(TEXT("a context"));
        OK(verify_in_parts(set, public_key, 2 * n, &options, TEXT("a message"), signature, len));
        options.prehash = CARNELIAN_SHA512;
        OK(verify_in_parts(set, public_key, 2 * n, &options, TEXT("a message"), other, len));
        GIVES(CARNELIAN_ERROR_SIGNATURE,
              verify_in_parts(set, public_key, 2 * n, &options, TEXT("a massage"), other, len));
    }

    again[4 * n - 1] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_signing_key_new(set, again, 4 * n, &wrong));
    CHECK(wrong == NULL);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signing_key_new(set, again, 4 * n - 1, &wrong));
    CHECK(wrong == NULL);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signing_key_private_key(key, again, 3 * n));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signing_key_public_key(key, again, 4 * n));
    CHECK(is_zero(again, 4 * n));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_signature_generate(set, NULL, again, 4 * n, other, n));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_signing_key_new(set, again, 3 * n - 1, &wrong));
    source.fill = no_bytes;
    memset(again, 0xff, 4 * n);
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_signature_generate(set, &source, again, 4 * n, other, 2 * n));
    CHECK(is_zero(again, 4 * n) && is_zero(other, 2 * n));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signing_key_check(NULL));
    carnelian_signing_key_free(key);
}

static void variants(size_t i) {
    const carnelian_signature_algorithm set = SETS[i].set;
    const size_t n = SETS[i].n, len = SETS[i].signature_len;
    uint8_t digest[64];
    carnelian_signing_key *key = make_key(i);
    carnelian_random_source source;
    source.fill = no_bytes;
    source.context = NULL;
    OK(sign(key, NULL, NULL, 0, TEXT("a message"), signature, len));
    OK(sign(key, NULL, NULL, 0, TEXT("a message"), other, len));
    CHECK(memcmp(signature, other, len) != 0);
    OK(verify(set, public_key, 2 * n, NULL, 0, TEXT("a message"), signature, len));
    OK(verify(set, public_key, 2 * n, NULL, 0, TEXT("a message"), other, len));
    OK(sign_verified(key, TEXT("a context"), TEXT("a message"), other, len));
    OK(verify(set, public_key, 2 * n, TEXT("a context"), TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, sign_verified(key, NULL, 0, NULL, 0, other, len - 1));
    OK(carnelian_signing_key_check_pair(key));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signing_key_check_pair(NULL));
    OK(sign(key, NULL, too_long, 255, NULL, 0, other, len));
    OK(verify(set, public_key, 2 * n, too_long, 255, NULL, 0, other, len));
    GIVES(CARNELIAN_ERROR_RANDOM, sign(key, &source, NULL, 0, TEXT("a message"), other, len));
    CHECK(is_zero(other, len));
    GIVES(CARNELIAN_ERROR_LENGTH, sign(key, NULL, NULL, 0, TEXT("a message"), other, len - 1));
    GIVES(CARNELIAN_ERROR_LENGTH, sign(key, NULL, too_long, 256, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_NULL, sign(NULL, NULL, NULL, 0, TEXT("a message"), other, len));
    GIVES(CARNELIAN_ERROR_NULL, sign(key, NULL, NULL, 1, TEXT("a message"), other, len));

    /* A signature may replace its message. */
    OK(sign_plainly(key, NULL, 0, signature, 100, other, len));
    OK(sign_plainly(key, NULL, 0, signature, 100, signature, len));
    CHECK(memcmp(signature, other, len) == 0);

    /* Digests. */
    OK(carnelian_hash(CARNELIAN_SHA512, TEXT("a message"), digest, 64));
    OK(sign_digest_plainly(key, TEXT("a context"), CARNELIAN_SHA512, digest, 64, other, len));
    CHECK(has_digest(other, len, SETS[i].of_digest));
    OK(verify_digest(set, public_key, 2 * n, TEXT("a context"), CARNELIAN_SHA512, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify_digest(set, public_key, 2 * n, TEXT("a context"), CARNELIAN_SHA3_512, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify(set, public_key, 2 * n, TEXT("a context"), digest, 64, other, len));
    OK(sign_digest(key, NULL, 0, CARNELIAN_SHA3_512, digest, 64, other, len));
    OK(verify_digest(set, public_key, 2 * n, NULL, 0, CARNELIAN_SHA3_512, digest, 64, other, len));
    digest[63] ^= 1;
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify_digest(set, public_key, 2 * n, NULL, 0, CARNELIAN_SHA3_512, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          sign_digest(key, NULL, 0, CARNELIAN_SHA512, digest, 63, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          sign_digest(key, NULL, 0, CARNELIAN_SHA224, digest, 28, other, len));
    CHECK(is_zero(other, len));
    GIVES(n == 16 ? CARNELIAN_OK : CARNELIAN_ERROR_LENGTH,
          sign_digest(key, NULL, 0, CARNELIAN_SHA256, digest, 32, other, len));
    OK(sign_digest(key, NULL, 0, CARNELIAN_SHAKE256, digest, 64, other, len));
    OK(verify_digest(set, public_key, 2 * n, NULL, 0, CARNELIAN_SHAKE256, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify_digest(set, public_key, 2 * n, NULL, 0, CARNELIAN_SHA512, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          verify_digest(set, public_key, 2 * n, NULL, 0, CARNELIAN_SHAKE128, digest, 64, other, len));
    GIVES(n == 16 ? CARNELIAN_ERROR_SIGNATURE : CARNELIAN_ERROR_LENGTH,
          verify_digest(set, public_key, 2 * n, NULL, 0, CARNELIAN_SHAKE128, digest, 32, other, len));
    OK(verify_any_digest(set, public_key, 2 * n, CARNELIAN_SHAKE256, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          verify_any_digest(set, public_key, 2 * n, CARNELIAN_SHA224, digest, 28, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          verify_any_digest(set, public_key, 2 * n, CARNELIAN_SHA224, digest, 27, other, len));
    GIVES(CARNELIAN_ERROR_ALGORITHM,
          sign_digest(key, NULL, 0, CARNELIAN_BLAKE2B_256, digest, 64, other, len));
    GIVES(CARNELIAN_ERROR_LENGTH,
          sign_digest_plainly(key, NULL, 0, CARNELIAN_SHA512, digest, 64, other, 7));
    carnelian_signing_key_free(key);
}

static void batches(size_t i) {
    static uint8_t signatures[COUNT * CARNELIAN_SIGNATURE_MAX_LEN];
    const carnelian_signature_algorithm set = SETS[i].set;
    const size_t n = SETS[i].n, len = SETS[i].signature_len;
    const uint8_t *messages[COUNT];
    size_t message_lens[COUNT], j;
    uint8_t text[32], verdicts[COUNT];
    carnelian_signing_key *key = make_key(i);
    carnelian_signature_item items[COUNT];
    carnelian_random_source source;
    source.fill = no_bytes;
    source.context = NULL;
    count_up(text, sizeof text, 7);
    for (j = 0; j < COUNT; j++) {
        messages[j] = text + j;
        message_lens[j] = 4 * j;
        items[j].key = NULL;
        items[j].public_key = public_key;
        items[j].public_key_len = 2 * n;
        items[j].context = text;
        items[j].context_len = 3;
        items[j].message = messages[j];
        items[j].message_len = message_lens[j];
        items[j].signature = signatures + len * j;
        items[j].signature_len = len;
    }
    OK(sign_batch(key, NULL, text, 3, messages, message_lens, COUNT, signatures, COUNT * len));
    OK(carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts));
    CHECK(verdicts[0] == 1 && verdicts[COUNT - 1] == 1);
    items[1].message_len--;
    items[2].signature_len--;
    signatures[len * 3 + len / 3] ^= 0x80;
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts));
    for (j = 0; j < COUNT; j++) {
        CHECK(verdicts[j] == (j == 0 || j == 4));
    }
    GIVES(CARNELIAN_ERROR_SIGNATURE, carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, NULL));
    OK(carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, NULL, 0, NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, NULL, 1, verdicts));
    items[3].public_key_len = 5;
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_signature_verify_batch(set, CARNELIAN_RULE_DEFAULT, items, COUNT, verdicts));
    CHECK(is_zero(verdicts, sizeof verdicts));
    OK(sign_batch(key, NULL, NULL, 0, NULL, NULL, 0, NULL, 0));
    GIVES(CARNELIAN_ERROR_LENGTH,
          sign_batch(key, NULL, NULL, 0, messages, message_lens, 2, signatures, len));
    GIVES(CARNELIAN_ERROR_ALGORITHM,
          carnelian_slhdsa_sign_batch(key, &PLAINLY, messages, message_lens, 2, signatures, 2 * len));
    GIVES(CARNELIAN_ERROR_RANDOM,
          sign_batch(key, &source, NULL, 0, messages, message_lens, 2, signatures, 2 * len));
    CHECK(is_zero(signatures, 2 * len));
    carnelian_signing_key_free(key);
}

int main(void) {
    carnelian_signing_key *key = NULL;
    size_t i;
    for (i = 0; i < SET_COUNT; i++) {
        /* Valgrind sees the same code in the fastest sets of both families. */
        if (getenv("UNDER_VALGRIND") != NULL && SETS[i].signature_len != CARNELIAN_SLHDSA_SHA2_128F_SIGNATURE_LEN) {
            continue;
        }
        every_set(i);
        /* Sets with small signatures take long to sign. */
        if (SETS[i].of_digest != NULL) {
            keys(i);
            variants(i);
            batches(i);
        }
    }
    CHECK(carnelian_signature_public_key_len(0) == 0 && carnelian_signature_private_key_len(0) == 0);
    CHECK(carnelian_signature_seed_len(33) == 0 && carnelian_signature_len(33) == 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_signing_key_new(33, private_key, 64, &key));
    CHECK(key == NULL);
    carnelian_signing_key_free(NULL);
    return 0;
}
