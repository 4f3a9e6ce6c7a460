//! A project's verbs and graphs as one pack: what `adverb build` does.

use std::sync::Arc;

use adverb::pack;
use adverb::{Pack, Verb};

use crate::check;
use crate::clip::{Format, Source};
use crate::error::Error;
use crate::project::Project;
use crate::verb::Built;

/// A pack, with what was found while building its verbs and shapes.
#[derive(Debug, Clone)]
pub struct Packed {
    /// The pack.
    pub pack: Pack,
    /// In the order of the pack.
    pub verbs: Vec<Built>,
    /// In the order of the pack.
    pub shapes: Vec<crate::shape::Built>,
}

impl Project {
    /// Builds all verbs, graphs and shapes. `begin` receives the name of each before its turn, since building may take a while.
    pub fn pack(&self, mut begin: impl FnMut(&str)) -> Result<Packed, Error> {
        let built = self.verbs.iter().map(|definition| {
            begin(&definition.name);
            let built = self.build(definition)?;
            Ok(Built { warnings: check::of_built(definition, &built), ..built })
        });
        let verbs = built.collect::<Result<Vec<Built>, Error>>()?;
        let rates = self.verbs.iter().flat_map(|verb| &verb.motions).map(|motion| motion.fps());
        let Source { unit_m, up, .. } = self.source;
        let source = pack::Source { unit_m, up, fps: rates.fold(1.0, f64::max) };
        let all: Arc<[Verb]> = verbs.iter().map(|built| built.verb.clone()).collect();
        let graphs = self.graphs.iter().map(|graph| graph.graph(all.clone())).collect::<Result<_, _>>()?;
        let pack = Pack::new(self.name.clone(), self.skeleton.clone(), source, all, graphs)
            .map_err(|why| Error::Motion { problem: why.to_string() })?;
        let shapes = self.shapes.iter().map(|definition| {
            begin(&definition.name);
            self.build_shape(definition)
        });
        let shapes = shapes.collect::<Result<Vec<crate::shape::Built>, Error>>()?;
        let pack = pack
            .with_shapes(shapes.iter().map(|built| built.shape.clone()).collect())
            .map_err(|why| Error::Motion { problem: why.to_string() })?
            .with_credits(self.credits.of_pack());
        Ok(Packed { pack, verbs, shapes })
    }
}

/// The source for clips sampled from a pack: they are written like the files that the pack was made from.
#[must_use]
pub fn source(pack: &Pack) -> Source {
    let pack::Source { unit_m, up, .. } = *pack.source();
    let (warnings, assumptions) = (Vec::new(), Vec::new());
    Source { file: pack.name().into(), format: Format::Bvh, unit_m, up, warnings, assumptions }
}
