use std::net::{IpAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::free_port;
use crate::nats_program::nats_program;

/// A NATS server at one address, which comes and goes.
pub struct Nats {
    ip: IpAddr,
    port: u16,
    child: Child,
}

impl Nats {
    pub fn start() -> Nats {
        Nats::start_with(&[])
    }

    pub fn start_with(more: &[&str]) -> Nats {
        Nats::start_at(IpAddr::from([127, 0, 0, 1]), more)
    }

    pub fn start_at(ip: IpAddr, more: &[&str]) -> Nats {
        let port = free_port(ip);
        let nats = Nats { ip, port, child: Nats::spawn(ip, port, more) };
        nats.wait();
        nats
    }

    fn spawn(ip: IpAddr, port: u16, more: &[&str]) -> Child {
        let mut command = Command::new(nats_program());
        command.args(["--addr", &ip.to_string(), "--port", &port.to_string()]).args(more);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn wait(&self) {
        while TcpStream::connect((self.ip, self.port)).is_err() {
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn address(&self) -> String {
        self.address_by("")
    }

    /// The same for somebody with a name and a password.
    pub fn address_by(&self, who: &str) -> String {
        format!("nats://{who}{}:{}", self.ip, self.port)
    }

    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub fn come_back(&mut self) {
        self.child = Nats::spawn(self.ip, self.port, &[]);
        self.wait();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
