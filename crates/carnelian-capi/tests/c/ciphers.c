/* Ciphers, the block cipher AES and CTR_DRBG: published examples, positions, and all that is refused. */
#include "vectors.h"

static const struct {
    carnelian_cipher_algorithm algorithm;
    const char *key, *nonce;
    size_t block;
    const char *input, *output;
} EXAMPLES[] = {
    /* RFC 8439, Section 2.4.2, the first 32 bytes. */
    {CARNELIAN_CHACHA20, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     "000000000000004a00000000", 1, "4c616469657320616e642047656e746c656d656e206f662074686520636c6173",
     "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"},
    /* The same keystream, since the counter and the nonce are the same words. */
    {CARNELIAN_CHACHA20_DJB, "0000000000000000000000000000000000000000000000000000000000000000", "0000000000000000", 0,
     "0000000000000000000000000000000000000000000000000000000000000000",
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"},
    /* draft-irtf-cfrg-xchacha-03, Appendix A.3.2, the first 16 bytes, with the counter 1. */
    {CARNELIAN_XCHACHA20, "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
     "404142434445464748494a4b4c4d4e4f5051525354555658", 1, "5468652064686f6c65202870726f6e6f",
     "7d0a2e6b7f7c65a236542630294e063b"},
    /* NIST SP 800-38A, Sections F.5.1, F.5.3 and F.5.5, the first block. */
    {CARNELIAN_AES_128_CTR, "2b7e151628aed2a6abf7158809cf4f3c", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", 0,
     "6bc1bee22e409f96e93d7e117393172a", "874d6191b620e3261bef6864990db6ce"},
    {CARNELIAN_AES_192_CTR, "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", 0,
     "6bc1bee22e409f96e93d7e117393172a", "1abc932417521ca24f2b0459fe7e6e0b"},
    {CARNELIAN_AES_256_CTR, "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
     "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", 0, "6bc1bee22e409f96e93d7e117393172a", "601ec313775789a5b7a7f504bbf3d228"},
    /* ECRYPT, set 1, vector 0 for keys of 32 bytes. */
    {CARNELIAN_SALSA20, "8000000000000000000000000000000000000000000000000000000000000000", "0000000000000000", 0,
     "0000000000000000000000000000000000000000000000000000000000000000",
     "e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844"},
    /* "Cryptography in NaCl", Section 9. */
    {CARNELIAN_XSALSA20, "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389",
     "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37", 0,
     "0000000000000000000000000000000000000000000000000000000000000000",
     "eea6a7251c1e72916d11c2cb214d3c252539121d8e234e652d651fa4c8cff880"},
};
enum { EXAMPLE_COUNT = sizeof EXAMPLES / sizeof EXAMPLES[0] };

static void published(size_t i) {
    uint8_t key[32], nonce[24], input[64], expected[64], out[64];
    const carnelian_cipher_algorithm algorithm = EXAMPLES[i].algorithm;
    const size_t key_len = from_hex(EXAMPLES[i].key, key), nonce_len = from_hex(EXAMPLES[i].nonce, nonce);
    const size_t len = from_hex(EXAMPLES[i].input, input);
    carnelian_cipher cipher;
    uint64_t block = 0;
    size_t offset = 0;
    from_hex(EXAMPLES[i].output, expected);
    CHECK(carnelian_cipher_key_len(algorithm) == key_len && carnelian_cipher_nonce_len(algorithm) == nonce_len);
    OK(carnelian_cipher_init(&cipher, algorithm, key, key_len, nonce, nonce_len));
    OK(carnelian_cipher_seek(&cipher, EXAMPLES[i].block, 0));
    OK(carnelian_cipher_apply(&cipher, input, out, 5));
    OK(carnelian_cipher_position(&cipher, &block, &offset));
    CHECK(block == EXAMPLES[i].block && offset == 5);
    OK(carnelian_cipher_apply(&cipher, input + 5, out + 5, len - 5));
    CHECK(memcmp(out, expected, len) == 0);
    /* Decryption is encryption, in place. */
    OK(carnelian_cipher_seek(&cipher, EXAMPLES[i].block, 0));
    OK(carnelian_cipher_apply(&cipher, out, out, len));
    CHECK(memcmp(out, input, len) == 0);
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_cipher_apply(&cipher, out, out + 1, 4));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_cipher_apply(&cipher, NULL, out, 4));
    OK(carnelian_cipher_apply(&cipher, NULL, NULL, 0));
    if (EXAMPLES[i].block == 0) {
        OK(carnelian_cipher_xor(algorithm, key, key_len, nonce, nonce_len, input, out, len));
        CHECK(memcmp(out, expected, len) == 0);
    }
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_cipher_xor(algorithm, key, key_len - 1, nonce, nonce_len, input, out, len));
    CHECK(is_zero(out, len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_cipher_xor(algorithm, key, key_len, nonce, nonce_len - 1, input, out, len));
    OK(carnelian_cipher_wipe(&cipher));
    CHECK(is_zero(&cipher, sizeof cipher));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_cipher_apply(&cipher, input, out, 1));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_cipher_seek(&cipher, 0, 0));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_cipher_position(&cipher, &block, &offset));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_cipher_init(&cipher, algorithm, key, key_len + 1, nonce, nonce_len));
    CHECK(is_zero(&cipher, sizeof cipher));
}

