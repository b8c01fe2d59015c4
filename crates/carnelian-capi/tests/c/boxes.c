/* Secret boxes and boxes of NaCl: the examples of "Cryptography in NaCl", every overlap, and all that is refused. */
#include "vectors.h"

enum { TAG = CARNELIAN_SECRETBOX_TAG_LEN, HEADER = CARNELIAN_NACL_BOX_ANONYMOUS_HEADER_LEN, LEN = 131 };

static const char ALICE[] = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";
static const char BOB[] = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb";
static const char FIRST[] = "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389";
static const char NONCE[] = "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37";
static const char PLAINTEXT[] =
    "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc"
    "3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb"
    "48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705";
static const char SEALED[] =
    "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0df"
    "c17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368"
    "517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5";

static uint8_t key[32], nonce[24], message[LEN], expected[TAG + LEN], alice[32], bob[32], to_alice[32], to_bob[32];

static void secret_boxes(void) {
    uint8_t tag[TAG], out[TAG + LEN], memory[3 * (TAG + LEN)];
    size_t at;
    OK(carnelian_secretbox_seal_combined(key, nonce, message, LEN, out, sizeof out));
    CHECK(memcmp(out, expected, sizeof out) == 0);
    OK(carnelian_secretbox_open_combined(key, nonce, out, sizeof out, memory, LEN));
    CHECK(memcmp(memory, message, LEN) == 0);

    /* Wherever the one begins in the other. */
    for (at = 0; at <= 2 * (TAG + LEN); at++) {
        memcpy(memory + at, message, LEN);
        OK(carnelian_secretbox_seal_combined(key, nonce, memory + at, LEN, memory + TAG + LEN, TAG + LEN));
        CHECK(memcmp(memory + TAG + LEN, expected, TAG + LEN) == 0);
        OK(carnelian_secretbox_open_combined(key, nonce, memory + TAG + LEN, TAG + LEN, memory + at, LEN));
        CHECK(memcmp(memory + at, message, LEN) == 0);
    }

    OK(carnelian_secretbox_seal(key, nonce, message, out, LEN, tag));
    CHECK(memcmp(tag, expected, TAG) == 0 && memcmp(out, expected + TAG, LEN) == 0);
    OK(carnelian_secretbox_open(key, nonce, out, memory, LEN, tag));
    CHECK(memcmp(memory, message, LEN) == 0);
    OK(carnelian_secretbox_seal(key, nonce, memory, memory, LEN, tag));
    CHECK(memcmp(memory, out, LEN) == 0);
    OK(carnelian_secretbox_open(key, nonce, memory, memory, LEN, tag));
    CHECK(memcmp(memory, message, LEN) == 0);
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_secretbox_seal(key, nonce, memory, memory + 1, LEN, tag));
    CHECK(is_zero(memory + 1, LEN) && is_zero(tag, TAG));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_secretbox_open(key, nonce, out, out + 1, LEN, tag));

    OK(carnelian_secretbox_seal_combined(key, nonce, NULL, 0, out, TAG));
    OK(carnelian_secretbox_open_combined(key, nonce, out, TAG, NULL, 0));
}

static void refused_secret_boxes(void) {
    uint8_t tag[TAG], changed[TAG + LEN], out[TAG + LEN];
    size_t at;
    for (at = 0; at < sizeof changed; at++) {
        memcpy(changed, expected, sizeof changed);
        changed[at] ^= 0x10;
        memset(out, 1, sizeof out);
        GIVES(CARNELIAN_ERROR_AUTHENTICATION,
              carnelian_secretbox_open_combined(key, nonce, changed, sizeof changed, out, LEN));
        CHECK(is_zero(out, LEN) && out[LEN] == 1);
        memcpy(tag, changed, TAG);
        GIVES(CARNELIAN_ERROR_AUTHENTICATION,
              carnelian_secretbox_open(key, nonce, changed + TAG, changed + TAG, LEN, tag));
        CHECK(is_zero(changed + TAG, LEN));
    }
    memset(out, 1, sizeof out);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_secretbox_seal_combined(key, nonce, message, LEN - 1, out, sizeof out));
    CHECK(is_zero(out, sizeof out));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_secretbox_open_combined(key, nonce, expected, TAG + LEN, out, LEN - 1));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_secretbox_open_combined(key, nonce, expected, TAG - 1, out, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_secretbox_seal_combined(key, nonce, message, SIZE_MAX, out, TAG - 1));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_seal_combined(NULL, nonce, message, LEN, out, sizeof out));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_seal_combined(key, NULL, message, LEN, out, sizeof out));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_seal_combined(key, nonce, NULL, LEN, out, sizeof out));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_seal_combined(key, nonce, message, LEN, NULL, sizeof out));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_open_combined(key, nonce, NULL, sizeof out, out, LEN));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_open_combined(key, nonce, expected, sizeof out, NULL, LEN));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_seal(key, nonce, message, out, LEN, NULL));
    CHECK(is_zero(out, LEN));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_secretbox_open(key, nonce, expected + TAG, out, LEN, NULL));
}

