/* HMAC, KMAC, BLAKE2 with a key, Poly1305 and HKDF: published examples, pieces, verification. */
#include "check.h"

static void hmac(void) {
    /* RFC 4231, test case 2. */
    const char *expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    static const char message[] = "what do ya want for nothing?";
    carnelian_mac_context key, context;
    uint8_t tag[CARNELIAN_SHA256_LEN];
    carnelian_hash_algorithm algorithm;
    OK(carnelian_mac(CARNELIAN_HMAC_SHA256, TEXT("Jefe"), NULL, TEXT(message), tag, sizeof tag));
    CHECK(is_hex(tag, sizeof tag, expected));
    OK(carnelian_mac_verify(CARNELIAN_HMAC_SHA256, TEXT("Jefe"), NULL, TEXT(message), tag, sizeof tag));
    OK(carnelian_hmac_verify_truncated(CARNELIAN_HMAC_SHA256, TEXT("Jefe"), TEXT(message), tag, 16));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_hmac_verify_truncated(CARNELIAN_HMAC_SHA256, TEXT("Jefe"), TEXT(message), tag, 15));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_mac_verify(CARNELIAN_HMAC_SHA256, TEXT("Jefe"), NULL, TEXT(message), tag, 16));
    GIVES(CARNELIAN_ERROR_AUTHENTICATION,
          carnelian_mac_verify(CARNELIAN_HMAC_SHA256, TEXT("jefe"), NULL, TEXT(message), tag, sizeof tag));

    OK(carnelian_mac_init(&key, CARNELIAN_HMAC_SHA256, TEXT("Jefe"), NULL));
    OK(carnelian_mac_copy(&key, &context));
    OK(carnelian_mac_update(&context, TEXT("what do ya want ")));
    OK(carnelian_mac_update(&context, TEXT("for nothing?")));
    OK(carnelian_mac_final(&context, tag, sizeof tag));
    CHECK(is_hex(tag, sizeof tag, expected) && is_zero(&context, sizeof context));
    OK(carnelian_mac_copy(&key, &context));
    OK(carnelian_mac_update(&context, TEXT(message)));
    OK(carnelian_mac_final_verify(&context, tag, sizeof tag));
    OK(carnelian_mac_update(&key, TEXT("another message")));
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_mac_final_verify(&key, tag, sizeof tag));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_mac_final_verify(&key, tag, sizeof tag));

    for (algorithm = 1; carnelian_hash_len(algorithm) != 0; algorithm++) {
        uint8_t whole[CARNELIAN_HASH_MAX_LEN], pieces[CARNELIAN_HASH_MAX_LEN];
        const size_t len = carnelian_hash_len(algorithm);
        OK(carnelian_mac(algorithm, TEXT("key"), NULL, TEXT("a message"), whole, len));
        CHECK(carnelian_mac_tag_len(algorithm) == len);
        OK(carnelian_mac_init(&context, algorithm, TEXT("key"), NULL));
        OK(carnelian_mac_update(&context, TEXT("a ")));
        OK(carnelian_mac_update(&context, TEXT("message")));
        OK(carnelian_mac_final(&context, pieces, len));
        CHECK(memcmp(whole, pieces, len) == 0);
    }
    CHECK(algorithm == CARNELIAN_BLAKE2S_256 + 1);
}

