import { Suspense, useState } from "react";
import { copyText } from "../../lib/copy-text";
import { lazyPart } from "../../lib/load-part";
import { Button, ExternalLinkButton } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { CopyIcon, QrIcon, ShareIcon } from "../../ui/tool-icons";
import { Skeleton } from "../../ui/skeleton";
import {
  inviteLinkOf,
  mailAddressOf,
  whatsAppAddressOf,
  type Inviting,
} from "./invite-words";
import styles from "./invite-ways.module.css";
import type { Invite } from "./use-invite";

const QrCode = lazyPart(async () => (await import("./qr-code")).QrCode);

/** The link of an invitation, and ways to share it. */
export function InviteWays({
  team,
  invite: { share, dialog, setDialog },
}: {
  team: Inviting;
  invite: Invite;
}) {
  const close = () => setDialog("none");
  return (
    <div className="stack gap-4 screen-only">
      <InviteLink team={team} />
      <div className={`grid gap-3 ${styles.buttons}`}>
        <Button onClick={share}>
          <ShareIcon />
          Share
        </Button>
        <Button onClick={() => setDialog("qr")}>
          <QrIcon />
          QR code
        </Button>
      </div>
      <Dialog
        isOpen={dialog === "ways"}
        onClose={close}
        title={`Invite to ${team.name}`}
        actions={<Button onClick={close}>Done</Button>}
      >
        <div className="stack gap-4">
          <InviteLink team={team} />
          <ExternalLinkButton href={whatsAppAddressOf(team)} isWide>
            WhatsApp
          </ExternalLinkButton>
          <ExternalLinkButton href={mailAddressOf(team)} isWide>
            Mail
          </ExternalLinkButton>
        </div>
      </Dialog>
      <Dialog
        isOpen={dialog === "qr"}
        onClose={close}
        title={`Join ${team.name}`}
        actions={<Button onClick={close}>Done</Button>}
      >
        <div className={`stack gap-4 ${styles.qr}`}>
          <Suspense fallback={<Skeleton height="20rem" />}>
            <QrCode text={inviteLinkOf(team)} />
          </Suspense>
          <p>
            A phone&rsquo;s camera reads it as{" "}
            <strong>{inviteLinkOf(team)}</strong>
          </p>
        </div>
      </Dialog>
    </div>
  );
}

/** A toast would be under the dialog, so the result of copying is shown here. */
function InviteLink({ team }: { team: Inviting }) {
  const [outcome, setOutcome] = useState<string>();
  const link = inviteLinkOf(team);

  async function copy() {
    const isCopied = await copyText(link);
    setOutcome(
      isCopied
        ? "Invite link copied to clipboard"
        : "Your browser does not allow copying here. Select the link instead.",
    );
  }

  return (
    <div className={`grid gap-2 gap-x-3 items-center ${styles.link}`}>
      <span className={styles.address}>
        {link.replace(/^https?:\/\//u, "")}
      </span>
      <Button onClick={() => void copy()} aria-label="Link to the clipboard">
        <CopyIcon />
        Link
      </Button>
      <output className={`no-room ${styles.outcome}`}>{outcome}</output>
    </div>
  );
}