static void ends_of_keystreams(void) {
    uint8_t key[32] = {0}, nonce[16] = {0}, out[32] = {0};
    carnelian_cipher cipher;
    uint64_t block = 0;
    size_t offset = 0;
    OK(carnelian_cipher_init(&cipher, CARNELIAN_CHACHA20, key, 32, nonce, 12));
    OK(carnelian_cipher_seek(&cipher, 0xffffffff, 63));
    OK(carnelian_cipher_apply(&cipher, out, out, 1));
    GIVES(CARNELIAN_ERROR_LIMIT, carnelian_cipher_apply(&cipher, out, out, 1));
    GIVES(CARNELIAN_ERROR_LIMIT, carnelian_cipher_seek(&cipher, (uint64_t)1 << 32, 1));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_cipher_restart(&cipher, nonce));
    OK(carnelian_cipher_wipe(&cipher));

    OK(carnelian_cipher_init(&cipher, CARNELIAN_CHACHA20_DJB, key, 32, nonce, 8));
    OK(carnelian_cipher_seek(&cipher, ~(uint64_t)0, 60));
    OK(carnelian_cipher_apply(&cipher, out, out, 4));
    OK(carnelian_cipher_position(&cipher, &block, &offset));
    CHECK(block == ~(uint64_t)0 && offset == 64);
    GIVES(CARNELIAN_ERROR_LIMIT, carnelian_cipher_apply(&cipher, out, out, 1));
    OK(carnelian_cipher_wipe(&cipher));

    OK(carnelian_cipher_init(&cipher, CARNELIAN_SALSA20, key, 32, nonce, 8));
    OK(carnelian_cipher_seek(&cipher, ~(uint64_t)0, 64));
    GIVES(CARNELIAN_ERROR_LIMIT, carnelian_cipher_apply(&cipher, out, out, 1));
    GIVES(CARNELIAN_ERROR_LIMIT, carnelian_cipher_seek(&cipher, ~(uint64_t)0, 65));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_cipher_restart(&cipher, nonce));
    OK(carnelian_cipher_wipe(&cipher));

    OK(carnelian_cipher_init(&cipher, CARNELIAN_AES_128_CTR, key, 16, nonce, 16));
    OK(carnelian_cipher_seek(&cipher, 7, 3));
    memset(out, 0, sizeof out);
    OK(carnelian_cipher_restart(&cipher, nonce));
    OK(carnelian_cipher_apply(&cipher, out, out, 16));
    CHECK(is_hex(out, 16, "66e94bd4ef8a2c3b884cfa59ca342b2e"));
    OK(carnelian_cipher_wipe(&cipher));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_cipher_init(&cipher, 0, key, 32, nonce, 8));
    CHECK(carnelian_cipher_key_len(0) == 0 && carnelian_cipher_nonce_len(9) == 0);
}

