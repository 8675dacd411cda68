//! What studies of several experiments leave in their folders.

pub mod sensitivity;

pub mod tune;
