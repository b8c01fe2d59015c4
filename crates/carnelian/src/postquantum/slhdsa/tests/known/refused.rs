//! Signatures that NIST's ACVP server has changed so that they are not valid, SLH-DSA-sigVer-FIPS205. A case has the
//! private key that makes the valid signature by the internal interface, and the change.

use super::super::{for_every_set, unhex};
use crate::postquantum::slhdsa::{Parameters, Signature, SigningKey, hazmat};

/// A change of a valid signature.
enum Change {
    /// A byte, and the bit in it.
    Bit(usize, u8),
    /// The last byte is missing.
    Short,
    /// A byte was appended.
    Long(u8),
}

struct Refused {
    set: &'static str,
    change: Change,
    message: &'static str,
    addrnd: &'static str,
    key: &'static str,
}

const REFUSED: [Refused; 10] = [
    // Test case 2: SIG_FORS modified.
    Refused {
        set: "SLH-DSA-SHA2-192s",
        change: Change::Bit(24, 0x80),
        message: "4bdc",
        addrnd: "3e75a16809a0b8e9853b2860e1778e0c13f82c70e46349df",
        key: "07bb23d7f425ab26ec7661768b1014afbbb921de70760a9f2ca8f50f8eb2f291dccbd078ef355c6ccff7b80666bb\
              b4085573862c1a1e401cf6b553662a686e4e7c73e794cf5724ee1c190a6e072f1a7f2cd0a22c0c36ead462395e5b\
              5db940e5",
    },
    // Test case 9: R modified.
    Refused {
        set: "SLH-DSA-SHA2-192s",
        change: Change::Bit(0, 0x80),
        message: "e9",
        addrnd: "7c679ff409699b198c0e6e0dd5366fb73dbb2003b0b6aa05",
        key: "cd5a6991dc8013677ae5316246de95203cd0eb96da383b5f0d6fd8113966e026d50eb9744a91716b7821e714257d\
              2716ae059a9ff1da66733927aa6e6fc46be1f557de6ab3d93eef4bbead2f2fb12d0a5f656c26d5b5b643bce7816a\
              ce1fe1d5",
    },
    // Test case 13: signature is too small.
    Refused {
        set: "SLH-DSA-SHA2-256f",
        change: Change::Short,
        message: "58",
        addrnd: "e3ed36ad256b6298f2fde65ecb9c761dff81d4dc1a888d51b9dd7b0c826bd30d",
        key: "5dbe78bb759a4ded584c4307456b85f877d4fb664f4a0992391afefa345ee11a197da463ad460695d7508e08665d\
              2430023c1e6fb6ed8b937da728a35ed6a63dee19fae29dc8ff55ae55581b97459811cfe895557cb1edddcfd37624\
              c011ed4ade3daea3a963c9f8d53bf79ce8fd3dc77f798531dc67ebad2d52916a0d707087",
    },
    // Test case 22: SIG_HT modified.
    Refused {
        set: "SLH-DSA-SHAKE-192s",
        change: Change::Bit(16223, 0x01),
        message: "33",
        addrnd: "c67f71f6453b6c9fe24242e2c774970ca0a2d075f9de1e93",
        key: "636dda7e7aacb6b0945cc25bd9dd3877098200bdf088b0685afe20c09d64849c8e23256a7ef954db29596645adf1\
              0bc18a29dec807fdb4de11c4d50fb22f24428db5f8e717847d389550e6698fcfdb9c9a85cb1ca7be6ee87d55a07a\
              89f11c63",
    },
    // Test case 35: R modified.
    Refused {
        set: "SLH-DSA-SHAKE-256f",
        change: Change::Bit(0, 0x80),
        message: "a3d4",
        addrnd: "deec09ce7798f1171b63d1da8cc3e30481d22aaf19d134f16e4978d659032993",
        key: "e513e50081ae09598c65d7e853ba62565752af791af4a4e8c387cab27ab5b65602c3051ca92028507ebb80ec9d46\
              0e561e231c68952b5782e796453b6adbcdd47dcaed2412195c1254f8769ff22b8fe53d23cfac91d1d3cb111ce7d4\
              ab450f91abfba8e86f18a017319d114e3a73178d1877e046f95b120c2ff374b5c36da4a6",
    },
    // Test case 38: signature is too small.
    Refused {
        set: "SLH-DSA-SHAKE-128f",
        change: Change::Short,
        message: "21d38febcda3bd88496a684ba5894f72d5604eb80251084010f73a6c146779abaccbf938596da15d314eec919610\
                  56d800acde7a6c28891a0ce8596f01eed636fbff5cfc614f1eb3dbbae18c6b142869663c5beb9d75ab08c75b8878\
                  217c1812db57a6bf7abd155b987bf01731517594607aeb1901b18ea1bed6b977aab62fcbd112dee1a989e452555c\
                  9d2b166adf81d2332f5147e925b93850485e106bb735a7068110d347c890cb3303266bc7f10735c9e262ecd6d153\
                  23b22872",
        addrnd: "3506e40a59f17d1b98b0eaa8538c9444",
        key: "0f794b9a8856005f9d93977701c07cbeb1242997af8c1d0f42602670e9e697413caee1124b46ebbbda5e5f8d3c44\
              3034be1dcf1d5498401882e616a7cf956f2b",
    },
    // Test case 39: signature is too large.
    Refused {
        set: "SLH-DSA-SHAKE-128f",
        change: Change::Long(0xaa),
        message: "452b6ff187072c25f2c12bfe6474ffa70f838d8b7ac0222baffe6d3b45ad051662999ac645b61a360cab203c8065\
                  8e2a719a82b77a21a3e0f2b5a8a23d39d013feab63f29e7141923b07ac1da014e057a0aa7516c004c1c58c393887\
                  49553db9c9c15160bc2ed5e6b043bb3be62f1a2b3cf1f77af299d44f0c20207458f2d5f643",
        addrnd: "18562733196d795ad31f64d14aef5eab",
        key: "a88130601a55b58fbc3654d4b164be09bbbe77660e20bb44eb643526c79ea797f491a7d548d4b7c9533bd128cc71\
              7af6a498753304726ce2b08bb1b9f5be4e51",
    },
    // Test case 41: R modified.
    Refused {
        set: "SLH-DSA-SHAKE-128f",
        change: Change::Bit(0, 0x80),
        message: "5fe734580c941d38ccce53ceab3eff8e5260a31df6bfc04461d86fe6f583de98caeaed5170dc868a8d9e126f4aae\
                  379869f2573875ec924d38a434921fabd7df3d9e7ce3d76881aa981809890df8e9966b8f91cc621c3646cec5b9f1\
                  871ea3972720683444a227fabfba54ab326012f296bcb1c242ffffa5d2c186ff634064ecc33cea1feb7f521c51d3\
                  cc62c1080854c41d31eb0b67d3123f53b397bf79ce8b1c16b33bb5d70fc7a7bc2a15113ff98559457831cb810377\
                  779ff6fa46fad97ce9dda1bb8e61993d4ffc6d0edf4ab1364dfa9198f5b868bed1419c4f145ec415cb0960c37646\
                  80eadd6eea3340d4b914ef0b590b10a4864aa017010e4c77ab3930aee2985fa042a605a13c7c0309d6d34fe8c6c0\
                  98f4c4aea2bf64b8ed858c1aeaed3d17a709fcb5cb",
        addrnd: "924cba401d49982568af9553cde5acad",
        key: "e76fa752af064d5f2883fcd459dd21a70f09ccdbc8bcb61044fc3faf51e18a2691791f4c814c157c917e06c6fb4f\
              60d9981ed3379d6cbc0c80f260e142b636d6",
    },
    // Test case 42: SIG_FORS modified.
    Refused {
        set: "SLH-DSA-SHAKE-128f",
        change: Change::Bit(16, 0x80),
        message: "83365753830cfef179c7c430ab14096c4cd885c871b7c502f27782ef11d3d86df655fb3dd18948611b8b29268c41\
                  20523e130f86d833967f7329ddcb6e1a7ca2ee5071cb67487f5c5e5efc0736382ccf43f10a8e75c7be6820628551\
                  e5a7bf1892605fb811634349a2854d979cb7e1f87ac3732e330f024e08832faa9122e1acf598be1831a693b61f3d\
                  9e7815c7eb500d1673c754b4b15178915ea41a628640fe635e8807ee0fee8ac7e3e4617bdf67274a0d1862df1053\
                  21c60641951d7e0221fff3f42e139a1b2ed6a76408d2187ed2f4c29965a83ff2588d9ba2093ec5322cebb779f9b2\
                  5ce9e373c0a2d268e0bd68107f5a4fabeed878eda78bfc7e8eef7879cce88f808f524f12445381b8dfff18982098\
                  2e3dabf8d446fa8904abfb27c7425bb267f85589a8ad98fba3c21f7376ac37f8a65532d32b33e1e50a3800e80de8\
                  16a12c56ab4f91c7ee6011d72cb62c05c105940910dde487081248e751970daad3d0794c7838b1cb02b633165b34\
                  462acc5bcf0e92e0b88feda48f5c1b937d21766d0b73e1f861901327eac86dd12c986f637a",
        addrnd: "b5595de2e29cc177979d02f1161230ab",
        key: "dc53197161894fa9cf4e013cad6a3d41ab9ef376f11f5911a9c6a9e633653d70d807653be10145ba6a102a1b8b30\
              338ee89b5f5efb1718480e3d7d6d8c6cd17b",
    },
    // Test case 43: SIG_HT modified.
    Refused {
        set: "SLH-DSA-SHAKE-128f",
        change: Change::Bit(17087, 0x01),
        message: "c87ae45fe0680401ced96e85e8539ddb2770c092a5c980930241580925e5ce6f16f49db25559fd55b968c63c2991\
                  5fb1ec29346d48ab89662c3ab8debdbe6a94169817470489055cdd093e2e2fadcdba1f15c78f7ae4072d3ca23c5a\
                  b5db5ef897f6e9f64c7fc6b4b8ae5250d9c50868946eb91bb6028a008f63c7cb3ebd0a305918f437166129d9317e\
                  9105e59690046d7a18c00cb7108c2e00587559f7324ab438e76aca75e3ac2ec6d3c78eb800e7d821c37008bf6940\
                  82bfadf90e57a0044620bee67e692530eb207f75f8934bdbf967cdf9fc796b721e65d3efa5cecdae3bcb5ada94f9\
                  4ea51bbfe9733187a656ae53c7db05dbcfa0fb52e0cd0f40efd594b0fc9ee9fa2ec042d2d5cb1966c4fe33e33095\
                  a3615e386944d5c2ba9178f08b03daf686d939dfe96b3c641439e5d0159a5e88317bd96ea6837823d9172b7f37e9\
                  05ff36da99926b61117cd005bbe267aedae610b0da900310d01f6ca441fae70d6a",
        addrnd: "bd69dedf38aad804887e646b2d53d3dd",
        key: "9426c3fcbb958f1e59e3034f9fd89594aea260ef042416f400900c4a1579318d3dd21ed8f6c9fabad7d7d0e7fd10\
              0106f5dd7e36c80481d9fbe06b39fca9f1cf",
    },
];

