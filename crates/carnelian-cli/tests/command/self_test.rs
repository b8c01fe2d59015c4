//! `carnelian self-test`.

use crate::room::Room;
use carnelian::cpu::Tier;

#[test]
fn every_answer_is_right_at_every_tier() {
    let room = Room::new();
    let run = room.succeeds("self-test");
    let (heading, rows) = run.text().split_once('\n').unwrap();
    let tiers: Vec<_> = Tier::ALL.into_iter().filter(|tier| *tier <= Tier::of_cpu()).map(Tier::name).collect();
    assert_eq!(heading.split_whitespace().collect::<Vec<_>>(), tiers);
    for algorithm in ["SHA-256", "AES-256-GCM", "Argon2id", "Ed25519", "ML-KEM-768", "ML-DSA-87", "X-Wing"] {
        let row = rows.lines().find(|line| line.split_whitespace().next() == Some(algorithm)).unwrap();
        assert_eq!(row.split_whitespace().filter(|word| *word == "right").count(), tiers.len(), "{row}");
    }
    assert!(!run.text().contains("WRONG"), "{}", run.text());
}
