//! Every criterion, in one table.

/// A heading for findings: the space of the examples, the eight criteria of thesis 3.5 in their order, the criteria of forms, then
/// the parts of a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Heading {
    /// The points of the examples.
    Space,
    /// Criterion 1.
    SimilarStructure,
    /// Criterion 2.
    SameSkeleton,
    /// Criterion 3.
    ContinuousCurves,
    /// Criterion 4.
    PlausibleJoints,
    /// Criterion 5.
    SimilarUse,
    /// Criterion 6.
    SameStart,
    /// Criterion 7.
    CanonicalTimeline,
    /// Criterion 8.
    SameEncoding,
    /// Forms have the same vertices and faces.
    OneConnectivity,
    /// Faces, normals and weights of a mesh.
    SoundSurface,
    /// Forms are as large as the rest, and turned alike.
    SizeAndSide,
    /// The poses of forms can be undone.
    PosesUndone,
    /// Every form adds something.
    SomethingNew,
    /// Features move something.
    Features,
    /// A shape keeps all that its forms have.
    NothingLost,
    /// Files, as read and written.
    Files,
    /// The project file.
    Project,
    /// A mesh that follows a skeleton.
    Character,
    /// Scripts.
    Script,
    /// What `annotate` finds in a recording.
    Annotation,
}

impl Heading {
    /// In the order of their numbers.
    pub const ALL: [Self; 21] = [
        Self::Space,
        Self::SimilarStructure,
        Self::SameSkeleton,
        Self::ContinuousCurves,
        Self::PlausibleJoints,
        Self::SimilarUse,
        Self::SameStart,
        Self::CanonicalTimeline,
        Self::SameEncoding,
        Self::OneConnectivity,
        Self::SoundSurface,
        Self::SizeAndSide,
        Self::PosesUndone,
        Self::SomethingNew,
        Self::Features,
        Self::NothingLost,
        Self::Files,
        Self::Project,
        Self::Character,
        Self::Script,
        Self::Annotation,
    ];

    /// Its number in `adverb check`.
    pub fn number(self) -> usize {
        self as usize
    }

    /// In a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::Space => "space",
            Self::SimilarStructure => "similar structure",
            Self::SameSkeleton => "same skeleton",
            Self::ContinuousCurves => "continuous curves",
            Self::PlausibleJoints => "plausible joints",
            Self::SimilarUse => "similar use of joints",
            Self::SameStart => "same start",
            Self::CanonicalTimeline => "canonical timeline",
            Self::SameEncoding => "same encoding",
            Self::OneConnectivity => "one connectivity",
            Self::SoundSurface => "sound surface",
            Self::SizeAndSide => "size and side",
            Self::PosesUndone => "poses undone",
            Self::SomethingNew => "something new",
            Self::Features => "features",
            Self::NothingLost => "nothing lost",
            Self::Files => "files",
            Self::Project => "project file",
            Self::Character => "character",
            Self::Script => "script",
            Self::Annotation => "annotation",
        }
    }
}

/// Makes the enum, its list and its table from one list: the variant, its name in JSON, and the summary of several findings, where
/// `{}` is the range of their quantities.
macro_rules! criteria {
    ($($heading:ident { $($variant:ident $name:literal $summary:literal,)* })*) => {
        /// What a finding is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Criterion {
            $($(#[doc = concat!("`", $name, "`: ", $summary)] $variant,)*)*
        }

        impl Criterion {
            /// All of them, by heading.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// Its name in JSON, which never changes.
            pub fn name(self) -> &'static str {
                match self { $($(Self::$variant => $name,)*)* }
            }

            /// Its heading.
            pub fn heading(self) -> Heading {
                match self { $($(Self::$variant => Heading::$heading,)*)* }
            }

            /// The summary of several findings; `{}` is the range of their quantities.
            pub(super) fn summary(self) -> &'static str {
                match self { $($(Self::$variant => $summary,)*)* }
            }
        }
    };
}

