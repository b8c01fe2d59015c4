//! Signatures, as their hashes.

/// The interface that signs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// M is M′.
    Internal,
    Pure,
    /// HashSLH-DSA with a hash function.
    Prehash(&'static str),
}

/// A signature. Without addrnd it is deterministic.
pub(super) struct Answer {
    pub(super) set: &'static str,
    pub(super) form: Form,
    pub(super) context: &'static str,
    pub(super) message: &'static str,
    pub(super) addrnd: &'static str,
    /// The private key.
    pub(super) key: &'static str,
    /// SHA-256 of the signature.
    pub(super) digest: &'static str,
}

/// Of NIST's ACVP server, SLH-DSA-sigGen-FIPS205, internal interface; that of SLH-DSA-SHA2-128s is of its demonstration
/// server, as published in BoringSSL.
pub(super) const ACVP: [Answer; 9] = [
    Answer {
        set: "SLH-DSA-SHA2-192s",
        form: Form::Internal,
        context: "",
        message: "e7",
        addrnd: "",
        key: "3e4cd1843e8bb6b40af482e1c4ea0ca9768e3738fb11216002a7ab9fcb12f224c221f12fe1f6af33c5c1f6848a4b\
              1088c3db138c3290244bb2f204eb2872d2d48f63a761560277bd2a43ccc074c9ecc5252318fd4bd14e69cb062c39\
              a041a58e",
        digest: "1fda48acc7fc43fabc7a432225c61a3c39ec362e51b3714ba55d4bbb2552be9e",
    },
    Answer {
        set: "SLH-DSA-SHA2-256f",
        form: Form::Internal,
        context: "",
        message: "0e",
        addrnd: "",
        key: "88f53349c211564b8dc4d0eed756d2a35e4c3a3556263c5edcdb4a4266de08fe2a921938ec1a51442d1fde6c01e1\
              44fd4e988fb2cc26afc82f03304eb14603c4aff71616fc6c18e3e61bf35205c4c3bdbcdbf8aa3e0f26cf72109bf4\
              31929e462f3180ff3599456f196fb5b29e105480f954196543a4cf3806b15c72bbdbde54",
        digest: "75d8124eaf7bbf4692ce6a2a8f82702b510beb2d9a8a10790ce29d614bdd31d1",
    },
    Answer {
        set: "SLH-DSA-SHA2-256f",
        form: Form::Internal,
        context: "",
        message: "81",
        addrnd: "2fb7f41b17872b0b262fbf09811fc2f441ba8655f28a7f22ae4548548661096a",
        key: "bb285dabd6fe1f3a69e00cb24ff05da69744025250985fb6aa1d5e902d636a7158ff475f70f2f98a64ce0ee91835\
              6b991fce0b6398626996f9cff04e5928cc994f995efe54cfc3fe8bd110283f3dde512f0548aa48b8f78db548ebda\
              85b6dd37ecf38c7626c65ef197708cc7ebe5d015b4eada76da8a39a3acee20e54ea095a2",
        digest: "ffa55060c68c5cbd0f0859e2ca1a567ea1ed91ffd85fe6087143d63906eeb01b",
    },
    Answer {
        set: "SLH-DSA-SHAKE-128f",
        form: Form::Internal,
        context: "",
        message: "1ea67774f014785646bdb2b2f5159b23317b7544b8f9a66b07a45145b0e1694b336a12a7253789bb18b561831ced\
                  8abf2473ffc34c17a2314d9cac7acf910ca741cfa07fd5bf97303ec15c5b2af408b31f20d7bc89ab1ad3e9e766bc\
                  68c87c75118c7825a1a9e0fc30886e67eb8c18b45914424c061d34b9f44228b5bbc7b9ad",
        addrnd: "",
        key: "46d3fc67ddb0e6e56edec31d5900e438f492b43dcc599aac998075fd0c01050e59dfe001cc0fa6bc601322746080\
              daff109c50bb4e4ab6648e337cd7753d269c",
        digest: "60a44242d4fad54a792d3721042ab0c554843b51a6471561618c56ef1b01a4f6",
    },
    Answer {
        set: "SLH-DSA-SHAKE-128f",
        form: Form::Internal,
        context: "",
        message: "3048bde7f28c0414cc318c90048f23afecf079866c34858521192e1684f37f0bc5d2c8585e9bf753626f6e853779\
                  d41c15bda83def79dbf8a11b82eae066833ab6c409d8ac386c942d69ff482d26a1a4030f7c082e36cfceaa7491cb\
                  2f25bd61b79bacd91dd72c91c5d673be48866d33e6b20f9dc83bd5639d27b0d8ca326aa1",
        addrnd: "934cedc78c6f657e3bf6120e38ebb228",
        key: "dadb023900b157baedff38b4bde4b308c83a26a11170274e7e35cd3935aeaf07119231da3849a12477373395d264\
              043da6cecc80d20a2e15a3622abffc221fc8",
        digest: "befcb5f2538684fc5398036c9fcfc60ac3cd37838264b41399a80d4040edb58e",
    },
    Answer {
        set: "SLH-DSA-SHAKE-192s",
        form: Form::Internal,
        context: "",
        message: "7a",
        addrnd: "",
        key: "733c980f9b10acb343c3ba32bfbb1113ec913b6b071f7e9c730184df9d8172d91cc9d451ec0183e3df3e7c37829c\
              bc51dff2d6b8aedcdbd297b40f9fafb5ac41046b3b89290a1ff2eab41db57c753401e0d896f2764121c59ed729fa\
              82915628",
        digest: "d977fac5f51c5a3f8b34fa65935951fbedaa4acd227fd34b53bc0256064d369d",
    },
    Answer {
        set: "SLH-DSA-SHAKE-256f",
        form: Form::Internal,
        context: "",
        message: "e1",
        addrnd: "",
        key: "4b0e9b548b60ad2e728f989aaae0b6781a5ca43ae9b1dbf0ce0631c669fd9518557a7bd1183a8b058047d1720617\
              c8e7e5679744d553883094edbf2e500915b7b5c3d485a24a89cee6d808848ba37a46962db945117a4bc9b8ec0c9b\
              243166ccfd9bfbd1804f151442b76c9d7f46f54589e7512aac6ef6ee8eb0fdf6c2b5fb42",
        digest: "19f4f9cc6eed783b8eae67c2368bb617777f5cc6a6b06ad4ad5dd7e8008ce221",
    },
    Answer {
        set: "SLH-DSA-SHAKE-256f",
        form: Form::Internal,
        context: "",
        message: "f5",
        addrnd: "7f13988fe3aabc45e44781dc2e1d67bc8426ad05e4abb42b95c25b6041b59826",
        key: "31a77364710cbb0035d9e72fdcb9e1fdd85c6618a40516d95550663ad31211f566f0df5a7ed2dc380ec5f5a31c53\
              f56fe05a951625ff17ecfa705e0d82481a6e0d9ff18b314a3a54798e8a1f6e022b606a1fb3e818efbf709fcad91d\
              fe35d46f9d45ede4df7148db18a26a4f0cec6c55dd38e2a587cefc7dd567cae76f7f3d9e",
        digest: "1eaeee226fd1f5c963bd132e393ea150e9fe713bfaaaf0df4866571a53fcc9d3",
    },
    Answer {
        set: "SLH-DSA-SHA2-128s",
        form: Form::Internal,
        context: "",
        message: "90",
        addrnd: "d45c2dcbb823f8db583a4038ca7af794",
        key: "f99d60c4ba723d4a81277aa8bdeec37b6fc27624faafef99f6e82256f351fae23d422fcf462f0f4a0df974a7ebcf\
              5b85217fc357d9db5e5fa864d848636b5511",
        digest: "ad3f6e05676df0896e2975350613ac3cf7cf0bab04b438adcbb00ea260b70b64",
    },
];

