//! Encrypted connections, as clients have them.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_server::{Tls, TlsError, TlsFiles};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, crypto::ring};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

use crate::support::client::request;
use crate::support::{Folder, TestServer};

const CERTIFICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls");

/// The files of a certificate that is kept for tests.
fn files(name: &str) -> TlsFiles {
    let file = |ending: &str| Path::new(CERTIFICATES).join(format!("{name}.{ending}"));
    TlsFiles { certificate: file("pem"), key: file("key") }
}

fn encrypting(folder: &Folder, tls: &Arc<Tls>) -> TestServer {
    TestServer::with(folder, |config| config.tls = Some(Arc::clone(tls)))
}

type EncryptedLine = StreamOwned<ClientConnection, TcpStream>;

/// A connection of somebody who trusts one certificate alone.
fn connect(address: SocketAddr, trusted: &str) -> io::Result<EncryptedLine> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(files(trusted).certificate).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from("127.0.0.1").unwrap();
    let mut connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok(StreamOwned::new(connection, stream))
}

/// Sends a request and reads the answer.
fn ask(address: SocketAddr, method: &str, path: &str, more: &str, body: &str) -> String {
    let mut line = connect(address, "club").unwrap();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n"
    );
    line.write_all(format!("{head}{more}\r\n{body}").as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = line.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

fn body(answer: &str) -> Value {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {head}\n{body}"))
}

/// Somebody who plays both sides of a game over a WebSocket.
struct EncryptedPlayer {
    socket: WebSocket<EncryptedLine>,
    version: u64,
}

impl EncryptedPlayer {
    fn new(address: SocketAddr) -> EncryptedPlayer {
        let session =
            ask(address, "POST", "/v1/session", "", &json!({ "name": "Ann", "token": true }).to_string());
        let bearer = format!("Bearer {}", body(&session)["token"].as_str().unwrap());
        let head = format!("Authorization: {bearer}\r\n");
        let game = body(&ask(address, "POST", "/v1/games", &head, r#"{"opponent":"here"}"#));
        let path = format!("wss://{address}/v1/games/{}/socket", game["game"].as_str().unwrap());
        let mut upgrade = path.into_client_request().unwrap();
        upgrade.headers_mut().insert("Authorization", bearer.parse().unwrap());
        let (socket, _) = client(upgrade, connect(address, "club").unwrap()).unwrap();
        EncryptedPlayer { socket, version: 1 }
    }

    fn play(&mut self, m: &str) {
        let (id, action) = (format!("m{}", self.version), json!({ "do": "move", "move": m }));
        let command = json!({ "type": "command", "id": id, "version": self.version, "action": action });
        self.socket.send(Message::text(command.to_string())).unwrap();
        self.version += 1;
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(message["type"], "failed", "{message}");
            if message["type"] == "done" || message["version"] == self.version {
                return;
            }
        }
    }
}

#[test]
fn games_are_played_over_encrypted_connections() {
    let folder = Folder::new();
    let tls = Arc::new(Tls::load(files("club")).unwrap());
    let server = encrypting(&folder, &tls);
    let origin = format!("Origin: https://{}\r\n", server.address);
    let session = ask(server.address, "POST", "/v1/session", &origin, r#"{"name":"Bob"}"#);
    assert!(session.starts_with("HTTP/1.1 201") && session.contains("; Secure\r\n"), "{session}");
    let plain = format!("Origin: http://{}\r\n", server.address);
    assert!(
        ask(server.address, "POST", "/v1/session", &plain, r#"{"name":"Bob"}"#).starts_with("HTTP/1.1 403")
    );
    let mut ann = EncryptedPlayer::new(server.address);
    for m in ["e4", "e5", "Nf3"] {
        ann.play(m);
    }
    let figures = ask(server.address, "GET", "/metrics", "", "");
    assert!(figures.contains("\ntabiya_certificate_expiry_timestamp_seconds 4733510400\n"), "{figures}");
}

#[test]
fn whoever_comes_without_encryption_is_told_so() {
    let folder = Folder::new();
    let server = encrypting(&folder, &Arc::new(Tls::load(files("club")).unwrap()));
    let host = server.address.to_string();
    let page = request(server.address, "GET", "/x?y=1", &[("Host", &host)], "").unwrap();
    assert_eq!((page.status, page.header("location")), (307, Some(format!("https://{host}/x?y=1").as_str())));
    let by_name = format!("chess.example.org:{}", server.address.port());
    let named = request(server.address, "GET", "/", &[("Host", &by_name)], "").unwrap();
    assert_eq!(named.header("location"), Some(format!("https://{by_name}/").as_str()));
    for (method, host) in [("POST", host.as_str()), ("GET", "elsewhere.example")] {
        let reply = request(server.address, method, "/v1/session", &[("Host", host)], "{}").unwrap();
        assert_eq!((reply.status, reply.header("location")), (400, None));
        assert!(reply.body.contains("speaks HTTPS"), "{reply:?}");
    }
    // Neither is rubbish anybody's harm.
    for rubbish in [
        &b"\x16\x03\x01\xff\xffrubbish"[..],
        b"\x00\x00\x00",
        b"SSH-2.0-x\r\n",
        b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00",
    ] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(rubbish).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!(ask(server.address, "GET", "/healthz", "", "").ends_with("alive\n"));
}

#[test]
fn whoever_agrees_on_nothing_does_not_stay() {
    let folder = Folder::new();
    let tls = Arc::new(Tls::load(files("club")).unwrap());
    let server = TestServer::with(&folder, |config| {
        config.tls = Some(Arc::clone(&tls));
        config.limits.handshake = Duration::from_millis(200);
    });
    for begun in [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01"] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(begun).unwrap();
        let mut rest = Vec::new();
        let ended = stream.read_to_end(&mut rest);
        assert!(ended.is_ok() || ended.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionReset));
    }
}

#[test]
fn the_silent_keep_no_place_from_others() {
    let folder = Folder::new();
    let tls = Arc::new(Tls::load(files("club")).unwrap());
    let server = TestServer::with(&folder, |config| {
        config.tls = Some(Arc::clone(&tls));
        config.limits.connections = 8;
        // Longer than the test may take.
        config.limits.handshake = Duration::from_secs(3600);
    });
    let silent: Vec<_> = (0..8).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    let mut ann = EncryptedPlayer::new(server.address);
    ann.play("e4");
    drop(silent);
}

/// Copies the certificate of a name, or its key, or both, into a place.
fn put(name: &str, to: &TlsFiles, endings: &[&str]) {
    for ending in endings {
        let from = files(name);
        let (from, to) =
            if *ending == "pem" { (from.certificate, &to.certificate) } else { (from.key, &to.key) };
        fs::copy(from, to).unwrap();
    }
}

#[test]
fn a_renewed_certificate_is_taken_and_games_go_on() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let place = |name: &str| -> PathBuf { folder.path().join(name) };
    let own = TlsFiles { certificate: place("own.pem"), key: place("own.key") };
    put("club", &own, &["pem", "key"]);
    let tls = Arc::new(Tls::load(own.clone()).unwrap());
    let server = encrypting(&folder, &tls);
    let trusts = |name: &str| connect(server.address, name).is_ok();
    let mut ann = EncryptedPlayer::new(server.address);
    ann.play("e4");
    assert!(!tls.renew(), "nothing was renewed");
    // Half of it, then rubbish, then nothing: the old one stays.
    put("renewed", &own, &["pem"]);
    assert!(!tls.renew() && trusts("club") && !trusts("renewed"));
    fs::write(&own.key, "rubbish").unwrap();
    assert!(!tls.renew() && trusts("club"));
    fs::remove_file(&own.key).unwrap();
    assert!(!tls.renew() && trusts("club"));
    ann.play("e5");
    // While others come and play.
    let load: Vec<_> = (0..3)
        .map(|_| {
            let address = server.address;
            std::thread::spawn(move || {
                let mut player = EncryptedPlayer::new(address);
                for m in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"] {
                    player.play(m);
                }
                player
            })
        })
        .collect();
    let mut players: Vec<_> = load.into_iter().map(|player| player.join().unwrap()).collect();
    put("renewed", &own, &["key"]);
    assert!(tls.renew() && !trusts("club") && trusts("renewed"));
    ann.play("Nf3");
    players.iter_mut().for_each(|player| player.play("d4"));
}

#[test]
fn wrong_files_are_told() {
    let (club, renewed) = (files("club"), files("renewed"));
    let pair = |certificate: &Path, key: &Path| {
        Tls::load(TlsFiles { certificate: certificate.to_owned(), key: key.to_owned() })
    };
    let missing = Path::new("/no/such/file.pem");
    assert!(matches!(pair(missing, &club.key), Err(TlsError::File { .. })));
    assert!(matches!(pair(&club.certificate, missing), Err(TlsError::File { .. })));
    assert!(matches!(pair(Path::new(CERTIFICATES), &club.key), Err(TlsError::File { .. })));
    assert!(matches!(pair(Path::new("/dev/zero"), &club.key), Err(TlsError::File { .. })));
    assert!(matches!(pair(&club.key, &club.key), Err(TlsError::NoCertificate { .. })));
    assert!(matches!(pair(&club.certificate, &club.certificate), Err(TlsError::NoKey { .. })));
    assert!(matches!(pair(&club.certificate, &renewed.key), Err(TlsError::OtherKey { .. })));
    // One that has expired is better than none.
    pair(&files("expired").certificate, &files("expired").key).unwrap();
}
