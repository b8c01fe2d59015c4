/* The groups and their scalars: examples of RFC 8032 and RFC 9496, laws, and all that is refused. */
#include "vectors.h"

#define EDWARDS CARNELIAN_EDWARDS25519
#define RISTRETTO CARNELIAN_RISTRETTO255

static int equal(const carnelian_point *a, const carnelian_point *b) {
    int answer = -1;
    OK(carnelian_point_equal(a, b, &answer));
    CHECK(answer == 0 || answer == 1);
    return answer;
}

static void scalars(void) {
    uint8_t a[32], b[32], c[32], d[32], one[32] = {1}, wide[64];
    int same = -1;
    /* The order of the base point, which is 0, and one more. */
    from_hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", a);
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_scalar_check(a));
    OK(carnelian_scalar_reduce(a, 32, b));
    CHECK(is_zero(b, 32));
    OK(carnelian_scalar_check(b));
    OK(carnelian_scalar_random(NULL, a));
    OK(carnelian_scalar_check(a));
    OK(carnelian_scalar_invert(a, b));
    OK(carnelian_scalar_mul(a, b, c));
    OK(carnelian_scalar_equal(c, one, &same));
    CHECK(same == 1);
    OK(carnelian_scalar_add(a, b, c));
    OK(carnelian_scalar_sub(c, b, c));
    CHECK(memcmp(a, c, 32) == 0);
    OK(carnelian_scalar_equal(a, b, &same));
    CHECK(same == 0);
    OK(carnelian_scalar_negate(a, c));
    OK(carnelian_scalar_add(a, c, d));
    CHECK(is_zero(d, 32));
    OK(carnelian_scalar_mul_add(a, b, c, d));
    OK(carnelian_scalar_add(d, a, d));
    CHECK(memcmp(d, one, 32) == 0);
    memset(wide, 0, sizeof wide);
    wide[0] = 5;
    OK(carnelian_scalar_reduce(wide, 64, c));
    CHECK(c[0] == 5 && is_zero(c + 1, 31));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_scalar_reduce(wide, 48, c));
    CHECK(is_zero(c, 32));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_scalar_mul(a, NULL, c));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_scalar_equal(a, b, NULL));
}

/* Laws that hold in both groups. */
static void laws(carnelian_group group) {
    uint8_t s[32], t[32], sum[32], bytes[32];
    carnelian_point base, sP, tP, left, right, points[2];
    uint8_t two[64];
    int answer = -1;
    OK(carnelian_scalar_random(NULL, s));
    OK(carnelian_scalar_random(NULL, t));
    OK(carnelian_scalar_add(s, t, sum));
    OK(carnelian_point_base(group, &base));
    OK(carnelian_point_mul_base(group, s, &sP));
    OK(carnelian_point_mul(t, &base, &tP));
    OK(carnelian_point_add(&sP, &tP, &left));
    OK(carnelian_point_mul_base(group, sum, &right));
    CHECK(equal(&left, &right) && !equal(&left, &sP));
    OK(carnelian_point_sub(&left, &tP, &left));
    CHECK(equal(&left, &sP));
    OK(carnelian_point_encode(&sP, bytes));
    OK(carnelian_point_decode(group, bytes, &left));
    CHECK(equal(&left, &sP));
    OK(carnelian_point_double(&left, &left));
    OK(carnelian_point_add(&sP, &sP, &right));
    CHECK(equal(&left, &right));
    OK(carnelian_point_negate(&sP, &left));
    OK(carnelian_point_add(&left, &sP, &left));
    OK(carnelian_point_is_identity(&left, &answer));
    CHECK(answer == 1);
    OK(carnelian_point_identity(group, &right));
    CHECK(equal(&left, &right));
    OK(carnelian_point_is_identity(&sP, &answer));
    CHECK(answer == 0);
    OK(carnelian_point_double_mul_base_vartime(s, &tP, t, &left));
    OK(carnelian_point_mul(s, &tP, &right));
    OK(carnelian_point_add(&right, &tP, &right));
    CHECK(equal(&left, &right));
    OK(carnelian_point_copy(&sP, &points[0]));
    OK(carnelian_point_copy(&tP, &points[1]));
    memcpy(two, t, 32);
    memcpy(two + 32, s, 32);
    OK(carnelian_point_multi_mul_vartime(group, two, points, 2, &left));
    OK(carnelian_point_mul(t, &sP, &right));
    OK(carnelian_point_double(&right, &right));
    CHECK(equal(&left, &right));
    OK(carnelian_point_multi_mul_vartime(group, NULL, NULL, 0, &left));
    OK(carnelian_point_is_identity(&left, &answer));
    CHECK(answer == 1);

    OK(carnelian_point_wipe(&left));
    CHECK(is_zero(&left, sizeof left));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_point_encode(&left, bytes));
    CHECK(is_zero(bytes, 32));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_point_add(&left, &right, &right));
    CHECK(is_zero(&right, sizeof right));
    GIVES(CARNELIAN_ERROR_STATE, carnelian_point_copy(&left, &right));
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_point_copy(&sP, &sP));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_point_encode(NULL, bytes));
    memcpy(&left, &sP, sizeof left);
    GIVES(CARNELIAN_ERROR_STATE, carnelian_point_encode(&left, bytes));
    memset(bytes, 0xff, 32);
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_point_decode(group, bytes, &left));
    CHECK(is_zero(&left, sizeof left));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_point_decode(3, bytes, &left));
}

