/* EdDSA with a hash function of the caller. With SHA-512 it must be Ed25519. */
#include "check.h"
#include <ed25519.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* FIPS 180-4, Section 4.2.3 and Section 5.3.5. */
static const uint64_t K[80] = {
    0x428a2f98d728ae22U, 0x7137449123ef65cdU, 0xb5c0fbcfec4d3b2fU, 0xe9b5dba58189dbbcU, 0x3956c25bf348b538U,
    0x59f111f1b605d019U, 0x923f82a4af194f9bU, 0xab1c5ed5da6d8118U, 0xd807aa98a3030242U, 0x12835b0145706fbeU,
    0x243185be4ee4b28cU, 0x550c7dc3d5ffb4e2U, 0x72be5d74f27b896fU, 0x80deb1fe3b1696b1U, 0x9bdc06a725c71235U,
    0xc19bf174cf692694U, 0xe49b69c19ef14ad2U, 0xefbe4786384f25e3U, 0x0fc19dc68b8cd5b5U, 0x240ca1cc77ac9c65U,
    0x2de92c6f592b0275U, 0x4a7484aa6ea6e483U, 0x5cb0a9dcbd41fbd4U, 0x76f988da831153b5U, 0x983e5152ee66dfabU,
    0xa831c66d2db43210U, 0xb00327c898fb213fU, 0xbf597fc7beef0ee4U, 0xc6e00bf33da88fc2U, 0xd5a79147930aa725U,
    0x06ca6351e003826fU, 0x142929670a0e6e70U, 0x27b70a8546d22ffcU, 0x2e1b21385c26c926U, 0x4d2c6dfc5ac42aedU,
    0x53380d139d95b3dfU, 0x650a73548baf63deU, 0x766a0abb3c77b2a8U, 0x81c2c92e47edaee6U, 0x92722c851482353bU,
    0xa2bfe8a14cf10364U, 0xa81a664bbc423001U, 0xc24b8b70d0f89791U, 0xc76c51a30654be30U, 0xd192e819d6ef5218U,
    0xd69906245565a910U, 0xf40e35855771202aU, 0x106aa07032bbd1b8U, 0x19a4c116b8d2d0c8U, 0x1e376c085141ab53U,
    0x2748774cdf8eeb99U, 0x34b0bcb5e19b48a8U, 0x391c0cb3c5c95a63U, 0x4ed8aa4ae3418acbU, 0x5b9cca4f7763e373U,
    0x682e6ff3d6b2b8a3U, 0x748f82ee5defb2fcU, 0x78a5636f43172f60U, 0x84c87814a1f0ab72U, 0x8cc702081a6439ecU,
    0x90befffa23631e28U, 0xa4506cebde82bde9U, 0xbef9a3f7b2c67915U, 0xc67178f2e372532bU, 0xca273eceea26619cU,
    0xd186b8c721c0c207U, 0xeada7dd6cde0eb1eU, 0xf57d4f7fee6ed178U, 0x06f067aa72176fbaU, 0x0a637dc5a2c898a6U,
    0x113f9804bef90daeU, 0x1b710b35131c471bU, 0x28db77f523047d84U, 0x32caab7b40c72493U, 0x3c9ebe0a15c9bebcU,
    0x431d67c49c100d4cU, 0x4cc5d4becb3e42b6U, 0x597f299cfc657e2aU, 0x5fcb6fab3ad6faecU, 0x6c44198c4a475817U};
static const uint64_t H[8] = {
    0x6a09e667f3bcc908U, 0xbb67ae8584caa73bU, 0x3c6ef372fe94f82bU, 0xa54ff53a5f1d36f1U, 0x510e527fade682d1U,
    0x9b05688c2b3e6c1fU, 0x1f83d9abfb41bd6bU, 0x5be0cd19137e2179U};

typedef struct {
    uint64_t h[8];
    unsigned char block[128];
    size_t len;
    int finished;
} sha512;

static uint64_t rotr(uint64_t x, int n) {
    return x >> n | x << (64 - n);
}

