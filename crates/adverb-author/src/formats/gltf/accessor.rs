//! Accessors (glTF 2.0, section 5.1): typed views of buffers, with strides, normalised integers and sparse values.
//!
//! Every range is checked against its buffer view and every view against its buffer, in u64 without overflow, before
//! anything is decoded.

use super::buffers::Buffers;
use super::document::{Accessor, BufferView, DECOMPRESS, Document, Index, Sparse};
use super::fault::{Checked, Fault};
use std::collections::HashMap;
use std::rc::Rc;

/// Decoded accessors of a document.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: Buffers<'a>,
    decoded: HashMap<Index, Decoded>,
    file_len: usize,
    spent: usize,
}

/// Components, and the first that is not finite.
#[derive(Clone)]
struct Decoded {
    floats: Rc<[f32]>,
    odd: Option<usize>,
}

impl<'a> Accessors<'a> {
    pub(super) fn new(document: &'a Document, buffers: Buffers<'a>, file_len: usize) -> Self {
        Self { document, buffers, decoded: HashMap::new(), file_len, spent: 0 }
    }

    /// How many bytes the file and what it refers to have.
    pub(super) fn data_len(&self) -> usize {
        self.file_len + self.buffers.loaded_len()
    }

    /// All components of an accessor, which must be of a kind such as "VEC3". They are finite.
    pub(super) fn floats(&mut self, index: Index, kind: &str) -> Checked<Rc<[f32]>> {
        let Decoded { floats, odd } = self.decoded(index, kind)?;
        let Some(odd) = odd else { return Ok(floats) };
        let element = odd / layout(self.document, index)?.width;
        Err(Fault::at(format!("accessor {index}"), format!("element {element} holds {}", floats[odd])))
    }

    /// The same, finite or not.
    pub(super) fn any_floats(&mut self, index: Index, kind: &str) -> Checked<Rc<[f32]>> {
        self.decoded(index, kind).map(|decoded| decoded.floats)
    }

    fn decoded(&mut self, index: Index, kind: &str) -> Checked<Decoded> {
        let document = self.document;
        if let Some(decoded) = self.decoded.get(&index)
            && document.accessors[index as usize].kind == kind
        {
            return Ok(decoded.clone());
        }
        let fault = |problem: String| Fault::at(format!("accessor {index}"), problem);
        let layout = layout(document, index)?;
        let accessor = &document.accessors[index as usize];
        if accessor.kind != kind {
            return Err(fault(format!("its type is {}, but {kind} is needed", accessor.kind)));
        }
        let count = self.affordable(accessor.count, layout.width).map_err(fault)?;

        let mut floats = vec![0.0; count * layout.width];
        if let Some(view) = accessor.buffer_view {
            let stride = document.buffer_views[view as usize].byte_stride.unwrap_or(layout.element);
            let bytes = self.view(view)?;
            for (i, element) in floats.chunks_exact_mut(layout.width).enumerate() {
                let at = (accessor.byte_offset + i as u64 * stride) as usize;
                layout.decode(&bytes[at..], accessor.normalized, element);
            }
        }
        if let Some(sparse) = &accessor.sparse {
            self.overlay(sparse, &layout, accessor, &mut floats).map_err(|problem| match problem {
                Overlay::View(fault) => fault,
                Overlay::Index(problem) => fault(problem),
            })?;
        }
        let odd = floats.iter().position(|f| !f.is_finite());
        let decoded = Decoded { floats: floats.into(), odd };
        self.decoded.insert(index, decoded.clone());
        Ok(decoded)
    }

    /// How many elements an accessor has, if there is one.
    pub(super) fn count(&self, index: Index) -> Option<u64> {
        self.document.accessors.get(index as usize).map(|accessor| accessor.count)
    }

