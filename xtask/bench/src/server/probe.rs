//! What the disk itself takes, whoever asks it.

use std::fs::{self, File};
use std::io::Write;
use std::time::Instant;

use super::figures::Latencies;

/// How often the disk is asked.
const TIMES: usize = 200;

/// Writes a page to a file where the servers keep theirs and waits until it is on disk, again and again.
pub fn probe() -> Latencies {
    let path = std::env::temp_dir().join(format!("tabiya-bench-{}-probe", std::process::id()));
    let mut file = File::create(&path).expect("the folder for temporary files is writable");
    let mut latencies = Latencies::default();
    for _ in 0..TIMES {
        let begun = Instant::now();
        file.write_all(&[7; 4096])
            .and_then(|()| file.sync_data())
            .expect("the disk has room for a few pages");
        latencies.push(begun.elapsed());
    }
    let _ = fs::remove_file(path);
    latencies
}