/// Of Botan's tests, slh_dsa.vec, made with the Python program of M.-J. Saarinen; the signatures of the SHAKE sets are
/// hashed with SHA3-256. The random bytes are those of the deterministic generator that the seed there starts.
pub(super) const BOTAN: [Answer; 14] = [
    Answer {
        set: "SLH-DSA-SHA2-128s",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "f696484048ec21f96cf50a56d0759c448f3779752f0383d37449690694cf7a685ef56915bb461280cd7a1428bf89\
              ecfbace44265b801314a0d20a6006c9ff1e6",
        digest: "34f54432d5af7acc187bb6221ed7ea6863a6eeddda016849c1ca8b7506251003",
    },
    Answer {
        set: "SLH-DSA-SHAKE-128s",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "6de62e3465a55c9c78a07d265be8540b3e58b0801a124d07ff12b438d5202ea0f08e01a57a272b738fa8ea2f465d\
              59400b96b2f9934daa0da7c9873550013599",
        digest: "3f74a7a28e32da3be820e7ffa9344814a3227bdfbfdebec60dc883b0a9f141b6",
    },
    Answer {
        set: "SLH-DSA-SHA2-128f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "1eaae6bb91b27cd748c402c4111140d5a942cf3c95ff7977f88d2ef515bb26d067b4319d2f67bae52055dcd010a2\
              5a16220b1ddabbed69f503b5f07cbba7f134",
        digest: "a19e2a5ae585ec140dc8c6910847c1e67ea2a96e6707e96f3f5646c23393ed1e",
    },
    Answer {
        set: "SLH-DSA-SHA2-128f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "767c27a85238010578f488e42de3ce59",
        key: "1eaae6bb91b27cd748c402c4111140d5a942cf3c95ff7977f88d2ef515bb26d067b4319d2f67bae52055dcd010a2\
              5a16220b1ddabbed69f503b5f07cbba7f134",
        digest: "210c514552736ed214130ee31982df2be25fbbe25fa3465edc9096aa6d6d0037",
    },
    Answer {
        set: "SLH-DSA-SHAKE-128f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "b585d4eb01085111a172a87688d0032e3381a9e9a35fdd6ef2f8aeb3b40eb5cea27e9866875fd15dfb375e035774\
              304b8c608a901a6194334b70b7c8d4e2bf82",
        digest: "0c63b2fe04da937129a6649b87ab6e3bcdcb3c587d1b25567b13624d75bb4449",
    },
    Answer {
        set: "SLH-DSA-SHAKE-128f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "18db3469990d34d7a5b373fddb4fb65d",
        key: "b585d4eb01085111a172a87688d0032e3381a9e9a35fdd6ef2f8aeb3b40eb5cea27e9866875fd15dfb375e035774\
              304b8c608a901a6194334b70b7c8d4e2bf82",
        digest: "56a9105b8772fa6719be5331506f200872ab61fddd54c3c698fc53613efedcfc",
    },
    Answer {
        set: "SLH-DSA-SHA2-192f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "f7ecfc9143ee45e44f5e98fd9ca1455340ec5db4fb098534365ebbfbcc57d34dde0999aa0c3992d155b9d6be993c\
              b9d7f04ca9d2e28afca52ea1c8178445cad8c8f4efc9d99f4753b1170ff7df5359a4277f8ef072a833ee58c420a4\
              36928774",
        digest: "1b8cb853e473ae803e5cb46b4a1002da48bd35ea7ceb40a3e81f5887f5934941",
    },
    Answer {
        set: "SLH-DSA-SHA2-192f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "af431028cd605eb26306c7b92fa2229956f073341e67d33b",
        key: "f7ecfc9143ee45e44f5e98fd9ca1455340ec5db4fb098534365ebbfbcc57d34dde0999aa0c3992d155b9d6be993c\
              b9d7f04ca9d2e28afca52ea1c8178445cad8c8f4efc9d99f4753b1170ff7df5359a4277f8ef072a833ee58c420a4\
              36928774",
        digest: "ec603a2def5a114f8836bdf29b175cd1379af303fabc4f76e9249fa0a89dabe8",
    },
    Answer {
        set: "SLH-DSA-SHAKE-192f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "daa360ecbb51bcb33f5d36f92fffe77c2de7ed43d281dcb5fd68cfa0ce19df2eb36398ffaef28a6ac96ae6cec608\
              b0545dab087c2e696072c3a207a25c42fbc1aa96fb8ec2a5af71caf5215b739f48ee14fbbe4b0ce50dbf8104998c\
              a133e19c",
        digest: "bf373807c8981ec8bd76c0758ba7db9f8fb77bc7e1d23d5fd00699cf3912d9bc",
    },
    Answer {
        set: "SLH-DSA-SHAKE-192f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "8a67957dea79c3b78a1ee5c0139371379067c5a9da332888",
        key: "daa360ecbb51bcb33f5d36f92fffe77c2de7ed43d281dcb5fd68cfa0ce19df2eb36398ffaef28a6ac96ae6cec608\
              b0545dab087c2e696072c3a207a25c42fbc1aa96fb8ec2a5af71caf5215b739f48ee14fbbe4b0ce50dbf8104998c\
              a133e19c",
        digest: "7a341802eeaa6ef566c928094409beb4824b53958e5c7f943127f2ddfefc5b18",
    },
    Answer {
        set: "SLH-DSA-SHA2-256s",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "ad10ad3409a90c4b24ab0da526f289209abcb1f05c86c7e4437a144c91e1c8674bb0634876c4471d23c2f3a041a9\
              830dad41945642da3487ce5d2e9e2be9a1d4b2ea4b9157c191935629e8914ab581799f366ecc13a153ba88961ebd\
              2d25e7b8126760d273e037dc76cff5eddecabead489f8a725be650544c1e3145042d0c2a",
        digest: "f2e3fb0542d8164853bc0e1be95125f346b75508d92272e41e009b3ac55afc0c",
    },
    Answer {
        set: "SLH-DSA-SHAKE-256s",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "793871afccb50f4035b9788c7292b717939aa28f5094d99ee262047b15e42deb92568f82621d1ee33a233b858296\
              887279ff85cfda7f5c415b714e9451cb20a6e23d931a7e2679eb15c2d3727552a5a5686b13f319c17c48fcae2ca1\
              36d9fe223b5f3c9b72d1318ec5c18191238914691955fbd06947ce3e7010809fd3d31832",
        digest: "fe25c9658e9afe5d1a67480c5202debc2c05c4d3fb2bfbd875723dea9ab8d195",
    },
    Answer {
        set: "SLH-DSA-SHA2-256f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "edb1483bd9db934a5c0970c76e96adac58c2786f5525cce741206154222b1bada4b54a813a208ad3472c64bef72a\
              a37ad944484a7525b3bfab58b72d5878adcc36b35aefaeef610994159ba32295631c237f59d285e62248442d5ccc\
              a196973d3dfe70c01bd69e90313ba13437891e8aebbfb4d42fcccdfdf98655b272757553",
        digest: "3883d4e0a47250b66d44e80cd19e4f55195a89c2c1e020cfc534347df7d00302",
    },
    Answer {
        set: "SLH-DSA-SHAKE-256f",
        form: Form::Pure,
        context: "",
        message: "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8",
        addrnd: "",
        key: "ec5fd75f942b76a278c3f4df4c25b0dd5db712a253cc8b9c22287befafbeb6257e53018e4f2b21f571e02c8b128f\
              401ed16391b74336ddd719a0306db181135395e8f648fb380f083398e4a3400c07724162fa30e25e8d3784a2e90f\
              df27cdbb4456b4892b3a49fd6de7cdae86d7432bf8f651e09b2920ad7d0618ccf70135e8",
        digest: "f3a817c8fc206f5f65b3ffe1225588e74a698c58d478214ccaa80ee684d5a0ee",
    },
];

