use crate::tool::{self, Tool};

/// Something that is measured.
pub struct Figure {
    pub name: &'static str,
    pub about: &'static str,
    /// What the result should be, in words.
    pub goal: &'static str,
    pub kind: Kind,
}

pub enum Kind {
    Match(Match),
    /// Nodes per second beside other engines.
    Speed,
    /// What a second thread is worth.
    Threads,
}

/// A match of our engine against another.
pub struct Match {
    /// What has to be installed for it.
    pub tool: Option<Tool>,
    pub build: Build,
    /// What is set for our engine.
    pub ours: &'static str,
    /// The opponent, as `tabiya match` takes it; `OURS` stands for our engine's program.
    pub theirs: &'static str,
    /// What else `tabiya match` is told.
    pub options: &'static [&'static str],
    /// The number of games, where it is not left to the caller.
    pub games: Option<u32>,
}

/// How our engine is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    Release,
    Debug,
}

const CLOCK: &[&str] = &["--tc", "3+0.03"];

/// A match at the usual clock. The others' books are closed where they have an option for it: the openings are given.
const fn against(tool: Tool, theirs: &'static str) -> Kind {
    let ours = "option.Hash=16";
    Kind::Match(Match { tool: Some(tool), build: Build::Release, ours, theirs, options: CLOCK, games: None })
}

const fn random(options: &'static [&'static str]) -> Kind {
    let (ours, theirs) = ("nodes=20000", "level:1 name=random");
    Kind::Match(Match { tool: None, build: Build::Release, ours, theirs, options, games: Some(100) })
}

const fn tenth(options: &'static [&'static str]) -> Kind {
    let (ours, theirs) = ("nodes=20000", "OURS uci name=tenth nodes=2000");
    Kind::Match(Match { tool: None, build: Build::Release, ours, theirs, options, games: Some(100) })
}

const fn figure(name: &'static str, about: &'static str, goal: &'static str, kind: Kind) -> Figure {
    Figure { name, about, goal, kind }
}

const WINS: &str = "75 % or more";
const ALL: &str = "100 : 0";
const CLEAR: &str = "80 % or more";
const TOLD: &str = "reported";

#[rustfmt::skip]
pub const FIGURES: [Figure; 19] = [
    figure("toga", "against Toga II 3.0", WINS,
        against(tool::TOGA, "toga2 option.Hash=16 option.OwnBook=false")),
    figure("glaurung", "against Glaurung 2.2", WINS,
        against(tool::GLAURUNG, "glaurung option.Hash=16 option.Threads=1")),
    figure("gnuchess", "against GNU Chess 6.2", WINS,
        against(tool::GNUCHESS, "gnuchess --uci option.Hash=16 option.OwnBook=false")),
    figure("phalanx", "against Phalanx XXV", WINS,
        against(tool::PHALANX, "phalanx -b- proto=xboard option.Hash=16")),
    figure("sjeng", "against Sjeng 11.2", WINS,
        against(tool::SJENG, "sjeng proto=xboard")),
    figure("hoichess", "against HoiChess 0.22", WINS,
        against(tool::HOICHESS, "hoichess proto=xboard")),
    figure("fairymax", "against Fairy-Max 5.0", WINS,
        against(tool::FAIRYMAX, "fairymax proto=xboard option.Hash=16")),
    figure("ethereal", "against Ethereal 12", TOLD,
        against(tool::ETHEREAL, "ethereal-chess option.Hash=16 option.Threads=1")),
    figure("stockfish-2850", "against Stockfish 15.1 at its highest UCI_Elo", TOLD,
        against(tool::STOCKFISH, "stockfish option.Hash=16 option.UCI_LimitStrength=true option.UCI_Elo=2850")),
    figure("stockfish", "against Stockfish 15.1", TOLD,
        against(tool::STOCKFISH, "stockfish option.Hash=16")),
    figure("random-hong", "against random moves under the rules hong", ALL,
        random(&["--rules", "hong"])),
    figure("random-cuhk", "against random moves under the rules cuhk", ALL,
        random(&["--rules", "cuhk"])),
    figure("random-tower", "against random moves under a rule file", ALL,
        random(&["--rules", "xtask/strength/tower.toml"])),
    figure("tenth-hong", "against itself with a tenth of the nodes under hong", CLEAR,
        tenth(&["--rules", "hong"])),
    figure("tenth-cuhk", "against itself with a tenth of the nodes under cuhk", CLEAR,
        tenth(&["--rules", "cuhk"])),
    figure("tenth-tower", "against itself with a tenth of the nodes under a rule file", CLEAR,
        tenth(&["--rules", "xtask/strength/tower.toml"])),
    figure("speed", "nodes per second beside Stockfish 15.1 and Ethereal 12, one thread", TOLD, Kind::Speed),
    figure("threads", "nodes of two threads beside those of one, in the same time", "1.7 or more", Kind::Threads),
    figure("debug-games", "1,000 fast games of a debug build against itself", "no fault", Kind::Match(Match {
        tool: None,
        build: Build::Debug,
        ours: "name=one",
        theirs: "OURS uci name=other",
        options: &["--tc", "0.2+0.01"],
        games: Some(1000),
    })),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_different() {
        let names: HashSet<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        assert_eq!(names.len(), FIGURES.len());
    }
}
