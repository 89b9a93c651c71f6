import { api } from "#convex/_generated/api";
import type { HelpState, HelpWait } from "#convex/help/shared/help";
import { usualWait } from "#convex/help/shared/queue";
import { counted } from "#convex/platform/shared/text";
import { formatMoment } from "../../../lib/time/format-time";
import { useOrganiserQuery } from "../frame/live";
import { CsvButton } from "../list/csv-button";
import { Fold } from "./fold";

const SHOWN = 20;

const outcomes: Partial<Record<HelpState, string>> = {
  helped: "Helped",
  withdrawn: "Closed by the team",
  lapsed: "Lapsed",
};

const columns = {
  Team: ({ teamName }: HelpWait) => teamName,
  Topic: ({ topic }: HelpWait) => topic,
  Asked: ({ askedAt }: HelpWait) => formatMoment(askedAt),
  "Waited (minutes)": ({ waitedMs }: HelpWait) => minutes(waitedMs),
  Ended: ({ since }: HelpWait) => formatMoment(since),
  How: ({ state }: HelpWait) => outcomes[state] ?? "",
};

/** How long teams waited for help. A query of its own, so that a request does not count everything else again. Nothing before anybody asked. */
export function HelpWaits() {
  const live = useOrganiserQuery(api.help.waits, {});
  if (live.status !== "success" || live.data.length === 0) return null;
  const waits = live.data;
  const helped = waits.filter(({ state }) => state === "helped");
  const lapsed = waits.filter(({ state }) => state === "lapsed");
  const usual = usualWait(helped.map(({ waitedMs }) => waitedMs));
  const longest = Math.max(0, ...helped.map(({ waitedMs }) => waitedMs));
  return (
    <Fold title={`Help: ${counted(helped.length, "team")} helped`}>
      <p>
        <span>
          {usual !== null &&
            `Usual wait, of the last ones: ${minutes(usual)} min. `}
        </span>
        Longest wait: <span>{minutes(longest)}</span> min. Lapsed without help:{" "}
        <span>{lapsed.length}</span>.
      </p>
      <table className="org-figures tabular">
        <thead className="quiet">
          <tr>
            <th scope="col">Team</th>
            <th scope="col">Waited</th>
            <th scope="col">How</th>
          </tr>
        </thead>
        <tbody>
          {waits.slice(0, SHOWN).map(({ _id, teamName, waitedMs, state }) => (
            <tr key={_id}>
              <th scope="row">{teamName}</th>
              <td>{`${minutes(waitedMs)} min`}</td>
              <td>{outcomes[state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {waits.length > SHOWN && (
        <p>{`And ${waits.length - SHOWN} more, which are in the CSV file.`}</p>
      )}
      <div>
        <CsvButton list="help" columns={columns} rows={waits} />
      </div>
    </Fold>
  );
}

function minutes(ms: number): number {
  return Math.round(ms / 60_000);
}
