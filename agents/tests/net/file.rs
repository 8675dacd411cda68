//! Data files of nets.

use agents::net::{Net, NetError};

/// Two inputs, two hidden neurons, written by hand. With a shift of 0 an input of 1 with a weight of 1024 counts 1.
fn written(checksum: &str, weight: i32) -> String {
    format!(
        "version = 1\nchecksum = \"{checksum}\"\n\n[[layers]]\nshift = 0\nbiases = [0, 512]\nweights = [{weight}, 0, 0, -1024]\n\n\
         [[layers]]\nshift = 0\nbiases = [-100]\nweights = [2, 1]\n"
    )
}

/// The checksum that a file should have.
fn checksum(weight: i32) -> String {
    match Net::from_toml(&written("", weight)) {
        Err(NetError::Checksum { expected, .. }) => expected,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_net_can_be_written_by_hand() {
    let net = Net::from_toml(&written(&checksum(256), 256)).expect("a net");
    assert_eq!(net.inputs(), 2);
    // The first neuron says a quarter of the first number, the second a half less the second number; both from 0 to 1, in units of 1/1024.
    assert_eq!(net.score(&[0, 0]), 512 - 100);
    assert_eq!(net.score(&[1, 0]), 2 * 256 + 512 - 100);
    assert_eq!(net.score(&[3, 1]), 2 * 768 - 100);
    assert_eq!(net.score(&[5, -1]), 2 * 1024 + 1024 - 100);
    assert_eq!(net.score(&[-5, 9]), -100);
}

#[test]
fn what_is_written_is_read_again() {
    let text = written(&checksum(256), 256);
    let net = Net::from_toml(&text).expect("a net");
    assert_eq!(net.to_toml(), text);
    assert_eq!(Net::from_toml(&net.to_toml()).expect("a net"), net);
}

#[test]
fn what_is_no_net_is_refused() {
    let message = |text: &str| Net::from_toml(text).expect_err("no net").to_string();
    let right = checksum(256);
    let text = written(&right, 256);
    assert!(message(&written(&right, 257)).starts_with(&format!("damaged net: its checksum is {right}")));
    assert!(message(&text.replace("version = 1", "version = 2")).starts_with("version 2 of a net"));
    assert!(message(&text.replace("shift", "shifts")).contains("shifts"));
    assert!(message(&text.replace("[[layers]]", "[[layer]]")).contains("unknown field `layer`"));
}

/// The error for layers with a right checksum.
#[track_caller]
fn refused(text: &str) -> String {
    match Net::from_toml(text) {
        Err(NetError::Checksum { found, expected }) => {
            let right = text.replace(&format!("checksum = \"{found}\""), &format!("checksum = \"{expected}\""));
            Net::from_toml(&right).expect_err("no net").to_string()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn layers_that_do_not_fit_are_refused() {
    let text = written("", 256);
    assert!(refused(&text.replace("[2, 1]", "[2, 1, 1]")).contains("layers see [2, 3] numbers"));
    assert!(refused(&text.replace("[0, 512]", "[0, 512, 1]")).contains("a layer of 3 neurons, 4 weights"));
    assert!(refused(&text.replace("[0, 512]", "[]")).contains("a layer of 0 neurons"));
    assert!(refused(&text.replace("[0, 512]", "[0, 2000000000]")).contains("neuron 1 of a layer can overflow"));
}
