//! Narration, stepping, records and drawings.
//!
//! Everything besides its rules that people, other programs and experiments need of a game.
//!
//! No files, threads or clocks. The modules for any game know none of them; each game has a module of its own, such as [`skye`].
//!
//! ```
//! use engine::skye::Skye;
//! use engine::{Seat, Turn};
//! use interface::session::Session;
//!
//! let game = Skye::printed(2, ["sheep", "squares", "columns", "harbours"].map(|name| name.parse().unwrap())).unwrap();
//! let mut session = Session::new(game, Seat::new(0));
//! session.draw(7);
//! let action = session.legal_actions()[0];
//! session.act(action).unwrap();
//! assert_eq!(session.turn(), Turn::Seat(Seat::new(1)));
//! session.go_to(1);
//! assert_eq!(session.turn(), Turn::Seat(Seat::new(0)));
//! ```

pub mod digest;

pub mod json;

pub mod seeds;

pub mod components;

pub mod rule;

pub mod observer;

pub mod event;

pub mod event_cursor;

pub mod record_format;

pub mod replay;

pub mod protocol;

pub mod record;

pub mod session;

pub(crate) mod canvas;

pub mod stage;

pub mod narrate;

pub mod weighing;

pub mod why;

pub mod human_input;

pub mod picture_play;

pub mod page_script;

pub mod link;

pub mod saved;

pub mod skye;

pub mod tipperary;
