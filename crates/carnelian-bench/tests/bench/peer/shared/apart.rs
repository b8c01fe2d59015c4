//! Libraries that are built apart: compiled ones with their functions, whose lanes, queues and objects are counted.

use super::{compiled, find, refusal};
use carnelian_bench::op::aead::{Aes128Gcm, Aes256Gcm, ChaCha20Poly1305};
use carnelian_bench::op::ed25519::{Ed25519, Signed};
use carnelian_bench::op::hashing::{Sha256, Sha512};
use carnelian_bench::op::mldsa::{MlDsa, MlDsa65};
use carnelian_bench::op::mlkem::{MlKem, MlKem768};
use carnelian_bench::op::x25519::X25519;
use tempfile::TempDir;

/// A crypto_mb whose results are sums: of a secret key and a public key; of a seed and itself; of the first byte of a
/// message and its length. A lane whose first input is 255 fails, and so does one without an input.
const CRYPTO_MB: &str = "
typedef unsigned char byte;
static int version[3] = { 1, 2, 3 };
void *mbx_getversion() { return version; }
static unsigned sum(byte **out, byte **a, byte **b) {
  unsigned status = 0;
  for (int i = 0; i < 8; i++) {
    if (!out[i]) { status |= 2u << 4 * i; continue; }
    for (int j = 0; j < 32; j++) out[i][j] = a[i][j] + (b ? b[i][j] : 0);
    if (a[i][0] == 255) status |= 4u << 4 * i;
  }
  return status;
}
unsigned mbx_x25519_public_key_mb8(byte **out, byte **a) { return sum(out, a, 0); }
unsigned mbx_x25519_mb8(byte **out, byte **a, byte **b) { return sum(out, a, b); }
unsigned mbx_ed25519_public_key_mb8(byte **out, byte **a) { return sum(out, a, 0); }
unsigned mbx_ed25519_sign_mb8(byte **r, byte **s, byte **m, unsigned *len, byte **a, byte **b) {
  for (int i = 0; i < 8; i++) for (int j = 0; s[i] && j < 32; j++) s[i][j] = m[i][0] + len[i];
  return sum(r, a, b);
}
unsigned mbx_ed25519_verify_mb8(byte **r, byte **s, byte **m, unsigned *len, byte **key) {
  unsigned status = 0;
  for (int i = 0; i < 8; i++)
    if (!key[i] || r[i][0] != (byte)(2 * key[i][0]) || s[i][31] != (byte)(m[i][0] + len[i])) status |= 8u << 4 * i;
  return status;
}
";

fn crypto_mb(folder: &TempDir, width: u32) -> Option<std::path::PathBuf> {
    let width =
        format!("unsigned long long mbx_get_algo_info(int algorithm) {{ return algorithm == 4 ? {width} : 0; }}");
    compiled(folder, &format!("{CRYPTO_MB}{width}\n"))
}

/// A batch of any number is divided among eight lanes; the rest of the last call's lanes are empty.
#[test]
fn lanes_of_crypto_mb_are_those_of_their_keys() {
    let folder = TempDir::new().unwrap();
    let Some(path) = crypto_mb(&folder, 8) else { return };
    let library = find("crypto_mb", &path).unwrap();
    assert_eq!(library.version, "1.2.3");
    let x25519: &X25519 = library.offers.get().unwrap();
    let mut secrets: Vec<[u8; 32]> = (0..11).map(|i| [i; 32]).collect();
    let publics = vec![[100; 32]; 11];
    let shared = x25519.diffie_hellman_all(&secrets)(&publics);
    assert_eq!(shared, (100..111).map(|i| [i; 32]).collect::<Vec<_>>());
    secrets[9] = [255; 32];
    let shared = x25519.diffie_hellman_all(&secrets)(&publics);
    assert_eq!((shared[8], shared[9], shared[10]), ([108; 32], [0; 32], [110; 32]));
    assert_eq!(((x25519.public_key)(&[7; 32]), (x25519.public_key)(&[255; 32])), ([7; 32], [0; 32]));
    assert_eq!((x25519.diffie_hellman)(&[1; 32])(&[2; 32]), [3; 32]);

    let ed25519: &Ed25519 = library.offers.get().unwrap();
    let (seeds, messages): (Vec<[u8; 32]>, Vec<Vec<u8>>) = (1..10).map(|i| ([i; 32], vec![i; 40])).unzip();
    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let signatures = ed25519.signer_all(&seeds)(&messages);
    for (signature, i) in signatures.iter().zip(1..) {
        assert_eq!(signature.as_chunks().0, [[2 * i; 32], [i + 40; 32]]);
    }
    assert_eq!((ed25519.signer)(&[3; 32])(messages[2]), signatures[2]);
    let parts = seeds.iter().zip(&messages).zip(signatures);
    let mut all: Vec<Signed<'_>> = parts
        .map(|((public_key, message), signature)| Signed { public_key: *public_key, message, signature })
        .collect();
    assert!(ed25519.verify_all(&all));
    for changed in 0..all.len() {
        all[changed].signature[63] ^= 1;
        assert!(!ed25519.verify_all(&all), "{changed}");
        all[changed].signature[63] ^= 1;
    }
    assert!((ed25519.verify)(&seeds[8], messages[8], &all[8].signature));
    assert!(!(ed25519.verify)(&seeds[7], messages[8], &all[8].signature));
}

