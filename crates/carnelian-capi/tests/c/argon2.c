/* Argon2: the examples of RFC 9106, work areas, password hashes and limits, and all that is refused. */
#include "vectors.h"

/* The inputs of a computation, as arguments. */
static carnelian_argon2_inputs inputs(const uint8_t *password, size_t password_len, const uint8_t *salt,
                                      size_t salt_len) {
    carnelian_argon2_inputs all;
    memset(&all, 0, sizeof all);
    all.password = password;
    all.password_len = password_len;
    all.salt = salt;
    all.salt_len = salt_len;
    return all;
}

static carnelian_status tag_of(carnelian_argon2_variant variant, const carnelian_argon2_cost *cost,
                               const uint8_t *password,
                               size_t password_len, const uint8_t *salt, size_t salt_len, uint8_t *tag, size_t tag_len) {
    const carnelian_argon2_inputs all = inputs(password, password_len, salt, salt_len);
    return carnelian_argon2(variant, cost, &all, tag, tag_len);
}

/* Hashes a password with a pepper and associated data. */
static carnelian_status hash_of(const carnelian_argon2_cost *cost, const uint8_t *password, size_t password_len,
                                const uint8_t *secret, size_t secret_len, const uint8_t *data, size_t data_len,
                                const carnelian_random_source *random, char *hash, size_t hash_size) {
    carnelian_argon2_inputs all = inputs(password, password_len, NULL, 0);
    all.secret = secret;
    all.secret_len = secret_len;
    all.associated_data = data;
    all.associated_data_len = data_len;
    return carnelian_argon2_hash_password(CARNELIAN_ARGON2ID, cost, &all, random, hash, hash_size);
}

static const carnelian_argon2_cost COST = {32, 3, 4}, LOW = {64, 1, 1};

/* RFC 9106, Section 5. */
static void published(void) {
    static const char *const EXPECTED[] = {"512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb",
                                           "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8",
                                           "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"};
    static const carnelian_argon2_variant VARIANTS[] = {CARNELIAN_ARGON2D, CARNELIAN_ARGON2I, CARNELIAN_ARGON2ID};
    uint8_t password[32], salt[16], secret[8], data[12], tag[32];
    uint8_t *memory;
    carnelian_argon2_inputs all, inside;
    carnelian_argon2_area *area = NULL;
    size_t i, len = 0;
    memset(password, 1, sizeof password);
    memset(salt, 2, sizeof salt);
    memset(secret, 3, sizeof secret);
    memset(data, 4, sizeof data);
    all = inputs(password, sizeof password, salt, sizeof salt);
    all.secret = secret;
    all.secret_len = sizeof secret;
    all.associated_data = data;
    all.associated_data_len = sizeof data;
    OK(carnelian_argon2_area_len(&COST, &len));
    CHECK(len == 32 * 1024);
    memory = (uint8_t *)calloc(1, len + CARNELIAN_ARGON2_AREA_ALIGNMENT);
    CHECK(memory != NULL);
    OK(carnelian_argon2_area_new(&COST, &area));
    for (i = 0; i < 3; i++) {
        uint8_t *aligned = memory;
        aligned += (CARNELIAN_ARGON2_AREA_ALIGNMENT - (uintptr_t)memory % CARNELIAN_ARGON2_AREA_ALIGNMENT) %
                   CARNELIAN_ARGON2_AREA_ALIGNMENT;
        inside = all;
        inside.password = aligned + 5;
        OK(carnelian_argon2(VARIANTS[i], &COST, &all, tag, 32));
        CHECK(is_hex(tag, 32, EXPECTED[i]));
        memset(tag, 0, sizeof tag);
        OK(carnelian_argon2_in_area(area, VARIANTS[i], &COST, &all, tag, 32));
        CHECK(is_hex(tag, 32, EXPECTED[i]));
        memset(tag, 0, sizeof tag);
        OK(carnelian_argon2_in_memory(aligned, len, VARIANTS[i], &COST, &all, tag, 32));
        CHECK(is_hex(tag, 32, EXPECTED[i]) && is_zero(aligned, len));
        GIVES(CARNELIAN_ERROR_LENGTH, carnelian_argon2_in_memory(aligned, len - 1, VARIANTS[i], &COST, &all, tag, 32));
        GIVES(CARNELIAN_ERROR_MISALIGNED,
              carnelian_argon2_in_memory(aligned + 1, len - 1, VARIANTS[i], &COST, &all, tag, 32));
        GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_argon2_in_memory(aligned, len, VARIANTS[i], &COST, &inside, tag, 32));
        CHECK(is_zero(tag, sizeof tag));
    }
    {
        const carnelian_argon2_cost more = {64, 3, 4};
        GIVES(CARNELIAN_ERROR_LENGTH, carnelian_argon2_in_area(area, CARNELIAN_ARGON2ID, &more, &all, tag, 32));
    }
    carnelian_argon2_area_free(area);
    carnelian_argon2_area_free(NULL);
    free(memory);
}

