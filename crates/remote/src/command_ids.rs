/// Names for commands, of which no two are the same, whoever else plays and however often this is started.
#[derive(Clone, Debug)]
pub(crate) struct CommandIds {
    first: u64,
    count: u64,
}

impl CommandIds {
    pub fn new() -> CommandIds {
        let mut bytes = [0; 8];
        // Without the system's chance the time has to do: two starts are never at the same moment.
        if getrandom::fill(&mut bytes).is_err() {
            let since =
                std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            bytes = (since.as_nanos() as u64).to_le_bytes();
        }
        CommandIds { first: u64::from_le_bytes(bytes), count: 0 }
    }

    pub fn next(&mut self) -> String {
        self.count += 1;
        format!("t{:016x}-{}", self.first, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_names_are_the_same() {
        let (mut one, mut other) = (CommandIds::new(), CommandIds::new());
        let names = [one.next(), one.next(), other.next(), other.next()];
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{names:?}");
            assert!(name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_graphic()), "{name}");
        }
    }
}
