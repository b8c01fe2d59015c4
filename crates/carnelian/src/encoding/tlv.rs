//! A reader of strict DER (ITU-T X.690: tag, length, value), whose errors name the field and its offset.
//!
//! The structure of a key file is public and its private key is not, though both are in the same bytes. Tags, lengths,
//! identifiers and numbers are therefore declassified byte by byte as they are read; the contents of strings are
//! returned as slices without being read.

use super::error::EncodingError;
use super::lengths::Lengths;
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
    /// The offset of the next value.
    position: usize,
    /// The offset of the end of the enclosing value.
    end: usize,
}

impl<'a> Structure<'a> {
    /// Reads all of `input` by `read`; bytes that it does not read are an error.
    pub(super) fn read<T>(name: &'static str, input: &'a [u8], read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if Length::try_from(input.len()).is_err() {
            return Err(EncodingError::NotDer { field: name, offset: 0, fault: "longer than 4 GiB" });
        }
        let mut structure = Self { input, position: 0, end: input.len() };
        let value = read(&mut structure)?;
        structure.ended(name)?;
        Ok(value)
    }

    /// Reads the beginning of the SEQUENCE in `input` by `look`, which need not read to its end.
    pub(super) fn glimpse<T>(
        name: &'static str,
        input: &'a [u8],
        look: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let mut structure = Self { input, position: 0, end: input.len().min(u32::MAX as usize) };
        structure.header(name, SEQUENCE)?;
        look(&mut structure)
    }

    /// Returns the offset of the next value.
    pub(super) fn offset(&self) -> usize {
        self.position
    }

    /// Returns whether the enclosing value has ended.
    pub(super) fn is_at_end(&self) -> bool {
        self.left() == 0
    }

    /// Returns the number of bytes to the end of the enclosing value.
    pub(super) fn left(&self) -> usize {
        self.end - self.position
    }

    /// Returns the identifier octet of the next value, if there is one.
    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_byte()
    }

    /// Reads a constructed value, its contents by `read`; bytes that it does not read are an error.
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

    /// Reads a SEQUENCE.
    pub(super) fn sequence<T>(&mut self, field: &'static str, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.constructed(field, SEQUENCE, read)
    }

    /// Reads an OCTET STRING under its own tag or an implicit one. Returns its contents.
    pub(super) fn octets(&mut self, field: &'static str, tag: u8) -> Result<&'a [u8]> {
        let length = self.header(field, tag)?;
        Ok(self.cut(length))
    }

    /// Reads a BIT STRING of whole bytes, as every key is, under its own tag or an implicit one. Returns its contents.
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

    /// Reads an OBJECT IDENTIFIER.
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

    /// Reads an INTEGER that is not negative.
    pub(super) fn unsigned(&mut self, field: &'static str) -> Result<u64> {
        self.decoded(field, INTEGER, Tag::Integer, "negative, not in its shortest form, or of more than 64 bits")
    }

    /// Reads a NULL.
    pub(super) fn null(&mut self, field: &'static str) -> Result<()> {
        let offset = self.position;
        match self.header(field, NULL)? {
            0 => Ok(()),
            _ => Err(EncodingError::NotDer { field, offset, fault: "a NULL with contents" }),
        }
    }

    /// Reads a value of any contents. Returns all of it, with tag and length.
    pub(super) fn element(&mut self, field: &'static str, tag: u8) -> Result<&'a [u8]> {
        let start = self.position;
        let length = self.header(field, tag)?;
        self.cut(length);
        Ok(&self.input[start..self.position])
    }

    /// Skips a value of any contents.
    pub(super) fn skip(&mut self, field: &'static str, tag: u8) -> Result<()> {
        self.element(field, tag).map(|_| ())
    }

    /// Reads what is left of the enclosing value.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        self.cut(self.left())
    }

    /// Reads a value that `der` decodes.
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

    /// Reads the tag and the length of a value, which must end within the enclosing one. Returns the length.
    fn header(&mut self, field: &'static str, tag: u8) -> Result<usize> {
        let offset = self.position;
        let available = self.end - offset;
        match self.peek() {
            None => return Err(EncodingError::Truncated { field, offset, available }),
            Some(found) if found != tag => return Err(EncodingError::Tag { field, offset, expected: tag }),
            Some(_) => {}
        }
        let header = self.decode::<Header>().map_err(|error| match error.kind() {
            ErrorKind::Incomplete { .. } => EncodingError::Truncated { field, offset, available },
            ErrorKind::IndefiniteLength => EncodingError::NotDer { field, offset, fault: "an indefinite length" },
            _ => EncodingError::NotDer { field, offset, fault: "a length that is not in its shortest form" },
        })?;
        let length = u32::from(header.length()) as usize;
        let needed = (self.position - offset).saturating_add(length);
        if needed > available {
            return Err(EncodingError::Truncated { field, offset, available });
        }
        Ok(length)
    }

    /// Reads the next `length` bytes, which the caller has found to be there.
    fn cut(&mut self, length: usize) -> &'a [u8] {
        let start = self.position;
        self.position += length;
        &self.input[start..self.position]
    }

    /// Returns an error if the enclosing value, whose name is `after`, has not ended.
    pub(super) fn ended(&self, after: &'static str) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            extra => Err(EncodingError::TrailingData { after, offset: self.position, extra }),
        }
    }
}

/// Returns `value` in DER, in a vector that never grows: growing would leave a copy in freed memory.
pub(super) fn to_der(value: &impl Encode) -> Vec<u8> {
    const SHORT: &str = "a key is far shorter than DER may be";
    let length = u32::from(value.encoded_len().expect(SHORT)) as usize;
    let mut der = alloc::vec![0; length];
    let written = value.encode_to_slice(&mut der).expect(SHORT).len();
    debug_assert_eq!(written, length);
    der
}

/// Returns an error if `found` is not a permitted length of `what`.
pub(super) fn check_length(what: &'static str, permitted: &Lengths, found: usize) -> Result<()> {
    match permitted.contains(found) {
        true => Ok(()),
        false => Err(EncodingError::WrongLength { what, expected: permitted.clone(), found }),
    }
}

pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const NULL: u8 = 0x05;
pub(super) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(super) const SEQUENCE: u8 = 0x30;

/// The reader that `der` uses. Bytes that it copies are declassified, slices that it borrows are not.
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
