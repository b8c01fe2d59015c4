/* Key encapsulation: keys and ciphertexts that another implementation of FIPS 203 has computed, the examples of RFC 9180,
   every form of keys, batches, and all that is refused. */
#include "vectors.h"

static const struct {
    carnelian_kem_algorithm set;
    size_t public_len, expanded_len, ciphertext_len;
    /* SHA-256 of the public key, the expanded secret key and the ciphertext, and the shared secret, for the seed of bytes
       from 0 and the randomness of bytes from 0x80. */
    const char *public_key, *expanded, *ciphertext, *secret;
} SETS[] = {
    {CARNELIAN_MLKEM_512, 800, 1632, 768, "3ae268dccc5456ac0d0f9b39257dc48fe081383b97c400512d712b739762daee",
     "17fb29b8c4baf74fb81eea15ffd583b3e37f5a5b8dcf6db96c72c3b3751d6f17",
     "61bc8493b2a0b32c6a5be3ca58afa3dc64fb059b6298f6f7d61efbcee6f14032",
     "74a91ec5873cd675a267bb08a2ab43c1746f67923d2b95d5c5616102ca34f28a"},
    {CARNELIAN_MLKEM_768, 1184, 2400, 1088, "0b7934c83125c788995e2ba6bd761e33046b3e40571be53e023309a29f398cc9",
     "dac268bde6a8dd238e9887117d6b664e7a7a9350ad6b7c08a948e504809572a5",
     "1f16e217ad23771f7f72522c602dcf10cd1e2eea2648e72d29c1255a3949c33e",
     "ef91db44b6cd5b2c50f483481a3d6e2a08cc149764fcb8dc568851332da45ed9"},
    {CARNELIAN_MLKEM_1024, 1568, 3168, 1568, "c7b8fa0aa471d5ae18922d6ccad5b31e1d84f92ae723abfd13747018740a8530",
     "3a2a676c5a242ee683cb6097c8f3e64fbef4d90267f9250ec2beab8f99621fad",
     "ed94c4d368750d7afcae38a6e5a5d351840a8c66c6da49907f6ebfbdd402c2d3",
     "7d9404fdb9a12fafe778c3cec2c017de229fdb1c8564964830db5541970e8079"},
};
enum { SET_COUNT = sizeof SETS / sizeof SETS[0] };

static uint8_t public_key[CARNELIAN_KEM_PUBLIC_KEY_MAX_LEN], ciphertext[CARNELIAN_KEM_CIPHERTEXT_MAX_LEN];
static uint8_t expanded[CARNELIAN_KEM_EXPANDED_KEY_MAX_LEN];
static uint8_t secret[32], shared[32];

static int has_digest(const uint8_t *data, size_t len, const char *digits) {
    uint8_t digest[32];
    OK(carnelian_hash(CARNELIAN_SHA256, data, len, digest, sizeof digest));
    return is_hex(digest, sizeof digest, digits);
}

