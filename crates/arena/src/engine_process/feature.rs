/// What an engine of XBoard's kind says it can do. The defaults are those of engines that say nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    pub ping: bool,
    pub setboard: bool,
    pub usermove: bool,
    pub time: bool,
    pub reuse: bool,
    pub memory: bool,
    pub smp: bool,
    pub variants: Vec<String>,
    /// Names of options.
    pub options: Vec<String>,
    /// Whether it is still starting up, or has said everything.
    pub done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            reuse: true,
            memory: false,
            smp: false,
            variants: vec!["normal".to_owned()],
            options: Vec::new(),
            done: None,
        }
    }
}

/// More than any engine has.
const MAX_OPTIONS: usize = 1000;

impl Features {
    /// Reads what stands behind the word `feature`; gives the answers.
    pub fn read(&mut self, text: &str) -> Vec<String> {
        let mut answers = Vec::new();
        for (name, value) in pairs(text) {
            let verdict = if self.set(&name, &value) { "accepted" } else { "rejected" };
            answers.push(format!("{verdict} {name}"));
        }
        answers
    }

    /// Whether we go along with a feature.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let is_on = value != "0";
        match name {
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "time" => self.time = is_on,
            "reuse" => self.reuse = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
            "option" if self.options.len() < MAX_OPTIONS => {
                let name = value.split(" -").next().unwrap_or_default();
                self.options.push(name.trim().to_owned());
            }
            "done" => self.done = Some(is_on),
            // Moves are told as squares.
            "san" => return !is_on,
            "colors" | "sigint" | "sigterm" | "myname" | "analyze" | "name" | "draw" | "debug" => {}
            _ => return false,
        }
        true
    }
}

/// The pairs of `name=value` and `name="a value"`.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, behind)) = rest.split_once('=') {
        let (value, left) = match behind.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => behind.split_once(char::is_whitespace).unwrap_or((behind, "")),
        };
        // Rubbish before a name does not belong to it.
        let name = name.split_whitespace().last().unwrap_or_default();
        pairs.push((name.to_owned(), value.to_owned()));
        rest = left.trim_start();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_quotes() {
        let mut features = Features::default();
        let answers =
            features.read(r#"myname="A = B 1" setboard=1 san=1 option="Resign -check 0" odd=3 done=0"#);
        assert_eq!(
            answers,
            [
                "accepted myname",
                "accepted setboard",
                "rejected san",
                "accepted option",
                "rejected odd",
                "accepted done"
            ]
        );
        assert!(features.setboard && !features.ping);
        assert_eq!(features.options, ["Resign"]);
        assert_eq!(features.done, Some(false));
        features.read("done=1 ping=1 variants=\"normal, fischerandom\"");
        assert_eq!((features.done, features.ping), (Some(true), true));
        assert_eq!(features.variants, ["normal", "fischerandom"]);
    }

    #[test]
    fn rubbish_is_no_feature() {
        let mut features = Features::default();
        for text in ["", "=", "===", "ping", "\"", "a=\"", "= =\"\" x"] {
            features.read(text);
        }
        assert_eq!(features, Features::default());
    }
}
