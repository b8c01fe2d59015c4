/* Written by `cargo xtask capi` from the sources of the library; not to be edited. */

/*
 * Carnelian: fast, constant-time cryptography. The Rust library of this name describes each algorithm.
 *
 * Calls. A function returns CARNELIAN_OK, which is 0, or the reason that it failed; carnelian_status_text describes it.
 * GCC and Clang warn where this result is ignored, except that of functions named _wipe; programs that define
 * CARNELIAN_MUST_CHECK as nothing get no warnings. A context comes first, inputs next, outputs last. A byte pointer is
 * followed by its length. If the algorithm fixes the length, any other value is CARNELIAN_ERROR_LENGTH. If the function
 * fixes it, as its comment says, there is no length parameter. Input and output of equal length share one. Algorithms
 * are numbers, such as CARNELIAN_SHA256; the lengths that one fixes are constants that begin with its name, such as
 * CARNELIAN_MLDSA_65_SIGNATURE_LEN, and the results of functions, which are 0 for an unknown number. Options are
 * structures whose zeros are the defaults; NULL in place of a pointer to one stands for zeros too. A type named _key is
 * a key on the heap for many messages; the bytes of a key are set up for each call.
 *
 * Failure. After a failure the outputs hold zeros, and a context that was to be started cannot be used. Functions named
 * _final end their context, also when they fail.
 *
 * Pointers. No pointer may be NULL, except one to bytes whose length is 0, a source of random bytes where the operating
 * system's is meant, what a function named _free takes, and others where a comment says so. Contexts and arrays must be
 * aligned as their types demand. NULL and misaligned pointers are refused.
 *
 * Overlap. Outputs whose length the algorithm fixes (digests, tags, keys, signatures) may overlap any input. An output
 * of any length may be the same memory as an input where the function's comment says so; it must not overlap an input in
 * any other way, and what does is refused. Contexts overlap nothing, and no output overlaps another; this is not
 * checked.
 *
 * Memory. Functions named _new allocate what functions named _free release, and what is released is not used again.
 * Others may allocate while they run, for secrets that must not be moved and for batches, and leave nothing allocated.
 * Contexts are structures that the caller declares, on the stack or elsewhere; their content is private, and a context
 * is copied only with its function named _copy: bytes copied to another address are no context. A context that was not
 * initialized, is finished or is of another type is CARNELIAN_ERROR_STATE; fill memory that was never a context with
 * zeros before a function other than its _init sees it. A context that is abandoned before its _final must be wiped with
 * its function named _wipe, since it may hold secrets.
 *
 * Secrets. The time of a call depends only on lengths and on what its comment calls public, never on secrets. Copies of
 * secrets that the library makes are wiped. The caller wipes its own with carnelian_wipe.
 *
 * Threads. There is no initialization and no global state, except that the features of the CPU are detected once, which
 * any thread may do, and what carnelian_set_thread_limit sets: unless a program calls it, no function starts a thread.
 * Functions may be called from any thread at once, on different contexts; functions that take a pointer to a constant
 * context may share it. The environment variable CARNELIAN_CPU (portable32, portable64, sse, avx2, avx512) lowers the
 * instruction sets that are used; any other value is reported once on standard error, and ignored.
 *
 * Functions of the caller. Random sources, readers and writers are called while the library works. They must return,
 * neither by longjmp nor by an exception, and may call the library, but not with the contexts and the memory of the call
 * that they serve.
 *
 * Faults. No exception and no unwinding leaves a function. A defect in the library ends the process, and so may a lack
 * of memory, except for that of Argon2, which is CARNELIAN_ERROR_MEMORY.
 */

#ifndef CARNELIAN_H
#define CARNELIAN_H

#include <stddef.h>
#include <stdint.h>

/* The mark of functions whose result must not be ignored. Programs that want no warnings define it as nothing. */
#ifndef CARNELIAN_MUST_CHECK
#if defined(__GNUC__) || defined(__clang__)
#define CARNELIAN_MUST_CHECK __attribute__((warn_unused_result))
#elif defined(__cplusplus) && __cplusplus >= 201703L
#define CARNELIAN_MUST_CHECK [[nodiscard]]
#else
#define CARNELIAN_MUST_CHECK
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ----------------------------------------------------------------------------------------------------
 * The results of calls, and their texts.
 */

/**
 * The result of a call: CARNELIAN_OK, which is 0, or the reason that it failed.
 *
 * The numbers are part of the interface and keep their meaning. Later versions may add others.
 */
typedef enum {
    /** The call did what it says. */
    CARNELIAN_OK = 0,
    /** A pointer is NULL where there is something to read or write. */
    CARNELIAN_ERROR_NULL = 1,
    /** A pointer to a context, or to an array of pointers or lengths, is not aligned as its type demands. */
    CARNELIAN_ERROR_MISALIGNED = 2,
    /** An input and an output share some of their memory, and are not the same memory. */
    CARNELIAN_ERROR_OVERLAP = 3,
    /** A length is not one that the function takes. */
    CARNELIAN_ERROR_LENGTH = 4,
    /** No algorithm has this number, or it does not offer the operation. */
    CARNELIAN_ERROR_ALGORITHM = 5,
    /** A parameter is outside the range that the function documents. */
    CARNELIAN_ERROR_ARGUMENT = 6,
    /** A context is not initialized, is already finished, is of another type, or was copied without its function. */
    CARNELIAN_ERROR_STATE = 7,
    /** An authentication tag is not that of the message under the key. */
    CARNELIAN_ERROR_AUTHENTICATION = 8,
    /** A signature is not valid for the message and the key. */
    CARNELIAN_ERROR_SIGNATURE = 9,
    /** The bytes of a key are not a key of the algorithm. */
    CARNELIAN_ERROR_KEY = 10,
    /** A key is of another algorithm or of another kind than the one that is needed. */
    CARNELIAN_ERROR_KEY_KIND = 11,
    /** A point is of small order, so that the shared secret would be known to anyone. */
    CARNELIAN_ERROR_POINT = 12,
    /** The bytes or the text are not what the format prescribes. */
    CARNELIAN_ERROR_ENCODING = 13,
    /** The passphrase or the password is wrong, or is needed and missing. */
    CARNELIAN_ERROR_PASSPHRASE = 14,
    /** The random source failed. */
    CARNELIAN_ERROR_RANDOM = 15,
    /** A message is too long, the keystream has ended, or the generator must be reseeded. */
    CARNELIAN_ERROR_LIMIT = 16,
    /** The cost that the input demands is above the limits that the caller has set. */
    CARNELIAN_ERROR_COST = 17,
    /** There is not enough memory. */
    CARNELIAN_ERROR_MEMORY = 18,
    /** A function of the caller that reads or writes has failed. */
    CARNELIAN_ERROR_IO = 19,
    /**
     * A result is not what it must be although the input was valid: memory or the processor is faulty, or the key is
     * damaged. Nothing was released, and the key must not be used again.
     */
    CARNELIAN_ERROR_FAULT = 20,
    /** An algorithm computes a wrong answer on this machine: see carnelian_self_test. */
    CARNELIAN_ERROR_SELF_TEST = 21,
} carnelian_status;

/**
 * Returns a description of a status in English, in static memory. For numbers that this version does not know it is
 * "unknown status".
 */
const char *carnelian_status_text(int status);

/*
 * ----------------------------------------------------------------------------------------------------
 * The version of the library, the backends in use, and what programs need beside algorithms: comparison and wiping.
 */

/** The first number of the version of this header. */
#define CARNELIAN_VERSION_MAJOR 0

/** The second number of the version of this header. */
#define CARNELIAN_VERSION_MINOR 1

/** The third number of the version of this header. */
#define CARNELIAN_VERSION_PATCH 0

/** The number of bytes that hold the name of any backend with its terminating zero. */
#define CARNELIAN_BACKEND_NAME_SIZE 64

/** The number of bytes that hold the name of any algorithm of the self-test with its terminating zero. */
#define CARNELIAN_SELF_TEST_NAME_SIZE 64

/** A family of algorithms that share their backends. */
typedef uint32_t carnelian_family;

/** SHA-224, SHA-256. */
#define CARNELIAN_FAMILY_SHA256 1

/** SHA-384, SHA-512, SHA-512/256. */
#define CARNELIAN_FAMILY_SHA512 2

/** SHA-3, SHAKE, cSHAKE, KMAC. */
#define CARNELIAN_FAMILY_KECCAK 3

/** BLAKE2b, BLAKE2s. */
#define CARNELIAN_FAMILY_BLAKE2 4

/** Poly1305. */
#define CARNELIAN_FAMILY_POLY1305 5

/** ChaCha20, XChaCha20. */
#define CARNELIAN_FAMILY_CHACHA20 6

/** ChaCha20-Poly1305, XChaCha20-Poly1305. */
#define CARNELIAN_FAMILY_CHACHA20POLY1305 7

/** AES, its block cipher. */
#define CARNELIAN_FAMILY_AES 8

/** AES in CTR mode. */
#define CARNELIAN_FAMILY_AES_CTR 9

/** AES-GCM. */
#define CARNELIAN_FAMILY_AES_GCM 10

/** AES-GCM-SIV. */
#define CARNELIAN_FAMILY_AES_GCM_SIV 11

/** GHASH, POLYVAL. */
#define CARNELIAN_FAMILY_GHASH 12

/** Ed25519, X25519 and their group. */
#define CARNELIAN_FAMILY_CURVE25519 13

/** ML-KEM. */
#define CARNELIAN_FAMILY_MLKEM 14

/** ML-DSA. */
#define CARNELIAN_FAMILY_MLDSA 15

/** Argon2. */
#define CARNELIAN_FAMILY_ARGON2 16

/** Salsa20, XSalsa20. */
#define CARNELIAN_FAMILY_SALSA20 17

/** XSalsa20-Poly1305: secret boxes, and boxes of NaCl. */
#define CARNELIAN_FAMILY_XSALSA20_POLY1305 18

/** SLH-DSA with SHA-2. That with SHAKE has the backend of Keccak. */
#define CARNELIAN_FAMILY_SLHDSA 19

/** Returns the version of the library that is linked, such as "0.1.0", in static memory. */
const char *carnelian_version(void);

/**
 * Writes the name of the backend that a family of algorithms uses on this CPU, such as "AVX-512", with a terminating
 * zero. name_size is at most the number of bytes at name; CARNELIAN_BACKEND_NAME_SIZE is enough.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if the name needs more bytes.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_backend(carnelian_family family,
                                   char *name,
                                   size_t name_size);

/**
 * Computes known answers of every family of algorithms by each kernel that this CPU can run. Takes a fraction of a second.
 *
 * Writes the name of the first algorithm whose answer is wrong, such as "ML-DSA-65", with a terminating zero; the
 * empty string if all are right. name_size is at most the number of bytes at name: at least
 * CARNELIAN_SELF_TEST_NAME_SIZE, or 0 with NULL if the name is not of interest.
 *
 * Errors: CARNELIAN_ERROR_SELF_TEST if an answer is wrong, after which nothing that this process computes can be relied
 * on; the name is written then too. CARNELIAN_ERROR_LENGTH if name_size is neither 0 nor enough: nothing was tested, and
 * the bytes at name are zero.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_self_test(char *name,
                                     size_t name_size);

/**
 * Compares len bytes at a and b in constant time.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if they differ.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_verify(const uint8_t *a, const uint8_t *b, size_t len);

/** Overwrites bytes with zeros, also where the compiler sees that they are not read again. */
carnelian_status carnelian_wipe(uint8_t *data, size_t data_len);

/**
 * Sets the number of threads that a call may use in this process, at most 1024: 0 stands for as many as there are CPUs. It
 * is 1 unless this function is called. Argon2 with several lanes, signing with SLH-DSA and batches use more.
 *
 * Threads are started when they are first needed, and kept. Where the system starts fewer, calls use those that there
 * are, or only the caller's, and it is not asked again. A process that is forked starts its own.
 */
void carnelian_set_thread_limit(uint32_t threads);

/*
 * ----------------------------------------------------------------------------------------------------
 * Random bytes: the operating system's, or those of a function of the caller.
 */

/**
 * A source of random bytes fit for keys. Where a function takes a pointer to one, NULL stands for the operating
 * system's source.
 */
typedef struct {
    /** Fills out_len bytes at out with random bytes and returns 0; any other result is a failure. */
    int (*fill)(void *context, uint8_t *out, size_t out_len);
    /** The first argument of each call. */
    void *context;
} carnelian_random_source;

/**
 * Fills out with random bytes.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_random(const carnelian_random_source *source, uint8_t *out, size_t out_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * Hash functions with digests of a fixed length: at once, in pieces, and many messages side by side.
 */

/** The number of bytes in a carnelian_hasher. */
#define CARNELIAN_HASHER_SIZE 512

/** The alignment of a carnelian_hasher. */
#define CARNELIAN_HASHER_ALIGN 8

/** The number of bytes in its digests. */
#define CARNELIAN_BLAKE2B_256_LEN 32

/** The number of bytes in its digests. */
#define CARNELIAN_BLAKE2B_512_LEN 64

/** The number of bytes in its digests. */
#define CARNELIAN_BLAKE2S_128_LEN 16

/** The number of bytes in its digests. */
#define CARNELIAN_BLAKE2S_256_LEN 32
#define CARNELIAN_SHA224_LEN 28
#define CARNELIAN_SHA256_LEN 32
#define CARNELIAN_SHA384_LEN 48
#define CARNELIAN_SHA512_LEN 64
#define CARNELIAN_SHA512_224_LEN 28
#define CARNELIAN_SHA512_256_LEN 32
#define CARNELIAN_SHA3_224_LEN 28
#define CARNELIAN_SHA3_256_LEN 32
#define CARNELIAN_SHA3_384_LEN 48
#define CARNELIAN_SHA3_512_LEN 64
#define CARNELIAN_SHA1_LEN 20

/** The largest lengths. */
#define CARNELIAN_HASH_MAX_LEN 64

/**
 * A hash function with digests of a fixed length, whose number of bytes is a constant that ends in _LEN. HMAC and HKDF
 * work with each of them. carnelian_blake2 computes BLAKE2 with digests of other lengths.
 */
typedef uint32_t carnelian_hash_algorithm;

/** The context of a digest that is computed from the pieces of a message. */
typedef struct {
    uint64_t opaque[64];
} carnelian_hasher;

/** BLAKE2b with digests of 32 bytes, RFC 7693. */
#define CARNELIAN_BLAKE2B_256 10

/** BLAKE2b with digests of 64 bytes, RFC 7693. */
#define CARNELIAN_BLAKE2B_512 11

/** BLAKE2s with digests of 16 bytes, RFC 7693. */
#define CARNELIAN_BLAKE2S_128 12

/** BLAKE2s with digests of 32 bytes, RFC 7693. */
#define CARNELIAN_BLAKE2S_256 13

/** SHA-224, FIPS 180-4 Section 6.3. */
#define CARNELIAN_SHA224 1

/** SHA-256, FIPS 180-4 Section 6.2. */
#define CARNELIAN_SHA256 2

/** SHA-384, FIPS 180-4 Section 6.5. */
#define CARNELIAN_SHA384 3

/** SHA-512, FIPS 180-4 Section 6.4. */
#define CARNELIAN_SHA512 4

/** SHA-512/224, FIPS 180-4 Section 6.6. */
#define CARNELIAN_SHA512_224 16

/** SHA-512/256, FIPS 180-4 Section 6.7. */
#define CARNELIAN_SHA512_256 5

/** SHA3-224, FIPS 202 Section 6.1. */
#define CARNELIAN_SHA3_224 6

/** SHA3-256, FIPS 202 Section 6.1. */
#define CARNELIAN_SHA3_256 7

/** SHA3-384, FIPS 202 Section 6.1. */
#define CARNELIAN_SHA3_384 8

/** SHA3-512, FIPS 202 Section 6.1. */
#define CARNELIAN_SHA3_512 9

/** SHA-1, FIPS 180-4 Section 6.1. */
#define CARNELIAN_SHA1 17

/** Returns the number of bytes in a digest; 0 if there is no such algorithm. */
size_t carnelian_hash_len(carnelian_hash_algorithm algorithm);

/** Returns the number of bytes in a block, the unit in which messages are absorbed; 0 if there is no such algorithm. */
size_t carnelian_hash_block_len(carnelian_hash_algorithm algorithm);

/**
 * Computes the digest of message.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if digest_len is not that of the algorithm.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hash(carnelian_hash_algorithm algorithm,
                                const uint8_t *message,
                                size_t message_len,
                                uint8_t *digest,
                                size_t digest_len);

/**
 * Computes the digests of count independent messages, several at a time where the CPU has vector lanes for it. The
 * messages may have different lengths: message i has message_lens[i] bytes at messages[i], and its digest follows
 * that of message i - 1 in digests, which has count times as many bytes as a digest and overlaps no input.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hash_many(carnelian_hash_algorithm algorithm,
                                     const uint8_t *const *messages,
                                     const size_t *message_lens,
                                     size_t count,
                                     uint8_t *digests,
                                     size_t digests_len);

/**
 * Starts a message.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hasher_init(carnelian_hasher *hasher, carnelian_hash_algorithm algorithm);

/** Absorbs more of the message. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hasher_update(carnelian_hasher *hasher, const uint8_t *data, size_t data_len);

/**
 * Computes the digest of the message, and ends the context.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if digest_len is not that of the algorithm.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hasher_final(carnelian_hasher *hasher, uint8_t *digest, size_t digest_len);

/** Starts copy with what hasher has absorbed. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hasher_copy(const carnelian_hasher *hasher, carnelian_hasher *copy);

/** Ends the context without a digest. */
carnelian_status carnelian_hasher_wipe(carnelian_hasher *hasher);

/*
 * ----------------------------------------------------------------------------------------------------
 * SHAKE and cSHAKE, functions with output of any length: FIPS 202, SP 800-185.
 */

/** The number of bytes in a carnelian_xof_context. */
#define CARNELIAN_XOF_CONTEXT_SIZE 512

/** The alignment of a carnelian_xof_context. */
#define CARNELIAN_XOF_CONTEXT_ALIGN 8

/**
 * A function with output of any length. As the prehash of a signature it has twice as many bytes as its strength needs:
 * 32 and 64.
 */
typedef uint32_t carnelian_xof_algorithm;

/** The context of an output that is computed from the pieces of a message, and read in pieces. */
typedef struct {
    uint64_t opaque[64];
} carnelian_xof_context;

/** SHAKE128, and cSHAKE128 where a function name or a customization is given. */
#define CARNELIAN_SHAKE128 14

/** SHAKE256, and cSHAKE256 where a function name or a customization is given. */
#define CARNELIAN_SHAKE256 15

/**
 * Computes the first out_len bytes of the output for message. out does not overlap message.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_xof(carnelian_xof_algorithm algorithm,
                               const uint8_t *message,
                               size_t message_len,
                               uint8_t *out,
                               size_t out_len);

/**
 * Computes the outputs for count independent messages, several at a time where the CPU has vector lanes for it and
 * an output has 16, 32, 48, 64, 128 or 256 bytes. Message i has message_lens[i] bytes at messages[i], and its
 * output follows that of message i - 1 in outputs, outputs_len / count bytes each, which overlap no input.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if outputs_len is not divisible by count,
 * CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_xof_many(carnelian_xof_algorithm algorithm,
                                    const uint8_t *const *messages,
                                    const size_t *message_lens,
                                    size_t count,
                                    uint8_t *outputs,
                                    size_t outputs_len);

/**
 * Starts a message for SHAKE.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_xof_init(carnelian_xof_context *context, carnelian_xof_algorithm algorithm);

/**
 * Starts a message for cSHAKE with a function name, which NIST assigns, and a customization, which the user chooses.
 * Where both are empty it is SHAKE.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_xof_init_custom(carnelian_xof_context *context,
                                           carnelian_xof_algorithm algorithm,
                                           const uint8_t *function_name,
                                           size_t function_name_len,
                                           const uint8_t *customization,
                                           size_t customization_len);

/**
 * Absorbs more of the message.
 *
 * Errors: CARNELIAN_ERROR_STATE also if output was read already.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_xof_update(carnelian_xof_context *context, const uint8_t *data, size_t data_len);

/**
 * Reads the next out_len bytes of the output. The first call ends the message; the output does not depend on how it
 * is divided into calls.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_xof_squeeze(carnelian_xof_context *context,
                                       uint8_t *out,
                                       size_t out_len);

/** Starts copy in the state of context. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_xof_copy(const carnelian_xof_context *context, carnelian_xof_context *copy);

/** Ends the context. */
carnelian_status carnelian_xof_wipe(carnelian_xof_context *context);

/*
 * ----------------------------------------------------------------------------------------------------
 * BLAKE2 with digests of any length, a key, a salt and a personalization, RFC 7693.
 */

/** The largest number of bytes in a digest and in a key of BLAKE2b. */
#define CARNELIAN_BLAKE2B_MAX_LEN 64

/** The largest number of bytes in a digest and in a key of BLAKE2s. */
#define CARNELIAN_BLAKE2S_MAX_LEN 32

/** The number of bytes in a salt and in a personalization of BLAKE2b. */
#define CARNELIAN_BLAKE2B_SALT_LEN 16

/** The number of bytes in a salt and in a personalization of BLAKE2s. */
#define CARNELIAN_BLAKE2S_SALT_LEN 8

/** The number of bytes in a carnelian_blake2_context. */
#define CARNELIAN_BLAKE2_CONTEXT_SIZE 384

/** The alignment of a carnelian_blake2_context. */
#define CARNELIAN_BLAKE2_CONTEXT_ALIGN 8

/** A variant of BLAKE2. */
typedef uint32_t carnelian_blake2_algorithm;

/**
 * Inputs of BLAKE2 beside the message. All zeros are none, and so is NULL in place of a pointer to it. With a key BLAKE2
 * is a message authentication code.
 */
