import { counted } from "#convex/shared/text";
import { BarChart } from "./bar-chart";
import { Fold } from "./fold";
import { daysOf, totalOf, type Day } from "./registration-days";

/** With more days the bars would be thinner than their gaps on a phone. */
const MOST_DAYS = 60;

const shortDay = new Intl.DateTimeFormat("en-IN", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
});

/** Sign-ups per day, as a bar chart and a table. */
export function Registrations({
  registrations,
}: {
  registrations: readonly Day[];
}) {
  const { days, earlier } = daysOf(registrations, MOST_DAYS);
  return (
    <Fold title="Registrations per day">
      <p>
        Days are counted in India.{" "}
        {earlier > 0 &&
          `The last ${MOST_DAYS} days; ${earlier} registered earlier.`}
      </p>
      {days.length === 0 ? (
        <p className="quiet text-s">No one has registered yet.</p>
      ) : (
        <BarChart
          bars={days.map(({ day, count }) => ({ name: nameOf(day), count }))}
          headings={["Day", "Registered"]}
          inWords={({ name, count }) =>
            `${totalOf(days)} registered in ${counted(days.length, "day")}; most on ${name}: ${count}`
          }
        />
      )}
    </Fold>
  );
}

function nameOf(day: string): string {
  return shortDay.format(new Date(day));
}
