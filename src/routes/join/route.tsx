import { Suspense, useEffect } from "react";
import { useParams } from "react-router-dom";
import { isInviteCode } from "#convex/teams/shared/inviteCodes";
import { tidyInviteCode } from "#convex/teams/shared/teams";
import { keepInvitation } from "../../lib/kept/kept-invitation";
import { lazyPart } from "../../lib/connection/load-part";
import { useSession } from "../../lib/session/session-store";
import { useHydrated } from "../../lib/use-hydrated";
import { paths } from "../../paths";
import { GuestTicket } from "./guest-ticket";
import styles from "./join.module.css";
import { PendingTicket } from "./ticket";

const Invitation = lazyPart(
  async () => (await import("./invitation")).Invitation,
);

/**
 * The page of an invite link. Opening it does not join: signed-in people see the team and a button. Others are asked to
 * sign in first, and their invitation is kept (`kept-invitation.ts`). The prerendered HTML is for guests;
 * `styles/base.css` hides it from visitors with a stored session until the session is known.
 */
export function Component() {
  const { "*": rest = "" } = useParams();
  // Chats put marks behind a link, and into it.
  const code = rest && tidyInviteCode(`${paths.join}/${rest}`);
  const { status } = useSession();
  const isHydrated = useHydrated();
  const isGuest = !isHydrated || status === "signedOut";
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.session === "stored") delete dataset.session;
  }, []);
  useEffect(() => {
    if (status === "signedOut" && isInviteCode(code)) keepInvitation(code);
  }, [status, code]);
  return (
    <div className="container">
      <div
        className={`stack gap-6 content-start page-height opening-padding ${styles.page}`}
      >
        {isGuest && <GuestTicket code={isHydrated ? code : undefined} />}
        {!isGuest && status === "unknown" && <PendingTicket />}
        {!isGuest && status === "signedIn" && (
          <Suspense fallback={<PendingTicket />}>
            <Invitation key={code} code={code} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