    /// The elements of a VEC3 accessor that are not zero, with their indices in ascending order. What is sparse stays so: hundreds of
    /// morph targets may each move a few of many vertices. They are finite or not.
    pub(super) fn changes(&mut self, index: Index) -> Checked<Vec<(u32, [f32; 3])>> {
        let fault = |problem: String| Fault::at(format!("accessor {index}"), problem);
        let document = self.document;
        let layout = layout(document, index)?;
        let accessor = &document.accessors[index as usize];
        let triple = |v: &[f32]| [v[0], v[1], v[2]];
        let mut changes: Vec<(u32, [f32; 3])> = match &accessor.sparse {
            Some(sparse) if accessor.buffer_view.is_none() && accessor.kind == "VEC3" && sparse.count > 0 => {
                let count = self.affordable(sparse.count, layout.width).map_err(fault)?;
                let indices = self.sparse_indices(sparse)?;
                if let Some(bad) = indices.iter().find(|&&i| i as u64 >= accessor.count) {
                    let problem = format!("sparse index {bad} where there are {} elements", accessor.count);
                    return Err(fault(problem));
                }
                let at = sparse.values.byte_offset as usize;
                let bytes = self.view(sparse.values.buffer_view)?;
                let mut value = [0.0; 3];
                let mut changes = Vec::with_capacity(count);
                for (i, index) in indices.into_iter().enumerate() {
                    layout.decode(
                        &bytes[at + i * layout.element as usize..],
                        accessor.normalized,
                        &mut value,
                    );
                    changes.push((index as u32, value));
                }
                changes.sort_by_key(|change| change.0);
                changes.dedup_by_key(|change| change.0);
                changes
            }
            None if accessor.buffer_view.is_none() && accessor.kind == "VEC3" => Vec::new(),
            _ => (0..).zip(self.any_floats(index, "VEC3")?.chunks_exact(3).map(triple)).collect(),
        };
        changes.retain(|(_, value)| *value != [0.0; 3]);
        Ok(changes)
    }

    /// The number of elements, when decoding them stays in proportion to the data: sparse accessors may claim any
    /// count, and accessors may overlap.
    fn affordable(&mut self, elements: u64, width: usize) -> Result<usize, String> {
        const FREE: usize = 1 << 20;
        if elements == 0 {
            return Err("it has no elements".into());
        }
        let components = usize::try_from(elements).ok().and_then(|n| n.checked_mul(width));
        self.spent = components.map_or(usize::MAX, |n| self.spent.saturating_add(n));
        if self.spent > FREE + self.data_len() {
            return Err(format!("its {elements} elements need more data than the file holds"));
        }
        Ok(elements as usize)
    }

    fn sparse_indices(&mut self, sparse: &Sparse) -> Checked<Vec<usize>> {
        let component = Component::of(sparse.indices.component_type)
            .map_err(|problem| Fault::at("sparse indices", problem))?;
        let at = sparse.indices.byte_offset as usize;
        let bytes = self.view(sparse.indices.buffer_view)?;
        let index = |i: usize| component.value(&bytes[at + i * component.size()..], false) as usize;
        Ok((0..sparse.count as usize).map(index).collect())
    }

    /// The bytes of a checked view.
    fn view(&mut self, index: Index) -> Checked<&[u8]> {
        let view = &self.document.buffer_views[index as usize];
        let bytes = self.buffers.bytes(view.buffer).map_err(|fault| match view.compression() {
            None => fault,
            Some(name) => {
                let problem = format!("it is compressed with {name} and has no plain copy, and {DECOMPRESS}");
                Fault::at(format!("buffer view {index}"), problem)
            }
        })?;
        Ok(&bytes[view.byte_offset as usize..][..view.byte_length as usize])
    }

    fn overlay(
        &mut self,
        sparse: &Sparse,
        layout: &Layout,
        accessor: &Accessor,
        floats: &mut [f32],
    ) -> Result<(), Overlay> {
        let indices = self.sparse_indices(sparse).map_err(Overlay::View)?;
        let bytes = self.view(sparse.values.buffer_view).map_err(Overlay::View)?;
        let at = sparse.values.byte_offset as usize;
        for (i, index) in indices.into_iter().enumerate() {
            let target = floats.chunks_exact_mut(layout.width).nth(index).ok_or_else(|| {
                Overlay::Index(format!("sparse index {index} where there are {} elements", accessor.count))
            })?;
            layout.decode(&bytes[at + i * layout.element as usize..], accessor.normalized, target);
        }
        Ok(())
    }
}

enum Overlay {
    View(Fault),
    Index(String),
}

/// How the elements of an accessor lie in its view.
struct Layout {
    component: Component,
    /// Components of an element.
    width: usize,
    /// Bytes of an element.
    element: u64,
}

impl Layout {
    /// Only for kinds other than matrices, whose columns may be padded.
    fn decode(&self, bytes: &[u8], normalized: bool, element: &mut [f32]) {
        for (bytes, value) in bytes.chunks_exact(self.component.size()).zip(element) {
            *value = self.component.value(bytes, normalized) as f32;
        }
    }
}

