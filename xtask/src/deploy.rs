//! `cargo xtask proof deploy`: what lies in `deploy/` does what it says. Visitors come through both proxies with their
//! configurations as they are, but for names, ports and certificates; the unit is checked as far as that can be done where
//! systemd does not run.

use std::collections::BTreeSet;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::server::TestedServer;
use crate::{compose, program, shell, tool, workspace};

/// The name and the address that stand in the configurations.
const NAME: &str = "chess.example.org";
const ADDRESS: &str = "127.0.0.1:8064";

/// What SQLite does for the administrator alone, as whom this may run: files are given to the owner of the database.
const AS_ROOT: &str = "fchown";

/// How exposed the unit may be, as systemd counts.
const MOST_EXPOSED: &str = "--threshold=20";

pub fn prove() -> Result<()> {
    for tool in [tool::CADDY, tool::NGINX, tool::OPENSSL, tool::CURL, tool::STRACE] {
        tool.ensure()?;
    }
    let program = program::build()?;
    let folder = workspace::target("deploy")?;
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    compose::check(&folder, &program)?;
    unit(&folder, &program)?;
    let certificate = Certificate::new(&folder)?;
    visit(&folder, &program, &certificate, caddy)?;
    visit(&folder, &program, &certificate, nginx)
}

/// A certificate for this machine.
struct Certificate {
    chain: PathBuf,
    key: PathBuf,
}

impl Certificate {
    fn new(folder: &Path) -> Result<Certificate> {
        let certificate = Certificate { chain: folder.join("chain.pem"), key: folder.join("key.pem") };
        let mut openssl = Command::new("openssl");
        openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]);
        openssl.args(["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
        openssl.arg("-out").arg(&certificate.chain).arg("-keyout").arg(&certificate.key);
        shell::run(&mut openssl)?;
        Ok(certificate)
    }
}

/// What a proxy is told: where it listens, where the server is, and its certificate.
struct ProxyPlan<'a> {
    folder: &'a Path,
    port: u16,
    server: &'a str,
    certificate: &'a Certificate,
}

/// Starts the server behind a proxy, and lets a visitor come through it.
fn visit(
    folder: &Path,
    program: &Path,
    certificate: &Certificate,
    proxy: fn(&ProxyPlan) -> Result<Command>,
) -> Result<()> {
    let port = free_port()?;
    let settings = format!(
        "listen = \"127.0.0.1:0\"\nopen = false\npublic-url = \"https://localhost:{port}\"\n\
         trusted-proxies = [\"127.0.0.1\", \"::1\"]\n[limits]\nsessions-per-minute = 12\n"
    );
    let mut serve = Command::new(program);
    serve.args(["serve"]);
    let server = TestedServer::start(serve, "deploy/server", &settings)?;
    let address = listening(&workspace::target("deploy")?.join("server"))?;
    let plan = ProxyPlan { folder, port, server: &address, certificate };
    let proxy = Proxy::start(proxy(&plan)?, port)?;
    let mut visitor = Command::new("python3");
    visitor.arg(workspace::root().join("xtask/deploy/visitor.py"));
    shell::run(visitor.arg(format!("https://localhost:{port}")).arg(&certificate.chain))?;
    drop(proxy);
    server.stop()
}

/// Where the server listens, as it notes beside its games: what it prints is its public name.
fn listening(folder: &Path) -> Result<String> {
    let noted = folder.join("tabiya/lock");
    let text = fs::read_to_string(&noted).with_context(|| format!("cannot read {}", noted.display()))?;
    Ok(text.trim().to_owned())
}

/// A configuration of ours, with other words in the places of some. Each must be there.
fn with(name: &str, words: &[(&str, &str)]) -> Result<String> {
    let path = workspace::root().join("deploy").join(name);
    let mut text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    for (old, new) in words {
        ensure!(text.contains(old), "deploy/{name} does not say {old}");
        text = text.replace(old, new);
    }
    Ok(text)
}

