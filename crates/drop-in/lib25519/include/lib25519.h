/*
 * The interface of lib25519 20241004, implemented by Carnelian. A program that was written for lib25519 builds against
 * this header unchanged and is linked with -lcarnelian-lib25519.
 *
 * lib25519's stable interface is lib25519_dh_keypair, lib25519_dh, lib25519_sign_keypair, lib25519_sign and
 * lib25519_sign_open. Its other functions serve its own tests and benchmarks, and may change between its versions; those
 * of the version above are here too, with one implementation of each: lib25519_numimpl_... returns 1, and
 * lib25519_dispatch_...(0) returns the function itself. For other numbers the functions that take one return null.
 *
 * Not offered: lib25519_cpuid, which reports what lib25519's own selection of implementations is based on.
 *
 * Pointers must not be null where there are bytes to read or write. Outputs may overlap inputs only where it is said,
 * or where they are of fixed length. Lengths must not be negative. Functions take constant time unless it is said
 * otherwise; lengths and signatures to be verified are public. Keys come from the operating system's random source; the
 * process ends if there is none.
 *
 * Signatures are hedged: deterministic nonces with random bytes mixed in, so that a message has many signatures. The
 * public half of a secret key is not trusted but derived again.
 *
 * SIGNATURES ARE ACCEPTED BY LIB25519'S RULE: S below the order L; the public key canonical, possibly of small order; and
 * the encoding of S*B - H(R, A, M)*A equal to R byte by byte.
 */
#ifndef lib25519_h
#define lib25519_h

/* The mark of verdicts, which must not be ignored. Programs that want no warnings define it as nothing. */
#ifndef CARNELIAN_MUST_CHECK
#if defined(__GNUC__) || defined(__clang__)
#define CARNELIAN_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CARNELIAN_MUST_CHECK
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define lib25519_version "20241004"
#if defined(__x86_64__) || defined(_M_X64)
#define lib25519_arch "amd64"
#elif defined(__aarch64__) || defined(_M_ARM64)
#define lib25519_arch "arm64"
#else
#define lib25519_arch "default"
#endif

#define lib25519_verify_BYTES 32
#define lib25519_verify_32_BYTES 32

#define lib25519_verify lib25519_verify_32
#define lib25519_dispatch_verify lib25519_dispatch_verify_32
#define lib25519_verify_implementation lib25519_verify_32_implementation
#define lib25519_dispatch_verify_implementation lib25519_dispatch_verify_32_implementation
#define lib25519_verify_compiler lib25519_verify_32_compiler
#define lib25519_dispatch_verify_compiler lib25519_dispatch_verify_32_compiler
#define lib25519_numimpl_verify lib25519_numimpl_verify_32

/* Returns 0 if the 32 bytes at s and at t are equal, and -1 otherwise. */
int lib25519_verify_32(const unsigned char *s, const unsigned char *t) CARNELIAN_MUST_CHECK;
int (*lib25519_dispatch_verify_32(long long))(const unsigned char *, const unsigned char *);
const char *lib25519_verify_32_implementation(void);
const char *lib25519_verify_32_compiler(void);
const char *lib25519_dispatch_verify_32_implementation(long long);
const char *lib25519_dispatch_verify_32_compiler(long long);
long long lib25519_numimpl_verify_32(void);

#define lib25519_hashblocks_STATEBYTES 64
#define lib25519_hashblocks_BLOCKBYTES 128
#define lib25519_hashblocks_sha512_STATEBYTES 64
#define lib25519_hashblocks_sha512_BLOCKBYTES 128

#define lib25519_hashblocks lib25519_hashblocks_sha512
#define lib25519_dispatch_hashblocks lib25519_dispatch_hashblocks_sha512
#define lib25519_hashblocks_implementation lib25519_hashblocks_sha512_implementation
#define lib25519_dispatch_hashblocks_implementation lib25519_dispatch_hashblocks_sha512_implementation
#define lib25519_hashblocks_compiler lib25519_hashblocks_sha512_compiler
#define lib25519_dispatch_hashblocks_compiler lib25519_dispatch_hashblocks_sha512_compiler
#define lib25519_numimpl_hashblocks lib25519_numimpl_hashblocks_sha512

/* Absorbs the complete blocks of x into the state h of SHA-512, and returns xlen modulo 128. */
int lib25519_hashblocks_sha512(unsigned char *h, const unsigned char *x, long long xlen);
int (*lib25519_dispatch_hashblocks_sha512(long long))(unsigned char *, const unsigned char *, long long);
const char *lib25519_hashblocks_sha512_implementation(void);
const char *lib25519_hashblocks_sha512_compiler(void);
const char *lib25519_dispatch_hashblocks_sha512_implementation(long long);
const char *lib25519_dispatch_hashblocks_sha512_compiler(long long);
long long lib25519_numimpl_hashblocks_sha512(void);

