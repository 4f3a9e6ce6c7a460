//! Wavefront OBJ in: `v` with or without colours, `vt`, `vn`, polygons with indices from either end, groups and materials by name.
//!
//! Corners are one vertex where point, texture coordinates and normal are of equal value (`corners`), and the vertices stand in the order of
//! the file's points, so that forms that differ in nothing but positions have the same vertices.

use glam::{Vec2, Vec3, Vec4};

use crate::Error;
use crate::finding::{Criterion, Place};
use crate::formats::corners::{self, Corners, NONE};
use crate::formats::log::Log;
use crate::formats::text::scan::Scanner;
use crate::formats::text::{clipped, decimal_hint, decoded};
use crate::limits::MAX_NAME_BYTES;
use crate::mesh::{Faces, Mesh, MeshFile, Part};

/// Words of OBJ that carry nothing that is read here.
const IGNORED: [&str; 14] = [
    "s",
    "mtllib",
    "l",
    "p",
    "vp",
    "mg",
    "lod",
    "maplib",
    "usemap",
    "shadow_obj",
    "trace_obj",
    "bevel",
    "c_interp",
    "d_interp",
];

/// Reads a file.
pub fn read(file: &str, bytes: &[u8]) -> Result<MeshFile, Error> {
    let mut log = Log::of_mesh(file);
    let text = decoded(file, bytes, &mut log)?;
    let scan = Scanner::new(file, &text);
    let mut reader = Reader::new(&scan, &mut log);
    let mut words: Vec<&str> = Vec::new();
    let mut first_line = 1;
    let mut lines = scan.lines().peekable();
    while let Some(line) = lines.next() {
        if words.is_empty() {
            first_line = line.line;
        }
        let text = line.text.split_once('#').map_or(line.text, |(before, _)| before).trim_end();
        let (text, goes_on) = match text.strip_suffix('\\') {
            // Some programs write one after the last line, too.
            Some(text) => (text, lines.peek().is_some()),
            None => (text, false),
        };
        words.extend(text.split_whitespace());
        if !goes_on {
            if let Some((keyword, values)) = words.split_first() {
                reader.statement(first_line, keyword, values)?;
            }
            words.clear();
        }
    }
    let mesh = reader.finish()?;
    Ok(MeshFile { warnings: log.into_findings().0, ..mesh.into() })
}

struct Reader<'a> {
    scan: &'a Scanner<'a>,
    log: &'a mut Log,
    positions: Vec<Vec3>,
    colours: Vec<Vec4>,
    uvs: Vec<Vec2>,
    normals: Vec<Vec3>,
    corners: Corners<3>,
    faces: Faces,
    parts: Vec<Part>,
    name: String,
    /// The largest index of a point, of texture coordinates and of a normal, and its line.
    largest: [(u32, usize); 3],
}

impl<'a> Reader<'a> {
    fn new(scan: &'a Scanner<'a>, log: &'a mut Log) -> Self {
        Self {
            scan,
            log,
            positions: Vec::new(),
            colours: Vec::new(),
            uvs: Vec::new(),
            normals: Vec::new(),
            corners: Corners::new(),
            faces: Faces::default(),
            parts: Vec::new(),
            name: String::new(),
            largest: [(0, 0); 3],
        }
    }

    fn statement(&mut self, line: usize, keyword: &str, values: &[&str]) -> Result<(), Error> {
        match keyword {
            "v" => self.vertex(line, values)?,
            "vt" => {
                let uv = self.numbers(line, values, "texture coordinates")?;
                let uv = self.or_zero(line, uv, "texture coordinates are");
                self.uvs.push(Vec2::from_array(uv));
            }
            "vn" => {
                let normal = self.numbers(line, values, "a normal")?;
                let normal = self.or_zero(line, normal, "a normal is");
                self.normals.push(unit(Vec3::from_array(normal)));
            }
            "f" | "fo" => self.face(line, values)?,
            "g" => self.part().group = named(values),
            "usemtl" => self.part().material = named(values),
            "o" if self.name.is_empty() => self.name = named(values).unwrap_or_default(),
            "o" => self.part().group = named(values),
            _ if IGNORED.contains(&keyword) => {}
            _ => self.log.note(Criterion::UnknownWords, |found| {
                found
                    .says(format!("unknown OBJ keyword '{}', ignored", clipped(keyword)))
                    .at(Place::line(line))
            }),
        }
        Ok(())
    }

