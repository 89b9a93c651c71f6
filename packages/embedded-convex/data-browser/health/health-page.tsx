import { useCallback } from "react";
import { type DeploymentHealth, HEALTH_PATH } from "../../src/admin/admin-api";
import { type Polled, usePolled, adminRequest } from "../requests/use-polled";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { Backup } from "./backup";
import { Clock } from "./clock";
import { CommitChart } from "./commit-chart";
import { type Sample, withSample } from "./commit-rates";
import { Figures } from "./figures";
import { useSession } from "../session/session-store";

const INTERVAL_MS = 2_000;

/** Module state, so that the chart keeps its samples when the user comes back. */
let samples: readonly Sample[] = [];

type Health = { now: DeploymentHealth; samples: readonly Sample[] };

/** Load, memory, disk and backups of the deployment. */
export function HealthPage() {
  const { value, error } = useHealth();
  return (
    <Page title="Health">
      {error !== null && (
        <Notice>
          {error.message}{" "}
          {value !== undefined && "These are the last known numbers."}
        </Notice>
      )}
      {value === undefined && error === null && <p>Asking the backend…</p>}
      {value !== undefined && (
        <>
          <Figures health={value.now} />
          <CommitChart samples={value.samples} />
          {value.now.isClockMovable && <Clock nowMs={value.now.now} />}
          <Backup nowMs={value.now.now} lastBackupAt={value.now.lastBackupAt} />
        </>
      )}
    </Page>
  );
}

/** Polls the health endpoint every two seconds. */
function useHealth(): Polled<Health> {
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
