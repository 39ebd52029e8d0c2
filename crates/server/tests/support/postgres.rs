//! A PostgreSQL of a test program's own: Debian's, in a folder that is gone when the program is.

use std::os::unix::fs::PermissionsExt;
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

    /// The one of a server of a test's own.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn whole(postgres: &PostgresServer) -> PostgresDatabase {
        PostgresDatabase { schema: "public".to_owned(), address: postgres.address() }
    }

    /// Does something to it behind the server's back.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn ask(&self, statement: &str) {
        PostgresServer::get().ask(&format!("SET search_path = {}; {statement}", self.schema));
    }

    /// What it tells.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn tell(&self, query: &str) -> String {
        PostgresServer::get().tell(&format!("SET search_path = {}; {query}", self.schema))
    }

    pub fn address(&self) -> &str {
        &self.address
    }
}

/// It runs for as long as this program has its end of a pipe, whichever way the program ends.
pub struct PostgresServer {
    folder: PathBuf,
    pub port: String,
    _keeper: Child,
}

impl PostgresServer {
    fn get() -> &'static PostgresServer {
        static SERVER: OnceLock<PostgresServer> = OnceLock::new();
        SERVER.get_or_init(|| PostgresServer::start("postgres"))
    }

    /// One of a test's own, in a folder that has this in its name.
    pub fn start(name: &str) -> PostgresServer {
        PostgresServer::start_with(name, "5432", "-c listen_addresses=", |_| {})
    }

    /// One that is reached by the network, with a password, and encrypts by a certificate (`.pem`) and its key (`.key`).
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn encrypted(name: &str, certificate: &Path) -> PostgresServer {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let settings = "-c listen_addresses=127.0.0.1,127.0.0.2 -c ssl_cert_file=../server.pem -c ssl_key_file=../server.key \
                        -c hba_file=hba.conf";
        let server = PostgresServer::start_with(name, &port.to_string(), settings, |folder| {
            for ending in ["pem", "key"] {
                let file = folder.join("server").with_extension(ending);
                std::fs::copy(certificate.with_extension(ending), &file).unwrap();
                std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
            }
            let rights = "local all all trust\nhost all all 127.0.0.0/8 scram-sha-256\n";
            std::fs::write(folder.join("hba.conf"), rights).unwrap();
        });
        server.encrypt("on");
        server
    }

    /// Lets it encrypt from now on, or not.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn encrypt(&self, on_or_off: &str) {
        self.ask(&format!("ALTER SYSTEM SET ssl = {on_or_off}"));
        self.ask("SELECT pg_reload_conf()");
        while self.tell("SHOW ssl") != on_or_off {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    /// One that is reached at an address of this machine, also from the networks that tests make.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn start_at(name: &str, ip: std::net::IpAddr, port: u16) -> PostgresServer {
        let settings = format!("-c listen_addresses={ip} -c hba_file=hba.conf");
        PostgresServer::start_with(name, &port.to_string(), &settings, |folder| {
            let rights = "local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n\
                          host all all 198.18.0.0/15 trust\n";
            std::fs::write(folder.join("hba.conf"), rights).unwrap();
        })
    }

    /// A standby of another one, which was started with `start_at`; it can take over from it.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn standby_of(primary: &PostgresServer, name: &str, port: u16) -> PostgresServer {
        let make = format!(
            "pg_basebackup --pgdata=data --write-recovery-conf --checkpoint=fast --dbname='host=127.0.0.1 port={} user=tabiya \
             application_name=standby'",
            primary.port
        );
        PostgresServer::launch(name, &port.to_string(), "-c listen_addresses=127.0.0.1", &make, |_| {})
    }

    /// Ends it as the loss of its machine would: nothing more is said to anybody.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn kill(&self) {
        let processes = self.processes();
        assert!(Command::new("kill").arg("-KILL").args(processes).status().unwrap().success());
    }

    /// The number of its first process, and those of what that has started.
    #[allow(dead_code, reason = "not every program that has this does")]
    pub fn processes(&self) -> Vec<String> {
        let noted = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let first = noted.lines().next().unwrap();
        let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children")).unwrap();
        std::iter::once(first).chain(children.split_whitespace()).map(str::to_owned).collect()
    }

    pub fn start_with(name: &str, port: &str, settings: &str, prepare: impl FnOnce(&Path)) -> PostgresServer {
        let make = "initdb --no-sync --auth=trust --username=tabiya data";
        PostgresServer::launch(name, port, settings, make, prepare)
    }

    /// Makes its files by a program of PostgreSQL, and starts it.
    fn launch(
        name: &str,
        port: &str,
        settings: &str,
        make: &str,
        prepare: impl FnOnce(&Path),
    ) -> PostgresServer {
        let folder = std::env::temp_dir().join(format!("tabiya-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        prepare(&folder);
        // PostgreSQL refuses to run as root.
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let user = if is_root { "runuser -u postgres --" } else { "" };
        if is_root {
            let owned = Command::new("chown").args(["-R", "postgres"]).arg(&folder).status().unwrap();
            assert!(owned.success());
        }
        let script = format!(
            "cd {folder} && {user} {programs}/{make} >made.log && \
             {user} {programs}/postgres -D data -k {folder} -F -p {port} {settings} -c max_connections=400 \
             2>server.log & trap '' INT; cat >/dev/null; \
             {user} {programs}/pg_ctl -D {folder}/data stop -m immediate; rm -rf {folder}",
            folder = folder.display(),
            programs = programs().display(),
        );
        let mut keeper = Command::new("sh");
        keeper.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::null());
        let keeper = keeper.spawn().unwrap();
        let server = PostgresServer { folder, port: port.to_owned(), _keeper: keeper };
        let begun = std::time::Instant::now();
        while !server.is_there() {
            assert!(
                begun.elapsed().as_secs() < 60,
                "PostgreSQL does not start: {:?} tells why",
                server.folder
            );
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
        format!("postgres://tabiya@/postgres?host={}", self.folder.display())
    }

    fn psql(&self, statement: &str) -> Command {
        let mut psql = Command::new(programs().join("psql"));
        psql.args(["-X", "-q", "-h"])
            .arg(&self.folder)
            .args(["-p", &self.port, "-U", "tabiya", "-d", "postgres", "-c", statement]);
        psql.stderr(Stdio::null()).stdout(Stdio::null());
        psql
    }

    pub fn tell(&self, query: &str) -> String {
        self.tell_in("postgres", query)
    }

    /// What one of its databases tells.
    pub fn tell_in(&self, database: &str, query: &str) -> String {
        let told = self.psql(query).args(["-At", "-d", database]).stdout(Stdio::piped()).output().unwrap();
        assert!(told.status.success(), "{query}");
        String::from_utf8(told.stdout).unwrap().trim().to_owned()
    }

    fn is_there(&self) -> bool {
        self.psql("SELECT 1").status().unwrap().success()
    }

    pub fn ask(&self, statement: &str) {
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
