import { counted } from "#convex/shared/text";
import { VisuallyHidden } from "../../../ui/visually-hidden";
import { Fold } from "./fold";
import { daysOf, totalOf, type Day } from "./registration-days";

/** With fewer days the bars do not fill the width. */
const FEWEST_DAYS = 14;
/** With more days the bars would be thinner than their gaps on a phone. */
const MOST_DAYS = 60;
const STEP = 10;
const BAR = 7;
const HEIGHT = 100;

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
        <p className="quiet text-s org-note">No one has registered yet.</p>
      ) : (
        <Chart days={days} />
      )}
    </Fold>
  );
}

function Chart({ days }: { days: readonly Day[] }) {
  const most = Math.max(...days.map(({ count }) => count));
  const [first, last] = [days.at(0), days.at(-1)].map(
    (day) => day && nameOf(day.day),
  );
  return (
    <>
      <figure className="org-days">
        <VisuallyHidden>{inWords(days, most)}</VisuallyHidden>
        <span className="org-days-most" aria-hidden="true">
          {most}
        </span>
        <svg
          viewBox={`0 0 ${Math.max(days.length, FEWEST_DAYS) * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {days.map(({ day, count }, index) => (
            <rect
              key={day}
              className="org-day"
              x={index * STEP}
              y={HEIGHT - (count / most) * HEIGHT}
              width={BAR}
              height={(count / most) * HEIGHT}
            >
              <title>{`${nameOf(day)}: ${count}`}</title>
            </rect>
          ))}
        </svg>
        <figcaption aria-hidden="true">
          {days.length < FEWEST_DAYS ? (
            <span>{[...new Set([first, last])].join(" – ")}</span>
          ) : (
            <>
              <span>{first}</span>
              <span>{last}</span>
            </>
          )}
        </figcaption>
      </figure>
      <details className="org-details">
        <summary>Show as a table</summary>
        <table className="org-figures">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Registered</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ count }) => count > 0)
              .map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{nameOf(day)}</th>
                  <td>{count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function nameOf(day: string): string {
  return shortDay.format(new Date(day));
}

function inWords(days: readonly Day[], most: number): string {
  const busiest = days.find(({ count }) => count === most);
  const total = `${totalOf(days)} registered in ${counted(days.length, "day")}`;
  return busiest === undefined
    ? total
    : `${total}; most on ${nameOf(busiest.day)}: ${most}`;
}
