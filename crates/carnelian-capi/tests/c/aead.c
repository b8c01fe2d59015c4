/* Authenticated encryption: published examples in every form, and all that is refused. */
#include "vectors.h"

/* The inputs of a message, until the next call. */
static inline const carnelian_aead_inputs *with(const uint8_t *nonce, size_t nonce_len, const uint8_t *aad,
                                                size_t aad_len) {
    static carnelian_aead_inputs inputs;
    inputs.nonce = nonce;
    inputs.nonce_len = nonce_len;
    inputs.aad = aad;
    inputs.aad_len = aad_len;
    return &inputs;
}

static const struct {
    carnelian_aead_algorithm algorithm;
    const char *key, *nonce, *aad, *plaintext, *sealed;
} EXAMPLES[] = {
    /* RFC 8439, Section 2.8.2. */
    {CARNELIAN_CHACHA20_POLY1305, "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
     "070000004041424344454647", "50515253c0c1c2c3c4c5c6c7",
     "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66202739393a204966204920636f756c64206f6666"
     "657220796f75206f6e6c79206f6e652074697020666f7220746865206675747572652c2073756e73637265656e20776f756c642062652069"
     "742e",
     "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b"
     "2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586ce"
     "c64b61161ae10b594f09e26a7e902ecbd0600691"},
    /* draft-irtf-cfrg-xchacha-03, Appendix A.3.1. */
    {CARNELIAN_XCHACHA20_POLY1305, "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
     "404142434445464748494a4b4c4d4e4f5051525354555657", "50515253c0c1c2c3c4c5c6c7",
     "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66202739393a204966204920636f756c64206f6666"
     "657220796f75206f6e6c79206f6e652074697020666f7220746865206675747572652c2073756e73637265656e20776f756c642062652069"
     "742e",
     "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c2"
     "16cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c6"
     "8b13b52ec0875924c1c7987947deafd8780acf49"},
    /* The Galois/Counter Mode of Operation (McGrew and Viega), test cases 2, 8 and 14. */
    {CARNELIAN_AES_128_GCM, "00000000000000000000000000000000", "000000000000000000000000", "",
     "00000000000000000000000000000000", "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"},
    {CARNELIAN_AES_192_GCM, "000000000000000000000000000000000000000000000000", "000000000000000000000000", "",
     "00000000000000000000000000000000", "98e7247c07f0fe411c267e4384b0f6002ff58d80033927ab8ef4d4587514f0fb"},
    {CARNELIAN_AES_256_GCM, "0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", "", "00000000000000000000000000000000",
     "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"},
    /* RFC 8452, Appendices C.1 and C.2. */
    {CARNELIAN_AES_128_GCM_SIV, "01000000000000000000000000000000", "030000000000000000000000", "",
     "0100000000000000", "b5d839330ac7b786578782fff6013b815b287c22493a364c"},
    {CARNELIAN_AES_256_GCM_SIV, "0100000000000000000000000000000000000000000000000000000000000000",
     "030000000000000000000000", "", "0100000000000000", "c2ef328e5c71c83b843122130f7364b761e0b97427e3df28"},
};
enum { EXAMPLE_COUNT = sizeof EXAMPLES / sizeof EXAMPLES[0], MAX = 256 };

/* An example as bytes. */
typedef struct {
    carnelian_aead_algorithm algorithm;
    uint8_t key[CARNELIAN_AEAD_KEY_MAX_LEN], nonce[CARNELIAN_AEAD_NONCE_MAX_LEN], aad[32], plaintext[MAX], sealed[MAX];
    size_t key_len, nonce_len, aad_len, len, sealed_len;
} example;

static void load(size_t i, example *e) {
    e->algorithm = EXAMPLES[i].algorithm;
    e->key_len = from_hex(EXAMPLES[i].key, e->key);
    e->nonce_len = from_hex(EXAMPLES[i].nonce, e->nonce);
    e->aad_len = from_hex(EXAMPLES[i].aad, e->aad);
    e->len = from_hex(EXAMPLES[i].plaintext, e->plaintext);
    e->sealed_len = from_hex(EXAMPLES[i].sealed, e->sealed);
}

