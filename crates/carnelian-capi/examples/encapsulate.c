/* Two parties agree on a secret with ML-KEM-768: the server publishes a key, the client answers with a ciphertext. A key
   that is used often is prepared once.

       cc encapsulate.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>

/* The lengths of ML-KEM-768; carnelian_kem_public_key_len and its siblings return those of any algorithm. */
enum { SECRET_KEY_LEN = 64, PUBLIC_KEY_LEN = 1184, CIPHERTEXT_LEN = 1088, SECRET_LEN = 32 };

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

int main(void) {
    uint8_t secret_key[SECRET_KEY_LEN], public_key[PUBLIC_KEY_LEN], ciphertext[CIPHERTEXT_LEN];
    uint8_t at_client[SECRET_LEN], at_server[SECRET_LEN];
    carnelian_mlkem_secret_key *key = NULL;
    int same, differ;

    /* The secret key is its seed, the form to store. NULL is the operating system's random source. */
    must(carnelian_kem_generate(CARNELIAN_ML_KEM_768, NULL, secret_key, sizeof secret_key, public_key,
                                sizeof public_key));
    must(carnelian_mlkem_secret_key_new(CARNELIAN_ML_KEM_768, secret_key, sizeof secret_key, &key));
    must(carnelian_wipe(secret_key, sizeof secret_key));

    /* The client. A public key that is not valid is CARNELIAN_ERROR_KEY. */
    must(carnelian_kem_encapsulate(CARNELIAN_ML_KEM_768, public_key, sizeof public_key, NULL, ciphertext,
                                   sizeof ciphertext, at_client));

    /* The server. */
    must(carnelian_mlkem_secret_key_decapsulate(key, ciphertext, sizeof ciphertext, at_server));
    same = carnelian_verify(at_client, at_server, SECRET_LEN) == CARNELIAN_OK;
    printf("the secrets are %s\n", same ? "the same" : "different");

    /* A changed ciphertext is no error: the secret is then one that the client does not have. */
    ciphertext[0] ^= 1;
    must(carnelian_mlkem_secret_key_decapsulate(key, ciphertext, sizeof ciphertext, at_server));
    differ = carnelian_verify(at_client, at_server, SECRET_LEN) != CARNELIAN_OK;
    printf("after a change of the ciphertext they are %s\n", differ ? "different" : "the same");

    carnelian_mlkem_secret_key_free(key);
    must(carnelian_wipe(at_client, sizeof at_client));
    must(carnelian_wipe(at_server, sizeof at_server));
    return same && differ ? 0 : 1;
}
