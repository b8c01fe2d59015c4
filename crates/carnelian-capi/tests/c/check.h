/* What the test programs share: a check that ends the program, and comparison with hexadecimal digits. */
#ifndef CHECK_H
#define CHECK_H

#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

/* Checks the result of a call, and names the one that was returned. */
#define GIVES(expected, call) \
    do { \
        const int gives_ = (int)(call); \
        if (gives_ != (int)(expected)) { \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, carnelian_status_text(gives_)); \
            exit(1); \
        } \
    } while (0)

#define OK(call) GIVES(CARNELIAN_OK, call)

/* A string as bytes and their number. */
#define TEXT(literal) ((const uint8_t *)(literal)), (sizeof(literal) - 1)

static inline int is_hex(const uint8_t *bytes, size_t len, const char *digits) {
    size_t i;
    if (strlen(digits) != 2 * len) {
        return 0;
    }
    for (i = 0; i < len; i++) {
        char pair[3];
        snprintf(pair, sizeof pair, "%02x", (unsigned)bytes[i]);
        if (memcmp(pair, digits + 2 * i, 2) != 0) {
            return 0;
        }
    }
    return 1;
}

static inline int is_zero(const void *data, size_t len) {
    const uint8_t *bytes = (const uint8_t *)data;
    size_t i;
    for (i = 0; i < len; i++) {
        if (bytes[i] != 0) {
            return 0;
        }
    }
    return 1;
}

#endif
