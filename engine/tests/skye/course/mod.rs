//! How a game goes: set-up, draws, phases, the end, and what holds in all of it.

mod set_up;

mod draws;
mod phases;
mod stack;

mod final_scoring;
mod score_again;

mod conservation;
mod conservation_with_modules;
mod second_referee;
mod secrets;
mod switches;
