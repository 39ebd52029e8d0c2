import { app } from "./app-state";
import type { Command, Group } from "./command";
import { copyText, errorMessage, exportedWhole, openedFileOf, saveAgain, savedFileOf, withLosses } from "./files";
import { mayAnalyse } from "./game/part";
import type { Room } from "./game/room";
import { installation } from "./installation";
import { playerCommands } from "./player-commands";
import { settings } from "./settings";
import type { Settings } from "./settings";
import { texts } from "./texts";
import { confirm, confirmLoss } from "./ui/confirm";
import { FileGamesDialog } from "./views/file-games";
import { InviteDialog } from "./views/invite";
import { pauseOrGoOn } from "./views/exhibition";
import { KeysDialog, NewDialog, SaveDialog } from "./views/dialogs";
import { OpenDialog } from "./views/open-dialog";
import { SettingsDialog } from "./views/settings";

/** Everything that menu, tool bar and keys do. */
export function commandGroups(): Group[] {
  const room = app.room?.view ? app.room : null;
  const isMuted = settings.get().isMuted;
  const threat = (side: "white" | "black" | "both", name: string, label: string, key: string): Command => ({
    name,
    label,
    // An analysis has other uses for some letters.
    ...(room?.study && key === "x" ? {} : { key: key.toUpperCase(), keys: [key] }),
    icon: "eye",
    isOff: !room,
    isPressed: room?.threatSide === side,
    run: () => void room?.showThreats(room.threatSide === side ? null : side),
  });
  const t = texts.commands;
  const { isZen, isBlindfold } = settings.get();
  const study = room?.study;
  return [
    {
      title: t.game,
      commands: [
        { name: "new", label: t.new, icon: "new", key: "Alt+N", keys: ["alt+n", "ctrl+n"], run: () => app.show(() => <NewDialog />) },
        // So near the top that the smallest window shows them.
        ...playerCommands(room),
        { name: "games", label: t.games, icon: "list", run: () => app.go("/#games") },
        {
          name: "setup",
          label: t.setup,
          icon: "board",
          run: () => app.go(room ? `/#setup=${encodeURIComponent(room.viewpoint.fen)}` : "/#setup"),
        },
        { name: "classics", label: texts.classics.title, icon: "terminal", run: () => app.go("/classics") },
        ...seatCommands(room),
        { name: "quit", label: t.quit, icon: "quit", key: "Alt+Q", keys: ["alt+q", "ctrl+q"], run: quit },
      ],
    },
    {
      title: t.file,
      commands: [
        { name: "open", label: t.open, icon: "open", key: "Ctrl+O", keys: ["ctrl+o"], run: () => app.show(() => <OpenDialog />) },
        {
          name: "file-games",
          label: t.fileGames,
          icon: "list",
          key: "G",
          keys: ["g"],
          isOff: !room || !hasMoreGames(room),
          run: () => room && app.show(() => <FileGamesDialog game={room.id} />),
        },
        { name: "save", label: t.save, icon: "save", key: "Ctrl+S", keys: ["ctrl+s"], isOff: !room, run: () => room && save(room) },
        {
          name: "save-as",
          label: t.saveAs,
          icon: "saveAs",
          key: "Shift+Ctrl+S",
          keys: ["shift+ctrl+s"],
          isOff: !room,
          run: () => room && showSave(room),
        },
        { name: "copy-pgn", label: t.copyPgn, icon: "save", isOff: !room, run: () => room && void copyGame(room) },
        { name: "copy-fen", label: t.copyFen, icon: "save", isOff: !room, run: () => room && void copyText(room.viewpoint.fen) },
      ],
    },
    { title: t.edit, commands: moveCommands(room) },
    ...(room && (study || (room.view?.stage === "over" && mayAnalyse(room)))
      ? [{ title: t.analyse, commands: [analyseCommand(), ...(study?.commands() ?? [])] }]
      : []),
    {
      title: t.view,
      commands: [
        {
          name: "flip",
          label: t.flip,
          icon: "flip",
          key: "F",
          keys: ["f"],
          isOff: !room && app.route.page !== "classic",
          run: () => app.flip(),
        },
        threat("white", "threats-white", t.threatsWhite, "w"),
        threat("black", "threats-black", t.threatsBlack, "x"),
        threat("both", "threats-both", t.threatsBoth, "t"),
        {
          name: "zen",
          label: texts.settings.zen,
          icon: "zen",
          key: "Z",
          keys: ["z"],
          isOff: !room,
          isPressed: isZen,
          run: () => change({ isZen: !isZen }, isZen ? texts.game.zenOff : texts.game.zenOn),
        },
        {
          name: "blindfold",
          label: texts.settings.blindfold,
          icon: "blindfold",
          isOff: !room,
          isPressed: isBlindfold,
          run: () => change({ isBlindfold: !isBlindfold }, isBlindfold ? texts.game.blindfoldOff : texts.game.blindfoldOn),
        },
      ],
    },
    {
      title: t.options,
      commands: [
        {
          name: "sounds",
          label: isMuted ? t.soundOn : t.soundOff,
          icon: isMuted ? "mute" : "sound",
          key: "M",
          keys: ["m"],
          run: () => change({ isMuted: !isMuted }, isMuted ? texts.game.unmuted : texts.game.muted),
        },
        ...(installation.isOffered
          ? [{ name: "install", label: t.install, icon: "install", run: () => void installation.ask() } satisfies Command]
          : []),
        { name: "settings", label: t.settings, icon: "settings", run: () => app.show(() => <SettingsDialog />) },
        { name: "keys", label: t.keys, icon: "keys", key: "?", keys: ["?", "shift+?"], run: () => app.show(() => <KeysDialog />) },
      ],
    },
  ];
}

