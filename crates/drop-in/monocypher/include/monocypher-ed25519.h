/*
 * The optional interface of Monocypher 4, implemented by Carnelian: Ed25519, and SHA-512 with HMAC and HKDF.
 *
 * CONTEXTS (..._ctx) ARE LARGER THAN MONOCYPHER'S: monocypher.h says what this breaks. They may be copied by assignment;
 * their content belongs to this library.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ED25519_H
#define ED25519_H

#include "monocypher.h"

#ifdef MONOCYPHER_CPP_NAMESPACE
namespace MONOCYPHER_CPP_NAMESPACE {
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* ---- SHA-512 ---- */

typedef struct {
    uint64_t opaque[32];
} crypto_sha512_ctx;

void crypto_sha512_init(crypto_sha512_ctx *ctx);
void crypto_sha512_update(crypto_sha512_ctx *ctx, const uint8_t *message, size_t message_size);
void crypto_sha512_final(crypto_sha512_ctx *ctx, uint8_t hash[64]);
void crypto_sha512(uint8_t hash[64], const uint8_t *message, size_t message_size);

/* ---- HMAC ---- */

typedef struct {
    uint64_t opaque[64];
} crypto_sha512_hmac_ctx;

void crypto_sha512_hmac_init(crypto_sha512_hmac_ctx *ctx, const uint8_t *key, size_t key_size);
void crypto_sha512_hmac_update(crypto_sha512_hmac_ctx *ctx, const uint8_t *message, size_t message_size);
void crypto_sha512_hmac_final(crypto_sha512_hmac_ctx *ctx, uint8_t hmac[64]);
void crypto_sha512_hmac(uint8_t hmac[64],
                        const uint8_t *key, size_t key_size,
                        const uint8_t *message, size_t message_size);

/* ---- HKDF ----
 *
 * The standard has outputs of up to 255 * 64 bytes. Longer ones are written, with numbers of blocks that repeat.
 */

void crypto_sha512_hkdf_expand(uint8_t *okm, size_t okm_size,
                               const uint8_t *prk, size_t prk_size,
                               const uint8_t *info, size_t info_size);
void crypto_sha512_hkdf(uint8_t *okm, size_t okm_size,
                        const uint8_t *ikm, size_t ikm_size,
                        const uint8_t *salt, size_t salt_size,
                        const uint8_t *info, size_t info_size);

/* ---- Ed25519 ----
 *
 * Signatures are accepted by the rule of ZIP 215. A secret key is the seed and the public key. Key pairs wipe the seed.
 */

void crypto_ed25519_key_pair(uint8_t secret_key[64], uint8_t public_key[32], uint8_t seed[32]);
void crypto_ed25519_sign(uint8_t signature[64],
                         const uint8_t secret_key[64],
                         const uint8_t *message, size_t message_size);
int crypto_ed25519_check(const uint8_t signature[64],
                         const uint8_t public_key[32],
                         const uint8_t *message, size_t message_size) CARNELIAN_MUST_CHECK;

/* Ed25519ph: signs the SHA-512 digest of a message. */
void crypto_ed25519_ph_sign(uint8_t signature[64], const uint8_t secret_key[64], const uint8_t message_hash[64]);
int crypto_ed25519_ph_check(const uint8_t signature[64],
                            const uint8_t public_key[32],
                            const uint8_t message_hash[64]) CARNELIAN_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#ifdef MONOCYPHER_CPP_NAMESPACE
}
#endif

#endif
