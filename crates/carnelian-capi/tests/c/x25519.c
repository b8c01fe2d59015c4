/* X25519 and Elligator 2: examples of RFC 7748 and RFC 9380, batches, and all that is refused. */
#include "vectors.h"

static void key_agreement(void) {
    uint8_t alice[32], bob[32], a[32], b[32], shared[32], blinded[32], zero[32];
    /* RFC 7748, Section 6.1. */
    from_hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb", bob);
    OK(carnelian_exchange_public_key(CARNELIAN_X25519, bob, 32, b, 32));
    CHECK(is_hex(b, 32, "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"));
    /* Section 5.2. */
    from_hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4", alice);
    from_hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c", a);
    OK(carnelian_x25519(alice, a, shared));
    CHECK(is_hex(shared, 32, "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"));
    /* Output over an input. */
    OK(carnelian_x25519(alice, a, a));
    CHECK(memcmp(a, shared, 32) == 0);

    OK(carnelian_exchange_generate(CARNELIAN_X25519, NULL, alice, 32, a, 32));
    OK(carnelian_exchange_agree(CARNELIAN_X25519, alice, 32, b, 32, shared, 32));
    OK(carnelian_exchange_agree(CARNELIAN_X25519, bob, 32, a, 32, blinded, 32));
    CHECK(memcmp(shared, blinded, 32) == 0);
    OK(carnelian_exchange_check_public_key(CARNELIAN_X25519, a, 32));

    /* The inverse removes a blinding. */
    OK(carnelian_x25519(bob, a, blinded));
    OK(carnelian_x25519_inverse(bob, blinded, blinded));
    CHECK(memcmp(a, blinded, 32) == 0);

    memset(zero, 0, sizeof zero);
    memset(shared, 1, sizeof shared);
    GIVES(CARNELIAN_ERROR_POINT, carnelian_exchange_agree(CARNELIAN_X25519, alice, 32, zero, 32, shared, 32));
    CHECK(is_zero(shared, sizeof shared));
    OK(carnelian_x25519(alice, zero, shared));
    CHECK(is_zero(shared, sizeof shared));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_exchange_check_public_key(CARNELIAN_X25519, zero, 32));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_exchange_agree(CARNELIAN_X25519, NULL, 32, a, 32, shared, 32));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_exchange_public_key(CARNELIAN_X25519, alice, 32, NULL, 32));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_x25519(alice, NULL, shared));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_exchange_check_public_key(CARNELIAN_X25519, NULL, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_exchange_check_public_key(CARNELIAN_X25519, a, 31));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_exchange_agree(CARNELIAN_X25519, alice, 31, a, 32, shared, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_exchange_agree(CARNELIAN_X25519, alice, 32, a, 33, shared, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_exchange_agree(CARNELIAN_X25519, alice, 32, a, 32, shared, 31));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_exchange_generate(CARNELIAN_X25519, NULL, alice, 32, a, 31));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_exchange_public_key(CARNELIAN_X25519, alice, 32, a, 31));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_exchange_public_key(0, alice, 32, a, 32));
    CHECK(carnelian_exchange_private_key_len(CARNELIAN_X25519) == 32 && carnelian_exchange_private_key_len(0) == 0);
    CHECK(carnelian_exchange_public_key_len(CARNELIAN_X25519) == CARNELIAN_X25519_PUBLIC_KEY_LEN);
    CHECK(carnelian_exchange_shared_secret_len(CARNELIAN_X25519) == CARNELIAN_X25519_SHARED_SECRET_LEN);
}

static void sources(void) {
    uint8_t secret[32], public_key[32], expected[32], next = 0;
    carnelian_random_source source;
    source.fill = counting_bytes;
    source.context = &next;
    OK(carnelian_exchange_generate(CARNELIAN_X25519, &source, secret, 32, public_key, 32));
    count_up(expected, sizeof expected, 0);
    CHECK(memcmp(secret, expected, sizeof secret) == 0);
    source.fill = no_bytes;
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_exchange_generate(CARNELIAN_X25519, &source, secret, 32, public_key, 32));
    CHECK(is_zero(secret, sizeof secret) && is_zero(public_key, sizeof public_key));
    source.fill = NULL;
    GIVES(CARNELIAN_ERROR_NULL, carnelian_exchange_generate(CARNELIAN_X25519, &source, secret, 32, public_key, 32));
}

