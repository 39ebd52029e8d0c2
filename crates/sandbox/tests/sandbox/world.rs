//! What an honest program finds in there.

use std::fs;
use std::os::unix::process::ExitStatusExt;

use tabiya_sandbox::{Confinement, Incident};

use crate::support::places;

#[test]
fn status_and_signal_are_those_of_the_program() {
    for place in places() {
        for status in [0, 1, 42, 125, 139, 255] {
            assert_eq!(place.run(&format!("exit {status}")).status.code(), Some(status));
        }
        for signal in [6, 9, 11, 15] {
            assert_eq!(place.run(&format!("kill -{signal} $$")).status.signal(), Some(signal));
        }
        assert_eq!(place.run("exec /no/such/program").status.code(), Some(127));
    }
}

#[test]
fn a_program_has_a_small_tidy_world() {
    for place in places() {
        assert_eq!(place.answer("pwd; cat file; id -u; whoami"), "/submission\nmine1000\nstudent\n");
        assert_eq!(
            place.answer("env | grep -v -e ^PWD -e ^OLDPWD -e ^SHLVL -e ^_ | sort"),
            "HOME=/tmp\nPATH=/usr/bin:/bin\n"
        );
        assert_eq!(
            place.answer("echo x > /tmp/a && cat /tmp/a; echo y > /dev/shm/b && ls /tmp"),
            "x\na\nb\n"
        );
        assert_eq!(place.answer("echo /proc/[0-9]*").split_whitespace().count(), 2);
        // It is no administrator, not even of its own world.
        assert_eq!(place.answer("grep -c 'CapEff:.*0000000000000000' /proc/self/status").trim(), "1");
    }
}

#[test]
fn every_start_begins_anew() {
    for place in places() {
        place.run("echo x > /tmp/kept");
        assert_eq!(place.answer("ls /tmp"), "");
    }
}

#[test]
fn hidden_files_are_empty() {
    for mut place in places() {
        let sh = fs::canonicalize("/usr/bin/env").unwrap();
        place.sandbox.hidden = vec![sh.clone()];
        assert_eq!(place.answer(&format!("wc -c < {}", sh.display())).trim(), "0");
    }
}

#[test]
fn a_sandbox_that_cannot_be_made_says_why() {
    for mut place in places() {
        place.sandbox.mount_point = place.folder.join("missing");
        assert_eq!(place.run("echo hello").stdout, b"");
        let incidents = place.incidents();
        assert!(
            matches!(&incidents[..], [Incident::Failure(why)] if why.contains("No such file")),
            "{incidents:?}"
        );
    }
}

#[test]
fn without_namespaces_limits_are_left() {
    for mut place in places() {
        place.sandbox.confinement = Confinement::LimitsOnly;
        assert_eq!(place.answer("cat file; ulimit -f; ulimit -c"), "mine16384\n0\n");
        assert_eq!(place.run("exit 3").status.code(), Some(3));
    }
}
