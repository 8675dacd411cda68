//! Data files of nets.

use agents::net::Net;

/// Returns a file of a net with two inputs and two hidden neurons.
///
/// With a shift of 0 and a weight of 1024, an input of 1 adds 1.
fn written(checksum: &str, weight: i32) -> String {
    format!(
        r#"{{"version":1,"checksum":"{checksum}","layers":[{{"shift":0,"biases":[0,512],"weights":[{weight},0,0,-1024]}},{}]}}"#,
        r#"{"shift":0,"biases":[-100],"weights":[2,1]}"#
    )
}

fn read(text: &str) -> Result<Net, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Returns the right checksum of a file, which the error about a wrong one contains.
#[track_caller]
fn expected(text: &str) -> String {
    let error = read(text).expect_err("no checksum");
    error.split_once("its numbers give ").expect("another checksum").1.split(' ').next().expect("a word").to_owned()
}

fn checksum(weight: i32) -> String {
    expected(&written("", weight))
}

#[test]
fn a_net_can_be_written_by_hand() {
    let net = read(&written(&checksum(256), 256)).expect("a net");
    assert_eq!(net.inputs(), 2);
    // The first neuron outputs a quarter of the first number, the second a half less the second; both in units of 1/1024, limited to 0 to 1.
    assert_eq!(net.score(&[0, 0]), 512 - 100);
    assert_eq!(net.score(&[1, 0]), 2 * 256 + 512 - 100);
    assert_eq!(net.score(&[3, 1]), 2 * 768 - 100);
    assert_eq!(net.score(&[5, -1]), 2 * 1024 + 1024 - 100);
    assert_eq!(net.score(&[-5, 9]), -100);
}

#[test]
fn what_is_written_is_read_again() {
    let text = written(&checksum(256), 256);
    let net = read(&text).expect("a net");
    let again = serde_json::to_string(&net).expect("plain numbers");
    assert_eq!(again, text);
    assert_eq!(read(&again).expect("a net"), net);
}

#[test]
fn what_is_no_net_is_refused() {
    let message = |text: &str| read(text).expect_err("no net");
    let right = checksum(256);
    let text = written(&right, 256);
    assert!(message(&written(&right, 257)).starts_with(&format!("damaged net: its checksum is {right}")));
    assert!(message(&text.replace("\"version\":1", "\"version\":2")).starts_with("net of version 2"));
    assert!(message(&text.replace("shift", "shifts")).contains("shifts"));
    assert!(message(&text.replace("layers", "layer")).contains("unknown field `layer`"));
}

/// Returns the error of layers with the right checksum.
#[track_caller]
fn refused(text: &str) -> String {
    let right = text.replace("\"checksum\":\"\"", &format!("\"checksum\":\"{}\"", expected(text)));
    read(&right).expect_err("no net")
}

#[test]
fn layers_that_do_not_fit_are_refused() {
    let text = written("", 256);
    assert!(refused(&text.replace("[2,1]", "[2,1,1]")).contains("layers take [2, 3] numbers"));
    assert!(refused(&text.replace("[0,512]", "[0,512,1]")).contains("a layer of 3 neurons, 4 weights"));
    assert!(refused(&text.replace("[0,512]", "[]")).contains("a layer of 0 neurons"));
    assert!(refused(&text.replace("[0,512]", "[0,2000000000]")).contains("neuron 1 of a layer can overflow"));
}
