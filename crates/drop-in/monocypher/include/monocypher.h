/*
 * The interface of Monocypher 4, implemented by Carnelian.
 *
 * CONTEXTS (..._ctx) ARE LARGER THAN MONOCYPHER'S, except crypto_aead_ctx: that of Poly1305 has 2352 bytes instead of 80.
 * What was compiled against Monocypher's header, or has sizes of its own, as bindings for other languages may, provides
 * too little memory, which is overwritten without an error: neither such code nor Monocypher itself may be in a program
 * with this library. docs/guide/monocypher.md has the sizes.
 *
 * Programs that were written for Monocypher 4 include this header instead and link with libcarnelian-monocypher. Every
 * function returns what Monocypher's returns. Monocypher's manual applies; what is said below is what this library adds.
 *
 * Arrays whose length stands in their declaration must have that length. Sizes are in bytes. A pointer to nothing
 * (size 0) may be null. Outputs of a fixed length may overlap inputs.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef MONOCYPHER_H
#define MONOCYPHER_H

#include <stddef.h>
#include <stdint.h>

/* The mark of verdicts, which must not be ignored. Programs that want no warnings define it as nothing. */
#ifndef CARNELIAN_MUST_CHECK
#if defined(__GNUC__) || defined(__clang__)
#define CARNELIAN_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CARNELIAN_MUST_CHECK
#endif
#endif

