//! The page that shows what the demo made. Plain HTML and CSS beside the pictures: it opens from a disk as well.

/// A picture on the page.
pub struct Figure<'a> {
    /// Relative to the page.
    pub file: &'a str,
    /// A few words above a small one, a sentence below a large one.
    pub caption: &'a str,
}

/// A file to take away.
pub struct Link<'a> {
    /// Relative to the page.
    pub file: &'a str,
    /// What it is.
    pub label: &'a str,
}

/// What the page shows, from top to bottom.
pub struct Page<'a> {
    /// The walking figure.
    pub hero: Figure<'a>,
    /// Small, side by side.
    pub styles: Vec<Figure<'a>>,
    /// Large, one below the other.
    pub pictures: Vec<Figure<'a>>,
    /// The files behind it all.
    pub links: Vec<Link<'a>>,
}

impl Page<'_> {
    /// As HTML.
    pub fn html(&self) -> String {
        let figure = |f: &Figure| {
            let (file, caption) = (escaped(f.file), escaped(f.caption));
            format!(
                "<figure><a href=\"{file}\"><img src=\"{file}\" alt=\"{caption}\"></a>\
                 <figcaption>{caption}</figcaption></figure>\n"
            )
        };
        let link = |l: &Link| format!("<li><a href=\"{}\">{}</a></li>\n", escaped(l.file), escaped(l.label));
        TEMPLATE
            .replace("{hero}", &figure(&self.hero))
            .replace("{styles}", &self.styles.iter().map(figure).collect::<String>())
            .replace("{pictures}", &self.pictures.iter().map(figure).collect::<String>())
            .replace("{links}", &self.links.iter().map(link).collect::<String>())
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const TEMPLATE: &str = include_str!("page.html");
