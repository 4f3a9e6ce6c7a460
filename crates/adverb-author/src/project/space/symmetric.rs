//! `symmetric = ["turn"]`: the mirror image of every example is an example too, where these adverbs have the opposite sign.

use super::{Draft, Error, Reader, Value, bare_or_quoted, free_name};
use crate::names::suggestion;
use crate::project::measure::MeasureEntry;
use crate::verb::Measure;

impl Reader<'_, '_> {
    /// The space with the mirror images of its examples.
    pub(super) fn symmetric(
        &self,
        space: Draft,
        measures: &[Option<MeasureEntry>],
        value: &Value,
    ) -> Result<Draft, Error> {
        let names: Vec<&str> = space.axes.iter().map(|axis| axis.name.as_str()).collect();
        let mut axes: Vec<usize> = Vec::new();
        for listed in self.doc.array(value, "symmetric")? {
            let name = self.doc.string(listed, "an adverb of symmetric")?;
            let Some(axis) = names.iter().position(|own| *own == name) else {
                let problem = format!("{} has no adverb {name:?}", self.place);
                return Err(self.doc.error(listed.span(), problem, suggestion(name, &names)));
            };
            if axes.contains(&axis) {
                let problem = format!("{name:?} is named twice");
                return Err(self.doc.error(listed.span(), problem, "name every adverb once".into()));
            }
            if let Some(MeasureEntry::Known(
                Measure::Speed | Measure::Slope | Measure::Stride | Measure::Duration,
            )) = measures[axis]
            {
                let problem = format!("{name} is the same in a mirror, as it is measured");
                return Err(self.doc.error(listed.span(), problem, "leave it out of symmetric".into()));
            }
            let own = &space.axes[axis];
            if let [Some(low), Some(high)] = own.range
                && !own.periodic
                && low != -high
            {
                let most = low.abs().max(high.abs());
                let problem =
                    format!("{name} changes its sign in a mirror, so it cannot go from {low} to {high}");
                let remedy = format!(
                    "write the same range to both sides: {} = [-{most}, {most}]",
                    bare_or_quoted(name)
                );
                return Err(self.doc.error(listed.span(), problem, remedy));
            }
            axes.push(axis);
        }
        if axes.is_empty() {
            let problem = "symmetric names no adverb".to_string();
            let remedy = "name those that change their sign in a mirror: symmetric = [\"turn\"]".to_string();
            return Err(self.doc.error(value.span(), problem, remedy));
        }
        let taken: Vec<String> = space.examples.iter().map(|example| example.name.clone()).collect();
        let name =
            |own: &str| free_name(&format!("{own}-mirrored"), |name| taken.iter().all(|other| other != name));
        Ok(space.symmetric(axes, name))
    }
}