typedef struct {
    /** The key; may be NULL if there is none. */
    const uint8_t *key;
    /** The number of bytes in the key. */
    size_t key_len;
    /** The salt; may be NULL if there is none. */
    const uint8_t *salt;
    /** The number of bytes in the salt, 0 or that of the variant. */
    size_t salt_len;
    /** The personalization; may be NULL if there is none. */
    const uint8_t *personalization;
    /** The number of bytes in the personalization, 0 or that of the variant. */
    size_t personalization_len;
} carnelian_blake2_options;

/**
 * The context of a digest that is computed from the pieces of a message. For many messages under one key, start a
 * context once and copy it for each message.
 */
typedef struct {
    uint64_t opaque[48];
} carnelian_blake2_context;

/** BLAKE2b: digests and keys of at most 64 bytes, salts and personalizations of 16 bytes. */
#define CARNELIAN_BLAKE2B 11

/** BLAKE2s: digests and keys of at most 32 bytes, salts and personalizations of 8 bytes. */
#define CARNELIAN_BLAKE2S 13

/**
 * Computes the digest of digest_len bytes, at least 1, of message. Digests of different lengths, salts or
 * personalizations are unrelated.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_blake2(carnelian_blake2_algorithm algorithm,
                                  const carnelian_blake2_options *options,
                                  const uint8_t *message,
                                  size_t message_len,
                                  uint8_t *digest,
                                  size_t digest_len);

/**
 * Starts a message whose digest has digest_len bytes.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_blake2_init(carnelian_blake2_context *context,
                                       carnelian_blake2_algorithm algorithm,
                                       size_t digest_len,
                                       const carnelian_blake2_options *options);

/** Absorbs more of the message. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_blake2_update(carnelian_blake2_context *context,
                                         const uint8_t *data,
                                         size_t data_len);

/**
 * Computes the digest of the message, and ends the context.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if digest_len is not that of the start.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_blake2_final(carnelian_blake2_context *context,
                                        uint8_t *digest,
                                        size_t digest_len);

/**
 * Checks that tag is the digest of the message, in constant time, and ends the context.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_LENGTH if tag_len is not that of the start.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_blake2_final_verify(carnelian_blake2_context *context,
                                               const uint8_t *tag,
                                               size_t tag_len);

/** Starts copy with the settings of context and what it has absorbed. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_blake2_copy(const carnelian_blake2_context *context,
                                       carnelian_blake2_context *copy);

/** Ends the context without a digest. */
carnelian_status carnelian_blake2_wipe(carnelian_blake2_context *context);

/*
 * ----------------------------------------------------------------------------------------------------
 * Message authentication codes: HMAC over every hash function, KMAC, BLAKE2 with a key.
 */

/** The number of bytes in a carnelian_mac_context. */
#define CARNELIAN_MAC_CONTEXT_SIZE 1024

/** The alignment of a carnelian_mac_context. */
#define CARNELIAN_MAC_CONTEXT_ALIGN 8
#define CARNELIAN_HMAC_SHA224_TAG_LEN 28
#define CARNELIAN_HMAC_SHA256_TAG_LEN 32
#define CARNELIAN_HMAC_SHA384_TAG_LEN 48
#define CARNELIAN_HMAC_SHA512_TAG_LEN 64
#define CARNELIAN_HMAC_SHA512_224_TAG_LEN 28
#define CARNELIAN_HMAC_SHA512_256_TAG_LEN 32
#define CARNELIAN_HMAC_SHA3_224_TAG_LEN 28
#define CARNELIAN_HMAC_SHA3_256_TAG_LEN 32
#define CARNELIAN_HMAC_SHA3_384_TAG_LEN 48
#define CARNELIAN_HMAC_SHA3_512_TAG_LEN 64
#define CARNELIAN_HMAC_SHA1_TAG_LEN 20
#define CARNELIAN_KMAC128_TAG_LEN 32
#define CARNELIAN_KMAC256_TAG_LEN 64
#define CARNELIAN_MAC_BLAKE2B_TAG_LEN 64
#define CARNELIAN_MAC_BLAKE2S_TAG_LEN 32

/** The largest lengths. */
#define CARNELIAN_MAC_TAG_MAX_LEN 64

/** The smallest number of bytes in a tag of KMAC that is verified. */
#define CARNELIAN_KMAC_MIN_TAG_LEN 4

/**
 * A message authentication code. HMAC with a hash function has the number of that function. HMAC and KMAC permit keys of
 * any length; RFC 2104 recommends at least that of a digest, and KMAC is as strong as its name says with keys of 16 or 32
 * bytes. Keys of BLAKE2 have 1 to 64 bytes, or 32, and its tags any length up to that; tags of KMAC have any length.
 */
typedef uint32_t carnelian_mac_algorithm;

/** Inputs beside the key and the message. All zeros are the defaults, and so is NULL in place of a pointer to it. */
typedef struct {
    /** A text that names a purpose; may be NULL if there is none. Only KMAC has one. */
    const uint8_t *customization;
    /** The number of bytes in the customization. */
    size_t customization_len;
    /**
     * The number of bytes in a tag where it is not that of the algorithm; 0 for that one. Tags of different lengths are
     * unrelated. carnelian_mac_init needs it for BLAKE2, which has tags of any length up to that of the algorithm.
     */
    size_t tag_len;
} carnelian_mac_options;

/**
 * The context of a tag that is computed from the pieces of a message. For many messages under one key, start a context
 * once and copy it for each message.
 */
typedef struct {
    uint64_t opaque[128];
} carnelian_mac_context;

/** HMAC over BLAKE2b with digests of 32 bytes, for protocols that need it: BLAKE2 itself has keys. */
#define CARNELIAN_HMAC_BLAKE2B_256 10

/** HMAC over BLAKE2b with digests of 64 bytes. */
#define CARNELIAN_HMAC_BLAKE2B_512 11

/** HMAC over BLAKE2s with digests of 16 bytes. */
#define CARNELIAN_HMAC_BLAKE2S_128 12

/** HMAC over BLAKE2s with digests of 32 bytes. */
#define CARNELIAN_HMAC_BLAKE2S_256 13

/** HMAC-SHA-224, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA224 1

/** HMAC-SHA-256, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA256 2

/** HMAC-SHA-384, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA384 3

/** HMAC-SHA-512, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA512 4

/** HMAC-SHA-512/224, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA512_224 16

/** HMAC-SHA-512/256, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA512_256 5

/** HMAC-SHA3-224, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA3_224 6

/** HMAC-SHA3-256, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA3_256 7

/** HMAC-SHA3-384, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA3_384 8

/** HMAC-SHA3-512, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA3_512 9

/** HMAC-SHA-1, FIPS 198-1. */
#define CARNELIAN_HMAC_SHA1 17

/** KMAC128, SP 800-185 Section 4. */
#define CARNELIAN_KMAC128 101

/** KMAC256, SP 800-185 Section 4. */
#define CARNELIAN_KMAC256 102

/** BLAKE2b with a key, RFC 7693. */
#define CARNELIAN_MAC_BLAKE2B 103

/** BLAKE2s with a key, RFC 7693. */
#define CARNELIAN_MAC_BLAKE2S 104

/**
 * Returns the number of bytes in a tag, that of KMAC with twice as many bits as its security; 0 if there is no such
 * algorithm.
 */
size_t carnelian_mac_tag_len(carnelian_mac_algorithm algorithm);

/**
 * Computes the tag of message under key, of tag_len bytes: that of the algorithm, or with KMAC and BLAKE2 another.
 * The tag of KMAC overlaps no input.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, also for a customization where there is none; CARNELIAN_ERROR_LENGTH for a key or a
 * tag of another length than the algorithm permits; CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mac(carnelian_mac_algorithm algorithm,
                               const uint8_t *key,
                               size_t key_len,
                               const carnelian_mac_options *options,
                               const uint8_t *message,
                               size_t message_len,
                               uint8_t *tag,
                               size_t tag_len);

/**
 * Checks that tag is the whole tag of message under key. The time does not depend on where tags differ.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not; CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH if tag_len is
 * not that of the algorithm, or with KMAC less than CARNELIAN_KMAC_MIN_TAG_LEN.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mac_verify(carnelian_mac_algorithm algorithm,
                                      const uint8_t *key,
                                      size_t key_len,
                                      const carnelian_mac_options *options,
                                      const uint8_t *message,
                                      size_t message_len,
                                      const uint8_t *tag,
                                      size_t tag_len);

/**
 * Starts a message under a key.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, also for a customization where there is none; CARNELIAN_ERROR_LENGTH for a key or a
 * tag of another length than the algorithm permits.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mac_init(carnelian_mac_context *context,
                                    carnelian_mac_algorithm algorithm,
                                    const uint8_t *key,
                                    size_t key_len,
                                    const carnelian_mac_options *options);

/** Absorbs more of the message. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mac_update(carnelian_mac_context *context, const uint8_t *data, size_t data_len);

/**
 * Computes the tag of the message, and ends the context. tag_len is that of the start; with KMAC any number where the
 * options had none.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another tag_len; CARNELIAN_ERROR_OVERLAP if the tag lies in the context.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mac_final(carnelian_mac_context *context,
                                     uint8_t *tag,
                                     size_t tag_len);

/**
 * Checks that tag is the whole tag of the message, and ends the context.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not; CARNELIAN_ERROR_LENGTH as carnelian_mac_verify.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mac_final_verify(carnelian_mac_context *context,
                                            const uint8_t *tag,
                                            size_t tag_len);

/** Starts copy with the key of context and what it has absorbed. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mac_copy(const carnelian_mac_context *context, carnelian_mac_context *copy);

/** Ends the context without a tag. */
carnelian_status carnelian_mac_wipe(carnelian_mac_context *context);

/**
 * Checks that tag is the start of the tag of message under key, by HMAC. A protocol that truncates tags fixes their
 * length, and its receiver must check it: this function accepts any length from half of a digest, and from 10 bytes, to
 * that of a digest.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hmac_verify_truncated(carnelian_mac_algorithm algorithm,
                                                 const uint8_t *key,
                                                 size_t key_len,
                                                 const uint8_t *message,
                                                 size_t message_len,
                                                 const uint8_t *tag,
                                                 size_t tag_len);

/**
 * Computes the first out_len bytes of KMACXOF, whose output does not depend on how much of it is read. out overlaps no
 * input; a length of tags in the options is refused.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kmac_xof(carnelian_mac_algorithm algorithm,
                                    const uint8_t *key,
                                    size_t key_len,
                                    const carnelian_mac_options *options,
                                    const uint8_t *message,
                                    size_t message_len,
                                    uint8_t *out,
                                    size_t out_len);

/**
 * Computes the first out_len bytes of KMACXOF for the message of a context, and ends it.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM unless the context is one of KMAC; CARNELIAN_ERROR_OVERLAP if the output lies in it.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kmac_final_xof(carnelian_mac_context *context,
                                          uint8_t *out,
                                          size_t out_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * Poly1305, a one-time authenticator, RFC 8439 Section 2.5.
 */

/** The number of bytes in a key of Poly1305. */
#define CARNELIAN_POLY1305_KEY_LEN 32

/** The number of bytes in a tag of Poly1305. */
#define CARNELIAN_POLY1305_TAG_LEN 16

/** The number of bytes in a carnelian_poly1305_context. */
#define CARNELIAN_POLY1305_CONTEXT_SIZE 1792

/** The alignment of a carnelian_poly1305_context. */
#define CARNELIAN_POLY1305_CONTEXT_ALIGN 8

/** The context of a tag that is computed from the pieces of a message. */
typedef struct {
    uint64_t opaque[224];
} carnelian_poly1305_context;

/**
 * Computes the tag of message, 16 bytes, under a key of 32 bytes that was never used for another message: two tags
 * under one key reveal it.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_poly1305(const uint8_t *key,
                                    const uint8_t *message,
                                    size_t message_len,
                                    uint8_t *tag);

/**
 * Checks that tag is that of message under key. The time does not depend on where tags differ.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_poly1305_verify(const uint8_t *key,
                                           const uint8_t *message,
                                           size_t message_len,
                                           const uint8_t *tag);

/** Starts a message under a key of 32 bytes that was never used for another message. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_poly1305_init(carnelian_poly1305_context *context, const uint8_t *key);

/** Absorbs more of the message. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_poly1305_update(carnelian_poly1305_context *context,
                                           const uint8_t *data,
                                           size_t data_len);

/** Computes the tag of the message, and ends the context. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_poly1305_final(carnelian_poly1305_context *context, uint8_t *tag);

/**
 * Checks that tag is that of the message, and ends the context.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_poly1305_final_verify(carnelian_poly1305_context *context, const uint8_t *tag);

/** Ends the context without a tag. */
carnelian_status carnelian_poly1305_wipe(carnelian_poly1305_context *context);

/*
 * ----------------------------------------------------------------------------------------------------
 * HKDF over every hash function, RFC 5869.
 */

/**
 * Extracts a pseudorandom key, which is as long as a digest, from a secret that is not uniform. An empty salt is that
 * of zeros.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if prk_len is not that of the algorithm.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hkdf_extract(carnelian_hash_algorithm algorithm,
                                        const uint8_t *salt,
                                        size_t salt_len,
                                        const uint8_t *secret,
                                        size_t secret_len,
                                        uint8_t *prk,
                                        size_t prk_len);

/**
 * Expands a pseudorandom key of at least the length of a digest to out_len bytes, at most 255 digests. Another
 * info gives independent bytes. out overlaps no input.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hkdf_expand(carnelian_hash_algorithm algorithm,
                                       const uint8_t *prk,
                                       size_t prk_len,
                                       const uint8_t *info,
                                       size_t info_len,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * Extracts and expands in one call: derives out_len bytes, at most 255 digests, from a secret. out overlaps no
 * input.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hkdf(carnelian_hash_algorithm algorithm,
                                const uint8_t *salt,
                                size_t salt_len,
                                const uint8_t *secret,
                                size_t secret_len,
                                const uint8_t *info,
                                size_t info_len,
                                uint8_t *out,
                                size_t out_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * Signatures of every scheme.
 */

#define CARNELIAN_ED25519_SEED_LEN 32
#define CARNELIAN_ED25519_PRIVATE_KEY_LEN 32
#define CARNELIAN_ED25519_PUBLIC_KEY_LEN 32
#define CARNELIAN_ED25519_SIGNATURE_LEN 64
#define CARNELIAN_EDDSA_BLAKE2B_SEED_LEN 32
#define CARNELIAN_EDDSA_BLAKE2B_PRIVATE_KEY_LEN 32
#define CARNELIAN_EDDSA_BLAKE2B_PUBLIC_KEY_LEN 32
#define CARNELIAN_EDDSA_BLAKE2B_SIGNATURE_LEN 64
#define CARNELIAN_MLDSA_44_SEED_LEN 32
#define CARNELIAN_MLDSA_44_PRIVATE_KEY_LEN 32
#define CARNELIAN_MLDSA_44_EXPANDED_KEY_LEN 2560
#define CARNELIAN_MLDSA_44_PUBLIC_KEY_LEN 1312
#define CARNELIAN_MLDSA_44_SIGNATURE_LEN 2420
#define CARNELIAN_MLDSA_65_SEED_LEN 32
#define CARNELIAN_MLDSA_65_PRIVATE_KEY_LEN 32
#define CARNELIAN_MLDSA_65_EXPANDED_KEY_LEN 4032
#define CARNELIAN_MLDSA_65_PUBLIC_KEY_LEN 1952
#define CARNELIAN_MLDSA_65_SIGNATURE_LEN 3309
#define CARNELIAN_MLDSA_87_SEED_LEN 32
#define CARNELIAN_MLDSA_87_PRIVATE_KEY_LEN 32
#define CARNELIAN_MLDSA_87_EXPANDED_KEY_LEN 4896
#define CARNELIAN_MLDSA_87_PUBLIC_KEY_LEN 2592
#define CARNELIAN_MLDSA_87_SIGNATURE_LEN 4627
#define CARNELIAN_SLHDSA_SHA2_128S_SEED_LEN 48
#define CARNELIAN_SLHDSA_SHA2_128S_PRIVATE_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHA2_128S_PUBLIC_KEY_LEN 32
#define CARNELIAN_SLHDSA_SHA2_128S_SIGNATURE_LEN 7856
#define CARNELIAN_SLHDSA_SHA2_128F_SEED_LEN 48
#define CARNELIAN_SLHDSA_SHA2_128F_PRIVATE_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHA2_128F_PUBLIC_KEY_LEN 32
#define CARNELIAN_SLHDSA_SHA2_128F_SIGNATURE_LEN 17088
#define CARNELIAN_SLHDSA_SHA2_192S_SEED_LEN 72
#define CARNELIAN_SLHDSA_SHA2_192S_PRIVATE_KEY_LEN 96
#define CARNELIAN_SLHDSA_SHA2_192S_PUBLIC_KEY_LEN 48
#define CARNELIAN_SLHDSA_SHA2_192S_SIGNATURE_LEN 16224
#define CARNELIAN_SLHDSA_SHA2_192F_SEED_LEN 72
#define CARNELIAN_SLHDSA_SHA2_192F_PRIVATE_KEY_LEN 96
#define CARNELIAN_SLHDSA_SHA2_192F_PUBLIC_KEY_LEN 48
#define CARNELIAN_SLHDSA_SHA2_192F_SIGNATURE_LEN 35664
#define CARNELIAN_SLHDSA_SHA2_256S_SEED_LEN 96
#define CARNELIAN_SLHDSA_SHA2_256S_PRIVATE_KEY_LEN 128
#define CARNELIAN_SLHDSA_SHA2_256S_PUBLIC_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHA2_256S_SIGNATURE_LEN 29792
#define CARNELIAN_SLHDSA_SHA2_256F_SEED_LEN 96
#define CARNELIAN_SLHDSA_SHA2_256F_PRIVATE_KEY_LEN 128
#define CARNELIAN_SLHDSA_SHA2_256F_PUBLIC_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHA2_256F_SIGNATURE_LEN 49856
#define CARNELIAN_SLHDSA_SHAKE_128S_SEED_LEN 48
#define CARNELIAN_SLHDSA_SHAKE_128S_PRIVATE_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHAKE_128S_PUBLIC_KEY_LEN 32
#define CARNELIAN_SLHDSA_SHAKE_128S_SIGNATURE_LEN 7856
#define CARNELIAN_SLHDSA_SHAKE_128F_SEED_LEN 48
#define CARNELIAN_SLHDSA_SHAKE_128F_PRIVATE_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHAKE_128F_PUBLIC_KEY_LEN 32
#define CARNELIAN_SLHDSA_SHAKE_128F_SIGNATURE_LEN 17088
#define CARNELIAN_SLHDSA_SHAKE_192S_SEED_LEN 72
#define CARNELIAN_SLHDSA_SHAKE_192S_PRIVATE_KEY_LEN 96
#define CARNELIAN_SLHDSA_SHAKE_192S_PUBLIC_KEY_LEN 48
#define CARNELIAN_SLHDSA_SHAKE_192S_SIGNATURE_LEN 16224
#define CARNELIAN_SLHDSA_SHAKE_192F_SEED_LEN 72
#define CARNELIAN_SLHDSA_SHAKE_192F_PRIVATE_KEY_LEN 96
#define CARNELIAN_SLHDSA_SHAKE_192F_PUBLIC_KEY_LEN 48
#define CARNELIAN_SLHDSA_SHAKE_192F_SIGNATURE_LEN 35664
#define CARNELIAN_SLHDSA_SHAKE_256S_SEED_LEN 96
#define CARNELIAN_SLHDSA_SHAKE_256S_PRIVATE_KEY_LEN 128
#define CARNELIAN_SLHDSA_SHAKE_256S_PUBLIC_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHAKE_256S_SIGNATURE_LEN 29792
#define CARNELIAN_SLHDSA_SHAKE_256F_SEED_LEN 96
#define CARNELIAN_SLHDSA_SHAKE_256F_PRIVATE_KEY_LEN 128
#define CARNELIAN_SLHDSA_SHAKE_256F_PUBLIC_KEY_LEN 64
#define CARNELIAN_SLHDSA_SHAKE_256F_SIGNATURE_LEN 49856

/** The largest lengths. */
#define CARNELIAN_SIGNATURE_SEED_MAX_LEN 96
#define CARNELIAN_SIGNATURE_PRIVATE_KEY_MAX_LEN 128
#define CARNELIAN_SIGNATURE_PUBLIC_KEY_MAX_LEN 2592
#define CARNELIAN_SIGNATURE_MAX_LEN 49856
#define CARNELIAN_SIGNATURE_EXPANDED_KEY_MAX_LEN 4896

/** A message that is signed in parts, on the heap. */
typedef struct carnelian_signer carnelian_signer;

/**
 * A signing key of any scheme in the form for many signatures, on the heap and wiped when it is freed: with the matrix of
 * ML-DSA, 20 to 60 KiB, and the highest tree of SLH-DSA, 240 bytes to 24 KiB. Several threads may use it at a time.
 */
typedef struct carnelian_signing_key carnelian_signing_key;

/** A signature that is verified while its message comes in parts, on the heap. It holds nothing secret. */
typedef struct carnelian_verifier carnelian_verifier;

/**
 * A public key of any scheme in the form for many verifications, on the heap: with tables of 15 or 60 KiB for EdDSA, and
 * 20 to 64 KiB with the matrix of ML-DSA, which take about as long to compute as some verifications. Several threads may
 * use it at a time.
 */
typedef struct carnelian_verifying_key carnelian_verifying_key;

/**
 * A signature scheme, or a parameter set of one. The lengths of its keys and signatures are constants that begin with
 * its name, and what the functions named carnelian_signature_..._len return. The private key of EdDSA and ML-DSA is
 * their seed, that of SLH-DSA is SK.seed || SK.prf || PK.seed || PK.root and its seed the first three parts. ML-DSA has
 * an expanded private key too. Sets of SLH-DSA whose names end in S have small signatures, those in F sign fast.
 */