static void whole_messages(const example *e) {
    uint8_t out[MAX], tag[CARNELIAN_AEAD_TAG_LEN];
    const uint8_t *expected_tag = e->sealed + e->len;
    CHECK(carnelian_aead_key_len(e->algorithm) == e->key_len);
    CHECK(carnelian_aead_nonce_len(e->algorithm) == e->nonce_len);
    CHECK(carnelian_aead_max_len(e->algorithm) >= (uint64_t)1 << 36 >> 1);
    CHECK(carnelian_aead_max_aad_len(e->algorithm) >= (uint64_t)1 << 36);

    OK(carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, e->aad, e->aad_len),
                           e->plaintext, out, e->len, tag));
    CHECK(memcmp(out, e->sealed, e->len) == 0 && memcmp(tag, expected_tag, sizeof tag) == 0);
    /* In place. */
    OK(carnelian_aead_open(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, e->aad, e->aad_len), out,
                           out, e->len, tag));
    CHECK(memcmp(out, e->plaintext, e->len) == 0);
    OK(carnelian_aead_seal_combined(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, e->aad, e->aad_len),
                                    out, e->len, out, e->sealed_len));
    CHECK(memcmp(out, e->sealed, e->sealed_len) == 0);
    OK(carnelian_aead_open_combined(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, e->aad, e->aad_len),
                                    out, e->sealed_len, out, e->len));
    CHECK(memcmp(out, e->plaintext, e->len) == 0);
}

static void prepared_keys(const example *e) {
    uint8_t out[MAX], tag[CARNELIAN_AEAD_TAG_LEN];
    carnelian_aead_key *key = NULL;
    OK(carnelian_aead_key_new(e->algorithm, e->key, e->key_len, &key));
    OK(carnelian_aead_key_seal(key, with(e->nonce, e->nonce_len, e->aad, e->aad_len), e->plaintext, out, e->len, tag));
    CHECK(memcmp(out, e->sealed, e->len) == 0 && memcmp(tag, e->sealed + e->len, sizeof tag) == 0);
    OK(carnelian_aead_key_open(key, with(e->nonce, e->nonce_len, e->aad, e->aad_len), out, out, e->len, tag));
    CHECK(memcmp(out, e->plaintext, e->len) == 0);
    OK(carnelian_aead_key_seal_combined(key, with(e->nonce, e->nonce_len, e->aad, e->aad_len), e->plaintext, e->len,
                                        out, e->sealed_len));
    CHECK(memcmp(out, e->sealed, e->sealed_len) == 0);
    OK(carnelian_aead_key_open_combined(key, with(e->nonce, e->nonce_len, e->aad, e->aad_len), e->sealed,
                                        e->sealed_len, out, e->len));
    CHECK(memcmp(out, e->plaintext, e->len) == 0);
    tag[3] ^= 1;
    memset(out, 1, sizeof out);
    GIVES(CARNELIAN_ERROR_AUTHENTICATION,
          carnelian_aead_key_open(key, with(e->nonce, e->nonce_len, e->aad, e->aad_len), e->sealed, out, e->len, tag));
    CHECK(is_zero(out, e->len) && out[e->len] == 1);
    carnelian_aead_key_free(key);
}