/// Of the test data of Bouncy Castle, pqc/crypto/slhdsa: hedged signatures under a context.
pub(super) const BOUNCY_CASTLE: [Answer; 6] = [
    Answer {
        set: "SLH-DSA-SHA2-128f",
        form: Form::Prehash("SHA-256"),
        context: "48d0e1b5be64b649eb4db840d0021ba255da87e2830c289329fee9435e2c2390d1e0a9612a8d4fae2766a75e5554\
                  3e78fd558163e0dadfdc2e16bfae51f72db975",
        message: "20d8509723a90d94e510cd3074eea5611b5bf58194a2cdc430355268b01695a877",
        addrnd: "56c0bc4d89ed4da5e5890e60c25f8f77",
        key: "8a8b373395ae0aa46be0abcc15edcaf0e32c910b27fd8d305e0ee632a10137601c017e3ac41331e56876fe4e8955\
              0a52a387d31ef9701fbe94b594956f3537d8",
        digest: "df8f8ff1a725ab865a59185888af769eebb67d9f61ecb06c63c95ed645229a56",
    },
    Answer {
        set: "SLH-DSA-SHA2-128f",
        form: Form::Pure,
        context: "f1a6aba4279a41ea3e669be02ea4edbb4fb5b2ef86fd004782c8911cac98eeb7ee93c9376748161c88491bed369c\
                  9c6d723963951bc7b117edf59e1e4a195a5209",
        message: "a793a8c009af47ae74e78a3ae732a0f8cccb4a8b36e3ec613cf9a68ed1f40e8d80",
        addrnd: "328628525e50b1e8cc0a378b7c191329",
        key: "176e7af352e8fc4ed744746f0502dc4a1b2d7fb67ce293122f9f07725503f8d9d998cccec401eb0c9f9d11ce84d0\
              7d93f5503fffa05eb37248ca4e412ad8b6ac",
        digest: "b76d3cf47c38469051ebc310f9f59eff38cec8cc115f99f81e67c637453f9590",
    },
    Answer {
        set: "SLH-DSA-SHA2-192s",
        form: Form::Prehash("SHA-512"),
        context: "ffaba696b9e1d437ed3804d4897508b1f83ec285146bfab8f9ae5e18a2de8b258f36d25567dc1e8714510b678209\
                  636ae6f389705f001a2d86a33f89e311f8760c",
        message: "458838f45d50cd861ef194d1c2f2c1145af19d418ebf1a0972f63c2b0d8e892cfec31ed77b0fe1abfbcd6a289e15\
                  e7dc2ded5eb15874d9844ed9fe89e393c5a965b6",
        addrnd: "ebb90545dca32bd74f49015196886df78a3cd913226438cd",
        key: "ce07fd7670ec87b3a2f66698fa71fb8c28dc427960eef7871d50787307e6740b5bdfb9411e2e163b380015e8b66c\
              4fb83372c6d13d15abd7277b8087ad861efd6d63f87851c59dfd7b7fd471fcc4cd1df89f8d97d9fe61a630c7758d\
              b8825985",
        digest: "d8756b0c5c72a1688b39fe1ae107e4ee2a1b1521ce8b66fef55d3bb5b4b4e117",
    },
    Answer {
        set: "SLH-DSA-SHAKE-128f",
        form: Form::Prehash("SHAKE128"),
        context: "0a6b67cbab8a863f12e892d0f84c713a1f27a2c79323d2932a211f6f09796b623cdd93df7b0e6d26bb38e8d34ce0\
                  04a2e7dec4b80d3ee1a799e9616b64e234f533",
        message: "ff7fd61876538abbb54d69250f78871fb0900e307a5f621779d71d96ab2030867dbb08c775ec25cb11481fa7af13\
                  1dce262c5b0826a2c6d76388ba425e877cc55654",
        addrnd: "c9a5e596ccb37f0b7d43a731828d0f1e",
        key: "202b4904d3a54381262b0ba2aa57ed990e63140e2f5b30d9cc58a1a7846006c9aea183b4f745ee05ec0a51d15213\
              36f9b2bca61e6ee921db63eaad71dc144449",
        digest: "70f9cb27ca16654fb1cb1e63dea2b3b5fe39dc414abaeb9d76978134327f9597",
    },
    Answer {
        set: "SLH-DSA-SHAKE-128f",
        form: Form::Pure,
        context: "d772f2b9cea9d142d07fa4e30dbe5020241821da5bbb7314354ab509d3a4f723312462412d4c1c4f4600f5b7642c\
                  fe246399f9e59cc4a483cac8911c13f27449a6",
        message: "d4b671eae81386a8bdc1c74861d59cc8f11fc92b293a57b79d9960651190e79fe65d583f43cc0f40f6d908e1220e\
                  2f805f3225b7453691cbb7efe36e10dc19f398c3eaca9e50bca32b4744b9a218c19407c16cb06d9418ae2eb9372b\
                  3c5028d64f3e70d11d28f15e7e04eda079bee27a02a4aa8575ff182aa6bfe93ccd311f20743335039c34efb28c7d\
                  0e90ef5d8f2f530cff6c71930f0d4ea908360a9f1b930f661ea8ff4110889fbd908ff05c7fa8590623a460d4b483\
                  c6871b5454ff05eaf1f6bb319fc1",
        addrnd: "11b764767dd35249ec6125c32f7811d9",
        key: "4680c265fd812bfdd346d8441e250f9a5e28f1d111392e9e9a6521d11d5944bb9bf23e417ff8e8b1327fc4d0a159\
              9437a2bee0bcb8dd643098ee982b2819d2a1",
        digest: "6f2af8fc7359f3d95e66a9ce9ac386658f2c7eb7e5d9581267ef271fd5040497",
    },
    Answer {
        set: "SLH-DSA-SHAKE-192s",
        form: Form::Prehash("SHAKE256"),
        context: "cde04c7999d004a12e5cb63fd6ce3d11b288e8f071b7ec24c31650c080fd62d21d63f06801f4397a08e0b11f8822\
                  3c504fb618cb28015037472a93cd8810ea0bbb",
        message: "bd4f8fa0ef25e3dc0e01b7a1c7c1e0f191c6d24cc015779e2c40f8760fa18aa4f4",
        addrnd: "a4c33f089e259ce6126ce620db518cd4d14e73315863097c",
        key: "c8c9a0dad8be3f94d0b8fcff2217b0dd9c06f1c18099a6f209e4a216ddc67b4677ce24b6be0f58e25c46acb94d60\
              0fb657fc158fd75a0d59c32a7e21add382ad1fd1658ad408cff38b2bef26f16e89fa5238cbfd601c447f33276dc6\
              c842e403",
        digest: "37c867db5eb7d8db96e509f3402ca1d72bf93c031db3f32cd75c95d0681588e0",
    },
];