/* The functions are those of C in every namespace. */
#ifdef MONOCYPHER_CPP_NAMESPACE
namespace MONOCYPHER_CPP_NAMESPACE {
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* ---- Comparison in constant time: 0 if equal, otherwise -1 ---- */

int crypto_verify16(const uint8_t a[16], const uint8_t b[16]) CARNELIAN_MUST_CHECK;
int crypto_verify32(const uint8_t a[32], const uint8_t b[32]) CARNELIAN_MUST_CHECK;
int crypto_verify64(const uint8_t a[64], const uint8_t b[64]) CARNELIAN_MUST_CHECK;

/* ---- Wiping, which no compiler removes ---- */

void crypto_wipe(void *secret, size_t size);

/* ---- Authenticated encryption: XChaCha20 and Poly1305 ----
 *
 * Text may be encrypted and decrypted in place. If a message is forged, -1 is returned and no output is written.
 */

void crypto_aead_lock(uint8_t *cipher_text,
                      uint8_t mac[16],
                      const uint8_t key[32],
                      const uint8_t nonce[24],
                      const uint8_t *ad, size_t ad_size,
                      const uint8_t *plain_text, size_t text_size);
int crypto_aead_unlock(uint8_t *plain_text,
                       const uint8_t mac[16],
                       const uint8_t key[32],
                       const uint8_t nonce[24],
                       const uint8_t *ad, size_t ad_size,
                       const uint8_t *cipher_text, size_t text_size) CARNELIAN_MUST_CHECK;

/* A stream of messages. Each is encrypted under a key of its own, which the one before it determines. */
typedef struct {
    uint64_t counter;
    uint8_t key[32];
    uint8_t nonce[8];
} crypto_aead_ctx;

void crypto_aead_init_x(crypto_aead_ctx *ctx, const uint8_t key[32], const uint8_t nonce[24]);
void crypto_aead_init_djb(crypto_aead_ctx *ctx, const uint8_t key[32], const uint8_t nonce[8]);
void crypto_aead_init_ietf(crypto_aead_ctx *ctx, const uint8_t key[32], const uint8_t nonce[12]);

void crypto_aead_write(crypto_aead_ctx *ctx,
                       uint8_t *cipher_text,
                       uint8_t mac[16],
                       const uint8_t *ad, size_t ad_size,
                       const uint8_t *plain_text, size_t text_size);
int crypto_aead_read(crypto_aead_ctx *ctx,
                     uint8_t *plain_text,
                     const uint8_t mac[16],
                     const uint8_t *ad, size_t ad_size,
                     const uint8_t *cipher_text, size_t text_size) CARNELIAN_MUST_CHECK;

/* ---- BLAKE2b ----
 *
 * Digests have 1 to 64 bytes, keys 0 to 64. For other sizes the digest is zeros. Contexts may be copied by assignment;
 * their content belongs to this library.
 */

void crypto_blake2b(uint8_t *hash, size_t hash_size, const uint8_t *message, size_t message_size);
void crypto_blake2b_keyed(uint8_t *hash, size_t hash_size,
                          const uint8_t *key, size_t key_size,
                          const uint8_t *message, size_t message_size);

typedef struct {
    uint64_t opaque[32];
} crypto_blake2b_ctx;

void crypto_blake2b_init(crypto_blake2b_ctx *ctx, size_t hash_size);
void crypto_blake2b_keyed_init(crypto_blake2b_ctx *ctx, size_t hash_size, const uint8_t *key, size_t key_size);
void crypto_blake2b_update(crypto_blake2b_ctx *ctx, const uint8_t *message, size_t message_size);
void crypto_blake2b_final(crypto_blake2b_ctx *ctx, uint8_t *hash);

/* ---- Argon2 ----
 *
 * If the work area is aligned to 64 bytes, it is used, and wiped afterwards. malloc aligns to less; then the function
 * takes memory of its own from the system, and does not touch the work area, unless an input lies in it.
 *
 * The function cannot report an error, and a hash that does not depend on the password must not be taken for one that
 * does. Therefore it ends the process (abort) if there is not enough memory, if the parameters are not allowed
 * (algorithm 0 to 2, at least 8 blocks for each lane, 1 pass and 1 lane, less than 2^24 lanes), and for null pointers.
 * Salts of fewer than 8 bytes and hashes of fewer than 4, which RFC 9106 advises against, take more time.
 */

#define CRYPTO_ARGON2_D 0
#define CRYPTO_ARGON2_I 1
#define CRYPTO_ARGON2_ID 2

typedef struct {
    uint32_t algorithm; /* one of the constants above */
    uint32_t nb_blocks; /* size of the work area in KiB */
    uint32_t nb_passes;
    uint32_t nb_lanes; /* computed side by side, on one thread */
} crypto_argon2_config;

typedef struct {
    const uint8_t *pass;
    const uint8_t *salt;
    uint32_t pass_size;
    uint32_t salt_size;
} crypto_argon2_inputs;

typedef struct {
    const uint8_t *key;
    const uint8_t *ad;
    uint32_t key_size;
    uint32_t ad_size;
} crypto_argon2_extras;

extern const crypto_argon2_extras crypto_argon2_no_extras;

void crypto_argon2(uint8_t *hash, uint32_t hash_size, void *work_area,
                   crypto_argon2_config config,
                   crypto_argon2_inputs inputs,
                   crypto_argon2_extras extras);

/* ---- X25519 ----
 *
 * A public key of small order gives a shared secret of zeros.
 */

void crypto_x25519_public_key(uint8_t public_key[32], const uint8_t secret_key[32]);
void crypto_x25519(uint8_t raw_shared_secret[32],
                   const uint8_t your_secret_key[32],
                   const uint8_t their_public_key[32]);

/* The public key of EdDSA with the same point, up to the sign of x, which is even. */
void crypto_x25519_to_eddsa(uint8_t eddsa[32], const uint8_t x25519[32]);

/* Divides by a secret key: removes a blinding. */
void crypto_x25519_inverse(uint8_t blind_salt[32], const uint8_t private_key[32], const uint8_t curve_point[32]);

/* Public keys for crypto_elligator_rev, which reveal three bits of the secret key. Both functions do the same. */
void crypto_x25519_dirty_small(uint8_t pk[32], const uint8_t sk[32]);
void crypto_x25519_dirty_fast(uint8_t pk[32], const uint8_t sk[32]);

/* ---- EdDSA with BLAKE2b ----
 *
 * Signatures are accepted by the rule of ZIP 215. A secret key is the seed and the public key. Key pairs wipe the seed.
 */

void crypto_eddsa_key_pair(uint8_t secret_key[64], uint8_t public_key[32], uint8_t seed[32]);
void crypto_eddsa_sign(uint8_t signature[64],
                       const uint8_t secret_key[64],
                       const uint8_t *message, size_t message_size);
int crypto_eddsa_check(const uint8_t signature[64],
                       const uint8_t public_key[32],
                       const uint8_t *message, size_t message_size) CARNELIAN_MUST_CHECK;

/* The public key of X25519 with the same point. */
void crypto_eddsa_to_x25519(uint8_t x25519[32], const uint8_t eddsa[32]);

/* The steps of EdDSA, for schemes that need them one by one. */
void crypto_eddsa_trim_scalar(uint8_t out[32], const uint8_t in[32]);
void crypto_eddsa_reduce(uint8_t reduced[32], const uint8_t expanded[64]);
void crypto_eddsa_mul_add(uint8_t r[32], const uint8_t a[32], const uint8_t b[32], const uint8_t c[32]);
void crypto_eddsa_scalarbase(uint8_t point[32], const uint8_t scalar[32]);
int crypto_eddsa_check_equation(const uint8_t signature[64], const uint8_t public_key[32], const uint8_t h_ram[32])
    CARNELIAN_MUST_CHECK;

/* ---- ChaCha20 ----
 *
 * Returns the number of the block after the text. A null plain_text stands for zeros: the output is the keystream.
 */

void crypto_chacha20_h(uint8_t out[32], const uint8_t key[32], const uint8_t in[16]);
uint64_t crypto_chacha20_djb(uint8_t *cipher_text, const uint8_t *plain_text, size_t text_size,
                             const uint8_t key[32], const uint8_t nonce[8], uint64_t ctr);
uint32_t crypto_chacha20_ietf(uint8_t *cipher_text, const uint8_t *plain_text, size_t text_size,
                              const uint8_t key[32], const uint8_t nonce[12], uint32_t ctr);
uint64_t crypto_chacha20_x(uint8_t *cipher_text, const uint8_t *plain_text, size_t text_size,
                           const uint8_t key[32], const uint8_t nonce[24], uint64_t ctr);

/* ---- Poly1305 ----
 *
 * A key authenticates one message. Contexts may be copied by assignment; their content belongs to this library.
 */

void crypto_poly1305(uint8_t mac[16], const uint8_t *message, size_t message_size, const uint8_t key[32]);

typedef struct {
    uint64_t opaque[294];
} crypto_poly1305_ctx;

void crypto_poly1305_init(crypto_poly1305_ctx *ctx, const uint8_t key[32]);
void crypto_poly1305_update(crypto_poly1305_ctx *ctx, const uint8_t *message, size_t message_size);
void crypto_poly1305_final(crypto_poly1305_ctx *ctx, uint8_t mac[16]);

/* ---- Elligator 2 ---- */

void crypto_elligator_map(uint8_t curve[32], const uint8_t hidden[32]);

/* Returns 0, or -1 and writes nothing if the coordinate has no representative. */
int crypto_elligator_rev(uint8_t hidden[32], const uint8_t curve[32], uint8_t tweak) CARNELIAN_MUST_CHECK;

/* Wipes the seed. */
void crypto_elligator_key_pair(uint8_t hidden[32], uint8_t secret_key[32], uint8_t seed[32]);

#ifdef __cplusplus
}
#endif
#ifdef MONOCYPHER_CPP_NAMESPACE
}
#endif

#endif
