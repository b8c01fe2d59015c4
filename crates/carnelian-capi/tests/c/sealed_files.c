/* Sealed files in memory and through functions: every length around a chunk, damage, wrong keys and passphrases, costs,
   and functions that fail or lie. */
#include "vectors.h"

enum { CHUNK = CARNELIAN_SEALED_FILE_CHUNK_LEN, MAX = 2 * CHUNK + 1, MAX_SEALED = MAX + 96 + 3 * 16 };

static uint8_t plaintext[MAX], sealed[MAX_SEALED + 1], opened[MAX + 1], streamed[MAX_SEALED + 1];
static uint8_t key[CARNELIAN_SEALED_FILE_KEY_LEN], other_key[CARNELIAN_SEALED_FILE_KEY_LEN];
static const carnelian_argon2_cost LOW = {64, 1, 1}, LOWER = {32, 1, 1};

/* A position in memory, and what the functions below are to do besides reading and writing. */
typedef struct {
    uint8_t *data;
    size_t len, at;
    /* The most bytes in a call. */
    size_t step;
    /* The call from which on it fails, by returning `failure`. */
    size_t calls_left;
    ptrdiff_t failure;
} memory_file;

static memory_file file_of(uint8_t *data, size_t len, size_t step) {
    memory_file file;
    file.data = data;
    file.len = len;
    file.at = 0;
    file.step = step;
    file.calls_left = (size_t)-1;
    file.failure = -1;
    return file;
}

static ptrdiff_t read_memory(void *context, uint8_t *buffer, size_t buffer_len) {
    memory_file *file = (memory_file *)context;
    size_t count = file->len - file->at;
    if (file->calls_left-- == 0) {
        return file->failure;
    }
    count = count > buffer_len ? buffer_len : count;
    count = count > file->step ? file->step : count;
    memcpy(buffer, file->data + file->at, count);
    file->at += count;
    return (ptrdiff_t)count;
}

static ptrdiff_t write_memory(void *context, const uint8_t *data, size_t data_len) {
    memory_file *file = (memory_file *)context;
    const size_t count = data_len > file->step ? file->step : data_len;
    if (file->calls_left-- == 0 || file->len - file->at < count) {
        return file->failure;
    }
    memcpy(file->data + file->at, data, count);
    file->at += count;
    return (ptrdiff_t)count;
}

static carnelian_reader reader_of(memory_file *file) {
    carnelian_reader reader;
    reader.read = read_memory;
    reader.context = file;
    return reader;
}

static carnelian_writer writer_of(memory_file *file) {
    carnelian_writer writer;
    writer.write = write_memory;
    writer.context = file;
    return writer;
}

static void one_length(size_t len) {
    uint64_t sealed_len = 0, back = 0;
    memory_file from, to;
    carnelian_reader reader = reader_of(&from);
    carnelian_writer writer = writer_of(&to);
    OK(carnelian_sealed_file_len(len, &sealed_len));
    OK(carnelian_sealed_file_plaintext_len(sealed_len, &back));
    CHECK(back == len && sealed_len <= MAX_SEALED);
    OK(carnelian_sealed_file_seal(key, NULL, plaintext, len, sealed, (size_t)sealed_len));
    OK(carnelian_sealed_file_open(key, sealed, (size_t)sealed_len, opened, len));
    CHECK(memcmp(plaintext, opened, len) == 0);

    /* Streams: what one seals, the other opens. */
    from = file_of(sealed, (size_t)sealed_len, 1000);
    to = file_of(opened, len, 777);
    memset(opened, 0, sizeof opened);
    OK(carnelian_sealed_file_open_stream(key, &reader, &writer));
    CHECK(to.at == len && memcmp(plaintext, opened, len) == 0);
    from = file_of(plaintext, len, 12345);
    to = file_of(streamed, sizeof streamed, 54321);
    OK(carnelian_sealed_file_seal_stream(key, NULL, &reader, &writer));
    CHECK(to.at == sealed_len);
    OK(carnelian_sealed_file_open(key, streamed, (size_t)sealed_len, opened, len));
    CHECK(memcmp(plaintext, opened, len) == 0);

    /* Damage, wherever it is, and files that are cut off. */
    sealed[sealed_len - 1] ^= 1;
    memset(opened, 1, sizeof opened);
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_sealed_file_open(key, sealed, (size_t)sealed_len, opened, len));
    CHECK(is_zero(opened, len) && opened[len] == 1);
    from = file_of(sealed, (size_t)sealed_len, MAX_SEALED);
    to = file_of(opened, len, MAX);
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_sealed_file_open_stream(key, &reader, &writer));
    CHECK(to.at <= len / CHUNK * CHUNK);
    from = file_of(streamed, (size_t)sealed_len - 1, MAX_SEALED);
    to = file_of(opened, len, MAX);
    GIVES(CARNELIAN_ERROR_AUTHENTICATION, carnelian_sealed_file_open_stream(key, &reader, &writer));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_sealed_file_open(other_key, streamed, (size_t)sealed_len, opened, len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_sealed_file_open(key, streamed, (size_t)sealed_len, opened, len + 1));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_sealed_file_seal(key, NULL, plaintext, len, sealed, (size_t)sealed_len + 1));
    CHECK(is_zero(sealed, (size_t)sealed_len + 1));
}

