//! `sim dev soak`: random rules, agents and tiles, with every law asserted.

use crate::workshop::Workshop;

#[test]
fn random_experiments_keep_every_law() {
    let shop = Workshop::new();
    let printed = shop.succeed(&["dev", "soak", "--experiments", "25", "--seed", "20150001", "--quiet"]);
    assert!(printed.starts_with("25 experiments, ") && printed.contains("no invariant was violated"), "{printed}");
    assert_eq!(shop.succeed(&["dev", "soak", "--experiments", "25", "--seed", "20150001", "--threads", "1"]), printed);
    assert!(
        shop.succeed(&["dev", "soak", "--seconds", "1", "--experiments", "18446744073709551615"])
            .contains("no invariant was violated")
    );
    let fixed =
        ["dev", "soak", "--experiments", "3", "--modules", "druids,borderlands", "--set", "rules.castle-income=4"];
    assert!(shop.succeed(&fixed).contains("no invariant was violated"));
    assert_eq!(shop.names(), ["t.toml"]);
}

#[test]
fn tile_files_are_soaked() {
    let shop = Workshop::new();
    // The printed tiles but one, and Druid tiles that cost a gold more.
    let printed = shop.succeed(&["list", "tiles"]);
    shop.write("fewer.csv", &printed.lines().take(73).map(|line| format!("{line}\n")).collect::<String>());
    let druids = shop.succeed(&["list", "tiles", "--modules", "druids"]);
    let dearer = druids.replace(",0,,", ",1,,");
    assert_ne!(dearer, druids);
    shop.write("druids.csv", &dearer);
    let files = ["--tiles", "fewer.csv", "--modules", "druids", "--module-tiles", "druids=druids.csv"];
    let command = [&["dev", "soak", "--experiments", "4", "--quiet"], &files[..]].concat();
    assert!(shop.succeed(&command).contains("no invariant was violated"));
}