criteria! {
    Space {
        UnsolvedSpace "unsolved-space" "the space cannot be solved",
        UnvariedAxis "unvaried-axis" "no example varies the axis",
        DependentAxes "dependent-axes" "axes always change together",
        NearlyDependentAxes "nearly-dependent-axes" "axes nearly always change together",
        SharedPoint "shared-point" "different examples at the same point",
        RepeatedExample "repeated-example" "the same example at the same point",
        PseudoOnExample "pseudo-on-example" "a pseudo-example placed on an example",
        PseudoOnPseudo "pseudo-on-pseudo" "pseudo-examples at the same point",
        CloseExamples "close-examples" "closer to a neighbour than is usual: {} of the mean distance",
        OutsideRange "outside-range" "outside the range of an axis",
        NarrowExamples "narrow-examples" "examples span only {} of the range of an axis",
        UnevenScales "uneven-scales" "an axis hardly counts beside another",
        HeldWithin "held-within-hull" "points are held to {} of the hull",
        RadiiShrunk "radii-shrunk" "radii of kernels multiplied by {}",
        HardlyVaried "hardly-varied" "examples hardly vary a measured adverb",
        WrittenUnlikeMeasured "written-unlike-measured" "a value as written differs from the measured one by {}",
        AskedAndShown "asked-and-shown" "off by at most {} of what is asked for",
    }
    SimilarStructure {
        Unbuilt "unbuilt-verb" "the verb cannot be built",
        OddPoses "odd-poses" "{} from the mean of the others",
        Exchanged "exchanged-sides" "{} from the others, and nearer mirrored or half a cycle later",
        KeyNames "key-names" "other key-times than the others",
        OutOfStep "out-of-step" "begun {} of a round later, in step with the others",
        WrongFeet "wrong-feet" "{} that name the other foot",
        Steps "steps" "another number of steps than the others: {}",
        Strokes "strokes" "another number of strokes than the others: {}",
        RunAmongWalks "run-among-walks" "no foot is down {} of the time",
        LateKeys "late-keys" "key-times {} earlier or later in the steps than the others'",
        Direction "direction" "another direction than the others: {} from where they face",
        SupportNotShared "support-not-shared" "support phases that not all examples share",
        LimbTaken "limb-taken" "the limb keeps another joint already",
        NoLimb "no-limb" "no two bones above it could be bent",
        NeverSupports "never-supports" "it never supports the body",
    }
    SameSkeleton {
        OneSkeleton "one-skeleton" "{} of one skeleton",
        RenamedJoints "renamed-joints" "{} have other names and are renamed",
        MissingJoints "missing-joints" "{} are missing and stay at rest",
        OtherBones "other-bones" "bones {} longer or shorter than the skeleton's, whose lengths they take",
        TravelScaled "travel-scaled" "another body; travel scaled by {}",
        OtherBody "other-body" "another body, put on the skeleton's; travel scaled by {}",
        UnusedJoints "unused-joints" "{} that no joint of the skeleton follows",
    }
    ContinuousCurves {
        Jumps "jumps" "{} from the midpoint of the frames before and after",
        Leaps "leaping-angles" "an angle leaps by a whole turn {}, and is unrolled",
        Spins "spins" "a joint turns all the way round within a cycle, which a verb cannot follow",
    }
    PlausibleJoints {
        BentBackwards "bent-backwards" "bends backwards by up to {}",
        BeyondRange "beyond-range" "{} beyond the range of people",
        HandsInBody "hands-in-body" "between them a hand comes {} nearer to the body than in them",
    }
    SimilarUse {
        JointsApart "joints-apart" "turned {} from where most of the others have it",
        WholeTurns "whole-turns" "{} farther round than in the other examples; taken off",
    }
    SameStart {
        AwayFromOrigin "away-from-origin" "{} from the origin; placed alike",
        FacingAway "facing-away" "{} away from straight ahead; reoriented alike",
    }
    CanonicalTimeline {
        Stretched "stretched" "{} longer or shorter than usual from one key to the next",
    }
    SameEncoding {
        Deviation "deviation" "{} from the recording, root mean square",
        FrameRate "frame-rate" "another frame rate, {}; resampled alike",
    }
    OneConnectivity {
        Connectivity "connectivity" "another connectivity than the rest's",
    }
    SoundSurface {
        SoundSurface "sound-surface" "every triangle has an area and is listed once",
        Unformed "unformed-shape" "the shape cannot be built",
        NoVertices "no-vertices" "no vertices",
        NotFinite "not-finite" "{} not finite",
        TooFar "too-far" "{} too far off",
        UnknownVertex "unknown-vertex" "a face refers to a vertex that is missing",
        NoFaces "no-faces" "no faces, only vertices",
        NoNormals "no-normals" "no normals; they are computed from the faces",
        NormalLength "normal-length" "{} not of unit length",
        FlatTriangles "flat-triangles" "{} without area",
        TwiceTriangles "repeated-triangles" "{} listed twice",
        WeightSums "weight-sums" "weights of {} do not sum to one",
        Unheld "unheld-vertices" "{} that no joint holds",
        ManyInfluences "many-influences" "{} held by more than four joints",
    }
    SizeAndSide {
        Size "size" "{} of the rest",
        OtherUnit "other-unit" "{} as the rest",
        OtherOrder "other-order" "half of the edges are {} as the rest's or longer",
        InsideOut "inside-out" "turned inside out",
        NormalsInward "normals-inward" "{} point to the inner side of the faces",
    }
    PosesUndone {
        FoldedFlat "folded-flat" "the skin folds flat in the pose; vertices come back up to {} of the size beside where they were put",
    }
    SomethingNew {
        SameForm "same-form" "the same form as another",
        FileTwice "file-twice" "one file at two points",
        NothingNew "nothing-new" "{} of the size from what the others give at the same point",
    }
    Features {
        Moved "moved-by-features" "{} moved by a feature",
        Still "still-feature" "no vertex moved",
    }
    NothingLost {
        AllKept "all-kept" "every attribute and every joint is kept",
        CutInfluences "cut-influences" "held by more than four joints; at most {} of a hold is lost",
        MissingAttribute "missing-attribute" "an attribute is missing in some forms, so the shape has none",
        Frozen "frozen" "no vertex moves by more than the threshold",
        JoinedSeams "joined-seams" "seams of texture coordinates that the rest lacks",
        Unmorphed "unmorphed-attribute" "attributes that the file has of one form alone",
    }
    Files {
        Letters "letters" "letters that are not UTF-8",
        Braces "braces" "braces that do not match",
        Offsets "offsets" "offsets of joints that are missing or cannot be",
        Namesakes "namesakes" "names that several have",
        UnknownWords "unknown-keywords" "unknown keywords, ignored",
        Rows "rows" "{} in a row instead of as many as there are channels; the frame before is held",
        Values "values" "values that are not finite, or of no use",
        Counts "counts" "counts that do not match",
        EndsEarly "ends-early" "the file ends early",
        Trailing "trailing-bytes" "bytes after the end of the file",
        FrameTime "frame-time" "a frame time of many seconds",
        NoMotion "no-motion" "only the rest pose",
        UpsideDown "upside-down" "heads below feet nearly all the time",
        ExchangedNames "exchanged-names" "feet that point back, as left and right are named",
        OutlierFrames "outlier-frames" "frames at the start far from all that follow",
        JointJumps "joint-jumps" "joints that turn by {} from one frame to the next",
        Unit "unit" "a unit that is doubtful or chosen",
        Axes "axes" "axes that are doubtful or chosen",
        Rate "rate" "a frame rate that is chosen",
        Animation "animation" "one of several animations was read",
        Choice "choice" "one of several was read",
        RestPose "rest-pose" "another rest pose than the file's first",
        Positions "positions" "positions beside offsets",
        Scales "scales" "scales that joints cannot have",
        Rotations "rotations" "rotations that were not of unit length",
        Matrices "matrices" "matrices that joints cannot have",
        Keys "animation-keys" "several keys or channels for the same",
        LeftOut "left-out" "parts of the file that were left out",
        Damaged "damaged" "damaged parts of the file",
    }
    Project {
        NonCommercial "non-commercial" "files that must not be sold go into packs",
        UnusedFiles "unused-files" "settings of files that fit no file of the project",
        InPlace "in-place" "walks in place; they travel as their feet tell, at {} on average",
        CycleGap "cycle-gap" "ends of a cycle {} apart",
        Variations "variations" "{} of recordings as variations",
        RequiredTwice "required-twice" "joints that two motions require at once",
        NoGraph "no-graph" "gestures that no graph plays",
        Unplayed "unplayed-verb" "verbs with objects that no graph plays",
        DifferingRanges "differing-ranges" "knobs with different ranges in several verbs",
        PoseUnlikePoint "pose-unlike-point" "forms whose pose differs from their point",
    }
    Character {
        StillJoints "still-joints" "{} that follow none of the skeleton's",
        UnknownLegs "unknown-legs" "unknown legs, so no foot is planted",
        FourLegs "four-legs" "four legs",
        LiesDown "lies-down" "meshes that lie in their files, turned upright",
        SidesExchanged "sides-exchanged" "names that call left what is right",
        Unbound "unbound-mesh" "a mesh that cannot follow the skeleton",
    }
    Script {
        Limited "limited-knob" "knobs limited to their ranges",
        Late "after-the-end" "entries after the end",
        Undone "undone-request" "requests that cannot be met",
    }
    Annotation {
        OnlyPose "only-a-pose" "poses, not motions",
        Contacts "unsure-steps" "steps that are not sure",
        Cycle "unsure-cycle" "cycles that are not sure",
        NoReturn "no-return" "movements that do not come back",
    }
}
