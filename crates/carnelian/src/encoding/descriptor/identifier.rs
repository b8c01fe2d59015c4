//! AlgorithmIdentifier: an object identifier and parameters (RFC 5280 Section 4.1.1.2).

use crate::base::ct;
use crate::encoding::algorithm::Algorithm;
use crate::encoding::error::EncodingError;
use crate::encoding::oid::Oid;
use crate::encoding::tlv::{OBJECT_IDENTIFIER, Result, Structure};
use der::Decode;
use der::asn1::AnyRef;
use pkcs8::spki::AlgorithmIdentifierRef;

impl Algorithm {
    /// Reads the AlgorithmIdentifier of one of the known algorithms.
    pub(in crate::encoding) fn read(file: &mut Structure<'_>, field: &'static str) -> Result<Self> {
        file.sequence(field, |identifier| {
            let found = identifier.identifier("algorithm")?;
            let candidates = Self::known().filter(|known| known.descriptor().identifier == found);
            let Some(first) = candidates.clone().next() else {
                return Err(EncodingError::WrongAlgorithm { expected: None, found: Oid(found) });
            };
            let at_parameters = identifier.clone();
            let parameters = identifier.rest();
            match candidates.clone().find(|candidate| candidate.has_parameters(parameters)) {
                Some(algorithm) => Ok(algorithm),
                None => Err(first.wrong_parameters(at_parameters)),
            }
        })
    }

    fn has_parameters(self, found: &[u8]) -> bool {
        ct::eq(found, self.descriptor().parameters.der).declassify("the structure of a key file is public")
    }

    /// Returns the error for parameters that no algorithm with this identifier has: the curve, if it is one that is not
    /// known.
    fn wrong_parameters(self, mut found: Structure<'_>) -> EncodingError {
        let (offset, tag) = (found.offset(), found.peek());
        if self.descriptor().parameters.named().is_some() && tag == Some(OBJECT_IDENTIFIER) {
            return match found.identifier("parameters").and_then(|curve| found.ended("parameters").map(|()| curve)) {
                Ok(curve) => EncodingError::WrongAlgorithm { expected: None, found: Oid(curve) },
                Err(error) => error,
            };
        }
        let expected = self.descriptor().parameters.name;
        if tag.is_some() && tag == self.descriptor().parameters.der.first().copied() {
            let fault = "other contents than the algorithm asks for";
            return EncodingError::NotDer { field: "parameters", offset, fault };
        }
        EncodingError::Parameters { algorithm: self, offset, expected, found: tag.is_some() }
    }

    /// Returns the AlgorithmIdentifier to be written.
    pub(in crate::encoding) fn algorithm_identifier(self) -> AlgorithmIdentifierRef<'static> {
        let descriptor = self.descriptor();
        let parameters = match descriptor.parameters.der {
            [] => None,
            der => Some(AnyRef::from_der(der).expect("the parameters of a descriptor are DER")),
        };
        AlgorithmIdentifierRef { oid: descriptor.identifier, parameters }
    }
}
