use anyhow::{Context, Result};
use tabiya_engine::{GamePosition, GameSeed, Handicap, Rng, SIGNATURE, choose_with};
use tabiya_rules::FIDE;

/// Moves that are looked at.
const MOVES: usize = 60;

/// The engine that plays: what its benchmark sees, and where two of it end up who err, which the benchmark knows nothing of.
pub fn signature() -> Result<String> {
    let mut position = GamePosition::starting(&FIDE).context("there is no start")?.position;
    let (mut history, mut rng) = (Vec::new(), Rng::from_seed(1));
    for _ in 0..MOVES {
        let m = choose_with(Handicap::new(300, 150), &position, &history, GameSeed(1), &mut rng);
        let Some(m) = m else { break };
        history.push(position.key());
        position = position.play_unchecked(m);
    }
    Ok(format!("{}-{:08x}", SIGNATURE.trim(), position.key().0 >> 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_has_one_signature() {
        let signature = signature().unwrap();
        assert_eq!(signature, super::signature().unwrap());
        assert!(signature.starts_with(SIGNATURE.trim()) && !signature.contains(' '), "{signature}");
    }
}
