//! Speed beside other libraries, side by side in one run.

mod perft;
mod pgn;
mod race;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().expect("the rounds are a number");
    match words[..] {
        ["perft", rounds] => perft::run(number(rounds)),
        ["pgn", rounds, python] => pgn::run(number(rounds), python),
        ["pgn-memory", file, times] => pgn::memory::read(file, number(times)),
        _ => panic!("cargo xtask bench starts this"),
    }
}
