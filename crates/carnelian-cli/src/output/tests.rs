use super::*;
use std::os::unix::fs::{PermissionsExt, symlink};
use tempfile::TempDir;

fn public_new(path: &Path, force: bool) -> Result<Output, Failure> {
    Destination::public(path, force).create()
}

fn secret(path: &Path, force: bool) -> Result<Output, Failure> {
    Destination::secret(path, force).create()
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
}

fn names(dir: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn is_io(outcome: Result<impl Sized, Failure>) -> bool {
    outcome.is_err_and(|failure| failure.report() == Exit::Io)
}

#[test]
fn a_secret_is_private_from_its_first_byte() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("key");
    let mut output = secret(&path, false).unwrap();
    output.write_all(b"first").unwrap();
    let Target::New(file, _) = &output.target else { panic!("a file without its name") };
    assert_eq!(file.file().metadata().unwrap().permissions().mode() & 0o7777, 0o600);
    assert!(!path.exists());
    output.commit().unwrap();
    assert_eq!(names(&dir), ["key"]);
    assert_eq!(mode(&path), 0o600);
    assert_eq!(fs::read(&path).unwrap(), b"first");
}

#[test]
fn a_secret_is_refused_where_anything_is_already() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "old").unwrap();
    symlink(&file, dir.path().join("link")).unwrap();
    symlink(dir.path().join("nowhere"), dir.path().join("dangling")).unwrap();
    let before = names(&dir);
    for name in ["file", "link", "dangling", "."] {
        assert!(is_io(secret(&dir.path().join(name), false)), "{name}");
    }
    assert_eq!(names(&dir), before);
    assert_eq!(fs::read(&file).unwrap(), b"old");
}

#[test]
fn a_name_that_is_taken_while_a_secret_is_written_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("key");
    let output = secret(&path, false).unwrap();
    fs::write(&path, "theirs").unwrap();
    assert!(is_io(output.write_whole(b"ours")));
    assert_eq!(names(&dir), ["key"]);
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
}

