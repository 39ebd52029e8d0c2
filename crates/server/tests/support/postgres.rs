//! A PostgreSQL of a test program's own: Debian's, in a folder that is gone when the program is.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A database of a test's own.
#[derive(Clone)]
pub struct PostgresDatabase {
    schema: String,
    address: String,
}

impl PostgresDatabase {
    pub fn new() -> PostgresDatabase {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let postgres = PostgresServer::get();
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        postgres.ask(&format!("CREATE SCHEMA {name}"));
        let address = format!("{}&options=-csearch_path%3D{name}", postgres.address());
        PostgresDatabase { schema: name, address }
    }

    /// Does something to it behind the server's back.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn ask(&self, statement: &str) {
        PostgresServer::get().ask(&format!("SET search_path = {}; {statement}", self.schema));
    }

    pub fn address(&self) -> &str {
        &self.address
    }
}

/// It runs for as long as this program has its end of a pipe, whichever way the program ends.
pub struct PostgresServer {
    folder: PathBuf,
    port: u16,
    _keeper: Child,
}

impl PostgresServer {
    fn get() -> &'static PostgresServer {
        static SERVER: OnceLock<PostgresServer> = OnceLock::new();
        SERVER.get_or_init(|| PostgresServer::start("postgres"))
    }

    /// One of a test's own, in a folder that has this in its name.
    pub fn start(name: &str) -> PostgresServer {
        PostgresServer::start_at(name, "", 5432)
    }

    /// The same, which can also be reached at an address of this machine.
    pub fn start_at(name: &str, address: &str, port: u16) -> PostgresServer {
        let folder = std::env::temp_dir().join(format!("tabiya-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        // PostgreSQL refuses to run as root.
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let user = if is_root { "runuser -u postgres --" } else { "" };
        if is_root {
            let owned = Command::new("chown").arg("postgres").arg(&folder).status().unwrap();
            assert!(owned.success());
        }
        let script = format!(
            "cd {folder} && {user} {programs}/initdb --no-sync --auth=trust --username=tabiya data >initdb.log && \
             echo 'host all all 198.18.0.0/15 trust' >>data/pg_hba.conf && \
             {user} {programs}/postgres -D data -k {folder} -p {port} -F -c listen_addresses={address} -c max_connections=400 \
             2>server.log & trap '' INT; cat >/dev/null; \
             {user} {programs}/pg_ctl -D {folder}/data stop -m immediate; rm -rf {folder}",
            folder = folder.display(),
            programs = programs().display(),
        );
        let mut keeper = Command::new("sh");
        keeper.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::null());
        let server = PostgresServer { folder, port, _keeper: keeper.spawn().unwrap() };
        while !server.is_there() {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        server
    }

    /// Ends it at once and starts it again.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn restart(&self) {
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let mut command = if is_root { Command::new("runuser") } else { Command::new("env") };
        if is_root {
            command.args(["-u", "postgres", "--"]);
        }
        command.arg(programs().join("pg_ctl")).args(["restart", "-w", "-m", "immediate", "-D"]);
        command.arg(self.folder.join("data")).arg("-l").arg(self.folder.join("again.log"));
        let status = command.current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::null()).status();
        assert!(status.unwrap().success());
    }

    pub fn address(&self) -> String {
        format!("postgres://tabiya@/postgres?host={}&port={}", self.folder.display(), self.port)
    }

    fn psql(&self, statement: &str) -> Command {
        let mut psql = Command::new(programs().join("psql"));
        psql.args(["-X", "-q", "-h"]).arg(&self.folder).args(["-p", &self.port.to_string()]);
        psql.args(["-U", "tabiya", "-d", "postgres", "-c", statement]);
        psql.stderr(Stdio::null()).stdout(Stdio::null());
        psql
    }

    fn is_there(&self) -> bool {
        self.psql("SELECT 1").status().unwrap().success()
    }

    fn ask(&self, statement: &str) {
        assert!(self.psql(statement).status().unwrap().success(), "{statement}");
    }
}

/// Where Debian puts the programs of the newest version.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    let newest = folders.filter(|folder: &PathBuf| Path::exists(&folder.join("initdb"))).max();
    newest.expect("PostgreSQL is missing: `cargo xtask ci` installs it, or `apt-get install postgresql`")
}
