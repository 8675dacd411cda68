//! The user's own scoring tiles, defined in a file: what they count, and the VP for it.

use std::ops::RangeInclusive;

use engine::skye::payment::{AreaKind, FeatureSet, MAX_PARTS};
use engine::skye::{Countable, Feature, Payment, PaymentPart, Pays, ScoringTile, Terrain};
use interface::skye::scoring_set::{OwnTiles, SCORING_TILES};

use lab::base::error::Result;
use lab::base::plain_text::is_active;
use lab::forms::section::{Field, Section};
use lab::forms::tree::Node;
use lab::subject::files::Files;

/// The key of the tiles of the file.
const TILE: &str = "tile";

const NAME: &str = "name";
const TEXT: &str = "text";
const CAP: &str = "cap";
const PARTS: &str = "parts";

/// The key of the thing that is counted.
const COUNTS: &str = "counts";

/// The keys that restrict which areas are counted.
const TERRAIN: &str = "terrain";
const COMPLETED: &str = "completed";
const AT_LEAST: &str = "at-least";
const WITH: &str = "with";

/// The keys of the payment.
const POINTS: &str = "points";
const PER: &str = "per";
const MOST: &str = "most";

/// The keys of one part of a tile.
const OF_PART: [&str; 8] = [COUNTS, TERRAIN, COMPLETED, AT_LEAST, WITH, POINTS, PER, MOST];

/// The keys that apply only to areas.
const OF_AREAS: [&str; 4] = [TERRAIN, COMPLETED, AT_LEAST, WITH];

/// The word for areas of a kind.
const AREAS: &str = "areas";

/// The word for mountain areas valued by their brochs.
const MOUNTAIN_BROCHS: &str = "mountain-brochs";

/// The words for countables that are neither features nor areas of a kind.
const WORDS: [(&str, Countable); 13] = [
    ("gold", Countable::Gold),
    ("squares", Countable::Squares),
    ("columns", Countable::Columns),
    ("rows", Countable::Rows),
    ("diagonal", Countable::Diagonal),
    ("road-tiles", Countable::RoadTiles),
    ("farm-animals", Countable::FarmAnimals),
    ("largest-lake", Countable::LargestLake),
    ("largest-range", Countable::LargestRange),
    ("largest-herd", Countable::LargestHerd),
    ("open-water", Countable::OpenWater),
    ("lake-houses", Countable::LakeHouses),
    ("best-scroll", Countable::BestScroll),
];

/// The prefix of a feature's word that restricts it to tiles connected to the castle.
const CONNECTED: &str = "connected-";

/// The accepted minimum sizes of areas, in tiles.
const TILES_RANGE: RangeInclusive<u64> = 1..=20;

/// The maximum lengths of a name and of a text.
const LONGEST: [usize; 2] = [24, 120];

/// Reads the file at this path and its tiles.
///
/// # Errors
/// If the file cannot be read, or is not a valid file of scoring tiles.
pub fn find(files: Files<'_>, named: &str) -> Result<OwnTiles> {
    let found = files.find(SCORING_TILES, named, &[])?.expect("no file of scoring tiles is shipped");
    let file = found.into_component(SCORING_TILES);
    let tiles = read(&file.path, &file.text)?;
    Ok(OwnTiles { file, tiles })
}

/// Reads the tiles from the text of a file; errors name the file.
///
/// # Errors
/// The first error.
pub fn read(file: &str, text: &str) -> Result<Vec<ScoringTile>> {
    let tree = Node::from_toml(file, text)?;
    let top = Section::top(file, &tree)?.accept(&[TILE])?;
    let accepted = "[[tile]] sections, one for each scoring tile";
    let field = top.need(TILE, accepted)?;
    let sections = field.list().map_err(|_| field.fault(field.found(), accepted))?;
    if !(1..=ScoringTile::MOST_OWN).contains(&sections.len()) {
        let accepted = format!("1 to {}", ScoringTile::MOST_OWN);
        return Err(field.fault(format!("{} scoring tiles", sections.len()), accepted));
    }
    let mut tiles: Vec<ScoringTile> = Vec::new();
    for (number, section) in sections.into_iter().enumerate() {
        let tile = tile(section.section("tile.")?, number, &tiles)?;
        tiles.push(tile);
    }
    Ok(tiles)
}

