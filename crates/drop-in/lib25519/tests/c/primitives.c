/* The primitives under lib25519's stable interface, and the functions that report on them. */
#include "check.h"
#include <lib25519.h>
#include <stdio.h>
#include <string.h>

/* SHA-512 of "abc", FIPS 180-4's example, at once and as one padded block. */
static void sha512(void) {
    unsigned char h[64], expected[64], block[300] = "abc";
    set(expected, "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
    lib25519_hash(h, block, 3);
    CHECK(memcmp(h, expected, lib25519_hash_BYTES) == 0);
    block[3] = 0x80;
    block[127] = 24;
    set(h, "6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1"
             "510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179");
    CHECK(lib25519_hashblocks(h, block, 128 + 77) == 77);
    CHECK(memcmp(h, expected, lib25519_hashblocks_STATEBYTES) == 0);
    CHECK(lib25519_hashblocks(h, NULL, 0) == 0 && lib25519_hashblocks(h, block, -1) == -1);
    lib25519_hash(h, NULL, 5);
    CHECK(h[0] == 0 && h[63] == 0);
}

static void multiples(void) {
    unsigned char n[3][32], p[3][32], q[3][32], single[32], base[32] = {9};
    int i;
    memset(n, 7, sizeof n);
    n[1][3] = 1;
    n[2][31] = 0xff;
    for (i = 0; i < 3; i++) {
        lib25519_nG_montgomery25519(p[i], n[2 - i]);
        lib25519_nP(single, n[2 - i], base);
        CHECK(memcmp(p[i], single, 32) == 0);
    }
    lib25519_nPbatch(q[0], n[0], p[0], 3);
    for (i = 0; i < 3; i++) {
        lib25519_nP(single, n[i], p[i]);
        CHECK(memcmp(q[i], single, 32) == 0);
    }
    lib25519_nPbatch(n[0], n[0], p[0], 3); /* in place */
    CHECK(memcmp(n, q, sizeof n) == 0);
    /* G and 2^255 + 1: the encoded base point, and its coordinate. */
    memset(n, 0, sizeof n);
    n[0][0] = n[1][0] = 1;
    n[1][31] = 0x80;
    lib25519_nG(q[0], n[0]);
    lib25519_nG(q[1], n[1]);
    memset(p[0], 0x66, 32);
    p[0][0] = 0x58;
    CHECK(memcmp(q[0], p[0], 32) == 0 && memcmp(q[1], base, 32) == 0);
}

static void sums(void) {
    unsigned char g[32], out[33], m[32] = {5}, n[64] = {3}, two[33], ns[64] = {1}, ps[64];
    memset(g, 0x66, 32);
    g[0] = 0x58;
    /* 5G - 3G = 2G = G + G. */
    lib25519_mGnP(out, m, n, g);
    CHECK(out[32] == 1);
    ns[32] = 1;
    memcpy(ps, g, 32);
    memcpy(ps + 32, g, 32);
    lib25519_multiscalar(two, ns, ps, 2);
    CHECK(memcmp(out, two, 33) == 0);
    /* The point (0, -1), of order 2: subtracted once, it is not the multiple L - 1 of itself. */
    memset(ps, 0xff, 32);
    ps[0] = 0xec;
    ps[31] = 0x7f;
    memset(m, 0, 32);
    n[0] = 1;
    lib25519_mGnP(out, m, n, ps);
    CHECK(out[32] == 1 && memcmp(out, ps, 32) == 0);
    /* Scalars and points that are not canonical. */
    memset(m, 0xff, 32);
    lib25519_mGnP(out, m, n, g);
    CHECK(out[32] == 0);
    memset(m, 0, 32);
    ps[0] = 0xee;
    lib25519_mGnP(out, m, n, ps);
    CHECK(out[32] == 0);
    lib25519_multiscalar(out, ns, ps, 2);
    CHECK(out[32] == 0);
    /* An empty sum is the identity. */
    lib25519_multiscalar(out, NULL, NULL, 0);
    CHECK(out[0] == 1 && out[1] == 0 && out[31] == 0 && out[32] == 1);
    lib25519_multiscalar(out, ns, ps, -1);
    CHECK(out[0] == 0 && out[32] == 0);
}

static void inverses(void) {
    unsigned char x[3][32] = {{2}, {0}, {1}}, y[3][32], half[32];
    memset(half, 0xff, 32);
    half[0] = 0xf7;
    half[31] = 0x3f;
    lib25519_powbatch(y[0], x[0], 3);
    CHECK(memcmp(y[0], half, 32) == 0 && memcmp(y[1], x[1], 32) == 0 && memcmp(y[2], x[2], 32) == 0);
    lib25519_pow(y[0], y[0]);
    CHECK(memcmp(y[0], x[0], 32) == 0);
    CHECK(lib25519_verify(y[0], x[0]) == 0 && lib25519_verify(y[0], x[1]) == -1 && lib25519_verify(NULL, x[1]) == -1);
}

static void reports(void) {
    CHECK(strlen(lib25519_hash_implementation()) > 0 && strcmp(lib25519_hash_compiler(), "rustc") == 0);
    CHECK(lib25519_numimpl_sign() == 1 && lib25519_numimpl_nG_montgomery25519() == 1);
    CHECK(lib25519_dispatch_dh(0) == lib25519_dh && lib25519_dispatch_dh(1) == NULL);
    CHECK(lib25519_dispatch_sign_open(0) == lib25519_sign_open && lib25519_dispatch_sign_keypair(-1) == NULL);
    CHECK(strcmp(lib25519_dispatch_nP_implementation(0), lib25519_nP_implementation()) == 0);
    CHECK(lib25519_dispatch_nP_compiler(7) == NULL && strcmp(lib25519_version, "20241004") == 0);
}

int main(void) {
    sha512();
    multiples();
    sums();
    inverses();
    reports();
    return 0;
}
