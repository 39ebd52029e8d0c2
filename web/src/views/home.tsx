import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { BoardPicture } from "../board/board-picture";
import { errorMessage } from "../files";
import { Refused, http } from "../net/http";
import { LobbySocket } from "../net/lobby-socket";
import type { GameSummary } from "../protocol";
import { settings } from "../settings";
import { texts } from "../texts";
import { Icon } from "../ui/icon";
import { SettingsDialog } from "./dialogs";
import { askName } from "./name-question";
import { OpenDialog } from "./open-dialog";
import { Start, chosenStart } from "./start";

const LOOK_EVERY = 3000;

/** The first page: one click to a game. */
export function Home(): JSX.Element {
  const t = texts.home;
  const [mine, setMine] = useState<GameSummary[] | null>(null);
  const [seats, setSeats] = useState<GameSummary[]>([]);
  const [, redraw] = useState(0);
  useEffect(() => {
    let isGone = false;
    const lobby = new LobbySocket(setSeats, (switches) => app.toldByHost(switches));
    const look = async (): Promise<void> => {
      if (document.visibilityState === "hidden") {
        lobby.close();
        return;
      }
      lobby.listen();
      try {
        const asked = lobby.isTelling ? null : await http.lobby();
        const games = app.session ? (await http.games({ mine: "true" })).games : [];
        if (isGone) return;
        // What the server tells by itself is newer than what was asked.
        if (asked && !lobby.isTelling) setSeats(asked);
        setMine(games.filter((game) => game.stage !== "over"));
      } catch (error) {
        if (error instanceof Refused && error.status === 401 && app.session) app.sessionEnded();
        // The next look may fare better; what is shown stays. The line may be dead without having said so.
        lobby.close();
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY);
    return () => {
      isGone = true;
      clearInterval(timer);
      lobby.close();
    };
  }, []);
  const running = mine ?? [];
  // Before it is known which are one's own, none can be offered.
  const waiting = mine ? seats.filter((seat) => !mine.some((game) => game.game === seat.game)) : [];
  return (
    <div class="home">
      <div class="home-board">
        <BoardPicture {...chosenStart()} />
      </div>
      <div class="home-play">
        <h1>{t.title}</h1>
        <p class="lead">{t.lead}</p>
        <Start onChoice={() => redraw((count) => count + 1)} />
      </div>
      <aside class="home-side">
        <div class="more">
          <button type="button" class="card small" onClick={() => app.show(() => <OpenDialog />)}>
            <Icon name="open" />
            <strong>{t.open}</strong>
            <span>{t.openNote}</span>
          </button>
          <button type="button" class="card small" onClick={() => app.go("/#setup")}>
            <Icon name="board" />
            <strong>{t.setup}</strong>
            <span>{t.setupNote}</span>
          </button>
          <button type="button" class="card small" onClick={() => app.go("/#games")}>
            <Icon name="list" />
            <strong>{t.stored}</strong>
          </button>
          <button type="button" class="card small" onClick={() => app.go("/classics")}>
            <Icon name="terminal" />
            <strong>{texts.classics.title}</strong>
            <span>{texts.classics.note}</span>
          </button>
        </div>
        <section class="panel" aria-labelledby="running">
          <h2 id="running">{t.running}</h2>
          {running.length === 0 ? <p class="soft">{t.noRunning}</p> : <GameLinks games={running} />}
        </section>
        <section class="panel" aria-labelledby="waiting">
          <h2 id="waiting">{t.waitingGames}</h2>
          {waiting.length === 0 ? <p class="soft">{t.noWaiting}</p> : <Lobby games={waiting} />}
        </section>
        <p class="soft who">
          {t.name}: <strong>{app.session?.name ?? (settings.get().name || t.guest)}</strong>{" "}
          <button type="button" class="link" onClick={() => app.show(() => <SettingsDialog />)}>
            {t.changeName}
          </button>{" "}
          <button type="button" class="link" onClick={() => void showIdentity()}>
            {t.otherDevice}
          </button>
        </p>
      </aside>
    </div>
  );
}

/** The dialog about one's own code comes when it is wanted. */
async function showIdentity(): Promise<void> {
  const { IdentityDialog } = await import("./identity");
  app.show(() => <IdentityDialog />);
}

function GameLinks({ games }: { games: GameSummary[] }): JSX.Element {
  return (
    <ul class="game-links">
      {games.slice(0, 8).map((game) => (
        <li key={game.game}>
          <a
            href={`/${game.game}`}
            onClick={(event) => {
              event.preventDefault();
              app.go(`/${game.game}`);
            }}
          >
            <strong>{texts.home.versus(game.white, game.black)}</strong>
            <span>
              {texts.rules[game.rules] ?? game.rules}, {game.clock && `${texts.home.clockOf(game.clock)}, `}
              {texts.home.moves(game.plies)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Lobby({ games }: { games: GameSummary[] }): JSX.Element {
  const [trouble, setTrouble] = useState("");
  const join = async (game: string): Promise<void> => {
    try {
      if (!(await askName())) return;
      await app.ensureSession();
      await http.join(game);
      app.go(`/${game}`);
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };
  return (
    <>
      <ul class="game-links">
        {games.map((game) => {
          const name = game.white || game.black;
          const how = `${texts.rules[game.rules] ?? game.rules}, ${texts.home.clockOf(game.clock)}`;
          return (
            <li key={game.game} class="row">
              <span class="grow">
                <strong>{name}</strong>
                <span>{how}</span>
              </span>
              <button type="button" aria-label={`${texts.home.join}: ${name}, ${how}`} onClick={() => void join(game.game)}>
                {texts.home.join}
              </button>
            </li>
          );
        })}
      </ul>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </>
  );
}