fn tile(section: Section<'_>, number: usize, earlier: &[ScoringTile]) -> Result<ScoringTile> {
    let section = section.accept(&[&[NAME, TEXT, CAP, PARTS], &OF_PART[..]].concat())?;
    let field = section.need(NAME, "name of the scoring tile")?;
    let name = name(field)?;
    if let Ok(other) = ScoringTile::named(name, earlier) {
        return Err(field.fault(format!("`{other}`, which already exists"), "a name of its own"));
    }
    let parts = match section.get(PARTS) {
        None => vec![part(section)?],
        Some(field) => {
            if let Some(other) = OF_PART.into_iter().find_map(|key| section.get(key)) {
                return Err(other.complaint(format!("it belongs into one of the `{PARTS}`")));
            }
            let items = field.list()?;
            if !(1..=MAX_PARTS).contains(&items.len()) {
                return Err(field.fault(format!("{} parts", items.len()), format!("1 to {MAX_PARTS}")));
            }
            items.into_iter().map(|item| part(item.section("tile.parts.")?.accept(&OF_PART)?)).collect::<Result<_>>()?
        }
    };
    let cap = section.get(CAP).map_or(Ok(Payment::NO_CAP), |field| number_in(field, &Payment::CAPS))?;
    let payment = Payment { parts: parts.into_iter().collect(), cap };
    let text = section.get(TEXT).map_or_else(|| Ok(payment.to_string()), |field| words(field).map(str::to_owned))?;
    Ok(ScoringTile::own(number, name, &text, payment))
}

/// Reads a name that is valid in lists, seeds and tables.
fn name(field: Field<'_>) -> Result<&str> {
    let name = field.text()?;
    let begins = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let fits = name.len() <= LONGEST[0]
        && begins
        && !name.ends_with('-')
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    fits.then_some(name).ok_or_else(|| {
        let accepted = format!("small letters, digits and `-`, a letter first, at most {} in all", LONGEST[0]);
        field.fault(format!("`{name}`"), accepted)
    })
}

/// Reads the user's description of a tile.
fn words(field: Field<'_>) -> Result<&str> {
    let text = field.text()?;
    let fits = (1..=LONGEST[1]).contains(&text.chars().count()) && !text.contains(is_active);
    fits.then_some(text).ok_or_else(|| {
        field.fault(format!("`{}`", text.escape_debug()), format!("one line of 1 to {} characters", LONGEST[1]))
    })
}

fn part(section: Section<'_>) -> Result<PaymentPart> {
    let counted = section.need(COUNTS, "feature to count, or a list of features to count sets of them")?;
    let tally = tally(counted, section)?;
    if !matches!(tally, Countable::Areas(_))
        && let Some(other) = OF_AREAS.into_iter().find_map(|key| section.get(key))
    {
        return Err(other.complaint(format!("it needs `{COUNTS} = \"{AREAS}\"`")));
    }
    let pays = match (section.get(POINTS), section.get(MOST)) {
        (Some(_), Some(most)) => return Err(most.complaint(format!("it cannot stand beside `{POINTS}`"))),
        (None, None) => {
            return Err(section.fault(format!("found neither `{POINTS}` nor `{MOST}`; accepted: one of them")));
        }
        (None, Some(most)) => majority(most, tally, section)?,
        (Some(points), None) if tally == Countable::MountainsByBrochs => {
            if let Some(per) = section.get(PER) {
                return Err(per.complaint(format!("it cannot stand beside `{COUNTS} = \"{MOUNTAIN_BROCHS}\"`")));
            }
            Pays::Steps(several(points, "points with one, two and three or more brochs")?)
        }
        (Some(points), None) => Pays::Each {
            points: number_in(points, &Payment::POINTS)?,
            per: section.get(PER).map_or(Ok(1), |field| number_in(field, &Payment::PER))?,
        },
    };
    Ok(PaymentPart { tally, pays })
}

/// Reads the points for the largest and the second-largest number.
fn majority(field: Field<'_>, tally: Countable, section: Section<'_>) -> Result<Pays> {
    if let Some(per) = section.get(PER) {
        return Err(per.complaint(format!("it cannot stand beside `{MOST}`")));
    }
    if !tally.is_compared() {
        return Err(field.complaint(format!("it needs a single feature or `gold` as what it `{COUNTS}`")));
    }
    Ok(Pays::Most(several(field, "points for the most and for the second most")?))
}