typedef uint32_t carnelian_signature_algorithm;

/**
 * A rule that decides which signatures of EdDSA are valid; the other schemes have the default only. Honest signatures
 * are valid under each.
 */
typedef uint32_t carnelian_signature_rule;

/** One signature of a batch to verify, with its message and its key. Zeros are what is not set. */
typedef struct {
    /** The key, which is better where several items of ML-DSA have the same one; NULL to use public_key. */
    const carnelian_verifying_key *key;
    /** The public key; unused if there is a key. Equal ones of EdDSA are decoded once. */
    const uint8_t *public_key;
    /** The number of bytes in the public key. */
    size_t public_key_len;
    /** The context; NULL for none. EdDSA verifies batches without one only. */
    const uint8_t *context;
    /** The number of bytes in the context. */
    size_t context_len;
    /** The message; may be NULL if it is empty. */
    const uint8_t *message;
    /** The number of bytes in the message. */
    size_t message_len;
    /** The signature. */
    const uint8_t *signature;
    /** The number of bytes in the signature. */
    size_t signature_len;
} carnelian_signature_item;

/** The choice whether a signature depends on random bytes. */
typedef uint32_t carnelian_hedging;

/**
 * How a message is signed. All zeros are the defaults, and so is NULL in place of a pointer to it. An option that the
 * scheme does not have is CARNELIAN_ERROR_ALGORITHM.
 */
typedef struct {
    /**
     * The purpose of the signature, up to 255 bytes; NULL for none. With Ed25519 it selects Ed25519ctx, which has no
     * empty one; EdDSA with BLAKE2b has none.
     */
    const uint8_t *context;
    /** The number of bytes in the context. */
    size_t context_len;
    /**
     * The function whose digest is signed in place of the message, 0 for none: CARNELIAN_SHA512 for Ed25519ph; for
     * HashML-DSA and HashSLH-DSA one of SHA-2, SHA-3 and SHAKE whose digest is as strong as the key.
     */
    carnelian_hash_algorithm prehash;
    /** One of the constants CARNELIAN_HEDGING_.... */
    carnelian_hedging hedging;
    /**
     * Not 0 to find faults in the computation before the signature is written: EdDSA and ML-DSA verify it, SLH-DSA,
     * which always does that, computes it twice.
     */
    uint32_t verified;
    /** The random source, NULL that of the operating system. */
    const carnelian_random_source *random;
} carnelian_sign_options;

/**
 * How a signature is verified. All zeros are the defaults, and so is NULL in place of a pointer to it. An option that
 * the scheme does not have is CARNELIAN_ERROR_ALGORITHM.
 */
typedef struct {
    /** The context with which the message was signed; NULL for none. */
    const uint8_t *context;
    /** The number of bytes in the context. */
    size_t context_len;
    /** The function whose digest was signed in place of the message, 0 for none. */
    carnelian_hash_algorithm prehash;
    /** One of the constants CARNELIAN_RULE_.... */
    carnelian_signature_rule rule;
    /**
     * Not 0 to accept digests that are too short for the strength of the key, as NIST's test vectors do: two messages
     * with the same digest have the same signatures then.
     */
    uint32_t any_strength;
} carnelian_verify_options;

/** The default rule of the scheme: CARNELIAN_RULE_RFC8032 for Ed25519, CARNELIAN_RULE_ZIP215 with BLAKE2b. */
#define CARNELIAN_RULE_DEFAULT 0

/** RFC 8032 Section 5.1.7 with cofactor: encodings must be canonical. */
#define CARNELIAN_RULE_RFC8032 1

/** ZIP 215: with cofactor; encodings need not be canonical. Batches and single verification agree on every input. */
#define CARNELIAN_RULE_ZIP215 2

/**
 * Without cofactor, encodings must be canonical, and the key and R must not be of small order: a signature binds its
 * signer to one message.
 */
#define CARNELIAN_RULE_STRICT 3

/** Without cofactor, comparing the bytes of R: the rule of OpenSSL and Go. */
#define CARNELIAN_RULE_COFACTORLESS 4

/** As the standard has it: RFC 8032 without random bytes, FIPS 204 and FIPS 205 with them. */
#define CARNELIAN_HEDGING_STANDARD 0

/**
 * With random bytes, so that power analysis and fault attacks cannot observe the same computation repeatedly. Every
 * verifier accepts the signature; with a bad random source it is as secure as without one.
 */
#define CARNELIAN_HEDGING_RANDOM 1

/** Without random bytes: the same message always has the same signature. */
#define CARNELIAN_HEDGING_NONE 2

/** Ed25519, RFC 8032 Section 5.1. */
#define CARNELIAN_ED25519 1

/** EdDSA-BLAKE2b, Monocypher. */
#define CARNELIAN_EDDSA_BLAKE2B 2

/** ML-DSA-44, FIPS 204. */
#define CARNELIAN_MLDSA_44 11

/** ML-DSA-65, FIPS 204. */
#define CARNELIAN_MLDSA_65 12

/** ML-DSA-87, FIPS 204. */
#define CARNELIAN_MLDSA_87 13

/** SLH-DSA-SHA2-128s, FIPS 205. */
#define CARNELIAN_SLHDSA_SHA2_128S 21

/** SLH-DSA-SHA2-128f, FIPS 205. */
#define CARNELIAN_SLHDSA_SHA2_128F 22

/** SLH-DSA-SHA2-192s, FIPS 205. */
#define CARNELIAN_SLHDSA_SHA2_192S 23

/** SLH-DSA-SHA2-192f, FIPS 205. */
#define CARNELIAN_SLHDSA_SHA2_192F 24

/** SLH-DSA-SHA2-256s, FIPS 205. */
#define CARNELIAN_SLHDSA_SHA2_256S 25

/** SLH-DSA-SHA2-256f, FIPS 205. */
#define CARNELIAN_SLHDSA_SHA2_256F 26

/** SLH-DSA-SHAKE-128s, FIPS 205. */
#define CARNELIAN_SLHDSA_SHAKE_128S 27

/** SLH-DSA-SHAKE-128f, FIPS 205. */
#define CARNELIAN_SLHDSA_SHAKE_128F 28

/** SLH-DSA-SHAKE-192s, FIPS 205. */
#define CARNELIAN_SLHDSA_SHAKE_192S 29

/** SLH-DSA-SHAKE-192f, FIPS 205. */
#define CARNELIAN_SLHDSA_SHAKE_192F 30

/** SLH-DSA-SHAKE-256s, FIPS 205. */
#define CARNELIAN_SLHDSA_SHAKE_256S 31

/** SLH-DSA-SHAKE-256f, FIPS 205. */
#define CARNELIAN_SLHDSA_SHAKE_256F 32

/** Returns the number of bytes in a seed, from which a private key is derived; 0 if there is no such scheme. */
size_t carnelian_signature_seed_len(carnelian_signature_algorithm algorithm);

/** Returns the number of bytes in a private key, in the form in which it is generated; 0 if there is no such scheme. */
size_t carnelian_signature_private_key_len(carnelian_signature_algorithm algorithm);

/** Returns the number of bytes in an expanded private key; 0 if there is no such scheme, or it has none. */
size_t carnelian_signature_expanded_key_len(carnelian_signature_algorithm algorithm);

/** Returns the number of bytes in a public key; 0 if there is no such scheme. */
size_t carnelian_signature_public_key_len(carnelian_signature_algorithm algorithm);

/** Returns the number of bytes in a signature; 0 if there is no such scheme. */
size_t carnelian_signature_len(carnelian_signature_algorithm algorithm);

/**
 * Verifies count signatures of one scheme, of one key or of different keys, in less time than one by one: EdDSA combines
 * their equations, the hashes of SLH-DSA share the lanes of vectors. The verdicts are the same on every input.
 *
 * Byte i of verdicts, which may be NULL, becomes 1 if item i is valid, and 0 if it is not. An empty batch is valid.
 * Takes time that depends on all inputs, which are public.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if any item is not valid: the verdicts tell which, and are written.
 * CARNELIAN_ERROR_LENGTH if a key or a context has another length, CARNELIAN_ERROR_KEY_KIND if a key is of another
 * scheme, CARNELIAN_ERROR_ALGORITHM; the verdicts are zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_verify_batch(carnelian_signature_algorithm algorithm,
                                                  carnelian_signature_rule rule_number,
                                                  const carnelian_signature_item *items,
                                                  size_t count,
                                                  uint8_t *verdicts);

/**
 * Generates a key pair; the lengths are the scheme's. random is the random source, NULL that of the operating system.
 * Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for other lengths; CARNELIAN_ERROR_RANDOM if the
 * source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_generate(carnelian_signature_algorithm algorithm,
                                              const carnelian_random_source *random,
                                              uint8_t *private_key,
                                              size_t private_key_len,
                                              uint8_t *public_key,
                                              size_t public_key_len);

/**
 * Computes the public key of a private key in any of its forms, or of a seed. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for other lengths; CARNELIAN_ERROR_KEY if the parts of
 * the private key contradict each other.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_public_key(carnelian_signature_algorithm algorithm,
                                                const uint8_t *private_key,
                                                size_t private_key_len,
                                                uint8_t *public_key,
                                                size_t public_key_len);

/**
 * Checks a public key under a rule, one of the constants CARNELIAN_RULE_...: CARNELIAN_RULE_STRICT rejects points of
 * small order, under which a signature can be valid for many messages.
 *
 * Errors: CARNELIAN_ERROR_KEY if it is none; CARNELIAN_ERROR_POINT if it is of small order and the rule forbids that;
 * CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_check_public_key(carnelian_signature_algorithm algorithm,
                                                      carnelian_signature_rule rule_number,
                                                      const uint8_t *public_key,
                                                      size_t public_key_len);

/**
 * Signs a message with a private key in any of its forms, or with a seed. The key is set up for this signature only; for
 * more than one use carnelian_signing_key_new. Takes time that depends only on the length of the message, except for
 * ML-DSA's number of attempts, which is not secret. The signature may overlap the inputs.
 *
 * Errors: those of carnelian_signing_key_new and carnelian_signing_key_sign. The root of an SLH-DSA key is not
 * checked.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_sign(carnelian_signature_algorithm algorithm,
                                          const uint8_t *private_key,
                                          size_t private_key_len,
                                          const carnelian_sign_options *options,
                                          const uint8_t *message,
                                          size_t message_len,
                                          uint8_t *signature,
                                          size_t signature_len);

/**
 * Verifies the signature of a message. Takes time that depends on all inputs, which are public.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if the signature is not valid; CARNELIAN_ERROR_KEY or CARNELIAN_ERROR_POINT if
 * the public key is none under the rule; CARNELIAN_ERROR_LENGTH for a key, a signature or a context of another length,
 * or a prehash that is too short; CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_verify(carnelian_signature_algorithm algorithm,
                                            const uint8_t *public_key,
                                            size_t public_key_len,
                                            const carnelian_verify_options *options,
                                            const uint8_t *message,
                                            size_t message_len,
                                            const uint8_t *signature,
                                            size_t signature_len);

/**
 * Verifies the signature of a message, given its digest by the prehash of the options.
 *
 * Errors: those of carnelian_signature_verify; CARNELIAN_ERROR_LENGTH if the digest has another length;
 * CARNELIAN_ERROR_ALGORITHM without a prehash.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_verify_digest(carnelian_signature_algorithm algorithm,
                                                   const uint8_t *public_key,
                                                   size_t public_key_len,
                                                   const carnelian_verify_options *options,
                                                   const uint8_t *digest,
                                                   size_t digest_len,
                                                   const uint8_t *signature,
                                                   size_t signature_len);

/**
 * Verifies a signed message, a signature followed by the message, the form of NaCl's crypto_sign, and writes the message
 * to message. They may overlap.
 *
 * Errors: those of carnelian_signature_verify; CARNELIAN_ERROR_LENGTH if signed_len is not that of a signature more
 * than message_len. message is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signature_open(carnelian_signature_algorithm algorithm,
                                          const uint8_t *public_key,
                                          size_t public_key_len,
                                          const carnelian_verify_options *options,
                                          const uint8_t *signed_message,
                                          size_t signed_len,
                                          uint8_t *message,
                                          size_t message_len);

/**
 * Sets up a private key in any of its forms, or a seed, for many signatures, and writes its address to *key; release it
 * with carnelian_signing_key_free. The forms of EdDSA are the seed, and the seed followed by the public key; those of
 * ML-DSA the seed and the expanded key; an SLH-DSA key is checked, which takes as long as generating one. Constant time.
 *
 * Errors: CARNELIAN_ERROR_KEY if the parts of the key contradict each other: signing with it could reveal it.
 * CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_new(carnelian_signature_algorithm algorithm,
                                           const uint8_t *private_key,
                                           size_t private_key_len,
                                           carnelian_signing_key **key);

/** Wipes and releases a signing key, when the signers that were started with it have ended. NULL is permitted. */
void carnelian_signing_key_free(carnelian_signing_key *key);

/**
 * Writes the public key of a signing key.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another public_key_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_public_key(const carnelian_signing_key *key,
                                                  uint8_t *public_key,
                                                  size_t public_key_len);

/**
 * Writes the private key of a signing key in the form in which it is generated, or the expanded one of an ML-DSA key that
 * has no seed.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another private_key_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_private_key(const carnelian_signing_key *key,
                                                   uint8_t *private_key,
                                                   size_t private_key_len);

/**
 * Writes the seed of a signing key.
 *
 * Errors: CARNELIAN_ERROR_KEY_KIND for an ML-DSA key that was made from its expanded form, from which the seed cannot
 * be computed; CARNELIAN_ERROR_LENGTH for another seed_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_seed(const carnelian_signing_key *key,
                                            uint8_t *seed,
                                            size_t seed_len);

/**
 * Writes the expanded form of a signing key, for software that needs it: FIPS 204 Algorithm 24.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM if the scheme has none; CARNELIAN_ERROR_LENGTH for another expanded_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_expanded_key(const carnelian_signing_key *key,
                                                    uint8_t *expanded,
                                                    size_t expanded_len);

/**
 * Signs a message. With the default options this is the standard's function: RFC 8032 Section 5.1.6, FIPS 204 Algorithm 2
 * and FIPS 205 Algorithm 22. Takes time that depends only on the length of the message, except for ML-DSA's number of
 * attempts, which is not secret. The signature may overlap the message.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another signature_len, a context that the scheme does not permit, or a prehash
 * that is too short; CARNELIAN_ERROR_ALGORITHM for an option that the scheme does not have; CARNELIAN_ERROR_RANDOM if
 * the source fails; CARNELIAN_ERROR_FAULT if the key or the machine is faulty.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_sign(const carnelian_signing_key *key,
                                            const carnelian_sign_options *options,
                                            const uint8_t *message,
                                            size_t message_len,
                                            uint8_t *signature,
                                            size_t signature_len);

/**
 * Signs a message, given its digest by the prehash of the options: Ed25519ph, HashML-DSA, HashSLH-DSA. A message that
 * does not fit into memory is hashed with a carnelian_hasher.
 *
 * Errors: those of carnelian_signing_key_sign; CARNELIAN_ERROR_LENGTH if the digest has another length;
 * CARNELIAN_ERROR_ALGORITHM without a prehash.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_sign_digest(const carnelian_signing_key *key,
                                                   const carnelian_sign_options *options,
                                                   const uint8_t *digest,
                                                   size_t digest_len,
                                                   uint8_t *signature,
                                                   size_t signature_len);

/**
 * Signs a message and writes the signature followed by the message, the form of NaCl's crypto_sign, to signed_message.
 * They may overlap. carnelian_signature_open takes them apart again.
 *
 * Errors: those of carnelian_signing_key_sign; CARNELIAN_ERROR_LENGTH if signed_len is not that of a signature more
 * than message_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_sign_combined(const carnelian_signing_key *key,
                                                     const carnelian_sign_options *options,
                                                     const uint8_t *message,
                                                     size_t message_len,
                                                     uint8_t *signed_message,
                                                     size_t signed_len);

/**
 * Checks a key again as carnelian_signing_key_new has done, where that takes long: computes the root of an SLH-DSA key
 * from its seeds. It finds damage in memory. Constant time.
 *
 * Errors: CARNELIAN_ERROR_KEY if the root does not belong to the seeds.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_check(const carnelian_signing_key *key);

/**
 * Checks that the two halves of a signing key belong together, and that its memory is unchanged: signs a message, which is
 * not written anywhere, and verifies it.
 *
 * Errors: CARNELIAN_ERROR_FAULT if they do not.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signing_key_check_pair(const carnelian_signing_key *key);

/**
 * Starts a message that is signed in parts, and writes the address of the signer to *signer; release it with
 * carnelian_signer_free. The random source of the options is not used: the last call has one.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM if the scheme signs in parts only with a prehash, as EdDSA and SLH-DSA do, or does
 * not have an option; CARNELIAN_ERROR_LENGTH for a context that it does not permit, or a prehash that is too short;
 * CARNELIAN_ERROR_MEMORY. *signer is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signer_new(const carnelian_signing_key *key,
                                      const carnelian_sign_options *options,
                                      carnelian_signer **signer);

/**
 * Absorbs the next part of the message, of any length.
 *
 * Errors: CARNELIAN_ERROR_STATE if the message has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signer_update(carnelian_signer *signer, const uint8_t *data, size_t data_len);

/**
 * Signs the message that was absorbed, and ends it. random is the random source, NULL that of the operating system.
 *
 * Errors: those of carnelian_signing_key_sign; CARNELIAN_ERROR_STATE if the message has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_signer_final(carnelian_signer *signer,
                                        const carnelian_random_source *random,
                                        uint8_t *signature,
                                        size_t signature_len);

/** Releases a signer, whether or not its message has ended. NULL is permitted. */
void carnelian_signer_free(carnelian_signer *signer);

/**
 * Starts the verification of a signature whose message comes in parts, and writes the address of the verifier to
 * *verifier; release it with carnelian_verifier_free. Key and signature are copied.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if no message has this signature; CARNELIAN_ERROR_KEY or CARNELIAN_ERROR_POINT
 * if the public key is none under the rule; CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_ALGORITHM,
 * CARNELIAN_ERROR_MEMORY. *verifier is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_verifier_new(carnelian_signature_algorithm algorithm,
                                        const uint8_t *public_key,
                                        size_t public_key_len,
                                        const carnelian_verify_options *options,
                                        const uint8_t *signature,
                                        size_t signature_len,
                                        carnelian_verifier **verifier);

/**
 * Absorbs the next part of the message, of any length.
 *
 * Errors: CARNELIAN_ERROR_STATE if the message has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_verifier_update(carnelian_verifier *verifier,
                                           const uint8_t *data,
                                           size_t data_len);

/**
 * Verifies the signature of the message that was absorbed, and ends it. Do not trust any of the message until this
 * returns CARNELIAN_OK.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if the signature is not valid; CARNELIAN_ERROR_LENGTH if the prehash is too short;
 * CARNELIAN_ERROR_STATE if the message has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_verifier_final(carnelian_verifier *verifier);

/** Releases a verifier, whether or not its message has ended. NULL is permitted. */
void carnelian_verifier_free(carnelian_verifier *verifier);

/**
 * Sets up a public key for many verifications, and writes its address to *key; release it with
 * carnelian_verifying_key_free. The key is loaded by a rule, one of the constants CARNELIAN_RULE_..., and can be used
 * under others, which may reject it.
 *
 * Errors: CARNELIAN_ERROR_KEY or CARNELIAN_ERROR_POINT if it is no key under the rule; CARNELIAN_ERROR_LENGTH,
 * CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_verifying_key_new(carnelian_signature_algorithm algorithm,
                                             carnelian_signature_rule rule_number,
                                             const uint8_t *public_key,
                                             size_t public_key_len,
                                             carnelian_verifying_key **key);

/** Releases a verifying key. NULL is permitted. */
void carnelian_verifying_key_free(carnelian_verifying_key *key);

/**
 * Verifies the signature of a message: carnelian_signature_verify.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if the signature is not valid; CARNELIAN_ERROR_LENGTH for a signature or a context
 * of another length, or a prehash that is too short; CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_verifying_key_verify(const carnelian_verifying_key *key,
                                                const carnelian_verify_options *options,
                                                const uint8_t *message,
                                                size_t message_len,
                                                const uint8_t *signature,
                                                size_t signature_len);

/**
 * Verifies the signature of a message, given its digest: carnelian_signature_verify_digest.
 *
 * Errors: those of carnelian_verifying_key_verify; CARNELIAN_ERROR_LENGTH if the digest has another length;
 * CARNELIAN_ERROR_ALGORITHM without a prehash.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_verifying_key_verify_digest(const carnelian_verifying_key *key,
                                                       const carnelian_verify_options *options,
                                                       const uint8_t *digest,
                                                       size_t digest_len,
                                                       const uint8_t *signature,
                                                       size_t signature_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * Key encapsulation: one interface for ML-KEM, X-Wing and DHKEM; what only DHKEM has, and the hybrid of TLS.
 */

