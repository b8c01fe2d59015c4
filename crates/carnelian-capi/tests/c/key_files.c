/* Key files: the examples of RFC 8410, a key that OpenSSL has encrypted, every algorithm in every form, and all that is
   refused. */
#include "vectors.h"

static const char PRIVATE_PEM[] =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
    "-----END PRIVATE KEY-----\n";
static const char PUBLIC_PEM[] =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"
    "-----END PUBLIC KEY-----\n";
/* The passphrase is "secret". */
static const char ENCRYPTED_PEM[] =
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
    "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhhaEYbOtqy7gICA+gw\n"
    "DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEP2t97IO9Ap17DSZd38kNx4EQN6O\n"
    "OyICziYNmZrhwcqfPZr4xcfQ0MZ62NjmTRPJrVdOOzHtrEjgB4RhYuUbYlViC9b0\n"
    "LSLVAS8b8IrNP8iiNTo=\n"
    "-----END ENCRYPTED PRIVATE KEY-----\n";
static const char SEED[] = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";

static uint8_t file[16384], raw[8192], again[16384], spare[16384];

/* Writes a key in a form, after asking for the length. */
static size_t written(const carnelian_private_key *key, carnelian_key_form form, uint8_t *out) {
    size_t len = 0, same = 0;
    OK(carnelian_private_key_write(key, form, NULL, 0, &len));
    OK(carnelian_private_key_write(key, form, out, len, &same));
    CHECK(len == same);
    if (len > 1) {
        GIVES(CARNELIAN_ERROR_LENGTH, carnelian_private_key_write(key, form, spare, len - 1, &same));
        CHECK(same == len && is_zero(spare, len - 1));
    }
    return len;
}

static size_t written_public(const carnelian_public_key *key, carnelian_key_form form, uint8_t *out) {
    size_t len = 0, same = 0;
    OK(carnelian_public_key_write(key, form, NULL, 0, &len));
    OK(carnelian_public_key_write(key, form, out, len, &same));
    CHECK(len == same);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_public_key_write(key, form, spare, len - 1, &same));
    CHECK(same == len && is_zero(spare, len - 1));
    return len;
}

static void published(void) {
    carnelian_private_key *key = NULL;
    carnelian_public_key *public_key = NULL;
    carnelian_key_algorithm algorithm = 0;
    size_t len;
    OK(carnelian_private_key_read(TEXT(PRIVATE_PEM), CARNELIAN_KEY_ANY, NULL, 0, &key));
    OK(carnelian_private_key_algorithm(key, &algorithm));
    CHECK(algorithm == CARNELIAN_KEY_ED25519);
    CHECK(written(key, CARNELIAN_FORM_RAW, raw) == 32 && is_hex(raw, 32, SEED));
    len = written(key, CARNELIAN_FORM_PEM, file);
    CHECK(len == sizeof PRIVATE_PEM - 1 && memcmp(file, PRIVATE_PEM, len) == 0);
    len = written(key, CARNELIAN_FORM_HEX, file);
    CHECK(len == 65 && memcmp(file, SEED, 64) == 0 && file[64] == '\n');
    OK(carnelian_private_key_public_key(key, &public_key));
    len = written_public(public_key, CARNELIAN_FORM_PEM, file);
    CHECK(len == sizeof PUBLIC_PEM - 1 && memcmp(file, PUBLIC_PEM, len) == 0);
    carnelian_public_key_free(public_key);
    carnelian_private_key_free(key);

    OK(carnelian_public_key_read(TEXT(PUBLIC_PEM), CARNELIAN_KEY_ED25519, &public_key));
    OK(carnelian_public_key_algorithm(public_key, &algorithm));
    CHECK(algorithm == CARNELIAN_KEY_ED25519);
    carnelian_public_key_free(public_key);

    OK(carnelian_private_key_read(TEXT(ENCRYPTED_PEM), CARNELIAN_KEY_ANY, TEXT("secret"), &key));
    CHECK(written(key, CARNELIAN_FORM_RAW, raw) == 32 && is_hex(raw, 32, SEED));
    carnelian_private_key_free(key);
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_private_key_read(TEXT(ENCRYPTED_PEM), CARNELIAN_KEY_ANY, TEXT("Secret"), &key));
    CHECK(key == NULL);
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_private_key_read(TEXT(ENCRYPTED_PEM), CARNELIAN_KEY_ANY, NULL, 0, &key));
}

