import { useMutation, useQuery_experimental } from "convex/react";
import { useEffect } from "react";
import { api } from "#convex/_generated/api";
import type { LostTeam } from "#convex/people/shared/people";
import { useNoTeamStep } from "../features/next-step/use-moment";
import { dropInvitation, useKeptInvitation } from "../lib/kept/kept-invitation";
import { useFocusKept } from "../lib/focus/use-focus-kept";
import { useFocusOnChange } from "../lib/focus/use-focus-on-change";
import { useAction } from "../lib/forms/use-action";
import { joinAddress, paths } from "../paths";
import { Button, LinkButton } from "../ui/button";
import { Panel } from "../ui/panel";
import styles from "./portal-news.module.css";
import type { Elements } from "../ui/elements";

/**
 * News about a participant's team that others caused, above every page of the portal. It surrounds the page, so that
 * its effects run after the page's, and it decides about the focus.
 */
export function PortalNews({ children }: { children: Elements }) {
  const live = useQuery_experimental({ query: api.users.me, args: {} });
  const me = live.status === "success" ? live.data : null;
  const inviteCode = useKeptInvitation();
  const isInTeam = me !== null && me.teamId !== null;
  useEffect(() => {
    if (isInTeam && inviteCode !== undefined) dropInvitation();
  }, [isInTeam, inviteCode]);
  const isInvited = me !== null && !isInTeam && inviteCode !== undefined;
  const view = me?.lostTeam ? "lost" : "none";
  const region = useFocusOnChange(me === null ? "" : view);
  // For what no list or panel of the page keeps.
  const keepIn = useFocusKept();
  useEffect(() => keepIn(document.getElementById("content")), [keepIn]);
  return (
    <>
      <div
        ref={region}
        tabIndex={-1}
        aria-live="polite"
        className="screen-only"
      >
        {me?.lostTeam && <LostTeamNews lost={me.lostTeam} />}
        {isInvited && <Invited inviteCode={inviteCode} />}
      </div>
      {children}
    </>
  );
}

/** Nothing once teams are locked: the page below says so. */
function Invited({ inviteCode }: { inviteCode: string }) {
  if (useNoTeamStep()?.href !== paths.team) return null;
  return (
    <News
      sentence="An invitation to a team is waiting for you."
      actions={
        <>
          <LinkButton to={joinAddress(inviteCode)} tone="signal">
            See the team
          </LinkButton>
          <Button onClick={dropInvitation}>Not now</Button>
        </>
      }
    />
  );
}

function LostTeamNews({ lost }: { lost: LostTeam }) {
  const step = useNoTeamStep();
  const forget = useMutation(api.teams.forgetLost);
  const { run, isPending } = useAction("Failed to close this notice");
  return (
    <News
      sentence={[sentences[lost.how](lost.name), step?.sentence].join(" ")}
      actions={
        <>
          {step && <LinkButton to={step.href}>{step.label}</LinkButton>}
          <Button
            isPending={isPending}
            onClick={() => void run(() => forget({}))}
          >
            Close this notice
          </Button>
        </>
      }
    />
  );
}

const sentences: Record<LostTeam["how"], (name: string) => string> = {
  "removed by leader": (name) =>
    `The Team Leader has taken you out of ${name}.`,
  "removed by organiser": (name) =>
    `The organisers have taken you out of ${name}.`,
  disbanded: (name) => `${name} has ended: its Team Leader closed it for good.`,
};

function News({ sentence, actions }: { sentence: string; actions: Elements }) {
  return (
    <div className="container">
      <div className={styles.news}>
        <Panel isSignal aria-label="News about your team">
          <div
            className={`row gap-4 items-center justify-between ${styles.content}`}
          >
            <p className="min-w-0 strong">{sentence}</p>
            <div className="row gap-4 items-center justify-between">
              {actions}
            </div>
          </div>
        </Panel>
      </div>
    </div>
  );
}
