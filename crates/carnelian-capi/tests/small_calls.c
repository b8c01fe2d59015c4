/*
 * Short calls of C beside those of other libraries in the same process: each is timed in turns with its counterpart, and
 * the median of many rounds counts, in cycles of the counter: the least time of a call that takes few cycles differs by
 * half from run to run. `cargo xtask small-calls` compiles and runs it.
 *
 *     small_calls OURS OURS-FOR-SODIUM LIBSODIUM LIBCRYPTO ROUNDS [MOST]
 *
 * The libraries are loaded at run time, since two have the same names. A library that cannot be loaded is left out. With
 * MOST it fails if one of our calls takes more than that many times what the other takes.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

#define CALLS 64
/* Of calls that take few cycles, so that the steps of the counter, which on Zen 5 counts by 26, do not show. */
#define SHORT_CALLS 1024

typedef void *(*any)(void);
typedef int (*gcm)(uint8_t *, unsigned long long *, const uint8_t *, unsigned long long, const uint8_t *,
                   unsigned long long,
                   const uint8_t *, const uint8_t *, const uint8_t *);
typedef int (*gcm_open)(uint8_t *, unsigned long long *, uint8_t *, const uint8_t *, unsigned long long,
                        const uint8_t *,
                        unsigned long long, const uint8_t *, const uint8_t *);

static uint8_t key[32], nonce[24], message[4096], out[4096], number[64], other_number[64];
static unsigned long long out_len;

/* What is called: the functions of one library, or NULL where it is missing. */
struct library {
    gcm seal_gcm, seal_chacha;
    gcm_open open_gcm;
    void (*increment)(uint8_t *, size_t);
    void *(*malloc)(size_t);
    void (*free)(void *);
    int (*hchacha20)(uint8_t *, const uint8_t *, const uint8_t *, const uint8_t *);
    int (*verify_32)(const uint8_t *, const uint8_t *);
    int (*generichash)(uint8_t *, size_t, const uint8_t *, unsigned long long, const uint8_t *, size_t);
    int (*kdf)(uint8_t *, size_t, uint64_t, const char *, const uint8_t *);
    int (*init)(void);
};
static struct library ours, sodium;

/* Our own interface. */
struct inputs {
    const uint8_t *nonce;
    size_t nonce_len;
    const uint8_t *aad;
    size_t aad_len;
};
static int (*aead_seal)(int, const uint8_t *, size_t, const struct inputs *, const uint8_t *, uint8_t *, size_t,
                        uint8_t *);
static int (*blake2)(int, const void *, const uint8_t *, size_t, uint8_t *, size_t);

/* OpenSSL's. */
static void *context, *aes_256_gcm, *chacha20_poly1305;
static int (*evp_init)(void *, const void *, void *, const uint8_t *, const uint8_t *);
static int (*evp_update)(void *, uint8_t *, int *, const uint8_t *, int);
static int (*evp_final)(void *, uint8_t *, int *);
static int (*evp_ctrl)(void *, int, int, void *);

enum { OUR_CHACHA20_POLY1305 = 1, OUR_AES_256_GCM = 5, OUR_BLAKE2B = 11 };

static void *found(void *library, const char *name) {
    void *function = library ? dlsym(library, name) : NULL;
    return function;
}

static void load(struct library *place, void *library) {
    if (!library)
        return;
#define TAKE(field, name) *(void **)&place->field = found(library, name)
    TAKE(seal_gcm, "crypto_aead_aes256gcm_encrypt");
    TAKE(open_gcm, "crypto_aead_aes256gcm_decrypt");
    TAKE(seal_chacha, "crypto_aead_chacha20poly1305_ietf_encrypt");
    TAKE(increment, "sodium_increment");
    TAKE(malloc, "sodium_malloc");
    TAKE(free, "sodium_free");
    TAKE(hchacha20, "crypto_core_hchacha20");
    TAKE(verify_32, "crypto_verify_32");
    TAKE(generichash, "crypto_generichash");
    TAKE(kdf, "crypto_kdf_derive_from_key");
    TAKE(init, "sodium_init");
    if (place->init)
        place->init();
}

/* A kind of call by either of two libraries; `with` is one of the two tables above, or NULL for an interface that the
   function itself names. */
typedef void (*call)(const struct library *);

static uint8_t sealed[32];
static void seal_gcm(const struct library *with) { with->seal_gcm(out, &out_len, message, 16, NULL, 0, NULL, nonce,
                                                                  key); }
