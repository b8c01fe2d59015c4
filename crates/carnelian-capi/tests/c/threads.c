/* Threads: no call starts any unless the program asks, the results do not depend on their number, a process that is
   forked has its own, and where the system starts none the caller's thread does the work. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

static const carnelian_argon2_cost COST = {256, 1, 4};
static uint8_t tag[32], expected[32];

/* Returns the number of threads of this process, or 0 where the system does not tell. */
static int threads(void) {
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    if (tasks == NULL) {
        return 0;
    }
    while (readdir(tasks) != NULL) {
        count++;
    }
    closedir(tasks);
    return count - 2;
}

static void hash(void) {
    memset(tag, 0, sizeof tag);
    OK(carnelian_argon2(CARNELIAN_ARGON2ID, &COST, TEXT("a password"), TEXT("a long salt"), NULL, 0, NULL, 0, tag,
                        sizeof tag));
}

/* Checks the hash in a process that is forked, which has a minute, and returns how many threads it then has. */
static int in_a_child(void) {
    int status = 0;
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(60);
        hash();
        _exit(memcmp(tag, expected, sizeof tag) == 0 ? threads() : 100);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) < 100);
    return WEXITSTATUS(status);
}

int main(void) {
    const int alone = threads();
    hash();
    memcpy(expected, tag, sizeof tag);
    CHECK(threads() == alone);

    carnelian_set_thread_limit(4);
    if (sizeof(void *) == 8) {
        /* The stack of a thread is to be larger than the address space: none starts. */
        setenv("RUST_MIN_STACK", "140737488355328", 1);
        CHECK(in_a_child() == alone);
        unsetenv("RUST_MIN_STACK");
    }
    hash();
    CHECK(memcmp(tag, expected, sizeof tag) == 0);
    if (alone == 1) {
        CHECK(threads() == 5);
        CHECK(in_a_child() == 5);
    }
    carnelian_set_thread_limit(1);
    CHECK(in_a_child() == alone);
    return 0;
}