#define CARNELIAN_MLKEM_512_PRIVATE_KEY_LEN 64
#define CARNELIAN_MLKEM_512_EXPANDED_KEY_LEN 1632
#define CARNELIAN_MLKEM_512_PUBLIC_KEY_LEN 800
#define CARNELIAN_MLKEM_512_CIPHERTEXT_LEN 768
#define CARNELIAN_MLKEM_512_SHARED_SECRET_LEN 32
#define CARNELIAN_MLKEM_768_PRIVATE_KEY_LEN 64
#define CARNELIAN_MLKEM_768_EXPANDED_KEY_LEN 2400
#define CARNELIAN_MLKEM_768_PUBLIC_KEY_LEN 1184
#define CARNELIAN_MLKEM_768_CIPHERTEXT_LEN 1088
#define CARNELIAN_MLKEM_768_SHARED_SECRET_LEN 32
#define CARNELIAN_MLKEM_1024_PRIVATE_KEY_LEN 64
#define CARNELIAN_MLKEM_1024_EXPANDED_KEY_LEN 3168
#define CARNELIAN_MLKEM_1024_PUBLIC_KEY_LEN 1568
#define CARNELIAN_MLKEM_1024_CIPHERTEXT_LEN 1568
#define CARNELIAN_MLKEM_1024_SHARED_SECRET_LEN 32
#define CARNELIAN_XWING_PRIVATE_KEY_LEN 32
#define CARNELIAN_XWING_PUBLIC_KEY_LEN 1216
#define CARNELIAN_XWING_CIPHERTEXT_LEN 1120
#define CARNELIAN_XWING_SHARED_SECRET_LEN 32
#define CARNELIAN_DHKEM_X25519_PRIVATE_KEY_LEN 32
#define CARNELIAN_DHKEM_X25519_PUBLIC_KEY_LEN 32
#define CARNELIAN_DHKEM_X25519_CIPHERTEXT_LEN 32
#define CARNELIAN_DHKEM_X25519_SHARED_SECRET_LEN 32
#define CARNELIAN_X25519MLKEM768_PUBLIC_KEY_LEN 1216
#define CARNELIAN_X25519MLKEM768_CIPHERTEXT_LEN 1120
#define CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN 64

/** The largest lengths. */
#define CARNELIAN_KEM_PRIVATE_KEY_MAX_LEN 64
#define CARNELIAN_KEM_EXPANDED_KEY_MAX_LEN 3168
#define CARNELIAN_KEM_PUBLIC_KEY_MAX_LEN 1568
#define CARNELIAN_KEM_CIPHERTEXT_MAX_LEN 1568
#define CARNELIAN_KEM_SHARED_SECRET_MAX_LEN 64

/** The number of the named group in TLS. */
#define CARNELIAN_X25519MLKEM768_CODEPOINT 4588

/** The private keys of a client for one exchange, on the heap and wiped when they are freed. */
typedef struct carnelian_x25519mlkem768_client carnelian_x25519mlkem768_client;

/**
 * A mechanism of key encapsulation. The private key of ML-KEM is its seed d || z, and it has an expanded one too. X-Wing
 * is ML-KEM-768 and X25519, secure as long as one of them is. The keys of X25519MLKEM768 are used once and have no bytes:
 * see carnelian_x25519mlkem768_client_new.
 */
typedef uint32_t carnelian_kem_algorithm;

/** ML-KEM-512, FIPS 203. */
#define CARNELIAN_MLKEM_512 1

/** ML-KEM-768, FIPS 203. */
#define CARNELIAN_MLKEM_768 2

/** ML-KEM-1024, FIPS 203. */
#define CARNELIAN_MLKEM_1024 3

/** X-Wing, draft-connolly-cfrg-xwing-kem-10. */
#define CARNELIAN_XWING 4

/** DHKEM(X25519, HKDF-SHA256), RFC 9180 Section 4.1. */
#define CARNELIAN_DHKEM_X25519 5

/** X25519MLKEM768, draft-ietf-tls-ecdhe-mlkem Section 4. */
#define CARNELIAN_X25519MLKEM768 6

/**
 * Returns the number of bytes in a private key of the algorithm, for ML-KEM that of its seed; 0 if there is no such
 * algorithm, or its keys have no bytes.
 */
size_t carnelian_kem_private_key_len(carnelian_kem_algorithm algorithm);

/** Returns the number of bytes in the expanded form of a private key of ML-KEM; 0 for other algorithms. */
size_t carnelian_kem_expanded_key_len(carnelian_kem_algorithm algorithm);

/** Returns the number of bytes in a public key of the algorithm; 0 if there is no such algorithm. */
size_t carnelian_kem_public_key_len(carnelian_kem_algorithm algorithm);

/** Returns the number of bytes in a ciphertext of the algorithm; 0 if there is no such algorithm. */
size_t carnelian_kem_ciphertext_len(carnelian_kem_algorithm algorithm);

/** Returns the number of bytes in a shared secret of the algorithm; 0 if there is no such algorithm. */
size_t carnelian_kem_shared_secret_len(carnelian_kem_algorithm algorithm);

/**
 * Generates a key pair; the lengths are the algorithm's. random is the random source, NULL that of the operating
 * system. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for other lengths; CARNELIAN_ERROR_RANDOM if the
 * source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kem_generate(carnelian_kem_algorithm algorithm,
                                        const carnelian_random_source *random,
                                        uint8_t *private_key,
                                        size_t private_key_len,
                                        uint8_t *public_key,
                                        size_t public_key_len);

/**
 * Computes the public key of a private key, which is that of a generated pair or, for ML-KEM, an expanded one. Constant
 * time.
 *
 * Errors: CARNELIAN_ERROR_KEY if an expanded key fails a check of carnelian_mlkem_check_expanded_key;
 * CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for other lengths.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kem_public_key(carnelian_kem_algorithm algorithm,
                                          const uint8_t *private_key,
                                          size_t private_key_len,
                                          uint8_t *public_key,
                                          size_t public_key_len);

/**
 * Checks a public key: the modulus check of FIPS 203 Section 7.2 for ML-KEM and X-Wing, the order of the point for
 * DHKEM. Encapsulation checks it too. Takes time that depends on the key, which is public.
 *
 * Errors: CARNELIAN_ERROR_KEY or CARNELIAN_ERROR_POINT if it is no public key; CARNELIAN_ERROR_ALGORITHM,
 * CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kem_check_public_key(carnelian_kem_algorithm algorithm,
                                                const uint8_t *public_key,
                                                size_t public_key_len);

/**
 * Checks that a private key and a public key belong together: derives the public key, and encapsulates and decapsulates a
 * secret, which is not used for anything. Constant time in the private key.
 *
 * Errors: CARNELIAN_ERROR_KEY if the public key is another one; CARNELIAN_ERROR_FAULT if another secret is the
 * result; CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kem_check_pair(carnelian_kem_algorithm algorithm,
                                          const uint8_t *private_key,
                                          size_t private_key_len,
                                          const uint8_t *public_key,
                                          size_t public_key_len);

/**
 * Makes a shared secret and the ciphertext from which the holder of the private key computes it. random is the random
 * source, NULL that of the operating system. Constant time in the secret.
 *
 * Errors: CARNELIAN_ERROR_KEY or CARNELIAN_ERROR_POINT if the public key is none; CARNELIAN_ERROR_RANDOM if the
 * source fails; CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kem_encapsulate(carnelian_kem_algorithm algorithm,
                                           const uint8_t *public_key,
                                           size_t public_key_len,
                                           const carnelian_random_source *random,
                                           uint8_t *ciphertext,
                                           size_t ciphertext_len,
                                           uint8_t *shared_secret,
                                           size_t shared_secret_len);

/**
 * Computes the shared secret that a ciphertext encapsulates, with a private key that is that of a generated pair or, for
 * ML-KEM, an expanded one. A ciphertext of ML-KEM or X-Wing that was not made for this key results in a secret that no one
 * knows, not in an error. Constant time.
 *
 * Errors: CARNELIAN_ERROR_POINT for a ciphertext of DHKEM that is of small order; CARNELIAN_ERROR_KEY as
 * carnelian_kem_public_key; CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_kem_decapsulate(carnelian_kem_algorithm algorithm,
                                           const uint8_t *private_key,
                                           size_t private_key_len,
                                           const uint8_t *ciphertext,
                                           size_t ciphertext_len,
                                           uint8_t *shared_secret,
                                           size_t shared_secret_len);

/**
 * Derives a key pair of DHKEM, 32 bytes each, from secret bytes that have at least 32 bytes of entropy:
 * DeriveKeyPair(ikm) of RFC 9180 Section 7.1.3. Takes time that depends only on the length.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_dhkem_derive_key_pair(const uint8_t *ikm,
                                                 size_t ikm_len,
                                                 uint8_t *private_key,
                                                 uint8_t *public_key);

/**
 * Makes a shared secret and its ciphertext like carnelian_kem_encapsulate, such that only
 * carnelian_dhkem_auth_decapsulate with the public key of sender_private_key results in the same secret: AuthEncap of
 * RFC 9180. All arrays have 32 bytes. This authenticates the sender only to the recipient. random is the random
 * source, NULL that of the operating system. Constant time.
 *
 * Errors: CARNELIAN_ERROR_POINT if the public key is of small order; CARNELIAN_ERROR_RANDOM if the source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_dhkem_auth_encapsulate(const uint8_t *public_key,
                                                  const uint8_t *sender_private_key,
                                                  const carnelian_random_source *random,
                                                  uint8_t *ciphertext,
                                                  uint8_t *shared_secret);

/**
 * Computes the shared secret that the holder of the private key of sender_public_key has made with
 * carnelian_dhkem_auth_encapsulate: AuthDecap of RFC 9180. All arrays have 32 bytes. For any other ciphertext it is a
 * secret that its sender does not know. Constant time.
 *
 * Errors: CARNELIAN_ERROR_POINT if the ciphertext or the public key is of small order.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_dhkem_auth_decapsulate(const uint8_t *private_key,
                                                  const uint8_t *ciphertext,
                                                  const uint8_t *sender_public_key,
                                                  uint8_t *shared_secret);

/**
 * Starts an exchange: writes the share to send, 1216 bytes, to share: the public key with which the server calls
 * carnelian_kem_encapsulate, whose ciphertext is its share. Writes the address of the private keys to
 * *client; release them with carnelian_x25519mlkem768_client_free. random is the random source, NULL that of the
 * operating system. Constant time.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails, CARNELIAN_ERROR_MEMORY; *client is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_x25519mlkem768_client_new(const carnelian_random_source *random,
                                                     uint8_t *share,
                                                     carnelian_x25519mlkem768_client **client);

/** Wipes and releases the private keys of a client. NULL is permitted. */
void carnelian_x25519mlkem768_client_free(carnelian_x25519mlkem768_client *client);

/**
 * Computes the secret, 64 bytes, that is shared with the sender of a server's share of 1120 bytes. Constant time.
 *
 * Errors: CARNELIAN_ERROR_POINT if the server's key is of small order.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_x25519mlkem768_client_finish(const carnelian_x25519mlkem768_client *client,
                                                        const uint8_t *server_share,
                                                        uint8_t *secret);

/*
 * ----------------------------------------------------------------------------------------------------
 * Key agreement: one interface for every scheme.
 */

#define CARNELIAN_X25519_PRIVATE_KEY_LEN 32
#define CARNELIAN_X25519_PUBLIC_KEY_LEN 32
#define CARNELIAN_X25519_SHARED_SECRET_LEN 32

/** The largest lengths. */
#define CARNELIAN_EXCHANGE_PRIVATE_KEY_MAX_LEN 32
#define CARNELIAN_EXCHANGE_PUBLIC_KEY_MAX_LEN 32
#define CARNELIAN_EXCHANGE_SHARED_SECRET_MAX_LEN 32

/** A scheme of key agreement. */
typedef uint32_t carnelian_exchange_algorithm;

/** X25519, RFC 7748 Section 6.1. */
#define CARNELIAN_X25519 1

/** Returns the number of bytes in a private key of the scheme; 0 if there is no such scheme. */
size_t carnelian_exchange_private_key_len(carnelian_exchange_algorithm algorithm);

/** Returns the number of bytes in a public key of the scheme; 0 if there is no such scheme. */
size_t carnelian_exchange_public_key_len(carnelian_exchange_algorithm algorithm);

/** Returns the number of bytes in a shared secret of the scheme; 0 if there is no such scheme. */
size_t carnelian_exchange_shared_secret_len(carnelian_exchange_algorithm algorithm);

/**
 * Generates a key pair; the lengths are the scheme's. random is the random source, NULL that of the operating system.
 * Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for other lengths; CARNELIAN_ERROR_RANDOM if the
 * source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_exchange_generate(carnelian_exchange_algorithm algorithm,
                                             const carnelian_random_source *random,
                                             uint8_t *private_key,
                                             size_t private_key_len,
                                             uint8_t *public_key,
                                             size_t public_key_len);

/**
 * Computes the public key of a private key. Any 32 bytes are a private key of X25519; they are clamped wherever they are
 * used. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for other lengths.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_exchange_public_key(carnelian_exchange_algorithm algorithm,
                                               const uint8_t *private_key,
                                               size_t private_key_len,
                                               uint8_t *public_key,
                                               size_t public_key_len);

/**
 * Computes the secret that is shared with the holder of the private key of public_key. Derive keys from it and from both
 * public keys, do not use it as one. Constant time, except that it reveals whether it fails.
 *
 * Errors: CARNELIAN_ERROR_POINT if public_key is of small order: the result would be zero for every private key;
 * CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for other lengths.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_exchange_agree(carnelian_exchange_algorithm algorithm,
                                          const uint8_t *private_key,
                                          size_t private_key_len,
                                          const uint8_t *public_key,
                                          size_t public_key_len,
                                          uint8_t *shared_secret,
                                          size_t shared_secret_len);

/**
 * Checks a public key, with which carnelian_exchange_agree would fail with every private key. Keys need not be checked
 * before they are used. Variable time in the key, which is public.
 *
 * Errors: CARNELIAN_ERROR_POINT if the key is of small order; CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_exchange_check_public_key(carnelian_exchange_algorithm algorithm,
                                                     const uint8_t *public_key,
                                                     size_t public_key_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * Authenticated encryption with associated data: whole messages, keys for many messages, and messages in parts.
 */

/** The number of bytes in a tag of every algorithm. */
#define CARNELIAN_AEAD_TAG_LEN 16
#define CARNELIAN_CHACHA20_POLY1305_KEY_LEN 32
#define CARNELIAN_CHACHA20_POLY1305_NONCE_LEN 12
#define CARNELIAN_XCHACHA20_POLY1305_KEY_LEN 32
#define CARNELIAN_XCHACHA20_POLY1305_NONCE_LEN 24
#define CARNELIAN_AES_128_GCM_KEY_LEN 16
#define CARNELIAN_AES_128_GCM_NONCE_LEN 12
#define CARNELIAN_AES_192_GCM_KEY_LEN 24
#define CARNELIAN_AES_192_GCM_NONCE_LEN 12
#define CARNELIAN_AES_256_GCM_KEY_LEN 32
#define CARNELIAN_AES_256_GCM_NONCE_LEN 12
#define CARNELIAN_AES_128_GCM_SIV_KEY_LEN 16
#define CARNELIAN_AES_128_GCM_SIV_NONCE_LEN 12
#define CARNELIAN_AES_256_GCM_SIV_KEY_LEN 32
#define CARNELIAN_AES_256_GCM_SIV_NONCE_LEN 12

/** The largest lengths. */
#define CARNELIAN_AEAD_KEY_MAX_LEN 32
#define CARNELIAN_AEAD_NONCE_MAX_LEN 24

/** The number of bytes in a carnelian_aead_sealer. */
#define CARNELIAN_AEAD_SEALER_SIZE 2304

/** The alignment of a carnelian_aead_sealer. */
#define CARNELIAN_AEAD_SEALER_ALIGN 8

/** The number of bytes in a carnelian_aead_verifier. */
#define CARNELIAN_AEAD_VERIFIER_SIZE 2304

/** The alignment of a carnelian_aead_verifier. */
#define CARNELIAN_AEAD_VERIFIER_ALIGN 8

/** The number of bytes in a carnelian_aead_opener. */
#define CARNELIAN_AEAD_OPENER_SIZE 320

/** The alignment of a carnelian_aead_opener. */
#define CARNELIAN_AEAD_OPENER_ALIGN 8

/**
 * A key of authenticated encryption with what is computed from it alone. It is on the heap, and wiped when it is freed.
 * Several threads may use it at a time.
 */
typedef struct carnelian_aead_key carnelian_aead_key;

/**
 * An algorithm of authenticated encryption. A nonce must never be used for two messages under one key; those of 24 bytes
 * may be drawn at random. With AES-GCM-SIV a repeated nonce reveals only whether messages are equal.
 */
typedef uint32_t carnelian_aead_algorithm;

/** The inputs of a message beside its key and its content. */
typedef struct {
    /** The nonce. */
    const uint8_t *nonce;
    /** The number of bytes in the nonce, that of the algorithm. */
    size_t nonce_len;
    /** The associated data, which are authenticated and not encrypted; may be NULL if there are none. */
    const uint8_t *aad;
    /** The number of bytes in the associated data. */
    size_t aad_len;
} carnelian_aead_inputs;

/** The encryption of a message in parts. */
typedef struct {
    uint64_t opaque[288];
} carnelian_aead_sealer;

/** The first pass of the decryption of a message in parts: it absorbs all of the ciphertext and decrypts nothing. */
typedef struct {
    uint64_t opaque[288];
} carnelian_aead_verifier;

/** The second pass of the decryption of a message in parts, once its tag is verified. */
typedef struct {
    uint64_t opaque[40];
} carnelian_aead_opener;

/** ChaCha20-Poly1305, RFC 8439 Section 2.8. */
#define CARNELIAN_CHACHA20_POLY1305 1

/** XChaCha20-Poly1305, draft-irtf-cfrg-xchacha Section 2. */
#define CARNELIAN_XCHACHA20_POLY1305 2

/** AES-128-GCM, SP 800-38D. */
#define CARNELIAN_AES_128_GCM 3

/** AES-192-GCM, SP 800-38D. */
#define CARNELIAN_AES_192_GCM 4

/** AES-256-GCM, SP 800-38D. */
#define CARNELIAN_AES_256_GCM 5

/** AES-128-GCM-SIV, RFC 8452. */
#define CARNELIAN_AES_128_GCM_SIV 6

/** AES-256-GCM-SIV, RFC 8452. */
#define CARNELIAN_AES_256_GCM_SIV 7

/** Returns the number of bytes in a key of the algorithm; 0 if there is no such algorithm. */
size_t carnelian_aead_key_len(carnelian_aead_algorithm algorithm);

/** Returns the number of bytes in a nonce of the algorithm; 0 if there is no such algorithm. */
size_t carnelian_aead_nonce_len(carnelian_aead_algorithm algorithm);

/** Returns the number of bytes in the longest message of the algorithm; 0 if there is no such algorithm. */
uint64_t carnelian_aead_max_len(carnelian_aead_algorithm algorithm);

/** Returns the number of bytes in the longest associated data of the algorithm; 0 if there is no such algorithm. */
uint64_t carnelian_aead_max_aad_len(carnelian_aead_algorithm algorithm);

/**
 * Sets up a key, on the heap, for many messages, and writes its address to *handle; release it with
 * carnelian_aead_key_free. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_MEMORY; *handle is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_key_new(carnelian_aead_algorithm algorithm,
                                        const uint8_t *key,
                                        size_t key_len,
                                        carnelian_aead_key **handle);

/** Wipes and releases a key. NULL is permitted. */
void carnelian_aead_key_free(carnelian_aead_key *handle);

/**
 * Encrypts len bytes of plaintext to as many of ciphertext and writes a tag of 16 bytes: carnelian_aead_seal
 * with a key that is set up.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a nonce of another length; CARNELIAN_ERROR_OVERLAP, CARNELIAN_ERROR_LIMIT.
 * The ciphertext is zeroed then, even if it is the same memory as the plaintext.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_key_seal(const carnelian_aead_key *handle,
                                         const carnelian_aead_inputs *inputs,
                                         const uint8_t *plaintext,
                                         uint8_t *ciphertext,
                                         size_t len,
                                         uint8_t *tag);

/**
 * Decrypts len bytes of ciphertext to as many of plaintext if the tag of 16 bytes is right:
 * carnelian_aead_open with a key that is set up.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not; CARNELIAN_ERROR_LENGTH for a nonce of another length;
 * CARNELIAN_ERROR_OVERLAP, CARNELIAN_ERROR_LIMIT. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_key_open(const carnelian_aead_key *handle,
                                         const carnelian_aead_inputs *inputs,
                                         const uint8_t *ciphertext,
                                         uint8_t *plaintext,
                                         size_t len,
                                         const uint8_t *tag);

/**
 * Encrypts a message and writes the ciphertext followed by the tag: carnelian_aead_seal_combined with a key that is
 * set up.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a nonce of another length, or unless sealed_len is 16 more than
 * plaintext_len; CARNELIAN_ERROR_OVERLAP, CARNELIAN_ERROR_LIMIT. The output is zeroed then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_key_seal_combined(const carnelian_aead_key *handle,
                                                  const carnelian_aead_inputs *inputs,
                                                  const uint8_t *plaintext,
                                                  size_t plaintext_len,
                                                  uint8_t *sealed,
                                                  size_t sealed_len);

/**
 * Decrypts a ciphertext that is followed by its tag: carnelian_aead_open_combined with a key that is set up.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if the tag is not right; CARNELIAN_ERROR_LENGTH for a nonce of another
 * length, or unless plaintext_len is 16 less than sealed_len; CARNELIAN_ERROR_OVERLAP, CARNELIAN_ERROR_LIMIT.
 * The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_key_open_combined(const carnelian_aead_key *handle,
                                                  const carnelian_aead_inputs *inputs,
                                                  const uint8_t *sealed,
                                                  size_t sealed_len,
                                                  uint8_t *plaintext,
                                                  size_t plaintext_len);

/**
 * Starts the encryption of a message in parts. The key must not be freed before the sealer has ended. Takes time that
 * depends only on lengths.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a nonce of another length; CARNELIAN_ERROR_ALGORITHM if the key is of
 * AES-GCM-SIV, which reads a message twice.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_sealer_init(carnelian_aead_sealer *sealer,
                                            const carnelian_aead_key *key,
                                            const carnelian_aead_inputs *inputs);

/**
 * Encrypts the next len bytes of the message to as many of ciphertext, which is the same memory or shares none with
 * plaintext.
 *
 * Errors: CARNELIAN_ERROR_LIMIT if the message becomes too long, CARNELIAN_ERROR_OVERLAP; nothing is counted then,
 * and the ciphertext is zeroed. CARNELIAN_ERROR_STATE if the sealer is not initialized or has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_sealer_update(carnelian_aead_sealer *sealer,
                                              const uint8_t *plaintext,
                                              uint8_t *ciphertext,
                                              size_t len);

/**
 * Ends the message: writes its tag, 16 bytes. The sealer is wiped.
 *
 * Errors: CARNELIAN_ERROR_STATE if the sealer is not initialized or has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_sealer_final(carnelian_aead_sealer *sealer, uint8_t *tag);

/** Ends the encryption of a message without a tag, and wipes the sealer. */
carnelian_status carnelian_aead_sealer_wipe(carnelian_aead_sealer *sealer);

