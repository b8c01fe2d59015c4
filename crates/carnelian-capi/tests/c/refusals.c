/* What callers may do wrong, and that it is refused: null pointers, wrong lengths, overlap, unknown algorithms, contexts
   that are misaligned, not initialized, finished, copied byte by byte or of another type. Outputs then hold zeros. */
#include "check.h"

static void texts(void) {
    int status;
    for (status = CARNELIAN_OK; status <= CARNELIAN_ERROR_SELF_TEST; status++) {
        int other;
        CHECK(strcmp(carnelian_status_text(status), "unknown status") != 0);
        for (other = CARNELIAN_OK; other < status; other++) {
            CHECK(strcmp(carnelian_status_text(status), carnelian_status_text(other)) != 0);
        }
    }
    CHECK(strcmp(carnelian_status_text(CARNELIAN_ERROR_SELF_TEST + 1), "unknown status") == 0);
    CHECK(strcmp(carnelian_status_text(-1), "unknown status") == 0);
}

static void library(void) {
    char version[32], name[CARNELIAN_BACKEND_NAME_SIZE];
    uint8_t a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
    carnelian_family family;
    snprintf(version, sizeof version, "%d.%d.%d", CARNELIAN_VERSION_MAJOR, CARNELIAN_VERSION_MINOR,
             CARNELIAN_VERSION_PATCH);
    CHECK(strcmp(version, carnelian_version()) == 0);
    for (family = CARNELIAN_FAMILY_SHA256; family <= CARNELIAN_FAMILY_SLHDSA; family++) {
        memset(name, 'x', sizeof name);
        OK(carnelian_backend(family, name, sizeof name));
        CHECK(strlen(name) > 0 && strlen(name) < sizeof name);
    }
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_backend(family, name, sizeof name));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_backend(0, name, sizeof name));
    CHECK(is_zero(name, sizeof name));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_backend(CARNELIAN_FAMILY_SHA256, name, 1));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_backend(CARNELIAN_FAMILY_SHA256, NULL, 64));

    OK(carnelian_verify(a, b, 3));
    b[2] = 4;
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_verify(a, b, 3));
    OK(carnelian_verify(a, b, 2));
    OK(carnelian_verify(NULL, NULL, 0));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_verify(NULL, b, 1));
    OK(carnelian_wipe(a, 3));
    CHECK(is_zero(a, 3));
    OK(carnelian_wipe(NULL, 0));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_wipe(NULL, 1));
}

static int counting(void *context, uint8_t *out, size_t out_len) {
    uint8_t *next = (uint8_t *)context;
    size_t i;
    for (i = 0; i < out_len; i++) {
        out[i] = (*next)++;
    }
    return 0;
}

static int broken(void *context, uint8_t *out, size_t out_len) {
    (void)context;
    memset(out, 0xaa, out_len);
    return -1;
}

static void random_sources(void) {
    uint8_t next = 5, out[40], other[40];
    carnelian_random_source source;
    source.fill = counting;
    source.context = &next;
    OK(carnelian_random(&source, out, 3));
    CHECK(out[0] == 5 && out[1] == 6 && out[2] == 7);
    source.fill = broken;
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_random(&source, out, sizeof out));
    CHECK(is_zero(out, sizeof out));
    source.fill = NULL;
    GIVES(CARNELIAN_ERROR_NULL, carnelian_random(&source, out, sizeof out));
    OK(carnelian_random(NULL, out, sizeof out));
    OK(carnelian_random(NULL, other, sizeof other));
    CHECK(memcmp(out, other, sizeof out) != 0);
    OK(carnelian_random(NULL, NULL, 0));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_random(NULL, NULL, 1));
}

