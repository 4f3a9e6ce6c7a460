//! Opens an address in the person's browser, where there is one.

use std::process::{Command, Stdio};

/// Whether it worked cannot be known; the address is printed in any case.
pub fn open(address: &str) {
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else if desktop {
        "xdg-open"
    } else {
        return;
    };
    let _ = Command::new(opener).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