#define lib25519_hash_BYTES 64
#define lib25519_hash_sha512_BYTES 64

#define lib25519_hash lib25519_hash_sha512
#define lib25519_dispatch_hash lib25519_dispatch_hash_sha512
#define lib25519_hash_implementation lib25519_hash_sha512_implementation
#define lib25519_dispatch_hash_implementation lib25519_dispatch_hash_sha512_implementation
#define lib25519_hash_compiler lib25519_hash_sha512_compiler
#define lib25519_dispatch_hash_compiler lib25519_dispatch_hash_sha512_compiler
#define lib25519_numimpl_hash lib25519_numimpl_hash_sha512

/* Computes SHA-512. */
void lib25519_hash_sha512(unsigned char *h, const unsigned char *x, long long xlen);
void (*lib25519_dispatch_hash_sha512(long long))(unsigned char *, const unsigned char *, long long);
const char *lib25519_hash_sha512_implementation(void);
const char *lib25519_hash_sha512_compiler(void);
const char *lib25519_dispatch_hash_sha512_implementation(long long);
const char *lib25519_dispatch_hash_sha512_compiler(long long);
long long lib25519_numimpl_hash_sha512(void);

#define lib25519_pow_BYTES 32
#define lib25519_pow_inv25519_BYTES 32

#define lib25519_pow lib25519_pow_inv25519
#define lib25519_dispatch_pow lib25519_dispatch_pow_inv25519
#define lib25519_pow_implementation lib25519_pow_inv25519_implementation
#define lib25519_dispatch_pow_implementation lib25519_dispatch_pow_inv25519_implementation
#define lib25519_pow_compiler lib25519_pow_inv25519_compiler
#define lib25519_dispatch_pow_compiler lib25519_dispatch_pow_inv25519_compiler
#define lib25519_numimpl_pow lib25519_numimpl_pow_inv25519

/* Computes the inverse of x modulo 2^255 - 19, ignoring the top bit of x; the inverse of 0 is 0. */
void lib25519_pow_inv25519(unsigned char *y, const unsigned char *x);
void (*lib25519_dispatch_pow_inv25519(long long))(unsigned char *, const unsigned char *);
const char *lib25519_pow_inv25519_implementation(void);
const char *lib25519_pow_inv25519_compiler(void);
const char *lib25519_dispatch_pow_inv25519_implementation(long long);
const char *lib25519_dispatch_pow_inv25519_compiler(long long);
long long lib25519_numimpl_pow_inv25519(void);

#define lib25519_powbatch_BYTES 32
#define lib25519_powbatch_inv25519_BYTES 32

#define lib25519_powbatch lib25519_powbatch_inv25519
#define lib25519_dispatch_powbatch lib25519_dispatch_powbatch_inv25519
#define lib25519_powbatch_implementation lib25519_powbatch_inv25519_implementation
#define lib25519_dispatch_powbatch_implementation lib25519_dispatch_powbatch_inv25519_implementation
#define lib25519_powbatch_compiler lib25519_powbatch_inv25519_compiler
#define lib25519_dispatch_powbatch_compiler lib25519_dispatch_powbatch_inv25519_compiler
#define lib25519_numimpl_powbatch lib25519_numimpl_powbatch_inv25519

/* Computes batch inverses. The arrays may be the same. */
void lib25519_powbatch_inv25519(unsigned char *y, const unsigned char *x, long long batch);
void (*lib25519_dispatch_powbatch_inv25519(long long))(unsigned char *, const unsigned char *, long long);
const char *lib25519_powbatch_inv25519_implementation(void);
const char *lib25519_powbatch_inv25519_compiler(void);
const char *lib25519_dispatch_powbatch_inv25519_implementation(long long);
const char *lib25519_dispatch_powbatch_inv25519_compiler(long long);
long long lib25519_numimpl_powbatch_inv25519(void);

#define lib25519_nP_SCALARBYTES 32
#define lib25519_nP_POINTBYTES 32
#define lib25519_nP_montgomery25519_SCALARBYTES 32
#define lib25519_nP_montgomery25519_POINTBYTES 32

