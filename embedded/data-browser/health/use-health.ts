import { useCallback } from "react";
import { type DeploymentHealth, HEALTH_PATH } from "../../admin/admin-api";
import { adminRequest } from "../requests/admin-request";
import { type Polled, usePolled } from "../requests/use-polled";
import { useSession } from "../session/use-session";
import { type Sample, withSample } from "./commit-rates";

const INTERVAL_MS = 2_000;

/** Outlives the panel: whoever comes back sees the last minutes. */
let samples: readonly Sample[] = [];

export type Health = { now: DeploymentHealth; samples: readonly Sample[] };

/** How the deployment does, asked every two seconds. */
export function useHealth(): Polled<Health> {
  const { key } = useSession();
  const ask = useCallback(
    async (signal: AbortSignal): Promise<Health> => {
      const answer = await adminRequest(HEALTH_PATH, { key, signal });
      const now = answer as DeploymentHealth;
      const { commits, now: atMs } = now;
      samples = withSample(samples, { atMs, commits: commits.total });
      return { now, samples };
    },
    [key],
  );
  return usePolled(ask, INTERVAL_MS);
}
