//! The legend of the pictures of tiles.

use engine::skye::scroll::ScrollCriterion;
use engine::skye::{Feature, SIDES, ScrollKind, Terrain};
use maud::{Markup, html};

use super::icons;
use crate::stage::Sign;

/// Lists the icons, each with its meaning.
pub fn legend() -> Vec<Sign> {
    let terrains = Terrain::ALL.map(|terrain| {
        let (texture, name) = match terrain {
            Terrain::Pasture => (None, "pasture"),
            Terrain::Mountain => (Some("peaks"), "mountains"),
            Terrain::Water => (Some("waves"), "water"),
        };
        let marks = texture.into_iter().flat_map(|texture| SIDES.map(|side| icons::texture(texture, side)));
        let square = html! {
            rect width="100" height="100" class={ "t-" (terrain.letter()) } {}
            @for mark in marks { (mark) }
        };
        (square, name)
    });
    let features = Feature::ALL.map(|feature| (large(icons::feature(feature)), name(feature)));
    let things = [
        (html! { path d="M0 50H100" class="t-kerb" {} path d="M0 50H100" class="t-road" {} }, "road"),
        (
            html! { rect width="100" height="100" class="t-P" {} path d="M100 20Q50 20 50 100" class="t-shore" {} },
            "border between two areas, even of the same terrain",
        ),
        (html! { path d="M5 50H95" class="open" {} }, "open side: no tile there yet"),
    ];
    let dolmen = large(html! { circle r="7" class="k-gold" {} text y="3" class="k-text" { "3" } });
    let of = |modules, picture, meaning: &str| Sign { picture, meaning: meaning.to_owned(), modules };
    let base = terrains.into_iter().chain(features).chain(things).map(|(picture, meaning)| of(&[], picture, meaning));
    let of_modules = [
        of(&["tunnels", "borderlands"], large(icons::vp_barrel()), "barrels that score VP"),
        of(&["tunnels"], large(icons::tunnel()), "tunnel, which continues a road"),
        of(&["druids"], dolmen, "price of a tile on the dolmen board"),
    ];
    let scrolls = ScrollKind::ALL.into_iter().filter(|kind| is_told(*kind)).map(|kind| {
        let modules: &[&str] = if ScrollKind::base().contains(&kind) { &[] } else { &["druids"] };
        of(modules, large(icons::scroll(kind)), &scroll(kind))
    });
    base.chain(of_modules).chain(scrolls).collect()
}

/// Returns whether the legend explains this scroll.
///
/// One entry covers all scrolls that show what they count, another all with a fixed worth.
fn is_told(kind: ScrollKind) -> bool {
    kind == ScrollKind::Sheep
        || kind == ScrollKind::Flat3
        || !matches!(kind.counts(), ScrollCriterion::Feature(_) | ScrollCriterion::Flat(_))
}

/// Describes the things that a scroll counts.
fn scroll(kind: ScrollKind) -> String {
    let counted = match kind.counts() {
        ScrollCriterion::Feature(_) => {
            return "scroll: at the end, 1 VP for each item that it shows in the whole territory, or for every two sheep, ships or barrels; double \
                    if the area with the scroll is completed"
                .to_owned();
        }
        ScrollCriterion::Flat(_) => "nothing: it scores the VP that it shows",
        ScrollCriterion::Completed(Some(Terrain::Pasture)) => "completed pastures",
        ScrollCriterion::Completed(Some(Terrain::Mountain)) => "completed mountain areas",
        ScrollCriterion::Completed(Some(Terrain::Water)) => "completed water areas",
        ScrollCriterion::Completed(None) => "completed areas",
        ScrollCriterion::BuildingSets => "sets of broch, farm and lighthouse",
        ScrollCriterion::LongestRoad => "tiles of the longest road",
        ScrollCriterion::Harbours => "water areas with ship and lighthouse",
        ScrollCriterion::Gold => "gold",
        ScrollCriterion::AnimalPairs => "pairs of sheep and cattle",
        ScrollCriterion::Rows => "rows with three tiles side by side",
        ScrollCriterion::Columns => "columns with three tiles in a row",
        ScrollCriterion::RowsAndColumns => "rows and columns with three tiles",
    };
    format!("scroll that counts {counted}")
}

/// A small picture, enlarged to its square.
fn large(icon: Markup) -> Markup {
    html! { g transform="translate(50 50) scale(4.5)" { (icon) } }
}

fn name(feature: Feature) -> &'static str {
    match feature {
        Feature::Sheep => "sheep",
        Feature::Cattle => "cattle",
        Feature::Farm => "farm",
        Feature::Broch => "broch",
        Feature::Lighthouse => "lighthouse",
        Feature::Ship => "ship",
        Feature::Whisky => "whisky barrel, which earns gold if it is connected to the castle by road",
    }
}
