//! The players of Tipperary.

use engine::tipperary::Tipperary;

use crate::spec::kind::Kind;
use crate::{random, search};

/// All kinds of agents that a spec can name, weakest first. To add one, write its file, name it above and add its kind here.
pub static KINDS: [Kind<Tipperary>; 2] = [random::kind(), search::kind()];
