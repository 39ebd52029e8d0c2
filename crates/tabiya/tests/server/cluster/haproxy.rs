use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

/// What is tried is what we hand out: `deploy/haproxy.cfg`, with other names and addresses.
const CONFIGURATION: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/haproxy.cfg"));

/// Debian's HAProxy, before three nodes.
pub struct HaProxy {
    pub address: SocketAddr,
    child: Child,
}

impl HaProxy {
    pub fn start(folder: &Path, address: SocketAddr, nodes: [SocketAddr; 3]) -> HaProxy {
        let public = address.to_string();
        let mut text = CONFIGURATION.to_owned();
        let servers =
            [("10.0.0.11:8064", nodes[0]), ("10.0.0.12:8064", nodes[1]), ("10.0.0.13:8064", nodes[2])];
        let servers = servers.map(|(written, node)| (written, node.to_string()));
        let places = [
            ("bind :80\n", format!("bind {public}\n")),
            ("Host chess.example.org", format!("Host {public}")),
        ];
        for (written, meant) in places.into_iter().chain(servers) {
            assert!(text.contains(written), "deploy/haproxy.cfg does not say {written:?}");
            text = text.replace(written, &meant);
        }
        let file = folder.join("haproxy.cfg");
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new("/usr/sbin/haproxy");
        command.arg("-db").arg("-f").arg(&file).stdin(Stdio::null());
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child =
            child.expect("HAProxy is missing: `cargo xtask ci` installs it, or `apt-get install haproxy`");
        let mut proxy = HaProxy { address, child };
        while TcpStream::connect(address).is_err() {
            assert!(proxy.child.try_wait().unwrap().is_none(), "HAProxy does not take deploy/haproxy.cfg");
            thread::sleep(Duration::from_millis(20));
        }
        proxy
    }
}

impl Drop for HaProxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that nobody has, and that no connection is given while whoever has it is started again: those begin at 32768.
pub fn free_port(ip: IpAddr) -> u16 {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id() * 64 + TAKEN.fetch_add(1, Ordering::Relaxed);
        let port = 10_000 + (number % 20_000) as u16;
        if TcpListener::bind((ip, port)).is_ok() {
            return port;
        }
    }
}
