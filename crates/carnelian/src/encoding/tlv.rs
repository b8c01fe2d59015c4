//! DER as it stands in a key file: tag, length, value (ITU-T X.690), strictly, with the name and the place of what is
//! wrong.
//!
//! A key file's structure is public and its private key is not, though both stand in the same bytes. What is read here
//! for its meaning (tags, lengths, identifiers, numbers) is therefore declassified as it is read, byte by byte; the
//! contents of strings are cut out without a look at them.

use super::algorithm::Algorithm;
use super::error::EncodingError;
use super::oid::Oid;
use crate::base::ct;
use alloc::vec::Vec;
use core::result::Result as CoreResult;
use der::asn1::ObjectIdentifier;
use der::{DecodeValue, Encode, EncodingRules, ErrorKind, Header, Length, Reader, Tag};

pub(super) type Result<T> = CoreResult<T, EncodingError>;

/// Reads DER values one after another.
#[derive(Clone)]
pub(super) struct Structure<'a> {
    input: &'a [u8],
    /// Where the next value begins.
    position: usize,
    /// Where the enclosing value ends.
    end: usize,
}

impl<'a> Structure<'a> {
    /// The reader of all of `input`, `read` by the function given, which must leave nothing over.
    pub(super) fn read<T>(name: &'static str, input: &'a [u8], read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if Length::try_from(input.len()).is_err() {
            return Err(EncodingError::NotDer { field: name, offset: 0, fault: "longer than 4 GiB" });
        }
        let mut structure = Self { input, position: 0, end: input.len() };
        let value = read(&mut structure)?;
        structure.ended(name)?;
        Ok(value)
    }

    /// The beginning of `input`'s SEQUENCE, which `look` need not take in to its end.
    pub(super) fn glimpse<T>(
        name: &'static str,
        input: &'a [u8],
        look: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let mut structure = Self { input, position: 0, end: input.len().min(u32::MAX as usize) };
        structure.header(name, SEQUENCE)?;
        look(&mut structure)
    }

    /// Where the next value begins.
    pub(super) fn offset(&self) -> usize {
        self.position
    }

    /// Whether the enclosing value has ended.
    pub(super) fn is_at_end(&self) -> bool {
        self.position == self.end
    }

    /// The next value's identifier octet, if there is a next value.
    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_byte()
    }

    /// A constructed value, whose contents `read` takes in to the last byte.
    pub(super) fn constructed<T>(
        &mut self,
        field: &'static str,
        tag: u8,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let length = self.header(field, tag)?;
        let end = core::mem::replace(&mut self.end, self.position + length);
        let value = read(self)?;
        self.ended(field)?;
        self.end = end;
        Ok(value)
    }

    /// SEQUENCE.
    pub(super) fn sequence<T>(&mut self, field: &'static str, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.constructed(field, SEQUENCE, read)
    }

    /// OCTET STRING: its contents.
    pub(super) fn octets(&mut self, field: &'static str) -> Result<&'a [u8]> {
        let length = self.header(field, OCTET_STRING)?;
        Ok(self.cut(length))
    }

    /// BIT STRING of whole bytes, as every key is, under its own tag or one that stands for it: its contents.
    pub(super) fn bits(&mut self, field: &'static str, tag: u8) -> Result<&'a [u8]> {
        let offset = self.position;
        let not_der = |fault| EncodingError::NotDer { field, offset, fault };
        let length = self.header(field, tag)?;
        if length == 0 {
            return Err(not_der("expected the number of unused bits, found nothing"));
        }
        let unused = self.read_byte().map_err(|_| not_der("ends early"))?;
        if unused != 0 {
            return Err(not_der("expected whole bytes, found unused bits"));
        }
        Ok(self.cut(length - 1))
    }

    /// OBJECT IDENTIFIER.
    pub(super) fn identifier(&mut self, field: &'static str) -> Result<ObjectIdentifier> {
        const FAULT: &str = "malformed, or longer than 39 bytes";
        let offset = self.position;
        let found: ObjectIdentifier = self.decoded(field, OBJECT_IDENTIFIER, Tag::ObjectIdentifier, FAULT)?;
        // X.690 Section 8.19.2: no subidentifier begins with the octet 0x80. `der` lets that pass.
        let mut begins = true;
        for &octet in found.as_bytes() {
            if begins && octet == 0x80 {
                return Err(EncodingError::NotDer { field, offset, fault: FAULT });
            }
            begins = octet < 0x80;
        }
        Ok(found)
    }

    /// INTEGER that is not negative.
    pub(super) fn unsigned(&mut self, field: &'static str) -> Result<u64> {
        self.decoded(field, INTEGER, Tag::Integer, "negative, not in its shortest form, or of more than 64 bits")
    }

    /// NULL.
    pub(super) fn null(&mut self, field: &'static str) -> Result<()> {
        let offset = self.position;
        match self.header(field, NULL)? {
            0 => Ok(()),
            _ => Err(EncodingError::NotDer { field, offset, fault: "a NULL with contents" }),
        }
    }

    /// AlgorithmIdentifier of one of our algorithms, whose parameters must be absent (RFC 8410 Section 3).
    pub(super) fn algorithm_identifier(&mut self, field: &'static str) -> Result<Algorithm> {
        self.sequence(field, |identifier| {
            let found = identifier.identifier("algorithm")?;
            let algorithm = Algorithm::identified_by(found)
                .ok_or(EncodingError::WrongAlgorithm { expected: None, found: Oid(found) })?;
            if identifier.is_at_end() {
                return Ok(algorithm);
            }
            Err(EncodingError::Parameters { algorithm, offset: identifier.offset() })
        })
    }

    /// A value whose contents are of no interest.
    pub(super) fn skip(&mut self, field: &'static str, tag: u8) -> Result<()> {
        let length = self.header(field, tag)?;
        self.cut(length);
        Ok(())
    }

    /// A value that `der` makes sense of.
    fn decoded<T>(&mut self, field: &'static str, octet: u8, tag: Tag, fault: &'static str) -> Result<T>
    where
        T: for<'r> DecodeValue<'r, Error = der::Error>,
    {
        let offset = self.position;
        let length = self.header(field, octet)?;
        // The header has been checked to fit, and the input to be no longer than `Length` can say.
        let header = Header::new(tag, Length::new(length as u32));
        T::decode_value(self, header).map_err(|_| EncodingError::NotDer { field, offset, fault })
    }

    /// Tag and length of a value that must lie within what encloses it: its length.
    fn header(&mut self, field: &'static str, tag: u8) -> Result<usize> {
        let offset = self.position;
        let available = self.end - offset;
        match self.peek() {
            None => return Err(EncodingError::Truncated { field, offset, needed: 2, available }),
            Some(found) if found != tag => return Err(EncodingError::Tag { field, offset, expected: tag, found }),
            Some(_) => {}
        }
        let header = self.decode::<Header>().map_err(|error| match error.kind() {
            ErrorKind::Incomplete { .. } => {
                EncodingError::Truncated { field, offset, needed: available + 1, available }
            }
            ErrorKind::IndefiniteLength => EncodingError::NotDer { field, offset, fault: "an indefinite length" },
            _ => EncodingError::NotDer { field, offset, fault: "a length that is not in its shortest form" },
        })?;
        let length = u32::from(header.length()) as usize;
        let needed = (self.position - offset).saturating_add(length);
        if needed > available {
            return Err(EncodingError::Truncated { field, offset, needed, available });
        }
        Ok(length)
    }

    /// The next `length` bytes, which are there.
    fn cut(&mut self, length: usize) -> &'a [u8] {
        let start = self.position;
        self.position += length;
        &self.input[start..self.position]
    }

    fn ended(&self, after: &'static str) -> Result<()> {
        match self.end - self.position {
            0 => Ok(()),
            extra => Err(EncodingError::TrailingData { after, offset: self.position, extra }),
        }
    }
}

