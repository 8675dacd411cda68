//! The rules by their keys, and their format in records.

use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{DiscountBorneBy, Module, Modules, Payment, PriceLimits, Rules, ScoringTile, Slot};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::json::{Fields, read};
use crate::rule::NumberRule;

/// The key of the rules in configs and records.
pub const RULES: &str = "rules";

/// The names of modules, in the order in which they are written.
pub fn module_names(modules: Modules) -> Vec<&'static str> {
    modules.iter().map(Module::name).collect()
}

/// All numeric rules, in the order of records.
pub const NUMBERS: [NumberRule<Rules>; 2] = [
    NumberRule {
        key: "castle-income",
        meaning: "gold from the castle each round",
        range: Rules::CASTLE_INCOME,
        tried: Rules::CASTLE_INCOME,
        get: |rules| rules.castle_income,
        set: |rules, number| rules.castle_income = number,
    },
    NumberRule {
        key: "gold-per-vp",
        meaning: "gold for 1 VP at the end",
        range: Rules::GOLD_PER_VP,
        tried: 1..=12,
        get: |rules| rules.gold_per_vp,
        set: |rules, number| rules.gold_per_vp = number,
    },
];

/// The limits of prices, in the order of records, which only give them if they are not printed values.
pub const PRICES: [NumberRule<Rules>; 2] = [
    NumberRule {
        key: "lowest-price",
        meaning: "lowest price allowed",
        range: Rules::LOWEST_PRICE,
        tried: Rules::LOWEST_PRICE,
        get: |rules| rules.prices.lowest,
        set: |rules, number| rules.prices.lowest = number,
    },
    NumberRule {
        key: "highest-price",
        meaning: "highest price allowed",
        range: Rules::HIGHEST_PRICE,
        tried: 20..=40,
        get: |rules| rules.prices.highest,
        set: |rules, number| rules.prices.highest = number,
    },
];

/// Tiles drawn; records only give it if it is not the printed value.
pub const TILES_DRAWN: NumberRule<Rules> = NumberRule {
    key: "tiles-drawn",
    meaning: "tiles that each player draws in a round",
    range: Rules::TILES_DRAWN,
    tried: Rules::TILES_DRAWN,
    get: |rules| rules.tiles_drawn,
    set: |rules, number| rules.tiles_drawn = number,
};

/// Gold before the first round, by place in its turn order.
pub const START_GOLD: &str = "start-gold-by-order";

/// Points of scoring tiles, by name.
pub const POINTS: &str = "scoring-points";

/// Caps of scoring tiles, by name.
pub const CAPS: &str = "scoring-caps";

/// The points of all parts of a payment, in order.
fn all_points(payment: &Payment) -> impl Iterator<Item = u16> + '_ {
    payment.parts.iter().flat_map(|part| part.pays.points().iter().copied())
}

/// The points of a scoring tile: a number, or a list if there are several.
fn points(payment: &Payment) -> Value {
    match all_points(payment).collect::<Vec<_>>()[..] {
        [points] => points.into(),
        ref points => points.into(),
    }
}

/// The number of points of a scoring tile.
pub fn points_count(tile: ScoringTile) -> usize {
    all_points(&tile.printed()).count()
}

/// Describes the accepted points of a scoring tile.
pub fn accepted_points(tile: ScoringTile) -> String {
    let (least, most) = (Payment::POINTS.start(), Payment::POINTS.end());
    match points_count(tile) {
        1 => format!("a whole number from {least} to {most}"),
        count => format!("a list of {count} whole numbers from {least} to {most}"),
    }
}

/// Sets the points of a payment, if the number of points matches.
pub fn set_points(payment: &mut Payment, points: &[u16]) -> bool {
    let fits = all_points(payment).count() == points.len();
    if fits {
        let own = payment.parts.iter_mut().flat_map(|part| part.pays.points_mut());
        own.zip(points).for_each(|(own, points)| *own = *points);
    }
    fits
}

/// Changes the payment of a scoring tile, in the rules or, for an own tile, in this list.
pub fn set_payment(rules: &mut Rules, own: &mut [ScoringTile], tile: ScoringTile, payment: Payment) {
    match own.iter_mut().find(|other| other.name() == tile.name()) {
        Some(own) => *own = own.paying(payment),
        None => rules.payments[tile.index()] = payment,
    }
}

