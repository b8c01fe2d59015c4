/*
 * The interface of ed25519-donna, implemented by Carnelian. A program that was written for ed25519-donna builds against
 * this header unchanged and is linked with -lcarnelian-donna.
 *
 * Ed25519 is RFC 8032's, with SHA-512. Pointers must not be null where there are bytes to read or write; outputs may
 * overlap inputs. Operations on secret keys take constant time, and leave no copies of them. The library keeps no state
 * beyond the random source of carnelian_donna_set_randombytes; functions may be called from several threads.
 *
 * SIGNATURES ARE ACCEPTED BY ED25519-DONNA'S RULE: S < 2^253, not only S below the order L, so that S and S + L are both
 * accepted; the public key may have a non-canonical encoding and small order; the encoding of S*B - H(R, A, M)*A must
 * equal R byte by byte. Programs in which only one signature of a message may exist must reject S >= L themselves.
 *
 * What differs from ed25519-donna:
 * - ed25519_sign derives the public key from the secret key and ignores `pk`. With the right key the signature is the
 *   same; a signature under a wrong one would reveal the secret key.
 * - ed25519_sign_open_batch decides about each signature as ed25519_sign_open does, on every input, where ed25519-donna
 *   decides at random about points with a component of small order, and accepts some values of R and S that its single
 *   verification rejects.
 * - The options ED25519_SUFFIX, ED25519_CUSTOMHASH and ED25519_CUSTOMRANDOM select code when ed25519-donna itself is
 *   compiled. Here the functions that begin with carnelian_donna_, below, take their place.
 */
#ifndef ED25519_H
#define ED25519_H

#include <stdlib.h>

/* The mark of verdicts, which must not be ignored. Programs that want no warnings define it as nothing. */
#ifndef CARNELIAN_MUST_CHECK
#if defined(__GNUC__) || defined(__clang__)
#define CARNELIAN_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CARNELIAN_MUST_CHECK
#endif
#endif

#if defined(__cplusplus)
extern "C" {
#endif

typedef unsigned char ed25519_signature[64];
typedef unsigned char ed25519_public_key[32];
typedef unsigned char ed25519_secret_key[32];

typedef unsigned char curved25519_key[32];

/* Computes the public key of a secret key, which is any 32 random bytes. */
void ed25519_publickey(const ed25519_secret_key sk, ed25519_public_key pk);

/* Returns 0 if RS is a signature of the mlen bytes at m under pk, and -1 otherwise. */
int ed25519_sign_open(const unsigned char *m, size_t mlen, const ed25519_public_key pk, const ed25519_signature RS)
    CARNELIAN_MUST_CHECK;

/* Signs the mlen bytes at m. pk is ignored. */
void ed25519_sign(const unsigned char *m, size_t mlen, const ed25519_secret_key sk, const ed25519_public_key pk,
                  ed25519_signature RS);

/*
 * Verifies num signatures: RS[i] of the mlen[i] bytes at m[i] under pk[i]. Sets valid[i] to 1 or 0. Returns 0 if all
 * are valid. Otherwise bit 0 of the result is set, and bit 1 if in a group of 64 (in the last group, of 4 or more) the
 * points of all keys and signatures are on the curve but a signature is not valid.
 */
int ed25519_sign_open_batch(const unsigned char **m, size_t *mlen, const unsigned char **pk, const unsigned char **RS,
                            size_t num, int *valid) CARNELIAN_MUST_CHECK;

/*
 * Writes count random bytes, those of the operating system unless carnelian_donna_set_randombytes names another source.
 * Ends the process if there are none.
 */
void ed25519_randombytes_unsafe(void *out, size_t count);

/* Computes the X25519 public key of the secret key e, which is clamped. */
void curved25519_scalarmult_basepoint(curved25519_key pk, const curved25519_key e);

/*
 * Extensions in place of ED25519_CUSTOMRANDOM: makes ed25519_randombytes_unsafe call fill(out, count); a null pointer
 * restores the operating system's source. fill may be called from several threads. The library itself draws no random
 * bytes.
 *
 * A program that defines ed25519_randombytes_unsafe itself, as programs for ED25519_CUSTOMRANDOM do, needs the shared
 * library, or with the static one the linker's option --allow-multiple-definition.
 */
void carnelian_donna_set_randombytes(void (*fill)(void *out, size_t count));

/*
 * Extensions in place of ED25519_CUSTOMHASH: EdDSA over edwards25519 with a hash function of the caller, with 64 bytes
 * of digest. `context` points to the state of one computation and is passed to the three functions, which
 * ed25519-donna calls ed25519_hash_init, ed25519_hash_update and ed25519_hash_final; they must return normally. A
 * structure must not be used by two threads at once.
 *
 * WARNING: such signatures are a scheme of their own. Never use a secret key with two hash functions, nor with these
 * functions and with those above: signatures of one scheme may then reveal the key to the other. The hash function
 * must be as strong as a random function; it sees the secret key, so it must take constant time, and wipe its state
 * when it finishes.
 */
typedef struct carnelian_donna_hash {
    void *context;
    void (*init)(void *context);
    void (*update)(void *context, const unsigned char *in, size_t inlen);
    void (*finish)(void *context, unsigned char *hash);
} carnelian_donna_hash;

void carnelian_donna_publickey(const carnelian_donna_hash *hash, const ed25519_secret_key sk, ed25519_public_key pk);
void carnelian_donna_sign(const carnelian_donna_hash *hash, const unsigned char *m, size_t mlen,
                          const ed25519_secret_key sk, ed25519_signature RS);
int carnelian_donna_sign_open(const carnelian_donna_hash *hash, const unsigned char *m, size_t mlen,
                              const ed25519_public_key pk, const ed25519_signature RS) CARNELIAN_MUST_CHECK;

#if defined(__cplusplus)
}
#endif

#endif
