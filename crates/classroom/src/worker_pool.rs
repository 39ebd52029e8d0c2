//! Several workers for one list.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What becomes of the list after a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextWork {
    /// It goes on.
    Take,
    /// What nobody has begun is left.
    Leave,
}

/// What is done for an item, by its number.
type ItemWork<'a, T, R, E> = dyn Fn(usize, &T) -> Result<(R, NextWork), E> + Sync + 'a;

/// Does some work for each item of a list, so many at a time. Items are begun in their order; what was left is `None`, and so is
/// all that follows it. After an error nothing more is begun.
pub fn for_each<T: Sync, R: Send, E: Send>(
    jobs: usize,
    items: &[T],
    work: &ItemWork<'_, T, R, E>,
) -> Result<Vec<Option<R>>, E> {
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let done: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let worker = || -> Result<(), E> {
        // Whoever has taken a number does its work: else what comes before the last piece could be left.
        while !is_over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { break };
            let (result, then) =
                work(number, item).inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
            is_over.fetch_or(then == NextWork::Leave, Ordering::Relaxed);
            done.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(result);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..jobs.clamp(1, items.len().max(1))).map(|_| scope.spawn(worker)).collect();
        let own = worker();
        let others = workers.into_iter().map(|worker| match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        others.fold(own, Result::and)
    })?;
    Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_in_its_place() {
        let double = |_: usize, number: &u32| Ok::<_, ()>((number * 2, NextWork::Take));
        let done = for_each(3, &[1, 2, 3, 4, 5], &double).unwrap();
        assert_eq!(done, [2, 4, 6, 8, 10].map(Some));
    }

    #[test]
    fn what_nobody_has_begun_is_left() {
        let until_two = |_: usize, number: &u32| {
            Ok::<_, ()>((*number, if *number == 2 { NextWork::Leave } else { NextWork::Take }))
        };
        assert_eq!(for_each(1, &[1, 2, 3], &until_two).unwrap(), [Some(1), Some(2), None]);
        let fails = |_: usize, number: &u32| if *number == 2 { Err("two") } else { Ok(((), NextWork::Take)) };
        assert_eq!(for_each(1, &[1, 2, 3], &fails), Err("two"));
    }
}
