//! When a program is given its next line: once it has written what ours had written by then.

use std::cell::RefCell;

use crate::check_options::EndWait;
use crate::comparison::{ExpectedPart, OutputProgress, OutputText, Reach, Rest, Wording, progress};
use crate::layout::Skeleton;
use crate::program::{Advice, Prompts};
use crate::reference::Reference;

/// What our program did with an input, for whoever feeds the same to another.
pub struct Adviser<'a> {
    reference: &'a Reference,
    input: usize,
    end_wait: EndWait,
    /// The parts without their layout.
    bare: Vec<ExpectedPart>,
    /// The output without its layout, as it was last time: it only grows.
    output: RefCell<Skeleton>,
}

impl Adviser<'_> {
    /// For an input of so many bytes.
    pub fn new(reference: &Reference, input: usize, end_wait: EndWait) -> Adviser<'_> {
        let certain = reference.parts.len() - usize::from(reference.is_starved);
        let bare = reference.parts[..certain].iter().map(|part| part.map(|text| Skeleton::of(text).bytes));
        Adviser { reference, input, end_wait, bare: bare.collect(), output: RefCell::default() }
    }

    /// What to do with a program that has written this, which begins with what it had written when asked before.
    pub fn advise(&self, output: &[u8], prompts: Prompts) -> Advice {
        let OutputProgress { parts, reach, lacks_prompt } = self.progress(output);
        let parts = if lacks_prompt && prompts == Prompts::Held { self.fixed_after(parts) } else { parts };
        let (total, reads) = (self.bare.len(), &self.reference.reads);
        let next = reads.iter().position(|read| read.parts > parts);
        let upto = match next {
            Some(next) => reads[next].input,
            None => self.input,
        };
        // Where its layout is another, or a line is not ended, more of it may come.
        let is_all =
            reach == Reach::Reached && parts >= total && next.is_none() && !self.reference.is_starved;
        match reach {
            Reach::Apart => Advice::Apart,
            // Whatever it will say, it says the same if it has its input too early.
            Reach::Unclear => Advice::GiveAll,
            _ if is_all && self.reads_end() && self.reference.rest == Rest::Anything => Advice::Enough,
            _ if is_all && self.end_wait == EndWait::Spared => Advice::Enough,
            _ if next.is_none() && self.reads_end() => Advice::GiveAll,
            _ if lacks_prompt => Advice::GiveBeforePrompt(upto),
            _ => Advice::Give(upto),
        }
    }

    /// The next part behind one that is not shown, past all that need not be shown either.
    fn fixed_after(&self, part: usize) -> usize {
        let open = self.bare.iter().skip(part + 1).take_while(|part| part.wording == Wording::Open);
        part + 1 + open.count()
    }

    fn reads_end(&self) -> bool {
        self.reference.reads.last().is_some_and(|read| read.input == self.input)
    }

    /// How far a program has come, its layout aside.
    fn progress(&self, output: &[u8]) -> OutputProgress {
        let certain = &self.reference.parts[..self.bare.len()];
        let exact = progress(certain, &OutputText::of(output));
        if exact.reach == Reach::Reached {
            return exact;
        }
        let mut bare = self.output.borrow_mut();
        bare.grow(output);
        let text = OutputText::new(&bare.bytes, bare.line_ends.clone());
        let lenient = progress(&self.bare, &text);
        if exact.reach == Reach::Short {
            let lacks_prompt = exact.lacks_prompt || lenient.parts > exact.parts;
            return OutputProgress { lacks_prompt, ..exact };
        }
        let reach = match (exact.reach, lenient.reach) {
            (Reach::Apart, Reach::Reached) => Reach::Short,
            (Reach::Apart, reach) => reach,
            (reach, _) => reach,
        };
        OutputProgress { parts: exact.parts.max(lenient.parts), reach, lacks_prompt: exact.lacks_prompt }
    }
}
