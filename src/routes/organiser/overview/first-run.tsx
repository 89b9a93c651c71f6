import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { Settings } from "#convex/settings/shared";
import { counted } from "#convex/platform/shared/text";
import { countOf, type Samples } from "../../../content/samples";
import { dataOf } from "../../../lib/connection/use-live";
import { useOrganiserQuery } from "../frame/live";
import { addressOf, type ScreenName } from "../frame/sections";

/** What an event still lacks, in the order in which it is set up; nothing once times and a programme are there. */
export function FirstRun({
  settings: { startsAt },
  samples,
}: {
  settings: Settings;
  samples: readonly Samples[];
}) {
  const entries = dataOf(useOrganiserQuery(api.schedule.list, {}));
  const roles = dataOf(useOrganiserQuery(api.organiser.roles, {}));
  if (!entries || !roles) return null;
  const hasProgramme = entries.some(({ wholeDay }) => !wholeDay);
  if (startsAt !== undefined && hasProgramme) return null;
  const organisers = roles.people.filter(({ role }) => role === "organiser");
  const left = countOf(samples);
  const steps: [isDone: boolean, to: ScreenName, words: string][] = [
    [startsAt !== undefined, "settings", "Say when it starts and ends"],
    [
      left === 0,
      "settings/addresses",
      `Replace ${counted(left, "sample value")}, listed below`,
    ],
    [organisers.length > 1, "people/roles", "Appoint a second organiser"],
    [hasProgramme, "news/schedule", "Write the programme, hour by hour"],
  ];
  return (
    <section className="stack gap-3" aria-labelledby="first-run">
      <h2 id="first-run">Before anyone comes</h2>
      <ol className="stack">
        {steps
          .filter(([isDone]) => !isDone)
          .map(([, to, words]) => (
            <li key={to} className="line-below">
              <Link to={addressOf(to)} className="flex items-center target">
                {words}
              </Link>
            </li>
          ))}
      </ol>
    </section>
  );
}
