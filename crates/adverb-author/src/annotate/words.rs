//! Annotations in words: for comments in the project file and for the terminal.

use super::{Annotation, Kind, Measures, Move, Window, name};

/// The longest list; the rest is counted.
const MOST: usize = 12;

/// The words for a recording in place.
const IN_PLACE: &str = "recorded in place, travels as its feet tell";

impl Annotation {
    /// The comments beside the key-times, one per line.
    pub fn comments(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.measures.iter().map(Measures::text).collect();
        lines.extend(self.in_place.then(|| IN_PLACE.to_string()));
        let contact = |contact: &[Option<usize>; 2]| match contact {
            [None, None] => "throughout".into(),
            [None, Some(up)] => format!("until {up}"),
            [Some(down), None] => format!("from {down}"),
            [Some(down), Some(up)] => format!("{down}–{up}"),
        };
        for (side, contacts) in &self.contacts {
            let down = listed(contacts.iter().map(contact).collect());
            lines.push(format!("{} foot on the ground: {down}", name(*side)));
        }
        lines.extend(
            self.strokes.iter().map(|(joint, turns)| format!("{joint} swings to and fro: {turns} strokes")),
        );
        lines.extend(self.moves());
        lines.extend(self.other_cycles());
        lines.extend(self.remarks.iter().map(|remark| format!("unsure: {}", remark.said())));
        lines
    }

    /// The other cycles, each with its speed, its turn and the gap between its ends.
    pub fn other_cycles(&self) -> Option<String> {
        let others = || listed(self.others.iter().map(Window::text).collect());
        (!self.others.is_empty()).then(|| format!("other cycles: {}", others()))
    }

    /// Starts, stops and turns, with their frames.
    pub fn moves(&self) -> Option<String> {
        let moves = || self.moves.iter().map(Move::text).collect::<Vec<_>>().join(", ");
        (!self.moves.is_empty()).then(|| format!("also found: {}", moves()))
    }

    /// The key-times, and what they are of.
    pub fn text(&self) -> String {
        if self.keys.is_empty() {
            return "no key-times".into();
        }
        let keys: Vec<String> = self.keys.iter().map(|(name, frame)| format!("{name} {frame}")).collect();
        let measures = self.measures.map_or(String::new(), |measures| format!(": {}", measures.text()));
        let in_place = if self.in_place { format!("; {IN_PLACE}") } else { String::new() };
        let strokes = self.strokes.as_ref();
        let strokes = strokes
            .map_or(String::new(), |(joint, turns)| format!("; {joint} swings to and fro: {turns} strokes"));
        keys.join(", ") + &measures + &strokes + &in_place
    }
}

impl Measures {
    fn text(&self) -> String {
        let Self { speed_m_s, turn_deg, slope_deg, stride_m, secs, gap_m } = self;
        let slope = if *slope_deg == 0.0 { String::new() } else { format!("slope {slope_deg:.1}°, ") };
        let turn_deg = rounded(*turn_deg);
        let gap_mm = 1000.0 * gap_m;
        format!(
            "speed {speed_m_s:.2} m/s, turn {turn_deg:.1}°, {slope}stride {stride_m:.2} m, duration {secs:.2} s; ends {gap_mm:.0} mm \
             apart"
        )
    }
}

impl Move {
    /// What it is, and its frames.
    #[must_use]
    pub fn text(&self) -> String {
        let [from, to] = self.frames;
        let turn = match self.kind {
            Kind::TurnInPlace | Kind::Pivot => format!(" ({:.0}°)", self.turn_deg),
            Kind::Start | Kind::Stop => String::new(),
        };
        format!("{} {from}–{to}{turn}", self.kind.name())
    }
}

impl Window {
    fn text(&self) -> String {
        let keys: Vec<String> = self.keys.iter().map(|(name, frame)| format!("{name} {frame}")).collect();
        format!(
            "{} ({:.2} m/s, turn {:.1}°, {:.0} mm)",
            keys.join(" "),
            self.measures.speed_m_s,
            rounded(self.measures.turn_deg),
            1000.0 * self.measures.gap_m
        )
    }
}

/// To a tenth, without the sign of a zero.
fn rounded(turn_deg: f64) -> f64 {
    (turn_deg * 10.0).round() / 10.0 + 0.0
}

fn listed(mut items: Vec<String>) -> String {
    let more = items.len().saturating_sub(MOST);
    items.truncate(MOST);
    if more > 0 {
        items.push(format!("and {more} more"));
    }
    if items.is_empty() { "never".into() } else { items.join(", ") }
}
