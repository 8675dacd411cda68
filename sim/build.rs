//! Puts the page that `web/build` made into the program, if there is one.

use std::path::Path;

fn main() {
    println!("cargo:rustc-check-cfg=cfg(has_page)");
    // Only folders that exist: one that is missing would have the program built each time.
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../web");
    if Path::new("../web/dist/play.html").exists() {
        println!("cargo:rustc-cfg=has_page");
    }
}
