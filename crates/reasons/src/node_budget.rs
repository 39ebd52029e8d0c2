/// How many positions may still be looked at.
pub(crate) struct NodeBudget(u32);

impl NodeBudget {
    pub fn new(positions: u32) -> NodeBudget {
        NodeBudget(positions)
    }

    /// Counts a position; `None` where there were too many, so that `?` gives up.
    pub fn spend(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }
}