#[test]
fn a_crypto_mb_without_lanes_on_this_cpu_is_refused() {
    let folder = TempDir::new().unwrap();
    let Some(path) = crypto_mb(&folder, 0) else { return };
    assert!(refusal("crypto_mb", &path).ends_with("needs a CPU with AVX-512 with IFMA"));
}

/// An isa-l_crypto that hashes only when it is flushed, the last message first. A word of a digest consists of the first
/// byte of the message, its length and the word's index. Encryption adds the key's first byte; a tag is the nonce's.
const ISAL: &str = "
typedef unsigned char byte;
typedef unsigned long long u64;
const char *isal_crypto_get_version_str() { return \"2.99.1\"; }
struct held { byte *ctx; unsigned first, len; } held[64];
static int count;
static int init(void) { count = 0; return 0; }
int isal_sha256_ctx_mgr_init(void *mgr) { return init(); }
int isal_sha512_ctx_mgr_init(void *mgr) { return init(); }
static int submit(byte *ctx, void **done, byte *message, unsigned len, int flags, int status) {
  *done = 0;
  if (flags != 3 || *(int *)(ctx + status) != 4) return 1;
  held[count++] = (struct held) { ctx, message[0], len };
  return message[0] == 255;
}
int isal_sha256_ctx_mgr_submit(void *mgr, byte *ctx, void **done, byte *message, unsigned len, int flags)
{ return submit(ctx, done, message, len, flags, 128); }
int isal_sha512_ctx_mgr_submit(void *mgr, byte *ctx, void **done, byte *message, unsigned len, int flags)
{ return submit(ctx, done, message, len, flags, 192); }
static struct held *flush(void **done) {
  *done = count ? held[count - 1].ctx : 0;
  return count ? &held[--count] : 0;
}
int isal_sha256_ctx_mgr_flush(void *mgr, void **done) {
  struct held *one = flush(done);
  for (unsigned i = 0; one && i < 8; i++)
    ((unsigned *)(one->ctx + 64))[i] = one->first << 24 | one->len << 8 | i;
  return 0;
}
int isal_sha512_ctx_mgr_flush(void *mgr, void **done) {
  struct held *one = flush(done);
  for (unsigned i = 0; one && i < 8; i++)
    ((u64 *)(one->ctx + 64))[i] = (u64)one->first << 56 | (u64)one->len << 8 | i;
  return 0;
}
int isal_aes_gcm_pre_128(byte *key, byte *data) { data[0] = key[15]; return key[0] == 255; }
int isal_aes_gcm_pre_256(byte *key, byte *data) { data[0] = key[31]; return 0; }
static int crypt(byte *data, int sign, byte *out, byte *in, u64 len, byte *nonce, u64 aad_len, byte *tag, u64 tag_len) {
  for (u64 i = 0; i < len; i++) out[i] = in[i] + sign * data[0];
  for (u64 i = 0; i < tag_len; i++) tag[i] = nonce[11] + aad_len;
  return 0;
}
#define CRYPT(name, sign) int name(byte *data, void *scratch, byte *out, byte *in, u64 len, byte *nonce, byte *aad, \\
  u64 aad_len, byte *tag, u64 tag_len) { return crypt(data, sign, out, in, len, nonce, aad_len, tag, tag_len); }
CRYPT(isal_aes_gcm_enc_128, 1)
CRYPT(isal_aes_gcm_dec_128, -1)
CRYPT(isal_aes_gcm_enc_256, 1)
CRYPT(isal_aes_gcm_dec_256, -1)
";

