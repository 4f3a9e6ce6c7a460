//! `cargo xtask dist`: the archive that people download. It needs neither Rust nor Node.
//!
//! On Linux it is linked by zig against an old glibc, so that it runs on old systems as well.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{cargo, output, program, root, run as must, target_dir};
use crate::notices::{self, ENGINE};
use crate::{chroot, setup, studio};

/// The oldest glibc that the archive for Linux runs on: that of 2012, which the compiler's own library asks for.
const OLDEST_GLIBC: [u32; 2] = [2, 17];
/// What is copied into the archive.
const FILES: [&str; 3] = ["CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// The first page of the archive; that of the repository is for those who build it.
const README: &str = include_str!("archive.md");
/// The kinds of files of the manual: pages, projects and scripts to try, pictures.
const MANUAL: [&str; 4] = ["md", "toml", "svg", "png"];
/// Shells, and what they call a file of completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "adverb.bash"),
    ("elvish", "adverb.elv"),
    ("fish", "adverb.fish"),
    ("powershell", "_adverb.ps1"),
    ("zsh", "_adverb"),
];

/// Makes the archive and its checksum and says where they are; tries it in an empty root where that is asked for.
pub fn run(is_tried: bool) -> Result<(), String> {
    let archive = make()?;
    println!("{}", archive.display());
    if is_tried { chroot::holds(&archive, &name(&host()?)) } else { Ok(()) }
}

