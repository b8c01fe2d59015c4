/* Runs a test program, whose `main` was renamed when it was compiled, on a thread with the stack that is documented. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define STACK (96 * 1024)

int program(void);

#undef main

static void *run(void *failed) {
    *(int *)failed = program();
    return NULL;
}

int main(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    int failed = 1;
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, STACK) != 0
        || pthread_create(&thread, &attributes, run, &failed) != 0 || pthread_join(thread, NULL) != 0) {
        fputs("no thread with a small stack\n", stderr);
        return 1;
    }
    return failed;
}
