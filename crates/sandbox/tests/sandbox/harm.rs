//! Programs that would do harm.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;

use tabiya_sandbox::{Folder, Incident};

use crate::support::{is_running, places, wait_until_gone};

const KILLED: Option<i32> = Some(9);

#[test]
fn a_fork_bomb_is_ended() {
    for place in places() {
        let output = place.run("while :; do sleep 70001 & done");
        assert!(!output.status.success(), "{output:?}");
        assert!(place.incidents().contains(&Incident::Processes));
        wait_until_gone("70001");
    }
}

#[test]
fn a_bomb_that_forgets_its_children_is_ended() {
    for place in places() {
        // It may be over before anybody has seen it: the limit holds all the same.
        let script = "bomb() { bomb | bomb & }; bomb; true 70002";
        place.run(script);
        wait_until_gone(script);
    }
}

#[test]
fn a_memory_hog_is_ended() {
    for place in places() {
        let output = place.run("x=aaaaaaaa; while :; do x=$x$x; done");
        assert_eq!(output.status.signal(), KILLED, "{output:?}");
        assert!(place.incidents().contains(&Incident::Memory));
    }
}

#[test]
fn memory_is_counted_over_all_processes() {
    for place in places() {
        // Each of them alone would be allowed.
        let hog = "x=aaaaaaaa; while [ ${#x} -lt 8000000 ]; do x=$x$x; done; sleep 70003";
        let output = place.run(&format!("for i in 1 2 3 4 5 6 7 8; do ({hog}) & done; wait"));
        assert_eq!(output.status.signal(), KILLED, "{output:?}");
        assert!(place.incidents().contains(&Incident::Memory));
    }
}