static void compress(sha512 *state) {
    uint64_t w[80], v[8];
    int t, i;
    for (t = 0; t < 16; t++) {
        for (w[t] = 0, i = 0; i < 8; i++) {
            w[t] = w[t] << 8 | state->block[8 * t + i];
        }
    }
    for (; t < 80; t++) {
        uint64_t a = w[t - 15], b = w[t - 2];
        w[t] = w[t - 16] + (rotr(a, 1) ^ rotr(a, 8) ^ a >> 7) + w[t - 7] + (rotr(b, 19) ^ rotr(b, 61) ^ b >> 6);
    }
    memcpy(v, state->h, sizeof v);
    for (t = 0; t < 80; t++) {
        uint64_t e = v[4], a = v[0];
        uint64_t t1 = v[7] + (rotr(e, 14) ^ rotr(e, 18) ^ rotr(e, 41)) + ((e & v[5]) ^ (~e & v[6])) + K[t] + w[t];
        uint64_t t2 = (rotr(a, 28) ^ rotr(a, 34) ^ rotr(a, 39)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (i = 0; i < 8; i++) {
        state->h[i] += v[i];
    }
}

static void init(void *context) {
    sha512 *state = context;
    memset(state, 0, sizeof *state);
    memcpy(state->h, H, sizeof H);
}

static void update(void *context, const unsigned char *in, size_t inlen) {
    sha512 *state = context;
    size_t i;
    for (i = 0; i < inlen; i++) {
        state->block[state->len++ % 128] = in[i];
        if (state->len % 128 == 0) {
            compress(state);
        }
    }
}

static void finish(void *context, unsigned char *hash) {
    sha512 *state = context;
    unsigned char byte = 0x80, length[16] = {0};
    uint64_t bits = (uint64_t)state->len * 8;
    int i;
    for (i = 0; i < 8; i++) {
        length[15 - i] = (unsigned char)(bits >> 8 * i);
    }
    update(state, &byte, 1);
    for (byte = 0; state->len % 128 != 112;) {
        update(state, &byte, 1);
    }
    update(state, length, 16);
    for (i = 0; i < 64; i++) {
        hash[i] = (unsigned char)(state->h[i / 8] >> (56 - 8 * (i % 8)));
    }
    state->finished++;
}

static void count_up(void *out, size_t count) {
    size_t i;
    for (i = 0; i < count; i++) {
        ((unsigned char *)out)[i] = (unsigned char)i;
    }
}

int main(void) {
    sha512 state;
    carnelian_donna_hash hash, none;
    ed25519_secret_key sk;
    ed25519_public_key pk, pk2;
    ed25519_signature rs, rs2;
    unsigned char m[300], twice[32];
    size_t mlen;
    hash.context = &state;
    hash.init = init;
    hash.update = update;
    hash.finish = finish;
    for (mlen = 0; mlen < sizeof m; mlen += 23) {
        ed25519_randombytes_unsafe(sk, sizeof sk);
        ed25519_randombytes_unsafe(m, sizeof m);
        ed25519_publickey(sk, pk);
        carnelian_donna_publickey(&hash, sk, pk2);
        CHECK(memcmp(pk, pk2, sizeof pk) == 0);
        ed25519_sign(m, mlen, sk, pk, rs);
        carnelian_donna_sign(&hash, m, mlen, sk, rs2);
        CHECK(memcmp(rs, rs2, sizeof rs) == 0);
        CHECK(carnelian_donna_sign_open(&hash, m, mlen, pk, rs) == 0);
        CHECK(carnelian_donna_sign_open(&hash, m, mlen + 1, pk, rs) == -1);
        rs[63] |= 0x20;
        CHECK(carnelian_donna_sign_open(&hash, m, mlen, pk, rs) == -1);
    }
    /* A function that is not there. */
    none = hash;
    none.update = NULL;
    carnelian_donna_sign(&none, m, 3, sk, rs2);
    carnelian_donna_publickey(NULL, sk, pk2);
    memset(rs, 0, sizeof rs);
    memset(twice, 0, sizeof twice);
    CHECK(memcmp(rs, rs2, sizeof rs) == 0 && memcmp(pk2, twice, sizeof pk2) == 0);
    CHECK(carnelian_donna_sign_open(&none, m, 3, pk, rs) == -1);

    carnelian_donna_set_randombytes(count_up);
    ed25519_randombytes_unsafe(sk, sizeof sk);
    CHECK(sk[0] == 0 && sk[31] == 31);
    carnelian_donna_set_randombytes(NULL);
    ed25519_randombytes_unsafe(sk, sizeof sk);
    ed25519_randombytes_unsafe(twice, sizeof twice);
    CHECK(memcmp(sk, twice, sizeof sk) != 0);
    return 0;
}
