/** The report of a rehearsal, as text and as one HTML page. */
import { dayOf, sumOf } from "./day";
import type { Deployment, Usage } from "../deployment";
import type { Ledger } from "../ledger";
import { quantile } from "../statistics";

/** A month of Convex Cloud's free plan, November 2026. */
const FREE_CALLS = 1_000_000;
const FREE_BYTES = 1e9;

export type Rehearsed = {
  people: number;
  speed: number;
  seed: number;
  seconds: number;
  ledger: Ledger;
  deployment: Deployment;
  /** Each second: resident memory in MiB and share of a core; empty for a deployment elsewhere. */
  burden: readonly { mebibytes: number; core: number }[];
};

type Table = { title: string; head: string[]; rows: (string | number)[][] };

export function tablesOf(rehearsed: Rehearsed): Table[] {
  const { ledger, people, burden } = rehearsed;
  const usage = billed(rehearsed);
  const sum = sumOf([...usage.values()]);
  const day = dayOf(usage, people);
  return [
    {
      title: "How long it took, in milliseconds",
      head: ["what", "times", "p50", "p95", "p99", "most"],
      rows: byName(ledger.times).map(([what, all]) => [
        what,
        all.length,
        ...[0.5, 0.95, 0.99, 1].map((share) => atShare(all, share)),
      ]),
    },
    {
      title: "Refused",
      head: ["what", "times"],
      rows: byName(ledger.refusals),
    },
    {
      title: "Went wrong on purpose",
      head: ["what"],
      rows: ledger.faults.map((fault) => [fault]),
    },
    {
      title: "Lost, though it was acknowledged",
      head: ["what"],
      rows: ledger.lost.map((lost) => [lost]),
    },
    {
      title: "Counted by the deployment after each phase",
      head: ["what", "counted", "acknowledged"],
      rows: ledger.figures.map(({ after, what, found, expected }) => [
        `${after}: ${what}`,
        found,
        expected,
      ]),
    },
    {
      title: "The server",
      head: ["", "p50", "most"],
      rows:
        burden.length === 0
          ? []
          : [
              spread(
                "memory, MiB",
                burden.map(({ mebibytes }) => mebibytes),
              ),
              spread(
                "share of a core, %",
                burden.map(({ core }) => 100 * core),
              ),
            ],
    },
    {
      title:
        "What a day of 36 hours costs on Convex Cloud (docs/deployment.md says what is assumed)",
      head: COST,
      rows: [
        ...day.map(({ what, ...used }) => costs(what, used)),
        ...day
          .slice(-1)
          .map(({ calls, bytes }) => [
            "of the free plan's month, %",
            percent(calls / FREE_CALLS),
            percent(bytes / FREE_BYTES),
          ]),
      ],
    },
    {
      title: "What Convex Cloud would count of the rehearsal",
      head: COST,
      rows: [
        costs("sum", sum),
        ...[...usage]
          .toSorted(([, one], [, other]) => other.bytes - one.bytes)
          .map(([name, used]) => costs(name, used)),
      ],
    },
  ];
}

const atShare = (values: readonly number[], share: number) =>
  Math.round(quantile(values, share));

function spread(what: string, values: readonly number[]) {
  return [what, atShare(values, 0.5), atShare(values, 1)];
}

const COST = ["what", "calls", "database I/O, MB"];

function costs(what: string, { calls, bytes }: Usage): (string | number)[] {
  return [what, Math.round(calls), (bytes / 1e6).toFixed(2)];
}

/** Cloud bills each answer that a page gets, also where one run has answered several pages. */
function billed({ deployment, ledger }: Rehearsed): Map<string, Usage> {
  return new Map(
    [...deployment.usage].map(([name, { calls, bytes }]) => [
      name,
      { calls: Math.max(calls, ledger.answers.get(name) ?? 0), bytes },
    ]),
  );
}

export function asText(rehearsed: Rehearsed): string {
  const parts = tablesOf(rehearsed).map(({ title, head, rows }) => {
    if (rows.length === 0) return `${title}: nothing\n`;
    const all = [head, ...rows.map((row) => row.map(String))];
    const widths = head.map((_, k) =>
      Math.max(...all.map((row) => row[k]?.length ?? 0)),
    );
    const lines = all.map((row) =>
      row
        .map((cell, k) =>
          k === 0 ? cell.padEnd(widths[k] ?? 0) : cell.padStart(widths[k] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    );
    return `${title}\n  ${lines.join("\n  ")}\n`;
  });
  return `${headline(rehearsed)}\n\n${parts.join("\n")}`;
}

export function asPage(rehearsed: Rehearsed): string {
  const tables = tablesOf(rehearsed).map(
    ({ title, head, rows }) =>
      `<h2>${escaped(title)}</h2>${
        rows.length === 0
          ? "<p>Nothing.</p>"
          : `<table><tr>${cells("th", head)}</tr>${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("")}</table>`
      }`,
  );
  const { burden } = rehearsed;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rehearsal</title><style>${STYLE}</style><body><h1>${escaped(headline(rehearsed))}</h1>${
    picture(
      "Memory of the server, MiB",
      burden.map(({ mebibytes }) => mebibytes),
    ) +
    picture(
      "Share of a core, %",
      burden.map(({ core }) => 100 * core),
    )
  }${tables.join("")}</body></html>`;
}

const STYLE =
  "body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#14121f}table{border-collapse:collapse}td,th{padding:.2rem .8rem;border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}svg{display:block;width:100%;height:8rem;background:#f4f2ee}polyline{fill:none;stroke:#14121f;stroke-width:2;vector-effect:non-scaling-stroke}";

function headline({ people, speed, seed, seconds, ledger }: Rehearsed): string {
  const { length } = ledger.lost;
  return `${people} people, speed ${speed}, seed ${seed}: ${Math.round(seconds)} s, ${length === 0 ? "nothing lost" : `${length} lost`}`;
}

/** A line over the seconds of the rehearsal. */
function picture(title: string, values: readonly number[]): string {
  if (values.length < 2) return "";
  const most = Math.max(...values, 1);
  const points = values.map(
    (value, k) =>
      `${(100 * k) / (values.length - 1)},${100 - (95 * value) / most}`,
  );
  return `<h2>${title}: at most ${Math.round(most)}</h2><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${title}"><polyline points="${points.join(" ")}"/></svg>`;
}

function byName<Value>(all: ReadonlyMap<string, Value>): [string, Value][] {
  return [...all].toSorted(([one], [other]) => one.localeCompare(other));
}

const percent = (share: number) => (100 * share).toFixed(1);

function cells(tag: "td" | "th", row: readonly (string | number)[]): string {
  return row
    .map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`)
    .join("");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}
