//! Rules, conduct and reading with one value changed.

use tabiya_classics::{Afterwards, Cell, Classic, ClassicPlayer, FirstGame, Grammar, Skill, Verb};
use tabiya_classroom::Topic;
use tabiya_rules::{
    ByColor, ByRole, Color, Position, Role, Roles, RoyalTaken, Royalty, Rules, Stalemate, StalemateTest,
    Start,
};

use super::change::Mutant;

pub fn mutants(classic: &'static Classic) -> Vec<Mutant> {
    let mut all = rule_mutants(classic);
    all.extend(worth_mutants(classic));
    all.extend(check_mutants(classic));
    all.extend(conduct_mutants(classic));
    all.extend(hearing_mutants(classic));
    all
}

/// A change of the rules, where it is one.
struct RuleChange {
    name: &'static str,
    topics: &'static [Topic],
    change: fn(&mut Rules),
    /// Whether it can be noticed under these rules.
    matters: fn(&Rules) -> bool,
}

const RULE_CHANGES: &[RuleChange] = &[
    RuleChange {
        name: "kings are guarded the other way",
        topics: &[
            Topic::StepsIntoCheck,
            Topic::CheckRemains,
            Topic::Pinned,
            Topic::Careless,
            Topic::Checkmate,
            Topic::RoyalTaken,
        ],
        change: |rules| {
            rules.moves.royalty = match rules.moves.royalty {
                Royalty::Checked => Royalty::Taken,
                Royalty::Taken => Royalty::Checked,
            };
        },
        matters: |_| true,
    },
    RuleChange {
        name: "pawns step twice where they do not, and the other way round",
        topics: &[Topic::DoubleStep, Topic::Pattern(Role::Pawn)],
        change: |rules| rules.moves.double_step = !rules.moves.double_step,
        matters: |_| true,
    },
    RuleChange {
        name: "taking in passing is there where it is not, and the other way round",
        topics: &[Topic::InPassing, Topic::PassingRefused],
        change: |rules| rules.moves.en_passant = !rules.moves.en_passant,
        matters: |rules| rules.moves.double_step,
    },
    RuleChange {
        name: "no castling",
        topics: &[Topic::Castles],
        change: |rules| rules.moves.castling = false,
        matters: |rules| rules.moves.castling,
    },
    RuleChange {
        name: "pawns become queens by themselves or stay pawns",
        topics: &[Topic::Promotes, Topic::PawnAtEnd, Topic::Steps(Role::Pawn), Topic::Takes(Role::Pawn)],
        change: |rules| {
            rules.moves.promotes_to =
                if rules.moves.promotes_to.is_empty() { Roles::of(&[Role::Queen]) } else { Roles::NONE };
        },
        matters: |_| true,
    },
    RuleChange {
        name: "pawns become queens only",
        topics: &[Topic::Promotes],
        change: |rules| rules.moves.promotes_to = Roles::of(&[Role::Queen]),
        matters: |rules| !rules.moves.promotes_to.is_empty(),
    },
    RuleChange {
        name: "pawns become no knights",
        topics: &[Topic::Promotes],
        change: |rules| rules.moves.promotes_to = Roles::of(&[Role::Queen, Role::Rook, Role::Bishop]),
        matters: |rules| !rules.moves.promotes_to.is_empty(),
    },
    RuleChange {
        name: "no end without a move",
        topics: &[Topic::Stalemate, Topic::NoSafeMove],
        change: |rules| rules.ends.stalemate = Stalemate::Passes,
        matters: |rules| !rules.ends.lets_pass(),
    },
    RuleChange {
        name: "who cannot move wins",
        topics: &[Topic::Stalemate, Topic::NoSafeMove, Topic::MatchScore],
        change: |rules| rules.ends.stalemate = Stalemate::Wins,
        matters: |rules| !rules.ends.lets_pass(),
    },
    RuleChange {
        name: "who cannot move loses or draws the other way",
        topics: &[Topic::Stalemate, Topic::NoSafeMove, Topic::MatchScore],
        change: |rules| {
            rules.ends.stalemate = match rules.ends.stalemate {
                Stalemate::Loses => Stalemate::Draws,
                _ => Stalemate::Loses,
            };
        },
        // Where only the line of the stalemate tells it, the document leaves that open.
        matters: |rules| {
            !rules.ends.lets_pass()
                && (rules.moves.castling
                    || !rules.moves.knows_check()
                    || rules.ends.stalemate == Stalemate::Loses)
        },
    },
    RuleChange {
        name: "any move saves a side from a draw",
        topics: &[Topic::NoSafeMove],
        change: |rules| rules.ends.stalemate_test = StalemateTest::NoMove,
        matters: |rules| rules.ends.stalemate_test == StalemateTest::NoSafeMove,
    },
    RuleChange {
        name: "whoever takes the king wins, whatever else is lost",
        topics: &[Topic::RoyalTaken, Topic::Worth(Role::King)],
        change: |rules| {
            rules.ends.royal_taken = match rules.ends.royal_taken {
                RoyalTaken::Wins => RoyalTaken::Scored,
                RoyalTaken::Scored => RoyalTaken::Wins,
            };
        },
        // With a king worth a thousand it comes to the same.
        matters: |rules| !rules.ends.counts_pieces() && !rules.moves.knows_check(),
    },
    RuleChange {
        name: "king and queen have changed places",
        topics: &[Topic::Start],
        change: |rules| {
            if let Start::Fixed(setup) = &mut rules.start {
                for (king, queen) in [("e1", "d1"), ("e8", "d8")] {
                    let (king, queen) = (king.parse().unwrap(), queen.parse().unwrap());
                    let (one, other) = (setup.board.piece_at(king), setup.board.piece_at(queen));
                    setup.board.set(king, other);
                    setup.board.set(queen, one);
                }
                setup.castling = tabiya_rules::Bitboard::EMPTY;
            }
        },
        matters: |_| true,
    },
    RuleChange {
        name: "Black moves first",
        topics: &[Topic::Start, Topic::NotYours],
        change: |rules| {
            if let Start::Fixed(setup) = &mut rules.start {
                setup.turn = Color::Black;
            }
        },
        matters: |_| true,
    },
    RuleChange {
        name: "a pawn is missing",
        topics: &[Topic::Start, Topic::NoPiece],
        change: |rules| {
            if let Start::Fixed(setup) = &mut rules.start {
                setup.board.set("a7".parse().unwrap(), None);
            }
        },
        matters: |_| true,
    },
];

