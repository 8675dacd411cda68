//! Files written by commands.
//!
//! The destination is checked first. A file is replaced atomically and keeps its mode; a link is followed; a device or
//! pipe is written to and never read; and a folder is refused. After any failure, no temporary file is left.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};
use crate::base::files::{metadata, sync_folder};

/// The accepted paths of output files.
const WRITABLE: &str = "a file that you may write, in a folder that you may write";

/// The maximum number of consecutive links to follow, as in operating systems.
const MOST_LINKS: usize = 40;

/// Longer file names are shortened in the longer names of temporary files.
const LONGEST_NAME: usize = 200;

/// The path of an output file, and what exists there.
pub struct Destination {
    /// The path as given, for errors.
    path: PathBuf,
    place: DestinationKind,
}

/// The kinds of destinations.
enum DestinationKind {
    /// A file or nothing, after following all links.
    File { target: PathBuf, earlier: Option<Metadata> },
    /// A character device or a pipe.
    Stream,
}

impl Destination {
    /// Determines what exists at a path.
    ///
    /// # Errors
    /// If it is a folder, a disk or a socket, or a file that may not be written.
    pub fn of(path: &Path) -> Result<Self> {
        let place = match metadata(path)? {
            Some(found) if found.is_file() => {
                let target = target(path)?;
                // In folders of open files, such as `/proc/self/fd`, a link can name a file that was removed.
                if metadata(&target)?.is_none() {
                    return Err(refused(path, "a file that was removed"));
                }
                // Opening writes nothing, and respects files protected against writing.
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

    /// Does the same where only a file is accepted, such as for files of a run.
    ///
    /// # Errors
    /// As for [`of`](Self::of); also if it is a device or a pipe.
    pub fn of_file(path: &Path) -> Result<Self> {
        let found = Self::of(path)?;
        match found.place {
            DestinationKind::File { .. } => Ok(found),
            DestinationKind::Stream => Err(refused(path, "a device or a pipe")),
        }
    }

    /// Checks that no foreign file is replaced.
    ///
    /// Accepts a path without a file, an empty file, and a file with the same `beginning` as those of the command. If
    /// `beginning` is empty, a file must be empty.
    ///
    /// # Errors
    /// If the file has any other content, or cannot be read.
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

    /// Replaces the content by these bytes; a file is replaced atomically and is then on the disk.
    ///
    /// # Errors
    /// If they cannot be written; then a file is unchanged.
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

    /// Moves a complete file, in the same folder or one below it, to this destination.
    ///
    /// The entries of the folder are not yet on the disk when this returns.
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
        // A link may lead to another file system, onto which nothing can be moved.
        let (mut copy, mut file) = Temporary::beside(target).map_err(fault)?;
        let copied = File::open(staged).and_then(|mut from| io::copy(&mut from, &mut file));
        copied.and_then(|_| file.sync_data()).map_err(fault)?;
        drop(file);
        copy.publish(target, earlier.as_ref()).map_err(fault)?;
        sync_parent(target).and_then(|()| fs::remove_file(staged)).map_err(fault)
    }
}

/// Checks that a file can be written without loss, as [`Destination::check_ours`] does.
///
/// # Errors
/// As there, and if the path is not a possible destination.
pub fn check_ours(path: &Path, beginning: &str) -> Result<()> {
    Destination::of(path)?.check_ours(beginning)
}

/// Writes a file as [`Destination::replace`] does.
///
/// # Errors
/// As there, and if the path is not a possible destination.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    Destination::of(path)?.replace(bytes)
}

/// Creates the error of a file that the command may not replace.
fn not_ours(path: &Path) -> Error {
    let accepted = "a new file, or one that the same command wrote";
    Error::input(path.display(), "the file was not written by this command", accepted)
}

/// A new or empty file that is being written.
///
/// If it is not finished, a file created for this is removed.
pub struct NewFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// The path of the file that was created, if any.
    created: Option<PathBuf>,
    /// Whether it can be flushed to the disk.
    is_file: bool,
}

impl NewFile {
    /// Starts a file; also accepts a device or a pipe.
    ///
    /// # Errors
    /// If the file exists and is not empty, or cannot be written.
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
            return Err(Error::input(path.display(), "the file is not empty", "a new file"));
        }
        Ok(new)
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| Error::of_path(&self.path, &error, ""))
    }

    /// Flushes everything; the file is kept.
    ///
    /// # Errors
    /// If that fails; the file is then removed.
    pub fn finish(mut self) -> Result<()> {
        let flushed = self.file.flush();
        let synced = flushed.and_then(|()| if self.is_file { self.file.get_ref().sync_data() } else { Ok(()) });
        synced.map_err(|error| Error::of_path(&self.path, &error, ""))?;
        self.created = None;
        Ok(())
    }
}

impl Drop for NewFile {
    /// Removes the file after a failure, because a partial file could be mistaken for a complete one.
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
    /// Creates a temporary file in the folder of `target`, so that it can be moved onto it.
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
                // Left by a killed process with the same id, or created by another thread.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                file => return file.map(|file| (Self { path, is_published: false }, file)),
            }
        }
    }

    /// Moves it to its target.
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

/// Moves a file onto another, and adopts its mode and, where permitted, its owner.
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
        // Only the administrator may do this; otherwise the file changes its owner.
        let _ = chown(staged, Some(earlier.uid()), Some(earlier.gid()));
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_staged: &Path, _earlier: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Resolves all links of a path, even if the file does not exist.
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

/// Names a kind of file that no command writes to; `None` for streams.
#[cfg(unix)]
fn refusal(kind: FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_char_device() || kind.is_fifo() => None,
        kind if kind.is_dir() => Some("a folder"),
        kind if kind.is_block_device() => Some("a disk"),
        kind if kind.is_socket() => Some("a socket"),
        _ => Some("something other than a file"),
    }
}

#[cfg(not(unix))]
fn refusal(kind: FileType) -> Option<&'static str> {
    Some(if kind.is_dir() { "a folder" } else { "something other than a file" })
}

fn append_to(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

fn sync_parent(path: &Path) -> io::Result<()> {
    sync_folder(path.parent().unwrap_or(Path::new("")))
}
