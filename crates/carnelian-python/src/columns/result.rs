//! `carnelian.Column`, the answer to a question about Arrow columns.

use super::answer::{Verdict, array};
use super::fault::Fault;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array, BooleanArray, FixedSizeBinaryArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyCapsule, PyList, PySlice, PyType};

/// A column of answers: booleans, or byte strings of one width; with nulls where a row of the question was null.
///
/// Every library that knows Arrow takes it without a copy: ``pyarrow.array(column)``, ``polars.Series(column)``.
/// ``numpy.asarray(column)`` copies it, if no row is null. It is also a sequence.
///
/// >>> import carnelian, pyarrow
/// >>> digests = carnelian.hash_batch("sha256", pyarrow.array([b"one", None]))
/// >>> digests.null_count, len(digests[0])
/// (1, 32)
#[pyclass(frozen, sequence, name = "Column", module = "carnelian")]
pub(crate) struct ResultColumn(Cells);

enum Cells {
    Booleans(BooleanArray),
    Strings(FixedSizeBinaryArray),
}

impl ResultColumn {
    pub(super) fn of_verdicts(verdicts: &[Verdict]) -> PyResult<Self> {
        let values = BooleanBuffer::collect_bool(verdicts.len(), |row| verdicts[row] == Verdict::Valid);
        let nulls = nulls(verdicts.len(), |row| verdicts[row] == Verdict::Null);
        Ok(Self(Cells::Booleans(BooleanArray::new(values, nulls))))
    }

    pub(super) fn of_strings(width: usize, bytes: Vec<u8>, is_null: &[bool]) -> PyResult<Self> {
        let width = i32::try_from(width).map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let nulls = nulls(is_null.len(), |row| is_null[row]);
        let array = FixedSizeBinaryArray::try_new(width, Buffer::from_vec(bytes), nulls);
        Ok(Self(Cells::Strings(array.map_err(|error| PyTypeError::new_err(error.to_string()))?)))
    }

    fn array(&self) -> &dyn Array {
        match &self.0 {
            Cells::Booleans(array) => array,
            Cells::Strings(array) => array,
        }
    }

    /// Returns a row, `None` for a null.
    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.array().is_null(row) {
            return Ok(py.None().into_bound(py));
        }
        match &self.0 {
            Cells::Booleans(array) => Ok(array.value(row).into_pyobject(py)?.to_owned().into_any()),
            Cells::Strings(array) => Ok(PyBytes::new(py, array.value(row)).into_any()),
        }
    }

    /// Returns the booleans.
    fn booleans(&self) -> PyResult<&BooleanArray> {
        match &self.0 {
            Cells::Booleans(array) => Ok(array),
            Cells::Strings(_) => Err(PyTypeError::new_err("this column holds byte strings, not verdicts")),
        }
    }
}

/// Returns the nulls among `len` rows, if there are any.
fn nulls(len: usize, is_null: impl Fn(usize) -> bool) -> Option<NullBuffer> {
    let valid = NullBuffer::new(BooleanBuffer::collect_bool(len, |row| !is_null(row)));
    (valid.null_count() > 0).then_some(valid)
}

#[pymethods]
impl ResultColumn {
    fn __len__(&self) -> usize {
        self.array().len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = py.import("builtins")?.getattr("range")?.call1((self.__len__(),))?.get_item(slice)?;
            let rows: Vec<usize> = range.extract()?;
            let rows = rows.into_iter().map(|row| self.row(py, row)).collect::<PyResult<Vec<_>>>()?;
            return Ok(PyList::new(py, rows)?.into_any());
        }
        let out_of_range = || PyIndexError::new_err("the index is out of range");
        let index: isize = index
            .extract()
            .map_err(|error: PyErr| if error.is_instance_of::<PyOverflowError>(py) { out_of_range() } else { error })?;
        let row = if index < 0 { self.__len__().checked_add_signed(index) } else { usize::try_from(index).ok() };
        match row.filter(|row| *row < self.__len__()) {
            Some(row) => self.row(py, row),
            None => Err(out_of_range()),
        }
    }

    /// Returns the class with the type of its values, such as ``Column[bytes]``, for annotations.
    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
    }

    /// The number of rows that are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.array().null_count()
    }

    /// Returns the rows as a list of ``bool`` or ``bytes``, with None for nulls.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = (0..self.__len__()).map(|row| self.row(py, row)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, rows)
    }

    /// Returns the number of rows that are equal to *value*.
    #[pyo3(signature = (value))]
    fn count<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.to_pylist(py)?.call_method1("count", (value,))
    }

    /// Returns the first row that is equal to *value*, among those of the range.
    #[pyo3(signature = (value, start=0, stop=isize::MAX), text_signature = "($self, value, start=0, stop=9223372036854775807)")]
    fn index<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        start: isize,
        stop: isize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.to_pylist(py)?.call_method1("index", (value, start, stop))
    }

    /// Returns whether every row is true. A null is not: nothing was verified there.
    fn all(&self) -> PyResult<bool> {
        let booleans = self.booleans()?;
        Ok(booleans.null_count() == 0 && booleans.true_count() == booleans.len())
    }

    /// Returns the indices of the rows that are not true: those that are false, and the nulls.
    fn invalid(&self) -> PyResult<Vec<usize>> {
        let booleans = self.booleans()?;
        Ok((0..booleans.len()).filter(|row| booleans.is_null(*row) || !booleans.value(*row)).collect())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("a column becomes an array only by a copy"));
        }
        let nulls = self.array().nulls();
        if let Some(row) = nulls.and_then(|nulls| (0..nulls.len()).find(|row| nulls.is_null(*row))) {
            return Err(Fault::Null { row }.into());
        }
        // The array is NumPy's even if nothing has loaded that yet.
        py.import("numpy")?;
        let array = match &self.0 {
            Cells::Booleans(booleans) => {
                let bytes: Vec<u8> = booleans.values().iter().map(u8::from).collect();
                array(py, PyByteArray::new(py, &bytes), "bool", &[bytes.len()])
            }
            Cells::Strings(strings) => {
                let width = usize::try_from(strings.value_length()).unwrap_or(0);
                array(py, PyByteArray::new(py, strings.value_data()), "uint8", &[strings.len(), width])
            }
        }?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.array().data_type());
        let schema = schema.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Returns a schema and an array of the Arrow C data interface in capsules. The type is always the column's own.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A producer may ignore the wish for another type, and the consumer converts then.
        let _ = requested_schema;
        let array = FFI_ArrowArray::new(&self.array().to_data());
        // A capsule whose structure was not taken releases it, since dropping the structure does.
        Ok((self.__arrow_c_schema__(py)?, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }

    fn __repr__(&self) -> String {
        let (len, null_count) = (self.__len__(), self.null_count());
        let content = match &self.0 {
            Cells::Booleans(_) => "bool".to_owned(),
            Cells::Strings(strings) => format!("bytes of width {}", strings.value_length()),
        };
        format!("<carnelian.Column: {len} rows of {content}, {null_count} null>")
    }
}

/// Adds the class to the module `carnelian`, as a sequence.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ResultColumn>()?;
    let sequence = module.py().import("collections.abc")?.getattr("Sequence")?;
    sequence.call_method1("register", (module.py().get_type::<ResultColumn>(),))?;
    Ok(())
}
