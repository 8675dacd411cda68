//! Files that commands write. What stands at a path is asked first: a file is replaced whole or not at all and keeps its mode, a link is
//! followed, a device or pipe is written to and never read, and a folder is refused. Whatever fails, nothing temporary is left.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};
use crate::base::files::{metadata, sync_folder};

/// The accepted paths for a file to be written.
const WRITABLE: &str = "a file that you may write, in a folder that you may write";

/// As many links in a row are followed, as systems do.
const MOST_LINKS: usize = 40;

/// Longer names of files are shortened in the names of temporary ones, which are longer.
const LONGEST_NAME: usize = 200;

/// The path of a file to be written, and what stands there.
pub struct Destination {
    /// As it was given, for errors.
    path: PathBuf,
    place: DestinationKind,
}

/// The kinds of destinations.
enum DestinationKind {
    /// A file or nothing, at the end of all links.
    File { target: PathBuf, earlier: Option<Metadata> },
    /// A character device or a pipe.
    Stream,
}

impl Destination {
    /// Asks what stands at a path.
    ///
    /// # Errors
    /// If it is a folder, a disk or a socket, or a file that may not be written.
    pub fn of(path: &Path) -> Result<Self> {
        let place = match metadata(path)? {
            Some(found) if found.is_file() => {
                let target = target(path)?;
                // Where processes show their open files, a link can name one that was removed.
                if metadata(&target)?.is_none() {
                    return Err(refused(path, "a file that was removed"));
                }
                // Nothing is written by that, and whoever protects a file against writing keeps it.
                let opened = OpenOptions::new().write(true).open(&target);
                opened.map_err(|error| Error::of_path(path, &error, WRITABLE))?;
                DestinationKind::File { target, earlier: Some(found) }
            }
            Some(found) => match refusal(found.file_type()) {
                Some(what) => return Err(refused(path, what)),
                None => DestinationKind::Stream,
            },
            None if is_name_of_folder(path) => return Err(refused(path, "the name of a folder")),
            None => DestinationKind::File { target: target(path)?, earlier: None },
        };
        Ok(Self { path: path.to_path_buf(), place })
    }

    /// Asks the same where only a file will do, such as one of a run.
    ///
    /// # Errors
    /// As [`of`](Self::of); also if it is a device or a pipe.
    pub fn of_file(path: &Path) -> Result<Self> {
        let found = Self::of(path)?;
        match found.place {
            DestinationKind::File { .. } => Ok(found),
            DestinationKind::Stream => Err(refused(path, "a device or a pipe")),
        }
    }

    /// Makes sure that nothing foreign is replaced: there is no file, it is empty, or it begins like one that the same command wrote.
    /// Without a beginning there must be none, or an empty one.
    ///
    /// # Errors
    /// If it holds anything else, or cannot be read.
    pub fn check_ours(&self, beginning: &str) -> Result<()> {
        let DestinationKind::File { target, earlier: Some(_) } = &self.place else { return Ok(()) };
        let mut found = Vec::new();
        let read = File::open(target).and_then(|file| file.take(beginning.len().max(1) as u64).read_to_end(&mut found));
        read.map_err(|error| Error::of_path(&self.path, &error, "a new file"))?;
        if found.is_empty() || (!beginning.is_empty() && found == beginning.as_bytes()) {
            return Ok(());
        }
        Err(not_ours(&self.path))
    }

    /// Writes these bytes in place of what was there: a file whole or not at all, and it is on the disk when this returns.
    ///
    /// # Errors
    /// If they cannot be written; then a file is as it was.
    pub fn replace(&self, bytes: &[u8]) -> Result<()> {
        let fault = |error: io::Error| Error::of_path(&self.path, &error, WRITABLE);
        match &self.place {
            DestinationKind::Stream => append_to(&self.path).and_then(|mut to| to.write_all(bytes)).map_err(fault),
            DestinationKind::File { target, earlier } => {
                let (mut staged, mut file) = Temporary::beside(target).map_err(fault)?;
                file.write_all(bytes).and_then(|()| file.sync_data()).map_err(fault)?;
                drop(file);
                staged.publish(target, earlier.as_ref()).map_err(fault)?;
                sync_parent(target).map_err(fault)
            }
        }
    }

    /// Moves a file that is whole, in the same folder or one below it, in place of what was there. The names of the folder are not yet on
    /// the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn take(&self, staged: &Path) -> Result<()> {
        let fault = |error: io::Error| Error::machine(self.path.display(), &error);
        let DestinationKind::File { target, earlier } = &self.place else {
            return Err(refused(&self.path, "a device or a pipe"));
        };
        if *target == self.path {
            return move_in_place(staged, target, earlier.as_ref()).map_err(fault);
        }
        // A link may lead to another disk, onto which nothing can be moved.
        let (mut copy, mut file) = Temporary::beside(target).map_err(fault)?;
        let copied = File::open(staged).and_then(|mut from| io::copy(&mut from, &mut file));
        copied.and_then(|_| file.sync_data()).map_err(fault)?;
        drop(file);
        copy.publish(target, earlier.as_ref()).map_err(fault)?;
        sync_parent(target).and_then(|()| fs::remove_file(staged)).map_err(fault)
    }
}

/// Makes sure that a file can be written without loss, as [`Destination::check_ours`].
///
/// # Errors
/// As there, and if what stands at the path is no place for a file.
pub fn check_ours(path: &Path, beginning: &str) -> Result<()> {
    Destination::of(path)?.check_ours(beginning)
}