/* FIPS 197, Appendix C. */
static void block_cipher(void) {
    static const char *const EXPECTED[] = {"69c4e0d86a7b0430d8cdb78070b4c55a", "dda97ca4864cdfe06eaf70a0ec0d7191",
                                           "8ea2b7ca516745bfeafc49904b496089"};
    uint8_t key[32], block[CARNELIAN_AES_BLOCK_LEN], out[3 * CARNELIAN_AES_BLOCK_LEN];
    carnelian_aes aes;
    size_t i, j;
    count_up(key, sizeof key, 0);
    from_hex("00112233445566778899aabbccddeeff", block);
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            memcpy(out + 16 * j, block, 16);
        }
        OK(carnelian_aes_init(&aes, CARNELIAN_AES_ENCRYPT, key, 16 + 8 * i));
        OK(carnelian_aes_blocks(&aes, out, out, 3));
        CHECK(is_hex(out, 16, EXPECTED[i]) && memcmp(out, out + 16, 32) == 0);
        OK(carnelian_aes_wipe(&aes));
        CHECK(is_zero(&aes, sizeof aes));
        OK(carnelian_aes_init(&aes, CARNELIAN_AES_DECRYPT, key, 16 + 8 * i));
        /* However they overlap. */
        OK(carnelian_aes_blocks(&aes, out, out + 5, 2));
        CHECK(memcmp(out + 5, block, 16) == 0 && memcmp(out + 21, block, 16) == 0);
        OK(carnelian_aes_wipe(&aes));
    }
    GIVES(CARNELIAN_ERROR_STATE, carnelian_aes_blocks(&aes, out, out, 1));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_aes_init(&aes, CARNELIAN_AES_ENCRYPT, key, 20));
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_aes_init(&aes, 3, key, 16));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_aes_init(&aes, CARNELIAN_AES_ENCRYPT, NULL, 16));

    /* draft-irtf-cfrg-xchacha-03, Section 2.2.1. */
    from_hex("000000090000004a0000000031415927", block);
    OK(carnelian_hchacha20(key, block, out));
    CHECK(is_hex(out, 32, "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hchacha20(key, NULL, out));
    CHECK(is_zero(out, 32));

    /* "Cryptography in NaCl", Section 8; the result may be the key. */
    from_hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742", key);
    memset(block, 0, sizeof block);
    OK(carnelian_hsalsa20(key, block, key));
    CHECK(is_hex(key, 32, "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389"));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hsalsa20(NULL, block, key));
    CHECK(is_zero(key, 32));
}

