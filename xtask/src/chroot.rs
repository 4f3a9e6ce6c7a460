//! The archive tried in an empty root: nothing but the program and the shared libraries that it asks for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{output, program, run as must, target_dir};
use crate::demo;
use crate::studio::Running;

/// Unpacks the archive, whose one folder is named, and does with it what a new user does.
pub fn holds(archive: &Path, name: &str) -> Result<(), String> {
    must(
        program("sha256sum", "--check --quiet")
            .arg(format!("{}.sha256", archive.display()))
            .current_dir(archive.parent().unwrap_or(archive)),
    )?;
    let root = target_dir().join("chroot");
    let _ = fs::remove_dir_all(&root); // mostly it is not there
    fs::create_dir_all(&root).map_err(|e| format!("{}: {e}", root.display()))?;
    must(program("tar", "-xzf").arg(archive).arg("-C").arg(&root))?;
    let unpacked = root.join(name);
    for file in [
        "README.md",
        "docs/command-line.md",
        "docs/play.toml",
        "THIRD-PARTY-NOTICES.txt",
        "completions/_adverb",
        "man/man1/adverb.1",
        "man/man1/adverb-build.1",
    ] {
        let length = fs::metadata(unpacked.join(file)).map_err(|e| format!("{file}: {e}"))?.len();
        println!("{file} has {length} bytes");
    }
    for library in libraries(&unpacked.join("adverb"))? {
        println!("with {}", library.display());
        let to = root.join(library.strip_prefix("/").unwrap_or(&library));
        fs::create_dir_all(to.parent().unwrap_or(&root)).map_err(|e| format!("{}: {e}", to.display()))?;
        fs::copy(&library, &to).map_err(|e| format!("{}: {e}", library.display()))?;
    }
    let adverb = |line: &str| {
        let mut command = Command::new("chroot");
        command
            .arg(&root)
            .arg(format!("/{name}/adverb"))
            .args(line.split_whitespace())
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command
    };
    for line in [
        "--version",
        "demo hero --quiet",
        "build hero -o hero.adverb --quiet",
        "check hero --quiet",
        "inspect hero.adverb",
    ] {
        println!("adverb {line}");
        let told = output(&mut adverb(line))
            .map_err(|problem| format!("{problem}\na new root needs the rights of root"))?;
        println!("{}", told.lines().next().unwrap_or_default());
    }
    let running = Running::start(&mut adverb("studio hero --no-open --port 0 --quiet"))?;
    demo::page_is_served(&running.address)
}

/// What the loader finds for a program, itself included.
fn libraries(adverb: &Path) -> Result<Vec<PathBuf>, String> {
    let told = output(program("ldd", "").arg(adverb))?;
    let path = |line: &str| line.split_whitespace().find(|word| word.starts_with('/')).map(PathBuf::from);
    Ok(told.lines().filter_map(path).collect())
}
