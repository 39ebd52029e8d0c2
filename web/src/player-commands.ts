import type { Command } from "./command";
import { otherSide } from "./game/men";
import type { Room } from "./game/room";
import { texts } from "./texts";
import { confirm, confirmLoss } from "./ui/confirm";

/** Something that ends a game stands apart from the rest. */
export type PlayerCommand = Command & { isEnd?: boolean };

/** What a player can do in a game beside moving, as it allows that now: the same for the buttons and the menu. Nothing for others. */
export function playerCommands(room: Room | null): PlayerCommand[] {
  const view = room?.view;
  if (!view || !room.isPlayer || view.stage !== "live") return [];
  const t = texts.game;
  const d = texts.dialogs;
  const { state } = view;
  const isShared = view.you.role === "both";
  const isComputer = view[otherSide(room.side ?? "white")].kind === "computer";
  const all: (PlayerCommand | false)[] = [
    !isComputer && {
      name: "offer-draw",
      label: t.offerDraw,
      icon: "draw",
      isOff: state.draw_offer !== undefined,
      run: () => confirm(d.drawTitle, d.draw, t.offerDraw, () => room.submit({ do: "offer_draw" })),
    },
    !view.free_takeback && {
      name: "takeback",
      label: t.takeback,
      icon: "undo",
      isOff: state.takeback !== undefined || state.ply === 0,
      run: () => confirm(d.takebackTitle, d.takeback, t.takeback, () => room.submit({ do: "ask_takeback" })),
    },
    view.rules.counts_pieces && {
      name: "stop",
      label: t.stop,
      icon: "list",
      run: () => confirmLoss(d.stopTitle, d.stop, t.stop, () => room.submit({ do: "stop" })),
    },
    (state.ply < 2 || isShared) && {
      name: "abort",
      label: t.abort,
      icon: "close",
      isEnd: true,
      run: () => confirmLoss(d.abortTitle, d.abort, t.abort, () => room.submit({ do: "abort" })),
    },
    (state.ply >= 2 || isShared) && {
      name: "resign",
      label: t.resign,
      icon: "flag",
      isEnd: true,
      run: () => confirmLoss(d.resignTitle, d.resign, t.resign, () => room.submit({ do: "resign" })),
    },
  ];
  return all.filter((command) => command !== false);
}
