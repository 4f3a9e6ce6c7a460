//! What a shape of a pack holds.

use adverb::Shape;
use adverb_author::finding::counted;
use serde::Serialize;

use crate::point;
use crate::printing::MANY;

/// The JSON of a shape. Fields stay once they are here.
#[derive(Debug, Serialize)]
pub struct ShapeReport {
    name: String,
    adjectives: Vec<AdjectiveReport>,
    examples: Vec<ExampleReport>,
    vertices: usize,
    triangles: usize,
    /// Vertices that examples move.
    moved: u32,
    attributes: Vec<&'static str>,
    features: Vec<String>,
    /// Of its skin.
    joints: Vec<String>,
}

#[derive(Debug, Serialize)]
struct AdjectiveReport {
    name: String,
    range: [f32; 2],
    default: f32,
    /// Whether a pose turns it.
    read: bool,
}

#[derive(Debug, Serialize)]
struct ExampleReport {
    name: String,
    at: Vec<f32>,
}

impl ShapeReport {
    pub fn of(shape: &Shape) -> Self {
        let parts = shape.parts();
        let adjective = |own: &adverb::shape::Adjective| AdjectiveReport {
            name: own.name.clone(),
            range: own.range,
            default: own.default,
            read: own.read.is_some(),
        };
        let example =
            |own: &adverb::verb::Example| ExampleReport { name: own.name.clone(), at: own.at.clone() };
        Self {
            name: shape.name().into(),
            adjectives: parts.adjectives.iter().map(adjective).collect(),
            examples: parts.examples.iter().map(example).collect(),
            vertices: parts.vertices,
            triangles: parts.triangles.len(),
            moved: parts.channels[0].moved.iter().map(|run| run.count).sum(),
            attributes: parts.channels.iter().map(|channel| channel.attribute.name()).collect(),
            features: parts.features.features.iter().map(|feature| feature.name.clone()).collect(),
            joints: parts.skin.as_ref().map_or(Vec::new(), |skin| skin.joints.clone()),
        }
    }

    pub fn text(&self) -> String {
        let mut text = format!(
            "shape {}: {}, {}, {} move; {}\n",
            self.name,
            counted(self.vertices, "vertex"),
            counted(self.triangles, "triangle"),
            self.moved,
            self.attributes.join(", ")
        );
        for AdjectiveReport { name, range: [low, high], default, read } in &self.adjectives {
            let read = if *read { ", read from the pose" } else { "" };
            let [low, high, default] = [*low, *high, *default].map(point::round);
            text += &format!("  adjective {name}  {low} to {high}, default {default}{read}\n");
        }
        for example in &self.examples {
            // Of many, those that are as by themselves would hide the others.
            let is_many = self.adjectives.len() > MANY;
            let told =
                self.adjectives.iter().zip(&example.at).filter(|(own, at)| !is_many || **at != own.default);
            let at = told.map(|(own, at)| format!("{} = {}", own.name, point::round(*at)));
            let line = format!("  example   {}  {}", example.name, at.collect::<Vec<_>>().join(", "));
            text += &format!("{}\n", line.trim_end());
        }
        if !self.features.is_empty() {
            text += &format!("  features  {}\n", self.features.join(", "));
        }
        if !self.joints.is_empty() {
            text += &format!("  skin      {}\n", self.joints.join(", "));
        }
        text
    }
}
