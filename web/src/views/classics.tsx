import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { errorMessage } from "../files";
import { http } from "../net/http";
import type { ClassicView } from "../protocol";
import { texts } from "../texts";
import { Icon } from "../ui/icon";
import { useTitle } from "../ui/hooks";
import "../styles/classics.css";

/** The cards, in the order of the documents. */
const CARDS = ["hong", "cuhk", "waterloo", "byu", "imperial"] as const;

/** The documents in which two computers play each other: the same on the page's own board, at a level that fits. */
const WATCHED: Partial<Record<CardName, string>> = {
  cuhk: "/#play=computers&rules=cuhk&white=1&black=1",
  waterloo: "/#play=computers&rules=waterloo&white=4&black=4",
};

type CardName = (typeof CARDS)[number];

/** The five classic programs, a card for each; with `opensWindow` the one that has a window is opened at once. */
export function ClassicsPage({ opensWindow }: { opensWindow: boolean }): JSX.Element {
  useTitle(texts.classics.title);
  const t = texts.classics;
  const [classics, setClassics] = useState<ClassicView[] | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    if (opensWindow) {
      openWindow();
      return;
    }
    http.classics().then(setClassics, (error: unknown) => setTrouble(errorMessage(error)));
  }, []);
  return (
    <div class="classics">
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="classic-cards">
        {CARDS.map((name) => {
          if (name === "byu") return <WindowCard key={name} />;
          const ways = classics?.filter((classic) => classic.document === name) ?? [];
          return <ProgramCard key={name} name={name} ways={ways} />;
        })}
      </div>
    </div>
  );
}

function ProgramCard({ name, ways }: { name: CardName; ways: ClassicView[] }): JSX.Element {
  const t = texts.classics;
  const [way, setWay] = useState<string>(name);
  const [seed, setSeed] = useState("");
  const [undo, setUndo] = useState(false);
  const chosen = ways.find((classic) => classic.name === way);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    const query = new URLSearchParams();
    if (seed) query.set("seed", seed);
    if (undo) query.set("undo", "true");
    app.go(`/classics/${way}${`?${query}`.replace(/\?$/, "")}`);
  };
  return (
    <form class="panel classic-card" aria-labelledby={`card-${name}`} onSubmit={onSubmit}>
      <h2 id={`card-${name}`}>{t.cards[name].title}</h2>
      <p>{t.cards[name].says}</p>
      <p class="soft">{t.cards[name].document}</p>
      {ways.length > 1 && (
        <fieldset class="chips">
          <legend>{t.ways}</legend>
          {ways.map((classic) => (
            <label class="chip" key={classic.name}>
              <input
                type="radio"
                name={`way-${name}`}
                value={classic.name}
                checked={classic.name === way}
                onChange={() => setWay(classic.name)}
              />
              <span>{classic.as_written ? t.asWritten : t.asVerified}</span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen?.takes_back && (
        <label class="toggle">
          <input type="checkbox" checked={undo} onChange={(event) => setUndo(event.currentTarget.checked)} />
          <span>{t.undo}</span>
        </label>
      )}
      {chosen?.has_machines && (
        <label class="field">
          {t.seed}
          <input
            inputMode="numeric"
            pattern="[0-9]{1,19}"
            autocomplete="off"
            placeholder={t.seedNone}
            value={seed}
            onInput={(event) => setSeed(event.currentTarget.value.trim())}
          />
        </label>
      )}
      <button type="submit" class="primary" disabled={!chosen}>
        <Icon name="terminal" />
        {t.open}
      </button>
      {name in WATCHED && (
        <a
          class="watch"
          href={WATCHED[name]}
          onClick={(event) => {
            event.preventDefault();
            app.go(event.currentTarget.getAttribute("href") ?? "/");
          }}
        >
          {t.watch}
        </a>
      )}
      {name in WATCHED && chosen?.rows_from_top && <p class="soft">{t.watchRows}</p>}
    </form>
  );
}

/** The window of the fourth is the page's own board. */
function WindowCard(): JSX.Element {
  const t = texts.classics;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    openWindow();
  };
  return (
    <form class="panel classic-card" aria-labelledby="card-byu" onSubmit={onSubmit}>
      <h2 id="card-byu">{t.cards.byu.title}</h2>
      <p>{t.cards.byu.says}</p>
      <p class="soft">{t.cards.byu.document}</p>
      <button type="submit" class="primary">
        <Icon name="board" />
        {t.openBoard}
      </button>
    </form>
  );
}

/** Begins a game in the window by its address. Back leads to the cards, not to another game. */
function openWindow(): void {
  history.replaceState(null, "", "/classics");
  app.go("/#play=here&rules=byu");
}
