//! Afterstates: boards after a tile is laid.

/// Boards after a tile is laid, one entry in each list for each way to lay one.
#[derive(Default)]
pub struct Afterstates {
    /// The number of the game.
    pub environments: Vec<i32>,
    /// The seat whose board it is, counted clockwise from the one that chooses.
    pub seats: Vec<i8>,
    /// The tile among those available, in the order of the choices; -1 for the board as it is.
    pub tiles: Vec<i8>,
    /// The next choice of the seat towards it; -1 if the tile is not its own yet.
    pub choices: Vec<i32>,
    /// The features of the boards, one board after the other.
    pub numbers: Vec<f32>,
}

impl Afterstates {
    /// Adds the board of a seat after a tile is laid, and returns its features to be filled, all zeros.
    pub fn add(&mut self, seat: usize, tile: Option<usize>, choice: Option<usize>, length: usize) -> &mut [f32] {
        self.seats.push(seat as i8);
        self.tiles.push(tile.map_or(-1, |tile| tile as i8));
        self.choices.push(choice.map_or(-1, |choice| choice as i32));
        let begin = self.numbers.len();
        self.numbers.resize(begin + length, 0.0);
        &mut self.numbers[begin..]
    }

    /// Assigns all boards added since the last call to this game.
    pub fn end_game(&mut self, environment: usize) {
        self.environments.resize(self.seats.len(), environment as i32);
    }
}
