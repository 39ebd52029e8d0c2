//! Speed beside other libraries and other versions, side by side in one run.

mod perft;
mod pgn;
mod race;
mod server;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().expect("a number was checked before");
    match words[..] {
        ["perft", rounds] => perft::run(number(rounds)),
        ["pgn", rounds, python] => pgn::run(number(rounds), python),
        ["pgn-memory", file, times] => pgn::memory::read(file, number(times)),
        ["server", rounds, games, plies, spectators, rate, ref programs @ ..] => server::run(&server::Plan {
            rounds: number(rounds),
            games: number(games),
            plies: number(plies),
            spectators: number(spectators),
            rate: number(rate) as u32,
            programs: programs.iter().map(Into::into).collect(),
        }),
        _ => panic!("cargo xtask bench starts this"),
    }
}
