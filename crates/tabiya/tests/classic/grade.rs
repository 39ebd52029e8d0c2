//! A class of submissions, graded from outside: whatever they do, everybody gets a page, and nothing else is touched.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// A folder of submissions, and one for the reports.
struct Class(PathBuf);

impl Class {
    fn new() -> Class {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tabiya-class-{}-{number}", std::process::id()));
        fs::create_dir_all(folder.join("class")).unwrap();
        Class(folder.canonicalize().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join("class").join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A submission that is a program of the shell.
    fn script(&self, name: &str, lines: &str) {
        self.write(name, &format!("#!/bin/sh\n{lines}\n"));
        fs::set_permissions(self.path(name), Permissions::from_mode(0o755)).unwrap();
    }

    fn command(&self, options: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command
            .args(["classic", "grade", "hong"])
            .arg(self.0.join("class"))
            .arg("--out")
            .arg(self.0.join("out"));
        command.args(options.split_whitespace()).env("TMPDIR", &self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Grades the class, and reads what came out; `None` where the system allows no sandbox, which is said.
    fn grade(&self, options: &str) -> Option<Value> {
        let output = self.command(options).arg("--json").output().unwrap();
        (!is_forbidden(&output)).then(|| {
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
        })
    }

    fn report(&self, name: &str) -> String {
        fs::read_to_string(self.0.join("out").join(name)).unwrap()
    }

    /// What lies beside the class and the reports.
    fn rest(&self) -> Vec<String> {
        let names =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != "class" && name != "out").collect()
    }
}

impl Drop for Class {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn is_forbidden(output: &Output) -> bool {
    let complaint = String::from_utf8_lossy(&output.stderr);
    let is_forbidden = complaint.contains("this system allows no sandbox");
    if is_forbidden {
        eprintln!("SKIPPED: {complaint}");
    }
    is_forbidden
}

fn submission<'a>(grades: &'a Value, name: &str) -> &'a Value {
    grades["submissions"].as_array().unwrap().iter().find(|found| found["name"] == name).unwrap()
}

/// Whether a process of the system has this word among its arguments.
fn is_running(word: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        words.split(|&byte| byte == 0).any(|found| found == word.as_bytes())
    })
}

/// Few cases and little patience, so that it does not take long.
/// Long enough in all for a busy machine: who is cut short by that gets no grade for good.
const QUICK: &str = "--games 0 --timeout 1 --total-time 30 --memory 64 --processes 20 --disk 4 --jobs 2";

#[test]
fn whoever_does_harm_gets_a_page_and_nothing_else_is_touched() {
    let class = Class::new();
    class.script("bomb", "while :; do sleep 71001 & done");
    class.script("hog", "x=aaaaaaaa; while :; do x=$x$x; done");
    class.script("filler", "cat /dev/zero > /tmp/a; cat /dev/zero > /tmp/b");
    class.script("flooder", "yes flood");
    class.script("deaf", "trap '' TERM INT HUP QUIT; while :; do sleep 71002; done");
    class.script("daemon", "setsid sleep 71003 & setsid -f sleep 71004; exit 0");
    class.script("talker", "bash -c 'echo hello > /dev/tcp/127.0.0.1/22' && echo connected-to-somebody");
    let secret = class.path("victim/secret");
    class.write("victim/secret", "the secret of another");
    class.script("peeker", &format!("cat ../victim/secret {} /root/* /home/*/*", secret.display()));
    class.script("wrecker/wrecker", "rm -rf /submission/* . ..; echo x > wrecker; cat /submission/*");
    class.script("thief", &format!("exec {} classic hong", env!("CARGO_BIN_EXE_tabiya")));
    let Some(grades) = class.grade(QUICK) else { return };

    for (name, words) in [
        ("bomb", "started 20 processes"),
        ("hog", "more than 64 MB of memory"),
        ("filler", "filled the 4 MB"),
        ("flooder", "flood"),
        ("deaf", "differs"),
        ("daemon", "differs"),
        ("talker", "differs"),
        ("peeker", "differs"),
        ("wrecker", "differs"),
        ("thief", "exited with status 127"),
        ("victim", "nothing in it that could be built or run"),
    ] {
        let found = submission(&grades, name);
        let page = class.report(found["page"].as_str().unwrap());
        assert!(page.contains(words), "{name}: {found:#}");
        assert!(!page.contains("secret of another") && !page.contains("connected-to-somebody"), "{name}");
    }
    for word in ["71001", "71002", "71003", "71004"] {
        assert!(!is_running(word), "{word}");
    }
    assert_eq!(fs::read_to_string(secret).unwrap(), "the secret of another");
    assert!(fs::read_to_string(class.path("wrecker/wrecker")).unwrap().starts_with("#!/bin/sh\nrm -rf"));
    assert_eq!(class.rest(), [""; 0]);
}

