//! A line between a board and a server that is slow, and that can be cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub struct LineCutter {
    pub address: SocketAddr,
    state: Arc<LineState>,
}

struct LineState {
    target: Mutex<Option<SocketAddr>>,
    is_cut: AtomicBool,
    streams: Mutex<Vec<TcpStream>>,
    delay: Duration,
}

impl LineCutter {
    /// A line that holds everything back for a while, each way. It leads nowhere yet.
    pub fn new(delay: Duration) -> LineCutter {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(LineState {
            target: Mutex::new(None),
            is_cut: AtomicBool::new(false),
            streams: Mutex::new(Vec::new()),
            delay,
        });
        let line = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                line.connect(stream.unwrap());
            }
        });
        LineCutter { address, state }
    }

    pub fn lead_to(&self, target: SocketAddr) {
        *self.state.target.lock().unwrap() = Some(target);
    }

    /// Cuts all connections, and lets none through until it is mended.
    pub fn cut(&self) {
        self.state.is_cut.store(true, Ordering::SeqCst);
        for stream in self.state.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub fn mend(&self) {
        self.state.is_cut.store(false, Ordering::SeqCst);
    }
}

impl LineState {
    fn connect(self: &Arc<LineState>, near: TcpStream) {
        let Some(target) = *self.target.lock().unwrap() else { return };
        if self.is_cut.load(Ordering::SeqCst) {
            return;
        }
        let Ok(far) = TcpStream::connect(target) else { return };
        let mut streams = self.streams.lock().unwrap();
        streams.extend([near.try_clone().unwrap(), far.try_clone().unwrap()]);
        for (from, to) in [(near.try_clone().unwrap(), far.try_clone().unwrap()), (far, near)] {
            let delay = self.delay;
            std::thread::spawn(move || hand_on(from, to, delay));
        }
    }
}

fn hand_on(mut from: TcpStream, mut to: TcpStream, delay: Duration) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        std::thread::sleep(delay);
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
