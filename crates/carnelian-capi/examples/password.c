/* Stores a password as a string, and checks it later; then derives a key from a passphrase. Both take Argon2id.

       cc password.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

int main(void) {
    /* 19 MiB and two passes; more where there is time for it. */
    const carnelian_argon2_cost cost = {19 * 1024, 2, 1};
    const uint8_t *right = (const uint8_t *)"correct horse";
    const uint8_t *wrong = (const uint8_t *)"correct house";
    const size_t len = 13;
    char hash[CARNELIAN_ARGON2_HASH_MAX_LEN];
    uint8_t salt[16], key[32];
    carnelian_argon2_inputs inputs;
    carnelian_status status;

    memset(&inputs, 0, sizeof inputs);
    inputs.password = right;
    inputs.password_len = len;
    must(carnelian_argon2_hash_password(CARNELIAN_ARGON2ID, &cost, &inputs, NULL, hash, sizeof hash));
    printf("stored: %.30s...\n", hash);

    /* The largest cost that a stored string may demand is the caller's to say. */
    must(carnelian_argon2_verify_password(hash, strlen(hash), &cost, right, len, NULL, 0));
    printf("the right password: welcome\n");
    status = carnelian_argon2_verify_password(hash, strlen(hash), &cost, wrong, len, NULL, 0);
    printf("another password: %s\n", carnelian_status_text((int)status));

    must(carnelian_random(NULL, salt, sizeof salt));
    inputs.salt = salt;
    inputs.salt_len = sizeof salt;
    must(carnelian_argon2(CARNELIAN_ARGON2ID, &cost, &inputs, key, sizeof key));
    must(carnelian_wipe(key, sizeof key));
    return status == CARNELIAN_ERROR_PASSPHRASE ? 0 : 1;
}
