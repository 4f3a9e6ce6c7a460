//! x
pub fn run(_o: bool) -> Result<(), String> {
    Ok(())
}
