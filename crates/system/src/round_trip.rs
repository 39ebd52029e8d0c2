use std::os::fd::AsFd;
use std::time::Duration;

/// How long the network takes there and back by a TCP connection, as the system has measured it by what the other end's system
/// confirms: programs there have no say in it. Only Linux tells it.
#[cfg(target_os = "linux")]
pub fn round_trip(connection: impl AsFd) -> Option<Duration> {
    use std::mem::MaybeUninit;
    use std::os::fd::AsRawFd;

    let mut info = MaybeUninit::<libc::tcp_info>::zeroed();
    let mut length = size_of::<libc::tcp_info>() as libc::socklen_t;
    let connection = connection.as_fd().as_raw_fd();
    // SAFETY: the descriptor is open for as long as it is borrowed, and the system writes no more than so many bytes.
    #[expect(unsafe_code, reason = "rustix does not ask for it")]
    let asked = unsafe {
        libc::getsockopt(
            connection,
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    if asked != 0 {
        return None;
    }
    // SAFETY: it is made of numbers, which were all zero where the system did not write.
    #[expect(unsafe_code, reason = "the system has written it")]
    let info = unsafe { info.assume_init() };
    // Nothing has been measured before anything was confirmed.
    (info.tcpi_rtt > 0).then(|| Duration::from_micros(info.tcpi_rtt.into()))
}

/// The same where the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn round_trip(_connection: impl AsFd) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::thread::sleep;

    use super::*;

    #[test]
    fn the_line_is_measured_however_late_a_program_answers() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut near, _) = listener.accept().unwrap();
        for _ in 0..3 {
            near.write_all(b"?").unwrap();
            sleep(Duration::from_millis(100));
            let mut byte = [0];
            far.read_exact(&mut byte).unwrap();
            far.write_all(b"!").unwrap();
            near.read_exact(&mut byte).unwrap();
        }
        let measured = round_trip(&near).unwrap();
        assert!(measured < Duration::from_millis(60), "{measured:?}");
        assert_eq!(round_trip(File::open("/dev/null").unwrap()), None, "no connection");
    }
}