static void passphrases(void) {
    const size_t len = 20, sealed_len = 20 + 96 + 16;
    carnelian_argon2_cost cost = {9, 9, 9};
    const carnelian_argon2_cost none = {0, 0, 0};
    memory_file from, to;
    carnelian_reader reader = reader_of(&from);
    carnelian_writer writer = writer_of(&to);
    int by_passphrase = -1;
    OK(carnelian_sealed_file_seal_with_passphrase(TEXT("secret"), &LOW, NULL, plaintext, len, sealed, sealed_len));
    OK(carnelian_sealed_file_read_header(sealed, &by_passphrase, &cost));
    CHECK(by_passphrase == 1 && cost.memory_kib == 64 && cost.passes == 1 && cost.lanes == 1);
    OK(carnelian_sealed_file_open_with_passphrase(TEXT("secret"), NULL, sealed, sealed_len, opened, len));
    CHECK(memcmp(plaintext, opened, len) == 0);
    GIVES(CARNELIAN_ERROR_PASSPHRASE,
          carnelian_sealed_file_open_with_passphrase(TEXT("Secret"), NULL, sealed, sealed_len, opened, len));
    CHECK(is_zero(opened, len));
    GIVES(CARNELIAN_ERROR_COST,
          carnelian_sealed_file_open_with_passphrase(TEXT("secret"), &LOWER, sealed, sealed_len, opened, len));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_sealed_file_open(key, sealed, sealed_len, opened, len));
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_sealed_file_seal_with_passphrase(TEXT("secret"), &none, NULL, plaintext,
                                                                               len, streamed, sealed_len));

    from = file_of(sealed, sealed_len, 10);
    to = file_of(opened, len, 10);
    OK(carnelian_sealed_file_open_stream_with_passphrase(TEXT("secret"), &LOW, &reader, &writer));
    CHECK(to.at == len && memcmp(plaintext, opened, len) == 0);
    from = file_of(sealed, sealed_len, 10);
    GIVES(CARNELIAN_ERROR_COST,
          carnelian_sealed_file_open_stream_with_passphrase(TEXT("secret"), &LOWER, &reader, &writer));
    from = file_of(plaintext, len, 10);
    to = file_of(streamed, sizeof streamed, 10);
    OK(carnelian_sealed_file_seal_stream_with_passphrase(TEXT("secret"), &LOW, NULL, &reader, &writer));
    OK(carnelian_sealed_file_open_with_passphrase(TEXT("secret"), NULL, streamed, sealed_len, opened, len));

    OK(carnelian_sealed_file_seal(key, NULL, plaintext, len, sealed, sealed_len));
    OK(carnelian_sealed_file_read_header(sealed, &by_passphrase, &cost));
    CHECK(by_passphrase == 0 && cost.memory_kib == 0);
    GIVES(CARNELIAN_ERROR_KEY_KIND,
          carnelian_sealed_file_open_with_passphrase(TEXT("secret"), NULL, sealed, sealed_len, opened, len));
    sealed[20] ^= 1;
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_sealed_file_read_header(sealed, &by_passphrase, &cost));
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_sealed_file_open(key, sealed, sealed_len, opened, len));
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_sealed_file_open(key, plaintext, 100, opened, 0));
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_sealed_file_open(key, NULL, 0, NULL, 0));
}

