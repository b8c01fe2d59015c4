//! SLH-DSA, FIPS 205, beyond the interface of all signatures: many messages by one key.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::outputs::{needs, zeroing};
use crate::random::Source;
use crate::signature::{carnelian_sign_options, carnelian_signing_key, sign_options};
use crate::status::carnelian_status;
use carnelian::algorithm::Hedging;
use carnelian::postquantum::slhdsa::{
    Context, Parameters, PreparedSigningKey, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s,
    SlhDsaSha2_256f, SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s,
    SlhDsaShake256f, SlhDsaShake256s, sign_batch,
};
use carnelian_ffi::Caller;

/// Signs `count` messages like `carnelian_signing_key_sign`, on all threads that `carnelian_set_thread_limit` allows. Of the
/// options only the context and the random source can be set. `messages` and `message_lens` have `count` pointers and
/// lengths; `signatures` receives `count` signatures, one after the other. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY_KIND` unless the key is of SLH-DSA; `CARNELIAN_ERROR_ALGORITHM` for other options;
/// `CARNELIAN_ERROR_LENGTH` for a longer context or
/// another `signatures_len`; `CARNELIAN_ERROR_RANDOM` if the source fails; `CARNELIAN_ERROR_FAULT` if a signature is not
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_sign_batch(
    key: *const carnelian_signing_key,
    options: *const carnelian_sign_options,
    messages: *const *const u8,
    message_lens: *const usize,
    count: usize,
    signatures: *mut u8,
    signatures_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(signatures, signatures_len)], || {
        let key = caller.get(key)?;
        let (options, mut random) = sign_options(&caller, options)?;
        if options.prehash.is_some() || options.hedging != Hedging::Standard || options.verified {
            return Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM);
        }
        let context = Context::new(options.context.unwrap_or_default())?;
        let (pointers, lens) = (caller.items(messages, count)?, caller.items(message_lens, count)?);
        let messages: Vec<_> =
            pointers.iter().zip(lens).map(|(data, len)| caller.bytes(*data, *len)).collect::<Result<_, _>>()?;
        let out = (signatures, signatures_len);
        macro_rules! of_sets {
            ($($Set:ident)+) => {
                $(if let Some(key) = key.typed::<PreparedSigningKey<$Set>>() {
                    return sign_all(&caller, key, context, &messages, out, &mut random);
                })+
            };
        }
        of_sets! {
            SlhDsaSha2_128s SlhDsaSha2_128f SlhDsaSha2_192s SlhDsaSha2_192f SlhDsaSha2_256s SlhDsaSha2_256f
            SlhDsaShake128s SlhDsaShake128f SlhDsaShake192s SlhDsaShake192f SlhDsaShake256s SlhDsaShake256f
        }
        Err(carnelian_status::CARNELIAN_ERROR_KEY_KIND)
    })
}

/// Signs messages, and writes the signatures to an output that has to have their length.
fn sign_all<P: Parameters>(
    caller: &Caller,
    key: &PreparedSigningKey<P>,
    context: Context<'_>,
    messages: &[&[u8]],
    (out, out_len): (*mut u8, usize),
    random: &mut Source<'_>,
) -> Result<(), carnelian_status> {
    needs(messages.len().checked_mul(P::SIGNATURE_LEN) == Some(out_len))?;
    let signed = sign_batch(key, context, messages, random)?;
    let out = caller.output(out, out_len)?.chunks_exact_mut(P::SIGNATURE_LEN);
    out.zip(&signed).for_each(|(out, signature)| out.copy_from_slice(signature.as_ref()));
    Ok(())
}