/* RFC 9496, Appendices A.1 and A.3. */
static void ristretto(void) {
    uint8_t bytes[64];
    carnelian_point point, other;
    int answer = 0;
    OK(carnelian_point_base(RISTRETTO, &point));
    OK(carnelian_point_encode(&point, bytes));
    CHECK(is_hex(bytes, 32, "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"));
    OK(carnelian_point_double(&point, &point));
    OK(carnelian_point_encode(&point, bytes));
    CHECK(is_hex(bytes, 32, "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919"));
    from_hex("5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
             "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6", bytes);
    OK(carnelian_ristretto255_from_uniform(bytes, &point));
    OK(carnelian_point_encode(&point, bytes));
    CHECK(is_hex(bytes, 32, "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"));
    OK(carnelian_ristretto255_random(NULL, &other));
    CHECK(!equal(&point, &other));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_point_is_small_order(&point, &answer));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_point_mul_by_cofactor(&point, &other));
    OK(carnelian_point_base(EDWARDS, &other));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_point_equal(&point, &other, &answer));
    GIVES(CARNELIAN_ERROR_KEY_KIND, carnelian_point_add(&point, &other, &other));
}

static void edwards(void) {
    enum { COUNT = 9 };
    uint8_t bytes[32 * COUNT], again[32 * COUNT], secret[32], u[32], verdicts[COUNT];
    carnelian_point points[COUNT], point, other;
    int answer = -1;
    size_t i;
    OK(carnelian_point_base(EDWARDS, &point));
    OK(carnelian_point_encode(&point, bytes));
    CHECK(is_hex(bytes, 32, "5866666666666666666666666666666666666666666666666666666666666666"));
    OK(carnelian_point_is_torsion_free(&point, &answer));
    CHECK(answer == 1);
    OK(carnelian_point_is_small_order(&point, &answer));
    CHECK(answer == 0);
    /* A point of order 4, whose encoding is 0. */
    memset(bytes, 0, 32);
    OK(carnelian_point_decode(EDWARDS, bytes, &other));
    OK(carnelian_point_is_small_order(&other, &answer));
    CHECK(answer == 1);
    OK(carnelian_point_add(&point, &other, &point));
    OK(carnelian_point_is_torsion_free(&point, &answer));
    CHECK(answer == 0);
    OK(carnelian_point_mul_by_cofactor(&point, &point));
    OK(carnelian_point_is_torsion_free(&point, &answer));
    CHECK(answer == 1);
    /* An encoding that only ZIP 215 accepts. */
    memset(bytes, 0xff, 32);
    bytes[0] = 0xee;
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_point_decode(EDWARDS, bytes, &point));
    OK(carnelian_point_decode_zip215(bytes, &point));

    /* Montgomery's form, and numbers that are not reduced. */
    OK(carnelian_random(NULL, secret, 32));
    OK(carnelian_exchange_public_key(CARNELIAN_X25519, secret, 32, u, 32));
    secret[0] &= 248;
    secret[31] = (uint8_t)((secret[31] & 127) | 64);
    OK(carnelian_point_mul_base_bytes(secret, &point));
    OK(carnelian_point_to_montgomery(&point, bytes));
    CHECK(memcmp(u, bytes, 32) == 0);
    OK(carnelian_point_encode(&point, bytes));
    OK(carnelian_point_from_montgomery(u, bytes[31] >> 7, &other));
    CHECK(equal(&point, &other));
    GIVES(CARNELIAN_ERROR_ARGUMENT, carnelian_point_from_montgomery(u, -1, &other));

    for (i = 0; i < COUNT; i++) {
        secret[0] = (uint8_t)i;
        OK(carnelian_point_mul_base(EDWARDS, secret, &points[i]));
        OK(carnelian_point_encode(&points[i], bytes + 32 * i));
    }
    OK(carnelian_point_encode_batch(points, COUNT, again));
    CHECK(memcmp(bytes, again, sizeof bytes) == 0);
    memset(bytes + 64, 0xff, 32);
    GIVES(CARNELIAN_ERROR_ENCODING, carnelian_point_decode_batch(bytes, COUNT, points, verdicts));
    for (i = 0; i < COUNT; i++) {
        CHECK(verdicts[i] == (i != 2));
        GIVES(i == 2 ? CARNELIAN_ERROR_STATE : CARNELIAN_OK, carnelian_point_encode(&points[i], u));
        CHECK(i == 2 || memcmp(u, again + 32 * i, 32) == 0);
    }
    GIVES(CARNELIAN_ERROR_STATE, carnelian_point_encode_batch(points, COUNT, again));
    CHECK(is_zero(again, sizeof again));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_point_decode_batch(NULL, COUNT, points, verdicts));
    CHECK(is_zero(points, sizeof points) && is_zero(verdicts, sizeof verdicts));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_point_decode_batch(bytes, COUNT, NULL, verdicts));
    OK(carnelian_point_decode_batch(bytes, 2, points, NULL));
    OK(carnelian_point_encode_batch(NULL, 0, NULL));
}

int main(void) {
    scalars();
    laws(EDWARDS);
    laws(RISTRETTO);
    ristretto();
    edwards();
    return 0;
}
