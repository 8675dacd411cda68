//! The rules, each declared once, and their format in records.

use engine::MAX_SEATS;
use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{DiscountBorneBy, Module, Modules, Payment, Rules, ScoringTile, Slot};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::scoring_set::not_in_play;
use crate::json::{Fields, mismatch, read};
use crate::rule::{Rule, RuleFault, RuleKind, RuleSet, all, differences, in_play, items, number_schema, values, whole};

/// The key of the rules in configs and records.
pub const RULES: &str = "rules";

/// The names of modules, in the order in which they are written.
pub fn module_names(modules: Modules) -> Vec<&'static str> {
    modules.iter().map(Module::name).collect()
}

/// The key of the round track.
pub const ROUNDS: &str = "rounds";

/// Catch-up gold by round; in records, for one round.
pub const CATCH_UP: &str = "catch-up";

/// In records: the letters of the slots that a round scores.
const SCORES: &str = "scores";

/// The rules of a game with the user's scoring tiles, whose points and caps are rules too.
#[derive(Clone, Debug)]
pub struct GameRules {
    /// The number of players.
    pub players: usize,
    /// The rules.
    pub rules: Rules,
    /// The user's scoring tiles.
    pub own: Vec<ScoringTile>,
}

impl RuleSet for GameRules {
    const NAMED: &'static [Rule<Self>] = &[
        Rule {
            key: ROUNDS,
            meaning: "spaces A to D that score at the end of each round",
            kind: RuleKind::Texts {
                pattern: "^A?B?C?D?$",
                tried: &["", "A", "B", "C", "D", "AB", "AC", "BD", "CD", "ACD", "BCD", "ABCD"],
                lengths: 1..=MAX_ROUNDS,
                get: |game| game.rules.rounds.iter().map(letters).collect(),
                set: GameRules::set_rounds,
            },
        },
        Rule {
            key: CATCH_UP,
            meaning: "gold for each player with more VP, by round",
            kind: RuleKind::Numbers {
                range: Rules::CATCH_UP,
                lengths: 1..=MAX_ROUNDS,
                get: |game| game.rules.rounds.iter().map(|round| round.catch_up).collect(),
                set: GameRules::set_catch_up,
            },
        },
        Rule::number(NUMBERS[0], "gold from the castle each round", Rules::CASTLE_INCOME, 50, |game| {
            &mut game.rules.castle_income
        }),
        Rule::number(NUMBERS[1], "gold for 1 VP at the end", Rules::GOLD_PER_VP, 12, |game| {
            &mut game.rules.gold_per_vp
        }),
        Rule {
            key: "discount-borne-by",
            meaning: "who bears the discount of a stone tablet",
            kind: RuleKind::Choice {
                part: "druids",
                settings: &["seller", "supply"],
                get: |game| usize::from(game.rules.discount_borne_by == DiscountBorneBy::Supply),
                set: |game, setting| {
                    game.rules.discount_borne_by = [DiscountBorneBy::Seller, DiscountBorneBy::Supply][setting];
                },
            },
        },
        Rule {
            key: "vp-barrel-gold",
            meaning: "gold that VP barrels also earn",
            kind: RuleKind::Choice {
                part: "tunnels",
                settings: &["0", "1"],
                get: |game| usize::from(game.rules.vp_barrels_earn_gold),
                set: |game, setting| game.rules.vp_barrels_earn_gold = setting == 1,
            },
        },
    ];

    const NAMED_IF_CHANGED: &'static [Rule<Self>] = &[
        Rule {
            key: "start-gold-by-order",
            meaning: "gold before the first round, by place in the turn order",
            kind: RuleKind::Numbers {
                range: Rules::START_GOLD,
                lengths: 2..=MAX_SEATS,
                get: |game| game.rules.start_gold[..game.players].to_vec(),
                set: GameRules::set_start_gold,
            },
        },
        Rule::number("tiles-drawn", "tiles that each player draws in a round", Rules::TILES_DRAWN, 5, |game| {
            &mut game.rules.tiles_drawn
        }),
        Rule::number("lowest-price", "lowest price allowed", Rules::LOWEST_PRICE, 5, |game| {
            &mut game.rules.prices.lowest
        }),
        Rule::number("highest-price", "highest price allowed", Rules::HIGHEST_PRICE, 40, |game| {
            &mut game.rules.prices.highest
        }),
        Rule {
            key: "scoring-points",
            meaning: "points of scoring tiles, including your own, by name",
            kind: RuleKind::Table {
                schema: || {
                    let one = number_schema(&Payment::POINTS);
                    let several = json!({"anyOf": [one, {"type": "array", "items": one}]});
                    by_tile_schema(several, |tile| match all_points(&tile.printed()).len() {
                        1 => one.clone(),
                        count => json!({"type": "array", "minItems": count, "maxItems": count, "items": one}),
                    })
                },
                names: GameRules::tile_names,
                get: |game| {
                    game.of_tiles(
                        |_| true,
                        |payment| match &all_points(payment)[..] {
                            [points] => (*points).into(),
                            points => points.into(),
                        },
                    )
                },
                set: |game, name, value| game.change_payment(name, |payment| set_points(payment, value)),
            },
        },
        Rule {
            key: "scoring-caps",
            meaning: "maximum VP for a player from one scoring of a scoring tile, including your own, by name",
            kind: RuleKind::Table {
                schema: || by_tile_schema(number_schema(&Payment::CAPS), |_| number_schema(&Payment::CAPS)),
                names: GameRules::tile_names,
                get: |game| {
                    let is_capped =
                        |tile: ScoringTile| game.rules.payment(tile).is_capped() || tile.printed().is_capped();
                    game.of_tiles(is_capped, |payment| payment.cap.into())
                },
                set: |game, name, value| {
                    let cap = whole(value, &Payment::CAPS);
                    game.change_payment(name, |payment| cap.map(|cap| payment.cap = cap))
                },
            },
        },
    ];

    fn has(&self, part: &str) -> bool {
        self.rules.modules.iter().any(|module| module.name() == part)
    }
}