static void published(size_t i) {
    const carnelian_kem_algorithm set = SETS[i].set;
    const size_t public_len = SETS[i].public_len, expanded_len = SETS[i].expanded_len;
    const size_t ciphertext_len = SETS[i].ciphertext_len;
    uint8_t seed[64], m[32], next = 0;
    carnelian_random_source source;
    carnelian_mlkem_public_key *prepared = NULL;
    carnelian_mlkem_private_key *key = NULL;
    source.fill = counting_bytes;
    source.context = &next;
    count_up(m, sizeof m, 0x80);
    CHECK(carnelian_kem_public_key_len(set) == public_len && carnelian_kem_ciphertext_len(set) == ciphertext_len);
    CHECK(carnelian_kem_expanded_key_len(set) == expanded_len && carnelian_kem_private_key_len(set) == 64);
    OK(carnelian_kem_generate(set, &source, seed, 64, public_key, public_len));
    count_up(expanded, 64, 0);
    CHECK(memcmp(seed, expanded, 64) == 0 && has_digest(public_key, public_len, SETS[i].public_key));
    OK(carnelian_kem_check_public_key(set, public_key, public_len));
    OK(carnelian_mlkem_expand(set, seed, expanded, expanded_len));
    CHECK(has_digest(expanded, expanded_len, SETS[i].expanded));
    OK(carnelian_mlkem_check_expanded_key(set, expanded, expanded_len, NULL));
    OK(carnelian_mlkem_check_expanded_key(set, expanded, expanded_len, seed));
    OK(carnelian_mlkem_encapsulate_with(set, public_key, public_len, m, ciphertext, ciphertext_len, secret));
    CHECK(has_digest(ciphertext, ciphertext_len, SETS[i].ciphertext) && is_hex(secret, 32, SETS[i].secret));
    next = 0x80;
    memset(ciphertext, 0, sizeof ciphertext);
    OK(carnelian_kem_encapsulate(set, public_key, public_len, &source, ciphertext, ciphertext_len, shared, 32));
    CHECK(memcmp(secret, shared, 32) == 0);
    OK(carnelian_kem_decapsulate(set, seed, 64, ciphertext, ciphertext_len, shared, 32));
    CHECK(memcmp(secret, shared, 32) == 0);

    /* Prepared keys, from both forms. */
    OK(carnelian_mlkem_public_key_new(set, public_key, public_len, &prepared));
    next = 0x80;
    OK(carnelian_mlkem_public_key_encapsulate(prepared, &source, ciphertext, ciphertext_len, shared));
    CHECK(memcmp(secret, shared, 32) == 0);
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_mlkem_public_key_encapsulate(prepared, &source, ciphertext, ciphertext_len - 1, shared));
    OK(carnelian_mlkem_public_key_encapsulate(prepared, NULL, ciphertext, ciphertext_len, secret));
    OK(carnelian_mlkem_private_key_new(set, seed, 64, &key));
    OK(carnelian_mlkem_private_key_decapsulate(key, ciphertext, ciphertext_len, shared));
    CHECK(memcmp(secret, shared, 32) == 0);
    carnelian_mlkem_private_key_free(key);
    OK(carnelian_mlkem_private_key_new(set, expanded, expanded_len, &key));
    OK(carnelian_mlkem_private_key_decapsulate(key, ciphertext, ciphertext_len, shared));
    CHECK(memcmp(secret, shared, 32) == 0);
    memset(public_key, 0, sizeof public_key);
    OK(carnelian_mlkem_private_key_public(key, public_key, public_len));
    OK(carnelian_mlkem_private_key_check_pair(key));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_mlkem_private_key_check_pair(NULL));
    CHECK(has_digest(public_key, public_len, SETS[i].public_key));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mlkem_private_key_public(key, public_key, public_len - 1));
    /* A ciphertext that nobody has made results in another secret. */
    ciphertext[7] ^= 1;
    OK(carnelian_mlkem_private_key_decapsulate(key, ciphertext, ciphertext_len, shared));
    CHECK(memcmp(secret, shared, 32) != 0 && !is_zero(shared, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mlkem_private_key_decapsulate(key, ciphertext, ciphertext_len - 1, shared));
    CHECK(is_zero(shared, 32));
    carnelian_mlkem_private_key_free(key);
    carnelian_mlkem_public_key_free(prepared);

    /* A secret vector that is not that of the public key: a changed coefficient, and one that is not below 3329. */
    expanded[0] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_check_expanded_key(set, expanded, expanded_len, NULL));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_private_key_new(set, expanded, expanded_len, &key));
    CHECK(key == NULL);
    expanded[0] = 0xff;
    expanded[1] |= 0x0f;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_check_expanded_key(set, expanded, expanded_len, NULL));
    OK(carnelian_mlkem_expand(set, seed, expanded, expanded_len));

    expanded[expanded_len - 40] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_check_expanded_key(set, expanded, expanded_len, NULL));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_check_expanded_key(set, expanded, expanded_len, seed));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_private_key_new(set, expanded, expanded_len, &key));
    CHECK(key == NULL);
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mlkem_private_key_new(set, expanded, 63, &key));
    memset(public_key, 0xff, public_len);
    GIVES(CARNELIAN_ERROR_KEY, carnelian_kem_check_public_key(set, public_key, public_len));
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_public_key_new(set, public_key, public_len, &prepared));
    CHECK(prepared == NULL);
}

