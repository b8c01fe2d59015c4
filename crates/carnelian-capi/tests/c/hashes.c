/* Digests and outputs of published examples; pieces, copies and many messages agree with whole messages. */
#include "check.h"

static const struct {
    carnelian_hash_algorithm algorithm;
    size_t len;
    const char *of_abc;
} HASHES[] = {
    {CARNELIAN_SHA224, CARNELIAN_SHA224_LEN, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
    {CARNELIAN_SHA256, CARNELIAN_SHA256_LEN, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {CARNELIAN_SHA384, CARNELIAN_SHA384_LEN,
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"},
    {CARNELIAN_SHA512, CARNELIAN_SHA512_LEN,
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
     "454d4423643ce80e2a9ac94fa54ca49f"},
    {CARNELIAN_SHA512_256, CARNELIAN_SHA512_256_LEN,
     "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"},
    {CARNELIAN_SHA3_224, CARNELIAN_SHA3_224_LEN, "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"},
    {CARNELIAN_SHA3_256, CARNELIAN_SHA3_256_LEN, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
    {CARNELIAN_SHA3_384, CARNELIAN_SHA3_384_LEN,
     "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25"},
    {CARNELIAN_SHA3_512, CARNELIAN_SHA3_512_LEN,
     "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39340"
     "57340b4cf408d5a56592f8274eec53f0"},
    {CARNELIAN_BLAKE2B_512, CARNELIAN_BLAKE2B_512_LEN,
     "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc95"
     "18d38aa8dbf1925ab92386edd4009923"},
    {CARNELIAN_BLAKE2B_256, CARNELIAN_BLAKE2B_256_LEN,
     "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"},
    {CARNELIAN_BLAKE2S_256, CARNELIAN_BLAKE2S_256_LEN,
     "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"},
    {CARNELIAN_BLAKE2S_128, CARNELIAN_BLAKE2S_128_LEN, "aa4938119b1dc7b87cbad0ffd200d0ae"},
};
enum { HASH_COUNT = sizeof HASHES / sizeof HASHES[0] };

static void known_digests(void) {
    size_t i;
    for (i = 0; i < HASH_COUNT; i++) {
        uint8_t digest[CARNELIAN_HASH_MAX_LEN];
        CHECK(carnelian_hash_len(HASHES[i].algorithm) == HASHES[i].len);
        OK(carnelian_hash(HASHES[i].algorithm, TEXT("abc"), digest, HASHES[i].len));
        CHECK(is_hex(digest, HASHES[i].len, HASHES[i].of_abc));
    }
    CHECK(carnelian_hash_len(0) == 0 && carnelian_hash_block_len(0) == 0);
    CHECK(carnelian_hash_block_len(CARNELIAN_SHA512) == 128);
}

static void pieces_and_copies(void) {
    uint8_t message[1000];
    size_t i;
    for (i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)(7 * i);
    }
    for (i = 0; i < HASH_COUNT; i++) {
        carnelian_hasher hasher, copy;
        uint8_t whole[CARNELIAN_HASH_MAX_LEN], pieces[CARNELIAN_HASH_MAX_LEN];
        const size_t len = HASHES[i].len;
        size_t at = 0, step = 1;
        OK(carnelian_hash(HASHES[i].algorithm, message, sizeof message, whole, len));
        OK(carnelian_hasher_init(&hasher, HASHES[i].algorithm));
        for (; at + step < sizeof message; at += step, step = step * 2 + 1) {
            OK(carnelian_hasher_update(&hasher, message + at, step));
        }
        OK(carnelian_hasher_copy(&hasher, &copy));
        OK(carnelian_hasher_update(&hasher, message + at, sizeof message - at));
        OK(carnelian_hasher_final(&hasher, pieces, len));
        CHECK(memcmp(whole, pieces, len) == 0);
        CHECK(is_zero(&hasher, sizeof hasher));
        OK(carnelian_hasher_update(&copy, message + at, sizeof message - at));
        OK(carnelian_hasher_final(&copy, pieces, len));
        CHECK(memcmp(whole, pieces, len) == 0);
    }
}

static void many_messages(void) {
    enum { COUNT = 600 };
    static uint8_t data[COUNT], digests[COUNT * CARNELIAN_HASH_MAX_LEN];
    const uint8_t *messages[COUNT];
    size_t lens[COUNT];
    size_t i, j;
    for (i = 0; i < COUNT; i++) {
        data[i] = (uint8_t)(i * i);
        messages[i] = data;
        lens[i] = i;
    }
    messages[0] = NULL;
    for (i = 0; i < HASH_COUNT; i++) {
        const size_t len = HASHES[i].len;
        OK(carnelian_hash_many(HASHES[i].algorithm, messages, lens, COUNT, digests, COUNT * len));
        for (j = 0; j < COUNT; j++) {
            uint8_t digest[CARNELIAN_HASH_MAX_LEN];
            OK(carnelian_hash(HASHES[i].algorithm, messages[j], lens[j], digest, len));
            CHECK(memcmp(digest, digests + j * len, len) == 0);
        }
        OK(carnelian_hash_many(HASHES[i].algorithm, NULL, NULL, 0, NULL, 0));
    }
}

static void outputs_of_any_length(void) {
    carnelian_xof_context context, copy;
    uint8_t out[500], again[500];
    const uint8_t *messages[3] = {(const uint8_t *)"abc", (const uint8_t *)"", (const uint8_t *)"abc"};
    const size_t lens[3] = {3, 0, 3};
    size_t i, len;
    OK(carnelian_xof(CARNELIAN_SHAKE128, NULL, 0, out, 16));
    CHECK(is_hex(out, 16, "7f9c2ba4e88f827d616045507605853e"));
    OK(carnelian_xof(CARNELIAN_SHAKE256, NULL, 0, out, 16));
    CHECK(is_hex(out, 16, "46b9dd2b0ba88d13233b3feb743eeb24"));

    OK(carnelian_xof(CARNELIAN_SHAKE256, TEXT("abc"), out, sizeof out));
    OK(carnelian_xof_init(&context, CARNELIAN_SHAKE256));
    OK(carnelian_xof_update(&context, TEXT("ab")));
    OK(carnelian_xof_update(&context, TEXT("c")));
    OK(carnelian_xof_squeeze(&context, again, 3));
    OK(carnelian_xof_copy(&context, &copy));
    OK(carnelian_xof_squeeze(&context, again + 3, 497));
    CHECK(memcmp(out, again, sizeof out) == 0);
    OK(carnelian_xof_squeeze(&copy, again, 100));
    CHECK(memcmp(out + 3, again, 100) == 0);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_xof_update(&context, TEXT("more")));
    OK(carnelian_xof_wipe(&context));
    OK(carnelian_xof_wipe(&copy));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_xof_squeeze(&context, out, 1));

    /* SP 800-185, sample 1 of cSHAKE. */
    OK(carnelian_xof_init_custom(&context, CARNELIAN_SHAKE128, NULL, 0, TEXT("Email Signature")));
    OK(carnelian_xof_update(&context, TEXT("\x00\x01\x02\x03")));
    OK(carnelian_xof_squeeze(&context, out, 32));
    CHECK(is_hex(out, 32, "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"));
    OK(carnelian_xof_wipe(&context));

    for (len = 0; len < 130; len++) {
        OK(carnelian_xof_many(CARNELIAN_SHAKE128, messages, lens, 3, out, 3 * len));
        for (i = 0; i < 3; i++) {
            OK(carnelian_xof(CARNELIAN_SHAKE128, messages[i], lens[i], again, len));
            CHECK(memcmp(out + i * len, again, len) == 0);
        }
    }
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_xof_many(CARNELIAN_SHAKE128, messages, lens, 3, out, 4));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_xof_many(CARNELIAN_SHAKE128, messages, lens, 0, out, 4));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_xof_many(7, messages, lens, 3, out, 6));
}

int main(void) {
    known_digests();
    pieces_and_copies();
    many_messages();
    outputs_of_any_length();
    return 0;
}