impl GameRules {
    /// Creates the printed rules, with the scoring tiles of a user's file as they are in it.
    pub fn printed(players: usize, modules: Modules, own: &[ScoringTile]) -> Self {
        let own = own.iter().map(|tile| tile.paying(tile.printed())).collect();
        Self { players, rules: Rules::with_modules(players, modules), own }
    }

    /// Returns the printed rules for the same players, modules and scoring tiles.
    #[must_use]
    pub fn as_printed(&self) -> Self {
        Self::printed(self.players, self.rules.modules, &self.own)
    }

    /// Returns the scoring tiles in play.
    fn tiles(&self) -> impl Iterator<Item = ScoringTile> {
        self.rules.scoring_pool().into_iter().chain(self.own.iter().copied())
    }

    /// Returns the names of all scoring tiles, also of modules that are not in play.
    fn tile_names(&self) -> Vec<&'static str> {
        ScoringTile::ALL.into_iter().chain(self.own.iter().copied()).map(ScoringTile::name).collect()
    }

    /// Returns values of payments, by the names of these scoring tiles in play.
    fn of_tiles(
        &self,
        is_listed: impl Fn(ScoringTile) -> bool,
        value: impl Fn(&Payment) -> Value,
    ) -> Map<String, Value> {
        let tiles = self.tiles().filter(|tile| is_listed(*tile));
        tiles.map(|tile| (tile.name().to_owned(), value(self.rules.payment(tile)))).collect()
    }

    /// Changes the payment of a scoring tile in play.
    fn change_payment(
        &mut self,
        name: &str,
        change: impl FnOnce(&mut Payment) -> Result<(), RuleFault>,
    ) -> Result<(), RuleFault> {
        let tile = ScoringTile::named(name, &self.own).map_err(|error| RuleFault::new(error.to_string(), ""))?;
        if !self.tiles().any(|other| other == tile) {
            return Err(RuleFault::new(not_in_play(tile), ""));
        }
        let mut payment = *self.rules.payment(tile);
        change(&mut payment)?;
        match self.own.iter_mut().find(|own| **own == tile) {
            Some(own) => *own = own.paying(payment),
            None => self.rules.payments[tile.index()] = payment,
        }
        Ok(())
    }

    /// Sets the slots that each round scores.
    ///
    /// Catch-up gold stays as printed; rounds beyond the printed ones pay as much as the last printed one.
    fn set_rounds(&mut self, texts: &[&str]) -> Result<(), RuleFault> {
        let count = texts.len();
        if !(1..=MAX_ROUNDS).contains(&count) {
            return Err(RuleFault::new(format!("found {count} rounds"), format!("1 to {MAX_ROUNDS}")));
        }
        let printed = self.rules.rounds;
        self.rules.rounds.clear();
        for (index, text) in texts.iter().enumerate() {
            let accepted = "letters of the slots that score, from ABCD, each once and in order, such as `ACD`";
            let scores = Slots::from_letters(text)
                .ok_or_else(|| RuleFault::new(format!("found `{text}`"), accepted).within(index))?;
            let catch_up = printed[index.min(printed.len() - 1)].catch_up;
            self.rules.rounds.push(RoundRule { scores, catch_up });
        }
        Ok(())
    }

    fn set_catch_up(&mut self, gold: &[u16]) -> Result<(), RuleFault> {
        let rounds = self.rules.round_count();
        if gold.len() != rounds {
            return Err(RuleFault::new(
                format!("found {} numbers", gold.len()),
                format!("{rounds}, one for each round"),
            ));
        }
        self.rules.rounds.iter_mut().zip(gold).for_each(|(round, gold)| round.catch_up = *gold);
        Ok(())
    }

    /// Sets the gold at the start by place in the first turn order; the list may be longer than the table.
    fn set_start_gold(&mut self, gold: &[u16]) -> Result<(), RuleFault> {
        let players = self.players;
        if !(players..=MAX_SEATS).contains(&gold.len()) {
            let order = "by place in the first round's turn order";
            let accepted = if players < MAX_SEATS {
                format!("{players} to {MAX_SEATS} numbers, {order} (only the first {players} count)")
            } else {
                format!("{players} numbers, {order}")
            };
            return Err(RuleFault::new(format!("found {} numbers", gold.len()), accepted));
        }
        self.rules.start_gold[..players].copy_from_slice(&gold[..players]);
        Ok(())
    }

    /// Writes these rules for a record.
    ///
    /// A record has the rounds and the other rules of board and exchange, or none of them if all are printed values;
    /// then it has all other rules that are not printed values.
    ///
    /// `{"castle-income":5,"gold-per-vp":5,"rounds":[{"scores":"A","catch-up":0},…],"vp-barrel-gold":1}`
    pub fn to_record(&self) -> Option<Value> {
        let all = values(self);
        let mut changed = differences(all.clone(), &values(&self.as_printed()));
        let mut record = Map::new();
        if BASE.iter().any(|key| changed.contains_key(*key)) {
            let rounds =
                self.rules.rounds.iter().map(|round| json!({SCORES: letters(round), CATCH_UP: round.catch_up}));
            record.extend(NUMBERS.map(|key| (key.to_owned(), all[key].clone())));
            record.insert(ROUNDS.to_owned(), rounds.collect());
        }
        BASE.iter().for_each(|key| drop(changed.remove(*key)));
        let of_modules: Map<String, Value> =
            Self::NAMED.iter().filter_map(|rule| changed.remove_entry(rule.key)).collect();
        record.extend(changed.into_iter().chain(of_modules));
        (!record.is_empty()).then(|| record.into())
    }

    /// Reads the rules in a record into the printed ones.
    ///
    /// In the base game a record gives all numbers and the rounds, or none of them; with modules it may leave out printed
    /// values. Scoring tiles of a user's get their points and caps from the record.
    ///
    /// # Errors
    /// If the format is wrong, or a value is not accepted.
    pub fn read_record(&mut self, json: &RawValue) -> Result<(), String> {
        let keys: Vec<&str> = in_play(self).map(|rule| rule.key).filter(|key| *key != CATCH_UP).collect();
        let mismatch = |accepted: String| mismatch(RULES, json.get(), &accepted);
        let fields = read::<Fields<Value>>(json.get()).ok().filter(|fields| fields.has_only(&keys));
        let fields = fields.ok_or_else(|| mismatch(format!("keys out of {}", keys.join(", "))))?;
        let mut values: Map<String, Value> =
            fields.iter().map(|(key, value)| (key.to_owned(), value.clone())).collect();
        let base = BASE.iter().filter(|key| values.contains_key(**key)).count();
        if self.rules.modules.is_empty() && ![0, BASE.len() - 1].contains(&base) || values.is_empty() {
            return Err(mismatch(format!("{}, {} and {ROUNDS}, or none of them", NUMBERS[0], NUMBERS[1])));
        }
        if let Some(track) = values.remove(ROUNDS) {
            let (scores, catch_up) =
                split_rounds(&track).ok_or_else(|| mismatch(format!("{ROUNDS} of {{{SCORES:?}, {CATCH_UP:?}}}")))?;
            values.extend([(ROUNDS.to_owned(), scores), (CATCH_UP.to_owned(), catch_up)]);
        }
        for rule in all::<Self>() {
            if let Some(value) = values.get(rule.key) {
                rule.set_recorded(self, value)?;
            }
        }
        Ok(())
    }
}