fn refuses<P: Parameters>() {
    for case in REFUSED.iter().filter(|case| case.set == P::NAME) {
        let [message, addrnd, key] = [case.message, case.addrnd, case.key].map(unhex);
        let key = SigningKey::<P>::from_slice(&key[..]).unwrap();
        let addrnd = P::SeedBytes::try_from(&addrnd[..]).unwrap();
        let valid = hazmat::sign_internal(&key, &message, Some(&addrnd)).unwrap();
        hazmat::verify_internal(key.verifying_key(), &message, &valid).unwrap();
        let mut bytes = valid.as_ref().to_vec();
        match case.change {
            Change::Bit(place, bit) => bytes[place] ^= bit,
            Change::Short => drop(bytes.pop()),
            Change::Long(byte) => bytes.push(byte),
        }
        let verdict = Signature::<P>::from_slice(&bytes[..])
            .map(|signature| hazmat::verify_internal(key.verifying_key(), &message, &signature));
        match case.change {
            Change::Bit(..) => assert!(verdict.unwrap().is_err(), "{}", P::NAME),
            Change::Short | Change::Long(_) => assert_eq!(verdict.unwrap_err().found, bytes.len(), "{}", P::NAME),
        }
    }
}

#[test]
fn changed_signatures() {
    for_every_set!(refuses);
}