static void batches(carnelian_kem_algorithm set) {
    enum { COUNT = 11 };
    static uint8_t publics[COUNT * CARNELIAN_KEM_PUBLIC_KEY_MAX_LEN];
    static uint8_t ciphertexts[COUNT * CARNELIAN_KEM_CIPHERTEXT_MAX_LEN];
    const size_t public_len = carnelian_kem_public_key_len(set), ciphertext_len = carnelian_kem_ciphertext_len(set);
    uint8_t seeds[64 * COUNT], secrets[32 * COUNT], again[32 * COUNT];
    carnelian_mlkem_private_key *keys[COUNT];
    const carnelian_mlkem_private_key *borrowed[COUNT];
    size_t i;
    OK(carnelian_mlkem_generate_batch(set, NULL, COUNT, seeds, publics));
    OK(carnelian_mlkem_encapsulate_batch(set, publics, COUNT, NULL, ciphertexts, secrets));
    for (i = 0; i < COUNT; i++) {
        OK(carnelian_kem_public_key(set, seeds + 64 * i, 64, public_key, public_len));
        CHECK(memcmp(public_key, publics + public_len * i, public_len) == 0);
        OK(carnelian_mlkem_private_key_new(set, seeds + 64 * i, 64, &keys[i]));
        borrowed[i] = keys[i];
    }
    OK(carnelian_mlkem_decapsulate_batch(set, borrowed, ciphertexts, COUNT, again));
    CHECK(memcmp(secrets, again, sizeof secrets) == 0 && memcmp(secrets, secrets + 32, 32) != 0);
    OK(carnelian_kem_decapsulate(set, seeds + 64, 64, ciphertexts + ciphertext_len, ciphertext_len, shared, 32));
    CHECK(memcmp(secrets + 32, shared, 32) == 0);
    GIVES(CARNELIAN_ERROR_OVERLAP, carnelian_mlkem_decapsulate_batch(set, borrowed, ciphertexts, COUNT, ciphertexts));
    GIVES(CARNELIAN_ERROR_KEY_KIND,
          carnelian_mlkem_decapsulate_batch(set == CARNELIAN_MLKEM_512 ? CARNELIAN_MLKEM_768 : CARNELIAN_MLKEM_512,
                                            borrowed, ciphertexts, 1, again));
    borrowed[1] = NULL;
    GIVES(CARNELIAN_ERROR_NULL, carnelian_mlkem_decapsulate_batch(set, borrowed, ciphertexts, COUNT, again));
    CHECK(is_zero(again, sizeof again));
    OK(carnelian_mlkem_decapsulate_batch(set, NULL, NULL, 0, NULL));
    memset(publics + public_len, 0xff, public_len);
    GIVES(CARNELIAN_ERROR_KEY, carnelian_mlkem_encapsulate_batch(set, publics, COUNT, NULL, ciphertexts, secrets));
    CHECK(is_zero(secrets, sizeof secrets) && is_zero(ciphertexts, COUNT * ciphertext_len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_mlkem_generate_batch(set, NULL, (size_t)-1, seeds, publics));
    for (i = 0; i < COUNT; i++) {
        carnelian_mlkem_private_key_free(keys[i]);
    }
}

/* Every algorithm through the one interface. */
static void one_interface(carnelian_kem_algorithm algorithm) {
    uint8_t secret_key[CARNELIAN_KEM_PRIVATE_KEY_MAX_LEN];
    const size_t secret_len = carnelian_kem_private_key_len(algorithm);
    const size_t public_len = carnelian_kem_public_key_len(algorithm);
    const size_t ciphertext_len = carnelian_kem_ciphertext_len(algorithm);
    carnelian_random_source broken;
    broken.fill = no_bytes;
    broken.context = NULL;
    CHECK(secret_len <= sizeof secret_key && public_len <= sizeof public_key && ciphertext_len <= sizeof ciphertext);
    OK(carnelian_kem_generate(algorithm, NULL, secret_key, secret_len, public_key, public_len));
    OK(carnelian_kem_encapsulate(algorithm, public_key, public_len, NULL, ciphertext, ciphertext_len, secret, 32));
    OK(carnelian_kem_decapsulate(algorithm, secret_key, secret_len, ciphertext, ciphertext_len, shared, 32));
    CHECK(memcmp(secret, shared, 32) == 0 && !is_zero(secret, 32));
    OK(carnelian_kem_check_public_key(algorithm, public_key, public_len));
    OK(carnelian_kem_check_pair(algorithm, secret_key, secret_len, public_key, public_len));
    secret_key[9] ^= 1;
    GIVES(CARNELIAN_ERROR_KEY, carnelian_kem_check_pair(algorithm, secret_key, secret_len, public_key, public_len));
    secret_key[9] ^= 1;
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_kem_check_pair(algorithm, secret_key, secret_len, public_key, 31));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_kem_check_pair(algorithm, secret_key, 7, public_key, public_len));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_kem_check_pair(99, secret_key, secret_len, public_key, public_len));
    /* Outputs over inputs. */
    OK(carnelian_kem_encapsulate(algorithm, public_key, public_len, NULL, public_key, ciphertext_len, secret, 32));
    OK(carnelian_kem_decapsulate(algorithm, secret_key, secret_len, public_key, ciphertext_len, public_key, 32));
    CHECK(memcmp(secret, public_key, 32) == 0);
    OK(carnelian_kem_public_key(algorithm, secret_key, secret_len, public_key, public_len));

    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_kem_decapsulate(algorithm, secret_key, secret_len - 1, ciphertext, ciphertext_len, shared, 32));
    CHECK(is_zero(shared, 32));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_kem_decapsulate(algorithm, secret_key, secret_len, ciphertext, ciphertext_len + 1, shared, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_kem_public_key(algorithm, secret_key, secret_len, public_key, 31));
    GIVES(CARNELIAN_ERROR_LENGTH,
          carnelian_kem_encapsulate(algorithm, public_key, public_len - 1, NULL, ciphertext, ciphertext_len, secret,
                                    32));
    CHECK(is_zero(ciphertext, ciphertext_len) && is_zero(secret, 32));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_kem_check_public_key(algorithm, public_key, public_len - 1));
    GIVES(CARNELIAN_ERROR_NULL,
          carnelian_kem_decapsulate(algorithm, secret_key, secret_len, NULL, ciphertext_len, shared, 32));
    GIVES(CARNELIAN_ERROR_RANDOM,
          carnelian_kem_generate(algorithm, &broken, secret_key, secret_len, public_key, public_len));
    CHECK(is_zero(secret_key, secret_len) && is_zero(public_key, public_len));
    GIVES(CARNELIAN_ERROR_LENGTH, carnelian_kem_generate(algorithm, NULL, secret_key, secret_len, public_key, 7));
}

