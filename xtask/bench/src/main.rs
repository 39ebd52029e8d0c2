//! Speed beside other libraries and other versions, side by side in one run.

mod abuse;
mod analysis;
mod cluster;
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
        ["server", plan] => {
            server::run(&serde_json::from_str(plan).expect("the task writes a plan that can be read"));
        }
        ["analysis", plan] => {
            analysis::run(&serde_json::from_str(plan).expect("the task writes a plan that can be read"));
        }
        ["cluster", plan] => {
            cluster::run(&serde_json::from_str(plan).expect("the task writes a plan that can be read"));
        }
        ["abuse", plan] => {
            abuse::run(&serde_json::from_str(plan).expect("the task writes a plan that can be read"));
        }
        _ => panic!("cargo xtask bench starts this"),
    }
}
