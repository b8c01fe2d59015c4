/* Checks that name their line, and bytes written as digits: for the test programs. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                              \
    do {                                                              \
        if (!(condition)) {                                           \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                  \
        }                                                             \
    } while (0)

/* Returns whether the digits stand for the first bytes. */
static inline int is(const uint8_t *bytes, const char *digits) {
    size_t i, len = strlen(digits) / 2;
    for (i = 0; i < len; i++) {
        unsigned int byte;
        if (sscanf(digits + 2 * i, "%2x", &byte) != 1 || bytes[i] != byte) {
            return 0;
        }
    }
    return 1;
}

/* Writes the bytes that the digits stand for, and returns their number. */
static inline size_t set(uint8_t *bytes, const char *digits) {
    size_t i, len = strlen(digits) / 2;
    for (i = 0; i < len; i++) {
        unsigned int byte = 0;
        CHECK(sscanf(digits + 2 * i, "%2x", &byte) == 1);
        bytes[i] = (uint8_t)byte;
    }
    return len;
}

/* Writes bytes that differ from their neighbors. */
static inline void fill(uint8_t *bytes, size_t len, uint8_t first) {
    size_t i;
    for (i = 0; i < len; i++) {
        bytes[i] = (uint8_t)(first + 7 * i + (i >> 8));
    }
}

#endif
