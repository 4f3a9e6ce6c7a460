//! `adverb extract PROJECT VERB --at k=v,… -o OUT`: what a verb shows at a point, as a file to work on (thesis 4.5).

use adverb::verb::Setting;

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input, output, point, sample};

pub fn run(args: &args::Extract, progress: &Progress) -> Result<(), Failure> {
    output::extension(&args.output, "motions", output::MOTIONS)?;
    let input::Hero { pack, .. } = input::hero(&args.project, progress)?;
    let verb = input::verb(&pack, &args.project, &args.verb)?;
    let point = point::within(verb, &args.at)?;
    progress.step(format!("writing {}", args.output.display()));
    let take = sample::take(
        &pack,
        verb,
        &point,
        // Feet are held again when it is an example.
        &sample::Request { fps: args.fps, no_constraints: true, ..Default::default() },
        progress,
    )?;
    files::write_all(&[(
        &args.output,
        &output::bytes(&take.clip, &point::named(verb, &point), &args.output),
    )])?;
    let setting = Setting::new(verb, &point);
    let keys = verb.keys().iter().zip(setting.timeline().keys());
    let keys: Vec<String> = keys
        .map(|(name, secs)| {
            format!("{name} {}", point::round((secs * take.clip.fps) as f32)).trim().to_string()
        })
        .collect();
    progress.wrote(format_args!(
        "{}: {} at {}, keys {}",
        args.output.display(),
        verb.name(),
        point::text(verb, &point),
        keys.join(", ")
    ));
    Ok(())
}
