import { CLOCK_PATH, HEALTH_PATH } from "../admin/admin-api";
import { readAdminKey } from "./admin-key";
import { addressOf, type Settings } from "./settings";
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
  { dataDir, publicUrl, host, port }: Settings,
  advance?: string,
): Promise<number> {
  const [, count, unit] = /^\+(\d+)([smhd])$/.exec(advance ?? "+0s") ?? [];
  if (unit === undefined) throw new StartError("It goes forward: +2h");
  const byMs = Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  const { origin } = publicUrl ?? addressOf(host, port);
  const key = await readAdminKey(dataDir, false);
  const isMoved = advance !== undefined;
  const response = await fetch(origin + (isMoved ? CLOCK_PATH : HEALTH_PATH), {
    ...(isMoved && { method: "POST", body: JSON.stringify({ byMs }) }),
    headers: { authorization: `Convex ${key}` },
  }).catch(() => {
    throw new StartError(`No server answers at ${origin}`);
  });
  const answer = (await response.json()) as { now: number; message: string };
  if (!response.ok) throw new StartError(answer.message);
  return answer.now;
}