static void in_parts(const example *e) {
    uint8_t out[MAX], tag[CARNELIAN_AEAD_TAG_LEN];
    carnelian_aead_key *key = NULL;
    carnelian_aead_sealer sealer;
    carnelian_aead_verifier verifier;
    carnelian_aead_opener opener;
    uint64_t left = 0;
    size_t at;
    OK(carnelian_aead_key_new(e->algorithm, e->key, e->key_len, &key));
    if (e->algorithm == CARNELIAN_AES_128_GCM_SIV || e->algorithm == CARNELIAN_AES_256_GCM_SIV) {
        GIVES(CARNELIAN_ERROR_ALGORITHM,
              carnelian_aead_sealer_init(&sealer, key, with(e->nonce, e->nonce_len, e->aad, e->aad_len)));
        GIVES(CARNELIAN_ERROR_ALGORITHM,
              carnelian_aead_verifier_init(&verifier, key, with(e->nonce, e->nonce_len, e->aad, e->aad_len)));
        CHECK(is_zero(&sealer, sizeof sealer) && is_zero(&verifier, sizeof verifier));
        carnelian_aead_key_free(key);
        return;
    }
    OK(carnelian_aead_sealer_init(&sealer, key, with(e->nonce, e->nonce_len, e->aad, e->aad_len)));
    for (at = 0; at < e->len; at += 5) {
        const size_t len = e->len - at < 5 ? e->len - at : 5;
        OK(carnelian_aead_sealer_update(&sealer, e->plaintext + at, out + at, len));
    }
    OK(carnelian_aead_sealer_final(&sealer, tag));
    CHECK(memcmp(out, e->sealed, e->len) == 0 && memcmp(tag, e->sealed + e->len, sizeof tag) == 0);
    CHECK(is_zero(&sealer, sizeof sealer));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_aead_sealer_update(&sealer, out, out, 1));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_aead_sealer_final(&sealer, tag));

    OK(carnelian_aead_verifier_init(&verifier, key, with(e->nonce, e->nonce_len, e->aad, e->aad_len)));
    OK(carnelian_aead_verifier_update(&verifier, e->sealed, 7));
    OK(carnelian_aead_verifier_update(&verifier, e->sealed + 7, e->len - 7));
    OK(carnelian_aead_verifier_final(&verifier, e->sealed + e->len, &opener));
    CHECK(is_zero(&verifier, sizeof verifier));
    OK(carnelian_aead_opener_left(&opener, &left));
    CHECK(left == e->len);
    memcpy(out, e->sealed, e->len);
    OK(carnelian_aead_opener_update(&opener, out, out, 9));
    OK(carnelian_aead_opener_update(&opener, e->sealed + 9, out + 9, e->len - 9));
    CHECK(memcmp(out, e->plaintext, e->len) == 0);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_aead_opener_update(&opener, e->sealed, out, 1));
    CHECK(out[0] == 0);
    OK(carnelian_aead_opener_wipe(&opener));
    CHECK(is_zero(&opener, sizeof opener));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_aead_opener_left(&opener, &left));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_aead_opener_update(&opener, out, out, 1));

    /* A forged message yields no opener. */
    OK(carnelian_aead_verifier_init(&verifier, key, with(e->nonce, e->nonce_len, e->aad, e->aad_len)));
    OK(carnelian_aead_verifier_update(&verifier, e->sealed, e->len - 1));
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_aead_verifier_final(&verifier, e->sealed + e->len, &opener));
    CHECK(is_zero(&opener, sizeof opener) && is_zero(&verifier, sizeof verifier));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_aead_verifier_update(&verifier, e->sealed, 1));
    OK(carnelian_aead_verifier_init(&verifier, key, with(e->nonce, e->nonce_len, e->aad, e->aad_len)));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_aead_verifier_final(&verifier, NULL, &opener));
    CHECK(is_zero(&verifier, sizeof verifier));

    OK(carnelian_aead_sealer_init(&sealer, key, with(e->nonce, e->nonce_len, NULL, 0)));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_aead_sealer_update(&sealer, out, out + 1, 4));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_aead_sealer_update(&sealer, NULL, out, 4));
    OK(carnelian_aead_sealer_update(&sealer, NULL, NULL, 0));
    OK(carnelian_aead_sealer_wipe(&sealer));
    OK(carnelian_aead_verifier_init(&verifier, key, with(e->nonce, e->nonce_len, NULL, 0)));
    OK(carnelian_aead_verifier_wipe(&verifier));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_aead_sealer_init(&sealer, key, with(e->nonce, e->nonce_len - 1, NULL, 0)));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_aead_sealer_init(&sealer, NULL, with(e->nonce, e->nonce_len, NULL, 0)));
    carnelian_aead_key_free(key);
}