/// The numbers that a record gives together with the rounds.
pub const NUMBERS: [&str; 2] = ["castle-income", "gold-per-vp"];

/// The rules that a record gives all or none of.
const BASE: [&str; 4] = [NUMBERS[0], NUMBERS[1], ROUNDS, CATCH_UP];

/// Splits the rounds of a record into slots that score and catch-up gold; `None` if the format is wrong.
fn split_rounds(track: &Value) -> Option<(Value, Value)> {
    let has_both = |round: &Value| round.as_object().is_some_and(|round| round.len() == 2);
    let rounds = track.as_array().filter(|rounds| rounds.iter().all(has_both))?;
    let of_each = |key: &str| rounds.iter().map(|round| round.get(key).cloned()).collect::<Option<Value>>();
    Some((of_each(SCORES)?, of_each(CATCH_UP)?))
}

/// Makes the rounds of a record from slots that score and catch-up gold.
pub fn joined_rounds(scores: &Value, catch_up: impl Fn(usize) -> Value) -> Value {
    let scores = scores.as_array().into_iter().flatten().enumerate();
    scores.map(|(round, scores)| json!({SCORES: scores, CATCH_UP: catch_up(round)})).collect()
}

/// The letters of the slots that a round scores.
pub fn letters(round: &RoundRule) -> String {
    round.scores.iter().map(Slot::letter).collect()
}

