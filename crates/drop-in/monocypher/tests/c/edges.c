/* Empty inputs, buffers that are the same or overlap, contexts that are copied or wiped, and null pointers. */
#include "check.h"
#include "monocypher-ed25519.h"
#include "monocypher.h"

static void empty(void) {
    uint8_t key[32] = {1}, nonce[24] = {2}, mac[16], again[16], out[64], expected[64];
    crypto_blake2b_ctx blake;
    crypto_sha512_ctx sha;
    crypto_poly1305_ctx poly;

    crypto_aead_lock(NULL, mac, key, nonce, NULL, 0, NULL, 0);
    CHECK(crypto_aead_unlock(NULL, mac, key, nonce, NULL, 0, NULL, 0) == 0);
    mac[0] ^= 1;
    CHECK(crypto_aead_unlock(NULL, mac, key, nonce, NULL, 0, NULL, 0) == -1);
    crypto_poly1305(mac, NULL, 0, key);
    crypto_poly1305_init(&poly, key);
    crypto_poly1305_update(&poly, NULL, 0);
    crypto_poly1305_final(&poly, again);
    CHECK(crypto_verify16(mac, again) == 0);
    CHECK(crypto_chacha20_djb(NULL, NULL, 0, key, nonce, 5) == 5);
    crypto_blake2b(expected, 64, NULL, 0);
    crypto_blake2b_init(&blake, 64);
    crypto_blake2b_update(&blake, NULL, 0);
    crypto_blake2b_final(&blake, out);
    CHECK(crypto_verify64(out, expected) == 0);
    crypto_sha512(expected, NULL, 0);
    crypto_sha512_init(&sha);
    crypto_sha512_update(&sha, NULL, 0);
    crypto_sha512_final(&sha, out);
    CHECK(crypto_verify64(out, expected) == 0);
    crypto_sha512_hmac(out, NULL, 0, NULL, 0);
    crypto_sha512_hkdf(NULL, 0, key, 32, NULL, 0, NULL, 0);
    crypto_wipe(NULL, 0);
    crypto_wipe(key, 32);
    CHECK(key[0] == 0);
}

/* Messages of lengths around every boundary, in pieces of many lengths, with contexts that move after each piece and
 * lie at every address that they may have. */
static void pieces(void) {
    static uint8_t message[2100];
    size_t len, step, offset;
    uint8_t key[32], whole[4][64], parts[4][64];
    struct {
        crypto_blake2b_ctx blake, keyed;
        crypto_sha512_ctx sha;
        crypto_sha512_hmac_ctx hmac;
        crypto_poly1305_ctx poly;
    } copy, *at;
    uint8_t *memory = malloc(sizeof copy + 64);
    CHECK(memory != NULL);
    fill(message, sizeof message, 3);
    fill(key, 32, 1);
    for (len = 0; len <= sizeof message; len += len < 300 ? 13 : 450) {
        crypto_blake2b_keyed(whole[0], 33, key, 32, message, len);
        crypto_sha512(whole[1], message, len);
        crypto_sha512_hmac(whole[2], key, 32, message, len);
        crypto_poly1305(whole[3], message, len, key);
        for (step = 1; step < 1000; step = 3 * step + 1) {
            crypto_blake2b_init(&copy.blake, 64);
            crypto_blake2b_keyed_init(&copy.keyed, 33, key, 32);
            crypto_sha512_init(&copy.sha);
            crypto_sha512_hmac_init(&copy.hmac, key, 32);
            crypto_poly1305_init(&copy.poly, key);
            size_t done = 0;
            for (offset = 0; done < len; offset = (offset + 8) % 64) {
                size_t now = len - done < step ? len - done : step;
                at = (void *)(memory + offset);
                *at = copy;
                memset(&copy, 0xaa, sizeof copy);
                crypto_blake2b_update(&at->blake, message + done, now);
                crypto_blake2b_update(&at->keyed, message + done, now);
                crypto_sha512_update(&at->sha, message + done, now);
                crypto_sha512_hmac_update(&at->hmac, message + done, now);
                crypto_poly1305_update(&at->poly, message + done, now);
                copy = *at;
                done += now;
            }
            crypto_blake2b_ctx fork = copy.keyed;
            crypto_blake2b_final(&copy.keyed, parts[0]);
            CHECK(memcmp(parts[0], whole[0], 33) == 0);
            crypto_blake2b_final(&fork, parts[1]);
            CHECK(memcmp(parts[1], whole[0], 33) == 0);
            crypto_blake2b_final(&copy.blake, parts[0]);
            crypto_blake2b(parts[1], 64, message, len);
            CHECK(memcmp(parts[0], parts[1], 64) == 0);
            crypto_sha512_final(&copy.sha, parts[1]);
            CHECK(memcmp(parts[1], whole[1], 64) == 0);
            crypto_sha512_hmac_final(&copy.hmac, parts[2]);
            CHECK(memcmp(parts[2], whole[2], 64) == 0);
            crypto_poly1305_final(&copy.poly, parts[3]);
            CHECK(memcmp(parts[3], whole[3], 16) == 0);
        }
    }
    free(memory);
}

