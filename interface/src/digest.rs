//! Hashes as text.

use sha2::{Digest, Sha256};

/// SHA-256 of these bytes in hexadecimal.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// The first 16 hexadecimal digits of a hash.
pub fn short_hex(hash: &[u8]) -> String {
    hex(&hash[..8])
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_from_the_standard() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(short_hex(&Sha256::digest("abc")), "ba7816bf8f01cfea");
    }
}
