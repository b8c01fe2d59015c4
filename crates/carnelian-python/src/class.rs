//! Classes: that they cannot be changed, as those of `hashlib` cannot, and how short calls reach them.
//!
//! PyO3 builds for the stable interface of CPython 3.9, in which it passes arguments in a tuple and leaves classes open. The
//! interpreter can do more, and for one function with one argument the tuple takes longer than the function. So the
//! classes get here, when they are complete,
//!
//! - methods and functions of one argument that are called with it ([`add_update`], [`function`]), which every version has;
//! - a constructor that is called with the arguments where the caller has them ([`set_constructor`]). This is the vectorcall
//!   protocol: an object whose class says at which offset instances have the function. The class of a class is `type`;
//! - the flag of immutable types, from 3.10 on ([`seal`]).
//!
//! Offset and flag are in the structure of classes, whose layout the stable interface hides. It is as expected if what is
//! found in some classes of the interpreter is what the interpreter reports of them. Otherwise the classes stay as they
//! are, and are called by a tuple.
#![allow(unsafe_code)] // Calls the interpreter, and reads and writes the structures of classes.

use crate::buffer::Input;
use crate::error::Result;
use crate::threads::RELEASED_ABOVE;
use core::ffi::{CStr, c_int, c_ulong};
use core::mem::size_of;
use core::ptr;
use pyo3::PyClass;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyBytes, PyDict, PyInt, PyModule, PyString, PyTuple, PyType};

/// `Py_TPFLAGS_IMMUTABLETYPE`.
const IMMUTABLE: c_ulong = 1 << 8;

/// `Py_TPFLAGS_HAVE_VECTORCALL`.
const HAS_VECTORCALL: c_ulong = 1 << 11;

/// `METH_FASTCALL`, which every version from 3.7 on has.
const METH_FASTCALL: c_int = 0x80;

/// Fields of `PyTypeObject`, each as large as a pointer, counted from the end of its head.
const BASIC_SIZE: usize = 1;
const ITEM_SIZE: usize = 2;
const VECTORCALL_OFFSET: usize = 4;
const FLAGS: usize = 18;

/// `vectorcallfunc`.
type Vectorcall = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, usize, *mut PyObject) -> *mut PyObject;

/// A function of one argument, after the object or the module that it belongs to.
pub(crate) type OneArgument = unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> *mut PyObject;

/// An object that absorbs a message.
pub(crate) trait Absorbs: PyClass<Frozen = True> + Sync {
    /// Absorbs more of the message.
    fn absorb(&self, py: Python<'_>, data: &Input<'_>);
}

/// An object whose digest has one length.
pub(crate) trait Digests: Absorbs {
    /// Returns the digest of the message so far.
    fn digest_now<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>>;

    /// Returns the digest of the message so far as hexadecimal digits.
    fn hexdigest_now<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyString>>;

    /// Returns an object that has absorbed the same message and goes on by itself.
    fn copy_now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Self>>;
}

/// An object that absorbs a message, and needs nothing else.
pub(crate) trait Plain: Absorbs {
    /// Creates the object for a message that begins with `data`, with the default of every option.
    fn of<'py>(py: Python<'py>, data: &Input<'_>) -> Result<Bound<'py, Self>>;

    /// Creates the object with some options, or returns `None` if one of them has to be converted or refused, which is left
    /// to the constructor of the class. Must not run code in Python.
    fn with<'py>(_py: Python<'py>, _data: &Input<'_>, _options: &Options<'_, 'py>) -> Result<Option<Bound<'py, Self>>> {
        Ok(None)
    }
}

/// Arguments with names.
pub(crate) struct Options<'a, 'py> {
    names: Borrowed<'a, 'py, PyTuple>,
    /// As many as there are names, alive during the call.
    values: *const *mut PyObject,
}

impl<'a, 'py> Options<'a, 'py> {
    /// Returns each name with its argument.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Bound<'py, PyAny>, Borrowed<'a, 'py, PyAny>)> {
        let py = self.names.py();
        // SAFETY: there is a value for each name, and it lives during the call.
        self.names
            .iter()
            .enumerate()
            .map(move |(i, name)| (name, unsafe { Borrowed::from_ptr(py, *self.values.add(i)) }))
    }
}

/// Adds the method `update` to the class of `T`, and lets calls with nothing but data reach its constructor without a tuple.
pub(crate) fn complete<T: Plain>(py: Python<'_>) -> PyResult<()> {
    add_update::<T>(py)?;
    set_constructor(&py.get_type::<T>(), construct::<T>)
}

/// Adds the method `update` to the class of `T`.
pub(crate) fn add_update<T: Absorbs>(py: Python<'_>) -> PyResult<()> {
    let doc = c"update($self, data, /)\n--\n\nAbsorbs more of the message.";
    add_method::<T>(py, c"update", doc, Callable::OneArgument(update::<T>))
}