/// The rules of this kind that differ from the printed ones, each with its key.
///
/// They are gold at the start, tiles drawn, limits of prices, and points and caps of scoring tiles. For own tiles,
/// their file counts as printed. Configs and records use the same format.
pub fn changed(rules: &Rules, own: &[ScoringTile], players: usize) -> Map<String, Value> {
    let printed = Rules::printed(players);
    let mut spelled = Map::new();
    if rules.start_gold != printed.start_gold {
        let places = players.min(rules.start_gold.len());
        spelled.insert(START_GOLD.to_owned(), rules.start_gold[..places].into());
    }
    spelled.extend((rules.tiles_drawn != printed.tiles_drawn).then(|| TILES_DRAWN.entry(rules)));
    spelled.extend(
        PRICES.iter().filter(|number| (number.get)(rules) != (number.get)(&printed)).map(|number| number.entry(rules)),
    );
    let of_tiles = |differs: fn(&Payment, &Payment) -> bool, value: fn(&Payment) -> Value| {
        let tiles = ScoringTile::ALL.into_iter().chain(own.iter().copied());
        let tiles = tiles.filter(|&tile| differs(rules.payment(tile), &tile.printed()));
        tiles.map(|tile| (tile.name().to_owned(), value(rules.payment(tile)))).collect::<Map<_, _>>()
    };
    let by_tile = [
        (POINTS, of_tiles(|payment, printed| payment.parts != printed.parts, points)),
        (CAPS, of_tiles(|payment, printed| payment.cap != printed.cap, |payment| payment.cap.into())),
    ];
    let by_tile = by_tile.into_iter().filter(|(_, tiles)| !tiles.is_empty());
    spelled.extend(by_tile.map(|(key, tiles)| (key.to_owned(), tiles.into())));
    spelled
}

/// The rules of [`changed`] that have their printed values, if they are numbers.
///
/// They are gold at the start, tiles drawn, the lowest price, points of the scoring tiles in play and of these own
/// ones, and caps of own tiles that have one. No file of rules names them.
pub fn unchanged(rules: &Rules, own: &[ScoringTile], players: usize) -> Map<String, Value> {
    let printed = Rules::printed(players);
    let mut spelled = Map::new();
    if rules.start_gold == printed.start_gold {
        let places = players.min(rules.start_gold.len());
        spelled.insert(START_GOLD.to_owned(), rules.start_gold[..places].into());
    }
    for number in [&TILES_DRAWN, &PRICES[0]] {
        spelled.extend(((number.get)(rules) == (number.get)(&printed)).then(|| number.entry(rules)));
    }
    let pool = rules.scoring_pool().into_iter().chain(own.iter().copied());
    let tiles = pool.filter(|&tile| rules.payment(tile).parts == tile.printed().parts);
    let tiles: Map<String, Value> = tiles.map(|tile| (tile.name().to_owned(), points(rules.payment(tile)))).collect();
    spelled.insert(POINTS.to_owned(), tiles.into());
    let capped =
        own.iter().filter(|tile| tile.printed().is_capped() && rules.payment(**tile).cap == tile.printed().cap);
    let caps: Map<String, Value> = capped.map(|tile| (tile.name().to_owned(), tile.printed().cap.into())).collect();
    spelled.extend((!caps.is_empty()).then(|| (CAPS.to_owned(), caps.into())));
    spelled
}

/// Sets the rules that [`changed`] wrote; `None` if the format is wrong.
///
/// Ranges are checked when a game is set up.
fn read_changed(
    fields: &Fields<Box<RawValue>>,
    rules: &mut Rules,
    own: &mut [ScoringTile],
    players: usize,
) -> Option<()> {
    if let Some(gold) = fields.get(START_GOLD) {
        let gold: Vec<u16> = read(gold.get()).ok()?;
        (players..=rules.start_gold.len()).contains(&gold.len()).then_some(())?;
        rules.start_gold.iter_mut().zip(gold).take(players).for_each(|(own, gold)| *own = gold);
    }
    if let Some(value) = fields.get(TILES_DRAWN.key) {
        (TILES_DRAWN.set)(rules, read(value.get()).ok()?);
    }
    for number in &PRICES {
        let Some(value) = fields.get(number.key) else { continue };
        (number.set)(rules, read(value.get()).ok().filter(|price| *price < PriceLimits::PRINTED.highest)?);
    }
    let pool: Vec<ScoringTile> = rules.scoring_pool().into_iter().chain(own.iter().copied()).collect();
    let by_tile = |key: &str| {
        let fields = fields.get(key).map(|fields| read::<Fields<Value>>(fields.get()).ok());
        fields.map_or(Some(Vec::new()), |fields| {
            fields?
                .iter()
                .map(|(name, value)| Some((*pool.iter().find(|tile| tile.name() == name)?, value.clone())))
                .collect::<Option<Vec<_>>>()
        })
    };
    for (tile, value) in by_tile(POINTS)? {
        let one = || serde_json::from_value::<u16>(value.clone()).map(|points| vec![points]);
        let points: Vec<u16> = serde_json::from_value(value.clone()).or_else(|_| one()).ok()?;
        let mut payment = tile.printed();
        set_points(&mut payment, &points).then_some(())?;
        set_payment(rules, own, tile, payment);
    }
    for (tile, value) in by_tile(CAPS)? {
        // Its points may have been changed above.
        let tile = own.iter().copied().find(|own| own.name() == tile.name()).unwrap_or(tile);
        let payment = Payment { cap: serde_json::from_value(value).ok()?, ..*rules.payment(tile) };
        set_payment(rules, own, tile, payment);
    }
    Some(())
}

