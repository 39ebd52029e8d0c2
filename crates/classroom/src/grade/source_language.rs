use std::ffi::OsStr;
use std::path::Path;

/// A language whose sources are built, in the order in which they are looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SourceLanguage {
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

impl SourceLanguage {
    /// All of them.
    pub const ALL: [SourceLanguage; 5] = [
        SourceLanguage::Cpp,
        SourceLanguage::C,
        SourceLanguage::Java,
        SourceLanguage::Rust,
        SourceLanguage::Python,
    ];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            SourceLanguage::Cpp => "C++",
            SourceLanguage::C => "C",
            SourceLanguage::Java => "Java",
            SourceLanguage::Rust => "Rust",
            SourceLanguage::Python => "Python",
        }
    }

    /// How its files end.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            SourceLanguage::Cpp => &["cpp", "cc", "cxx", "c++"],
            SourceLanguage::C => &["c"],
            SourceLanguage::Java => &["java"],
            SourceLanguage::Rust => &["rs"],
            SourceLanguage::Python => &["py"],
        }
    }

    /// The language of a file, by its ending.
    pub fn of(path: &Path) -> Option<SourceLanguage> {
        let ending = path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase();
        SourceLanguage::ALL.into_iter().find(|language| language.endings().contains(&ending.as_str()))
    }
}
