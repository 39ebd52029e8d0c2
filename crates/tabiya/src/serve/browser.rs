use std::process::{Command, Stdio};

/// Opens an address in the browser, where there is a desktop. Where that fails, the address has been printed.
pub fn open(url: &str) {
    let Some(program) = program() else { return };
    let quiet = Command::new(program)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = quiet {
        // Nobody waits for a browser, but somebody must see it off.
        std::thread::spawn(move || child.wait());
    }
}

fn program() -> Option<&'static str> {
    if cfg!(target_os = "macos") {
        return Some("open");
    }
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")).then_some("xdg-open")
}
