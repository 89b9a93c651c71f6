import { useLocation } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { Profile } from "#convex/people/shared/people";
import type { TeamView } from "#convex/teams/shared/teams";
import { useSettings } from "../../lib/settings/live-settings";
import { registrationStateOf } from "../../lib/settings/registration-state";
import { dataOf, useQuietLive, type Live } from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";
import { Skeleton } from "../../ui/skeleton";
import { participantStep } from "./standing";
import { ownAwardsOf, type NextStep as Step } from "./next-step-of";
import { useRegisteredPlace } from "./use-registered-place";
import { requestNewsOf } from "./request-news";
import { StepButton, StepPlate } from "./step-plate";
import type { Elements } from "../../ui/elements";

type Own = Omit<
  Parameters<typeof participantStep>[0],
  "submissions" | "project" | "ownAwards"
>;

/**
 * One sentence and the screen's one amber button. A live region: teammates, organisers and people who look for a team
 * change it.
 * @param at the address of the page: a step that leads there is not shown
 * @param children what is shown below, told where the step leads: "" if there is none, undefined until it is known
 */
export function NextStep({
  team,
  at,
  children,
}: {
  team: TeamView | null;
  at?: string;
  children?: (href: string | undefined) => Elements;
}) {
  const me = dataOf(useQuietLive(api.users.me, {})) ?? null;
  const hasRegisteredPlace = useRegisteredPlace(me);
  const settings = useSettings();
  if (me === null || settings === undefined) return children?.("");
  const own = {
    members: team?.members.length ?? 0,
    isLeader: me.teamRole === "leader",
    areChangesOpen: settings.teamChangesOpen,
    hasRegisteredPlace: hasRegisteredPlace || me.hasConfirmedPlace,
    isToArrive: settings.checkInOpen === true && me.checkedInAt === null,
    registration: registrationStateOf(settings),
    requests: settings.teamChangesOpen ? requestNewsOf(me) : null,
    asked: me.requests.asked ?? [],
    isGalleryOpen: settings.galleryPublished === true,
  };
  const shownAt = (step: Step | undefined) => (
    <>
      {step === undefined && <Skeleton height="8rem" />}
      <div className="screen-only no-room" aria-live="polite">
        {step && step.href !== at && <Plate {...step} />}
      </div>
      {children?.(step?.href)}
    </>
  );
  return settings.submissionsOpenAt === undefined ? (
    shownAt(
      participantStep({
        ...own,
        submissions: null,
        project: null,
        ownAwards: null,
      }),
    )
  ) : (
    <WithProject own={own} teamId={me.teamId}>
      {shownAt}
    </WithProject>
  );
}

/** The step once an organiser has set when submissions open. Until everything is known, a wrong one could show. */
function WithProject({
  own,
  teamId,
  children,
}: {
  own: Own;
  teamId: Profile["teamId"];
  children: (step: Step | undefined) => Elements;
}) {
  const submissions = useTimedLive(api.settings.submissions);
  const workbench = useQuietLive(api.projects.workbench, {});
  const results = useQuietLive(api.judging.published, {});
  if ([submissions, workbench, results].some(isPending))
    return children(undefined);
  const project = dataOf(workbench) ?? null;
  const published = dataOf(results) ?? null;
  return children(
    participantStep({
      ...own,
      submissions: dataOf(submissions) ?? null,
      project,
      ownAwards:
        published && ownAwardsOf(published.awards, project?._id, teamId),
    }),
  );
}

const isPending = ({ status }: Live<unknown>) => status === "pending";

function Plate({ sentence, label, href }: Step) {
  const { pathname } = useLocation();
  // What is further down on the same page is in sight already.
  const isHere = href.startsWith(`${pathname}#`);
  return (
    <StepPlate sentence={sentence}>
      {!isHere && <StepButton label={label} href={href} />}
    </StepPlate>
  );
}
