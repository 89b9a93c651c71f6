import type { ReactNode } from "react";
import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/judging/shared/judging";
import type { Overview } from "#convex/organiser/shared";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { teamPlaces } from "../../../content/stats";
import { dataOf } from "../../../lib/connection/use-live";
import { Mark } from "../../../ui/logo";
import { useOrganiserQuery } from "../frame/live";
import { Bar } from "./bar-chart";
import type { Moment } from "./moment";

/** The one number that counts at the moment, as large as the screen allows. */
export function Largest({
  moment,
  numbers: { registered, teams, handedIn },
  judging,
}: {
  moment: Moment;
  numbers: Overview;
  judging: JudgingProgress | undefined;
}) {
  switch (moment) {
    case "people":
      return (
        <Figure
          count={registered}
          of={teamPlaces * MAX_TEAM_SIZE}
          words="people"
        >
          <Marks count={Math.max(teams, teamPlaces)} done={teams} />
        </Figure>
      );
    case "arrivals":
      return <Arrived of={registered} />;
    case "hand-ins":
      return (
        <Figure count={handedIn} of={teams} words="teams handed in">
          <Marks count={teams} done={handedIn} />
        </Figure>
      );
    case "scorecards":
      return (
        <Figure
          count={judging?.scored ?? 0}
          of={judging?.total ?? 0}
          words="scorecards"
        />
      );
    case null:
      return null;
  }
}

function Arrived({ of }: { of: number }) {
  const arrivals = dataOf(useOrganiserQuery(api.checkIns.arrivals, {}));
  return <Figure count={arrivals?.arrived ?? 0} of={of} words="are here" />;
}

function Figure({
  count,
  of,
  words,
  children = <Bar share={of === 0 ? 0 : Math.min(1, count / of)} />,
}: {
  count: number;
  of: number;
  words: string;
  children?: ReactNode;
}) {
  return (
    <section className="stack gap-4" aria-label={words}>
      <p className="row gap-x-3 items-baseline tabular">
        <strong className="org-largest">{count}</strong>
        <span className="soft headline">
          of {of} {words}
        </span>
      </p>
      {children}
    </section>
  );
}

/** A mark for each team. Decorative. */
function Marks({ count, done }: { count: number; done: number }) {
  return (
    <span className="grid org-marks" aria-hidden="true">
      {Array.from({ length: count }, (_, nth) => (
        <Mark key={nth} data-done={nth < done || undefined} />
      ))}
    </span>
  );
}