/* RFC 9180, Appendices A.1.1 and A.1.3. */
static void dhkem(void) {
    uint8_t ikm[32], key[32], public_bytes[32], enc[32], sender[32], sender_public[32], zero[32] = {0};
    from_hex("6db9df30aa07dd42ee5e8181afdb977e538f5e1fec8a06223f33f7013e525037", ikm);
    OK(carnelian_dhkem_derive_key_pair(ikm, 32, key, public_bytes));
    CHECK(is_hex(public_bytes, 32, "3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d"));
    from_hex("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431", enc);
    OK(carnelian_kem_decapsulate(CARNELIAN_DHKEM_X25519, key, 32, enc, 32, shared, 32));
    CHECK(is_hex(shared, 32, "fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc"));

    OK(carnelian_kem_generate(CARNELIAN_DHKEM_X25519, NULL, sender, 32, sender_public, 32));
    OK(carnelian_dhkem_auth_encapsulate(public_bytes, sender, NULL, enc, secret));
    OK(carnelian_dhkem_auth_decapsulate(key, enc, sender_public, shared));
    CHECK(memcmp(secret, shared, 32) == 0);
    OK(carnelian_dhkem_auth_decapsulate(key, enc, public_bytes, shared));
    CHECK(memcmp(secret, shared, 32) != 0);
    GIVES(CARNELIAN_ERROR_POINT, carnelian_dhkem_auth_decapsulate(key, enc, zero, shared));
    CHECK(is_zero(shared, 32));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_dhkem_auth_encapsulate(zero, sender, NULL, enc, secret));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_kem_decapsulate(CARNELIAN_DHKEM_X25519, key, 32, zero, 32, shared, 32));
    GIVES(CARNELIAN_ERROR_POINT, carnelian_kem_check_public_key(CARNELIAN_DHKEM_X25519, zero, 32));
    GIVES(CARNELIAN_ERROR_POINT,
          carnelian_kem_encapsulate(CARNELIAN_DHKEM_X25519, zero, 32, NULL, enc, 32, secret, 32));
}

