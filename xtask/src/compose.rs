//! What `deploy/compose.yaml` says, as Docker Compose reads it: no engine is needed for that.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{shell, tool, workspace};

/// It can be read, everything is where HAProxy looks for it, what it mounts is there, and the program knows its options.
pub fn check(folder: &Path, program: &Path) -> Result<()> {
    tool::COMPOSE.ensure()?;
    let deploy = workspace::root().join("deploy");
    let mut compose = Command::new("docker-compose");
    compose.arg("--file").arg(deploy.join("compose.yaml")).arg("config").env("CLUB_PASSWORD", "secret");
    let told = shell::output(&mut compose)?;
    let proxy = deploy.join("haproxy.cfg");
    let proxy =
        std::fs::read_to_string(&proxy).with_context(|| format!("cannot read {}", proxy.display()))?;
    let servers: Vec<(&str, &str)> = proxy.lines().filter_map(server).collect();
    ensure!(servers.len() == 3, "haproxy.cfg names {servers:?}");
    for (name, ip) in servers {
        let service = service(&told, name)?;
        ensure!(service.contains(&format!("ipv4_address: {ip}\n")), "{name} is not at {ip}: {service}");
        known_options(folder, program, &service)?;
    }
    for mount in told.lines().filter_map(|line| line.trim().strip_prefix("- /")?.split_once(':')) {
        ensure!(Path::new("/").join(mount.0).exists(), "/{} is not there", mount.0);
    }
    println!("compose.yaml can be read and fits haproxy.cfg");
    Ok(())
}

/// The name and the address of a server in the configuration of HAProxy.
fn server(line: &str) -> Option<(&str, &str)> {
    let (name, address) = line.trim().strip_prefix("server ")?.split_once(' ')?;
    Some((name, address.split(':').next()?))
}

/// What is said of a service: the lines below its name that are indented more.
fn service(told: &str, name: &str) -> Result<String> {
    let services = told.split_once("services:\n").context("there are no services")?.1;
    let lines = services.lines().skip_while(|line| *line != format!("  {name}:")).skip(1);
    let found: String =
        lines.take_while(|line| line.starts_with("   ")).map(|line| format!("{line}\n")).collect();
    ensure!(!found.is_empty(), "there is no service {name}");
    Ok(found)
}

/// The program takes what it is started with, and comes as far as looking for what stands elsewhere, here at a port where nothing is.
fn known_options(folder: &Path, program: &Path, service: &str) -> Result<()> {
    let words = service.lines().filter_map(|line| line.trim().strip_prefix("- --"));
    let words = words.map(|word| {
        format!("--{word}").replace("10.0.0.20", "127.0.0.1:1").replace("10.0.0.21:4222", "127.0.0.1:1")
    });
    let mut serve = Command::new(program);
    serve.args(["serve", "--listen", "127.0.0.1:0", "--no-open"]).args(words);
    serve.env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    let output = serve.output().context("cannot start the program")?;
    let says = String::from_utf8_lossy(&output.stderr);
    ensure!(says.contains("NATS cannot be reached"), "the program is told something else: {says}");
    Ok(())
}
