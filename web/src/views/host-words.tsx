import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { app } from "../app-state";
import { texts } from "../texts";
import { useObservable } from "../ui/hooks";

/** What everybody is told, line by line: that the server's data has a fault, what the host says, what the host has switched. */
function wordsForAll(): { trouble: string; said: string; notes: string } {
  const { host, route, welcome } = app;
  const t = texts.host;
  // The host's page tells all of it itself, with what can be done.
  if (route.page === "host") return { trouble: "", said: "", notes: "" };
  const notes = [
    host?.clocks_paused && t.clocks_paused,
    host?.computer_off && t.computer_off,
    host?.takebacks_off && route.page === "game" && t.takebacks_off,
    host?.lobby_closed && route.page === "home" && t.lobby_closed,
  ].filter(Boolean);
  return { trouble: troubleOf(welcome?.trouble), said: host?.announcement ?? "", notes: notes.join(" ") };
}

function troubleOf(says: string | null | undefined): string {
  return says ? texts.trouble(says) : "";
}

function Said({ said }: { said: string }): JSX.Element {
  return (
    <>
      <strong>{texts.host.announcement}:</strong> {said}
    </>
  );
}

/** Above a page that may be longer than the window. A board would be pushed out of it: there the panel says the same. */
export function HostBanner(): JSX.Element | null {
  useObservable(app.room);
  if (app.showsBoard) return null;
  const { trouble, said, notes } = wordsForAll();
  const isShown = said !== "" || notes !== "";
  return (
    <>
      {trouble && (
        <p class="trouble banner" role="alert">
          {trouble}
        </p>
      )}
      <div
        class={isShown ? "host-banner hint" : "host-banner"}
        role="status"
        tabIndex={isShown && app.route.page === "setup" ? 0 : undefined}
      >
        {said && (
          <p>
            <Said said={said} />
          </p>
        )}
        {notes && <p>{notes}</p>}
      </div>
    </>
  );
}

/** In the panel of a game, which is as high as before: the first lines are seen, and all of them when it is pressed. */
export function HostNotice(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { trouble, said, notes } = wordsForAll();
  const isShown = trouble !== "" || said !== "" || notes !== "";
  const close = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <div class="host-notice" role="status">
      {isShown && (
        <button
          type="button"
          class={trouble ? "warns" : undefined}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onBlur={() => setOpen(false)}
          onKeyDown={close}
        >
          <span>
            {/* What the host has switched is short, and decides about the game: it is seen before what may be long. */}
            {[trouble, notes].filter(Boolean).map((line) => `${line}\n`)}
            {said && <Said said={said} />}
          </span>
        </button>
      )}
    </div>
  );
}
