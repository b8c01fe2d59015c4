//! Examples that NIST publishes with FIPS 202 and SP 800-185.

/// Messages and their digests by SHA3-224, SHA3-256, SHA3-384 and SHA3-512: the empty one, two of the examples that
/// NIST publishes with FIPS 202, and a million times "a".
#[rustfmt::skip]
pub(super) const EXAMPLES: [(&str, usize, [&str; 4]); 4] = [
    ("", 1, [
        "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
        "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
        "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f004",
        "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26",
    ]),
    ("abc", 1, [
        "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
        "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
        "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
        "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    ]),
    ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu", 1, [
        "543e6868e1666c1a643630df77367ae5a62a85070a51c14cbf665cbc",
        "916f6061fe879741ca6469b43971dfdb28b1a32dc36cb3254e812be27aad1d18",
        "79407d3b5916b59c3e30b09822974791c313fb9ecc849e406f23592d04f625dc8c709b98b43b3852b337216179aa7fc7",
        "afebb2ef542e6579c50cad06d2e578f9f8dd6881d7dc824d26360feebf18a4fa73e3261122948efcfd492e74e82e2189ed0fb440d187f382270cb455f21dd185",
    ]),
    ("a", if cfg!(miri) { 0 } else { 1_000_000 }, [
        "d69335b93325192e516a912e6d19a15cb51c6ed5c15243e7a7fd653c",
        "5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1",
        "eee9e24d78c1855337983451df97c8ad9eedf256c6334f8e948d252d5e0e76847aa0774ddb90a842190d2c558b4b8340",
        "3c3a876da14034ab60627c077bb98f7e120a2a5370212dffb3385a18d4f38859ed311d0a9d5141ce9cc5c66ee689b266a8aa18ace8282a0e0db596c90b0a7b87",
    ]),
];

/// The empty message and 1600 bits of the examples that NIST publishes, 200 bytes of a3: the first 32 bytes of 512 of
/// output, and the last 32.
#[rustfmt::skip]
pub(super) const SHAKE_EXAMPLES: [(usize, [[&str; 2]; 2]); 2] = [
    (0, [
        ["7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26", "43e41b45a653f2a5c4492c1add544512dda2529833462b71a41a45be97290b6f"],
        ["46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f", "ab0bae316339894304e35877b0c28a9b1fd166c796b9cc258a064a8f57e27f2a"],
    ]),
    (200, [
        ["131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037", "44c9fb359fd56ac0a9a75a743cff6862f17d7259ab075216c0699511643b6439"],
        ["cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d", "6a1a9d7846436e4dca5728b6f760eef0ca92bf0be5615e96959d767197a0beeb"],
    ]),
];

/// Length of the message, customization, and output by cSHAKE128 or cSHAKE256: NIST's examples for SP 800-185.
#[rustfmt::skip]
pub(super) const CSHAKE_EXAMPLES: [(usize, &str, &str); 4] = [
    (4, "Email Signature", "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"),
    (200, "Email Signature", "c5221d50e4f822d96a2e8881a961420f294b7b24fe3d2094baed2c6524cc166b"),
    (4, "Email Signature", "d008828e2b80ac9d2218ffee1d070c48b8e4c87bff32c9699d5b6896eee0edd1\
                            64020e2be0560858d9c00c037e34a96937c561a74c412bb4c746469527281c8c"),
    (200, "Email Signature", "07dc27b11e51fbac75bc7b3c1d983e8b4b85fb1defaf218912ac864302730917\
                              27f42b17ed1df63e8ec118f04b23633c1dfb1574c8fb55cb45da8e25afb092bb"),
];

/// Length of the message, customization, and the outputs of KMAC and of KMACXOF under the key 40 41 … 5f, first those
/// of strength 128: NIST's examples for SP 800-185.
#[rustfmt::skip]
pub(super) const KMAC_EXAMPLES: [(usize, &str, [&str; 2]); 6] = [
    (4, "", [
        "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e",
        "cd83740bbd92ccc8cf032b1481a0f4460e7ca9dd12b08a0c4031178bacd6ec35",
    ]),
    (4, "My Tagged Application", [
        "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5",
        "31a44527b4ed9f5c6101d11de6d26f0620aa5c341def41299657fe9df1a3b16c",
    ]),
    (200, "My Tagged Application", [
        "1f5b4e6cca02209e0dcb5ca635b89a15e271ecc760071dfd805faa38f9729230",
        "47026c7cd793084aa0283c253ef658490c0db61438b8326fe9bddf281b83ae0f",
    ]),
    (4, "My Tagged Application", [
        "20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7\
         f69d4cc3de9d104a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd",
        "1755133f1534752aad0748f2c706fb5c784512cab835cd15676b16c0c6647fa9\
         6faa7af634a0bf8ff6df39374fa00fad9a39e322a7c92065a64eb1fb0801eb2b",
    ]),
    (200, "", [
        "75358cf39e41494e949707927cee0af20a3ff553904c86b08f21cc414bcfd691\
         589d27cf5e15369cbbff8b9a4c2eb17800855d0235ff635da82533ec6b759b69",
        "ff7b171f1e8a2b24683eed37830ee797538ba8dc563f6da1e667391a75edc02c\
         a633079f81ce12a25f45615ec89972031d18337331d24ceb8f8ca8e6a19fd98b",
    ]),
    (200, "My Tagged Application", [
        "b58618f71f92e1d56c1b8c55ddd7cd188b97b4ca4d99831eb2699a837da2e4d9\
         70fbacfde50033aea585f1a2708510c32d07880801bd182898fe476876fc8965",
        "d5be731c954ed7732846bb59dbe3a8e30f83e77a4bff4459f2f1c2b4ecebb8ce\
         67ba01c62e8ab8578d2d499bd1bb276768781190020a306a97de281dcc30305d",
    ]),
];
