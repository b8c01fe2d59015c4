//! Rules 2 and 3: imports within a layer.

use super::tree::{ModulePath, Reference, Target, Tree};
use super::{found, show};
use crate::backend;
use crate::finding::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// The crate that a backend file and its kernel may import.
const CRATE_OF_BACKENDS: &str = "core";

/// The crate that a backend named by its representation may also import: verified field arithmetic.
const CRATE_OF_REPRESENTATIONS: &str = "fiat_crypto";

/// The folder in a layer with what its primitives share, which their backends may import.
const SHARED_ARITHMETIC: &str = "arithmetic";

/// The role of a file, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// `kernel.rs`: the contract and the choice of a backend.
    Kernel,
    /// An implementation of the contract, or the arithmetic of one representation.
    Backend,
    /// Everything else: schemes, arithmetic, tables.
    Other,
}

fn role(module: &[String]) -> Role {
    // The vector types in `base` are built from files with such names, but choose nothing.
    if module.first().is_some_and(|layer| layer == "base") {
        return Role::Other;
    }
    match module.last().map_or("", String::as_str) {
        "kernel" => Role::Kernel,
        name if backend::is_backend(name) => Role::Backend,
        _ => Role::Other,
    }
}

/// Checks the imports within the layers.
pub(super) fn check(tree: &Tree, references: &[(Reference, Target)]) -> Vec<Finding> {
    let references: Vec<_> = references.iter().filter(|(reference, _)| !reference.is_test).collect();
    let schemes = schemes(tree, &references);
    let of_files = references.iter().filter_map(|(reference, target)| match role(&reference.from) {
        Role::Backend | Role::Kernel => low(tree, &schemes, reference, target),
        Role::Other => names_backend(reference, target),
    });
    let rule = "inside a layer imports run one way";
    of_files.chain(circles(&references, part_of_layer, rule)).collect()
}

/// Returns the module of the file that contains a target.
fn file_of<'t>(tree: &'t Tree, module: &[String]) -> &'t ModulePath {
    let files = (0..=module.len()).rev().filter_map(|length| tree.files.get_key_value(&module[..length]));
    files.map(|(module, _)| module).next().expect("the root has a file")
}

/// Returns the files above a `kernel.rs`: the folder's `mod.rs`, files that call a kernel's functions or name a
/// backend, and files that import one of these.
fn schemes(tree: &Tree, references: &[&(Reference, Target)]) -> BTreeSet<ModulePath> {
    let folders = tree.files.keys().filter(|module| role(module) == Role::Kernel).map(|kernel| parent(kernel).to_vec());
    let mut schemes: BTreeSet<ModulePath> = folders.collect();
    loop {
        let before = schemes.len();
        for (reference, target) in references {
            let Target::Inside { module, .. } = target else { continue };
            let above = schemes.contains(file_of(tree, module)) || calls_kernel(reference, target);
            if role(&reference.from) == Role::Other && above {
                schemes.insert(reference.from.clone());
            }
        }
        if schemes.len() == before {
            return schemes;
        }
    }
}

fn parent(module: &[String]) -> &[String] {
    module.split_last().map_or(&[], |(_, parent)| parent)
}

/// Returns whether the target is a kernel's function. Its types and constants are the contract, which all may use.
fn calls_kernel(reference: &Reference, target: &Target) -> bool {
    let Target::Inside { module, item } = target else { return false };
    let is_function = item.as_ref().is_some_and(|item| item.starts_with(char::is_lowercase));
    role(module) == Role::Kernel && *module != reference.from && (is_function || reference.is_glob)
}

/// Returns the folder of the primitive that a backend belongs to: the nearest one above it with a `kernel.rs`, or that
/// of the file itself.
fn primitive<'m>(tree: &Tree, module: &'m [String]) -> &'m [String] {
    let has_kernel = |folder: &&[String]| {
        let kernel: ModulePath = folder.iter().cloned().chain(["kernel".to_owned()]).collect();
        tree.files.contains_key(&kernel)
    };
    let above = (1..module.len()).rev().map(|length| &module[..length]);
    above.into_iter().find(has_kernel).unwrap_or_else(|| parent(module))
}

/// Returns whether the module is in the arithmetic that the primitives of a layer share, such as `curve::arithmetic`.
fn is_shared_arithmetic(from: &[String], module: &[String]) -> bool {
    matches!(module, [layer, folder, ..] if from.first() == Some(layer) && folder == SHARED_ARITHMETIC)
}

/// Returns whether the module has the parameter sets of a primitive of the same layer, such as the key lengths of AES
/// for AES-GCM: constants, which the kernels of a scheme need as the primitive's own do.
fn is_parameter_set(from: &[String], module: &[String]) -> bool {
    matches!(module, [layer, _, .., file] if from.first() == Some(layer) && file == "parameters")
}

