/* The self-test: its answers are right, with the name and without. */
#include "check.h"

int main(void) {
    char name[CARNELIAN_SELF_TEST_NAME_SIZE];
    memset(name, 'x', sizeof name);
    OK(carnelian_self_test(name, sizeof name));
    CHECK(is_zero(name, sizeof name));
    OK(carnelian_self_test(NULL, 0));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_self_test(NULL, sizeof name));
    /* A name for which there is no place would hide that an answer is wrong. */
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_self_test(name, 4));
    memset(name, 'x', sizeof name);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_self_test(name, sizeof name - 1));
    CHECK(is_zero(name, sizeof name - 1) && name[sizeof name - 1] == 'x');
    return 0;
}