static void generator(void) {
    uint8_t entropy[64], a[100], b[100], next = 0;
    carnelian_random_source counting, broken, generated;
    carnelian_ctr_drbg one, other;
    counting.fill = counting_bytes;
    counting.context = &next;
    broken.fill = no_bytes;
    broken.context = NULL;
    count_up(entropy, sizeof entropy, 0);

    /* What is drawn from a source is what is handed over. */
    OK(carnelian_ctr_drbg_init(&one, entropy, 32, entropy + 32, 16, TEXT("personal")));
    OK(carnelian_ctr_drbg_init_from(&other, 1, &counting, TEXT("personal")));
    OK(carnelian_ctr_drbg_generate(&one, TEXT("more"), a, sizeof a));
    OK(carnelian_ctr_drbg_generate(&other, TEXT("more"), b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0 && !is_zero(a, sizeof a));
    OK(carnelian_ctr_drbg_reseed(&one, entropy, 32, NULL, 0));
    next = 0;
    OK(carnelian_ctr_drbg_reseed_from(&other, &counting, NULL, 0));
    OK(carnelian_ctr_drbg_generate(&one, NULL, 0, a, sizeof a));
    OK(carnelian_ctr_drbg_generate(&other, NULL, 0, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    next = 7;
    OK(carnelian_ctr_drbg_generate_fresh(&one, &counting, NULL, 0, a, sizeof a));
    next = 7;
    OK(carnelian_ctr_drbg_generate_fresh(&other, &counting, NULL, 0, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_ctr_drbg_generate_fresh(&one, &broken, NULL, 0, a, sizeof a));
    CHECK(is_zero(a, sizeof a));
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_ctr_drbg_reseed_from(&one, &broken, NULL, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ctr_drbg_reseed(&one, entropy, 31, NULL, 0));

    /* As a source. */
    generated.fill = carnelian_ctr_drbg_fill;
    generated.context = &one;
    OK(carnelian_random(&generated, a, sizeof a));
    CHECK(!is_zero(a, sizeof a));
    OK(carnelian_ctr_drbg_reseed_from(&other, &generated, NULL, 0));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_ctr_drbg_reseed_from(&one, &generated, NULL, 0));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_ctr_drbg_generate_fresh(&one, &generated, NULL, 0, a, sizeof a));
    CHECK(is_zero(a, sizeof a));

    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_ctr_drbg_generate(&one, a + 1, 4, a, sizeof a));
    OK(carnelian_ctr_drbg_generate(&one, NULL, 0, NULL, 0));
    OK(carnelian_ctr_drbg_wipe(&one));
    CHECK(is_zero(&one, sizeof one));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_ctr_drbg_generate(&one, NULL, 0, a, sizeof a));
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_random(&generated, a, sizeof a));
    OK(carnelian_ctr_drbg_wipe(&other));

    OK(carnelian_ctr_drbg_init_without_df(&one, entropy, NULL, 0));
    next = 0;
    OK(carnelian_ctr_drbg_init_from(&other, 0, &counting, NULL, 0));
    OK(carnelian_ctr_drbg_generate(&one, NULL, 0, a, sizeof a));
    OK(carnelian_ctr_drbg_generate(&other, NULL, 0, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ctr_drbg_reseed(&one, entropy, 47, NULL, 0));
    OK(carnelian_ctr_drbg_reseed(&one, entropy, CARNELIAN_CTR_DRBG_SEED_LEN, NULL, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ctr_drbg_generate(&one, entropy, 49, a, sizeof a));
    OK(carnelian_ctr_drbg_wipe(&one));
    OK(carnelian_ctr_drbg_wipe(&other));

    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ctr_drbg_init(&one, entropy, 31, entropy, 16, NULL, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ctr_drbg_init(&one, entropy, 32, entropy, 15, NULL, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ctr_drbg_init_without_df(&one, entropy, entropy, 49));
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_ctr_drbg_init_from(&one, 2, NULL, NULL, 0));
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_ctr_drbg_init_from(&one, 1, &broken, NULL, 0));
    CHECK(is_zero(&one, sizeof one));
    OK(carnelian_ctr_drbg_init_from(&one, 1, NULL, NULL, 0));
    {
        static uint8_t large[CARNELIAN_CTR_DRBG_REQUEST_MAX_LEN + 1];
        OK(carnelian_ctr_drbg_generate(&one, NULL, 0, large, sizeof large - 1));
        GIVES(CARNELIAN_ERROR_LENGTH, carnelian_ctr_drbg_generate(&one, NULL, 0, large, sizeof large));
        CHECK(is_zero(large, sizeof large));
        CHECK(carnelian_ctr_drbg_fill(&one, large, sizeof large) == 0);
    }
    OK(carnelian_ctr_drbg_wipe(&one));
}

int main(void) {
    size_t i;
    for (i = 0; i < EXAMPLE_COUNT; i++) {
        published(i);
    }
    ends_of_keystreams();
    block_cipher();
    generator();
    return 0;
}