#[test]
fn names_and_words_of_others_are_text_in_every_report() {
    let class = Class::new();
    let name = "<img src=x onerror=alert(1)>\u{1b}[31m";
    class
        .write(&format!("{name}/build"), "echo '</pre><script>alert(2)</script>'; printf '\\033[2J'; exit 3");
    class.write(&format!("{name}/command"), "./chess");
    class.write("=HYPERLINK(1)/command", "echo '<b>'");
    class.write("roster.txt", "not a submission");
    let Some(grades) = class.grade(QUICK) else { return };

    let broken = submission(&grades, name);
    assert_eq!((&broken["result"], &broken["points"]), (&"not built".into(), &0.0.into()));
    let page = class.report(broken["page"].as_str().unwrap());
    let index = class.report("index.html");
    assert!(page.contains("&lt;/pre&gt;&lt;script&gt;alert(2)") && page.contains("status 3"));
    for text in [&page, &index, &class.report("junit.xml"), &class.report("grades.csv")] {
        assert!(!text.contains("<script") && !text.contains('\u{1b}'));
    }
    assert!(index.contains("&lt;img src=x") && !index.contains("<img") && index.contains("roster.txt"));
    assert!(class.report("grades.csv").contains("\n\"'=HYPERLINK(1)\","));
    let table = class.command(QUICK).output().unwrap();
    assert!(!table.stdout.contains(&0x1b) && !table.stderr.contains(&0x1b));
}

#[test]
fn a_second_run_replaces_the_first() {
    let class = Class::new();
    class.script("anna", "echo hello");
    class.script("ben", "echo hello");
    if class.grade(QUICK).is_none() {
        return;
    }
    fs::write(class.0.join("out/students/notes.txt"), "mine").unwrap();
    fs::remove_file(class.path("ben")).unwrap();
    let grades = class.grade(QUICK).unwrap();
    assert_eq!(grades["submissions"].as_array().unwrap().len(), 1);
    let mut names: Vec<_> =
        fs::read_dir(class.0.join("out/students")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["anna.html", "notes.txt"]);
}

/// Whether a submission's grade is one of an earlier run.
fn is_from_before(grades: &Value, name: &str) -> bool {
    submission(grades, name)["graded_before"].as_bool().unwrap()
}

#[test]
fn who_has_not_changed_keeps_the_grade() {
    let class = Class::new();
    class.script("anna", "cat /proc/uptime");
    class.write("ben/build", "exit 3");
    class.write("ben/command", "./chess");
    let Some(first) = class.grade(QUICK) else { return };
    assert!(!is_from_before(&first, "anna") && !is_from_before(&first, "ben"));

    let second = class.grade(QUICK).unwrap();
    for name in ["anna", "ben"] {
        assert!(is_from_before(&second, name), "{name}");
        let page = submission(&second, name)["page"].as_str().unwrap();
        assert!(class.report(page).contains("</html>"), "{name}");
    }
    assert_eq!(submission(&second, "anna")["check"], submission(&first, "anna")["check"], "it has not run");
    let table = class.command(QUICK).output().unwrap();
    let table = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(table.contains("All were graded before and have not changed; --again"), "{table}");

    class.write("ben/build", "exit 4");
    let third = class.grade(QUICK).unwrap();
    assert!(is_from_before(&third, "anna") && !is_from_before(&third, "ben"));
    assert!(submission(&third, "ben")["why"].to_string().contains("status 4"));
    for options in ["--strict", "--again"] {
        let graded = class.grade(&format!("{QUICK} {options}")).unwrap();
        assert!(!is_from_before(&graded, "anna") && !is_from_before(&graded, "ben"), "{options}");
    }
    assert_eq!(fs::read_dir(class.0.join("out/records")).unwrap().count(), 2, "what was before is gone");
}