static void refused(void) {
    const carnelian_argon2_cost none = {7, 1, 1}, absurd = {0xffffffff, 1, 1};
    uint8_t salt[16] = {0}, tag[32];
    size_t len = 0;
    memset(tag, 1, sizeof tag);
    GIVES(CARNELIAN_ERROR_LENGTH, tag_of(CARNELIAN_ARGON2ID, &LOW, TEXT("password"), salt, 7, tag, 32));
    CHECK(is_zero(tag, sizeof tag));
    GIVES(CARNELIAN_ERROR_LENGTH, tag_of(CARNELIAN_ARGON2ID, &LOW, TEXT("password"), salt, 16, tag, 3));
    GIVES(CARNELIAN_ERROR_ARGUMENT, tag_of(CARNELIAN_ARGON2ID, &none, TEXT("password"), salt, 16, tag, 32));
    GIVES(CARNELIAN_ERROR_ALGORITHM, tag_of(3, &LOW, TEXT("password"), salt, 16, tag, 32));
    GIVES(CARNELIAN_ERROR_OVERLAP, tag_of(CARNELIAN_ARGON2ID, &LOW, TEXT("password"), tag + 2, 8, tag, 32));
    GIVES(CARNELIAN_ERROR_NULL, tag_of(CARNELIAN_ARGON2ID, &LOW, NULL, 1, salt, 16, tag, 32));
    GIVES(CARNELIAN_ERROR_NULL, tag_of(CARNELIAN_ARGON2ID, &LOW, TEXT("password"), salt, 16, NULL, 32));
    OK(tag_of(CARNELIAN_ARGON2ID, &LOW, NULL, 0, salt, 8, tag, 4));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_argon2(CARNELIAN_ARGON2ID, &LOW, NULL, tag, 32));
    {
        char hash[CARNELIAN_ARGON2_HASH_MAX_LEN];
        const carnelian_argon2_inputs salted = inputs(TEXT("password"), salt, 16);
        GIVES(CARNELIAN_ERROR_LENGTH,
              carnelian_argon2_hash_password(CARNELIAN_ARGON2ID, &LOW, &salted, NULL, hash, sizeof hash));
    }
    OK(carnelian_argon2_area_len(NULL, &len));
    CHECK(len == (size_t)64 << 20);
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_argon2_area_len(&none, &len));
    CHECK(len == 0);
    CHECK(carnelian_argon2_area_len(&absurd, &len) == CARNELIAN_OK || sizeof len == 4);
}