/** Opens the analysis of a game, or leaves it. */
function analyseCommand(): Command {
  const { isAnalysing } = app;
  return { name: "analyse", label: texts.commands.analyse, icon: "graph", isPressed: isAnalysing, run: () => app.analyse(!isAnalysing) };
}

/** Whoever only watches has no seat to take along. */
function seatCommands(room: Room | null): Command[] {
  if (room && !isSeated(room)) return [];
  return [
    {
      name: "transfer",
      label: texts.commands.transfer,
      icon: "link",
      isOff: !room,
      run: () => room && app.show(() => <InviteDialog game={room.id} what="transfer" />),
    },
  ];
}

/** Whoever only watches moves nothing, and is not offered it. */
function moveCommands(room: Room | null): Command[] {
  const t = texts.commands;
  const board: Command = {
    name: "board",
    label: t.board,
    icon: "board",
    key: "B",
    keys: ["b"],
    run: () => document.querySelector<HTMLElement>(".text-board [tabindex='0']")?.focus(),
  };
  const changes: Command[] = [
    { name: "undo", label: t.undo, icon: "undo", key: "Ctrl+Z", keys: ["ctrl+z"], isOff: !room, run: () => room && undo(room) },
    {
      name: "redo",
      label: t.redo,
      icon: "redo",
      key: "Ctrl+Y",
      keys: ["ctrl+y", "shift+ctrl+z"],
      isOff: !room,
      run: () => room && redo(room),
    },
  ];
  const hint: Command = {
    name: "hint",
    label: t.hint,
    icon: "bulb",
    key: "H",
    keys: ["h"],
    isOff: !room,
    run: () => void room?.hints.show(),
  };
  // While people play, whoever watches is not told how.
  const mayAsk = room?.view?.stage === "over" || Boolean(room?.view?.exhibition);
  if (room && !room.isPlayer)
    return [...(room.analysis.mayWrite ? changes : []), ...(room.maySteer ? steeringCommands(room) : []), ...(mayAsk ? [hint] : []), board];
  return [
    ...changes,
    hint,
    {
      name: "typed",
      label: t.typed,
      icon: "keys",
      key: "/",
      keys: ["/"],
      isOff: !room && app.route.page !== "classic",
      run: () => document.getElementById("typed-move")?.focus(),
    },
    board,
  ];
}

/** What whoever made a game of two computers does with it. */
function steeringCommands(room: Room): Command[] {
  const t = texts.exhibition;
  const isPaused = room.view?.exhibition?.pause != null;
  return [
    {
      name: "pause",
      label: isPaused ? t.goOn : t.pause,
      icon: isPaused ? "next" : "pause",
      key: "P",
      keys: ["p"],
      run: () => pauseOrGoOn(room),
    },
    { name: "step", label: t.step, icon: "last", key: "O", keys: ["o"], isOff: !isPaused, run: () => room.submit({ do: "step" }) },
  ];
}

export function findCommand(name: string): Command | undefined {
  return commandGroups()
    .flatMap((group) => group.commands)
    .find((command) => command.name === name);
}

function isSeated(room: Room): boolean {
  return room.view?.you.role === "white" || room.view?.you.role === "black";
}

function hasMoreGames(room: Room): boolean {
  return (openedFileOf(room.id)?.games ?? 1) > 1;
}

/** Takes back what was done last: what was written of the moves, otherwise a move. */
function undo(room: Room): void {
  const view = room.view;
  if (!view || room.analysis.history.undo() || !room.isPlayer) return;
  const { dialogs, game } = texts;
  const { ending } = view.state;
  const takeBack = (): void => void room.submit({ do: "undo" });
  // Of a game that is only looked at nobody takes back anything: the server says so.
  if (view.recorded) takeBack();
  else if (!view.free_takeback && ending) room.submit({ do: "ask_takeback" });
  else if (!view.free_takeback) confirm(dialogs.takebackTitle, dialogs.takeback, game.takeback, () => room.submit({ do: "ask_takeback" }));
  // What the board does not show, nothing brings back.
  else if (ending && !ending.on_board) confirmLoss(dialogs.endBackTitle, dialogs.endBack(ending.says), dialogs.endBackYes, takeBack);
  else takeBack();
}

function redo(room: Room): void {
  if (!room.analysis.history.redo() && room.isPlayer) room.submit({ do: "redo" });
}

function save(room: Room): void {
  const saved = savedFileOf(room.id);
  if (!saved?.name) showSave(room);
  else if (saved.isOurs || !saved.handle) void saveAgain(room.id, saved);
  else
    confirm(
      texts.files.replaceTitle,
      texts.files.replace(saved.name, openedFileOf(room.id)?.games ?? 1),
      texts.files.replaceYes,
      () => void saveAgain(room.id, saved),
    );
}

function showSave(room: Room): void {
  app.show(() => <SaveDialog room={room} />);
}

async function copyGame(room: Room): Promise<void> {
  try {
    const exported = await exportedWhole(room.id, "pgn");
    await copyText(exported.text, withLosses(texts.files.copied, exported));
  } catch (error) {
    app.tell(errorMessage(error), "refusal");
  }
}

/** Changes a setting, and says so. */
function change(setting: Partial<Settings>, says: string): void {
  settings.set(setting);
  app.tell(says);
}

function quit(): void {
  const isPlaying = app.room?.view?.stage === "live" && app.room.isPlayer;
  if (isPlaying) confirm(texts.dialogs.quitTitle, texts.dialogs.quit, texts.dialogs.quitYes, () => app.go("/"));
  else if (app.route.page !== "home") app.go("/");
  else {
    window.close();
    app.tell(texts.dialogs.quitDone);
  }
}
