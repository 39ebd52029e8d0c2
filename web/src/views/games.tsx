import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { MEDIA, download, errorMessage, withLosses } from "../files";
import { soughtName } from "../game/player-name";
import { KeptSearch } from "../kept-search";
import { http } from "../net/http";
import type { Form, Search } from "../net/http";
import type { GameSummary } from "../protocol";
import { texts } from "../texts";
import { momentOf } from "../ui/age";
import { playersOf, turnOf } from "./game-list";
import { useTitle } from "../ui/hooks";

const t = texts.games;
const FORMS: Form[] = ["pgn", "xml", "fen", "json"];

/** Every game that was played here: searched, replayed, exported. */
export function GamesPage({ isMine }: { isMine: boolean }): JSX.Element {
  useTitle(t.title);
  const kept = useState(() => new KeptSearch(isMine, sessionStorage))[0];
  const [search, change] = useState<Search>(kept.search);
  const setSearch = (search: Search): void => {
    kept.search = search;
    change(search);
  };
  const [games, setGames] = useState<GameSummary[]>([]);
  const [after, setAfter] = useState<string | null>(null);
  const [trouble, setTrouble] = useState("");

  const look = async (page?: string): Promise<void> => {
    const player = soughtName(search.player ?? "");
    const asked = Object.fromEntries(Object.entries({ ...search, player, after: page }).filter(([, value]) => value)) as Search;
    try {
      const found = await http.games(asked);
      setGames((before) => (page ? [...before, ...found.games] : found.games));
      setAfter(found.after);
      setTrouble("");
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };
  useEffect(() => void look(), []);

  const save = async (game: GameSummary, form: Form): Promise<void> => {
    try {
      const exported = await http.exported(game.game, form);
      download(`${game.game}.${form}`, exported.text, MEDIA[form]);
      app.tell(withLosses(texts.files.downloaded(`${game.game}.${form}`), exported));
    } catch (error) {
      app.tell(texts.files.cannotSave(errorMessage(error)), "refusal");
    }
  };
  const day = (name: "from" | "to", label: string): JSX.Element => (
    <label class="field day">
      {label}
      <input
        type="date"
        data-kept="left"
        value={search[name] ?? ""}
        onInput={(event) => setSearch({ ...search, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="games">
      <h1>{t.title}</h1>
      <form
        class="search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <label class="field">
          {t.player}
          <input
            maxLength={100}
            data-kept="left"
            value={search.player ?? ""}
            onInput={(event) => setSearch({ ...search, player: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          {t.result}
          <select value={search.result ?? ""} onChange={(event) => setSearch({ ...search, result: event.currentTarget.value })}>
            <option value="">{t.any}</option>
            {Object.entries(t.results).map(([result, label]) => (
              <option key={result} value={result}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {t.rules}
          <select value={search.rules ?? ""} onChange={(event) => setSearch({ ...search, rules: event.currentTarget.value })}>
            <option value="">{t.any}</option>
            {app.welcome?.rules.map(({ name }) => (
              <option key={name} value={name}>
                {texts.rules[name] ?? name}
              </option>
            ))}
          </select>
        </label>
        {day("from", t.from)}
        {day("to", t.to)}
        {app.session && (
          <label class="toggle">
            <input
              type="checkbox"
              checked={search.mine === "true"}
              onChange={(event) => setSearch({ ...search, mine: event.currentTarget.checked ? "true" : "" })}
            />{" "}
            {t.mine}
          </label>
        )}
        <label class="toggle">
          <input
            type="checkbox"
            checked={search.unfinished === "true"}
            onChange={(event) => setSearch({ ...search, unfinished: event.currentTarget.checked ? "true" : "" })}
          />{" "}
          {t.unfinished}
        </label>
        <label class="toggle">
          <input
            type="checkbox"
            checked={search.begun === "false"}
            onChange={(event) => setSearch({ ...search, begun: event.currentTarget.checked ? "false" : "" })}
          />{" "}
          {t.neverBegun}
        </label>
        <button type="submit" class="primary align-end">
          {t.search}
        </button>
      </form>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {games.length === 0 ? (
        <p class="soft">{t.none}</p>
      ) : (
        <table class="game-table">
          <thead>
            <tr>
              {t.headings.map((heading) => (
                <th scope="col" key={heading}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {games.map((game) => {
              const players = playersOf(game);
              return (
                <tr key={game.game}>
                  <td>
                    <a
                      href={`/${game.game}`}
                      onClick={(event) => {
                        event.preventDefault();
                        app.go(`/${game.game}`);
                      }}
                    >
                      {players}
                    </a>
                  </td>
                  <td>{game.stage === "over" ? (t.results[game.result] ?? game.result) : turnOf(game)}</td>
                  <td>{texts.rules[game.rules] ?? game.rules}</td>
                  <td>{texts.home.clockOf(game.clock)}</td>
                  <td>{texts.home.moves(game.plies)}</td>
                  <td>{momentOf(game.created)}</td>
                  <td class="exports">
                    {FORMS.map((form) => (
                      <button
                        type="button"
                        class="link"
                        key={form}
                        aria-label={t.exportAs(form, players)}
                        onClick={() => void save(game, form)}
                      >
                        {form.toUpperCase()}
                      </button>
                    ))}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {after && (
        <button type="button" onClick={() => void look(after)}>
          {t.more}
        </button>
      )}
    </div>
  );
}