/// Each piece is let go before the next one is taken, and stays all the same.
#[test]
fn memory_that_no_process_has_is_counted() {
    let of_nobody =
        "for (1..64) { my $id = shmget(0, 4 << 20, 01666); shmwrite($id, 'x' x (4 << 20), 0, 4 << 20) }";
    // mmap of shared pages, a read into them, and madvise that they are not needed, by their numbers.
    let of_all = "open Z, '</dev/zero'; for (1..64) { my $at = syscall(9, 0, 4 << 20, 3, 0x21, -1, 0); \
        syscall(0, fileno Z, $at, 4 << 20); syscall(28, $at, 4 << 20, 4) }";
    let programs = if cfg!(target_arch = "x86_64") { vec![of_nobody, of_all] } else { vec![of_nobody] };
    for program in programs {
        for place in places() {
            let output = place.run(&format!("perl -e \"{}\"; sleep 20", program.replace('$', "\\$")));
            assert_eq!(output.status.signal(), KILLED, "{program}: {output:?}");
            assert!(place.incidents().contains(&Incident::Memory));
        }
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn memory_that_processes_share_is_counted_once() {
    for place in places() {
        // mmap of shared pages by its number, and then others who have them too.
        let program = "syscall(9, 0, 16 << 20, 3, 0x21, -1, 0); for (1..6) { fork or last } select(undef, undef, undef, 0.2)";
        let output = place.run(&format!("perl -e '{program}'; echo done"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n", "{output:?} {:?}", place.incidents());
    }
}

#[test]
fn a_program_makes_no_world_of_its_own() {
    for place in places() {
        let script = "unshare --user true 2> /dev/null && echo made; true";
        assert_eq!(place.answer(script), "");
    }
}

#[test]
fn a_disk_filler_fills_its_own_space_only() {
    for place in places() {
        let script = "for i in 1 2 3; do cat /dev/zero > /tmp/$i; done; du -sk /tmp | cut -f1";
        let used: u64 = place.answer(script).trim().parse().unwrap();
        assert!(used << 10 <= place.sandbox.limits.disk, "{used} kB");
        assert!(place.incidents().contains(&Incident::Disk));
    }
}

#[test]
fn nobody_is_heard_through_the_network() {
    for place in places() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let output = place.run(&format!("bash -c 'echo hello > /dev/tcp/127.0.0.1/{port}'"));
        assert!(!output.status.success());
        assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
        // Not a way out, and not even a way to itself.
        assert_eq!(place.answer("tail -n +2 /proc/net/route"), "");
    }
}

#[test]
fn others_cannot_be_read() {
    for place in places() {
        let secret = place.folder.join("other/secret");
        let output = place.run(&format!("cat ../other/secret {} || ls /", secret.display()));
        let seen = String::from_utf8(output.stdout).unwrap();
        assert!(!seen.contains("not yours"));
        assert!(!seen.contains("home") && !seen.contains("root") && seen.contains("submission"), "{seen}");
    }
}

#[test]
fn a_program_cannot_change_its_folder() {
    for place in places() {
        let script = "rm -rf /submission/file; echo more >> file; echo new > other; chmod 777 file; \
                      cd /; rm -rf submission; mv submission elsewhere; ls /submission";
        assert_eq!(place.answer(script), "file\n");
        assert_eq!(fs::read(place.folder.join("own/file")).unwrap(), b"mine");
        assert_eq!(fs::read_dir(place.folder.join("own")).unwrap().count(), 1);
    }
}

#[test]
fn a_program_cannot_change_the_system() {
    for place in places() {
        let script = "for d in / /usr /bin /etc /dev /proc /proc/sys /usr/bin; do echo x > $d/tabiya-was-here; done; \
                      echo x > /etc/passwd; mount -o remount,rw /usr; umount /usr; ls /tabiya-was-here /etc/tabiya-was-here";
        assert_eq!(place.answer(script), "");
        assert!(!fs::exists("/usr/tabiya-was-here").unwrap());
    }
}

#[test]
fn a_flood_ends_with_its_reader() {
    for place in places() {
        let mut child = place.start("yes 70004");
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut vec![0; 1 << 20]).unwrap();
        drop(output);
        child.wait().unwrap();
        wait_until_gone("70004");
    }
}

#[test]
fn who_ignores_signals_is_ended_with_the_sandbox() {
    for place in places() {
        let script = "trap '' TERM INT HUP QUIT; sh -c 'trap \"\" TERM INT HUP; echo ready; while :; do sleep 70005; done'";
        let mut child = place.start(script);
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut String::new()).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        wait_until_gone("70005");
    }
}

#[test]
fn who_goes_into_the_background_ends_with_the_program() {
    for place in places() {
        let output =
            place.run("setsid -f sleep 70006; (setsid sh -c 'trap \"\" HUP; sleep 70007' &); echo done");
        assert_eq!(output.stdout, b"done\n");
        assert!(!is_running("70006") && !is_running("70007"));
    }
}

#[test]
fn what_a_program_leaves_behind_is_bounded_and_not_followed() {
    for mut place in places() {
        place.sandbox.folder = Folder::Kept(place.folder.join("own"), place.folder.join("kept"));
        let secret = place.folder.join("other/secret");
        let output = place.run(&format!("ln -s {} link; echo more >> file; mkdir made", secret.display()));
        assert!(output.status.success(), "{output:?} {:?}", place.incidents());
        let kept = place.folder.join("kept");
        assert_eq!(fs::read_link(kept.join("link")).unwrap(), secret);
        assert_eq!(fs::read(kept.join("file")).unwrap(), b"minemore\n");
        assert_eq!(fs::read(place.folder.join("own/file")).unwrap(), b"mine");
    }
}

#[test]
fn a_pipe_is_not_kept() {
    for mut place in places() {
        place.sandbox.folder = Folder::Kept(place.folder.join("own"), place.folder.join("kept"));
        assert_eq!(place.run("mkfifo pipe; echo new > made").status.code(), Some(0));
        assert_eq!(place.incidents(), []);
        assert!(place.folder.join("kept/made").exists() && !place.folder.join("kept/pipe").exists());
    }
}

#[test]
fn what_is_too_much_to_keep_is_the_programs_fault() {
    for mut place in places() {
        place.sandbox.folder = Folder::Kept(place.folder.join("own"), place.folder.join("kept"));
        assert_eq!(place.run("for i in 1 2 3; do truncate -s 7M $i; done").status.code(), Some(1));
        assert_eq!(place.incidents(), [Incident::Disk]);
    }
}

#[test]
fn what_was_made_by_a_failure_is_not_kept() {
    for mut place in places() {
        place.sandbox.folder = Folder::Kept(place.folder.join("own"), place.folder.join("kept"));
        let output = place.run("cat /dev/zero > big");
        assert!(!output.status.success());
        assert!(place.incidents().contains(&Incident::Disk));
        assert_eq!(fs::read_dir(place.folder.join("kept")).unwrap().count(), 0);
    }
}
