//! Small pictures of the symbols on tiles, around (0, 0) and about 16 wide.
//!
//! They were drawn for this project and resemble no published artwork.

use engine::skye::scroll::ScrollCriterion;
use engine::skye::{Feature, SIDES, ScrollKind, Side, Terrain};
use maud::{Markup, html};

/// Draws marks near an edge that show a terrain without colour, at the north edge.
const TEXTURES: [(&str, &str); 2] =
    [("peaks", "M13 11l4-7 4 7M79 11l4-7 4 7"), ("waves", "M12 8q3-4 6 0t6 0M76 8q3-4 6 0t6 0")];

/// All features and textures, for use by name.
pub fn all() -> Markup {
    html! {
        @for feature in Feature::ALL { g id={ "icon-" (feature) } { (drawn(feature)) } }
        @for (name, path) in TEXTURES {
            @for side in SIDES {
                path id={ "icon-" (name) (side.index()) } d=(path) transform={ "rotate(" (90 * side.index()) " 50 50)" } class="t-mark" {}
            }
        }
    }
}

/// A texture at an edge.
pub fn texture(name: &str, side: Side) -> Markup {
    html! { use href={ "#icon-" (name) (side.index()) } {} }
}

/// One of a feature.
pub fn feature(feature: Feature) -> Markup {
    html! { use href={ "#icon-" (feature) } {} }
}

fn drawn(feature: Feature) -> Markup {
    match feature {
        Feature::Sheep => html! {
            ellipse rx="6.5" ry="4.5" class="k-white" {}
            circle cx="6.5" cy="-1.5" r="2.2" class="k-black" {}
        },
        Feature::Cattle => html! {
            rect x="-7" y="-4" width="12" height="8" rx="3" class="k-brown" {}
            path d="M4-4h5v5h-4zM5-4l-1-3M8-4l2-3" class="k-brown" {}
        },
        Feature::Farm => html! {
            path d="M-6 7v-8h12v8z" class="k-white" {}
            path d="M-8 0l8-8 8 8z" class="k-red" {}
        },
        Feature::Broch => html! { path d="M-6 7l2-14h8l2 14zM-2 7v-5h4v5" class="k-grey" {} },
        Feature::Lighthouse => html! {
            path d="M-3.5 8l1.5-12h4l1.5 12z" class="k-white" {}
            path d="M-3 3h6M-2.4-1h4.8" class="k-stripe" {}
            circle cy="-6.5" r="2.6" class="k-gold" {}
        },
        Feature::Ship => html! {
            path d="M-8 2h16l-3 5h-10z" class="k-brown" {}
            path d="M0 1v-9l6 8z" class="k-white" {}
        },
        Feature::Whisky => html! {
            ellipse rx="5" ry="6.5" class="k-brown" {}
            path d="M-4.6-2.5h9.2M-4.6 2.5h9.2" class="k-hoop" {}
        },
    }
}

/// Barrels that earn VP.
pub fn vp_barrel() -> Markup {
    html! { ellipse rx="5.5" ry="6.5" class="k-gold" {} text y="2.6" class="k-text" { "v" } }
}

/// Draws the entrance of a road into a mountain.
pub fn tunnel() -> Markup {
    html! { path d="M-6 6v-5a6 6 0 0 1 12 0v5z" class="k-black" {} }
}

/// A scroll with a symbol of the thing that it counts.
pub fn scroll(kind: ScrollKind) -> Markup {
    let inside = match kind.counts() {
        ScrollCriterion::Feature(counted) => return framed(html! { g transform="scale(.7)" { (feature(counted)) } }),
        ScrollCriterion::Completed(Some(Terrain::Pasture)) => "P",
        ScrollCriterion::Completed(Some(Terrain::Mountain)) => "M",
        ScrollCriterion::Completed(Some(Terrain::Water)) => "W",
        ScrollCriterion::Completed(None) => "A",
        ScrollCriterion::BuildingSets => "T",
        ScrollCriterion::LongestRoad => "=",
        ScrollCriterion::Harbours => "H",
        ScrollCriterion::Gold => "$",
        ScrollCriterion::Flat(vp) => return framed(html! { text y="3" class="k-text" { (vp) } }),
        ScrollCriterion::AnimalPairs => "&",
        ScrollCriterion::Rows => "-",
        ScrollCriterion::Columns => "|",
        ScrollCriterion::RowsAndColumns => "+",
    };
    framed(html! { text y="3" class="k-text" { (inside) } })
}

fn framed(inside: Markup) -> Markup {
    html! {
        rect x="-8" y="-7" width="16" height="14" class="k-scroll" {}
        path d="M-10-7h20M-10 7h20" class="k-rod" {}
        (inside)
    }
}