/// Adds the methods `digest`, `hexdigest` and `copy` to the class of `T`.
pub(crate) fn add_digest<T: Digests>(py: Python<'_>) -> PyResult<()> {
    let doc = c"digest($self, /)\n--\n\nReturns the digest of the message so far.";
    add_method::<T>(py, c"digest", doc, Callable::NoArgument(digest::<T>))?;
    let doc = c"hexdigest($self, /)\n--\n\nReturns the digest of the message so far as hexadecimal digits.";
    add_method::<T>(py, c"hexdigest", doc, Callable::NoArgument(hexdigest::<T>))?;
    let doc = c"copy($self, /)\n--\n\nReturns an object that has absorbed the same message and goes on by itself.";
    add_method::<T>(py, c"copy", doc, Callable::NoArgument(copy::<T>))
}

fn add_method<T: Absorbs>(py: Python<'_>, name: &'static CStr, doc: &'static CStr, callable: Callable) -> PyResult<()> {
    let (class, method) = (py.get_type::<T>(), PyString::new(py, &name.to_string_lossy()));
    // A module that is loaded a second time finds the same classes, complete.
    if class.hasattr(&method)? {
        return Ok(());
    }
    // SAFETY: the descriptor passes only objects of the class, and this thread is attached; the definition stays.
    let descriptor = unsafe {
        let descriptor = ffi::PyDescr_NewMethod(class.as_type_ptr(), definition(name, doc, callable));
        Bound::from_owned_ptr_or_err(py, descriptor)
    }?;
    class.setattr(method, descriptor)
}

/// A function of several arguments without names: where they are, and how many.
pub(crate) type Arguments = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;

/// A function as the interpreter calls it.
#[derive(Clone, Copy)]
pub(crate) enum Callable {
    /// The second argument is null.
    NoArgument(OneArgument),
    OneArgument(OneArgument),
    Arguments(Arguments),
}

/// Returns a function for a module.
pub(crate) fn function<'py>(
    module: &Bound<'py, PyModule>,
    name: &'static CStr,
    doc: &'static CStr,
    function: Callable,
) -> PyResult<Bound<'py, PyAny>> {
    let module_name = module.name()?;
    // SAFETY: the function takes an argument, and this thread is attached; the definition stays.
    unsafe {
        let function = ffi::PyCFunction_NewEx(definition(name, doc, function), module.as_ptr(), module_name.as_ptr());
        Bound::from_owned_ptr_or_err(module.py(), function)
    }
}

/// Returns a definition that lives as long as the process.
fn definition(name: &'static CStr, doc: &'static CStr, function: Callable) -> *mut ffi::PyMethodDef {
    let (ml_meth, ml_flags) = match function {
        Callable::NoArgument(function) => (ffi::PyMethodDefPointer { PyCFunction: function }, ffi::METH_NOARGS),
        Callable::OneArgument(function) => (ffi::PyMethodDefPointer { PyCFunction: function }, ffi::METH_O),
        // SAFETY: both are pointers to functions of C, and the flag tells the interpreter which arguments this one has.
        Callable::Arguments(function) => unsafe {
            let function = core::mem::transmute::<Arguments, OneArgument>(function);
            (ffi::PyMethodDefPointer { PyCFunction: function }, METH_FASTCALL)
        },
    };
    Box::leak(Box::new(ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth, ml_flags, ml_doc: doc.as_ptr() }))
}

/// Turns a result into what a function of the interpreter returns.
pub(crate) fn answer<'py>(py: Python<'py>, result: PyResult<Bound<'py, PyAny>>) -> *mut PyObject {
    match result {
        Ok(object) => object.into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    }
}

/// Returns the bytes of an argument that is a short `bytes`, for which nothing has to be asked nor released.
#[inline]
pub(crate) fn short<'a>(data: Borrowed<'a, '_, PyAny>) -> Option<Input<'a>> {
    let bytes: &'a [u8] = if data.is_exact_instance_of::<PyBytes>() { data.extract().ok()? } else { return None };
    (bytes.len() <= RELEASED_ABOVE).then_some(Input::Bytes(bytes))
}

/// The method `update`.
///
/// # Safety
/// The interpreter calls it, with an object of the class and one argument.
unsafe extern "C" fn update<T: Absorbs>(object: *mut PyObject, data: *mut PyObject) -> *mut PyObject {
    // SAFETY: the interpreter calls a function with the thread attached, and with objects that live during the call.
    let (py, object, data) = unsafe {
        let py = Python::assume_attached();
        (py, Borrowed::from_ptr(py, object), Borrowed::from_ptr(py, data))
    };
    // SAFETY: the descriptor has checked the class.
    let object = unsafe { object.cast_unchecked::<T>() };
    if let Some(data) = short(data) {
        object.get().absorb(py, &data);
        return py.None().into_ptr();
    }
    Python::attach(|py| {
        let absorbed = data.extract::<Input<'_>>().map(|data| object.get().absorb(py, &data));
        answer(py, absorbed.map(|()| py.None().into_bound(py)))
    })
}