static void wiped(void) {
    static const crypto_blake2b_ctx no_blake;
    static const crypto_sha512_hmac_ctx no_hmac;
    crypto_blake2b_ctx blake;
    crypto_sha512_hmac_ctx hmac;
    uint8_t out[64], key[32] = {1}, zeros[64] = {0};

    crypto_blake2b_keyed_init(&blake, 64, key, 32);
    crypto_blake2b_final(&blake, out);
    CHECK(memcmp(&blake, &no_blake, sizeof blake) == 0);
    crypto_sha512_hmac_init(&hmac, key, 32);
    crypto_sha512_hmac_final(&hmac, out);
    CHECK(memcmp(&hmac, &no_hmac, sizeof hmac) == 0);
    /* A context that is used once more does nothing. */
    crypto_sha512_hmac_update(&hmac, key, 32);
    crypto_sha512_hmac_final(&hmac, out);
    CHECK(memcmp(out, zeros, 64) == 0);
    /* Nor one that programs wipe themselves. */
    crypto_poly1305_ctx poly;
    crypto_poly1305_init(&poly, key);
    crypto_wipe(&poly, sizeof poly);
    crypto_poly1305_update(&poly, key, 32);
    crypto_poly1305_final(&poly, out);
    CHECK(memcmp(out, zeros, 16) == 0);
}

