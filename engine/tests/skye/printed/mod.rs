//! What is printed: components, tile files, names.

mod components;
mod names;
mod tile_files;
