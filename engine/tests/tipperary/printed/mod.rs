mod components;
mod files;
