//! scratch
use agents::*;
use engine::skye::*;
use engine::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let a: AgentSpec = args[1].parse().unwrap();
    let b: AgentSpec = args[2].parse().unwrap();
    let n: usize = args[3].parse().unwrap();
    let blocks: u64 = args[4].parse().unwrap();
    let (a, b) = (a.build(), b.build());
    let mut sums = vec![];
    let mut vp = [0.0; 2];
    let t = std::time::Instant::now();
    for block in 0..blocks {
        let mut share = 0.0;
        let mut dice = random::random(random::mix([block, 77]));
        let mut all = ScoringTile::ALL.to_vec();
        let set: [ScoringTile; 4] =
            std::array::from_fn(|_| all.swap_remove(random::below(&mut dice, all.len() as u32) as usize));
        for rot in 0..n {
            let game = Skye::printed(n, set).unwrap();
            let mut p = game.start(Seat::new(random::below(&mut random::random(block), n as u32) as usize));
            let mut k = 0u64;
            loop {
                match game.turn(&p) {
                    Turn::Over => break,
                    Turn::Chance => game.resolve_chance(&mut p, block),
                    Turn::Seat(s) => {
                        let mut r = random::random(random::mix([block, rot as u64, s.index() as u64, k]));
                        k += 1;
                        let ag = if s.index() == rot { &a } else { &b };
                        let act = ag.choose(&game, &game.view(&p, s), &mut r).action;
                        assert!(game.is_legal(&p, act));
                        game.apply(&mut p, act);
                    }
                }
            }
            let o = game.outcome(&p);
            share += o.win_share(Seat::new(rot));
            vp[0] += o.points[rot] as f64;
            vp[1] += (0..n).filter(|&i| i != rot).map(|i| o.points[i] as f64).sum::<f64>() / (n - 1) as f64;
        }
        sums.push(share / n as f64);
    }
    let g = (blocks as usize * n) as f64;
    let m = sums.iter().sum::<f64>() / blocks as f64;
    let sd = (sums.iter().map(|x| (x - m).powi(2)).sum::<f64>() / (blocks as f64 - 1.0)).sqrt();
    println!(
        "{} v {} n={n}: {:.3} ± {:.3}  vp {:.1} {:.1}  {:.1} games/s",
        args[1],
        args[2],
        m,
        1.96 * sd / (blocks as f64).sqrt(),
        vp[0] / g,
        vp[1] / g,
        g / t.elapsed().as_secs_f64()
    );
}
