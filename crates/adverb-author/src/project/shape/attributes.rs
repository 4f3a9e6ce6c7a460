//! `attributes`: how each is found (principal-animation-components, 7.3).

use adverb::shape::{Attribute, Interpolation};
use glam::Vec3;

use super::Shapes;
use crate::error::Error;
use crate::project::document::{Table, Value};
use crate::shape::Treatment;

const WAYS: &str = "\"fixed\", { fixed = \"form.glb\" }, \"mean\", \"linear\", \"normalised\", \"spherical\", \"recomputed\", \
                    { recomputed = 4 } or \"other\"";

impl Shapes<'_, '_, '_> {
    /// `attributes = { normal = { recomputed = 4 }, colour = { fixed = "painted.glb" }, uv = "other" }`.
    pub(super) fn treatments(&mut self, table: &Table) -> Result<Vec<(Attribute, Treatment)>, Error> {
        let Some(value) = table.get("attributes") else { return Ok(Vec::new()) };
        let entries = self.doc.table(value, "attributes")?;
        let names: Vec<&str> = Attribute::ALL.iter().map(|attribute| attribute.name()).collect();
        self.doc.only(entries, "attributes", &names)?;
        let given = Attribute::ALL.iter().filter_map(|a| Some((*a, entries.get(a.name())?)));
        given.map(|(attribute, value)| Ok((attribute, self.treatment(attribute, value)?))).collect()
    }

    fn treatment(&mut self, attribute: Attribute, value: &Value) -> Result<Treatment, Error> {
        let doc = self.doc;
        let treatment = if let Some(table) = value.get_ref().as_table() {
            doc.only(table, attribute.name(), &["fixed", "recomputed"])?;
            match (table.get("fixed"), table.get("recomputed")) {
                (Some(fixed), None) => self.fixed(attribute, fixed)?,
                (None, Some(every)) => {
                    let frames = doc.number_from(every, "recomputed", 1.0)?;
                    if frames.fract() != 0.0 || frames > f64::from(u32::MAX) {
                        return Err(doc.unexpected(
                            every,
                            "recomputed",
                            "a whole number of frames, 1 or more",
                        ));
                    }
                    Treatment::By(Interpolation::Recomputed { every: frames as u32 })
                }
                _ => return Err(doc.unexpected(value, attribute.name(), WAYS)),
            }
        } else {
            match value.get_ref().as_str() {
                Some("fixed") => Treatment::Fixed,
                Some("mean") => Treatment::Mean,
                Some("linear") => Treatment::By(Interpolation::Linear),
                Some("normalised") => Treatment::By(Interpolation::Normalised),
                Some("spherical") => Treatment::By(Interpolation::Spherical),
                Some("recomputed") => Treatment::By(Interpolation::Recomputed { every: 1 }),
                Some("other") => Treatment::By(Interpolation::Other),
                _ => return Err(doc.unexpected(value, attribute.name(), WAYS)),
            }
        };
        let is_direction = matches!(attribute, Attribute::Normal | Attribute::Tangent);
        let (fits, of) = match treatment {
            Treatment::By(Interpolation::Recomputed { .. }) => (attribute == Attribute::Normal, "normals"),
            Treatment::By(Interpolation::Normalised | Interpolation::Spherical) => {
                (is_direction, "normals and tangents")
            }
            _ => (true, ""),
        };
        if fits {
            return Ok(treatment);
        }
        let problem = format!("{}s cannot be computed that way, only {of}", attribute.name());
        Err(doc.error(value.span(), problem, format!("write {} = \"linear\" or \"fixed\"", attribute.name())))
    }

    /// `{ fixed = "painted.glb" }`: as in that form, an example or not; `{ fixed = [0.8, 0.6, 0.5, 1] }`: the same for all vertices.
    fn fixed(&mut self, attribute: Attribute, value: &Value) -> Result<Treatment, Error> {
        let (doc, name) = (self.doc, attribute.name());
        if let Some(form) = value.get_ref().as_str() {
            let mesh = self.meshes.form(doc, form, value.span())?;
            return Ok(Treatment::FixedTo(Box::new(mesh)));
        }
        let width = attribute.width();
        let hint = format!("a form, \"painted.glb\", or {width} numbers for all vertices");
        let list =
            value.get_ref().as_array().filter(|list| list.len() == width && attribute != Attribute::Position);
        let Some(list) = list else { return Err(doc.unexpected(value, "fixed", &hint)) };
        let numbers =
            list.iter().map(|v| Ok(doc.number(v, name)? as f32)).collect::<Result<Vec<f32>, Error>>()?;
        let is_direction = matches!(attribute, Attribute::Normal | Attribute::Tangent);
        if is_direction && (Vec3::from_slice(&numbers).length() - 1.0).abs() > 1e-3 {
            let problem = format!(
                "a {name} must have unit length, but this one is {:.3} long",
                Vec3::from_slice(&numbers).length()
            );
            return Err(doc.error(
                value.span(),
                problem,
                "divide it by its length, for example [0, 0, 1]".into(),
            ));
        }
        Ok(Treatment::Constant(numbers))
    }
}
