use std::ffi::OsStr;
use std::path::Path;

/// A language whose sources are built, in the order in which they are looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Language {
    /// C++, perhaps with files in C beside it.
    Cpp,
    /// C.
    C,
    /// Java.
    Java,
    /// Rust.
    Rust,
    /// Python.
    Python,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 5] =
        [Language::Cpp, Language::C, Language::Java, Language::Rust, Language::Python];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Language::Cpp => "C++",
            Language::C => "C",
            Language::Java => "Java",
            Language::Rust => "Rust",
            Language::Python => "Python",
        }
    }

    /// How its files end.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Language::Cpp => &["cpp", "cc", "cxx", "c++"],
            Language::C => &["c"],
            Language::Java => &["java"],
            Language::Rust => &["rs"],
            Language::Python => &["py"],
        }
    }

    /// The language of a file, by its ending.
    pub fn of(path: &Path) -> Option<Language> {
        let ending = path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase();
        Language::ALL.into_iter().find(|language| language.endings().contains(&ending.as_str()))
    }
}