static void overlaps(void) {
    static uint8_t text[6000], buffer[6200], expected[6000], plain[6000];
    uint8_t key[32], nonce[24], mac[16];
    static const size_t lens[] = {0, 1, 63, 64, 65, 1000, 2048, 2049, 5000};
    static const size_t shifts[] = {0, 1, 15, 64, 100};
    size_t i, j;

    fill(text, sizeof text, 9);
    fill(key, 32, 1);
    fill(nonce, 24, 2);
    for (i = 0; i < sizeof lens / sizeof *lens; i++) {
        size_t len = lens[i];
        crypto_aead_lock(expected, mac, key, nonce, text, 20, text, len);
        for (j = 0; j < sizeof shifts / sizeof *shifts; j++) {
            size_t to = shifts[j], from = shifts[sizeof shifts / sizeof *shifts - 1 - j];
            uint8_t tag[16];
            memcpy(buffer + from, text, len);
            crypto_aead_lock(buffer + to, tag, key, nonce, text, 20, buffer + from, len);
            CHECK(memcmp(buffer + to, expected, len) == 0 && crypto_verify16(tag, mac) == 0);
            /* A forged message stays as it is. */
            tag[3] ^= 1;
            memcpy(plain, buffer, sizeof plain);
            CHECK(crypto_aead_unlock(buffer + from, tag, key, nonce, text, 20, buffer + to, len) == -1);
            CHECK(memcmp(plain, buffer, sizeof plain) == 0);
            CHECK(crypto_aead_unlock(buffer + from, mac, key, nonce, text, 20, buffer + to, len) == 0);
            CHECK(memcmp(buffer + from, text, len) == 0);

            crypto_chacha20_x(plain, text, len, key, nonce, 3);
            memcpy(buffer + from, text, len);
            crypto_chacha20_x(buffer + to, buffer + from, len, key, nonce, 3);
            CHECK(memcmp(buffer + to, plain, len) == 0);
        }
    }
    /* Outputs of a fixed length over inputs */
    fill(buffer, 200, 5);
    crypto_blake2b(expected, 64, buffer, 100);
    crypto_blake2b(buffer + 50, 64, buffer, 100);
    CHECK(memcmp(buffer + 50, expected, 64) == 0);
    fill(buffer, 200, 5);
    crypto_x25519(expected, buffer, buffer + 32);
    crypto_x25519(buffer + 16, buffer, buffer + 32);
    CHECK(memcmp(buffer + 16, expected, 32) == 0);
    fill(buffer, 200, 5);
    crypto_eddsa_sign(expected, buffer, buffer + 64, 100);
    crypto_eddsa_sign(buffer + 40, buffer, buffer + 64, 100);
    CHECK(memcmp(buffer + 40, expected, 64) == 0);
    /* A seed at the start of its secret key */
    fill(buffer, 32, 6);
    memcpy(text, buffer, 32);
    crypto_eddsa_key_pair(expected, plain, text);
    crypto_eddsa_key_pair(buffer, plain, buffer);
    CHECK(memcmp(buffer, expected, 64) == 0);
}

/* A password in the work area, which is wiped, and a hash there. */
static void work_area(void) {
    uint8_t *memory = malloc(8 * 1024 + 128);
    uint8_t password[16], salt[16], expected[32];
    crypto_argon2_config config = {CRYPTO_ARGON2_ID, 8, 1, 1};
    crypto_argon2_inputs inputs = {password, salt, 16, 16};
    size_t offset;
    CHECK(memory != NULL);
    fill(password, 16, 1);
    fill(salt, 16, 2);
    crypto_argon2(expected, 32, memory, config, inputs, crypto_argon2_no_extras);
    for (offset = 0; offset < 64; offset += 8) {
        uint8_t *area = memory + offset;
        memcpy(area + 100, password, 16);
        memcpy(area + 200, salt, 16);
        inputs.pass = area + 100;
        inputs.salt = area + 200;
        crypto_argon2(area + 90, 32, area, config, inputs, crypto_argon2_no_extras);
        CHECK(memcmp(area + 90, expected, 32) == 0 && area[200] == 0);
    }
    free(memory);
}

static void null_pointers(void) {
    uint8_t out[64], zeros[64] = {0};
    memset(out, 0, 64);
    CHECK(crypto_verify16(NULL, out) == -1);
    CHECK(crypto_eddsa_check(out, NULL, NULL, 0) == -1);
    CHECK(crypto_eddsa_check(out, out, NULL, 1) == -1);
    crypto_x25519(out, NULL, out);
    crypto_blake2b(NULL, 64, NULL, 0);
    crypto_blake2b_update(NULL, out, 1);
    crypto_aead_write(NULL, out, out, NULL, 0, NULL, 0);
    CHECK(memcmp(out, zeros, 64) == 0);
    /* Lengths that no digest and no key has */
    memset(out, 1, 64);
    crypto_blake2b_keyed(out, 64, out, 65, NULL, 0);
    CHECK(memcmp(out, zeros, 64) == 0);
}

int main(void) {
    empty();
    pieces();
    wiped();
    overlaps();
    work_area();
    null_pointers();
    return 0;
}
