import type { JSX } from "preact";
import { app } from "../app-state";
import { errorMessage } from "../files";
import { moveNumber } from "../game/line";
import type { Room } from "../game/room";
import { http } from "../net/http";
import type { GameView } from "../protocol";
import { texts } from "../texts";
import { confirm } from "../ui/confirm";

const t = texts.files;

type Props = { room: Room; view: GameView };

/** A finished game that was opened is looked at. Playing on from one of its moves is a game of its own, without its result. */
export function PlayOn({ room, view }: Props): JSX.Element {
  const { path, words } = placeOf(room, view);
  const ask = (): void => {
    const result = view.state.ending?.result ?? "*";
    confirm(t.playOnTitle, t.playOnText(words, result), t.playOnFrom, () => void playOn(view.game, path));
  };
  return (
    <button type="button" class="primary" onClick={ask}>
      {t.playOnFrom}
    </button>
  );
}

/** The move after which the position shown is: the way to it, and how it is written. */
function placeOf(room: Room, view: GameView): { path: string; words: string } {
  const m = room.viewpoint.move;
  const line = view.line.slice(0, room.viewpoint.shownPly);
  const path = m ? m.path : line.map(({ uci }) => uci).join(" ");
  const san = m ? m.san : (line.at(-1)?.san ?? "");
  return { path, words: san && `${moveNumber(view, m ? m.ply : line.length)} ${san}` };
}

async function playOn(game: string, from: string): Promise<void> {
  try {
    await app.ensureSession();
    const view = await http.newGame({ open: { game }, from, opponent: "here" });
    app.go(`/${view.game}`);
    if (view.opened && view.opened.left_out.length > 0) app.tell(t.leftOut(view.opened.left_out.join("; ")));
  } catch (error) {
    app.tell(t.cannotPlayOn(errorMessage(error)), "refusal");
  }
}
