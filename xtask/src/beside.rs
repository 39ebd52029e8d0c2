//! Builds on what other steps leave of the processors.

use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::shell;

/// Builds under way, by the name of the step that needs what they make. They print nothing: the step builds again,
/// finds nothing left to do, and shows the warnings and errors then.
pub struct Builds(Vec<(&'static str, Child)>);

impl Builds {
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// Begins a build that steps back before others as far as it is told, from 0 to 19.
    pub fn begin(&mut self, step: &'static str, niceness: u8, command: &Command) -> Result<()> {
        println!("$ {} &", shell::line(command));
        let mut command = nice(niceness, command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.0.push((step, command.spawn().context("cannot start `nice`")?));
        Ok(())
    }

    /// Waits for what the step needs, if anything is being built for it.
    pub fn wait(&mut self, step: &str) -> Result<()> {
        for (_, build) in self.0.iter_mut().filter(|(name, _)| *name == step) {
            build.wait()?;
        }
        Ok(())
    }
}

/// After a failure nobody needs them any more.
impl Drop for Builds {
    fn drop(&mut self) {
        for (_, build) in &mut self.0 {
            let _ = build.kill().and_then(|()| build.wait());
        }
    }
}

fn nice(niceness: u8, command: &Command) -> Command {
    let mut nice = Command::new("nice");
    nice.args(["-n", &niceness.to_string()]).arg(command.get_program()).args(command.get_args());
    nice.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    nice.current_dir(command.get_current_dir().unwrap_or(".".as_ref()));
    nice
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(words: &[&str]) -> Command {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        command
    }

    #[test]
    fn a_step_waits_for_its_own_build_alone() {
        let mut builds = Builds::none();
        builds.begin("long", 19, &command(&["sleep", "1000"])).unwrap();
        builds.begin("short", 0, command(&["sh", "-c", "sleep 0.1; exit $CODE"]).env("CODE", "7")).unwrap();
        builds.wait("neither").unwrap();
        builds.wait("short").unwrap();
        let codes =
            builds.0.iter_mut().map(|(_, build)| build.try_wait().unwrap().map(|status| status.code()));
        assert_eq!(codes.collect::<Vec<_>>(), [None, Some(Some(7))]);
    }

    #[test]
    fn nothing_goes_on_that_nobody_needs() {
        let mut builds = Builds::none();
        builds.begin("long", 19, &command(&["sleep", "1000"])).unwrap();
        let id = builds.0[0].1.id().to_string();
        let mut probe = command(&["kill", "-0", &id]);
        assert!(shell::succeeds(&mut probe));
        drop(builds);
        assert!(!shell::succeeds(&mut probe));
    }
}
