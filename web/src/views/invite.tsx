import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { copyText, errorMessage } from "../files";
import { http } from "../net/http";
import type { Invitation } from "../protocol";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";

type What = "invite" | "transfer";

/** A link, its code and a button to copy it. */
export function InviteLink({ game, what }: { game: string; what: What }): JSX.Element {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    (what === "invite" ? http.invitation(game) : http.transfer(game)).then(setInvitation, (error: unknown) =>
      setTrouble(errorMessage(error)),
    );
  }, [game, what]);
  if (trouble)
    return (
      <p class="trouble" role="alert">
        {trouble}
      </p>
    );
  if (!invitation) return <p class="soft">{texts.net.connecting}</p>;
  const isLobby = what === "invite" && invitation.key === "";
  return (
    <div class="invitation">
      <p>{isLobby ? texts.invite.lobby : what === "invite" ? texts.invite.lead : texts.invite.transferLead}</p>
      <div class="row">
        <label class="field grow">
          <span class="visually-hidden">{texts.invite.link}</span>
          <input readOnly value={invitation.url} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <button type="button" class="primary" onClick={() => void copyText(invitation.url, texts.invite.copied)}>
          {texts.invite.copy}
        </button>
      </div>
      <div class="scan">
        <img class="qr" alt={texts.invite.qr} src={`data:image/svg+xml;base64,${btoa(invitation.qr)}`} />
        {invitation.loopback_only && invitation.hint && <p class="hint">{invitation.hint}</p>}
      </div>
    </div>
  );
}

export function InviteDialog({ game, what }: { game: string; what: What }): JSX.Element {
  return (
    <Dialog title={what === "invite" ? texts.invite.title : texts.invite.transferTitle} onClose={() => app.closeDialog()}>
      <InviteLink game={game} what={what} />
    </Dialog>
  );
}
