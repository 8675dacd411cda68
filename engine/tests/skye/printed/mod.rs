//! What is printed: components, tile files, names.

mod components;
mod module_files;
mod names;
mod tile_files;
