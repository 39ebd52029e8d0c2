//! Steps that run on what others leave of the processors.

use std::fs::{self, File};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{shell, workspace};

/// Work under way, by the name of the step that it is. What it prints is kept until the step shows it.
pub struct Beside(Vec<Job>);

struct Job {
    step: &'static str,
    line: String,
    child: Child,
}

impl Beside {
    pub fn nothing() -> Self {
        Self(Vec::new())
    }

    /// Begins a command that steps back before others as far as it is told, from 0 to 19.
    pub fn begin(&mut self, step: &'static str, niceness: u8, command: &Command) -> Result<()> {
        let line = shell::line(command);
        println!("$ {line} &");
        let output = Job::output(step)?;
        let file = File::create(&output).with_context(|| format!("cannot write {}", output.display()))?;
        let mut command = nice(niceness, command);
        command.stdin(Stdio::null()).stderr(file.try_clone()?).stdout(file);
        let child = command.spawn().context("cannot start `nice`")?;
        self.0.push(Job { step, line, child });
        Ok(())
    }

    /// Waits for what was begun for a step, if anything was, shows what it printed, and tells whether it succeeded.
    pub fn finish(&mut self, step: &str) -> Option<Result<()>> {
        let job = self.0.iter_mut().find(|job| job.step == step)?;
        Some(job.finish())
    }
}

impl Job {
    fn output(step: &str) -> Result<std::path::PathBuf> {
        let folder = workspace::target("beside")?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder.join(format!("{step}.txt")))
    }

    fn finish(&mut self) -> Result<()> {
        let status = self.child.wait()?;
        // Bytes, because a test may well print something else than text.
        print!("{}", String::from_utf8_lossy(&fs::read(Job::output(self.step)?)?));
        ensure!(status.success(), "`{}` failed: {status}", self.line);
        Ok(())
    }
}

/// After a failure nobody needs them any more, nor what they have started.
impl Drop for Beside {
    fn drop(&mut self) {
        for Job { child, .. } in &mut self.0 {
            if matches!(child.try_wait(), Ok(None)) {
                let family: Vec<String> = family(child.id()).iter().map(ToString::to_string).collect();
                shell::succeeds(Command::new("kill").arg("-KILL").args(family));
            }
            let _ = child.kill().and_then(|()| child.wait());
        }
    }
}

/// A process and all that it has started, as far as the system tells.
fn family(id: u32) -> Vec<u32> {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let children = children.split_whitespace().filter_map(|child| child.parse().ok());
    std::iter::once(id).chain(children.flat_map(family)).collect()
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

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_step_waits_for_its_own_work_alone_and_tells_how_that_ended() {
        let mut beside = Beside::nothing();
        beside.begin("test-long", 19, &sh("sleep 1000")).unwrap();
        beside.begin("test-good", 0, sh("sleep 0.1; exit $CODE").env("CODE", "0")).unwrap();
        beside.begin("test-bad", 0, &sh("exit 7")).unwrap();
        assert!(beside.finish("neither").is_none());
        assert!(beside.finish("test-good").unwrap().is_ok());
        let error = beside.finish("test-bad").unwrap().unwrap_err().to_string();
        assert_eq!(error, "`sh -c 'exit 7'` failed: exit status: 7");
        assert!(beside.0[0].child.try_wait().unwrap().is_none());
    }

    #[test]
    fn nothing_goes_on_that_nobody_needs() {
        let mut beside = Beside::nothing();
        beside.begin("test-family", 19, &sh("sleep 1000 & wait")).unwrap();
        let id = beside.0[0].child.id();
        let begun = || family(id).len() > 1;
        while !begun() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let family: Vec<String> = family(id).iter().map(ToString::to_string).collect();
        let is_alive = |id: &String| shell::succeeds(Command::new("kill").args(["-0", id]));
        assert!(family.iter().all(is_alive));
        drop(beside);
        // Whoever has lost its parent is buried by another one, some time later.
        let is_gone = |id: &String| {
            fs::read_to_string(format!("/proc/{id}/stat")).map_or(true, |stat| stat.contains(") Z "))
        };
        while !family.iter().all(is_gone) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}
