/* Encrypts a file of any size in constant memory, and decrypts it. A file that was changed is refused, and nothing of the
   changed chunk is written.

       cc seal_file.c $(pkg-config --cflags --libs carnelian) */
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

static ptrdiff_t read_file(void *context, uint8_t *buffer, size_t buffer_len) {
    FILE *file = (FILE *)context;
    const size_t count = fread(buffer, 1, buffer_len, file);
    return ferror(file) ? -1 : (ptrdiff_t)count;
}

static ptrdiff_t write_file(void *context, const uint8_t *data, size_t data_len) {
    const size_t count = fwrite(data, 1, data_len, (FILE *)context);
    return count == 0 ? -1 : (ptrdiff_t)count;
}

static FILE *temporary(void) {
    FILE *file = tmpfile();
    if (file == NULL) {
        perror("a temporary file");
        exit(1);
    }
    return file;
}

int main(void) {
    FILE *plain = temporary(), *sealed = temporary(), *opened = temporary();
    uint8_t key[CARNELIAN_SEALED_FILE_KEY_LEN];
    carnelian_reader reader;
    carnelian_writer writer;
    carnelian_status status;
    long i, len;

    for (i = 0; i < 200000; i++) {
        fputc((int)(i % 251), plain);
    }
    rewind(plain);
    must(carnelian_random(NULL, key, sizeof key));

    reader.read = read_file;
    reader.context = plain;
    writer.write = write_file;
    writer.context = sealed;
    must(carnelian_sealed_file_seal_stream(key, NULL, &reader, &writer));
    len = ftell(sealed);
    printf("200000 bytes are sealed in %ld\n", len);

    rewind(sealed);
    reader.context = sealed;
    writer.context = opened;
    must(carnelian_sealed_file_open_stream(key, &reader, &writer));
    rewind(plain);
    rewind(opened);
    while ((i = fgetc(plain)) != EOF) {
        if (fgetc(opened) != i) {
            return 1;
        }
    }
    printf("opened, they are what was sealed\n");

    fseek(sealed, len - 1, SEEK_SET);
    i = fgetc(sealed);
    fseek(sealed, len - 1, SEEK_SET);
    fputc((int)(i ^ 1), sealed);
    rewind(sealed);
    rewind(opened);
    status = carnelian_sealed_file_open_stream(key, &reader, &writer);
    printf("changed: %s\n", carnelian_status_text((int)status));

    must(carnelian_wipe(key, sizeof key));
    fclose(plain);
    fclose(sealed);
    fclose(opened);
    return status == CARNELIAN_ERROR_AUTHENTICATION ? 0 : 1;
}
