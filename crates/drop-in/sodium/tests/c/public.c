/* Hashes, signatures, groups, passwords, numbers and codecs. */
#include "check.h"
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* "abc": FIPS 180-4, FIPS 202 and RFC 7693. */
static void hashes(void) {
    static const unsigned char abc[] = "abc";
    unsigned char out[64], key[64] = {7}, parts[64];
    crypto_hash_sha256_state sha256;
    crypto_generichash_state blake, copy;
    size_t len;
    CHECK(crypto_hash_sha256(out, abc, 3) == 0);
    CHECK(is(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    CHECK(crypto_hash_sha256_init(&sha256) == 0 && crypto_hash_sha256_update(&sha256, abc, 1) == 0);
    CHECK(crypto_hash_sha256_update(&sha256, abc + 1, 2) == 0 && crypto_hash_sha256_final(&sha256, out) == 0);
    CHECK(is(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    CHECK(crypto_hash_sha256_final(&sha256, out) == -1 && sodium_is_zero(out, 32));
    CHECK(sodium_is_zero((unsigned char *)&sha256, sizeof sha256 / 2));
    CHECK(crypto_hash_sha3256(out, abc, 3) == 0);
    CHECK(is(out, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"));
    CHECK(crypto_generichash(out, 64, abc, 3, NULL, 0) == 0);
    CHECK(is(out,
             "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
             "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"));
    for (len = 1; len <= 64; len++) {
        CHECK(crypto_generichash(out, len, abc, 3, key, len) == 0);
        CHECK(crypto_generichash_init(&blake, key, len, len) == 0);
        CHECK(crypto_generichash_update(&blake, abc, 2) == 0);
        copy = blake;
        CHECK(crypto_generichash_update(&copy, abc + 2, 1) == 0);
        CHECK(crypto_generichash_final(&copy, parts, len) == 0 && memcmp(out, parts, len) == 0);
    }
    CHECK(crypto_generichash(out, 0, abc, 3, NULL, 0) == -1 && crypto_generichash(out, 65, abc, 3, NULL, 0) == -1);
    CHECK(crypto_generichash(out, 32, abc, 3, key, 65) == -1 && crypto_generichash(out, 32, NULL, 3, NULL, 0) == -1);
}

/* RFC 8032 Section 7.1 test 3 and Section 7.3, and what libsodium's rule refuses. */
static void signatures(void) {
    unsigned char seed[32], pk[32], sk[64], sig[64], m[66], sm[66];
    unsigned long long len;
    crypto_sign_state state;
    size_t i;
    int sum = 0;
    static const unsigned char order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
                                            0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
                                            0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};
    set(seed, "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7");
    CHECK(crypto_sign_seed_keypair(pk, sk, seed) == 0);
    CHECK(is(pk, "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"));
    set(m, "af82");
    CHECK(crypto_sign_detached(sig, &len, m, 2, sk) == 0 && len == 64);
    CHECK(is(sig,
             "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
             "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"));
    CHECK(crypto_sign_verify_detached(sig, m, 2, pk) == 0 && crypto_sign_verify_detached(sig, m, 1, pk) == -1);
    CHECK(crypto_sign(sm, &len, m, 2, sk) == 0 && len == 66);
    CHECK(crypto_sign_open(sm, &len, sm, 66, pk) == 0 && len == 2 && sm[0] == 0xaf);
    CHECK(crypto_sign_open(sm, &len, sm, 63, pk) == -1 && len == 0);
    for (i = 0; i < 32; i++) {
        sum += sig[32 + i] + order[i];
        sig[32 + i] = (unsigned char)sum;
        sum >>= 8;
    }
    CHECK(crypto_sign_verify_detached(sig, m, 2, pk) == -1); /* S + L */
    memset(sig, 0, 64);
    memset(pk, 0, 32);
    sig[0] = pk[0] = 1;
    CHECK(crypto_sign_verify_detached(sig, m, 2, pk) == -1); /* of small order */
    /* Section 7.3. */
    set(seed, "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42");
    CHECK(crypto_sign_seed_keypair(pk, sk, seed) == 0 && crypto_sign_init(&state) == 0);
    CHECK(crypto_sign_update(&state, (const unsigned char *)"abc", 3) == 0);
    CHECK(crypto_sign_final_create(&state, sig, NULL, sk) == 0);
    CHECK(is(sig,
             "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
             "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"));
    CHECK(crypto_sign_final_verify(&state, sig, pk) == -1); /* ended */
}

static void groups(void) {
    unsigned char p[32], q[32], r[32], n[32], one[32] = {1}, wide[64] = {9};
    crypto_core_ed25519_scalar_random(n);
    CHECK(crypto_scalarmult_ed25519_base_noclamp(p, n) == 0 && crypto_core_ed25519_is_valid_point(p) == 1);
    CHECK(crypto_scalarmult_ed25519_base_noclamp(q, one) == 0 && crypto_scalarmult_ed25519_noclamp(r, n, q) == 0);
    CHECK(memcmp(p, r, 32) == 0);
    CHECK(crypto_core_ed25519_add(r, p, q) == 0 && crypto_core_ed25519_sub(r, r, q) == 0 && memcmp(r, p, 32) == 0);
    CHECK(crypto_core_ed25519_scalar_invert(r, n) == 0);
    crypto_core_ed25519_scalar_mul(r, r, n);
    CHECK(memcmp(r, one, 32) == 0);
    memset(n, 0, 32);
    CHECK(crypto_core_ed25519_scalar_invert(r, n) == -1 && crypto_scalarmult_ed25519_base_noclamp(r, n) == -1);
    CHECK(crypto_core_ed25519_is_valid_point(one) == 0);
    CHECK(crypto_core_ristretto255_from_hash(p, wide) == 0 && crypto_core_ristretto255_is_valid_point(p) == 1);
    CHECK(crypto_scalarmult_ristretto255(q, one, p) == 0 && memcmp(p, q, 32) == 0);
    CHECK(crypto_core_ristretto255_is_valid_point(NULL) == 0 && crypto_scalarmult(q, one, n) == -1);
}

static void passwords(void) {
    char text[crypto_pwhash_STRBYTES];
    unsigned char key[16], salt[16] = {1};
    CHECK(crypto_pwhash(key, 16, "password", 8, salt, 1, 8192, crypto_pwhash_ALG_ARGON2ID13) == 0);
    CHECK(crypto_pwhash(key, 15, "password", 8, salt, 1, 8192, crypto_pwhash_ALG_ARGON2ID13) == -1);
    CHECK(crypto_pwhash(key, 16, "password", 8, salt, 1, 8191, crypto_pwhash_ALG_ARGON2ID13) == -1);
    CHECK(crypto_pwhash(key, 16, "password", 8, salt, 2, 8192, crypto_pwhash_ALG_ARGON2I13) == -1);
    CHECK(crypto_pwhash(key, 16, "password", 8, salt, 1, 8192, 0) == -1);
    CHECK(crypto_pwhash_str(text, "password", 8, 1, 8192) == 0);
    CHECK(strncmp(text, "$argon2id$v=19$m=8,t=1,p=1$", 27) == 0);
    CHECK(crypto_pwhash_str_verify(text, "password", 8) == 0 && crypto_pwhash_str_verify(text, "Password", 8) == -1);
    CHECK(crypto_pwhash_argon2i_str_verify(text, "password", 8) == -1);
    CHECK(crypto_pwhash_str_needs_rehash(text, 1, 8192) == 0 && crypto_pwhash_str_needs_rehash(text, 2, 8192) == 1);
    CHECK(crypto_pwhash_str_needs_rehash("$argon2id$", 1, 8192) == -1 && crypto_pwhash_str_verify("", "", 0) == -1);
}

static void numbers(void) {
    unsigned char a[4] = {0xff, 0xff, 0, 0}, b[4] = {1, 0, 0, 0}, padded[16] = "message";
    size_t len = 0;
    CHECK(sodium_compare(a, b, 4) == 1 && sodium_compare(b, a, 4) == -1 && sodium_compare(a, a, 4) == 0);
    sodium_increment(a, 4);
    CHECK(is(a, "00000100"));
    sodium_sub(a, b, 4);
    CHECK(is(a, "ffff0000"));
    sodium_add(a, a, 4);
    CHECK(is(a, "feff0100"));
    sodium_memzero(a, 4);
    CHECK(sodium_is_zero(a, 4) == 1 && sodium_memcmp(a, b, 4) == -1 && sodium_memcmp(a, b, 0) == 0);
    CHECK(sodium_pad(&len, padded, 7, 16, sizeof padded) == 0 && len == 16 && padded[7] == 0x80 && padded[8] == 0);
    CHECK(sodium_unpad(&len, padded, 16, 16) == 0 && len == 7);
    CHECK(sodium_pad(&len, padded, 16, 16, sizeof padded) == -1 && sodium_pad(&len, padded, 7, 0, 16) == -1);
    memset(padded, 0, sizeof padded);
    CHECK(sodium_unpad(&len, padded, 16, 16) == -1);
}

static void codecs(void) {
    static const unsigned char bytes[] = {0xfb, 0xff, 0xbf, 0};
    char text[16];
    unsigned char out[4];
    const char *end;
    size_t len;
    CHECK(strcmp(sodium_bin2base64(text, sizeof text, bytes, 4, sodium_base64_VARIANT_ORIGINAL), "+/+/AA==") == 0);
    CHECK(strcmp(sodium_bin2base64(text, sizeof text, bytes, 4, sodium_base64_VARIANT_URLSAFE_NO_PADDING), "-_-_AA") == 0);
    CHECK(sodium_base64_encoded_len(4, sodium_base64_VARIANT_ORIGINAL) == 9);
    CHECK(sodium_base64_ENCODED_LEN(4, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 7);
    CHECK(sodium_base642bin(out, 4, "+/ +/AA==", 9, " ", &len, NULL, sodium_base64_VARIANT_ORIGINAL) == 0);
    CHECK(len == 4 && memcmp(out, bytes, 4) == 0);
    CHECK(sodium_base642bin(out, 4, "+/+/AB==", 8, NULL, &len, NULL, sodium_base64_VARIANT_ORIGINAL) == -1 && len == 0);
    CHECK(sodium_base642bin(out, 3, "+/+/AA==", 8, NULL, &len, NULL, sodium_base64_VARIANT_ORIGINAL) == -1);
    CHECK(sodium_hex2bin(out, 4, "Ca:fe 69!", 9, ": ", &len, &end) == 0 && len == 3 && *end == '!');
    CHECK(sodium_hex2bin(out, 4, "cafe6", 5, NULL, &len, &end) == -1 && len == 0 && *end == '6');
    CHECK(sodium_hex2bin(out, 1, "cafe", 4, NULL, &len, NULL) == -1);
}

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
static void protected_memory(void) {
    unsigned char *place = (unsigned char *)sodium_malloc(100);
    CHECK(place != NULL && place[0] == 0xdb && place[99] == 0xdb);
    memset(place, 1, 100);
    CHECK(sodium_mprotect_readonly(place) == 0 && place[50] == 1);
    CHECK(sodium_mprotect_noaccess(place) == 0 && sodium_mprotect_readwrite(place) == 0);
    sodium_free(place);
    sodium_free(NULL);
    CHECK(sodium_allocarray((size_t)-1, 2) == NULL && sodium_mprotect_readonly(NULL) == -1);
}
#endif

/* The allocator of the address sanitizer refuses large requests as those of other systems do. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

/* Parameters in a string may be anything: more memory than there is, and products that overflow. */
static void scrypt_of_absurd_cost(void) {
    char text[crypto_pwhash_scryptsalsa208sha256_STRBYTES];
    unsigned char salt[32] = {1}, key[32];
    CHECK(crypto_pwhash_scryptsalsa208sha256_str(text, "a", 1, 32768, 1 << 20) == 0);
    CHECK(crypto_pwhash_scryptsalsa208sha256_str_verify(text, "a", 1) == 0);
    text[3] = 'h';
    errno = 0;
    CHECK(crypto_pwhash_scryptsalsa208sha256_str_verify(text, "a", 1) == -1 && errno == ENOMEM);
    text[3] = 'z';
    CHECK(crypto_pwhash_scryptsalsa208sha256_str_verify(text, "a", 1) == -1);
    /* r = p = 2^18: their product is 0 in 32 bits. */
    memcpy(text + 3, "1.../..../.", 11);
    CHECK(crypto_pwhash_scryptsalsa208sha256_str_verify(text, "a", 1) == -1);
    CHECK(crypto_pwhash_scryptsalsa208sha256_ll(salt, 1, salt, 32, (uint64_t)1 << 44, 8, 1, key, 32) == -1);
}

static void errors_that_are_told(void) {
    unsigned char key[32] = {1}, out[80];
    errno = 0;
    CHECK(crypto_kdf_derive_from_key(out, 15, 1, "context", key) == -1 && errno == EINVAL);
    sodium_stackzero(0);
    sodium_stackzero(5000);
}

static void version(void) {
    CHECK(strcmp(sodium_version_string(), SODIUM_VERSION_STRING) == 0);
    CHECK(sodium_library_version_major() == SODIUM_LIBRARY_VERSION_MAJOR);
    CHECK(sodium_library_version_minor() == SODIUM_LIBRARY_VERSION_MINOR);
}

int main(void) {
    version();
    scrypt_of_absurd_cost();
    errors_that_are_told();
    hashes();
    signatures();
    groups();
    passwords();
    numbers();
    codecs();
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
    protected_memory();
#endif
    CHECK(crypto_sign_bytes() == crypto_sign_BYTES && crypto_generichash_statebytes() == sizeof(crypto_generichash_state));
    CHECK(crypto_onetimeauth_statebytes() == sizeof(crypto_onetimeauth_state));
    CHECK(crypto_aead_aes256gcm_statebytes() == sizeof(crypto_aead_aes256gcm_state));
    CHECK(strcmp(crypto_box_primitive(), crypto_box_PRIMITIVE) == 0 && randombytes_uniform(1) == 0);
    return 0;
}
