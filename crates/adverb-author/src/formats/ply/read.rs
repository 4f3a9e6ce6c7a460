//! Stanford PLY in: text and binary of either byte order, properties in any order. Positions, normals, colours and texture coordinates
//! of vertices, and polygons; whatever else there is, is passed over.

use glam::{Vec2, Vec3, Vec4};

use super::values::{Kind, Source};
use crate::Error;
use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::formats::text::clipped;
use crate::mesh::{Mesh, MeshFile};

/// The longest header.
const MOST_HEADER: usize = 1 << 16;

struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

struct Property {
    name: String,
    /// Of the number of values, for lists.
    list: Option<Kind>,
    kind: Kind,
}

/// Reads a file.
pub fn read(file: &str, bytes: &[u8]) -> Result<MeshFile, Error> {
    let header = Header::read(file, bytes)?;
    let fault = |element: &Element, problem: String| Error::Binary {
        file: file.into(),
        place: format!("element '{}'", clipped(&element.name)),
        problem,
    };
    let mut source = header.source;
    let mut mesh = Mesh { file: file.into(), v_up: true, ..Mesh::default() };
    let mut log = Log::of_mesh(file);
    for element in &header.elements {
        let row: u64 = element.properties.iter().map(|p| source.least(p.list.unwrap_or(p.kind))).sum();
        if row == 0 {
            continue;
        }
        if element.count.checked_mul(row).is_none_or(|all| all > source.left() as u64 + 1) {
            let problem = format!(
                "the header claims {} of them, too many for the {} bytes that are left; the file is truncated or damaged",
                element.count,
                source.left()
            );
            return Err(fault(element, problem));
        }
        match element.name.as_str() {
            "vertex" => vertices(element, &mut source, &mut mesh, &mut log),
            "face" => faces(element, &mut source, &mut mesh, &mut log),
            _ => pass_over(element, &mut source),
        }
        .map_err(|problem| fault(element, problem))?;
    }
    if mesh.positions.is_empty() {
        return Err(Error::File { file: file.into(), problem: "it has no vertices".into() });
    }
    let count = mesh.positions.len() as u32;
    if let Some((face, corner)) =
        mesh.faces.iter().enumerate().find_map(|(f, face)| Some((f, *face.iter().find(|&&v| v >= count)?)))
    {
        let place = format!("face {face}");
        let problem = format!("it refers to vertex {corner}, but there are {count}, counted from 0");
        return Err(Error::Binary { file: file.into(), place, problem });
    }
    Ok(MeshFile { warnings: log.into_findings().0, ..mesh.into() })
}

struct Header<'a> {
    elements: Vec<Element>,
    source: Source<'a>,
}

impl<'a> Header<'a> {
    fn read(file: &str, bytes: &'a [u8]) -> Result<Self, Error> {
        let wrong = |line: usize, problem: String| Error::Text { file: file.into(), line, problem };
        let mut elements: Vec<Element> = Vec::new();
        let mut format = None;
        let mut rest = bytes;
        for line in 1.. {
            let Some((text, after)) = split_line(rest).filter(|_| bytes.len() - rest.len() < MOST_HEADER)
            else {
                return Err(wrong(line, "the header does not end; the file is truncated, or not PLY".into()));
            };
            rest = after;
            let text = String::from_utf8_lossy(text);
            let words: Vec<&str> = text.split_whitespace().collect();
            match words[..] {
                ["ply"] if line == 1 => {}
                _ if line == 1 => return Err(wrong(1, "a PLY file begins with 'ply'".into())),
                ["format", "ascii", _] => format = Some(Source::ascii as fn(&'a [u8]) -> Source<'a>),
                ["format", "binary_little_endian", _] => format = Some(Source::little_endian),
                ["format", "binary_big_endian", _] => format = Some(Source::big_endian),
                ["element", name, count] => {
                    let count = count
                        .parse()
                        .map_err(|_| wrong(line, format!("'{}' is not a count", clipped(count))))?;
                    elements.push(Element { name: name.into(), count, properties: Vec::new() });
                }
                ["property", .., name] if words.len() == 3 || words.len() == 5 && words[1] == "list" => {
                    let kind = |word: &str| {
                        Kind::of(word)
                            .ok_or_else(|| wrong(line, format!("type '{}' is unknown", clipped(word))))
                    };
                    let list = if words.len() == 5 { Some(kind(words[2])?) } else { None };
                    let property = Property { name: name.into(), list, kind: kind(words[words.len() - 2])? };
                    let element = elements.last_mut();
                    let element = element.ok_or_else(|| wrong(line, "a property of no element".into()))?;
                    element.properties.push(property);
                }
                ["comment" | "obj_info", ..] | [] => {}
                ["end_header"] => {
                    let format =
                        format.ok_or_else(|| wrong(line, "the header names no known format".into()))?;
                    return Ok(Self { elements, source: format(rest) });
                }
                // Some programs leave the word `comment` out.
                [first, ..] if !["format", "element", "property"].contains(&first) => {}
                _ => return Err(wrong(line, format!("unknown PLY header line '{}'", clipped(&text)))),
            }
        }
        unreachable!("there are not that many lines")
    }
}

/// A line and what follows its end, which is LF, CRLF or CR.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(MOST_HEADER).position(|b| matches!(b, b'\n' | b'\r'))?;
    let after = if bytes[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 };
    Some((&bytes[..end], &bytes[after..]))
}

/// What a property of a vertex is: an attribute and which number of it.
#[derive(Clone, Copy)]
enum Slot {
    Position(usize),
    Normal(usize),
    Colour(usize),
    Uv(usize),
}