static void password_hashes(void) {
    static const char FOREIGN[] = "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA";
    const carnelian_argon2_cost small = {32, 1, 1};
    char hash[CARNELIAN_ARGON2_HASH_MAX_LEN], longer[256];
    carnelian_argon2_parameters parameters;
    carnelian_argon2_area *area = NULL;
    carnelian_random_source source;
    uint8_t next = 0;
    int needed = -1;
    OK(hash_of(&LOW, TEXT("password"), NULL, 0, NULL, 0, NULL, hash, sizeof hash));
    CHECK(strncmp(hash, "$argon2id$v=19$m=64,t=1,p=1$", 28) == 0);
    OK(carnelian_argon2_verify_password(hash, strlen(hash), NULL, TEXT("password"), NULL, 0));
    OK(carnelian_argon2_verify_password(hash, strlen(hash), &LOW, TEXT("password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_argon2_verify_password(hash, strlen(hash), NULL, TEXT("Password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_argon2_verify_password(hash, strlen(hash), NULL, TEXT("password"), TEXT("pepper")));
    GIVES(CARNELIAN_ERROR_COST,
          carnelian_argon2_verify_password(hash, strlen(hash), &small, TEXT("password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_argon2_verify_password("$2b$", 4, NULL, TEXT("password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_argon2_verify_password("\xff\xfe", 2, NULL, TEXT("password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_argon2_verify_password(NULL, 4, NULL, TEXT("password"), NULL, 0));
    OK(carnelian_argon2_area_new(&LOW, &area));
    OK(carnelian_argon2_verify_password_in_area(area, hash, strlen(hash), NULL, TEXT("password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_argon2_verify_password_in_area(area, hash, strlen(hash), NULL, TEXT("Password"), NULL, 0));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_argon2_verify_password_in_area(area, FOREIGN, sizeof FOREIGN - 1, NULL,
                                                                           TEXT("password"), NULL, 0));
    carnelian_argon2_area_free(area);
    OK(carnelian_argon2_read_parameters(hash, strlen(hash), NULL, &parameters));
    CHECK(parameters.variant == CARNELIAN_ARGON2ID && parameters.version == 0x13);
    CHECK(parameters.cost.memory_kib == 64 && parameters.cost.passes == 1 && parameters.cost.lanes == 1);
    OK(carnelian_argon2_needs_rehash(hash, strlen(hash), CARNELIAN_ARGON2ID, &LOW, &needed));
    CHECK(needed == 0);
    OK(carnelian_argon2_needs_rehash(hash, strlen(hash), CARNELIAN_ARGON2I, &LOW, &needed));
    CHECK(needed == 1);
    OK(carnelian_argon2_needs_rehash(hash, strlen(hash), CARNELIAN_ARGON2ID, &COST, &needed));
    CHECK(needed == 1);
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_argon2_needs_rehash("x", 1, CARNELIAN_ARGON2ID, &COST, &needed));

    /* With a pepper and associated data. */
    OK(hash_of(&LOW, TEXT("password"), TEXT("pepper"), TEXT("user 7"), NULL, longer, sizeof longer));
    OK(carnelian_argon2_verify_password(longer, strlen(longer), NULL, TEXT("password"), TEXT("pepper")));
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_argon2_verify_password(longer, strlen(longer), NULL, TEXT("password"), NULL, 0));

    /* A hash of the reference implementation. */
    OK(carnelian_argon2_verify_password(FOREIGN, sizeof FOREIGN - 1, NULL, TEXT("password"), NULL, 0));

    source.fill = counting_bytes;
    source.context = &next;
    OK(hash_of(&LOW, TEXT("password"), NULL, 0, NULL, 0, &source, hash, sizeof hash));
    CHECK(strstr(hash, "$AAECAwQFBgcICQoLDA0ODw$") != NULL);
    source.fill = no_bytes;
    GIVES(CARNELIAN_ERROR_RANDOM, hash_of(&LOW, TEXT("password"), NULL, 0, NULL, 0, &source, hash, sizeof hash));
    CHECK(is_zero(hash, sizeof hash));
    GIVES(CARNELIAN_ERROR_LENGTH, hash_of(&LOW, TEXT("password"), NULL, 0, NULL, 0, NULL, hash, 40));
}

int main(void) {
    published();
    refused();
    password_hashes();
    return 0;
}
