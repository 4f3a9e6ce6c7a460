//! Laws of the pictures of spaces: they hold whatever the space.

use adverb_author::picture::{Picture, SpaceView, space_clusters, space_maps, space_parts, space_weights};
use adverb_author::space::{Axis, Example, Extrapolation, Kernel, PseudoExample, Space, clusterings};

/// The worked example of the paper: section 3.2.
fn paper() -> Space {
    let examples = [("first", 0.15), ("second", 0.30), ("third", 0.75)];
    let example = |(name, at): (&str, f64)| Example::new(name, [at]);
    Space::new(vec![Axis::new("p", [0.0, 1.0])], examples.map(example).to_vec())
}

/// So many examples, scattered over so many axes.
fn scattered(axes: usize, examples: usize) -> Space {
    let axis = |i: usize| Axis::new(format!("axis {i}"), [-1.0, 1.0]);
    let coordinate = |e: usize, a: usize| ((e * 37 + a * 61 + e * a * 13) % 101) as f64 / 50.0 - 1.0;
    let example =
        |e: usize| Example::new(format!("e{e}"), (0..axes).map(|a| coordinate(e, a)).collect::<Vec<_>>());
    Space::new((0..axes).map(axis).collect(), (0..examples).map(example).collect())
}

/// Draws it in every way there is.
fn pictures(space: &Space) -> Vec<Picture> {
    let solution = space.solve().expect("it can be solved");
    let at: Vec<f64> = space.axes.iter().map(|axis| axis.default_value()).collect();
    let view = SpaceView { title: "A space", space, solution: &solution, at: &at };
    let values: Vec<f64> = (0..space.examples.len()).map(|i| 0.1 * i as f64).collect();
    let all: Vec<usize> = (0..space.examples.len()).collect();
    let mut pictures = Vec::new();
    for axis in 0..space.axes.len() {
        pictures.push(space_weights(&view, axis, None).expect("weights are finite"));
        pictures.push(space_weights(&view, axis, Some(&values)).expect("weights are finite"));
        pictures.push(space_parts(&view, axis, 0).expect("weights are finite"));
        pictures.push(space_clusters(&view, axis, None, &clusterings(space, &solution, Some(3))[0]));
        if axis > 0 {
            pictures.push(space_clusters(
                &view,
                axis - 1,
                Some(axis),
                &clusterings(space, &solution, Some(3))[0],
            ));
            pictures.push(space_maps(&view, axis - 1, axis, &all));
            pictures.push(space_maps(&view, axis, 0, &[0]));
        }
    }
    pictures
}

/// The numbers of an SVG's paths, circles and texts.
fn numbers(svg: &str) -> impl Iterator<Item = f64> {
    let places = svg.split(['"', '\n']).collect::<Vec<_>>();
    let attributes: Vec<String> = places
        .windows(2)
        .filter(|pair| [" d=", " cx=", " cy=", " x=", " y="].iter().any(|name| pair[0].ends_with(name)))
        .map(|pair| pair[1].to_owned())
        .collect();
    attributes.into_iter().flat_map(|text| {
        let words = text.split(|c: char| c.is_alphabetic() || c == ' ').filter(|word| !word.is_empty());
        words.map(|word| word.parse::<f64>().expect("a number")).collect::<Vec<_>>()
    })
}

fn assert_sound(picture: &Picture) {
    let svg = picture.svg();
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "not a number in the picture");
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    let farthest = picture.width_px.max(picture.height_px);
    assert!(numbers(&svg).all(|number| number.abs() <= farthest), "something lies outside");
}

#[test]
fn the_figures_of_the_paper_have_their_curves() {
    let space = paper();
    let [weights, summed, parts, _] = &pictures(&space)[..] else { panic!("one axis, four pictures") };
    let curves = |picture: &Picture| picture.svg().matches("stroke-linejoin=\"round\"").count();
    assert_eq!([curves(weights), curves(summed), curves(parts)], [3, 4, 5]);
    let svg = weights.svg();
    assert_eq!(svg.matches("<circle").count(), 3, "a dot for every example");
    assert!(["w₁ first", "w₂ second", "w₃ third"].iter().all(|name| svg.contains(name)));
    let svg = parts.svg();
    assert!(
        [">A<", ">R₁<", ">R₂<", ">R₃<", ">w₁<", "R₂ around second"].iter().all(|name| svg.contains(name))
    );
}

