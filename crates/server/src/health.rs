//! How the server is doing, for whoever runs it: told the same at `/readyz`, in `/metrics` and on the host's page.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tabiya_game::narration::sentence;
use tabiya_rules::{ByLanguage, Language};

use crate::StoreError;
use crate::context::ServerContext;
use crate::data_trouble::DataTrouble;
use crate::ending::ServerEnd;
use crate::paths::quoted;
use crate::wire::TroubleView;

/// How far the time of a node may be from its database's without a word of it.
const FAR: Duration = Duration::from_secs(1);

/// Whether the server can be used.
pub(crate) enum Health {
    /// All is well.
    Ready,
    /// People can play, but somebody should look at something.
    Impaired(Complaint),
    /// Others are to be asked: they take over.
    Leaving(Complaint),
    /// No game can be made or played.
    NotReady(Complaint),
}

/// What is wrong. Where and why exactly is in the log, and nobody's business.
pub(crate) struct Complaint {
    says: ByLanguage<&'static str>,
    way_out: WayOut,
}

/// What can be done about it.
#[derive(Clone, Copy)]
enum WayOut {
    /// To wait: it passes.
    Wait,
    /// To make room on the disk.
    FreeSpace,
    /// To let the server write to its folder again.
    AllowWriting,
    /// To put the database back.
    PutBack,
    /// To see to it that the database can be reached.
    StartDatabase,
    /// To see to it that what carries news between servers can be reached.
    StartBus,
    /// To look at the disk.
    LookAtDisk,
    /// To save what can be read.
    Restore,
    /// To set it once more.
    SetAgain,
    /// To see why backups fail.
    BackUp,
}

impl Health {
    /// How a server is doing that may be about to end.
    pub async fn of(shared: &Arc<ServerContext>, ending: ServerEnd) -> Health {
        let closing = |says| Complaint { says, way_out: WayOut::Wait };
        match ending {
            ServerEnd::NotYet => {}
            ServerEnd::HandsOver(_) => {
                return Health::Leaving(closing(ByLanguage {
                    english: "closing, and other servers take over",
                    german: "der Server wird heruntergefahren, und andere übernehmen",
                }));
            }
            ServerEnd::Now => {
                return Health::NotReady(closing(ByLanguage {
                    english: "closing",
                    german: "der Server wird heruntergefahren",
                }));
            }
        }
        if !shared.is_loaded() {
            let loading = ByLanguage { english: "loading games", german: "die Partien werden geladen" };
            return Health::NotReady(match shared.data_trouble() {
                // This may be why they never will be.
                Some(trouble @ (DataTrouble::Damaged | DataTrouble::NotListed)) => trouble.into(),
                Some(DataTrouble::HostLost) | None => Complaint { says: loading, way_out: WayOut::Wait },
            });
        }
        if let Some(error) = shared.store_trouble().await {
            return Health::NotReady(Complaint { says: error.told().1, way_out: WayOut::of(&error) });
        }
        if let Some(trouble) = shared.data_trouble() {
            return Health::Impaired(trouble.into());
        }
        if shared.cluster.as_ref().is_some_and(|cluster| !cluster.is_bus_connected()) {
            let says = ByLanguage {
                english: "what happens on other servers is known here seconds later, because NATS cannot be reached",
                german: "was auf anderen Servern geschieht, ist hier erst Sekunden später bekannt, weil NATS nicht erreichbar ist",
            };
            return Health::Impaired(Complaint { says, way_out: WayOut::StartBus });
        }
        if shared.cluster.as_ref().is_some_and(|cluster| cluster.clock_error() > FAR) {
            let says = ByLanguage {
                english: "the time of this server is far from its database's, as after that one's clock was set: it follows slowly",
                german: "die Zeit dieses Servers liegt weit neben der seiner Datenbank, etwa weil deren Uhr gestellt wurde: sie folgt langsam",
            };
            return Health::Impaired(Complaint { says, way_out: WayOut::Wait });
        }
        if let Some(says) = shared.config.backups.as_ref().and_then(|backups| backups.trouble()) {
            return Health::Impaired(Complaint { says, way_out: WayOut::BackUp });
        }
        Health::Ready
    }

    pub fn is_ready(&self) -> bool {
        !matches!(self, Health::NotReady(_) | Health::Leaving(_))
    }

    /// The same in a line.
    pub fn line(&self) -> String {
        match self {
            Health::Ready => "ready\n".to_owned(),
            Health::Impaired(complaint) => format!("ready, but {}\n", complaint.says.english),
            Health::Leaving(complaint) | Health::NotReady(complaint) => {
                format!("not ready: {}\n", complaint.says.english)
            }
        }
    }

    /// What the host is told, where something is wrong in a data folder.
    pub fn trouble(&self, language: Language, folder: Option<&Path>) -> Option<TroubleView> {
        let (Health::Impaired(complaint) | Health::Leaving(complaint) | Health::NotReady(complaint)) = self
        else {
            return None;
        };
        let folder = folder.map_or_else(|| "--data".to_owned(), quoted);
        Some(TroubleView {
            says: sentence(language.choose(complaint.says)),
            way_out: language.choose(complaint.way_out.words(&folder)),
            can_play: self.is_ready(),
        })
    }
}

