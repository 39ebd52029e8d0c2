//! Which code runs. `cargo xtask dist` makes a program for any x86-64 and twins of it that are compiled for newer CPUs, which
//! lie in `lib/tabiya` where it lies in `bin`. The program becomes one of them when it starts: the same process with the
//! same arguments, streams and folders. A twin bears a digest of its content in its name, which was compiled into the
//! program: what another version left there is never started. Alone the program works as well, only slower.

use std::env;
use std::fmt::Write as _;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tabiya_system::shown;

use crate::output::tell;

/// The twin for x86-64-v3.
const WITH_PEXT: Option<&str> = option_env!("TABIYA_TWIN_WITH_PEXT");
/// The same for CPUs whose PEXT is slower than arithmetic.
const WITHOUT_PEXT: Option<&str> = option_env!("TABIYA_TWIN_WITHOUT_PEXT");
/// Where twins lie, beside the program's own folder.
const FOLDER: &str = "lib/tabiya";

/// Becomes the twin for this CPU. Returns where there is none.
pub fn become_twin() {
    let Ok(twin) = twin() else { return };
    tabiya_system::close_stdout_again();
    let mut words = env::args_os();
    let mut command = Command::new(&twin);
    if let Some(name) = words.next() {
        command.arg0(name);
    }
    let error = command.args(words).exec();
    tell(format_args!("note: {} would be faster, but cannot be started: {error}", shown(&twin)));
}

/// Which code runs, in a line; and why no faster one, where there should be.
pub fn code() -> String {
    let mut text = format!("code {}", compiled());
    if let Some(why) = why_slow() {
        let _ = write!(text, "; {why}");
    }
    text
}

/// Why the code is slower than this CPU could have it, where somebody can do something about it or should know.
pub fn why_slow() -> Option<String> {
    match twin() {
        Ok(_) | Err(NoTwin::BuiltAlone) => None,
        Err(NoTwin::OldCpu(lacks)) => Some(format!("for faster code this CPU lacks {}", lacks.join(", "))),
        Err(NoTwin::Missing(path)) => {
            Some(format!("{} would be faster on this CPU, and is not there", shown(&path)))
        }
        Err(NoTwin::NoPlace(error)) => {
            Some(format!("no faster code is looked for, since nobody knows where this program lies: {error}"))
        }
    }
}

/// What the compiler was allowed to use.
fn compiled() -> String {
    let used = [("PEXT", cfg!(target_feature = "bmi2")), ("AVX2", cfg!(target_feature = "avx2"))];
    let used: Vec<&str> = used.iter().filter(|(_, is_used)| *is_used).map(|(name, _)| *name).collect();
    if used.is_empty() {
        return format!("for any {}", env::consts::ARCH.replace('_', "-"));
    }
    format!("with {}", used.join(" and "))
}

/// Why there is no twin to become.
enum NoTwin {
    /// The program was not built with twins: it is one, or somebody's own.
    BuiltAlone,
    OldCpu(Vec<&'static str>),
    Missing(PathBuf),
    NoPlace(io::Error),
}

fn twin() -> Result<PathBuf, NoTwin> {
    let (Some(with_pext), Some(without_pext)) = (WITH_PEXT, WITHOUT_PEXT) else {
        return Err(NoTwin::BuiltAlone);
    };
    let name = match Cpu::of_this_machine().sliders() {
        Ok(Sliders::Extracted) => with_pext,
        Ok(Sliders::Computed) => without_pext,
        Err(lacks) => return Err(NoTwin::OldCpu(lacks)),
    };
    // Where links lead: the folder beside a link to the program has nothing of it.
    let program = env::current_exe().and_then(|path| path.canonicalize()).map_err(NoTwin::NoPlace)?;
    let above = program.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
    let path = above.join(FOLDER).join(name);
    if path.is_file() { Ok(path) } else { Err(NoTwin::Missing(path)) }
}

/// What of a CPU decides which code it gets.
struct Cpu {
    /// What x86-64-v3 would have and this one has not.
    lacks: Vec<&'static str>,
    has_slow_pext: bool,
}

/// How the attacks of bishops, rooks and queens are found, which is the difference between the twins.
#[derive(Debug, PartialEq)]
enum Sliders {
    Extracted,
    Computed,
}

/// The instruction set that has PEXT.
const PEXT: &str = "bmi2";

impl Cpu {
    #[cfg(target_arch = "x86_64")]
    fn of_this_machine() -> Cpu {
        macro_rules! lacking {
            ($($feature:tt)*) => {
                [$(($feature, std::is_x86_feature_detected!($feature))),*]
            };
        }
        // All that x86-64-v3 means, but for what every system with AVX has.
        let features = lacking!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b" "avx" "avx2" "bmi1" "bmi2" "f16c"
            "fma" "lzcnt" "movbe");
        let lacks = features.iter().filter(|(_, is_there)| !is_there).map(|(name, _)| *name).collect();
        Cpu { lacks, has_slow_pext: has_slow_pext() }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_this_machine() -> Cpu {
        Cpu { lacks: vec!["x86-64"], has_slow_pext: false }
    }

    /// The code for it, or what it lacks.
    fn sliders(self) -> Result<Sliders, Vec<&'static str>> {
        match self.lacks.as_slice() {
            [] if !self.has_slow_pext => Ok(Sliders::Extracted),
            [] | [PEXT] => Ok(Sliders::Computed),
            _ => Err(self.lacks),
        }
    }
}

/// Whether PEXT is a little program in the CPU that takes a hundred cycles and more: so it was in all of AMD's before Zen 3
/// (family 25), and in those that Hygon makes after them.
#[cfg(target_arch = "x86_64")]
fn has_slow_pext() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat();
    is_slow_pext(&name, __cpuid(1).eax)
}

/// The same by the maker's name and the CPU's signature, in which the family is parted.
#[cfg(target_arch = "x86_64")]
fn is_slow_pext(vendor: &[u8], signature: u32) -> bool {
    let base = signature >> 8 & 0xf;
    let family = if base == 0xf { base + (signature >> 20 & 0xff) } else { base };
    match vendor {
        b"AuthenticAMD" => family < 25,
        b"HygonGenuine" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_chosen_by_what_the_cpu_has() {
        let sliders =
            |lacks: &[&'static str], has_slow_pext| Cpu { lacks: lacks.to_vec(), has_slow_pext }.sliders();
        assert_eq!(sliders(&[], false), Ok(Sliders::Extracted));
        assert_eq!(sliders(&[], true), Ok(Sliders::Computed));
        assert_eq!(sliders(&["bmi2"], false), Ok(Sliders::Computed));
        assert_eq!(sliders(&["avx2", "bmi2"], false), Err(vec!["avx2", "bmi2"]));
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn slow_pext_is_known_by_maker_and_family() {
        for (vendor, signature, expected) in [
            // Excavator, Zen, Zen 2, Zen 3, Zen 4; Dhyana; Haswell.
            (b"AuthenticAMD", 0x0066_0f01, true),
            (b"AuthenticAMD", 0x0080_0f11, true),
            (b"AuthenticAMD", 0x0087_0f10, true),
            (b"AuthenticAMD", 0x00a0_0f11, false),
            (b"AuthenticAMD", 0x00a6_0f12, false),
            (b"HygonGenuine", 0x0090_0f01, true),
            (b"GenuineIntel", 0x0003_06c3, false),
        ] {
            assert_eq!(is_slow_pext(vendor, signature), expected, "{signature:x}");
        }
    }
}