static void refusals(const example *e) {
    uint8_t out[MAX], tag[CARNELIAN_AEAD_TAG_LEN];
    carnelian_aead_key *key = NULL;
    memset(out, 1, sizeof out);
    memcpy(tag, e->sealed + e->len, sizeof tag);
    tag[15] ^= 0x80;
    GIVES(CARNELIAN_ERROR_AUTHENTICATION,
          carnelian_aead_open(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, e->aad, e->aad_len),
                              e->sealed, out, e->len, tag));
    CHECK(is_zero(out, e->len) && out[e->len] == 1);
    memcpy(out, e->sealed, e->sealed_len);
    out[0] ^= 1;
    GIVES(CARNELIAN_ERROR_AUTHENTICATION,
          carnelian_aead_open_combined(e->algorithm, e->key, e->key_len,
                                       with(e->nonce, e->nonce_len, e->aad,
                                            e->aad_len), out, e->sealed_len, out, e->len));
    CHECK(is_zero(out, e->len));

    /* Lengths. */
    memset(out, 1, sizeof out);
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len - 1, with(e->nonce, e->nonce_len, NULL, 0),
                              e->plaintext, out, e->len, tag));
    CHECK(is_zero(out, e->len) && is_zero(tag, sizeof tag));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len + 1, NULL, 0),
                              e->plaintext, out, e->len, tag));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_aead_seal_combined(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0),
                                       e->plaintext, e->len, out, e->sealed_len - 1));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_aead_open_combined(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0),
                                       e->sealed, 15, out, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_aead_key_new(e->algorithm, e->key, e->key_len + 1, &key));
    CHECK(key == NULL);

    /* Overlap: of input and output, and of associated data and output. */
    GIVES(CARNELIAN_ERROR_OVERLAP,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0), out, out + 1,
                              e->len, tag));
    GIVES(CARNELIAN_ERROR_OVERLAP,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, out + 3, 1), e->plaintext,
                              out, e->len, tag));
    /* The tag belongs to the output. */
    GIVES(CARNELIAN_ERROR_OVERLAP,
          carnelian_aead_seal_combined(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0),
                                       out + 12, 8, out, 24));
    CHECK(is_zero(out, 24));
    GIVES(CARNELIAN_ERROR_OVERLAP,
          carnelian_aead_open_combined(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0), out,
                                       24, out + 12, 8));

    /* Null pointers, and none where there is nothing to point to. */
    GIVES(CARNELIAN_ERROR_NULL,
          carnelian_aead_seal(e->algorithm, NULL, e->key_len, with(e->nonce, e->nonce_len, NULL, 0), e->plaintext, out,
                              e->len, tag));
    GIVES(CARNELIAN_ERROR_NULL,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(NULL, e->nonce_len, NULL, 0), e->plaintext, out,
                              e->len, tag));
    GIVES(CARNELIAN_ERROR_NULL,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 1), e->plaintext,
                              out, e->len, tag));
    GIVES(CARNELIAN_ERROR_NULL,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0), e->plaintext,
                              NULL, e->len, tag));
    GIVES(CARNELIAN_ERROR_NULL,
          carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0), e->plaintext,
                              out, e->len, NULL));
    CHECK(is_zero(out, e->len));
    OK(carnelian_aead_seal(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0), NULL, NULL, 0,
                           tag));
    OK(carnelian_aead_open(e->algorithm, e->key, e->key_len, with(e->nonce, e->nonce_len, NULL, 0), NULL, NULL, 0,
                           tag));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_aead_key_new(e->algorithm, e->key, e->key_len, NULL));
}

int main(void) {
    carnelian_aead_key *key = NULL;
    uint8_t byte = 1;
    size_t i;
    for (i = 0; i < EXAMPLE_COUNT; i++) {
        example e;
        load(i, &e);
        whole_messages(&e);
        prepared_keys(&e);
        in_parts(&e);
        refusals(&e);
    }
    CHECK(carnelian_aead_key_len(0) == 0 && carnelian_aead_nonce_len(99) == 0);
    CHECK(carnelian_aead_max_len(0) == 0 && carnelian_aead_max_aad_len(99) == 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_aead_key_new(0, &byte, 1, &key));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_aead_seal(99, &byte, 1, with(&byte, 1, NULL, 0), NULL, NULL, 0, NULL));
    carnelian_aead_key_free(NULL);
    return 0;
}
