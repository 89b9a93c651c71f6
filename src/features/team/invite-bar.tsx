import { Suspense, useId, useState } from "react";
import {
  isFull,
  MAX_TEAM_SIZE,
  type TeamView,
} from "#convex/teams/shared/teams";
import { lazyPart } from "../../lib/connection/load-part";
import { inWords } from "../../lib/in-words";
import { shareLink } from "../../lib/share-link";
import { paths } from "../../paths";
import { Button, ExternalLinkButton, LinkButton } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Skeleton } from "../../ui/skeleton";
import { QrIcon, ShareIcon } from "../../ui/tool-icons";
import styles from "./invite-bar.module.css";
import { InviteCode } from "./invite-code";
import {
  inviteLinkOf,
  inviteTextOf,
  mailAddressOf,
  whatsAppAddressOf,
} from "./invite-words";
import type { Elements } from "../../ui/elements";

const QrCode = lazyPart(async () => (await import("./qr-code")).QrCode);

/** A team's code and the ways to share it; while nobody can join, one line that says why. What is seldom needed is behind "More". */
export function InviteBar({
  team,
  areChangesOpen,
  isNext = false,
  children,
}: {
  team: TeamView;
  areChangesOpen: boolean;
  /** Whether to invite is what comes next: then it is the page's amber button. */
  isNext?: boolean;
  /** The leader's tools. */
  children?: Elements;
}) {
  const id = useId();
  const [isMoreShown, setIsMoreShown] = useState(false);
  const [isQrShown, setIsQrShown] = useState(false);
  const closeQr = () => setIsQrShown(false);
  const obstacle = obstacleOf(team, areChangesOpen);
  const isLive = obstacle === null;
  const link = inviteLinkOf(team);
  return (
    <section className="plate inset" aria-label="Invite code">
      <div className="row gap-3 items-center">
        <p aria-live="polite" className="no-room soft tight beside">
          {obstacle}
        </p>
        {isLive && (
          <>
            <InviteCode code={team.inviteCode} />
            <div className={`flex gap-3 screen-only grow ${styles.ways}`}>
              <Button
                tone={isNext ? "signal" : "outline"}
                onClick={() =>
                  void shareLink(link, { text: inviteTextOf(team) })
                }
              >
                <ShareIcon />
                Invite
              </Button>
              <Button aria-label="QR code" onClick={() => setIsQrShown(true)}>
                <QrIcon />
              </Button>
            </div>
          </>
        )}
        {(isLive || children) && (
          <div className="screen-only push">
            <Button
              tone="quiet"
              aria-expanded={isMoreShown}
              aria-controls={id}
              onClick={() => setIsMoreShown(!isMoreShown)}
            >
              More
            </Button>
          </div>
        )}
      </div>
      <div id={id} className="no-room screen-only">
        {isMoreShown && (
          <div className={`row gap-2 ${styles.tools}`}>
            {isLive && (
              <>
                <ExternalLinkButton tone="quiet" href={whatsAppAddressOf(team)}>
                  WhatsApp
                </ExternalLinkButton>
                <ExternalLinkButton tone="quiet" href={mailAddressOf(team)}>
                  Mail
                </ExternalLinkButton>
                <LinkButton tone="quiet" to={paths.find}>
                  Find teammates
                </LinkButton>
              </>
            )}
            {children}
          </div>
        )}
      </div>
      <Dialog
        isOpen={isQrShown}
        onClose={closeQr}
        title={`Join ${team.name}`}
        actions={<Button onClick={closeQr}>Close</Button>}
      >
        <div className={`stack gap-4 ${styles.qr}`}>
          <Suspense fallback={<Skeleton height="20rem" />}>
            <QrCode text={link} />
          </Suspense>
          <p className="soft">
            A phone&rsquo;s camera reads it as <strong>{link}</strong>
          </p>
        </div>
      </Dialog>
    </section>
  );
}

/** Why nobody can join; null if somebody can. */
function obstacleOf({ isOpen, members }: TeamView, areChangesOpen: boolean) {
  if (!areChangesOpen) return "Team changes are closed.";
  if (!isOpen) return "The Team Leader has closed the team.";
  return isFull(members)
    ? `All ${inWords(MAX_TEAM_SIZE)} slots are taken.`
    : null;
}
