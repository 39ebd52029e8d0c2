use std::fs::File;
use std::io;

use rustix::fs::{FallocateFlags, fallocate};

/// Gives a file as many bytes on the disk, so that writing there cannot fail for want of room. What is in it stays.
pub fn allocate(file: &File, bytes: u64) -> io::Result<()> {
    Ok(fallocate(file, FallocateFlags::empty(), 0, bytes)?)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek, SeekFrom, Write};
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn holes_in_a_file_are_filled_and_nothing_else_changes() {
        let path = std::env::temp_dir().join(format!("tabiya-allocate-{}", std::process::id()));
        let mut file =
            File::options().create(true).truncate(true).read(true).write(true).open(&path).unwrap();
        file.seek(SeekFrom::Start(99_999)).unwrap();
        file.write_all(b"!").unwrap();
        match allocate(&file, 200_000) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                println!("left out: this disk knows no such thing");
            }
            other => {
                other.unwrap();
                assert!(file.metadata().unwrap().blocks() * 512 >= 200_000);
                let mut content = Vec::new();
                file.rewind().unwrap();
                file.read_to_end(&mut content).unwrap();
                let mut expected = vec![0; 200_000];
                expected[99_999] = b'!';
                assert!(content == expected);
            }
        }
        std::fs::remove_file(path).unwrap();
    }
}
