//! A NATS server of a test program's own, which is gone when the program is.

use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

use super::nats_program::nats_program;

/// It runs for as long as this program has its end of a pipe, whichever way the program ends.
pub struct NatsServer {
    address: String,
    _keeper: Child,
}

impl NatsServer {
    /// The one of this program; those who use it do not hear each other, because each club has subjects of its own.
    pub fn get() -> &'static NatsServer {
        static SERVER: OnceLock<NatsServer> = OnceLock::new();
        SERVER.get_or_init(NatsServer::start)
    }

    fn start() -> NatsServer {
        let folder = std::env::temp_dir().join(format!("tabiya-nats-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let script = format!(
            "{program} --addr 127.0.0.1 --port -1 --ports_file_dir {folder} --log {folder}/log & server=$!; \
             trap '' INT; cat >/dev/null; kill $server; rm -rf {folder}",
            program = nats_program().display(),
            folder = folder.display(),
        );
        let mut keeper = Command::new("sh");
        let keeper =
            keeper.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let address = loop {
            let files =
                std::fs::read_dir(&folder).unwrap().filter_map(|file| std::fs::read(file.ok()?.path()).ok());
            let ports = files.filter_map(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
            let address = ports.filter_map(|ports| Some(ports["nats"][0].as_str()?.to_owned())).next();
            match address {
                Some(address) => break address,
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        NatsServer { address, _keeper: keeper }
    }

    pub fn address(&self) -> &str {
        &self.address
    }
}
