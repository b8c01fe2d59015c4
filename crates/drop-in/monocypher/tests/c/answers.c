/* Known answers: those of standards, and where there is none, those of Monocypher 4. */
#include "check.h"
#include "monocypher-ed25519.h"
#include "monocypher.h"

static void ciphers(void) {
    uint8_t key[32], nonce[24], out[256], text[256], mac[16];
    size_t i, len;

    /* draft-irtf-cfrg-xchacha Section 2.2.1 */
    for (i = 0; i < 32; i++) {
        key[i] = (uint8_t)i;
    }
    set(nonce, "000000090000004a0000000031415927");
    crypto_chacha20_h(out, key, nonce);
    CHECK(is(out, "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"));

    /* RFC 8439 Section 2.3.2 */
    set(nonce, "000000090000004a00000000");
    CHECK(crypto_chacha20_ietf(out, NULL, 64, key, nonce, 1) == 2);
    CHECK(is(out, "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                  "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"));

    /* Section 2.5.2 */
    set(key, "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b");
    crypto_poly1305(mac, (const uint8_t *)"Cryptographic Forum Research Group", 34, key);
    CHECK(is(mac, "a8061dc1305136c6c22b8baf0c0127a9"));

    /* Section 2.8.2, with the nonce of 12 bytes; the same message under XChaCha20, in its draft's Appendix A.3.1 */
    const char *message = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
                          "sunscreen would be it.";
    uint8_t ad[12];
    crypto_aead_ctx ctx;
    len = strlen(message);
    memcpy(text, message, len);
    set(ad, "50515253c0c1c2c3c4c5c6c7");
    for (i = 0; i < 32; i++) {
        key[i] = (uint8_t)(0x80 + i);
    }
    set(nonce, "070000004041424344454647");
    crypto_aead_init_ietf(&ctx, key, nonce);
    crypto_aead_write(&ctx, out, mac, ad, 12, text, len);
    CHECK(is(out, "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"));
    CHECK(is(mac, "1ae10b594f09e26a7e902ecbd0600691"));
    set(nonce, "404142434445464748494a4b4c4d4e4f5051525354555657");
    crypto_aead_lock(out, mac, key, nonce, ad, 12, text, len);
    CHECK(is(out, "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"));
    CHECK(is(mac, "c0875924c1c7987947deafd8780acf49"));
    CHECK(crypto_aead_unlock(out, mac, key, nonce, ad, 12, out, len) == 0);
    CHECK(memcmp(out, message, len) == 0);

    /* A stream of two messages, as Monocypher encrypts it */
    memset(key, 1, 32);
    memset(nonce, 2, 24);
    crypto_aead_init_x(&ctx, key, nonce);
    crypto_aead_write(&ctx, out, mac, NULL, 0, (const uint8_t *)"hello", 5);
    CHECK(is(out, "a4035a83c5") && is(mac, "90025a4577fa8313c882f99e00923beb"));
    crypto_aead_write(&ctx, out, mac, (const uint8_t *)"ad", 2, (const uint8_t *)"again", 5);
    CHECK(is(out, "3ef6f2721e") && is(mac, "2b344b3140e97ca14fade868caf12cff"));

    /* Counters that overflow: that of 64 bits starts again, that of 32 bits carries into the nonce */
    CHECK(crypto_chacha20_djb(out, NULL, 80, key, nonce, UINT64_MAX) == 1);
    CHECK(is(out, "bda7a82bd32d5697a2fdb9e98c879e711504cd94829112d72831f3efa6c63f950a610db4d6818946b3710c4e8d4c44ba"
                  "ddd9900aa7a5acdafaa452acd2f7b204d24bd57e2b02c85787f3d6528c83bb5a"));
    memset(nonce, 255, 12);
    CHECK(crypto_chacha20_ietf(out, NULL, 80, key, nonce, UINT32_MAX) == 1);
    CHECK(is(out, "b4f51d2ecfed34584f201f8b63caaaaefb663c6da15b42190c6724983a43554117b97592e349ae8c8bf0b570ab27a7a7"
                  "8e51db5833356d4aa92e6de1890bac729fb456172391fd6dbc7583b2e5b99847"));
}

static void hashes(void) {
    uint8_t out[128], key[64];

    /* RFC 7693 Appendix A */
    crypto_blake2b(out, 64, (const uint8_t *)"abc", 3);
    CHECK(is(out, "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                  "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"));
    /* The reference implementation's test of keyed hashing, empty message */
    size_t i;
    for (i = 0; i < 64; i++) {
        key[i] = (uint8_t)i;
    }
    crypto_blake2b_keyed(out, 64, key, 64, NULL, 0);
    CHECK(is(out, "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"
                  "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568"));
    /* Lengths that few programs use */
    memset(key, 1, 32);
    crypto_blake2b_keyed(out, 5, key, 3, key, 32);
    CHECK(is(out, "7332f2ef4b"));

    /* FIPS 180-4 */
    crypto_sha512(out, (const uint8_t *)"abc", 3);
    CHECK(is(out, "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                  "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"));
    /* RFC 4231 Section 4.3 */
    crypto_sha512_hmac(out, (const uint8_t *)"Jefe", 4, (const uint8_t *)"what do ya want for nothing?", 28);
    CHECK(is(out, "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                  "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"));
    uint8_t info[3] = {9};
    crypto_sha512_hkdf(out, 100, key, 32, key, 16, info, 3);
    CHECK(is(out, "0e39535859d92795dac60193da1d76bae7bb2aecb3d501fd6af867b1074af49444bdbce9dfe4c0e176dcf69619446c0c"
                  "1ec617b07025297f1a7f90db5b54d6784781463e6a77c4551ec284d90d673b11e1099543f7cc514f91b2225d4bc3da31"
                  "9e49a3d4"));
}

/* RFC 9106 Section 5, in memory that is aligned in every way that Monocypher allows */
static void passwords(void) {
    uint8_t password[32], salt[16], key[8], ad[12], out[32];
    memset(password, 1, 32);
    memset(salt, 2, 16);
    memset(key, 3, 8);
    memset(ad, 4, 12);
    crypto_argon2_config config = {CRYPTO_ARGON2_D, 32, 3, 4};
    crypto_argon2_inputs inputs = {password, salt, 32, 16};
    crypto_argon2_extras extras = {key, ad, 8, 12};
    uint8_t *memory = malloc(32 * 1024 + 64);
    CHECK(memory != NULL);
    size_t offset;
    for (offset = 0; offset < 64; offset += 8) {
        uint8_t *area = memory + offset;
        config.algorithm = CRYPTO_ARGON2_D;
        crypto_argon2(out, 32, area, config, inputs, extras);
        CHECK(is(out, "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"));
        config.algorithm = CRYPTO_ARGON2_I;
        crypto_argon2(out, 32, area, config, inputs, extras);
        CHECK(is(out, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"));
        config.algorithm = CRYPTO_ARGON2_ID;
        crypto_argon2(out, 32, area, config, inputs, extras);
        CHECK(is(out, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"));
    }
    /* Salts and hashes that are shorter than RFC 9106 has them, as Monocypher computes */
    uint8_t longer[100];
    crypto_argon2_config small = {CRYPTO_ARGON2_I, 8, 3, 1};
    crypto_argon2_inputs weak = {(const uint8_t *)"12345", (const uint8_t *)"salt", 5, 4};
    crypto_argon2(out, 32, memory, small, weak, crypto_argon2_no_extras);
    CHECK(is(out, "6df3704941e4239289689c499c08bec476b2c58ca41c569ad2620e966f657202"));
    crypto_argon2_config rounded = {CRYPTO_ARGON2_ID, 31, 2, 2};
    crypto_argon2(longer, 3, memory, rounded, weak, crypto_argon2_no_extras);
    CHECK(is(longer, "8a3df5"));
    weak.salt_size = 0;
    crypto_argon2(longer, 100, memory, rounded, weak, crypto_argon2_no_extras);
    CHECK(is(longer, "a32f77a96096ee51459edbd22b6642061cfa7dcd07911a93f376b5c4a0e01ef4ef62a4c240191837"
                     "b8f19b1e33f14586572ec1168394078716bc12e24263c8d8808b2a4df71e265f6e7281658837e4e2"
                     "0bfa2fe1dd9b7b71063cd4e412e3a19b276676e1"));
    free(memory);
    CHECK(crypto_argon2_no_extras.key == NULL && crypto_argon2_no_extras.key_size == 0);
    CHECK(crypto_argon2_no_extras.ad == NULL && crypto_argon2_no_extras.ad_size == 0);
}

static void curves(void) {
    uint8_t a[32], b[32], out[64], key[64], seed[32], public_key[32], signature[64], digest[64];

    /* RFC 7748 Section 5.2 */
    set(a, "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4");
    set(b, "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c");
    crypto_x25519(out, a, b);
    CHECK(is(out, "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"));
    crypto_x25519_public_key(out, a);
    uint8_t nine[32] = {9};
    crypto_x25519(digest, a, nine);
    CHECK(memcmp(out, digest, 32) == 0);
    memset(a, 1, 32);
    memset(b, 0, 32);
    crypto_x25519(out, a, b); /* of small order */
    CHECK(is(out, "0000000000000000000000000000000000000000000000000000000000000000"));
    b[0] = 9;
    crypto_x25519_inverse(out, a, b);
    CHECK(is(out, "c2c2503eb1226832d7c3f918266c64ccb2fc3cf1e8b99bc068c484ea0a148221"));
    crypto_x25519_dirty_fast(out, a);
    CHECK(is(out, "17f500d43bb2ac86183a9b80e83d701445cfbd68042222600acb81b7096d0974"));
    crypto_x25519_dirty_small(out, a);
    CHECK(is(out, "17f500d43bb2ac86183a9b80e83d701445cfbd68042222600acb81b7096d0974"));

    /* RFC 8032 Section 7.1, test 2 */
    set(seed, "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    crypto_ed25519_key_pair(key, public_key, seed);
    CHECK(is(public_key, "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
    CHECK(is(seed, "0000000000000000000000000000000000000000000000000000000000000000"));
    crypto_ed25519_sign(signature, key, (const uint8_t *)"r", 1);
    CHECK(is(signature, "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"));
    CHECK(crypto_ed25519_check(signature, public_key, (const uint8_t *)"r", 1) == 0);
    CHECK(crypto_ed25519_check(signature, public_key, (const uint8_t *)"s", 1) == -1);

    /* Section 7.3 */
    set(seed, "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42");
    crypto_ed25519_key_pair(key, public_key, seed);
    crypto_sha512(digest, (const uint8_t *)"abc", 3);
    crypto_ed25519_ph_sign(signature, key, digest);
    CHECK(is(signature, "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
                        "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"));
    CHECK(crypto_ed25519_ph_check(signature, public_key, digest) == 0);
    digest[0] ^= 1;
    CHECK(crypto_ed25519_ph_check(signature, public_key, digest) == -1);

    /* EdDSA with BLAKE2b, as Monocypher signs */
    memset(seed, 7, 32);
    crypto_eddsa_key_pair(key, public_key, seed);
    CHECK(is(public_key, "c47db6dbfe58a2bfe17590db8f75a2506028ac9e50d25d30168d8fd14e784ec0"));
    CHECK(memcmp(key + 32, public_key, 32) == 0 && key[0] == 7 && key[31] == 7);
    crypto_eddsa_sign(signature, key, (const uint8_t *)"a message", 9);
    CHECK(is(signature, "d2071c1d1fb5ae2ab0245a90511ec6a700c911cca246b88e1471e01c0a10e3d4"
                        "5042e63fa0975c435986cf863977beeed859332e1afe24d289fb1be88c164e07"));
    CHECK(crypto_eddsa_check(signature, public_key, (const uint8_t *)"a message", 9) == 0);
    CHECK(crypto_eddsa_check(signature, public_key, (const uint8_t *)"a massage", 9) == -1);
}

static void steps_of_eddsa(void) {
    uint8_t key[64], seed[32], public_key[32], signature[64], hash[64], r[32], h[32], point[32];
    const uint8_t *message = (const uint8_t *)"a message";
    crypto_blake2b_ctx ctx;

    memset(seed, 7, 32);
    crypto_eddsa_key_pair(key, public_key, seed);
    /* A signature with a nonce of our own */
    crypto_blake2b(hash, 64, key, 32);
    crypto_eddsa_trim_scalar(seed, hash);
    CHECK((seed[0] & 7) == 0 && (seed[31] & 0xc0) == 0x40);
    crypto_eddsa_scalarbase(point, seed);
    CHECK(memcmp(point, public_key, 32) == 0);
    memset(hash, 3, 64);
    crypto_eddsa_reduce(r, hash);
    crypto_eddsa_scalarbase(signature, r);
    crypto_blake2b_init(&ctx, 64);
    crypto_blake2b_update(&ctx, signature, 32);
    crypto_blake2b_update(&ctx, public_key, 32);
    crypto_blake2b_update(&ctx, message, 9);
    crypto_blake2b_final(&ctx, hash);
    crypto_eddsa_reduce(h, hash);
    crypto_eddsa_mul_add(signature + 32, h, seed, r);
    CHECK(crypto_eddsa_check(signature, public_key, message, 9) == 0);
    CHECK(crypto_eddsa_check_equation(signature, public_key, h) == 0);
    h[0] ^= 1;
    CHECK(crypto_eddsa_check_equation(signature, public_key, h) == -1);
}

static void coordinates(void) {
    uint8_t hidden[32], secret_key[32], seed[32], out[32], u[32] = {2};

    memset(seed, 7, 32);
    crypto_elligator_key_pair(hidden, secret_key, seed);
    CHECK(is(hidden, "17bfdd4fa4b90e054d6196c70ee04b0c4066e1ad0e5a89c98c4fd8b8a3492969"));
    CHECK(is(secret_key, "f400927857aaf64114f561baacb379708c79a1dc1476ab573216a4020764bde5"));
    CHECK(seed[0] == 0 && seed[31] == 0);
    crypto_elligator_map(out, hidden);
    CHECK(is(out, "218d6bc91d24247966769d5327a0ad4e58fb526342569f01b9f1523ffdba4c22"));

    /* 2 belongs to the twist, and Monocypher computes with it */
    CHECK(crypto_elligator_rev(out, u, 0xc1) == 0);
    CHECK(is(out, "03bfa27f55023766418dbea5e8e9d062bf27fe016e843de95d035030fa7693c7"));
    crypto_x25519_to_eddsa(out, u);
    CHECK(is(out, "4955555555555555555555555555555555555555555555555555555555555555"));
    crypto_eddsa_to_x25519(out, u);
    CHECK(is(out, "eaffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"));
    /* -486662 too */
    set(u, "e792f8ffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
    CHECK(crypto_elligator_rev(out, u, 1) == 0);
    CHECK(is(out, "0000000000000000000000000000000000000000000000000000000000000000"));
    /* Where there is no representative, nothing is written. */
    memset(u, 0, 32);
    memset(out, 0x55, 32);
    int left_alone = 0;
    for (u[0] = 3; u[0] < 20; u[0]++) {
        if (crypto_elligator_rev(out, u, 0) == -1) {
            CHECK(out[0] == 0x55 && out[31] == 0x55);
            left_alone++;
        } else {
            memset(out, 0x55, 32);
        }
    }
    CHECK(left_alone > 0);
}

int main(void) {
    ciphers();
    hashes();
    passwords();
    curves();
    steps_of_eddsa();
    coordinates();
    return 0;
}
