import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { Arrivals as Counts } from "#convex/checkIns/shared/checkIns";
import { counted } from "#convex/platform/shared/text";
import { formatMoment } from "../../../lib/time/format-time";
import { useOrganiserQuery } from "../frame/live";
import { addressOf } from "../frame/sections";
import { addressOfPart } from "../list/chips";
import { Bar, BarChart } from "./bar-chart";
import { barsOf } from "./bars";
import { Fold } from "./fold";

/** In minutes: sixty of the longest are ten days. */
const STEPS = [1, 5, 15, 60, 240] as const;

/** How people arrive: by the minute and by desk. Nothing before check-in was ever open. */
export function Arrivals({
  registered,
  isOpen,
  isNow,
}: {
  registered: number;
  isOpen: boolean;
  /** Whether they are what organisers look at. */
  isNow: boolean;
}) {
  const live = useOrganiserQuery(api.checkIns.arrivals, {});
  if (live.status !== "success") return null;
  const { arrived, again } = live.data;
  if (!isOpen && arrived === 0) return null;
  return (
    <Fold
      key={`${isNow}`}
      title={`Arrivals: ${arrived} of ${registered}`}
      isOpen={isNow}
    >
      {arrived === 0 ? (
        <p className="quiet text-s">No one has arrived yet.</p>
      ) : (
        <Picture arrivals={live.data} />
      )}
      <p>
        <Link to={addressOf("people/arrivals")}>Everyone who is here</Link>
        {again > 0 && (
          <>
            {" · "}
            <Link to={addressOfPart("people/arrivals", "part", "again")}>
              {`${counted(again, "person", "people")} scanned again`}
            </Link>
          </>
        )}
      </p>
    </Fold>
  );
}

function Picture({
  arrivals: { arrived, minutes, desks },
}: {
  arrivals: Counts;
}) {
  const { bars, minutes: step } = barsOf(minutes, STEPS);
  const most = Math.max(...desks.map(({ count }) => count));
  return (
    <>
      <BarChart
        bars={bars.map(({ at, count }) => ({ name: formatMoment(at), count }))}
        headings={[`${counted(step, "minute")} from`, "Arrived"]}
        inWords={({ name, count }) =>
          `${arrived} arrived; most in the ${counted(step, "minute")} from ${name}: ${count}`
        }
      />
      <ol className="stack gap-3 tabular org-bars">
        {desks.map(({ desk, count }) => (
          <li key={desk} className="grid gap-3 items-center">
            <span>{desk}</span>
            <Bar share={count / most} />
            <strong>{count}</strong>
          </li>
        ))}
      </ol>
    </>
  );
}
