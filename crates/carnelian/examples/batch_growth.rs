//! The cost of a signature in a batch of 1, 2, 4, ... and of a point in a sum of as many multiples.
//!
//! ```sh
//! cargo run --release --example batch_growth                    # on one core
//! cargo run --release --features rayon --example batch_growth   # on all of them
//! ```
//!
//! It takes a quarter of a minute; an argument is the largest batch instead of 65536. For times beside other libraries
//! there is `carnelian bench --sweep batch`.

use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
use carnelian::curve::ed25519::{self, BatchItem, SigningKey};
use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let most = std::env::args().nth(1).map_or(Ok(65_536), |most| most.parse::<usize>())?;
    let keys: Vec<_> = (0..most as u64).map(|i| SigningKey::from_seed(bytes(i))).collect();
    let messages: Vec<_> = (0..most as u64).map(|i| [bytes(!i), bytes(i)].concat()).collect();
    let signatures: Vec<_> = keys.iter().zip(&messages).map(|(key, message)| key.sign(message)).collect();
    let publics: Vec<_> = keys.iter().map(|key| key.verifying_key().to_bytes()).collect();
    let items: Vec<_> = publics
        .iter()
        .zip(&messages)
        .zip(&signatures)
        .map(|((key, message), signature)| BatchItem::new(key, message, signature))
        .collect();
    let scalars: Vec<_> = keys.iter().map(|key| Scalar::from_bytes_mod_order(key.verifying_key().as_bytes())).collect();
    let points = publics.iter().map(EdwardsPoint::decompress).collect::<Result<Vec<_>, _>>()?;

    println!("| at once | a signature verified, ns | a point, ns |\n|---|---|---|");
    for count in (0..).map(|power| 1 << power).take_while(|count| *count <= most) {
        let verified = median(|| ed25519::verify_batch(black_box(&items[..count])).expect("every signature is valid"));
        let summed = median(|| {
            let sum = EdwardsPoint::multiscalar_mul_vartime(black_box(&scalars[..count]), &points[..count]);
            black_box(sum.expect("there are as many scalars as points"));
        });
        let each = |time: Duration| time.as_nanos() as f64 / count as f64;
        println!("| {count} | {:.0} | {:.0} |", each(verified), each(summed));
    }
    Ok(())
}

/// Bytes that differ from those of other numbers.
fn bytes(number: u64) -> [u8; 32] {
    let digest = carnelian::hash::Sha512::digest(&number.to_le_bytes());
    core::array::from_fn(|i| digest[i])
}

/// The median time of a call, of as many as fit into a fifth of a second but of three at least.
fn median(mut call: impl FnMut()) -> Duration {
    call();
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < 3 || begin.elapsed() < Duration::from_millis(200) {
        let begin = Instant::now();
        call();
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    times[times.len() / 2]
}
