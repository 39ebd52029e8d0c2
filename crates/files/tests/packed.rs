//! Compressed files are read as what is in them, and nothing else is taken for games.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tabiya_files::{Form, GameReader, Pardon, UnpackingReader, replace_game};
use tabiya_notation::pgn::PgnGame;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

/// A frame that others skip.
fn skippable() -> Vec<u8> {
    [&[0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat()
}

fn games(count: usize) -> String {
    (1..=count).map(|number| format!("[Event \"{number}\"]\n\n1. e4 e5 2. Nf3 {{{number}}} *\n\n")).collect()
}

fn unpacked(bytes: &[u8]) -> Result<String, String> {
    let mut text = String::new();
    UnpackingReader::new(bytes).read_to_string(&mut text).map(|_| text).map_err(|error| error.to_string())
}

#[test]
fn gzip_and_zstd_are_read_as_what_is_in_them() {
    let text = games(3000);
    let (one, two) = text.split_at(text.len() / 3);
    for packed in [
        gzip(text.as_bytes()),
        zstd(text.as_bytes()),
        // As programs write that work with several threads.
        [gzip(one.as_bytes()), gzip(two.as_bytes())].concat(),
        [skippable(), zstd(one.as_bytes()), skippable(), zstd(two.as_bytes())].concat(),
    ] {
        assert!(packed.len() < text.len() / 2);
        assert_eq!(unpacked(&packed).unwrap(), text);
        let mut reader = GameReader::new(Form::Pgn, packed.as_slice(), None, Pardon::Nothing);
        assert_eq!(reader.count_rest().unwrap(), 3000);
    }
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    let packed = gzip(fen.as_bytes());
    let found = GameReader::new(Form::Fen, packed.as_slice(), None, Pardon::Nothing).next().unwrap().unwrap();
    assert!(found.damage.is_none() && found.game.is_some());
}

#[test]
fn what_is_cut_off_or_damaged_is_told_wherever_it_is() {
    let text = games(30);
    for packed in [gzip(text.as_bytes()), zstd(text.as_bytes())] {
        for length in 8..packed.len() {
            let error = unpacked(&packed[..length]).unwrap_err();
            assert_eq!(error, "the compressed file is cut off: its end is missing", "{length}");
        }
        for at in 4..packed.len() {
            let mut damaged = packed.clone();
            damaged[at] ^= 0x55;
            // Some bytes of the head, such as the time, say nothing of the text.
            if let Ok(read) = unpacked(&damaged) {
                assert_eq!(read, text, "{at}");
            }
        }
    }
}

#[test]
fn a_bomb_is_refused() {
    let member = gzip(&vec![b'\n'; 4 << 20]);
    let gzip_bomb = member.repeat(64);
    // A frame with a window of 128 kB, and blocks of one repeated byte.
    let mut zstd_bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    let block = |is_last: u32| ((0x20000 << 3) | (1 << 1) | is_last).to_le_bytes();
    for _ in 0..2000 {
        zstd_bomb.extend([block(0)[0], block(0)[1], block(0)[2], b'\n']);
    }
    zstd_bomb.extend([block(1)[0], block(1)[1], block(1)[2], b'\n']);
    for bomb in [gzip_bomb, zstd_bomb] {
        let mut sum = 0u64;
        let mut input = UnpackingReader::new(bomb.as_slice());
        let mut buffer = vec![0; 64 * 1024];
        let error = loop {
            match input.read(&mut buffer) {
                Ok(0) => panic!("it was read to its end"),
                Ok(count) => sum += count as u64,
                Err(error) => break error.to_string(),
            }
        };
        assert!(error.contains("grows to more than 250 times its size"), "{error}");
        assert!(sum < 100 << 20, "{sum}");
        // It does not go on behind its error.
        assert_eq!(input.read(&mut buffer).unwrap(), 0);
        let mut reader = GameReader::new(Form::Pgn, bomb.as_slice(), None, Pardon::Nothing);
        assert!(reader.next().unwrap().is_err());
        assert!(reader.next().is_none());
    }
}

#[test]
fn what_is_no_text_is_no_pgn() {
    let noise: Vec<u8> = (0..5000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (bytes, what) in [
        (&b"PK\x03\x04 1. e4"[..], "a ZIP archive"),
        (b"\xff\xfe1\0.\0 \0e\0", "UTF-16"),
        (b"\0\0\0\x14ftyp", "binary data"),
        (&noise, "binary data"),
        // Also inside.
        (&gzip(b"PK\x03\x04 1. e4"), "a ZIP archive"),
        (&gzip(&gzip(b"1. e4 *")), "binary data"),
    ] {
        let error = unpacked(bytes).unwrap_err();
        assert!(error.starts_with("this is no PGN") && error.contains(what), "{error}");
    }
    for text in ["", "1. e4", "\u{1b}[31m 1. e4 e5 2. Nf3 *", "\u{feff}1. e4 *\u{1a}", "Müller"] {
        assert_eq!(unpacked(text.as_bytes()).unwrap(), text);
    }
    assert_eq!(unpacked(&gzip(b"")).unwrap(), "");
}

#[test]
fn games_are_not_replaced_in_compressed_files() {
    let packed = gzip(games(2).as_bytes());
    let game = PgnGame::default();
    let error = replace_game(packed.as_slice(), Vec::new(), 1, &game, &game).unwrap_err();
    assert!(error.to_string().starts_with("the file is compressed"), "{error}");
}
