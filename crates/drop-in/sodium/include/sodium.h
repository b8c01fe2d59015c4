/*
 * The interface of libsodium, implemented by Carnelian. A program that was written for libsodium builds against this
 * header unchanged, if it uses the functions that are here, and is linked with -lcarnelian-sodium.
 *
 * MOST STATES (..._state) ARE LARGER THAN LIBSODIUM'S. Programs take their size from this header or from
 * ..._statebytes(). What was compiled against libsodium's header, or has sizes of its own, as bindings for other
 * languages may, provides too little memory, which is overwritten without an error: neither such code nor libsodium
 * itself may be in a process with this library. docs/guide/sodium.md has the sizes; it also lists which functions are
 * here, and which are not and why.
 *
 * Names, types, lengths and results are libsodium's: 0 for success and -1 for failure, unless a name says otherwise.
 * Outputs may overlap inputs where libsodium permits it. Null pointers are refused where there are bytes to read or
 * write. On failure, outputs of fixed length and decrypted messages are zeroed.
 *
 * States may be copied byte by byte, and need not be wiped: a function that ends a computation wipes its state. A state
 * that was not begun, or was ended, is refused.
 *
 * Functions take constant time as far as libsodium's do, on every CPU. Lengths, signatures to be verified, verdicts and
 * the parameters of password hashing are public.
 */
#ifndef sodium_H
#define sodium_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef SODIUM_EXPORT
#define SODIUM_EXPORT
#endif
#ifndef SODIUM_EXPORT_WEAK
#define SODIUM_EXPORT_WEAK
#endif

#ifndef CRYPTO_ALIGN
#if defined(_MSC_VER)
#define CRYPTO_ALIGN(x) __declspec(align(x))
#else
#define CRYPTO_ALIGN(x) __attribute__((aligned(x)))
#endif
#endif

/*
 * The mark of functions whose result must not be ignored: verdicts, and successes without which there is no key. Programs
 * that want no warnings define it as nothing.
 */
#ifndef CARNELIAN_MUST_CHECK
#if defined(__GNUC__) || defined(__clang__)
#define CARNELIAN_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CARNELIAN_MUST_CHECK
#endif
#endif

#define SODIUM_MIN(A, B) ((A) < (B) ? (A) : (B))
#define SODIUM_SIZE_MAX SODIUM_MIN(UINT64_MAX, SIZE_MAX)

/* The last version before AEGIS, which is not here. Functions of later versions are, and docs/guide/sodium.md names them. */
#define SODIUM_VERSION_STRING "1.0.18"
#define SODIUM_LIBRARY_VERSION_MAJOR 10
#define SODIUM_LIBRARY_VERSION_MINOR 3

/* The library: sodium_init need not be called, and may be; misuse ends the process after the handler returns. */

int sodium_init(void) CARNELIAN_MUST_CHECK;
int sodium_set_misuse_handler(void (*handler)(void));
void sodium_misuse(void);

const char *sodium_version_string(void);
int sodium_library_version_major(void);
int sodium_library_version_minor(void);
int sodium_library_minimal(void);

int sodium_runtime_has_neon(void);
int sodium_runtime_has_armcrypto(void);
int sodium_runtime_has_sse2(void);
int sodium_runtime_has_sse3(void);
int sodium_runtime_has_ssse3(void);
int sodium_runtime_has_sse41(void);
int sodium_runtime_has_avx(void);
int sodium_runtime_has_avx2(void);
int sodium_runtime_has_avx512f(void);
int sodium_runtime_has_pclmul(void);
int sodium_runtime_has_aesni(void);
int sodium_runtime_has_rdrand(void);

/* Memory and numbers, in constant time; hexadecimal and base64. */

#define SODIUM_C99(X) X

#define sodium_base64_VARIANT_ORIGINAL 1
#define sodium_base64_VARIANT_ORIGINAL_NO_PADDING 3
#define sodium_base64_VARIANT_URLSAFE 5
#define sodium_base64_VARIANT_URLSAFE_NO_PADDING 7

/* The length of a text with its final zero. */
#define sodium_base64_ENCODED_LEN(BIN_LEN, VARIANT) \
    ((BIN_LEN) / 3U * 4U + \
     ((BIN_LEN) % 3U == 0U ? 0U : ((VARIANT) & 2) != 0 ? (BIN_LEN) % 3U + 1U : 4U) + 1U)

void sodium_memzero(void *const pnt, const size_t len);
void sodium_stackzero(const size_t len);
int sodium_memcmp(const void *const b1_, const void *const b2_, size_t len) CARNELIAN_MUST_CHECK;
int sodium_compare(const unsigned char *b1_, const unsigned char *b2_, size_t len) CARNELIAN_MUST_CHECK;
int sodium_is_zero(const unsigned char *n, const size_t nlen) CARNELIAN_MUST_CHECK;
void sodium_increment(unsigned char *n, const size_t nlen);
void sodium_add(unsigned char *a, const unsigned char *b, const size_t len);
void sodium_sub(unsigned char *a, const unsigned char *b, const size_t len);
char *sodium_bin2hex(char *const hex, const size_t hex_maxlen, const unsigned char *const bin, const size_t bin_len);
int sodium_hex2bin(unsigned char *const bin, const size_t bin_maxlen, const char *const hex, const size_t hex_len,
                   const char *const ignore, size_t *const bin_len, const char **const hex_end);
size_t sodium_base64_encoded_len(const size_t bin_len, const int variant);
char *sodium_bin2base64(char *const b64, const size_t b64_maxlen, const unsigned char *const bin, const size_t bin_len,
                        const int variant);
int sodium_base642bin(unsigned char *const bin, const size_t bin_maxlen, const char *const b64, const size_t b64_len,
                      const char *const ignore, size_t *const bin_len, const char **const b64_end, const int variant);
int sodium_ip2bin(unsigned char bin[16], const char *ip, size_t ip_len_) CARNELIAN_MUST_CHECK;
char *sodium_bin2ip(char *ip, size_t ip_maxlen, const unsigned char bin[16]);
int sodium_mlock(void *const addr, const size_t len);
int sodium_munlock(void *const addr, const size_t len);
void *sodium_malloc(const size_t size);
void *sodium_allocarray(size_t count, size_t size);
void sodium_free(void *ptr);
int sodium_mprotect_noaccess(void *ptr);
int sodium_mprotect_readonly(void *ptr);
int sodium_mprotect_readwrite(void *ptr);
int sodium_pad(size_t *padded_buflen_p, unsigned char *buf, size_t unpadded_buflen, size_t blocksize,
               size_t max_buflen);
int sodium_unpad(size_t *unpadded_buflen_p, const unsigned char *buf, size_t padded_buflen, size_t blocksize);

/* Random bytes. If the source fails, the process ends. */

#define randombytes_BYTES_MAX 4294967295U
#define randombytes_SEEDBYTES 32U

typedef struct randombytes_implementation {
    const char *(*implementation_name)(void);
    uint32_t (*random)(void);
    void (*stir)(void);
    uint32_t (*uniform)(const uint32_t upper_bound);
    void (*buf)(void *const buf, const size_t size);
    int (*close)(void);
} randombytes_implementation;

/* The operating system's source, under both of libsodium's names. A structure that is set must stay where it is. */
extern struct randombytes_implementation randombytes_sysrandom_implementation;
extern struct randombytes_implementation randombytes_internal_implementation;
#define randombytes_salsa20_implementation randombytes_internal_implementation

size_t randombytes_seedbytes(void);
void randombytes_buf(void *const buf, const size_t size);
void randombytes_buf_deterministic(void *const buf, const size_t size, const unsigned char seed[randombytes_SEEDBYTES]);
uint32_t randombytes_random(void);
uint32_t randombytes_uniform(const uint32_t upper_bound);
void randombytes_stir(void);
int randombytes_close(void);
int randombytes_set_implementation(const randombytes_implementation *impl);
const char *randombytes_implementation_name(void);
void randombytes(unsigned char *const buf, const unsigned long long buf_len);

/* Hash functions: SHA-256, SHA-512, SHA-3, BLAKE2b, SHAKE. */

#define crypto_hash_BYTES 64U
#define crypto_hash_PRIMITIVE "sha512"

size_t crypto_hash_bytes(void);
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);
const char *crypto_hash_primitive(void);

#define crypto_hash_sha256_BYTES 32U
typedef struct CRYPTO_ALIGN(16) crypto_hash_sha256_state {
    unsigned char opaque[144];
} crypto_hash_sha256_state;

