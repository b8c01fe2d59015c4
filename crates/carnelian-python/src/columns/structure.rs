//! Checks of the structures of the Arrow C data interface, before they are imported.
//!
//! The import asserts what the interface demands of a producer, and an assertion that fails is a panic; it also reads
//! lengths from buffers without a look at their pointers. What contradicts the interface and can be seen is an error here.
#![allow(unsafe_code)] // Reads the structures, whose fields the crates of Arrow do not show.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_schema::DataType;
use core::ffi::{CStr, c_char, c_void};
use core::{ptr, slice};

/// `struct ArrowSchema` of the interface.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const u8,
    _flags: i64,
    n_children: i64,
    children: *const *const Self,
    dictionary: *const Self,
    _release: *const c_void,
    _private_data: *const c_void,
}

/// `struct ArrowArray` of the interface.
#[repr(C)]
struct Array {
    length: i64,
    _null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *const *const Self,
    dictionary: *const Self,
    _release: *const c_void,
    _private_data: *const c_void,
}

const _: () = assert!(size_of::<Schema>() == size_of::<FFI_ArrowSchema>());
const _: () = assert!(size_of::<Array>() == size_of::<FFI_ArrowArray>());

/// Checks that the type of a schema can be read, and returns a description of it if its values are no byte strings
/// whatever their bytes are: if it is nested otherwise than as a list, or is an extension type, whose storage can be
/// anything.
pub(super) fn check_schema(schema: &FFI_ArrowSchema) -> Result<Option<String>, &'static str> {
    // SAFETY: both types are the same structure of the interface.
    let schema = unsafe { &*ptr::from_ref(schema).cast::<Schema>() };
    schema.check()
}

/// Checks that an array has the buffers and the children that its type demands.
pub(super) fn check_array(array: &FFI_ArrowArray, data_type: &DataType) -> Result<(), &'static str> {
    // SAFETY: both types are the same structure of the interface.
    let array = unsafe { &*ptr::from_ref(array).cast::<Array>() };
    array.check(data_type)
}

impl Schema {
    fn check(&self) -> Result<Option<String>, &'static str> {
        let format = text(self.format)?.ok_or("its schema has no format")?;
        text(self.name)?;
        if let Some(name) = self.extension()? {
            return Ok(Some(format!("extension type {name}, whose storage must be passed instead")));
        }
        if matches!(format, "+l" | "+L") || format.starts_with("+w:") {
            let child = (self.n_children == 1).then(|| first(self.children)).flatten();
            return child.ok_or("its schema does not have the child of a list")?.check();
        }
        if format.starts_with('+') {
            return Ok(Some(format!("type {format}")));
        }
        // SAFETY: a dictionary that is not null is a schema, which lives as long as this one.
        match unsafe { self.dictionary.as_ref() } {
            Some(dictionary) => dictionary.check(),
            None => Ok(None),
        }
    }

    /// Returns the name of the extension type, if the metadata says that it is one.
    ///
    /// Metadata are a number of pairs, each text with its length before it; values other than this one can be any bytes.
    fn extension(&self) -> Result<Option<String>, &'static str> {
        if self.metadata.is_null() {
            return Ok(None);
        }
        let mut place = self.metadata;
        for _ in 0..number(&mut place)? {
            let key = bytes(&mut place)?;
            let value = bytes(&mut place)?;
            if key == EXTENSION {
                return Ok(Some(String::from_utf8_lossy(value).into_owned()));
            }
        }
        Ok(None)
    }
}

/// The key of the metadata under which an extension type has its name.
const EXTENSION: &[u8] = b"ARROW:extension:name";

/// Reads a number of metadata, and moves behind it.
fn number(place: &mut *const u8) -> Result<usize, &'static str> {
    // SAFETY: metadata that are not null begin with a number, and have one wherever a number is read, at any alignment.
    let number = unsafe { place.cast::<i32>().read_unaligned() };
    // SAFETY: the number's four bytes are within the metadata, whose end may be right behind them.
    *place = unsafe { place.add(size_of::<i32>()) };
    usize::try_from(number).map_err(|_| "a length in its metadata is negative")
}