#define lib25519_nP lib25519_nP_montgomery25519
#define lib25519_dispatch_nP lib25519_dispatch_nP_montgomery25519
#define lib25519_nP_implementation lib25519_nP_montgomery25519_implementation
#define lib25519_dispatch_nP_implementation lib25519_dispatch_nP_montgomery25519_implementation
#define lib25519_nP_compiler lib25519_nP_montgomery25519_compiler
#define lib25519_dispatch_nP_compiler lib25519_dispatch_nP_montgomery25519_compiler
#define lib25519_numimpl_nP lib25519_numimpl_nP_montgomery25519

/* Computes X25519(n, P). */
void lib25519_nP_montgomery25519(unsigned char *nP, const unsigned char *n, const unsigned char *P);
void (*lib25519_dispatch_nP_montgomery25519(long long))(unsigned char *, const unsigned char *, const unsigned char *);
const char *lib25519_nP_montgomery25519_implementation(void);
const char *lib25519_nP_montgomery25519_compiler(void);
const char *lib25519_dispatch_nP_montgomery25519_implementation(long long);
const char *lib25519_dispatch_nP_montgomery25519_compiler(long long);
long long lib25519_numimpl_nP_montgomery25519(void);

#define lib25519_nPbatch_SCALARBYTES 32
#define lib25519_nPbatch_POINTBYTES 32
#define lib25519_nPbatch_montgomery25519_SCALARBYTES 32
#define lib25519_nPbatch_montgomery25519_POINTBYTES 32

#define lib25519_nPbatch lib25519_nPbatch_montgomery25519
#define lib25519_dispatch_nPbatch lib25519_dispatch_nPbatch_montgomery25519
#define lib25519_nPbatch_implementation lib25519_nPbatch_montgomery25519_implementation
#define lib25519_dispatch_nPbatch_implementation lib25519_dispatch_nPbatch_montgomery25519_implementation
#define lib25519_nPbatch_compiler lib25519_nPbatch_montgomery25519_compiler
#define lib25519_dispatch_nPbatch_compiler lib25519_dispatch_nPbatch_montgomery25519_compiler
#define lib25519_numimpl_nPbatch lib25519_numimpl_nPbatch_montgomery25519

/* Computes X25519 batch times. nP may be the same array as n or P. */
void lib25519_nPbatch_montgomery25519(unsigned char *nP, const unsigned char *n, const unsigned char *P,
                                      long long batch);
void (*lib25519_dispatch_nPbatch_montgomery25519(long long))
    (unsigned char *, const unsigned char *, const unsigned char *, long long);
const char *lib25519_nPbatch_montgomery25519_implementation(void);
const char *lib25519_nPbatch_montgomery25519_compiler(void);
const char *lib25519_dispatch_nPbatch_montgomery25519_implementation(long long);
const char *lib25519_dispatch_nPbatch_montgomery25519_compiler(long long);
long long lib25519_numimpl_nPbatch_montgomery25519(void);

#define lib25519_nG_SCALARBYTES 32
#define lib25519_nG_POINTBYTES 32
#define lib25519_nG_merged25519_SCALARBYTES 32
#define lib25519_nG_merged25519_POINTBYTES 32

#define lib25519_nG lib25519_nG_merged25519
#define lib25519_dispatch_nG lib25519_dispatch_nG_merged25519
#define lib25519_nG_implementation lib25519_nG_merged25519_implementation
#define lib25519_dispatch_nG_implementation lib25519_dispatch_nG_merged25519_implementation
#define lib25519_nG_compiler lib25519_nG_merged25519_compiler
#define lib25519_dispatch_nG_compiler lib25519_dispatch_nG_merged25519_compiler
#define lib25519_numimpl_nG lib25519_numimpl_nG_merged25519

/* Computes n times the base point, n < 2^255: encoded on the Edwards curve, or as coordinate on the Montgomery
 * curve if the top bit of n is set, which is not secret. */
void lib25519_nG_merged25519(unsigned char *nG, const unsigned char *n);
void (*lib25519_dispatch_nG_merged25519(long long))(unsigned char *, const unsigned char *);
const char *lib25519_nG_merged25519_implementation(void);
const char *lib25519_nG_merged25519_compiler(void);
const char *lib25519_dispatch_nG_merged25519_implementation(long long);
const char *lib25519_dispatch_nG_merged25519_compiler(long long);
long long lib25519_numimpl_nG_merged25519(void);

#define lib25519_nG_montgomery25519_SCALARBYTES 32
#define lib25519_nG_montgomery25519_POINTBYTES 32