/// Writes a file as [`Destination::replace`].
///
/// # Errors
/// As there, and if what stands at the path is no place for a file.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    Destination::of(path)?.replace(bytes)
}

/// The error that a file is not one that the same command may replace.
pub fn not_ours(path: &Path) -> Error {
    let accepted = "a new file, or one that the same command wrote";
    Error::input(path.display(), "the file already holds something else", accepted)
}

/// A new file, or an empty one, that is being filled. Unless it is finished, it is removed again if it was created for this.
pub struct NewFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// The file that was created, if one was.
    created: Option<PathBuf>,
    /// Set if it can be synchronised with the disk.
    is_file: bool,
}

impl NewFile {
    /// Begins a file. A device or a pipe is written to.
    ///
    /// # Errors
    /// If there is a file that holds something, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let fault = |error: io::Error| Error::of_path(path, &error, "");
        let place = Destination::of(path)?.place;
        let is_file = matches!(place, DestinationKind::File { .. });
        let (file, created) = match place {
            DestinationKind::File { target, earlier: None } => {
                (File::create_new(&target).map_err(fault)?, Some(target))
            }
            DestinationKind::File { target, earlier: Some(_) } => (append_to(&target).map_err(fault)?, None),
            DestinationKind::Stream => (append_to(path).map_err(fault)?, None),
        };
        let new = Self { path: path.to_path_buf(), file: BufWriter::new(file), created, is_file };
        if is_file && new.file.get_ref().metadata().map_err(fault)?.len() > 0 {
            let refusal = "the file already holds something; accepted: a new file";
            return Err(Error::input(path.display(), refusal, ""));
        }
        Ok(new)
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| Error::of_path(&self.path, &error, ""))
    }

    /// Makes sure that everything is written; a file stays.
    ///
    /// # Errors
    /// If it cannot be; then the file is removed again.
    pub fn finish(mut self) -> Result<()> {
        let flushed = self.file.flush();
        let synced = flushed.and_then(|()| if self.is_file { self.file.get_ref().sync_data() } else { Ok(()) });
        synced.map_err(|error| Error::of_path(&self.path, &error, ""))?;
        self.created = None;
        Ok(())
    }
}

impl Drop for NewFile {
    /// After a failure: half a file would pass for a whole one.
    fn drop(&mut self) {
        if let Some(path) = &self.created {
            let _ = fs::remove_file(path);
        }
    }
}

/// A temporary file, which is removed unless it is published.
struct Temporary {
    path: PathBuf,
    is_published: bool,
}

impl Temporary {
    /// A new one beside a file, so that it can be moved onto it.
    fn beside(target: &Path) -> io::Result<(Self, File)> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let mut length = name.len().min(LONGEST_NAME);
        while !name.is_char_boundary(length) {
            length -= 1;
        }
        let name = &name[..length];
        let process = std::process::id();
        let mut number = 0;
        loop {
            let path = target.with_file_name(format!(".{name}.{process}-{number}.partial"));
            match File::create_new(&path) {
                // Left by a process with the same number that was killed, or of another thread.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                file => return file.map(|file| (Self { path, is_published: false }, file)),
            }
        }
    }

    /// Moves it onto its target.
    fn publish(&mut self, target: &Path, earlier: Option<&Metadata>) -> io::Result<()> {
        move_in_place(&self.path, target, earlier)?;
        self.is_published = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_published {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Moves a file onto another one, whose mode and, where the system allows that, owner it takes over.
fn move_in_place(staged: &Path, target: &Path, earlier: Option<&Metadata>) -> io::Result<()> {
    if let Some(earlier) = earlier {
        keep_owner(staged, earlier)?;
        fs::set_permissions(staged, earlier.permissions())?;
    }
    fs::rename(staged, target)
}

#[cfg(unix)]
fn keep_owner(staged: &Path, earlier: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let now = fs::metadata(staged)?;
    if (now.uid(), now.gid()) != (earlier.uid(), earlier.gid()) {
        // Only the administrator may; to others the file belongs from now on.
        let _ = chown(staged, Some(earlier.uid()), Some(earlier.gid()));
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_staged: &Path, _earlier: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Resolves a path to the end of all links, also if there is no file yet.
fn target(path: &Path) -> Result<PathBuf> {
    let fault = |error: &io::Error| Error::of_path(path, error, "");
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&target) {
            Ok(found) if found.is_symlink() => {
                let to = fs::read_link(&target).map_err(|error| fault(&error))?;
                target = target.parent().unwrap_or(Path::new("")).join(to);
            }
            Ok(_) => return Ok(target),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(target),
            Err(error) => return Err(fault(&error)),
        }
    }
    Err(Error::input(path.display(), format_args!("more than {MOST_LINKS} links in a row"), "a file"))
}

fn is_name_of_folder(path: &Path) -> bool {
    path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

fn refused(path: &Path, what: &str) -> Error {
    Error::input(path.display(), format_args!("found {what}"), "a file")
}

/// Names a kind of file that no command writes to; `None` if it is written to as a stream.
#[cfg(unix)]
fn refusal(kind: FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_char_device() || kind.is_fifo() => None,
        kind if kind.is_dir() => Some("a folder"),
        kind if kind.is_block_device() => Some("a disk"),
        kind if kind.is_socket() => Some("a socket"),
        _ => Some("something else than a file"),
    }
}

#[cfg(not(unix))]
fn refusal(kind: FileType) -> Option<&'static str> {
    Some(if kind.is_dir() { "a folder" } else { "something else than a file" })
}

fn append_to(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

fn sync_parent(path: &Path) -> io::Result<()> {
    sync_folder(path.parent().unwrap_or(Path::new("")))
}
