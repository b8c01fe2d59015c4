/* Boxes, secret boxes, authenticated encryption and secret streams: known answers, overlaps, forgeries, null pointers. */
#include "check.h"
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* RFC 8439 Section 2.8.2. */
static void rfc8439(void) {
    static const char text[] = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
                               "future, sunscreen would be it.";
    unsigned char key[32], nonce[12], ad[12], mac[16], expected[16], c[130], m[130];
    unsigned long long len;
    set(key, "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
    set(nonce, "070000004041424344454647");
    set(ad, "50515253c0c1c2c3c4c5c6c7");
    set(expected, "1ae10b594f09e26a7e902ecbd0600691");
    CHECK(crypto_aead_chacha20poly1305_ietf_encrypt(c, &len, (const unsigned char *)text, 114, ad, 12, NULL, nonce,
                                                    key) == 0);
    CHECK(len == 130 && memcmp(c + 114, expected, 16) == 0 && c[0] == 0xd3 && c[1] == 0x1a);
    CHECK(crypto_aead_chacha20poly1305_ietf_decrypt(m, &len, NULL, c, 130, ad, 12, nonce, key) == 0);
    CHECK(len == 114 && memcmp(m, text, 114) == 0);
    /* Only the tag. */
    CHECK(crypto_aead_chacha20poly1305_ietf_decrypt(NULL, NULL, NULL, c, 130, ad, 12, nonce, key) == 0);
    /* In place, detached. */
    memcpy(c, text, 114);
    CHECK(crypto_aead_chacha20poly1305_ietf_encrypt_detached(c, mac, &len, c, 114, ad, 12, NULL, nonce, key) == 0);
    CHECK(len == 16 && memcmp(mac, expected, 16) == 0);
    mac[3] ^= 1;
    CHECK(crypto_aead_chacha20poly1305_ietf_decrypt_detached(c, NULL, c, 114, mac, ad, 12, nonce, key) == -1);
    CHECK(sodium_is_zero(c, 114) == 1);
    CHECK(crypto_aead_chacha20poly1305_ietf_decrypt(m, &len, NULL, c, 15, ad, 12, nonce, key) == -1 && len == 0);
    CHECK(crypto_aead_chacha20poly1305_ietf_encrypt(c, &len, NULL, 5, ad, 12, NULL, nonce, key) == -1);
    CHECK(crypto_aead_chacha20poly1305_ietf_encrypt(c, &len, m, 5, ad, 12, NULL, NULL, key) == -1);
}

/* A state of AES-256-GCM may be copied to a place of any alignment. */
static void aes_states(void) {
    static unsigned char places[2 * sizeof(crypto_aead_aes256gcm_state)];
    crypto_aead_aes256gcm_state state;
    unsigned char key[32] = {1}, nonce[12] = {2}, m[40] = {3}, c[56], first[56];
    size_t shift;
    CHECK(crypto_aead_aes256gcm_is_available() == 1);
    CHECK(crypto_aead_aes256gcm_beforenm(&state, key) == 0);
    CHECK(crypto_aead_aes256gcm_encrypt(first, NULL, m, 40, NULL, 0, NULL, nonce, key) == 0);
    for (shift = 0; shift < 70; shift += 7) {
        crypto_aead_aes256gcm_state *moved = (crypto_aead_aes256gcm_state *)(void *)(places + shift);
        memcpy(places + shift, &state, sizeof state);
        memset(c, 0, sizeof c);
        CHECK(crypto_aead_aes256gcm_encrypt_afternm(c, NULL, m, 40, NULL, 0, NULL, nonce, moved) == 0);
        CHECK(memcmp(c, first, sizeof c) == 0);
        CHECK(crypto_aead_aes256gcm_decrypt_afternm(c, NULL, NULL, c, 56, NULL, 0, nonce, moved) == 0);
        CHECK(memcmp(c, m, 40) == 0);
    }
    memset(&state, 0, sizeof state);
    CHECK(crypto_aead_aes256gcm_encrypt_afternm(c, NULL, m, 40, NULL, 0, NULL, nonce, &state) == -1);
}

static void boxes(void) {
    unsigned char pk[2][32], sk[2][32], k[2][32], n[24], m[100], c[160], opened[160];
    size_t len, i;
    for (i = 0; i < 2; i++) {
        CHECK(crypto_box_keypair(pk[i], sk[i]) == 0);
    }
    CHECK(crypto_box_beforenm(k[0], pk[1], sk[0]) == 0 && crypto_box_beforenm(k[1], pk[0], sk[1]) == 0);
    CHECK(memcmp(k[0], k[1], 32) == 0);
    randombytes_buf(n, sizeof n);
    randombytes_buf(m, sizeof m);
    for (len = 0; len <= 100; len += 25) {
        CHECK(crypto_box_easy(c, len ? m : NULL, len, n, pk[1], sk[0]) == 0);
        CHECK(crypto_box_open_easy(opened, c, len + 16, n, pk[0], sk[1]) == 0 && memcmp(opened, m, len) == 0);
        CHECK(crypto_secretbox_open_easy(opened, c, len + 16, n, k[0]) == 0);
        /* In place: over the ciphertext's place, and with the tag before it. */
        memcpy(opened, m, len);
        CHECK(crypto_box_easy(opened, opened, len, n, pk[1], sk[0]) == 0 && memcmp(opened, c, len + 16) == 0);
        opened[3] ^= 1;
        CHECK(crypto_box_open_easy(opened, opened, len + 16, n, pk[0], sk[1]) == -1);
        opened[3] ^= 1;
        CHECK(crypto_box_open_easy(opened, opened, len + 16, n, pk[0], sk[1]) == 0 && memcmp(opened, m, len) == 0);
        CHECK(crypto_box_seal(c, m, len, pk[0]) == 0);
        CHECK(crypto_box_seal_open(opened, c, len + crypto_box_SEALBYTES, pk[0], sk[0]) == 0);
        CHECK(memcmp(opened, m, len) == 0);
        c[len + 47] ^= 8;
        CHECK(crypto_box_seal_open(opened, c, len + crypto_box_SEALBYTES, pk[0], sk[0]) == -1);
    }
    memset(pk[0], 0, 32);
    CHECK(crypto_box_easy(c, m, 5, n, pk[0], sk[0]) == -1 && crypto_box_beforenm(k[0], pk[0], sk[0]) == -1);
    CHECK(crypto_box_easy(NULL, m, 5, n, pk[1], sk[0]) == -1 && crypto_box_easy(c, NULL, 5, n, pk[1], sk[0]) == -1);
    CHECK(crypto_box_open_easy(opened, c, 15, n, pk[1], sk[0]) == -1);
    CHECK(crypto_box_seal_open(opened, c, 47, pk[1], sk[1]) == -1);
}

/* "Cryptography in NaCl", Section 10: the box of firstkey, whose tag is f3ffc770.... */
static void secretbox(void) {
    unsigned char k[32], n[24], m[163] = {0}, c[163], expected[16];
    set(k, "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
    set(n, "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37");
    set(m + 32,
          "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c0123356"
          "1f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60"
          "902e52f0a089bc76897040e082f937763848645e0705");
    set(expected, "f3ffc7703f9400e52a7dfb4b3d3305d9");
    CHECK(crypto_secretbox(c, m, sizeof m, n, k) == 0);
    CHECK(sodium_is_zero(c, 16) && memcmp(c + 16, expected, 16) == 0);
    CHECK(crypto_secretbox_open(c, c, sizeof c, n, k) == 0 && memcmp(c, m, sizeof m) == 0);
    CHECK(crypto_secretbox(c, m, 31, n, k) == -1);
}

static void streams(void) {
    crypto_secretstream_xchacha20poly1305_state push, pull;
    unsigned char key[32], header[24], m[64], c[81], opened[64], tag;
    unsigned long long len;
    int i;
    crypto_secretstream_xchacha20poly1305_keygen(key);
    CHECK(crypto_secretstream_xchacha20poly1305_init_push(&push, header, key) == 0);
    CHECK(crypto_secretstream_xchacha20poly1305_init_pull(&pull, header, key) == 0);
    for (i = 0; i < 10; i++) {
        unsigned char sent = (unsigned char)(i == 9 ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : i % 3);
        size_t size = (size_t)i * 7;
        randombytes_buf(m, sizeof m);
        CHECK(crypto_secretstream_xchacha20poly1305_push(&push, c, &len, m, size, key, (size_t)i, sent) == 0);
        CHECK(len == size + crypto_secretstream_xchacha20poly1305_ABYTES);
        c[size] ^= 1;
        CHECK(crypto_secretstream_xchacha20poly1305_pull(&pull, opened, NULL, &tag, c, len, key, (size_t)i) == -1);
        c[size] ^= 1;
        CHECK(crypto_secretstream_xchacha20poly1305_pull(&pull, opened, &len, &tag, c, len, key, (size_t)i) == 0);
        CHECK(len == size && tag == sent && memcmp(opened, m, size) == 0);
    }
    CHECK(crypto_secretstream_xchacha20poly1305_pull(&pull, opened, &len, &tag, c, 16, NULL, 0) == -1 && len == 0);
}

int main(void) {
    CHECK(sodium_init() == 0 && sodium_init() == 1);
    rfc8439();
    aes_states();
    boxes();
    secretbox();
    streams();
    return 0;
}
