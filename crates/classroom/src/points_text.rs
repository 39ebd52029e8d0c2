/// Points as people write them: without zeros that say nothing.
pub fn points_text(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_short() {
        assert_eq!([0.0, 7.0, 7.5, 10.0, 33.333].map(points_text), ["0", "7", "7.5", "10", "33.33"]);
    }
}