/// The method `digest`.
///
/// # Safety
/// The interpreter calls it, with an object of the class.
unsafe extern "C" fn digest<T: Digests>(object: *mut PyObject, _none: *mut PyObject) -> *mut PyObject {
    // SAFETY: the interpreter calls a method, of this class, as the descriptor has checked.
    let (py, object) = unsafe { receiver::<T>(object) };
    answer(py, object.get().digest_now(py).map(Bound::into_any).map_err(PyErr::from))
}

/// The method `hexdigest`.
///
/// # Safety
/// The interpreter calls it, with an object of the class.
unsafe extern "C" fn hexdigest<T: Digests>(object: *mut PyObject, _none: *mut PyObject) -> *mut PyObject {
    // SAFETY: the interpreter calls a method, of this class, as the descriptor has checked.
    let (py, object) = unsafe { receiver::<T>(object) };
    answer(py, object.get().hexdigest_now(py).map(Bound::into_any).map_err(PyErr::from))
}

/// The method `copy`.
///
/// # Safety
/// The interpreter calls it, with an object of the class.
unsafe extern "C" fn copy<T: Digests>(object: *mut PyObject, _none: *mut PyObject) -> *mut PyObject {
    // SAFETY: the interpreter calls a method, of this class, as the descriptor has checked.
    let (py, object) = unsafe { receiver::<T>(object) };
    answer(py, object.get().copy_now(py).map(Bound::into_any))
}

/// Returns the object that a method is called with.
///
/// # Safety
/// The interpreter calls the method, with an object of the class of `T`, which lives during the call.
#[inline]
unsafe fn receiver<'a, 'py, T: Absorbs>(object: *mut PyObject) -> (Python<'py>, Borrowed<'a, 'py, T>)
where
    'py: 'a,
{
    // SAFETY: the interpreter calls a function with the thread attached, and the class is the caller's promise.
    unsafe {
        let py = Python::assume_attached();
        (py, Borrowed::<PyAny>::from_ptr(py, object).cast_unchecked::<T>())
    }
}

/// The constructor of a class, by the vectorcall protocol.
///
/// # Safety
/// The interpreter calls it, with as many arguments as the count says, and as many more as there are names.
unsafe extern "C" fn construct<T: Plain>(
    class: *mut PyObject,
    arguments: *const *mut PyObject,
    flagged_count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // `PyVectorcall_NARGS`: the highest bit is a flag.
    let count = flagged_count & (usize::MAX >> 1);
    // SAFETY: the interpreter calls a function with the thread attached.
    let py = unsafe { Python::assume_attached() };
    let data = match count {
        0 if names.is_null() => Some(Input::EMPTY),
        // SAFETY: there is one argument, which lives during the call.
        1 if names.is_null() => short(unsafe { Borrowed::from_ptr(py, *arguments) }),
        _ => None,
    };
    if let Some(data) = data {
        return answer(py, T::of(py, &data).map(Bound::into_any).map_err(PyErr::from));
    }
    // SAFETY: the arguments are those that the interpreter passed.
    match unsafe { construct_with_options::<T>(py, arguments, count, names) }.transpose() {
        Some(made) => answer(py, made.map(Bound::into_any).map_err(PyErr::from)),
        // SAFETY: the arguments are those that the interpreter passed.
        None => Python::attach(|py| answer(py, unsafe { construct_by_tuple(py, class, arguments, count, names) })),
    }
}

/// Calls the constructor with options that are as they mostly are, or returns `None`.
///
/// # Safety
/// There are `count` arguments, and as many more as there are names.
#[inline(never)]
unsafe fn construct_with_options<'py, T: Plain>(
    py: Python<'py>,
    arguments: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> Result<Option<Bound<'py, T>>> {
    let data = match count {
        0 => Some(Input::EMPTY),
        // SAFETY: there is one argument, which lives during the call.
        1 => short(unsafe { Borrowed::from_ptr(py, *arguments) }),
        _ => None,
    };
    let Some(data) = data.filter(|_| !names.is_null()) else { return Ok(None) };
    // SAFETY: names that are not null are a tuple, which lives during the call, and whose arguments come last.
    let options = unsafe {
        let names = Borrowed::<PyAny>::from_ptr(py, names).cast_unchecked::<PyTuple>();
        Options { names, values: arguments.add(count) }
    };
    T::with(py, &data, &options)
}