/// The keys that [`changed`] writes.
pub const CHANGED: [&str; 6] = [START_GOLD, TILES_DRAWN.key, PRICES[0].key, PRICES[1].key, POINTS, CAPS];

/// A rule of a module with a few settings, the printed one first.
pub struct Switch {
    /// Its key.
    pub key: &'static str,
    /// Its meaning in a few words.
    pub meaning: &'static str,
    /// The module.
    pub module: Module,
    /// The accepted settings.
    pub settings: &'static [Spelling],
    /// The number of its setting in these rules.
    pub get: fn(&Rules) -> usize,
    /// Sets it.
    pub set: fn(&mut Rules, usize),
}

/// The notation of one setting of a switch.
pub enum Spelling {
    /// As a text.
    Word(&'static str),
    /// As a number.
    Number(u64),
}

impl Spelling {
    /// As JSON.
    pub fn value(&self) -> Value {
        match self {
            Self::Word(word) => (*word).into(),
            Self::Number(number) => (*number).into(),
        }
    }

    /// The text in a config or record.
    pub fn text(&self) -> String {
        self.value().to_string()
    }
}

/// All switches, in the order of records.
pub const SWITCHES: [Switch; 2] = [
    Switch {
        key: "discount-borne-by",
        meaning: "who bears the discount of a stone tablet",
        module: Module::Druids,
        settings: &[Spelling::Word("seller"), Spelling::Word("supply")],
        get: |rules| usize::from(rules.discount_borne_by == DiscountBorneBy::Supply),
        set: |rules, setting| {
            rules.discount_borne_by = [DiscountBorneBy::Seller, DiscountBorneBy::Supply][setting];
        },
    },
    Switch {
        key: "vp-barrel-gold",
        meaning: "gold that VP barrels also earn",
        module: Module::Tunnels,
        settings: &[Spelling::Number(0), Spelling::Number(1)],
        get: |rules| usize::from(rules.vp_barrels_earn_gold),
        set: |rules, setting| rules.vp_barrels_earn_gold = setting == 1,
    },
];

impl Switch {
    /// Words what is accepted.
    pub fn accepted(&self) -> String {
        self.settings.iter().map(Spelling::text).collect::<Vec<_>>().join(" or ")
    }
}

/// The key of the round track.
pub const ROUNDS: &str = "rounds";

/// Catch-up gold by round; in records, for one round.
pub const CATCH_UP: &str = "catch-up";

/// In records: the letters of the slots that a round scores.
pub const SCORES: &str = "scores";

/// The letters of the slots that a round scores.
pub fn letters(round: &RoundRule) -> String {
    round.scores.iter().map(Slot::letter).collect()
}

/// All numeric rules, each with its key.
pub fn numbers(rules: &Rules) -> impl Iterator<Item = (String, Value)> {
    NUMBERS.iter().map(|number| number.entry(rules))
}

/// Writes these rules for a record.
///
/// A record has the rounds and the other rules of board and exchange, or none of them if all are printed values; then
/// it has all other rules that are not printed values.
///
/// `{"castle-income":5,"gold-per-vp":5,"rounds":[{"scores":"A","catch-up":0},…],"vp-barrel-gold":1}`
pub fn to_record(rules: &Rules, own: &[ScoringTile], players: usize) -> Option<Value> {
    let rounds = rules.rounds.iter().map(|round| json!({SCORES: letters(round), CATCH_UP: round.catch_up}));
    let rounds = (ROUNDS.to_owned(), rounds.collect::<Value>());
    let printed = Rules::printed(players);
    let base = |rules: &Rules| (rules.rounds, rules.castle_income, rules.gold_per_vp);
    let mut spelled = Map::new();
    if base(rules) != base(&printed) {
        spelled.extend(numbers(rules).chain([rounds]));
    }
    spelled.extend(changed(rules, own, players));
    let switched = SWITCHES.iter().filter(|switch| (switch.get)(rules) != 0);
    spelled.extend(switched.map(|switch| (switch.key.to_owned(), switch.settings[(switch.get)(rules)].value())));
    (!spelled.is_empty()).then(|| spelled.into())
}

/// Describes the accepted rules of a record.
pub fn accepted_in_records(modules: Modules) -> String {
    let numbers: Vec<String> = NUMBERS.iter().map(|number| format!("\"{}\"", number.key)).collect();
    let base = format!("{{{}, \"{ROUNDS}\": [{{\"{SCORES}\", \"{CATCH_UP}\"}}, …]}}", numbers.join(", "));
    let switches = SWITCHES.iter().filter(|switch| modules.has(switch.module));
    let switches: Vec<String> = switches.map(|switch| format!("\"{}\": {}", switch.key, switch.accepted())).collect();
    let others = CHANGED.map(|key| format!("\"{key}\"")).into_iter().chain(switches).collect::<Vec<_>>().join(", ");
    if modules.is_empty() {
        format!("{base} or none of these, and keys out of {others}")
    } else {
        format!("keys out of {base} and {{{others}}}")
    }
}

/// The rules in a record of a game with these modules.
///
/// `None` if the format is wrong. In the base game a record gives all numbers and the rounds, or none of them; with
/// modules it may leave out printed values. Ranges are checked when a game is set up. Own scoring tiles get their
/// points and caps from the record.
///
/// # Errors
/// An impossible round track.
pub fn from_record(
    json: &RawValue,
    own_tiles: &mut [ScoringTile],
    players: usize,
    modules: Modules,
) -> Result<Option<Rules>, String> {
    let Ok(fields) = read::<Fields<Box<RawValue>>>(json.get()) else { return Ok(None) };
    let switches: Vec<&Switch> = SWITCHES.iter().filter(|switch| modules.has(switch.module)).collect();
    let own = NUMBERS.iter().map(|number| number.key).chain([ROUNDS]);
    let keys: Vec<&str> = own.clone().chain(CHANGED).chain(switches.iter().map(|switch| switch.key)).collect();
    let given = own.clone().filter(|key| fields.get(key).is_some()).count();
    let others = CHANGED.into_iter().filter(|key| fields.get(key).is_some()).count();
    let is_whole = given == own.count() || given == 0 && others > 0;
    if !fields.has_only(&keys) || modules.is_empty() && !is_whole {
        return Ok(None);
    }
    let mut rules = Rules::with_modules(players, modules);
    for number in &NUMBERS {
        let Some(value) = fields.get(number.key) else { continue };
        let Ok(value) = read(value.get()) else { return Ok(None) };
        (number.set)(&mut rules, value);
    }
    if let Some(track) = fields.get(ROUNDS) {
        let Some(rounds) = spelled_rounds(track) else { return Ok(None) };
        if rounds.len() > MAX_ROUNDS {
            return Err(format!("rules: found {} rounds; accepted: 1 to {MAX_ROUNDS}", rounds.len()));
        }
        rules.rounds = rounds
            .into_iter()
            .map(|(scores, catch_up)| match Slots::from_letters(&scores) {
                Some(scores) => Ok(RoundRule { scores, catch_up }),
                None => Err(format!("rules: found scores `{scores}`; accepted: letters out of ABCD, ascending")),
            })
            .collect::<Result<_, _>>()?;
    }
    if read_changed(&fields, &mut rules, own_tiles, players).is_none() {
        return Ok(None);
    }
    for switch in switches {
        let Some(value) = fields.get(switch.key) else { continue };
        let Ok(value) = read::<Value>(value.get()) else { return Ok(None) };
        let Some(setting) = switch.settings.iter().position(|setting| setting.value() == value) else {
            return Ok(None);
        };
        (switch.set)(&mut rules, setting);
    }
    Ok(Some(rules))
}

/// Each round's scores and catch-up gold.
fn spelled_rounds(track: &RawValue) -> Option<Vec<(String, u16)>> {
    let rounds: Vec<Fields<Value>> = read(track.get()).ok()?;
    rounds
        .iter()
        .map(|round| {
            round.has_only(&[SCORES, CATCH_UP]).then_some(())?;
            let catch_up = u16::try_from(round.get(CATCH_UP)?.as_u64()?).ok()?;
            Some((round.get(SCORES)?.as_str()?.to_owned(), catch_up))
        })
        .collect()
}