static void detected(const uint8_t *data, size_t len, carnelian_key_form form, carnelian_key_content content) {
    carnelian_key_form found = 99;
    carnelian_key_content holds = 99;
    OK(carnelian_key_detect(data, len, &found, &holds));
    CHECK(found == form && holds == content);
}

/* Reads what was written, and compares the bytes of the key. */
static void comes_back(const uint8_t *data, size_t len, carnelian_key_algorithm algorithm, const uint8_t *bytes,
                       size_t bytes_len) {
    carnelian_private_key *key = NULL;
    OK(carnelian_private_key_read(data, len, algorithm, TEXT("passphrase"), &key));
    CHECK(written(key, CARNELIAN_FORM_RAW, again) == bytes_len && memcmp(again, bytes, bytes_len) == 0);
    carnelian_private_key_free(key);
}

static void encrypted(const carnelian_private_key *key, carnelian_key_form form, const uint8_t *bytes, size_t len) {
    size_t enough = 0, file_len = 0;
    carnelian_random_source broken;
    broken.fill = no_bytes;
    broken.context = NULL;
    OK(carnelian_private_key_write_encrypted(key, form, TEXT("passphrase"), 1000, NULL, NULL, 0, &enough));
    CHECK(enough <= sizeof file);
    OK(carnelian_private_key_write_encrypted(key, form, TEXT("passphrase"), 1000, NULL, file, enough, &file_len));
    CHECK(file_len <= enough && enough - file_len < 32);
    detected(file, file_len, form, CARNELIAN_CONTENT_ENCRYPTED_PRIVATE_KEY);
    comes_back(file, file_len, CARNELIAN_KEY_ANY, bytes, len);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_private_key_write_encrypted(key, form, TEXT("passphrase"), 1000, NULL, file,
                                                                        enough - 1, &file_len));
    CHECK(file_len == enough && is_zero(file, enough - 1));
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_private_key_write_encrypted(key, form, TEXT("passphrase"), 1000, &broken,
                                                                        file, enough, &file_len));
    GIVES(CARNELIAN_ERROR_COST, carnelian_private_key_write_encrypted(key, form, TEXT("passphrase"), 999, NULL, file,
                                                                      enough, &file_len));
    GIVES(CARNELIAN_ERROR_ARGUMENT,
          carnelian_private_key_write_encrypted(key, CARNELIAN_FORM_HEX, TEXT("passphrase"), 1000, NULL, file, enough,
                                                &file_len));
}

/* Returns the parameter set of an algorithm of SLH-DSA. */
static carnelian_signature_algorithm set_of(carnelian_key_algorithm algorithm) {
    return algorithm - CARNELIAN_KEY_SLHDSA_SHA2_128S + CARNELIAN_SLHDSA_SHA2_128S;
}