    /// `x y z`, `x y z w`, `x y z r g b` or `x y z r g b a`.
    fn vertex(&mut self, line: usize, values: &[&str]) -> Result<(), Error> {
        let [x, y, z] = self.numbers(line, values, "a position")?;
        let position = Vec3::new(x, y, z);
        if !position.is_finite() {
            let problem = format!("the position of vertex {} is not finite", self.positions.len() + 1);
            return Err(self.scan.error(line, problem));
        }
        if values.len() >= 6 {
            let [r, g, b] = self.numbers(line, &values[3..], "a colour")?;
            let a = values.get(6).and_then(|word| number(word)).unwrap_or(1.0);
            let colour = Vec4::from_array(self.or_zero(line, [r, g, b, a], "a colour is"));
            self.colours.resize(self.positions.len(), Vec4::ONE);
            self.colours.push(colour);
        } else if values.len() == 4 && number(values[3]) != Some(1.0) {
            self.log.note(Criterion::Values, |found| {
                found.says("the fourth coordinate of a vertex is ignored").at(Place::line(line))
            });
        }
        self.positions.push(position);
        Ok(())
    }

    fn face(&mut self, line: usize, values: &[&str]) -> Result<(), Error> {
        if values.len() < 3 {
            let count = values.len();
            self.log.note(Criterion::LeftOut, |found| {
                found.says(format!("a face of {count} corners was left out")).at(Place::line(line))
            });
            return Ok(());
        }
        let counts = [self.positions.len(), self.uvs.len(), self.normals.len()];
        let mut numbers = Vec::with_capacity(values.len());
        for word in values {
            let mut corner = [NONE; 3];
            let mut parts = word.split('/');
            for (place, part) in parts.by_ref().take(3).enumerate().filter(|(_, part)| !part.is_empty()) {
                let wrong = || {
                    let what = ["vertex", "texture coordinates", "normal"][place];
                    let problem = format!(
                        "'{}' refers to no {what}; there are {} so far",
                        clipped(word),
                        counts[place]
                    );
                    self.scan.error(line, problem)
                };
                let index: i64 = part.parse().map_err(|_| wrong())?;
                let index = if index < 0 { index + counts[place] as i64 } else { index - 1 };
                corner[place] = u32::try_from(index).ok().filter(|&i| i < NONE - 1).ok_or_else(wrong)?;
                if self.largest[place].0 <= corner[place] {
                    self.largest[place] = (corner[place], line);
                }
            }
            if corner[0] == NONE || parts.next().is_some() {
                return Err(self.scan.error(line, format!("'{}' is not a corner of a face", clipped(word))));
            }
            numbers.push(self.corners.number(corner));
        }
        self.faces.push(numbers);
        if self.parts.is_empty() {
            self.parts.push(Part::default());
        }
        self.parts.last_mut().into_iter().for_each(|part| part.faces += 1);
        Ok(())
    }

    /// The part to which the next faces belong, a new one if the last has faces.
    fn part(&mut self) -> &mut Part {
        if self.parts.last().is_none_or(|part| part.faces > 0) {
            let last = self.parts.last().cloned().unwrap_or_default();
            self.parts.push(Part { faces: 0, ..last });
        }
        self.parts.last_mut().expect("one was pushed")
    }

