//! What an honest program finds in there.

use std::fs;
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;

use tabiya_sandbox::{Confinement, Folder, Incident};

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
fn what_the_caller_has_open_stays_with_the_caller() {
    for mut place in places() {
        for confinement in [Confinement::Namespaces, Confinement::LimitsOnly] {
            place.sandbox.confinement = confinement;
            let before = format!("exec 9< {}", place.folder.join("other/secret").display());
            let child = place.start_after(&before, "ls /proc/self/fd; cat <&9");
            let output = child.wait_with_output().unwrap();
            // The fourth one is the list itself.
            assert_eq!(String::from_utf8_lossy(&output.stdout), "0\n1\n2\n3\n", "{confinement:?}");
        }
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

#[test]
fn landlock_closes_files_and_ports() {
    for mut place in places() {
        place.sandbox.confinement = Confinement::Landlock;
        if place.run("true").status.code() == Some(125) {
            eprintln!("SKIPPED: {:?}", place.incidents());
            return;
        }
        assert_eq!(place.answer("cat file; cat ../other/secret; ls ..; ls /root /home /tmp"), "mine");
        assert_eq!(place.answer("echo x > $TMPDIR/a && cat $TMPDIR/a; echo y > new; ls"), "x\nfile\n");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let output = place.run(&format!("bash -c 'echo hello > /dev/tcp/127.0.0.1/{port}'"));
        let was_heard = listener.accept().is_ok();
        assert_eq!(was_heard, output.status.success());
        // Kernels before 6.7 know no ports here.
        assert!(!was_heard || !closes_ports());
        place.sandbox.folder = Folder::Kept(place.folder.join("own"), place.folder.join("kept"));
        assert_eq!(place.answer("echo more >> file; cat file"), "minemore\n");
    }
}

/// Whether Landlock closes ports in this kernel.
fn closes_ports() -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(['.', '-']).map_while(|number| number.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(6), Some(7))
}