static void boxes(void) {
    uint8_t shared[32], small[32] = {0}, out[TAG + LEN], opened[LEN];
    OK(carnelian_nacl_box_precompute(alice, to_bob, shared));
    CHECK(is_hex(shared, sizeof shared, FIRST));
    OK(carnelian_nacl_box_precompute(bob, to_alice, shared));
    CHECK(is_hex(shared, sizeof shared, FIRST));
    OK(carnelian_nacl_box_seal(alice, to_bob, nonce, message, LEN, out, sizeof out));
    CHECK(memcmp(out, expected, sizeof out) == 0);
    OK(carnelian_nacl_box_open(bob, to_alice, nonce, out, sizeof out, opened, LEN));
    CHECK(memcmp(opened, message, LEN) == 0);
    OK(carnelian_nacl_box_open(bob, to_alice, nonce, out, sizeof out, out, LEN));
    CHECK(memcmp(out, message, LEN) == 0);
    GIVES(CARNELIAN_ERROR_AUTHENTICATION,
          carnelian_nacl_box_open(bob, to_bob, nonce, expected, sizeof out, opened, LEN));
    CHECK(is_zero(opened, LEN));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_nacl_box_precompute(alice, small, shared));
    CHECK(is_zero(shared, sizeof shared));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_nacl_box_seal(alice, small, nonce, message, LEN, out, sizeof out));
    CHECK(is_zero(out, sizeof out));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_nacl_box_open(alice, small, nonce, expected, sizeof out, opened, LEN));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_nacl_box_seal(alice, to_bob, nonce, message, LEN, out, LEN));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_nacl_box_open(bob, to_alice, nonce, expected, sizeof out, opened, LEN - 1));
}

/* A sealed box is a box from a key pair of its own, under a nonce of the two public keys. */
static void anonymous_boxes(void) {
    uint8_t ephemeral[32], public_key[32], keys[64], derived[24], small[32] = {0}, next = 9;
    uint8_t out[HEADER + LEN], same[TAG + LEN], opened[LEN], memory[2 * HEADER + LEN];
    carnelian_random_source counting, broken;
    size_t at;
    counting.fill = counting_bytes;
    counting.context = &next;
    broken.fill = no_bytes;
    broken.context = NULL;
    OK(carnelian_nacl_box_seal_anonymous(to_bob, &counting, message, LEN, out, sizeof out));
    next = 9;
    OK(carnelian_exchange_generate(CARNELIAN_X25519, &counting, ephemeral, 32, public_key, 32));
    CHECK(memcmp(out, public_key, 32) == 0);
    memcpy(keys, public_key, 32);
    memcpy(keys + 32, to_bob, 32);
    OK(carnelian_blake2(CARNELIAN_BLAKE2B, NULL, keys, sizeof keys, derived, sizeof derived));
    OK(carnelian_nacl_box_seal(ephemeral, to_bob, derived, message, LEN, same, sizeof same));
    CHECK(memcmp(out + 32, same, sizeof same) == 0);
    OK(carnelian_nacl_box_open_anonymous(bob, to_bob, out, sizeof out, opened, LEN));
    CHECK(memcmp(opened, message, LEN) == 0);

    for (at = 0; at <= 2 * HEADER; at++) {
        memcpy(memory + at, message, LEN);
        OK(carnelian_nacl_box_seal_anonymous(to_bob, NULL, memory + at, LEN, memory + HEADER, HEADER + LEN));
        OK(carnelian_nacl_box_open_anonymous(bob, to_bob, memory + HEADER, HEADER + LEN, memory + at, LEN));
        CHECK(memcmp(memory + at, message, LEN) == 0);
    }

    for (at = 0; at < sizeof out; at += 7) {
        out[at] ^= 2;
        memset(opened, 1, sizeof opened);
        GIVES(CARNELIAN_ERROR_AUTHENTICATION,
              carnelian_nacl_box_open_anonymous(bob, to_bob, out, sizeof out, opened, LEN));
        CHECK(is_zero(opened, LEN));
        out[at] ^= 2;
    }
    GIVES(CARNELIAN_ERROR_AUTHENTICATION,
          carnelian_nacl_box_open_anonymous(alice, to_alice, out, sizeof out, opened, LEN));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_nacl_box_open_anonymous(bob, to_bob, out, HEADER - 1, opened, 0));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_nacl_box_open_anonymous(bob, NULL, out, sizeof out, opened, LEN));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_nacl_box_seal_anonymous(small, NULL, message, LEN, out, sizeof out));
    CHECK(is_zero(out, sizeof out));
    memset(out, 1, sizeof out);
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_nacl_box_seal_anonymous(to_bob, &broken, message, LEN, out, sizeof out));
    CHECK(is_zero(out, sizeof out));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_nacl_box_seal_anonymous(to_bob, NULL, message, LEN, out, sizeof out - 1));
}

int main(void) {
    from_hex(FIRST, key);
    from_hex(NONCE, nonce);
    from_hex(PLAINTEXT, message);
    from_hex(SEALED, expected);
    from_hex(ALICE, alice);
    from_hex(BOB, bob);
    OK(carnelian_exchange_public_key(CARNELIAN_X25519, alice, 32, to_alice, 32));
    OK(carnelian_exchange_public_key(CARNELIAN_X25519, bob, 32, to_bob, 32));
    secret_boxes();
    refused_secret_boxes();
    boxes();
    anonymous_boxes();
    return 0;
}