#[test]
fn a_grade_that_was_made_survives_a_kill() {
    let class = Class::new();
    class.script("anna", "cat /proc/uptime");
    class.script("sleeper", "sleep 71007");
    let options = "--games 0 --timeout 600 --jobs 1";
    let mut grading: Child = class.command(options).spawn().unwrap();
    while !is_running("71007") {
        if grading.try_wait().unwrap().is_some() {
            assert!(is_forbidden(&grading.wait_with_output().unwrap()));
            return;
        }
        std::thread::yield_now();
    }
    grading.kill().unwrap();
    grading.wait().unwrap();
    while is_running("71007") {
        std::thread::yield_now();
    }
    let names = |folder: &str| fs::read_dir(class.0.join(folder)).unwrap().count();
    assert_eq!((names("out"), names("out/students"), names("out/records")), (2, 0, 1));
    fs::remove_file(class.path("sleeper")).unwrap();
    assert!(is_from_before(&class.grade(options).unwrap(), "anna"));
}

#[test]
fn every_language_is_built_where_its_compiler_is() {
    let class = Class::new();
    let sources = [
        ("C++", "g++", "cpp/sub/main.cc", "#include <cstdio>\nint main() { puts(\"built\"); }"),
        ("C", "gcc", "c.c", "#include <stdio.h>\nint main(void) { puts(\"built\"); return 0; }"),
        (
            "Java",
            "javac",
            "java/src/chess/Start.java",
            "package chess;\nclass Start { public static void main(String[] a) { System.out.println(\"built\"); } }",
        ),
        ("Rust", "rustc", "rust/main.rs", "fn main() { println!(\"built\"); }"),
        ("Python", "python3", "python/main.py", "print('built')"),
    ];
    let is_there =
        |tool: &str| Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    let sources: Vec<_> = sources.into_iter().filter(|(_, tool, ..)| is_there(tool)).collect();
    for (_, _, path, text) in &sources {
        class.write(path, text);
    }
    class.write("faulty.py", "def (:\n");
    let Some(grades) = class.grade("--games 0 --timeout 5 --total-time 5") else { return };
    for (kind, _, path, _) in sources {
        let name = Path::new(path).components().next().unwrap().as_os_str().to_str().unwrap();
        let found = submission(&grades, name);
        assert_eq!((&found["kind"], &found["result"]), (&kind.into(), &"differs".into()), "{found:#}");
        assert!(!found["remark"].as_str().unwrap().is_empty(), "{found:#}");
        assert!(found["check"].to_string().contains("built"), "{found:#}");
    }
    if is_there("python3") {
        let faulty = submission(&grades, "faulty.py");
        assert_eq!(faulty["result"], "not built");
        let words = faulty["build_failure"]["words"].to_string();
        assert!(words.contains("SyntaxError"), "{words}");
    }
}

#[test]
fn one_submission_can_be_told_to_gradescope() {
    let class = Class::new();
    class.script("anna", "echo hello");
    let results = class.0.join("out/results.json");
    let options = format!("{QUICK} --gradescope {}", results.display());
    if class.grade(&options).is_none() {
        return;
    }
    let result: Value = serde_json::from_slice(&fs::read(&results).unwrap()).unwrap();
    assert!(result["score"].is_number() && result["output"].is_string());
    let tests = result["tests"].as_array().unwrap();
    let not_reached: Vec<&Value> = tests.iter().filter(|test| test["output"] == "not reached").collect();
    assert!(!not_reached.is_empty() && not_reached.iter().all(|test| test["status"] == "failed"));
    class.script("ben", "echo hello");
    let refused = class.command(&options).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&refused.stderr)
            .contains("--gradescope is for one submission, and there are 2")
    );
}

