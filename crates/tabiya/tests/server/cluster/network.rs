//! Hosts that are none: each node in a network namespace of its own, with one line to its players and another to PostgreSQL and NATS, which
//! can be cut by itself.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};

/// All of it. What is made is taken away again.
pub struct Network {
    /// Where PostgreSQL and NATS are.
    pub hub: IpAddr,
    pub hosts: Vec<NetworkHost>,
}

/// What a node takes for its machine.
pub struct NetworkHost {
    pub name: String,
    /// Where its players find it.
    pub ip: IpAddr,
    /// Our end of its line to the hub.
    line: String,
}

impl Network {
    /// So many hosts; none where this system does not let us make them.
    pub fn try_new(hosts: usize) -> Option<Network> {
        let own = std::process::id();
        let hub = address(0, 0);
        if !ip(&format!("address add {hub}/32 dev lo")) {
            return None;
        }
        let mut network = Network { hub: hub.into(), hosts: Vec::new() };
        for number in 1..=hosts as u32 {
            let name = format!("tabiya-{own}-{number}");
            let host = NetworkHost {
                ip: address(2 * number, 1).into(),
                line: format!("tb{own:x}{number}h"),
                name: name.clone(),
            };
            let is_made = ip(&format!("netns add {name}"));
            network.hosts.push(host);
            let is_linked = is_made
                && link(&name, &format!("tb{own:x}{number}p"), 2 * number)
                && link(&name, &network.hosts.last()?.line, 2 * number + 1)
                && ip(&format!("-n {name} link set lo up"))
                && ip(&format!("-n {name} route add {hub} via {}", address(2 * number + 1, 2)));
            if !is_linked {
                return None;
            }
        }
        Some(network)
    }
}

impl NetworkHost {
    /// The command that does the same on this host.
    pub fn command(&self, command: &Command) -> Command {
        let mut there = Command::new("ip");
        there.args(["netns", "exec", &self.name]).arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => there.env(name, value),
                None => there.env_remove(name),
            };
        }
        there
    }

    /// Cuts it off from the database, and not from its players.
    pub fn cut(&self) {
        assert!(ip(&format!("link set {} down", self.line)));
    }

    pub fn mend(&self) {
        assert!(ip(&format!("link set {} up", self.line)));
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for host in &self.hosts {
            ip(&format!("netns delete {}", host.name));
        }
        ip(&format!("address delete {}/32 dev lo", self.hub));
    }
}

/// A line into a namespace: our end has the second address, its end the first.
fn link(name: &str, line: &str, number: u32) -> bool {
    let (there, here) = (address(number, 1), address(number, 2));
    ip(&format!("link add {line} type veth peer name {line}n netns {name}"))
        && ip(&format!("address add {here}/30 dev {line}"))
        && ip(&format!("link set {line} up"))
        && ip(&format!("-n {name} address add {there}/30 dev {line}n"))
        && ip(&format!("-n {name} link set {line}n up"))
}

/// Of the addresses that are set aside for trying networks (RFC 2544), those that are this process's own, in fours.
fn address(number: u32, host: u32) -> Ipv4Addr {
    let own = std::process::id() % 2048;
    Ipv4Addr::from(u32::from(Ipv4Addr::new(198, 18, 0, 0)) + own * 64 + number * 4 + host)
}

fn ip(words: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(words.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