#[derive(Clone, Copy)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn of(code: u32) -> Result<Self, String> {
        Ok(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(format!("component type {code} is unknown")),
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The value at the start of `bytes`; normalised as in section 3.11 of glTF 2.0.
    fn value(self, bytes: &[u8], normalized: bool) -> f64 {
        let (value, most) = match self {
            Self::I8 => (f64::from(bytes[0] as i8), 127.0),
            Self::U8 => (f64::from(bytes[0]), 255.0),
            Self::I16 => (f64::from(i16::from_le_bytes([bytes[0], bytes[1]])), 32767.0),
            Self::U16 => (f64::from(u16::from_le_bytes([bytes[0], bytes[1]])), 65535.0),
            Self::U32 => {
                (f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])), 4294967295.0)
            }
            Self::F32 => return f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        };
        if normalized { (value / most).max(-1.0) } else { value }
    }
}

/// Checks all buffer views and accessors, those of meshes too: a file that is damaged there is not to be trusted.
pub(super) fn check(document: &Document) -> Checked<()> {
    for (i, view) in document.buffer_views.iter().enumerate() {
        check_view(document, i, view)?;
    }
    (0..document.accessors.len()).try_for_each(|i| layout(document, i as Index).map(drop))
}

fn check_view(document: &Document, index: usize, view: &BufferView) -> Checked<()> {
    let fault = |problem: String| Fault::at(format!("buffer view {index}"), problem);
    let buffer = document.buffers.get(view.buffer as usize).ok_or_else(|| {
        fault(format!("it refers to buffer {}, but there are {}", view.buffer, document.buffers.len()))
    })?;
    let end = view.byte_offset.checked_add(view.byte_length);
    if end.is_none_or(|end| end > buffer.byte_length) {
        return Err(fault(format!(
            "{} bytes from byte {} do not lie within buffer {} of {} bytes",
            view.byte_length, view.byte_offset, view.buffer, buffer.byte_length
        )));
    }
    match view.byte_stride {
        Some(stride) if !(4..=252).contains(&stride) => {
            Err(fault(format!("its stride is {stride}, not 4 to 252")))
        }
        _ => Ok(()),
    }
}

/// Checks an accessor whose views have been checked.
fn layout(document: &Document, index: Index) -> Checked<Layout> {
    let fault = |problem: String| Fault::at(format!("accessor {index}"), problem);
    let accessor = document
        .accessors
        .get(index as usize)
        .ok_or_else(|| fault(format!("there are only {} accessors", document.accessors.len())))?;
    let component = Component::of(accessor.component_type).map_err(fault)?;
    let (columns, rows) = match accessor.kind.as_str() {
        "SCALAR" => (1, 1),
        "VEC2" => (1, 2),
        "VEC3" => (1, 3),
        "VEC4" => (1, 4),
        "MAT2" => (2, 2),
        "MAT3" => (3, 3),
        "MAT4" => (4, 4),
        kind => return Err(fault(format!("type {kind:?} is unknown"))),
    };
    let column =
        if columns == 1 { rows * component.size() } else { (rows * component.size()).next_multiple_of(4) };
    let layout = Layout { component, width: columns * rows, element: (columns * column) as u64 };
    if let Some(view) = accessor.buffer_view {
        fits(document, view, accessor.byte_offset, accessor.count, layout.element, true).map_err(fault)?;
    }
    if let Some(sparse) = &accessor.sparse {
        if sparse.count > accessor.count {
            return Err(fault(format!("{} of its {} elements are sparse", sparse.count, accessor.count)));
        }
        let (indices, values) = (&sparse.indices, &sparse.values);
        let size = match Component::of(indices.component_type).map_err(fault)? {
            component @ (Component::U8 | Component::U16 | Component::U32) => component.size() as u64,
            _ => return Err(fault("its sparse indices are not unsigned integers".into())),
        };
        fits(document, indices.buffer_view, indices.byte_offset, sparse.count, size, false).map_err(fault)?;
        fits(document, values.buffer_view, values.byte_offset, sparse.count, layout.element, false)
            .map_err(fault)?;
    }
    Ok(layout)
}

/// Whether `count` elements of `size` bytes from `offset` lie within a view.
fn fits(
    document: &Document,
    view: Index,
    offset: u64,
    count: u64,
    size: u64,
    strided: bool,
) -> Result<(), String> {
    let length = document.buffer_views.get(view as usize);
    let length = length.ok_or_else(|| {
        format!("it refers to buffer view {view}, but there are {}", document.buffer_views.len())
    })?;
    let stride = length.byte_stride.filter(|_| strided).unwrap_or(size);
    let end = count
        .saturating_sub(1)
        .checked_mul(stride)
        .and_then(|last| last.checked_add(offset)?.checked_add(size));
    match end {
        Some(end) if count == 0 || end <= length.byte_length => Ok(()),
        _ => Err(format!(
            "{count} elements of {size} bytes from byte {offset} do not lie within buffer view {view} of {} bytes",
            length.byte_length
        )),
    }
}
