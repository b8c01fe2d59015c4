/* Known answers: those of standards and of NaCl's tests, and where there is none, those of TweetNaCl. */
#include "check.h"
#include "tweetnacl.h"

/* The program's own source, as TweetNaCl demands. It counts. */
void randombytes(unsigned char *x, unsigned long long xlen);
static int calls;

void randombytes(unsigned char *x, unsigned long long xlen) {
    unsigned long long i;
    calls++;
    for (i = 0; i < xlen; i++) {
        x[i] = (unsigned char)i;
    }
}

static void keys(void) {
    uint8_t pk[crypto_sign_PUBLICKEYBYTES], sk[crypto_sign_SECRETKEYBYTES], signed_message[73], message[73];
    unsigned long long len = 0;

    CHECK(crypto_box_keypair(pk, sk) == 0 && calls == 1);
    CHECK(is(sk, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"));
    CHECK(is(pk, "8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f"));
    CHECK(crypto_sign_keypair(pk, sk) == 0 && calls == 2);
    CHECK(is(sk, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
                 "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"));
    CHECK(memcmp(sk + 32, pk, 32) == 0);
    CHECK(crypto_sign(signed_message, &len, (const uint8_t *)"a message", 9, sk) == 0 && len == 73);
    CHECK(is(signed_message, "3ebf3e97ae7b17630ac54caa85cd44e25aff0f9149f316af745f3e1ee1104894"
                             "7d17560ec8a7dc3e0156614e935aa7b93b97713dda86b82a086d051c793f9904"));
    CHECK(crypto_sign_open(message, &len, signed_message, 73, pk) == 0 && len == 9);
    CHECK(memcmp(message, "a message", 9) == 0);

    /* RFC 8032 Section 7.1, test 3 */
    set(sk, "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
    CHECK(crypto_sign(signed_message, &len, (const uint8_t *)"\xaf\x82", 2, sk) == 0 && len == 66);
    CHECK(is(signed_message, "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                             "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40aaf82"));
}

/* S plus the order L: TweetNaCl accepts what RFC 8032 rejects. */
static void any_s(void) {
    static const uint8_t l[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
                                  0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
                                  0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};
    uint8_t pk[32], sk[64], signed_message[73], message[73];
    unsigned long long len;
    unsigned int carry = 0, i;
    crypto_sign_keypair(pk, sk);
    crypto_sign(signed_message, &len, (const uint8_t *)"a message", 9, sk);
    for (i = 0; i < 32; i++) {
        carry += (unsigned int)signed_message[32 + i] + l[i];
        signed_message[32 + i] = (uint8_t)carry;
        carry >>= 8;
    }
    CHECK(crypto_sign_open(message, &len, signed_message, 73, pk) == 0 && len == 9);
    signed_message[40] ^= 1;
    CHECK(crypto_sign_open(message, &len, signed_message, 73, pk) == -1);
}

static void boxes(void) {
    uint8_t key[32], nonce[24], message[46] = {0}, box[46], opened[46], pk[32], sk[32];
    memset(key, 1, 32);
    memset(nonce, 2, 24);
    memcpy(message + crypto_secretbox_ZEROBYTES, "attack at dawn", 14);
    CHECK(crypto_secretbox(box, message, 46, nonce, key) == 0);
    CHECK(is(box, "0000000000000000000000000000000063ee8eb5bf46771459d8023e80c939809c11aa9c1d51f22c145dd39f2f28"));
    CHECK(crypto_secretbox_open(opened, box, 46, nonce, key) == 0 && memcmp(opened, message, 46) == 0);

    /* "Cryptography in NaCl", Section 8: the key that Alice and Bob share */
    set(sk, "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    set(pk, "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
    CHECK(crypto_box_beforenm(key, pk, sk) == 0);
    CHECK(is(key, "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389"));
    CHECK(crypto_box(box, message, 46, nonce, pk, sk) == 0);
    CHECK(crypto_box_open_afternm(opened, box, 46, nonce, key) == 0 && memcmp(opened, message, 46) == 0);
    CHECK(crypto_box_afternm(opened, message, 46, nonce, key) == 0 && memcmp(opened, box, 46) == 0);
    CHECK(crypto_box_open(opened, box, 46, nonce, pk, sk) == 0 && memcmp(opened, message, 46) == 0);

    /* A public key of small order is accepted. */
    memset(pk, 0, 32);
    CHECK(crypto_box_beforenm(key, pk, sk) == 0);
    CHECK(is(key, "351f86faa3b988468a850122b65b0acece9c4826806aeee63de9c0da2bd7f91e"));
}

static void primitives(void) {
    uint8_t a[256], b[64], out[80], key[32], nonce[24];
    size_t i;
    memset(key, 1, 32);
    memset(nonce, 2, 24);
    memset(a, 0, 32);
    CHECK(crypto_core_salsa20(out, nonce, key, a) == 0);
    CHECK(is(out, "ee875f1ed46e43c43abd83f77107f87447c49fa4fb9e07fdc70941a9312eb11a"
                  "51b631d6dace5c47ce5451337ce1daf6d8b59384eb85e2513310dab99d4b9bcf"));
    CHECK(crypto_core_hsalsa20(out, nonce, key, (const uint8_t *)"attack at dawn\0\0") == 0);
    CHECK(is(out, "c7e3b3273fa569958b64c61ddddb0030b890d86ddf59ef32fab888debeeef525"));
    CHECK(crypto_stream_salsa20(out, 80, nonce, key) == 0);
    CHECK(is(out, "a3d1f8292cab0b2096ab2aa26fc59aaf3ee159b39fc6029ef160d82ec80fa110ff958ab802861180ec006f8c84500300"
                  "24a2d7744bf564c1782f15db6681144c65a730622a14ae9a4e95f753289a6d2d"));
    memset(a, 0, 80);
    CHECK(crypto_stream_salsa20_xor(a, a, 80, nonce, key) == 0 && memcmp(a, out, 80) == 0);
    CHECK(crypto_stream(out, 80, nonce, key) == 0);
    CHECK(crypto_stream_xor(a, NULL, 80, nonce, key) == 0 && memcmp(a, out, 80) == 0);

    /* RFC 8439 Section 2.5.2 */
    set(key, "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b");
    CHECK(crypto_onetimeauth(out, (const uint8_t *)"Cryptographic Forum Research Group", 34, key) == 0);
    CHECK(is(out, "a8061dc1305136c6c22b8baf0c0127a9"));
    CHECK(crypto_onetimeauth_verify(out, (const uint8_t *)"Cryptographic Forum Research Group", 34, key) == 0);
    CHECK(crypto_onetimeauth_verify(out, (const uint8_t *)"Cryptographic Forum Research Groups", 35, key) == -1);

    CHECK(crypto_hash(out, (const uint8_t *)"abc", 3) == 0);
    CHECK(is(out, "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                  "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"));
    CHECK(crypto_hash_sha256(out, (const uint8_t *)"abc", 3) == 0);
    CHECK(is(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    memset(b, 5, 64);
    memset(a, 6, 256);
    CHECK(crypto_hashblocks(b, a, 200) == 72);
    CHECK(is(b, "624ad7dfd142e6db22386e06addafa91813363b61432595aecaf8e312d854964"
                "0bf29653d2235e9f7a388a74f66a06e27cf680343a5f7588134a278346ad6ed3"));
    /* The blocks of a padded message are its hash. */
    set(b, "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19");
    memset(a, 0, 64);
    memcpy(a, "abc\x80", 4);
    a[63] = 24;
    CHECK(crypto_hashblocks_sha256(b, a, 64) == 0);
    CHECK(is(b, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));

    for (i = 0; i < 32; i++) {
        key[i] = (uint8_t)i;
    }
    CHECK(crypto_auth(out, (const uint8_t *)"a message", 9, key) == 0);
    CHECK(is(out, "bab93bf1eed280249d834ab5f54c32cff022716fcbedda8e9f70e1e4251d2393"));
    CHECK(crypto_auth_verify(out, (const uint8_t *)"a message", 9, key) == 0);
    out[31] ^= 1;
    CHECK(crypto_auth_verify(out, (const uint8_t *)"a message", 9, key) == -1);

    /* RFC 7748 Section 5.2 */
    set(a, "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4");
    set(b, "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c");
    CHECK(crypto_scalarmult(out, a, b) == 0);
    CHECK(is(out, "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"));
    memset(b, 0, 32);
    b[0] = 9;
    CHECK(crypto_scalarmult(out, a, b) == 0 && crypto_scalarmult_base(b, a) == 0 && memcmp(out, b, 32) == 0);

    CHECK(crypto_verify_16(a, a) == 0 && crypto_verify_16(a, b) == -1);
    CHECK(crypto_verify_32(a, a) == 0 && crypto_verify_32(a, b) == -1);
}

static void names(void) {
    CHECK(strcmp(crypto_box_PRIMITIVE, "curve25519xsalsa20poly1305") == 0);
    CHECK(strcmp(crypto_sign_IMPLEMENTATION, "crypto_sign/ed25519/tweet") == 0);
    CHECK(strcmp(crypto_hash_VERSION, "-") == 0);
    CHECK(crypto_box_BEFORENMBYTES == 32 && crypto_box_ZEROBYTES == 32 && crypto_box_BOXZEROBYTES == 16);
}

int main(void) {
    keys();
    any_s();
    boxes();
    primitives();
    names();
    return 0;
}