/// `value` in DER, in a vector that never grows: growing leaves the old bytes behind.
pub(super) fn to_der(value: &impl Encode) -> Vec<u8> {
    const SHORT: &str = "a key is far shorter than DER may be";
    let length = u32::from(value.encoded_len().expect(SHORT)) as usize;
    let mut der = alloc::vec![0; length];
    let written = value.encode_to_slice(&mut der).expect(SHORT).len();
    debug_assert_eq!(written, length);
    der
}

/// Whether something is as long as it must be.
pub(super) fn check_length(what: &'static str, expected: usize, found: usize) -> Result<()> {
    if expected == found { Ok(()) } else { Err(EncodingError::WrongLength { what, expected, found }) }
}

pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const NULL: u8 = 0x05;
pub(super) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(super) const SEQUENCE: u8 = 0x30;

/// How `der` reads here. What is copied out is declassified, what is borrowed is not.
impl<'a> Reader<'a> for Structure<'a> {
    const CAN_READ_SLICE: bool = true;

    fn encoding_rules(&self) -> EncodingRules {
        EncodingRules::Der
    }

    fn input_len(&self) -> Length {
        Length::new(self.end as u32)
    }

    fn position(&self) -> Length {
        Length::new(self.position as u32)
    }

    fn read_nested<T, F, E>(&mut self, len: Length, read: F) -> CoreResult<T, E>
    where
        E: From<der::Error>,
        F: FnOnce(&mut Self) -> CoreResult<T, E>,
    {
        let end = core::mem::replace(&mut self.end, self.position.saturating_add(u32::from(len) as usize));
        let incomplete = || ErrorKind::Incomplete { expected_len: len, actual_len: Length::ZERO }.to_error();
        let value = if self.end <= end { read(self) } else { Err(incomplete().into()) };
        self.end = end;
        value
    }

    fn read_slice(&mut self, len: Length) -> der::Result<&'a [u8]> {
        let (needed, available) = (u32::from(len) as usize, self.end - self.position);
        if needed > available {
            let actual_len = Length::new(available as u32);
            return Err(self.error(ErrorKind::Incomplete { expected_len: len, actual_len }));
        }
        Ok(self.cut(needed))
    }

    fn read_into<'o>(&mut self, buf: &'o mut [u8]) -> der::Result<&'o [u8]> {
        let bytes = self.read_slice(buf.len().try_into()?)?;
        for (to, from) in buf.iter_mut().zip(bytes) {
            *to = ct::declassify(*from, "the structure of a key file is public");
        }
        Ok(buf)
    }
}
