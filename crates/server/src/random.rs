/// Random bytes from the operating system. Without them there are no secrets, and no server: it ends rather than go on
/// with numbers that anybody can guess.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(error) = getrandom::fill(&mut bytes) {
        tracing::error!(%error, "the system gives no random numbers: the server cannot go on");
        std::process::abort();
    }
    bytes
}
