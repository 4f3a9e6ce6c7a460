//! Flags for what a motion file leaves open.

use adverb_author::clip::Up;
use adverb_author::formats::bvh::Positions;
use adverb_author::import::ImportOptions;
use clap::ValueEnum;

use super::values::frame_rate;

/// What to assume about a file.
#[derive(Debug, Clone, PartialEq, clap::Args)]
#[command(next_help_heading = "What the file leaves open")]
pub struct Import {
    /// The axis that points up
    #[arg(long, value_enum, default_value_t = UpAxis::Auto)]
    pub up: UpAxis,
    /// The unit of length: auto, m, cm, mm, or a number of metres
    #[arg(long, default_value = "auto", value_parser = unit)]
    pub unit: Unit,
    /// Whether a BVH file's position channels replace a joint's OFFSET or add to it
    #[arg(long, value_enum, default_value_t = PositionChannels::Auto)]
    pub positions: PositionChannels,
    /// Frames per second of an AMC file that states none [default: 120]
    #[arg(long, value_name = "N", value_parser = frame_rate)]
    pub rate: Option<f64>,
    /// The animation of a glTF file or the take of an FBX file, by name or number from 0 [default: the first that moves a joint]
    #[arg(long)]
    pub animation: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UpAxis {
    Auto,
    Y,
    Z,
}

impl UpAxis {
    /// As meant.
    pub fn up(self) -> Option<Up> {
        match self {
            Self::Auto => None,
            Self::Y => Some(Up::Y),
            Self::Z => Some(Up::Z),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PositionChannels {
    Auto,
    Replace,
    Add,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit(Option<f64>);

impl Unit {
    /// As meant.
    pub fn metres(self) -> Option<f64> {
        self.0
    }
}

impl Import {
    /// Whether anything was given.
    pub fn is_default(&self) -> bool {
        let Self { up, unit, positions, rate, animation } = self;
        let known = rate.is_none() && animation.is_none();
        *up == UpAxis::Auto && unit.0.is_none() && *positions == PositionChannels::Auto && known
    }

    /// As meant.
    pub fn options(&self) -> ImportOptions {
        ImportOptions {
            up: self.up.up(),
            unit_m: self.unit.metres(),
            positions: match self.positions {
                PositionChannels::Auto => Positions::Auto,
                PositionChannels::Replace => Positions::Replace,
                PositionChannels::Add => Positions::Add,
            },
            rate: self.rate,
            animation: self.animation.clone(),
            of_project: false,
        }
    }
}

pub(super) fn unit(text: &str) -> Result<Unit, String> {
    Ok(Unit(match text {
        "auto" => None,
        "m" => Some(1.0),
        "cm" => Some(0.01),
        "mm" => Some(0.001),
        number => match number.parse::<f64>() {
            Ok(metres) if metres > 0.0 && metres.is_finite() => Some(metres),
            _ => return Err("write auto, m, cm, mm, or a positive number of metres".into()),
        },
    }))
}