/// Sets the points of a payment: a number, or a list if there are several.
fn set_points(payment: &mut Payment, value: &Value) -> Result<(), RuleFault> {
    let points = match value {
        Value::Array(_) => items(value, |item| whole(item, &Payment::POINTS))?,
        _ => whole(value, &Payment::POINTS).into_iter().collect(),
    };
    let (count, least, most) = (all_points(payment).len(), Payment::POINTS.start(), Payment::POINTS.end());
    if points.len() != count {
        return Err(RuleFault::of_value(match count {
            1 => format!("a whole number from {least} to {most}"),
            count => format!("a list of {count} whole numbers from {least} to {most}"),
        }));
    }
    let own = payment.parts.iter_mut().flat_map(|part| part.pays.points_mut());
    own.zip(points).for_each(|(own, points)| *own = points);
    Ok(())
}

/// The points of all parts of a payment, in order.
fn all_points(payment: &Payment) -> Vec<u16> {
    payment.parts.iter().flat_map(|part| part.pays.points().iter().copied()).collect()
}

/// Returns the JSON Schema of a table by scoring tile; the user's own tiles have other names.
fn by_tile_schema(of_own: Value, of_printed: impl Fn(ScoringTile) -> Value) -> Value {
    let tiles = ScoringTile::ALL.map(|tile| {
        let mut described = of_printed(tile);
        described["description"] = tile.text().into();
        (tile.name().to_owned(), described)
    });
    json!({"type": "object", "properties": Map::from_iter(tiles), "required": [], "additionalProperties": of_own})
}
