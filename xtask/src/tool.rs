//! Tools that a task needs beyond cargo, installed where that can be done without asking.

use std::process::Command;

use anyhow::{Result, bail};

use crate::shell;

/// A program, how to see that it is there, and where it comes from.
pub struct Tool {
    name: &'static str,
    probe: &'static [&'static str],
    source: Source,
}

enum Source {
    Rustup(&'static str),
    RustupTarget(&'static str),
    Debian(&'static str),
}

pub const RUSTFMT: Tool =
    Tool { name: "rustfmt", probe: &["cargo", "fmt", "--version"], source: Source::Rustup("rustfmt") };

pub const CLIPPY: Tool =
    Tool { name: "clippy", probe: &["cargo", "clippy", "--version"], source: Source::Rustup("clippy") };

/// libFuzzer comes as source.
pub const CXX: Tool =
    Tool { name: "a C++ compiler", probe: &["c++", "--version"], source: Source::Debian("g++") };

/// Debian parts the module from the interpreter; the module alone is not enough without pip's wheels.
pub const VENV: Tool = Tool {
    name: "Python with venv",
    probe: &["python3", "-c", "import venv, ensurepip"],
    source: Source::Debian("python3-venv"),
};

/// An engine, where Debian puts it.
const fn engine(name: &'static str, probe: &'static [&'static str], package: &'static str) -> Tool {
    Tool { name, probe, source: Source::Debian(package) }
}

pub const ETHEREAL: Tool = engine("Ethereal", &["test", "-x", "/usr/games/ethereal-chess"], "ethereal-chess");
pub const FAIRYMAX: Tool = engine("Fairy-Max", &["test", "-x", "/usr/games/fairymax"], "fairymax");
pub const GLAURUNG: Tool = engine("Glaurung", &["test", "-x", "/usr/games/glaurung"], "glaurung");
pub const GNUCHESS: Tool = engine("GNU Chess", &["test", "-x", "/usr/games/gnuchess"], "gnuchess");
pub const HOICHESS: Tool = engine("HoiChess", &["test", "-x", "/usr/games/hoichess"], "hoichess");
pub const PHALANX: Tool = engine("Phalanx", &["test", "-x", "/usr/games/phalanx"], "phalanx");
pub const SJENG: Tool = engine("Sjeng", &["test", "-x", "/usr/games/sjeng"], "sjeng");
pub const STOCKFISH: Tool = engine("Stockfish", &["test", "-x", "/usr/games/stockfish"], "stockfish");
pub const TOGA: Tool = engine("Toga II", &["test", "-x", "/usr/games/toga2"], "toga2");

/// Shows the system calls of the server.
pub const STRACE: Tool =
    Tool { name: "strace", probe: &["strace", "--version"], source: Source::Debian("strace") };

/// The example of the API's page.
pub const CURL: Tool = Tool { name: "curl", probe: &["curl", "--version"], source: Source::Debian("curl") };

/// Where the server may keep its games; each test has a database of its own, so none need run.
pub const POSTGRES: Tool = Tool {
    name: "PostgreSQL",
    probe: &["sh", "-c", "test -x /usr/lib/postgresql/*/bin/initdb"],
    source: Source::Debian("postgresql"),
};

/// CPUs that this one is not.
pub const QEMU: Tool =
    Tool { name: "qemu-x86_64", probe: &["qemu-x86_64", "--version"], source: Source::Debian("qemu-user") };

/// Packs Debian packages.
pub const DPKG: Tool =
    Tool { name: "dpkg-deb", probe: &["dpkg-deb", "--version"], source: Source::Debian("dpkg") };

/// Looks for faults in Debian packages.
pub const LINTIAN: Tool =
    Tool { name: "lintian", probe: &["lintian", "--version"], source: Source::Debian("lintian") };

/// Makes a Debian in a folder.
pub const DEBOOTSTRAP: Tool = Tool {
    name: "debootstrap",
    probe: &["test", "-x", "/usr/sbin/debootstrap"],
    source: Source::Debian("debootstrap"),
};

/// Proxies, as clubs have them before their servers.
pub const CADDY: Tool = Tool { name: "Caddy", probe: &["caddy", "version"], source: Source::Debian("caddy") };
pub const NGINX: Tool =
    Tool { name: "nginx", probe: &["test", "-x", "/usr/sbin/nginx"], source: Source::Debian("nginx-light") };

/// The same before several servers over one database.
pub const HAPROXY: Tool =
    Tool { name: "HAProxy", probe: &["test", "-x", "/usr/sbin/haproxy"], source: Source::Debian("haproxy") };

/// Reads what is said of containers.
pub const COMPOSE: Tool = Tool {
    name: "docker-compose",
    probe: &["docker-compose", "version"],
    source: Source::Debian("docker-compose"),
};

/// Makes networks in which one line can be cut.
pub const IPROUTE: Tool =
    Tool { name: "iproute2", probe: &["ip", "-Version"], source: Source::Debian("iproute2") };

/// Makes certificates.
pub const OPENSSL: Tool =
    Tool { name: "OpenSSL", probe: &["openssl", "version"], source: Source::Debian("openssl") };

/// To compile for ARM: the standard library, and a C compiler for SQLite.
pub const AARCH64_STD: Tool = Tool {
    name: "Rust's standard library for aarch64",
    probe: &["sh", "-c", "rustup target list --installed | grep --quiet aarch64-unknown-linux-gnu"],
    source: Source::RustupTarget("aarch64-unknown-linux-gnu"),
};
pub const AARCH64_GCC: Tool = Tool {
    name: "a C compiler for aarch64",
    probe: &["sh", "-c", "echo '#include <stdlib.h>' | aarch64-linux-gnu-gcc -E -"],
    source: Source::Debian("gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
};

/// Debian's, so that nothing is downloaded from a browser's maker;
/// without windows, which cost more than the pages under test.
pub const CHROMIUM: Tool = Tool {
    name: "Chromium",
    probe: &["chromium-headless-shell", "--version"],
    source: Source::Debian("chromium-headless-shell"),
};

/// Builds the client; it needs Node 20.19 or newer.
pub const NPM: Tool = Tool { name: "npm", probe: &["npm", "--version"], source: Source::Debian("npm") };

impl Tool {
    /// Installs the tool unless it is there.
    pub fn ensure(&self) -> Result<()> {
        if shell::succeeds(&mut command(self.probe)) {
            return Ok(());
        }
        println!("{} is missing", self.name);
        match self.source {
            Source::Rustup(component) => shell::run(&mut command(&["rustup", "component", "add", component])),
            Source::RustupTarget(target) => shell::run(&mut command(&["rustup", "target", "add", target])),
            Source::Debian(package) if may_install() => install(package),
            Source::Debian(package) => bail!(
                "{} is needed: install it (on Debian: `sudo apt-get install {package}`) and start again",
                self.name
            ),
        }
    }
}

/// Installs a package, or several with blanks between them.
fn install(packages: &str) -> Result<()> {
    shell::run(&mut command(&["apt-get", "update"]))?;
    let mut install = command(&["apt-get", "install", "--yes", "--no-install-recommends"]);
    install.args(packages.split_whitespace());
    shell::run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Only as root: a task does not ask for passwords.
fn may_install() -> bool {
    let root = shell::output(&mut command(&["id", "-u"])).is_ok_and(|id| id.trim() == "0");
    root && shell::succeeds(&mut command(&["apt-get", "--version"]))
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}
