import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { app } from "../app-state";
import { copyText, errorMessage } from "../files";
import { hostTexts } from "../host/texts";
import { Refused, http } from "../net/http";
import type { GuestGames, RecoveryLink } from "../protocol";
import { Dialog } from "../ui/dialog";
import { ConfirmDialog } from "../ui/confirm";

const t = hostTexts.code;

/** A code and its link, which are shown once. */
export function CodeCard({ link }: { link: RecoveryLink }): JSX.Element {
  return (
    <div class="invitation">
      <p>{t.lead}</p>
      <p class="recovery-code">
        <span class="visually-hidden">{t.code}: </span>
        <code>{link.code}</code>
      </p>
      <p class="soft">{t.once}</p>
      <img class="qr" alt={t.qr} src={`data:image/svg+xml;base64,${btoa(link.qr)}`} />
      <div class="row">
        <label class="field grow">
          <span class="visually-hidden">{t.link}</span>
          <input readOnly value={link.url} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <button type="button" class="primary" onClick={() => void copyText(link.url, t.copied)}>
          {t.copy}
        </button>
      </div>
      {link.loopback_only && <p class="hint">{t.loopback}</p>}
    </div>
  );
}

/** Everything about being oneself at several devices. */
export function IdentityDialog(): JSX.Element {
  const [link, setLink] = useState<RecoveryLink | null>(null);
  const [trouble, setTrouble] = useState("");
  const make = async (): Promise<void> => {
    try {
      await app.ensureSession();
      setLink(await http.makeCode());
      setTrouble("");
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };
  return (
    <Dialog title={t.title} onClose={app.closeDialog}>
      {link ? (
        <CodeCard link={link} />
      ) : (
        <>
          <p>{t.intro}</p>
          <p class="soft">{t.renewNote}</p>
          <div class="host-buttons">
            <button type="button" class="primary" autofocus onClick={() => void make()}>
              {t.make}
            </button>
            <button type="button" onClick={() => app.show(() => <CodeDialog code="" />)}>
              {t.enter}
            </button>
            {app.session && (
              <button type="button" onClick={askToEndOthers}>
                {t.others}
              </button>
            )}
          </div>
        </>
      )}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </Dialog>
  );
}

function askToEndOthers(): void {
  const end = (): void =>
    void http.endOtherSessions().then(
      () => app.tell(t.othersDone),
      (error: unknown) => app.tell(errorMessage(error), "refusal"),
    );
  app.show(() => (
    <ConfirmDialog title={t.othersTitle} yes={t.others} isHarmful run={end}>
      <p>{t.othersSays}</p>
    </ConfirmDialog>
  ));
}

/** Takes a code, and asks about the games that this device has as somebody else. */
export function CodeDialog({ code }: { code: string }): JSX.Element {
  const [text, setText] = useState(code);
  const [trouble, setTrouble] = useState("");
  const [question, setQuestion] = useState("");
  const recover = async (guestGames?: GuestGames): Promise<void> => {
    try {
      const session = await http.recover(text, guestGames);
      app.becomes(session);
      app.go("/");
      app.tell(t.welcome(session.name));
    } catch (error) {
      const isQuestion = error instanceof Refused && error.reason.code === "guest_games";
      setQuestion(isQuestion ? error.message : "");
      setTrouble(isQuestion ? "" : errorMessage(error));
    }
  };
  return (
    <Dialog title={t.enterTitle} onClose={app.closeDialog}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void recover();
        }}
      >
        <label class="field">
          {t.enterLabel}
          <input
            autofocus
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            placeholder={t.enterExample}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {question ? (
          <div role="alert">
            <p>{question}</p>
            <div class="host-buttons">
              <button type="button" class="primary" onClick={() => void recover("take")}>
                {t.take}
              </button>
              <button type="button" onClick={() => void recover("leave")}>
                {t.leave}
              </button>
            </div>
          </div>
        ) : (
          <footer>
            <button type="submit" class="primary" disabled={!text.trim()}>
              {t.enterGo}
            </button>
          </footer>
        )}
        {trouble && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
      </form>
    </Dialog>
  );
}