/// Reads a list of exactly `COUNT` numbers of points.
fn several<const COUNT: usize>(field: Field<'_>, what: &str) -> Result<[u16; COUNT]> {
    let accepted = || format!("a list of {COUNT} numbers, {what}");
    let items = field.list().map_err(|_| field.fault(field.found(), accepted()))?;
    let points: Vec<u16> = items.iter().map(|item| number_in(*item, &Payment::POINTS)).collect::<Result<_>>()?;
    points.try_into().map_err(|points: Vec<u16>| field.fault(format!("{} numbers", points.len()), accepted()))
}

fn number_in(field: Field<'_>, range: &RangeInclusive<u16>) -> Result<u16> {
    Ok(field.whole(u64::from(*range.start())..=u64::from(*range.end()))? as u16)
}

/// Returns all words for countable things.
pub fn counted_words() -> Vec<String> {
    let features = Feature::ALL.map(|feature| feature.name().to_owned());
    let connected = Feature::ALL.map(|feature| format!("{CONNECTED}{feature}"));
    let others = WORDS.iter().map(|(word, _)| *word).chain([AREAS, MOUNTAIN_BROCHS]).map(str::to_owned);
    features.into_iter().chain(connected).chain(others).collect()
}

fn tally(field: Field<'_>, section: Section<'_>) -> Result<Countable> {
    if let Ok(items) = field.list() {
        let features = features(&items)?;
        if features.len() < 2 {
            return Err(field.fault(format!("{} features", features.len()), "two or more for a set, or a word"));
        }
        return Ok(Countable::Sets(features));
    }
    let words = counted_words();
    let word = words[field.word(&words.iter().map(String::as_str).collect::<Vec<_>>())?].as_str();
    Ok(match (word, word.strip_prefix(CONNECTED).and_then(Feature::from_name)) {
        (AREAS, _) => Countable::Areas(areas(section)?),
        (MOUNTAIN_BROCHS, _) => Countable::MountainsByBrochs,
        (_, Some(connected)) => Countable::Connected(connected),
        _ => match (Feature::from_name(word), WORDS.iter().find(|(other, _)| *other == word)) {
            (Some(feature), _) => Countable::Feature(feature),
            (None, Some((_, tally))) => *tally,
            (None, None) => return Err(field.fault(format!("`{word}`"), "one of the words")),
        },
    })
}

/// Reads distinct features by name.
fn features(items: &[Field<'_>]) -> Result<FeatureSet> {
    let mut features = FeatureSet::NONE;
    for item in items {
        let feature = Feature::ALL[item.word(&Feature::ALL.map(Feature::name))?];
        if features.has(feature) {
            return Err(item.fault(format!("`{feature}` a second time"), "every feature at most once"));
        }
        features.extend([feature]);
    }
    Ok(features)
}

fn areas(section: Section<'_>) -> Result<AreaKind> {
    const TERRAINS: [(&str, Terrain); 3] =
        [("pasture", Terrain::Pasture), ("mountain", Terrain::Mountain), ("water", Terrain::Water)];
    let named = section.get(TERRAIN).map(|field| field.word(&TERRAINS.map(|(name, _)| name))).transpose()?;
    let mut terrain = named.map(|index| TERRAINS[index].1);
    let mut with = FeatureSet::NONE;
    if let Some(field) = section.get(WITH) {
        let items = field.list()?;
        with = features(&items)?;
        for (item, feature) in items.iter().filter_map(|item| Some((item, Feature::from_name(item.text().ok()?)?))) {
            if !AreaKind::SHOWN.contains(&feature) {
                let shown: Vec<&str> = AreaKind::SHOWN.iter().map(|feature| feature.name()).collect();
                return Err(item.fault(format!("`{feature}`"), format!("a feature of areas: {}", shown.join(", "))));
            }
            // Each of these features occurs in a single terrain.
            let own = Terrain::ALL.into_iter().find(|terrain| feature.fits(*terrain));
            if terrain.is_some() && terrain != own {
                return Err(item.fault(format!("`{feature}`"), "features that lie in the same terrain"));
            }
            terrain = own;
        }
    }
    Ok(AreaKind {
        terrain,
        completed: section.get(COMPLETED).map_or(Ok(true), |field| field.truth())?,
        least: section.get(AT_LEAST).map_or(Ok(1), |field| field.whole(TILES_RANGE))? as u8,
        with,
    })
}
