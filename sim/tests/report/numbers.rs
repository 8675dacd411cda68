//! Every number in a page is one of a table in the folder, or of the table that is written beside its figure.

use std::collections::BTreeSet;
use std::fs;

use crate::runs::reported;
use crate::test_folder::TestFolder;

/// Every cell of the tables in a folder.
fn cells(folder: &TestFolder, subfolder: &str) -> BTreeSet<String> {
    let mut cells = BTreeSet::new();
    for name in folder.files(subfolder).into_keys().filter(|name| name.ends_with(".csv")) {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).from_path(folder.path(subfolder).join(name)).unwrap();
        for record in reader.records() {
            cells.extend(record.unwrap().iter().map(str::to_owned));
        }
    }
    cells
}

/// The texts between these two, wherever they stand.
fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap())
}

fn without_tags(html: &str) -> String {
    let pieces = html.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    pieces.collect::<String>().replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[test]
fn marks_and_tables_have_the_cells_of_tables() {
    let (folder, page) = reported();
    let known: BTreeSet<String> = cells(&folder, "out").union(&cells(&folder, "figures")).cloned().collect();
    let mut marks = 0;
    for value in between(&page, "data-cells=\"", "\"").flat_map(|values| values.split(' ')) {
        assert!(known.contains(value), "{value}");
        marks += 1;
    }
    assert!(marks > 500, "{marks} numbers of marks");
    let mut numbers = 0;
    for figure in between(&page, "<figure id=", "</figure>") {
        for cell in between(figure, "<td", "<").map(|cell| without_tags(&format!("<{cell}"))) {
            assert!(known.contains(&cell), "{cell}");
            numbers += 1;
        }
    }
    assert!(numbers > 1_000, "{numbers} cells");
}

/// The numbers in a sentence, with how many decimals they have.
fn numbers(text: &str) -> Vec<(f64, usize)> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
    let words = text.split(|letter: char| !is_part(letter)).map(|word| word.trim_matches('.'));
    let number = |word: &str| {
        let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        Some((word.parse().ok()?, decimals))
    };
    words.filter_map(number).collect()
}

#[test]
fn sentences_have_rounded_cells() {
    let (folder, page) = reported();
    let tables: Vec<String> = fs::read_dir(folder.path("out"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "csv"))
        .map(|path| path.display().to_string())
        .collect();
    // Values, and half the width of intervals, as they are and as percentages; counts, and what one player of four has by chance.
    let mut allowed: Vec<f64> = (0..=240).map(f64::from).collect();
    allowed.extend([0.25, 0.05]);
    for table in tables {
        let mut reader = csv::Reader::from_path(table).unwrap();
        let header = reader.headers().unwrap().clone();
        let ends: Vec<(usize, usize)> = header
            .iter()
            .enumerate()
            .filter_map(|(high, name)| {
                let low = format!("{}_lo", name.strip_suffix("_hi")?);
                Some((header.iter().position(|name| name == low)?, high))
            })
            .collect();
        for record in reader.records().map(Result::unwrap) {
            let number = |cell: &str| cell.parse::<f64>().ok();
            allowed.extend(record.iter().filter_map(number));
            // The agent that is more often ahead is named first.
            let ahead = header.iter().position(|name| name == "ahead");
            allowed.extend(ahead.and_then(|column| number(&record[column])).map(|share| 1.0 - share));
            allowed.extend(
                ends.iter().filter_map(|(low, high)| Some((number(&record[*high])? - number(&record[*low])?) / 2.0)),
            );
        }
    }
    let is_allowed = |(number, decimals): (f64, usize)| {
        // Half a unit of the last decimal, and what the table itself was rounded by.
        let room = 0.5 * 10_f64.powi(-(decimals as i32)) + 1e-4;
        allowed.iter().any(|value| (value.abs() - number).abs() <= room || (100.0 * value.abs() - number).abs() <= room)
    };
    let answers: Vec<String> = between(&page, "<p class=\"answer\">", "</p>").map(without_tags).collect();
    assert!(answers.len() > 10, "{}", answers.len());
    let mut checked = 0;
    for answer in &answers {
        for number in numbers(answer) {
            assert!(is_allowed(number), "{number:?} in: {answer}");
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked}");
}