/**
 * Starts the first pass of the decryption of a message in parts. The key must not be freed before the verifier and the
 * opener that it starts have ended. Takes time that depends only on lengths.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a nonce of another length; CARNELIAN_ERROR_ALGORITHM if the key is of
 * AES-GCM-SIV.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_verifier_init(carnelian_aead_verifier *verifier,
                                              const carnelian_aead_key *key,
                                              const carnelian_aead_inputs *inputs);

/**
 * Absorbs the next part of the ciphertext, of any length.
 *
 * Errors: CARNELIAN_ERROR_LIMIT if the message becomes too long, the part is not counted then;
 * CARNELIAN_ERROR_STATE if the verifier is not initialized or has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_verifier_update(carnelian_aead_verifier *verifier,
                                                const uint8_t *ciphertext,
                                                size_t ciphertext_len);

/**
 * Ends the first pass: if tag, 16 bytes, is the tag of the ciphertext that was absorbed, initializes opener for the
 * second pass. The verifier is wiped.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if the tag is not right; CARNELIAN_ERROR_STATE if the verifier is not
 * initialized or has ended. The opener is zeroed then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_verifier_final(carnelian_aead_verifier *verifier,
                                               const uint8_t *tag,
                                               carnelian_aead_opener *opener);

/** Ends the first pass without a verdict, and wipes the verifier. */
carnelian_status carnelian_aead_verifier_wipe(carnelian_aead_verifier *verifier);

/**
 * Decrypts the next len bytes of the ciphertext to as many of plaintext, which is the same memory or shares none
 * with it. The parts may be divided differently than for the verifier. It is up to the caller that the ciphertext is
 * the one that was verified.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if there is more ciphertext than was verified, CARNELIAN_ERROR_OVERLAP;
 * CARNELIAN_ERROR_STATE if the opener is not initialized or has ended. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_opener_update(carnelian_aead_opener *opener,
                                              const uint8_t *ciphertext,
                                              uint8_t *plaintext,
                                              size_t len);

/**
 * Writes the number of bytes that were verified and are not decrypted yet to *left.
 *
 * Errors: CARNELIAN_ERROR_STATE if the opener is not initialized or has ended.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_opener_left(const carnelian_aead_opener *opener, uint64_t *left);

/** Ends the second pass, and wipes the opener. */
carnelian_status carnelian_aead_opener_wipe(carnelian_aead_opener *opener);

/**
 * Encrypts len bytes of plaintext to as many of ciphertext, which is the same memory or shares none with it, and
 * writes the tag over the ciphertext and the associated data, 16 bytes, to tag.
 *
 * The lengths of key and nonce are the algorithm's. A nonce must never be used for two messages under one key. The key is
 * set up for this message only; for more than one, use carnelian_aead_key_new. Takes time that depends only on lengths.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for a key or a nonce of another length;
 * CARNELIAN_ERROR_OVERLAP also if the associated data shares memory with the ciphertext; CARNELIAN_ERROR_LIMIT if
 * the message is too long. The ciphertext is zeroed then, even if it is the same memory as the plaintext.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_seal(carnelian_aead_algorithm algorithm,
                                     const uint8_t *key,
                                     size_t key_len,
                                     const carnelian_aead_inputs *inputs,
                                     const uint8_t *plaintext,
                                     uint8_t *ciphertext,
                                     size_t len,
                                     uint8_t *tag);

/**
 * Decrypts len bytes of ciphertext to as many of plaintext, which is the same memory or shares none with it, if
 * tag, 16 bytes, is the tag with which the message was sealed under this key and nonce, with this associated data.
 *
 * Takes time that depends only on lengths and on whether the tag is right.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if the tag is not right; CARNELIAN_ERROR_ALGORITHM;
 * CARNELIAN_ERROR_LENGTH for a key or a nonce of another length; CARNELIAN_ERROR_OVERLAP also if the associated
 * data shares memory with the plaintext; CARNELIAN_ERROR_LIMIT. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_open(carnelian_aead_algorithm algorithm,
                                     const uint8_t *key,
                                     size_t key_len,
                                     const carnelian_aead_inputs *inputs,
                                     const uint8_t *ciphertext,
                                     uint8_t *plaintext,
                                     size_t len,
                                     const uint8_t *tag);

/**
 * Encrypts a message like carnelian_aead_seal, and writes the ciphertext followed by the tag to sealed, which has
 * sealed_len bytes, 16 more than the plaintext. The two begin at the same byte or share no memory.
 *
 * Errors: those of carnelian_aead_seal; CARNELIAN_ERROR_LENGTH also for another sealed_len. The output is zeroed
 * then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_seal_combined(carnelian_aead_algorithm algorithm,
                                              const uint8_t *key,
                                              size_t key_len,
                                              const carnelian_aead_inputs *inputs,
                                              const uint8_t *plaintext,
                                              size_t plaintext_len,
                                              uint8_t *sealed,
                                              size_t sealed_len);

/**
 * Decrypts what carnelian_aead_seal_combined has written to plaintext, which has plaintext_len bytes, 16 fewer
 * than sealed. The two begin at the same byte or share no memory.
 *
 * Errors: those of carnelian_aead_open; CARNELIAN_ERROR_LENGTH also for another plaintext_len. The plaintext is
 * all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aead_open_combined(carnelian_aead_algorithm algorithm,
                                              const uint8_t *key,
                                              size_t key_len,
                                              const carnelian_aead_inputs *inputs,
                                              const uint8_t *sealed,
                                              size_t sealed_len,
                                              uint8_t *plaintext,
                                              size_t plaintext_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * Argon2, RFC 9106: keys and tags from passwords, and password hashes as strings.
 */

/** The smallest number of bytes in a salt. Use 16. */
#define CARNELIAN_ARGON2_SALT_MIN_LEN 8

/** The smallest number of bytes in a tag. Use 16 to compare with, and the length of the key for a key. */
#define CARNELIAN_ARGON2_TAG_MIN_LEN 4

/** The alignment of a work area in bytes. */
#define CARNELIAN_ARGON2_AREA_ALIGNMENT 64

/**
 * The number of bytes that a password hash of carnelian_argon2_hash_password takes, with the NUL that ends it, if it
 * has no associated data.
 */
#define CARNELIAN_ARGON2_HASH_MAX_LEN 128

/** A work area on the heap, for many computations: allocating and wiping it takes a fifth of one. */
typedef struct carnelian_argon2_area carnelian_argon2_area;

/** A variant of Argon2. */
typedef uint32_t carnelian_argon2_variant;

/** The cost of a computation of Argon2, or the largest cost that a password hash or a sealed file may demand. */
typedef struct {
    /** m, the memory in KiB: at least 8 for each lane. */
    uint32_t memory_kib;
    /** t, the number of passes over the memory: at least 1. */
    uint32_t passes;
    /** p, the number of lanes: 1 to 2^24 - 1. */
    uint32_t lanes;
} carnelian_argon2_cost;

/** The inputs of a computation. Zeros are what is not set. */
typedef struct {
    /** The password; may be NULL if it is empty. */
    const uint8_t *password;
    /** The number of bytes in the password. */
    size_t password_len;
    /** The salt: at least 8 bytes. carnelian_argon2_hash_password draws it. */
    const uint8_t *salt;
    /** The number of bytes in the salt. */
    size_t salt_len;
    /** The secret, a pepper; may be NULL if there is none. */
    const uint8_t *secret;
    /** The number of bytes in the secret. */
    size_t secret_len;
    /** The associated data; may be NULL if there are none. */
    const uint8_t *associated_data;
    /** The number of bytes in the associated data. */
    size_t associated_data_len;
} carnelian_argon2_inputs;

/** The parameters in a password hash. */
typedef struct {
    /** CARNELIAN_ARGON2D, CARNELIAN_ARGON2I or CARNELIAN_ARGON2ID. */
    carnelian_argon2_variant variant;
    /** 0x13 for version 1.3, 0x10 for version 1.0. */
    uint32_t version;
    /** The cost. */
    carnelian_argon2_cost cost;
} carnelian_argon2_parameters;

/** Argon2d: its memory accesses depend on the password. */
#define CARNELIAN_ARGON2D 0

/** Argon2i: its memory accesses do not depend on the password. */
#define CARNELIAN_ARGON2I 1

/**
 * Argon2id, the variant that RFC 9106 recommends: only the memory accesses of the second half of the first pass and of
 * later passes depend on the password.
 */
#define CARNELIAN_ARGON2ID 2

/**
 * Computes a tag, such as a key, from a password and a salt, in memory that is allocated, wiped and freed.
 *
 * variant_number is CARNELIAN_ARGON2ID, CARNELIAN_ARGON2I or CARNELIAN_ARGON2D; cost may be NULL for 64 MiB,
 * three passes and four lanes, the second option that RFC 9106 recommends. The tag must not overlap an input. The time
 * depends on the cost, on lengths and, except for Argon2i, on the password.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if the salt has fewer than 8 bytes, or the tag fewer than 4, or any input 2^32 or
 * more; CARNELIAN_ERROR_ARGUMENT for a cost that Argon2 does not allow; CARNELIAN_ERROR_ALGORITHM,
 * CARNELIAN_ERROR_OVERLAP, CARNELIAN_ERROR_MEMORY.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2(carnelian_argon2_variant variant_number,
                                  const carnelian_argon2_cost *cost,
                                  const carnelian_argon2_inputs *inputs,
                                  uint8_t *tag,
                                  size_t tag_len);

/**
 * Writes the number of bytes that a work area for this cost takes to *area_len. cost may be NULL as in
 * carnelian_argon2.
 *
 * Errors: CARNELIAN_ERROR_ARGUMENT for a cost that Argon2 does not allow, or of more bytes than a size_t counts.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_area_len(const carnelian_argon2_cost *cost,
                                           size_t *area_len);

/**
 * Computes a tag like carnelian_argon2, in the memory of the caller: at least carnelian_argon2_area_len bytes, which
 * are initialized, with any content, and aligned to CARNELIAN_ARGON2_AREA_ALIGNMENT. What was used of it is zeros
 * afterwards. It must not overlap an input or the tag.
 *
 * Errors: those of carnelian_argon2; CARNELIAN_ERROR_LENGTH also if the area is too small;
 * CARNELIAN_ERROR_MISALIGNED.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_in_memory(uint8_t *memory,
                                            size_t memory_len,
                                            carnelian_argon2_variant variant_number,
                                            const carnelian_argon2_cost *cost,
                                            const carnelian_argon2_inputs *inputs,
                                            uint8_t *tag,
                                            size_t tag_len);

/**
 * Allocates a work area for computations of this cost or of less, in huge pages where the system has them, and writes
 * its address to *area; release it with carnelian_argon2_area_free. cost may be NULL as in carnelian_argon2.
 * Between computations it holds data derived from the last password.
 *
 * Errors: CARNELIAN_ERROR_ARGUMENT for a cost that Argon2 does not allow, CARNELIAN_ERROR_MEMORY; *area is NULL
 * then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_area_new(const carnelian_argon2_cost *cost,
                                           carnelian_argon2_area **area);

/** Wipes and releases a work area. NULL is permitted. */
void carnelian_argon2_area_free(carnelian_argon2_area *area);

/**
 * Computes a tag like carnelian_argon2, in a work area, which serves one thread at a time.
 *
 * Errors: those of carnelian_argon2; CARNELIAN_ERROR_LENGTH also if the area is too small.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_in_area(carnelian_argon2_area *area,
                                          carnelian_argon2_variant variant_number,
                                          const carnelian_argon2_cost *cost,
                                          const carnelian_argon2_inputs *inputs,
                                          uint8_t *tag,
                                          size_t tag_len);

/**
 * Hashes a password with a random salt of 16 bytes, and writes a string in the PHC format, $argon2id$v=19$m=..., which
 * ends in NUL, to hash: a tag of 32 bytes, the salt, the parameters and the associated data, but not the secret.
 *
 * hash_size is the size of the buffer; CARNELIAN_ARGON2_HASH_MAX_LEN is enough without associated data, which takes
 * four bytes for each three more. cost may be NULL as in carnelian_argon2; random is the random source, NULL that
 * of the operating system.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if the buffer is too small or there is a salt; CARNELIAN_ERROR_RANDOM if the source
 * fails;
 * CARNELIAN_ERROR_ARGUMENT, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_MEMORY. The buffer holds the empty string
 * then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_hash_password(carnelian_argon2_variant variant_number,
                                                const carnelian_argon2_cost *cost,
                                                const carnelian_argon2_inputs *inputs,
                                                const carnelian_random_source *random,
                                                char *hash,
                                                size_t hash_size);

/**
 * Checks whether a password is the one of a password hash, hash_len bytes without the NUL. largest_cost limits what
 * the string may demand; with NULL it is 1 GiB, 10 passes and 255 lanes. The tags are compared in constant time.
 *
 * Errors: CARNELIAN_ERROR_PASSPHRASE if it is another password; CARNELIAN_ERROR_ENCODING if the string is no
 * password hash; CARNELIAN_ERROR_COST if it demands more than the limits, CARNELIAN_ERROR_MEMORY.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_verify_password(const char *hash,
                                                  size_t hash_len,
                                                  const carnelian_argon2_cost *largest_cost,
                                                  const uint8_t *password,
                                                  size_t password_len,
                                                  const uint8_t *secret,
                                                  size_t secret_len);

/**
 * Checks whether a password is the one of a password hash like carnelian_argon2_verify_password, in a work area, which
 * serves one thread at a time and whose size limits the memory that the string may demand.
 *
 * Errors: those of carnelian_argon2_verify_password; CARNELIAN_ERROR_LENGTH if the area is too small.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_verify_password_in_area(carnelian_argon2_area *area,
                                                          const char *hash,
                                                          size_t hash_len,
                                                          const carnelian_argon2_cost *largest_cost,
                                                          const uint8_t *password,
                                                          size_t password_len,
                                                          const uint8_t *secret,
                                                          size_t secret_len);

/**
 * Reads the parameters of a password hash, hash_len bytes without the NUL. largest_cost limits what the string may
 * demand, as in carnelian_argon2_verify_password.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if the string is no password hash; CARNELIAN_ERROR_COST.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_read_parameters(const char *hash,
                                                  size_t hash_len,
                                                  const carnelian_argon2_cost *largest_cost,
                                                  carnelian_argon2_parameters *parameters);

/**
 * Writes 1 to *needed if a password hash, hash_len bytes without the NUL, was made with another variant, version or
 * cost than these, so that the password should be hashed again when it is next known; 0 otherwise. cost may be NULL as
 * in carnelian_argon2.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if the string is no password hash; CARNELIAN_ERROR_ARGUMENT,
 * CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_argon2_needs_rehash(const char *hash,
                                               size_t hash_len,
                                               carnelian_argon2_variant variant_number,
                                               const carnelian_argon2_cost *cost,
                                               int *needed);

/*
 * ----------------------------------------------------------------------------------------------------
 * Secret boxes and boxes of NaCl, and sealed boxes of libsodium, for protocols that need them.
 */

/** The number of bytes in a secret key, a public key and a shared key of boxes. */
#define CARNELIAN_NACL_BOX_KEY_LEN 32

/** The number of bytes in a nonce of a box. */
#define CARNELIAN_NACL_BOX_NONCE_LEN 24

/** The number of bytes that a box has more than its plaintext. */
#define CARNELIAN_NACL_BOX_TAG_LEN 16

/** The number of bytes that a box of an anonymous sender has more than its plaintext: a public key and the tag. */
#define CARNELIAN_NACL_BOX_ANONYMOUS_HEADER_LEN 48

/** The number of bytes in a key of a secret box. */
#define CARNELIAN_SECRETBOX_KEY_LEN 32

/** The number of bytes in a nonce of a secret box. */
#define CARNELIAN_SECRETBOX_NONCE_LEN 24

/** The number of bytes in a tag of a secret box. */
#define CARNELIAN_SECRETBOX_TAG_LEN 16

/**
 * Computes the key that the holder of secret_key shares with the holder of the secret key of public_key, keys of
 * X25519: crypto_box_beforenm. All three have 32 bytes. With the shared key, carnelian_secretbox_seal_combined is
 * carnelian_nacl_box_seal, and so on, at a fraction of the cost. Constant time.
 *
 * Errors: CARNELIAN_ERROR_POINT if public_key is of small order: the key would be the same for every secret key.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_nacl_box_precompute(const uint8_t *secret_key,
                                               const uint8_t *public_key,
                                               uint8_t *shared_key);

/**
 * Encrypts a message from the holder of secret_key to the holder of the secret key of public_key, 32 bytes each, and
 * writes the tag followed by the ciphertext to sealed, which has sealed_len bytes, 16 more than the plaintext:
 * crypto_box without its leading zeros. The two may overlap. The nonce of 24 bytes must never be used for two messages
 * between the same parties, in either direction; it may be drawn at random. Takes time that depends only on the length.
 *
 * Errors: CARNELIAN_ERROR_POINT if public_key is of small order; CARNELIAN_ERROR_LENGTH for another sealed_len.
 * The output is zeroed then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_nacl_box_seal(const uint8_t *secret_key,
                                         const uint8_t *public_key,
                                         const uint8_t *nonce,
                                         const uint8_t *plaintext,
                                         size_t plaintext_len,
                                         uint8_t *sealed,
                                         size_t sealed_len);

/**
 * Decrypts what carnelian_nacl_box_seal has written, with the secret key of one of the two parties and the public key
 * of the other, to plaintext, which has plaintext_len bytes, 16 fewer than sealed. The two may overlap.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if the message was not sealed by one of them under this nonce;
 * CARNELIAN_ERROR_POINT if public_key is of small order; CARNELIAN_ERROR_LENGTH for another plaintext_len. The
 * plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_nacl_box_open(const uint8_t *secret_key,
                                         const uint8_t *public_key,
                                         const uint8_t *nonce,
                                         const uint8_t *sealed,
                                         size_t sealed_len,
                                         uint8_t *plaintext,
                                         size_t plaintext_len);

/**
 * Encrypts a message to the holder of the secret key of public_key, 32 bytes, from a sender who stays anonymous:
 * crypto_box_seal of libsodium. sealed has sealed_len bytes, 48 more than the plaintext, with which it may overlap.
 * random is the random source, NULL that of the operating system. Takes time that depends only on the length.
 *
 * Errors: CARNELIAN_ERROR_POINT if public_key is of small order; CARNELIAN_ERROR_RANDOM if the source fails;
 * CARNELIAN_ERROR_LENGTH for another sealed_len. The output is zeroed then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_nacl_box_seal_anonymous(const uint8_t *public_key,
                                                   const carnelian_random_source *random,
                                                   const uint8_t *plaintext,
                                                   size_t plaintext_len,
                                                   uint8_t *sealed,
                                                   size_t sealed_len);

/**
 * Decrypts what carnelian_nacl_box_seal_anonymous has written to plaintext, which has plaintext_len bytes, 48 fewer
 * than sealed, with which it may overlap. public_key must be the public key of secret_key, 32 bytes each. Takes
 * time that depends only on the length and on whether it succeeds.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if the message was not sealed for this key; CARNELIAN_ERROR_LENGTH for
 * another plaintext_len. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_nacl_box_open_anonymous(const uint8_t *secret_key,
                                                   const uint8_t *public_key,
                                                   const uint8_t *sealed,
                                                   size_t sealed_len,
                                                   uint8_t *plaintext,
                                                   size_t plaintext_len);

/**
 * Encrypts len bytes of plaintext to as many of ciphertext, which is the same memory or shares none with it, under
 * a key of 32 bytes and a nonce of 24, and writes the tag over the ciphertext, 16 bytes, to tag. A nonce must never be
 * used for two messages under one key; it may be drawn at random. Takes time that depends only on the length.
 *
 * Errors: CARNELIAN_ERROR_OVERLAP. The ciphertext is zeroed then, even if it is the same memory as the plaintext.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_secretbox_seal(const uint8_t *key,
                                          const uint8_t *nonce,
                                          const uint8_t *plaintext,
                                          uint8_t *ciphertext,
                                          size_t len,
                                          uint8_t *tag);

/**
 * Decrypts len bytes of ciphertext to as many of plaintext, which is the same memory or shares none with it, if
 * tag, 16 bytes, is the tag with which the message was sealed under this key of 32 bytes and this nonce of 24. Takes
 * time that depends only on the length and on whether the tag is right.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not; CARNELIAN_ERROR_OVERLAP. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_secretbox_open(const uint8_t *key,
                                          const uint8_t *nonce,
                                          const uint8_t *ciphertext,
                                          uint8_t *plaintext,
                                          size_t len,
                                          const uint8_t *tag);

/**
 * Encrypts a message like carnelian_secretbox_seal, and writes the tag followed by the ciphertext to sealed, which
 * has sealed_len bytes, 16 more than the plaintext: crypto_secretbox without its leading zeros. In
 * carnelian_aead_seal_combined the tag comes last. The plaintext and sealed may overlap.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another sealed_len. The output is zeroed then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_secretbox_seal_combined(const uint8_t *key,
                                                   const uint8_t *nonce,
                                                   const uint8_t *plaintext,
                                                   size_t plaintext_len,
                                                   uint8_t *sealed,
                                                   size_t sealed_len);

/**
 * Decrypts what carnelian_secretbox_seal_combined has written to plaintext, which has plaintext_len bytes, 16 fewer
 * than sealed. The two may overlap.
 *
 * Errors: CARNELIAN_ERROR_AUTHENTICATION if the message was not sealed under this key and nonce;
 * CARNELIAN_ERROR_LENGTH for another plaintext_len. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_secretbox_open_combined(const uint8_t *key,
                                                   const uint8_t *nonce,
                                                   const uint8_t *sealed,
                                                   size_t sealed_len,
                                                   uint8_t *plaintext,
                                                   size_t plaintext_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * Ciphers without authentication: AES in counter mode, ChaCha20, Salsa20, and the block cipher AES.
 */

