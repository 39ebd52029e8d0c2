//! Encrypted lines to PostgreSQL and NATS, and what is said where the other end is not the one that was meant. Nothing is begun there.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::client::Client;
use crate::nats_program::nats_program;
use crate::postgres::{PostgresDatabase, PostgresServer};
use crate::process::{Folder, Process, serve_arguments, tabiya};

/// A certificate that is kept for tests, and one of somebody else.
fn certificate(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/tls").join(name)
}

fn serve(folder: &Folder, more: &[&str]) -> Process {
    Process::start(tabiya().args(serve_arguments(folder)).args(more).stderr(Stdio::null()))
}

/// What a server says that is not to be started.
fn refused(more: &[&str]) -> String {
    let folder = Folder::named("refused");
    let output = tabiya().args(serve_arguments(&folder)).args(more).output().unwrap();
    let says = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{more:?}: {says}");
    assert!(!says.contains("geheim") && !says.contains("falsch"), "{says}");
    says
}

#[test]
fn a_line_to_the_database_is_encrypted_as_its_address_says() {
    let postgres = PostgresServer::encrypted("encrypted", &certificate("club"));
    postgres.ask("CREATE ROLE club LOGIN PASSWORD 'geheim'");
    postgres.ask("CREATE DATABASE chess OWNER club");
    let (own, other) = (certificate("club.pem"), certificate("renewed.pem"));
    let (own, other) = (own.display(), other.display());
    let port = &postgres.port;
    let at = |host: &str, query: &str| format!("postgres://club:geheim@{host}:{port}/chess?{query}");
    let here = |query: &str| at("127.0.0.1", query);
    let nameless =
        |query: &str| format!("postgres://club:geheim@/chess?hostaddr=127.0.0.1&port={port}&{query}");
    for (address, reason) in [
        (nameless("sslmode=verify-full"), "signed by nobody who is trusted here"),
        (here("sslrootcert=system"), "signed by nobody who is trusted here"),
        (here("sslmode=require&sslrootcert=system"), "with sslrootcert=system, sslmode is verify-full"),
        (here("sslmode=verify-full"), "signed by nobody who is trusted here: name the certificate"),
        (here(&format!("sslmode=verify-full&sslrootcert={other}")), "signed by nobody who is trusted here"),
        (here(&format!("sslmode=verify-ca&sslrootcert={other}")), "signed by nobody who is trusted here"),
        (
            at("127.0.0.2", &format!("sslmode=verify-full&sslrootcert={own}")),
            "is for another name than the one in the address",
        ),
        (here("sslrootcert=/no/such/file"), "sslrootcert: /no/such/file: "),
        (
            here(&format!("sslrootcert={}", certificate("club.key").display())),
            "there is no certificate in it",
        ),
        (here("sslmode=strict"), "sslmode is disable, prefer, require, verify-ca or verify-full"),
    ] {
        let says = refused(&["--store", &address]);
        assert!(says.contains(reason), "{address}: {says}");
    }
    for address in [
        here(""),
        here("sslmode=require"),
        here(&format!("sslmode=verify-full&sslrootcert={own}")),
        at("127.0.0.2", &format!("sslmode=verify-ca&sslrootcert={own}")),
        nameless(""),
        nameless(&format!("sslmode=verify-full&sslrootcert={own}")),
    ] {
        let folder = Folder::named("encrypted");
        let server = serve(&folder, &["--store", &address]);
        let ann = Client::player(server.address, "Ann");
        ann.create(&serde_json::json!({ "opponent": "here" }));
        let lines = "SELECT bool_and(ssl), count(*) > 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'club'";
        assert_eq!(postgres.tell(lines), "t|t", "{address}");
    }
    postgres.encrypt("off");
    let says = refused(&["--store", &here("sslmode=require")]);
    assert!(says.contains("it does not encrypt: `ssl = on` in its settings lets it"), "{says}");
    let folder = Folder::named("plain");
    drop(serve(&folder, &["--store", &here("sslmode=prefer")]));
}