static void hybrid(void) {
    static uint8_t client_share[CARNELIAN_X25519MLKEM768_PUBLIC_KEY_LEN];
    static uint8_t server_share[CARNELIAN_X25519MLKEM768_CIPHERTEXT_LEN];
    uint8_t ours[CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN], theirs[CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN];
    carnelian_x25519mlkem768_client *client = NULL;
    carnelian_random_source broken;
    broken.fill = no_bytes;
    broken.context = NULL;
    OK(carnelian_x25519mlkem768_client_new(NULL, client_share, &client));
    OK(carnelian_kem_encapsulate(CARNELIAN_X25519MLKEM768, client_share, sizeof client_share, NULL, server_share,
                                 sizeof server_share, theirs, sizeof theirs));
    OK(carnelian_x25519mlkem768_client_finish(client, server_share, ours));
    CHECK(memcmp(ours, theirs, sizeof ours) == 0 && !is_zero(ours, 32));
    memset(server_share + 1088, 0, 32);
    GIVES(CARNELIAN_ERROR_POINT, carnelian_x25519mlkem768_client_finish(client, server_share, ours));
    CHECK(is_zero(ours, sizeof ours));
    GIVES(CARNELIAN_ERROR_NULL, carnelian_x25519mlkem768_client_finish(NULL, server_share, ours));
    memset(client_share + 1184, 0, 32);
    GIVES(CARNELIAN_ERROR_POINT,
          carnelian_kem_encapsulate(CARNELIAN_X25519MLKEM768, client_share, sizeof client_share, NULL, server_share,
                                    sizeof server_share, theirs, sizeof theirs));
    memset(client_share, 0xff, 1184);
    GIVES(CARNELIAN_ERROR_KEY,
          carnelian_kem_encapsulate(CARNELIAN_X25519MLKEM768, client_share, sizeof client_share, NULL, server_share,
                                    sizeof server_share, theirs, sizeof theirs));
    CHECK(is_zero(server_share, sizeof server_share) && is_zero(theirs, sizeof theirs));
    carnelian_x25519mlkem768_client_free(client);
    GIVES(CARNELIAN_ERROR_RANDOM, carnelian_x25519mlkem768_client_new(&broken, client_share, &client));
    CHECK(client == NULL && is_zero(client_share, sizeof client_share));
    carnelian_x25519mlkem768_client_free(NULL);
}

int main(void) {
    carnelian_kem_algorithm algorithm;
    size_t i;
    for (i = 0; i < SET_COUNT; i++) {
        published(i);
        batches(SETS[i].set);
    }
    for (algorithm = CARNELIAN_MLKEM_512; algorithm <= CARNELIAN_DHKEM_X25519; algorithm++) {
        one_interface(algorithm);
    }
    dhkem();
    hybrid();
    CHECK(carnelian_kem_private_key_len(CARNELIAN_X25519MLKEM768) == 0);
    CHECK(carnelian_kem_shared_secret_len(CARNELIAN_X25519MLKEM768) == 64 && carnelian_kem_shared_secret_len(7) == 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_kem_generate(CARNELIAN_X25519MLKEM768, NULL, secret, 32, shared, 32));
    CHECK(carnelian_kem_private_key_len(0) == 0 && carnelian_kem_public_key_len(7) == 0);
    CHECK(carnelian_kem_ciphertext_len(0) == 0 && carnelian_kem_expanded_key_len(CARNELIAN_XWING) == 0);
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_kem_generate(0, NULL, secret, 32, shared, 32));
    GIVES(CARNELIAN_ERROR_ALGORITHM, carnelian_mlkem_expand(CARNELIAN_XWING, secret, expanded, 1632));
    carnelian_mlkem_public_key_free(NULL);
    carnelian_mlkem_private_key_free(NULL);
    return 0;
}