/** The number of bytes in a block of AES. */
#define CARNELIAN_AES_BLOCK_LEN 16

/** The number of bytes in a carnelian_cipher. */
#define CARNELIAN_CIPHER_SIZE 640

/** The alignment of a carnelian_cipher. */
#define CARNELIAN_CIPHER_ALIGN 8

/** The number of bytes in a carnelian_aes. */
#define CARNELIAN_AES_SIZE 512

/** The alignment of a carnelian_aes. */
#define CARNELIAN_AES_ALIGN 8
#define CARNELIAN_CHACHA20_KEY_LEN 32
#define CARNELIAN_CHACHA20_NONCE_LEN 12
#define CARNELIAN_CHACHA20_DJB_KEY_LEN 32
#define CARNELIAN_CHACHA20_DJB_NONCE_LEN 8
#define CARNELIAN_XCHACHA20_KEY_LEN 32
#define CARNELIAN_XCHACHA20_NONCE_LEN 24
#define CARNELIAN_AES_128_CTR_KEY_LEN 16
#define CARNELIAN_AES_128_CTR_NONCE_LEN 16
#define CARNELIAN_AES_192_CTR_KEY_LEN 24
#define CARNELIAN_AES_192_CTR_NONCE_LEN 16
#define CARNELIAN_AES_256_CTR_KEY_LEN 32
#define CARNELIAN_AES_256_CTR_NONCE_LEN 16
#define CARNELIAN_SALSA20_KEY_LEN 32
#define CARNELIAN_SALSA20_NONCE_LEN 8
#define CARNELIAN_XSALSA20_KEY_LEN 32
#define CARNELIAN_XSALSA20_NONCE_LEN 24

/** The largest lengths. */
#define CARNELIAN_CIPHER_KEY_MAX_LEN 32
#define CARNELIAN_CIPHER_NONCE_MAX_LEN 24

/**
 * A cipher without authentication. ChaCha20 and XChaCha20 have 256 GiB of keystream under a nonce, the other stream ciphers
 * 2^64 blocks. Nonces of 24 bytes may be drawn at random; that of AES is the first counter block. Salsa20, XSalsa20 and
 * the original form of ChaCha20 are for protocols that need them.
 */
typedef uint32_t carnelian_cipher_algorithm;

/**
 * A cipher at a position in its keystream. It does not authenticate: a change of the ciphertext flips the same bits of
 * the plaintext.
 */
typedef struct {
    uint64_t opaque[80];
} carnelian_cipher;

/** A key of AES, expanded in one direction. */
typedef struct {
    uint64_t opaque[64];
} carnelian_aes;

/** A direction of AES. */
typedef uint32_t carnelian_aes_direction;

/** Encrypts blocks with AES. */
#define CARNELIAN_AES_ENCRYPT 1

/** Decrypts blocks with AES. */
#define CARNELIAN_AES_DECRYPT 2

/** ChaCha20, RFC 8439 Section 2.4. */
#define CARNELIAN_CHACHA20 1

/** ChaCha20 (original), Bernstein, ChaCha, a variant of Salsa20, 2008. */
#define CARNELIAN_CHACHA20_DJB 2

/** XChaCha20, draft-irtf-cfrg-xchacha Section 2.3. */
#define CARNELIAN_XCHACHA20 3

/** AES-128-CTR, SP 800-38A Section 6.5. */
#define CARNELIAN_AES_128_CTR 4

/** AES-192-CTR, SP 800-38A Section 6.5. */
#define CARNELIAN_AES_192_CTR 5

/** AES-256-CTR, SP 800-38A Section 6.5. */
#define CARNELIAN_AES_256_CTR 6

/** Salsa20, Bernstein, Salsa20 specification, 2005. */
#define CARNELIAN_SALSA20 7

/** XSalsa20, Bernstein, Extending the Salsa20 nonce, 2011. */
#define CARNELIAN_XSALSA20 8

/** Returns the number of bytes in a key of the algorithm; 0 if there is no such algorithm. */
size_t carnelian_cipher_key_len(carnelian_cipher_algorithm algorithm);

/** Returns the number of bytes in a nonce of the algorithm; 0 if there is no such algorithm. */
size_t carnelian_cipher_nonce_len(carnelian_cipher_algorithm algorithm);

/**
 * Encrypts or decrypts len bytes of input to as many of output, which is the same memory or shares none with it,
 * with the keystream of a key and a nonce from its start.
 *
 * algorithm is one of the constants from CARNELIAN_CHACHA20 to CARNELIAN_XSALSA20; the lengths are its
 * lengths. A nonce must never be used for two messages under one key. Takes time that depends only on lengths.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH for a key or a nonce of another length;
 * CARNELIAN_ERROR_LIMIT if there is less keystream than input; CARNELIAN_ERROR_OVERLAP. The output is zeroed then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_cipher_xor(carnelian_cipher_algorithm algorithm,
                                      const uint8_t *key,
                                      size_t key_len,
                                      const uint8_t *nonce,
                                      size_t nonce_len,
                                      const uint8_t *input,
                                      uint8_t *output,
                                      size_t len);

/**
 * Starts a cipher at the beginning of the keystream of a key and a nonce. algorithm is one of the constants from
 * CARNELIAN_CHACHA20 to CARNELIAN_XSALSA20; the lengths are its lengths. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_cipher_init(carnelian_cipher *cipher,
                                       carnelian_cipher_algorithm algorithm,
                                       const uint8_t *key,
                                       size_t key_len,
                                       const uint8_t *nonce,
                                       size_t nonce_len);

/**
 * Moves AES in counter mode to the start of another keystream of the same key, which begins with the encryption of
 * counter, 16 bytes: for many messages, since expanding a key takes longer than encrypting a block.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM for another cipher; CARNELIAN_ERROR_STATE if the cipher is not initialized.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_cipher_restart(carnelian_cipher *cipher,
                                          const uint8_t *counter);

/**
 * Encrypts or decrypts the next len bytes of input to as many of output, which is the same memory or shares none
 * with it, and advances. Takes time that depends only on the length.
 *
 * Errors: CARNELIAN_ERROR_LIMIT if there is less keystream than input, CARNELIAN_ERROR_OVERLAP;
 * CARNELIAN_ERROR_STATE if the cipher is not initialized. The output is zeroed then, and the cipher unchanged.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_cipher_apply(carnelian_cipher *cipher,
                                        const uint8_t *input,
                                        uint8_t *output,
                                        size_t len);

/**
 * Moves a cipher to a position in its keystream, forwards or backwards: offset bytes after the start of block number
 * block. Blocks have 16 bytes for AES and 64 for the others. Takes the same time for every position.
 *
 * Errors: CARNELIAN_ERROR_LIMIT if that is past the end, the cipher is unchanged then; CARNELIAN_ERROR_STATE if
 * it is not initialized.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_cipher_seek(carnelian_cipher *cipher,
                                       uint64_t block,
                                       size_t offset);

/**
 * Writes the position of a cipher in its keystream: the number of the block to *block, and the bytes of it that are
 * used to *offset. At the end of the longest keystream, of 2^64 blocks, the block is the last one and the offset its
 * length.
 *
 * Errors: CARNELIAN_ERROR_STATE if the cipher is not initialized.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_cipher_position(const carnelian_cipher *cipher,
                                           uint64_t *block,
                                           size_t *offset);

/** Ends the use of a cipher, and wipes it. */
carnelian_status carnelian_cipher_wipe(carnelian_cipher *cipher);

/**
 * Derives a key of 32 bytes from a key of 32 and an input of 16: HChaCha20, draft-irtf-cfrg-xchacha Section 2.2.
 * Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hchacha20(const uint8_t *key,
                                     const uint8_t *input,
                                     uint8_t *derived);

/**
 * Derives a key of 32 bytes from a key of 32 and an input of 16: HSalsa20, as XSalsa20 does with the first 16 bytes of
 * its nonce. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_hsalsa20(const uint8_t *key,
                                    const uint8_t *input,
                                    uint8_t *derived);

/**
 * Expands a key of AES, FIPS 197, of 16, 24 or 32 bytes for a direction, CARNELIAN_AES_ENCRYPT or
 * CARNELIAN_AES_DECRYPT. Constant time, even where the CPU has no instructions for AES.
 *
 * A block cipher is a part to build other things from; to encrypt messages use carnelian_aead_seal.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a key of another length, CARNELIAN_ERROR_ARGUMENT for another direction.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aes_init(carnelian_aes *aes,
                                    carnelian_aes_direction direction,
                                    const uint8_t *key,
                                    size_t key_len);

/**
 * Encrypts or decrypts each of count blocks of 16 bytes, several at once, however input and output overlap. Constant
 * time.
 *
 * Errors: CARNELIAN_ERROR_STATE if the key is not initialized; the output is zeroed then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_aes_blocks(const carnelian_aes *aes,
                                      const uint8_t *input,
                                      uint8_t *output,
                                      size_t count);

/** Ends the use of a key of AES, and wipes it. */
carnelian_status carnelian_aes_wipe(carnelian_aes *aes);

/*
 * ----------------------------------------------------------------------------------------------------
 * CTR_DRBG with AES-256, NIST SP 800-90A Section 10.2.1.
 */

/** The smallest number of bytes of entropy with the derivation function. */
#define CARNELIAN_CTR_DRBG_ENTROPY_MIN_LEN 32

/** The smallest number of bytes in a nonce with the derivation function. */
#define CARNELIAN_CTR_DRBG_NONCE_MIN_LEN 16

/** The number of bytes of entropy without the derivation function. */
#define CARNELIAN_CTR_DRBG_SEED_LEN 48

/** The largest number of bytes in one request. */
#define CARNELIAN_CTR_DRBG_REQUEST_MAX_LEN 65536

/** The number of bytes in a carnelian_ctr_drbg. */
#define CARNELIAN_CTR_DRBG_SIZE 576

/** The alignment of a carnelian_ctr_drbg. */
#define CARNELIAN_CTR_DRBG_ALIGN 8

/**
 * A generator of random bytes: CTR_DRBG with AES-256, with or without the derivation function. It takes time that
 * depends only on lengths and on the number of requests, and serves one thread at a time.
 */
typedef struct {
    uint64_t opaque[72];
} carnelian_ctr_drbg;

/**
 * Instantiates a generator with the derivation function. The entropy has at least 256 bits, in 32 bytes or more; the
 * nonce has 16 bytes or more and must not repeat; the personalization string may be empty. The same inputs produce the
 * same bytes.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for shorter inputs, or for one of more than 2^28 bytes.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ctr_drbg_init(carnelian_ctr_drbg *drbg,
                                         const uint8_t *entropy,
                                         size_t entropy_len,
                                         const uint8_t *nonce,
                                         size_t nonce_len,
                                         const uint8_t *personalization,
                                         size_t personalization_len);

/**
 * Instantiates a generator without the derivation function, from 48 uniformly random bytes of entropy. The
 * personalization string has at most 48 bytes.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a longer string.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ctr_drbg_init_without_df(carnelian_ctr_drbg *drbg,
                                                    const uint8_t *entropy,
                                                    const uint8_t *personalization,
                                                    size_t personalization_len);

/**
 * Instantiates a generator with entropy, and with a nonce if it needs one, from a random source, NULL for that of the
 * operating system. derivation is 1 for the derivation function, 0 without it.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails, CARNELIAN_ERROR_LENGTH if the personalization string is too
 * long, CARNELIAN_ERROR_ARGUMENT for another derivation, CARNELIAN_ERROR_OVERLAP if the source is this generator.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ctr_drbg_init_from(carnelian_ctr_drbg *drbg,
                                              int derivation,
                                              const carnelian_random_source *random,
                                              const uint8_t *personalization,
                                              size_t personalization_len);

/**
 * Reseeds a generator with entropy: 32 bytes or more with the derivation function, exactly 48 without. The additional
 * input may be empty.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for other lengths, the generator is unchanged then; CARNELIAN_ERROR_STATE if it
 * is not initialized.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ctr_drbg_reseed(carnelian_ctr_drbg *drbg,
                                           const uint8_t *entropy,
                                           size_t entropy_len,
                                           const uint8_t *additional,
                                           size_t additional_len);

/**
 * Reseeds a generator from a random source, NULL for that of the operating system.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails, CARNELIAN_ERROR_LENGTH if the additional input is too long,
 * CARNELIAN_ERROR_OVERLAP if it is this generator; the generator is unchanged then. CARNELIAN_ERROR_STATE if it is
 * not initialized.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ctr_drbg_reseed_from(carnelian_ctr_drbg *drbg,
                                                const carnelian_random_source *random,
                                                const uint8_t *additional,
                                                size_t additional_len);

/**
 * Generates out_len bytes, at most 65536. The additional input may be empty, and must not overlap the output.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if the request or the additional input is too long; CARNELIAN_ERROR_LIMIT if the
 * generator has answered 2^48 requests since it was seeded; CARNELIAN_ERROR_STATE if it is not initialized.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ctr_drbg_generate(carnelian_ctr_drbg *drbg,
                                             const uint8_t *additional,
                                             size_t additional_len,
                                             uint8_t *out,
                                             size_t out_len);

/**
 * Reseeds a generator from a random source, NULL for that of the operating system, and generates out_len bytes, at
 * most 65536, which no earlier state predicts. The additional input may be empty, and must not overlap the output.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails, CARNELIAN_ERROR_LENGTH if the request or the additional input
 * is too long; CARNELIAN_ERROR_OVERLAP also if the source is this generator; CARNELIAN_ERROR_STATE if the generator
 * is not initialized.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ctr_drbg_generate_fresh(carnelian_ctr_drbg *drbg,
                                                   const carnelian_random_source *random,
                                                   const uint8_t *additional,
                                                   size_t additional_len,
                                                   uint8_t *out,
                                                   size_t out_len);

/**
 * Fills out_len bytes, any number: the function of a carnelian_random_source whose context is a
 * carnelian_ctr_drbg. Returns 0, or another number if it fails.
 */
CARNELIAN_MUST_CHECK
int carnelian_ctr_drbg_fill(void *drbg, uint8_t *out, size_t out_len);

/** Ends the use of a generator, and wipes it. */
carnelian_status carnelian_ctr_drbg_wipe(carnelian_ctr_drbg *drbg);

/*
 * ----------------------------------------------------------------------------------------------------
 * EdDSA over edwards25519 beyond the interface of all signatures: Ed25519 and EdDSA with BLAKE2b.
 */

/** One message of a batch to sign, with its key. */
typedef struct {
    /** The signing key of the batch's scheme. */
    const carnelian_signing_key *key;
    /** The message; may be NULL if it is empty. */
    const uint8_t *message;
    /** The number of bytes in the message. */
    size_t message_len;
} carnelian_eddsa_job;

/**
 * Verifies a signature, 64 bytes, given the challenge k, 32 bytes in little-endian order that are taken modulo the
 * order of the base point, in place of the hash of R, the public key and the message: for protocols that compute it
 * themselves.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if the signature is not valid; CARNELIAN_ERROR_KEY or CARNELIAN_ERROR_POINT
 * if the public key is none under the rule; CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_eddsa_verify_challenge(carnelian_signature_algorithm algorithm,
                                                  carnelian_signature_rule rule_number,
                                                  const uint8_t *public_key,
                                                  const uint8_t *challenge,
                                                  const uint8_t *signature);

/**
 * Signs count messages like carnelian_signing_key_sign with the default options, several at a time where the CPU has vector lanes for it:
 * signatures receives count times 64 bytes. Takes time that depends only on the lengths of the messages.
 *
 * Errors: CARNELIAN_ERROR_KEY_KIND if a key is of another scheme, CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_eddsa_sign_batch(carnelian_signature_algorithm algorithm,
                                            const carnelian_eddsa_job *jobs,
                                            size_t count,
                                            uint8_t *signatures);

/**
 * Generates count key pairs of EdDSA, several at a time where the CPU has vector lanes for it: seeds and
 * public_keys receive count times 32 bytes each. random is the random source, NULL that of the operating system.
 * Constant time.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails, CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_eddsa_generate_batch(carnelian_signature_algorithm algorithm,
                                                const carnelian_random_source *random,
                                                size_t count,
                                                uint8_t *seeds,
                                                uint8_t *public_keys);

/**
 * Computes the public keys of count seeds, several at a time where the CPU has vector lanes for it: seeds and
 * public_keys have count times 32 bytes each. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_eddsa_public_key_batch(carnelian_signature_algorithm algorithm,
                                                  const uint8_t *seeds,
                                                  size_t count,
                                                  uint8_t *public_keys);

/**
 * Computes the private key of X25519 with the same secret scalar as the key of an EdDSA seed, for protocols that use one
 * key for both: 32 bytes each. Its public key is what carnelian_eddsa_public_key_to_x25519 makes of the public key.
 * Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_eddsa_seed_to_x25519(carnelian_signature_algorithm algorithm,
                                                const uint8_t *seed,
                                                uint8_t *private_key);

/**
 * Computes the public key of X25519 of the same point as a public key of EdDSA, RFC 7748 Section 4.1: 32 bytes each.
 * The sign of x is lost.
 *
 * Errors: CARNELIAN_ERROR_KEY if the bytes are no public key by the scheme's default rule,
 * CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_eddsa_public_key_to_x25519(carnelian_signature_algorithm algorithm,
                                                      const uint8_t *public_key,
                                                      uint8_t *x25519_public_key);

/**
 * Computes the public key of EdDSA with the u-coordinate of a public key of X25519, 32 bytes each, and an x whose sign
 * is sign, 0 or 1.
 *
 * Errors: CARNELIAN_ERROR_KEY if there is no such point, CARNELIAN_ERROR_ARGUMENT for another sign,
 * CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_eddsa_public_key_from_x25519(carnelian_signature_algorithm algorithm,
                                                        const uint8_t *x25519_public_key,
                                                        int sign,
                                                        uint8_t *public_key);

/*
 * ----------------------------------------------------------------------------------------------------
 * Elligator 2: public keys of X25519 that look like random bytes, and hashing to the curve, RFC 9380.
 */

/** The largest number of bytes in a domain separation tag. */
#define CARNELIAN_ELLIGATOR2_DST_MAX_LEN 255

/**
 * Computes the public key of X25519 that a representative stands for: 32 bytes each. Any 32 bytes are a representative;
 * the top two bits are ignored. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_elligator2_map(const uint8_t *representative,
                                          uint8_t *public_key);

/**
 * Computes a representative of a public key of X25519, the inverse map: 32 bytes each. tweak is a random byte: its
 * lowest bit chooses between the two representatives, its top two bits become those of the result. Only the public keys
 * of carnelian_elligator2_dirty_public_key have representatives that look random. Constant time, except that it
 * reveals whether there is a representative.
 *
 * Errors: CARNELIAN_ERROR_KEY if the key has no representative, as half of all keys.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_elligator2_rev(const uint8_t *public_key,
                                          uint8_t tweak,
                                          uint8_t *representative);

/**
 * Generates a secret key of X25519 and the representative of its dirty public key, 32 bytes each, which looks like
 * random bytes. random is the random source, NULL that of the operating system. The number of attempts, two on
 * average, reveals nothing about the key; everything else takes constant time.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails, or if none of 256 keys has a representative.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_elligator2_generate(const carnelian_random_source *random,
                                               uint8_t *secret,
                                               uint8_t *representative);

/**
 * Computes the representative of the dirty public key of a secret key: 32 bytes each. tweak is a random byte, as in
 * carnelian_elligator2_rev. Constant time, except that it reveals whether there is a representative.
 *
 * Errors: CARNELIAN_ERROR_KEY if there is none, as for half of all keys.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_elligator2_hide(const uint8_t *secret,
                                           uint8_t tweak,
                                           uint8_t *representative);

/**
 * Computes the public key of a secret key plus a component of small order, which the three bits of the secret key that
 * X25519 does not use choose: 32 bytes each. Shared secrets are those of the ordinary public key. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_elligator2_dirty_public_key(const uint8_t *secret,
                                                       uint8_t *public_key);

/**
 * Hashes a message to a point of edwards25519 of prime order whose discrete logarithm no one knows, and writes its
 * encoding, 32 bytes: hash_to_curve of RFC 9380 in the suite edwards25519_XMD:SHA-512_ELL2_RO_. dst is the domain
 * separation tag, 1 to 255 bytes that name the protocol. Takes time that depends only on the lengths.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a tag of another length.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_elligator2_hash_to_curve(const uint8_t *message,
                                                    size_t message_len,
                                                    const uint8_t *dst,
                                                    size_t dst_len,
                                                    uint8_t *point);

/**
 * Hashes a message to a point of edwards25519 like carnelian_elligator2_hash_to_curve, at half the cost, but the
 * points are not uniformly distributed: encode_to_curve of RFC 9380 in the suite edwards25519_XMD:SHA-512_ELL2_NU_.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a tag of another length than 1 to 255.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_elligator2_encode_to_curve(const uint8_t *message,
                                                      size_t message_len,
                                                      const uint8_t *dst,
                                                      size_t dst_len,
                                                      uint8_t *point);

/*
 * ----------------------------------------------------------------------------------------------------
 * The group of edwards25519 and Ristretto255, for protocols that are built on them.
 */

