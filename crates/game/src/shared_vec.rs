//! A list whose copies share what they have in common.

use std::sync::Arc;

/// How many values are copied where one of them changes that a copy shares.
const CHUNK: usize = 32;

/// A list to which one adds at the end. A copy of it costs a pointer for every chunk of values, and a change only the
/// chunk that is changed, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedVec<T> {
    chunks: Vec<Arc<Vec<T>>>,
}

impl<T: Clone> SharedVec<T> {
    pub fn of(first: T) -> SharedVec<T> {
        SharedVec { chunks: vec![Arc::new(vec![first])] }
    }

    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        Arc::make_mut(self.chunks.get_mut(index / CHUNK)?).get_mut(index % CHUNK)
    }

    pub fn push(&mut self, value: T) {
        match self.chunks.last_mut().filter(|last| last.len() < CHUNK) {
            Some(last) => Arc::make_mut(last).push(value),
            None => self.chunks.push(Arc::new(vec![value])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_where_they_were_put() {
        let mut list = SharedVec::of(0);
        (1..1000).for_each(|number| list.push(number));
        assert_eq!(list.len(), 1000);
        assert!((0..1000).all(|number| list.get(number) == Some(&number)));
        assert_eq!(list.get(1000), None);
        assert_eq!(list.get_mut(1000), None);
    }

    #[test]
    fn a_change_copies_one_chunk_and_leaves_the_copy_alone() {
        let mut list = SharedVec::of(0);
        (1..10 * CHUNK).for_each(|number| list.push(number));
        let copy = list.clone();
        *list.get_mut(3 * CHUNK).unwrap() = 7;
        list.push(8);
        assert_eq!((copy.get(3 * CHUNK), copy.len()), (Some(&(3 * CHUNK)), 10 * CHUNK));
        let shared = list.chunks.iter().zip(&copy.chunks).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, 9);
    }
}