static void seal_chacha(const struct library *with) {
    with->seal_chacha(out, &out_len, message, 16, NULL, 0, NULL, nonce, key);
}
static void open_gcm(const struct library *with) { with->open_gcm(out, &out_len, NULL, sealed, 32, NULL, 0, nonce,
                                                                  key); }
static void increment_24(const struct library *with) { with->increment(number, 24); }
static void increment_12(const struct library *with) { with->increment(number, 12); }
static void increment_8(const struct library *with) { with->increment(number, 8); }
static void increment_64(const struct library *with) { with->increment(number, 64); }
static void malloc_free(const struct library *with) {
    uint8_t *bytes = with->malloc(32);
    bytes[0] = 1;
    with->free(bytes);
}
static void hchacha20(const struct library *with) { with->hchacha20(out, message, key, NULL); }
static void verify_32(const struct library *with) { out[0] = (uint8_t)with->verify_32(number, other_number); }
static void generichash(const struct library *with) { with->generichash(out, 32, message, 64, NULL, 0); }
static void kdf(const struct library *with) { with->kdf(out, 32, 7, "context_", key); }

static void our_gcm(const struct library *with) {
    (void)with;
    const struct inputs inputs = {nonce, 12, NULL, 0};
    aead_seal(OUR_AES_256_GCM, key, 32, &inputs, message, out, 16, out + 16);
}
static void our_chacha(const struct library *with) {
    (void)with;
    const struct inputs inputs = {nonce, 12, NULL, 0};
    aead_seal(OUR_CHACHA20_POLY1305, key, 32, &inputs, message, out, 16, out + 16);
}
static void our_blake2(const struct library *with) {
    (void)with;
    blake2(OUR_BLAKE2B, NULL, message, 64, out, 32);
}
static void evp(const void *cipher) {
    int len;
    evp_init(context, cipher, NULL, key, nonce);
    evp_update(context, out, &len, message, 16);
    evp_final(context, out + 16, &len);
    evp_ctrl(context, 0x10, 16, out + 16); /* EVP_CTRL_AEAD_GET_TAG */
}
static void evp_gcm(const struct library *with) {
    (void)with;
    evp(aes_256_gcm);
}
static void evp_chacha(const struct library *with) {
    (void)with;
    evp(chacha20_poly1305);
}

struct row {
    const char *name;
    call own;
    const char *beside;
    call other;
    int calls;
    double *times[2];
};

