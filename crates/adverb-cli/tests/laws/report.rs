//! `adverb report`: a page about the verbs of a project.

use crate::support::call::{fine, refused, text};
use crate::support::folder::{text_of, three_walks};

#[test]
fn a_report_tells_of_the_verbs_of_a_project() {
    let project = three_walks("a_report_tells_of_the_verbs");
    let page = project.join("report.html");
    fine(&["report", text(&project), "-o", text(&page)]);
    let page = text_of(&page);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    let told =
        ["<h2 id=\"walk\">walk</h2>", "Made of 3 examples over happiness", "Key-times", "Sizes and costs"];
    told.iter().for_each(|told| assert!(page.contains(told), "{told}"));
}

#[test]
fn what_cannot_be_reported_is_refused_and_nothing_is_written() {
    let project = three_walks("what_cannot_be_reported");
    let page = project.join("report.html");
    let unknown = ["no verb or shape named \"wlak\"", "walk"];
    refused(&["report", text(&project), "wlak", "-o", text(&page)], 2, &unknown);
    refused(&["report", text(&project), "-o", "report.pdf"], 2, &[".html"]);
    assert!(!page.exists());
}