static void kmac(void) {
    carnelian_mac_context key, context;
    uint8_t secret[32], tag[32], out[80];
    carnelian_mac_options purpose;
    size_t i;
    memset(&purpose, 0, sizeof purpose);
    purpose.customization = (const uint8_t *)"My Tagged Application";
    purpose.customization_len = 21;
    for (i = 0; i < sizeof secret; i++) {
        secret[i] = (uint8_t)(0x40 + i);
    }
    /* SP 800-185, samples 1 and 2 of KMAC, and sample 1 of KMACXOF. */
    OK(carnelian_mac(CARNELIAN_KMAC128, secret, 32, NULL, TEXT("\x00\x01\x02\x03"), tag, 32));
    CHECK(is_hex(tag, 32, "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"));
    OK(carnelian_mac(CARNELIAN_KMAC128, secret, 32, &purpose, TEXT("\x00\x01\x02\x03"), tag, 32));
    CHECK(is_hex(tag, 32, "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5"));
    OK(carnelian_kmac_xof(CARNELIAN_KMAC128, secret, 32, NULL, TEXT("\x00\x01\x02\x03"), out, 80));
    CHECK(is_hex(out, 32, "cd83740bbd92ccc8cf032b1481a0f4460e7ca9dd12b08a0c4031178bacd6ec35"));

    OK(carnelian_mac_init(&key, CARNELIAN_KMAC128, secret, 32, &purpose));
    OK(carnelian_mac_copy(&key, &context));
    OK(carnelian_mac_update(&context, TEXT("\x00\x01")));
    OK(carnelian_mac_update(&context, TEXT("\x02\x03")));
    OK(carnelian_mac_final_verify(&context, tag, 32));
    OK(carnelian_mac_copy(&key, &context));
    OK(carnelian_mac_update(&context, TEXT("\x00\x01\x02\x03")));
    OK(carnelian_mac_final(&context, out, 32));
    CHECK(memcmp(out, tag, 32) == 0);
    OK(carnelian_mac_verify(CARNELIAN_KMAC128, secret, 32, &purpose, TEXT("\x00\x01\x02\x03"), tag, 32));
    /* A call that fails ends the context too. */
    OK(carnelian_mac_copy(&key, &context));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_mac_final(&context, (uint8_t *)&context + 8, 32));
    CHECK(is_zero(&context, sizeof context));
    OK(carnelian_mac_copy(&key, &context));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_kmac_final_xof(&context, (uint8_t *)&context + 8, 32));
    CHECK(is_zero(&context, sizeof context));
    GIVES(CARNELIAN_ERROR_AUTHENTICATION,
          carnelian_mac_verify(CARNELIAN_KMAC256, secret, 32, NULL, TEXT("message"), tag, 32));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_mac_verify(CARNELIAN_KMAC256, secret, 32, NULL, TEXT("message"), tag, 3));

    OK(carnelian_mac_copy(&key, &context));
    OK(carnelian_kmac_final_xof(&context, out, 40));
    OK(carnelian_kmac_xof(CARNELIAN_KMAC128, secret, 32, &purpose, NULL, 0, out + 40, 40));
    CHECK(memcmp(out, out + 40, 40) == 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_mac(CARNELIAN_HMAC_SHA256, secret, 32, &purpose, NULL, 0, tag, 32));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_kmac_xof(CARNELIAN_HMAC_SHA256, secret, 32, NULL, NULL, 0, out, 40));
    /* A length of the options binds the context. */
    purpose.tag_len = 20;
    OK(carnelian_mac_init(&context, CARNELIAN_KMAC128, secret, 32, &purpose));
    OK(carnelian_mac_copy(&context, &key));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mac_final(&context, out, 32));
    OK(carnelian_mac_final(&key, out, 20));
    OK(carnelian_mac_verify(CARNELIAN_KMAC128, secret, 32, &purpose, NULL, 0, out, 20));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mac(CARNELIAN_KMAC128, secret, 32, &purpose, NULL, 0, out, 32));
    CHECK(carnelian_mac_tag_len(CARNELIAN_KMAC128) == 32 && carnelian_mac_tag_len(CARNELIAN_KMAC256) == 64);
    CHECK(carnelian_mac_tag_len(0) == 0 && carnelian_mac_tag_len(14) == 0);
    OK(carnelian_mac_init(&key, CARNELIAN_KMAC128, secret, 32, NULL));
    OK(carnelian_mac_wipe(&key));
    CHECK(is_zero(&key, sizeof key));
}

/* Returns the options with these inputs. */
static const carnelian_blake2_options *with(carnelian_blake2_options *options, const uint8_t *key, size_t key_len,
                                            const uint8_t *salt, size_t salt_len, const uint8_t *personalization,
                                            size_t personalization_len) {
    options->key = key;
    options->key_len = key_len;
    options->salt = salt;
    options->salt_len = salt_len;
    options->personalization = personalization;
    options->personalization_len = personalization_len;
    return options;
}