#[test]
fn a_database_in_which_no_games_can_be_kept_is_refused_in_words() {
    let postgres = PostgresServer::encrypted("unfit", &certificate("club"));
    postgres.ask("CREATE ROLE club LOGIN PASSWORD 'geheim'");
    postgres.ask("CREATE ROLE reader LOGIN PASSWORD 'geheim'");
    postgres.ask("ALTER ROLE reader SET default_transaction_read_only = on");
    postgres.ask("CREATE DATABASE chess OWNER club");
    postgres.ask(
        "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0 OWNER club",
    );
    postgres.ask("CREATE DATABASE locked");
    let port = &postgres.port;
    for (who, place, reason) in [
        ("club:falsch", "chess", "password authentication failed for user \"club\""),
        ("club", "chess", "password"),
        ("nobody:geheim", "chess", "password authentication failed for user \"nobody\""),
        ("club:geheim", "checkers", "database \"checkers\" does not exist"),
        ("club:geheim", "chess?options=-csearch_path%3Dpupils", "the schema that the address names"),
        ("club:geheim", "latin", "has the encoding LATIN1"),
        ("club:geheim", "locked", "permission denied for schema public"),
        ("reader:geheim", "chess", "this database can only be read"),
        ("club:geheim", "chess?nonsense=1", "unknown option `nonsense`"),
        ("club:geheim", "chess?connect_timeout=soon", "no address of a PostgreSQL database"),
        // A password with signs that mean something in an address.
        ("club:ge/heim", "chess", "signs such as / ? # @ : in a password are written as"),
        ("club:ge?heim", "chess", "signs such as / ? # @ : in a password are written as"),
    ] {
        let address = format!("postgres://{who}@127.0.0.1:{port}/{place}");
        let says = refused(&["--store", &address]);
        assert!(says.contains(reason), "{address}: {says}");
        assert!(!says.contains("heim"), "{address}: {says}");
    }
    for database in ["chess", "latin", "locked"] {
        let tables = postgres.tell_in(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'");
        assert_eq!(tables, "0", "{database}");
    }
}

/// A NATS server that is gone when the test is.
struct Nats(Child, u16);

impl Nats {
    fn start(more: &[&str]) -> Nats {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(nats_program());
        command.args(["--addr", "0.0.0.0", "--port", &port.to_string()]).args(more);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        Nats(child, port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_line_to_nats_is_encrypted_as_its_address_says() {
    let (pem, key, other) = (certificate("club.pem"), certificate("club.key"), certificate("renewed.pem"));
    let (pem, key, other) = (pem.to_str().unwrap(), key.to_str().unwrap(), other.to_str().unwrap());
    let guarded =
        Nats::start(&["--tls", "--tlscert", pem, "--tlskey", key, "--user", "club", "--pass", "geheim"]);
    let plain = Nats::start(&[]);
    let database = PostgresDatabase::new();
    let at =
        |scheme: &str, host: &str, query: &str| format!("{scheme}://club:geheim@{host}:{}{query}", guarded.1);
    let trusted = format!("?sslrootcert={pem}");
    for (bus, reason) in [
        (at("tls", "127.0.0.1", ""), "signed by nobody who is trusted here: name the certificate"),
        (at("nats", "127.0.0.1", ""), "signed by nobody who is trusted here"),
        (at("tls", "127.0.0.1", &format!("?sslrootcert={other}")), "signed by nobody who is trusted here"),
        (at("tls", "127.0.0.2", &trusted), "is for another name"),
        (at("tls", "127.0.0.1", "?sslrootcert=/no/such/file"), "sslrootcert: /no/such/file: "),
        (format!("tls://127.0.0.1:{}", plain.1), "does not encrypt"),
        (format!("nats://127.0.0.1:{}?sslmode=require", plain.1), "does not encrypt"),
        (format!("nats://127.0.0.1:{}?sslmode=verify-full", plain.1), "does not encrypt"),
        (format!("nats://127.0.0.1:{}{trusted}", plain.1), "does not encrypt"),
        (format!("nats://127.0.0.1:{}?sslrootcert=system", plain.1), "does not encrypt"),
        (at("tls", "127.0.0.1", "?sslmode=disable"), "a line by tls:// is encrypted"),
        (at("tls", "127.0.0.1", "?sslmode=prefer"), "a line by tls:// is encrypted"),
        (format!("tls://club:falsch@127.0.0.1:{}{trusted}", guarded.1), "authorization violation"),
    ] {
        let says = refused(&["--store", database.address(), "--bus", &bus]);
        assert!(says.contains(reason), "{bus}: {says}");
    }
    for bus in [
        at("tls", "127.0.0.1", &trusted),
        at("nats", "127.0.0.1", &trusted),
        at("tls", "127.0.0.2", "?sslmode=require"),
        at("nats", "127.0.0.2", "?sslmode=require"),
    ] {
        let folder = Folder::named("encrypted");
        let server = serve(&folder, &["--store", database.address(), "--bus", &bus]);
        let figures = Client::stranger(server.address).get("/metrics").body;
        assert!(figures.contains("tabiya_bus_connected 1"), "{bus}");
    }
}
