//! Lists of lists, stored as all items and the end of each list.

/// Lists of lists, one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Lists<T> {
    items: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// The number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One of them.
    pub fn get(&self, index: usize) -> &[T] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.items[start..self.ends[index] as usize]
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The items of all.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The items of all, to be changed in place.
    pub fn items_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Appends a list.
    ///
    /// # Panics
    /// Beyond 2³² items.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(u32::try_from(self.items.len()).expect("fewer than 2^32 items"));
    }

    /// Whether lists have the same lengths as others.
    pub fn is_shaped_like<U>(&self, other: &Lists<U>) -> bool {
        self.ends == other.ends
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Self {
        let mut all = Self::default();
        lists.into_iter().for_each(|list| all.push(list));
        all
    }
}

impl Lists<u32> {
    /// Turns the faces from one on inside out.
    pub(crate) fn turn_inside_out(&mut self, from: usize) {
        for face in from..self.len() {
            let start = if face == 0 { 0 } else { self.ends[face - 1] as usize };
            let end = self.ends[face] as usize;
            // The first corner stays, from which triangles fan.
            self.items[start..end].get_mut(1..).into_iter().for_each(<[u32]>::reverse);
        }
    }

    /// The faces as triangles, each a fan about its first corner, so that all forms of one connectivity have the same triangles. A face
    /// with fewer than three corners has none.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> {
        self.iter().flat_map(|face| face.windows(2).skip(1).map(|pair| [face[0], pair[0], pair[1]]))
    }
}