#[test]
fn what_a_killed_run_has_left_is_taken_away() {
    let class = Class::new();
    class.script("anna", "echo hello");
    fs::create_dir_all(class.0.join("tabiya-grade-1-0/0/source")).unwrap();
    if class.grade(QUICK).is_some() {
        assert_eq!(class.rest(), [""; 0]);
    }
}

#[test]
fn an_interrupt_leaves_nothing() {
    let class = Class::new();
    class.script("sleeper", "sleep 71005");
    let mut grading: Child = class.command("--games 0 --timeout 600").spawn().unwrap();
    while !is_running("71005") {
        if grading.try_wait().unwrap().is_some() {
            assert!(is_forbidden(&grading.wait_with_output().unwrap()));
            return;
        }
        std::thread::yield_now();
    }
    let number = grading.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
    let output = grading.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped before the end"));
    assert!(!is_running("71005"));
    assert!(!class.0.join("out/index.html").exists() && class.rest().is_empty());
}

/// A command in a place where namespaces are forbidden, as in many containers; `None` where there is no such place.
fn without_namespaces(command: &Command) -> Option<Command> {
    let forbid = "echo 0 > /proc/sys/user/max_user_namespaces && \
                  exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs \"$@\"";
    let place = |words: &[&OsStr]| {
        let mut command = Command::new("unshare");
        command.args(["-U", "-r", "sh", "-c", forbid, "sh"]).args(words).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let is_there = place(&[OsStr::new("true")]).status().is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("SKIPPED: namespaces cannot be forbidden here");
        return None;
    }
    let words: Vec<&OsStr> = std::iter::once(command.get_program()).chain(command.get_args()).collect();
    Some(place(&words))
}

#[test]
fn without_a_sandbox_nothing_is_run_unless_asked_for() {
    let class = Class::new();
    class.write("victim/secret", "the secret of another");
    let secret = class.path("victim/secret");
    class.script("daemon", &format!("setsid -f sleep 71006; cat {}", secret.display()));
    let Some(mut refused) = without_namespaces(&class.command(QUICK)) else { return };
    let output = refused.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(is_forbidden(&output) && String::from_utf8_lossy(&output.stderr).contains("--unconfined"));
    assert!(!class.0.join("out/index.html").exists());

    let Some(mut asked) = without_namespaces(&class.command(&format!("{QUICK} --unconfined --json"))) else {
        return;
    };
    let output = asked.output().unwrap();
    let grades: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    assert_eq!(submission(&grades, "daemon")["result"], "differs");
    assert!(!is_running("71006"));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_closed = complaint.contains("by Landlock");
    assert!(is_closed || complaint.contains("can use the network and all files"), "{complaint}");
    let page = class.report(submission(&grades, "daemon")["page"].as_str().unwrap());
    assert!(!is_closed || !page.contains("the secret of another"));
}

#[test]
fn reports_replace_nobodys_files() {
    let class = Class::new();
    class.write("ann/command", "cat");
    let page = class.0.join("out/index.html");
    fs::create_dir_all(page.parent().unwrap()).unwrap();
    fs::write(&page, "mine").unwrap();
    let output = class.command("").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("that is no report of ours"), "{output:?}");
    assert_eq!(fs::read_to_string(&page).unwrap(), "mine");
    let folder = class.0.join("class");
    let mut into_class = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    into_class.args(["classic", "grade", "hong"]).arg(&folder).arg("--out").arg(&folder);
    let output = into_class.output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("the submissions are there"), "{output:?}");
    assert!(!folder.join("students").exists());
}

#[test]
fn a_folder_that_is_not_there_is_wrong_usage() {
    let class = Class::new();
    fs::remove_dir(class.0.join("class")).unwrap();
    let output = class.command("").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("No such file"), "{output:?}");
    assert!(!class.0.join("out").exists());
}

#[test]
fn a_link_is_no_submission() {
    let class = Class::new();
    class.write("ann/command", "cat");
    std::os::unix::fs::symlink(class.0.join("class/ann"), class.0.join("class/bob")).unwrap();
    let Some(grades) = class.grade("--games 0 --total-time 5") else { return };
    assert_eq!(submission(&grades, "bob")["result"], "unusable");
}
