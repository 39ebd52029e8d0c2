/// A list of which one row is chosen.
#[derive(Clone, Debug)]
pub(crate) struct ListBox<T> {
    pub rows: Vec<(String, T)>,
    chosen: usize,
}

impl<T> ListBox<T> {
    pub fn new(rows: Vec<(String, T)>) -> ListBox<T> {
        ListBox { rows, chosen: 0 }
    }

    pub fn chosen(&self) -> usize {
        self.chosen
    }

    pub fn value(&self) -> Option<&T> {
        self.rows.get(self.chosen).map(|(_, value)| value)
    }

    /// Chooses another row; beyond the ends it goes on at the other one.
    pub fn step(&mut self, steps: isize) {
        let count = self.rows.len();
        if count > 0 {
            self.chosen = (self.chosen as isize + steps).rem_euclid(count as isize) as usize;
        }
    }

    /// The same without going round.
    pub fn page(&mut self, steps: isize) {
        let last = self.rows.len().saturating_sub(1) as isize;
        self.chosen = (self.chosen as isize + steps).clamp(0, last) as usize;
    }

    pub fn choose(&mut self, row: usize) -> bool {
        let is_there = row < self.rows.len();
        if is_there {
            self.chosen = row;
        }
        is_there
    }
}

/// The first row of a list that is seen, so that the chosen one is, too.
pub(crate) fn top(chosen: usize, rows: usize, height: usize) -> usize {
    if rows <= height { 0 } else { chosen.saturating_sub(height / 2).min(rows - height) }
}

/// The one of a list that stands so many places behind another.
pub(crate) fn next<T: Copy + PartialEq>(all: &[T], here: T, steps: isize) -> T {
    let at = all.iter().position(|&one| one == here).unwrap_or(0);
    all[(at as isize + steps).rem_euclid(all.len() as isize) as usize]
}