static double cycles(call function, const struct library *with, int calls) {
    uint64_t start = __rdtsc();
    for (int i = 0; i < calls; i++)
        function(with);
    return (double)(__rdtsc() - start) / calls;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

static int is_there(call function, const struct library *with) {
    if (function == evp_gcm || function == evp_chacha)
        return context != NULL;
    if (function == our_gcm || function == our_chacha || function == our_blake2)
        return aead_seal && blake2;
    return with->init != NULL;
}

int main(int count, char **arguments) {
    if (count < 6) {
        fprintf(stderr, "small_calls OURS OURS-FOR-SODIUM LIBSODIUM LIBCRYPTO ROUNDS [MOST]\n");
        return 2;
    }
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    *(void **)&aead_seal = found(library, "carnelian_aead_seal");
    *(void **)&blake2 = found(library, "carnelian_blake2");
    load(&ours, dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL));
    load(&sodium, dlopen(arguments[3], RTLD_NOW | RTLD_LOCAL));
    void *crypto = dlopen(arguments[4], RTLD_NOW | RTLD_LOCAL);
    any make = NULL, gcm_of = NULL, chacha_of = NULL;
    *(void **)&make = found(crypto, "EVP_CIPHER_CTX_new");
    *(void **)&gcm_of = found(crypto, "EVP_aes_256_gcm");
    *(void **)&chacha_of = found(crypto, "EVP_chacha20_poly1305");
    *(void **)&evp_init = found(crypto, "EVP_EncryptInit_ex");
    *(void **)&evp_update = found(crypto, "EVP_EncryptUpdate");
    *(void **)&evp_final = found(crypto, "EVP_EncryptFinal_ex");
    *(void **)&evp_ctrl = found(crypto, "EVP_CIPHER_CTX_ctrl");
    if (make && gcm_of && chacha_of && evp_init && evp_update && evp_final && evp_ctrl) {
        context = make();
        aes_256_gcm = gcm_of();
        chacha20_poly1305 = chacha_of();
    }
    if (!ours.init || !aead_seal || !blake2) {
        fprintf(stderr, "our libraries cannot be loaded\n");
        return 2;
    }
    ours.seal_gcm(sealed, &out_len, message, 16, NULL, 0, NULL, nonce, key);

    struct row rows[] = {
        {"crypto_aead_aes256gcm_encrypt, 16 B", seal_gcm, "libsodium", seal_gcm, CALLS, {NULL, NULL}},
        {"crypto_aead_aes256gcm_decrypt, 16 B", open_gcm, "libsodium", open_gcm, CALLS, {NULL, NULL}},
        {"crypto_aead_chacha20poly1305_ietf_encrypt, 16 B", seal_chacha, "libsodium", seal_chacha, CALLS, {NULL, NULL}},
        {"carnelian_aead_seal, AES-256-GCM, 16 B", our_gcm, "libsodium", seal_gcm, CALLS, {NULL, NULL}},
        {"carnelian_aead_seal, AES-256-GCM, 16 B", our_gcm, "EVP", evp_gcm, CALLS, {NULL, NULL}},
        {"carnelian_aead_seal, ChaCha20-Poly1305, 16 B", our_chacha, "libsodium", seal_chacha, CALLS, {NULL, NULL}},
        {"carnelian_aead_seal, ChaCha20-Poly1305, 16 B", our_chacha, "EVP", evp_chacha, CALLS, {NULL, NULL}},
        {"sodium_increment, 8 B", increment_8, "libsodium", increment_8, SHORT_CALLS, {NULL, NULL}},
        {"sodium_increment, 12 B", increment_12, "libsodium", increment_12, SHORT_CALLS, {NULL, NULL}},
        {"sodium_increment, 24 B", increment_24, "libsodium", increment_24, SHORT_CALLS, {NULL, NULL}},
        {"sodium_increment, 64 B", increment_64, "libsodium", increment_64, SHORT_CALLS, {NULL, NULL}},
        {"sodium_malloc and sodium_free, 32 B", malloc_free, "libsodium", malloc_free, 4, {NULL, NULL}},
        {"crypto_core_hchacha20", hchacha20, "libsodium", hchacha20, CALLS, {NULL, NULL}},
        {"crypto_verify_32", verify_32, "libsodium", verify_32, SHORT_CALLS, {NULL, NULL}},
        {"crypto_generichash, 64 B", generichash, "libsodium", generichash, CALLS, {NULL, NULL}},
        {"carnelian_blake2, 64 B", our_blake2, "libsodium", generichash, CALLS, {NULL, NULL}},
        {"crypto_kdf_derive_from_key", kdf, "libsodium", kdf, CALLS, {NULL, NULL}},
    };
    size_t row_count = sizeof rows / sizeof *rows;
    int rounds = atoi(arguments[5]) > 0 ? atoi(arguments[5]) : 1;
    double most = count > 6 ? atof(arguments[6]) : 0;
    for (size_t i = 0; i < row_count; i++)
        for (int which = 0; which < 2; which++)
            if (!(rows[i].times[which] = calloc((size_t)rounds, sizeof(double))))
                return 2;
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < row_count; i++) {
            struct row *row = &rows[i];
            if (!is_there(row->other, &sodium))
                continue;
            /* Each comes first in half of the rounds: the first calls of a kind can take longer. */
            for (int turn = 0; turn < 2; turn++) {
                int is_other = (turn + round) & 1;
                row->times[is_other][round] =
                    is_other ? cycles(row->other, &sodium, row->calls) : cycles(row->own, &ours, row->calls);
            }
        }
    int failed = 0;
    printf("%-50s %9s %9s  %s\n", "call, cycles", "ours", "other", "ratio");
    for (size_t i = 0; i < row_count; i++) {
        struct row *row = &rows[i];
        double own = median(row->times[0], rounds), other = median(row->times[1], rounds);
        if (!is_there(row->other, &sodium)) {
            printf("%-50s %9s %9s  %s is not there\n", row->name, "", "", row->beside);
            continue;
        }
        double ratio = own / other;
        int is_slow = most > 0 && ratio > most;
        failed |= is_slow;
        printf("%-50s %9.1f %9.1f  %.2f of %s%s\n", row->name, own, other, ratio, row->beside,
               is_slow ? ", too slow" : "");
    }
    return failed;
}
