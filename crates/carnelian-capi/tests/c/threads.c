/* Threads: no call starts any unless the program asks, the results do not depend on their number, a process that is
   forked has its own, and where the system starts none the caller's thread does the work. */
/* unshare; compilers of C++ define it themselves. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "check.h"
#include <dirent.h>
#include <fcntl.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 32, SIGNATURE = 17088, N = 16 };

static const carnelian_argon2_cost COST = {256, 1, 4};
static carnelian_signing_key *key;
/* A hash of Argon2 with four lanes, two signatures made as a batch, and one whose trees are threads' work. */
static uint8_t results[TAG + 3 * SIGNATURE], expected[sizeof results];

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

/* Returns bytes that are always the same. */
static int constant(void *context, uint8_t *bytes, size_t len) {
    (void)context;
    memset(bytes, 7, len);
    return 0;
}

static void make_key(void) {
    uint8_t seeds[3 * N];
    memset(seeds, 1, sizeof seeds);
    OK(carnelian_signing_key_new(CARNELIAN_SLHDSA_SHAKE_128F, seeds, sizeof seeds, &key));
}

/* Calls each kind of function that uses threads. */
static void work(void) {
    const carnelian_random_source random = {constant, NULL};
    const uint8_t *messages[] = {(const uint8_t *)"one", (const uint8_t *)"three"};
    const size_t lens[] = {3, 5};
    carnelian_argon2_inputs inputs;
    carnelian_sign_options options;
    memset(&options, 0, sizeof options);
    memset(results, 0, sizeof results);
    memset(&inputs, 0, sizeof inputs);
    inputs.password = (const uint8_t *)"a password";
    inputs.password_len = 10;
    inputs.salt = (const uint8_t *)"a long salt";
    inputs.salt_len = 11;
    OK(carnelian_argon2(CARNELIAN_ARGON2ID, &COST, &inputs, results, TAG));
    options.random = &random;
    OK(carnelian_slhdsa_sign_batch(key, &options, messages, lens, 2, results + TAG, 2 * SIGNATURE));
    options.hedging = CARNELIAN_HEDGING_NONE;
    OK(carnelian_signing_key_sign(key, &options, TEXT("a message"), results + TAG + 2 * SIGNATURE, SIGNATURE));
}

/* Checks the results in a process that is forked, which has a minute, and returns how many threads it then has. */
static int in_a_child(void) {
    int status = 0;
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(60);
        work();
        _exit(memcmp(results, expected, sizeof results) == 0 ? threads() : 100);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) < 100);
    return WEXITSTATUS(status);
}

/* Valgrind takes what belongs to the threads of the parent for lost in a child, which has none of them. */
static void check_in_a_child(int with) {
    if (getenv("UNDER_VALGRIND") == NULL) {
        CHECK(in_a_child() == with);
    }
}

#ifdef __linux__
/* Checks a process that has the number of its parent, as the first one of a container that starts another container. Where
   the system permits no containers, nothing is checked. */
static void check_containers(void) {
    const struct timespec pause = {0, 100 * 1000 * 1000};
    int status = 0, tenths = 0;
    const pid_t maker = fork();
    CHECK(maker >= 0);
    if (maker == 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) {
            _exit(0);
        }
        const pid_t first = fork();
        if (first == 0) {
            work();
            const int is_first = getpid() == 1 && unshare(CLONE_NEWPID) == 0;
            const pid_t second = is_first ? fork() : -1;
            if (second == 0) {
                work();
                _exit(memcmp(results, expected, sizeof results) == 0 && getpid() == 1 ? 0 : 1);
            }
            _exit(second > 0 && waitpid(second, &status, 0) == second && status == 0 ? 0 : 1);
        }
        /* Nothing but this signal ends the first process of a container. */
        while (waitpid(first, &status, WNOHANG) == 0) {
            if (tenths++ == 600) {
                kill(first, SIGKILL);
            }
            nanosleep(&pause, NULL);
        }
        _exit(status == 0 ? 0 : 1);
    }
    CHECK(waitpid(maker, &status, 0) == maker);
    CHECK(status == 0);
}
#endif

/* Asks for a backend in a process that is forked while its parent is reporting, and ends the parent with the result. */
static void ask_in_a_child(int signal_number) {
    char name[CARNELIAN_BACKEND_NAME_SIZE];
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        /* The signal that is being handled is blocked. */
        sigset_t handled;
        sigemptyset(&handled);
        sigaddset(&handled, signal_number);
        sigprocmask(SIG_UNBLOCK, &handled, NULL);
        signal(signal_number, SIG_DFL);
        alarm(60);
        _exit(carnelian_backend(CARNELIAN_FAMILY_SHA256, name, sizeof name) == CARNELIAN_OK ? 0 : 1);
    }
    _exit(child > 0 && waitpid(child, &status, 0) == child && status == 0 ? 0 : 1);
}

/* Checks that nobody waits for the report that CARNELIAN_CPU is ignored: here nobody reads it. */
static void check_report(void) {
    const struct itimerval soon = {{0, 0}, {0, 200 * 1000}};
    char name[CARNELIAN_BACKEND_NAME_SIZE];
    int status = 0, ends[2];
    const pid_t reporter = fork();
    CHECK(reporter >= 0);
    if (reporter == 0) {
        CHECK(pipe(ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
        while (write(ends[1], "", 1) == 1) {
        }
        CHECK(fcntl(ends[1], F_SETFL, 0) == 0 && dup2(ends[1], 2) == 2);
        setenv("CARNELIAN_CPU", "no tier", 1);
        signal(SIGALRM, ask_in_a_child);
        setitimer(ITIMER_REAL, &soon, NULL);
        _exit(carnelian_backend(CARNELIAN_FAMILY_SHA256, name, sizeof name) == CARNELIAN_OK ? 2 : 3);
    }
    CHECK(waitpid(reporter, &status, 0) == reporter);
    CHECK(status == 0);
}

int main(void) {
    const int alone = threads();
    /* Of a process that was forked, only the thread that called is left. */
    const int forked = alone < 1 ? alone : 1;
    check_report();
    make_key();
    work();
    memcpy(expected, results, sizeof results);
    CHECK(threads() == alone);

    carnelian_set_thread_limit(4);
    if (sizeof(void *) == 8) {
        /* The stack of a thread is to be larger than the address space: none starts. */
        setenv("RUST_MIN_STACK", "140737488355328", 1);
        check_in_a_child(forked);
        unsetenv("RUST_MIN_STACK");
    }
    /* What a program asks for its own threads may be too little for those of the library. */
    setenv("RUST_MIN_STACK", "1", 1);
    work();
    unsetenv("RUST_MIN_STACK");
    CHECK(memcmp(results, expected, sizeof results) == 0);
    if (alone == 1) {
        CHECK(threads() == 5);
        check_in_a_child(5);
    }
#ifdef __linux__
    if (getenv("UNDER_VALGRIND") == NULL) {
        check_containers();
    }
#endif
    carnelian_set_thread_limit(1);
    check_in_a_child(forked);
    carnelian_signing_key_free(key);
    return 0;
}