static void batches(void) {
    enum { COUNT = 21 };
    uint8_t secrets[32 * COUNT], publics[32 * COUNT], again[32 * COUNT], shared[32 * COUNT], one[32], verdicts[COUNT];
    size_t i;
    OK(carnelian_x25519_generate_batch(NULL, COUNT, secrets, publics));
    OK(carnelian_x25519_public_key_batch(secrets, COUNT, again));
    CHECK(memcmp(publics, again, sizeof publics) == 0);
    memset(publics + 32 * 3, 0, 32);
    GIVES(CARNELIAN_ERROR_POINT, carnelian_x25519_agree_batch(secrets, publics, COUNT, shared, verdicts));
    for (i = 0; i < COUNT; i++) {
        CHECK(verdicts[i] == (i != 3));
        GIVES(i == 3 ? CARNELIAN_ERROR_POINT : CARNELIAN_OK,
              carnelian_exchange_agree(CARNELIAN_X25519, secrets + 32 * i, 32, publics + 32 * i, 32, one, 32));
        CHECK(memcmp(one, shared + 32 * i, 32) == 0);
    }
    memcpy(publics + 32 * 3, again + 32 * 3, 32);
    OK(carnelian_x25519_agree_batch(secrets, publics, COUNT, publics, NULL));
    CHECK(memcmp(publics, shared, 32) == 0);
    OK(carnelian_x25519_agree_batch(NULL, NULL, 0, NULL, NULL));
    OK(carnelian_x25519_public_key_batch(NULL, 0, NULL));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_x25519_agree_batch(secrets, NULL, COUNT, shared, verdicts));
    CHECK(is_zero(shared, sizeof shared) && is_zero(verdicts, sizeof verdicts));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_x25519_public_key_batch(secrets, (size_t)-1 / 8, again));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_x25519_generate_batch(NULL, (size_t)-1, secrets, publics));
}

static void elligator(void) {
    uint8_t secret[32], public_key[32], representative[32], point[32], shared[32], other[32], peer[32], tweak = 0;
    OK(carnelian_elligator2_generate(NULL, secret, representative));
    OK(carnelian_elligator2_map(representative, public_key));
    OK(carnelian_elligator2_dirty_public_key(secret, point));
    CHECK(memcmp(public_key, point, 32) == 0);
    /* A dirty public key has the shared secrets of the clean one. */
    OK(carnelian_exchange_generate(CARNELIAN_X25519, NULL, other, 32, peer, 32));
    OK(carnelian_exchange_agree(CARNELIAN_X25519, other, 32, public_key, 32, shared, 32));
    OK(carnelian_exchange_agree(CARNELIAN_X25519, secret, 32, peer, 32, point, 32));
    CHECK(memcmp(shared, point, 32) == 0);
    /* One of the tweaks results in the representative. */
    do {
        OK(carnelian_elligator2_hide(secret, tweak, point));
        OK(carnelian_elligator2_rev(public_key, tweak, shared));
        CHECK(memcmp(point, shared, 32) == 0);
    } while (memcmp(point, representative, 32) != 0 && tweak++ < 255);
    CHECK(memcmp(point, representative, 32) == 0);
    /* Half of all keys have none. */
    do {
        OK(carnelian_exchange_generate(CARNELIAN_X25519, NULL, secret, 32, public_key, 32));
    } while (carnelian_elligator2_rev(public_key, 0, point) == CARNELIAN_OK);
    GIVES(CARNELIAN_ERROR_KEY, carnelian_elligator2_rev(public_key, 0, point));
    CHECK(is_zero(point, sizeof point));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_elligator2_map(NULL, point));

    /* RFC 9380, Appendices J.5.1 and J.5.2, the empty message. */
    OK(carnelian_elligator2_hash_to_curve(NULL, 0, TEXT("QUUX-V01-CS02-with-edwards25519_XMD:SHA-512_ELL2_RO_"),
                                          point));
    CHECK(is_hex(point, 32, "21dc15e10253796df23a7699c8a383ea624cce88c52431f6be220b1a56c8a609"));
    OK(carnelian_elligator2_encode_to_curve(NULL, 0, TEXT("QUUX-V01-CS02-with-edwards25519_XMD:SHA-512_ELL2_NU_"),
                                            shared));
    CHECK(memcmp(point, shared, 32) != 0);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_elligator2_hash_to_curve(TEXT("abc"), NULL, 0, point));
    CHECK(is_zero(point, sizeof point));
}

int main(void) {
    key_agreement();
    sources();
    batches();
    elligator();
    return 0;
}
