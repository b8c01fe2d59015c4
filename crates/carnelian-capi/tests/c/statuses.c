/* Statuses that the other programs do not reach: each is given for its cause, and outputs then hold zeros. */
#include "check.h"

static void keys_and_points(void) {
    uint8_t seed[32], public_key[1184], ciphertext[1088], secret[32], shared[32], zero[32];
    carnelian_public_key *key = NULL;
    memset(public_key, 0xff, sizeof public_key);
    memset(ciphertext, 1, sizeof ciphertext);
    GIVES(CARNELIAN_ERROR_KEY,
          carnelian_kem_encapsulate(CARNELIAN_MLKEM_768, public_key, sizeof public_key, NULL, ciphertext,
                                    sizeof ciphertext, secret, sizeof secret));
    CHECK(is_zero(ciphertext, sizeof ciphertext) && is_zero(secret, sizeof secret));

    memset(zero, 0, sizeof zero);
    memset(shared, 1, sizeof shared);
    OK(carnelian_random(NULL, seed, sizeof seed));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_exchange_agree(CARNELIAN_X25519, seed, 32, zero, 32, shared, 32));
    CHECK(is_zero(shared, sizeof shared));

    GIVES(CARNELIAN_ERROR_ENCODING,
          carnelian_public_key_read(TEXT("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"),
                                    CARNELIAN_KEY_ANY, &key));
    CHECK(key == NULL);
    carnelian_public_key_free(key);
}

static void signatures(void) {
    uint8_t seed[32], public_key[32], signature[64];
    OK(carnelian_signature_generate(CARNELIAN_ED25519, NULL, seed, 32, public_key, 32));
    OK(carnelian_signature_sign(CARNELIAN_ED25519, seed, 32, NULL, TEXT("a message"), signature, 64));
    OK(carnelian_signature_verify(CARNELIAN_ED25519, public_key, 32, NULL, TEXT("a message"), signature, 64));
    GIVES(CARNELIAN_ERROR_SIGNATURE,
          carnelian_signature_verify(CARNELIAN_ED25519, public_key, 32, NULL, TEXT("another message"), signature, 64));
}

static void passwords(void) {
    carnelian_argon2_cost cost = {64, 1, 1}, less = {32, 1, 1}, none = {64, 0, 1};
    carnelian_argon2_cost huge = {0xffffffff, 1, 1};
    carnelian_argon2_area *area = NULL;
    char hash[CARNELIAN_ARGON2_HASH_MAX_LEN];
    carnelian_argon2_inputs inputs;
    carnelian_status status;
    memset(&inputs, 0, sizeof inputs);
    inputs.password = (const uint8_t *)"password";
    inputs.password_len = 8;
    OK(carnelian_argon2_hash_password(CARNELIAN_ARGON2ID, &cost, &inputs, NULL, hash, sizeof hash));
    OK(carnelian_argon2_verify_password(hash, strlen(hash), &cost, TEXT("password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_argon2_verify_password(hash, strlen(hash), &cost, TEXT("passw0rd"), NULL, 0));
    GIVES(CARNELIAN_ERROR_COST, carnelian_argon2_verify_password(hash, strlen(hash), &less, TEXT("password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_argon2_area_new(&none, &area));
    CHECK(area == NULL);
    /* A system may promise more memory than it has. */
    status = carnelian_argon2_area_new(&huge, &area);
    CHECK(status == CARNELIAN_ERROR_MEMORY || status == CARNELIAN_OK);
    carnelian_argon2_area_free(area);
}

static void keystreams(void) {
    carnelian_cipher cipher;
    uint8_t key[32], nonce[12], data[64];
    memset(key, 1, sizeof key);
    memset(nonce, 2, sizeof nonce);
    memset(data, 3, sizeof data);
    OK(carnelian_cipher_init(&cipher, CARNELIAN_CHACHA20, key, sizeof key, nonce, sizeof nonce));
    OK(carnelian_cipher_seek(&cipher, 0xffffffff, 0));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_cipher_apply(&cipher, data, data + 1, 63));
    OK(carnelian_cipher_apply(&cipher, data, data, 64));
    GIVES(CARNELIAN_ERROR_LIMIT, carnelian_cipher_apply(&cipher, data, data, 1));
    CHECK(data[0] == 0);
    OK(carnelian_cipher_wipe(&cipher));
}

static ptrdiff_t no_data(void *context, uint8_t *buffer, size_t buffer_len) {
    (void)context;
    (void)buffer;
    (void)buffer_len;
    return -1;
}

static ptrdiff_t anywhere(void *context, const uint8_t *data, size_t data_len) {
    (void)context;
    (void)data;
    return (ptrdiff_t)data_len;
}

static void files(void) {
    carnelian_argon2_cost cost = {64, 1, 1};
    carnelian_reader reader;
    carnelian_writer writer;
    uint8_t key[CARNELIAN_SEALED_FILE_KEY_LEN], sealed[500], text[5];
    uint64_t file_len = 0;
    size_t len;
    OK(carnelian_sealed_file_len(sizeof text, &file_len));
    len = (size_t)file_len;
    memset(key, 7, sizeof key);
    memset(text, 7, sizeof text);
    CHECK(len <= sizeof sealed);
    OK(carnelian_sealed_file_seal_with_passphrase(TEXT("passphrase"), &cost, NULL, TEXT("hello"), sealed, len));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_sealed_file_open(key, sealed, len, text, sizeof text));
    CHECK(is_zero(text, sizeof text));
    OK(carnelian_sealed_file_seal(key, NULL, TEXT("hello"), sealed, len));
    OK(carnelian_sealed_file_open(key, sealed, len, text, sizeof text));
    CHECK(memcmp(text, "hello", 5) == 0);
    sealed[len - 1] ^= 1;
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_sealed_file_open(key, sealed, len, text, sizeof text));
    CHECK(is_zero(text, sizeof text));

    reader.read = no_data;
    reader.context = NULL;
    writer.write = anywhere;
    writer.context = NULL;
    GIVES(CARNELIAN_ERROR_IO, carnelian_sealed_file_seal_stream(key, NULL, &reader, &writer));
}

int main(void) {
    keys_and_points();
    signatures();
    passwords();
    keystreams();
    files();
    return 0;
}
