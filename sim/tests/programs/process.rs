//! External programs: start, questions and answers, end, also if they misbehave.

use std::time::{Duration, Instant};

use lab::base::process::{KEPT_ERRORS, LONGEST_LINE, NoAnswer, Process, Program};

/// Returns a program that runs a shell script.
fn shell(script: &str) -> Program {
    let words = ["sh", "-c", script].map(str::to_owned).to_vec();
    Program { words, memory: None, launcher: Some(env!("CARGO_BIN_EXE_sim").into()) }
}

/// The time limit for a program that does not answer.
const LIMIT: Duration = Duration::from_millis(500);

/// The time limit for a program that answers, enough on a busy machine.
const PLENTY: Duration = Duration::from_secs(20);

/// A time far shorter than [`PLENTY`] and the sleeps of the scripts, for what must not wait for either.
const SOON: Duration = Duration::from_secs(10);

/// Asks a program one question and returns the result; checks that the program can be ended soon after.
#[track_caller]
fn ask(script: &str, limit: Duration) -> Result<String, NoAnswer> {
    let begun = Instant::now();
    let mut process = Process::start(&shell(script)).unwrap();
    let answer = process.ask("question", Some(limit));
    drop(process);
    assert!(begun.elapsed() < SOON, "{script}: {:?}", begun.elapsed());
    answer
}

#[test]
fn lines_go_back_and_forth() {
    let mut process = Process::start(&shell("while read line; do echo \"<$line>\"; done")).unwrap();
    for number in 0..200 {
        assert_eq!(process.ask(&number.to_string(), Some(PLENTY)), Ok(format!("<{number}>")));
    }
    let long = "x".repeat(LONGEST_LINE - 2);
    assert_eq!(process.ask(&long, Some(PLENTY)), Ok(format!("<{long}>")));
    assert!(process.processor_time().is_some() || !cfg!(target_os = "linux"));
}

#[test]
fn a_missing_answer_is_late_after_the_limit() {
    let late = Err(NoAnswer::Late(LIMIT));
    assert_eq!(ask("sleep 60", LIMIT), late);
    assert_eq!(ask("trap '' TERM; while :; do sleep 1; done", LIMIT), late);
    assert_eq!(ask("read line; exec <&-; sleep 60", LIMIT), late);
}

/// The scripts read the question before they write, because an unasked line is another fault, which might be reported instead.
#[test]
fn faults_are_reported_at_once() {
    assert!(matches!(ask("exit 3", PLENTY), Err(NoAnswer::Ended(status)) if status.contains('3')));
    assert!(matches!(ask("kill -9 $$", PLENTY), Err(NoAnswer::Ended(status)) if status.contains("signal: 9")));
    assert_eq!(ask("exec >&-; sleep 60", PLENTY), Err(NoAnswer::Closed));
    assert!(
        matches!(ask("read line; yes | tr -d '\\n'", PLENTY), Err(NoAnswer::TooLong(line)) if line.starts_with("yy"))
    );
    assert!(matches!(ask("read line; printf half; exit", PLENTY), Err(NoAnswer::Ended(_))));
    assert!(matches!(ask("read line; printf '\\377\\n'", PLENTY), Err(NoAnswer::NoText(_))));
    // A child keeps the output open when the program has ended.
    assert!(matches!(ask("sleep 60 & exit 0", PLENTY), Err(NoAnswer::Ended(_))));
}

#[test]
fn a_closed_input_is_reported_at_the_next_question() {
    let begun = Instant::now();
    let mut process = Process::start(&shell("read line; exec <&-; echo deaf; sleep 60")).unwrap();
    assert_eq!(process.ask("1", Some(PLENTY)), Ok("deaf".to_owned()));
    // The launcher may hold the input a moment longer, so that one more question is lost.
    while process.ask("2", Some(LIMIT)) != Err(NoAnswer::Closed) {
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    }
}

#[test]
fn an_unasked_line_is_reported_at_the_next_question() {
    let mut process = Process::start(&shell("while read line; do printf 'a\\nb\\n'; done")).unwrap();
    assert_eq!(process.ask("1", Some(PLENTY)), Ok("a".to_owned()));
    assert_eq!(process.ask("2", Some(PLENTY)), Err(NoAnswer::Unasked("b".to_owned())));
}

#[test]
fn standard_error_is_kept_from_its_end_and_never_blocks() {
    let script =
        "i=0; while [ $i -lt 40000 ]; do echo line $i >&2; i=$((i+1)); done; while read line; do echo $line; done";
    let mut process = Process::start(&shell(script)).unwrap();
    assert_eq!(process.ask("still here", Some(PLENTY)), Ok("still here".to_owned()));
    let stderr_tail = process.stderr_tail();
    assert!(stderr_tail.len() <= KEPT_ERRORS && stderr_tail.ends_with("line 39999\n"), "{}", stderr_tail.len());
}

#[test]
fn a_dropped_process_and_its_children_end() {
    let home = tempfile::tempdir().unwrap();
    let pids = home.path().join("pids");
    let script =
        format!("sleep 61 & echo $! >{0}; echo $$ >>{0}; trap '' TERM; read line; echo yes; sleep 62", pids.display());
    let mut process = Process::start(&shell(&script)).unwrap();
    assert_eq!(process.ask("there?", Some(PLENTY)), Ok("yes".to_owned()));
    let runs =
        |pid: &str| std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    let pids = std::fs::read_to_string(pids).unwrap();
    assert!(cfg!(not(target_os = "linux")) || pids.lines().all(runs));
    drop(process);
    let begun = Instant::now();
    while pids.lines().any(runs) {
        assert!(begun.elapsed() < SOON, "still there: {pids}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn memory_is_limited() {
    let greedy = "import sys\nfor line in sys.stdin:\n    print(len(bytearray(400 << 20)), flush=True)";
    let words = ["python3", "-c", greedy].map(str::to_owned).to_vec();
    let mut program = Program { words, memory: Some(200 << 20), launcher: Some(env!("CARGO_BIN_EXE_sim").into()) };
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        println!("SKIPPED: python3 is not installed");
        return;
    }
    let answer = |program: &Program| {
        let mut process = Process::start(program).unwrap();
        let answer = process.ask("go", Some(PLENTY));
        (answer, process.stderr_tail())
    };
    let (refused, why) = answer(&program);
    assert!(matches!(refused, Err(NoAnswer::Ended(_))) && why.contains("MemoryError"), "{refused:?} {why}");
    program.memory = None;
    assert_eq!(answer(&program).0, Ok((400 << 20).to_string()));
}

#[test]
fn a_missing_program_is_reported_at_once() {
    let program = Program { words: vec!["no-such-program".to_owned()], ..shell("") };
    let mut process = Process::start(&program).unwrap();
    assert!(matches!(process.ask("?", Some(PLENTY)), Err(NoAnswer::Ended(_))));
    assert!(process.stderr_tail().contains("no-such-program: No such file"), "{}", process.stderr_tail());
    let direct = Program { launcher: None, ..program };
    assert!(matches!(Process::start(&direct), Err(NoAnswer::NotStarted(_))));
}
