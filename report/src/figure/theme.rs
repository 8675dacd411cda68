//! The colours of figures, for light and dark pages.
//!
//! The colours of Okabe & Ito (2008, Color Universal Design) that contrast with the background.

/// The colours on white paper, as CSS variables.
///
/// Only blue, vermilion, green, purple and black reach a contrast of 3:1.
pub const LIGHT: &str = "--paper:#fff;--ink:#1b1b1b;--soft:#595959;--grid:#dcdcdc;\
--s0:#0072b2;--s1:#c14f00;--s2:#007a59;--s3:#a8497f;--s4:#1b1b1b;\
--low3:#0072b2;--low2:#6aaed6;--low1:#c6dff0;--high1:#fbdcc4;--high2:#ef9a5b;--high3:#c14f00;--on-dark:#fff";

/// The colours on near-black.
pub const DARK: &str = "--paper:#16181c;--ink:#ececec;--soft:#b4b4b4;--grid:#3a3d43;\
--s0:#56b4e9;--s1:#e69f00;--s2:#2fc59a;--s3:#df96bf;--s4:#f0e442;\
--low3:#56b4e9;--low2:#2f7aa8;--low1:#1f3d50;--high1:#4a3315;--high2:#a06c10;--high3:#e69f00;--on-dark:#101010";

/// The CSS rules for the classes of drawings.
pub const RULES: &str = "\
svg.figure{fill:var(--ink)}\
svg.figure text{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}\
svg.figure .field+text{stroke:none}\
svg.figure .soft{fill:var(--soft)}\
svg.figure .mid{text-anchor:middle}svg.figure .end{text-anchor:end}\
svg.figure text.strong{font-weight:600}\
svg.figure .value{font-size:.85em}\
svg.figure .grid{stroke:var(--grid);fill:none}\
svg.figure .axis{stroke:var(--soft);fill:none}\
svg.figure .rule{stroke:var(--soft);stroke-dasharray:4 3;fill:none}\
svg.figure .reach{stroke-width:2;fill:none}\
svg.figure .line{stroke-width:2;fill:none;stroke-linejoin:round}\
svg.figure .dot{stroke-width:1.6}\
svg.figure .hollow{fill:var(--paper)!important}\
svg.figure .band{opacity:.2;stroke:none}\
svg.figure .ring{fill:none;stroke:var(--ink);stroke-width:1.5}\
svg.figure .s0{stroke:var(--s0);fill:var(--s0)}\
svg.figure .s1{stroke:var(--s1);fill:var(--s1)}\
svg.figure .s2{stroke:var(--s2);fill:var(--s2)}\
svg.figure .s3{stroke:var(--s3);fill:var(--s3)}\
svg.figure .s4{stroke:var(--s4);fill:var(--s4)}\
svg.figure .s5{stroke:var(--soft);fill:var(--soft)}\
svg.figure .reach,svg.figure .line{fill:none}\
svg.figure .d1{stroke-dasharray:7 3}svg.figure .d2{stroke-dasharray:2 3}svg.figure .d3{stroke-dasharray:8 3 2 3}\
svg.figure .field{stroke:var(--paper);stroke-width:1}\
svg.figure .m0{fill:var(--low3)}svg.figure .m1{fill:var(--low2)}svg.figure .m2{fill:var(--low1)}\
svg.figure .m3{fill:var(--paper);stroke:var(--grid)}\
svg.figure .m4{fill:var(--high1)}svg.figure .m5{fill:var(--high2)}svg.figure .m6{fill:var(--high3)}\
svg.figure text.on-dark{fill:var(--on-dark)}";

/// Replaces the variables in rules by these colours, for programs other than browsers.
pub fn resolved(colours: &str, rules: &str) -> String {
    let values = colours.split([';', '{', '}']).filter_map(|pair| pair.trim().strip_prefix("--")?.split_once(':'));
    values.fold(rules.to_owned(), |rules, (name, value)| rules.replace(&format!("var(--{name})"), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_variable_is_left() {
        for colours in [LIGHT, DARK] {
            assert!(RULES.contains("var(--") && !resolved(colours, RULES).contains("var("), "{colours}");
        }
    }
}