static void functions_that_fail(void) {
    memory_file from, to;
    carnelian_reader reader = reader_of(&from);
    carnelian_writer writer = writer_of(&to);
    carnelian_random_source broken;
    /* Too many bytes, a negative number, and none where one is due. */
    static const ptrdiff_t READS[] = {-1, -100, CHUNK + 100000}, WRITES[] = {-1, 0, MAX_SEALED};
    size_t i, calls;
    broken.fill = no_bytes;
    broken.context = NULL;
    for (i = 0; i < 3; i++) {
        for (calls = 0; calls < 3; calls++) {
            from = file_of(plaintext, MAX, CHUNK);
            from.calls_left = calls;
            from.failure = READS[i];
            to = file_of(streamed, sizeof streamed, MAX_SEALED);
            GIVES(CARNELIAN_ERROR_IO, carnelian_sealed_file_seal_stream(key, NULL, &reader, &writer));
            from = file_of(plaintext, MAX, CHUNK);
            to.at = 0;
            to.calls_left = calls;
            to.failure = WRITES[i];
            GIVES(CARNELIAN_ERROR_IO, carnelian_sealed_file_seal_stream(key, NULL, &reader, &writer));
        }
    }
    from = file_of(plaintext, 10, CHUNK);
    to = file_of(streamed, sizeof streamed, MAX_SEALED);
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_sealed_file_seal_stream(key, &broken, &reader, &writer));
    CHECK(to.at == 0);
    OK(carnelian_sealed_file_seal_stream(key, NULL, &reader, &writer));
    from = file_of(streamed, to.at, CHUNK);
    from.calls_left = 1;
    to = file_of(opened, sizeof opened, MAX);
    GIVES(CARNELIAN_ERROR_IO, carnelian_sealed_file_open_stream(key, &reader, &writer));
    from.at = 0;
    from.calls_left = (size_t)-1;
    to.calls_left = 0;
    GIVES(CARNELIAN_ERROR_IO, carnelian_sealed_file_open_stream(key, &reader, &writer));
    from = file_of(plaintext, 96, CHUNK);
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_sealed_file_open_stream(key, &reader, &writer));
    from = file_of(plaintext, 5, CHUNK);
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_sealed_file_open_stream(key, &reader, &writer));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_sealed_file_seal_stream(key, NULL, NULL, &writer));
    reader.read = NULL;
    GIVES(CARNELIAN_ERROR_NULL, carnelian_sealed_file_seal_stream(key, NULL, &reader, &writer));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_sealed_file_open_stream(key, &reader, &writer));
}

int main(void) {
    static const size_t LENGTHS[] = {0, 1, 1000, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, MAX};
    uint64_t len = 1;
    size_t i;
    OK(carnelian_random(NULL, key, sizeof key));
    OK(carnelian_random(NULL, other_key, sizeof other_key));
    count_up(plaintext, sizeof plaintext, 3);
    for (i = 0; i < sizeof LENGTHS / sizeof LENGTHS[0]; i++) {
        one_length(LENGTHS[i]);
    }
    passphrases();
    functions_that_fail();
    GIVES(CARNELIAN_ERROR_LIMIT, carnelian_sealed_file_len(~(uint64_t)0, &len));
    CHECK(len == 0);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_sealed_file_plaintext_len(111, &len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_sealed_file_plaintext_len(96 + CHUNK + 16 + 16, &len));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_sealed_file_seal(key, NULL, sealed + 3, 10, sealed, 10 + 96 + 16));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_sealed_file_seal(NULL, NULL, plaintext, 10, sealed, 10 + 96 + 16));
    return 0;
}
