//! Rows that grow and whose entries stay where they are.

use std::iter::{Chain, Flatten};
use std::ops::{Index, IndexMut};
use std::slice;

/// A row that grows at its end, in pieces. There may be hundreds of thousands of entries of some hundred bytes each: nothing
/// is copied when it grows, no memory is touched twice, and what is empty is at most a piece.
#[derive(Clone)]
pub struct Row<T> {
    /// Most rows have no more. It grows as a vector does.
    first: Vec<T>,
    /// Each with room for a piece, and all but the last are full.
    others: Vec<Vec<T>>,
}

const PIECE: usize = 1024;

impl<T> Row<T> {
    pub fn len(&self) -> usize {
        let full = self.others.len().saturating_sub(1);
        self.first.len() + full * PIECE + self.others.last().map_or(0, Vec::len)
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub fn push(&mut self, entry: T) {
        if self.first.len() < PIECE {
            if self.first.is_empty() {
                // It is often the only one.
                self.first.reserve_exact(1);
            }
            return self.first.push(entry);
        }
        match self.others.last_mut() {
            Some(last) if last.len() < PIECE => last.push(entry),
            _ => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(entry);
                self.others.push(piece);
            }
        }
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.first.iter_mut().chain(self.others.iter_mut().flatten())
    }

    /// `None` where there are not as many.
    pub fn get(&self, index: usize) -> Option<&T> {
        match index.checked_sub(PIECE) {
            None => self.first.get(index),
            Some(index) => self.others.get(index / PIECE)?.get(index % PIECE),
        }
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        match index.checked_sub(PIECE) {
            None => self.first.get_mut(index),
            Some(index) => self.others.get_mut(index / PIECE)?.get_mut(index % PIECE),
        }
    }

    /// In order.
    pub fn iter(&self) -> Iter<'_, T> {
        self.from(0)
    }

    /// In order, those from an index on.
    pub fn from(&self, index: usize) -> Iter<'_, T> {
        let (first, others) = match index.checked_sub(PIECE) {
            None => (self.first.get(index..).unwrap_or_default(), self.others.as_slice()),
            Some(index) => match self.others.get(index / PIECE..) {
                Some([piece, after @ ..]) => {
                    (piece.get(index % PIECE..).unwrap_or_default(), after)
                }
                Some([]) | None => (Default::default(), Default::default()),
            },
        };
        first.iter().chain(others.iter().flatten())
    }
}

/// Over a [`Row`].
pub type Iter<'a, T> = Chain<slice::Iter<'a, T>, Flatten<slice::Iter<'a, Vec<T>>>>;

impl<'a, T> IntoIterator for &'a Row<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> Default for Row<T> {
    fn default() -> Self {
        Self { first: Vec::new(), others: Vec::new() }
    }
}

/// # Panics
/// Where there are not as many.
impl<T> Index<usize> for Row<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        match index.checked_sub(PIECE) {
            None => &self.first[index],
            Some(index) => &self.others[index / PIECE][index % PIECE],
        }
    }
}

/// # Panics
/// Where there are not as many.
impl<T> IndexMut<usize> for Row<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        match index.checked_sub(PIECE) {
            None => &mut self.first[index],
            Some(index) => &mut self.others[index / PIECE][index % PIECE],
        }
    }
}

impl<T> FromIterator<T> for Row<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut row = Self::default();
        entries.into_iter().for_each(|entry| row.push(entry));
        row
    }
}

impl<T: PartialEq> PartialEq for Row<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Row<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, Row};

    #[test]
    fn entries_are_where_they_were_put() {
        for count in [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1, 5 * PIECE - 1] {
            let mut row: Row<usize> = (0..count).collect();
            assert_eq!((row.len(), row.is_empty()), (count, count == 0));
            assert!(row.iter().copied().eq(0..count));
            for index in [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE, count + PIECE] {
                assert_eq!(row.get(index).copied(), (index < count).then_some(index), "of {count}");
                assert!(row.from(index).copied().eq(index..count), "from {index} of {count}");
                if let Some(entry) = row.get_mut(index) {
                    *entry = 7;
                    assert_eq!(row[index], 7);
                    *row.get_mut(index).expect("it is there") = index;
                }
            }
        }
    }

    #[test]
    fn entries_do_not_move() {
        let mut row: Row<usize> = (0..PIECE).collect();
        let places: Vec<*const usize> = row.iter().map(|entry| entry as *const usize).collect();
        (0..3 * PIECE).for_each(|entry| row.push(entry));
        assert!(row.iter().map(|entry| entry as *const usize).take(PIECE).eq(places));
    }
}
