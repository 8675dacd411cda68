//! A headless browser, spoken to through the DevTools protocol over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// Names under which the browser is looked for.
const NAMES: [&str; 4] = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/// The variable with the browser's path, or `required`.
const VARIABLE: &str = "SIM_BROWSER";

/// The browser on this machine. Without one the test that asks is skipped, and says so, unless one is required.
pub fn found() -> Option<PathBuf> {
    let named = std::env::var(VARIABLE).ok().filter(|named| !named.is_empty());
    let is_required = named.as_deref() == Some("required");
    if let Some(path) = named.filter(|_| !is_required) {
        return Some(path.into());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let all = NAMES.iter().flat_map(|name| std::env::split_paths(&folders).map(move |folder| folder.join(name)));
    let browser = all.into_iter().find(|path| path.exists());
    assert!(browser.is_some() || !is_required, "{VARIABLE}=required, and none of {NAMES:?} is installed");
    if browser.is_none() {
        // Not printed, since what tests print is shown only where they fail.
        let _ = writeln!(std::io::stderr(), "SKIPPED: none of {NAMES:?} is installed, and {VARIABLE} names no browser");
    }
    browser
}

/// A running browser with one tab.
pub struct Browser {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: Option<String>,
    calls: u64,
    /// What the browser told since the page was opened.
    pub told: Vec<Value>,
    /// Where it keeps its profile.
    _home: tempfile::TempDir,
}

/// How a page is shown.
#[derive(Copy, Clone, Debug)]
pub struct Shown {
    pub width: u32,
    pub is_dark: bool,
    pub is_print: bool,
    pub has_scripts: bool,
}

pub const SCREEN: Shown = Shown { width: 1000, is_dark: false, is_print: false, has_scripts: true };

impl Browser {
    pub fn start(path: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        // The protocol is spoken on descriptors 3 and 4.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null"])
            .arg(path)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", home.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut browser = Self { process, input, output, session: None, calls: 0, told: Vec::new(), _home: home };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let session = browser.call("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    fn send(&mut self, method: &str, parameters: Value) -> u64 {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        self.input.flush().unwrap();
        self.calls
    }

    fn hear(&mut self) -> Value {
        let mut message = Vec::new();
        self.output.read_until(0, &mut message).unwrap();
        assert_eq!(message.pop(), Some(0), "the browser has gone");
        serde_json::from_slice(&message).unwrap()
    }

    /// Asks for something, and waits for the answer.
    #[track_caller]
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        let number = self.send(method, parameters);
        loop {
            let mut message = self.hear();
            if message["id"] == number {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
            self.told.push(message);
        }
    }

    /// Opens a file, and waits until it is loaded.
    pub fn open(&mut self, path: &Path, fragment: &str, shown: Shown) {
        let Shown { width, is_dark, is_print, has_scripts } = shown;
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        let media = if is_print { "print" } else { "screen" };
        self.call("Emulation.setEmulatedMedia", json!({"media": media, "features": features}));
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": !has_scripts}));
        let offline = json!({"offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.call("Network.emulateNetworkConditions", offline);
        // Another fragment of the same file alone would load nothing.
        self.load("about:blank");
        self.load(&format!("file://{}{fragment}", path.display()));
    }

    fn load(&mut self, address: &str) {
        self.told.clear();
        self.call("Page.navigate", json!({"url": address}));
        while !self.told.iter().any(|message| message["method"] == "Page.loadEventFired") {
            let message = self.hear();
            self.told.push(message);
        }
    }

    /// What an expression is in the page.
    #[track_caller]
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let mut answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        // The focus moves by codes of keys only.
        let code = if key == "Tab" { 9 } else { 0 };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// What was told of this method.
    pub fn heard(&self, method: &str) -> Vec<&Value> {
        self.told.iter().filter(|message| message["method"] == method).map(|message| &message["params"]).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