fn slot(name: &str) -> Option<Slot> {
    Some(match name {
        "x" => Slot::Position(0),
        "y" => Slot::Position(1),
        "z" => Slot::Position(2),
        "nx" => Slot::Normal(0),
        "ny" => Slot::Normal(1),
        "nz" => Slot::Normal(2),
        "red" | "r" | "diffuse_red" => Slot::Colour(0),
        "green" | "g" | "diffuse_green" => Slot::Colour(1),
        "blue" | "b" | "diffuse_blue" => Slot::Colour(2),
        "alpha" | "a" | "diffuse_alpha" => Slot::Colour(3),
        "s" | "u" | "texture_u" => Slot::Uv(0),
        "t" | "v" | "texture_v" => Slot::Uv(1),
        _ => return None,
    })
}

fn vertices(element: &Element, source: &mut Source, mesh: &mut Mesh, log: &mut Log) -> Result<(), String> {
    let slots: Vec<Option<Slot>> =
        element.properties.iter().map(|p| slot(&p.name).filter(|_| p.list.is_none())).collect();
    let has = |wanted: fn(&Slot) -> bool| slots.iter().flatten().any(wanted);
    if ["x", "y", "z"].iter().any(|axis| !element.properties.iter().any(|p| p.name == *axis)) {
        return Err("it has no x, y and z".into());
    }
    if !mesh.positions.is_empty() {
        return Err("it appears twice".into());
    }
    let (mut normals, mut colours, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
    let (has_normals, has_colours, has_uvs) = (
        has(|slot| matches!(slot, Slot::Normal(_))),
        has(|slot| matches!(slot, Slot::Colour(_))),
        has(|slot| matches!(slot, Slot::Uv(_))),
    );
    let mut odd = 0;
    for vertex in 0..element.count {
        let (mut position, mut normal, mut colour, mut uv) =
            ([0.0f32; 3], [0.0f32; 3], [0.0, 0.0, 0.0, 1.0f32], [0.0f32; 2]);
        for (property, slot) in element.properties.iter().zip(&slots) {
            if let Some(count_kind) = property.list {
                pass_over_list(source, count_kind, property.kind)?;
                continue;
            }
            let value = source.value(property.kind)?;
            match *slot {
                Some(Slot::Position(axis)) => position[axis] = value as f32,
                Some(Slot::Normal(axis)) => normal[axis] = value as f32,
                Some(Slot::Colour(channel)) => colour[channel] = (value / property.kind.whole()) as f32,
                Some(Slot::Uv(axis)) => uv[axis] = value as f32,
                None => {}
            }
        }
        if position.iter().any(|x| !x.is_finite()) {
            return Err(format!("the position of vertex {vertex} is not finite"));
        }
        let others = normal.iter_mut().chain(&mut colour).chain(&mut uv);
        others.filter(|x| !x.is_finite()).for_each(|x| {
            *x = 0.0;
            odd += 1;
        });
        mesh.positions.push(Vec3::from_array(position));
        has_normals.then(|| normals.push(Vec3::from_array(normal)));
        has_colours.then(|| colours.push(Vec4::from_array(colour)));
        has_uvs.then(|| uvs.push(Vec2::from_array(uv)));
    }
    if odd > 0 {
        let message =
            format!("{odd} numbers of normals, colours and texture coordinates are not finite; zero is used");
        log.note(Criterion::Values, |found| found.says(message).of(f64::from(odd), "numbers"));
    }
    mesh.normals = has_normals.then_some(normals);
    mesh.colours = has_colours.then_some(colours);
    mesh.uvs = has_uvs.then_some(uvs);
    Ok(())
}

fn faces(element: &Element, source: &mut Source, mesh: &mut Mesh, log: &mut Log) -> Result<(), String> {
    let is_corners =
        |p: &Property| p.list.is_some() && matches!(p.name.as_str(), "vertex_indices" | "vertex_index");
    if !element.properties.iter().any(is_corners) {
        log.warn(Criterion::LeftOut, "faces without a list of vertex indices were left out", "");
    }
    if element.properties.iter().any(|p| p.name == "texcoord") {
        log.warn(Criterion::LeftOut, "texture coordinates per face were left out", "Save them per vertex.");
    }
    let mut small = 0;
    for face in 0..element.count {
        for property in &element.properties {
            match property.list {
                Some(count_kind) if is_corners(property) => {
                    let mut corners = Vec::new();
                    for _ in 0..source.count(count_kind, property.kind)? {
                        let corner = source.value(property.kind)?;
                        if !(corner >= 0.0 && corner < f64::from(u32::MAX) && corner.fract() == 0.0) {
                            return Err(format!("face {face} refers to vertex {corner}"));
                        }
                        corners.push(corner as u32);
                    }
                    if corners.len() < 3 {
                        small += 1;
                    } else {
                        mesh.faces.push(corners);
                    }
                }
                Some(count_kind) => pass_over_list(source, count_kind, property.kind)?,
                None => drop(source.value(property.kind)?),
            }
        }
    }
    if small > 0 {
        log.warn(Criterion::LeftOut, format!("{small} faces of fewer than three corners were left out"), "");
    }
    Ok(())
}

fn pass_over(element: &Element, source: &mut Source) -> Result<(), String> {
    for _ in 0..element.count {
        for property in &element.properties {
            match property.list {
                Some(count_kind) => pass_over_list(source, count_kind, property.kind)?,
                None => drop(source.value(property.kind)?),
            }
        }
    }
    Ok(())
}

fn pass_over_list(source: &mut Source, count_kind: Kind, kind: Kind) -> Result<(), String> {
    for _ in 0..source.count(count_kind, kind)? {
        source.value(kind)?;
    }
    Ok(())
}
