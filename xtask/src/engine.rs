//! The engine for the browser: the core or all of it, and how much either may weigh.

use std::path::Path;

use crate::command::{output, program, root, run, target_dir};
use crate::test::Tally;
use crate::{setup, wasm};

/// How much of the engine.
#[derive(Debug, Clone, Copy)]
pub enum Engine {
    /// Heroes, actors and crowds.
    Core,
    /// Shapes, bodies and migration, too.
    Whole,
}

impl Engine {
    /// The largest size in bytes, compressed, as it is downloaded. (wasm-opt would take another hundredth off.)
    fn budget(self) -> usize {
        match self {
            Self::Core => 175_000,
            Self::Whole => 331_000,
        }
    }

    /// Makes the module, its JavaScript and its types in a folder; `flags` are wasm-bindgen's.
    pub fn make(self, folder: &Path, flags: &str) -> Result<(), String> {
        let bindgen = setup::wasm_bindgen()?;
        let package = match self {
            Self::Core => "adverb-wasm --no-default-features",
            Self::Whole => "adverb-wasm",
        };
        let simd = target_dir().join("simd128");
        let built = wasm::Toolchain::find()?.build(package, wasm::ENGINE_FLAGS, &simd)?;
        let line = format!("--target web {flags} --remove-name-section --remove-producers-section --out-dir");
        run(program(bindgen, &line).arg(folder).arg(built.join("adverb_wasm.wasm")))
    }

    /// Whether what was made in a folder keeps to its budget.
    fn is_light(self, folder: &Path) -> Result<bool, String> {
        let (size, most) = (gzipped(&folder.join("adverb_wasm_bg.wasm"))?, self.budget());
        println!("the engine, {self:?}: {size} bytes compressed, of at most {most}");
        Ok(size <= most)
    }
}

/// Whether the whole engine, in a folder, and the core keep to their budgets, and the core plays a pack with shapes.
pub fn valid(whole: &Path) -> Result<Tally, String> {
    let core = target_dir().join("engine-core");
    Engine::Core.make(&core, "")?;
    plays(&core)?;
    let light = [Engine::Whole.is_light(whole)?, Engine::Core.is_light(&core)?];
    let passed = light.into_iter().filter(|light| *light).count();
    Ok(Tally { passed: 1 + passed, failed: light.len() - passed, skipped: 0 })
}

/// The core passes over the shapes of a pack, and plays the rest.
fn plays(core: &Path) -> Result<(), String> {
    const PLAY: &str = "import fs from 'fs'; const [, core, pack] = process.argv; \
         const { initSync, Hero } = await import(core + '/adverb_wasm.js'); \
         initSync({ module: fs.readFileSync(core + '/adverb_wasm_bg.wasm') }); \
         const hero = Hero.load(fs.readFileSync(pack)); const actor = hero.act(); actor.step(1); \
         if (hero.sculpt || !(actor.now === 1)) throw new Error('the core has shapes, or does not play')";
    let pack = root().join("crates/adverb/tests/packs/v2.adverb");
    run(program("node", "--input-type=module -e").arg(PLAY).arg(core).arg(pack))
}

fn gzipped(file: &Path) -> Result<usize, String> {
    const SIZE: &str = "process.stdout.write(String(require('zlib').gzipSync(require('fs').readFileSync(process.argv[1])).length))";
    let size = output(program("node", "-e").arg(SIZE).arg(file))?;
    size.parse().map_err(|_| format!("{}: no size", file.display()))
}
