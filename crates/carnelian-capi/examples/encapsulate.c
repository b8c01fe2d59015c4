/* Two parties agree on a secret with ML-KEM-768: the server publishes a key, the client answers with a ciphertext. A key
   that is used often is prepared once.

       cc encapsulate.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

int main(void) {
    /* carnelian_kem_public_key_len and its siblings return the lengths of any algorithm. */
    uint8_t private_key[CARNELIAN_MLKEM_768_PRIVATE_KEY_LEN], public_key[CARNELIAN_MLKEM_768_PUBLIC_KEY_LEN];
    uint8_t ciphertext[CARNELIAN_MLKEM_768_CIPHERTEXT_LEN];
    uint8_t at_client[CARNELIAN_MLKEM_768_SHARED_SECRET_LEN], at_server[CARNELIAN_MLKEM_768_SHARED_SECRET_LEN];
    carnelian_mlkem_private_key *key = NULL;
    int same, differ;

    /* The private key is its seed, the form to store. NULL is the operating system's random source. */
    must(carnelian_kem_generate(CARNELIAN_MLKEM_768, NULL, private_key, sizeof private_key, public_key,
                                sizeof public_key));
    must(carnelian_mlkem_private_key_new(CARNELIAN_MLKEM_768, private_key, sizeof private_key, &key));
    must(carnelian_wipe(private_key, sizeof private_key));

    /* The client. A public key that is not valid is CARNELIAN_ERROR_KEY. */
    must(carnelian_kem_encapsulate(CARNELIAN_MLKEM_768, public_key, sizeof public_key, NULL, ciphertext,
                                   sizeof ciphertext, at_client, sizeof at_client));

    /* The server. */
    must(carnelian_mlkem_private_key_decapsulate(key, ciphertext, sizeof ciphertext, at_server));
    same = carnelian_verify(at_client, at_server, sizeof at_client) == CARNELIAN_OK;
    printf("the secrets are %s\n", same ? "the same" : "different");

    /* A changed ciphertext is no error: the secret is then one that the client does not have. */
    ciphertext[0] ^= 1;
    must(carnelian_mlkem_private_key_decapsulate(key, ciphertext, sizeof ciphertext, at_server));
    differ = carnelian_verify(at_client, at_server, sizeof at_client) != CARNELIAN_OK;
    printf("after a change of the ciphertext they are %s\n", differ ? "different" : "the same");

    carnelian_mlkem_private_key_free(key);
    must(carnelian_wipe(at_client, sizeof at_client));
    must(carnelian_wipe(at_server, sizeof at_server));
    return same && differ ? 0 : 1;
}