/// Digests arrive at the index of their message, with their words in the order of FIPS 180-4, in every batch.
#[test]
fn digests_of_isa_l_crypto_are_those_of_their_messages() {
    let folder = TempDir::new().unwrap();
    let Some(path) = compiled(&folder, ISAL) else { return };
    let library = find("isa-l_crypto", &path).unwrap();
    assert_eq!(library.version, "2.99.1");
    let (sha256, sha512) = (library.offers.get::<Sha256>().unwrap(), library.offers.get::<Sha512>().unwrap());
    for count in [1, 3, 17, 2] {
        let messages: Vec<Vec<u8>> = (0..count).map(|i| vec![i + 1; 300 + usize::from(i)]).collect();
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let (mut short, mut long) = (vec![[0; 32]; messages.len()], vec![[0; 64]; messages.len()]);
        sha256.digest_all(&messages, &mut short);
        sha512.digest_all(&messages, &mut long);
        for (i, (short, long)) in short.iter().zip(&long).enumerate() {
            let (first, low) = (i as u8 + 1, (300 + i) as u8);
            for (word, index) in short.as_chunks().0.iter().zip(0..) {
                assert_eq!(*word, [first, 1, low, index]);
            }
            for (word, index) in long.as_chunks().0.iter().zip(0..) {
                assert_eq!(*word, [first, 0, 0, 0, 0, 1, low, index]);
            }
        }
    }
    // One that it refuses takes the batch with it, and no batch that follows.
    let mut digests = [[0; 32]; 2];
    sha256.digest_all(&[b"abc", &[255]], &mut digests);
    assert_eq!(digests, [[0; 32]; 2]);
    assert_eq!((sha256.digest)(b"\x05")[..8], [5, 0, 1, 0, 5, 0, 1, 1]);
}

#[test]
fn tags_of_isa_l_crypto_are_compared() {
    let folder = TempDir::new().unwrap();
    let Some(path) = compiled(&folder, ISAL) else { return };
    let offers = find("isa-l_crypto", &path).unwrap().offers;
    let (short, long) = (offers.get::<Aes128Gcm>().unwrap(), offers.get::<Aes256Gcm>().unwrap());
    let (mut data, mut plaintext) = ([1, 2, 3], [0; 3]);
    assert_eq!(long.seal(&[7; 32])(&[9; 12], b"four", &mut data), [13; 16]);
    assert_eq!(data, [8, 9, 10]);
    assert!(long.open(&[7; 32])(&[9; 12], b"four", &data, &[13; 16], &mut plaintext));
    assert_eq!(plaintext, [1, 2, 3]);
    assert!(!long.open(&[7; 32])(&[9; 12], b"five", &data, &[14; 16], &mut plaintext));
    assert_eq!(short.seal(&[7; 16])(&[9; 12], b"", &mut data), [9; 16]);
    assert!(short.open(&[7; 16])(&[9; 12], b"", &data, &[9; 16], &mut plaintext));
    // A key that it refuses seals to a tag of zeros and opens nothing.
    assert_eq!(short.seal(&[255; 16])(&[9; 12], b"", &mut data), [0; 16]);
    assert!(!short.open(&[255; 16])(&[0; 12], b"", &data, &[0; 16], &mut plaintext));
}

