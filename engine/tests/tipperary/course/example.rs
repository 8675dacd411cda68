//! A whole game of two rounds, checked by hand.

use std::sync::Arc;

use engine::tipperary::{Action, Components, Event, Phase, Place, Placement, RoundChance, Rules, Tipperary, Way};
use engine::{Game, Seat};

use crate::naive::referee;
use crate::table::Table;

struct Play {
    table: Table,
    events: Vec<Event>,
}

impl Play {
    fn begin(&mut self, fills: [&[&str]; 5], shift: u8) {
        let landscape = self.table.components().landscape();
        let tile = |name: &&str| landscape.by_name(name).expect("a tile");
        let fills = fills.map(|tiles| tiles.iter().map(tile).collect());
        let Self { table, events } = self;
        table.game.begin_round(&mut table.position, &RoundChance { fills, shift }, &mut |_, event| events.push(event));
    }

    fn act(&mut self, action: Action) {
        let Self { table, events } = self;
        assert!(table.game.is_legal(&table.position, action), "{action:?}");
        table.game.apply_telling(&mut table.position, action, &mut |_, event| events.push(event));
    }

    fn lay(&mut self, tile: &str, x: i16, y: i16, degrees: u16, flip: bool) {
        let tile = self.table.components().landscape().by_name(tile).expect("a tile");
        let way = Way::new(flip, degrees).expect("a way");
        self.act(Action::Place(Placement { tile, way, corner: Place::new(x, y) }));
    }
}

#[test]
fn two_rounds() {
    let components = Components::shipped();
    let hometowns = ["H5B", "H4B"].map(|id| components.hometown_by_name(id).expect("it is there"));
    let rules = Rules { rounds: 2, ..Rules::printed(2) };
    let game = Tipperary::new(components, Arc::new(rules), &hometowns).expect("a valid set-up");
    let position = game.start(Seat::new(1));
    let mut play = Play { table: Table { game, position }, events: Vec::new() };
    play.begin([&["T38", "T53"], &["T50", "T20"], &["T26", "T49"], &["T40", "T57"], &["T17", "T04"]], 2);
    play.lay("T38", -3, 2, 0, false);
    play.act(Action::Sheep(Place::new(-2, 2)));
    play.lay("T20", 2, 0, 270, false);
    play.begin([&["T08"], &["T60"], &[], &[], &[]], 4);
    play.lay("T40", 4, 0, 90, true);
    let ruin = play.table.components().bonus_by_name("F09").expect("it is there");
    let Play { table, events } = &mut play;
    table.game.draw_bonus(&mut table.position, ruin, &mut |_, event| events.push(event));
    play.act(Action::Bonus(Place::new(3, 2)));
    play.lay("T26", -4, 2, 270, false);
    assert_eq!(play.table.position.phase, Phase::Over);
    let told: Vec<String> = play.events.iter().map(|event| play.table.told(event)).collect();
    let expected = "round 1 start 1
fill 0 T38 T53
fill 1 T50 T20
fill 2 T26 T49
fill 3 T40 T57
fill 4 T17 T04
spin 2
1 take 0 T38 left T53
1 place T38 (-3, 2) 0
1 sheep (-2, 2)
0 take 1 T20 left T50
0 place T20 (2, 0) 270
flocks [2, 3] holder 1
round 2 start 0
fill 0 T08
fill 1 T60
spin 4
0 take 3 T40 left T57
0 place T40 (4, 0) 90 flip
0 bonus F09
0 bonus_place F09 (3, 2)
1 take 2 T26 left T49
1 place T26 (-4, 2) 270
1 whiskey 1 space 1 vp 3
flocks [2, 3] holder 1
0 score [12, 2, 0, 0, 0, 0] vp 14
1 score [8, 3, 5, 0, 3, 0] vp 19
0 result 14 rank 2
1 result 19 rank 1";
    assert_eq!(told, expected.lines().collect::<Vec<_>>());
    referee(&play.table.game, play.events);
}
