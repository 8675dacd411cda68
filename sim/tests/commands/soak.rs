//! `sim soak`: random rules, agents and tiles, with every law asserted.

use crate::workshop::Workshop;

#[test]
fn random_experiments_keep_every_law() {
    let shop = Workshop::new();
    let printed = shop.succeed(&["soak", "--experiments", "25", "--seed", "20150001", "--quiet"]);
    assert!(printed.starts_with("25 experiments, ") && printed.contains("no law was broken"), "{printed}");
    assert_eq!(shop.succeed(&["soak", "--experiments", "25", "--seed", "20150001", "--threads", "1"]), printed);
    assert!(
        shop.succeed(&["soak", "--seconds", "1", "--experiments", "18446744073709551615"])
            .contains("no law was broken")
    );
    let fixed = ["soak", "--experiments", "3", "--modules", "druids,borderlands", "--set", "rules.castle-income=4"];
    assert!(shop.succeed(&fixed).contains("no law was broken"));
    assert_eq!(shop.names(), ["t.toml"]);
}
