import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { refusals } from "#convex/platform/shared/errors";
import { MAX_TEAM_SIZE, type TeamPreview } from "#convex/teams/shared/teams";
import { CodeCells } from "../../features/team/invite-code";
import { PlayerCard, WaitingCard } from "../../features/team/player-card";
import type { NextStep } from "../../features/next-step/next-step-of";
import { useNoTeamStep } from "../../features/next-step/use-moment";
import { dropInvitation } from "../../lib/kept/kept-invitation";
import { notify } from "../../lib/notify";
import { useAction } from "../../lib/forms/use-action";
import { dataOf, useLive, useQuietLive } from "../../lib/connection/use-live";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { LiveRegion } from "../../ui/visually-hidden";
import styles from "./join.module.css";
import { ARRIVING } from "../../features/team/arriving";
import { standingOf, type Standing } from "./standing";
import { PendingTicket, Ticket } from "./ticket";
import type { Elements } from "../../ui/elements";

const LOAD_FAILURE = "Failed to load team data";

/** The inviting team, live: slots fill while the page is open. */
export function TeamTicket({
  code,
  opened,
}: {
  code: string;
  opened: { teamId: Id<"teams">; key: string };
}) {
  const { teamId } = opened;
  const live = useQuietLive(api.teams.preview, opened);
  const me = useLive(api.users.me, LOAD_FAILURE);
  const team = dataOf(live);
  const noTeam = useNoTeamStep();
  const standing = standingOf({
    me: dataOf(me),
    teamId,
    team,
    areChangesOpen: noTeam && noTeam.href === paths.team,
  });
  const isOver = standing === "own" || standing === "outdated";
  useEffect(() => {
    if (isOver) dropInvitation();
  }, [isOver]);
  // A code that became invalid while the page was open.
  const [isRefused, setIsRefused] = useState(false);
  if (standing === "pending" || noTeam === undefined) return <PendingTicket />;
  const { lead, way } =
    standing === "changesClosed"
      ? { lead: noTeam.sentence, way: wayOn(noTeam) }
      : answers[isRefused ? "outdated" : standing];
  return (
    <Ticket
      title={team?.name ?? "This invitation is over"}
      lead={
        team?.description ? (
          <span className="own-direction pre-line">{team.description}</span>
        ) : standing === "changesClosed" ? (
          "This team invited you."
        ) : (
          "You are invited to this team."
        )
      }
      stub={
        <>
          <div className={styles.code}>
            <CodeCells code={code} />
          </div>
          <p className="strong" aria-live="polite">
            {lead}
          </p>
          {way ?? <JoinButton code={code} onWrong={() => setIsRefused(true)} />}
        </>
      }
    >
      {team && (
        <Slots team={team} free={CLOSED.has(standing) ? "closed" : "free"} />
      )}
    </Ticket>
  );
}

const anotherTeam = (
  <LinkButton to={paths.team} size="large" isWide>
    Find another team
  </LinkButton>
);
const ownTeam = (
  <LinkButton to={paths.team} tone="signal" size="large" isWide>
    Go to your team
  </LinkButton>
);

/** The text and the link to go on; without a link, the button that joins. */
const answers: Record<
  Exclude<Standing, "pending" | "changesClosed">,
  { lead: string; way?: Elements }
> = {
  free: { lead: "One of these slots is yours if you want it." },
  own: { lead: "You are in this team.", way: ownTeam },
  inAnother: {
    lead: `${refusals.already_in_team()} Leave it first, then open this link again.`,
    way: ownTeam,
  },
  full: {
    lead: `${refusals.team_full()}. If someone leaves, you can join here.`,
    way: anotherTeam,
  },
  teamClosed: { lead: refusals.team_closed(), way: anotherTeam },
  outdated: {
    lead: "This code no longer works. Ask your teammate for a new link.",
    way: anotherTeam,
  },
};

function wayOn({ label, href }: NextStep) {
  return (
    <LinkButton to={href} tone="signal" size="large" isWide>
      {label}
    </LinkButton>
  );
}

const CLOSED = new Set<Standing>(["changesClosed", "teamClosed"]);

function JoinButton({ code, onWrong }: { code: string; onWrong: () => void }) {
  const join = useMutation(api.teams.join);
  const navigate = useNavigate();
  const { run, isPending } = useAction("Failed to join team");

  async function joinTeam() {
    const teamId = await join({ inviteCode: code });
    if (teamId === null) {
      notify.error(refusals.invalid_invite_code());
      onWrong();
      return;
    }
    dropInvitation();
    notify.success("Successfully joined team!");
    void navigate(paths.team, { replace: true, state: ARRIVING });
  }

  return (
    <>
      <Button
        tone="signal"
        size="large"
        isWide
        isPending={isPending}
        onClick={() => void run(joinTeam)}
      >
        Join
      </Button>
      <Button
        tone="quiet"
        isWide
        onClick={() => {
          dropInvitation();
          void navigate(paths.dashboard);
        }}
      >
        Not now
      </Button>
    </>
  );
}

function Slots({
  team: { members, freeSlots },
  free,
}: {
  team: TeamPreview;
  /** What stands on a slot that nobody has. */
  free: string;
}) {
  const waiting = Array.from({ length: freeSlots }, (_, nth) => nth);
  return (
    <>
      <div className={styles.roster}>
        <ol aria-label="Team roster" className={`stack gap-2 ${styles.slots}`}>
          {members.map(({ name, role }, place) => (
            <li key={place}>
              <PlayerCard slot={place + 1} name={name} teamRole={role} />
            </li>
          ))}
          {waiting.map((nth) => (
            <li key={members.length + nth}>
              <WaitingCard slot={members.length + nth + 1}>{free}</WaitingCard>
            </li>
          ))}
        </ol>
      </div>
      <LiveRegion>
        {`${members.length} of ${MAX_TEAM_SIZE} slots are filled.`}
      </LiveRegion>
    </>
  );
}
