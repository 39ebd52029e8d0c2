use std::time::Duration;

use tabiya_sandbox::{SandboxLimits, SpecialFiles, TreeLimits};

/// How far submissions may go.
#[derive(Clone, Copy, Debug)]
pub struct GradeLimits {
    /// While they run.
    pub run: SandboxLimits,
    /// While they are built.
    pub build: SandboxLimits,
    /// How long building may take.
    pub build_time: Duration,
}

const MB: u64 = 1 << 20;

/// How large a submission may be, without its hidden folders: what Git keeps is often larger than what was written. Cargo's
/// settings are needed to build.
pub const SUBMISSION: TreeLimits = TreeLimits {
    bytes: 64 * MB,
    entries: 10_000,
    special: SpecialFiles::Refused,
    passes_over: |name| name.to_string_lossy().starts_with('.') && name != ".cargo",
};

/// How much of a compiler's words is kept.
pub const COMPILER_WORDS: usize = 16 * 1024;

impl Default for GradeLimits {
    fn default() -> GradeLimits {
        GradeLimits {
            run: SandboxLimits { memory: 512 * MB, processes: 64, disk: 64 * MB, cpu_seconds: 300 },
            build: SandboxLimits { memory: 2048 * MB, processes: 256, disk: 512 * MB, cpu_seconds: 300 },
            build_time: Duration::from_secs(120),
        }
    }
}