fn rule_mutants(classic: &'static Classic) -> Vec<Mutant> {
    // Some documents leave open how a stalemate is told, and nothing else shows it.
    let is_open =
        |change: &RuleChange| change.topics.contains(&Topic::Stalemate) && classic.dialect.open.stalemate;
    let changes = RULE_CHANGES.iter().filter(|change| (change.matters)(classic.rules) && !is_open(change));
    let of = |change: &RuleChange| {
        let mut mutant = Mutant::new(classic, change.name, change.topics);
        if classic.voice.frame.top.is_empty() && change.topics.contains(&Topic::Start) {
            // A classic that draws no board shows it later.
            mutant.concerns.clear();
        }
        let mut rules = *classic.rules;
        (change.change)(&mut rules);
        mutant.classic.rules = rules.intern();
        mutant
    };
    changes.map(of).collect()
}

/// Pieces that are worth a little more or less.
fn worth_mutants(classic: &'static Classic) -> Vec<Mutant> {
    if !classic.rules.ends.counts_pieces() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for role in Role::ALL {
        let worth = *classic.rules.values.get(role);
        // A king may be worth anything above all the others.
        let others: &[u16] =
            if role == Role::King { &[0, 100] } else { &[worth + 1, worth - 1, worth / 2, worth * 2] };
        for &other in others.iter().filter(|&&other| other != worth) {
            let mut values: ByRole<u16> = classic.rules.values;
            *values.get_mut(role) = other;
            let mut mutant =
                Mutant::new(classic, format!("a {role} is worth {other}"), &[Topic::Worth(role)]);
            mutant.classic.rules = Rules { values, ..*classic.rules }.intern();
            all.push(mutant);
        }
    }
    all
}