static void every_form(carnelian_key_algorithm algorithm, size_t seed_len) {
    static const carnelian_key_form FORMS[] = {CARNELIAN_FORM_DER, CARNELIAN_FORM_PEM, CARNELIAN_FORM_DER_V2,
                                               CARNELIAN_FORM_PEM_V2};
    uint8_t seed[CARNELIAN_SIGNATURE_PRIVATE_KEY_MAX_LEN];
    carnelian_private_key *key = NULL, *other = NULL;
    carnelian_public_key *public_key = NULL, *read_key = NULL;
    const carnelian_key_algorithm wrong =
        algorithm == CARNELIAN_KEY_ED25519 ? CARNELIAN_KEY_X25519 : CARNELIAN_KEY_ED25519;
    size_t i, len, public_len;
    OK(carnelian_random(NULL, seed, sizeof seed));
    if (algorithm >= CARNELIAN_KEY_SLHDSA_SHA2_128S) {
        /* Any bytes are seeds, but the root is that of the seeds. */
        GIVES(CARNELIAN_ERROR_KEY, carnelian_private_key_new(algorithm, seed, seed_len, &key));
        CHECK(key == NULL);
        OK(carnelian_signature_generate(set_of(algorithm), NULL, seed, seed_len, raw, seed_len / 2));
    }
    OK(carnelian_private_key_new(algorithm, seed, seed_len, &key));
    for (i = 0; i < 4; i++) {
        len = written(key, FORMS[i], file);
        detected(file, len, i % 2 == 0 ? CARNELIAN_FORM_DER : CARNELIAN_FORM_PEM, CARNELIAN_CONTENT_PRIVATE_KEY);
        comes_back(file, len, CARNELIAN_KEY_ANY, seed, seed_len);
        comes_back(file, len, algorithm, seed, seed_len);
        GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_private_key_read(file, len, wrong, NULL, 0, &other));
        CHECK(other == NULL);
    }
    encrypted(key, CARNELIAN_FORM_DER, seed, seed_len);
    encrypted(key, CARNELIAN_FORM_PEM, seed, seed_len);

    OK(carnelian_private_key_public_key(key, &public_key));
    public_len = written_public(public_key, CARNELIAN_FORM_RAW, raw);
    for (i = 0; i < 2; i++) {
        len = written_public(public_key, FORMS[i], file);
        detected(file, len, FORMS[i], CARNELIAN_CONTENT_PUBLIC_KEY);
        OK(carnelian_public_key_read(file, len, CARNELIAN_KEY_ANY, &read_key));
        CHECK(written_public(read_key, CARNELIAN_FORM_RAW, again) == public_len);
        CHECK(memcmp(raw, again, public_len) == 0);
        carnelian_public_key_free(read_key);
        GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_public_key_read(file, len, wrong, &read_key));
        CHECK(read_key == NULL);
    }
    OK(carnelian_public_key_new(algorithm, raw, public_len, &read_key));
    carnelian_public_key_free(read_key);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_public_key_new(algorithm, raw, public_len - 1, &read_key));
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_public_key_write(public_key, CARNELIAN_FORM_DER_V2, file, 100, &len));
    CHECK(len == 0);
    len = 1;
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_private_key_write(key, 0, file, 100, &len));
    CHECK(len == 0);
    carnelian_public_key_free(public_key);
    carnelian_private_key_free(key);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_private_key_new(algorithm, seed, seed_len - 1, &key));
    CHECK(key == NULL);
}

static void refused(void) {
    carnelian_private_key *key = NULL;
    carnelian_public_key *public_key = NULL;
    carnelian_key_form form = 9;
    carnelian_key_content content = 9;
    uint8_t bytes[32];
    size_t len = 0;
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_private_key_read(TEXT(PUBLIC_PEM), CARNELIAN_KEY_ANY, NULL, 0, &key));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_public_key_read(TEXT(PRIVATE_PEM), CARNELIAN_KEY_ANY, &public_key));
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_key_detect(TEXT("no key"), &form, &content));
    CHECK(form == 0 && content == 0);
    from_hex(SEED, bytes);
    detected(bytes, 32, CARNELIAN_FORM_RAW, 0);
    detected((const uint8_t *)SEED, 64, CARNELIAN_FORM_HEX, 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_private_key_read(bytes, 32, CARNELIAN_KEY_ANY, NULL, 0, &key));
    OK(carnelian_private_key_read((const uint8_t *)SEED, 64, CARNELIAN_KEY_X25519, NULL, 0, &key));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_private_key_write(key, CARNELIAN_FORM_RAW, NULL, 32, &len));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_private_key_write(key, CARNELIAN_FORM_RAW, bytes, 32, NULL));
    CHECK(is_zero(bytes, 32));
    carnelian_private_key_free(key);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_private_key_new(21, bytes, 32, &key));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_public_key_new(CARNELIAN_KEY_ANY, bytes, 32, &public_key));
    /* The encoding of no point. */
    bytes[0] = 2;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_public_key_new(CARNELIAN_KEY_ED25519, bytes, 32, &public_key));
    CHECK(public_key == NULL);
    carnelian_private_key_free(NULL);
    carnelian_public_key_free(NULL);
}

/* Returns the number of bytes in the short form of a private key. */
static size_t private_len(carnelian_key_algorithm algorithm) {
    if (algorithm >= CARNELIAN_KEY_SLHDSA_SHA2_128S) {
        return carnelian_signature_private_key_len(set_of(algorithm));
    }
    return algorithm >= CARNELIAN_KEY_MLKEM_512 && algorithm <= CARNELIAN_KEY_MLKEM_1024 ? 64 : 32;
}

int main(void) {
    carnelian_key_algorithm algorithm;
    published();
    for (algorithm = CARNELIAN_KEY_ED25519; algorithm <= CARNELIAN_KEY_SLHDSA_SHAKE_256F; algorithm++) {
        every_form(algorithm, private_len(algorithm));
    }
    refused();
    return 0;
}
