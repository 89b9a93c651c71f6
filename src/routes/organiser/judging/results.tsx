import { api } from "#convex/_generated/api";
import type {
  JudgingProgress,
  ProjectResult,
  Results as AllResults,
} from "#convex/judging/shared/judging";
import { AWARDS } from "#convex/judging/shared/awards";
import { awardTitle } from "../../../content/award-words";
import type { CsvColumns } from "../../../lib/csv";
import { dataOf } from "../../../lib/connection/use-live";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { ArrangedTable } from "../list/arranged-table";
import { CsvButton } from "../list/csv-button";
import type { Column } from "../list/data-table";
import { useArranged, type Arrangement } from "../list/use-arranged";
import { CorrectAward } from "./correct-award";
import { winnersIn } from "./ceremony";
import { Publish, useEveryone } from "./ending";
import { Final } from "./final";
import { projectColumn, searchTextOf } from "./judged-project";

const arrangement: Arrangement<ProjectResult> = {
  textOf: searchTextOf,
  initial: { columnId: "rank", direction: "ascending" },
  pageSize: 60,
};

const inDecimals = (score: number | null) =>
  score === null ? "–" : score.toFixed(2);

const columns: readonly Column<ProjectResult>[] = [
  projectColumn,
  {
    id: "rank",
    heading: "Rank",
    sortKey: ({ rank }) => rank,
    cell: ({ rank, isTied }) => (
      <span>
        <span>{rank ?? "–"}</span>
        {isTied && <span className="tag org-hot-tag">Tied</span>}
      </span>
    ),
  },
  {
    id: "open",
    heading: "Could be",
    sortKey: ({ worstRank }) => worstRank,
    cell: ({ bestRank, worstRank }) =>
      bestRank === worstRank ? (bestRank ?? "–") : `${bestRank}–${worstRank}`,
  },
  {
    id: "fair",
    heading: "Fair score",
    sortKey: ({ fair }) => fair,
    cell: ({ fair }) => <strong>{inDecimals(fair)}</strong>,
  },
  {
    id: "raw",
    heading: "Raw mean",
    sortKey: ({ raw }) => raw,
    cell: ({ raw, rawRank }) => (
      <span>
        <span>{inDecimals(raw)}</span>
        {rawRank !== null && (
          <span className="org-quiet">{` · rank ${rawRank}`}</span>
        )}
      </span>
    ),
  },
  {
    id: "scorecards",
    heading: "Judges",
    sortKey: ({ scorecards }) => scorecards,
    cell: ({ scorecards }) => scorecards,
  },
];

const csvColumns: CsvColumns<ProjectResult> = {
  Rank: ({ rank }) => rank,
  "Best possible rank": ({ bestRank }) => bestRank,
  "Worst possible rank": ({ worstRank }) => worstRank,
  Tied: ({ isTied }) => (isTied ? "yes" : "no"),
  Project: ({ name }) => name,
  Team: ({ teamName }) => teamName,
  Table: ({ table }) => table,
  Tracks: ({ tracks }) => tracks.map(awardTitle).join(", "),
  "Fair score": ({ fair }) => fair,
  "Raw mean": ({ raw }) => raw,
  "Raw rank": ({ rawRank }) => rawRank,
  Judges: ({ scorecards }) => scorecards,
};

const none: readonly ProjectResult[] = [];

/** The results, for organisers alone until they are published. */
export function Results({ progress }: { progress: JudgingProgress }) {
  const live = useOrganiserQuery(api.judging.results, {});
  const ceremony = dataOf(useOrganiserQuery(api.ceremony.remote, {}));
  const staged = ceremony?.isRehearsal === false ? ceremony : null;
  const rows =
    live.status === "success" ? (live.data.projects ?? none) : undefined;
  return (
    <Loaded
      live={live}
      failure="Failed to load the results"
      skeleton={<Skeleton height="20rem" />}
    >
      {(results) => (
        <>
          <Winners {...results} />
          <div className="row gap-3 org-actions">
            {progress.publishedAt === null && (
              <Publish
                progress={progress}
                awards={staged ? winnersIn(staged.awards) : results.awards}
              />
            )}
            <CsvButton list="results" columns={csvColumns} rows={rows} />
          </div>
          <p className="soft">
            The fair score is the mean with each judge’s severity taken out.
            “Could be” are the ranks that the scores leave open, with 95 %
            certainty for each pair of projects.
          </p>
          <Final progress={progress} />
          <Ranking rows={results.projects ?? none} />
          <Severities judges={results.judges ?? []} />
        </>
      )}
    </Loaded>
  );
}

/** The winners, as they are published, with the way to correct them then: also an award that nobody has. */
function Winners({
  awards,
  corrections,
  closeCalls,
  projects,
  publishedAt,
}: AllResults) {
  const everyone = useEveryone();
  const ids =
    publishedAt === null
      ? [...new Set(awards.map(({ award }) => award))]
      : AWARDS;
  return (
    <dl className="org-winners grid gap-5 gap-x">
      {ids.map((award) => {
        const winners = awards.filter((it) => it.award === award);
        return (
          <div key={award} className="grid gap-2 content-start">
            <dt className="label quiet">{awardTitle(award)}</dt>
            {winners.length === 0 && <dd className="org-quiet">Nobody</dd>}
            {winners.map(({ projectId, projectName, teamName, isTied }) => (
              <dd key={projectId}>
                <strong>{projectName}</strong>{" "}
                <span className="org-quiet">{teamName}</span>
                {isTied && <span className="tag org-hot-tag">Tied</span>}
              </dd>
            ))}
            {publishedAt !== null && (
              <CorrectAward
                {...{ award, awards, everyone }}
                correction={corrections?.find((it) => it.award === award)}
                rows={projects ?? none}
              />
            )}
            {(publishedAt === null ? (closeCalls ?? []) : [])
              .filter((it) => it.award === award)
              .map(({ names }) => (
                <dd key="close" className="soft">
                  Too close to call: <span>{names.slice(0, 4).join(", ")}</span>
                  <span>
                    {names.length > 4 && ` and ${names.length - 4} more`}
                  </span>
                </dd>
              ))}
          </div>
        );
      })}
    </dl>
  );
}

function Ranking({ rows }: { rows: readonly ProjectResult[] }) {
  const arranged = useArranged<ProjectResult>(rows, columns, arrangement);
  return (
    <ArrangedTable
      label="Results"
      searchLabel="Search projects, teams and tracks"
      columns={columns}
      all={rows}
      arranged={arranged}
      empty="No project is handed in."
    />
  );
}

/** Each judge's severity, compared with the others. */
function Severities({ judges }: { judges: NonNullable<AllResults["judges"]> }) {
  return (
    <details>
      <summary>Severity of the judges</summary>
      <ul className="stack gap-3">
        {judges.map(({ _id, name, severity, scorecards }) => (
          <li key={_id}>
            <strong>{name}</strong>{" "}
            <span className="org-quiet">
              {`${severityInWords(severity)}, in ${scorecards} scorecards`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function severityInWords(severity: number): string {
  if (severity === 0) return "gives what the others give";
  const points = Math.abs(severity).toFixed(2);
  return severity > 0 ? `gives ${points} less` : `gives ${points} more`;
}
