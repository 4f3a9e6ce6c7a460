//! Materials as glTF has them (metallic-roughness, section 3.9 of its specification), with their pictures: embedded, or beside the file.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};
use ufbx::{Material, MaterialMap, Texture};

use crate::formats::pixels;
use crate::formats::text::clipped;
use crate::limits::Limits;
use crate::mesh::Pixels;

/// The materials of a scene, each made when it is first asked for.
pub(super) struct Materials<'f> {
    /// The name of the file without its extension: pictures may lie in `hero.fbm`.
    stem: String,
    fetch: &'f mut dyn FnMut(&str) -> Option<Vec<u8>>,
    known: HashMap<u32, usize>,
    /// The picture of a texture, if it has one that can be written.
    of_texture: HashMap<u32, Option<usize>>,
    pub(super) made: Vec<Value>,
    pub(super) pictures: Vec<Vec<u8>>,
    pub(super) left_out: BTreeSet<String>,
}

impl<'f> Materials<'f> {
    pub(super) fn new(file: &str, fetch: &'f mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Self {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        Self {
            stem: name.rsplit_once('.').map_or(name, |(stem, _)| stem).into(),
            fetch,
            known: HashMap::new(),
            of_texture: HashMap::new(),
            made: Vec::new(),
            pictures: Vec::new(),
            left_out: BTreeSet::new(),
        }
    }

    /// The number of a material.
    pub(super) fn number(&mut self, own: &Material) -> usize {
        if let Some(&known) = self.known.get(&own.element.typed_id) {
            return known;
        }
        let made = self.make(own);
        self.made.push(made);
        self.known.insert(own.element.typed_id, self.made.len() - 1);
        self.made.len() - 1
    }

    fn make(&mut self, own: &Material) -> Value {
        let maps = &own.pbr;
        let mut used = BTreeSet::new();
        let base = self.laid(&maps.base_color, &mut used);
        let normal = self.laid(&maps.normal_map, &mut used);
        let number = |map: &MaterialMap, otherwise: f64| match map.has_value && map.value_vec4.x.is_finite() {
            true => map.value_vec4.x.clamp(0.0, 1.0),
            false => otherwise,
        };
        let opacity = number(&maps.opacity, 1.0);
        // A picture stands in place of the colour.
        let colour = match (base, maps.base_color.has_value) {
            (None, true) => {
                let (v, factor) = (maps.base_color.value_vec4, number(&maps.base_factor, 1.0));
                [v.x, v.y, v.z]
                    .map(|part| if part.is_finite() { (factor * part).clamp(0.0, 1.0) } else { 1.0 })
            }
            _ => [1.0; 3],
        };
        let mut surface = json!({
            "baseColorFactor": [colour[0], colour[1], colour[2], opacity],
            "metallicFactor": number(&maps.metalness, 0.0),
            "roughnessFactor": number(&maps.roughness, 1.0),
        });
        if let Some(base) = base {
            surface["baseColorTexture"] = json!({ "index": base });
        }
        if let Some((picture, [rough, metallic])) = self.rough_and_metallic(own, &mut used) {
            surface["metallicRoughnessTexture"] = json!({ "index": picture });
            for (name, _) in
                [("roughnessFactor", rough), ("metallicFactor", metallic)].into_iter().filter(|(_, has)| *has)
            {
                surface[name] = json!(1.0);
            }
        }
        let mut made = json!({ "pbrMetallicRoughness": surface });
        if !own.element.name.is_empty() {
            made["name"] = json!(&*own.element.name);
        }
        if let Some(normal) = normal {
            made["normalTexture"] = json!({ "index": normal });
        }
        let holes = maps.opacity.texture.as_ref().map(|texture| texture.element.typed_id);
        if opacity < 1.0 {
            made["alphaMode"] = json!("BLEND");
        } else if base.is_some() && holes.is_some_and(|holes| used.contains(&holes)) {
            made["alphaMode"] = json!("MASK");
        }
        for other in own.textures.iter().filter(|other| !used.contains(&other.texture.element.typed_id)) {
            let left_out = format!("the {} of '{}'", &*other.material_prop, own.element.name);
            self.left_out.insert(left_out);
        }
        made
    }

    /// The picture of a map.
    fn laid(&mut self, map: &MaterialMap, used: &mut BTreeSet<u32>) -> Option<usize> {
        let texture = map.texture.as_ref().filter(|_| map.texture_enabled)?;
        used.insert(texture.element.typed_id);
        self.picture(texture)
    }

    /// Roughness in green and metalness in blue, as glTF has them; and which of them the picture has.
    fn rough_and_metallic(&mut self, own: &Material, used: &mut BTreeSet<u32>) -> Option<(usize, [bool; 2])> {
        let maps = [&own.pbr.roughness, &own.pbr.metalness];
        let [rough, metallic] = maps.map(|map| self.laid(map, used));
        let has = [rough.is_some(), metallic.is_some()];
        if rough.is_some() && rough == metallic {
            return Some((rough?, has));
        }
        let mut decoded = |picture: Option<usize>| {
            let pixels = pixels::decoded(&self.pictures[picture?]);
            pixels
                .map_err(|why| self.left_out.insert(format!("a picture of '{}' ({why})", own.element.name)))
                .ok()
        };
        let [rough, metallic] = [decoded(rough), decoded(metallic)];
        let size = |of: fn(&Pixels) -> usize| [&rough, &metallic].into_iter().flatten().map(of).max();
        let (width, height) = (size(|p| p.width)?, size(|p| p.height)?);
        let at = |own: &Option<Pixels>, x: usize, y: usize| {
            let own = own.as_ref()?;
            Some(own.rgba[4 * ((y * own.height / height) * own.width + x * own.width / width)])
        };
        let each = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = each.flat_map(|(x, y)| {
            [255, at(&rough, x, y).unwrap_or(255), at(&metallic, x, y).unwrap_or(255), 255]
        });
        self.pictures.push(pixels::png_of(&Pixels { width, height, rgba: rgba.collect() }));
        Some((self.pictures.len() - 1, [rough.is_some(), metallic.is_some()]))
    }

    fn picture(&mut self, texture: &Texture) -> Option<usize> {
        if let Some(&known) = self.of_texture.get(&texture.element.typed_id) {
            return known;
        }
        // Of several layers, the first picture.
        let file = texture.file_textures.iter().next().map_or(texture, |file| &**file);
        let name = name_of(file);
        let found = match self.bytes(file) {
            Some(bytes) if pixels::kind(&bytes).is_some() => Some(bytes),
            Some(_) => {
                self.left_out
                    .insert(format!("the picture '{}', which is neither PNG nor JPEG", clipped(&name)));
                None
            }
            None => {
                self.left_out
                    .insert(format!("the picture '{}', which is not beside the file", clipped(&name)));
                None
            }
        };
        let picture = found.map(|bytes| {
            self.pictures.push(bytes);
            self.pictures.len() - 1
        });
        self.of_texture.insert(texture.element.typed_id, picture);
        picture
    }

    /// Embedded, or beside the file: where its own path says, as far as that stays in the folder, or by its name.
    fn bytes(&mut self, texture: &Texture) -> Option<Vec<u8>> {
        let of_video = texture.video.as_ref().map(|video| &video.content);
        let embedded =
            [Some(&texture.content), of_video].into_iter().flatten().find(|bytes| !bytes.is_empty());
        if let Some(bytes) = embedded {
            return Some(bytes.to_vec());
        }
        let name = name_of(texture);
        let relative = texture.relative_filename.replace('\\', "/");
        let is_inside = |path: &str| {
            let stays = path.split('/').all(|part| !part.is_empty() && part != "..");
            !path.contains([':', '\0']) && (stays || Limits::current().outside)
        };
        let relative = Some(relative.trim_start_matches("./").to_string()).filter(|path| is_inside(path));
        let usual = [name.clone(), format!("{}.fbm/{name}", self.stem), format!("textures/{name}")];
        let usual = usual.into_iter().filter(|path| is_inside(path));
        relative.into_iter().chain(usual).find_map(|path| (self.fetch)(&path))
    }
}

/// The name of a texture's file, whatever folder it was in where it was made.
fn name_of(texture: &Texture) -> String {
    let paths = [&texture.relative_filename, &texture.filename, &texture.absolute_filename];
    let path = paths.into_iter().find(|path| !path.is_empty());
    let name = path.and_then(|path| path.rsplit(['/', '\\']).next()).unwrap_or_default();
    name.to_string()
}
