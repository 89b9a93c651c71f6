import type { ReactNode } from "react";
import type { DeploymentHealth } from "../../src/admin/admin-api";
import { shortDuration, longDuration } from "../time/format-time";
import { Moment } from "../time/moment";
import { classNames } from "../ui/class-names";
import { rateText } from "./commit-chart";
import styles from "./figures.module.css";

type Figure = { name: string; value: ReactNode; more: ReactNode };

/** The current figures of a deployment. */
export function Figures({ health }: { health: DeploymentHealth }) {
  const { now, commits, conflicts, httpRequests, memory, disk } = health;
  const { version } = health;
  const delay = health.eventLoopDelayMs;
  const figures: Figure[] = [
    {
      name: "Uptime",
      value: longDuration(now - health.startedAt),
      more: (
        <>
          since <Moment timeMs={health.startedAt} />
        </>
      ),
    },
    {
      name: "Connections",
      value: count(health.syncConnections),
      more: "pages and programs that follow live queries",
    },
    {
      name: "Commits",
      value: `${rateText(commits.perSecond)} per second`,
      more: `${count(commits.total)} since the start, ${count(conflicts.total)} tried again after a conflict`,
    },
    {
      name: "Requests",
      value: `${rateText(httpRequests.perSecond)} per second`,
      more: `${count(httpRequests.total)} over HTTP since the start`,
    },
    {
      name: "Memory",
      value: bytes(memory.rssBytes),
      more: `${bytes(memory.heapUsedBytes)} of it for data and functions`,
    },
    {
      name: "Event-loop delay",
      value: shortDuration(delay.p50),
      more: `99 of 100 below ${shortDuration(delay.p99)}, at most ${shortDuration(delay.max)}`,
    },
    {
      name: "Disk",
      value: bytes(disk.usedBytes),
      more: `in the data directory; ${bytes(disk.freeBytes)} are free`,
    },
    {
      name: "Functions",
      value: <code>{version.functions.slice(0, 12)}</code>,
      more: (
        <>
          loaded <Moment timeMs={version.functionsLoadedAt} />
          <br />
          convex {version.convex}, Node {version.node}
        </>
      ),
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, more }) => (
        <div key={name} className={styles.figure}>
          <dt className="quiet">{name}</dt>
          <dd className={classNames("strong number", styles.value)}>{value}</dd>
          <dd className="note">{more}</dd>
        </div>
      ))}
    </dl>
  );
}

function count(n: number): string {
  return n.toLocaleString("en-IN");
}

const SIZES = ["bytes", "KiB", "MiB", "GiB", "TiB"];

function bytes(n: number): string {
  const power = Math.min(
    Math.floor(Math.log2(Math.max(n, 1)) / 10),
    SIZES.length - 1,
  );
  const size = n / 1024 ** power;
  const digits = power === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits)} ${SIZES[power] ?? ""}`;
}
