//! What any program needs: errors, files, threads in order, progress, signals.

pub mod plain_text;

pub mod error;

pub mod out;

pub mod whole_file;

pub mod own_file;

pub mod clock;

pub mod spread;

pub mod interrupt;

pub mod ordered;

pub mod progress;