/* Computes X25519(n, 9). */
void lib25519_nG_montgomery25519(unsigned char *nG, const unsigned char *n);
void (*lib25519_dispatch_nG_montgomery25519(long long))(unsigned char *, const unsigned char *);
const char *lib25519_nG_montgomery25519_implementation(void);
const char *lib25519_nG_montgomery25519_compiler(void);
const char *lib25519_dispatch_nG_montgomery25519_implementation(long long);
const char *lib25519_dispatch_nG_montgomery25519_compiler(long long);
long long lib25519_numimpl_nG_montgomery25519(void);

#define lib25519_mGnP_MBYTES 32
#define lib25519_mGnP_NBYTES 64
#define lib25519_mGnP_PBYTES 32
#define lib25519_mGnP_OUTPUTBYTES 33
#define lib25519_mGnP_ed25519_MBYTES 32
#define lib25519_mGnP_ed25519_NBYTES 64
#define lib25519_mGnP_ed25519_PBYTES 32
#define lib25519_mGnP_ed25519_OUTPUTBYTES 33

#define lib25519_mGnP lib25519_mGnP_ed25519
#define lib25519_dispatch_mGnP lib25519_dispatch_mGnP_ed25519
#define lib25519_mGnP_implementation lib25519_mGnP_ed25519_implementation
#define lib25519_dispatch_mGnP_implementation lib25519_dispatch_mGnP_ed25519_implementation
#define lib25519_mGnP_compiler lib25519_mGnP_ed25519_compiler
#define lib25519_dispatch_mGnP_compiler lib25519_dispatch_mGnP_ed25519_compiler
#define lib25519_numimpl_mGnP lib25519_numimpl_mGnP_ed25519

/* Computes m*G - n*P for the base point G. The last byte of the output is 1, and 0 if m or P is not canonical; then
 * m is reduced, and a malformed P stands for -(x, 26) with x even. Variable time: for public inputs. */
void lib25519_mGnP_ed25519(unsigned char *mGnP, const unsigned char *m, const unsigned char *n, const unsigned char *P);
void (*lib25519_dispatch_mGnP_ed25519(long long))
    (unsigned char *, const unsigned char *, const unsigned char *, const unsigned char *);
const char *lib25519_mGnP_ed25519_implementation(void);
const char *lib25519_mGnP_ed25519_compiler(void);
const char *lib25519_dispatch_mGnP_ed25519_implementation(long long);
const char *lib25519_dispatch_mGnP_ed25519_compiler(long long);
long long lib25519_numimpl_mGnP_ed25519(void);

#define lib25519_multiscalar_SCALARBYTES 32
#define lib25519_multiscalar_POINTBYTES 32
#define lib25519_multiscalar_OUTPUTBYTES 33
#define lib25519_multiscalar_ed25519_SCALARBYTES 32
#define lib25519_multiscalar_ed25519_POINTBYTES 32
#define lib25519_multiscalar_ed25519_OUTPUTBYTES 33

#define lib25519_multiscalar lib25519_multiscalar_ed25519
#define lib25519_dispatch_multiscalar lib25519_dispatch_multiscalar_ed25519
#define lib25519_multiscalar_implementation lib25519_multiscalar_ed25519_implementation
#define lib25519_dispatch_multiscalar_implementation lib25519_dispatch_multiscalar_ed25519_implementation
#define lib25519_multiscalar_compiler lib25519_multiscalar_ed25519_compiler
#define lib25519_dispatch_multiscalar_compiler lib25519_dispatch_multiscalar_ed25519_compiler
#define lib25519_numimpl_multiscalar lib25519_numimpl_multiscalar_ed25519

/* Computes the sum of len products n[i]*P[i]. The last byte of the output is 1, and 0 if an input is not canonical;
 * then scalars are reduced, and a malformed point stands for (x, 26) with x even. Variable time: for public inputs. */
void lib25519_multiscalar_ed25519(unsigned char *Q, const unsigned char *n, const unsigned char *P, long long len);
void (*lib25519_dispatch_multiscalar_ed25519(long long))
    (unsigned char *, const unsigned char *, const unsigned char *, long long);
const char *lib25519_multiscalar_ed25519_implementation(void);
const char *lib25519_multiscalar_ed25519_compiler(void);
const char *lib25519_dispatch_multiscalar_ed25519_implementation(long long);
const char *lib25519_dispatch_multiscalar_ed25519_compiler(long long);
long long lib25519_numimpl_multiscalar_ed25519(void);

#define lib25519_dh_SECRETKEYBYTES 32
#define lib25519_dh_PUBLICKEYBYTES 32
#define lib25519_dh_BYTES 32
#define lib25519_dh_x25519_SECRETKEYBYTES 32
#define lib25519_dh_x25519_PUBLICKEYBYTES 32
#define lib25519_dh_x25519_BYTES 32