impl From<DataTrouble> for Complaint {
    fn from(trouble: DataTrouble) -> Complaint {
        let way_out = match trouble {
            DataTrouble::Damaged | DataTrouble::NotListed => WayOut::Restore,
            DataTrouble::HostLost => WayOut::SetAgain,
        };
        Complaint { says: trouble.says(), way_out }
    }
}

impl WayOut {
    fn of(error: &StoreError) -> WayOut {
        match error {
            StoreError::Full => WayOut::FreeSpace,
            StoreError::ReadOnly => WayOut::AllowWriting,
            StoreError::Moved => WayOut::PutBack,
            StoreError::Closed => WayOut::Wait,
            StoreError::Away(_) | StoreError::Lost(_) => WayOut::StartDatabase,
            StoreError::Damaged(_) | StoreError::DamagedGame(_) | StoreError::DamagedEntry { .. } => {
                WayOut::Restore
            }
            StoreError::Disk(_)
            | StoreError::Newer { .. }
            | StoreError::NoGame
            | StoreError::NoStart
            | StoreError::Other(_) => WayOut::LookAtDisk,
        }
    }

    fn words(self, folder: &str) -> ByLanguage<String> {
        match self {
            WayOut::Wait => ByLanguage {
                english: "Wait a moment: it passes.".to_owned(),
                german: "Warte einen Augenblick: das geht vorbei.".to_owned(),
            },
            WayOut::StartDatabase => ByLanguage {
                english: "Moves and new games that cannot be kept are refused, and nobody's clock pays for that. See to it that \
                          PostgreSQL runs and can be reached: games go on by themselves then, without a restart."
                    .to_owned(),
                german: "Züge und neue Partien, die nicht aufbewahrt werden können, werden abgelehnt, und niemandes Uhr bezahlt \
                         dafür. Sorge dafür, dass PostgreSQL läuft und erreichbar ist: Dann gehen die Partien von selbst \
                         weiter, ohne Neustart."
                    .to_owned(),
            },
            WayOut::StartBus => ByLanguage {
                english: "Games go on. See to it that NATS runs and can be reached: everything is told at once again then, without a \
                          restart."
                    .to_owned(),
                german: "Die Partien gehen weiter. Sorge dafür, dass NATS läuft und erreichbar ist: Dann kommt alles wieder sofort \
                         an, ohne Neustart."
                    .to_owned(),
            },
            WayOut::FreeSpace => ByLanguage {
                english: format!(
                    "Moves and new games that cannot be kept are refused, and nobody's clock pays for that. Free some \
                     space on the disk of {folder}: games go on by themselves then, without a restart."
                ),
                german: format!(
                    "Züge und neue Partien, die sich nicht speichern lassen, werden abgelehnt, und niemandes Uhr zahlt \
                     dafür. Schaffe Platz auf der Festplatte von {folder}: dann geht es von selbst weiter, ohne Neustart."
                ),
            },
            WayOut::AllowWriting => ByLanguage {
                english: format!(
                    "Moves and new games are refused, and nobody's clock pays for that. Let the server write to \
                     {folder} again: games go on by themselves then, without a restart."
                ),
                german: format!(
                    "Züge und neue Partien werden abgelehnt, und niemandes Uhr zahlt dafür. Lass den Server wieder nach \
                     {folder} schreiben: dann geht es von selbst weiter, ohne Neustart."
                ),
            },
            WayOut::PutBack => ByLanguage {
                english: format!(
                    "Put `tabiya.db` back into {folder}, and games go on by themselves. If it is lost: shut the server \
                     down, and its log tells the command that brings all games back."
                ),
                german: format!(
                    "Leg `tabiya.db` zurück nach {folder}, dann geht es von selbst weiter. Ist sie verloren: fahre den \
                     Server herunter; der Befehl, der alle Partien zurückbringt, steht in seinem Protokoll."
                ),
            },
            WayOut::LookAtDisk => ByLanguage {
                english: format!(
                    "The server's log says what the system tells about {folder}. Once that is mended, games go on by \
                     themselves."
                ),
                german: format!(
                    "Im Protokoll des Servers steht, was das System über {folder} meldet. Ist das behoben, geht es von \
                     selbst weiter."
                ),
            },
            WayOut::Restore => ByLanguage {
                english: format!(
                    "Shut the server down, then run `tabiya restore {folder}/tabiya.db --data {folder}` at its computer: \
                     that saves every game that can be read."
                ),
                german: format!(
                    "Fahre den Server herunter und gib dann an seinem Computer `tabiya restore {folder}/tabiya.db --data \
                     {folder}` ein: das rettet jede Partie, die sich lesen lässt."
                ),
            },
            WayOut::SetAgain => ByLanguage {
                english: "The server's log says what it is. Set it again here: that takes the place of what cannot be \
                          read."
                    .to_owned(),
                german: "Im Protokoll des Servers steht, was es ist. Stell es hier neu ein: das tritt an die Stelle \
                         dessen, was nicht lesbar ist."
                    .to_owned(),
            },
            WayOut::BackUp => ByLanguage {
                english: "Games go on. “Back up now” tries again and says what is wrong.".to_owned(),
                german: "Die Partien gehen weiter. „Jetzt sichern“ versucht es noch einmal und sagt, woran es liegt."
                    .to_owned(),
            },
        }
    }
}
