/* ML-KEM-768 together with X25519, secure as long as one of them is: X-Wing, to encrypt to a public key, and
   X25519MLKEM768, the key exchange of TLS 1.3.

       cc hybrid.c $(pkg-config --cflags --libs carnelian) */
#include <carnelian.h>
#include <stdio.h>
#include <stdlib.h>

static void must(carnelian_status status) {
    if (status != CARNELIAN_OK) {
        fprintf(stderr, "%s\n", carnelian_status_text((int)status));
        exit(1);
    }
}

/* The secret is 32 uniform bytes, which can be a key as they are. */
static void x_wing(void) {
    uint8_t private_key[CARNELIAN_XWING_PRIVATE_KEY_LEN], public_key[CARNELIAN_XWING_PUBLIC_KEY_LEN];
    uint8_t ciphertext[CARNELIAN_XWING_CIPHERTEXT_LEN];
    uint8_t at_sender[32], at_recipient[32];

    must(carnelian_kem_generate(CARNELIAN_XWING, NULL, private_key, sizeof private_key, public_key, sizeof public_key));
    must(carnelian_kem_encapsulate(CARNELIAN_XWING, public_key, sizeof public_key, NULL, ciphertext,
                                   sizeof ciphertext, at_sender, sizeof at_sender));
    must(carnelian_kem_decapsulate(CARNELIAN_XWING, private_key, sizeof private_key, ciphertext, sizeof ciphertext,
                                   at_recipient, sizeof at_recipient));
    must(carnelian_verify(at_sender, at_recipient, sizeof at_sender));
    printf("X-Wing: a key of %d bytes, a ciphertext of %d\n", CARNELIAN_XWING_PUBLIC_KEY_LEN,
           CARNELIAN_XWING_CIPHERTEXT_LEN);

    must(carnelian_wipe(private_key, sizeof private_key));
    must(carnelian_wipe(at_sender, sizeof at_sender));
    must(carnelian_wipe(at_recipient, sizeof at_recipient));
}

/* The client sends a share in its ClientHello, the server's ServerHello has the answer. The secret of both algorithms is
   64 bytes that are not uniform: derive keys from it, as here with HKDF, whose salt and label TLS takes from its
   handshake. */
static void tls(void) {
    uint8_t client_share[CARNELIAN_X25519MLKEM768_PUBLIC_KEY_LEN];
    uint8_t server_share[CARNELIAN_X25519MLKEM768_CIPHERTEXT_LEN];
    uint8_t at_client[CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN];
    uint8_t at_server[CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN], key[32];
    const uint8_t salt[] = "the salt", label[] = "the label";
    carnelian_x25519mlkem768_client *client = NULL;

    must(carnelian_x25519mlkem768_client_new(NULL, client_share, &client));
    must(carnelian_kem_encapsulate(CARNELIAN_X25519MLKEM768, client_share, sizeof client_share, NULL, server_share,
                                   sizeof server_share, at_server, sizeof at_server));
    must(carnelian_x25519mlkem768_client_finish(client, server_share, at_client));
    carnelian_x25519mlkem768_client_free(client);
    must(carnelian_verify(at_client, at_server, sizeof at_client));

    must(carnelian_hkdf(CARNELIAN_SHA256, salt, sizeof salt - 1, at_client, sizeof at_client, label, sizeof label - 1,
                        key, sizeof key));
    printf("X25519MLKEM768 (0x%04x): shares of %d and %d bytes\n", (unsigned)CARNELIAN_X25519MLKEM768_CODEPOINT,
           (int)sizeof client_share, (int)sizeof server_share);

    must(carnelian_wipe(at_client, sizeof at_client));
    must(carnelian_wipe(at_server, sizeof at_server));
    must(carnelian_wipe(key, sizeof key));
}

int main(void) {
    x_wing();
    tls();
    return 0;
}