/// Checks that are not seen, or seen where there are none.
fn check_mutants(classic: &'static Classic) -> Vec<Mutant> {
    let voice = &classic.voice;
    if voice.check.is_empty() && !voice.turn.contains(&tabiya_classics::Part::InCheck) {
        return Vec::new();
    }
    type Sight = fn(&Position<&'static Rules>, bool) -> bool;
    let sights: [(&str, Sight); 5] = [
        ("no check is ever seen", |_, _| false),
        ("every position is a check", |_, _| true),
        ("only White is ever in check", |board, is_check| {
            is_check && board.attackers_of_royal(Color::White).is_any()
        }),
        ("only Black is ever in check", |board, is_check| {
            is_check && board.attackers_of_royal(Color::Black).is_any()
        }),
        ("only a double check is seen", |board, is_check| {
            is_check && Color::ALL.into_iter().any(|color| board.attackers_of_royal(color).is_many())
        }),
    ];
    let of_sights = sights.into_iter().map(|(name, sight)| {
        let mut mutant = Mutant::new(classic, name, &[Topic::Check]);
        mutant.in_check = Some(Box::new(sight));
        mutant
    });
    let start = Position::starting(classic.rules).unwrap();
    let roles =
        Role::ALL.into_iter().filter(|&role| role != Role::King && start.board().by_role(role).is_any());
    let of_roles = roles.map(|role| {
        let mut mutant = Mutant::new(classic, format!("a check by a {role} is not seen"), &[Topic::Check]);
        mutant.in_check = Some(Box::new(move |board, is_check| {
            let by = |color| board.attackers_of_royal(color) & board.board().by_role(role);
            is_check && Color::ALL.into_iter().all(|color| by(color).is_empty())
        }));
        mutant
    });
    of_sights.chain(of_roles).collect()
}

/// Sessions that begin, go on or end otherwise.
fn conduct_mutants(classic: &'static Classic) -> Vec<Mutant> {
    let mut all = Vec::new();
    for (name, afterwards) in [
        ("the program leaves after a game", Afterwards::Leave),
        ("the program stays after a game", Afterwards::Keep),
        ("the table is cleared after a game", Afterwards::Clear),
    ] {
        if afterwards != classic.conduct.afterwards {
            let mut mutant = Mutant::new(classic, name, &[]);
            mutant.classic.conduct.afterwards = afterwards;
            // What is said after the end is open in some documents.
            let is_open = classic.dialect.open.after_end && afterwards == Afterwards::Clear;
            all.extend((!is_open).then_some(mutant));
        }
    }
    if let FirstGame::Mode { modes, .. } = classic.conduct.opening {
        const MACHINE: ClassicPlayer = ClassicPlayer::Machine(Skill::PieceByChance);
        const PERSON: ClassicPlayer = ClassicPlayer::Person;
        let lists: [(&str, &'static [ByColor<ClassicPlayer>]); 4] = [
            (
                "mode 2 gives White to the machine",
                &[
                    ByColor { white: PERSON, black: PERSON },
                    ByColor { white: MACHINE, black: PERSON },
                    ByColor { white: MACHINE, black: MACHINE },
                ],
            ),
            (
                "mode 3 is played by people",
                &[
                    ByColor { white: PERSON, black: PERSON },
                    ByColor { white: PERSON, black: MACHINE },
                    ByColor { white: PERSON, black: PERSON },
                ],
            ),
            (
                "mode 2 is played by people",
                &[
                    ByColor { white: PERSON, black: PERSON },
                    ByColor { white: PERSON, black: PERSON },
                    ByColor { white: MACHINE, black: MACHINE },
                ],
            ),
            (
                "mode 2 is played by machines",
                &[
                    ByColor { white: PERSON, black: PERSON },
                    ByColor { white: MACHINE, black: MACHINE },
                    ByColor { white: MACHINE, black: MACHINE },
                ],
            ),
        ];
        for (name, others) in lists {
            assert_ne!(others, modes);
            let mut mutant = Mutant::new(classic, name, &[]);
            if let FirstGame::Mode { modes, .. } = &mut mutant.classic.conduct.opening {
                *modes = others;
            }
            all.push(mutant);
        }
        for (mode, topic) in [("2\n", Topic::MachineOpponent), ("3\n", Topic::MachinesAlone)] {
            let mut mutant = Mutant::new(classic, format!("mode {} dies", mode.trim()), &[topic]);
            mutant.dies_at = Some(mode);
            all.push(mutant);
        }
    }
    all.extend(grammar_mutants(classic));
    all
}

/// Commands that are not known, and another code to stop.
fn grammar_mutants(classic: &'static Classic) -> Vec<Mutant> {
    match classic.grammar {
        Grammar::Columns => Vec::new(),
        Grammar::Cells { .. } => [Cell { letter: b'z', number: 0 }, Cell { letter: b'Z', number: 1 }]
            .into_iter()
            .map(|stop| {
                let name = format!("{}{} stops the game", char::from(stop.letter), stop.number);
                let mut mutant = Mutant::new(classic, name, &[]);
                mutant.classic.grammar = Grammar::Cells { stop };
                mutant
            })
            .collect(),
        Grammar::Words { verbs, pair, punctuation } => {
            let is_open = |verb: Verb| matches!(verb, Verb::Threats(_) | Verb::Undo | Verb::Play);
            let left_out = verbs.iter().filter(|(_, verb)| !is_open(*verb)).map(|&(word, verb)| {
                let others: Vec<_> = verbs.iter().copied().filter(|&(_, other)| other != verb).collect();
                let mut mutant = Mutant::new(classic, format!("`{word}` is not known"), &[]);
                mutant.classic.grammar = Grammar::Words { verbs: Vec::leak(others), pair, punctuation };
                mutant
            });
            left_out.collect()
        }
    }
}

/// Lines that are taken for others.
fn hearing_mutants(classic: &'static Classic) -> Vec<Mutant> {
    type Hearing = fn(&str) -> String;
    let hearings: &[(&str, Hearing)] = match classic.grammar {
        Grammar::Columns => &[
            ("small letters are not read", |line| line.replace(|c: char| c.is_ascii_lowercase(), "?")),
            ("capitals are not read", |line| line.replace(|c: char| c.is_ascii_uppercase(), "?")),
            ("blanks before a move are skipped", |line| line.trim_start().to_owned()),
            ("any sign may stand for the comma", |line| {
                let mut letters: Vec<char> = line.chars().collect();
                if let Some(sign) = letters.get_mut(2) {
                    *sign = ',';
                }
                letters.into_iter().collect()
            }),
            ("a move must be alone on its line", |line| {
                if line.chars().count() == 5 { line.to_owned() } else { "?".to_owned() }
            }),
            ("a comma may be left out", |line| {
                let is_short = line.len() == 4 && line.is_ascii();
                if is_short { format!("{},{}", &line[..2], &line[2..]) } else { line.to_owned() }
            }),
            ("empty lines are skipped silently", |line| {
                if line.is_empty() { "E2,E3".to_owned() } else { line.to_owned() }
            }),
        ],
        Grammar::Cells { .. } => &[
            ("small letters are not read", |line| line.replace(|c: char| c.is_ascii_lowercase(), "?")),
            ("capitals are not read", |line| {
                if line == "Z0 Z0" {
                    line.to_owned()
                } else {
                    line.replace(|c: char| c.is_ascii_uppercase(), "?")
                }
            }),
            ("z0 z0 stops, too", |line| if line == "z0 z0" { "Z0 Z0".to_owned() } else { line.to_owned() }),
            ("h10 is h1", |line| line.replace("10", "1")),
            ("rows are counted from the bottom", |line| {
                let turned = |c: char| match c {
                    '1'..='8' if line.len() > 1 => char::from(b'9' - (c as u8 - b'0')),
                    other => other,
                };
                line.chars().map(turned).collect()
            }),
            ("a move ends with its line", |line| {
                let cells = line.chars().filter(char::is_ascii_alphabetic).count();
                if cells == 1 && line.len() > 1 { "?".to_owned() } else { line.to_owned() }
            }),
        ],
        Grammar::Words { .. } => &[
            ("small letters are not read", |line| line.replace(|c: char| ('a'..='h').contains(&c), "?")),
            ("only the first two words count", |line| {
                line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
            }),
            ("rows are counted from the top", |line| {
                let turned = |c: char| match c {
                    '1'..='8' => char::from(b'9' - (c as u8 - b'0')),
                    other => other,
                };
                line.chars().map(turned).collect()
            }),
            ("files are counted from the right", |line| {
                let turned = |word: &str| {
                    let is_square = word.len() == 2 && word.as_bytes()[1].is_ascii_digit();
                    let letter = word.chars().next().unwrap_or(' ');
                    let other = match letter {
                        'a'..='h' => char::from(b'a' + (b'h' - letter as u8)),
                        'A'..='H' => char::from(b'A' + (b'H' - letter as u8)),
                        letter => letter,
                    };
                    if is_square { format!("{other}{}", &word[1..]) } else { word.to_owned() }
                };
                line.split(' ').map(turned).collect::<Vec<_>>().join(" ")
            }),
        ],
    };
    let of = |&(name, hearing): &(&str, Hearing)| {
        let mut mutant = Mutant::new(classic, name, &[]);
        mutant.hearing = Some(hearing);
        mutant
    };
    hearings.iter().map(of).collect()
}