size_t crypto_hash_sha256_statebytes(void);
size_t crypto_hash_sha256_bytes(void);
int crypto_hash_sha256(unsigned char *out, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha256_init(crypto_hash_sha256_state *state);
int crypto_hash_sha256_update(crypto_hash_sha256_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha256_final(crypto_hash_sha256_state *state, unsigned char *out);

#define crypto_hash_sha512_BYTES 64U
typedef struct CRYPTO_ALIGN(16) crypto_hash_sha512_state {
    unsigned char opaque[240];
} crypto_hash_sha512_state;

size_t crypto_hash_sha512_statebytes(void);
size_t crypto_hash_sha512_bytes(void);
int crypto_hash_sha512(unsigned char *out, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha512_init(crypto_hash_sha512_state *state);
int crypto_hash_sha512_update(crypto_hash_sha512_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha512_final(crypto_hash_sha512_state *state, unsigned char *out);

#define crypto_hash_sha3256_BYTES 32U
#define crypto_hash_sha3512_BYTES 64U
typedef struct CRYPTO_ALIGN(16) crypto_hash_sha3256_state {
    unsigned char opaque[256];
} crypto_hash_sha3256_state;
typedef struct CRYPTO_ALIGN(16) crypto_hash_sha3512_state {
    unsigned char opaque[256];
} crypto_hash_sha3512_state;

size_t crypto_hash_sha3256_statebytes(void);
size_t crypto_hash_sha3256_bytes(void);
int crypto_hash_sha3256(unsigned char *out, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha3256_init(crypto_hash_sha3256_state *state);
int crypto_hash_sha3256_update(crypto_hash_sha3256_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha3256_final(crypto_hash_sha3256_state *state, unsigned char *out);
size_t crypto_hash_sha3512_statebytes(void);
size_t crypto_hash_sha3512_bytes(void);
int crypto_hash_sha3512(unsigned char *out, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha3512_init(crypto_hash_sha3512_state *state);
int crypto_hash_sha3512_update(crypto_hash_sha3512_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_hash_sha3512_final(crypto_hash_sha3512_state *state, unsigned char *out);

#define crypto_generichash_blake2b_BYTES_MIN 16U
#define crypto_generichash_blake2b_BYTES_MAX 64U
#define crypto_generichash_blake2b_BYTES 32U
#define crypto_generichash_blake2b_KEYBYTES_MIN 16U
#define crypto_generichash_blake2b_KEYBYTES_MAX 64U
#define crypto_generichash_blake2b_KEYBYTES 32U
#define crypto_generichash_blake2b_SALTBYTES 16U
#define crypto_generichash_blake2b_PERSONALBYTES 16U
typedef struct CRYPTO_ALIGN(64) crypto_generichash_blake2b_state {
    unsigned char opaque[384];
} crypto_generichash_blake2b_state;

size_t crypto_generichash_blake2b_bytes_min(void);
size_t crypto_generichash_blake2b_bytes_max(void);
size_t crypto_generichash_blake2b_bytes(void);
size_t crypto_generichash_blake2b_keybytes_min(void);
size_t crypto_generichash_blake2b_keybytes_max(void);
size_t crypto_generichash_blake2b_keybytes(void);
size_t crypto_generichash_blake2b_saltbytes(void);
size_t crypto_generichash_blake2b_personalbytes(void);
size_t crypto_generichash_blake2b_statebytes(void);
int crypto_generichash_blake2b(unsigned char *out, size_t outlen, const unsigned char *in, unsigned long long inlen,
                               const unsigned char *key, size_t keylen);
int crypto_generichash_blake2b_salt_personal(unsigned char *out, size_t outlen, const unsigned char *in,
                                             unsigned long long inlen, const unsigned char *key, size_t keylen,
                                             const unsigned char *salt, const unsigned char *personal);
int crypto_generichash_blake2b_init(crypto_generichash_blake2b_state *state, const unsigned char *key,
                                    const size_t keylen, const size_t outlen);
int crypto_generichash_blake2b_init_salt_personal(crypto_generichash_blake2b_state *state, const unsigned char *key,
                                                  const size_t keylen, const size_t outlen, const unsigned char *salt,
                                                  const unsigned char *personal);
int crypto_generichash_blake2b_update(crypto_generichash_blake2b_state *state, const unsigned char *in,
                                      unsigned long long inlen);
int crypto_generichash_blake2b_final(crypto_generichash_blake2b_state *state, unsigned char *out, const size_t outlen);
void crypto_generichash_blake2b_keygen(unsigned char k[crypto_generichash_blake2b_KEYBYTES]);

#define crypto_generichash_BYTES_MIN 16U
#define crypto_generichash_BYTES_MAX 64U
#define crypto_generichash_BYTES 32U
#define crypto_generichash_KEYBYTES_MIN 16U
#define crypto_generichash_KEYBYTES_MAX 64U
#define crypto_generichash_KEYBYTES 32U
#define crypto_generichash_PRIMITIVE "blake2b"
typedef crypto_generichash_blake2b_state crypto_generichash_state;

size_t crypto_generichash_bytes_min(void);
size_t crypto_generichash_bytes_max(void);
size_t crypto_generichash_bytes(void);
size_t crypto_generichash_keybytes_min(void);
size_t crypto_generichash_keybytes_max(void);
size_t crypto_generichash_keybytes(void);
const char *crypto_generichash_primitive(void);
size_t crypto_generichash_statebytes(void);
int crypto_generichash(unsigned char *out, size_t outlen, const unsigned char *in, unsigned long long inlen,
                       const unsigned char *key, size_t keylen);
int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, const size_t keylen,
                            const size_t outlen);
int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_generichash_final(crypto_generichash_state *state, unsigned char *out, const size_t outlen);
void crypto_generichash_keygen(unsigned char k[crypto_generichash_KEYBYTES]);

#define crypto_xof_shake128_BLOCKBYTES 168U
#define crypto_xof_shake128_STATEBYTES 256U
typedef struct CRYPTO_ALIGN(16) crypto_xof_shake128_state {
    unsigned char opaque[256];
} crypto_xof_shake128_state;

size_t crypto_xof_shake128_blockbytes(void);
size_t crypto_xof_shake128_statebytes(void);
int crypto_xof_shake128(unsigned char *out, size_t outlen, const unsigned char *in, unsigned long long inlen);
int crypto_xof_shake128_init(crypto_xof_shake128_state *state);
int crypto_xof_shake128_update(crypto_xof_shake128_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_xof_shake128_squeeze(crypto_xof_shake128_state *state, unsigned char *out, size_t outlen);

#define crypto_xof_shake256_BLOCKBYTES 136U
#define crypto_xof_shake256_STATEBYTES 256U
typedef struct CRYPTO_ALIGN(16) crypto_xof_shake256_state {
    unsigned char opaque[256];
} crypto_xof_shake256_state;

size_t crypto_xof_shake256_blockbytes(void);
size_t crypto_xof_shake256_statebytes(void);
int crypto_xof_shake256(unsigned char *out, size_t outlen, const unsigned char *in, unsigned long long inlen);
int crypto_xof_shake256_init(crypto_xof_shake256_state *state);
int crypto_xof_shake256_update(crypto_xof_shake256_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_xof_shake256_squeeze(crypto_xof_shake256_state *state, unsigned char *out, size_t outlen);

/* Authentication codes: HMAC, Poly1305. */

#define crypto_auth_hmacsha256_BYTES 32U
#define crypto_auth_hmacsha256_KEYBYTES 32U
typedef struct CRYPTO_ALIGN(16) crypto_auth_hmacsha256_state {
    unsigned char opaque[256];
} crypto_auth_hmacsha256_state;

size_t crypto_auth_hmacsha256_bytes(void);
size_t crypto_auth_hmacsha256_keybytes(void);
int crypto_auth_hmacsha256(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                           const unsigned char *k);
int crypto_auth_hmacsha256_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                                  const unsigned char *k) CARNELIAN_MUST_CHECK;
size_t crypto_auth_hmacsha256_statebytes(void);
int crypto_auth_hmacsha256_init(crypto_auth_hmacsha256_state *state, const unsigned char *key, size_t keylen);
int crypto_auth_hmacsha256_update(crypto_auth_hmacsha256_state *state, const unsigned char *in,
                                  unsigned long long inlen);
int crypto_auth_hmacsha256_final(crypto_auth_hmacsha256_state *state, unsigned char *out);
void crypto_auth_hmacsha256_keygen(unsigned char k[crypto_auth_hmacsha256_KEYBYTES]);

#define crypto_auth_hmacsha512_BYTES 64U
#define crypto_auth_hmacsha512_KEYBYTES 32U
typedef struct CRYPTO_ALIGN(16) crypto_auth_hmacsha512_state {
    unsigned char opaque[448];
} crypto_auth_hmacsha512_state;

size_t crypto_auth_hmacsha512_bytes(void);
size_t crypto_auth_hmacsha512_keybytes(void);
int crypto_auth_hmacsha512(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                           const unsigned char *k);
int crypto_auth_hmacsha512_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                                  const unsigned char *k) CARNELIAN_MUST_CHECK;
size_t crypto_auth_hmacsha512_statebytes(void);
int crypto_auth_hmacsha512_init(crypto_auth_hmacsha512_state *state, const unsigned char *key, size_t keylen);
int crypto_auth_hmacsha512_update(crypto_auth_hmacsha512_state *state, const unsigned char *in,
                                  unsigned long long inlen);
int crypto_auth_hmacsha512_final(crypto_auth_hmacsha512_state *state, unsigned char *out);
void crypto_auth_hmacsha512_keygen(unsigned char k[crypto_auth_hmacsha512_KEYBYTES]);

#define crypto_auth_hmacsha512256_BYTES 32U
#define crypto_auth_hmacsha512256_KEYBYTES 32U
typedef crypto_auth_hmacsha512_state crypto_auth_hmacsha512256_state;

size_t crypto_auth_hmacsha512256_bytes(void);
size_t crypto_auth_hmacsha512256_keybytes(void);
int crypto_auth_hmacsha512256(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                              const unsigned char *k);
int crypto_auth_hmacsha512256_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                                     const unsigned char *k) CARNELIAN_MUST_CHECK;
size_t crypto_auth_hmacsha512256_statebytes(void);
int crypto_auth_hmacsha512256_init(crypto_auth_hmacsha512256_state *state, const unsigned char *key, size_t keylen);
int crypto_auth_hmacsha512256_update(crypto_auth_hmacsha512256_state *state, const unsigned char *in,
                                     unsigned long long inlen);
int crypto_auth_hmacsha512256_final(crypto_auth_hmacsha512256_state *state, unsigned char *out);
void crypto_auth_hmacsha512256_keygen(unsigned char k[crypto_auth_hmacsha512256_KEYBYTES]);

#define crypto_auth_BYTES 32U
#define crypto_auth_KEYBYTES 32U
#define crypto_auth_PRIMITIVE "hmacsha512256"

size_t crypto_auth_bytes(void);
size_t crypto_auth_keybytes(void);
const char *crypto_auth_primitive(void);
int crypto_auth(unsigned char *out, const unsigned char *in, unsigned long long inlen, const unsigned char *k);
int crypto_auth_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                       const unsigned char *k) CARNELIAN_MUST_CHECK;
void crypto_auth_keygen(unsigned char k[crypto_auth_KEYBYTES]);

#define crypto_onetimeauth_poly1305_BYTES 16U
#define crypto_onetimeauth_poly1305_KEYBYTES 32U
typedef struct CRYPTO_ALIGN(64) crypto_onetimeauth_poly1305_state {
    unsigned char opaque[1792];
} crypto_onetimeauth_poly1305_state;

size_t crypto_onetimeauth_poly1305_statebytes(void);
size_t crypto_onetimeauth_poly1305_bytes(void);
size_t crypto_onetimeauth_poly1305_keybytes(void);
int crypto_onetimeauth_poly1305(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                                const unsigned char *k);
int crypto_onetimeauth_poly1305_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                                       const unsigned char *k) CARNELIAN_MUST_CHECK;
int crypto_onetimeauth_poly1305_init(crypto_onetimeauth_poly1305_state *state, const unsigned char *key);
int crypto_onetimeauth_poly1305_update(crypto_onetimeauth_poly1305_state *state, const unsigned char *in,
                                       unsigned long long inlen);
int crypto_onetimeauth_poly1305_final(crypto_onetimeauth_poly1305_state *state, unsigned char *out);
void crypto_onetimeauth_poly1305_keygen(unsigned char k[crypto_onetimeauth_poly1305_KEYBYTES]);

#define crypto_onetimeauth_BYTES 16U
#define crypto_onetimeauth_KEYBYTES 32U
#define crypto_onetimeauth_PRIMITIVE "poly1305"
typedef crypto_onetimeauth_poly1305_state crypto_onetimeauth_state;

size_t crypto_onetimeauth_statebytes(void);
size_t crypto_onetimeauth_bytes(void);
size_t crypto_onetimeauth_keybytes(void);
const char *crypto_onetimeauth_primitive(void);
int crypto_onetimeauth(unsigned char *out, const unsigned char *in, unsigned long long inlen, const unsigned char *k);
int crypto_onetimeauth_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                              const unsigned char *k) CARNELIAN_MUST_CHECK;
int crypto_onetimeauth_init(crypto_onetimeauth_state *state, const unsigned char *key);
int crypto_onetimeauth_update(crypto_onetimeauth_state *state, const unsigned char *in, unsigned long long inlen);
int crypto_onetimeauth_final(crypto_onetimeauth_state *state, unsigned char *out);
void crypto_onetimeauth_keygen(unsigned char k[crypto_onetimeauth_KEYBYTES]);

#define crypto_verify_16_BYTES 16U

size_t crypto_verify_16_bytes(void);
int crypto_verify_16(const unsigned char *x, const unsigned char *y) CARNELIAN_MUST_CHECK;

#define crypto_verify_32_BYTES 32U

size_t crypto_verify_32_bytes(void);
int crypto_verify_32(const unsigned char *x, const unsigned char *y) CARNELIAN_MUST_CHECK;

#define crypto_verify_64_BYTES 64U

size_t crypto_verify_64_bytes(void);
int crypto_verify_64(const unsigned char *x, const unsigned char *y) CARNELIAN_MUST_CHECK;

/*
 * Authenticated encryption with associated data. AES-256-GCM is always available. If decryption fails, the output is
 * zeroed; if the output is a null pointer, only the tag is checked.
 */

#define crypto_aead_aes256gcm_KEYBYTES 32U
#define crypto_aead_aes256gcm_NSECBYTES 0U
#define crypto_aead_aes256gcm_NPUBBYTES 12U
#define crypto_aead_aes256gcm_ABYTES 16U
#define crypto_aead_aes256gcm_MESSAGEBYTES_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 68719476704ULL)
typedef struct CRYPTO_ALIGN(64) crypto_aead_aes256gcm_state {
    unsigned char opaque[1728];
} crypto_aead_aes256gcm_state;

int crypto_aead_aes256gcm_is_available(void);
size_t crypto_aead_aes256gcm_keybytes(void);
size_t crypto_aead_aes256gcm_nsecbytes(void);
size_t crypto_aead_aes256gcm_npubbytes(void);
size_t crypto_aead_aes256gcm_abytes(void);
size_t crypto_aead_aes256gcm_messagebytes_max(void);
size_t crypto_aead_aes256gcm_statebytes(void);
int crypto_aead_aes256gcm_encrypt(unsigned char *c, unsigned long long *clen_p, const unsigned char *m,
                                  unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                                  const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);
int crypto_aead_aes256gcm_decrypt(unsigned char *m, unsigned long long *mlen_p, unsigned char *nsec,
                                  const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                                  unsigned long long adlen, const unsigned char *npub, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
int crypto_aead_aes256gcm_encrypt_detached(unsigned char *c, unsigned char *mac, unsigned long long *maclen_p,
                                           const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                                           unsigned long long adlen, const unsigned char *nsec,
                                           const unsigned char *npub, const unsigned char *k);
int crypto_aead_aes256gcm_decrypt_detached(unsigned char *m, unsigned char *nsec, const unsigned char *c,
                                           unsigned long long clen, const unsigned char *mac, const unsigned char *ad,
                                           unsigned long long adlen, const unsigned char *npub, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
int crypto_aead_aes256gcm_beforenm(crypto_aead_aes256gcm_state *ctx_, const unsigned char *k);
int crypto_aead_aes256gcm_encrypt_afternm(unsigned char *c, unsigned long long *clen_p, const unsigned char *m,
                                          unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                                          const unsigned char *nsec, const unsigned char *npub,
                                          const crypto_aead_aes256gcm_state *ctx_);
int crypto_aead_aes256gcm_decrypt_afternm(unsigned char *m, unsigned long long *mlen_p, unsigned char *nsec,
                                          const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                                          unsigned long long adlen, const unsigned char *npub,
                                          const crypto_aead_aes256gcm_state *ctx_) CARNELIAN_MUST_CHECK;
int crypto_aead_aes256gcm_encrypt_detached_afternm(unsigned char *c, unsigned char *mac, unsigned long long *maclen_p,
                                                   const unsigned char *m, unsigned long long mlen,
                                                   const unsigned char *ad, unsigned long long adlen,
                                                   const unsigned char *nsec, const unsigned char *npub,
                                                   const crypto_aead_aes256gcm_state *ctx_);
int crypto_aead_aes256gcm_decrypt_detached_afternm(unsigned char *m, unsigned char *nsec, const unsigned char *c,
                                                   unsigned long long clen, const unsigned char *mac,
                                                   const unsigned char *ad, unsigned long long adlen,
                                                   const unsigned char *npub, const crypto_aead_aes256gcm_state *ctx_)
    CARNELIAN_MUST_CHECK;
void crypto_aead_aes256gcm_keygen(unsigned char k[crypto_aead_aes256gcm_KEYBYTES]);

#define crypto_aead_chacha20poly1305_ietf_KEYBYTES 32U
#define crypto_aead_chacha20poly1305_ietf_NSECBYTES 0U
#define crypto_aead_chacha20poly1305_ietf_NPUBBYTES 12U
#define crypto_aead_chacha20poly1305_ietf_ABYTES 16U
#define crypto_aead_chacha20poly1305_ietf_MESSAGEBYTES_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 274877906880ULL)
#define crypto_aead_chacha20poly1305_KEYBYTES 32U
#define crypto_aead_chacha20poly1305_NSECBYTES 0U
#define crypto_aead_chacha20poly1305_NPUBBYTES 8U
#define crypto_aead_chacha20poly1305_ABYTES 16U
#define crypto_aead_chacha20poly1305_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)
#define crypto_aead_chacha20poly1305_IETF_KEYBYTES 32U
#define crypto_aead_chacha20poly1305_IETF_NSECBYTES 0U
#define crypto_aead_chacha20poly1305_IETF_NPUBBYTES 12U
#define crypto_aead_chacha20poly1305_IETF_ABYTES 16U
#define crypto_aead_chacha20poly1305_IETF_MESSAGEBYTES_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 274877906880ULL)

size_t crypto_aead_chacha20poly1305_ietf_keybytes(void);
size_t crypto_aead_chacha20poly1305_ietf_nsecbytes(void);
size_t crypto_aead_chacha20poly1305_ietf_npubbytes(void);
size_t crypto_aead_chacha20poly1305_ietf_abytes(void);
size_t crypto_aead_chacha20poly1305_ietf_messagebytes_max(void);
int crypto_aead_chacha20poly1305_ietf_encrypt(unsigned char *c, unsigned long long *clen_p, const unsigned char *m,
                                              unsigned long long mlen, const unsigned char *ad,
                                              unsigned long long adlen, const unsigned char *nsec,
                                              const unsigned char *npub, const unsigned char *k);
int crypto_aead_chacha20poly1305_ietf_decrypt(unsigned char *m, unsigned long long *mlen_p, unsigned char *nsec,
                                              const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                                              unsigned long long adlen, const unsigned char *npub,
                                              const unsigned char *k) CARNELIAN_MUST_CHECK;
int crypto_aead_chacha20poly1305_ietf_encrypt_detached(unsigned char *c, unsigned char *mac,
                                                       unsigned long long *maclen_p, const unsigned char *m,
                                                       unsigned long long mlen, const unsigned char *ad,
                                                       unsigned long long adlen, const unsigned char *nsec,
                                                       const unsigned char *npub, const unsigned char *k);
int crypto_aead_chacha20poly1305_ietf_decrypt_detached(unsigned char *m, unsigned char *nsec, const unsigned char *c,
                                                       unsigned long long clen, const unsigned char *mac,
                                                       const unsigned char *ad, unsigned long long adlen,
                                                       const unsigned char *npub, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
void crypto_aead_chacha20poly1305_ietf_keygen(unsigned char k[crypto_aead_chacha20poly1305_ietf_KEYBYTES]);
size_t crypto_aead_chacha20poly1305_keybytes(void);
size_t crypto_aead_chacha20poly1305_nsecbytes(void);
size_t crypto_aead_chacha20poly1305_npubbytes(void);
size_t crypto_aead_chacha20poly1305_abytes(void);
size_t crypto_aead_chacha20poly1305_messagebytes_max(void);
int crypto_aead_chacha20poly1305_encrypt(unsigned char *c, unsigned long long *clen_p, const unsigned char *m,
                                         unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                                         const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);
int crypto_aead_chacha20poly1305_decrypt(unsigned char *m, unsigned long long *mlen_p, unsigned char *nsec,
                                         const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                                         unsigned long long adlen, const unsigned char *npub, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
int crypto_aead_chacha20poly1305_encrypt_detached(unsigned char *c, unsigned char *mac, unsigned long long *maclen_p,
                                                  const unsigned char *m, unsigned long long mlen,
                                                  const unsigned char *ad, unsigned long long adlen,
                                                  const unsigned char *nsec, const unsigned char *npub,
                                                  const unsigned char *k);
int crypto_aead_chacha20poly1305_decrypt_detached(unsigned char *m, unsigned char *nsec, const unsigned char *c,
                                                  unsigned long long clen, const unsigned char *mac,
                                                  const unsigned char *ad, unsigned long long adlen,
                                                  const unsigned char *npub, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
void crypto_aead_chacha20poly1305_keygen(unsigned char k[crypto_aead_chacha20poly1305_KEYBYTES]);

#define crypto_aead_xchacha20poly1305_ietf_KEYBYTES 32U
#define crypto_aead_xchacha20poly1305_ietf_NSECBYTES 0U
#define crypto_aead_xchacha20poly1305_ietf_NPUBBYTES 24U
#define crypto_aead_xchacha20poly1305_ietf_ABYTES 16U
#define crypto_aead_xchacha20poly1305_ietf_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)
#define crypto_aead_xchacha20poly1305_IETF_KEYBYTES 32U
#define crypto_aead_xchacha20poly1305_IETF_NSECBYTES 0U
#define crypto_aead_xchacha20poly1305_IETF_NPUBBYTES 24U
#define crypto_aead_xchacha20poly1305_IETF_ABYTES 16U
#define crypto_aead_xchacha20poly1305_IETF_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)

size_t crypto_aead_xchacha20poly1305_ietf_keybytes(void);
size_t crypto_aead_xchacha20poly1305_ietf_nsecbytes(void);
size_t crypto_aead_xchacha20poly1305_ietf_npubbytes(void);
size_t crypto_aead_xchacha20poly1305_ietf_abytes(void);
size_t crypto_aead_xchacha20poly1305_ietf_messagebytes_max(void);
int crypto_aead_xchacha20poly1305_ietf_encrypt(unsigned char *c, unsigned long long *clen_p, const unsigned char *m,
                                               unsigned long long mlen, const unsigned char *ad,
                                               unsigned long long adlen, const unsigned char *nsec,
                                               const unsigned char *npub, const unsigned char *k);
int crypto_aead_xchacha20poly1305_ietf_decrypt(unsigned char *m, unsigned long long *mlen_p, unsigned char *nsec,
                                               const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                                               unsigned long long adlen, const unsigned char *npub,
                                               const unsigned char *k) CARNELIAN_MUST_CHECK;
int crypto_aead_xchacha20poly1305_ietf_encrypt_detached(unsigned char *c, unsigned char *mac,
                                                        unsigned long long *maclen_p, const unsigned char *m,
                                                        unsigned long long mlen, const unsigned char *ad,
                                                        unsigned long long adlen, const unsigned char *nsec,
                                                        const unsigned char *npub, const unsigned char *k);
int crypto_aead_xchacha20poly1305_ietf_decrypt_detached(unsigned char *m, unsigned char *nsec, const unsigned char *c,
                                                        unsigned long long clen, const unsigned char *mac,
                                                        const unsigned char *ad, unsigned long long adlen,
                                                        const unsigned char *npub, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
void crypto_aead_xchacha20poly1305_ietf_keygen(unsigned char k[crypto_aead_xchacha20poly1305_ietf_KEYBYTES]);

/*
 * Stream ciphers, and the functions that they are built from. Other constants than the usual ones are not offered for
 * HChaCha20.
 */

#define crypto_core_hchacha20_OUTPUTBYTES 32U
#define crypto_core_hchacha20_INPUTBYTES 16U
#define crypto_core_hchacha20_KEYBYTES 32U
#define crypto_core_hchacha20_CONSTBYTES 16U

size_t crypto_core_hchacha20_outputbytes(void);
size_t crypto_core_hchacha20_inputbytes(void);
size_t crypto_core_hchacha20_keybytes(void);
size_t crypto_core_hchacha20_constbytes(void);
int crypto_core_hchacha20(unsigned char *out, const unsigned char *in, const unsigned char *k, const unsigned char *c);

#define crypto_core_hsalsa20_OUTPUTBYTES 32U
#define crypto_core_hsalsa20_INPUTBYTES 16U
#define crypto_core_hsalsa20_KEYBYTES 32U
#define crypto_core_hsalsa20_CONSTBYTES 16U

size_t crypto_core_hsalsa20_outputbytes(void);
size_t crypto_core_hsalsa20_inputbytes(void);
size_t crypto_core_hsalsa20_keybytes(void);
size_t crypto_core_hsalsa20_constbytes(void);
int crypto_core_hsalsa20(unsigned char *out, const unsigned char *in, const unsigned char *k, const unsigned char *c);

#define crypto_core_salsa20_OUTPUTBYTES 64U
#define crypto_core_salsa20_INPUTBYTES 16U
#define crypto_core_salsa20_KEYBYTES 32U
#define crypto_core_salsa20_CONSTBYTES 16U

size_t crypto_core_salsa20_outputbytes(void);
size_t crypto_core_salsa20_inputbytes(void);
size_t crypto_core_salsa20_keybytes(void);
size_t crypto_core_salsa20_constbytes(void);
int crypto_core_salsa20(unsigned char *out, const unsigned char *in, const unsigned char *k, const unsigned char *c);

#define crypto_stream_chacha20_KEYBYTES 32U
#define crypto_stream_chacha20_NONCEBYTES 8U
#define crypto_stream_chacha20_MESSAGEBYTES_MAX SODIUM_SIZE_MAX
#define crypto_stream_chacha20_ietf_KEYBYTES 32U
#define crypto_stream_chacha20_ietf_NONCEBYTES 12U
#define crypto_stream_chacha20_ietf_MESSAGEBYTES_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 274877906944ULL)
#define crypto_stream_chacha20_IETF_KEYBYTES 32U
#define crypto_stream_chacha20_IETF_NONCEBYTES 12U
#define crypto_stream_chacha20_IETF_MESSAGEBYTES_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 274877906944ULL)

size_t crypto_stream_chacha20_keybytes(void);
size_t crypto_stream_chacha20_noncebytes(void);
size_t crypto_stream_chacha20_messagebytes_max(void);
int crypto_stream_chacha20(unsigned char *c, unsigned long long clen, const unsigned char *n, const unsigned char *k);
int crypto_stream_chacha20_xor(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                               const unsigned char *n, const unsigned char *k);
int crypto_stream_chacha20_xor_ic(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                  const unsigned char *n, uint64_t ic, const unsigned char *k);
void crypto_stream_chacha20_keygen(unsigned char k[crypto_stream_chacha20_KEYBYTES]);
size_t crypto_stream_chacha20_ietf_keybytes(void);
size_t crypto_stream_chacha20_ietf_noncebytes(void);
size_t crypto_stream_chacha20_ietf_messagebytes_max(void);
int crypto_stream_chacha20_ietf(unsigned char *c, unsigned long long clen, const unsigned char *n,
                                const unsigned char *k);
int crypto_stream_chacha20_ietf_xor(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                    const unsigned char *n, const unsigned char *k);
int crypto_stream_chacha20_ietf_xor_ic(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                       const unsigned char *n, uint32_t ic, const unsigned char *k);
void crypto_stream_chacha20_ietf_keygen(unsigned char k[crypto_stream_chacha20_ietf_KEYBYTES]);

#define crypto_stream_xchacha20_KEYBYTES 32U
#define crypto_stream_xchacha20_NONCEBYTES 24U
#define crypto_stream_xchacha20_MESSAGEBYTES_MAX SODIUM_SIZE_MAX

size_t crypto_stream_xchacha20_keybytes(void);
size_t crypto_stream_xchacha20_noncebytes(void);
size_t crypto_stream_xchacha20_messagebytes_max(void);
int crypto_stream_xchacha20(unsigned char *c, unsigned long long clen, const unsigned char *n, const unsigned char *k);
int crypto_stream_xchacha20_xor(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                const unsigned char *n, const unsigned char *k);
int crypto_stream_xchacha20_xor_ic(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                   const unsigned char *n, uint64_t ic, const unsigned char *k);
void crypto_stream_xchacha20_keygen(unsigned char k[crypto_stream_xchacha20_KEYBYTES]);

#define crypto_stream_salsa20_KEYBYTES 32U
#define crypto_stream_salsa20_NONCEBYTES 8U
#define crypto_stream_salsa20_MESSAGEBYTES_MAX SODIUM_SIZE_MAX

size_t crypto_stream_salsa20_keybytes(void);
size_t crypto_stream_salsa20_noncebytes(void);
size_t crypto_stream_salsa20_messagebytes_max(void);
int crypto_stream_salsa20(unsigned char *c, unsigned long long clen, const unsigned char *n, const unsigned char *k);
int crypto_stream_salsa20_xor(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
                              const unsigned char *k);
int crypto_stream_salsa20_xor_ic(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                 const unsigned char *n, uint64_t ic, const unsigned char *k);
void crypto_stream_salsa20_keygen(unsigned char k[crypto_stream_salsa20_KEYBYTES]);

#define crypto_stream_xsalsa20_KEYBYTES 32U
#define crypto_stream_xsalsa20_NONCEBYTES 24U
#define crypto_stream_xsalsa20_MESSAGEBYTES_MAX SODIUM_SIZE_MAX

size_t crypto_stream_xsalsa20_keybytes(void);
size_t crypto_stream_xsalsa20_noncebytes(void);
size_t crypto_stream_xsalsa20_messagebytes_max(void);
int crypto_stream_xsalsa20(unsigned char *c, unsigned long long clen, const unsigned char *n, const unsigned char *k);
int crypto_stream_xsalsa20_xor(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                               const unsigned char *n, const unsigned char *k);
int crypto_stream_xsalsa20_xor_ic(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                  const unsigned char *n, uint64_t ic, const unsigned char *k);
void crypto_stream_xsalsa20_keygen(unsigned char k[crypto_stream_xsalsa20_KEYBYTES]);

#define crypto_stream_KEYBYTES 32U
#define crypto_stream_NONCEBYTES 24U
#define crypto_stream_MESSAGEBYTES_MAX SODIUM_SIZE_MAX
#define crypto_stream_PRIMITIVE "xsalsa20"

size_t crypto_stream_keybytes(void);
size_t crypto_stream_noncebytes(void);
size_t crypto_stream_messagebytes_max(void);
const char *crypto_stream_primitive(void);
int crypto_stream(unsigned char *c, unsigned long long clen, const unsigned char *n, const unsigned char *k);
int crypto_stream_xor(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
                      const unsigned char *k);
void crypto_stream_keygen(unsigned char k[crypto_stream_KEYBYTES]);

/* Secret boxes: authenticated encryption under a shared key. */

#define crypto_secretbox_xsalsa20poly1305_KEYBYTES 32U
#define crypto_secretbox_xsalsa20poly1305_NONCEBYTES 24U
#define crypto_secretbox_xsalsa20poly1305_MACBYTES 16U
#define crypto_secretbox_xsalsa20poly1305_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)
#define crypto_secretbox_xsalsa20poly1305_BOXZEROBYTES 16U
#define crypto_secretbox_xsalsa20poly1305_ZEROBYTES 32U

size_t crypto_secretbox_xsalsa20poly1305_keybytes(void);
size_t crypto_secretbox_xsalsa20poly1305_noncebytes(void);
size_t crypto_secretbox_xsalsa20poly1305_macbytes(void);
size_t crypto_secretbox_xsalsa20poly1305_messagebytes_max(void);
void crypto_secretbox_xsalsa20poly1305_keygen(unsigned char k[crypto_secretbox_xsalsa20poly1305_KEYBYTES]);
size_t crypto_secretbox_xsalsa20poly1305_boxzerobytes(void);
size_t crypto_secretbox_xsalsa20poly1305_zerobytes(void);
int crypto_secretbox_xsalsa20poly1305(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                      const unsigned char *n, const unsigned char *k);
int crypto_secretbox_xsalsa20poly1305_open(unsigned char *m, const unsigned char *c, unsigned long long clen,
                                           const unsigned char *n, const unsigned char *k) CARNELIAN_MUST_CHECK;

#define crypto_secretbox_xchacha20poly1305_KEYBYTES 32U
#define crypto_secretbox_xchacha20poly1305_NONCEBYTES 24U
#define crypto_secretbox_xchacha20poly1305_MACBYTES 16U
#define crypto_secretbox_xchacha20poly1305_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)

size_t crypto_secretbox_xchacha20poly1305_keybytes(void);
size_t crypto_secretbox_xchacha20poly1305_noncebytes(void);
size_t crypto_secretbox_xchacha20poly1305_macbytes(void);
size_t crypto_secretbox_xchacha20poly1305_messagebytes_max(void);
int crypto_secretbox_xchacha20poly1305_easy(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                            const unsigned char *n, const unsigned char *k);
int crypto_secretbox_xchacha20poly1305_open_easy(unsigned char *m, const unsigned char *c, unsigned long long clen,
                                                 const unsigned char *n, const unsigned char *k) CARNELIAN_MUST_CHECK;
int crypto_secretbox_xchacha20poly1305_detached(unsigned char *c, unsigned char *mac, const unsigned char *m,
                                                unsigned long long mlen, const unsigned char *n,
                                                const unsigned char *k);
int crypto_secretbox_xchacha20poly1305_open_detached(unsigned char *m, const unsigned char *c, const unsigned char *mac,
                                                     unsigned long long clen, const unsigned char *n,
                                                     const unsigned char *k) CARNELIAN_MUST_CHECK;

#define crypto_secretbox_KEYBYTES 32U
#define crypto_secretbox_NONCEBYTES 24U
#define crypto_secretbox_MACBYTES 16U
#define crypto_secretbox_PRIMITIVE "xsalsa20poly1305"
#define crypto_secretbox_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)
#define crypto_secretbox_ZEROBYTES 32U
#define crypto_secretbox_BOXZEROBYTES 16U

size_t crypto_secretbox_keybytes(void);
size_t crypto_secretbox_noncebytes(void);
size_t crypto_secretbox_macbytes(void);
const char *crypto_secretbox_primitive(void);
size_t crypto_secretbox_messagebytes_max(void);
int crypto_secretbox_easy(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
                          const unsigned char *k);
int crypto_secretbox_open_easy(unsigned char *m, const unsigned char *c, unsigned long long clen,
                               const unsigned char *n, const unsigned char *k) CARNELIAN_MUST_CHECK;
int crypto_secretbox_detached(unsigned char *c, unsigned char *mac, const unsigned char *m, unsigned long long mlen,
                              const unsigned char *n, const unsigned char *k);
int crypto_secretbox_open_detached(unsigned char *m, const unsigned char *c, const unsigned char *mac,
                                   unsigned long long clen, const unsigned char *n, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
void crypto_secretbox_keygen(unsigned char k[crypto_secretbox_KEYBYTES]);
size_t crypto_secretbox_zerobytes(void);
size_t crypto_secretbox_boxzerobytes(void);
int crypto_secretbox(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
                     const unsigned char *k);
int crypto_secretbox_open(unsigned char *m, const unsigned char *c, unsigned long long clen, const unsigned char *n,
                          const unsigned char *k) CARNELIAN_MUST_CHECK;

/* Secret streams: messages in order under a shared key. */

#define crypto_secretstream_xchacha20poly1305_ABYTES 17U
#define crypto_secretstream_xchacha20poly1305_HEADERBYTES 24U
#define crypto_secretstream_xchacha20poly1305_KEYBYTES 32U
#define crypto_secretstream_xchacha20poly1305_MESSAGEBYTES_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 274877906816ULL)
#define crypto_secretstream_xchacha20poly1305_TAG_MESSAGE 0
#define crypto_secretstream_xchacha20poly1305_TAG_PUSH 1
#define crypto_secretstream_xchacha20poly1305_TAG_REKEY 2
#define crypto_secretstream_xchacha20poly1305_TAG_FINAL 3
typedef struct crypto_secretstream_xchacha20poly1305_state {
    unsigned char k[32];
    unsigned char nonce[12];
    unsigned char _pad[8];
} crypto_secretstream_xchacha20poly1305_state;

size_t crypto_secretstream_xchacha20poly1305_abytes(void);
size_t crypto_secretstream_xchacha20poly1305_headerbytes(void);
size_t crypto_secretstream_xchacha20poly1305_keybytes(void);
size_t crypto_secretstream_xchacha20poly1305_messagebytes_max(void);
unsigned char crypto_secretstream_xchacha20poly1305_tag_message(void);
unsigned char crypto_secretstream_xchacha20poly1305_tag_push(void);
unsigned char crypto_secretstream_xchacha20poly1305_tag_rekey(void);
unsigned char crypto_secretstream_xchacha20poly1305_tag_final(void);
size_t crypto_secretstream_xchacha20poly1305_statebytes(void);
void crypto_secretstream_xchacha20poly1305_keygen(unsigned char k[crypto_secretstream_xchacha20poly1305_KEYBYTES]);
int crypto_secretstream_xchacha20poly1305_init_push(crypto_secretstream_xchacha20poly1305_state *state,
                                                    unsigned char header[crypto_secretstream_xchacha20poly1305_HEADERBYTES],
                                                    const unsigned char k[crypto_secretstream_xchacha20poly1305_KEYBYTES]);
int crypto_secretstream_xchacha20poly1305_push(crypto_secretstream_xchacha20poly1305_state *state, unsigned char *c,
                                               unsigned long long *clen_p, const unsigned char *m,
                                               unsigned long long mlen, const unsigned char *ad,
                                               unsigned long long adlen, unsigned char tag);
int crypto_secretstream_xchacha20poly1305_init_pull(crypto_secretstream_xchacha20poly1305_state *state,
                                                    const unsigned char header[crypto_secretstream_xchacha20poly1305_HEADERBYTES],
                                                    const unsigned char k[crypto_secretstream_xchacha20poly1305_KEYBYTES]);
int crypto_secretstream_xchacha20poly1305_pull(crypto_secretstream_xchacha20poly1305_state *state, unsigned char *m,
                                               unsigned long long *mlen_p, unsigned char *tag_p, const unsigned char *c,
                                               unsigned long long clen, const unsigned char *ad,
                                               unsigned long long adlen) CARNELIAN_MUST_CHECK;
void crypto_secretstream_xchacha20poly1305_rekey(crypto_secretstream_xchacha20poly1305_state *state);

/* X25519 and the groups edwards25519 and Ristretto255. Strings are hashed to points of edwards25519 with SHA-512 only. */

#define crypto_scalarmult_curve25519_BYTES 32U
#define crypto_scalarmult_curve25519_SCALARBYTES 32U

size_t crypto_scalarmult_curve25519_bytes(void);
size_t crypto_scalarmult_curve25519_scalarbytes(void);
int crypto_scalarmult_curve25519(unsigned char *q, const unsigned char *n, const unsigned char *p) CARNELIAN_MUST_CHECK;
int crypto_scalarmult_curve25519_base(unsigned char *q, const unsigned char *n);

#define crypto_scalarmult_BYTES 32U
#define crypto_scalarmult_SCALARBYTES 32U
#define crypto_scalarmult_PRIMITIVE "curve25519"

size_t crypto_scalarmult_bytes(void);
size_t crypto_scalarmult_scalarbytes(void);
const char *crypto_scalarmult_primitive(void);
int crypto_scalarmult_base(unsigned char *q, const unsigned char *n);
int crypto_scalarmult(unsigned char *q, const unsigned char *n, const unsigned char *p) CARNELIAN_MUST_CHECK;

#define crypto_core_ed25519_BYTES 32U
#define crypto_core_ed25519_UNIFORMBYTES 32U
#define crypto_core_ed25519_HASHBYTES 64U
#define crypto_core_ed25519_SCALARBYTES 32U
#define crypto_core_ed25519_NONREDUCEDSCALARBYTES 64U
#define crypto_core_ed25519_H2CSHA256 1U
#define crypto_core_ed25519_H2CSHA512 2U

size_t crypto_core_ed25519_bytes(void);
size_t crypto_core_ed25519_uniformbytes(void);
size_t crypto_core_ed25519_hashbytes(void);
size_t crypto_core_ed25519_scalarbytes(void);
size_t crypto_core_ed25519_nonreducedscalarbytes(void);
int crypto_core_ed25519_is_valid_point(const unsigned char *p) CARNELIAN_MUST_CHECK;
int crypto_core_ed25519_add(unsigned char *r, const unsigned char *p, const unsigned char *q);
int crypto_core_ed25519_sub(unsigned char *r, const unsigned char *p, const unsigned char *q);
int crypto_core_ed25519_from_string_nu(unsigned char p[crypto_core_ed25519_BYTES], const unsigned char *ctx,
                                       size_t ctx_len, const unsigned char *msg, size_t msg_len, int hash_alg);
int crypto_core_ed25519_from_string(unsigned char p[crypto_core_ed25519_BYTES], const unsigned char *ctx,
                                    size_t ctx_len, const unsigned char *msg, size_t msg_len, int hash_alg);
void crypto_core_ed25519_random(unsigned char *p);
void crypto_core_ed25519_scalar_random(unsigned char *r);
int crypto_core_ed25519_scalar_invert(unsigned char *recip, const unsigned char *s);
void crypto_core_ed25519_scalar_negate(unsigned char *neg, const unsigned char *s);
void crypto_core_ed25519_scalar_complement(unsigned char *comp, const unsigned char *s);
void crypto_core_ed25519_scalar_add(unsigned char *z, const unsigned char *x, const unsigned char *y);
void crypto_core_ed25519_scalar_sub(unsigned char *z, const unsigned char *x, const unsigned char *y);
void crypto_core_ed25519_scalar_mul(unsigned char *z, const unsigned char *x, const unsigned char *y);
void crypto_core_ed25519_scalar_reduce(unsigned char *r, const unsigned char *s);
int crypto_core_ed25519_scalar_is_canonical(const unsigned char *s) CARNELIAN_MUST_CHECK;
int crypto_core_ed25519_from_uniform(unsigned char *p, const unsigned char *r);

#define crypto_scalarmult_ed25519_BYTES 32U
#define crypto_scalarmult_ed25519_SCALARBYTES 32U

size_t crypto_scalarmult_ed25519_bytes(void);
size_t crypto_scalarmult_ed25519_scalarbytes(void);
int crypto_scalarmult_ed25519(unsigned char *q, const unsigned char *n, const unsigned char *p) CARNELIAN_MUST_CHECK;
int crypto_scalarmult_ed25519_noclamp(unsigned char *q, const unsigned char *n, const unsigned char *p)
    CARNELIAN_MUST_CHECK;
int crypto_scalarmult_ed25519_base(unsigned char *q, const unsigned char *n);
int crypto_scalarmult_ed25519_base_noclamp(unsigned char *q, const unsigned char *n);

#define crypto_core_ristretto255_BYTES 32U
#define crypto_core_ristretto255_HASHBYTES 64U
#define crypto_core_ristretto255_SCALARBYTES 32U
#define crypto_core_ristretto255_NONREDUCEDSCALARBYTES 64U
#define crypto_core_ristretto255_H2CSHA256 1U
#define crypto_core_ristretto255_H2CSHA512 2U

size_t crypto_core_ristretto255_bytes(void);
size_t crypto_core_ristretto255_hashbytes(void);
size_t crypto_core_ristretto255_scalarbytes(void);
size_t crypto_core_ristretto255_nonreducedscalarbytes(void);
int crypto_core_ristretto255_is_valid_point(const unsigned char *p) CARNELIAN_MUST_CHECK;
int crypto_core_ristretto255_add(unsigned char *r, const unsigned char *p, const unsigned char *q);
int crypto_core_ristretto255_sub(unsigned char *r, const unsigned char *p, const unsigned char *q);
int crypto_core_ristretto255_from_hash(unsigned char *p, const unsigned char *r);
void crypto_core_ristretto255_random(unsigned char *p);
void crypto_core_ristretto255_scalar_random(unsigned char *r);
int crypto_core_ristretto255_scalar_invert(unsigned char *recip, const unsigned char *s);
void crypto_core_ristretto255_scalar_negate(unsigned char *neg, const unsigned char *s);
void crypto_core_ristretto255_scalar_complement(unsigned char *comp, const unsigned char *s);
void crypto_core_ristretto255_scalar_add(unsigned char *z, const unsigned char *x, const unsigned char *y);
void crypto_core_ristretto255_scalar_sub(unsigned char *z, const unsigned char *x, const unsigned char *y);
void crypto_core_ristretto255_scalar_mul(unsigned char *z, const unsigned char *x, const unsigned char *y);
void crypto_core_ristretto255_scalar_reduce(unsigned char *r, const unsigned char *s);
int crypto_core_ristretto255_scalar_is_canonical(const unsigned char *s) CARNELIAN_MUST_CHECK;

#define crypto_scalarmult_ristretto255_BYTES 32U
#define crypto_scalarmult_ristretto255_SCALARBYTES 32U

size_t crypto_scalarmult_ristretto255_bytes(void);
size_t crypto_scalarmult_ristretto255_scalarbytes(void);
int crypto_scalarmult_ristretto255(unsigned char *q, const unsigned char *n, const unsigned char *p)
    CARNELIAN_MUST_CHECK;
int crypto_scalarmult_ristretto255_base(unsigned char *q, const unsigned char *n);

/* Boxes: authenticated encryption between two key pairs, and sealed boxes for one recipient. */

#define crypto_box_curve25519xsalsa20poly1305_SEEDBYTES 32U
#define crypto_box_curve25519xsalsa20poly1305_PUBLICKEYBYTES 32U
#define crypto_box_curve25519xsalsa20poly1305_SECRETKEYBYTES 32U
#define crypto_box_curve25519xsalsa20poly1305_BEFORENMBYTES 32U
#define crypto_box_curve25519xsalsa20poly1305_NONCEBYTES 24U
#define crypto_box_curve25519xsalsa20poly1305_MACBYTES 16U
#define crypto_box_curve25519xsalsa20poly1305_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)
#define crypto_box_curve25519xsalsa20poly1305_BOXZEROBYTES 16U
#define crypto_box_curve25519xsalsa20poly1305_ZEROBYTES 32U

size_t crypto_box_curve25519xsalsa20poly1305_seedbytes(void);
size_t crypto_box_curve25519xsalsa20poly1305_publickeybytes(void);
size_t crypto_box_curve25519xsalsa20poly1305_secretkeybytes(void);
size_t crypto_box_curve25519xsalsa20poly1305_beforenmbytes(void);
size_t crypto_box_curve25519xsalsa20poly1305_noncebytes(void);
size_t crypto_box_curve25519xsalsa20poly1305_macbytes(void);
size_t crypto_box_curve25519xsalsa20poly1305_messagebytes_max(void);
int crypto_box_curve25519xsalsa20poly1305_seed_keypair(unsigned char *pk, unsigned char *sk, const unsigned char *seed);
int crypto_box_curve25519xsalsa20poly1305_keypair(unsigned char *pk, unsigned char *sk);
int crypto_box_curve25519xsalsa20poly1305_beforenm(unsigned char *k, const unsigned char *pk, const unsigned char *sk)
    CARNELIAN_MUST_CHECK;
size_t crypto_box_curve25519xsalsa20poly1305_boxzerobytes(void);
size_t crypto_box_curve25519xsalsa20poly1305_zerobytes(void);
int crypto_box_curve25519xsalsa20poly1305(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                          const unsigned char *n, const unsigned char *pk, const unsigned char *sk)
    CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xsalsa20poly1305_open(unsigned char *m, const unsigned char *c, unsigned long long clen,
                                               const unsigned char *n, const unsigned char *pk,
                                               const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xsalsa20poly1305_afternm(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                                  const unsigned char *n, const unsigned char *k);
int crypto_box_curve25519xsalsa20poly1305_open_afternm(unsigned char *m, const unsigned char *c,
                                                       unsigned long long clen, const unsigned char *n,
                                                       const unsigned char *k) CARNELIAN_MUST_CHECK;

#define crypto_box_curve25519xchacha20poly1305_SEEDBYTES 32U
#define crypto_box_curve25519xchacha20poly1305_PUBLICKEYBYTES 32U
#define crypto_box_curve25519xchacha20poly1305_SECRETKEYBYTES 32U
#define crypto_box_curve25519xchacha20poly1305_BEFORENMBYTES 32U
#define crypto_box_curve25519xchacha20poly1305_NONCEBYTES 24U
#define crypto_box_curve25519xchacha20poly1305_MACBYTES 16U
#define crypto_box_curve25519xchacha20poly1305_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)
#define crypto_box_curve25519xchacha20poly1305_SEALBYTES 48U

size_t crypto_box_curve25519xchacha20poly1305_seedbytes(void);
size_t crypto_box_curve25519xchacha20poly1305_publickeybytes(void);
size_t crypto_box_curve25519xchacha20poly1305_secretkeybytes(void);
size_t crypto_box_curve25519xchacha20poly1305_beforenmbytes(void);
size_t crypto_box_curve25519xchacha20poly1305_noncebytes(void);
size_t crypto_box_curve25519xchacha20poly1305_macbytes(void);
size_t crypto_box_curve25519xchacha20poly1305_messagebytes_max(void);
int crypto_box_curve25519xchacha20poly1305_seed_keypair(unsigned char *pk, unsigned char *sk,
                                                        const unsigned char *seed);
int crypto_box_curve25519xchacha20poly1305_keypair(unsigned char *pk, unsigned char *sk);
int crypto_box_curve25519xchacha20poly1305_easy(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                                const unsigned char *n, const unsigned char *pk,
                                                const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xchacha20poly1305_open_easy(unsigned char *m, const unsigned char *c, unsigned long long clen,
                                                     const unsigned char *n, const unsigned char *pk,
                                                     const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xchacha20poly1305_detached(unsigned char *c, unsigned char *mac, const unsigned char *m,
                                                    unsigned long long mlen, const unsigned char *n,
                                                    const unsigned char *pk, const unsigned char *sk)
    CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xchacha20poly1305_open_detached(unsigned char *m, const unsigned char *c,
                                                         const unsigned char *mac, unsigned long long clen,
                                                         const unsigned char *n, const unsigned char *pk,
                                                         const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xchacha20poly1305_beforenm(unsigned char *k, const unsigned char *pk, const unsigned char *sk)
    CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xchacha20poly1305_easy_afternm(unsigned char *c, const unsigned char *m,
                                                        unsigned long long mlen, const unsigned char *n,
                                                        const unsigned char *k);
int crypto_box_curve25519xchacha20poly1305_open_easy_afternm(
    unsigned char *m, const unsigned char *c, unsigned long long clen, const unsigned char *n, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
int crypto_box_curve25519xchacha20poly1305_detached_afternm(
    unsigned char *c, unsigned char *mac, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
    const unsigned char *k);
int crypto_box_curve25519xchacha20poly1305_open_detached_afternm(
    unsigned char *m, const unsigned char *c, const unsigned char *mac, unsigned long long clen, const unsigned char *n,
    const unsigned char *k) CARNELIAN_MUST_CHECK;
size_t crypto_box_curve25519xchacha20poly1305_sealbytes(void);
int crypto_box_curve25519xchacha20poly1305_seal(unsigned char *c, const unsigned char *m, unsigned long long mlen,
                                                const unsigned char *pk);
int crypto_box_curve25519xchacha20poly1305_seal_open(unsigned char *m, const unsigned char *c, unsigned long long clen,
                                                     const unsigned char *pk, const unsigned char *sk)
    CARNELIAN_MUST_CHECK;

#define crypto_box_SEEDBYTES 32U
#define crypto_box_PUBLICKEYBYTES 32U
#define crypto_box_SECRETKEYBYTES 32U
#define crypto_box_NONCEBYTES 24U
#define crypto_box_MACBYTES 16U
#define crypto_box_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 16U)
#define crypto_box_PRIMITIVE "curve25519xsalsa20poly1305"
#define crypto_box_BEFORENMBYTES 32U
#define crypto_box_SEALBYTES 48U
#define crypto_box_ZEROBYTES 32U
#define crypto_box_BOXZEROBYTES 16U

size_t crypto_box_seedbytes(void);
size_t crypto_box_publickeybytes(void);
size_t crypto_box_secretkeybytes(void);
size_t crypto_box_noncebytes(void);
size_t crypto_box_macbytes(void);
size_t crypto_box_messagebytes_max(void);
const char *crypto_box_primitive(void);
int crypto_box_seed_keypair(unsigned char *pk, unsigned char *sk, const unsigned char *seed);
int crypto_box_keypair(unsigned char *pk, unsigned char *sk);
int crypto_box_easy(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
                    const unsigned char *pk, const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_open_easy(unsigned char *m, const unsigned char *c, unsigned long long clen, const unsigned char *n,
                         const unsigned char *pk, const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_detached(unsigned char *c, unsigned char *mac, const unsigned char *m, unsigned long long mlen,
                        const unsigned char *n, const unsigned char *pk, const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_open_detached(unsigned char *m, const unsigned char *c, const unsigned char *mac,
                             unsigned long long clen, const unsigned char *n, const unsigned char *pk,
                             const unsigned char *sk) CARNELIAN_MUST_CHECK;
size_t crypto_box_beforenmbytes(void);
int crypto_box_beforenm(unsigned char *k, const unsigned char *pk, const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_easy_afternm(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
                            const unsigned char *k);
int crypto_box_open_easy_afternm(unsigned char *m, const unsigned char *c, unsigned long long clen,
                                 const unsigned char *n, const unsigned char *k) CARNELIAN_MUST_CHECK;
int crypto_box_detached_afternm(unsigned char *c, unsigned char *mac, const unsigned char *m, unsigned long long mlen,
                                const unsigned char *n, const unsigned char *k);
int crypto_box_open_detached_afternm(unsigned char *m, const unsigned char *c, const unsigned char *mac,
                                     unsigned long long clen, const unsigned char *n, const unsigned char *k)
    CARNELIAN_MUST_CHECK;
size_t crypto_box_sealbytes(void);
int crypto_box_seal(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *pk);
int crypto_box_seal_open(unsigned char *m, const unsigned char *c, unsigned long long clen, const unsigned char *pk,
                         const unsigned char *sk) CARNELIAN_MUST_CHECK;
size_t crypto_box_zerobytes(void);
size_t crypto_box_boxzerobytes(void);
int crypto_box(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
               const unsigned char *pk, const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_open(unsigned char *m, const unsigned char *c, unsigned long long clen, const unsigned char *n,
                    const unsigned char *pk, const unsigned char *sk) CARNELIAN_MUST_CHECK;
int crypto_box_afternm(unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
                       const unsigned char *k);
int crypto_box_open_afternm(unsigned char *m, const unsigned char *c, unsigned long long clen, const unsigned char *n,
                            const unsigned char *k) CARNELIAN_MUST_CHECK;

/* Key exchange and derivation. */

#define crypto_kx_PUBLICKEYBYTES 32U
#define crypto_kx_SECRETKEYBYTES 32U
#define crypto_kx_SEEDBYTES 32U
#define crypto_kx_SESSIONKEYBYTES 32U
#define crypto_kx_PRIMITIVE "x25519blake2b"

size_t crypto_kx_publickeybytes(void);
size_t crypto_kx_secretkeybytes(void);
size_t crypto_kx_seedbytes(void);
size_t crypto_kx_sessionkeybytes(void);
const char *crypto_kx_primitive(void);
int crypto_kx_seed_keypair(unsigned char pk[crypto_kx_PUBLICKEYBYTES], unsigned char sk[crypto_kx_SECRETKEYBYTES],
                           const unsigned char seed[crypto_kx_SEEDBYTES]);
int crypto_kx_keypair(unsigned char pk[crypto_kx_PUBLICKEYBYTES], unsigned char sk[crypto_kx_SECRETKEYBYTES]);
int crypto_kx_client_session_keys(unsigned char rx[crypto_kx_SESSIONKEYBYTES],
                                  unsigned char tx[crypto_kx_SESSIONKEYBYTES],
                                  const unsigned char client_pk[crypto_kx_PUBLICKEYBYTES],
                                  const unsigned char client_sk[crypto_kx_SECRETKEYBYTES],
                                  const unsigned char server_pk[crypto_kx_PUBLICKEYBYTES]) CARNELIAN_MUST_CHECK;
int crypto_kx_server_session_keys(unsigned char rx[crypto_kx_SESSIONKEYBYTES],
                                  unsigned char tx[crypto_kx_SESSIONKEYBYTES],
                                  const unsigned char server_pk[crypto_kx_PUBLICKEYBYTES],
                                  const unsigned char server_sk[crypto_kx_SECRETKEYBYTES],
                                  const unsigned char client_pk[crypto_kx_PUBLICKEYBYTES]) CARNELIAN_MUST_CHECK;

#define crypto_kdf_blake2b_BYTES_MIN 16U
#define crypto_kdf_blake2b_BYTES_MAX 64U
#define crypto_kdf_blake2b_CONTEXTBYTES 8U
#define crypto_kdf_blake2b_KEYBYTES 32U

size_t crypto_kdf_blake2b_bytes_min(void);
size_t crypto_kdf_blake2b_bytes_max(void);
size_t crypto_kdf_blake2b_contextbytes(void);
size_t crypto_kdf_blake2b_keybytes(void);
int crypto_kdf_blake2b_derive_from_key(unsigned char *subkey, size_t subkey_len, uint64_t subkey_id,
                                       const char ctx[crypto_kdf_blake2b_CONTEXTBYTES],
                                       const unsigned char key[crypto_kdf_blake2b_KEYBYTES]);

#define crypto_kdf_BYTES_MIN 16U
#define crypto_kdf_BYTES_MAX 64U
#define crypto_kdf_CONTEXTBYTES 8U
#define crypto_kdf_KEYBYTES 32U
#define crypto_kdf_PRIMITIVE "blake2b"

size_t crypto_kdf_bytes_min(void);
size_t crypto_kdf_bytes_max(void);
size_t crypto_kdf_contextbytes(void);
size_t crypto_kdf_keybytes(void);
const char *crypto_kdf_primitive(void);
int crypto_kdf_derive_from_key(unsigned char *subkey, size_t subkey_len, uint64_t subkey_id,
                               const char ctx[crypto_kdf_CONTEXTBYTES], const unsigned char key[crypto_kdf_KEYBYTES]);
void crypto_kdf_keygen(unsigned char k[crypto_kdf_KEYBYTES]);

#define crypto_kdf_hkdf_sha256_KEYBYTES 32U
#define crypto_kdf_hkdf_sha256_BYTES_MIN 0U
#define crypto_kdf_hkdf_sha256_BYTES_MAX 8160U
typedef crypto_auth_hmacsha256_state crypto_kdf_hkdf_sha256_state;

size_t crypto_kdf_hkdf_sha256_keybytes(void);
size_t crypto_kdf_hkdf_sha256_bytes_min(void);
size_t crypto_kdf_hkdf_sha256_bytes_max(void);
int crypto_kdf_hkdf_sha256_extract(unsigned char prk[crypto_kdf_hkdf_sha256_KEYBYTES], const unsigned char *salt,
                                   size_t salt_len, const unsigned char *ikm, size_t ikm_len);
void crypto_kdf_hkdf_sha256_keygen(unsigned char prk[crypto_kdf_hkdf_sha256_KEYBYTES]);
int crypto_kdf_hkdf_sha256_expand(unsigned char *out, size_t out_len, const char *ctx, size_t ctx_len,
                                  const unsigned char prk[crypto_kdf_hkdf_sha256_KEYBYTES]);
size_t crypto_kdf_hkdf_sha256_statebytes(void);
int crypto_kdf_hkdf_sha256_extract_init(crypto_kdf_hkdf_sha256_state *state, const unsigned char *salt,
                                        size_t salt_len);
int crypto_kdf_hkdf_sha256_extract_update(crypto_kdf_hkdf_sha256_state *state, const unsigned char *ikm,
                                          size_t ikm_len);
int crypto_kdf_hkdf_sha256_extract_final(crypto_kdf_hkdf_sha256_state *state,
                                         unsigned char prk[crypto_kdf_hkdf_sha256_KEYBYTES]);

#define crypto_kdf_hkdf_sha512_KEYBYTES 64U
#define crypto_kdf_hkdf_sha512_BYTES_MIN 0U
#define crypto_kdf_hkdf_sha512_BYTES_MAX 16320U
typedef crypto_auth_hmacsha512_state crypto_kdf_hkdf_sha512_state;

size_t crypto_kdf_hkdf_sha512_keybytes(void);
size_t crypto_kdf_hkdf_sha512_bytes_min(void);
size_t crypto_kdf_hkdf_sha512_bytes_max(void);
int crypto_kdf_hkdf_sha512_extract(unsigned char prk[crypto_kdf_hkdf_sha512_KEYBYTES], const unsigned char *salt,
                                   size_t salt_len, const unsigned char *ikm, size_t ikm_len);
void crypto_kdf_hkdf_sha512_keygen(unsigned char prk[crypto_kdf_hkdf_sha512_KEYBYTES]);
int crypto_kdf_hkdf_sha512_expand(unsigned char *out, size_t out_len, const char *ctx, size_t ctx_len,
                                  const unsigned char prk[crypto_kdf_hkdf_sha512_KEYBYTES]);
size_t crypto_kdf_hkdf_sha512_statebytes(void);
int crypto_kdf_hkdf_sha512_extract_init(crypto_kdf_hkdf_sha512_state *state, const unsigned char *salt,
                                        size_t salt_len);
int crypto_kdf_hkdf_sha512_extract_update(crypto_kdf_hkdf_sha512_state *state, const unsigned char *ikm,
                                          size_t ikm_len);
int crypto_kdf_hkdf_sha512_extract_final(crypto_kdf_hkdf_sha512_state *state,
                                         unsigned char prk[crypto_kdf_hkdf_sha512_KEYBYTES]);

/* Key encapsulation. */

#define crypto_kem_mlkem768_PUBLICKEYBYTES 1184U
#define crypto_kem_mlkem768_SECRETKEYBYTES 2400U
#define crypto_kem_mlkem768_CIPHERTEXTBYTES 1088U
#define crypto_kem_mlkem768_SHAREDSECRETBYTES 32U
#define crypto_kem_mlkem768_SEEDBYTES 64U

size_t crypto_kem_mlkem768_publickeybytes(void);
size_t crypto_kem_mlkem768_secretkeybytes(void);
size_t crypto_kem_mlkem768_ciphertextbytes(void);
size_t crypto_kem_mlkem768_sharedsecretbytes(void);
size_t crypto_kem_mlkem768_seedbytes(void);
int crypto_kem_mlkem768_seed_keypair(unsigned char pk[crypto_kem_mlkem768_PUBLICKEYBYTES],
                                     unsigned char sk[crypto_kem_mlkem768_SECRETKEYBYTES],
                                     const unsigned char seed[crypto_kem_mlkem768_SEEDBYTES]);
int crypto_kem_mlkem768_keypair(unsigned char pk[crypto_kem_mlkem768_PUBLICKEYBYTES],
                                unsigned char sk[crypto_kem_mlkem768_SECRETKEYBYTES]);
int crypto_kem_mlkem768_enc(unsigned char ct[crypto_kem_mlkem768_CIPHERTEXTBYTES],
                            unsigned char ss[crypto_kem_mlkem768_SHAREDSECRETBYTES],
                            const unsigned char pk[crypto_kem_mlkem768_PUBLICKEYBYTES]) CARNELIAN_MUST_CHECK;
int crypto_kem_mlkem768_enc_deterministic(unsigned char ct[crypto_kem_mlkem768_CIPHERTEXTBYTES],
                                          unsigned char ss[crypto_kem_mlkem768_SHAREDSECRETBYTES],
                                          const unsigned char pk[crypto_kem_mlkem768_PUBLICKEYBYTES],
                                          const unsigned char seed[32]) CARNELIAN_MUST_CHECK;
int crypto_kem_mlkem768_dec(unsigned char ss[crypto_kem_mlkem768_SHAREDSECRETBYTES],
                            const unsigned char ct[crypto_kem_mlkem768_CIPHERTEXTBYTES],
                            const unsigned char sk[crypto_kem_mlkem768_SECRETKEYBYTES]) CARNELIAN_MUST_CHECK;

#define crypto_kem_xwing_PUBLICKEYBYTES 1216U
#define crypto_kem_xwing_SECRETKEYBYTES 32U
#define crypto_kem_xwing_CIPHERTEXTBYTES 1120U
#define crypto_kem_xwing_SHAREDSECRETBYTES 32U
#define crypto_kem_xwing_SEEDBYTES 32U

size_t crypto_kem_xwing_publickeybytes(void);
size_t crypto_kem_xwing_secretkeybytes(void);
size_t crypto_kem_xwing_ciphertextbytes(void);
size_t crypto_kem_xwing_sharedsecretbytes(void);
size_t crypto_kem_xwing_seedbytes(void);
int crypto_kem_xwing_seed_keypair(unsigned char pk[crypto_kem_xwing_PUBLICKEYBYTES],
                                  unsigned char sk[crypto_kem_xwing_SECRETKEYBYTES],
                                  const unsigned char seed[crypto_kem_xwing_SEEDBYTES]);
int crypto_kem_xwing_keypair(unsigned char pk[crypto_kem_xwing_PUBLICKEYBYTES],
                             unsigned char sk[crypto_kem_xwing_SECRETKEYBYTES]);
int crypto_kem_xwing_enc(unsigned char ct[crypto_kem_xwing_CIPHERTEXTBYTES],
                         unsigned char ss[crypto_kem_xwing_SHAREDSECRETBYTES],
                         const unsigned char pk[crypto_kem_xwing_PUBLICKEYBYTES]) CARNELIAN_MUST_CHECK;
int crypto_kem_xwing_enc_deterministic(unsigned char ct[crypto_kem_xwing_CIPHERTEXTBYTES],
                                       unsigned char ss[crypto_kem_xwing_SHAREDSECRETBYTES],
                                       const unsigned char pk[crypto_kem_xwing_PUBLICKEYBYTES],
                                       const unsigned char seed[64]) CARNELIAN_MUST_CHECK;
int crypto_kem_xwing_dec(unsigned char ss[crypto_kem_xwing_SHAREDSECRETBYTES],
                         const unsigned char ct[crypto_kem_xwing_CIPHERTEXTBYTES],
                         const unsigned char sk[crypto_kem_xwing_SECRETKEYBYTES]) CARNELIAN_MUST_CHECK;

#define crypto_kem_PUBLICKEYBYTES 1216U
#define crypto_kem_SECRETKEYBYTES 32U
#define crypto_kem_CIPHERTEXTBYTES 1120U
#define crypto_kem_SHAREDSECRETBYTES 32U
#define crypto_kem_SEEDBYTES 32U
#define crypto_kem_PRIMITIVE "xwing"

size_t crypto_kem_publickeybytes(void);
size_t crypto_kem_secretkeybytes(void);
size_t crypto_kem_ciphertextbytes(void);
size_t crypto_kem_sharedsecretbytes(void);
size_t crypto_kem_seedbytes(void);
const char *crypto_kem_primitive(void);
int crypto_kem_seed_keypair(unsigned char *pk, unsigned char *sk, const unsigned char *seed);
int crypto_kem_keypair(unsigned char *pk, unsigned char *sk);
int crypto_kem_enc(unsigned char *ct, unsigned char *ss, const unsigned char *pk) CARNELIAN_MUST_CHECK;
int crypto_kem_dec(unsigned char *ss, const unsigned char *ct, const unsigned char *sk) CARNELIAN_MUST_CHECK;

/*
 * Signatures. The public half of a secret key is not trusted but derived again. A signature is valid if S is below the
 * order; the public key is canonical; neither it nor R is of small order; and 8*(S*B - R - H(R, A, M)*A) = 0: the rule
 * of libsodium 1.0.19 and later.
 */

#define crypto_sign_ed25519_BYTES 64U
#define crypto_sign_ed25519_SEEDBYTES 32U
#define crypto_sign_ed25519_PUBLICKEYBYTES 32U
#define crypto_sign_ed25519_SECRETKEYBYTES 64U
#define crypto_sign_ed25519_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 64U)
typedef struct CRYPTO_ALIGN(16) crypto_sign_ed25519ph_state {
    unsigned char opaque[240];
} crypto_sign_ed25519ph_state;

size_t crypto_sign_ed25519ph_statebytes(void);
size_t crypto_sign_ed25519_bytes(void);
size_t crypto_sign_ed25519_seedbytes(void);
size_t crypto_sign_ed25519_publickeybytes(void);
size_t crypto_sign_ed25519_secretkeybytes(void);
size_t crypto_sign_ed25519_messagebytes_max(void);
int crypto_sign_ed25519(unsigned char *sm, unsigned long long *smlen_p, const unsigned char *m, unsigned long long mlen,
                        const unsigned char *sk);
int crypto_sign_ed25519_open(unsigned char *m, unsigned long long *mlen_p, const unsigned char *sm,
                             unsigned long long smlen, const unsigned char *pk) CARNELIAN_MUST_CHECK;
int crypto_sign_ed25519_detached(unsigned char *sig, unsigned long long *siglen_p, const unsigned char *m,
                                 unsigned long long mlen, const unsigned char *sk);
int crypto_sign_ed25519_verify_detached(const unsigned char *sig, const unsigned char *m, unsigned long long mlen,
                                        const unsigned char *pk) CARNELIAN_MUST_CHECK;
int crypto_sign_ed25519_keypair(unsigned char *pk, unsigned char *sk);
int crypto_sign_ed25519_seed_keypair(unsigned char *pk, unsigned char *sk, const unsigned char *seed);
int crypto_sign_ed25519_pk_to_curve25519(unsigned char *curve25519_pk, const unsigned char *ed25519_pk)
    CARNELIAN_MUST_CHECK;
int crypto_sign_ed25519_sk_to_curve25519(unsigned char *curve25519_sk, const unsigned char *ed25519_sk);
int crypto_sign_ed25519_sk_to_seed(unsigned char *seed, const unsigned char *sk);
int crypto_sign_ed25519_sk_to_pk(unsigned char *pk, const unsigned char *sk);
int crypto_sign_ed25519ph_init(crypto_sign_ed25519ph_state *state);
int crypto_sign_ed25519ph_update(crypto_sign_ed25519ph_state *state, const unsigned char *m, unsigned long long mlen);
int crypto_sign_ed25519ph_final_create(crypto_sign_ed25519ph_state *state, unsigned char *sig,
                                       unsigned long long *siglen_p, const unsigned char *sk);
int crypto_sign_ed25519ph_final_verify(crypto_sign_ed25519ph_state *state, const unsigned char *sig,
                                       const unsigned char *pk) CARNELIAN_MUST_CHECK;

#define crypto_sign_BYTES 64U
#define crypto_sign_SEEDBYTES 32U
#define crypto_sign_PUBLICKEYBYTES 32U
#define crypto_sign_SECRETKEYBYTES 64U
#define crypto_sign_MESSAGEBYTES_MAX (SODIUM_SIZE_MAX - 64U)
#define crypto_sign_PRIMITIVE "ed25519"
typedef crypto_sign_ed25519ph_state crypto_sign_state;

size_t crypto_sign_statebytes(void);
size_t crypto_sign_bytes(void);
size_t crypto_sign_seedbytes(void);
size_t crypto_sign_publickeybytes(void);
size_t crypto_sign_secretkeybytes(void);
size_t crypto_sign_messagebytes_max(void);
const char *crypto_sign_primitive(void);
int crypto_sign_seed_keypair(unsigned char *pk, unsigned char *sk, const unsigned char *seed);
int crypto_sign_keypair(unsigned char *pk, unsigned char *sk);
int crypto_sign(unsigned char *sm, unsigned long long *smlen_p, const unsigned char *m, unsigned long long mlen,
                const unsigned char *sk);
int crypto_sign_open(unsigned char *m, unsigned long long *mlen_p, const unsigned char *sm, unsigned long long smlen,
                     const unsigned char *pk) CARNELIAN_MUST_CHECK;
int crypto_sign_detached(unsigned char *sig, unsigned long long *siglen_p, const unsigned char *m,
                         unsigned long long mlen, const unsigned char *sk);
int crypto_sign_verify_detached(const unsigned char *sig, const unsigned char *m, unsigned long long mlen,
                                const unsigned char *pk) CARNELIAN_MUST_CHECK;
int crypto_sign_init(crypto_sign_state *state);
int crypto_sign_update(crypto_sign_state *state, const unsigned char *m, unsigned long long mlen);
int crypto_sign_final_create(crypto_sign_state *state, unsigned char *sig, unsigned long long *siglen_p,
                             const unsigned char *sk);
int crypto_sign_final_verify(crypto_sign_state *state, const unsigned char *sig, const unsigned char *pk)
    CARNELIAN_MUST_CHECK;

/* Password hashing. */

#define crypto_pwhash_argon2i_ALG_ARGON2I13 1
#define crypto_pwhash_argon2i_BYTES_MIN 16U
#define crypto_pwhash_argon2i_BYTES_MAX 4294967295U
#define crypto_pwhash_argon2i_PASSWD_MIN 0U
#define crypto_pwhash_argon2i_PASSWD_MAX 4294967295U
#define crypto_pwhash_argon2i_SALTBYTES 16U
#define crypto_pwhash_argon2i_STRBYTES 128U
#define crypto_pwhash_argon2i_STRPREFIX "$argon2i$"
#define crypto_pwhash_argon2i_OPSLIMIT_MIN 3U
#define crypto_pwhash_argon2i_OPSLIMIT_MAX 4294967295U
#define crypto_pwhash_argon2i_MEMLIMIT_MIN 8192U
#define crypto_pwhash_argon2i_MEMLIMIT_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 4398046510080ULL)
#define crypto_pwhash_argon2i_OPSLIMIT_INTERACTIVE 4U
#define crypto_pwhash_argon2i_MEMLIMIT_INTERACTIVE 33554432U
#define crypto_pwhash_argon2i_OPSLIMIT_MODERATE 6U
#define crypto_pwhash_argon2i_MEMLIMIT_MODERATE 134217728U
#define crypto_pwhash_argon2i_OPSLIMIT_SENSITIVE 8U
#define crypto_pwhash_argon2i_MEMLIMIT_SENSITIVE 536870912U

int crypto_pwhash_argon2i_alg_argon2i13(void);
size_t crypto_pwhash_argon2i_bytes_min(void);
size_t crypto_pwhash_argon2i_bytes_max(void);
size_t crypto_pwhash_argon2i_passwd_min(void);
size_t crypto_pwhash_argon2i_passwd_max(void);
size_t crypto_pwhash_argon2i_saltbytes(void);
size_t crypto_pwhash_argon2i_strbytes(void);
const char *crypto_pwhash_argon2i_strprefix(void);
unsigned long long crypto_pwhash_argon2i_opslimit_min(void);
unsigned long long crypto_pwhash_argon2i_opslimit_max(void);
size_t crypto_pwhash_argon2i_memlimit_min(void);
size_t crypto_pwhash_argon2i_memlimit_max(void);
unsigned long long crypto_pwhash_argon2i_opslimit_interactive(void);
size_t crypto_pwhash_argon2i_memlimit_interactive(void);
unsigned long long crypto_pwhash_argon2i_opslimit_moderate(void);
size_t crypto_pwhash_argon2i_memlimit_moderate(void);
unsigned long long crypto_pwhash_argon2i_opslimit_sensitive(void);
size_t crypto_pwhash_argon2i_memlimit_sensitive(void);
int crypto_pwhash_argon2i(unsigned char *const out, unsigned long long outlen, const char *const passwd,
                          unsigned long long passwdlen, const unsigned char *const salt, unsigned long long opslimit,
                          size_t memlimit, int alg) CARNELIAN_MUST_CHECK;
int crypto_pwhash_argon2i_str(char out[crypto_pwhash_argon2i_STRBYTES], const char *const passwd,
                              unsigned long long passwdlen, unsigned long long opslimit, size_t memlimit)
    CARNELIAN_MUST_CHECK;
int crypto_pwhash_argon2i_str_verify(const char * str, const char *const passwd, unsigned long long passwdlen)
    CARNELIAN_MUST_CHECK;
int crypto_pwhash_argon2i_str_needs_rehash(const char * str, unsigned long long opslimit, size_t memlimit)
    CARNELIAN_MUST_CHECK;

#define crypto_pwhash_argon2id_ALG_ARGON2ID13 2
#define crypto_pwhash_argon2id_BYTES_MIN 16U
#define crypto_pwhash_argon2id_BYTES_MAX 4294967295U
#define crypto_pwhash_argon2id_PASSWD_MIN 0U
#define crypto_pwhash_argon2id_PASSWD_MAX 4294967295U
#define crypto_pwhash_argon2id_SALTBYTES 16U
#define crypto_pwhash_argon2id_STRBYTES 128U
#define crypto_pwhash_argon2id_STRPREFIX "$argon2id$"
#define crypto_pwhash_argon2id_OPSLIMIT_MIN 1U
#define crypto_pwhash_argon2id_OPSLIMIT_MAX 4294967295U
#define crypto_pwhash_argon2id_MEMLIMIT_MIN 8192U
#define crypto_pwhash_argon2id_MEMLIMIT_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 4398046510080ULL)
#define crypto_pwhash_argon2id_OPSLIMIT_INTERACTIVE 2U
#define crypto_pwhash_argon2id_MEMLIMIT_INTERACTIVE 67108864U
#define crypto_pwhash_argon2id_OPSLIMIT_MODERATE 3U
#define crypto_pwhash_argon2id_MEMLIMIT_MODERATE 268435456U
#define crypto_pwhash_argon2id_OPSLIMIT_SENSITIVE 4U
#define crypto_pwhash_argon2id_MEMLIMIT_SENSITIVE 1073741824U

int crypto_pwhash_argon2id_alg_argon2id13(void);
size_t crypto_pwhash_argon2id_bytes_min(void);
size_t crypto_pwhash_argon2id_bytes_max(void);
size_t crypto_pwhash_argon2id_passwd_min(void);
size_t crypto_pwhash_argon2id_passwd_max(void);
size_t crypto_pwhash_argon2id_saltbytes(void);
size_t crypto_pwhash_argon2id_strbytes(void);
const char *crypto_pwhash_argon2id_strprefix(void);
unsigned long long crypto_pwhash_argon2id_opslimit_min(void);
unsigned long long crypto_pwhash_argon2id_opslimit_max(void);
size_t crypto_pwhash_argon2id_memlimit_min(void);
size_t crypto_pwhash_argon2id_memlimit_max(void);
unsigned long long crypto_pwhash_argon2id_opslimit_interactive(void);
size_t crypto_pwhash_argon2id_memlimit_interactive(void);
unsigned long long crypto_pwhash_argon2id_opslimit_moderate(void);
size_t crypto_pwhash_argon2id_memlimit_moderate(void);
unsigned long long crypto_pwhash_argon2id_opslimit_sensitive(void);
size_t crypto_pwhash_argon2id_memlimit_sensitive(void);
int crypto_pwhash_argon2id(unsigned char *const out, unsigned long long outlen, const char *const passwd,
                           unsigned long long passwdlen, const unsigned char *const salt, unsigned long long opslimit,
                           size_t memlimit, int alg) CARNELIAN_MUST_CHECK;
int crypto_pwhash_argon2id_str(char out[crypto_pwhash_argon2id_STRBYTES], const char *const passwd,
                               unsigned long long passwdlen, unsigned long long opslimit, size_t memlimit)
    CARNELIAN_MUST_CHECK;
int crypto_pwhash_argon2id_str_verify(const char * str, const char *const passwd, unsigned long long passwdlen)
    CARNELIAN_MUST_CHECK;
int crypto_pwhash_argon2id_str_needs_rehash(const char * str, unsigned long long opslimit, size_t memlimit)
    CARNELIAN_MUST_CHECK;

#define crypto_pwhash_ALG_ARGON2I13 1
#define crypto_pwhash_ALG_ARGON2ID13 2
#define crypto_pwhash_ALG_DEFAULT 2
#define crypto_pwhash_BYTES_MIN 16U
#define crypto_pwhash_BYTES_MAX 4294967295U
#define crypto_pwhash_PASSWD_MIN 0U
#define crypto_pwhash_PASSWD_MAX 4294967295U
#define crypto_pwhash_SALTBYTES 16U
#define crypto_pwhash_STRBYTES 128U
#define crypto_pwhash_OPSLIMIT_MIN 1U
#define crypto_pwhash_OPSLIMIT_MAX 4294967295U
#define crypto_pwhash_MEMLIMIT_MIN 8192U
#define crypto_pwhash_MEMLIMIT_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 4398046510080ULL)
#define crypto_pwhash_OPSLIMIT_INTERACTIVE 2U
#define crypto_pwhash_MEMLIMIT_INTERACTIVE 67108864U
#define crypto_pwhash_OPSLIMIT_MODERATE 3U
#define crypto_pwhash_MEMLIMIT_MODERATE 268435456U
#define crypto_pwhash_OPSLIMIT_SENSITIVE 4U
#define crypto_pwhash_MEMLIMIT_SENSITIVE 1073741824U
#define crypto_pwhash_PRIMITIVE "argon2id,argon2i"
#define crypto_pwhash_STRPREFIX "$argon2id$"

int crypto_pwhash_alg_argon2i13(void);
int crypto_pwhash_alg_argon2id13(void);
int crypto_pwhash_alg_default(void);
size_t crypto_pwhash_bytes_min(void);
size_t crypto_pwhash_bytes_max(void);
size_t crypto_pwhash_passwd_min(void);
size_t crypto_pwhash_passwd_max(void);
size_t crypto_pwhash_saltbytes(void);
size_t crypto_pwhash_strbytes(void);
const char *crypto_pwhash_strprefix(void);
unsigned long long crypto_pwhash_opslimit_min(void);
unsigned long long crypto_pwhash_opslimit_max(void);
size_t crypto_pwhash_memlimit_min(void);
size_t crypto_pwhash_memlimit_max(void);
unsigned long long crypto_pwhash_opslimit_interactive(void);
size_t crypto_pwhash_memlimit_interactive(void);
unsigned long long crypto_pwhash_opslimit_moderate(void);
size_t crypto_pwhash_memlimit_moderate(void);
unsigned long long crypto_pwhash_opslimit_sensitive(void);
size_t crypto_pwhash_memlimit_sensitive(void);
int crypto_pwhash(unsigned char *const out, unsigned long long outlen, const char *const passwd,
                  unsigned long long passwdlen, const unsigned char *const salt, unsigned long long opslimit,
                  size_t memlimit, int alg) CARNELIAN_MUST_CHECK;
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const passwd, unsigned long long passwdlen,
                      unsigned long long opslimit, size_t memlimit) CARNELIAN_MUST_CHECK;
int crypto_pwhash_str_alg(char out[crypto_pwhash_STRBYTES], const char *const passwd, unsigned long long passwdlen,
                          unsigned long long opslimit, size_t memlimit, int alg) CARNELIAN_MUST_CHECK;
int crypto_pwhash_str_verify(const char *str, const char *const passwd, unsigned long long passwdlen)
    CARNELIAN_MUST_CHECK;
int crypto_pwhash_str_needs_rehash(const char *str, unsigned long long opslimit, size_t memlimit) CARNELIAN_MUST_CHECK;
const char *crypto_pwhash_primitive(void);

#define crypto_pwhash_scryptsalsa208sha256_BYTES_MIN 16U
#define crypto_pwhash_scryptsalsa208sha256_BYTES_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 137438953440ULL)
#define crypto_pwhash_scryptsalsa208sha256_PASSWD_MIN 0U
#define crypto_pwhash_scryptsalsa208sha256_PASSWD_MAX SODIUM_SIZE_MAX
#define crypto_pwhash_scryptsalsa208sha256_SALTBYTES 32U
#define crypto_pwhash_scryptsalsa208sha256_STRBYTES 102U
#define crypto_pwhash_scryptsalsa208sha256_STRPREFIX "$7$"
#define crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MIN 32768U
#define crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MAX 4294967295U
#define crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MIN 16777216U
#define crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MAX SODIUM_MIN(SODIUM_SIZE_MAX, 68719476736ULL)
#define crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_INTERACTIVE 524288U
#define crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_INTERACTIVE 16777216U
#define crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE 33554432U
#define crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE 1073741824U

size_t crypto_pwhash_scryptsalsa208sha256_bytes_min(void);
size_t crypto_pwhash_scryptsalsa208sha256_bytes_max(void);
size_t crypto_pwhash_scryptsalsa208sha256_passwd_min(void);
size_t crypto_pwhash_scryptsalsa208sha256_passwd_max(void);
size_t crypto_pwhash_scryptsalsa208sha256_saltbytes(void);
size_t crypto_pwhash_scryptsalsa208sha256_strbytes(void);
const char *crypto_pwhash_scryptsalsa208sha256_strprefix(void);
unsigned long long crypto_pwhash_scryptsalsa208sha256_opslimit_min(void);
unsigned long long crypto_pwhash_scryptsalsa208sha256_opslimit_max(void);
size_t crypto_pwhash_scryptsalsa208sha256_memlimit_min(void);
size_t crypto_pwhash_scryptsalsa208sha256_memlimit_max(void);
unsigned long long crypto_pwhash_scryptsalsa208sha256_opslimit_interactive(void);
size_t crypto_pwhash_scryptsalsa208sha256_memlimit_interactive(void);
unsigned long long crypto_pwhash_scryptsalsa208sha256_opslimit_sensitive(void);
size_t crypto_pwhash_scryptsalsa208sha256_memlimit_sensitive(void);
int crypto_pwhash_scryptsalsa208sha256(unsigned char *const out, unsigned long long outlen, const char *const passwd,
                                       unsigned long long passwdlen, const unsigned char *const salt,
                                       unsigned long long opslimit, size_t memlimit) CARNELIAN_MUST_CHECK;
int crypto_pwhash_scryptsalsa208sha256_str(char out[crypto_pwhash_scryptsalsa208sha256_STRBYTES],
                                           const char *const passwd, unsigned long long passwdlen,
                                           unsigned long long opslimit, size_t memlimit) CARNELIAN_MUST_CHECK;
int crypto_pwhash_scryptsalsa208sha256_str_verify(const char * str, const char *const passwd,
                                                  unsigned long long passwdlen) CARNELIAN_MUST_CHECK;
int crypto_pwhash_scryptsalsa208sha256_ll(const uint8_t * passwd, size_t passwdlen, const uint8_t * salt,
                                          size_t saltlen, uint64_t N, uint32_t r, uint32_t p, uint8_t * buf,
                                          size_t buflen) CARNELIAN_MUST_CHECK;
int crypto_pwhash_scryptsalsa208sha256_str_needs_rehash(const char * str, unsigned long long opslimit, size_t memlimit)
    CARNELIAN_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
