import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { app } from "../app-state";
import { errorMessage } from "../files";
import { bySoonest, isMyMove } from "../game/game-summary";
import { shownName, versus } from "../game/player-name";
import { http } from "../net/http";
import type { GameSummary, Side } from "../protocol";
import { texts } from "../texts";
import { ageOf } from "../ui/age";
import { askName } from "./name-question";

const t = texts.home;

/** How many of one's own games are shown on the first page: others who wait are to be seen there as well. */
const SHOWN = 3;

/** By which rules and with which clock a game is played. */
function conditions(game: GameSummary): string {
  return `${texts.rules[game.rules] ?? game.rules}, ${t.clockOf(game.clock)}`;
}

/** Whose move a game waits for, as its player is told. */
export function turnOf(game: GameSummary): string {
  if (game.open) return t.waitsForSomebody;
  if (isMyMove(game)) return texts.game.yourMove;
  return game.turn ? texts.game.toMove[game.turn] : "";
}

/** Who plays, as somebody sees it who may be one of them. */
export function playersOf(game: GameSummary): string {
  const name = (side: Side): string => (game.you === side && !game.one_board ? t.you(game[side]) : shownName(game[side]));
  const players = t.versus(name("white"), name("black"));
  return game.one_board ? t.atOneBoard(players) : players;
}

function GameLink({ game, children }: { game: GameSummary; children: ComponentChildren }): JSX.Element {
  const path = `/${game.game}`;
  return (
    <a
      href={path}
      onClick={(event) => {
        event.preventDefault();
        app.go(path);
      }}
    >
      {children}
    </a>
  );
}

/** One's own games that are not over. */
export function OwnGames({ games, now }: { games: GameSummary[]; now: number }): JSX.Element {
  const sorted = [...games].sort(bySoonest);
  return (
    <>
      <ul class="game-links">
        {sorted.slice(0, SHOWN).map((game) => (
          <li key={game.game}>
            <GameLink game={game}>
              <strong>{playersOf(game)}</strong>
              <span class={isMyMove(game) ? "my-move" : undefined}>
                {[turnOf(game).replace(/\.$/, ""), ageOf(game.updated, now)].filter(Boolean).join(" · ")}
              </span>
              <span>
                {conditions(game)}, {t.moves(game.plies)}
              </span>
            </GameLink>
          </li>
        ))}
      </ul>
      <button type="button" class="link" onClick={() => app.go("/#games=mine")}>
        {t.allRunning(games.length)}
      </button>
    </>
  );
}

/** Games of others, to watch. */
export function RunningGames({ games }: { games: GameSummary[] }): JSX.Element {
  return (
    <ul class="game-links">
      {games.map((game) => (
        <li key={game.game}>
          <GameLink game={game}>
            <strong>{versus(game)}</strong>
            <span>
              {conditions(game)}, {t.moves(game.plies)}
            </span>
          </GameLink>
        </li>
      ))}
    </ul>
  );
}

/** Who waits in the lobby, and which side is left. */
export function LobbySeats({ games }: { games: GameSummary[] }): JSX.Element {
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
          const left = game.open ?? "black";
          const host = left === "white" ? game.black : game.white;
          const how = `${conditions(game)}, ${t.seatLeft(left)}`;
          return (
            <li key={game.game} class="row">
              <span class="grow">
                <strong>{host}</strong>
                <span>{how}</span>
              </span>
              <button type="button" aria-label={`${t.join}: ${host}, ${how}`} onClick={() => void join(game.game)}>
                {t.join}
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
