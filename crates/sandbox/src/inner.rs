//! The last process of ours: it gives up everything and becomes the program.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::layout::SUBMISSION;
use crate::limits::Counting;
use crate::namespaces::become_nobody_special;
use crate::outer::{NO_SANDBOX, become_program, program_command};
use crate::sandbox::SandboxOrders;

pub fn run(orders: &SandboxOrders, program: &[OsString]) -> ExitCode {
    if let Err(error) = give_up(orders) {
        eprintln!("the sandbox is not ready: {error}");
        return NO_SANDBOX.into();
    }
    let mut command = program_command(orders, program);
    command.current_dir(SUBMISSION);
    become_program(command, program).into()
}

fn give_up(orders: &SandboxOrders) -> std::io::Result<()> {
    // No terminal is its terminal.
    rustix::process::setsid()?;
    // A limit that is there before would count our own processes, too.
    become_nobody_special()?;
    let counting = if orders.is_handed_to_nobody { Counting::Apart } else { Counting::in_namespace() };
    orders.sandbox.limits.take_on(counting)?;
    Ok(rustix::thread::set_no_new_privs(true)?)
}
