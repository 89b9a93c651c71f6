/** What a play has measured, in numbers and as a table in Markdown. */
import { cpus } from "node:os";

/** Returns the value below which a share of the values are (nearest rank); NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** The median and the 99th percentile, as a table shows them; a dash if there are none. */
export function pair(values: readonly number[]): string {
  if (values.length === 0) return "–";
  return `${round(quantile(values, 0.5))} / ${round(quantile(values, 0.99))}`;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** A table below the machine on which, and the day on which, it was measured. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`;
  const day = new Date().toISOString().slice(0, 10);
  const lines = [head, head.map(() => "---"), ...rows];
  const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return `\n${machine}, Node ${process.version}, ${day}; times are p50 / p99 in ms\n\n${table}\n`;
}

export const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