fn caddy(plan: &ProxyPlan) -> Result<Command> {
    let ProxyPlan { folder, port, server, certificate } = plan;
    let Certificate { chain, key } = certificate;
    let site = format!("https://localhost:{port} {{\n\ttls {} {}", chain.display(), key.display());
    let words = [(&*format!("{NAME} {{"), &*site), (ADDRESS, *server)];
    let text = format!("{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{}", with("Caddyfile", &words)?);
    let path = folder.join("Caddyfile");
    fs::write(&path, text)?;
    let mut command = Command::new("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&path);
    command.env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    Ok(command)
}

fn nginx(plan: &ProxyPlan) -> Result<Command> {
    let ProxyPlan { folder, port, server, certificate } = plan;
    let (chain, key) = (certificate.chain.display().to_string(), certificate.key.display().to_string());
    let plain = free_port()?;
    let words = [
        (&*format!("/etc/letsencrypt/live/{NAME}/fullchain.pem"), &*chain),
        (&format!("/etc/letsencrypt/live/{NAME}/privkey.pem"), &key),
        (&format!("server_name {NAME};"), "server_name localhost;"),
        (ADDRESS, server),
        ("listen 80;", &format!("listen {plain};")),
        ("listen [::]:80;", ""),
        ("listen 443 ssl", &format!("listen {port} ssl")),
        ("listen [::]:443 ssl http2;", ""),
    ];
    let site = folder.join("site.conf");
    fs::write(&site, with("nginx.conf", &words)?)?;
    let here = folder.display();
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String = kinds.iter().map(|kind| format!("{kind}_temp_path {here}/{kind};\n")).collect();
    let main = folder.join("nginx.conf");
    fs::write(
        &main,
        format!(
            "daemon off;\npid {here}/nginx.pid;\nerror_log stderr;\nevents {{}}\n\
             http {{\naccess_log off;\n{temporary}include {};\n}}\n",
            site.display()
        ),
    )?;
    let mut command = Command::new("/usr/sbin/nginx");
    command.arg("-c").arg(&main);
    Ok(command)
}

/// A proxy that runs as long as this is kept.
struct Proxy(Child);

impl Proxy {
    /// Starts it and waits until it takes connections.
    fn start(mut command: Command, port: u16) -> Result<Proxy> {
        println!("$ {}", shell::line(&command));
        let mut proxy = Proxy(command.stdin(Stdio::null()).spawn().context("cannot start the proxy")?);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if let Some(status) = proxy.0.try_wait()? {
                bail!("the proxy has ended: {status}");
            }
            ensure!(begun.elapsed() < Duration::from_secs(30), "the proxy does not listen");
            thread::sleep(Duration::from_millis(50));
        }
        Ok(proxy)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // nginx ends its workers when it is asked to; killed, it would leave them.
        let _ = shell::run(Command::new("kill").args(["-TERM", &self.0.id().to_string()]));
        let _ = self.0.wait();
    }
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// The unit is well formed and hardly exposed, and the server keeps to the system calls that it may make.
fn unit(folder: &Path, program: &Path) -> Result<()> {
    let unit = folder.join("tabiya.service");
    let words =
        [("/usr/bin/tabiya", &*program.display().to_string()), ("man:tabiya-serve(1)", "man:true(1)")];
    fs::write(&unit, with("tabiya.service", &words)?)?;
    shell::run(Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&unit))?;
    let mut security = Command::new("systemd-analyze");
    security.args(["security", "--offline=true", "--no-pager", MOST_EXPOSED]).arg(&unit);
    let told = shell::output(&mut security)?;
    println!("{}", told.lines().last().unwrap_or_default());
    let allowed = system_calls("@system-service")?;
    let privileged = system_calls("@privileged")?;
    let mut made = made_calls(folder, program)?;
    made.remove(AS_ROOT);
    let forbidden: Vec<_> =
        made.iter().filter(|&call| !allowed.contains(call) || privileged.contains(call)).collect();
    ensure!(forbidden.is_empty(), "the server makes system calls that its unit forbids: {forbidden:?}");
    println!("{} system calls made, all of them allowed by the unit", made.len());
    Ok(())
}

/// What systemd means by the name of a group, with the groups in it.
fn system_calls(group: &str) -> Result<BTreeSet<String>> {
    let text = shell::output(Command::new("systemd-analyze").args(["syscall-filter", "--no-pager", group]))?;
    let mut calls = BTreeSet::new();
    for word in text.lines().skip(1).map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if word.starts_with('@') {
            calls.extend(system_calls(word)?);
        } else {
            calls.insert(word.to_owned());
        }
    }
    Ok(calls)
}

/// The system calls of a server in which somebody plays the computer.
fn made_calls(folder: &Path, program: &Path) -> Result<BTreeSet<String>> {
    let log = folder.join("calls");
    let mut traced = Command::new("strace");
    traced
        .args(["--daemonize", "--follow-forks", "--summary-only", "--output"])
        .arg(&log)
        .arg(program)
        .arg("serve");
    let settings = "listen = \"127.0.0.1:0\"\nopen = false\n";
    let server = TestedServer::start(traced, "deploy/traced", settings)?;
    let url = server.url.trim_end_matches('/');
    let post = |path: &str, body: &str, header: &[&str]| {
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--fail", "--data", body]).args(header);
        shell::output(curl.arg(format!("{url}{path}")))
    };
    let value = |answer: &str, name: &str| {
        let rest = answer.split(&format!("\"{name}\":\"")).nth(1);
        rest.and_then(|rest| rest.split('"').next()).map(str::to_owned).with_context(|| answer.to_owned())
    };
    let token = value(&post("/v1/session", r#"{"name": "Ann", "token": true}"#, &[])?, "token")?;
    let bearer = ["--header", &format!("Authorization: Bearer {token}")];
    let game = r#"{"opponent": {"computer": 5}, "color": "black"}"#;
    let game = value(&post("/v1/games", game, &bearer)?, "game")?;
    // The computer begins: its move is there when the game has a second entry.
    let entries = format!("{url}/v1/games/{game}/entries");
    let begun = Instant::now();
    loop {
        let told = shell::output(Command::new("curl").arg("--silent").args(bearer).arg(&entries))?;
        if told.matches("\"version\"").count() > 1 {
            break;
        }
        ensure!(begun.elapsed() < Duration::from_secs(60), "the computer does not move: {told}");
        thread::sleep(Duration::from_millis(100));
    }
    server.stop()?;
    let begun = Instant::now();
    loop {
        // Whoever traces ends after what is traced.
        let told = fs::read_to_string(&log).unwrap_or_default();
        if told.lines().last().is_some_and(|line| line.ends_with(" total")) {
            return Ok(called(&told));
        }
        ensure!(begun.elapsed() < Duration::from_secs(30), "strace has counted nothing: {told}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The names in a table of strace, between its two lines.
fn called(table: &str) -> BTreeSet<String> {
    let rows = table.lines().skip_while(|line| !line.starts_with("---")).skip(1);
    let rows = rows.take_while(|line| !line.starts_with("---"));
    rows.filter_map(|row| row.split_whitespace().last()).map(str::to_owned).collect()
}
