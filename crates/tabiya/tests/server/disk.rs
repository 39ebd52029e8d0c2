//! A small disk of a test's own, in a namespace that nobody else sees.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A file system of a few megabytes, for as long as this lives.
pub struct SmallDisk {
    /// Keeps the namespace.
    holder: Child,
    kind: DiskKind,
    place: PathBuf,
}

/// What kind of file system.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DiskKind {
    /// In memory.
    Memory,
    /// With blocks of a kilobyte, as `mkfs` makes them on small disks. Only an administrator can mount one.
    SmallBlocks,
}

impl DiskKind {
    /// The namespaces of whoever sees the disk.
    fn namespaces(self) -> &'static [&'static str] {
        match self {
            DiskKind::Memory => &["--user", "--mount"],
            DiskKind::SmallBlocks => &["--mount"],
        }
    }

    /// What makes a namespace with the disk in it.
    fn holder(self, place: &Path) -> Command {
        let mount = match self {
            DiskKind::Memory => "mount -t tmpfs -o size=2m none \"$1\"",
            DiskKind::SmallBlocks => {
                "PATH=$PATH:/usr/sbin:/sbin; truncate -s 8M \"$1.image\" && mkfs.ext4 -q -b 1024 \"$1.image\" && mount -o loop \"$1.image\" \"$1\""
            }
        };
        let mut command = Command::new("unshare");
        command.args(self.namespaces());
        if self == DiskKind::Memory {
            command.arg("--map-root-user");
        }
        command.args(["bash", "-c", &format!("{mount} && echo ready && exec cat"), "bash"]).arg(place);
        command
    }
}

impl SmallDisk {
    /// Mounts one at a place; where the system does not allow that, why.
    pub fn mount(place: &Path, kind: DiskKind) -> Result<SmallDisk, String> {
        std::fs::create_dir_all(place).unwrap();
        let mut command = kind.holder(place);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut holder = command.spawn().map_err(|error| format!("unshare: {error}"))?;
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line == "ready\n" {
            return Ok(SmallDisk { holder, kind, place: place.to_owned() });
        }
        let output = holder.wait_with_output().unwrap();
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }

    /// A program that sees the disk.
    pub fn run(&self, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        let target = self.holder.id().to_string();
        if self.kind == DiskKind::Memory {
            command.arg("--preserve-credentials");
        }
        command.args(self.kind.namespaces()).args(["--target", &target, program]);
        command
    }

    /// The disk, seen from here.
    pub fn path(&self) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
        root.join(self.place.strip_prefix("/").unwrap())
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    /// Takes all the room that is left.
    pub fn fill(&self) {
        let mut file = File::create(self.filler()).unwrap();
        for bytes in [4096, 1024] {
            let error = std::iter::repeat_with(|| file.write_all(&vec![0; bytes])).find_map(Result::err);
            assert_eq!(error.unwrap().kind(), ErrorKind::StorageFull);
        }
    }

    /// Takes all but a little of it.
    pub fn fill_but(&self, bytes: u64) {
        self.fill();
        let filler = File::options().write(true).open(self.filler()).unwrap();
        filler.set_len(filler.metadata().unwrap().len() - bytes).unwrap();
    }

    /// Gives it back.
    pub fn free(&self) {
        std::fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}
