use std::io::{self, IsTerminal};

/// How many columns standard output shows: as `COLUMNS` says, or else the terminal; `None` where it is no terminal.
pub fn width() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.filter(|&columns| columns > 0).or_else(measured)
}

fn measured() -> Option<usize> {
    let out = io::stdout();
    let size = out.is_terminal().then(|| rustix::termios::tcgetwinsize(&out).ok())?;
    size.map(|size| usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

/// Whether the environment says that the terminal shows UTF-8.
pub fn shows_unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let told = set.filter(|value| !value.is_empty()).map(|value| value.to_ascii_lowercase()).next();
    told.is_some_and(|value| value.contains("utf-8") || value.contains("utf8"))
}