static void blake2(void) {
    carnelian_blake2_context context, copy;
    carnelian_blake2_options options;
    carnelian_mac_context mac;
    carnelian_mac_options of_len;
    uint8_t key[64], digest[64], again[64];
    size_t i, len;
    for (i = 0; i < sizeof key; i++) {
        key[i] = (uint8_t)i;
    }
    /* The first known answers of the reference implementation, with a key and an empty message. */
    OK(carnelian_blake2(CARNELIAN_BLAKE2B, with(&options, key, 64, NULL, 0, NULL, 0), NULL, 0, digest, 64));
    CHECK(is_hex(digest, 16, "10ebb67700b1868efb4417987acf4690"));
    OK(carnelian_blake2(CARNELIAN_BLAKE2S, with(&options, key, 32, NULL, 0, NULL, 0), NULL, 0, digest, 32));
    CHECK(is_hex(digest, 16, "48a8997da407876b3d79c0d92325ad3b"));
    OK(carnelian_blake2(CARNELIAN_BLAKE2B, NULL, TEXT("abc"), digest, 64));
    OK(carnelian_hash(CARNELIAN_BLAKE2B_512, TEXT("abc"), again, 64));
    CHECK(memcmp(digest, again, 64) == 0);

    for (len = 1; len <= 64; len++) {
        OK(carnelian_blake2(CARNELIAN_BLAKE2B, with(&options, key, len, key, 16, key, 16), TEXT("a message"), digest,
                            len));
        OK(carnelian_blake2_init(&context, CARNELIAN_BLAKE2B, len, with(&options, key, len, key, 16, key, 16)));
        OK(carnelian_blake2_update(&context, TEXT("a ")));
        OK(carnelian_blake2_copy(&context, &copy));
        OK(carnelian_blake2_update(&context, TEXT("message")));
        OK(carnelian_blake2_update(&copy, TEXT("message")));
        OK(carnelian_blake2_final(&context, again, len));
        CHECK(memcmp(digest, again, len) == 0);
        OK(carnelian_blake2_final_verify(&copy, digest, len));
        /* The same without salt and personalization as any other authentication code. */
        OK(carnelian_blake2(CARNELIAN_BLAKE2B, with(&options, key, len, NULL, 0, NULL, 0), TEXT("a message"), digest,
                            len));
        OK(carnelian_mac(CARNELIAN_MAC_BLAKE2B, key, len, NULL, TEXT("a message"), again, len));
        CHECK(memcmp(digest, again, len) == 0);
        OK(carnelian_mac_verify(CARNELIAN_MAC_BLAKE2B, key, len, NULL, TEXT("a message"), digest, len));
        memset(&of_len, 0, sizeof of_len);
        of_len.tag_len = len;
        OK(carnelian_mac_init(&mac, CARNELIAN_MAC_BLAKE2B, key, len, &of_len));
        OK(carnelian_mac_update(&mac, TEXT("a message")));
        OK(carnelian_mac_final(&mac, again, len));
        CHECK(memcmp(digest, again, len) == 0);
        if (len <= 32) {
            OK(carnelian_blake2(CARNELIAN_BLAKE2S, with(&options, NULL, 0, key, 8, NULL, 0), TEXT("a message"), digest,
                                len));
        }
    }
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_blake2(CARNELIAN_BLAKE2B, with(&options, key, 64, key, 15, NULL, 0), TEXT("abc"), digest, 64));
    CHECK(is_zero(digest, 64));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_blake2(CARNELIAN_BLAKE2S, with(&options, key, 33, NULL, 0, NULL, 0), TEXT(""), digest, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_blake2(CARNELIAN_BLAKE2S, NULL, TEXT(""), digest, 33));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_blake2(CARNELIAN_BLAKE2B, NULL, TEXT(""), digest, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mac(CARNELIAN_MAC_BLAKE2S, key, 33, NULL, TEXT(""), digest, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mac(CARNELIAN_MAC_BLAKE2S, key, 0, NULL, TEXT(""), digest, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mac(CARNELIAN_MAC_BLAKE2S, key, 32, NULL, TEXT(""), digest, 33));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_mac(105, key, 32, NULL, TEXT(""), digest, 32));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_blake2(3, NULL, TEXT(""), digest, 32));
    OK(carnelian_blake2_init(&context, CARNELIAN_BLAKE2S, 20, NULL));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_blake2_final(&context, digest, 32));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_blake2_final(&context, digest, 20));
    OK(carnelian_blake2_init(&context, CARNELIAN_BLAKE2S, 20, NULL));
    OK(carnelian_blake2_wipe(&context));
}