#[test]
fn there_is_a_map_for_every_example() {
    let mut space = scattered(2, 5);
    space.pseudo_examples = vec![PseudoExample { from: vec![0.3, 0.2], to: vec![-0.1, 0.1] }];
    let maps = pictures(&space).into_iter().nth(9).expect("maps").svg();
    let arrows = maps.matches("stroke-width=\"4.2\"").count();
    assert_eq!(arrows, 5 + 1, "one on every map and one in the legend");
    assert_eq!(maps.matches("<circle").count(), 5 * 5 + 1);
    assert!((0..5).all(|i| maps.contains(&format!(">e{i}<"))));
    assert_eq!(maps.matches("stroke-linecap=\"round\"").count() - 2 * arrows, 5 + 1, "a hull on every map");
    assert!(maps.contains(">axis 0<") && maps.contains(">axis 1<"));
}

#[test]
fn every_round_of_a_clustering_has_a_dot_per_example_and_cross_hairs_per_cluster() {
    let space = scattered(2, 30);
    let solution = space.solve().expect("it can be solved");
    let view = SpaceView { title: "A space", space: &space, solution: &solution, at: &[0.0, 0.0] };
    let level = &clusterings(&space, &solution, Some(4))[0];
    let rounds = level.rounds.len();
    assert!(rounds > 1, "something to see");
    let svg = space_clusters(&view, 0, Some(1), level).svg();
    assert_eq!(svg.matches("<circle").count(), 30 * rounds);
    let cross_hairs =
        svg.split("<path d=\"M").filter(|path| path.split('"').next().is_some_and(|d| d.contains('h')));
    assert_eq!(cross_hairs.count(), 4 * rounds);
    let wide = level.rounds.iter().flatten().filter(|cluster| cluster.radius > 0.0).count();
    assert_eq!(svg.matches("fill-opacity=\"0.1\"").count(), wide, "a ring around each");
    assert!(svg.contains(">iteration 1, cost ") && svg.contains(&format!(">iteration {rounds}, cost ")));
    assert!(svg.contains("30 examples in 4 clusters"));
}

#[test]
fn same_space_same_text() {
    let space = scattered(3, 7);
    let text = || -> Vec<String> { pictures(&space).iter().map(Picture::svg).collect() };
    assert_eq!(text(), text());
}

#[test]
fn every_kind_of_space_is_drawn_soundly() {
    let mut spaces = vec![paper(), scattered(1, 1), scattered(2, 1), scattered(2, 60), scattered(8, 12)];
    for kernel in Kernel::ALL {
        for extrapolation in [Extrapolation::Free, Extrapolation::Damped, Extrapolation::Hull(0.5)] {
            spaces.push(Space { kernel, extrapolation, smoothing: 0.1, ..scattered(3, 6) });
        }
    }
    let mut ring = scattered(2, 5);
    ring.axes[0].periodic = true;
    ring.examples[1].at[0] = 17.0;
    spaces.push(ring.clone());
    ring.axes[1].periodic = true;
    spaces.push(ring);
    let mut together = scattered(2, 4);
    together.examples.iter_mut().for_each(|example| example.at = vec![0.5, 0.5]);
    spaces.push(together.clone());
    together.examples[0].at = vec![0.6, 0.6];
    spaces.push(together);
    let mut far = scattered(2, 4);
    far.examples[0].at = vec![1e9, 3.0];
    spaces.push(far);
    let mut huge = scattered(2, 4);
    (huge.axes[0].range, huge.axes[1].range) = ([0.0, 1e90], [0.0, 1e-12]);
    spaces.push(huge);
    for space in &spaces {
        pictures(space).iter().for_each(assert_sound);
    }
}

#[test]
fn words_cannot_break_the_picture() {
    let words =
        "<g> & \"é\" \u{1} ]]> and a name that is longer than any picture is wide, again and again and again";
    let mut space = scattered(2, 12);
    space.axes.iter_mut().enumerate().for_each(|(i, axis)| axis.name = format!("{words} {i}"));
    space.examples.iter_mut().for_each(|example| example.name = words.into());
    for picture in pictures(&space) {
        let svg = picture.svg();
        assert!(!svg.contains("<g> &") && svg.contains("&lt;g&gt; &amp;"));
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }
}