/// Reads a length and as many bytes of metadata, and moves behind them.
fn bytes<'a>(place: &mut *const u8) -> Result<&'a [u8], &'static str> {
    let len = number(place)?;
    // SAFETY: a text of the metadata has as many bytes as its length says, and lives as long as the schema.
    let text = unsafe { slice::from_raw_parts(*place, len) };
    // SAFETY: the text is within the metadata, whose end may be right behind it.
    *place = unsafe { place.add(len) };
    Ok(text)
}

/// Returns a text, unless it is null.
fn text<'a>(start: *const c_char) -> Result<Option<&'a str>, &'static str> {
    if start.is_null() {
        return Ok(None);
    }
    // SAFETY: a text of a schema that is not null ends with a zero, and lives as long as the schema.
    let text = unsafe { CStr::from_ptr(start) };
    text.to_str().map(Some).map_err(|_| "its schema is no UTF-8")
}

/// Returns the first of some children.
fn first<'a, T>(children: *const *const T) -> Option<&'a T> {
    if children.is_null() {
        return None;
    }
    // SAFETY: children that are not null are at least one pointer, to a structure that lives as long as its parent.
    unsafe { children.read_unaligned().as_ref() }
}

impl Array {
    fn check(&self, data_type: &DataType) -> Result<(), &'static str> {
        let (buffers, children) = match data_type {
            DataType::Null => (0, 0),
            DataType::FixedSizeList(..) => (1, 1),
            DataType::List(_) | DataType::LargeList(_) => (2, 1),
            DataType::FixedSizeBinary(_) | DataType::Dictionary(..) | DataType::UInt8 => (2, 0),
            // Views have a buffer of views, any number of buffers with bytes, and one with the lengths of these.
            _ => (3, 0),
        };
        let is_view = matches!(data_type, DataType::BinaryView | DataType::Utf8View);
        if self.n_buffers != buffers && !(is_view && self.n_buffers > buffers) {
            return Err("it has another number of buffers than its type");
        }
        if self.n_children != children {
            return Err("it has another number of children than its type");
        }
        if self.n_buffers > 0 && self.buffers.is_null() {
            return Err("it has no buffers");
        }
        // Both are numbers with a sign; and a product with a width, which has 32 bits, must not overflow.
        let rows = self.length.checked_add(self.offset).filter(|rows| *rows <= i64::from(i32::MAX));
        let rows = rows.filter(|_| self.length >= 0 && self.offset >= 0).and_then(|rows| usize::try_from(rows).ok());
        let rows = rows.ok_or("its length or its offset is out of range")?;
        match data_type {
            DataType::FixedSizeList(field, _) | DataType::List(field) | DataType::LargeList(field) => {
                first(self.children).ok_or("it lacks its child")?.check(field.data_type())
            }
            // SAFETY: a dictionary that is not null is an array, which lives as long as this one.
            DataType::Dictionary(_, values) => match unsafe { self.dictionary.as_ref() } {
                Some(dictionary) => dictionary.check(values),
                None => Err("it has no dictionary"),
            },
            DataType::Binary | DataType::Utf8 if rows > 0 => self.check_lengths::<i32>(1, rows..rows + 1),
            DataType::LargeBinary | DataType::LargeUtf8 if rows > 0 => self.check_lengths::<i64>(1, rows..rows + 1),
            DataType::BinaryView | DataType::Utf8View => match usize::try_from(self.n_buffers - buffers) {
                Ok(count @ 1..) => self.check_lengths::<i64>(count + 2, 0..count),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Checks that some of the numbers in a buffer are not negative: lengths that the import believes.
    fn check_lengths<T: Copy + Ord + Default>(
        &self,
        buffer: usize,
        places: core::ops::Range<usize>,
    ) -> Result<(), &'static str> {
        // SAFETY: `buffers` is not null, as was checked, and has as many pointers as the type demands, this one too.
        let lengths = unsafe { self.buffers.add(buffer).read_unaligned() }.cast::<T>();
        if lengths.is_null() {
            return Err("a buffer is null");
        }
        if !lengths.is_aligned() {
            return Err("a buffer is not aligned");
        }
        for place in places {
            // SAFETY: the buffer is aligned and, as the interface demands, has a number for each of these places.
            if unsafe { *lengths.add(place) } < T::default() {
                return Err("its offsets do not rise within its values, or a length is negative");
            }
        }
        Ok(())
    }
}
