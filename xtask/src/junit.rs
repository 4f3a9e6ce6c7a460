//! What nextest's report says: how many tests there were, and which took longest.

/// The report, as .config/nextest.toml asks for it.
pub struct Report(pub String);

impl Report {
    /// A number of the totals, which come first.
    pub fn total(&self, name: &str) -> Result<usize, String> {
        let number = attribute(&self.0, name).and_then(|number| number.parse().ok());
        number.ok_or_else(|| format!("nextest's report lacks the number of {name}"))
    }

    /// The tests that took longest, the longest first: seconds, and `program test`.
    pub fn slowest(&self, count: usize) -> Vec<(f64, String)> {
        let mut all: Vec<(f64, String)> = self.0.split("<testcase ").skip(1).filter_map(timed).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.truncate(count);
        all
    }
}

fn timed(case: &str) -> Option<(f64, String)> {
    let case = format!(" {case}");
    let secs = attribute(&case, "time")?.parse().ok()?;
    Some((secs, format!("{} {}", attribute(&case, "classname")?, attribute(&case, "name")?)))
}

/// The first value of an attribute in a piece of XML.
fn attribute<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = xml.split_once(&format!(" {name}=\""))?;
    Some(after.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_tests_come_first() {
        let case = |name: &str, secs: f64| {
            format!("<testcase name=\"{name}\" classname=\"crate::laws\" timestamp=\"t\" time=\"{secs}\">")
        };
        let cases = [case("quick", 0.1), case("slow", 12.5), case("middling", 3.0)].concat();
        let report = Report(format!("<testsuites name=\"r\" tests=\"3\" failures=\"1\" time=\"15\">{cases}"));
        assert_eq!(report.total("tests"), Ok(3));
        assert_eq!(report.total("failures"), Ok(1));
        assert!(report.total("errors").is_err());
        let names: Vec<(f64, String)> = report.slowest(2);
        assert_eq!(names, [(12.5, "crate::laws slow".into()), (3.0, "crate::laws middling".into())]);
    }
}
