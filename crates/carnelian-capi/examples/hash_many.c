/* Computes the digests of many messages in one call, which is faster than one call for each, and the root of a tree of
   hashes over them.

       cc hash_many.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVES = 1024, LEN = CARNELIAN_SHA256_LEN };

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

int main(void) {
    static char texts[LEAVES][24];
    static uint8_t nodes[LEAVES * LEN], parents[LEAVES / 2 * LEN];
    const uint8_t *messages[LEAVES];
    size_t lens[LEAVES];
    size_t count = LEAVES;
    size_t i;

    for (i = 0; i < LEAVES; i++) {
        messages[i] = (const uint8_t *)texts[i];
        lens[i] = (size_t)snprintf(texts[i], sizeof texts[i], "message %u", (unsigned)i);
    }
    must(carnelian_hash_many(CARNELIAN_SHA256, messages, lens, LEAVES, nodes, sizeof nodes));

    /* Each parent is the digest of its two children, which stand side by side. */
    while (count > 1) {
        count /= 2;
        for (i = 0; i < count; i++) {
            messages[i] = nodes + 2 * LEN * i;
            lens[i] = 2 * LEN;
        }
        must(carnelian_hash_many(CARNELIAN_SHA256, messages, lens, count, parents, count * LEN));
        memcpy(nodes, parents, count * LEN);
    }

    printf("the root over %d messages is ", (int)LEAVES);
    for (i = 0; i < LEN; i++) {
        printf("%02x", (unsigned)nodes[i]);
    }
    printf("\n");
    return 0;
}
