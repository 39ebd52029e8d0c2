/// The devices that every program may use: nothing comes from them, and nothing is kept.
pub const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