/// Calls the constructor as the interpreter does without this protocol.
///
/// # Safety
/// There are `count` arguments, and as many more as there are names, and `class` is the class that is called.
unsafe fn construct_by_tuple<'py>(
    py: Python<'py>,
    class: *mut PyObject,
    arguments: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the caller's promise; every argument lives during the call.
    let argument = |at: usize| unsafe { Borrowed::<PyAny>::from_ptr(py, *arguments.add(at)).to_owned() };
    let positional = PyTuple::new(py, (0..count).map(argument))?;
    // SAFETY: this thread is attached. `PyDict::new` would panic where memory is short, which must not leave for C.
    let keywords = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyDict_New())?.cast_into_unchecked::<PyDict>() };
    if !names.is_null() {
        // SAFETY: names that are not null are a tuple, which lives during the call.
        let names = unsafe { Borrowed::<PyAny>::from_ptr(py, names).cast_unchecked::<PyTuple>() };
        for (number, name) in names.iter().enumerate() {
            keywords.set_item(name, argument(count + number))?;
        }
    }
    // SAFETY: the class was created through the stable interface, which is where its slots are read, and has this one.
    unsafe {
        let constructor = ffi::PyType_GetSlot(class.cast(), ffi::Py_tp_new);
        let constructor: ffi::newfunc = core::mem::transmute(constructor);
        Bound::from_owned_ptr_or_err(py, constructor(class.cast(), positional.as_ptr(), keywords.as_ptr()))
    }
}

/// Lets the interpreter call `constructor` where the class is called, if classes are as expected.
fn set_constructor(class: &Bound<'_, PyType>, constructor: Vectorcall) -> PyResult<()> {
    let meta = class.get_type();
    if !meta.is(class.py().get_type::<PyType>())
        || !is_layout_known(class.py())?
        || flags_of(&meta) & HAS_VECTORCALL == 0
    {
        return Ok(());
    }
    // SAFETY: the field is within the structure of a class.
    let (offset, size) = unsafe { (field(&meta, VECTORCALL_OFFSET).read(), field(&meta, BASIC_SIZE).read()) };
    let is_inside = offset.is_multiple_of(size_of::<usize>()) && offset + size_of::<Vectorcall>() <= size;
    if offset > 0 && is_inside {
        // SAFETY: by the protocol every instance of `type` has the function, or null, at this offset, within its size. It is
        // null only where no code in Python has seen this one yet.
        unsafe {
            let place = class.as_type_ptr().cast::<u8>().add(offset).cast::<Option<Vectorcall>>();
            if place.read().is_none() {
                place.write(Some(constructor));
            }
        }
    }
    Ok(())
}

/// Makes the classes in `module`, and in the modules that it holds, immutable. All of them are the package's own.
pub(crate) fn seal(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    if py.version_info() < (3, 10) || !is_layout_known(py)? {
        return Ok(());
    }
    for value in module.dict().values() {
        if let Ok(inner) = value.cast::<PyModule>() {
            seal(inner)?;
        } else if let Ok(class) = value.cast::<PyType>() {
            let flags = flags_of(class);
            if flags & IMMUTABLE == 0 {
                // SAFETY: the flags of a class are at this place, as was checked, and no code in Python has seen it yet.
                unsafe { field(class, FLAGS).cast::<c_ulong>().write(flags | IMMUTABLE) };
            }
        }
    }
    Ok(())
}

/// Returns whether the sizes and the flags of some classes of the interpreter, which differ, are where they are expected.
fn is_layout_known(py: Python<'_>) -> PyResult<bool> {
    let classes = [
        py.get_type::<PyType>(),
        py.get_type::<PyInt>(),
        py.get_type::<PyBytes>(),
        py.get_type::<PyTuple>(),
        py.get_type::<PyDict>(),
    ];
    for class in &classes {
        // SAFETY: the fields are within the structure of a class, which is larger in every version of CPython 3.
        let (basic, item, flags) = unsafe {
            let flags = field(class, FLAGS).cast::<c_ulong>().read();
            (field(class, BASIC_SIZE).read(), field(class, ITEM_SIZE).read(), flags)
        };
        let reported = (class.getattr("__basicsize__")?.extract()?, class.getattr("__itemsize__")?.extract()?);
        if (basic, item) != reported || flags != flags_of(class) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the flags of a class as the interpreter reports them.
fn flags_of(class: &Bound<'_, PyType>) -> c_ulong {
    // SAFETY: the pointer is that of a class, which is alive, and this thread is attached.
    unsafe { ffi::PyType_GetFlags(class.as_type_ptr()) }
}

/// Returns the place of a field in the structure of a class.
fn field(class: &Bound<'_, PyType>, number: usize) -> *mut usize {
    let before = size_of::<ffi::PyVarObject>() + number * size_of::<usize>();
    class.as_type_ptr().cast::<u8>().wrapping_add(before).cast()
}