/// The compiler's name for this machine.
fn host() -> Result<String, String> {
    let version = output(&mut program("rustc", "-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or("rustc does not say what it compiles for".into())
}

/// Of the archive and of the one folder in it.
fn name(target: &str) -> String {
    format!("adverb-{}-{target}", env!("CARGO_PKG_VERSION"))
}

fn archive_name(target: &str) -> String {
    format!("{}.{}", name(target), if target.contains("windows") { "zip" } else { "tar.gz" })
}

fn make() -> Result<PathBuf, String> {
    let target = host()?;
    studio::page()?;
    let adverb = build(&target)?;
    let folder = target_dir().join("dist").join(name(&target));
    let _ = fs::remove_dir_all(&folder); // mostly it is not there
    let completions = folder.join("completions");
    fs::create_dir_all(&completions).map_err(|e| format!("{}: {e}", completions.display()))?;
    copy(&adverb, &folder)?;
    for file in FILES {
        copy(&root().join(file), &folder)?;
    }
    write(&folder.join("README.md"), README)?;
    manual(&folder.join("docs"))?;
    for (shell, file) in SHELLS {
        write(&completions.join(file), &output(program(&adverb, "completions").arg(shell))?)?;
    }
    must(program(&adverb, "man --quiet").arg(folder.join("man/man1")))?;
    let built = [("adverb-cli", target.as_str()), ENGINE];
    let text = notices::of(&built, &studio::NODE_PACKAGES)?;
    let unnamed = notices::unnamed(&text, &built)?;
    if !unnamed.is_empty() {
        return Err(format!("the third-party notices lack {}", unnamed.join(", ")));
    }
    write(&folder.join("THIRD-PARTY-NOTICES.txt"), &text)?;
    pack(&target)
}

/// The manual, which the help refers to.
fn manual(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let docs = root().join("docs");
    let all = fs::read_dir(&docs).map_err(|e| format!("{}: {e}", docs.display()))?;
    let is_shown = |file: &PathBuf| {
        file.extension().is_some_and(|end| MANUAL.iter().any(|own| end == *own))
            && !file.ends_with("SUMMARY.md")
    };
    all.flatten().map(|entry| entry.path()).filter(is_shown).try_for_each(|file| copy(&file, folder))
}

/// The command with its page, stripped.
fn build(target: &str) -> Result<PathBuf, String> {
    let line = format!("--release --package adverb-cli --bin adverb --target {target}");
    let mut command = if target.contains("linux-gnu") {
        let [major, minor] = OLDEST_GLIBC;
        let mut command = cargo(&format!("zigbuild {line}.{major}.{minor}"));
        command.env("PATH", setup::zig()?);
        command
    } else {
        cargo(&format!("build {line}"))
    };
    must(command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols"))?;
    let program = format!("adverb{}", std::env::consts::EXE_SUFFIX);
    let program = target_dir().join(target).join("release").join(program);
    if target.contains("linux-gnu") {
        let newest = newest_glibc(&fs::read(&program).map_err(|e| format!("{}: {e}", program.display()))?);
        if newest > OLDEST_GLIBC {
            return Err(format!("{} needs glibc {newest:?}, newer than {OLDEST_GLIBC:?}", program.display()));
        }
    }
    Ok(program)
}

/// The newest version of glibc that a program names.
fn newest_glibc(program: &[u8]) -> [u32; 2] {
    const PREFIX: &[u8] = b"GLIBC_";
    let version = |at: usize| {
        let text = program[at + PREFIX.len()..].split(|byte| *byte == 0).next()?;
        let mut numbers = std::str::from_utf8(text).ok()?.split('.').map(|number| number.parse().ok());
        Some([numbers.next()??, numbers.next()??])
    };
    let places = program.windows(PREFIX.len()).enumerate().filter(|(_, bytes)| *bytes == PREFIX);
    places.filter_map(|(at, _)| version(at)).max().unwrap_or([0, 0])
}

/// The folder as an archive, and the checksum of that beside it.
fn pack(target: &str) -> Result<PathBuf, String> {
    let folder = target_dir().join("dist");
    let archive = archive_name(target);
    let _ = fs::remove_file(folder.join(&archive)); // mostly it is not there
    let mut tar = if target.contains("linux") {
        // The same files make the same archive, whoever packs them and when.
        program("tar", "--sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -czf")
    } else {
        program("tar", "-a -cf")
    };
    must(tar.arg(&archive).arg(name(target)).current_dir(&folder))?;
    let sum = output(program("sha256sum", "").arg(&archive).current_dir(&folder))?;
    write(&folder.join(format!("{archive}.sha256")), &sum)?;
    Ok(folder.join(archive))
}

fn copy(file: &Path, folder: &Path) -> Result<(), String> {
    let to = folder.join(file.file_name().unwrap_or_default());
    fs::copy(file, to).map(drop).map_err(|e| format!("{}: {e}", file.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cargo-binstall fills in the address that the manifest of adverb-cli tells it.
    #[test]
    fn binstall_looks_for_the_archives_that_are_made() {
        let manifest = fs::read_to_string(root().join("crates/adverb-cli/Cargo.toml")).unwrap();
        let value = |key: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
            line.unwrap_or_else(|| panic!("no {key}")).trim_matches('"').to_owned()
        };
        let filled = |template: String, target: &str, suffix: &str| {
            let fields = [
                ("version", env!("CARGO_PKG_VERSION")),
                ("target", target),
                ("archive-suffix", suffix),
                ("bin", "adverb"),
                ("binary-ext", ""),
            ];
            fields.iter().fold(template, |text, (name, value)| text.replace(&format!("{{ {name} }}"), value))
        };
        for (target, suffix) in [("x86_64-unknown-linux-gnu", ".tar.gz"), ("x86_64-pc-windows-msvc", ".zip")]
        {
            assert!(
                filled(value("pkg-url"), target, suffix).ends_with(&format!("/{}", archive_name(target)))
            );
            assert_eq!(filled(value("bin-dir"), target, suffix), format!("{}/adverb", name(target)));
        }
    }

    #[test]
    fn links_of_the_first_page_lead_into_the_archive() {
        let links = README.split("](").skip(1).filter_map(|after| after.split_once(')'));
        for (link, _) in links {
            let file = link.split('#').next().unwrap_or(link);
            assert!(FILES.contains(&file) || file.starts_with("docs/"), "{file}");
            assert!(root().join(file).exists(), "{file}");
        }
    }

    #[test]
    fn the_newest_glibc_is_found_among_others() {
        assert_eq!(newest_glibc(b"..GLIBC_2.9\0GLIBC_2.17\0GLIBC_PRIVATE\0GLIBC_2.2.5\0"), [2, 17]);
    }
}