static void poly1305(void) {
    /* RFC 8439 Section 2.5.2. */
    static const uint8_t key[32] = {0x85, 0xd6, 0xbe, 0x78, 0x57, 0x55, 0x6d, 0x33, 0x7f, 0x44, 0x52,
                                    0xfe, 0x42, 0xd5, 0x06, 0xa8, 0x01, 0x03, 0x80, 0x8a, 0xfb, 0x0d,
                                    0xb2, 0xfd, 0x4a, 0xbf, 0xf6, 0xaf, 0x41, 0x49, 0xf5, 0x1b};
    static const char message[] = "Cryptographic Forum Research Group";
    carnelian_poly1305_context context;
    uint8_t tag[CARNELIAN_POLY1305_TAG_LEN];
    OK(carnelian_poly1305(key, TEXT(message), tag));
    CHECK(is_hex(tag, 16, "a8061dc1305136c6c22b8baf0c0127a9"));
    OK(carnelian_poly1305_verify(key, TEXT(message), tag));
    OK(carnelian_poly1305_init(&context, key));
    OK(carnelian_poly1305_update(&context, TEXT("Cryptographic Forum ")));
    OK(carnelian_poly1305_update(&context, TEXT("Research Group")));
    OK(carnelian_poly1305_final_verify(&context, tag));
    OK(carnelian_poly1305_init(&context, key));
    OK(carnelian_poly1305_update(&context, TEXT(message)));
    OK(carnelian_poly1305_final(&context, tag));
    CHECK(is_hex(tag, 16, "a8061dc1305136c6c22b8baf0c0127a9") && is_zero(&context, sizeof context));
    tag[15] ^= 1;
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_poly1305_verify(key, TEXT(message), tag));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_poly1305_verify(key, TEXT(message), NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_poly1305(NULL, TEXT(message), tag));
    CHECK(is_zero(tag, 16));
    OK(carnelian_poly1305_wipe(&context));
}

static void hkdf(void) {
    /* RFC 5869, test case 1. */
    static const uint8_t salt[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const uint8_t info[] = {0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9};
    static const char expected[] =
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865";
    uint8_t secret[22], prk[32], okm[42], longest[255 * 32 + 1];
    memset(secret, 0x0b, sizeof secret);
    OK(carnelian_hkdf_extract(CARNELIAN_SHA256, salt, sizeof salt, secret, sizeof secret, prk, sizeof prk));
    CHECK(is_hex(prk, 32, "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"));
    OK(carnelian_hkdf_expand(CARNELIAN_SHA256, prk, sizeof prk, info, sizeof info, okm, sizeof okm));
    CHECK(is_hex(okm, sizeof okm, expected));
    memset(okm, 0, sizeof okm);
    OK(carnelian_hkdf(CARNELIAN_SHA256, salt, sizeof salt, secret, sizeof secret, info, sizeof info, okm, sizeof okm));
    CHECK(is_hex(okm, sizeof okm, expected));
    OK(carnelian_hkdf_expand(CARNELIAN_SHA256, prk, sizeof prk, NULL, 0, longest, 255 * 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hkdf_expand(CARNELIAN_SHA256, prk, 32, NULL, 0, longest, 255 * 32 + 1));
    CHECK(is_zero(longest, sizeof longest));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hkdf_expand(CARNELIAN_SHA256, prk, 31, NULL, 0, okm, sizeof okm));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_hkdf_expand(CARNELIAN_SHA256, prk, 32, NULL, 0, prk + 1, 31));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hkdf_extract(CARNELIAN_SHA512, salt, 1, secret, 22, prk, sizeof prk));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_hkdf_extract(99, salt, 1, secret, 22, prk, sizeof prk));
}

int main(void) {
    hmac();
    kmac();
    blake2();
    poly1305();
    hkdf();
    return 0;
}
