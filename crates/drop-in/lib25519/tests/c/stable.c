/* lib25519's stable interface: X25519 and signed messages. */
#include "check.h"
#include <lib25519.h>
#include <stdio.h>
#include <string.h>

/* RFC 7748 Section 6.1. */
static void x25519(void) {
    unsigned char a[lib25519_dh_SECRETKEYBYTES], pb[lib25519_dh_PUBLICKEYBYTES], k[lib25519_dh_BYTES], expected[32];
    unsigned char sk[32], pk[32], sk2[32], pk2[32], k2[32];
    set(a, "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    set(pb, "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
    set(expected, "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    lib25519_dh(k, pb, a);
    CHECK(memcmp(k, expected, 32) == 0);
    lib25519_dh(a, pb, a); /* in place */
    CHECK(memcmp(a, expected, 32) == 0);
    lib25519_dh_keypair(pk, sk);
    lib25519_dh_keypair(pk2, sk2);
    CHECK(memcmp(sk, sk2, 32) != 0);
    lib25519_dh(k, pk2, sk);
    lib25519_dh(k2, pk, sk2);
    CHECK(memcmp(k, k2, 32) == 0);
    /* A point of small order: zero. */
    memset(pk, 0, 32);
    memset(k, 1, 32);
    lib25519_dh(k, pk, sk);
    CHECK(memcmp(k, pk, 32) == 0);
    memset(k, 1, 32);
    lib25519_dh(k, NULL, sk);
    CHECK(memcmp(k, pk, 32) == 0);
    lib25519_dh_keypair(NULL, NULL);
}

static void signed_messages(void) {
    unsigned char pk[32], sk[64], m[200], sm[264], opened[264], zeros[264];
    long long smlen, mlen, len;
    size_t i;
    memset(zeros, 0, sizeof zeros);
    for (i = 0; i < sizeof m; i++) {
        m[i] = (unsigned char)i;
    }
    lib25519_sign_keypair(pk, sk);
    CHECK(memcmp(pk, sk + 32, 32) == 0);
    for (len = 0; len <= 200; len += 40) {
        lib25519_sign(sm, &smlen, len ? m : NULL, len, sk);
        CHECK(smlen == len + 64 && memcmp(sm + 64, m, (size_t)len) == 0);
        memset(opened, 1, sizeof opened);
        CHECK(lib25519_sign_open(opened, &mlen, sm, smlen, pk) == 0);
        CHECK(mlen == len && memcmp(opened, m, (size_t)len) == 0);
        /* In the same array. */
        memcpy(opened, m, (size_t)len);
        lib25519_sign(opened, &smlen, opened, len, sk);
        CHECK(lib25519_sign_open(opened, &mlen, opened, smlen, pk) == 0);
        CHECK(mlen == len && memcmp(opened, m, (size_t)len) == 0);
        for (i = 0; i < (size_t)smlen; i += 17) {
            sm[i] ^= 0x40;
            memset(opened, 1, sizeof opened);
            mlen = 5;
            CHECK(lib25519_sign_open(opened, &mlen, sm, smlen, pk) == -1);
            CHECK(mlen == -1 && memcmp(opened, zeros, (size_t)smlen) == 0);
            sm[i] ^= 0x40;
        }
    }
    /* A wrong public half does not make the signature reveal the secret half. */
    sk[40] ^= 1;
    lib25519_sign(sm, &smlen, m, 10, sk);
    CHECK(lib25519_sign_open(opened, &mlen, sm, smlen, pk) == 0);
    /* Too short, and null pointers. */
    for (len = -3; len < 64; len++) {
        CHECK(lib25519_sign_open(opened, &mlen, sm, len, pk) == -1 && mlen == -1);
    }
    CHECK(lib25519_sign_open(NULL, &mlen, sm, smlen, pk) == -1);
    CHECK(lib25519_sign_open(opened, NULL, NULL, smlen, pk) == -1);
    CHECK(lib25519_sign_open(opened, &mlen, sm, smlen, NULL) == -1);
    lib25519_sign(NULL, &smlen, m, 10, sk);
    CHECK(smlen == -1);
    lib25519_sign(sm, &smlen, m, -1, sk);
    CHECK(smlen == -1);
}

/* RFC 8032 Section 7.1, test 3, and what lib25519 accepts. */
static void rule(void) {
    unsigned char pk[32], sm[66], m[66];
    long long mlen;
    static const unsigned char order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
                                            0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
                                            0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};
    int i, sum = 0;
    set(pk, "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
    set(sm, "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
              "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40aaf82");
    CHECK(lib25519_sign_open(m, &mlen, sm, 66, pk) == 0 && mlen == 2 && m[0] == 0xaf && m[1] == 0x82);
    /* S + L. */
    for (i = 0; i < 32; i++) {
        sum += sm[32 + i] + order[i];
        sm[32 + i] = (unsigned char)sum;
        sum >>= 8;
    }
    CHECK(lib25519_sign_open(m, &mlen, sm, 66, pk) == -1);
    /* Of small order and canonical: the identity as A and R, and S = 0. */
    memset(sm, 0, sizeof sm);
    memset(pk, 0, sizeof pk);
    sm[0] = pk[0] = 1;
    CHECK(lib25519_sign_open(m, &mlen, sm, 66, pk) == 0);
    /* Not canonical: x = 0 with a sign, and y = p + 1. */
    pk[31] = 0x80;
    CHECK(lib25519_sign_open(m, &mlen, sm, 66, pk) == -1);
    memset(pk, 0xff, sizeof pk);
    pk[0] = 0xee;
    pk[31] = 0x7f;
    CHECK(lib25519_sign_open(m, &mlen, sm, 66, pk) == -1);
}

int main(void) {
    x25519();
    signed_messages();
    rule();
    return 0;
}
