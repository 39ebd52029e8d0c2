import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { versus } from "../game/player-name";
import { HostConsole } from "../host/console";
import { hostTexts as t } from "../host/texts";
import { http } from "../net/http";
import type { HostView, PersonView, RecoveryLink, ReservedNameView } from "../protocol";
import { momentName } from "../language";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";
import { useObservable, useTitle } from "../ui/hooks";
import { ConfirmDialog } from "../ui/confirm";
import { CodeCard } from "./identity";
import { HostLoad } from "./host-load";
import "../styles/host.css";

type Props = { desk: HostConsole; view: HostView };

/** The host's page. */
export function HostPage(): JSX.Element {
  useTitle(t.title);
  const [desk] = useState(() => new HostConsole());
  useObservable(desk);
  useEffect(() => {
    void desk.start(app.takeHostToken());
    return () => desk.close();
  }, []);
  const view = desk.view;
  return (
    <div class="host">
      <h1>{t.title}</h1>
      <p class={desk.isTrouble ? "trouble" : "host-says"} role={desk.isTrouble ? "alert" : "status"}>
        {desk.says || (desk.isLost && !desk.isDown ? t.lost : "")}
      </p>
      {desk.denied && <Denied desk={desk} />}
      {!view && !desk.denied && <p class="loading">{desk.isLost ? t.lost : t.loading}</p>}
      {view && (
        <>
          {view.trouble && (
            <p class={view.trouble.can_play ? "hint" : "trouble"} role="alert">
              <strong>{view.trouble.says}</strong> {view.trouble.way_out}
            </p>
          )}
          <p class="lead">{t.lead}</p>
          <p>
            {t.address} <strong class="host-url">{view.url}</strong>
          </p>
          <div class="host-grid">
            <Switches desk={desk} view={view} />
            <div class="host-column">
              <HostLoad desk={desk} view={view} />
              <Announcement desk={desk} view={view} />
            </div>
            <People desk={desk} view={view} />
            <Games view={view} />
            <Names desk={desk} view={view} />
            <div class="host-column">
              {view.removals.length > 0 && <Removals desk={desk} view={view} />}
              <ServerPanel desk={desk} view={view} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function Denied({ desk }: { desk: HostConsole }): JSX.Element {
  const [text, setText] = useState("");
  return (
    <section class="panel host-denied" aria-labelledby="host-denied">
      <h2 id="host-denied">{t.denied.title}</h2>
      <p>{desk.denied}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void desk.signIn(text.trim().replace(/^.*token=/, ""));
        }}
      >
        <label class="field">
          {t.denied.token}
          <input autocomplete="off" spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" class="primary" disabled={!text.trim()}>
          {t.denied.go}
        </button>
      </form>
    </section>
  );
}

const SWITCHES = ["clocks_paused", "computer_off", "takebacks_off", "lobby_closed", "sessions_closed"] as const;

function Switches({ desk, view }: Props): JSX.Element {
  return (
    <section class="panel" aria-labelledby="host-switches">
      <h2 id="host-switches">{t.switches.title}</h2>
      {SWITCHES.map((name) => {
        const isOn = view.switches[name];
        return (
          <div class={isOn ? "host-switch is-on" : "host-switch"} key={name}>
            <label class="toggle">
              <input
                type="checkbox"
                role="switch"
                checked={isOn}
                aria-describedby={`host-${name}`}
                onChange={(event) => {
                  const wish = event.currentTarget.checked;
                  void desk.change({ [name]: wish }, t.switches.done(t.switches[name], wish));
                }}
              />
              <span class="grow">{t.switches[name]}</span>
              <strong aria-hidden="true">{isOn ? t.switches.on : t.switches.off}</strong>
            </label>
            <small id={`host-${name}`}>{t.switches[`${name}Note`]}</small>
          </div>
        );
      })}
    </section>
  );
}

function Announcement({ desk, view }: Props): JSX.Element {
  const told = view.switches.announcement ?? "";
  const [text, setText] = useState(told);
  return (
    <section class="panel" aria-labelledby="host-announce">
      <h2 id="host-announce">{t.announce.title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void desk.change({ announcement: text }, t.announce.told);
        }}
      >
        <label class="field">
          {t.announce.label}
          <textarea rows={2} maxLength={500} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="row">
          <button type="submit" class="primary" disabled={!text.trim() || text.trim() === told}>
            {t.announce.go}
          </button>
          {told && (
            <button
              type="button"
              onClick={() => {
                setText("");
                void desk.change({ announcement: "" }, t.announce.cleared);
              }}
            >
              {t.announce.clear}
            </button>
          )}
        </div>
      </form>
    </section>
  );
}

function People({ desk, view }: Props): JSX.Element {
  const h = t.people.headings;
  return (
    <section class="panel host-wide" aria-labelledby="host-people">
      <h2 id="host-people">{t.people.title(view.people.length)}</h2>
      {view.people.length === 0 ? (
        <p class="soft">{t.people.none}</p>
      ) : (
        <table class="game-table">
          <thead>
            <tr>
              <th scope="col">{h.name}</th>
              <th scope="col">{h.games}</th>
              <th scope="col">{h.address}</th>
              <th scope="col">
                <span class="visually-hidden">{h.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {view.people.map((person) => (
              <tr key={person.player}>
                <td>{person.name}</td>
                <td>
                  <GamesOf view={view} player={person.player} />
                </td>
                <td class="soft">{[person.address, view.nodes.length > 0 && t.people.at(person.nodes)].filter(Boolean).join(" · ")}</td>
                <td class="host-act">
                  <button
                    type="button"
                    aria-label={t.people.removeWho(person.name)}
                    onClick={() => app.show(() => <RemoveDialog desk={desk} view={view} person={person} />)}
                  >
                    {t.people.remove}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function GamesOf({ view, player }: { view: HostView; player: string }): JSX.Element {
  const games = view.games.filter((game) => game.players.includes(player));
  if (games.length === 0) return <span class="soft">{t.people.noGames}</span>;
  return (
    <>
      {games.slice(0, 5).map((game) => (
        <a key={game.game} href={`/${game.game}`} class="host-game">
          {versus(game)}
        </a>
      ))}
    </>
  );
}

function RemoveDialog({ desk, view, person }: Props & { person: PersonView }): JSX.Element {
  const [minutes, setMinutes] = useState(60);
  const [withAddress, setWithAddress] = useState(false);
  const words = (seconds: number): string => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);
  const [withClock, without] = view.claim_after;
  return (
    <ConfirmDialog
      title={t.remove.title(person.name)}
      yes={t.remove.yes}
      isHarmful
      run={() =>
        void desk.update(
          () => http.removePlayer({ player: person.player, minutes, address: withAddress && minutes > 0 }),
          t.people.removed(person.name),
        )
      }
    >
      <p>{t.remove.says(words(withClock), words(without))}</p>
      <label class="field">
        {t.remove.awayFor}
        <select value={minutes} onChange={(event) => setMinutes(Number(event.currentTarget.value))}>
          {t.remove.times.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="toggle">
        <input
          type="checkbox"
          checked={withAddress && minutes > 0}
          disabled={minutes === 0}
          onChange={(event) => setWithAddress(event.currentTarget.checked)}
        />
        {t.remove.address}
      </label>
      <small>{t.remove.addressNote}</small>
    </ConfirmDialog>
  );
}

function Games({ view }: { view: HostView }): JSX.Element {
  return (
    <section class="panel host-wide" aria-labelledby="host-games">
      <h2 id="host-games">{t.games.title(view.games.length)}</h2>
      {view.games.length === 0 ? (
        <p class="soft">{t.games.none}</p>
      ) : (
        <ul class="game-links host-games" tabIndex={0} aria-labelledby="host-games">
          {view.games.map((game) => (
            <li key={game.game}>
              <a href={`/${game.game}`}>
                <strong>{versus(game)}</strong>
                <span>
                  {texts.rules[game.rules] ?? game.rules}, {texts.home.clockOf(game.clock)}, {texts.home.moves(game.plies)},{" "}
                  {t.games.ago(Math.floor((view.now - game.updated) / 60_000))}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Names({ desk, view }: Props): JSX.Element {
  const [name, setName] = useState("");
  const show = (link: RecoveryLink): void =>
    app.show(() => (
      <Dialog title={t.names.codeFor(link.name)} onClose={app.closeDialog}>
        <CodeCard link={link} />
      </Dialog>
    ));
  const reserve = async (wish: string): Promise<void> => {
    await desk.tell(async () => {
      show(await http.reserveName(wish));
      setName("");
      return "";
    });
  };
  return (
    <section class="panel" aria-labelledby="host-names">
      <h2 id="host-names">{t.names.title}</h2>
      <p class="soft">{t.names.lead}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) void reserve(name.trim());
        }}
      >
        <label class="field grow">
          {t.names.label}
          <input autocomplete="off" maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button type="submit" class="align-end" disabled={!name.trim()}>
          {t.names.go}
        </button>
      </form>
      {view.names.length === 0 && <p class="soft">{t.names.none}</p>}
      <ul class="host-list">
        {view.names.map((reserved) => (
          <li key={reserved.player}>
            <span class="grow">{reserved.name}</span>
            <button type="button" aria-label={t.names.renewWho(reserved.name)} onClick={() => askToRenew(reserved, reserve)}>
              {t.names.renew}
            </button>
            <button type="button" aria-label={t.names.releaseWho(reserved.name)} onClick={() => askToRelease(desk, reserved)}>
              {t.names.release}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function askToRenew({ name }: ReservedNameView, reserve: (name: string) => Promise<void>): void {
  app.show(() => (
    <ConfirmDialog title={t.names.renewTitle(name)} yes={t.names.renew} isHarmful run={() => void reserve(name)}>
      <p>{t.names.renewSays}</p>
    </ConfirmDialog>
  ));
}

function askToRelease(desk: HostConsole, { name, player }: ReservedNameView): void {
  const release = (): void => void desk.update(() => http.releaseName(player), t.names.released(name));
  app.show(() => (
    <ConfirmDialog title={t.names.releaseTitle(name)} yes={t.names.release} isHarmful run={release}>
      <p>{t.names.releaseSays}</p>
    </ConfirmDialog>
  ));
}

/** More than a year away. */
const FOR_GOOD = 400 * 24 * 3600 * 1000;

function Removals({ desk, view }: Props): JSX.Element {
  const until = (moment: number): string => (moment - view.now > FOR_GOOD ? t.removals.forGood : t.removals.until(momentName(moment)));
  return (
    <section class="panel" aria-labelledby="host-removals">
      <h2 id="host-removals">{t.removals.title}</h2>
      <ul class="host-list">
        {view.removals.map((removal) => (
          <li key={removal.player}>
            <span class="grow">
              {removal.name}, {until(removal.until)}
              {removal.address && t.removals.withAddress}
            </span>
            <button
              type="button"
              aria-label={t.removals.readmitWho(removal.name)}
              onClick={() => void desk.update(() => http.readmit(removal.player), t.removals.readmitted(removal.name))}
            >
              {t.removals.readmit}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ServerPanel({ desk, view }: Props): JSX.Element {
  const [isCopying, setCopying] = useState(false);
  const backUp = async (): Promise<void> => {
    setCopying(true);
    await desk.tell(async () => {
      const made = await http.backUp();
      return t.server.backedUp(made.games, made.file);
    });
    setCopying(false);
  };
  const askToShutDown = (): void =>
    app.show(() => (
      <ConfirmDialog title={t.server.shutDownTitle} yes={t.server.shutDown} isHarmful run={() => void desk.shutDown()}>
        <p>{t.server.shutDownSays}</p>
      </ConfirmDialog>
    ));
  return (
    <section class="panel" aria-labelledby="host-server">
      <h2 id="host-server">{t.server.title}</h2>
      <div class="host-buttons">
        <button type="button" disabled={isCopying} onClick={() => void backUp()}>
          {t.server.backup}
        </button>
        <button type="button" class="danger" onClick={askToShutDown}>
          {t.server.shutDown}
        </button>
        {!view.at_home && (
          <button type="button" class="link" onClick={() => void desk.signOut()}>
            {t.server.signOut}
          </button>
        )}
      </div>
    </section>
  );
}
