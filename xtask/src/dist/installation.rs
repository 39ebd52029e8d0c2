//! The Debian package in a Debian of its own: installed, used, upgraded, removed, purged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::server::TestedServer;
use crate::{shell, tool, workspace};

/// The oldest release that the package is for.
const DEBIAN: &str = "bookworm";

pub fn check(package: &Path) -> Result<()> {
    tool::LINTIAN.ensure()?;
    shell::run(
        Command::new("lintian").args(["--fail-on", "error", "--tag-display-limit", "0"]).arg(package),
    )?;
    let debian = Debian::new()?;
    fs::copy(package, debian.root.join("tabiya.deb"))?;
    debian.run(&["apt-get", "install", "--yes", "--no-install-recommends", "/tabiya.deb"])?;
    ensure!(debian.owner("/var/lib/tabiya")? == "tabiya 700", "the games lie open");
    ensure!(
        debian.has("etc/systemd/system/multi-user.target.wants/tabiya.service"),
        "the service is not enabled"
    );
    debian.serve()?;
    ensure!(debian.has("var/lib/tabiya/tabiya.db"), "nothing was kept");
    // The administrator's settings stay, and the server starts with them.
    let settings = debian.root.join("etc/tabiya/tabiya.toml");
    let own = fs::read_to_string(&settings)? + "[limits]\nconnections = 64\n";
    fs::write(&settings, &own)?;
    debian.run(&["dpkg", "--install", "/tabiya.deb"])?;
    ensure!(fs::read_to_string(&settings)? == own, "an upgrade changes the settings");
    debian.serve()?;
    debian.run(&["dpkg", "--remove", "tabiya"])?;
    ensure!(debian.has("var/lib/tabiya/tabiya.db") && settings.exists(), "a removal takes the games along");
    debian.run(&["dpkg", "--install", "/tabiya.deb"])?;
    debian.serve()?;
    debian.run(&["dpkg", "--purge", "tabiya"])?;
    for path in ["var/lib/tabiya", "etc/tabiya", "usr/lib/tabiya", "usr/bin/tabiya"] {
        ensure!(!debian.has(path), "a purge leaves /{path}");
    }
    println!("the package can be installed, used, upgraded, removed and purged");
    Ok(())
}

/// A Debian with nothing but the essential packages, in a folder.
struct Debian {
    root: PathBuf,
}

impl Debian {
    fn new() -> Result<Debian> {
        tool::DEBOOTSTRAP.ensure()?;
        let root = workspace::target("dist")?.join("debian-root");
        let _ = fs::remove_dir_all(&root);
        shell::run(Command::new("debootstrap").args(["--variant=minbase", DEBIAN]).arg(&root))?;
        Ok(Debian { root })
    }

    /// A command in there. Nothing starts services, and everything sees its own processes.
    fn command(&self, user: &str, words: &[&str]) -> Command {
        let mut command = Command::new("unshare");
        command.arg("--mount").arg(format!("--mount-proc={}", self.root.join("proc").display()));
        command.args(["chroot", &format!("--userspec={user}")]).arg(&self.root).args(words);
        command.env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C.UTF-8");
        command
    }

    fn run(&self, words: &[&str]) -> Result<()> {
        shell::run(&mut self.command("root:root", words))
    }

    fn has(&self, path: &str) -> bool {
        self.root.join(path).symlink_metadata().is_ok()
    }

    /// Whose a folder is, and who may do what with it.
    fn owner(&self, path: &str) -> Result<String> {
        let told = shell::output(&mut self.command("root:root", &["stat", "--format=%U %a", path]))?;
        Ok(told.trim().to_owned())
    }

    /// Starts the server as the service does, but for the port, and asks it for its page.
    fn serve(&self) -> Result<()> {
        let unit = fs::read_to_string(self.root.join("usr/lib/systemd/system/tabiya.service"))?;
        let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart="));
        let mut words: Vec<&str> = line.context("the unit starts nothing")?.split_whitespace().collect();
        words.extend(["--listen", "127.0.0.1:0"]);
        let server = TestedServer::start(self.command("tabiya:tabiya", &words), "dist-server", "")?;
        let page = shell::output(Command::new("curl").args(["--silent", "--fail", &server.url]))?;
        ensure!(page.contains("<title>Tabiya"), "the server has no page: {page}");
        server.stop()
    }
}