/** The number of bytes in the encoding of a point. */
#define CARNELIAN_POINT_LEN 32

/**
 * The number of bytes in a scalar, an integer modulo the order of the base point in little-endian order. Where a scalar
 * is an input, any 32 bytes are one: they are taken modulo that order.
 */
#define CARNELIAN_SCALAR_LEN 32

/** The number of bytes in a carnelian_point. */
#define CARNELIAN_POINT_SIZE 256

/** The alignment of a carnelian_point. */
#define CARNELIAN_POINT_ALIGN 8

/**
 * A point of edwards25519 or an element of Ristretto255. Copy it with carnelian_point_copy, not byte by byte.
 * Operations take constant time unless their names say otherwise.
 */
typedef struct {
    uint64_t opaque[32];
} carnelian_point;

/** A group. */
typedef uint32_t carnelian_group;

/** The group of edwards25519, RFC 8032: it has points of small order. */
#define CARNELIAN_EDWARDS25519 1

/** Ristretto255, RFC 9496: a group of prime order, whose elements have unique encodings. */
#define CARNELIAN_RISTRETTO255 2

/**
 * Computes a + b. The sum may be one of them.
 *
 * Errors: CARNELIAN_ERROR_STATE if one holds no point, CARNELIAN_ERROR_KEY_KIND if they are of different groups.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_add(const carnelian_point *a,
                                     const carnelian_point *b,
                                     carnelian_point *sum);

/**
 * Computes a - b. The difference may be one of them.
 *
 * Errors: CARNELIAN_ERROR_STATE if one holds no point, CARNELIAN_ERROR_KEY_KIND if they are of different groups.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_sub(const carnelian_point *a,
                                     const carnelian_point *b,
                                     carnelian_point *difference);

/**
 * Computes -a. The result may be a.
 *
 * Errors: CARNELIAN_ERROR_STATE if a holds no point.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_negate(const carnelian_point *a, carnelian_point *result);

/**
 * Computes 2 * a. The result may be a.
 *
 * Errors: CARNELIAN_ERROR_STATE if a holds no point.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_double(const carnelian_point *a, carnelian_point *result);

/**
 * Computes 8 * a for a point of edwards25519: a point of prime order, or the identity element. The result may be
 * a.
 *
 * Errors: CARNELIAN_ERROR_STATE if a holds no point, CARNELIAN_ERROR_KEY_KIND if it is of Ristretto255.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_mul_by_cofactor(const carnelian_point *a,
                                                 carnelian_point *result);

/**
 * Computes scalar * a, for a scalar of 32 bytes. The result may be a. Constant time.
 *
 * Errors: CARNELIAN_ERROR_STATE if a holds no point.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_mul(const uint8_t *scalar,
                                     const carnelian_point *a,
                                     carnelian_point *result);

/**
 * Computes scalar times the base point of a group, CARNELIAN_EDWARDS25519 or CARNELIAN_RISTRETTO255, for a scalar
 * of 32 bytes. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_mul_base(carnelian_group group,
                                          const uint8_t *scalar,
                                          carnelian_point *result);

/**
 * Computes a number of 32 little-endian bytes times the base point of edwards25519. It need not be reduced
 * modulo the order of the base point, as clamped secrets are not; its top bit is ignored. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_mul_base_bytes(const uint8_t *number, carnelian_point *result);

/**
 * Computes a * point + b times the base point of the point's group, for scalars of 32 bytes. The result may be
 * point. Takes time that depends on all operands, which must be public.
 *
 * Errors: CARNELIAN_ERROR_STATE if point holds none.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_double_mul_base_vartime(const uint8_t *a,
                                                         const carnelian_point *point,
                                                         const uint8_t *b,
                                                         carnelian_point *result);

/**
 * Computes the sum of count products of a scalar, 32 bytes each, and a point of one group, CARNELIAN_EDWARDS25519 or
 * CARNELIAN_RISTRETTO255. Takes time that depends on all operands, which must be public.
 *
 * Errors: CARNELIAN_ERROR_STATE if any holds no point, CARNELIAN_ERROR_KEY_KIND if any is of the other group;
 * CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_multi_mul_vartime(carnelian_group group,
                                                   const uint8_t *scalars,
                                                   const carnelian_point *points,
                                                   size_t count,
                                                   carnelian_point *result);

/**
 * Writes 1 to *equal if two points of one group are equal, 0 if they are not. Constant time.
 *
 * Errors: CARNELIAN_ERROR_STATE if one holds no point, CARNELIAN_ERROR_KEY_KIND if they are of different groups.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_equal(const carnelian_point *a,
                                       const carnelian_point *b,
                                       int *equal);

/**
 * Writes 1 to *answer if a point is the identity element of its group, 0 if it is not. Constant time.
 *
 * Errors: CARNELIAN_ERROR_STATE if point holds none.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_is_identity(const carnelian_point *point, int *answer);

/**
 * Writes 1 to *answer if a point of edwards25519 is one of the eight whose order divides 8, 0 if it is not. Constant
 * time.
 *
 * Errors: CARNELIAN_ERROR_STATE if point holds none, CARNELIAN_ERROR_KEY_KIND if it is of Ristretto255.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_is_small_order(const carnelian_point *point,
                                                int *answer);

/**
 * Writes 1 to *answer if a point of edwards25519 is a multiple of the base point, 0 if it is not. Constant time.
 *
 * Errors: CARNELIAN_ERROR_STATE if point holds none, CARNELIAN_ERROR_KEY_KIND if it is of Ristretto255.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_is_torsion_free(const carnelian_point *point,
                                                 int *answer);

/**
 * Makes the identity element of a group, CARNELIAN_EDWARDS25519 or CARNELIAN_RISTRETTO255.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_identity(carnelian_group group, carnelian_point *point);

/**
 * Makes the base point of a group, CARNELIAN_EDWARDS25519 or CARNELIAN_RISTRETTO255.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_base(carnelian_group group, carnelian_point *point);

/**
 * Copies a point.
 *
 * Errors: CARNELIAN_ERROR_STATE if point holds none, CARNELIAN_ERROR_OVERLAP if the two share memory.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_copy(const carnelian_point *point, carnelian_point *copy);

/** Wipes a point. */
carnelian_status carnelian_point_wipe(carnelian_point *point);

/**
 * Decodes a point from its canonical encoding of 32 bytes: RFC 8032 Section 5.1.3 for CARNELIAN_EDWARDS25519, RFC
 * 9496 Section 4.3.1 for CARNELIAN_RISTRETTO255. Only the result is not secret.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if the bytes are not that of any; CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_decode(carnelian_group group,
                                        const uint8_t *bytes,
                                        carnelian_point *point);

/**
 * Decodes a point of edwards25519 from 32 bytes by the rule of ZIP 215, which accepts encodings that are not canonical.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if there is no such point.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_decode_zip215(const uint8_t *bytes,
                                               carnelian_point *point);

/**
 * Encodes a point as 32 bytes: RFC 8032 Section 5.1.2, or RFC 9496 Section 4.3.2.
 *
 * Errors: CARNELIAN_ERROR_STATE if point holds none.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_encode(const carnelian_point *point, uint8_t *bytes);

/**
 * Encodes count points of edwards25519 as 32 bytes each, with shared inversions, at a fraction of the cost.
 *
 * Errors: CARNELIAN_ERROR_STATE if any holds no point; CARNELIAN_ERROR_KEY_KIND if any is of Ristretto255.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_encode_batch(const carnelian_point *points,
                                              size_t count,
                                              uint8_t *bytes);

/**
 * Decodes count points of edwards25519 from 32 bytes each like carnelian_point_decode, several at a time where the
 * CPU has vector lanes for it. Byte i of verdicts, which may be NULL, becomes 1 if encoding i is that of a point, and
 * 0 if it is not; point i holds none then.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if any encoding is not that of a point; the others are decoded nevertheless.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_decode_batch(const uint8_t *bytes,
                                              size_t count,
                                              carnelian_point *points,
                                              uint8_t *verdicts);

/**
 * Derives an element of Ristretto255 whose discrete logarithm no one knows from 64 uniformly random bytes, such as a
 * digest: RFC 9496 Section 4.3.4. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ristretto255_from_uniform(const uint8_t *bytes,
                                                     carnelian_point *point);

/**
 * Draws a uniformly random element of Ristretto255. random is the random source, NULL that of the operating system.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_ristretto255_random(const carnelian_random_source *random,
                                               carnelian_point *point);

/**
 * Writes the u-coordinate of a point of edwards25519 on curve25519, 32 bytes: (1 + y)/(1 - y), and 0 for the identity
 * element.
 *
 * Errors: CARNELIAN_ERROR_STATE if point holds none, CARNELIAN_ERROR_KEY_KIND if it is of Ristretto255.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_to_montgomery(const carnelian_point *point,
                                               uint8_t *u);

/**
 * Makes the point of edwards25519 with the u-coordinate of 32 bytes, whose top bit is ignored, and an x whose sign is
 * sign, 0 or 1.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if there is none, CARNELIAN_ERROR_ARGUMENT for another sign.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_point_from_montgomery(const uint8_t *u,
                                                 int sign,
                                                 carnelian_point *point);

/**
 * Checks that 32 bytes are the canonical encoding of a scalar, a number below the order of the base point. Only the
 * result is not secret.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if the number is not below it.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_check(const uint8_t *scalar);

/**
 * Reduces a little-endian number of 32 or 64 bytes modulo the order of the base point. 64 uniformly random bytes result
 * in a uniformly random scalar. Constant time.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another length.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_reduce(const uint8_t *number,
                                         size_t number_len,
                                         uint8_t *scalar);

/**
 * Draws a uniformly random scalar. random is the random source, NULL that of the operating system.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_random(const carnelian_random_source *random, uint8_t *scalar);

/** Computes a + b. Constant time. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_add(const uint8_t *a, const uint8_t *b, uint8_t *sum);

/** Computes a - b. Constant time. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_sub(const uint8_t *a, const uint8_t *b, uint8_t *difference);

/** Computes a * b. Constant time. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_mul(const uint8_t *a, const uint8_t *b, uint8_t *product);

/** Computes a * b + c. Constant time. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_mul_add(const uint8_t *a,
                                          const uint8_t *b,
                                          const uint8_t *c,
                                          uint8_t *result);

/** Computes -a. Constant time. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_negate(const uint8_t *a, uint8_t *result);

/** Computes 1 / a, and 0 for 0. Constant time. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_invert(const uint8_t *a, uint8_t *inverse);

/** Writes 1 to *equal if a and b are the same scalar, 0 if they are not. Constant time. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_scalar_equal(const uint8_t *a, const uint8_t *b, int *equal);

/*
 * ----------------------------------------------------------------------------------------------------
 * Keys on disk: PKCS #8 and SubjectPublicKeyInfo, in DER and PEM, encrypted or not, raw and hexadecimal.
 */

/** A private key of any algorithm, on the heap, and wiped when it is freed. It holds its public key too. */
typedef struct carnelian_private_key carnelian_private_key;

/** A public key of any algorithm, on the heap. */
typedef struct carnelian_public_key carnelian_public_key;

/** The algorithm of a key. */
typedef uint32_t carnelian_key_algorithm;

/** The form of a file. */
typedef uint32_t carnelian_key_form;

/** The content of a file. */
typedef uint32_t carnelian_key_content;

/** Any algorithm: the file names its own. Raw and hexadecimal keys name none and need one. */
#define CARNELIAN_KEY_ANY 0

/** Ed25519: private keys are seeds of 32 bytes. */
#define CARNELIAN_KEY_ED25519 1

/** X25519: private keys of 32 bytes. */
#define CARNELIAN_KEY_X25519 2

/** ML-KEM-512: private keys are seeds of 64 bytes, expanded keys, or both, the seed first. */
#define CARNELIAN_KEY_MLKEM_512 3

/** ML-KEM-768: private keys are seeds of 64 bytes, expanded keys, or both, the seed first. */
#define CARNELIAN_KEY_MLKEM_768 4

/** ML-KEM-1024: private keys are seeds of 64 bytes, expanded keys, or both, the seed first. */
#define CARNELIAN_KEY_MLKEM_1024 5

/** ML-DSA-44: private keys are seeds of 32 bytes, expanded keys, or both, the seed first. */
#define CARNELIAN_KEY_MLDSA_44 6

/** ML-DSA-65: private keys are seeds of 32 bytes, expanded keys, or both, the seed first. */
#define CARNELIAN_KEY_MLDSA_65 7

/** ML-DSA-87: private keys are seeds of 32 bytes, expanded keys, or both, the seed first. */
#define CARNELIAN_KEY_MLDSA_87 8

/** SLH-DSA-SHA2-128s: private keys of 64 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHA2_128S 9

/** SLH-DSA-SHA2-128f: private keys of 64 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHA2_128F 10

/** SLH-DSA-SHA2-192s: private keys of 96 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHA2_192S 11

/** SLH-DSA-SHA2-192f: private keys of 96 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHA2_192F 12

/** SLH-DSA-SHA2-256s: private keys of 128 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHA2_256S 13

/** SLH-DSA-SHA2-256f: private keys of 128 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHA2_256F 14

/** SLH-DSA-SHAKE-128s: private keys of 64 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHAKE_128S 15

/** SLH-DSA-SHAKE-128f: private keys of 64 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHAKE_128F 16

/** SLH-DSA-SHAKE-192s: private keys of 96 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHAKE_192S 17

/** SLH-DSA-SHAKE-192f: private keys of 96 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHAKE_192F 18

/** SLH-DSA-SHAKE-256s: private keys of 128 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHAKE_256S 19

/** SLH-DSA-SHAKE-256f: private keys of 128 bytes. */
#define CARNELIAN_KEY_SLHDSA_SHAKE_256F 20

/** DER: PKCS #8 v1 for private keys, which every program reads; SubjectPublicKeyInfo for public ones. */
#define CARNELIAN_FORM_DER 1

/** The DER as a PEM text. */
#define CARNELIAN_FORM_PEM 2

/** DER of PKCS #8 v2, with the public key: private keys only. OpenSSL before 3.5 does not read it. */
#define CARNELIAN_FORM_DER_V2 3

/** The DER of PKCS #8 v2 as a PEM text. */
#define CARNELIAN_FORM_PEM_V2 4

/** Two hexadecimal digits for each byte of the key, and a line feed. */
#define CARNELIAN_FORM_HEX 5

/** The bytes of the key. */
#define CARNELIAN_FORM_RAW 6

/** A private key. */
#define CARNELIAN_CONTENT_PRIVATE_KEY 1

/** A private key that is encrypted with a passphrase. */
#define CARNELIAN_CONTENT_ENCRYPTED_PRIVATE_KEY 2

/** A public key. */
#define CARNELIAN_CONTENT_PUBLIC_KEY 3

/**
 * Takes the bytes of a private key of an algorithm, one of the constants CARNELIAN_KEY_..., and writes the address of
 * the key to *key; release it with carnelian_private_key_free. The root of an SLH-DSA key is computed from its seeds,
 * which takes as long as generating a key. Constant time.
 *
 * Errors: CARNELIAN_ERROR_KEY if the bytes are no private key of the algorithm, CARNELIAN_ERROR_LENGTH for a length
 * that it does not permit; CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_private_key_new(carnelian_key_algorithm algorithm_number,
                                           const uint8_t *bytes,
                                           size_t bytes_len,
                                           carnelian_private_key **key);

/**
 * Reads a private key from the contents of a file in any form: PEM, DER, encrypted or not, raw bytes or hexadecimal
 * digits; writes its address to *key; release it with carnelian_private_key_free.
 *
 * algorithm_number is one of the constants CARNELIAN_KEY_...: keys of others are refused; raw bytes and digits do not
 * name their algorithm and need one. passphrase is used if the key is encrypted, and may be NULL. The key is read in
 * constant time, except for scrypt, whose addresses depend on the passphrase.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if the contents are no private key; CARNELIAN_ERROR_KEY_KIND for another
 * algorithm or a public key; CARNELIAN_ERROR_KEY if the key is not valid, or comes with the public key of another;
 * CARNELIAN_ERROR_PASSPHRASE if the passphrase is wrong or missing; CARNELIAN_ERROR_COST if deriving a key from it
 * takes more than some seconds; CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_private_key_read(const uint8_t *contents,
                                            size_t contents_len,
                                            carnelian_key_algorithm algorithm_number,
                                            const uint8_t *passphrase,
                                            size_t passphrase_len,
                                            carnelian_private_key **key);

/** Wipes and releases a private key. NULL is permitted. */
void carnelian_private_key_free(carnelian_private_key *key);

/** Writes the algorithm of a private key, one of the constants CARNELIAN_KEY_.... */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_private_key_algorithm(const carnelian_private_key *key,
                                                 carnelian_key_algorithm *algorithm_number);

/**
 * Makes the public key of a private key, and writes its address to *public_key; release it with
 * carnelian_public_key_free.
 *
 * Errors: CARNELIAN_ERROR_MEMORY; *public_key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_private_key_public_key(const carnelian_private_key *key,
                                                  carnelian_public_key **public_key);

/**
 * Writes a private key in a form, one of the constants CARNELIAN_FORM_..., to a buffer of out_size bytes, and its
 * length to *out_len. With out NULL and out_size 0 only the length is written. The key is written in constant
 * time, and is not encrypted: the caller wipes the buffer.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if the buffer is too small, the length is written nevertheless;
 * CARNELIAN_ERROR_ARGUMENT for another form.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_private_key_write(const carnelian_private_key *key,
                                             carnelian_key_form form,
                                             uint8_t *out,
                                             size_t out_size,
                                             size_t *out_len);

/**
 * Writes a private key as PKCS #8, encrypted with a passphrase, in CARNELIAN_FORM_DER or CARNELIAN_FORM_PEM, to a
 * buffer of out_size bytes, and its length to *out_len: PBES2 with PBKDF2-HMAC-SHA-256, AES-256-CBC and a salt of 16
 * random bytes, which every program reads.
 *
 * With out NULL and out_size 0, no key is derived, and a size that is enough, some bytes more than the length, is
 * written to *out_len; that much room is required. iterations is 1000 to 10000000, or 0 for the library's choice of
 * some 100 ms. random is the random source, NULL that of the operating system.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if the buffer is too small, the size that is enough is written nevertheless;
 * CARNELIAN_ERROR_ARGUMENT for another form, CARNELIAN_ERROR_COST for another number of iterations;
 * CARNELIAN_ERROR_RANDOM if the source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_private_key_write_encrypted(const carnelian_private_key *key,
                                                       carnelian_key_form form,
                                                       const uint8_t *passphrase,
                                                       size_t passphrase_len,
                                                       uint32_t iterations,
                                                       const carnelian_random_source *random,
                                                       uint8_t *out,
                                                       size_t out_size,
                                                       size_t *out_len);

/**
 * Tells the form of a file with a key, as far as its beginning and its length show it: writes one of the constants
 * CARNELIAN_FORM_... to *form and one of the constants CARNELIAN_CONTENT_... to *content, or 0 for raw and
 * hexadecimal keys. Takes time that does not depend on a private key.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if it has none of these forms.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_key_detect(const uint8_t *contents,
                                      size_t contents_len,
                                      carnelian_key_form *form,
                                      carnelian_key_content *content);

/**
 * Takes the bytes of a public key of an algorithm, one of the constants CARNELIAN_KEY_..., and writes the address of
 * the key to *key; release it with carnelian_public_key_free.
 *
 * Errors: CARNELIAN_ERROR_KEY if the bytes are no public key of the algorithm, CARNELIAN_ERROR_LENGTH for a length
 * that it does not permit; CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_public_key_new(carnelian_key_algorithm algorithm_number,
                                          const uint8_t *bytes,
                                          size_t bytes_len,
                                          carnelian_public_key **key);

/**
 * Reads a public key from the contents of a file in any form: PEM, DER, raw bytes or hexadecimal digits; writes its
 * address to *key; release it with carnelian_public_key_free. algorithm_number is one of the constants
 * CARNELIAN_KEY_...: keys of others are refused; raw bytes and digits do not name their algorithm and need one.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if the contents are no public key; CARNELIAN_ERROR_KEY_KIND for another algorithm
 * or a private key; CARNELIAN_ERROR_KEY if the key is not valid; CARNELIAN_ERROR_ALGORITHM,
 * CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_public_key_read(const uint8_t *contents,
                                           size_t contents_len,
                                           carnelian_key_algorithm algorithm_number,
                                           carnelian_public_key **key);

/** Releases a public key. NULL is permitted. */
void carnelian_public_key_free(carnelian_public_key *key);

/** Writes the algorithm of a public key, one of the constants CARNELIAN_KEY_.... */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_public_key_algorithm(const carnelian_public_key *key,
                                                carnelian_key_algorithm *algorithm_number);

/**
 * Writes a public key in a form, one of the constants CARNELIAN_FORM_..., to a buffer of out_size bytes, and its
 * length to *out_len. With out NULL and out_size 0 only the length is written.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if the buffer is too small, the length is written nevertheless;
 * CARNELIAN_ERROR_ARGUMENT for a form that public keys do not have.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_public_key_write(const carnelian_public_key *key,
                                            carnelian_key_form form,
                                            uint8_t *out,
                                            size_t out_size,
                                            size_t *out_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * ML-DSA, FIPS 204, beyond the interface of all signatures: messages that are represented by their hash.
 */

/** The number of bytes in a message representative. */
#define CARNELIAN_MLDSA_MU_LEN 64

/** The number of bytes in a carnelian_mldsa_mu. */
#define CARNELIAN_MLDSA_MU_SIZE 320

/** The alignment of a carnelian_mldsa_mu. */
#define CARNELIAN_MLDSA_MU_ALIGN 8