static void arguments(void) {
    uint8_t digest[32], data[64];
    const uint8_t *messages[2];
    size_t lens[2] = {3, 3};
    messages[0] = data;
    messages[1] = data + 32;
    memset(data, 1, sizeof data);
    memset(digest, 1, sizeof digest);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hash(CARNELIAN_SHA256, data, 3, digest, 31));
    CHECK(is_zero(digest, 31) && digest[31] == 1);
    memset(digest, 1, sizeof digest);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_hash(0, data, 3, digest, 32));
    CHECK(is_zero(digest, 32));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hash(CARNELIAN_SHA256, NULL, 3, digest, 32));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hash(CARNELIAN_SHA256, data, 3, NULL, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hash(CARNELIAN_SHA256, data, SIZE_MAX, digest, 32));
    OK(carnelian_hash(CARNELIAN_SHA256, NULL, 0, digest, 32));

    /* An output of fixed length over its input. */
    OK(carnelian_hash(CARNELIAN_SHA256, data, 32, digest, 32));
    OK(carnelian_hash(CARNELIAN_SHA256, data, 32, data + 5, 32));
    CHECK(memcmp(digest, data + 5, 32) == 0);

    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hash_many(CARNELIAN_SHA256, messages, lens, 2, digest, 32));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_hash_many(CARNELIAN_SHA256, messages, lens, 2, data, 64));
    CHECK(is_zero(data, 64));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hash_many(CARNELIAN_SHA256, NULL, lens, 2, data, 64));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hash_many(CARNELIAN_SHA256, messages, NULL, 2, data, 64));
    messages[0] = NULL;
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hash_many(CARNELIAN_SHA256, messages, lens, 2, data, 64));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hash_many(CARNELIAN_SHA256, messages, lens, SIZE_MAX, data, 64));

    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_xof(CARNELIAN_SHAKE128, data, 10, data + 9, 20));
    OK(carnelian_xof(CARNELIAN_SHAKE128, data, 10, data + 10, 20));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_xof(3, data, 10, digest, 20));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_mac(CARNELIAN_KMAC128, data, 16, NULL, NULL, 0, data, 16));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_mac(99, data, 16, NULL, NULL, 0, digest, 16));
    OK(carnelian_mac(CARNELIAN_KMAC128, NULL, 0, NULL, NULL, 0, NULL, 0));
}

static void contexts(void) {
    /* Larger than a context by more than its alignment. */
    static uint64_t memory[2 + CARNELIAN_HASHER_SIZE / 8];
    uint8_t digest[32];
    carnelian_hasher hasher, copy;
    carnelian_xof_context other;
    carnelian_hasher *misaligned = (carnelian_hasher *)(void *)((uint8_t *)memory + 4);

    CHECK(sizeof hasher == CARNELIAN_HASHER_SIZE && sizeof(carnelian_mac_context) == CARNELIAN_MAC_CONTEXT_SIZE);
    CHECK(sizeof other == CARNELIAN_XOF_CONTEXT_SIZE);
    CHECK(sizeof(carnelian_blake2_context) == CARNELIAN_BLAKE2_CONTEXT_SIZE);
    CHECK(sizeof(carnelian_poly1305_context) == CARNELIAN_POLY1305_CONTEXT_SIZE);

    GIVES(CARNELIAN_ERROR_NULL, carnelian_hasher_init(NULL, CARNELIAN_SHA256));
    GIVES(CARNELIAN_ERROR_MISALIGNED, carnelian_hasher_init(misaligned, CARNELIAN_SHA256));
    GIVES(CARNELIAN_ERROR_MISALIGNED, carnelian_hasher_update(misaligned, digest, 1));
    GIVES(CARNELIAN_ERROR_MISALIGNED, carnelian_hasher_final(misaligned, digest, 32));

    memset(&hasher, 0, sizeof hasher);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_hasher_update(&hasher, digest, 1));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_hasher_final(&hasher, digest, 32));
    memset(&copy, 1, sizeof copy);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_hasher_copy(&hasher, &copy));
    CHECK(is_zero(&copy, sizeof copy));
    memset(&hasher, 1, sizeof hasher);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_hasher_init(&hasher, 0));
    CHECK(is_zero(&hasher, sizeof hasher));

    OK(carnelian_hasher_init(&hasher, CARNELIAN_SHA256));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hasher_update(&hasher, NULL, 1));
    OK(carnelian_hasher_update(&hasher, NULL, 0));
    memcpy(&copy, &hasher, sizeof copy);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_hasher_update(&copy, digest, 1));
    memcpy(&other, &hasher, sizeof other);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_xof_update(&other, digest, 1));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_xof_update((carnelian_xof_context *)(void *)&hasher, digest, 1));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_hasher_copy(&hasher, &hasher));
    OK(carnelian_hasher_copy(&hasher, &copy));
    OK(carnelian_hasher_wipe(&copy));
    OK(carnelian_hasher_wipe(&copy));
    CHECK(is_zero(&copy, sizeof copy));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_hasher_update(&copy, digest, 1));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hasher_copy(&hasher, NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hasher_wipe(NULL));

    memset(digest, 1, sizeof digest);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_hasher_final(&hasher, digest, 20));
    CHECK(is_zero(digest, 20) && is_zero(&hasher, sizeof hasher));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_hasher_final(&hasher, digest, 32));
    CHECK(is_zero(digest, 32));
    OK(carnelian_hasher_init(&hasher, CARNELIAN_SHA512));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_hasher_final(&hasher, NULL, 64));
    CHECK(is_zero(&hasher, sizeof hasher));
}

int main(void) {
    texts();
    library();
    random_sources();
    arguments();
    contexts();
    return 0;
}
