//! Packs the page: one file that opens from disk, and a folder for a site. `web/build` runs it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use interface::page_script::{self, bundled, short};
use lzma_rust2::{LzmaOptions, LzmaWriter};
use sha2::{Digest, Sha256};

/// The modules beside the shared ones, each after those that it imports; the last begins.
const MODULES: [&str; 11] =
    ["engine", "browser", "words", "guide", "shown", "placing", "offer", "end", "start", "play", "main"];

/// Reads the program from the path in the first argument, and writes into the folder in the second.
fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err(io::Error::other("accepted: the path of the program, and a folder"));
    };
    let program = without_names(&fs::read(program)?);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../page");
    let read = |name: &str| fs::read_to_string(page.join(name));
    let (frame, style) = (read("index.html")?, read("style.css")?.lines().collect::<String>());
    let worker = short((read("unpack.js")? + &read("worker.js")?).lines());
    let own = MODULES.map(|name| read(&format!("{name}.js")).map(|text| (name, text)));
    let own = own.into_iter().collect::<io::Result<Vec<_>>>()?;
    let modules: Vec<(&str, &str)> =
        page_script::MODULES.into_iter().chain(own.iter().map(|(name, text)| (*name, &**text))).collect();
    let script = bundled(modules.iter().map(|(_, text)| *text));
    let folder = Path::new(&folder);
    fs::create_dir_all(folder.join("site"))?;
    fs::write(folder.join("play.html"), one_file(&frame, &style, &script, &worker, &program)?)?;
    let site = site(&frame);
    for (name, bytes) in [
        ("index.html", site.as_bytes()),
        ("style.css", style.as_bytes()),
        ("worker.js", worker.as_bytes()),
        ("program.wasm", &program),
    ] {
        fs::write(folder.join("site").join(name), bytes)?;
    }
    for (name, text) in modules {
        fs::write(folder.join("site").join(format!("{name}.js")), text)?;
    }
    Ok(())
}

/// Bytes in the format LZMA, which `unpack.js` reads.
fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    const BEST: u32 = 9;
    // A program has no aligned multi-byte fields.
    let options = LzmaOptions { lc: 4, pb: 0, nice_len: 273, ..LzmaOptions::with_preset(BEST) };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    writer.finish()
}

/// Bytes as text: two characters, from `#` on without `<`, for 13 bits, the lowest first.
fn letters(bytes: &[u8]) -> String {
    const BASE: u32 = 91;
    const BITS: u32 = 13;
    let letter = |digit: u32| char::from(b'#' + digit as u8 + u8::from(digit >= u32::from(b'<' - b'#')));
    let (mut text, mut bits, mut count) = (String::new(), 0u32, 0);
    // The rest at the end is padded with zeros.
    for byte in bytes.iter().chain(&[0; 2]) {
        bits |= u32::from(*byte) << count;
        count += 8;
        if count >= BITS {
            let number = bits & ((1 << BITS) - 1);
            text.extend([letter(number % BASE), letter(number / BASE)]);
            bits >>= BITS;
            count -= BITS;
        }
    }
    text
}

/// The whole page as one file.
///
/// Its policy only allows the code in it, and no network requests.
fn one_file(frame: &str, style: &str, script: &str, worker: &str, program: &[u8]) -> io::Result<String> {
    let program = letters(&packed(program)?);
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; worker-src blob:; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    );
    let parts = format!(
        "<script type=\"application/json\" id=\"given\">null</script>\n\
         <script type=\"text/plain\" id=\"worker\">{worker}</script>\n\
         <script type=\"text/plain\" id=\"program\">{program}</script>\n\
         <script type=\"module\">{script}</script>"
    );
    Ok(filled(frame, &policy, &format!("<style>{style}</style>"), &parts))
}

/// The page of a site, which fetches its parts from the same folder.
fn site(frame: &str) -> String {
    let policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'";
    filled(
        frame,
        policy,
        "<link rel=\"stylesheet\" href=\"style.css\">",
        "<script type=\"module\" src=\"main.js\"></script>",
    )
}

fn filled(frame: &str, policy: &str, style: &str, parts: &str) -> String {
    frame.replace("{csp}", policy).replace("{style}", style).replace("{parts}", parts)
}

/// The hash of an element's text, in the format of policies.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// A WebAssembly module without its custom sections, such as the names of its functions.
fn without_names(module: &[u8]) -> Vec<u8> {
    const HEADER: usize = 8;
    const CUSTOM: u8 = 0;
    let (mut kept, mut at) = (module[..HEADER].to_vec(), HEADER);
    while at < module.len() {
        let (length, digits) = number(&module[at + 1..]);
        let end = at + 1 + digits + length;
        if module[at] != CUSTOM {
            kept.extend_from_slice(&module[at..end]);
        }
        at = end;
    }
    kept
}

/// Reads an unsigned number in base 128; also returns its length in bytes.
fn number(bytes: &[u8]) -> (usize, usize) {
    let digits = 1 + bytes.iter().take_while(|byte| **byte >= 0x80).count();
    let value = bytes[..digits].iter().rev().fold(0, |value, byte| value << 7 | usize::from(byte & 0x7f));
    (value, digits)
}
