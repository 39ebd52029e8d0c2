//! Any bytes go through any classic program, which prints the same in whatever pieces they come, and with CR LF for LF. A
//! host sees every table, and what is typed for a move of it is read as that move.

use std::io::{self, BufReader, ErrorKind, Write};

use tabiya_classics::{
    CLASSICS, Classic, ClassicOptions, ClassicPlayer, NextMove, SessionHost, SessionView, run, run_hosted,
};
use tabiya_notation::{Fen, UciMove};

/// As much as is printed before two machines have played long enough.
struct Beginning(Vec<u8>);

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() > 1 << 16 {
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn printed(classic: &Classic, options: &ClassicOptions, input: &[u8], capacity: usize) -> Vec<u8> {
    let (mut output, mut asides) = (Beginning(Vec::new()), Beginning(Vec::new()));
    let mut input = BufReader::with_capacity(capacity, input);
    if let Err(error) = run(classic, options, &mut input, &mut output, &mut asides) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    output.0
}

/// Tries a move of every table in a session that begins there.
struct Onlooker<'a> {
    classic: &'a Classic,
    tables: usize,
}

impl SessionHost for Onlooker<'_> {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn show(&mut self, view: SessionView<'_>, next: NextMove) {
        let (SessionView::Game(game), Some(ClassicPlayer::Person)) = (view, next.by) else { return };
        self.tables += 1;
        let position = game.position();
        let Some(&m) = position.legal_moves().get(self.tables % 7) else { return };
        let UciMove::Normal { from, to, promotion } = UciMove::from_move(m, position) else { return };
        let lines = self.classic.move_lines(NextMove::default(), from, to, promotion);
        let dialect = &self.classic.dialect;
        let begin = dialect.greeting.iter().chain(&dialect.new_game).map(|line| format!("{line}\n"));
        let input: String = begin.chain(lines).collect();
        let options = ClassicOptions { fen: Some(Fen::from(position)), ..ClassicOptions::default() };
        let mut second =
            Successor { expected: Fen::from(&position.play_unchecked(m)).to_string(), is_seen: false };
        run_hosted(self.classic, &options, &mut input.as_bytes(), &mut io::sink(), &mut second).unwrap();
        assert!(second.is_seen, "{} {input}", self.classic.name);
    }
}

/// Waits for a position.
struct Successor {
    expected: String,
    is_seen: bool,
}

impl SessionHost for Successor {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn show(&mut self, view: SessionView<'_>, _: NextMove) {
        if let SessionView::Game(game) | SessionView::End(game) = view {
            self.is_seen |= Fen::from(game.position()).to_string() == self.expected;
        }
    }
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let [choice, input @ ..] = data else { return };
    let classic = &CLASSICS[usize::from(choice >> 1) % CLASSICS.len()];
    let options = ClassicOptions { undo: choice & 1 != 0, ..ClassicOptions::default() };
    let output = printed(classic, &options, input, 1 << 13);
    assert_eq!(printed(classic, &options, input, 1), output);
    let mut hosted = Beginning(Vec::new());
    let _ = run_hosted(classic, &options, &mut &input[..], &mut hosted, &mut Onlooker { classic, tables: 0 });
    assert_eq!(hosted.0, output);
    let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    assert_eq!(printed(classic, &options, &lines.join(&b"\r\n"[..]), 7), output);
}
