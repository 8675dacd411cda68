//! `sim dev soak`: random rules, agents and tiles, with every law asserted.

use crate::test_folder::TestFolder;

#[test]
fn random_experiments_keep_every_law() {
    let folder = TestFolder::new();
    let printed = folder.succeed(&["dev", "soak", "--experiments", "25", "--seed", "20150001", "--quiet"]);
    assert!(printed.starts_with("25 experiments, ") && printed.contains("no invariant was violated"), "{printed}");
    assert_eq!(
        folder.succeed(&["dev", "soak", "--experiments", "25", "--seed", "20150001", "--threads", "1"]),
        printed
    );
    assert!(
        folder
            .succeed(&["dev", "soak", "--seconds", "1", "--experiments", "18446744073709551615"])
            .contains("no invariant was violated")
    );
    let fixed =
        ["dev", "soak", "--experiments", "3", "--modules", "druids,borderlands", "--set", "rules.castle-income=4"];
    assert!(folder.succeed(&fixed).contains("no invariant was violated"));
    assert_eq!(folder.names(), ["t.toml"]);
}

#[test]
fn tile_files_are_soaked() {
    let folder = TestFolder::new();
    // The printed tiles but one, and Druid tiles that cost a gold more.
    let printed = folder.succeed(&["list", "tiles"]);
    folder.write("fewer.csv", &printed.lines().take(73).map(|line| format!("{line}\n")).collect::<String>());
    let druids = folder.succeed(&["list", "tiles", "--modules", "druids"]);
    let dearer = druids.replace(",0,,", ",1,,");
    assert_ne!(dearer, druids);
    folder.write("druids.csv", &dearer);
    let files = ["--tiles", "fewer.csv", "--modules", "druids", "--module-tiles", "druids=druids.csv"];
    let command = [&["dev", "soak", "--experiments", "4", "--quiet"], &files[..]].concat();
    assert!(folder.succeed(&command).contains("no invariant was violated"));
}
