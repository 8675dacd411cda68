//! The format of a net, in a file of its own or as part of another.

use engine::random::mix;
use serde::{Deserialize, Serialize};

use super::error::NetError;
use super::layer::Layer;

/// The only version of the format.
const VERSION: u32 = 1;

/// A net as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NetFile {
    version: u32,
    checksum: String,
    layers: Vec<Layer>,
}

impl NetFile {
    /// These layers, with their checksum.
    pub fn of(layers: Vec<Layer>) -> Self {
        Self { version: VERSION, checksum: checksum(&layers), layers }
    }

    /// Its layers, if its version is supported and it is not damaged.
    pub fn layers(self) -> Result<Vec<Layer>, NetError> {
        let Self { version, checksum: found, layers } = self;
        if version != VERSION {
            return Err(NetError::Version { found: version, known: VERSION });
        }
        let expected = checksum(&layers);
        if found == expected { Ok(layers) } else { Err(NetError::Checksum { found, expected }) }
    }
}

/// A checksum of the layers.
fn checksum(layers: &[Layer]) -> String {
    let hash = layers.iter().fold(0, |hash, layer| {
        let start = mix([hash, u64::from(layer.shift)]);
        let biases = layer.biases.iter().fold(start, |hash, &bias| mix([hash, bias as u64]));
        layer.weights.iter().fold(biases, |hash, &weight| mix([hash, weight as u64]))
    });
    format!("{hash:016x}")
}
