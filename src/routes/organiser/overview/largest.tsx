import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/judging/shared/judging";
import type { Overview } from "#convex/organiser/shared";
import { event } from "../../../content/event";
import { dataOf } from "../../../lib/connection/use-live";
import { Mark } from "../../../ui/logo";
import { useOrganiserQuery } from "../frame/live";
import { Bar } from "./bar-chart";
import type { Counted } from "./counted";

/** The one number that counts at the moment, as large as the screen allows; as marks, if it is one of teams. */
export function Largest({
  counted,
  numbers: { registered, teams, handedIn },
  judging: { scored, total } = { scored: 0, total: 0 },
}: {
  counted: NonNullable<Counted>;
  numbers: Overview;
  judging: Pick<JudgingProgress, "scored" | "total"> | undefined;
}) {
  const areArrivals = counted === "arrivals";
  const arrivals = dataOf(
    useOrganiserQuery(api.checkIns.arrivals, areArrivals ? {} : "skip"),
  );
  if (areArrivals && arrivals === undefined) return null;
  const [count, of, words] = {
    people: [registered, event.places.people, "people"] as const,
    arrivals: [arrivals?.arrived ?? 0, registered, "are here"] as const,
    "hand-ins": [handedIn, teams, "teams handed in"] as const,
    scorecards: [scored, total, "scorecards"] as const,
  }[counted];
  return (
    <section className="stack gap-4" aria-label={words}>
      <p className="row gap-x-3 items-baseline tabular">
        <strong className="org-largest">{count}</strong>
        <span className="soft headline">{`of ${of} ${words}`}</span>
      </p>
      {counted === "hand-ins" ? (
        <span className="grid org-marks" aria-hidden="true">
          {Array.from({ length: teams }, (_, nth) => (
            <Mark key={nth} data-done={nth < handedIn || undefined} />
          ))}
        </span>
      ) : (
        <Bar share={of === 0 ? 0 : Math.min(1, count / of)} />
      )}
    </section>
  );
}