#define lib25519_dh_keypair lib25519_dh_x25519_keypair
#define lib25519_dispatch_dh_keypair lib25519_dispatch_dh_x25519_keypair
#define lib25519_dh lib25519_dh_x25519
#define lib25519_dispatch_dh lib25519_dispatch_dh_x25519
#define lib25519_dh_implementation lib25519_dh_x25519_implementation
#define lib25519_dispatch_dh_implementation lib25519_dispatch_dh_x25519_implementation
#define lib25519_dh_compiler lib25519_dh_x25519_compiler
#define lib25519_dispatch_dh_compiler lib25519_dispatch_dh_x25519_compiler
#define lib25519_numimpl_dh lib25519_numimpl_dh_x25519

/* Generates a key pair. */
void lib25519_dh_x25519_keypair(unsigned char *pk, unsigned char *sk);
/* Computes the shared secret X25519(sk, pk), which is zero if pk is of small order. */
void lib25519_dh_x25519(unsigned char *k, const unsigned char *pk, const unsigned char *sk);
void (*lib25519_dispatch_dh_x25519_keypair(long long))(unsigned char *, unsigned char *);
void (*lib25519_dispatch_dh_x25519(long long))(unsigned char *, const unsigned char *, const unsigned char *);
const char *lib25519_dh_x25519_implementation(void);
const char *lib25519_dh_x25519_compiler(void);
const char *lib25519_dispatch_dh_x25519_implementation(long long);
const char *lib25519_dispatch_dh_x25519_compiler(long long);
long long lib25519_numimpl_dh_x25519(void);

#define lib25519_sign_SECRETKEYBYTES 64
#define lib25519_sign_PUBLICKEYBYTES 32
#define lib25519_sign_BYTES 64
#define lib25519_sign_ed25519_SECRETKEYBYTES 64
#define lib25519_sign_ed25519_PUBLICKEYBYTES 32
#define lib25519_sign_ed25519_BYTES 64

#define lib25519_sign_keypair lib25519_sign_ed25519_keypair
#define lib25519_dispatch_sign_keypair lib25519_dispatch_sign_ed25519_keypair
#define lib25519_sign lib25519_sign_ed25519
#define lib25519_dispatch_sign lib25519_dispatch_sign_ed25519
#define lib25519_sign_open lib25519_sign_ed25519_open
#define lib25519_dispatch_sign_open lib25519_dispatch_sign_ed25519_open
#define lib25519_sign_implementation lib25519_sign_ed25519_implementation
#define lib25519_dispatch_sign_implementation lib25519_dispatch_sign_ed25519_implementation
#define lib25519_sign_compiler lib25519_sign_ed25519_compiler
#define lib25519_dispatch_sign_compiler lib25519_dispatch_sign_ed25519_compiler
#define lib25519_numimpl_sign lib25519_numimpl_sign_ed25519

/* Generates a key pair. sk is the seed followed by pk. */
void lib25519_sign_ed25519_keypair(unsigned char *pk, unsigned char *sk);
/* Signs the mlen bytes at m: writes mlen + 64 bytes to sm, and their number to smlen. sm and m may overlap. */
void lib25519_sign_ed25519(unsigned char *sm, long long *smlen, const unsigned char *m, long long mlen,
                           const unsigned char *sk);
/* Verifies the smlen bytes at sm. Returns 0, and writes the message to m and its length to mlen; or returns -1, sets
 * mlen to -1, and clears the smlen bytes at m. m needs room for smlen bytes, and may overlap sm. */
int lib25519_sign_ed25519_open(unsigned char *m, long long *mlen, const unsigned char *sm, long long smlen,
                               const unsigned char *pk) CARNELIAN_MUST_CHECK;
void (*lib25519_dispatch_sign_ed25519_keypair(long long))(unsigned char *, unsigned char *);
void (*lib25519_dispatch_sign_ed25519(long long))
    (unsigned char *, long long *, const unsigned char *, long long, const unsigned char *);
int (*lib25519_dispatch_sign_ed25519_open(long long))
    (unsigned char *, long long *, const unsigned char *, long long, const unsigned char *);
const char *lib25519_sign_ed25519_implementation(void);
const char *lib25519_sign_ed25519_compiler(void);
const char *lib25519_dispatch_sign_ed25519_implementation(long long);
const char *lib25519_dispatch_sign_ed25519_compiler(long long);
long long lib25519_numimpl_sign_ed25519(void);

#ifdef __cplusplus
}
#endif

#endif
