/* Ed25519 under ed25519-donna's names: known answers, ed25519-donna's rule, batches. */
#include "check.h"
#include <ed25519.h>
#include <stdio.h>
#include <string.h>

/* L, little-endian. */
static const unsigned char ORDER[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
                                        0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
                                        0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};

/* Adds L to S. Returns the carry. */
static int add_order(unsigned char *rs) {
    int i, sum = 0;
    for (i = 0; i < 32; i++) {
        sum += rs[32 + i] + ORDER[i];
        rs[32 + i] = (unsigned char)sum;
        sum >>= 8;
    }
    return sum;
}

/* RFC 8032 Section 7.1, tests 1 to 3. */
static void known_answers(void) {
    static const struct {
        const char *sk, *pk, *m, *rs;
    } tests[] = {
        {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
         "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
         "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
         "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"},
        {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
         "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
         "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
         "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"},
        {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
         "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
         "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
         "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"},
    };
    size_t i;
    for (i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        ed25519_secret_key sk;
        ed25519_public_key pk, expected_pk;
        ed25519_signature rs, expected;
        unsigned char m[2], wrong_pk[32] = {9};
        size_t mlen = strlen(tests[i].m) / 2, bit;
        set(sk, tests[i].sk);
        set(expected_pk, tests[i].pk);
        set(m, tests[i].m);
        set(expected, tests[i].rs);
        ed25519_publickey(sk, pk);
        CHECK(memcmp(pk, expected_pk, 32) == 0);
        ed25519_sign(mlen ? m : NULL, mlen, sk, pk, rs);
        CHECK(memcmp(rs, expected, 64) == 0);
        CHECK(ed25519_sign_open(mlen ? m : NULL, mlen, pk, rs) == 0);
        /* A wrong public key cannot make the signature reveal the secret one. */
        ed25519_sign(m, mlen, sk, wrong_pk, rs);
        CHECK(memcmp(rs, expected, 64) == 0);
        for (bit = 0; bit < 512; bit += 37) {
            rs[bit / 8] ^= (unsigned char)(1 << bit % 8);
            CHECK(ed25519_sign_open(m, mlen, pk, rs) == -1);
            rs[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
        CHECK(ed25519_sign_open((const unsigned char *)"xyz", 3, pk, rs) == -1);
        /* S + L is accepted, S + 2L too where it is below 2^253, and nothing above. */
        add_order(rs);
        CHECK(ed25519_sign_open(m, mlen, pk, rs) == (rs[63] < 0x20 ? 0 : -1));
        do {
            add_order(rs);
        } while (rs[63] < 0x20);
        CHECK(ed25519_sign_open(m, mlen, pk, rs) == -1);
    }
}

static void no_pointers(void) {
    unsigned char sk[32] = {1}, pk[32], rs[64];
    memset(pk, 1, 32);
    ed25519_publickey(NULL, pk);
    CHECK(pk[0] == 0 && pk[31] == 0);
    ed25519_publickey(sk, NULL);
    memset(rs, 1, 64);
    ed25519_sign(NULL, 1, sk, pk, rs);
    CHECK(rs[0] == 0 && rs[63] == 0);
    ed25519_publickey(sk, pk);
    CHECK(ed25519_sign_open(NULL, 1, pk, rs) == -1);
    CHECK(ed25519_sign_open(sk, 1, NULL, rs) == -1);
    CHECK(ed25519_sign_open(sk, 1, pk, NULL) == -1);
    curved25519_scalarmult_basepoint(pk, NULL);
    CHECK(pk[0] == 0 && pk[31] == 0);
    ed25519_randombytes_unsafe(NULL, 0);
    CHECK(ed25519_sign_open_batch(NULL, NULL, NULL, NULL, 0, NULL) == 0);
    CHECK(ed25519_sign_open_batch(NULL, NULL, NULL, NULL, 3, NULL) == 1);
}

/* With A of small order, and R and S chosen to fit, ed25519-donna accepts. */
static void small_order(void) {
    unsigned char rs[64], pk[32];
    int tries, accepted = 0;
    /* A = identity, R = identity, S = 0: 0*B - k*0 = 0, for every message. */
    memset(rs, 0, 64);
    memset(pk, 0, 32);
    rs[0] = pk[0] = 1;
    CHECK(ed25519_sign_open(rs, 10, pk, rs) == 0);
    /* A with the sign of x = 0 set, which is not canonical. */
    pk[31] = 0x80;
    CHECK(ed25519_sign_open(rs, 10, pk, rs) == 0);
    /* A with y = p + 1. */
    memset(pk, 0xff, 32);
    pk[0] = 0xee;
    pk[31] = 0x7f;
    CHECK(ed25519_sign_open(rs, 10, pk, rs) == 0);
    /* R is compared as bytes: the same R with its sign set does not equal the encoding. */
    rs[31] = 0x80;
    CHECK(ed25519_sign_open(rs, 10, pk, rs) == -1);
    rs[31] = 0;
    /* S = L is 0. */
    add_order(rs);
    CHECK(ed25519_sign_open(rs, 10, pk, rs) == 0);
    memset(rs + 32, 0, 32);
    /* A of order 2: accepted for even challenges only, since the cofactor is not multiplied. */
    memset(pk, 0xff, 32);
    pk[0] = 0xec;
    pk[31] = 0x7f;
    for (tries = 0; tries < 64; tries++) {
        unsigned char m = (unsigned char)tries;
        accepted += ed25519_sign_open(&m, 1, pk, rs) == 0;
    }
    CHECK(accepted > 8 && accepted < 56);
    /* y = 2 is the coordinate of no point. */
    memset(pk, 0, 32);
    pk[0] = 2;
    CHECK(ed25519_sign_open(rs, 10, pk, rs) == -1);
}

#define COUNT 133

static void batch(void) {
    static unsigned char sk[COUNT][32], pk[COUNT][32], rs[COUNT][64], m[COUNT][40];
    const unsigned char *ms[COUNT], *pks[COUNT], *rss[COUNT];
    size_t mlens[COUNT], i, num;
    int valid[COUNT + 1];
    static const size_t sizes[] = {0, 1, 3, 4, 5, 63, 64, 65, 67, 68, 128, 132, COUNT};
    size_t size;
    for (i = 0; i < COUNT; i++) {
        ed25519_randombytes_unsafe(sk[i], 32);
        ed25519_randombytes_unsafe(m[i], sizeof m[i]);
        mlens[i] = i % 41;
        ed25519_publickey(sk[i], pk[i]);
        ed25519_sign(m[i], mlens[i], sk[i], pk[i], rs[i]);
        ms[i] = m[i];
        pks[i] = pk[i];
        rss[i] = rs[i];
    }
    for (size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
        num = sizes[size];
        memset(valid, 0x55, sizeof valid);
        CHECK(ed25519_sign_open_batch(ms, mlens, pks, rss, num, valid) == 0);
        for (i = 0; i < num; i++) {
            CHECK(valid[i] == 1);
        }
        CHECK(valid[num] == 0x55555555);
        if (num > 0) {
            /* One bad signature: the last one. In groups of 4 and more the equation fails too. */
            size_t last = num % 64 == 0 ? 64 : num % 64;
            rs[num - 1][33] ^= 4;
            CHECK(ed25519_sign_open_batch(ms, mlens, pks, rss, num, valid) == (last > 3 ? 3 : 1));
            for (i = 0; i < num; i++) {
                CHECK(valid[i] == (i != num - 1));
            }
            rs[num - 1][33] ^= 4;
        }
    }
    /* A key that is not a point, S >= 2^253, S + L, and null pointers. */
    pk[5][0] = 2;
    memset(pk[5] + 1, 0, 31);
    CHECK(ed25519_sign_open_batch(ms, mlens, pks, rss, 64, valid) == 1);
    CHECK(valid[5] == 0 && valid[4] == 1 && valid[63] == 1);
    rs[70][63] |= 0x20;
    CHECK(ed25519_sign_open_batch(ms, mlens, pks, rss, COUNT, valid) == 3);
    CHECK(valid[70] == 0 && valid[71] == 1);
    add_order(rs[90]);
    pks[91] = NULL;
    ms[92] = NULL;
    CHECK(ed25519_sign_open_batch(ms + 64, mlens + 64, pks + 64, rss + 64, 64, valid) == 1);
    CHECK(valid[26] == (rs[90][63] < 0x20) && valid[27] == 0 && valid[28] == 0 && valid[29] == 1);
}

/* RFC 7748 Section 6.1: Alice's keys. */
static void x25519(void) {
    curved25519_key e, pk, expected;
    set(e, "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    curved25519_scalarmult_basepoint(pk, e);
    set(expected, "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
    CHECK(memcmp(pk, expected, 32) == 0);
}

int main(void) {
    known_answers();
    no_pointers();
    small_order();
    batch();
    x25519();
    return 0;
}
