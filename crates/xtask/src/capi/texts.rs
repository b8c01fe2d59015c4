//! The files that tell pkg-config and CMake where the libraries are. All of them find the prefix from their own
//! location, so that the installed tree can be moved.

use super::library::{Library, VERSION, interface_version};

/// Returns the folder of the headers, relative to `include`, with a slash before it.
fn subfolder(library: Library) -> String {
    if library.name == Library::carnelian().name { String::new() } else { format!("/{}", library.name) }
}

/// Returns the file for pkg-config.
pub(super) fn pkg_config(library: Library, native_libraries: &str) -> String {
    let Library { name, description, .. } = library;
    let subfolder = subfolder(library);
    format!(
        "\
prefix=${{pcfiledir}}/../..
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: {name}
Description: {description}
Version: {VERSION}
Cflags: -I${{includedir}}{subfolder}
Libs: -L${{libdir}} -l{name}
Libs.private: {native_libraries}
"
    )
}

/// Returns the file that defines the two targets of a library for CMake.
pub(super) fn cmake_targets(library: Library, native_libraries: &str) -> String {
    let Library { name, .. } = library;
    let (subfolder, soname) = (subfolder(library), library.soname());
    let native_libraries = native_libraries.split_whitespace().collect::<Vec<_>>().join(";");
    format!(
        "\
if(NOT TARGET carnelian::{name})
  add_library(carnelian::{name} SHARED IMPORTED)
  set_target_properties(carnelian::{name} PROPERTIES
    IMPORTED_LOCATION \"${{_carnelian_prefix}}/lib/lib{name}.so.{VERSION}\"
    IMPORTED_SONAME \"{soname}\"
    INTERFACE_INCLUDE_DIRECTORIES \"${{_carnelian_prefix}}/include{subfolder}\")
endif()
if(NOT TARGET carnelian::{name}-static)
  add_library(carnelian::{name}-static STATIC IMPORTED)
  set_target_properties(carnelian::{name}-static PROPERTIES
    IMPORTED_LOCATION \"${{_carnelian_prefix}}/lib/lib{name}.a\"
    INTERFACE_LINK_LIBRARIES \"{native_libraries}\"
    INTERFACE_INCLUDE_DIRECTORIES \"${{_carnelian_prefix}}/include{subfolder}\")
endif()
"
    )
}

/// Returns the file that `find_package(carnelian)` reads: it defines the targets of every library that is installed.
pub(super) fn cmake_config() -> String {
    "\
get_filename_component(_carnelian_prefix \"${CMAKE_CURRENT_LIST_DIR}/../../..\" ABSOLUTE)
file(GLOB _carnelian_targets \"${CMAKE_CURRENT_LIST_DIR}/*-targets.cmake\")
foreach(_carnelian_file IN LISTS _carnelian_targets)
  include(\"${_carnelian_file}\")
endforeach()
unset(_carnelian_file)
unset(_carnelian_targets)
unset(_carnelian_prefix)
"
    .to_owned()
}

/// Returns the file with which CMake compares versions: compatible are those with the same binary interface.
pub(super) fn cmake_version() -> String {
    let interface = interface_version();
    format!(
        "\
set(PACKAGE_VERSION \"{VERSION}\")
if(\"${{PACKAGE_FIND_VERSION}}.\" MATCHES \"^{}\\\\.\" AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
",
        interface.replace('.', "\\\\.")
    )
}
