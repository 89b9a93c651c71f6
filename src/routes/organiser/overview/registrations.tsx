import type { Overview } from "#convex/organiser/shared";
import { counted } from "#convex/platform/shared/text";
import { BarChart } from "./bar-chart";
import { barsOf, MOST_BARS } from "./bars";
import { Fold } from "./fold";

const DAY = [24 * 60] as const;

const shortDay = new Intl.DateTimeFormat("en-IN", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
});

/** Sign-ups per day, as a bar chart and a table. */
export function Registrations({
  registrations,
}: Pick<Overview, "registrations">) {
  const { bars, earlier } = barsOf(
    registrations.map(({ day, count }) => ({ at: Date.parse(day), count })),
    DAY,
  );
  const sum = bars.reduce((total, { count }) => total + count, 0);
  return (
    <Fold title="Registrations per day">
      <p>
        Days are counted in India.{" "}
        {earlier > 0 &&
          `The last ${MOST_BARS} days; ${earlier} registered earlier.`}
      </p>
      {bars.length === 0 ? (
        <p className="quiet text-s">No one has registered yet.</p>
      ) : (
        <BarChart
          bars={bars.map(({ at, count }) => ({
            name: shortDay.format(at),
            count,
          }))}
          headings={["Day", "Registered"]}
          inWords={({ name, count }) =>
            `${sum} registered in ${counted(bars.length, "day")}; most on ${name}: ${count}`
          }
        />
      )}
    </Fold>
  );
}
