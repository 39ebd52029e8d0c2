import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { moveNumber } from "../game/line";
import { LONGEST_REMARK, takenOver, toggled } from "../game/remarks";
import type { Room } from "../game/room";
import { beginsVariation } from "../game/tree";
import type { GameTree, TreeMove } from "../game/tree";
import type { RemarkPlace } from "../protocol";
import { texts } from "../texts";
import { confirmLoss } from "../ui/confirm";

const t = texts.remarks;

/** What is said of the move that is looked at, for those who may write it. */
export function Remarks({ room }: { room: Room }): JSX.Element | null {
  const { tree, view } = room;
  const { move: m } = room.viewpoint;
  if (!tree || !m || !view || !room.analysis.mayWrite) return null;
  const name = m.parent ? `${moveNumber(view, m.ply)} ${m.san}` : "";
  const isPlayed = m.ply <= view.line.length && tree.onLine(view.line.slice(0, m.ply)) === m;
  const remove = (): void => room.analysis.annotate(m.path, "delete");
  // Asked only where nothing brings it back.
  const askDelete = (): void => {
    if (room.analysis.canPutBack(m.path)) remove();
    else confirmLoss(t.deleteTitle, t.deleteText(name), t.delete, remove);
  };
  return (
    <details class="remarks-panel" open={room.analysis.isWriting} onToggle={(event) => shown(room, event.currentTarget)}>
      <summary>{name ? t.on(name) : t.onStart}</summary>
      <Remark key={`after ${m.path}`} room={room} m={m} place="after" />
      <Marks room={room} tree={tree} m={m} />
      <Drawing key={`drawing ${m.path}`} room={room} m={m} />
      <div class="action-row">
        <button type="button" disabled={!isInVariation(m)} onClick={() => room.analysis.annotate(m.path, "promote")}>
          {t.promote}
        </button>
        <button type="button" disabled={isPlayed || !m.parent} onClick={askDelete}>
          {t.delete}
        </button>
      </div>
      <div class="action-row">
        <button type="button" disabled={!room.analysis.history.canUndo} onClick={() => room.analysis.history.undo()}>
          {t.undo}
        </button>
      </div>
      {/* Last, because few moves have it: nothing else moves when one goes on to the next. */}
      {beginsVariation(m) && <Remark key={`before ${m.path}`} room={room} m={m} place="before" />}
    </details>
  );
}

/** What was opened is seen, where there is room. */
function shown(room: Room, panel: HTMLDetailsElement): void {
  room.analysis.write(panel.open);
  if (panel.open) panel.scrollIntoView({ block: "nearest" });
}

function isInVariation(m: TreeMove): boolean {
  for (let at: TreeMove | null = m; at; at = at.parent) if (beginsVariation(at)) return true;
  return false;
}

type Field = { text: string; setText: (text: string) => void; wrote: () => void };

/** What stands in a field, which is what is told until somebody types; what is typed is kept over a reload until it is told. */
function useField(room: Room, m: TreeMove, field: string, told: string): Field {
  const { drafts } = room.analysis;
  const [text, setText] = useState(() => drafts.of(m.path, field) ?? told);
  const known = useRef(told);
  useEffect(() => {
    // What was refused is told as it was before, and stays in the field.
    setText(drafts.of(m.path, field) ?? takenOver(text, known.current, told));
    known.current = told;
  }, [told]);
  // What was sent is forgotten once the server has it.
  const wasSent = useRef(false);
  useEffect(() => {
    if (text === known.current && !wasSent.current) drafts.forget(m.path, field);
  }, [text]);
  const type = (typed: string): void => {
    wasSent.current = false;
    setText(typed);
    drafts.keep(m.path, field, typed);
  };
  // What was written comes back as it was kept.
  const wrote = (): void => {
    known.current = text;
    wasSent.current = true;
  };
  return { text, setText: type, wrote };
}

/** A field for what is said; what was written is kept when the field is left. */
function Remark({ room, m, place }: { room: Room; m: TreeMove; place: RemarkPlace }): JSX.Element {
  const told = (place === "before" ? m.before : m.remarks).join("\n");
  const { text, setText, wrote } = useField(room, m, place, told);
  const field = useRef<HTMLTextAreaElement>(null);
  // What was being typed when the page was loaded anew is written when the field is left: so one is in it again.
  useEffect(() => {
    if (text !== told) field.current?.focus({ preventScroll: true });
  }, []);
  const keep = (): void => {
    if (text.trim() === told.trim()) return;
    wrote();
    room.analysis.annotate(m.path, { comment: { place, text } });
  };
  useLayoutEffect(() => room.analysis.watchField(keep));
  return (
    <div class="field">
      <label for={`remark-${place}`}>{place === "before" ? t.before : t.after}</label>
      <textarea
        id={`remark-${place}`}
        ref={field}
        rows={2}
        maxLength={LONGEST_REMARK}
        data-kept
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keep();
        }}
      />
    </div>
  );
}

function Marks({ room, tree, m }: { room: Room; tree: GameTree; m: TreeMove }): JSX.Element {
  const signs = [...tree.signs, ...m.marks.filter((mark) => !tree.signs.has(mark)).map((mark) => [mark, `$${mark}`] as [number, string])];
  return (
    <div class="marks" role="group" aria-label={t.marks}>
      {signs.map(([mark, sign]) => (
        <button
          type="button"
          key={mark}
          class="mark"
          aria-label={t.markNames[mark] ?? t.mark(mark)}
          title={t.markNames[mark] ?? t.mark(mark)}
          aria-pressed={m.marks.includes(mark)}
          onClick={() => room.analysis.annotate(m.path, { marks: toggled(m.marks, mark).join(" ") })}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

/** The drawing as text, for keys and screen readers. */
function Drawing({ room, m }: { room: Room; m: TreeMove }): JSX.Element {
  const told = m.drawing.join(" ");
  const { text, setText, wrote } = useField(room, m, "drawing", told);
  const keep = (): void => {
    const written = text
      .trim()
      .split(/[\s,]+/)
      .join(" ");
    if (written === told) return;
    wrote();
    room.analysis.annotate(m.path, { drawing: written });
  };
  useLayoutEffect(() => room.analysis.watchField(keep));
  return (
    <div class="field">
      <label for="drawing">{t.drawing}</label>
      <input
        id="drawing"
        autocomplete="off"
        spellcheck={false}
        data-kept
        value={text}
        aria-describedby="drawing-help"
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep();
        }}
      />
      <small id="drawing-help">{t.drawingHelp}</small>
    </div>
  );
}
