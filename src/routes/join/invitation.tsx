import { ConvexProvider } from "convex/react";
import { useEffect } from "react";
import { refusals } from "#convex/platform/shared/errors";
import { isInviteCode } from "#convex/teams/shared/inviteCodes";
import { convex } from "../../lib/connection/convex-client";
import { dropInvitation } from "../../lib/kept/kept-invitation";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { NoCode } from "./guest-ticket";
import { TeamTicket } from "./team-ticket";
import { PendingTicket, Ticket } from "./ticket";
import { useOpening } from "./use-opening";

/** An invitation as signed-in people see it. */
export function Invitation({ code }: { code: string }) {
  if (!isInviteCode(code)) return <NoCode code={code} />;
  return (
    <ConvexProvider client={convex}>
      <Opened code={code} />
    </ConvexProvider>
  );
}

function Opened({ code }: { code: string }) {
  const { opening, again } = useOpening(code);
  const isOver = opening.status === "wrong" || opening.status === "helper";
  useEffect(() => {
    if (isOver) dropInvitation();
  }, [isOver]);
  switch (opening.status) {
    case "pending":
      return <PendingTicket />;
    case "open":
      return <TeamTicket code={code} opened={opening.opened} />;
    case "wrong":
      return (
        <Ticket
          title={refusals.invalid_invite_code()}
          lead="No team has this code. Ask your teammate for a new link."
          stub={
            <LinkButton to={paths.team} tone="signal" size="large" isWide>
              Enter another code
            </LinkButton>
          }
        />
      );
    case "helper":
      return (
        <Ticket
          title="For participants"
          lead={refusals.participants_only()}
          stub={
            <LinkButton to={paths.dashboard} tone="signal" size="large" isWide>
              Open the dashboard
            </LinkButton>
          }
        />
      );
    case "failed":
      return (
        <Ticket
          title="Not opened"
          lead={opening.sentence}
          stub={
            <Button tone="signal" size="large" isWide onClick={again}>
              Try again
            </Button>
          }
        />
      );
  }
}