/// Checks rule 3, which applies to `kernel.rs` as well: nothing above is imported.
fn low(tree: &Tree, schemes: &BTreeSet<ModulePath>, reference: &Reference, target: &Target) -> Option<Finding> {
    let finding = |rule: &str| Some(found(reference, &format!("imports {}: {rule}", show(target))));
    let (module, item) = match target {
        Target::Outside(path) if is_crate_of_backends(&reference.from, &path[0]) => return None,
        Target::Outside(_) => return finding("of other crates a backend and its kernel import only `core`"),
        Target::Inside { module, item } => (module, item),
    };
    let folder = primitive(tree, &reference.from);
    if !is_shared_arithmetic(&reference.from, folder) && is_shared_arithmetic(&reference.from, module) {
        return names_backend(reference, target);
    }
    if module.first().is_some_and(|layer| layer == "base") || module.starts_with(&reference.from) {
        return None;
    }
    if is_parameter_set(&reference.from, module) {
        return None;
    }
    if !module.starts_with(folder) {
        return finding("a backend and its kernel import `base`, `core` and their primitive's folder");
    }
    if module == folder && item.is_none() && !reference.is_glob {
        // A module on the path to an item, which is checked where it is used.
        return None;
    }
    if schemes.contains(module) {
        return finding("a backend and its kernel stand below the schemes of their folder");
    }
    if calls_kernel(reference, target) {
        return finding("a backend does not call the kernel that chooses it");
    }
    None
}

/// Returns whether a backend or kernel may import the crate.
fn is_crate_of_backends(module: &[String], name: &str) -> bool {
    let is_representation = module.last().is_some_and(|module| backend::is_representation(module));
    name == CRATE_OF_BACKENDS || is_representation && name == CRATE_OF_REPRESENTATIONS
}

/// Checks rule 2: only `kernel.rs` names backends.
fn names_backend(reference: &Reference, target: &Target) -> Option<Finding> {
    let Target::Inside { module, .. } = target else { return None };
    let is_named = (1..=module.len()).any(|length| role(&module[..length]) == Role::Backend);
    is_named.then(|| found(reference, &format!("imports {}: only `kernel.rs` names backends", show(target))))
}

/// Checks that the modules of a crate's root import one way.
pub(super) fn check_root(references: &[(Reference, Target)]) -> Vec<Finding> {
    let references: Vec<_> = references.iter().filter(|(reference, _)| !reference.is_test).collect();
    circles(&references, module_of_root, "the modules of this crate import one way")
}

/// Checks that imports between parts, which `part` tells from each other, run one way.
fn circles(references: &[&(Reference, Target)], part: Part, rule: &str) -> Vec<Finding> {
    let mut imports = Imports::new();
    for (reference, target) in references {
        if let Some((from, to)) = between_parts(reference, target, part) {
            imports.entry(from).or_default().insert(to);
        }
    }
    let circle = |reference, target| {
        let (from, to) = between_parts(reference, target, part)?;
        let message = || format!("imports {}, which imports it: {rule}", show(target));
        reaches(&imports, to, from).then(|| found(reference, &message()))
    };
    references.iter().filter_map(|(reference, target)| circle(reference, target)).collect()
}

/// Returns the part that contains a module, if any does.
type Part = fn(&[String]) -> Option<&[String]>;

/// The parts that each part imports.
type Imports<'m> = BTreeMap<&'m [String], BTreeSet<&'m [String]>>;

/// Returns the two parts of one module that an import joins, if it does.
fn between_parts<'r>(reference: &'r Reference, target: &'r Target, part: Part) -> Option<(&'r [String], &'r [String])> {
    let Target::Inside { module, .. } = target else { return None };
    let (from, to) = (part(&reference.from)?, part(module)?);
    (from != to && parent(from) == parent(to)).then_some((from, to))
}

/// Returns the part of a layer that contains a module, which is a direct child: `hash::sha512` for
/// `hash::sha512::kernel`.
fn part_of_layer(module: &[String]) -> Option<&[String]> {
    module.get(..2).filter(|part| part[0] != "base")
}

/// Returns the module of the root that contains a module: `report` for `report::pages::model`.
fn module_of_root(module: &[String]) -> Option<&[String]> {
    module.get(..1)
}

/// Returns whether there is a path of imports from `from` to `to`.
fn reaches<'m>(imports: &Imports<'m>, from: &'m [String], to: &[String]) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(part) = open.pop() {
        if part == to {
            return true;
        }
        open.extend(imports.get(part).into_iter().flatten().copied().filter(|next| seen.insert(next)));
    }
    false
}