/// A wolfSSL whose functions fail after an object has been made; its version ends with the number of objects that
/// exist. If keys can be `made`, everything else fails.
fn wolfssl(made: bool) -> String {
    let objects = "
        #include <stdio.h>
        static int alive;
        static char version[16];
        const char *wolfSSL_lib_version() { sprintf(version, \"5.9.%d\", alive); return version; }
        int wolfCrypt_Init() { return 0; }
        static int end(void *key) { if (key != &alive) alive = 99; alive--; return 0; }
        int wc_ed25519_delete(void *key, void **place) { return end(key); }
        int wc_MlKemKey_Delete(void *key, void **place) { return end(key); }
        int wc_MlDsaKey_Delete(void *key, void **place) { return end(key); }
        int wc_AesDelete(void *key, void **place) { return end(key); }
        void *wc_AesNew(void *heap, int device, int *status) { alive++; return &alive; }
        void *wc_ed25519_new(void *heap, int device, int *status) { alive++; return &alive; }
        void *wc_MlKemKey_New(int type, void *heap, int device) { alive++; return &alive; }
        void *wc_MlDsaKey_New(void *heap, int device) { alive++; return &alive; }
    ";
    let keys = [
        "wc_ed25519_import_private_only",
        "wc_ed25519_import_public_ex",
        "wc_ed25519_make_public",
        "wc_MlKemKey_MakeKeyWithRandom",
        "wc_MlKemKey_DecodePublicKey",
        "wc_MlDsaKey_SetParams",
        "wc_MlDsaKey_MakeKeyFromSeed",
        "wc_MlDsaKey_ImportPubRaw",
        "wc_AesGcmSetKey",
        "wc_Chacha_SetKey",
    ];
    let uses = [
        "wc_curve25519_make_pub",
        "wc_curve25519_generic",
        "wc_ed25519_sign_msg",
        "wc_ed25519_verify_msg",
        "wc_MlKemKey_EncodePublicKey",
        "wc_MlKemKey_EncapsulateWithRandom",
        "wc_MlKemKey_Decapsulate",
        "wc_MlDsaKey_ExportPubRaw",
        "wc_MlDsaKey_SignCtxWithSeed",
        "wc_MlDsaKey_VerifyCtx",
        "wc_AesGcmEncrypt",
        "wc_AesGcmDecrypt",
        "wc_ChaCha20Poly1305_Encrypt_ex",
        "wc_ChaCha20Poly1305_Decrypt_ex",
    ];
    let returning = |status: i32| move |name: &str| format!("int {name}() {{ return {status}; }}\n");
    let keys: String = keys.into_iter().map(returning(if made { 0 } else { -173 })).collect();
    let uses: String = uses.into_iter().map(returning(-173)).collect();
    format!("{objects}{keys}{uses}")
}

/// Every object ends, whatever fails, and only once.
#[test]
fn a_wolfssl_that_fails_gives_zeros_and_verdicts_of_no_and_keeps_no_object() {
    for made in [false, true] {
        let folder = TempDir::new().unwrap();
        let Some(path) = compiled(&folder, &wolfssl(made)) else { return };
        let library = find("wolfssl", &path).unwrap();
        assert_eq!(library.version, "5.9.0");
        let x25519: &X25519 = library.offers.get().unwrap();
        assert_eq!((x25519.public_key)(&[1; 32]), [0; 32]);
        assert_eq!((x25519.diffie_hellman)(&[1; 32])(&[9; 32]), [0; 32]);
        let ed25519: &Ed25519 = library.offers.get().unwrap();
        assert_eq!((ed25519.public_key)(&[1; 32]), [0; 32]);
        assert_eq!((ed25519.signer)(&[1; 32])(b"abc"), [0; 64]);
        assert!(!(ed25519.verify)(&[1; 32], b"abc", &[2; 64]));
        assert_eq!(ed25519.verifier.unwrap()(&[1; 32]).is_some(), made);
        let kem: &MlKem<MlKem768> = library.offers.get().unwrap();
        assert_eq!(kem.key_pair.unwrap()(&[1; 64]), [0; 1184]);
        assert!(kem.encapsulate.unwrap()(&[1; 1184], &[2; 32]).is_none());
        assert_eq!(kem.prepare.unwrap()(&[1; 1184])(&[2; 32]), ([0; 1088], [0; 32]));
        assert_eq!((kem.decapsulation_key)(&[1; 64])(&[2; 1088]), [0; 32]);
        let signer: &MlDsa<MlDsa65> = library.offers.get().unwrap();
        assert_eq!(signer.key_pair.unwrap()(&[1; 32]), [0; 1952]);
        assert_eq!((signer.signer)(&[1; 32])(b"abc"), [0; 3309]);
        assert!(!(signer.verify)(&[1; 1952], b"abc", &[2; 3309]));
        assert!(!signer.verifier.unwrap()(&[1; 1952])(b"abc", &[2; 3309]));
        let (mut data, gcm) = ([1; 3], library.offers.get::<Aes128Gcm>().unwrap());
        assert_eq!(gcm.seal(&[1; 16])(&[2; 12], b"", &mut data), [0; 16]);
        assert!(!gcm.open(&[1; 16])(&[2; 12], b"", b"abc", &[0; 16], &mut data));
        let chacha: &ChaCha20Poly1305 = library.offers.get().unwrap();
        assert_eq!(chacha.seal(&[1; 32])(&[2; 12], b"", &mut data), [0; 16]);
        assert!(!chacha.open(&[1; 32])(&[2; 12], b"", b"abc", &[0; 16], &mut data));
        assert_eq!(find("wolfssl", &path).unwrap().version, "5.9.0");
    }
}
