//! The table as a seat sees it.

use engine::skye::scoring::award;
use engine::skye::{Module, Phase, Player, Public, Skye, Slot, Survey, Tablet, TileId, View};
use engine::{Game, Seat};

use super::super::drawing::marked_territory;
use super::super::drawing::tile_group::{self, TileGroup};
use super::placing::{layings, marks, places};
use crate::human_input::{STRONG, WIDTH, all_wrapped, joined, name, wrapped};

/// Draws everything: scores, the players' tiles on the table, the own territory.
pub fn of(game: &Skye, view: &View<'_>, players: &[String]) -> Vec<String> {
    let (public, seat) = (view.public(), view.seat());
    let mut lines = scoring(game);
    lines.extend(standings(game, public, players, seat));
    lines.push(String::new());
    lines.extend(tile_groups(game, view, players));
    lines.push(String::new());
    match public.phase {
        Phase::Build(builder) if builder == seat => {
            lines.push(heading("Your territory; letters mark places where something fits"));
            let all = layings(game, public, seat);
            lines.extend(marked_territory(game.tiles(), &public.player(seat).territory, &marks(&all, None), WIDTH));
            lines.extend(all_wrapped(places(game, public, seat), 16));
        }
        _ => lines.extend(territory_of(game, public, players, seat)),
    }
    lines
}

/// Draws the territory of a seat.
pub fn territory_of(game: &Skye, public: &Public, players: &[String], seat: Seat) -> Vec<String> {
    let drawn = marked_territory(game.tiles(), &public.player(seat).territory, &[], WIDTH);
    std::iter::once(heading(&format!("Territory of {}", name(players, seat)))).chain(drawn).collect()
}

fn heading(text: &str) -> String {
    format!("{STRONG}{text}{STRONG:#}")
}

/// The scoring tiles, and when they score.
fn scoring(game: &Skye) -> Vec<String> {
    let lines = Slot::ALL.map(|slot| {
        let tile = game.scoring_at(slot);
        let rounds = game.rules().rounds.iter().zip(1..).filter(|(round, _)| round.scores.has(slot));
        let rounds: Vec<String> = rounds.map(|(_, number): (_, u8)| number.to_string()).collect();
        let when = if rounds.is_empty() { "never".to_owned() } else { format!("rounds {}", rounds.join(" ")) };
        format!("  {} {tile}, {when}: {}", slot.letter(), game.rules().text(tile))
    });
    all_wrapped(lines, 6)
}

/// Lists the players' possessions, and the present award of each scoring tile.
fn standings(game: &Skye, public: &Public, players: &[String], viewer: Seat) -> Vec<String> {
    let now = Slot::ALL.map(|slot| {
        let measure =
            |player: &Player| Survey::of(game.tiles(), &player.territory).measure(game.scoring_at(slot), player.gold);
        let measured: Vec<u16> = public.players.iter().map(measure).collect();
        award(game.scoring_at(slot), &measured)
    });
    let slots = Slot::ALL.map(|slot| format!("{:>4}", slot.letter())).concat();
    let title = format!("  {:24}   VP  gold  tiles  now:{slots}", "seat");
    std::iter::once(heading(&title))
        .chain(Seat::all(game.seats()).flat_map(|seat| {
            let player = public.player(seat);
            let own = if seat == viewer { '>' } else { ' ' };
            let who: String = name(players, seat).chars().take(24).collect();
            let awarded = now.iter().map(|by_seat| format!("{:>4}", by_seat[seat.index()])).collect::<String>();
            let (vp, gold, tiles) = (player.vp, player.gold, player.territory.len());
            let line = format!("{own} {who:24} {vp:>4} {gold:>5} {tiles:>6}      {awarded}");
            let more = Some(belongings(game, player)).filter(|all| !all.is_empty());
            std::iter::once(line)
                .chain(more.into_iter().flat_map(|all| wrapped(&format!("      {}", all.join("; ")), 6)))
        }))
        .collect()
}

/// Describes the possessions of a player that only modules have.
pub fn belongings(game: &Skye, player: &Player) -> Vec<String> {
    let tablets: Vec<String> = Tablet::ALL
        .into_iter()
        .filter_map(|kind| match player.tablets.of(kind) {
            0 => None,
            1 => Some(kind.name().to_owned()),
            count => Some(format!("{count} {}", kind.name())),
        })
        .collect();
    let tablets = (!tablets.is_empty()).then(|| format!("tablets: {}", tablets.join(", ")));
    let left = game.has(Module::Borderlands).then(|| {
        let tiles = game.tiles().borderlands().enumerate().filter(|(number, _)| player.borderlands.has(*number));
        format!("borderland tiles left: {}", joined(tiles.map(|(_, tile)| game.tiles().name(tile)), "none"))
    });
    tablets.into_iter().chain(left).collect()
}

/// The players' tiles on the table, or those that the decision is about.
fn tile_groups(game: &Skye, view: &View<'_>, players: &[String]) -> Vec<String> {
    let public = view.public();
    let plain = |tile: TileId| (tile, String::new());
    let of_seats = |tiles: &dyn Fn(Seat) -> Vec<(TileId, String)>, what: &str| {
        Seat::all(game.seats())
            .map(|seat| TileGroup { title: format!("{}{what}", name(players, seat)), tiles: tiles(seat) })
            .collect::<Vec<_>>()
    };
    let mut all = match public.phase {
        Phase::Price(_) => of_seats(
            &|seat| {
                let player = public.player(seat);
                let own = view.own_offer().filter(|_| seat == view.seat()).map(|offer| offer.prices());
                let caption = |price: u16| if price == 0 { "discard".to_owned() } else { format!("{price} gold") };
                let captions = |index: usize| own.map_or_else(String::new, |prices| caption(prices[index]));
                player.drawn.iter().enumerate().map(|(index, &tile)| (tile, captions(index))).collect()
            },
            " draws",
        ),
        Phase::Buy(_) => of_seats(
            &|seat| {
                let sales = public.player(seat).display.iter();
                sales.map(|sale| (sale.tile, format!("{} gold", sale.price))).collect()
            },
            " sells",
        ),
        Phase::KeepDrawn(seat) => vec![TileGroup {
            title: format!("{} has drawn", name(players, seat)),
            tiles: public.found.iter().copied().map(plain).collect(),
        }],
        Phase::Build(seat) => vec![TileGroup {
            title: format!("{} lays", name(players, seat)),
            tiles: game.tiles_to_lay(public.player(seat)).into_iter().map(plain).collect(),
        }],
        Phase::Draw | Phase::BuyAgain(_) | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => Vec::new(),
    };
    if game.has(Module::Druids) && matches!(public.phase, Phase::Price(_) | Phase::Buy(_) | Phase::BuyAgain(_)) {
        let spaces = public.dolmen.board.iter().enumerate();
        let priced = spaces.filter_map(|(space, tile)| {
            let price = public.dolmen.price(game.tiles(), space)?;
            Some(((*tile)?, format!("{price} gold")))
        });
        all.push(TileGroup { title: "dolmen board, with surcharges".to_owned(), tiles: priced.collect() });
    }
    tile_group::lines(game.tiles(), &all)
}