/** The context of a message representative that is computed from the parts of a message. */
typedef struct {
    uint64_t opaque[40];
} carnelian_mldsa_mu;

/**
 * Starts the computation of the representative of a message, FIPS 204 Algorithm 7 step 6, for a public key and a context
 * of 0 to 255 bytes: it stands for the message when it is signed or verified, which may happen on a device that does not
 * read the message. The message is read once and need not fit into memory.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for a key or a context of another length; CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mldsa_mu_init(carnelian_mldsa_mu *mu,
                                         carnelian_signature_algorithm algorithm,
                                         const uint8_t *public_,
                                         size_t public_len,
                                         const uint8_t *purpose,
                                         size_t purpose_len);

/** Absorbs the next part of the message, of any length. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mldsa_mu_update(carnelian_mldsa_mu *mu, const uint8_t *data, size_t data_len);

/** Ends the message and writes its representative, 64 bytes, to representative. */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mldsa_mu_final(carnelian_mldsa_mu *mu, uint8_t *representative);

/** Ends the message without its representative, and wipes the context. */
carnelian_status carnelian_mldsa_mu_wipe(carnelian_mldsa_mu *mu);

/**
 * Signs the message that a representative of 64 bytes stands for: see carnelian_mldsa_mu_init. The options have neither
 * context nor prehash, which the representative depends on.
 *
 * Errors: CARNELIAN_ERROR_KEY_KIND unless the key is of ML-DSA; CARNELIAN_ERROR_ALGORITHM for a context or a prehash;
 * CARNELIAN_ERROR_LENGTH for another signature_len; CARNELIAN_ERROR_RANDOM if the source fails;
 * CARNELIAN_ERROR_FAULT if the key or the machine is faulty.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mldsa_sign_mu(const carnelian_signing_key *key,
                                         const carnelian_sign_options *options,
                                         const uint8_t *mu,
                                         uint8_t *signature,
                                         size_t signature_len);

/**
 * Verifies the signature of the message that a representative of 64 bytes stands for: see carnelian_mldsa_mu_init.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if the signature is not valid; CARNELIAN_ERROR_LENGTH for a key or a signature
 * of another length; CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mldsa_verify_mu(carnelian_signature_algorithm algorithm,
                                           const uint8_t *public_,
                                           size_t public_len,
                                           const uint8_t *mu,
                                           const uint8_t *signature_bytes,
                                           size_t signature_len);

/**
 * Verifies the signature of the message that a representative of 64 bytes stands for with a key for many signatures:
 * carnelian_mldsa_verify_mu.
 *
 * Errors: CARNELIAN_ERROR_SIGNATURE if the signature is not valid; CARNELIAN_ERROR_LENGTH for a signature of
 * another length; CARNELIAN_ERROR_KEY_KIND unless the key is of ML-DSA.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mldsa_verifying_key_verify_mu(const carnelian_verifying_key *key,
                                                         const uint8_t *mu,
                                                         const uint8_t *signature_bytes,
                                                         size_t signature_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * ML-KEM, FIPS 203, beyond the interface of all key encapsulation: expanded keys, prepared keys, batches, and encapsulation with given randomness.
 */

/**
 * A private key with all that decapsulation computes from it alone, on the heap and wiped when it is freed. Several
 * threads may use it at a time.
 */
typedef struct carnelian_mlkem_private_key carnelian_mlkem_private_key;

/**
 * A public key with all that encapsulation computes from it alone, on the heap. Several threads may use it at a time.
 */
typedef struct carnelian_mlkem_public_key carnelian_mlkem_public_key;

/**
 * Expands the seed of 64 bytes of a private key: ML-KEM.KeyGen_internal(d, z). set is one of the constants from
 * CARNELIAN_MLKEM_512 to CARNELIAN_MLKEM_1024. Constant time.
 *
 * Errors: CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH unless expanded_len is
 * carnelian_kem_expanded_key_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_expand(carnelian_kem_algorithm set,
                                        const uint8_t *seed,
                                        uint8_t *expanded,
                                        size_t expanded_len);

/**
 * Checks the expanded form of a private key: FIPS 203 Section 7.3, that coefficients are below 3329, and that its secret
 * vector belongs to its public key; if seed is not NULL, that it is that of this seed of 64 bytes. Constant time.
 *
 * Errors: CARNELIAN_ERROR_KEY if a check fails; CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_check_expanded_key(carnelian_kem_algorithm set,
                                                    const uint8_t *expanded,
                                                    size_t expanded_len,
                                                    const uint8_t *seed);

/**
 * Makes a shared secret of 32 bytes and its ciphertext like carnelian_kem_encapsulate, with 32 bytes m as its
 * randomness: ML-KEM.Encaps_internal(ek, m), for tests and protocols that need it. m must be uniformly random and
 * secret, and never be used twice. Constant time in m.
 *
 * Errors: CARNELIAN_ERROR_KEY if the public key is none; CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_encapsulate_with(carnelian_kem_algorithm set,
                                                  const uint8_t *public_key,
                                                  size_t public_key_len,
                                                  const uint8_t *m,
                                                  uint8_t *ciphertext,
                                                  size_t ciphertext_len,
                                                  uint8_t *secret);

/**
 * Prepares a public key for many encapsulations, and writes its address to *key; release it with
 * carnelian_mlkem_public_key_free. Takes time that depends on the key, which is public.
 *
 * Errors: CARNELIAN_ERROR_KEY if it is no public key; CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_ALGORITHM,
 * CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_public_key_new(carnelian_kem_algorithm set,
                                                const uint8_t *public_key,
                                                size_t public_key_len,
                                                carnelian_mlkem_public_key **key);

/** Releases a prepared public key. NULL is permitted. */
void carnelian_mlkem_public_key_free(carnelian_mlkem_public_key *key);

/**
 * Makes a shared secret of 32 bytes and its ciphertext with a prepared key: carnelian_kem_encapsulate. random is the
 * random source, NULL that of the operating system. Constant time in the secret.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails; CARNELIAN_ERROR_LENGTH for another ciphertext_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_public_key_encapsulate(const carnelian_mlkem_public_key *key,
                                                        const carnelian_random_source *random,
                                                        uint8_t *ciphertext,
                                                        size_t ciphertext_len,
                                                        uint8_t *secret);

/**
 * Prepares a private key, a seed of 64 bytes or the expanded form, for many decapsulations, and writes its address to
 * *key; release it with carnelian_mlkem_private_key_free. Constant time.
 *
 * Errors: CARNELIAN_ERROR_KEY if an expanded form fails a check of carnelian_mlkem_check_expanded_key;
 * CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_MEMORY. *key is NULL then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_private_key_new(carnelian_kem_algorithm set,
                                                 const uint8_t *private_key,
                                                 size_t private_key_len,
                                                 carnelian_mlkem_private_key **key);

/** Wipes and releases a prepared private key. NULL is permitted. */
void carnelian_mlkem_private_key_free(carnelian_mlkem_private_key *key);

/**
 * Writes the public key of a prepared private key.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another public_key_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_private_key_public(const carnelian_mlkem_private_key *key,
                                                    uint8_t *public_key,
                                                    size_t public_key_len);

/**
 * Checks that the two halves of a prepared private key belong together: encapsulates a secret, which is not used for
 * anything, and decapsulates it. Constant time.
 *
 * Errors: CARNELIAN_ERROR_FAULT if they do not.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_private_key_check_pair(const carnelian_mlkem_private_key *key);

/**
 * Computes the shared secret of 32 bytes that a ciphertext holds with a prepared key: carnelian_kem_decapsulate.
 * Constant time.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another ciphertext_len.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_private_key_decapsulate(const carnelian_mlkem_private_key *key,
                                                         const uint8_t *ciphertext,
                                                         size_t ciphertext_len,
                                                         uint8_t *secret);

/**
 * Generates count key pairs, several at a time where the CPU has vector lanes for it: seeds receives count times
 * 64 bytes, public_keys as many public keys. random is the random source, NULL that of the operating system.
 * Constant time.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails; CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_generate_batch(carnelian_kem_algorithm set,
                                                const carnelian_random_source *random,
                                                size_t count,
                                                uint8_t *seeds,
                                                uint8_t *public_keys);

/**
 * Computes carnelian_kem_encapsulate for count public keys, several at a time where the CPU has vector lanes for it:
 * ciphertexts receives count ciphertexts, secrets count times 32 bytes. The outputs may overlap the public
 * keys. random is the random source, NULL that of the operating system. Constant time in the secrets.
 *
 * Errors: CARNELIAN_ERROR_KEY if any public key is none; CARNELIAN_ERROR_RANDOM if the source fails;
 * CARNELIAN_ERROR_ALGORITHM.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_encapsulate_batch(carnelian_kem_algorithm set,
                                                   const uint8_t *public_keys,
                                                   size_t count,
                                                   const carnelian_random_source *random,
                                                   uint8_t *ciphertexts,
                                                   uint8_t *secrets);

/**
 * Computes carnelian_mlkem_private_key_decapsulate for count ciphertexts, each with the prepared key at the same
 * index of keys, several at a time where the CPU has vector lanes for it: secrets receives count times 32 bytes,
 * and must not overlap the ciphertexts. Constant time.
 *
 * Errors: CARNELIAN_ERROR_KEY_KIND if a key is of another parameter set; CARNELIAN_ERROR_ALGORITHM,
 * CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_mlkem_decapsulate_batch(carnelian_kem_algorithm set,
                                                   const carnelian_mlkem_private_key *const *keys,
                                                   const uint8_t *ciphertexts,
                                                   size_t count,
                                                   uint8_t *secrets);

/*
 * ----------------------------------------------------------------------------------------------------
 * Sealed files: streams encrypted with a key or a passphrase, in memory and through functions of the caller.
 */

/** The number of bytes in a key. */
#define CARNELIAN_SEALED_FILE_KEY_LEN 32

/** The number of bytes in the header of a sealed file. */
#define CARNELIAN_SEALED_FILE_HEADER_LEN 96

/** The number of bytes of plaintext in every chunk except for the last. */
#define CARNELIAN_SEALED_FILE_CHUNK_LEN 65536

/** The number of bytes that a sealed file has more than its plaintext for each chunk; it has at least one. */
#define CARNELIAN_SEALED_FILE_TAG_LEN 16

/** Where bytes come from. */
typedef struct {
    /**
     * Reads at most buffer_len bytes, which is not 0, to buffer, and returns their number: 0 only at the end, a
     * negative number for a failure.
     */
    ptrdiff_t (*read)(void *context, uint8_t *buffer, size_t buffer_len);
    /** The first argument of each call. */
    void *context;
} carnelian_reader;

/** Where bytes go. */
typedef struct {
    /**
     * Writes at least one and at most data_len bytes, which is not 0, from data, and returns their number; 0 or a
     * negative number for a failure.
     */
    ptrdiff_t (*write)(void *context, const uint8_t *data, size_t data_len);
    /** The first argument of each call. */
    void *context;
} carnelian_writer;

/**
 * Writes the length of the sealed file of a plaintext of len bytes to *file_len.
 *
 * Errors: CARNELIAN_ERROR_LIMIT if it is more than 2^64 - 1.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_len(uint64_t len, uint64_t *file_len);

/**
 * Writes the length of the plaintext of a sealed file of file_len bytes to *len.
 *
 * Errors: CARNELIAN_ERROR_LENGTH if no sealed file has this length.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_plaintext_len(uint64_t file_len, uint64_t *len);

/**
 * Reads a header, the first 96 bytes of a sealed file: writes 1 to *by_passphrase and what the passphrase costs to
 * *cost if the file is sealed with a passphrase; zeros if it is sealed with a key. A header is not authenticated until
 * the file is opened.
 *
 * Errors: CARNELIAN_ERROR_ENCODING if it is not a header of this version.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_read_header(const uint8_t *header,
                                                   int *by_passphrase,
                                                   carnelian_argon2_cost *cost);

/**
 * Seals a plaintext as a file that a key of 32 uniform bytes opens. sealed_len is what carnelian_sealed_file_len
 * says; the two must not overlap. random is the random source, NULL that of the operating system. Takes time that
 * depends only on the length.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another sealed_len; CARNELIAN_ERROR_RANDOM, CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_seal(const uint8_t *key,
                                            const carnelian_random_source *random,
                                            const uint8_t *plaintext,
                                            size_t plaintext_len,
                                            uint8_t *sealed,
                                            size_t sealed_len);

/**
 * Seals a plaintext as a file that a passphrase, of any length, opens, at a cost of each guess, NULL for 256 MiB, three
 * passes and four lanes. sealed_len is what carnelian_sealed_file_len says; the two must not overlap. random is the
 * random source, NULL that of the operating system.
 *
 * Errors: CARNELIAN_ERROR_LENGTH for another sealed_len; CARNELIAN_ERROR_ARGUMENT for a cost that Argon2 does not
 * allow; CARNELIAN_ERROR_RANDOM, CARNELIAN_ERROR_MEMORY, CARNELIAN_ERROR_OVERLAP.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_seal_with_passphrase(const uint8_t *passphrase,
                                                            size_t passphrase_len,
                                                            const carnelian_argon2_cost *cost,
                                                            const carnelian_random_source *random,
                                                            const uint8_t *plaintext,
                                                            size_t plaintext_len,
                                                            uint8_t *sealed,
                                                            size_t sealed_len);

/**
 * Opens a file that was sealed with a key of 32 bytes. plaintext_len is what carnelian_sealed_file_plaintext_len
 * says; the two must not overlap.
 *
 * Errors: CARNELIAN_ERROR_KEY if it was sealed with another key; CARNELIAN_ERROR_KEY_KIND if it was sealed with a
 * passphrase; CARNELIAN_ERROR_AUTHENTICATION if any bit of it has changed; CARNELIAN_ERROR_ENCODING if it is no
 * sealed file; CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_open(const uint8_t *key,
                                            const uint8_t *sealed,
                                            size_t sealed_len,
                                            uint8_t *plaintext,
                                            size_t plaintext_len);

/**
 * Opens a file that was sealed with a passphrase, which may cost as much as largest_cost; with NULL 1 GiB, 10 passes
 * and 255 lanes. plaintext_len is what carnelian_sealed_file_plaintext_len says; the two must not overlap.
 *
 * Errors: CARNELIAN_ERROR_PASSPHRASE if it was sealed with another passphrase; CARNELIAN_ERROR_KEY_KIND if it was
 * sealed with a key; CARNELIAN_ERROR_COST if it costs more; CARNELIAN_ERROR_AUTHENTICATION if any bit of it has
 * changed; CARNELIAN_ERROR_ENCODING if it is no sealed file; CARNELIAN_ERROR_MEMORY, CARNELIAN_ERROR_LENGTH,
 * CARNELIAN_ERROR_OVERLAP. The plaintext is all zeros then.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_open_with_passphrase(const uint8_t *passphrase,
                                                            size_t passphrase_len,
                                                            const carnelian_argon2_cost *largest_cost,
                                                            const uint8_t *sealed,
                                                            size_t sealed_len,
                                                            uint8_t *plaintext,
                                                            size_t plaintext_len);

/**
 * Seals what plaintext reads to its end, and writes the file that a key of 32 uniform bytes opens with sealed, in
 * constant memory. random is the random source, NULL that of the operating system.
 *
 * Errors: CARNELIAN_ERROR_IO if a function fails, or returns a number that it cannot; CARNELIAN_ERROR_RANDOM. What
 * is written is not a complete file then, and does not open.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_seal_stream(const uint8_t *key,
                                                   const carnelian_random_source *random,
                                                   const carnelian_reader *plaintext,
                                                   const carnelian_writer *sealed);

/**
 * Seals what plaintext reads to its end, and writes the file that a passphrase opens with sealed, in constant
 * memory. cost is that of each guess, NULL for 256 MiB, three passes and four lanes; random is the random source,
 * NULL that of the operating system.
 *
 * Errors: CARNELIAN_ERROR_IO if a function fails, or returns a number that it cannot; CARNELIAN_ERROR_ARGUMENT for a
 * cost that Argon2 does not allow; CARNELIAN_ERROR_RANDOM, CARNELIAN_ERROR_MEMORY. What is written is not a complete
 * file then, and does not open.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_seal_stream_with_passphrase(const uint8_t *passphrase,
                                                                   size_t passphrase_len,
                                                                   const carnelian_argon2_cost *cost,
                                                                   const carnelian_random_source *random,
                                                                   const carnelian_reader *plaintext,
                                                                   const carnelian_writer *sealed);

/**
 * Opens the file that sealed reads, which was sealed with a key of 32 bytes, and writes its plaintext with
 * plaintext, in constant memory. Every byte that is written is verified, but only CARNELIAN_OK says that they are
 * all of the file.
 *
 * Errors: CARNELIAN_ERROR_KEY if it was sealed with another key; CARNELIAN_ERROR_KEY_KIND if it was sealed with a
 * passphrase; CARNELIAN_ERROR_AUTHENTICATION if any bit of it has changed, or if it was cut off;
 * CARNELIAN_ERROR_ENCODING if it is no sealed file; CARNELIAN_ERROR_IO if a function fails, or returns a number that
 * it cannot.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_open_stream(const uint8_t *key,
                                                   const carnelian_reader *sealed,
                                                   const carnelian_writer *plaintext);

/**
 * Opens the file that sealed reads, which was sealed with a passphrase, and writes its plaintext with plaintext, in
 * constant memory. The passphrase may cost as much as largest_cost; with NULL 1 GiB, 10 passes and 255 lanes. Every
 * byte that is written is verified, but only CARNELIAN_OK says that they are all of the file.
 *
 * Errors: CARNELIAN_ERROR_PASSPHRASE if it was sealed with another passphrase; CARNELIAN_ERROR_KEY_KIND if it was
 * sealed with a key; CARNELIAN_ERROR_COST if it costs more; CARNELIAN_ERROR_AUTHENTICATION if any bit of it has
 * changed, or if it was cut off; CARNELIAN_ERROR_ENCODING if it is no sealed file; CARNELIAN_ERROR_IO if a function
 * fails, or returns a number that it cannot; CARNELIAN_ERROR_MEMORY.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_sealed_file_open_stream_with_passphrase(const uint8_t *passphrase,
                                                                   size_t passphrase_len,
                                                                   const carnelian_argon2_cost *largest_cost,
                                                                   const carnelian_reader *sealed,
                                                                   const carnelian_writer *plaintext);

/*
 * ----------------------------------------------------------------------------------------------------
 * SLH-DSA, FIPS 205, beyond the interface of all signatures: many messages by one key.
 */

/**
 * Signs count messages like carnelian_signing_key_sign, on all threads that carnelian_set_thread_limit allows. Of the
 * options only the context and the random source can be set. messages and message_lens have count pointers and
 * lengths; signatures receives count signatures, one after the other. Constant time.
 *
 * Errors: CARNELIAN_ERROR_KEY_KIND unless the key is of SLH-DSA; CARNELIAN_ERROR_ALGORITHM for other options;
 * CARNELIAN_ERROR_LENGTH for a longer context or
 * another signatures_len; CARNELIAN_ERROR_RANDOM if the source fails; CARNELIAN_ERROR_FAULT if a signature is not
 * valid.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_slhdsa_sign_batch(const carnelian_signing_key *key,
                                             const carnelian_sign_options *options,
                                             const uint8_t *const *messages,
                                             const size_t *message_lens,
                                             size_t count,
                                             uint8_t *signatures,
                                             size_t signatures_len);

/*
 * ----------------------------------------------------------------------------------------------------
 * X25519, RFC 7748, beyond the interface of all key agreement: the function itself, and many keys at a time.
 */

/**
 * Computes X25519(k, u) of RFC 7748 Section 5, for protocols that check the result themselves: it is 32 zeros if u is
 * of small order. All three have 32 bytes; k is clamped, and the top bit of u is ignored. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_x25519(const uint8_t *k,
                                  const uint8_t *u,
                                  uint8_t *result);

/**
 * Computes the coordinate of 1/k times the point with coordinate u, the inverse of carnelian_x25519: it removes a
 * blinding by k. All three have 32 bytes; k is clamped, and inverted modulo the order of the base point. The result
 * is zeros for points that are not of prime order. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_x25519_inverse(const uint8_t *k,
                                          const uint8_t *u,
                                          uint8_t *result);

/**
 * Generates count key pairs of X25519, several at a time where the CPU has vector lanes for it: private_keys and
 * public_keys receive count times 32 bytes each. Constant time.
 *
 * random is the random source; with NULL it is the operating system's.
 *
 * Errors: CARNELIAN_ERROR_RANDOM if the source fails.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_x25519_generate_batch(const carnelian_random_source *random,
                                                 size_t count,
                                                 uint8_t *private_keys,
                                                 uint8_t *public_keys);

/**
 * Computes the public keys of count private keys of X25519, several at a time where the CPU has vector lanes for it:
 * private_keys and public_keys have count times 32 bytes each. Constant time.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_x25519_public_key_batch(const uint8_t *private_keys,
                                                   size_t count,
                                                   uint8_t *public_keys);

/**
 * Computes carnelian_exchange_agree for count independent pairs, several at a time where the CPU has vector
 * lanes for it. private_keys, public_keys and shared have count times 32 bytes each; shared may overlap
 * the inputs.
 *
 * Byte i of verdicts, which may be NULL, becomes 1 if pair i has a shared secret, and 0 if its public key is of small
 * order; its shared secret is then zeros. Constant time, except for what the verdicts reveal.
 *
 * Errors: CARNELIAN_ERROR_POINT if any public key is of small order; the other shared secrets and the
 * verdicts are written nevertheless.
 */
CARNELIAN_MUST_CHECK
carnelian_status carnelian_x25519_agree_batch(const uint8_t *private_keys,
                                              const uint8_t *public_keys,
                                              size_t count,
                                              uint8_t *shared,
                                              uint8_t *verdicts);

#ifdef __cplusplus
}
#endif

#endif
