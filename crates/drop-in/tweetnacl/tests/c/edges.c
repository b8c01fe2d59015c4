/* Empty and short inputs, forgeries, buffers that are the same or overlap, and null pointers. This program has no
 * randombytes: keys come from the operating system. */
#include "check.h"
#include "tweetnacl.h"

static void lengths_of_boxes(void) {
    static uint8_t message[5000], box[5000], opened[5000], before[5000];
    static const size_t lens[] = {32, 33, 47, 48, 64, 100, 1000, 2080, 2081, 5000};
    uint8_t key[32], nonce[24];
    size_t i, len;
    fill(key, 32, 1);
    fill(nonce, 24, 2);
    fill(message, sizeof message, 3);
    memset(message, 0, 32);
    /* Too short for the padding: nothing is written. */
    memset(box, 9, 32);
    for (len = 0; len < 32; len++) {
        CHECK(crypto_secretbox(box, message, len, nonce, key) == -1);
        CHECK(crypto_secretbox_open(box, message, len, nonce, key) == -1);
    }
    CHECK(box[0] == 9 && box[31] == 9);
    for (i = 0; i < sizeof lens / sizeof *lens; i++) {
        len = lens[i];
        CHECK(crypto_secretbox(box, message, len, nonce, key) == 0);
        CHECK(memcmp(box, message, 16) == 0);
        CHECK(crypto_secretbox_open(opened, box, len, nonce, key) == 0);
        CHECK(memcmp(opened, message, len) == 0);
        /* In place */
        memcpy(opened, message, len);
        CHECK(crypto_secretbox(opened, opened, len, nonce, key) == 0 && memcmp(opened, box, len) == 0);
        CHECK(crypto_secretbox_open(opened, opened, len, nonce, key) == 0 && memcmp(opened, message, len) == 0);
        /* Overlapping */
        memcpy(opened + 16, message, len < 4900 ? len : 0);
        if (len < 4900) {
            CHECK(crypto_secretbox(opened, opened + 16, len, nonce, key) == 0 && memcmp(opened, box, len) == 0);
            CHECK(crypto_secretbox_open(opened + 16, opened, len, nonce, key) == 0);
            CHECK(memcmp(opened + 16, message, len) == 0);
        }
        /* Forged: the output stays as it is, also in place. */
        box[16 + i % (len - 16)] ^= 4;
        memset(opened, 7, len);
        memcpy(before, opened, len);
        CHECK(crypto_secretbox_open(opened, box, len, nonce, key) == -1 && memcmp(opened, before, len) == 0);
        memcpy(before, box, len);
        CHECK(crypto_secretbox_open(box, box, len, nonce, key) == -1 && memcmp(box, before, len) == 0);
    }
}

/* NaCl demands zeros before a message. TweetNaCl encrypts what is there instead, and its start is the authenticator's
 * key. */
static void padding_that_is_not_zero(void) {
    static const size_t lens[] = {32, 33, 100, 3000};
    static uint8_t message[3000], box[3000], expected[3000];
    uint8_t key[32], nonce[24], one_time[32];
    size_t i;
    fill(key, 32, 1);
    fill(nonce, 24, 2);
    fill(message, sizeof message, 3);
    for (i = 0; i < sizeof lens / sizeof *lens; i++) {
        CHECK(crypto_stream_xor(expected, message, lens[i], nonce, key) == 0);
        memcpy(one_time, expected, 32);
        CHECK(crypto_onetimeauth(expected + 16, expected + 32, lens[i] - 32, one_time) == 0);
        memset(expected, 0, 16);
        CHECK(crypto_secretbox(box, message, lens[i], nonce, key) == 0 && memcmp(box, expected, lens[i]) == 0);
        memcpy(box, message, lens[i]);
        CHECK(crypto_secretbox(box, box, lens[i], nonce, key) == 0 && memcmp(box, expected, lens[i]) == 0);
    }
}

static void signatures(void) {
    uint8_t pk[32], sk[64], other[64], buffer[300], message[300], expected[300];
    unsigned long long len = 5;
    CHECK(crypto_sign_keypair(pk, sk) == 0 && memcmp(pk, sk + 32, 32) == 0);
    CHECK(crypto_sign_keypair(buffer, other) == 0 && memcmp(sk, other, 32) != 0);
    CHECK(crypto_sign(buffer, &len, NULL, 0, sk) == 0 && len == 64);
    CHECK(crypto_sign_open(message, &len, buffer, 64, pk) == 0 && len == 0);
    /* A length that no signed message has, and one that is forged */
    CHECK(crypto_sign_open(message, &len, buffer, 63, pk) == -1 && len == (unsigned long long)-1);
    CHECK(crypto_sign_open(message, &len, buffer, 0, pk) == -1 && len == (unsigned long long)-1);
    fill(message, 100, 1);
    CHECK(crypto_sign(expected, &len, message, 100, sk) == 0 && len == 164);
    expected[3] ^= 1;
    memset(buffer, 9, sizeof buffer);
    CHECK(crypto_sign_open(buffer, &len, expected, 164, pk) == -1 && len == (unsigned long long)-1);
    CHECK(buffer[0] == 0 && buffer[99] == 0 && buffer[100] == 9);
    expected[3] ^= 1;
    /* In place, with the message where it will be and where it is not */
    size_t at;
    for (at = 0; at <= 128; at += 32) {
        fill(buffer + at, 100, 1);
        CHECK(crypto_sign(buffer, &len, buffer + at, 100, sk) == 0 && memcmp(buffer, expected, 164) == 0);
    }
    CHECK(crypto_sign_open(buffer, &len, buffer, 164, pk) == 0 && len == 100);
    CHECK(memcmp(buffer, message, 100) == 0);
}

static void empty_and_null(void) {
    uint8_t key[32] = {1}, nonce[24] = {2}, out[64], again[64];
    CHECK(crypto_stream(NULL, 0, nonce, key) == 0 && crypto_stream_xor(NULL, NULL, 0, nonce, key) == 0);
    CHECK(crypto_stream_salsa20(NULL, 0, nonce, key) == 0);
    CHECK(crypto_hash(out, NULL, 0) == 0 && crypto_onetimeauth(again, NULL, 0, key) == 0);
    CHECK(is(out, "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                  "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"));
    CHECK(crypto_hash(NULL, NULL, 0) == -1 && crypto_hash(out, NULL, 1) == -1);
    CHECK(crypto_hashblocks(out, NULL, 0) == 0);
    CHECK(crypto_box_keypair(NULL, out) == -1 && crypto_sign_keypair(out, NULL) == -1);
    CHECK(crypto_scalarmult(out, NULL, key) == -1);
    CHECK(crypto_verify_16(NULL, out) == -1);
    CHECK(crypto_sign(NULL, NULL, NULL, 0, out) == -1);
    /* Overlapping fixed-length outputs */
    fill(out, 64, 4);
    crypto_scalarmult(again, out, out + 16);
    crypto_scalarmult(out + 8, out, out + 16);
    CHECK(memcmp(out + 8, again, 32) == 0);
}

int main(void) {
    lengths_of_boxes();
    padding_that_is_not_zero();
    signatures();
    empty_and_null();
    return 0;
}