#[test]
fn force_replaces_a_file_and_its_mode_but_not_what_a_link_points_to() {
    let dir = tempfile::tempdir().unwrap();
    let (file, link) = (dir.path().join("file"), dir.path().join("link"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    symlink(&file, &link).unwrap();

    secret(&link, true).unwrap().write_whole(b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_file());
    assert_eq!((mode(&link), mode(&file)), (0o600, 0o644));
    assert_eq!(fs::read(&file).unwrap(), b"old");

    secret(&file, true).unwrap().write_whole(b"new").unwrap();
    assert_eq!(mode(&file), 0o600);
    assert_eq!(fs::read(&file).unwrap(), b"new");
}

#[test]
fn what_is_no_file_is_written_to_and_never_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("link");
    symlink("/dev/null", &link).unwrap();
    for force in [false, true] {
        for create in [secret, public_new] {
            for path in [Path::new("/dev/null"), &link] {
                create(path, force).unwrap().write_whole(b"gone").unwrap();
            }
            assert!(is_io(create(&std::env::temp_dir(), force)));
        }
    }
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn what_is_not_committed_leaves_nothing_and_keeps_what_was_there() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    let outputs: [&dyn Fn() -> Output; 2] =
        [&|| Output::public(&path).unwrap(), &|| secret(&path, path.exists()).unwrap()];
    for open in outputs {
        open().write_all(b"partial").unwrap();
        assert!(names(&dir).is_empty());
    }
    fs::write(&path, "old").unwrap();
    for open in outputs {
        open().write_all(b"partial").unwrap();
        assert_eq!(names(&dir), ["file"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}

/// The umask belongs to the whole process, so the mode of a plain file is the reference.
#[test]
fn a_public_file_is_as_open_as_a_plain_one_and_keeps_the_mode_it_replaces() {
    let dir = tempfile::tempdir().unwrap();
    let (plain, path) = (dir.path().join("plain"), dir.path().join("file"));
    fs::write(&plain, "").unwrap();
    Output::public(&path).unwrap().write_whole(b"one").unwrap();
    assert_eq!(mode(&path), mode(&plain));

    fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    Output::public(&path).unwrap().write_whole(b"two").unwrap();
    assert_eq!(mode(&path), 0o640);
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(names(&dir), ["file", "plain"]);
}

#[test]
fn a_new_public_file_replaces_nothing_unless_forced() {
    let dir = tempfile::tempdir().unwrap();
    let [file, link, dangling] = ["file", "link", "dangling"].map(|name| dir.path().join(name));
    fs::write(&file, "old").unwrap();
    symlink(&file, &link).unwrap();
    symlink(dir.path().join("nowhere"), &dangling).unwrap();
    for path in [&file, &link, &dangling] {
        assert!(is_io(public_new(path, false)), "{}", path.display());
    }
    let late = dir.path().join("late");
    let output = public_new(&late, false).unwrap();
    fs::write(&late, "theirs").unwrap();
    assert!(is_io(output.write_whole(b"ours")));
    assert_eq!((fs::read(&file).unwrap(), fs::read(&late).unwrap()), (b"old".to_vec(), b"theirs".to_vec()));

    public_new(&late, true).unwrap().write_whole(b"ours").unwrap();
    assert_eq!(fs::read(&late).unwrap(), b"ours");
    public_new(Path::new("/dev/null"), false).unwrap().write_whole(b"gone").unwrap();
}

#[test]
fn a_device_is_written_in_place_and_a_directory_is_refused() {
    Output::public(Path::new("/dev/null")).unwrap().write_whole(b"gone").unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert!(is_io(Output::public(&std::env::temp_dir())));
    assert!(is_io(Output::public(Path::new("/there/is/no/such/directory/file"))));
}

/// Returns a new file of the system's preferred kind, and one under a temporary name, as on systems without unnamed
/// files.
fn both_kinds(path: &Path) -> [NewFile; 2] {
    let named = NewFile::named(path, PRIVATE_MODE).unwrap();
    [NewFile::beside(path, PRIVATE_MODE).unwrap(), named]
}

fn output(path: &Path, file: NewFile, existing: Existing) -> Output {
    let mut output = Output { path: path.to_owned(), target: Target::New(file, existing) };
    output.write_all(b"new").unwrap();
    output
}

/// A panic never commits a file.
#[test]
fn a_panic_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    for file in both_kinds(&path) {
        let _dropped = output(&path, file, Existing::Kept);
        let panicked = std::panic::catch_unwind(|| {
            let _output = output(&path, NewFile::named(&path, PRIVATE_MODE).unwrap(), Existing::Kept);
            panic!("as a test does");
        });
        assert!(panicked.is_err() && !path.exists());
    }
    assert!(names(&dir).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_new_file_has_no_name_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let [unnamed, named] = both_kinds(&dir.path().join("file"));
    assert!(matches!((&unnamed, &named), (NewFile::Unnamed(_), NewFile::Named(..))));
    drop(named);
    assert!(names(&dir).is_empty());
}

#[test]
fn a_file_gets_its_name_whatever_it_was_and_whatever_is_there() {
    for kind in 0..2 {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        for existing in [Existing::Kept, Existing::Replaced, Existing::Replaced] {
            let [unnamed, named] = both_kinds(&path);
            output(&path, [unnamed, named].into_iter().nth(kind).unwrap(), existing).commit().unwrap();
            assert_eq!((names(&dir), fs::read(&path).unwrap()), (vec!["file".to_owned()], b"new".to_vec()));
            fs::write(&path, "old").unwrap();
        }
        let kept = output(&path, both_kinds(&path).into_iter().nth(kind).unwrap(), Existing::Kept);
        assert!(is_io(kept.commit()));
        assert_eq!((names(&dir), fs::read(&path).unwrap()), (vec!["file".to_owned()], b"old".to_vec()));
    }
}

/// The second name is taken, by a file that must not be replaced or by something that cannot be, after the first was
/// given.
#[test]
fn two_files_get_their_names_or_neither() {
    for kind in 0..2 {
        for (old, existing) in [(false, Existing::Kept), (false, Existing::Replaced), (true, Existing::Replaced)] {
            for taken in [false, true] {
                let dir = tempfile::tempdir().unwrap();
                let [first, second] = ["first", "second"].map(|name| dir.path().join(name));
                if old {
                    fs::write(&first, "old").unwrap();
                }
                let outputs = [&first, &second]
                    .map(|path| output(path, both_kinds(path).into_iter().nth(kind).unwrap(), existing));
                if taken {
                    fs::create_dir(&second).unwrap();
                }
                let outcome = Output::commit_together(outputs.into());
                assert_eq!(outcome.is_err(), taken);
                let content = |path: &Path| fs::read(path).ok();
                let before = old.then(|| b"old".to_vec());
                let expected = if taken { (before, None) } else { (Some(b"new".to_vec()), Some(b"new".to_vec())) };
                assert_eq!((content(&first), content(&second)), expected, "{kind} {old} {existing:?} {taken}");
                let others = names(&dir).into_iter().filter(|name| !["first", "second"].contains(&name.as_str()));
                assert_eq!(others.count(), 0);
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_mask_is_what_new_files_lack() {
    use std::os::unix::fs::OpenOptionsExt;
    let directory = tempfile::tempdir().unwrap();
    let file = OpenOptions::new().write(true).create_new(true).mode(0o777).open(directory.path().join("file"));
    let mode = file.unwrap().metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(new_file::mask(), Some(0o777 & !mode));
}
