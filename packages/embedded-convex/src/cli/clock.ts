import { CLOCK_PATH, HEALTH_PATH } from "../admin/admin-api";
import { askServer } from "./ask-server";
import type { Settings } from "./settings";
import { StartError } from "./start-error";

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Asks the server that runs with these settings what its clock says.
 *
 * @param advance by how much it is put forward first, such as `+90m`
 * @returns milliseconds since the epoch
 * @throws StartError when no server answers, or in the words of one that refuses
 */
export async function askClock(
  settings: Settings,
  advance?: string,
): Promise<number> {
  const [, count, unit] = /^\+(\d+)([smhd])$/.exec(advance ?? "+0s") ?? [];
  if (unit === undefined) throw new StartError("It goes forward: +2h");
  const byMs = Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  const ask = askServer<{ now: number }>;
  const { now } = await (advance === undefined
    ? ask(settings, HEALTH_PATH)
    : ask(settings, CLOCK_PATH, { byMs }));
  return now;
}
