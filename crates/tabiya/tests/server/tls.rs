//! Encrypted connections, as whoever starts the server asks for them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::process::{Folder, serve_arguments, tabiya};
use crate::serve::failure;

/// A certificate that is kept for tests, or its key.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/tls").join(name)
}

/// What a server says first, and what it says on standard error until it is killed.
fn greeting(folder: &Folder, arguments: &[PathBuf]) -> (String, String) {
    let mut command = tabiya();
    command.args(serve_arguments(folder)).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    server.kill().unwrap();
    let output = server.wait_with_output().unwrap();
    (line, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_certificate_makes_addresses_that_begin_with_https() {
    let folder = Folder::new();
    let flags = |name: &str| {
        let files = [file(&format!("{name}.pem")), file(&format!("{name}.key"))];
        let [certificate, key] = files;
        vec!["--tls-cert".into(), certificate, "--tls-key".into(), key]
    };
    let (line, _) = greeting(&folder, &flags("club"));
    assert!(line.contains(": open https://chess.example.org:"), "{line}");
    let (line, said) = greeting(&folder, &flags("expired"));
    assert!(line.contains("https://"), "{line}");
    assert!(said.contains("expired on 2021-02-03"), "{said}");
    // The same by the settings file.
    let settings = folder.path().join("settings.toml");
    let plain = fs::read_to_string(&settings).unwrap();
    let tls = format!("[tls]\ncertificate = {:?}\nkey = {:?}\n", file("club.pem"), file("club.key"));
    fs::write(&settings, plain.clone() + &tls).unwrap();
    let (line, _) = greeting(&folder, &[]);
    assert!(line.contains("https://chess.example.org:"), "{line}");
    fs::write(&settings, plain + "[tls]\ncertificate = \"x.pem\"\n").unwrap();
    let error = failure(tabiya().args(serve_arguments(&folder)));
    assert!(error.contains("missing field `key`"), "{error}");
}

#[test]
fn a_server_that_cannot_encrypt_does_not_start_without() {
    let folder = Folder::new();
    for (certificate, key, told) in [
        ("club.pem", "renewed.key", "is not that of the certificate in"),
        ("club.key", "club.key", "there is no certificate in"),
        ("club.pem", "club.pem", "there is no private key in"),
        ("club.pem", "missing.key", "No such file or directory"),
    ] {
        let mut command = tabiya();
        command
            .args(serve_arguments(&folder))
            .arg("--tls-cert")
            .arg(file(certificate))
            .arg("--tls-key")
            .arg(file(key));
        let error = failure(&mut command);
        assert!(error.contains(told), "{error}");
        assert!(!folder.data().exists(), "nothing was begun");
    }
    let half = tabiya().args(["serve", "--tls-cert", "x.pem"]).output().unwrap();
    assert_eq!(half.status.code(), Some(2));
}
