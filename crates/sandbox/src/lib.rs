//! A stranger's program, run where it can do no harm: without network, with a read-only view of the system, a small
//! folder of its own for what it writes, and limits on memory, processes, files and time. No chess in here.
//!
//! The kernel does the work (namespaces and resource limits), and three small processes of ours ask it to. All of them
//! are this same executable, started again with other words, because a process must be alone, without threads, to change
//! the world that it lives in, and because starting itself anew needs next to no unsafe code:
//!
//! 1. The *outer* one leaves the network, the processes and the mounts of the system behind, and lays out the
//!    file system that the program will see. It is what the caller started: end it, and everything ends.
//! 2. The *keeper* is the first process of the new world. When it ends, the kernel ends every other process
//!    in there, whatever tricks they know. It watches how much memory and how many processes there are.
//! 3. The *inner* one gives up all rights, takes the limits on, and becomes the program.
//!
//! Whoever is an ordinary user becomes the administrator of that small world only. An administrator of the machine needs
//! no such thing, and hands the program to the user nobody. Where the system forbids all this, [`Sandbox::probe`] says
//! why; [`Confinement::Landlock`] closes files and ports then, and where the kernel does not know that either,
//! [`Confinement::LimitsOnly`] is what is left. Both are one process that takes it on and becomes the program;
//! [`Orphans`] ends the processes that part from it. Programs without a sandbox are kept on a [`Leash`].

mod descriptors;
mod devices;
mod entrance;
mod file_access;
mod inner;
mod journal;
mod keeper;
mod layout;
mod leash;
mod limits;
mod mounts;
mod namespaces;
mod orphans;
mod outer;
mod process_table;
mod sandbox;
mod tree;
mod watch;

pub use entrance::enter;
pub use journal::{Incident, Journal};
pub use leash::Leash;
pub use limits::SandboxLimits;
pub use orphans::Orphans;
pub use sandbox::{Confinement, Folder, Helper, Launcher, Sandbox, SandboxError};
pub use tree::{SpecialFiles, TreeError, TreeLimits, copy_tree};
