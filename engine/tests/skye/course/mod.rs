//! How a game goes: set-up, draws, phases, the end, and what holds in all of it.

mod set_up;

mod draws;
mod phases;

mod final_scoring;

mod conservation;
mod second_referee;
mod secrets;