    /// The first numbers of a line.
    fn numbers<const N: usize>(&self, line: usize, values: &[&str], what: &str) -> Result<[f32; N], Error> {
        let mut numbers = [0.0; N];
        for (i, value) in numbers.iter_mut().enumerate() {
            match values.get(i) {
                Some(word) => {
                    *value = number(word).ok_or_else(|| {
                        let problem = format!("'{}' is not a number{}", clipped(word), decimal_hint(word));
                        self.scan.error(line, problem)
                    })?;
                }
                // A texture may have one dimension.
                None if N == 2 && i == 1 => {}
                None => {
                    let problem = format!("{what} has {} numbers, but needs {N}", values.len());
                    return Err(self.scan.error(line, problem));
                }
            }
        }
        Ok(numbers)
    }

    /// Zeros for numbers that are not all finite, and a word about it.
    fn or_zero<const N: usize>(&mut self, line: usize, numbers: [f32; N], what: &str) -> [f32; N] {
        if numbers.iter().all(|n| n.is_finite()) {
            return numbers;
        }
        self.log.note(Criterion::Values, |found| {
            found.says(format!("{what} not finite; zero is used")).at(Place::line(line))
        });
        [0.0; N]
    }

    fn finish(mut self) -> Result<Mesh, Error> {
        let counts = [self.positions.len(), self.uvs.len(), self.normals.len()];
        if counts[0] == 0 {
            let problem = "it has no vertices; an OBJ file has lines that begin with 'v'".into();
            return Err(Error::File { file: self.scan.file.into(), problem });
        }
        for ((largest, line), (count, what)) in
            self.largest.into_iter().zip(counts.into_iter().zip(["vertex", "texture coordinates", "normal"]))
        {
            if line > 0 && largest as usize >= count {
                let problem =
                    format!("a face refers to {what} {}, but there are {count}", u64::from(largest) + 1);
                return Err(self.scan.error(line, problem));
            }
        }
        let firsts = [
            corners::first_equals(self.uvs.iter().map(|uv| corners::bits(uv.to_array()))),
            corners::first_equals(self.normals.iter().map(|n| corners::bits(n.to_array()))),
        ];
        let mut faces = self.faces;
        let vertices = self.corners.drawn(counts[0], &firsts, &mut faces);
        self.colours.resize(if self.colours.is_empty() { 0 } else { counts[0] }, Vec4::ONE);
        let each_point =
            |colours: &Vec<Vec4>| vertices.iter().map(|corner| colours[corner[0] as usize]).collect();
        self.parts.retain(|part| part.faces > 0);
        if self.parts.iter().all(|part| part.group.is_none() && part.material.is_none()) {
            self.parts.clear();
        }
        Ok(Mesh {
            file: self.scan.file.into(),
            name: self.name,
            positions: vertices.iter().map(|corner| self.positions[corner[0] as usize]).collect(),
            normals: corners::values(&vertices, 2, &self.normals, Vec3::ZERO),
            uvs: corners::values(&vertices, 1, &self.uvs, Vec2::ZERO),
            colours: Some(&self.colours).filter(|colours| !colours.is_empty()).map(each_point),
            v_up: true,
            points: corners::points(&vertices),
            faces,
            parts: self.parts,
            ..Mesh::default()
        })
    }
}

/// A normal is a direction.
fn unit(normal: Vec3) -> Vec3 {
    if normal.is_normalized() {
        normal
    } else {
        normal.as_dvec3().try_normalize().map_or(Vec3::ZERO, |n| n.as_vec3())
    }
}

/// A number as it is written, so that what was written comes back bit by bit; infinite for what f32 does not hold, NaN for what C
/// libraries print for it.
fn number(word: &str) -> Option<f32> {
    word.parse().ok().or_else(|| crate::formats::text::number(word).map(|value| value as f32))
}

fn named(values: &[&str]) -> Option<String> {
    let name = values.join(" ");
    (!name.is_empty() && name.len() <= MAX_NAME_BYTES).then_some(name)
}
