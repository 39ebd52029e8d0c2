//! The client's types, made from ours.

use ts_rs::TS;

use super::*;
use crate::exhibition::MoveSpeed;
use crate::store::GameStage;

const HEAD: &str = "// Made from the types of crates/server/src/wire by `cargo test -p tabiya-server typescript`\n\
                    // with TABIYA_WRITE=1. Do not edit.\n\n";

fn generated() -> String {
    let declarations = [
        Side::decl(),
        GameStage::decl(),
        PartView::decl(),
        PlayerKind::decl(),
        Mark::decl(),
        SquareMark::decl(),
        Reason::decl(),
        ClocksView::decl(),
        TakebackView::decl(),
        ClaimsView::decl(),
        EndingView::decl(),
        StateView::decl(),
        OpeningView::decl(),
        OpeningChoice::decl(),
        MoveView::decl(),
        LineChange::decl(),
        PlayerView::decl(),
        RulesView::decl(),
        ScoreView::decl(),
        You::decl(),
        OpenedView::decl(),
        MoveSpeed::decl(),
        PauseView::decl(),
        ExhibitionView::decl(),
        GameView::decl(),
        Action::decl(),
        Submit::decl(),
        FromClient::decl(),
        EntryView::decl(),
        FromServer::decl(),
        CommandAnswer::decl(),
        Failure::decl(),
        Welcome::decl(),
        SessionInfo::decl(),
        Invitation::decl(),
        GameSummary::decl(),
        FromLobby::decl(),
        ShownSession::decl(),
        ClassicView::decl(),
        ClassicTable::decl(),
        ToClassic::decl(),
        FromClassic::decl(),
        ThreatsView::decl(),
        NewSession::decl(),
        RulesWish::decl(),
        ComputersWish::decl(),
        OpponentWish::decl(),
        ColorWish::decl(),
        OpenFile::decl(),
        NewGame::decl(),
        JoinGame::decl(),
        CheckPosition::decl(),
        CheckedPosition::decl(),
    ];
    let exported: Vec<String> =
        declarations.iter().map(|declaration| format!("export {declaration}\n")).collect();
    format!("{HEAD}{}", exported.join("\n"))
}

#[test]
fn typescript_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.ts");
    let generated = generated();
    if std::env::var_os("TABIYA_WRITE").is_some() {
        std::fs::create_dir_all(std::path::Path::new(path).parent().unwrap()).unwrap();
        std::fs::write(path, &generated).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == generated,
        "web/src/protocol.ts is not made from these types: run this test with TABIYA_WRITE=1"
    );
}
