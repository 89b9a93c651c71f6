import type { ComponentType } from "react";
import { HealthPage } from "./health/health-page";
import { LogsPage } from "./logs/logs-page";
import { OutboxPage } from "./outbox/outbox-page";

/** A page besides the tables; it has an entry in the navigation. */
type Page = {
  /** Its address below the data browser's own, without slashes. */
  path: string;
  title: string;
  /** Whether it is in the navigation only where no mail provider is set. */
  isForOutbox?: true;
  /** Rendered only for those who are signed in. */
  Component: ComponentType;
};

export const pages: readonly Page[] = [
  { path: "logs", title: "Logs", Component: LogsPage },
  { path: "outbox", title: "Outbox", isForOutbox: true, Component: OutboxPage },
  { path: "health", title: "Health", Component: HealthPage },
];
