/* Bytes of published examples. */
#ifndef VECTORS_H
#define VECTORS_H

#include "check.h"

static inline unsigned digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Writes the bytes of hexadecimal digits, and returns their number. */
static inline size_t from_hex(const char *digits, uint8_t *out) {
    const size_t len = strlen(digits) / 2;
    size_t i;
    for (i = 0; i < len; i++) {
        out[i] = (uint8_t)(digit(digits[2 * i]) << 4 | digit(digits[2 * i + 1]));
    }
    return len;
}

/* Fills memory with the numbers from `first` on. */
static inline void count_up(uint8_t *out, size_t len, unsigned first) {
    size_t i;
    for (i = 0; i < len; i++) {
        out[i] = (uint8_t)(first + i);
    }
}

/* The function of a random source whose context is the next byte that it returns. */
static inline int counting_bytes(void *context, uint8_t *out, size_t out_len) {
    uint8_t *next = (uint8_t *)context;
    size_t i;
    for (i = 0; i < out_len; i++) {
        out[i] = (*next)++;
    }
    return 0;
}

/* The function of a random source that fails. */
static inline int no_bytes(void *context, uint8_t *out, size_t out_len) {
    (void)context;
    memset(out, 0xaa, out_len);
    return 1;
}

#endif
