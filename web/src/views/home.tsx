import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { BoardPicture } from "../board/board-picture";
import { Refused, http } from "../net/http";
import { LobbySocket } from "../net/lobby-socket";
import type { GameSummary } from "../protocol";
import { settings } from "../settings";
import { texts } from "../texts";
import { useTitle } from "../ui/hooks";
import { Icon } from "../ui/icon";
import { LobbySeats, OwnGames, RunningGames } from "./game-list";
import { OpenDialog } from "./open-dialog";
import { changeName } from "./name-question";
import { Start, chosenStart } from "./start";

const LOOK_EVERY = 3000;

/** The first page: one click to a game. */
export function Home(): JSX.Element {
  useTitle(null);
  const t = texts.home;
  const [mine, setMine] = useState<GameSummary[] | null>(null);
  const [seats, setSeats] = useState<GameSummary[]>([]);
  const [others, setOthers] = useState<GameSummary[]>([]);
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
        const games = app.session ? (await http.games({ mine: "true", unfinished: "true" })).games : [];
        const playing = await http.running();
        if (isGone) return;
        // What the server tells by itself is newer than what was asked.
        if (asked && !lobby.isTelling) setSeats(asked);
        setMine(games);
        setOthers(playing);
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
  const now = Date.now();
  const running = mine ?? [];
  // Before it is known which are one's own, none can be offered.
  const notMine = (games: GameSummary[]): GameSummary[] => (mine ? games.filter(({ game }) => !mine.some((own) => own.game === game)) : []);
  const waiting = notMine(seats);
  const watchable = notMine(others);
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
        <section class="panel" aria-labelledby="waiting">
          <h2 id="waiting">{t.waitingGames}</h2>
          {waiting.length === 0 ? <p class="soft">{t.noWaiting}</p> : <LobbySeats games={waiting} />}
        </section>
        <section class="panel" aria-labelledby="running">
          <h2 id="running">{t.running}</h2>
          {running.length === 0 ? <p class="soft">{t.noRunning}</p> : <OwnGames games={running} now={now} />}
        </section>
        {watchable.length > 0 && (
          <section class="panel" aria-labelledby="others">
            <h2 id="others">{t.watchable}</h2>
            <RunningGames games={watchable} />
          </section>
        )}
        <p class="soft who">
          {t.name}: <strong>{app.session?.name ?? (settings.get().name || t.guest)}</strong>{" "}
          <button type="button" class="link" onClick={changeName}>
            {t.changeName}
          </button>{" "}
          <button type="button" class="link" onClick={() => void showIdentity()}>
            {t.otherDevice}
          </button>
        </p>
      </aside>
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
    </div>
  );
}

/** The dialog about one's own code comes when it is wanted. */
async function showIdentity(): Promise<void> {
  const { IdentityDialog } = await import("./identity");
  app.show(() => <IdentityDialog />);
}
